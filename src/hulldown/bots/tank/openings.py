"""What the brain knows of the open scenarios: columns, camp, objective, edge, variant, defended position (34.0)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from hulldown.bots.plane import BLOCKED
from hulldown.bots.seat import Seat
from hulldown.bots.tank import posts, works
from hulldown.bots.tank.entering import approach
from hulldown.bots.tank.field import field, marching
from hulldown.bots.tank.mending import mended
from hulldown.bots.tank.modules import Errand, Knowledge, register
from hulldown.bots.tank.posture import FEW, RUSH, defenders_left
from hulldown.core.board import Cell
from hulldown.core.orders import Order, Task
from hulldown.games.tank.data.loading import Scenario, SideSetup, weapon_of
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.modules.engagements.assault import objective
from hulldown.games.tank.modules.engagements.defence import NAMED, OBJECTIVE
from hulldown.games.tank.modules.engagements.delaying import CAMP
from hulldown.games.tank.modules.engagements.meeting2 import OBJECTIVE as CROSSROADS
from hulldown.games.tank.modules.engagements.orders import JOIN
from hulldown.games.tank.rules.contact import KEY, recall
from hulldown.games.tank.rules.state import ALPHA, Unit
from hulldown.games.tank.rules.verbs.setup import ENTRY

if TYPE_CHECKING:
    from hulldown.bots.plane import Floats
    from hulldown.bots.tank.picture import Picture
    from hulldown.games.tank.faces.view import TankView

COLUMNS: Final = {"meeting1": 1, "meeting2": 4, "delaying": 6, "assault": 5}
"""In how many columns a force comes on."""
APART: Final = 3
"""Hexes between two entry hexes."""
ANYWHERE: Final = 6.0
"""Movement Points by which an entry hex or an objective may be worse than the best and still be taken."""
WANTED: Final = 6.0
"""What it is worth to have got to the objective, or away from it."""
ASSAULT: Final = "assault"


class Openings(Knowledge):
    """The four open scenarios."""

    def __init__(self) -> None:
        super().__init__()
        self.answers |= {
            "columns": _columns, "camp": _camp, "objective": _objective, "edge": _edge, "variant": _variant,
            "defence": _defence,
        }  # fmt: skip

    def errand(self, picture: Picture, unit: Unit) -> Errand | None:
        """Sends the attackers of 34.4 through the objective and off the map: ten points for each (34.4-23)."""
        centre = objective(picture.view) if picture.situation == ASSAULT and picture.side == ALPHA else -1
        traits = weapon_of(unit.type).traits
        if centre < 0 or not traits.drives:
            return None
        if not rushes(picture, unit, centre):
            return Errand("wait", np.zeros(picture.arrays.count)) if traits.carries else None
        if unit.id in recall(picture.view, "entered", ()):
            edges = picture.ground.board.edges
            return Errand("off", _worth_at(picture, [cell for edge in edges.values() for cell in edge]), True)
        return Errand("through", _worth_at(picture, [centre]), through=centre)


def rushes(picture: Picture, unit: Unit, centre: Cell) -> bool:
    """Whether a unit of the attack drives on: it has been there, time is short, or nothing bears on the objective."""
    if unit.id in recall(picture.view, "entered", ()) or picture.view.turn >= RUSH or defenders_left(picture) <= FEW:
        return True
    return not any(picture.scene.row(foe.cell) >> centre & 1 for foe in picture.foes)


def _worth_at(picture: Picture, cells: list[Cell]) -> Floats:
    goal = np.full(picture.arrays.count, -BLOCKED)
    goal[[picture.arrays.at[cell] for cell in cells]] = WANTED
    return goal


def _allowance(setup: SideSetup) -> int:
    """The Movement Allowance of the slowest vehicle of a side."""
    return min((weapon_of(f.type).ma for f in setup.forces if weapon_of(f.type).traits.drives), default=1)


# Columns.


def _columns(seat: Seat, view: TankView, rng: Random) -> Order:
    """Columns by the entry hexes from which the goal is nearest; tanks and carriers in columns of their own."""
    scenario = scenario_of(view)
    assert view.side is not None
    entries = [unit for unit in seat.legal.units if unit.options[0].kind == ENTRY.kind]
    cells = entries[0].options[0].cells
    arrays = field(scenario.map, scenario.mode)
    goals = _goal(scenario, view)
    far = marching(scenario.map, scenario.mode, _allowance(scenario.side(view.side)), goals)
    ranked = sorted(cells, key=lambda cell: float(far[arrays.at[cell]]) + ANYWHERE * rng.random())
    chosen: list[Cell] = []
    for cell in ranked:
        if all(arrays.ground.board.distance(cell, other) >= APART for other in chosen):
            chosen.append(cell)
    chosen = chosen[: min(COLUMNS[scenario.situation], len(entries))]
    tasks = [Task(unit.unit, ENTRY.kind, (cell,)) for unit, cell in zip(entries, chosen, strict=False)]
    names = [task.unit for task in tasks]
    if scenario.situation != "delaying":
        tasks += _joined(seat, view, names)
    return mended(seat, Order("columns", tuple(tasks), decision=seat.legal.decision.id), rng)


def _goal(scenario: Scenario, view: TankView) -> tuple[Cell, ...]:
    """Where a side wants to go."""
    board = field(scenario.map, scenario.mode).ground.board
    if scenario.situation == ASSAULT:
        return (objective(view),)
    if scenario.situation == "meeting2":
        return (board.by_label[CROSSROADS],)
    if scenario.situation == "delaying":
        return (board.by_label[CAMP[len(CAMP) // 2]],)
    return (board.at(board.columns // 2, board.rows // 2),)


def _joined(seat: Seat, view: TankView, names: list[str]) -> list[Task]:
    """A column for each unit: neighbours in the force stay together, and the slow do not hold up the others."""
    open_to = {unit.unit for unit in seat.legal.units if unit.options[0].kind == JOIN.kind}
    units = [unit for unit in view.own if unit.id in open_to]
    slow = [unit for unit in units if weapon_of(unit.type).traits.carries]
    fast = [unit for unit in units if not weapon_of(unit.type).traits.carries]
    if len(names) < 2 or not units:
        return []
    first = len(names) if not slow else max(1, min(len(names) - 1, round(len(names) * len(fast) / len(units))))
    tasks: list[Task] = []
    for crew, into in ((fast, names[:first]), (slow, names[first:])):
        for place, unit in enumerate(crew):
            tasks.append(Task(unit.id, JOIN.kind, choice=into[place * len(into) // len(crew)]))
    return tasks


# The defence of 34.3 and 34.4.


def _camp(seat: Seat, view: TankView, rng: Random) -> Order:
    """Tanks where they cover the ways from the enemy's edge to the camp (34.3-4)."""
    scenario = scenario_of(view)
    board = field(scenario.map, scenario.mode).ground.board
    centre = board.by_label[CAMP[len(CAMP) // 2]]
    legal = {unit.unit: unit.options[0].cells for unit in seat.legal.units}
    ways = approach(scenario.map, scenario.mode, scenario.alpha.edge, _allowance(scenario.alpha), centre)
    tanks = [unit for unit in view.own if unit.id in legal]
    cells = frozenset(next(iter(legal.values())))
    tasks = posts.placed(view, tanks, cells, posts.Plan(centre, ways, scenario.alpha.edge, False), rng)
    return mended(seat, Order("camp", tuple(tasks), decision=seat.legal.decision.id), rng)


def _objective(seat: Seat, view: TankView, rng: Random) -> Order:
    """A hex that is far from every mapedge for who has to drive there and off again (34.4-4)."""
    scenario = scenario_of(view)
    arrays = field(scenario.map, scenario.mode)
    pace = _allowance(scenario.alpha)
    edges = arrays.ground.board.edges.values()
    far = np.minimum.reduce([marching(scenario.map, scenario.mode, pace, tuple(edge)) for edge in edges])
    cells = seat.legal.units[0].options[0].cells
    best = max(cells, key=lambda cell: float(far[arrays.at[cell]]) + ANYWHERE * rng.random())
    return Order("objective", (Task(OBJECTIVE, NAMED.kind, (best,)),))


def _edge(seat: Seat, view: TankView, rng: Random) -> Order:
    """The mapedge with the shortest way to the objective (34.4-5)."""
    scenario = scenario_of(view)
    arrays = field(scenario.map, scenario.mode)
    board = arrays.ground.board
    far = marching(scenario.map, scenario.mode, _allowance(scenario.alpha), (objective(view),))

    def way(edge: str) -> float:
        return min(float(far[arrays.at[cell]]) for cell in board.edges[edge]) + ANYWHERE * rng.random()

    return Order("edge", choice=min(seat.legal.choices, key=way))


def _variant(seat: Seat, view: TankView, rng: Random) -> Order:
    """Guns reach farther than squads; now and then squads, so that nobody can count on it (34.4-3)."""
    infantry, guns = seat.legal.choices
    return Order("variant", choice=guns if rng.random() < GUNS else infantry)


GUNS: Final = 0.75
"""How often the variant with many guns is chosen."""


def _defence(seat: Seat, view: TankView, rng: Random) -> Order:
    """Guns and squads that bear on the objective and the way to it, mines and a ditch across that way (34.4-6)."""
    scenario = scenario_of(view)
    centre = objective(view)
    edge = str(recall(view, "edge", scenario.alpha.edge))
    ways = approach(scenario.map, scenario.mode, edge, _allowance(scenario.alpha), centre)
    tasks = works.laid_out(seat.legal, view, rng, ways)
    dug = frozenset(cell for task in tasks for cell in task.cells)
    cells = frozenset(seat.legal.units[0].options[0].cells) - dug - {centre}
    own = [unit for unit in view.own if any(one.unit == unit.id for one in seat.legal.units)]
    tasks = [*posts.placed(view, own, cells, posts.Plan(centre, ways, edge, True), rng), *tasks]
    return mended(seat, Order("defence", tuple(tasks), decision=seat.legal.decision.id), rng)


SENSE: Final = Openings()
register(KEY, SENSE)
