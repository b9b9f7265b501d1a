"""Secret deployment: guns and tanks that look onto the ways an attacker will take, and are hard to hit there."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple, final

import numpy as np

from hulldown.bots.brains import Temper
from hulldown.bots.plane import Floats
from hulldown.bots.seat import Seat
from hulldown.bots.tank import modules
from hulldown.bots.tank.entering import traffic
from hulldown.bots.tank.field import field
from hulldown.bots.tank.odds import Mark, arms, chances_at, chances_from
from hulldown.core.board import Board, Cell
from hulldown.core.events import Scalar
from hulldown.core.orders import Order, Task
from hulldown.games.tank.data.loading import handicapped, weapon_of
from hulldown.games.tank.data.played import handicaps_of, scenario_of
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.deployment import zone
from hulldown.games.tank.rules.verbs.setup import PLACING

LOOKED_AT = 3
"""Every so many hexes of the zone one is looked at for guns; the best of them are good enough."""
BEST = 90
"""Places kept for the choice of a whole position."""
FADE = 0.55
"""What is left of the worth of traffic that another gun covers with certainty."""


Given = tuple[tuple[str, Scalar], ...]
"""The handicaps agreed on."""


class Site(NamedTuple):
    """A place for a gun: where, how it faces, and for every hex the chance of its fire there."""

    cell: Cell
    facing: int
    caught: Floats
    shelter: float


@lru_cache(maxsize=32)
def _sites(scenario_id: str, given: Given, side: str, kind: str) -> tuple[Site, ...]:
    """The best places in a side's zone for a weapon against the ways of the enemy's column."""
    scenario = handicapped(scenario_id, given)
    setup, foes = (scenario.alpha, scenario.bravo) if side == "alpha" else (scenario.bravo, scenario.alpha)
    arrays = field(scenario.map, scenario.mode)
    prey = foes.forces[0].type
    gun, foe_gun = arms(kind, setup.panic, False), arms(prey, foes.panic, False)
    ways = traffic(scenario.map, scenario.mode, foes.edge, max(1, weapon_of(prey).ma))
    hidden = setup.deploy == "hidden"
    found: list[tuple[float, Site]] = []
    for cell in zone(scenario.map, setup.edge, setup.distance)[::LOOKED_AT]:
        number = arrays.at[cell]
        # Half the targets are caught from the side: they drive past.
        caught = 0.5 * (chances_from(arrays, gun, cell, prey, 0, 2) + chances_from(arrays, gun, cell, prey, 1, 2))
        places = arrays.to_target(cell)
        sums = [
            float((ways * caught)[arrays.aspects(places, facing) == 0].sum()) if not gun.all_round or facing == 0 else 0
            for facing in range(6)
        ]
        facing = int(np.argmax(sums))
        if gun.all_round:
            facing = {"W": 0, "X": 2, "Y": 3, "Z": 5}[foes.edge]
            sums = [float((ways * caught).sum())]
        else:
            caught = caught * (arrays.aspects(places, facing) == 0)
        danger = 0.0
        if not hidden:
            danger = 0.8 * float((ways * chances_at(arrays, foe_gun, Mark(kind, cell))).sum())
        near = float(ways[number]) + sum(
            [float(ways[arrays.at[c]]) for c in arrays.ground.board.neighbours[cell] if c >= 0]
        )
        score = max(sums) - danger - (3.0 if hidden else 0.5) * near
        found.append((score, Site(cell, facing, caught, -danger - near)))
    found.sort(key=lambda entry: (-entry[0], entry[1].cell))
    return tuple(site for _, site in found[:BEST])


@lru_cache(maxsize=16)
def _ambushes(scenario_id: str, given: Given, side: str) -> tuple[Cell, ...]:
    """Places for infantry: beside the ways, not on them, better in rough ground."""
    scenario = handicapped(scenario_id, given)
    setup, foes = (scenario.alpha, scenario.bravo) if side == "alpha" else (scenario.bravo, scenario.alpha)
    arrays = field(scenario.map, scenario.mode)
    ways = traffic(scenario.map, scenario.mode, foes.edge, max(1, weapon_of(foes.forces[0].type).ma))

    def worth(cell: Cell) -> float:
        around = sum([float(ways[arrays.at[c]]) for c in arrays.ground.board.neighbours[cell] if c >= 0])
        return around - 2.0 * float(ways[arrays.at[cell]]) + 0.2 * float(arrays.rough[arrays.at[cell]])

    cells = sorted(zone(scenario.map, setup.edge, setup.distance), key=lambda cell: (-worth(cell), cell))
    return tuple(cells[: 2 * BEST])


@final
class _Room:
    """Where units may still be placed: in the zone, and apart from those that have their places."""

    def __init__(self, board: Board, allowed: frozenset[Cell]) -> None:
        self.board = board
        self.allowed = allowed
        self.taken: list[Cell] = []

    def has(self, cell: Cell, apart: int) -> bool:
        """Whether a unit may be placed here, so many hexes from all others."""
        return cell in self.allowed and all(self.board.distance(cell, other) >= apart for other in self.taken)


def deploy(seat: Seat, view: TankView, rng: Random, temper: Temper) -> Order:
    """The places of a whole force: each gun where it adds most to what the others cover."""
    assert view.side is not None
    scenario, given = scenario_of(view), handicaps_of(view)
    foes = scenario.bravo if view.side == "alpha" else scenario.alpha
    arrays = field(scenario.map, scenario.mode)
    ways = traffic(scenario.map, scenario.mode, foes.edge, max(1, weapon_of(foes.forces[0].type).ma)).copy()
    room = _Room(arrays.ground.board, frozenset(seat.legal.units[0].options[0].cells))
    tasks: list[Task] = []
    guns = [unit for unit in view.own if not weapon_of(unit.type).traits.squad]
    squads = [unit for unit in view.own if weapon_of(unit.type).traits.squad]
    for unit in guns:
        sites = [site for site in _sites(view.scenario, given, view.side, unit.type) if room.has(site.cell, 3)]
        if not sites:
            return Order("deploy")
        sums = np.array([float((site.caught * ways).sum()) + site.shelter for site in sites])
        spread = float(np.ptp(sums)) or 1.0
        stirred = sums + np.array([rng.random() for _ in sites]) * spread * (0.25 + temper.noise)
        site = sites[int(np.argmax(stirred))]
        ways *= 1.0 - (1.0 - FADE) * site.caught
        room.taken.append(site.cell)
        tasks.append(Task(unit.id, PLACING.kind, (site.cell,), site.facing))
    for unit in squads:
        cells = [cell for cell in _ambushes(view.scenario, given, view.side) if room.has(cell, 2)]
        if not cells:
            return Order("deploy")
        cell = cells[int(rng.random() ** 2 * len(cells))]
        room.taken.append(cell)
        tasks.append(Task(unit.id, PLACING.kind, (cell,)))
    return Order("deploy", (*tasks, *modules.placings(seat, view, rng)))
