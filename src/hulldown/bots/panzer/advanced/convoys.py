"""Road columns: vehicles behind one another on a way that move by one command (6.2.1.1.3-roads-a, 6.2.1.1.3-roads-b).

A column does not mind the Command Range, so one command moves many; it is tied to its way and its order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.goals import Errand
from hulldown.core.board import Cell
from hulldown.games.panzer.rules.advanced.play import columns
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import ON_MAP

OFF = -1
"""In place of a hex: off the map."""
CLOSE = 3.0
"""What it costs two vehicles of a column to end in one hex."""


class Ends(NamedTuple):
    """Where a vehicle may end its move, each with what that is worth; `OFF` where it may leave the map."""

    unit: int
    worths: dict[Cell, float]
    paths: Mapping[Cell, tuple[Cell, ...]] = {}
    """The hexes through which it comes there, where it moves at all."""


# In the Command Phase.


def lines(field: Field, movers: Sequence[int], given: Mapping[int, Errand]) -> list[list[int]]:
    """Vehicles that want to go to the same goal and stand behind one another on a way, the lead vehicle first."""
    by_goal: dict[frozenset[Cell], list[int]] = {}
    for index in movers:
        errand = given.get(index)
        if errand is not None and errand.goal.take and columns.can_start(field.state, field.scene, index):
            by_goal.setdefault(errand.goal.cells, []).append(index)
    found: list[list[int]] = []
    for members in by_goal.values():
        turns = given[members[0]].turns
        left = sorted([(turns[field.units[index].cell], index) for index in members])
        while left:
            line, left = _line(field, left)
            if len(line) > 1:
                found.append(line)
    return found


def _line(field: Field, left: list[tuple[float, int]]) -> tuple[list[int], list[tuple[float, int]]]:
    """The column that begins with the first of some vehicles, the nearest to the goal first; and who is not in it."""
    line = [left[0][1]]
    rest = []
    for far, index in left[1:]:
        if columns.joined(field.scene, field.units[line[-1]].cell, field.units[index].cell):
            line.append(index)
        else:
            rest.append((far, index))
    return line, rest


# In the Movement Step.


def place_in(field: Field, index: int) -> int:
    """The place of a vehicle in its column, from 1; 0: it is in none."""
    return detail_of(field.units[index]).column


def arranged(field: Field, ahead: Cell | None, line: Sequence[Ends]) -> dict[int, Cell] | None:
    """Where the vehicles of a column end best, in their order and behind one that has moved; None: nowhere together.

    The lead vehicle tries all its hexes, the others close up: behind the one ahead of them, or stacked with it.
    """
    best: dict[int, Cell] | None = None
    most = 0.0
    for cell in sorted(line[0].worths):
        if cell != OFF and (not _follows(field, ahead, cell) or _passes(field, line[0], cell, ahead)):
            continue
        ends = {line[0].unit: cell}
        total = line[0].worths[cell]
        for one in line[1:]:
            place = _behind(field, one, ends)
            if place is None:
                break
            ends[one.unit] = place
            total += one.worths[place]
        if len(ends) == len(line) and (best is None or total > most) and _kept(field, ahead, ends):
            best, most = ends, total
    return best


def _follows(field: Field, ahead: Cell | None, cell: Cell) -> bool:
    """Whether a vehicle may end in a hex behind the last one that has moved."""
    return field.scene.ground.on_way[cell] and (ahead is None or columns.joined(field.scene, ahead, cell))


def _behind(field: Field, one: Ends, ends: Mapping[int, Cell]) -> Cell | None:
    """The best end of a vehicle behind those that are placed; it leads where all of them leave the map."""
    here = [cell for cell in ends.values() if cell != OFF]
    last = here[-1] if here else None
    found = [
        (worth - CLOSE * here.count(cell), -cell)
        for cell, worth in one.worths.items()
        if (not here if cell == OFF else _follows(field, last, cell) and not _passes(field, one, cell, last))
    ]
    return -max(found)[1] if found else None


def _passes(field: Field, one: Ends, cell: Cell, ahead: Cell | None) -> bool:
    """Whether a vehicle would pass the one ahead of it, which ends in `ahead`."""
    track = columns.Track((field.units[one.unit].cell, *one.paths.get(cell, ())))
    return ahead is not None and columns.passes(track, None, ahead)


def _kept(field: Field, ahead: Cell | None, ends: Mapping[int, Cell]) -> bool:
    """Whether the rules see a column in it still."""
    staying = {index: cell for index, cell in ends.items() if cell != OFF}
    return ahead is not None or columns.end_fault(field.state, field.scene, list(staying), staying) is None


def moved_ahead(field: Field, index: int, mates: Sequence[int]) -> Cell | None:
    """The hex of the last vehicle before another in its column that has moved; None: it leads now."""
    place = place_in(field, index)
    before = [
        (place_in(field, mate), field.units[mate].cell)
        for mate in mates
        if place_in(field, mate) < place and field.units[mate].status == ON_MAP and field.units[mate].moved
    ]
    return max(before)[1] if before else None
