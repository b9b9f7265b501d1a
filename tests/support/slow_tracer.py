"""A second, slow tracer: clips the segment between two hex centres against hexes as polygons, in exact fractions.

It shares nothing with `hulldown.core.hex` but the numbering of the directions. The plane is the axial one, in which a
corner of the hex at the origin is a third of the sum of two neighbouring steps. Points are written in thirds, so that
corners are whole numbers; where the line meets an edge is a fraction of its length.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

Place = tuple[int, int]
Point = tuple[int, int]
"""A point of the plane in thirds of a step."""
Edge = frozenset[Place]
"""A hexside as the two hexes it divides."""

STEPS: tuple[Place, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
CORNERS: tuple[Point, ...] = tuple(
    (STEPS[d][0] + STEPS[(d + 1) % 6][0], STEPS[d][1] + STEPS[(d + 1) % 6][1]) for d in range(6)
)
ZERO, ONE = Fraction(0), Fraction(1)


class Line(NamedTuple):
    """What the line from the origin's centre to another centre meets, in order."""

    hexes: list[Place]
    crossed: list[Edge]
    along: list[Edge]
    corners: list[frozenset[Edge]]
    kinds: list[str]


class _Cut(NamedTuple):
    """The part of the segment inside a closed hex, as parameters, and the sides it lies on along its whole length."""

    enters: Fraction
    leaves: Fraction
    place: Place
    on: list[int]


def _corners(place: Place) -> list[Point]:
    """The corners of a hex; side d runs from corner d-1 to corner d."""
    return [(3 * place[0] + q, 3 * place[1] + r) for q, r in CORNERS]


def _left(start: Point, end: Point, point: Point) -> int:
    """Positive when the point lies on one side of the line from start to end, negative on the other, zero on it."""
    return (end[0] - start[0]) * (point[1] - start[1]) - (end[1] - start[1]) * (point[0] - start[0])


def _clip(place: Place, goal: Point) -> _Cut | None:
    """The cut of the segment from (0, 0) to `goal` by a hex, edge by edge (Cyrus and Beck); None if they never meet."""
    low, high = ZERO, ONE
    on: list[int] = []
    corners = _corners(place)
    centre = (3 * place[0], 3 * place[1])
    for d in range(6):
        start, end = corners[d - 1], corners[d]
        inward = 1 if _left(start, end, centre) > 0 else -1
        first = inward * _left(start, end, (0, 0))
        last = inward * _left(start, end, goal)
        if first < 0 and last < 0:
            return None
        if first == last:
            if first == 0:
                on.append(d)
        elif first < 0:
            low = max(low, Fraction(first, first - last))
        elif last < 0:
            high = min(high, Fraction(first, first - last))
    return _Cut(low, high, place, on) if low <= high else None


def _edge(place: Place, direction: int) -> Edge:
    return frozenset({place, (place[0] + STEPS[direction][0], place[1] + STEPS[direction][1])})


def _near(goal: Place) -> list[Place]:
    """The hexes whose centres are not farther from the line than a hex is wide."""
    dq, dr = goal
    reach = max(abs(q * dr - r * dq) for q, r in STEPS)
    qs, rs = sorted((0, dq)), sorted((0, dr))
    return [
        (q, r)
        for q in range(qs[0] - 1, qs[1] + 2)
        for r in range(rs[0] - 1, rs[1] + 2)
        if abs(q * dr - r * dq) <= reach
    ]


def slow_trace(dq: int, dr: int) -> Line:
    """The line from (0, 0) to (dq, dr)."""
    goal = (3 * dq, 3 * dr)
    cuts = [cut for place in _near((dq, dr)) if (cut := _clip(place, goal)) is not None]
    inside = sorted(cut for cut in cuts if cut.leaves > cut.enters and not cut.on)
    beside = [cut for cut in cuts if cut.leaves > cut.enters and cut.on]
    met: list[tuple[Fraction, int, str, object]] = [(cut.enters, 2, "hex", cut.place) for cut in inside]
    met += [(t, 1, "corner", edges) for t, edges in _corners_met(cuts, goal)]
    at_corner = {t for t, _, kind, _ in met if kind == "corner"}
    for here, ahead in pairwise(inside):
        if here.leaves == ahead.enters and here.leaves not in at_corner:
            met.append((here.leaves, 1, "crossed", frozenset({here.place, ahead.place})))
    seen: set[Edge] = set()
    for cut in beside:
        edge = _edge(cut.place, cut.on[0])
        if edge not in seen:
            seen.add(edge)
            met.append((cut.enters, 2, "along", edge))
    met.sort(key=lambda entry: entry[:2])
    return Line(
        hexes=[what for _, _, kind, what in met if kind == "hex"],  # type: ignore[misc]
        crossed=[what for _, _, kind, what in met if kind == "crossed"],  # type: ignore[misc]
        along=[what for _, _, kind, what in met if kind == "along"],  # type: ignore[misc]
        corners=[what for _, _, kind, what in met if kind == "corner"],  # type: ignore[misc]
        kinds=[kind for _, _, kind, _ in met],
    )


def _corners_met(cuts: list[_Cut], goal: Point) -> list[tuple[Fraction, frozenset[Edge]]]:
    """The corners that lie on the line, each with the three sides that end in it."""
    found: dict[Fraction, set[Place]] = {}
    for cut in cuts:
        for t in {cut.enters, cut.leaves}:
            if (t * goal[0], t * goal[1]) in _corners(cut.place):
                found.setdefault(t, set()).add(cut.place)
    corners = []
    for t, places in sorted(found.items()):
        assert len(places) == 3, "three hexes meet in a corner"
        a, b, c = sorted(places)
        corners.append((t, frozenset({frozenset({a, b}), frozenset({a, c}), frozenset({b, c})})))
    return corners
