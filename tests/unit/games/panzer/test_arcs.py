"""Arcs and aspects, held against a count of hexes and against floating-point angles."""

from __future__ import annotations

import math

import msgspec
import pytest

from hulldown.core.hex import DIRECTIONS, ORIGIN, Hex, distance
from hulldown.games.panzer.data.cards import find_card
from hulldown.games.panzer.rules import arcs

AROUND = [Hex(q, r) for q in range(-6, 7) for r in range(-6, 7) if 0 < distance(ORIGIN, Hex(q, r)) <= 6]
T_34, STUG, SPW = find_card("T-34/76 M43"), find_card("StuG IIIG"), find_card("SPW 251/1")
REAR_GUN = msgspec.structs.replace(STUG, mount="rear")


def degrees(facing, place):
    """The angle between a facing and the centre of a hex, from 0 to 180."""

    def bearing(hex_):
        return math.degrees(math.atan2(1.5 * hex_.q, -math.sqrt(3) * (hex_.r + hex_.q / 2)))

    turn = abs(bearing(place) - bearing(DIRECTIONS[facing])) % 360
    return min(turn, 360 - turn)


@pytest.mark.rules("4.4.3.1.4b")
@pytest.mark.parametrize("facing", range(6))
def test_the_front_arc_is_60_degrees_with_the_hexes_it_bisects(facing):
    widths = [
        sum(arcs.in_front(facing, place.q, place.r) for place in AROUND if distance(ORIGIN, place) == reach)
        for reach in range(1, 7)
    ]
    assert widths == [1, 3, 3, 5, 5, 7]
    for place in AROUND:
        assert arcs.in_front(facing, place.q, place.r) == (degrees(facing, place) < 30.001)


@pytest.mark.rules("4.4.3.2.4a", "4.4.3.2.4b", "4.4.3.2.4c")
@pytest.mark.parametrize("facing", range(6))
def test_front_is_below_90_degrees_and_the_owner_chooses_at_90(facing):
    for place in AROUND:
        angle = degrees(facing, place)
        expected = "either" if abs(angle - 90) < 0.001 else "front" if angle < 90 else "rear"
        assert arcs.aspect(facing, place.q, place.r) == expected
    # The dividing line runs along hexsides: no hex of odd range lies on it.
    undecided = {distance(ORIGIN, place) for place in AROUND if arcs.aspect(facing, place.q, place.r) == "either"}
    assert undecided == {2, 4, 6}


@pytest.mark.rules("4.4.3.1.5a", "4.4.3.1.5b", "4.4.3.1.5c", "4.4.3.2.2-overwatch-b")
@pytest.mark.parametrize("facing", range(6))
def test_a_rear_gun_has_the_opposite_arc(facing):
    for place in AROUND:
        behind = arcs.in_front(facing, -place.q, -place.r)
        assert arcs.in_field(REAR_GUN, facing, place.q, place.r) == behind
        assert arcs.watch(REAR_GUN, facing, place.q, place.r) == ("overwatch" if behind else "none")


@pytest.mark.rules("4.4.3.1.1", "4.4.3.1.2a", "4.4.3.1.2b", "4.4.3.2.2-overwatch-a", "4.4.3.2.2-overwatch-adjust-a")
@pytest.mark.parametrize("card", [T_34, SPW], ids=lambda card: card.name)
def test_turrets_and_pivots_fire_all_round(card):
    for place in AROUND:
        ahead = arcs.in_front(2, place.q, place.r)
        assert arcs.in_field(card, 2, place.q, place.r)
        assert arcs.watch(card, 2, place.q, place.r) == ("overwatch" if ahead else "adjust")


@pytest.mark.rules("4.4.3.1.3a", "4.4.3.1.3b", "4.4.3.1.4c", "4.4.3.2.2-overwatch-adjust-b")
def test_a_fixed_gun_fires_ahead_only():
    for place in AROUND:
        ahead = arcs.in_front(4, place.q, place.r)
        assert arcs.in_field(STUG, 4, place.q, place.r) == ahead
        assert arcs.watch(STUG, 4, place.q, place.r) == ("overwatch" if ahead else "none")


def test_nobody_fires_into_its_own_hex_or_without_a_gun():
    assert not arcs.in_field(T_34, 0, 0, 0)
    assert not arcs.in_field(find_card("Truck"), 0, 0, -1)
