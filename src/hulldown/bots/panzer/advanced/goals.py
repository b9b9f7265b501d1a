"""Who goes where: objectives to take, objectives to hold."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.travel import FAR, turns_to
from hulldown.core.board import Cell
from hulldown.games.panzer.rules.advanced.play.facts import card_of
from hulldown.games.panzer.rules.advanced.play.scoring import holds_ground
from hulldown.games.panzer.rules.objectives import cells_of
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, WAITING

DECAY = 0.9
"""What is left of a goal's worth for each turn of the way to it."""
CROWD = 0.35
"""How much less a goal is worth for each unit that already goes for it, in parts of a fair share."""
KEPT = 0.45
"""How much an objective that is held counts beside one that has to be taken."""
LEAVING = 6.0
"""How much of the way to an edge counts for each point that leaving the map brings."""


class Goal(NamedTuple):
    """An objective as a side sees it."""

    cells: frozenset[Cell]
    worth: float
    take: bool
    """Whether it has to be taken; else it is to be held."""
    leave: int = 0
    """The points for each vehicle that leaves the map here; 0: it is no edge."""


class Errand(NamedTuple):
    """A goal of a unit with the turns to it from every hex."""

    goal: Goal
    turns: list[float]

    def near(self, cell: Cell) -> float:
        """The turns from a hex."""
        return self.turns[cell]


def goals_of(field: Field) -> list[Goal]:
    """The objectives that matter to a side."""
    found = []
    scenario = field.scene.scenario
    for hold, objective in zip(field.state.holds, scenario.objectives, strict=True):
        points: dict[str, int] = dict(objective.points)  # type: ignore[arg-type]
        mine, other = points.get(field.side, 0), points.get(field.foe, 0)
        cells = cells_of(field.board, objective)
        if hold.holder == field.side:
            found.append(Goal(cells, float(mine + other), False))
        else:
            worth = mine + (other if hold.holder == field.foe else 0.5 * other)
            found.append(Goal(cells, float(worth), True))
    for way in scenario.exits:
        if way.side == field.side:
            edge = frozenset(field.board.edges[way.edge])
            found.append(Goal(edge, LEAVING * way.points, True, way.points))
    return [goal for goal in found if goal.worth > 0]


def errands(field: Field) -> dict[int, Errand]:
    """A goal for each unit that has a way to one; what is carried goes with its carrier."""
    if field.given is None:
        field.given = _errands(field)
    given: dict[int, Errand] = field.given
    return given


def _errands(field: Field) -> dict[int, Errand]:
    goals = goals_of(field)
    found: dict[int, Errand] = {}
    if not goals:
        return found
    many = [0.0] * len(goals)
    units = field.units
    indices = [
        index
        for index, unit in enumerate(units)
        if unit.side == field.side and unit.status in (ON_MAP, WAITING, CARRIED)
    ]
    fair = max(1.0, len(indices) / len(goals))
    for index in indices:
        unit = units[index]
        if unit.status == CARRIED:
            continue
        gait = field.gait(index)
        best, place = -1.0, -1
        tables = [turns_to(field.ground, gait, goal.cells) for goal in goals]
        for number, goal in enumerate(goals):
            turns = tables[number][unit.cell] if unit.cell >= 0 else 4.0
            if turns >= FAR:
                continue
            worth = goal.worth * (1.0 if goal.take else KEPT) * DECAY**turns
            if not goal.leave:
                worth /= 1 + CROWD * len(goals) * many[number] / fair
            elif not field.vehicle(index):
                continue
            if goal.take and turns > field.left + 1:
                worth *= 0.2
            if worth > best:
                best, place = worth, number
        if place >= 0:
            many[place] += 1.0 if holds_ground(unit) else 0.3
            found[index] = Errand(goals[place], tables[place])
    return found


def unarmed(field: Field, index: int) -> bool:
    """Whether a unit has no weapon on its card and so takes no ground."""
    return not card_of(field.units[index]).weapons
