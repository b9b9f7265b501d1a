"""A unit about to act in its Movement Segment, with what it may still spend (6.1 to 6.3, 8.61D)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.panzer_battles.rules import commands
from hulldown.games.panzer_battles.rules.ground import table_of
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import DUMMY, OFF, ON_MAP, BattleState, Unit, companions
from hulldown.games.panzer_battles.rules.unit_types import Traits, file, traits
from hulldown.games.panzer_battles.rules.verbs.base import Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import RALLY

DOUBLE: Final = "double"
CHARGE: Final = "charge"
PACES: Final = {"": 0, DOUBLE: 1, CHARGE: 2}
"""How infantry hurries: the points, and the levels of fatigue, that it adds (6.32a, 6.33a, 6.7, 6.71, 6.74)."""
RISING: Final = 1
"""The points for infantry to leave defilade, in its hex or on its way out of it (15.42)."""
TIRED: Final = 2
"""The fatigue at which infantry spends no points for anything (6.75)."""


def allowance(scene: Scene, unit: Unit, pace: str = "") -> int:
    """The Movement Allowance of a unit now (6.11a, 6.31a, 6.32a, 6.33a; MOV-1).

    8.61D: suppressed vehicles have half of theirs; 8.62Ba, 6.75: suppressed and worn-out infantry have none. 16.35: a
    gun in tow takes nothing from a halftrack's.
    """
    kind = traits(unit.type)
    if kind.dummy:
        return scene.dummy_allowance(unit.side)
    if kind.infantry:
        if unit.suppressed or unit.fatigue >= TIRED:
            return 0
        return kind.allowance + PACES[unit.pace or pace]
    return kind.allowance // 2 if unit.suppressed else kind.allowance


def table(unit: Unit) -> str:
    """The name of the cost table by which a unit moves; dummies move like vehicles (DUM-2)."""
    return table_of(traits(unit.type).infantry, unit.type != DUMMY and file(unit))


def paces(unit: Unit) -> tuple[str, ...]:
    """How infantry may hurry: fatigue forbids a charge, then all (6.72, 6.75); level 1 forbids nothing else (6.72b)."""
    if not traits(unit.type).infantry or unit.pace or unit.suppressed or unit.fatigue >= TIRED:
        return ()
    return (DOUBLE,) if unit.fatigue else (DOUBLE, CHARGE)


class Planning:
    """A unit of the side that moves, and what it has left."""

    __slots__ = ("index", "kind", "scene", "state", "unit")

    def __init__(self, state: BattleState, scene: Scene, index: int) -> None:
        self.state = state
        self.scene = scene
        self.index = index
        self.unit: Unit = state.units[index]
        self.kind: Traits = traits(self.unit.type)

    def left(self, pace: str = "") -> int:
        """The Movement Points that it can still spend in this Segment."""
        return allowance(self.scene, self.unit, pace) - self.unit.spent

    def tied(self) -> Fault | None:
        """Why a unit can do nothing of its own in this Segment; None if it can."""
        unit = self.unit
        if unit.status not in (ON_MAP, OFF):
            return "6.12a", "it is out of play"
        if unit.carrier >= 0:
            return "6.31b", "it rides with the unit that carries it"
        if unit.engaged:
            return "13.26", "it is engaged and leaves only by withdrawal"
        if unit.rooted:
            return "6.11a", "the whole Segment has been taken up"
        return None

    def bound(self) -> Fault | None:
        """Why its command does not let it move or change status (5.1, 5.2a, 5.5b); None if it does.

        6.81b: a dummy needs none.
        """
        if self.kind.dummy or self.unit.status == OFF or commands.may_bound(self.state, self.index):
            return None
        if self.unit.command == RALLY:
            return "5.5b", "a unit that rallies does nothing else"
        return "5.2a", "its command keeps it in its hex"

    def watching(self) -> bool:
        """Whether it is under an Overwatch command, or may take that part."""
        return commands.may_watch(self.state, self.index)

    def step_cost(self, cell: Cell, ahead: Cell) -> int:
        """What a step costs it, without regard to what it has left."""
        way = self.scene.board.direction(cell, ahead)
        if way < 0:
            return IMPOSSIBLE
        return self.scene.ground.cost_tables[table(self.unit)][cell][way]

    def load(self) -> list[int]:
        """What it carries or tows."""
        return companions(self.state, self.index)
