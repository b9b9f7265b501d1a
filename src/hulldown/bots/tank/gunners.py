"""What the brain knows of guns and aircraft off the map: where to register them, when and where to fire (28.0)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from hulldown.bots.plane import Floats
from hulldown.bots.seat import Seat
from hulldown.bots.tank.entering import approach, leg, traffic
from hulldown.bots.tank.field import Field, field, marching
from hulldown.bots.tank.mending import mended
from hulldown.bots.tank.modules import Knowledge, register
from hulldown.bots.tank.posture import RUSH
from hulldown.core.board import Cell
from hulldown.core.decisions import Option, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.modules.artillery.park import KEY, NOTICE, Park, park_of
from hulldown.games.tank.modules.artillery.schedule import NONE, written
from hulldown.games.tank.modules.artillery.verbs import ORDER
from hulldown.games.tank.modules.engagements.assault import objective
from hulldown.games.tank.modules.engagements.delaying import CAMP
from hulldown.games.tank.modules.engagements.meeting2 import OBJECTIVE as CROSSROADS
from hulldown.games.tank.rules.contact import recall
from hulldown.games.tank.rules.state import enemy_of

if TYPE_CHECKING:
    from hulldown.bots.tank.picture import Foe, Picture
    from hulldown.games.tank.faces.view import TankView

APART: Final = 4
"""Hexes between two places that guns are registered on."""
NEAR: Final = 2
"""Within so many hexes of its aim fire is taken to fall."""
STAYS: Final = 1.0
ROLLS: Final = 0.35
"""The chance that who is there now is there five turns later: of guns and squads, and of vehicles."""
LINGERS: Final = 0.15
"""The same of a vehicle that something draws on."""
SPEED: Final = 0.5
"""The part of its Movement Allowance that an enemy vehicle comes on by in a turn."""
AGAIN: Final = 0.4
"""The chance that enemy fire goes on where it has been seen to fall."""
ENOUGH: Final = 0.9
"""What must be under an aim for it to be worth an order."""
DEADLY: Final = 0.25
"""The danger of a hex on which own fire comes down."""


FOUND: Final = 4
"""Hexes from the objective within which its defenders are looked for."""
ZONES: Final = 3
"""Hexes between two aims of fire written before play."""
LOOSE: Final = 0.5
"""How much chance there is in them."""


class Gunners(Knowledge):
    """Artillery and air strikes."""

    def __init__(self) -> None:
        super().__init__()
        self.answers["register"] = _registered

    def risk(self, picture: Picture) -> Floats | None:
        """Keeps units away from where fire falls this turn and next: it comes down before anybody moves (21.1).

        That is their own fire, and the hexes that the enemy's has been seen to fall on, where it may go on.
        """
        park, turn = park_of(picture.view), picture.view.turn
        aims = [one.cell for one in park.ordered(picture.side) if turn <= one.turn <= turn + 1 and not one.smoke]
        seen = [one.cell for one in park.of(picture.foe_side) if one.shown and one.cell >= 0 and not one.spent]
        if not aims and not seen:
            return None
        danger = np.zeros(picture.arrays.count)
        for cells, share in ((seen, AGAIN), (aims, 1.0)):
            for cell in cells:
                danger[picture.arrays.distances(picture.arrays.to_target(cell)) <= NEAR] = share * DEADLY
                danger[picture.arrays.at[cell]] = share * DEADLY
        return danger

    def together(self, picture: Picture, legal: Mapping[str, UnitLegal], tasks: Mapping[str, Task]) -> dict[str, Task]:
        """Adds orders for battalions and strikes, each on the best aim that is left."""
        found = dict(tasks)
        park = park_of(picture.view)
        if not picture.foes or not park.of(picture.side):
            return found
        worths = _under_fire(picture)
        taken: set[Cell] = set()
        for name, unit in legal.items():
            option = next((one for one in unit.options if one.kind == ORDER.kind), None)
            if option is None or "." in name or _awaited(park, picture.side, name):
                continue
            task = _aimed(name, option, worths, taken) or _screened(picture, name, option, taken)
            if task is not None:
                taken.add(task.cells[0])
                found[name] = task
        return found


def _awaited(park: Park, side: str, name: str) -> bool:
    """Whether a strike has its order already: it is flown once."""
    return name.startswith("air") and any(one.unit == name for one in park.ordered(side))


def _under_fire(picture: Picture) -> dict[Cell, float]:
    """What fire on each hex near an enemy would find there when it comes down; friends near it count against it."""
    board = picture.ground.board
    places: dict[Cell, float] = {}
    for foe in picture.foes:
        for there, stays in _expected(picture, foe):
            for cell in _around(picture, there):
                places[cell] = places.get(cell, 0.0) + stays * foe.worth
    for cell in places:
        places[cell] -= sum(board.distance(cell, unit.cell) <= NEAR for unit in picture.own)
    return places


def _expected(picture: Picture, foe: Foe) -> list[tuple[Cell, float]]:
    """Where a foe may be when fire that is ordered now comes down, with the chance of it."""
    weapon = weapon_of(foe.mark.name)
    if not weapon.traits.drives:
        return [(foe.cell, STAYS)]
    goal = _drawn(picture, foe)
    if goal < 0 or picture.ground.board.distance(foe.cell, goal) <= NEAR:
        return [(foe.cell, ROLLS)]
    way = leg(picture.scenario.map, picture.scenario.mode, max(1, weapon.ma), foe.cell, goal)
    if not way:
        return [(foe.cell, ROLLS)]
    ahead = way[min(len(way), max(1, int(NOTICE * weapon.ma * SPEED))) - 1]
    return [(ahead, ROLLS), (foe.cell, LINGERS)]


def _drawn(picture: Picture, foe: Foe) -> Cell:
    """The hex that draws an enemy vehicle on in the scenario; -1 for none."""
    labels = picture.ground.board.by_label
    if picture.situation == "assault" and foe.name not in recall(picture.view, "entered", ()):
        return objective(picture.view)
    if picture.situation == "delaying":
        return labels[CAMP[len(CAMP) // 2]]
    return labels[CROSSROADS] if picture.situation == "meeting2" else -1


def _screened(picture: Picture, name: str, option: Option, taken: set[Cell]) -> Task | None:
    """Smoke before the defenders who see the objective of 34.4, for the turn on which the attackers cross to it."""
    centre = objective(picture.view)
    turn = max(RUSH, picture.view.turn + NOTICE)
    choice = written(turn, True)
    if picture.side != "alpha" or centre < 0 or picture.view.turn + NOTICE > RUSH + 2 or choice not in option.choices:
        return None
    for foe in picture.foes:
        if picture.scene.row(foe.cell) >> centre & 1:
            line = [cell for cell in picture.ground.lane(foe.cell, centre).cells if cell in option.cells]
            near = [cell for cell in line if cell not in taken and cell not in (centre, foe.cell)]
            if near and weapon_of(foe.mark.name).traits.gun:
                best = min(near, key=lambda cell: (picture.ground.board.distance(cell, foe.cell), cell))
                return Task(name, option.kind, (best,), choice=choice)
    return None


def _around(picture: Picture, cell: Cell) -> list[Cell]:
    return [cell, *(ahead for ahead in picture.ground.board.neighbours[cell] if ahead >= 0)]


def _aimed(name: str, option: Option, worths: Mapping[Cell, float], taken: set[Cell]) -> Task | None:
    """An order on the best hex that is open, for the first turn that it can reach; None where nothing is worth it."""
    cells = [cell for cell in option.cells if cell not in taken and worths.get(cell, 0.0) >= ENOUGH]
    turn = next((choice for choice in option.choices if choice.isdigit()), "")
    if not cells or not turn:
        return None
    return Task(name, option.kind, (max(cells, key=lambda cell: (worths[cell], -cell)),), choice=turn)


def _registered(seat: Seat, view: TankView, rng: Random) -> Order:
    """Places apart from each other on the ways that the enemy is likely to come."""
    assert view.side is not None
    scenario = scene_of(view).scenario
    if objective(view) >= 0:
        return _written(seat, view, rng)
    foes = scenario.side(enemy_of(view.side))
    pace = max(1, max(weapon_of(force.type).ma for force in foes.forces))
    ways = traffic(scenario.map, scenario.mode, foes.edge, pace)
    arrays = field(scenario.map, scenario.mode)
    board = arrays.ground.board
    chosen: list[Cell] = []
    tasks: list[Task] = []
    for unit in seat.legal.units:
        option = unit.options[0]
        if not unit.required:
            continue
        ranked = sorted(option.cells, key=lambda cell: (-float(ways[arrays.at[cell]]), rng.random()))
        apart = [cell for cell in ranked if all(board.distance(cell, other) >= APART for other in chosen)]
        cell = (apart or ranked)[0]
        chosen.append(cell)
        tasks.append(Task(unit.unit, option.kind, (cell,), choice=NONE if NONE in option.choices else ""))
    return Order("register", tuple(tasks))


class _Lie(NamedTuple):
    """How the land lies in 34.4 for fire written before play."""

    arrays: Field
    centre: Cell
    ways: Floats
    """For every hex how likely the attackers are to drive through it."""
    far: Floats
    """For every hex the Movement Points from the attackers' edge."""
    pace: int


def _lie(view: TankView) -> _Lie:
    scenario = scene_of(view).scenario
    arrays, centre = field(scenario.map, scenario.mode), objective(view)
    edge = str(recall(view, "edge", scenario.alpha.edge))
    pace = max(1, min(weapon_of(f.type).ma for f in scenario.alpha.forces if weapon_of(f.type).traits.drives))
    ways = approach(scenario.map, scenario.mode, edge, pace, centre)
    far = marching(scenario.map, scenario.mode, pace, tuple(arrays.ground.board.edges[edge]))
    return _Lie(arrays, centre, ways, far, pace)


def _written(seat: Seat, view: TankView, rng: Random) -> Order:
    """34.4-18: fire on the first turns. The attacker's falls around the objective, the defender's on the way to it."""
    lie = _lie(view)
    arrays, distance = lie.arrays, lie.arrays.ground.board.distance
    chosen: list[Cell] = []
    tasks: list[Task] = []
    for place, unit in enumerate(seat.legal.units):
        option = unit.options[0]
        told, near = _softening(lie, unit) if view.side == "alpha" else _barring(lie, option, place)
        apart = [cell for cell in near if all(distance(cell, other) >= ZONES for other in chosen)]
        near = apart or [cell for cell in near if cell not in chosen]
        if near and (told or unit.required):
            cell = max(near, key=lambda one: (float(lie.ways[arrays.at[one]]) + LOOSE * rng.random(), one))
            chosen.append(cell)
            choice = ",".join(told) or (NONE if option.choices else "")
            tasks.append(Task(unit.unit, option.kind, (cell,), choice=choice))
    return mended(seat, Order("register", tuple(tasks), decision=seat.legal.decision.id), rng)


def _softening(lie: _Lie, unit: UnitLegal) -> tuple[list[str], list[Cell]]:
    """Turns and hexes for the attacker: around the objective until his own come there; aircraft once, at the last."""
    option, distance = unit.options[0], lie.arrays.ground.board.distance
    until = int(float(lie.far[lie.arrays.at[lie.centre]]) / lie.pace)
    turns = [choice for choice in option.choices if choice.isdigit() and int(choice) < until]
    near = [cell for cell in option.cells if distance(cell, lie.centre) <= FOUND]
    return turns[-1:] if unit.unit.startswith("air") else turns, near


def _barring(lie: _Lie, option: Option, place: int) -> tuple[list[str], list[Cell]]:
    """A turn and hexes for the defender: where the heads of columns will be by then."""
    turns = [choice for choice in option.choices if choice.isdigit()]
    told = turns[1 + place % max(1, len(turns) - 1) :][:1]
    reached = lie.pace * int(told[0]) if told else 0
    near = [cell for cell in option.cells if abs(float(lie.far[lie.arrays.at[cell]]) - reached) <= lie.pace]
    return told, near


SENSE: Final = Gunners()
register(KEY, SENSE)
