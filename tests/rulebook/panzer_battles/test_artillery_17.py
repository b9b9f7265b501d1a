"""Artillery (17.2, 17.3): scatter, wheel, pattern, and what comes down on infantry and vehicles."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.hex import Hex, distance
from hulldown.games.panzer_battles.data.units import find_unit
from hulldown.games.panzer_battles.rules.fire import Aim, resolve, roll
from hulldown.games.panzer_battles.rules.losses import Outcome
from hulldown.games.panzer_battles.rules.scatter import (
    Scatter,
    direction_of,
    label_of,
    landing,
    pattern,
    place_of,
    roll_scatter,
    scatter_chances,
    scatter_column,
)
from support.outcomes import enumerate_outcomes

US = find_unit("US infantry")


@pytest.mark.rules("17.26-ex-1", "17.26-2a", "17.26-2b", "17.26-diag", "17.22b")
def test_example_17_26_two_hexes_off_and_wheeled_by_three() -> None:
    apex = place_of("1524")
    assert label_of(landing(apex, 2, (5, 0))) == "1325"
    assert [label_of(landing(apex, 2, (5, wheel))) for wheel in (1, 2, 3)] == ["1324", "1323", "1422"]
    # Dice 5 and 5 make ten: with a spotter at 12 hexes that is S-2.
    landed = roll_scatter(apex, scatter_column(12), ScriptedDice("5 5 5 3", 0))
    assert (landed.result, landed.rolled, label_of(landed.apex)) == (Scatter(2, True), (5, 3), "1422")


@pytest.mark.rules("17.14")
def test_the_pattern_is_the_apex_and_two_hexes_away_from_the_west() -> None:
    assert [label_of(place) for place in pattern(place_of("1422"))] == ["1422", "1421", "1522"]
    assert [label_of(place) for place in pattern(place_of("1925"))] == ["1925", "1924", "2024"]
    hexes = pattern(place_of("1524"))
    assert all(distance(a, b) == 1 for a in hexes for b in hexes if a != b)
    assert [label_of(place) for place in pattern(place_of("0101"))] == ["0101", "", ""]


@pytest.mark.rules("17.26-1", "17.26-0", "17.26-diag")
def test_one_hex_off_by_the_diagram_and_none_at_all() -> None:
    apex = place_of("1524")
    around = [label_of(landing(apex, 1, (die,))) for die in range(1, 7)]
    assert around == ["1523", "1623", "1624", "1525", "1424", "1423"]
    assert [direction_of(die) for die in range(1, 7)] == list(range(6))
    assert landing(apex, 0, ()) == apex
    for dice, result in (("1 1", Scatter(0, False)), ("3 3", Scatter(0, True))):
        landed = roll_scatter(apex, "11-20", ScriptedDice(dice, 0))
        assert (landed.result, landed.rolled, landed.apex) == (result, (), apex)


@pytest.mark.rules("17.26-2b")
def test_a_wheel_stays_as_far_from_the_target_hex() -> None:
    apex = place_of("1524")
    for far in (2, 3, 4):
        for die in range(1, 7):
            ring = [landing(apex, far, (die, wheel)) for wheel in range(7)]
            assert {distance(apex, place) for place in ring} == {far}
            assert all(distance(a, b) == 1 for a, b in itertools.pairwise(ring))
            assert len(set(ring)) == 7
            # Clockwise: after as many steps as the ring has on a side it is in the next direction.
            assert ring[far] == landing(apex, far, (die % 6 + 1, 0))


@pytest.mark.rules("17.21a", "17.21b", "17.22a", "17.25", "17.27")
def test_the_shortest_line_of_sight_gives_the_column() -> None:
    columns = [scatter_column(length) for length in (0, 10, 11, 20, 21, 40, 41, 60, None)]
    assert columns == ["0-10", "0-10", "11-20", "11-20", "21-40", "21-40", "41+", "41+", "41+"]
    assert scatter_column(12, for_effect=True) == scatter_column(None, for_effect=True) == "ffe"
    found = {str(result): chance for result, chance in scatter_chances("11-20").items()}
    assert found == {
        "OT": Fraction(5, 18), "S": Fraction(11, 36), "1": Fraction(1, 4), "2": Fraction(5, 36), "3": Fraction(1, 36),
    }  # fmt: skip
    apex = place_of("1524")
    for column in ("ffe", "0-10", "11-20", "21-40", "41+"):
        thrown = enumerate_outcomes(lambda dice, column=column: roll_scatter(apex, column, dice).result)
        assert thrown == dict(scatter_chances(column))
    with pytest.raises(HulldownError, match="no line of sight is -1"):
        scatter_column(-1)


@pytest.mark.rules("17.3a", "17.3b", "17.31c", "17.32", "15.32")
def test_vehicles_are_suppressed_without_any_modification() -> None:
    for name in ("M4", "PzIV H", "M3", "SDK"):
        hard = {"terrain": "woods", "defilade": True, "moving": True, "column": True, "stacked": 2}
        for more in ({}, hard):
            found = resolve(Aim("artillery", None, find_unit(name), **more))
            assert (found.strength.value, found.modifier.value, found.suppressed) == (8, 0, Fraction(35, 36))
            assert set(found.losses) == {0}
            assert roll(found, ScriptedDice("6 6", 0)).outcome == Outcome(0, True)
    assert resolve(Aim("artillery", None, find_unit("M4"), scattered=True)).strength.value == 4


@pytest.mark.rules("17.31b", "17.31d", "17.32", "12.4-fn-1", "15.31")
def test_infantry_has_only_its_terrain_and_defilade() -> None:
    """ART-7."""
    found = resolve(Aim("artillery", None, US, terrain="town", defilade=True, moving=True, column=True, stacked=2))
    assert found.modifier.value == -5
    assert [factor.rule for factor in found.modifier.factors] == ["12.4-def-inf", "12.4-town"]
    assert roll(found, ScriptedDice("3 3 6", 0)).outcome == Outcome(1, True)
    assert roll(found, ScriptedDice("3 3 5", 0)).outcome == Outcome(0, True)


@pytest.mark.rules("17.14", "17.26-diag")
def test_hexes_have_four_digits() -> None:
    for label in ("0101", "0234", "2434", "1601", "1712"):
        assert label_of(place_of(label)) == label
    assert [label_of(Hex(*place)) for place in ((98, 0), (99, 0), (-1, 5), (0, 98), (0, 99), (0, -1))] == [
        "9950", "", "", "0199", "", "",
    ]  # fmt: skip
    for wrong in ("124", "12345", "ab12", ""):
        with pytest.raises(UnknownNameError, match="there is no hex"):
            place_of(wrong)


@pytest.mark.rules("11.11-ex-1", "11.13-ex-1")
def test_odd_columns_sit_high_as_the_diagrams_of_facing_need() -> None:
    path = [place_of(label) for label in ("0204", "0203", "0202", "0302")]
    assert [distance(a, b) for a, b in itertools.pairwise(path)] == [1, 1, 1]
    assert distance(place_of("0204"), place_of("0104")) == 1
    assert distance(place_of("0207"), place_of("0208")) == 1
