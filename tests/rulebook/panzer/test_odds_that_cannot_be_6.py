"""Questions of `odds` that a case rules out: refused with that case, and what stands beside them answered."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.errors import HulldownError
from hulldown.core.tools import read_arguments
from hulldown.games.panzer.faces import tools

BATTERY: dict[str, Any] = {"kind": "gp", "weapon": "Medium battery", "observer_range": 12, "target": "T-34/76 M43"}
SQUAD: dict[str, Any] = {"kind": "gp", "attacker": "T-34/76 M43", "range": 5, "target": "German Rifle squad"}
STURMOVIK: dict[str, Any] = {"kind": "air", "aircraft": "Il-2m3", "target": "PzKpfw IVH"}
FLAK: dict[str, Any] = {"kind": "aa", "aircraft": "Il-2m3", "range": 5}
HEAVY_FLAK = FLAK | {"attacker": "8.8cm FlaK 36 A/ATG"}
OVERRUN: dict[str, Any] = {"kind": "overrun", "target": "German Rifle squad"}


def ask(given: dict[str, Any], **more: Any) -> dict[str, Any]:
    """What `hulldown odds panzer --level advanced` answers."""
    return tools.odds(read_arguments(tools.odds_arguments(), {"level": "advanced", **given, **more}, {}))


def refused(case: str, given: dict[str, Any], **more: Any) -> str:
    with pytest.raises(HulldownError) as caught:
        ask(given, **more)
    told = str(caught.value)
    assert told.endswith(f"({case})")
    return told


@pytest.mark.rules("6.5.1e", "6.5.1h", "6.5.4.3-brew-up-smoke", "6.5.4.3-heat-haze", "5.3a", "6.5.1d", "6.5.4c")
def test_indirect_fire_takes_nothing_of_direct_fire() -> None:
    refused("6.5.1e", BATTERY, overwatch=True)
    refused("6.5.1h", BATTERY, short_halt=True)
    refused("6.5.4.3-brew-up-smoke", BATTERY, smoke=1)
    refused("6.5.4.3-heat-haze", BATTERY, heat_haze=True)
    assert "off the map" in refused("5.3a", BATTERY, shooter_suppressed=True)
    refused("5.3a", BATTERY, shooter_damaged=True)
    mortar = {**SQUAD, "attacker": "82mm BM41", "observer_range": 8}
    assert ask(mortar, shooter_suppressed=True)["net"] == -20, "on the map it can be suppressed (K19)"
    refused("6.5.1d", {**SQUAD, "observer_range": 8})
    refused("6.5.4c", {**SQUAD, "attacker": "12cm GrW 42"})


@pytest.mark.rules(
    "6.5.4.3-overwatch-adjust", "6.5.4.3-overwatch", "6.5.4.3-shooter-damaged", "6.5.4.4.3-eff-leg-towed-a"
)
@pytest.mark.parametrize("firer", ["German Rifle squad", "German HMG", "82mm BM41"])
def test_who_is_on_foot_fires_all_round_and_is_never_damaged(firer: str) -> None:
    squad = SQUAD | {"attacker": firer, "range": 3}
    assert ask(squad, overwatch=True)["net"] == ask(squad)["net"] - 5
    assert "fires all round" in refused("6.5.4.3-overwatch-adjust", squad, overwatch_adjust=True)
    assert "never damaged" in refused("6.5.4.4.3-eff-leg-towed-a", squad, shooter_damaged=True)
    refused(
        "6.5.4.4.3-eff-leg-towed-a", squad | {"attacker": "10.5cm leFH 18", "observer_range": 9}, shooter_damaged=True
    )
    assert ask(SQUAD, overwatch_adjust=True)["net"] == ask(SQUAD, shooter_damaged=True)["net"] == ask(SQUAD)["net"] - 10


@pytest.mark.rules("6.6.7.1f", "6.5.4.2.3d", "6.6.4.3a", "6.1.4.3.6a")
@pytest.mark.parametrize("kind", ["direct", "indirect", "air"])
def test_a_passenger_fits_its_carrier_and_is_not_on_its_feet(kind: str) -> None:
    strafe = {"kind": "air", "aircraft": "Il-2m3", "weapon": "strafe"}
    given = {"direct": SQUAD, "indirect": BATTERY, "air": strafe}[kind] | {"target": "German Rifle squad"}
    assert ask(given, carrier="SPW 251/1")["defence"] == 3
    assert "SdKfz 222 has no room" in refused("6.6.7.1f", given, carrier="SdKfz 222")
    gun = given | {"target": "57mm ZiS-2 M43 ATG"}
    assert ask(gun, carrier="Truck")["defence"] == 1
    refused("6.6.7.1f", gun, carrier="T-34/76 M43")
    for flag, case in (("full_cover", "6.5.4.2.3d"), ("crawling", "6.6.4.3a"), ("entrenched", "6.1.4.3.6a")):
        refused(case, given, carrier="SPW 251/1", **{flag: True})
        refused(case, given, carried="open", **{flag: True})
        ask(given, **{flag: True})


@pytest.mark.rules("6.7.3.4a", "6.7.4.2.1-damaged-b")
def test_rockets_fly_two_to_ten_hexes_and_damaged_aircraft_slow() -> None:
    for far in (1, 11):
        assert f"2 to 10 hexes, not {far}" in refused("6.7.3.4a", STURMOVIK, weapon="rocket", range=far)
    assert [ask(STURMOVIK, weapon="rocket", range=far)["band"] for far in (2, 10)] == ["P", "E"]
    refused("6.7.4.2.1-damaged-b", STURMOVIK, weapon="strafe", speed="fast", shooter_damaged=True)
    assert ask(STURMOVIK, weapon="strafe", shooter_damaged=True)["net"] == 20 - 20 - 10
    refused("6.7.4.2.1-damaged-b", HEAVY_FLAK, speed="fast", target_damaged=True)
    assert ask(HEAVY_FLAK, target_damaged=True)["outcomes"]["damaged"] == "0", "damaged again it is lost"


@pytest.mark.rules("6.7.4.1.2d", "6.7.4.2a")
def test_who_cannot_reach_high_altitude_is_refused() -> None:
    assert refused("6.7.4.1.2d", FLAK, attacker="SdKfz 7/1", altitude="high").startswith("SdKfz 7/1: N/A")
    assert ask(HEAVY_FLAK, altitude="high")["net"] == -10
    refused("6.7.4.2a", HEAVY_FLAK, overwatch=True)


@pytest.mark.rules("5.16.2a", "5.16.2b", "5.16.2.1b", "6.7.4.2a")
def test_a_failed_ammo_limit_hinders_aa_guns_as_it_does_in_play() -> None:
    """A gun on wheels has the limit of its basic ammunition; machine guns on top of a vehicle have none."""
    assert ask(HEAVY_FLAK)["net"] - ask(HEAVY_FLAK, ammo_limit="failed")["net"] == 10
    assert ask(HEAVY_FLAK, ammo_limit="passed") == ask(HEAVY_FLAK)
    refused("5.16.2a", HEAVY_FLAK, ammo_limit="both")
    for unlimited in ("IS-2m M44", "SdKfz 7/1"):
        refused("5.16.2a", FLAK, attacker=unlimited, ammo_limit="failed")
    refused("5.16.2a", SQUAD, ammo_limit="failed")


@pytest.mark.rules("6.6.10a", "6.6.10b", "6.6.10.1a", "6.6.10.1b", "6.6.10.1c", "6.6.1.1.2a", "6.6.1.2.2a")
def test_close_combat_that_cannot_be() -> None:
    refused("6.6.10b", OVERRUN, attacker="German Rifle squad")
    tank = OVERRUN | {"attacker": "IS-2m M44"}
    refused("6.6.10.1b", tank, passengers="Panzerfaust")
    refused("6.6.10.1a", tank, passengers="57mm zis-2 m43 atg")
    assert ask(tank, passengers="soviet rifle squad")["factor"] == 16, "of which the column of 15 counts"
    assert ask(tank, passengers="soviet rifle squad")["n_effect"] == ask(tank)["n_effect"] - 4 * 7
    refused("6.6.10a", tank, overwatch=True)
    refused("6.6.10.1c", tank, wall=True)
    refused("6.6.1.1.2a", {"kind": "assault", "attackers": "squad", "target": "StuG IIIG"}, cover="heavy")
    refused("6.6.1.2.2a", {"kind": "hand", "attackers": "squad"}, cover="heavy")
