"""The orders of the Movement Phase: who drives where, and who drives first."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hulldown.bots.brains import Pool
from hulldown.bots.panzer.driving import Driver, Move, account_from, account_of, moves, shaken
from hulldown.bots.panzer.goals import Errand, errands
from hulldown.bots.panzer.picture import Picture
from hulldown.bots.seat import Seat
from hulldown.core.board import Cell
from hulldown.core.decisions import Legal
from hulldown.core.orders import Order
from hulldown.games.panzer.rules.state import WAITING
from hulldown.games.panzer.rules.verbs.base import MOVEMENT

TRIES = 8
"""How often an order is mended before all stay."""
POOLED = 10
"""Moves of a vehicle that are open to be tried."""
NOTED = 4
"""Moves of a vehicle that are noted for other playouts."""


def move_order(picture: Picture, seat: Seat, rng: Random) -> Order:
    """Moves for all who must move, those least at risk first."""
    return _mended(picture, seat, seat.legal, _ranked(picture, seat.legal, rng))


def move_orders(picture: Picture, seat: Seat, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
    """The same order first, then with later choices of single vehicles, one after the other."""
    ranked = _ranked(picture, seat.legal, rng)
    for index, found in ranked.items():
        name = picture.units[index].id
        pool[name] = [move.task(name) for move in found[:POOLED]]
    yield _mended(picture, seat, seat.legal, ranked)
    turns = sorted(ranked)
    for number in range(count if turns else 0):
        index, skip = turns[number % len(turns)], 1 + number // len(turns)
        if skip < len(ranked[index]):
            yield _mended(picture, seat, seat.legal, {**ranked, index: ranked[index][skip:]})


def _ranked(picture: Picture, legal: Legal, rng: Random) -> dict[int, list[Move]]:
    """The moves of all who must move, each vehicle's best first."""
    names = {unit.id: index for index, unit in enumerate(picture.units)}
    movers = {names[unit.unit] for unit in legal.units}
    if picture.temper.notes is not None:
        return _noted(picture, legal, picture.temper.notes, rng)
    jolt = shaken(picture, rng)
    given = errands(picture)
    taken: dict[Cell, int] = {}
    for index in picture.mine:
        if index not in movers:
            cell = picture.units[index].cell
            taken[cell] = taken.get(cell, 0) + 1
    ranked: dict[int, list[Move]] = {}
    for unit in legal.units:
        index = names[unit.unit]
        one = picture.units[index]
        fresh = picture.seen.mover is None
        account = account_of(picture, one, one.command in picture.scene.halting) if fresh else account_from(one, unit)
        found = moves(Driver(picture, index, given.get(index), account, taken, jolt))
        ranked[index] = found
        if found and found[0].cell >= 0 and not found[0].leaves:
            taken[found[0].cell] = taken.get(found[0].cell, 0) + 1
    return ranked


def _noted(picture: Picture, legal: Legal, notes: dict[Any, Any], rng: Random) -> dict[int, list[Move]]:
    """The best moves of each vehicle, taken from the notes where it and all enemies stood alike before.

    Errands stay as they were first given in the search. That friends may want the same hex is not minded: it is rare,
    and a move that is refused is mended.
    """
    given: dict[int, Errand] | None = notes.get(picture.side)
    if given is None:
        given = notes[picture.side] = errands(picture)
    names = {unit.id: index for index, unit in enumerate(picture.units)}
    foes = tuple((index, picture.units[index].cell) for index in picture.foes)
    fresh = picture.seen.mover is None
    ranked: dict[int, list[Move]] = {}
    for one in legal.units:
        index = names[one.unit]
        unit = picture.units[index]
        account = account_of(picture, unit, unit.command in picture.scene.halting) if fresh else account_from(unit, one)
        key = (index, account, foes)
        found = notes.get(key)
        if found is None:
            found = moves(Driver(picture, index, given.get(index), account, {}, shaken(picture, rng)))[:NOTED]
            notes[key] = found
        ranked[index] = found
    return ranked


def _mended(picture: Picture, seat: Seat, legal: Legal, ranked: dict[int, list[Move]]) -> Order:
    """The order of everybody's best move, of the next one for those whose best is refused."""
    names = {picture.units[index].id: index for index in ranked}
    at = dict.fromkeys(ranked, 0)
    for _ in range(TRIES):
        chosen = {index: found[at[index]] for index, found in ranked.items() if at[index] < len(found)}
        line = sorted(chosen, key=lambda index: (picture.units[index].status == WAITING, chosen[index].risk, index))
        tasks = tuple(chosen[index].task(picture.units[index].id) for index in line)
        if not tasks:
            break
        order = Order(MOVEMENT, tasks, decision=legal.decision.id)
        wrong = seat.offer(order)
        if not wrong:
            return order
        for violation in wrong:
            if violation.unit in names:
                at[names[violation.unit]] += 1
    # To stay, where that is allowed; a way out of an enemy's hex where it is not.
    idle = legal.idle
    assert idle is not None
    return Order(MOVEMENT, idle.tasks, idle.choice, decision=legal.decision.id)
