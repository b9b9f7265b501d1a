"""Hex algebra and line traces: held against a second tracer that clips polygons in fractions, and against itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.core.hex import (
    DIRECTIONS,
    ORIGIN,
    Hex,
    Side,
    Trace,
    add,
    distance,
    neighbour,
    side,
    trace,
)
from support.hexsides import direction_to, side_between, side_hexes, subtract
from support.slow_tracer import slow_trace

hexes = st.builds(Hex, st.integers(-500, 500), st.integers(-500, 500))
ways = st.integers(0, 5)


def turned(place: Hex, times: int) -> Hex:
    """A hex rotated about the origin by so many sixths of a turn, clockwise."""
    q, r = place
    for _ in range(times % 6):
        q, r = -r, q + r
    return Hex(q, r)


def sector(reach: int) -> list[Hex]:
    """Every hex up to `reach` away in the sector from north to north-east, both borders included."""
    north, east = DIRECTIONS[0], DIRECTIONS[1]
    return [
        Hex(x * north.q + y * east.q, x * north.r + y * east.r)
        for x in range(reach + 1)
        for y in range(reach + 1 - x)
        if x or y
    ]


def edge_of(name: Side) -> frozenset[tuple[int, int]]:
    a, b = side_hexes(name)
    return frozenset({tuple(a), tuple(b)})  # type: ignore[arg-type]


def assert_agrees(dq: int, dr: int) -> None:
    """The trace meets what the slow tracer finds: the same hexes, sides and corners in the same order."""
    line, slow = trace(dq, dr), slow_trace(dq, dr)
    where = f"displacement {dq}, {dr}"
    assert [tuple(place) for place in line.hexes] == slow.hexes, where
    assert [edge_of(edge) for edge in line.crossed] == slow.crossed, where
    assert [edge_of(edge) for edge in line.along] == slow.along, where
    assert [frozenset(map(edge_of, corner)) for corner in line.corners] == slow.corners, where
    assert [mark.kind for mark in line.marks] == slow.kinds, where
    goal = (dq, dr)
    last = slow.corners[-1] if slow.kinds[-2] == "corner" else {slow.crossed[-1]}
    entry = {edge for edge in last if goal in edge}
    assert {edge_of(side(Hex(dq, dr), way)) for way in line.entry} == entry, where
    assert len(line.entry) == len(entry), where


@pytest.mark.slow
@pytest.mark.parametrize("near", [(1, 10), (11, 20), (21, 30), (31, 40)])
def test_trace_agrees_with_polygon_clipping_in_a_sector(near: tuple[int, int]) -> None:
    places = [place for place in sector(40) if near[0] <= distance(ORIGIN, place) <= near[1]]
    assert len(places) == sum(ring + 1 for ring in range(near[0], near[1] + 1))
    for place in places:
        assert_agrees(place.q, place.r)


@pytest.mark.parametrize("times", range(1, 6))
def test_trace_agrees_with_polygon_clipping_in_every_rotation(times: int) -> None:
    for place in sector(12):
        far = turned(place, times)
        assert_agrees(far.q, far.r)


def test_rotations_cover_the_whole_disc() -> None:
    covered = {turned(place, times) for place in sector(12) for times in range(6)}
    assert covered == {
        Hex(q, r) for q in range(-12, 13) for r in range(-12, 13) if 0 < distance(ORIGIN, Hex(q, r)) <= 12
    }


def reversed_from(line: Trace, dq: int, dr: int) -> tuple[object, ...]:
    """What the line meets, seen from its other end."""

    def back(edge: Side) -> Side:
        return Side(Hex(edge.hex.q + dq, edge.hex.r + dr), edge.direction)

    return (
        [add(place, Hex(dq, dr)) for place in reversed(line.hexes)],
        [back(edge) for edge in reversed(line.crossed)],
        [back(edge) for edge in reversed(line.along)],
        [{back(edge) for edge in corner} for corner in reversed(line.corners)],
    )


def test_a_line_is_the_same_from_both_ends() -> None:
    for place in sector(40):
        there, back = trace(place.q, place.r), trace(-place.q, -place.r)
        assert reversed_from(back, place.q, place.r) == (
            list(there.hexes), list(there.crossed), list(there.along), [set(corner) for corner in there.corners]
        ), place  # fmt: skip


def test_no_line_at_all() -> None:
    line = trace(0, 0)
    assert line.hexes == (ORIGIN,)
    assert line.crossed == line.along == line.corners == line.entry == ()


@pytest.mark.parametrize("way", range(6))
def test_to_a_neighbour_one_side_is_crossed(way: int) -> None:
    step = DIRECTIONS[way]
    line = trace(step.q, step.r)
    assert line.hexes == (ORIGIN, step)
    assert line.crossed == (side(ORIGIN, way),)
    assert line.along == line.corners == ()
    assert line.entry == ((way + 3) % 6,)


@pytest.mark.parametrize("way", range(6))
def test_between_two_directions_the_line_runs_along_a_hexside(way: int) -> None:
    # From a centre over a corner, down the side that divides the two neighbours, over its other end to the centre.
    one, two = DIRECTIONS[way], DIRECTIONS[(way + 1) % 6]
    goal = add(one, two)
    line = trace(goal.q, goal.r)
    assert line.hexes == (ORIGIN, goal)
    assert line.crossed == ()
    assert line.along == (side_between(one, two),)
    assert [mark.kind for mark in line.marks] == ["hex", "corner", "along", "corner", "hex"]
    near, far = map(set, line.corners)
    assert near == {side(ORIGIN, way), side(ORIGIN, (way + 1) % 6), side_between(one, two)}
    assert far == {side_between(one, goal), side_between(two, goal), side_between(one, two)}
    assert {neighbour(goal, entry) for entry in line.entry} == {one, two}


def test_a_long_line_along_hexsides_meets_every_third_hex() -> None:
    line = trace(3, 3)
    assert line.hexes == (Hex(0, 0), Hex(1, 1), Hex(2, 2), Hex(3, 3))
    assert len(line.along) == 3
    assert len(line.corners) == 6
    assert line.crossed == ()


def test_a_line_through_one_corner_goes_on_into_the_hex_it_leans_to() -> None:
    # Lines that pass exactly through a corner from hex to hex: the corner stands in place of the crossing.
    found = [place for place in sector(12) if trace(*place).corners and not trace(*place).along]
    assert found
    for place in found:
        line = trace(*place)
        assert len(line.hexes) == 1 + len(line.crossed) + len(line.corners), place


@given(hexes, hexes)
def test_distance_is_symmetric_and_counts_steps(a: Hex, b: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, b) == distance(ORIGIN, subtract(b, a))
    if a != b:
        assert min(distance(neighbour(a, way), b) for way in range(6)) == distance(a, b) - 1


@given(hexes, hexes, hexes)
def test_no_detour_is_shorter(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, ways)
def test_neighbours_are_one_apart_and_know_the_way_back(a: Hex, way: int) -> None:
    ahead = neighbour(a, way)
    assert distance(a, ahead) == 1
    assert direction_to(a, ahead) == way
    assert direction_to(ahead, a) == (way + 3) % 6
    assert neighbour(ahead, (way + 3) % 6) == a
    # Clockwise: the next direction's neighbour touches this one.
    assert distance(ahead, neighbour(a, (way + 1) % 6)) == 1


@given(hexes, ways)
def test_a_hexside_has_one_name(a: Hex, way: int) -> None:
    ahead = neighbour(a, way)
    name = side(a, way)
    assert name == side(ahead, (way + 3) % 6) == side_between(a, ahead) == side_between(ahead, a)
    assert 0 <= name.direction <= 2
    assert set(side_hexes(name)) == {a, ahead}


@given(hexes, hexes)
def test_hexes_that_do_not_touch_have_no_side(a: Hex, b: Hex) -> None:
    if distance(a, b) == 1:
        assert direction_to(a, b) is not None
        return
    assert direction_to(a, b) is None
    with pytest.raises(ValueError, match="not adjacent"):
        side_between(a, b)


@given(hexes, hexes)
def test_adding_undoes_subtracting(a: Hex, b: Hex) -> None:
    assert add(b, subtract(a, b)) == a


@given(st.integers(-30, 30), st.integers(-30, 30))
def test_a_line_is_unbroken(dq: int, dr: int) -> None:
    """Each hex touches the one before it; after a run along a side it is two away."""
    line = trace(dq, dr)
    assert line.hexes[0] == ORIGIN
    assert line.hexes[-1] == Hex(dq, dr)
    gaps = [distance(a, b) for a, b in zip(line.hexes, line.hexes[1:], strict=False)]
    assert set(gaps) <= {1, 2}
    assert gaps.count(2) == len(line.along)
    # A line that clips a hex near a corner may count one hex more than the distance does, never fewer.
    assert sum(gaps) >= distance(ORIGIN, Hex(dq, dr))
