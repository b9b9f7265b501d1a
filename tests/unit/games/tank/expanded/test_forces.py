"""The builder: what is filled in, what is refused and why, companies of other sizes, and what is offered."""

from __future__ import annotations

import pytest

from hulldown.games.tank.data.companies import camps, companies, companies_of, standings
from hulldown.games.tank.data.forces import (
    Army,
    Choice,
    ForceError,
    build,
    company_offers,
    find_line,
    legal_names,
    offers,
    theatre_of,
)
from hulldown.games.tank.data.legality import ROLES, company_refusal, serves, weapon_refusal
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.data.periods import line_of, period_lines
from hulldown.games.tank.data.weapons import expanded_chart


def _shape(army: Army) -> list[tuple[int, bool]]:
    return [(platoon.strength, platoon.hq) for platoon in army.platoons]


def _refused(**chosen: object) -> tuple[str, str]:
    with pytest.raises(ForceError) as caught:
        build(Choice(**chosen))  # type: ignore[arg-type]
    assert str(caught.value) == f"{caught.value.rule}: {caught.value.reason}"
    return caught.value.option, str(caught.value)


@pytest.mark.rules("31.0a", "33.0", "36.0", "36.0b")
@pytest.mark.parametrize("key", period_lines())
def test_every_default_force_is_legal(key: str) -> None:
    line, standing = period_lines()[key], standings()[key]
    army = build(Choice(period=line.period, nation=line.nation))
    assert army.made_of() == dict(standing.made_of)
    assert (army.apc, army.gun, army.device) == (standing.apc, standing.gun, standing.device)
    assert army.company.key == standing.company
    assert line.period in army.company.periods
    assert sum(army.made_of().values()) == army.company.total
    for name in army.made_of():
        assert serves(expanded_chart()[name], line.period, army.company), name
    for role in ("apc", "gun", "device"):
        assert weapon_refusal(line, army.camp, expanded_chart()[getattr(army, role)], role) is None


@pytest.mark.rules("33.0", "25.5", "25.51")
@pytest.mark.parametrize("key", period_lines())
def test_every_company_of_every_line_can_be_raised_in_every_size(key: str) -> None:
    line = period_lines()[key]
    for camp in camps()[key]:
        for company in companies_of(line, camp):
            for size in (0, 10, 20):
                army = build(Choice(period=line.period, nation=line.nation, company=company.key, size=size))
                assert army.company == company
                assert sum(army.made_of().values()) == (size or company.total)
                assert all(platoon.hq or platoon.strength >= 3 for platoon in army.platoons)
                assert [platoon.hq for platoon in army.platoons].count(True) <= 1
                for name in army.made_of():
                    assert serves(expanded_chart()[name], line.period, company) or name.endswith(" CS"), name


@pytest.mark.rules("25.5", "33.0")
def test_a_headquarters_can_stay_off_the_map() -> None:
    army = build(Choice(period=6, nation="Ger", hq=False))
    assert _shape(army) == [(4, False)] * 3
    assert not any(force.hq for force in army.afvs())


@pytest.mark.rules("33.0-note-1", "33.0")
def test_close_support_tanks_stand_in_the_headquarters() -> None:
    army = build(Choice(period=4, nation="Br"))
    assert army.afvs()[-2:] == (
        Force(type="Br Crusader II", count=2, platoon=5, hq=True),
        Force(type="Br Crusader CS", count=2, platoon=5, hq=True),
    )
    made = {tank: build(Choice(period=period, nation="Br", tank=tank, company=company)).made_of()
            for tank, period, company in (("M4", 5, "Cruiser"), ("Valentine", 5, "Heavy"), ("Matilda", 5, "Heavy"),
                                          ("M3 Grant/Lee", 3, "Heavy"), ("M3 Grant/Lee", 3, "Cruiser"))}  # fmt: skip
    assert made["M4"] == {"US M4": 14, "Br Crusader CS": 2}
    assert made["Valentine"] == {"Br Valentine": 16, "Br Valentine CS": 2}
    assert made["Matilda"] == {"Br Matilda": 16, "Br Matilda CS": 2}
    assert made["M3 Grant/Lee"] == {"US M3 Grant/Lee": 14, "Br A-13 CS": 2}
    assert "Br A-13 CS" not in build(Choice(period=3, nation="Br", hq=False)).made_of()
    assert _refused(period=4, nation="Br", tank="Crusader CS") == (
        "tank", "33.0-note-1: Br Crusader CS stands in the headquarters of some companies only",
    )  # fmt: skip


@pytest.mark.rules("33.0-note-2", "33.0")
def test_each_british_platoon_of_1944_has_one_firefly() -> None:
    army = build(Choice(period=6, nation="Br"))
    assert [platoon.made_of for platoon in army.platoons[:4]] == [(("US M4", 3), ("Br Firefly", 1))] * 4
    assert army.platoons[4].made_of == (("US M4", 4),)
    only = build(Choice(period=6, nation="Br", tank="Firefly"))
    assert only.made_of() == {"Br Firefly": 20}


@pytest.mark.rules("33.0", "25.0-gen-1", "25.51")
@pytest.mark.parametrize(
    ("period", "nation", "company", "size", "shape"),
    [
        (8, "Br", "", 20, [(3, False)] * 6 + [(2, True)]), (6, "Sov", "", 10, [(3, False)] * 3 + [(1, True)]),
        (6, "Ger", "", 20, [(4, False)] * 5), (6, "Ger", "", 10, [(4, False)] * 2 + [(2, True)]),
        (6, "US", "", 20, [(5, False)] * 4), (6, "US", "", 10, [(5, False)] * 2),
        (6, "Br", "", 20, [(4, False)] * 4 + [(4, True)]), (1, "Fr", "", 20, [(5, False)] * 4),
        (12, "Isr", "", 10, [(3, False)] * 3 + [(1, True)]), (6, "Sov", "Assault Gun", 20, [(5, False)] * 4),
    ],
)  # fmt: skip
def test_reinforced_and_reduced_companies(
    period: int, nation: str, company: str, size: int, shape: list[tuple[int, bool]]
) -> None:
    assert _shape(build(Choice(period=period, nation=nation, company=company, size=size))) == shape


@pytest.mark.rules("33.0")
@pytest.mark.rules("33.0", "33.0-note-1", "33.0-note-2", "25.0-gen-1")
@pytest.mark.parametrize(
    ("period", "nation", "company", "size", "made_of"),
    [
        (1, "Ger", "Light (mixed)", 20, {"Ge Pz II": 14, "Ge Pz IIID": 6}),
        (1, "Ger", "Light (mixed)", 10, {"Ge Pz II": 7, "Ge Pz IIID": 3}),
        (1, "Ger", "Medium (mixed)", 20, {"Ge Pz II": 6, "Ge Pz IVC": 14}),
        (1, "Ger", "Medium (mixed)", 10, {"Ge Pz II": 3, "Ge Pz IVC": 7}),
        (5, "Ger(E)", "Heavy (mixed)", 20, {"Ge Pz IVH": 11, "Ge Pz VIA": 9}),
        (4, "Br", "Cruiser", 20, {"Br Crusader II": 18, "Br Crusader CS": 2}),
        (4, "Br", "Cruiser", 10, {"Br Crusader II": 9, "Br Crusader CS": 1}),
        (6, "Br", "Medium", 10, {"US M4": 8, "Br Firefly": 2}),
    ],
)
def test_mixed_companies_keep_their_proportion_the_first_type_rounded_up(
    period: int, nation: str, company: str, size: int, made_of: dict[str, int]
) -> None:
    assert build(Choice(period=period, nation=nation, company=company, size=size)).made_of() == made_of


@pytest.mark.rules("33.0")
def test_the_printed_mixed_companies() -> None:
    heavy = build(Choice(period=5, nation="Ger(NA)", company="Heavy (mixed)", tank="Pz IVF2"))
    assert heavy.made_of() == {"Ge Pz IVF2": 10, "Ge Pz VIA": 9}
    assert heavy.platoons[-1].made_of == (("Ge Pz VIA", 1),)
    both = build(Choice(period=3, nation="Ger", tank="Ge Pz II + Ge Pz IIIH"))
    assert (both.company.name, both.made_of()) == ("Light (mixed)", {"Ge Pz II": 12, "Ge Pz IIIH": 6})
    assert _refused(period=3, nation="Ger", company="Light (mixed)", tank="Ge Pz IIIH + Ge Pz IIID")[0] == "tank"


@pytest.mark.rules("33.0")
def test_the_company_follows_from_the_afv() -> None:
    found = {
        tank: build(Choice(period=6, nation="Ger", tank=tank)).company.name
        for tank in ("Pz V", "Pz VIB", "Pz VIA", "Hetzer", "StG III", "Marder", "Jagd Panther", "JPz IV")
    }
    assert found == {
        "Pz V": "Medium", "Pz VIB": "Heavy", "Pz VIA": "Medium", "Hetzer": "Pz Jagd", "StG III": "Assault Gun",
        "Marder": "Assault Gun", "Jagd Panther": "JPzV", "JPz IV": "JPzIV",
    }  # fmt: skip
    assert build(Choice(period=6, nation="Sov", tank="JS II")).company.name == "Heavy"
    assert build(Choice(period=6, nation="US", tank="M18")).company.name == "Tank Destroyer"


def test_companies_by_name_key_and_nation() -> None:
    for name in ("Medium", "medium", "USSR Medium", "USSR 9-12 Medium"):
        assert build(Choice(period=10, nation="UAR", company=name)).company.key == "USSR 9-12 Medium"
    assert build(Choice(period=12, nation="NATO", company="US Standard")).company.nation == "United States"
    assert build(Choice(period=12, nation="Isr", company="Medium")).company.total == 11
    assert build(Choice(period=12, nation="Isr", company="Israel 8-12 Medium")).company.total == 9
    option, told = _refused(period=6, nation="Ger", company="Light (mixed)")
    assert (option, told) == ("company", "33.0: Ger has no company 'Light (mixed)' in period 6")


@pytest.mark.rules("36.0b")
@pytest.mark.parametrize(
    ("period", "nation", "tank"),
    [(3, "Ger", "Pz II"), (7, "Sov", "T34/85"), (8, "Sov", "T34/85"), (5, "Br", "Matilda"), (12, "NATO", "Leopard I")],
)
def test_a_type_that_a_company_names_serves_on(period: int, nation: str, tank: str) -> None:
    """X-69."""
    army = build(Choice(period=period, nation=nation, tank=tank))
    name = next(iter(army.made_of()))
    assert name in army.company.named
    assert period > expanded_chart()[name].periods[-1]


@pytest.mark.rules("36.0", "36.0b")
@pytest.mark.rules("36.0", "36.0b", "35.0", "33.0", "35.2a", "35.1", "33.0-note-1")
@pytest.mark.parametrize(
    ("chosen", "option", "told"),
    [
        ({"period": 13, "nation": "Ger"}, "period", "35.0: there is no period 13"),
        ({"period": 6, "nation": "It"}, "nation", "35.0: It does not fight in period 6"),
        ({"period": 5, "nation": "Ger"}, "nation", "35.2a: 'Ger' is ambiguous in period 5"),
        ({"period": 6, "nation": "Ger", "tank": "T34/85"}, "tank", "36.0: So T34/85 is not among the weapons of Ger"),
        ({"period": 6, "nation": "Ger", "tank": "Leopard I"}, "tank", "36.0b: Ge Leopard I serves in period 9"),
        ({"period": 8, "nation": "Fr", "tank": "AMX-30"}, "tank", "36.0b: Fr AMX-30 serves in periods 9-12"),
        ({"period": 4, "nation": "Sov", "tank": "T34/85"}, "tank", "36.0b: So T34/85 serves in periods 5-6"),
        ({"period": 6, "nation": "Ger", "tank": "75/46"}, "tank", "36.0: Ge 75/46 is no tank"),
        ({"period": 6, "nation": "Ger", "gun": "Pz V"}, "gun", "36.0: Ge Pz V is no gun"),
        ({"period": 6, "nation": "Ger", "gun": "37/45"}, "gun", "36.0b: Ge 37/45 serves in periods 1-2"),
        ({"period": 6, "nation": "Ger", "apc": "HT"}, "apc", "36.0: US HT is not among the weapons of Ger"),
        ({"period": 7, "nation": "Sov", "apc": "HT"}, "apc", "36.0: US HT is not among the weapons of Sov"),
        ({"period": 4, "nation": "Sov", "device": "PF-60"}, "device", "36.0: Ge PF-60 is not among the weapons of Sov"),
        ({"period": 9, "nation": "NATO", "tank": "STRV"}, "tank", "36.0: Sw STRV is not among the weapons of NATO"),
        ({"period": 12, "nation": "Isr", "tank": "Centurion"}, "tank", "36.0: 'Centurion' is ambiguous"),
        ({"period": 12, "nation": "Isr", "tank": "Merkava"}, "tank", "36.0: there is no weapon named 'Merkava'"),
        ({"period": 1, "nation": "Ger", "tank": "StG III A-E"}, "tank", "33.0: no company of Germany in period 1"),
        ({"period": 6, "nation": "Ger", "company": "JPzIV", "tank": "Pz V"}, "tank", "33.0-germany-6-jpziv: "),
        ({"period": 6, "nation": "Ger", "company": "Medium", "tank": "StG III"}, "tank",
         "33.0-germany-2-6-mediumpziiipzi: "),
        ({"period": 3, "nation": "Ger", "company": "Light (mixed)", "tank": "Pz IVE"}, "tank",
         "33.0-germany-1-3-lightmixed: "),
        ({"period": 6, "nation": "Ger", "tank": "Pz V + JPz IV"}, "tank", "33.0: no company of Germany has"),
        ({"period": 6, "nation": "Ger", "tank": "Pz V + Pz IVH"}, "tank", "33.0-germany-2-6-mediumpziiipzi: "),
        ({"period": 6, "nation": "Ger", "gun": "75/46 + 88/71"}, "gun", "36.0: gun: one of them"),
        ({"period": 6, "nation": "Ger", "size": 15}, "size", "33.0: a company of 15"),
        ({"period": 12, "nation": "NATO", "tank": "Chieftain", "gun": "TOW"}, "gun", "35.1: Br Chieftain and US TOW"),
    ],
)  # fmt: skip
def test_what_is_not_legal_is_refused_with_its_case(chosen: dict[str, object], option: str, told: str) -> None:
    found, message = _refused(**chosen)
    assert found == option
    assert message.startswith(told), message


def test_a_refusal_hints_at_what_is_legal() -> None:
    with pytest.raises(ForceError) as caught:
        build(Choice(period=9, nation="NATO", gun="57"))
    assert caught.value.hint == "NATO in period 9: US 90, US 75R, US 106R, US ENTAC"
    with pytest.raises(ForceError) as caught:
        build(Choice(period=12, nation="Isr", tank="Centurion"))
    assert caught.value.hint == "one of Br Centurion, Isr Centurion"


@pytest.mark.rules("36.0", "26.2b")
@pytest.mark.rules("35.1", "36.0")
def test_nato_takes_the_nation_that_has_what_was_chosen() -> None:
    german = build(Choice(period=9, nation="NATO", tank="Leopard I"))
    assert (german.company.nation, german.apc, german.gun) == ("Germany", "US M113", "US 106R")
    british = build(Choice(period=12, nation="NATO", tank="Chieftain"))
    assert (british.company.total, british.apc, british.gun, british.device) == (15, "truck", "", "Br Gustav")
    french = build(Choice(period=12, nation="NATO", company="Medium"))
    assert french.made_of() == {"Fr AMX-30": 17}
    swedish = build(Choice(period=12, nation="NATO", tank="STRV L"))
    assert (swedish.apc, swedish.gun, swedish.device) == ("truck", "", "")
    assert swedish.guns(4) == ()
    assert swedish.squads(3, devices=3) == Force(type="NATO squad 12", count=3)


def test_lend_lease_and_captured_devices() -> None:
    assert "US HT" in legal_names(line_of(4, "Sov"), "apc")
    assert "US HT" not in legal_names(line_of(3 - 1, "Sov"), "apc")
    assert "Ge PF-60" in legal_names(line_of(5, "Sov"), "device")
    assert "Ge PF-60" not in legal_names(line_of(7, "Sov"), "device")
    assert legal_names(line_of(1, "Fr"), "device") == ("Br ATR",)


@pytest.mark.rules("31.0a", "36.0", "36.0b")
@pytest.mark.rules("24.6b")
def test_missile_carriers_are_assault_guns() -> None:
    assert "So BTR-60/Snapper" in legal_names(line_of(9, "Sov"), "tank", "assault_gun")
    assert "So BTR-60/Swatter" not in legal_names(line_of(9, "Sov"), "tank")
    army = build(Choice(period=9, nation="Sov", tank="BTR-60/Snapper"))
    assert army.made_of() == {"So BTR-60/Snapper": 10}
    assert "So BTR-60/Snapper" not in legal_names(line_of(9, "Sov"), "apc")


def test_the_afvs_of_the_example_are_offered() -> None:
    """31.0 lists what 36 has for period 6; Marder is missing there but stands in the chart."""
    german, soviet = line_of(6, "Ger"), line_of(6, "Sov")
    own = {name for name in legal_names(german, "tank") if 6 in expanded_chart()[name].periods}
    assert own == {
        "Ge StG III", "Ge Pz VIA", "Ge Pz IVH", "Ge Pz V", "Ge JPz IV", "Ge Hetzer", "Ge Pz VIB", "Ge Jagd Panther",
        "Ge Marder",
    }  # fmt: skip
    own = {name for name in legal_names(soviet, "tank") if 6 in expanded_chart()[name].periods}
    assert own == {
        "So T34/76C", "So T34/85", "So SU85", "So SU76", "So JSU 152", "So JS II", "So JS III", "So SU 100",
    }  # fmt: skip


@pytest.mark.rules("36.0")
@pytest.mark.rules("36.0", "36.0b", "33.0", "26.2b")
@pytest.mark.parametrize("role", ROLES)
def test_offers_hold_everything_with_a_reason_against_what_is_not_legal(role: str) -> None:
    for line in period_lines().values():
        found = offers(line, role)
        assert {offer.name for offer in found} == {
            name for name, weapon in expanded_chart().items() if weapon.group in ROLES[role]
        }
        for offer in found:
            weapon = expanded_chart()[offer.name]
            if offer.refusal is None:
                chosen = build(Choice(period=line.period, nation=line.nation, **{role: offer.name}))
                assert offer.name in (*chosen.made_of(), chosen.apc, chosen.gun, chosen.device)
            else:
                assert offer.refusal.rule in ("36.0", "36.0b", "26.2b", "33.0", "33.0-note-1")
                assert weapon.name in offer.refusal.reason


@pytest.mark.rules("33.0")
def test_offers_say_what_is_reconstructed() -> None:
    marked = {offer.name: offer.reconstructed for offer in offers(line_of(12, "NATO"), "tank")}
    assert (marked["US M60A3"], marked["Br Chieftain"], marked["US M4"]) == (True, False, True)


@pytest.mark.rules("33.0")
def test_company_offers() -> None:
    found = {offer.name: offer.refusal for offer in company_offers(6, "Ger")}
    assert found["Germany 2-6 Medium"] is None
    assert found["Germany 5 Heavy (mixed)"] is not None
    assert not any(name.startswith("USSR") for name in found)
    assert {offer.name for offer in company_offers(9, "NATO") if offer.refusal is None} == {
        "United States 4-12 Standard", "Britain 7-12 Standard", "France 6-12 Medium", "Germany 8-12 Medium",
    }  # fmt: skip


def test_a_company_of_another_nation_or_period_is_refused_by_33() -> None:
    line = line_of(6, "Ger")
    camp, tank = camps()[line.key][0], expanded_chart()["Ge Pz V"]
    for key in ("USSR 1-7 Medium", "Germany 8-12 Medium"):
        refusal = company_refusal(line, camp, companies()[key], tank)
        assert refusal is not None
        assert refusal.rule == "33.0"


@pytest.mark.rules("35.0")
@pytest.mark.rules("35.2a")
def test_the_theatre() -> None:
    assert theatre_of(7, ("NK", "US")) == "Korea"
    assert theatre_of(7, ("Sov", "US")) == "Europe"
    assert theatre_of(7, ("Sov", "US"), "Korea") == "Korea"
    for period, asked, rule in ((7, "Asia", "35.2a"), (6, "Korea", "35.0")):
        with pytest.raises(ForceError) as caught:
            theatre_of(period, ("US", "Sov"), asked)
        assert (caught.value.option, caught.value.rule) == ("theatre", rule)


def test_a_line_is_found_or_refused_by_option() -> None:
    assert find_line(6, "ger").key == "6 Ger"
    with pytest.raises(ForceError) as caught:
        find_line(6, "Pol")
    assert caught.value.option == "nation"


@pytest.mark.rules("26.2a", "33.0")
def test_squads_have_no_device_unless_one_is_asked_for() -> None:
    army = build(Choice(period=6, nation="Ger"))
    assert army.squads(3) == Force(type="Ger squad 6", count=3)
    assert army.squads(3, devices=2) == Force(type="Ger squad 6", count=3, device="Ge PF44-1", devices=2)
    assert army.guns(2, carried=True) == (Force(type="Ge 75/46", count=2, carried=True),)
    assert army.carriers(5) == Force(type="Ge SPW", count=5)


@pytest.mark.rules("33.0")
def test_a_company_whose_own_types_are_not_there_yet_takes_the_first_that_fits() -> None:
    assert build(Choice(period=5, nation="Ger(E)", company="Pz Jagd")).made_of() == {"Ge StG III": 13}
