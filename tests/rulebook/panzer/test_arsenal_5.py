"""What the rulebook's text says of the cards of the Advanced Game, held against the arsenal (5.1 to 6.6.7)."""

from __future__ import annotations

import pytest

from hulldown.games.panzer.data.arsenal import find_attacker, find_target, fits
from hulldown.games.panzer.data.leg import crew_weapons, infantry, leg_units
from hulldown.games.panzer.data.towed import towed_units
from hulldown.games.panzer.data.vehicles import find_vehicle


def gp(name: str, distance: int) -> tuple[str, int]:
    """The band and the GP factor of a unit's first weapon at a range."""
    row = find_attacker(name).weapons[0].ammo["GP"]
    place = row.band(distance)
    assert place is not None
    return "PSMLE"[place], row.factors[place]


def ap(name: str, distance: int) -> tuple[str, int]:
    row = find_attacker(name).weapons[0].ammo["AP"]
    place = row.band(distance)
    assert place is not None
    return "PSMLE"[place], row.factors[place]


@pytest.mark.rules("5.1.1-ex1")
def test_german_squads_are_of_three_types():
    german = {kind.name for kind in infantry().types.values() if kind.nation == "german"}
    assert german == {"German Rifle", "German Infantry", "German SMG"}
    assert all(f"{name} {size}" in leg_units() for name in german for size in ("squad", "half-squad"))


@pytest.mark.rules("5.1.3-ex1")
def test_six_german_and_five_soviet_crew_served_weapons():
    nations = [weapon.nation for weapon in crew_weapons().values()]
    assert (nations.count("german"), nations.count("soviet")) == (6, 5)


@pytest.mark.rules("5.1.3.1-ex1", "5.1.3.2-ex1", "5.1.3.3-ex1")
def test_weapons_that_the_text_names():
    mortars = [
        w.name for w in crew_weapons().values() if w.nation == "german" and w.weapon and w.weapon.family == "mortar"
    ]
    assert mortars == ["8cm GrW 34", "5cm GrW 36"]
    hmg = crew_weapons()["Soviet HMG"]
    assert list(hmg.weapons[0].ammo) == ["GP"]
    assert hmg.weapons[0].ammo["GP"].small_arms
    rifle = crew_weapons()["PTRD-41 ATR"]
    assert list(rifle.weapons[0].ammo) == ["AP"]
    assert rifle.transported


@pytest.mark.rules("5.1.3.4-ex1")
def test_fixed_gp_factors_of_hand_held_weapons():
    """The factor is the same at every range at which the weapon fires (5.1.3.4)."""
    for name, factor, reach in (("Panzerfaust", 14, 1), ("RPzB 43/54", 8, 2)):
        rows = crew_weapons()[name].weapons[0].ammo
        assert {gp(name, distance)[1] for distance in range(1, reach + 1)} == {factor}
        assert rows["GP"].range == rows["HEAT"].range
        assert rows["HEAT"].energy == "CE"


@pytest.mark.rules("5.6-ex1")
def test_the_mortar_with_a_minimum_range_of_two():
    row = crew_weapons()["8cm GrW 34"].weapons[0].ammo["GP"]
    assert not row.reaches(1)
    assert row.reaches(2)


@pytest.mark.rules("5.7-ex1")
def test_small_arms_that_the_text_names():
    for name in ("Soviet HMG", "SPW 251/1"):
        carried = find_attacker(name).weapons[0]
        assert carried.weapon.quiet
        assert carried.ammo["GP"].small_arms


@pytest.mark.rules("5.14-ex1")
def test_only_the_machine_gun_of_the_mortar_carrier_takes_the_dual_fire_modifier():
    mortar, machine_gun = find_vehicle("SPW 251/2").weapons
    assert (mortar.weapon.family, mortar.reverse) == ("mortar", False)
    assert (machine_gun.weapon.name, machine_gun.reverse) == ("MMG", True)


@pytest.mark.rules("5.16.1-ex1", "5.16.2-ex1", "5.16.2-ex2", "5.16.2-ex3")
def test_ammunition_limits_that_the_text_names():
    su76 = find_vehicle("SU-76M M43").weapons[0]
    assert (su76.basic_limit, su76.special_limit) == (0, 3)
    assert [su76.ammo["HVAP"].available(*date) for date in ((1943, 6), (1943, 10), (1945, 5))] == [False, True, True]
    assert find_vehicle("SU-152 M43").weapons[0].basic_limit == 5
    pak = towed_units()["7.5cm PaK 40 ATG"].weapons[0]
    assert (pak.basic_limit, pak.smoke_limit, pak.special_limit) == (6, 4, 4)
    assert "APCR" in pak.ammo


@pytest.mark.rules("6.5.4.1-ex1", "6.5.4.1-ex2")
def test_gp_factors_that_the_text_names():
    assert gp("SU-76M M43", 7)[1] == 4
    assert gp("SU-76M M43", 3) == ("P", 5)
    assert gp("German Rifle squad", 5)[1] == 5
    assert gp("German Rifle squad", 3) == ("S", 7)
    assert gp("German Rifle half-squad", 1) == ("P", 6)
    assert gp("Soviet SMG squad", 1)[1] == 10
    assert gp("IS-2m M44", 1) == ("P", 8)


def test_penetration_that_the_text_names():
    assert ap("T-34/76 M43", 3) == ("P", 19)
    assert ap("PzKpfw IVH", 3) == ("P", 25)
    assert ap("SU-76M M43", 9) == ("M", 15)


@pytest.mark.rules("6.5.4.2.1-ex1")
def test_gp_defence_of_vehicles_that_the_text_names():
    found = {name: find_vehicle(name) for name in ("SU-76M M43", "T-34/76 M43", "IS-2m M44", "StuG IIIG", "SU-85 M43")}
    told = {name: (unit.defence_factor, unit.target_type, unit.poor_close_defence) for name, unit in found.items()}
    assert told == {
        "SU-76M M43": (2, "P", False), "T-34/76 M43": (4, "A", False), "IS-2m M44": (8, "A", False),
        "StuG IIIG": (3, "A", True), "SU-85 M43": (4, "A", True),
    }  # fmt: skip


def test_gp_defence_of_others_that_the_text_names():
    """6.5.4.2.2: German leg units in no, medium and heavy cover; 6.5.1.13: the 57mm gun in medium cover."""
    squad = find_target("German Rifle squad")
    assert (squad.defence[0], squad.defence[2], squad.defence[3] + squad.full_cover) == (2, 6, 10)
    assert find_target("57mm ZiS-2 M43 ATG").defence[2] == 5


@pytest.mark.rules("6.6.7.1-ex1", "6.6.7.1-ex2", "6.6.7.1-ex3")
def test_capacities_that_the_text_names():
    mover, section, flak = find_vehicle("SdKfz 10"), leg_units()["German Section"], towed_units()["8.8cm FlaK 36 A/ATG"]
    assert (mover.transport, section.passenger, flak.passenger) == ((1, 2), (0, 1), (3, 3))
    assert fits(mover, [section, section])
    assert not fits(mover, [section] * 3)
    assert not fits(mover, [flak])
    assert fits(find_vehicle("SdKfz 7"), [flak])


def test_a_gun_takes_both_capacities_and_is_towed_alone():
    """6.6.7.1: towed and leg room are both needed (N6), leg units use what is left, and one unit is towed."""
    small, large = towed_units()["3.7cm PaK 36 ATG"], towed_units()["5cm PaK 38 ATG"]
    section, squad = leg_units()["Section"], leg_units()["German Rifle squad"]
    mover = find_vehicle("SdKfz 10")
    assert fits(mover, [small, section])
    assert not fits(mover, [small, squad])
    assert not fits(mover, [large, section])
    assert not fits(find_vehicle("SdKfz 11"), [small, small])
    assert not fits(find_vehicle("T-34/76 M43"), [small])
    assert fits(find_vehicle("T-34/76 M43"), [squad])
    assert fits(find_vehicle("SU-76M M43"), [])
