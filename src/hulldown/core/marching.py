"""Movement plots carried out tick by tick, all at the same time: what is common to games that move so.

A game plays the ticks itself, since what happens on the way is its own. Here is what they all ask: who enters a hex
now, who disputes one, who is barred, how an overrun goes through. Units are `Token`s in one list, movers name them by
their place in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from hulldown.core.board import Board, Cell
from hulldown.core.movers import OFF_MAP, ON_MAP, WAITING, Mover, Token
from hulldown.core.native import mypyc_attr
from hulldown.core.paths import IMPOSSIBLE

U = TypeVar("U", bound=Token)
_ALIVE: Final = (ON_MAP, WAITING)


def any_active(movers: list[Mover]) -> bool:
    for mover in movers:  # noqa: SIM110 - asked at every tick
        if mover.active:
            return True
    return False


def due_at(movers: list[Mover], tick: int) -> list[Mover]:
    """The movers that enter their next hex, or leave the map, at this tick."""
    due: list[Mover] = []
    for mover in movers:
        if mover.active and not mover.held and mover.due[mover.at] <= tick:
            due.append(mover)
    return due


def exits_now(mover: Mover) -> bool:
    """Whether the next step of a mover leads off the map."""
    return mover.at == len(mover.path)


def leavers_first(due: list[Mover]) -> list[Mover]:
    """The movers with those in front that leave the map."""
    for mover in due:
        if mover.exits:
            return [m for m in due if exits_now(m)] + [m for m in due if not exits_now(m)]
    return due


def drop_the_dead(units: list[U], movers: list[Mover]) -> None:
    """Ends the plots of units destroyed on the way."""
    for mover in movers:
        if mover.active and units[mover.unit].status not in _ALIVE:
            mover.active = False


def meetings(units: list[U], due: list[Mover], side: str) -> list[tuple[Mover, Mover]]:
    """The pairs of opponents of which both are about to enter one hex, or each the hex of the other.

    The first of each pair is of this side.
    """
    met: list[tuple[Mover, Mover]] = []
    foes: list[Mover] = []
    wanted: set[Cell] = set()
    for mover in due:
        if units[mover.unit].side != side and mover.at != len(mover.path):
            foes.append(mover)
            wanted.add(mover.path[mover.at])
    if not foes:
        return met
    for mover in due:
        unit = units[mover.unit]
        if unit.side != side or mover.at == len(mover.path):
            continue
        here, goal = unit.cell, mover.path[mover.at]
        if goal not in wanted and here not in wanted:
            continue
        for foe in foes:
            aim = foe.path[foe.at]
            if aim == goal or (aim == here and units[foe.unit].cell == goal):
                met.append((mover, foe))
    return met


def disputed(due: list[Mover], met: list[tuple[Mover, Mover]]) -> list[tuple[Cell, list[Mover]]]:
    """The hexes that opponents are about to enter together, each with all who are, in the order of those due."""
    hexes = {one.path[one.at] for one, other in met if one.path[one.at] == other.path[other.at]}
    found: list[tuple[Cell, list[Mover]]] = []
    for mover in due:
        goal = mover.path[mover.at] if not exits_now(mover) else OFF_MAP
        if goal in hexes:
            hexes.remove(goal)
            rivals = [one for one in due if not exits_now(one) and one.path[one.at] == goal]
            found.append((goal, rivals))
    return found


def crossing(due: list[Mover], met: list[tuple[Mover, Mover]]) -> list[Mover]:
    """Those still on the move that would change places with an enemy across one hexside."""
    found: set[int] = set()
    for one, other in met:
        if one.path[one.at] != other.path[other.at] and one.active and other.active:
            found |= {one.unit, other.unit}
    return [mover for mover in due if mover.unit in found] if found else []


@mypyc_attr(allow_interpreted_subclasses=True)
class Gate:
    """What a game says of units that come to a hex which may be barred."""

    def blocked(self, mover: Mover, leaving: int) -> bool:
        """Whether a mover cannot enter its next hex while the units in the set `leaving` (bits) leave theirs."""
        return False

    def stop(self, mover: Mover) -> None:
        """Ends the move of one that cannot."""
        mover.active = False


def unblocked(due: list[Mover], gate: Gate) -> list[Mover]:
    """The movers that nothing bars; found by repetition, as one stop may cause others."""
    left = due
    while True:
        leaving = 0
        for mover in left:
            leaving |= 1 << mover.unit
        barred = [mover for mover in left if gate.blocked(mover, leaving)]
        if not barred:
            return left
        for mover in barred:
            gate.stop(mover)
        left = [mover for mover in left if mover.active]


# Overruns: the path leads through the target hex, the last but one, and ends in the hex beyond.


def target_of(mover: Mover) -> Cell:
    """The hex overrun."""
    return mover.path[-2]


def committed(mover: Mover) -> bool:
    """Whether an overrunner stands in its target hex and must go on to the hex beyond."""
    return mover.at == len(mover.path) - 1


def approaching(mover: Mover) -> bool:
    """Whether an overrunner is still on its way to its target hex."""
    return mover.active and mover.at <= len(mover.path) - 2


def straight_through(board: Board, cells: tuple[Cell, ...]) -> bool:
    """Whether the last two steps of these cells, the first of which is where the unit starts, go the same way."""
    way = board.direction(cells[-3], cells[-2])
    return way >= 0 and way == board.direction(cells[-2], cells[-1])


def beyond_is_free(units: list[U], movers: list[Mover], mover: Mover, leaving: int) -> bool:
    """Whether the hex beyond will be free of all who are not to leave it by the time it is needed.

    `leaving` are the units (a set of bits) that do not count: they leave now, or are carried by others.
    """
    beyond, last = mover.path[-1], mover.due[-1]
    for index, unit in enumerate(units):
        if unit.cell != beyond or unit.status != ON_MAP or leaving >> index & 1:
            continue
        if not any(m.unit == index and m.active and not m.held and m.due[m.at] <= last for m in movers):
            return False
    return True


def bolt(
    board: Board, start: Cell, direction: int, points: int, cost: Callable[[Cell, Cell, bool], int]
) -> list[tuple[Cell, int]]:
    """A straight path for so many points, each cell with what has been spent there; it never leads off the map.

    It ends where the next step is too dear. `cost` is asked for each step from one cell to the next, and told whether
    the unit has made a step before.
    """
    found: list[tuple[Cell, int]] = []
    here, spent = start, 0
    while True:
        ahead = board.neighbours[here][direction]
        if ahead < 0:
            return found
        price = cost(here, ahead, bool(found))
        if price == IMPOSSIBLE or price > points - spent:
            return found
        here, spent = ahead, spent + price
        found.append((here, spent))
