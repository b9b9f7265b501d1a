"""The scene of a game: its scenario, its ground and its rules, and what can be seen from where as things stand.

Rules and bots ask the scene for lines of sight, never the table of the ground: something may be in the way now that
is not on the map, such as smoke. Where no module blocks sight, the table is used as it is.
"""

from __future__ import annotations

from typing import Any, Final, final

from hulldown.core.board import Cell, cells_of
from hulldown.core.books import Library, Ruleset
from hulldown.core.sequence import Doing
from hulldown.games.tank.data.loading import Scenario, SideSetup, scenario_of
from hulldown.games.tank.rules.arms import Arms
from hulldown.games.tank.rules.fire import table_limit
from hulldown.games.tank.rules.ground import Ground, ground_on
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.situation import Situation
from hulldown.games.tank.rules.state import TankState
from hulldown.games.tank.rules.verbs.base import TankVerb

Rules = Ruleset[TankVerb, Hooks]


@final
class Scene:
    """Scenario, ground and rules of a game. `screen` are the cells that block sight now besides the map's own."""

    __slots__ = (
        "_bits", "_rows", "board", "entry_kind", "ground", "hooks", "overruns", "reverses", "rules", "scenario",
        "screen", "situation", "verbs",
    )  # fmt: skip

    def __init__(self, scenario: Scenario, rules: Rules, screen: int = 0) -> None:
        self.scenario = scenario
        self.rules = rules
        self.screen = screen
        self.ground: Ground = ground_on(scenario.map, scenario.mode)
        self.board = self.ground.board
        self.hooks: Hooks = rules.hooks
        self.verbs: dict[str, TankVerb] = rules.verbs
        self.overruns = frozenset(verb.kind for verb in self.verbs.values() if verb.overruns)
        """The kinds of task by which a hex is overrun."""
        self.reverses = frozenset(verb.kind for verb in self.verbs.values() if verb.reverses)
        """The kinds of task by which a unit drives backwards."""
        self.entry_kind = next((verb.kind for verb in self.verbs.values() if verb.enters), "")
        """The kind of task by which units come onto the map."""
        self.situation: Situation = self.hooks.situations[scenario.situation]
        self._rows: dict[Cell, int] = {}
        self._bits: dict[Cell, bytes] = {}

    def side(self, name: str) -> SideSetup:
        """What the scenario says of a side."""
        return self.scenario.side(name)

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

    def _screened_row(self, cell: Cell) -> int:
        row = self.ground.sight.rows[cell]
        for seen in cells_of(row):
            if self._screened(cell, seen):
                row &= ~(1 << seen)
        return row

    def _screened(self, a: Cell, b: Cell) -> bool:
        """Whether the screen blocks a line as woods would: between its ends, or along a side (10.22d, 10.24)."""
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

    def blocked_by(self, a: Cell, b: Cell) -> tuple[str, str]:
        """The case by which the line between two cells is blocked, and by what and where in words; "" if it is not."""
        block = self.ground.block(a, b)
        if block is not None:
            rule, what = self.ground.reason(block)
            return rule, f"{what} at {'-'.join(self.ground.block_labels(block))}"
        return ("10.22d", "smoke") if self.screen and self._screened(a, b) else ("", "")

    def field(self, cell: Cell, reach: int, facing: int) -> int:
        """The cells, but its own, that a unit can fire into: seen now, within reach, in its arc (7.21; -1: all)."""
        return self.row(cell) & self.ground.within(cell, reach, facing)

    def reach(self, weapon: Arms, panic: int) -> int:
        """How far the fire of a weapon reaches in a force of this Panic Level (8.31a)."""
        table = self.results(weapon, panic) if self.hooks.tables else ""
        return table_limit(table) if table else weapon.reach(panic)

    def results(self, weapon: Arms, panic: int) -> str:
        """The Combat Results Table that a module gives a weapon, "" for the one of the book."""
        for hook in self.hooks.tables:
            found = hook(weapon.weapon, panic)
            if found:
                return found
        return ""


_NO_TABLE: Final[list[bytes]] = []
_scenes: Final[dict[str, Scene]] = {}
"""The scenes of the scenarios played lately, without anything that is in the way for a time."""
_MOST: Final = 8


def plain_scene(scenario: Scenario, library: Library[TankVerb, Hooks]) -> Scene:
    """The scene of a scenario with nothing in the way but the map."""
    scene = _scenes.get(scenario.id)
    if scene is None or scene.scenario is not scenario:
        scene = _kept(Scene(scenario, library.ruleset(scenario.rules)))
    return scene


def _kept(scene: Scene) -> Scene:
    if len(_scenes) >= _MOST:
        _scenes.clear()
    _scenes[scene.scenario.id] = scene
    return scene


def scene_now(scene: Scene, position: Any) -> Scene:
    """A plain scene with what is in the way in a state or a view."""
    screen = 0
    for hook in scene.hooks.screens:
        screen |= hook(position)
    return Scene(scene.scenario, scene.rules, screen) if screen else scene


def scene_in(state: TankState, doing: Doing) -> Scene:
    """The scene while an order is carried out: looked up once, but anew where something may have come into the way."""
    scene: Scene | None = doing.memo.get("scene")
    if scene is None:
        scenario = scenario_of(state)
        scene = _scenes.get(scenario.id)
        if scene is None or scene.scenario is not scenario or scene.rules is not doing.rules:
            scene = _kept(Scene(scenario, doing.rules))
        doing.memo["scene"] = scene
    return scene_now(scene, state) if scene.hooks.screens else scene
