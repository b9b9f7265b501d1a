"""Hex algebra on axial integers and exact line traces between hex centres.

Directions are numbered 0–5 clockwise from north on flat-topped hexes (N NE SE S SW NW). A `Side` is a hexside written
canonically as (hex, 0..2); the other three sides of a hex belong to its neighbours. Nothing here rounds: a trace is
found by comparing integer fractions, so it is exact for every displacement.
"""

from __future__ import annotations

from functools import cache
from typing import Literal, NamedTuple


class Hex(NamedTuple):
    """A hex in axial coordinates; the third cube coordinate is -q-r."""

    q: int
    r: int


class Side(NamedTuple):
    """A hexside: side `direction` (0, 1 or 2) of `hex`."""

    hex: Hex
    direction: int


DIRECTIONS: tuple[Hex, ...] = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
OPPOSITE: tuple[int, ...] = (3, 4, 5, 0, 1, 2)
"""By direction the one that leads back."""
ORIGIN = Hex(0, 0)


def add(a: Hex, b: Hex) -> Hex:
    return Hex(a.q + b.q, a.r + b.r)


def neighbour(a: Hex, direction: int) -> Hex:
    step = DIRECTIONS[direction]
    return Hex(a.q + step.q, a.r + step.r)


def distance(a: Hex, b: Hex) -> int:
    """The fewest hexes from a to b: adjacent hexes are 1 apart."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def side(a: Hex, direction: int) -> Side:
    """The canonical name of side `direction` (0..5) of a."""
    return Side(a, direction) if direction < 3 else Side(neighbour(a, direction), direction - 3)


HEX, CROSSED, ALONG, CORNER = 0, 1, 2, 3
Met = tuple[int, int, int, int]
"""What a walk meets: one of the four kinds, then a hex (q, r, 0) or a canonical hexside (q, r, 0..2)."""

# q-r grows towards NE, r-s towards S, s-q towards NW: (axis, grows) -> the direction of the side met there.
_EXITS = ((4, 1), (0, 3), (2, 5))
_DQ = tuple(step.q for step in DIRECTIONS)
_DR = tuple(step.r for step in DIRECTIONS)


def walk(dq: int, dr: int) -> list[Met]:
    """All that the line from (0, 0) to (dq, dr) meets, in order; a corner is given as the three sides that end in it.

    A hex is the region within 1 of its centre in each of the differences q-r, r-s, s-q of the cube coordinates, so
    the next side met is the one whose limit is reached at the smallest parameter: integer fractions are compared.
    When the line leaves through a corner into the next hex, the corner stands in place of a crossing.
    """
    rates = (dq - dr, dq + 2 * dr, -2 * dq - dr)
    axes = [
        (axis, abs(rate), 1 if rate > 0 else -1, _EXITS[axis][rate > 0]) for axis, rate in enumerate(rates) if rate != 0
    ]
    q = r = 0
    met: list[Met] = [(HEX, 0, 0, 0)]
    while q != dq or r != dr:
        centres = (q - r, q + 2 * r, -2 * q - r)
        least, base, way, tied = 1, 0, -1, -1
        for axis, rate, sign, exit_way in axes:
            limit = 1 + sign * centres[axis]
            compared = limit * base - least * rate
            if base == 0 or compared < 0:
                least, base, way, tied = limit, rate, exit_way, -1
            elif compared == 0:
                tied = exit_way
        if tied < 0:
            met.append((CROSSED, *_canonical(q, r, way)))
            q += _DQ[way]
            r += _DR[way]
        else:
            q, r = _through_corner(q, r, way, tied, rates, met)
        met.append((HEX, q, r, 0))
    return met


def _canonical(q: int, r: int, way: int) -> tuple[int, int, int]:
    return (q, r, way) if way < 3 else (q + _DQ[way], r + _DR[way], way - 3)


def _through_corner(q: int, r: int, one: int, two: int, rates: tuple[int, int, int], met: list[Met]) -> tuple[int, int]:
    """The next hex of a line that leaves through the corner between the adjacent sides `one` and `two`."""
    if (two - one) % 6 != 1:
        one, two = two, one
    # The side between the two neighbours lies on the third axis: a line that does not move on it runs along that side.
    between = _canonical(q + _DQ[one], r + _DR[one], (two + 1) % 6)
    for edge in (_canonical(q, r, one), _canonical(q, r, two), between):
        met.append((CORNER, *edge))
    third = 3 - _AXIS[one] - _AXIS[two]
    if rates[third] == 0:
        met.append((ALONG, *between))
        q, r = q + _DQ[one] + _DQ[two], r + _DR[one] + _DR[two]
        for edge in (_canonical(q, r, (one + 3) % 6), _canonical(q, r, (two + 3) % 6), between):
            met.append((CORNER, *edge))
        return q, r
    # Otherwise it goes on into the neighbour it leans to; the other one is only touched at its corner.
    leaning = _EXITS[third][rates[third] > 0]
    way = one if (one - leaning) % 6 in (1, 5) else two
    return q + _DQ[way], r + _DR[way]


_AXIS: dict[int, int] = {way: axis for axis, ways in enumerate(_EXITS) for way in ways}


class Mark(NamedTuple):
    """One thing a line meets: a hex entered, a side crossed, a side run along, or a corner with its three sides."""

    kind: Literal["hex", "crossed", "along", "corner"]
    hex: Hex
    """The hex the line is in; for a side or a corner, the one it was in last."""
    sides: tuple[Side, ...]


class Trace(NamedTuple):
    """The exact line from the origin's centre to another hex's centre."""

    marks: tuple[Mark, ...]
    hexes: tuple[Hex, ...]
    crossed: tuple[Side, ...]
    along: tuple[Side, ...]
    corners: tuple[tuple[Side, Side, Side], ...]
    entry: tuple[int, ...]
    """The directions of the last hex's own sides through which the line comes in (two when through a corner)."""


@cache
def trace(dq: int, dr: int) -> Trace:
    """The trace from (0, 0) to (dq, dr)."""
    marks = _marks(dq, dr)
    here = marks[-1].hex
    last = {side(here, direction): direction for direction in range(6)}
    return Trace(
        marks=tuple(marks),
        hexes=tuple([mark.hex for mark in marks if mark.kind == "hex"]),
        crossed=_first_sides(marks, "crossed"),
        along=_first_sides(marks, "along"),
        corners=tuple([(m.sides[0], m.sides[1], m.sides[2]) for m in marks if m.kind == "corner"]),
        entry=tuple([last[edge] for edge in marks[-2].sides if edge in last]) if len(marks) > 1 else (),
    )


def _marks(dq: int, dr: int) -> list[Mark]:
    """All that a line meets, the three sides of a corner as one mark."""
    marks: list[Mark] = []
    here = ORIGIN
    corner: list[Side] = []
    for kind, q, r, direction in walk(dq, dr):
        if kind == HEX:
            here = Hex(q, r)
            marks.append(Mark("hex", here, ()))
        elif kind == CORNER:
            corner.append(Side(Hex(q, r), direction))
            if len(corner) == 3:
                marks.append(Mark("corner", here, tuple(corner)))
                corner = []
        else:
            marks.append(Mark("crossed" if kind == CROSSED else "along", here, (Side(Hex(q, r), direction),)))
    return marks


def _first_sides(marks: list[Mark], kind: str) -> tuple[Side, ...]:
    return tuple([mark.sides[0] for mark in marks if mark.kind == kind])
