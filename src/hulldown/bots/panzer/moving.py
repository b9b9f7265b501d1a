"""The orders of the Movement Phase: who drives where, and who drives first."""

from __future__ import annotations

from random import Random

from hulldown.bots.panzer.driving import Move, account_from, account_of, moves, shaken
from hulldown.bots.panzer.goals import errands
from hulldown.bots.panzer.picture import Picture
from hulldown.bots.seat import Seat
from hulldown.core.board import Cell
from hulldown.core.decisions import Legal
from hulldown.core.orders import Order
from hulldown.games.panzer.movement import STAY_ALL
from hulldown.games.panzer.state import SHORT_HALT, WAITING

TRIES = 8
"""How often an order is mended before all stay."""


def move_order(picture: Picture, seat: Seat, rng: Random, skip: int = 0) -> Order:
    """Moves for all who must move, those least at risk first; `skip` takes a later choice for one of them in turn."""
    legal = seat.legal
    jolt = shaken(picture, rng)
    names = {unit.id: index for index, unit in enumerate(picture.units)}
    given = errands(picture)
    taken: dict[Cell, int] = {}
    movers = {names[unit.unit] for unit in legal.units}
    turns = sorted(movers)
    for index in picture.mine:
        if index not in movers:
            cell = picture.units[index].cell
            taken[cell] = taken.get(cell, 0) + 1
    ranked: dict[int, list[Move]] = {}
    for unit in legal.units:
        index = names[unit.unit]
        one = picture.units[index]
        fresh = picture.seen.mover is None
        account = account_of(picture, one, one.command == SHORT_HALT) if fresh else account_from(one, unit)
        found = moves(picture, index, given.get(index), account, taken, jolt)
        if skip and index == turns[(skip - 1) % len(turns)]:
            found = found[1 + (skip - 1) // len(turns) :] or found
        ranked[index] = found
        if found and found[0].cell >= 0 and not found[0].leaves:
            taken[found[0].cell] = taken.get(found[0].cell, 0) + 1
    return _mended(picture, seat, legal, ranked)


def _mended(picture: Picture, seat: Seat, legal: Legal, ranked: dict[int, list[Move]]) -> Order:
    """The order of everybody's best move, of the next one for those whose best is refused."""
    names = {picture.units[index].id: index for index in ranked}
    at = dict.fromkeys(ranked, 0)
    order = Order("move", choice=STAY_ALL, decision=legal.decision.id)
    for _ in range(TRIES):
        chosen = {index: found[at[index]] for index, found in ranked.items() if at[index] < len(found)}
        line = sorted(chosen, key=lambda index: (picture.units[index].status == WAITING, chosen[index].risk, index))
        tasks = tuple(chosen[index].task(picture.units[index].id) for index in line)
        if not tasks:
            break
        order = Order("move", tasks, decision=legal.decision.id)
        wrong = seat.check(order)
        if not wrong:
            return order
        for violation in wrong:
            if violation.unit in names:
                at[names[violation.unit]] += 1
    return Order("move", choice=STAY_ALL, decision=legal.decision.id)
