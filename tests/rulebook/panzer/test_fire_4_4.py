"""The worked examples about AP fire (3.2, 3.5.2, 4.4.3), with the dice of the text."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.games.panzer.data.cards import find_card
from hulldown.games.panzer.data.loading import chart, listing, terrain
from hulldown.games.panzer.rules import arcs
from hulldown.games.panzer.rules.fire import Aim, modifiers, resolve, roll
from hulldown.games.panzer.rules.rolls import roll_100
from support.outcomes import enumerate_outcomes

SU_76M = find_card("SU-76M M43")
T_34 = find_card("T-34/76 M43")
PZ_IVH = find_card("PzKpfw IVH")


def net(**circumstances):
    """The Net Modifier of a shot between vehicles of size 0."""
    return modifiers(Aim(T_34, PZ_IVH, 3, **circumstances)).value


@pytest.mark.rules("3.2-ex1", "3.2a", "3.2b", "3.2c")
def test_3_2_two_dice_give_each_result_from_1_to_100_once():
    """Coloured 2 and white 7 make 27, double zero 100; the one roll that says so is as likely as any pair of faces."""
    pairs = [(tens * 10 + units) or 100 for tens in range(10) for units in range(10)]
    assert 27 in pairs
    chances = enumerate_outcomes(lambda dice: roll_100(dice, "a test"))
    assert chances == {result: Fraction(1, 100) for result in pairs}
    single = enumerate_outcomes(lambda dice: dice.roll(10, "a test"))
    assert single == {result: Fraction(1, 10) for result in range(1, 11)}
    # A shot is resolved by roll (100): the record names the die, 100 itself can be rolled and misses.
    dice = ScriptedDice("27 100", 0)
    aim = Aim(T_34, PZ_IVH, 3, cover="medium", short_halt=True)
    assert roll(aim, dice).hit  # the Hit Number is 27
    assert not roll(aim, dice).hit
    assert [(thrown.sides, thrown.value) for thrown in dice.rolls] == [(100, 27), (100, 100)]


@pytest.mark.rules("3.5.2-ex1", "3.5.2a", "3.5.2b")
def test_3_5_2_the_su_76m_reaches_17_hexes():
    assert SU_76M.reach == 17
    assert not resolve(Aim(SU_76M, PZ_IVH, 17)).void
    beyond = resolve(Aim(SU_76M, PZ_IVH, 18))
    assert (beyond.hit, beyond.factors[-1].rule) == (0, "3.5.2a")


@pytest.mark.rules("4.4.3.1.4-ex1", "4.4.3.1.4a", "4.4.3.1.4b", "4.4.3.1.4c", "4.4.3.1.3b")
def test_4_4_3_1_4_the_su_76m_fires_to_its_front_only():
    assert SU_76M.mount == "front"
    assert arcs.in_field(SU_76M, 0, 0, -5)
    assert not arcs.in_field(SU_76M, 0, 0, 5)
    assert not arcs.in_field(SU_76M, 0, 1, -1)


@pytest.mark.rules("4.4.3.2.1-ex1", "4.4.3.2.1d", "4.4.3.2.1e")
def test_4_4_3_2_1_the_su_76m_at_9_hexes_is_at_medium_range():
    assert resolve(Aim(SU_76M, PZ_IVH, 9)).band == "M"


@pytest.mark.rules("4.4.3.2.2-ex1", "4.4.3.2.2b", "3.7b")
def test_4_4_3_2_2_light_cover_and_short_halt_make_minus_5():
    assert net(cover="light", short_halt=True) == -5


@pytest.mark.rules("4.4.3.2.2-target-size-ex1", "4.4.3.2.2-target-size")
def test_4_4_3_2_2_the_su_76m_is_a_small_target():
    assert SU_76M.size == -1
    assert modifiers(Aim(PZ_IVH, SU_76M, 3)).value == -1


@pytest.mark.rules(
    "4.4.3.2.2-target-moving-a", "4.4.3.2.2-target-cover-a", "4.4.3.2.2-target-cover-b", "4.4.3.2.2-short-halt-a",
    "4.4.3.2.2-shooter-damaged", "4.4.3.2.2-brew-up-smoke-a", "4.4.3.2.2-brew-up-smoke-b", "4.4.3.2.2-overwatch-a",
    "4.4.3.2.2-overwatch-c", "4.4.3.2.2-overwatch-adjust-a", "4.4.3.2.2-overwatch-adjust-c", "4.4.3.2.2a",
)  # fmt: skip
@pytest.mark.parametrize(
    ("circumstances", "expected"),
    [
        ({}, 0),
        ({"target_moving": True}, -2),
        ({"cover": "light"}, -1),
        ({"cover": "medium"}, -3),
        ({"cover": "heavy"}, -5),
        ({"cover": "heavy", "over_stacked": True}, 0),
        ({"short_halt": True}, -4),
        ({"shooter_damaged": True}, -3),
        ({"smoke": 1}, -2),
        ({"smoke": 3}, -6),
        ({"watch": "overwatch"}, -1),
        ({"watch": "overwatch", "target_moving": True}, -3),
        ({"watch": "adjust"}, -3),
        ({"watch": "adjust", "target_moving": True}, -5),
        ({"target_damaged": True}, 0),
    ],
)
def test_4_4_3_2_2_every_modifier(circumstances, expected):
    assert net(**circumstances) == expected


@pytest.mark.rules("4.4.3.2.3-ex1", "4.4.3.2.3-ex2", "4.4.3.2.3a", "4.4.3.2.3-table")
def test_4_4_3_2_3_hit_numbers():
    # Size 0, range 5 is S for the 76.2mm gun; target moving makes -2.
    short = resolve(Aim(T_34, PZ_IVH, 5, target_moving=True))
    assert (short.band, short.net.value, short.hit_number) == ("S", -2, 56)
    pointblank = resolve(Aim(T_34, PZ_IVH, 2, target_moving=True, short_halt=True))
    assert (pointblank.band, pointblank.net.value, pointblank.hit_number) == ("P", -6, 36)


@pytest.mark.rules("4.4.3.2.3b", "4.4.3.2.3c")
def test_4_4_3_2_3_the_ends_of_the_table():
    hopeless = {"cover": "heavy", "short_halt": True, "target_moving": True}
    beyond = resolve(Aim(T_34, PZ_IVH, 3, **hopeless))
    assert (beyond.net.value, beyond.hit_number) == (-11, 1)
    assert ("4.4.3.2.3b", -10) in [(factor.rule, factor.value) for factor in beyond.factors]
    impossible = resolve(Aim(T_34, PZ_IVH, 17, **hopeless))
    assert (impossible.band, impossible.hit_number, impossible.void) == ("E", 0, "")
    assert "4.4.3.2.3c" in [factor.rule for factor in impossible.factors]
    assert impossible.outcomes["none"] == 1


@pytest.mark.rules("4.4.3.2.3d")
def test_4_4_3_2_3_the_hit_number_itself_hits():
    aim = Aim(T_34, PZ_IVH, 5, target_moving=True)
    assert roll(aim, ScriptedDice("56", 0)).hit
    assert not roll(aim, ScriptedDice("57", 0)).hit


@pytest.mark.rules("4.4.3.2.5-ex1", "4.4.3.2.5a", "4.4.3.2.4b")
def test_4_4_3_2_5_the_armour_of_the_su_76m():
    assert resolve(Aim(T_34, SU_76M, 3, aspect="front")).armour == 11
    assert resolve(Aim(T_34, SU_76M, 3, aspect="rear")).armour == 3


@pytest.mark.rules("4.4.3.2.5-ex2", "4.4.3.2.5b")
def test_4_4_3_2_5_the_su_76m_penetrates_15_at_9_hexes():
    assert resolve(Aim(SU_76M, PZ_IVH, 9)).penetration == 15


@pytest.mark.rules(
    "4.4.3.2.6-ex1", "4.4.3.2.6-ex2", "4.4.3.2.5c", "4.4.3.2.6a", "4.4.3.2.6b", "4.4.3.2.6-damaged-c", "4.4.1i"
)
def test_4_4_3_2_6_the_situation():
    """A T-34 on Short Halt in the open and a PzKpfw IVH with Fire in woods, 3 hexes apart, front to front."""
    dice = ScriptedDice("12 45", 0)
    woods, clear = terrain()["woods"], terrain()["clear"]
    spotting, cover = chart("spotting"), listing("spotting-modifiers")
    # The German is spotted out to 7 hexes, the Soviet out to 20: his new Spot/Fire does not count yet.
    assert int(spotting.cell(cover.number(f"{woods.cover}_cover", "value"), "V")) == 7
    assert clear.cover == "none"
    assert int(spotting.cell(0, "V")) == 20
    # North of it, the German faces south: both show their fronts.
    assert arcs.aspect(3, 0, 3) == arcs.aspect(0, 0, -3) == "front"

    first = roll(Aim(T_34, PZ_IVH, 3, cover=woods.fire_cover, short_halt=True), dice)
    assert first.shot.band == "P"
    assert [factor.value for factor in first.shot.net.factors] == [-3, -4]
    assert (first.shot.net.value, first.shot.hit_number) == (-7, 27)
    assert (first.roll, first.hit) == (12, True)
    assert (first.shot.armour, first.shot.penetration, first.shot.margin) == (18, 19, 1)
    assert first.effect == "damaged"

    second = roll(Aim(PZ_IVH, T_34, 3, cover=clear.fire_cover, target_moving=True, shooter_damaged=True), dice)
    assert second.shot.band == "P"
    assert [factor.value for factor in second.shot.net.factors] == [-2, -3]
    assert (second.shot.net.value, second.shot.hit_number) == (-5, 45)
    assert (second.roll, second.hit) == (45, True)
    assert (second.shot.armour, second.shot.penetration, second.shot.margin) == (18, 25, 7)
    assert second.effect == "ko"
    assert [thrown.value for thrown in dice.rolls] == [12, 45]


@pytest.mark.rules("4.4.3.2.6-ex1")
def test_4_4_3_2_6_its_odds():
    aim = Aim(T_34, PZ_IVH, 3, cover="medium", short_halt=True)
    assert resolve(aim).hit == Fraction(27, 100)
    assert enumerate_outcomes(lambda dice: roll(aim, dice).effect) == {
        "damaged": Fraction(27, 100),
        "none": Fraction(73, 100),
    }


@pytest.mark.rules("4.4.3.2.6-damaged-b")
def test_4_4_3_2_6_damaged_twice_is_knocked_out():
    aim = Aim(T_34, PZ_IVH, 3, target_damaged=True)
    assert resolve(aim).effect == "ko"
    assert resolve(aim).factors[-1].rule == "4.4.3.2.6-damaged-b"
