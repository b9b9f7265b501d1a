"""Places for guns, tanks and squads around a hex that an enemy has to come to, each where it adds most."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from hulldown.bots.plane import Floats
from hulldown.bots.tank.field import Field, field
from hulldown.bots.tank.odds import Arms, Mark, arms, chances_at, chances_from
from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.rules.state import Unit, enemy_of
from hulldown.games.tank.rules.troops import device_of
from hulldown.games.tank.rules.verbs.setup import PLACING

if TYPE_CHECKING:
    from hulldown.games.tank.faces.view import TankView

AROUND: Final = 13
"""Hexes from the centre within which guns are placed."""
LOOKED_AT: Final = 150
"""Hexes of these that are looked at."""
CLOSE: Final = 3
"""The same for squads: within the reach of their devices."""
FADE: Final = 0.55
"""What is left of the worth of a way that another gun covers with certainty."""
OUTWARD: Final = {"W": 0, "X": 2, "Y": 3, "Z": 5}
"""The facing towards each mapedge."""
CENTRE: Final = 2.0
"""What the centre weighs in the ways: everybody has to come there."""


class Plan(NamedTuple):
    """What is to be covered: the centre, how likely each hex is to be driven through, the edge that enemies come over.

    `hidden` tells whether all that is placed is.
    """

    centre: Cell
    ways: Floats
    edge: str
    hidden: bool


class Post(NamedTuple):
    """A place for a gun: for every hex the chance of its fire there, and what it risks itself."""

    cell: Cell
    facing: int
    caught: Floats
    danger: float


def placed(view: TankView, units: list[Unit], cells: frozenset[Cell], plan: Plan, rng: Random) -> list[Task]:
    """A placing task for each unit: one to a hex, guns and tanks first."""
    scene = scene_of(view)
    arrays = field(scene.scenario.map, scene.scenario.mode)
    board = arrays.ground.board
    ways = plan.ways.copy()
    ways[arrays.at[plan.centre]] += CENTRE
    free = set(cells)
    tasks: list[Task] = []
    known: dict[str, list[Post]] = {}
    for unit in sorted(units, key=lambda one: weapon_of(one.type).traits.squad):
        if weapon_of(unit.type).traits.squad:
            cell = _ambush(arrays, plan, ways, free, bool(device_of(unit)), rng)
            tasks.append(Task(unit.id, PLACING.kind, (cell,)))
        else:
            if unit.type not in known:
                known[unit.type] = _posts(view, unit, sorted(cells), plan, rng)
            open_posts = [post for post in known[unit.type] if post.cell in free]
            post = max(open_posts, key=lambda one: (float((one.caught * ways).sum()) - one.danger, -one.cell))
            ways *= 1.0 - (1.0 - FADE) * post.caught
            cell = post.cell
            tasks.append(Task(unit.id, PLACING.kind, (cell,), post.facing))
        free -= {cell, *(beside for beside in board.neighbours[cell] if beside >= 0)}
    return tasks


def _posts(view: TankView, unit: Unit, cells: list[Cell], plan: Plan, rng: Random) -> list[Post]:
    """Places for a weapon, a sample of those near enough to the centre."""
    scene = scene_of(view)
    arrays = field(scene.scenario.map, scene.scenario.mode)
    own, foes = scene.scenario.side(unit.side), scene.scenario.side(enemy_of(unit.side))
    prey = foes.forces[0].type
    gun = arms(unit.type, own.panic, False, scene.doctrine)
    foe_gun = arms(prey, foes.panic, False, scene.doctrine)
    near = [cell for cell in cells if 2 <= arrays.ground.board.distance(cell, plan.centre) <= AROUND]
    if len(near) > LOOKED_AT:
        near = sorted(rng.sample(near, LOOKED_AT))
    return [_post(arrays, gun, cell, plan, prey, None if plan.hidden else foe_gun) for cell in near]


def _post(arrays: Field, gun: Arms, cell: Cell, plan: Plan, prey: str, foe_gun: Arms | None) -> Post:
    """One place: half of the targets are caught from the side, for they drive past."""
    caught = 0.5 * (chances_from(arrays, gun, cell, prey, 0, 2) + chances_from(arrays, gun, cell, prey, 1, 2))
    places = arrays.to_target(cell)
    worth = plan.ways * caught
    sums = [float(worth[arrays.aspects(places, facing) == 0].sum()) for facing in range(6)]
    facing = OUTWARD[plan.edge] if gun.all_round else int(np.argmax(sums))
    if not gun.all_round:
        caught = caught * (arrays.aspects(places, facing) == 0)
    danger = float(plan.ways[arrays.at[cell]])
    if foe_gun is not None:
        danger += 0.6 * float((plan.ways * chances_at(arrays, foe_gun, Mark(gun.name, cell))).sum())
    return Post(cell, facing, caught, danger)


def _ambush(arrays: Field, plan: Plan, ways: Floats, free: set[Cell], armed: bool, rng: Random) -> Cell:
    """A hex for a squad beside the ways and near the centre, better in rough ground; with a device, nearer."""
    board = arrays.ground.board
    far = CLOSE if armed else 2 * CLOSE

    def worth(cell: Cell) -> float:
        around = sum(float(ways[arrays.at[c]]) for c in board.neighbours[cell] if c >= 0)
        rough = float(arrays.rough[arrays.at[cell]])
        return around - 2.0 * float(ways[arrays.at[cell]]) + 0.5 * rough + 0.5 * rng.random()

    near = sorted(cell for cell in free if board.distance(cell, plan.centre) <= far)
    near = near or sorted(free, key=lambda cell: (board.distance(cell, plan.centre), cell))[:20]
    return max(near, key=worth)
