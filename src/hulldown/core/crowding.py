"""Too many units in a hex when movement is over: who goes back, and how far. How many fit is the game's business."""

from __future__ import annotations

from typing import Generic, TypeVar

from hulldown.core.board import Cell
from hulldown.core.movers import OFF_MAP, ON_MAP, WAITING, Mover, Token
from hulldown.core.native import mypyc_attr

U = TypeVar("U", bound=Token)


@mypyc_attr(allow_interpreted_subclasses=True)
class Crowd(Generic[U]):
    """What a game says about units in one hex."""

    strict: bool = False
    """Whether even a single unit may not fit somewhere."""

    def fits(self, cell: Cell, there: list[U]) -> bool:
        """Whether these units may all stay in a hex."""
        return len(there) < 2

    def place(self, unit: U, mover: Mover) -> int:
        """A number: the unit with the highest one goes back first."""
        return mover.arrived

    def moved_back(self, unit: U) -> None:
        """A unit has been put back where it is now; WAITING: off the map."""


def occupants(units: list[U]) -> dict[Cell, list[int]]:
    """The units on the map in each occupied cell, by their places in the list."""
    found: dict[Cell, list[int]] = {}
    for index, unit in enumerate(units):
        if unit.status == ON_MAP:
            found.setdefault(unit.cell, []).append(index)
    return found


def settle(units: list[U], movers: list[Mover], crowd: Crowd[U]) -> list[Mover]:
    """The movers backed up because a hex was overfilled.

    The one that the game names goes back along its path to the last hex where it fits. One that finds its whole path
    taken stays at its start, and whoever came there goes back in turn. A unit that has just come onto the map goes back
    off it.
    """
    if not crowd.strict and not _shared(units):
        return []
    by_unit = {mover.unit: mover for mover in movers}
    backed: list[Mover] = []
    while True:
        able: list[Mover] = []
        for cell, there in sorted(occupants(units).items()):
            if not crowd.fits(cell, [units[index] for index in there]):
                able = [by_unit[i] for i in there if i in by_unit and len(by_unit[i].trail) > 1]
                if able:
                    break
        if not able:
            return backed
        last = max(able, key=lambda mover: (crowd.place(units[mover.unit], mover), mover.unit))
        _back_up(units, last, crowd)
        backed.append(last)


def _shared(units: list[U]) -> bool:
    """Whether any two units are in one hex."""
    taken: set[Cell] = set()
    count = 0
    for unit in units:
        if unit.status == ON_MAP:
            taken.add(unit.cell)
            count += 1
    return len(taken) < count


def _back_up(units: list[U], mover: Mover, crowd: Crowd[U]) -> None:
    """Takes a mover back along its path until it fits, at the furthest to where it began."""
    unit = units[mover.unit]
    standing = occupants(units)
    while True:
        mover.trail = mover.trail[:-1]
        cell = mover.trail[-1]
        if len(mover.trail) == 1 or crowd.fits(cell, [units[i] for i in (*standing.get(cell, ()), mover.unit)]):
            break
    unit.cell = cell
    if cell == OFF_MAP:
        unit.status = WAITING
    crowd.moved_back(unit)
