"""Morale tables (14.2, 14.8): columns, increases, values of headquarters and the roll to rally."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.games.panzer_battles.rules.morale_tables import (
    hq_chances,
    hq_provenance,
    hq_values,
    may_rally,
    morale_check,
    rally_chance,
    rating_rally_chance,
    roll_hq,
    roll_morale,
    roll_rally,
)
from support.outcomes import enumerate_outcomes


@pytest.mark.rules("14.0-proc-2", "14.0-proc-3", "14.2", "14.2-cols", "14.2-fn-1")
def test_size_and_losses_give_the_column() -> None:
    assert [morale_check(15, lost).column.value for lost in (1, 4, 15)] == [1, 4, 15]
    assert [morale_check(size, 2).column.value for size in (1, 6, 7, 10, 11, 14, 15, 45)] == [5, 5, 4, 4, 3, 3, 2, 2]
    check = morale_check(15, 4)
    assert check.increase == {0: Fraction(11, 12), 1: Fraction(1, 12)}
    assert check.column.factors[0].provenance == "reconstructed"


@pytest.mark.rules("14.2-cols")
def test_losses_beyond_the_row_count_as_its_last_column() -> None:
    """MOR-16."""
    assert morale_check(6, 6).column.value == morale_check(6, 9).column.value == 15
    assert morale_check(20, 15).column.value == morale_check(20, 19).column.value == 15


@pytest.mark.rules("18.21b")
def test_a_company_without_its_detached_platoon_is_one_column_to_the_right() -> None:
    assert morale_check(10, 2, detached=True).column.value == 5
    assert morale_check(6, 6, detached=True).column.value == 15
    told = [(factor.rule, factor.value) for factor in morale_check(10, 2, detached=True).column.factors]
    assert told == [("14.2-cols", 4), ("18.21b", 1)]
    assert morale_check(6, 6, detached=True).column.factors[1].value == 0


@pytest.mark.rules("14.21-dash", "14.21-1", "14.21-2")
@pytest.mark.parametrize(("dice", "increase"), [("1 1", 2), ("1 2", 1), ("2 3", 1), ("2 4", 0), ("6 6", 0)])
def test_low_dice_raise_the_state(dice: str, increase: int) -> None:
    check = morale_check(15, 6)
    rolled = roll_morale(check, ScriptedDice(dice, 0))
    assert rolled.increase == increase
    assert enumerate_outcomes(lambda dice: roll_morale(check, dice).increase) == check.increase


@pytest.mark.rules("14.9", "14.9-ex-1", "14.7b", "14.8-B")
def test_example_14_9_two_headquarters_of_rating_b() -> None:
    assert roll_hq("B", ScriptedDice("5", 0)) == 6
    assert roll_hq("B", ScriptedDice("1", 0)) == 3


@pytest.mark.rules(
    "14.8", "14.8-A", "14.8-B", "14.8-C", "14.8-D", "14.8-E", "14.8-F", "14.8-G", "14.8-H", "14.8-I", "14.8-J",
    "14.8-K", "14.8-fn-1",
)  # fmt: skip
def test_values_by_rating_and_their_printed_averages() -> None:
    printed = {
        "A": "456666 5.5", "B": "345666 5.0", "C": "234566 4.3", "D": "233456 3.8", "E": "123456 3.5",
        "F": "122334 2.5",
        "G": "112233 2.0", "H": "112223 1.8", "I": "112222 1.7", "J": "111222 1.5", "K": "111122 1.3",
    }  # fmt: skip
    for rating, text in printed.items():
        values, average = text.split()
        assert "".join(map(str, hq_values(rating))) == values
        assert f"{float(sum(value * chance for value, chance in hq_chances(rating).items())):.1f}" == average
        assert hq_provenance(rating) == ("rulebook" if rating in "ABCDE" else "repaired")


@pytest.mark.rules("14.8-L")
def test_there_is_no_rating_l() -> None:
    with pytest.raises(UnknownNameError, match="there is no rating 'L'"):
        hq_values("L")


@pytest.mark.rules("14.6b", "14.7c")
def test_a_company_rallies_with_a_die_of_at_most_the_hq_value() -> None:
    assert roll_rally(3, ScriptedDice("3", 0)) == (3, True)
    assert roll_rally(3, ScriptedDice("4", 0)) == (4, False)
    assert [rally_chance(value) for value in (1, 3, 6)] == [Fraction(1, 6), Fraction(1, 2), 1]
    assert rating_rally_chance("B") == Fraction(5, 6)
    assert rating_rally_chance("H") == Fraction(11, 36)


@pytest.mark.rules("14.64a")
def test_below_half_of_its_strength_a_company_does_not_rally() -> None:
    """MOR-4: exactly half is enough."""
    assert may_rally(16, 8)
    assert not may_rally(16, 7)
    assert may_rally(15, 8)
    assert not may_rally(15, 7)


@pytest.mark.rules("14.0-proc-2", "14.0-proc-3")
def test_a_company_without_losses_checks_nothing() -> None:
    for size, lost in ((15, 0), (0, 1)):
        with pytest.raises(HulldownError, match="does not check its morale"):
            morale_check(size, lost)
