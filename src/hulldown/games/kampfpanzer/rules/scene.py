"""The scene of a game: its scenario, its ground and its rules. Rules and bots ask it what can be seen from where."""

from __future__ import annotations

from typing import Final, final

from hulldown.core.board import Cell
from hulldown.core.books import Ruleset
from hulldown.core.scenes import Scenes
from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.data.played import scenario_of
from hulldown.games.kampfpanzer.data.scenarios import Group, Scenario, SideSetup, check_places
from hulldown.games.kampfpanzer.rules.arms import Arms
from hulldown.games.kampfpanzer.rules.ground import NEAR, Ground, ground_on
from hulldown.games.kampfpanzer.rules.hooks import Hooks
from hulldown.games.kampfpanzer.rules.state import KampfState, Unit
from hulldown.games.kampfpanzer.rules.verbs.base import KampfVerb

Rules = Ruleset[KampfVerb, Hooks]


@final
class Scene:
    """Scenario, ground and rules of a game."""

    __slots__ = ("_exits", "board", "ground", "overruns", "rules", "scenario", "verbs")

    def __init__(self, scenario: Scenario, rules: Rules) -> None:
        self.scenario = scenario
        self.rules = rules
        self.ground: Ground = ground_on(scenario.map)
        self.board = self.ground.board
        check_places(scenario, self.board)
        self.verbs: dict[str, KampfVerb] = rules.verbs
        self.overruns = frozenset(verb.kind for verb in self.verbs.values() if verb.overruns)
        """The kinds of task by which a hex is overrun."""
        self._exits: dict[str, tuple[Cell, ...]] = {}

    def side(self, name: str) -> SideSetup:
        """What the scenario says of a side."""
        return self.scenario.side(name)

    def group(self, unit: Unit) -> Group:
        """The group that a unit belongs to."""
        return self.scenario.side(unit.side).groups[unit.group]

    def exits(self, side: str) -> tuple[Cell, ...]:
        """The hexes by which a side may leave the map (14.0g); none in most scenarios."""
        known = self._exits.get(side)
        if known is None:
            ways = self.scenario.side(side).exits
            found: tuple[Cell, ...] = ()
            if ways is not None:
                found = tuple(self.board.edges[ways.edge]) if ways.edge else tuple(map(self.board.cell, ways.hexes))
            known = self._exits[side] = found
        return known

    def clear(self, a: Cell, b: Cell) -> bool:
        """Whether the line between two cells is clear."""
        return self.ground.sight.clear(a, b)

    def blocked_by(self, a: Cell, b: Cell) -> tuple[str, str]:
        """The case by which the line between two cells is blocked, and by what and where in words; "" if it is not."""
        block = self.ground.block(a, b)
        if block is None:
            return "", ""
        rule, what = self.ground.reason(block)
        return rule, f"{what} hexside {'-'.join(sorted(self.board.labels[cell] for cell in block.cells))}"

    def field(self, cell: Cell, weapon: Arms, facing: int) -> int:
        """The cells, but its own, that a unit sees within range and arc (9.13a, 9.4c; -1: all round)."""
        return self.ground.sight.rows[cell] & self.ground.within(cell, min(weapon.range, _FAR), facing)

    def reaches(self, a: Cell, b: Cell) -> bool:
        """Whether fire other than H from a may come into b as far as woods and towns go (9.16-c1, 9.16-c2)."""
        return not self.ground.near_only(b) or self.board.distance(a, b) <= NEAR


_FAR: Final = 99
"""No two hexes of a map are farther apart."""
SCENES: Final[Scenes[Scenario, Scene]] = Scenes(Scene)


def scene_in(state: KampfState, doing: Doing) -> Scene:
    """The scene while an order is carried out, looked up once."""
    scene: Scene | None = doing.memo.get("scene")
    if scene is None:
        scene = doing.memo["scene"] = SCENES.within(scenario_of(state), doing.rules)
    return scene
