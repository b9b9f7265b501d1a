"""The worked examples of the charts: companies, squads, devices, both forces of 31.0, support by 35.2 and 35.3."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import dice
from hulldown.games.tank.data.forces import Choice, ForceError, build
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.data.periods import PeriodLine, line_of, period_lines
from hulldown.games.tank.data.platoons import divisions
from hulldown.games.tank.data.support import (
    Support,
    drawn_support,
    full_support,
    panic_level,
    preservation_level,
)
from hulldown.games.tank.data.weapons import expanded_chart, expanded_weapons
from support.outcomes import enumerate_outcomes


@pytest.mark.rules("25.0-gen-1", "25.0-gen-4")
def test_thirteen_tanks_divide_into_platoons_of_three_or_more() -> None:
    ways = divisions(13)
    assert {(7, 6), (5, 4, 4), (6, 4, 3)} <= set(ways)
    assert all(sum(way) == 13 and min(way) >= 3 for way in ways)
    assert len(ways) == len(set(ways)) == 10
    assert divisions(2) == ()


@pytest.mark.rules("26.11a", "26.11d")
def test_a_soviet_squad_in_three_periods() -> None:
    assert [expanded_weapons()[f"Sov squad {period}"].he for period in (1, 6, 7)] == [2, 4, 6]


@pytest.mark.rules("26.2b", "26.2d")
def test_an_american_squad_of_period_8_with_an_m20a() -> None:
    army = build(Choice(period=8, nation="US", device="M-20A"))
    assert army.squads(10, devices=1) == Force(type="US squad 8", count=10, device="US M-20A", devices=1)
    device = expanded_chart()[army.device]
    assert (device.ap, device.heat, device.range) == (14, True, 3)


@pytest.mark.rules("26.2b")
def test_a_device_may_be_of_an_earlier_period_but_not_of_a_later_one() -> None:
    assert build(Choice(period=8, nation="US", device="M-1 bazooka")).device == "US M-1 bazooka"
    with pytest.raises(ForceError, match=r"26\.2b: US M72 LAW comes in period 9") as caught:
        build(Choice(period=8, nation="US", device="M72 LAW"))
    assert (caught.value.option, caught.value.rule) == ("device", "26.2b")


@pytest.mark.rules("31.0a", "33.0-ussr-1-7-mediumt34", "33.0-germany-6-jpziv")
def test_both_forces_of_the_example() -> None:
    alpha = build(Choice(period=6, nation="Sov", tank="T34/85", apc="HT", device="PF-60"))
    assert alpha.afvs() == (
        Force(type="So T34/85", count=3, platoon=1),
        Force(type="So T34/85", count=3, platoon=2),
        Force(type="So T34/85", count=3, platoon=3),
        Force(type="So T34/85", count=1, platoon=4, hq=True),
    )
    assert (alpha.apc, alpha.device) == ("US HT", "Ge PF-60")
    bravo = build(Choice(period=6, nation="Ger", tank="JPz IV", apc="SPW", gun="75/46", device="PF44-1"))
    assert bravo.afvs() == (
        Force(type="Ge JPz IV", count=4, platoon=1),
        Force(type="Ge JPz IV", count=4, platoon=2),
        Force(type="Ge JPz IV", count=2, platoon=3, hq=True),
    )
    assert (bravo.apc, bravo.gun, bravo.device) == ("Ge SPW", "Ge 75/46", "Ge PF44-1")
    assert bravo.squads(3, devices=1, carried=True) == Force(
        type="Ger squad 6", count=3, device="Ge PF44-1", devices=1, carried=True
    )


@pytest.mark.rules("32.7a", "32.7b", "24.6c")
def test_preservation_of_28_units_and_of_each_arm() -> None:
    assert preservation_level(50, 14 + 10 + 4) == 14
    assert [preservation_level(50, arm) for arm in (14, 10, 4)] == [7, 5, 2]


@pytest.mark.rules("35.2e")
def test_percent_become_chits_and_units() -> None:
    """X-08: fractions of a unit count as one."""
    assert [panic_level(line_of(period, "Sov")) for period in (1, 4, 6)] == [6, 4, 3]
    assert [preservation_level(40, units) for units in (10, 14, 16, 17)] == [4, 6, 7, 7]
    assert preservation_level(0, 20) == 0
    assert all(line.panic == 10 * panic_level(line) for line in period_lines().values())


@pytest.mark.rules("35.2a", "35.2b", "35.2c", "35.2d", "35.2f")
def test_germany_in_period_4_on_both_fronts() -> None:
    east, africa = line_of(4, "Ger(E)"), line_of(4, "Ger(NA)")
    assert east.infantry_he == africa.infantry_he == 6
    assert full_support(east, "bravo") == Support(("H", "M", "M"), "called", True, 4, "M", "planned")
    assert full_support(east, "alpha").fire == "planned"
    assert full_support(africa, "bravo") == Support(("M", "M"), "called", True, 2, "M", "planned")
    assert (east.afv_smoke, east.panic, east.preservation) == (False, 10, 50)
    assert not africa.artillery.heavy


def _distribution(line: PeriodLine, side: str = "bravo") -> dict[tuple[str, ...], Fraction]:
    return enumerate_outcomes(lambda source: drawn_support(line, side, source).battalions)


@pytest.mark.rules("35.3a", "35.3b")
def test_the_distribution_of_m3() -> None:
    third, heavy = Fraction(1, 3), Fraction(1, 6)
    found = _distribution(line_of(1, "Ger"))
    expected = {("M",) * number: third * (1 - heavy) for number in (1, 2, 3)}
    expected |= {("H", *("M",) * (number - 1)): third * heavy for number in (1, 2, 3)}
    assert found == expected


@pytest.mark.rules("35.3b", "35.2a")
def test_a_star_bars_heavy_artillery() -> None:
    assert _distribution(line_of(3, "Ger")) == {("M",): Fraction(1, 2), ("M", "M"): Fraction(1, 2)}
    assert _distribution(line_of(12, "Ch")) == {("M",): Fraction(1)}


@pytest.mark.rules("35.3c")
def test_nations_with_both_kinds_get_light_or_medium_with_even_chances() -> None:
    found = _distribution(line_of(4, "It"))
    assert found == {("L",): Fraction(1, 2), ("M",): Fraction(1, 2)}
    french = _distribution(line_of(1, "Fr"))
    assert french["L", "L"] == Fraction(1, 2) * Fraction(5, 6) * Fraction(1, 4)
    assert french["H", "L"] == Fraction(1, 2) * Fraction(1, 6) * Fraction(1, 2)
    assert french["H",] == Fraction(1, 2) * Fraction(1, 6)
    assert sum(french.values()) == 1
    assert _distribution(line_of(11, "NV")) == {("L",) * number: Fraction(1, 3) for number in (1, 2, 3)}


@pytest.mark.rules("35.3a", "35.3b", "35.3c")
def test_the_dice_are_read_in_order() -> None:
    """Two battalions, a six: none is heavy; then a three is light and a four medium."""
    source = dice("script:2 6 3 4", 0)
    assert drawn_support(line_of(1, "Fr"), "alpha", source) == Support(("L", "M"), "planned", False, 0, None, "")
    assert [(roll.sides, roll.purpose) for roll in source.rolls] == [
        (2, "artillery of alpha: battalions"), (6, "artillery of alpha: a heavy battalion"),
        (6, "artillery of alpha: light or medium"), (6, "artillery of alpha: light or medium"),
    ]  # fmt: skip
    assert drawn_support(line_of(2, "Ger"), "bravo", dice("script:3 1", 0)).battalions == ("H", "M", "M")
    assert drawn_support(line_of(2, "Ger"), "bravo", dice("script:3 2", 0)).battalions == ("M", "M", "M")


@pytest.mark.rules("35.3e")
def test_a_side_whose_role_is_not_named_has_no_artillery_and_rolls_nothing() -> None:
    source = dice("script:1", 0)
    assert drawn_support(line_of(2, "Sov"), "alpha", source) == Support()
    assert source.rolls == []
    assert full_support(line_of(2, "Sov"), "alpha").battalions == ()
    assert full_support(line_of(2, "Sov"), "bravo").fire == "planned"
    assert full_support(line_of(10, "UAR"), "bravo") == Support()
    israeli = full_support(line_of(8, "Isr"), "alpha")
    assert (israeli.battalions, israeli.fire, israeli.strikes, israeli.air) == ((), "", 3, "called")


@pytest.mark.rules("35.3d", "35.3e")
def test_the_most_of_every_line_is_within_the_chart() -> None:
    for line in period_lines().values():
        for side in ("alpha", "bravo"):
            support = full_support(line, side)
            heavy = support.battalions.count("H")
            assert heavy == bool(line.artillery.heavy and support.battalions), line.key
            assert set(support.battalions) <= {*line.artillery.kinds, "H"}, line.key
            assert len(support.battalions) == (line.artillery.most if line.artillery.procedure(side) else 0)
            assert support.strikes == line.air.most


@pytest.mark.rules("35.2c")
def test_strikes_in_korea() -> None:
    assert full_support(line_of(7, "US"), "bravo", "Korea").strikes == 6
    assert drawn_support(line_of(7, "US"), "bravo", dice("script:1 2", 0), "Korea").strikes == 6
    assert full_support(line_of(7, "US"), "bravo").strikes == 3
