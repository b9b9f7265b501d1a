"""Ammo limits on a unit's card and what a failure does to the round that is fired (5.16.2)."""

from __future__ import annotations

import pytest

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.games.panzer.data.arsenal import find_attacker
from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.rules.advanced.ammo import fails, supplied
from hulldown.games.panzer.rules.advanced.ap import ApAim, resolve
from hulldown.games.panzer.rules.advanced.arms import find_round, limit_of, load, pick, special


def mounted(name: str):
    unit = find_attacker(name)
    return unit, pick(unit, "", "")


@pytest.mark.rules("5.16.2b", "5.16.2c", "5.16.2-ex1", "5.16.2-ex2", "5.16.2-ex3")
def test_5_16_2_limits():
    _, su_76 = mounted("SU-76M M43")
    assert (limit_of(su_76, "AP"), limit_of(su_76, "HVAP")) == (0, 3)
    _, su_152 = mounted("SU-152 M43")
    assert limit_of(su_152, "AP") == 5
    _, pak = mounted("7.5cm PaK 40 ATG")
    assert (limit_of(pak, "AP"), limit_of(pak, "APCR"), pak.smoke_limit) == (6, 4, 4)


@pytest.mark.rules("5.16.2.2a", "5.16.2.2-ex1")
def test_5_16_2_2_a_failed_special_limit_fires_the_basic_round():
    unit, gun = mounted("SU-76M M43")
    loaded = load(unit, gun, "HVAP", failed=1)
    assert (loaded.weapon.row.ammo, loaded.failed) == ("AP", 1)
    found = resolve(ApAim(loaded.weapon, find_vehicle("PzKpfw IVH"), 3, limits=loaded.failed))
    assert (found.rof, found.net.value, found.penetration) == ("N", -3, 19)
    assert load(unit, gun, "HVAP").weapon.row.ammo == "HVAP"


@pytest.mark.rules("5.16.2.2b")
def test_5_16_2_2_both_limits_failed():
    unit, gun = mounted("7.5cm PaK 40 ATG")
    loaded = load(unit, gun, "APCR", failed=2)
    assert (loaded.weapon.row.ammo, loaded.failed) == ("AP", 2)
    found = resolve(ApAim(loaded.weapon, find_vehicle("T-34/76 M43"), 3, limits=loaded.failed))
    assert found.net.value == -6
    unit, gun = mounted("SU-76M M43")
    with pytest.raises(HulldownError, match="no such ammo limit"):
        load(unit, gun, "HVAP", failed=2)


@pytest.mark.rules("5.16.2.1c")
def test_5_16_2_1_heat_alone_counts_as_basic():
    unit, gun = mounted("Panzerfaust")
    assert (find_round(gun, ""), special(gun, "HEAT"), limit_of(gun, "HEAT")) == ("HEAT", False, 4)
    loaded = load(unit, gun, "HEAT", failed=1)
    assert (loaded.weapon.row.ammo, loaded.failed) == ("HEAT", 1)
    _, stummel = mounted("PzKpfw IVF1")
    assert special(stummel, "HEAT")


@pytest.mark.rules("5.16.1a", "6.5.2b")
def test_unknown_rounds_and_weapons_are_refused():
    unit, gun = mounted("T-34/76 M43")
    assert find_round(gun, "hvap") == "HVAP"
    with pytest.raises(UnknownNameError, match="no ammunition 'APDS'"):
        find_round(gun, "APDS")
    with pytest.raises(UnknownNameError, match="no AP row of 'mortar'"):
        pick(unit, "mortar", "")
    with pytest.raises(UnknownNameError, match="has no AP row"):
        pick(find_attacker("German HMG"), "", "")


@pytest.mark.rules("5.16.2a", "5.16.2d", "5.16.2.7a")
def test_5_16_2_a_roll_above_the_limit_fails():
    assert [fails(3, rolled) for rolled in (1, 3, 4, 7, 10)] == [False, False, True, True, True]
    assert not fails(0, 10)
    assert [fails(4, 3, added) for added in (0, 1, 2)] == [False, False, True]


@pytest.mark.rules("5.16.2.4b", "5.16.2.4c", "5.16.2.4d", "5.16.2.4f")
def test_5_16_2_4_transport_and_dump():
    assert [supplied(transport, at_dump=False) for transport in (None, 0, 1, 2)] == [False, True, True, False]
    assert supplied(None, at_dump=True)
    assert supplied(9, at_dump=True)
