"""The scene of a game: its scenario, its ground and its rules, and what can be seen from where as things stand.

Rules and bots ask the scene for lines of sight, never the table of the ground: something may be in the way now that
is not on the map, such as smoke. Where no module blocks sight, the table is used as it is.
"""

from __future__ import annotations

from typing import Any, Final, final

from hulldown.core.board import Cell, cells_of
from hulldown.core.books import Ruleset
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable
from hulldown.core.scenes import Scenes
from hulldown.core.sequence import Doing
from hulldown.games.tank.data.loading import Scenario, SideSetup
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.rules.arms import Arms
from hulldown.games.tank.rules.doctrine import Doctrine
from hulldown.games.tank.rules.ground import Ground, ground_on
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.results import SQUAD_REACH, table_limit
from hulldown.games.tank.rules.situation import Situation
from hulldown.games.tank.rules.state import SIDES, TankState, Unit
from hulldown.games.tank.rules.verbs.base import TankVerb

Rules = Ruleset[TankVerb, Hooks]


@final
class Scene:
    """Scenario, ground and rules of a game. `screen` are the cells that block sight now besides the map's own.

    `slow` are those that cost vehicles a Movement Point more.
    """

    __slots__ = (
        "_bits", "_costs", "_others", "_rows", "_sides", "board", "doctrine", "entry_kind", "ground", "hooks", "loads",
        "overruns", "reverses", "rules", "scenario", "screen", "situation", "slow", "verbs",
    )  # fmt: skip

    def __init__(self, scenario: Scenario, rules: Rules, screen: int = 0, slow: int = 0) -> None:
        self.scenario = scenario
        self.rules = rules
        self.screen = screen
        self.slow = slow
        self.ground: Ground = ground_on(scenario.map, scenario.mode)
        self.board = self.ground.board
        self.hooks: Hooks = rules.hooks
        self.doctrine: Doctrine = rules.hooks.doctrine
        self.verbs: dict[str, TankVerb] = rules.verbs
        self.overruns = frozenset(verb.kind for verb in self.verbs.values() if verb.overruns)
        """The kinds of task by which a hex is overrun."""
        self.reverses = frozenset(verb.kind for verb in self.verbs.values() if verb.reverses)
        """The kinds of task by which a unit drives backwards."""
        self.loads = frozenset(verb.kind for verb in self.verbs.values() if verb.loads)
        """The kinds of task by which units get on and off vehicles; none where there is no transport."""
        self.entry_kind = next((verb.kind for verb in self.verbs.values() if verb.enters), "")
        """The kind of task by which units come onto the map."""
        self.situation: Situation = self.hooks.situations[scenario.situation]
        self._sides: dict[str, SideSetup] = {side: scenario.side(side) for side in SIDES}
        self._rows: dict[Cell, int] = {}
        self._bits: dict[Cell, bytes] = {}
        self._costs: dict[str, CostTable] = {}
        self._others: dict[tuple[int, int], Scene] = {}

    def forbidden(self, state: TankState, unit: Unit, verb: TankVerb) -> tuple[str, str] | None:
        """Why a module keeps a unit from a kind of task now: the case and the reason; None where none does."""
        for hook in self.hooks.forbids:
            why = hook(state, self, unit, verb)
            if why is not None:
                return why
        return None

    def may_enter(self, state: TankState, unit: Unit) -> bool:
        """Whether a waiting unit may be told to enter, or must stand still off the map (25.3b, 25.54a)."""
        return self.forbidden(state, unit, self.verbs[self.entry_kind]) is None

    def side(self, name: str) -> SideSetup:
        """What the scenario says of a side."""
        return self._sides[name]

    def under(self, screen: int, slow: int) -> Scene:
        """The same scene with other things in the way; the last few are kept, with what was worked out in them."""
        found = self._others.get((screen, slow))
        if found is None:
            if len(self._others) >= _KEPT:
                self._others.clear()
            found = self._others[screen, slow] = Scene(self.scenario, self.rules, screen, slow)
        return found

    def row(self, cell: Cell) -> int:
        """The cells seen from a cell now, as a set of bits."""
        if not self.screen:
            return self.ground.sight.rows[cell]
        row = self._rows.get(cell)
        if row is None:
            row = self._rows[cell] = self._screened_row(cell)
        return row

    def table(self) -> list[bytes]:
        """The bits of all cells at once; empty where something is in the way for a time, and `bits` must be asked."""
        return self.ground.sight.bits if not self.screen else _NO_TABLE

    def bits(self, cell: Cell) -> bytes:
        """The same as bytes, eight cells in each, the lowest bit first."""
        if not self.screen:
            return self.ground.sight.bits[cell]
        bits = self._bits.get(cell)
        if bits is None:
            bits = self._bits[cell] = self.row(cell).to_bytes(self.board.size // 8 + 1, "little")
        return bits

    def clear(self, a: Cell, b: Cell) -> bool:
        """Whether the line between two cells is clear now."""
        if not self.ground.sight.clear(a, b):
            return False
        return not self.screen or not self._screened(a, b)

    def costs(self, name: str) -> CostTable:
        """A cost table of the ground as things stand: smoke costs vehicles one point more (28.52b, X-30).

        10.13, T-15: what takes the whole allowance cannot cost still more, so it cannot be entered then.
        """
        found = self._costs.get(name)
        if found is None:
            table = self.ground.costs(name)
            found = self._costs[name] = self._slowed(table) if self.slow and name != "infantry" else table
        return found

    def _slowed(self, table: CostTable) -> CostTable:
        """A cost table with a point more for each cell that is `slow`."""
        found = list(table)
        around = {near for cell in cells_of(self.slow) for near in self.board.neighbours[cell] if near >= 0}
        for cell in around:
            row = list(table[cell])
            for way, ahead in enumerate(self.board.neighbours[cell]):
                if ahead >= 0 and self.slow >> ahead & 1 and row[way] != IMPOSSIBLE:
                    row[way] = IMPOSSIBLE if row[way] == WHOLE else row[way] + 1
            found[cell] = tuple(row)
        return found

    def toll(self, cell: Cell) -> int:
        """The Movement Points that a cell costs vehicles on top of its terrain as things stand (28.52b)."""
        return 1 if self.slow and self.slow >> cell & 1 else 0

    def open_line(self, a: Cell, b: Cell) -> bool:
        """Whether the map leaves the line between two cells open, whatever is in the way for a time (34.2-12)."""
        return self.ground.sight.clear(a, b)

    def _screened_row(self, cell: Cell) -> int:
        row = self.ground.sight.rows[cell]
        for seen in cells_of(row):
            if self._screened(cell, seen):
                row &= ~(1 << seen)
        return row

    def _screened(self, a: Cell, b: Cell) -> bool:
        """Whether the screen blocks a line as woods would: between its ends, or along a side (10.22d, 10.24, 28.52a).

        X-81: in all modes, and a line to or from a cell is not blocked by that cell itself.
        """
        if a == b:
            return False
        lane = self.ground.lane(a, b)
        if lane.mask & ~(1 << b) & self.screen:
            return True
        for key in lane.along:
            for cell in self.board.side_cells(key):
                if cell >= 0 and self.screen >> cell & 1:
                    return True
        return False

    def _screening(self, a: Cell, b: Cell) -> Cell:
        """The cell of the screen that blocks a line, the nearest to its beginning; -1 for none."""
        if not self._screened(a, b):
            return -1
        lane = self.ground.lane(a, b)
        met = set(cells_of(lane.mask & ~(1 << b) & self.screen))
        for key in lane.along:
            met.update(cell for cell in self.board.side_cells(key) if cell >= 0 and self.screen >> cell & 1)
        return min(met, key=lambda cell: (self.board.distance(a, cell), cell))

    def blocked_by(self, a: Cell, b: Cell) -> tuple[str, str]:
        """The case by which the line between two cells is blocked, and by what and where in words; "" if it is not."""
        block = self.ground.block(a, b)
        if block is not None:
            rule, what = self.ground.reason(block)
            return rule, f"{what} at {'-'.join(self.ground.block_labels(block))}"
        cell = self._screening(a, b) if self.screen else -1
        if cell < 0:
            return "", ""
        # Smoke of the book costs points as well; what a module lays besides blocks by the case of woods.
        return "28.52a" if self.slow >> cell & 1 else "10.22d", f"smoke at {self.board.labels[cell]}"

    def field(self, cell: Cell, reach: int, facing: int) -> int:
        """The cells, but its own, that a unit can fire into: seen now, within reach, in its arc (7.21; -1: all)."""
        return self.row(cell) & self.ground.within(cell, reach, facing)

    def reach(self, weapon: Arms, panic: int) -> int:
        """How far the fire of a weapon reaches in a force of this Panic Level (8.31a)."""
        table = self.results(weapon, panic) if self.hooks.tables else ""
        if table:
            return table_limit(table)
        # 26.11c: by the other book squads fire HE, and farther.
        return weapon.reach(panic) if self.doctrine.squads or not weapon.squad else SQUAD_REACH

    def results(self, weapon: Arms, panic: int) -> str:
        """The Combat Results Table that a module gives a weapon, "" for the one of the book."""
        for hook in self.hooks.tables:
            found = hook(weapon.weapon, panic)
            if found:
                return found
        return ""


_KEPT: Final = 8
"""Scenes with something in the way that are kept at a time: memory stays flat."""
_NO_TABLE: Final[list[bytes]] = []
SCENES: Final[Scenes[Scenario, Scene]] = Scenes(Scene)


def scene_now(scene: Scene, position: Any) -> Scene:
    """A plain scene with what is in the way in a state or a view."""
    screen = slow = 0
    for hook in scene.hooks.screens:
        screen |= hook(position)
    for hook in scene.hooks.slows:
        slow |= hook(position)
    return scene.under(screen, slow) if screen or slow else scene


def scene_in(state: TankState, doing: Doing) -> Scene:
    """The scene while an order is carried out: looked up once, but anew where something may have come into the way."""
    scene: Scene | None = doing.memo.get("scene")
    if scene is None:
        scene = doing.memo["scene"] = SCENES.within(scenario_of(state), doing.rules)
    return scene_now(scene, state) if scene.hooks.screens or scene.hooks.slows else scene
