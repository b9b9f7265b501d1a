"""Arcs by angle (11.1, 15.2, 20.0): front, side, the Grant's sponson and defilade, against floating-point angles."""

from __future__ import annotations

import itertools
import math

import pytest

from hulldown.core.hex import DIRECTIONS, ORIGIN, Hex, distance
from hulldown.games.panzer_battles.rules import arcs
from hulldown.games.panzer_battles.rules.ground import load_ground

AROUND = [Hex(q, r) for q in range(-8, 9) for r in range(-8, 9) if 0 < distance(ORIGIN, Hex(q, r)) <= 8]
CLOSE = 1e-6


def turned(facing: int, place: Hex) -> float:
    """The degrees, -180 to 180, by which a hex lies to the right of a facing."""

    def bearing(hex_: Hex) -> float:
        return math.degrees(math.atan2(1.5 * hex_.q, -math.sqrt(3) * (hex_.r + hex_.q / 2)))

    return (bearing(place) - bearing(DIRECTIONS[facing]) + 180 + CLOSE) % 360 - 180 - CLOSE


@pytest.mark.rules("11.11-diag-1", "11.11-diag-2", "16.41", "11.0-gen-2", "11.41")
@pytest.mark.parametrize("facing", range(6))
def test_11_11_the_front_arc_is_180_degrees_with_both_lines(facing: int) -> None:
    for place in AROUND:
        front = abs(turned(facing, place)) <= 90 + CLOSE
        assert arcs.in_front(facing, place.q, place.r) == front
        assert arcs.aspect(facing, place.q, place.r) == ("front" if front else "side")
    assert sum(arcs.in_front(facing, *step) for step in DIRECTIONS) == 3
    # Both lines of limit belong to it: at two hexes it has seven of twelve.
    assert sum(arcs.in_front(facing, *place) for place in AROUND if distance(ORIGIN, place) == 2) == 7


@pytest.mark.rules("11.11-diag-1")
@pytest.mark.parametrize("facing", range(6))
def test_the_front_arc_of_the_option_is_120_degrees(facing: int) -> None:
    for place in AROUND:
        assert arcs.in_front(facing, place.q, place.r, 120) == (abs(turned(facing, place)) <= 60 + CLOSE)
    assert sum(arcs.in_front(facing, *place, 120) for place in AROUND if distance(ORIGIN, place) == 2) == 5


@pytest.mark.rules("16.41", "11.11-diag-2", "11.41", "15.21", "20.0-sr-5a")
@pytest.mark.parametrize("facing", range(6))
def test_a_units_own_hex_lies_in_its_firing_arcs_but_has_no_aspect(facing: int) -> None:
    assert arcs.in_front(facing, 0, 0)
    assert arcs.in_sponson(facing, 0, 0)
    assert not arcs.in_defilade(facing, 0, 0)
    with pytest.raises(ValueError, match="same hex"):
        arcs.aspect(facing, 0, 0)


@pytest.mark.rules("13.2c")
@pytest.mark.parametrize("facing", range(6))
@pytest.mark.parametrize("width", [180, 120])
def test_close_assault_meets_the_armour_of_the_hexside_entered(facing: int, width: int) -> None:
    found = [arcs.aspect_entered(facing, (facing + turn) % 6, width) for turn in range(6)]
    assert found == ["front", "front", "side", "side", "side", "front"]


@pytest.mark.rules("20.0-sr-5a", "20.0-sr-5-diag")
@pytest.mark.parametrize("facing", range(6))
def test_20_0_the_grants_75mm_reaches_from_30_left_to_90_right(facing: int) -> None:
    for place in AROUND:
        assert arcs.in_sponson(facing, place.q, place.r) == (-30 - CLOSE <= turned(facing, place) <= 90 + CLOSE)
    assert arcs.in_sponson(facing, *DIRECTIONS[facing])
    assert arcs.in_sponson(facing, *DIRECTIONS[(facing + 1) % 6])
    assert not any(arcs.in_sponson(facing, *DIRECTIONS[(facing + turn) % 6]) for turn in (2, 3, 4, 5))


@pytest.mark.rules("15.11", "15.16", "15.21")
@pytest.mark.parametrize("marker", range(6))
def test_15_16_defilade_covers_three_hexsides(marker: int) -> None:
    for place in AROUND:
        assert arcs.in_defilade(marker, place.q, place.r) == (abs(turned(marker, place)) <= 90 + CLOSE)
    assert {turn for turn in range(6) if arcs.in_defilade(marker, *DIRECTIONS[(marker + turn) % 6])} == {0, 1, 5}


@pytest.mark.rules("11.11-ex-1")
def test_11_11_the_example_on_a_map() -> None:
    board = load_ground("battles-arracourt").board
    way = [board.cell(label) for label in ("0204", "0203", "0202", "0302")]
    assert [board.direction(a, b) for a, b in itertools.pairwise(way)] == [0, 0, 1]
    assert board.direction(board.cell("0204"), board.cell("0104")) == 5
