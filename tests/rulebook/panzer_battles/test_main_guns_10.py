"""Main guns (10.0) and the bazookas that fire as they do: attack strength, column, HE and what cannot be fired at."""

from __future__ import annotations

import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.games.panzer_battles.data.units import find_unit
from hulldown.games.panzer_battles.rules.fire import Aim, Shot, resolve, roll
from hulldown.games.panzer_battles.rules.losses import Outcome


def shot(weapon: str, attacker: str, target: str, number: int, distance: int, **more: object) -> Shot:
    return resolve(Aim(weapon, find_unit(attacker), find_unit(target), number, distance=distance, **more))


def struck(found: Shot, dice: str) -> Outcome:
    return roll(found, ScriptedDice(dice, 0)).outcome


@pytest.mark.rules("10.0-gen-1", "10.0-av-1", "10.0-av-2", "10.32-fn-1")
@pytest.mark.parametrize(
    ("attacker", "target", "distance", "strength"),
    [
        ("PzIV H", "M4", 3, 4), ("M4", "PzIV H", 0, 5), ("M4", "PzIV H", 1, 4), ("M4", "PzV", 7, 2),
        ("T34/85", "PzV", 7, 3),
        ("88", "M4", 11, 1), ("88", "T34/85", 2, 6), ("PzV", "T34/85", 15, 0), ("Crusader II", "PzIII", 10, 1),
    ],
)  # fmt: skip
def test_profile_gun_type_and_range_give_the_attack_strength(
    attacker: str, target: str, distance: int, strength: int
) -> None:
    assert shot("main", attacker, target, 1, distance).strength.value == strength


@pytest.mark.rules("10.0-av-3", "10.0-av-4", "10.1-rows", "6.67a", "16.43a")
def test_the_number_of_vehicles_moves_the_column() -> None:
    assert [shot("main", "PzIV H", "M4", number, 3).column for number in range(1, 6)] == [4, 6, 7, 8, 9]
    assert shot("main", "PzIV H", "M4", 5, 3, firer_column=True).column == 4
    assert shot("main", "88", "M4", 2, 3).column == 8
    assert shot("37mm", "Grant", "PzIII", 3, 3).column == 6


@pytest.mark.rules("10.32-r16", "10.32-r13", "10.32-r11", "10.32-fn-1")
@pytest.mark.parametrize(
    ("attacker", "weapon", "last"), [("Grant", "37mm", 10), ("M4", "main", 12), ("PzV", "main", 15), ("88", "main", 15)]
)
def test_beyond_its_range_a_gun_may_not_fire(attacker: str, weapon: str, last: int) -> None:
    assert not shot(weapon, attacker, "PzIII", 2, last).void
    beyond = shot(weapon, attacker, "PzIII", 2, last + 1)
    assert (
        beyond.void
        == f"a gun of type {find_unit(attacker).guns[weapon == '37mm'].type} does not fire {last + 1} hexes far"
    )


@pytest.mark.rules("10.0-av-4", "10.1", "10.1-fn-1", "10.2", "10.2-dash", "10.2-num", "10.4a", "10.4b")
def test_results_take_vehicles_and_suppress() -> None:
    # Column 10, modifier 0 (penetration 7 against front armour 7): dice 4 to 6 leave a result as it is.
    aim = shot("main", "M4", "PzV", 3, 0)
    assert (aim.column, aim.modifier.value) == (10, 0)
    assert struck(aim, "1 1 4") == Outcome(1, True)
    assert struck(aim, "1 1 3") == Outcome(0, True)
    assert struck(aim, "5 5 4 4 4") == Outcome(3, True)
    weak = shot("main", "M4", "PzV", 3, 0, strength=2)
    assert struck(weak, "6 6 4 4 4 4") == Outcome(2, True)
    none = shot("main", "M4", "PzV", 1, 7)
    assert (none.column, none.modifier.value) == (2, -4)
    assert struck(none, "1 1 6") == Outcome(0, False)


@pytest.mark.rules("10.0-he-note", "10.0-he-1", "10.0-he-2", "10.0-he-3", "10.31")
def test_he_is_fired_at_infantry_up_to_seven_hexes() -> None:
    for distance in (0, 1, 4, 7):
        found = shot("he", "M4", "US infantry", 5, distance)
        assert (found.strength.value, found.column, found.rule) == (8, None, "9.1")
    assert shot("he", "M4", "US infantry", 5, 8).rule == "10.0-he-note"
    assert shot("he", "M4", "US infantry", 3, 8).void == "HE reaches 7 hexes, the target is at 8"
    assert shot("he", "M4", "US infantry", 5, 2, firer_column=True).strength.value == 2
    assert shot("he", "Grant", "US infantry", 3, 2).strength.value == 5
    assert struck(shot("he", "M4", "US infantry", 5, 2), "6 6 1 1 1") == Outcome(3, True)
    crusader = shot("he", "Crusader II", "US infantry", 3, 2)
    assert (crusader.void, crusader.rule) == ("Crusader II has no HE", "10.31")


@pytest.mark.rules("10.0-he-note", "data-brit-cs", "10.0-av-1")
def test_he_is_for_infantry_and_other_shells_for_vehicles() -> None:
    assert shot("he", "CS tank", "PzIII", 2, 2).void == "HE is fired at infantry"
    assert shot("main", "CS tank", "PzIII", 2, 2).void == "CS tank fires only HE"
    assert shot("main", "M4", "Gun crew", 2, 2).void == "main guns fire HE at infantry"


@pytest.mark.rules("16.44a", "16.43b", "11.42")
def test_only_main_guns_affect_anti_tank_guns() -> None:
    for weapon, attacker in (("mg", "M4"), ("he", "M4"), ("rifles", "US infantry"), ("bazooka", "US infantry")):
        assert shot(weapon, attacker, "88", 5, 1).rule == "16.44a"
    assert resolve(Aim("artillery", None, find_unit("88"))).rule == "16.44a"
    front, side = (shot("main", "M4", "88", 5, 3, strength=2, aspect=aspect) for aspect in ("front", "side"))
    assert front.modifier.value == side.modifier.value == 6
    assert front.outcomes == side.outcomes
    assert front.column == 7
    assert struck(front, "6 5 1 1") == Outcome(2, True)
    assert struck(front, "1 1 2") == Outcome(0, False)


@pytest.mark.rules("21.0-sr-2a", "21.0-sr-2b", "16.2b", "6.67b", "3.4-pat")
def test_bazookas_fire_on_the_table_of_main_guns() -> None:
    near, far = (shot("bazooka", "US infantry", "PzIV H", 5, distance, aspect="side") for distance in (0, 1))
    assert (near.strength.value, near.column, near.rule) == (1, 6, "10.1")
    assert (far.strength.value, far.column) == (0, 5)
    # Penetration 3 is as strong as the side armour in the hex, and one less a hex away.
    assert (near.modifier.value, far.modifier.value) == (0, -2)
    assert shot("bazooka", "US infantry", "PzIV H", 2, 0).column == 3
    assert shot("bazooka", "US infantry", "PzIV H", 5, 0, firer_column=True).column == 1
    assert shot("bazooka", "US infantry", "PzIV H", 5, 2).void == "bazookas reach 1 hex, the target is at 2"
    assert shot("bazooka", "US infantry", "PzIV H", 5, 1, mounted=True).rule == "16.2b"
    assert shot("bazooka", "US infantry", "US infantry", 5, 1).void == "bazookas are for vehicles"
