"""Short answers: who is named next, how vehicles are turned, close assaults, withdrawals, missions of batteries."""

from __future__ import annotations

from random import Random
from typing import Final

from hulldown.bots.panzer_battles.odds import Case, volley
from hulldown.bots.panzer_battles.picture import Foe, Picture
from hulldown.bots.seat import Seat
from hulldown.core.board import Cell
from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.rules import arcs
from hulldown.games.panzer_battles.rules.artillery import pattern_at
from hulldown.games.panzer_battles.rules.naming import AS_YOU_LIKE, FOR_SEGMENT, NEXT
from hulldown.games.panzer_battles.rules.state import Unit, enemies_in, friends_in, index_of, label_of
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import FACING, NAMING, PLOT, REORDER, RETREATING
from hulldown.games.panzer_battles.rules.verbs.kinds import (
    AIM,
    BOUND,
    HOLD_FIRE,
    NAME,
    OVERWATCH,
    RETREAT,
    TURN,
    WITHDRAW,
)

ALIKE: Final = 1e-6
"""Facings that differ by less are equally good."""
SAFE: Final = 3
"""Hexes from its own units that a battery does not fire into."""


def name_order(seat: Seat, picture: Picture, rng: Random) -> Order:
    """Names the counter that own units can hurt most where it is now: it has to move before they have fired."""
    names = seat.legal.units[0].options[0].targets
    where = {label_of(unit): unit.cell for unit in picture.state.units if unit.side == picture.foe_side}
    counters = {f"?{counter.tag}": counter.cell for counter in picture.view.counters}
    best, most = "", 0.0
    for name in names:
        cell = where.get(name, counters.get(name[1:], -1))
        worth = sum([_hold(picture, foe) for foe in picture.foes if foe.cell == cell], 0.0)
        if worth > most:
            best, most = name, worth
    if not best:
        return Order(NAMING, choice=FOR_SEGMENT if not picture.foes else AS_YOU_LIKE)
    return Order(NAMING, (Task(NEXT, NAME, targets=(best,)),))


def _hold(picture: Picture, foe: Foe) -> float:
    """What own units where they stand could take from an enemy."""
    units = picture.state.units
    return sum([picture.gain(units[at], units[at].cell, foe) for at in picture.own], 0.0)


def face_order(seat: Seat, picture: Picture, rng: Random) -> Order:
    """Turns each vehicle so that least can be done to it, and guns to where they can fire."""
    state = picture.state
    tasks = []
    for offer in seat.legal.units:
        at = index_of(state, offer.unit)
        unit = state.units[at]
        facing = best_facing(picture, unit)
        if facing >= 0 and facing != unit.facing:
            tasks.append(Task(unit.id, TURN, facing=facing))
    return Order(FACING, tuple(tasks))


def best_facing(picture: Picture, unit: Unit) -> int:
    """The facing that is best for a vehicle; -1 where it does not matter."""
    kind = traits(unit.type)
    if not picture.foes or not kind.vehicle:
        return -1
    threats = []
    for foe in picture.foes:
        side = picture.hurt(foe, unit, unit.cell, True, False)
        if side > 0:
            front = picture.hurt(foe, unit, unit.cell, False, False)
            threats.append((foe, (side - front) * picture.price(unit)))
    aims = [(foe, picture.gain(unit, unit.cell, foe)) for foe in picture.foes] if kind.sponsons or kind.gun else []
    marks = []
    for facing in range(6):
        mark = 0.0
        for foe, more in threats:
            if picture.flank(facing, unit.cell, foe.cell):
                mark -= more
        bears = [gain for foe, gain in aims if _bears(picture, unit, facing, foe.cell)]
        marks.append(mark + max(bears, default=0.0))
    best = max(marks)
    near = min(picture.foes, key=lambda foe: (picture.scene.board.distance(foe.cell, unit.cell), foe.cell))
    toward = picture.toward(unit.cell, near.cell)
    ways: list[int] = [toward, unit.facing, 0, 1, 2, 3, 4, 5]
    for facing in ways:
        if marks[facing] > best - ALIKE:
            return facing
    return -1


def _bears(picture: Picture, unit: Unit, facing: int, cell: Cell) -> bool:
    dq, dr = picture.scene.displacement(unit.cell, cell)
    if traits(unit.type).gun:
        return arcs.in_front(facing, dq, dr, picture.scene.front_arc(picture.state))
    return arcs.in_sponson(facing, dq, dr)


def reorder_order(seat: Seat, picture: Picture, rng: Random) -> Order:
    """Stays in a close assault that goes well, and leaves one that does not (13.28a, 13.29b)."""
    melee = picture.state.melee
    assert melee is not None
    ours, theirs = strengths_in(picture, melee.cell)
    tasks = []
    for offer in seat.legal.units:
        allowed = [option.kind for option in offer.options]
        kind = OVERWATCH if ours >= theirs else BOUND
        if kind not in allowed:
            kind = WITHDRAW if WITHDRAW in allowed and ours < theirs else allowed[0]
        tasks.append(Task(offer.unit, kind))
    return Order(REORDER, tuple(tasks))


def strengths_in(picture: Picture, cell: Cell) -> tuple[float, float]:
    """The points that each side may take from the other by a round of close assault: ours, then theirs."""
    state = picture.state
    own, foes = friends_in(state, picture.side, cell), enemies_in(state, picture.side, cell)
    return _exchange(picture, own, foes, cell), _exchange(picture, foes, own, cell)


def _exchange(picture: Picture, firers: list[int], targets: list[int], cell: Cell) -> float:
    total = 0.0
    terrain = picture.scene.board.terrain[cell]
    for at in firers:
        unit = picture.state.units[at]
        worths = [
            picture.price(aim)
            * volley(Case(unit.type, unit.strength, aim.type, aim.strength, 0, True, terrain, False, False))
            for aim in (picture.state.units[target] for target in targets)
            if aim.strength
        ]
        total += max(worths, default=0.0)
    return total


def retreat_order(seat: Seat, picture: Picture, rng: Random) -> Order:
    """Withdraws units of a type together into the hex where least can be done to them."""
    state = picture.state
    tasks = []
    chosen: dict[bool, Cell] = {}
    for offer in seat.legal.units:
        at = index_of(state, offer.unit)
        infantry = traits(state.units[at].type).infantry
        if infantry not in chosen:
            cells = offer.options[0].cells
            chosen[infantry] = min(cells, key=lambda cell: (picture.danger(at, cell, False), cell))
        tasks.append(Task(offer.unit, RETREAT, (chosen[infantry],)))
    return Order(RETREATING, tuple(tasks))


def plot_order(seat: Seat, picture: Picture, rng: Random) -> Order:
    """Missions for batteries: on enemies that stand, and where some are expected, away from own units."""
    targets = mission_cells(picture)
    tasks = []
    for place, offer in enumerate(seat.legal.units):
        if place < len(targets):
            tasks.append(Task(offer.unit, AIM, (targets[place],)))
        else:
            tasks.append(Task(offer.unit, HOLD_FIRE))
    return Order(PLOT, tuple(tasks))


def mission_cells(picture: Picture) -> list[Cell]:
    """The hexes worth fire in two turns, the best first."""
    scene, distance = picture.scene, picture.scene.board.distance
    own = [picture.state.units[at].cell for at in picture.own]
    marks: dict[Cell, float] = {}
    for foe in picture.foes:
        stays = 0.4 if foe.moving else 1.0
        for cell in (foe.cell, *scene.board.neighbours[foe.cell]):
            if cell >= 0 and foe.cell in pattern_at(scene, cell):
                marks[cell] = marks.get(cell, 0.0) + stays * foe.price * foe.strength * foe.weight
    for town in scene.scenario.towns:
        cells = [scene.board.by_label[label] for label in town.hexes]
        for cell in cells:
            inside = sum(one in pattern_at(scene, cell) for one in cells)
            marks[cell] = marks.get(cell, 0.0) + 1.5 * inside
    good = [cell for cell in marks if min([distance(cell, one) for one in own], default=99) > SAFE]
    good.sort(key=lambda cell: (-marks[cell], cell))
    chosen: list[Cell] = []
    for cell in good:
        if all(distance(cell, other) > 2 for other in chosen):
            chosen.append(cell)
    return chosen
