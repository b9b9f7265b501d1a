"""Dice: keyed, counted, recorded, even; scripted and enumerated ones behave like them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from hulldown.core.dice import CommonDice, Dice, Roll, ScriptedDice, dice
from hulldown.core.errors import HulldownError
from hulldown.core.record import seed_of
from support.outcomes import enumerate_outcomes


def rolled(seed: str, count: int, sides: int = 6, serial: int = 0) -> list[int]:
    source = Dice(seed, serial)
    return [source.roll(sides, "test") for _ in range(count)]


def test_same_seed_gives_same_rolls() -> None:
    assert rolled("secret", 50) == rolled("secret", 50)


def test_known_rolls_never_change() -> None:
    # Records of old games depend on these very values.
    assert rolled("hulldown", 12) == [6, 5, 2, 5, 3, 2, 1, 3, 4, 4, 5, 1]


def test_other_seed_gives_other_rolls() -> None:
    assert rolled("secret", 50) != rolled("secreu", 50)


def test_a_roll_depends_on_its_serial_number_alone() -> None:
    whole = rolled("secret", 20)
    assert rolled("secret", 5, serial=15) == whole[15:]
    mixed = Dice("secret", 0)
    for number in range(10):
        mixed.roll(20 if number % 2 else 6, "other dice")
    assert mixed.roll(6, "test") == whole[10]


def test_rolls_are_counted_and_recorded_with_their_purpose() -> None:
    source = Dice("secret", 7)
    value = source.roll(6, "A1 fires")
    source.roll(10, "panic")
    assert source.serial == 9
    assert source.rolls[0] == Roll(7, 6, value, "A1 fires")
    assert (source.rolls[1].serial, source.rolls[1].sides, source.rolls[1].purpose) == (8, 10, "panic")


@pytest.mark.parametrize("sides", [2, 6, 10, 7])
def test_every_face_comes_up_about_equally_often(sides: int) -> None:
    count = 3000 * sides
    seen = Counter(rolled("even?", count, sides))
    assert sorted(seen) == list(range(1, sides + 1))
    # Five standard deviations: fails by chance once in a million seeds, and this seed is fixed.
    spread = 5 * (count * (1 / sides) * (1 - 1 / sides)) ** 0.5
    assert all(abs(number - count / sides) < spread for number in seen.values())


def test_successive_rolls_are_independent() -> None:
    values = rolled("pairs", 36_000)
    pairs = Counter(zip(values[::2], values[1::2], strict=True))
    assert len(pairs) == 36
    assert max(pairs.values()) < 1.35 * min(pairs.values())


def test_draw_gives_different_numbers_of_the_pool() -> None:
    for seed in range(50):
        source = Dice(str(seed), 0)
        drawn = source.draw(4, 10, "chits")
        assert len(set(drawn)) == 4
        assert set(drawn) <= set(range(10))
        assert [roll.sides for roll in source.rolls] == [10, 9, 8, 7]


def test_draw_stops_when_the_pool_is_empty() -> None:
    assert sorted(Dice("x", 0).draw(9, 3, "chits")) == [0, 1, 2]


def test_every_chit_is_drawn_about_equally_often() -> None:
    seen = Counter(chit for seed in range(5000) for chit in Dice(f"chits {seed}", 0).draw(2, 10, "chits"))
    assert sorted(seen) == list(range(10))
    assert all(850 < number < 1150 for number in seen.values())


def test_scripted_dice_give_what_is_written() -> None:
    source = dice("script:3 1, 6", 0)
    assert isinstance(source, ScriptedDice)
    assert [source.roll(6, "a"), source.roll(6, "b"), source.roll(6, "c")] == [3, 1, 6]
    assert [roll.value for roll in source.rolls] == [3, 1, 6]


def test_scripted_dice_go_on_from_their_serial_number() -> None:
    assert dice("script:3 1 6", 2).roll(6, "c") == 6


def test_scripted_dice_that_run_out_are_an_error() -> None:
    source = dice("script:3", 0)
    source.roll(6, "a")
    with pytest.raises(HulldownError, match="have 1 values"):
        source.roll(6, "b")


@pytest.mark.parametrize("value", ["0", "7", "-1"])
def test_scripted_dice_refuse_values_the_die_does_not_have(value: str) -> None:
    with pytest.raises(HulldownError, match="has 6 sides"):
        dice(f"script:{value}", 0).roll(6, "a")


def test_scripted_dice_refuse_words() -> None:
    with pytest.raises(HulldownError, match="'three' is not a whole number"):
        dice("script:1 three", 0)


def test_seeded_dice_are_made_for_other_seeds() -> None:
    assert type(dice("scripted", 0)) is Dice


def test_common_dice_give_a_purpose_the_same_luck_whatever_else_is_rolled() -> None:
    alone, among = dice("common:s", 0, 3), dice("common:s", 40, 3)
    assert isinstance(alone, CommonDice)
    among.roll(6, "B1 at A2")
    assert [alone.roll(100, "A1 at B1") for _ in range(5)] == [among.roll(100, "A1 at B1") for _ in range(5)]
    assert among.serial == 46
    assert among.rolls[0].serial == 40


def test_common_dice_differ_by_purpose_turn_seed_and_repetition() -> None:
    first = dice("common:s", 0, 3).roll(10**6, "A1 at B1")
    assert first != dice("common:s", 0, 3).roll(10**6, "A1 at B2")
    assert first != dice("common:s", 0, 4).roll(10**6, "A1 at B1")
    assert first != dice("common:t", 0, 3).roll(10**6, "A1 at B1")
    again = dice("common:s", 0, 3)
    assert again.roll(10**6, "A1 at B1") != again.roll(10**6, "A1 at B1")


def test_common_dice_are_even() -> None:
    seen = Counter(dice(f"common:{seed}", 0, 1).roll(6, "A1 at B1") for seed in range(6000))
    assert all(850 < seen[face] < 1150 for face in range(1, 7))


@pytest.mark.parametrize("secret", ["common:mine", "script:1 1 1", ""])
def test_no_secret_makes_other_dice_than_keyed_ones(secret: str) -> None:
    with pytest.raises(HulldownError, match="dice"):
        seed_of(secret, {"alpha": "x"})
    assert type(dice(seed_of("mine", {"alpha": "common:x"}), 0)) is Dice


def test_enumeration_is_exact() -> None:
    found = enumerate_outcomes(lambda source: source.roll(6, "a") + source.roll(6, "b"))
    assert found[7] == Fraction(6, 36)
    assert found[2] == Fraction(1, 36)
    assert sum(found.values()) == 1


def test_enumeration_follows_branches_of_different_depth() -> None:
    def play(source: Dice) -> str:
        if source.roll(6, "first") <= 2:
            return "hit"
        return "hit" if source.roll(3, "second") == 1 else "miss"

    found = enumerate_outcomes(play)
    assert found == {"hit": Fraction(1, 3) + Fraction(2, 3) * Fraction(1, 3), "miss": Fraction(4, 9)}


def test_enumeration_without_dice_is_certain() -> None:
    assert enumerate_outcomes(lambda _: "always") == {"always": Fraction(1)}


def test_enumeration_agrees_with_the_seeded_dice() -> None:
    def play(source: Dice) -> bool:
        return source.roll(6, "a") + source.roll(6, "b") >= 9

    exact = enumerate_outcomes(play)[True]
    hits = sum(play(Dice(f"agree {number}", 0)) for number in range(20_000))
    assert abs(hits / 20_000 - float(exact)) < 0.015
