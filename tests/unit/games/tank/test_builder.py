"""The builder: lists hold what is legal and say why the rest is not; what does not fit gives way."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from hulldown.core.builder import Builder, Field
from hulldown.core.events import Scalar
from hulldown.core.game import OptionInfo
from hulldown.draw.silhouettes import silhouettes
from hulldown.games.tank.data import forces
from hulldown.games.tank.data.companies import pairings
from hulldown.games.tank.data.loading import SideSetup, scenarios
from hulldown.games.tank.data.offmap import OffMap
from hulldown.games.tank.data.periods import NATIONS, period_lines
from hulldown.games.tank.data.weapons import expanded_chart
from hulldown.games.tank.faces.builder import builder
from hulldown.games.tank.faces.face import _face, face
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import SIDES

ROLES = ("company", "tank", "apc", "gun", "device")
OPEN = "as usual"
INFOS = (
    OptionInfo("period", 6, "35.0", "the historical period", least=1, most=12),
    *(OptionInfo(f"{side}_nation", OPEN, "35.0", "a nation", (OPEN, *NATIONS)) for side in SIDES),
    *(OptionInfo(f"{side}_{role}", OPEN, "36.0", "a weapon", (OPEN,)) for side in SIDES for role in ROLES),
    OptionInfo("theatre", "Europe", "35.2a", "where", ("Europe", "Korea")),
    OptionInfo("mode", "mixed", "3.0", "the ground", ("open", "mixed", "closed")),
    OptionInfo("artillery", "dice", "35.3", "how it is drawn", ("dice", "maximum")),
    OptionInfo("vehicle_smoke", "no", "32.5a", "an optional rule", ("no", "yes")),
    OptionInfo("recon_fire", "no", "32.6", "an optional rule", ("no", "yes"), label="Reconnaissance fire"),
    OptionInfo("alpha_panic", 0, "Hulldown", "a handicap", least=-10, most=10, handicap=True),
)


def _setups(chosen: Mapping[str, Scalar]) -> dict[str, SideSetup]:
    """As an open scenario would make it: the company and three squads."""
    period = int(chosen.get("period", 6))
    found = {}
    for at, side in enumerate(SIDES):
        picks = {role: str(chosen.get(f"{side}_{role}", "")) for role in ROLES}
        nation = str(chosen.get(f"{side}_nation", pairings()[period][at]))
        army = forces.build(forces.Choice(period=period, nation=nation, **picks))
        own = (*army.afvs(), army.squads(3))
        found[side] = SideSetup(
            edge="X", deploy="column", panic=3, preservation=6, forces=own, provenance={}, notes={},
            off_map=OffMap(period=period, nation=nation),
        )  # fmt: skip
    return found


def _built(**wishes: Scalar) -> Builder:
    found = builder(INFOS, wishes, _setups)
    assert found is not None
    return found


def _field(found: Builder, name: str) -> Field:
    return next(field for field in found.fields if field.name == name)


def _legal(field: Field) -> list[Scalar]:
    return [choice.value for choice in field.choices if choice.legal]


def test_a_scenario_without_a_period_has_printed_forces() -> None:
    assert builder(INFOS[1:], {}, _setups) is None


@pytest.mark.rules("35.0")
def test_nobody_chooses_and_the_pairing_of_the_period_stands_there() -> None:
    found = _built()
    assert (_field(found, "alpha_nation").value, _field(found, "bravo_nation").value) == ("Sov", "Ger")
    assert [field.note for field in found.fields if field.note] == []
    assert [(one.type, one.count, one.what) for one in found.forces[0].units] == [
        ("So T34/85", 10, "platoons of 3, 3, 3; 1 in the headquarters"),
        ("Sov squad 6", 3, ""),
    ]
    facts = {fact.label: fact.value for fact in found.forces[1].facts}
    assert facts == {
        "Company": "Germany: Medium",
        "Artillery": "1 to 2 battalions, medium, called fire; one in six times one is heavy",
        "Air strikes": "1 strike, medium, planned",
        "Smoke": "artillery",
        "Panic Level": "3 (30 %)",
        "Preservation Level": "6 losses (50 %)",
    }


@pytest.mark.rules("35.0", "36.0b")
def test_lists_hold_what_is_legal_and_say_why_the_rest_is_not() -> None:
    found = _built(period=5)
    nation = _field(found, "alpha_nation")
    assert _legal(nation) == ["Ger(E)", "Ger(NA)", "Sov", "Br", "US"]
    italy = next(choice for choice in nation.choices if choice.value == "It")
    assert (italy.legal, italy.why) == (False, "35.0: fights only in period 3, 4")
    tanks = _field(found, "alpha_tank")
    assert "Ge Pz VIB" not in _legal(tanks)
    later = next(choice for choice in tanks.choices if choice.value == "Ge Pz VIB")
    assert later.why == "36.0b: Ge Pz VIB serves in period 6, not in period 5"
    assert tanks.choices[-1].label == "Weapons of other nations"


def test_what_does_not_fit_any_more_gives_way_and_says_why() -> None:
    found = _built(period=8, alpha_nation="It", bravo_tank="Ge Pz V")
    assert _field(found, "alpha_nation").value == "Sov"
    assert _field(found, "alpha_nation").note == "Italy: 35.0: fights only in period 3, 4"
    assert _field(found, "bravo_tank").value == _field(found, "bravo_tank").usual == "US M48A2"
    assert _field(found, "bravo_tank").note


@pytest.mark.rules("33.0")
def test_a_tank_brings_its_company_and_a_company_its_tanks() -> None:
    found = _built(bravo_tank="Ge JPz IV")
    company = _field(found, "bravo_company")
    assert company.value == company.usual != "Germany 2-6 Medium"
    assert found.forces[1].units[0].type == "Ge JPz IV"
    clash = _built(bravo_tank="Ge JPz IV", bravo_company="Germany 2-6 Medium")
    assert _field(clash, "bravo_company").value == "Germany 2-6 Medium"
    assert "33.0" in _field(clash, "bravo_tank").note
    assert clash.forces[1].units[0].type == "Ge Pz V"


@pytest.mark.rules("35.3d")
def test_all_the_artillery_of_the_chart_may_be_agreed_on() -> None:
    facts = {fact.label: fact.value for fact in _built(artillery="maximum").forces[1].facts}
    assert facts["Artillery"] == "1 heavy, 1 medium, called fire"


def _facts(found: Builder | None, side: int) -> dict[str, str]:
    assert found is not None
    return {fact.label: fact.value for fact in found.forces[side].facts}


@pytest.mark.rules("34.2-8", "34.3-11", "34.4-19", "32.5a")
def test_a_force_has_off_the_map_what_its_scenario_lets_it_use() -> None:
    strongpoint = GAME.builder("tank/34.4", {"vehicle_smoke": "yes"})
    assert _facts(strongpoint, 0)["Air strikes"] == "4 strikes, light, planned"
    assert (_facts(strongpoint, 1)["Air strikes"], _facts(strongpoint, 1)["Smoke"]) == ("none", "artillery")
    race = _facts(GAME.builder("tank/34.2", {}), 0)
    assert (race["Artillery"], race["Smoke"]) == ("none", "none")
    assert race["Air strikes"] == "4 strikes, light, planned, once the forces have met"
    river = GAME.builder("tank/34.3", {})
    assert _facts(river, 0)["Air strikes"] == "4 strikes, light, planned, from turn 3 on"
    assert (_facts(river, 1)["Air strikes"], _facts(river, 1)["Smoke"]) == ("none", "none")
    assert _facts(GAME.builder("tank/34.3", {"vehicle_smoke": "yes"}), 1)["Smoke"] == "vehicles"
    assert _facts(_built(vehicle_smoke="yes"), 1)["Smoke"] == "vehicles and artillery"


@pytest.mark.rules("34.4-1", "34.4-2")
def test_the_defender_of_a_position_is_shown_with_both_forces_he_may_choose() -> None:
    found = GAME.builder("tank/34.4", {})
    assert found is not None
    bravo = found.forces[1]
    assert bravo.units == ()
    told = [[(one.type, one.count, one.what) for one in variant.units] for variant in bravo.variants]
    assert told == [
        [("Ger squad 6", 12, "9 with Ge PF44-1"), ("Ge 75/46", 2, "")],
        [("Ger squad 6", 6, "2 with Ge PF44-1"), ("Ge 75/46", 8, "")],
    ]
    assert [variant.rule for variant in bravo.variants] == ["34.4-1", "34.4-2"]
    # He has no tanks, so nobody is asked for his company; whoever attacks him is.
    assert "Company" not in _facts(found, 1)
    assert {name: _field(found, name).idle for name in ("bravo_company", "bravo_tank", "bravo_gun", "alpha_tank")} == {
        "bravo_company": True, "bravo_tank": True, "bravo_gun": False, "alpha_tank": False
    }  # fmt: skip
    assert (found.forces[0].variants, found.forces[0].units[1].what) == ((), "mounted")
    camp = GAME.builder("tank/34.3", {})
    assert camp is not None
    assert camp.forces[1].units[1].what == "without weapons"


def test_what_a_scenario_has_nobody_for_is_not_asked() -> None:
    found = _built()
    assert {field.name for field in found.fields if field.idle} - {"theatre"} == {
        f"{side}_{role}" for side in SIDES for role in ("apc", "gun", "device")
    }
    played = GAME.builder("tank/34.1", {"period": 9, "bravo_tank": "Ge Leopard I"})
    assert played is not None
    assert [fact.label for fact in played.forces[1].facts] == ["Company", "Panic Level", "Preservation Level"]
    assert [(one.type, one.count) for one in played.forces[1].units] == [("Ge Leopard I", 17)]


def test_reconstructed_weapons_are_marked() -> None:
    found = _built(period=9)
    tank = next(choice for choice in _field(found, "bravo_tank").choices if choice.value == "US M60A1")
    assert tank.provenance == found.forces[1].units[0].provenance == "reconstructed"
    assert _field(_built(), "bravo_tank").choices[0].provenance == ""


def test_optional_rules_are_fields_and_handicaps_are_not() -> None:
    found = _built(recon_fire="yes", alpha_panic=2)
    rule = _field(found, "recon_fire")
    assert (rule.label, rule.value, rule.usual) == ("Reconnaissance fire", "yes", "no")
    assert all(field.name != "alpha_panic" for field in found.fields)


@pytest.mark.rules("35.2a")
def test_korea_is_fought_over_in_period_7_only() -> None:
    assert _legal(_field(_built(period=7), "theatre")) == ["Europe", "Korea"]
    assert _field(_built(period=7), "theatre").value == "Korea"
    assert _legal(_field(_built(period=6), "theatre")) == ["Europe"]


@pytest.mark.parametrize("key", list(period_lines()))
def test_every_line_of_the_chart_can_be_built_and_each_legal_choice_holds(key: str) -> None:
    line = period_lines()[key]
    found = _built(period=line.period, alpha_nation=line.nation)
    assert [field.note for field in found.fields if field.note] == []
    for role in ROLES:
        field = _field(found, f"alpha_{role}")
        assert field.value in _legal(field)
        last = _legal(field)[-1]
        again = _built(**{"period": line.period, "alpha_nation": line.nation, field.name: last})
        assert (_field(again, field.name).value, _field(again, field.name).note) == (last, "")


def test_every_vehicle_of_the_expanded_chart_has_a_drawing_of_its_own() -> None:
    types = {entry.type: entry for entry in face(scenarios()["tank/intro"]).types}
    assert "Ge Pz V" not in types
    drawn = {entry.type: entry for entry in _face("mixed", False, "expanded").types}
    for name, weapon in expanded_chart().items():
        if weapon.group in ("tank", "assault_gun", "apc", "truck"):
            assert drawn[name].silhouette in silhouettes(), name
    assert (drawn["Ge Pz V"].short, drawn["Ger squad 6"].short) == ("Pz V", "Inf")
    assert (drawn["truck"].shape, drawn["So BMP"].shape, drawn["US TOW"].silhouette) == ("truck", "carrier", "missile")


def test_a_device_that_is_reconstructed_says_so() -> None:
    def told(period: int) -> set[str]:
        found = GAME.builder("tank/34.4", {"period": period})
        assert found is not None
        return {unit.what for force in found.forces for variant in force.variants for unit in variant.units}

    assert "9 with US Dragon (reconstructed)" in told(12)
    assert "9 with Ge PF44-1" in told(6)
