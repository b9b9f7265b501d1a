"""Bounds of the resolvers of the Advanced Game: void shots, limits, weapons, chances (5.6, 5.14, 5.16, 6.2, 6.5)."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from hulldown.core.dice import ScriptedDice
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.arsenal import find_attacker
from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.rules.advanced import ap as ap_fire
from hulldown.games.panzer.rules.advanced import arms, gp
from hulldown.games.panzer.rules.advanced.ammo import fails
from hulldown.games.panzer.rules.advanced.bailing import bail_out
from hulldown.games.panzer.rules.advanced.buildings import entry
from hulldown.games.panzer.rules.advanced.command_tables import available_commands
from support.panzer_arms import ap, attack, shot

T_34 = find_vehicle("T-34/76 M43")


@pytest.mark.rules("6.5.2.4-on-fire-a", "6.5.2.4-ammo-limit", "6.5.2.4-smoke-a")
def test_a_shot_of_which_nothing_else_is_said_has_no_modifiers() -> None:
    aim = ap_fire.ApAim(ap("PzKpfw IVH"), T_34, 9)
    assert ap_fire.modifiers(aim, "M").factors == ()
    assert {aim.over_stacked, aim.target_moving, aim.target_damaged, aim.transported, aim.heat_haze} == {False}
    assert aim.watch == "none"


@pytest.mark.rules("6.5.2.4-smoke-a", "6.5.2.4-unit-grade-a")
def test_smoke_and_grade_are_among_the_modifiers_of_a_shot() -> None:
    from hulldown.games.panzer.rules.advanced.hindrances import Clouds

    aim = shot("SU-76M M43", "PzKpfw IVH", 9, grade="regulars", clouds=Clouds(smoke_open=1))
    assert [(one.rule, one.value) for one in ap_fire.modifiers(aim, "M").factors] == [
        ("6.5.2.4-smoke-a", -3), ("6.5.2.4-unit-grade-a", -2),
    ]  # fmt: skip


@pytest.mark.rules("5.6a", "3.5.2a", "5.14f", "4.4.3.2.2-overwatch-adjust-b")
def test_where_there_is_no_shot_and_where_there_still_is_one() -> None:
    row = ap("PzKpfw IVH").row
    assert (row.minimum, row.reach) == (1, 23)
    for facts, rule in (
        ({"distance": 0}, "5.6a"),
        ({"distance": 24}, "3.5.2a"),
        ({"shooter_suppressed": True, "dual_fire": "same"}, "5.14f"),
    ):
        aim = shot("PzKpfw IVH", "T-34/76 M43", 3)._replace(**facts)
        found = ap_fire.resolve(aim)
        assert [(one.rule, one.value) for one in found.factors] == [(rule, 0)]
        assert found.void == found.factors[0].label
        assert (found.band, found.rof, found.hit_number, found.penetration, found.net.value) == ("", "", 0, 0, 0)
        assert found.hits == found.per_hit == {}
        with pytest.raises(HulldownError, match="no AP fire of"):
            ap_fire.roll(aim, ScriptedDice("1 1 1", 0))
    for facts in (
        {"distance": 1}, {"distance": 23}, {"shooter_suppressed": True}, {"dual_fire": "same"}, {"watch": "adjust"},
    ):  # fmt: skip
        assert not ap_fire.resolve(shot("PzKpfw IVH", "T-34/76 M43", 3)._replace(**facts)).void
    fixed = shot("7.5cm PaK 40 ATG", "T-34/76 M43", 3)
    assert not ap_fire.resolve(fixed).void
    assert not ap_fire.resolve(fixed._replace(watch="overwatch")).void
    refused = ap_fire.resolve(fixed._replace(watch="adjust"))
    assert [(one.rule, one.value) for one in refused.factors] == [("4.4.3.2.2-overwatch-adjust-b", 0)]


@pytest.mark.rules("6.5.2.1e", "6.5.2.5a", "4.4.3.2.1d", "4.4.3.2.5b")
def test_a_shot_tells_everything_that_makes_it() -> None:
    found = ap_fire.resolve(shot("7.5cm PaK 40 ATG", "T-34/76 M43", 6, cover="light"))
    rules = [one.rule for one in found.factors]
    for name, kind in (
        ("7.5cm PaK 40 ATG", "AP"),
        ("Panzerfaust", "HEAT"),
        ("T-34/76 M43", "AP"),
        ("SU-76M M43", "AP"),
    ):
        weapon = ap(name, kind)
        first = ap_fire.resolve(ap_fire.ApAim(weapon, T_34, 1)).factors[0]
        assert first.rule == {"": "4.4.3.2.1d"}.get(weapon.row.rule, weapon.row.rule), name
    assert {"6.5.2.1e", "6.5.2.1-table", "4.4.3.2.5b"} <= set(rules)
    where = rules.index("4.4.3.2.5b")
    assert found.factors[where].value == found.penetration
    assert len(rules) > where + 1, "and what its hits can do"


@pytest.mark.rules("6.5.2.1g", "6.5.2.1h")
def test_no_hit_is_spread_from_beyond_the_range_of_the_gun() -> None:
    aim = shot("PzKpfw IVH", "T-34/76 M43", 24)
    assert not ap_fire.may_spread(aim, 0, 3)
    assert not ap_fire.may_spread(aim._replace(distance=23), 0, 24)
    assert ap_fire.may_spread(aim._replace(distance=23), 0, 23)


@pytest.mark.rules("5.16.2a", "5.16.2d")
def test_a_limit_of_one_is_a_limit() -> None:
    assert [fails(1, rolled) for rolled in (1, 2)] == [False, True]


@pytest.mark.rules("5.16.2a", "5.16.2b", "5.16.2c", "5.16.2.1a", "5.16.2d")
def test_heat_without_a_letter_of_its_own_has_the_basic_limit() -> None:
    unit = find_attacker("PzKpfw IVF1")
    gun = arms.pick(unit, "", "")
    assert arms.limit_of(msgspec.structs.replace(gun, heat_limit=0, basic_limit=6), "HEAT") == 6
    assert arms.limit_of(msgspec.structs.replace(gun, heat_limit=3, basic_limit=6), "HEAT") == 3
    pak = find_attacker("7.5cm PaK 40 ATG")
    gun = arms.pick(pak, "", "")
    assert arms.load(pak, gun, "AP") == arms.Load(arms.ap_weapon(pak, gun, "AP"), 0)
    assert arms.Load(arms.ap_weapon(pak, gun, "AP")).failed == 0
    basic = arms.load(pak, gun, "AP", failed=1)
    assert (basic.weapon.row.ammo, basic.failed) == ("AP", 1)
    with pytest.raises(HulldownError, match="no such ammo limit"):
        arms.load(pak, gun, "AP", failed=2)


@pytest.mark.rules("4.4.3.1.1", "4.4.3.1.2b", "6.5.2.1a")
def test_which_weapons_turn_and_how_fast_they_fire() -> None:
    turns = {name: arms.adjusts(arms.mounted_of(find_attacker(name))[0]) for name in
             ("T-34/76 M43", "SU-76M M43", "M17 MGMC", "7.5cm PaK 40 ATG")}  # fmt: skip
    assert turns == {"T-34/76 M43": True, "SU-76M M43": False, "M17 MGMC": True, "7.5cm PaK 40 ATG": False}
    assert (ap("SU-76M M43").rof, ap("SU-76M M43").rof_tag) == ("N", "rulebook")
    assert (ap("Panzerfaust").rof, ap("Panzerfaust").rof_tag) == ("N", "reconstructed")
    assert ap_fire.ApWeapon("gun", ap("SU-76M M43").row, ap("SU-76M M43").damage).adjusts


@pytest.mark.rules("6.5.4.3-coax-mg")
def test_which_weapons_a_coax_mg_helps() -> None:
    def helped(name: str, place: int = 0) -> bool:
        unit = find_attacker(name)
        return arms.has_coax(unit, arms.mounted_of(unit)[place])

    flames = find_attacker("OT-34 M42")
    families = [one.weapon.family for one in arms.mounted_of(flames)]
    assert helped("T-34/76 M43")
    assert not helped("OT-34 M42", families.index("flamethrower"))
    assert not helped("SU-76M M43")
    assert not helped("7.5cm PaK 40 ATG")
    assert not helped("German HMG")


@pytest.mark.rules("6.5.2.6.1a", "6.5.2.6.1b", "6.5.2.6.2-survive-a", "6.5.2.6.2-destroyed-a")
def test_a_bail_out_tells_its_line_and_its_grade() -> None:
    table, grade = Factor("6.5.2.6.1a", "Damaged, crew", "30-", "rulebook"), "6.5.2.6.1b"
    green, seasoned = bail_out("damaged", "crew", "green"), bail_out("damaged", "crew", "seasoned")
    wreck = bail_out("ko", "leg", "green")
    assert green is not None
    assert seasoned is not None
    assert wreck is not None
    assert green.factors == (table, Factor(grade, "Green grade", -5, "rulebook"))
    assert seasoned.factors == (table,)
    assert (green.chance, seasoned.chance, wreck.chance) == (Fraction(35, 100), Fraction(30, 100), Fraction(75, 100))
    assert wreck.factors[0] == Factor("6.5.2.6.2-destroyed-a", "Knocked Out, leg", "21+", "rulebook")


@pytest.mark.rules("6.6.3d", "6.6.3e")
def test_what_makes_the_wall_of_a_building_dangerous_is_told() -> None:
    found = entry(find_vehicle("SU-85 M43"), "brick")
    assert found.bonus == 20
    assert found.factors[0] == Factor("6.6.3d", "5 for each point of GP Defense 4AC", 20, "rulebook")
    assert [one.rule for one in found.factors] == ["6.6.3d", "6.6.3d", "6.6.3e", "6.6.3e"]


@pytest.mark.rules("6.2.1.1.1a", "6.2.1.1.1b", "6.2.1.1a")
def test_at_least_one_command_is_said_where_the_table_has_none() -> None:
    assert [one.value for one in available_commands("seasoned", 1).factors] == [0, 1]
    assert [one.value for one in available_commands("seasoned", 2).factors] == [1]
    assert [one.rule for one in available_commands("seasoned", 1).factors] == ["6.2.1.1.1a", "6.2.1.1.1b"]
    assert available_commands("seasoned", 0).value == 0
    assert available_commands("seasoned", 0, there=True).value == 1


@pytest.mark.rules("6.5.4.1", "6.5.4.2", "6.5.4.4a")
def test_an_attack_that_cannot_be_made_is_nothing() -> None:
    found = gp.resolve(attack("PzKpfw IVH", "Truck", 99))
    assert found.void
    assert (found.band, found.factor, found.defence, found.net.value) == ("", 0, 0, 0)
    assert (found.n_effect, found.s_effect, found.brew_up, found.outcomes) == (0, 0, 0, {})
    assert len(found.factors) == 1
