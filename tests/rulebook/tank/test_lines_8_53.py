"""Cases 7.2, 8.53 and 8.7: arcs, aspects, lines and fields of fire, compared with plane geometry for many pairs."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import atan2, degrees, hypot, sqrt

import pytest

from hulldown.games.tank.data.loading import terrain
from hulldown.games.tank.rules.ground import Ground
from support.tank_positions import country

Point = tuple[float, float]
TINY = 1e-6
WOODS = {"0404": "woods", "0705": "woods", "0603": "rough"}
SIDES = {"0806A": "berm", "0405C": "slope", "0602D": "berm"}


@cache
def place() -> Ground:
    return Ground(country(columns=9, rows=7, hexes=WOODS, sides=SIDES), terrain("mixed"))


@cache
def centre(cell: int) -> Point:
    """The centre of a hex whose sides are 1 long; x to the east, y to the south. Even columns lie half a hex lower."""
    label = place().board.labels[cell]
    column, row = int(label[:2]), int(label[2:])
    return 1.5 * column, sqrt(3) * (row + (0.5 if column % 2 == 0 else 0.0))


@cache
def corners(cell: int) -> tuple[Point, ...]:
    """The corners of a hex; side A (north) lies between the first and the second, and so on clockwise."""
    x, y = centre(cell)
    high = sqrt(3) / 2
    return ((x - 0.5, y - high), (x + 0.5, y - high), (x + 1, y), (x + 0.5, y + high), (x - 0.5, y + high), (x - 1, y))


@cache
def bearing(a: int, b: int) -> float:
    """The direction from a to b in degrees, clockwise from north."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    return degrees(atan2(bx - ax, ay - by))


def off(a: int, b: int, facing: int) -> float:
    """By how many degrees b lies off the facing of a unit in a."""
    return abs((bearing(a, b) - 60 * facing + 180) % 360 - 180)


def beside(a: int, b: int, point: Point) -> float:
    """How far a point lies to the left (above 0) or right of the line from a to b."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    return ((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)) / hypot(bx - ax, by - ay)


def along(a: int, b: int, point: Point) -> float:
    """How far a point lies along the line from a to b, 1 being all the way."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    return ((bx - ax) * (point[0] - ax) + (by - ay) * (point[1] - ay)) / hypot(bx - ax, by - ay) ** 2


def passes(a: int, b: int, cell: int) -> bool:
    """Whether the line from a to b passes through the inside of a hex."""
    away = [beside(a, b, corner) for corner in corners(cell)]
    if min(away) > -TINY or max(away) < TINY:
        return False
    if cell in (a, b):
        return True
    return 0 < along(a, b, centre(cell)) < 1


def sides_along(a: int, b: int) -> set[tuple[int, int]]:
    """The hexsides that lie on the line from a to b."""
    board = place().board
    found = set()
    for cell in board.cells:
        ring = (*corners(cell), corners(cell)[0])
        for direction, ends in enumerate(pairwise(ring)):
            on_it = all(abs(beside(a, b, end)) < TINY and -TINY < along(a, b, end) < 1 + TINY for end in ends)
            if on_it:
                found.add(board.side(cell, direction))
    return found


def sides_entered(a: int, b: int) -> set[int]:
    """The sides of b that the line from a meets on its way in: two when it comes through their corner."""
    found = set()
    ring = (*corners(b), corners(b)[0])
    for direction, (left, right) in enumerate(pairwise(ring)):
        middle = (left[0] + right[0]) / 2, (left[1] + right[1]) / 2
        astride = beside(a, b, left) * beside(a, b, right) < TINY
        if astride and along(a, b, middle) < 1 - TINY:
            found.add(direction)
    return found


STARTS = ("0101", "0504", "0807", "0206", "0902")


def pairs() -> list[tuple[int, int]]:
    board = place().board
    starts = [board.cell(label) for label in STARTS]
    return [pair for a in starts for b in board.cells if a != b for pair in ((a, b), (b, a))]


@pytest.mark.rules("7.21", "7.24")
def test_7_21_a_field_of_fire_reaches_60_degrees_to_each_side() -> None:
    """C-10: the borders belong to it."""
    for a, b in pairs():
        for facing in range(6):
            assert place().in_arc(a, facing, b) is (off(a, b, facing) < 60 + TINY), (a, b, facing)


@pytest.mark.rules("8.7a", "8.7b", "7.32")
def test_8_7_the_zone_of_the_firer_is_the_aspect() -> None:
    """T-40: the borders are the defender's."""
    for firer, target in pairs():
        for facing in range(6):
            away = off(target, firer, facing)
            aspect = "front" if away < 60 + TINY else "side" if away < 120 + TINY else "rear"
            assert place().aspect(firer, target, facing) == aspect, (firer, target, facing)


@pytest.mark.rules("7.21", "7.23a", "8.31a")
@pytest.mark.parametrize("reach", [1, 3, 6, 20])
def test_7_21_a_unit_fires_into_all_it_sees_within_arc_and_reach(reach: int) -> None:
    board, sight = place().board, place().sight
    for label in STARTS:
        a = board.cell(label)
        seen = {b for b in board.cells if b != a and sight.clear(a, b) and board.distance(a, b) <= reach}
        for facing in range(-1, 6):
            field = place().sight.rows[a] & place().within(a, reach, facing)
            wanted = {b for b in seen if facing < 0 or off(a, b, facing) < 60 + TINY}
            assert {b for b in range(board.size) if field >> b & 1} == wanted, (label, facing)


@pytest.mark.rules("8.53a")
def test_8_53a_a_line_of_fire_passes_the_hexes_between_the_centres_and_the_last() -> None:
    board = place().board
    for a, b in pairs():
        lane = place().lane(a, b)
        wanted = {cell for cell in board.cells if cell != a and passes(a, b, cell)}
        assert sorted(lane.cells) == sorted(wanted), (a, b)
        assert {cell for cell in range(board.size) if lane.has(cell)} == wanted, (a, b)
        assert {cell for cell in range(board.size) if lane.mask >> cell & 1} == wanted, (a, b)
        assert list(lane.cells) == sorted(lane.cells, key=lambda cell: along(a, b, centre(cell)))


@pytest.mark.rules("8.53a", "8.53c", "10.23")
def test_8_53c_a_line_of_fire_runs_along_the_hexsides_on_it() -> None:
    on_map = set(place().board.cells)
    for a, b in pairs():
        found = {side for side in place().lane(a, b).along if set(place().board.side_cells(side)) & on_map}
        assert found == sides_along(a, b), (a, b)


@pytest.mark.rules("10.61a", "10.32a")
def test_10_32a_a_line_enters_the_last_hex_by_the_side_it_crosses_or_both_at_a_corner() -> None:
    """C-09."""
    for a, b in pairs():
        entered = place().entry_sides(a, b)
        assert sorted(entered) == sorted(sides_entered(a, b)), (a, b)


@pytest.mark.rules("10.61a", "10.61b", "10.5")
def test_10_61_the_side_that_protects_best_is_named() -> None:
    board = place().board
    for a, b in pairs():
        best: tuple[int, str, bool] = (-1, "", False)
        for direction in sides_entered(a, b):
            feature = board.feature(b, direction)
            if feature is not None:
                shelters = feature.terrain == "berm" or feature.down == b
                worth = {"berm": 3, "slope": 6}[feature.terrain] if shelters else 0
                best = max(best, (worth, feature.terrain, shelters))
        assert place().cover_side(a, b) == best[1:], (a, b)


@pytest.mark.rules("10.21", "10.22d", "10.24", "10.22b")
def test_10_24_a_wood_blocks_the_lines_through_it_and_along_its_six_sides() -> None:
    wood = place().board.cell("0504")
    lone = Ground(country(columns=9, rows=7, hexes={"0504": "woods"}), terrain("mixed"))
    sides = {lone.board.side(wood, direction) for direction in range(6)}
    for a, b in ((a, b) for a in lone.board.cells for b in lone.board.cells if a < b and wood not in (a, b)):
        blocked = passes(a, b, wood)
        if not blocked and 0 < along(a, b, centre(wood)) < 1 and abs(beside(a, b, centre(wood))) < 0.9:
            blocked = bool(sides & sides_along(a, b))
        assert lone.sight.clear(a, b) is not blocked, (lone.board.labels[a], lone.board.labels[b])


@pytest.mark.rules("10.26a", "10.21")
@pytest.mark.parametrize(("rim", "clear"), [("slope", True), ("berm", False)])
def test_10_26a_only_slopes_of_the_depressions_outline_are_overlooked(rim: str, clear: bool) -> None:
    """T-27: a berm on the outline stays what it is."""
    hollow = Ground(country(sides={"1007A": rim, "1007D": "slope"}, depression=["1007"]), terrain("mixed"))
    cell = hollow.board.cell
    assert hollow.sight.clear(cell("1012"), cell("1002")) is clear
    assert (hollow.block(cell("1012"), cell("1002")) is None) is clear
    inside = Ground(country(sides={"1007A": "slope"}, depression=["1007", "1006"]), terrain("mixed"))
    assert not inside.sight.clear(cell("1012"), cell("1002")), "a slope inside is none of the outline"
