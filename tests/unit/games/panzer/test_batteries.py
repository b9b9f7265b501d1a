"""Off-map batteries, plots and points: the cards, and what a scenario file may say of them."""

from __future__ import annotations

import pytest

from hulldown import resources
from hulldown.core.errors import MalformedError
from hulldown.games.panzer.data.batteries import artillery, batteries, parse_artillery, smoke_limit, support
from hulldown.games.panzer.data.cards import FOLDER
from hulldown.games.panzer.data.fireplan import LONGEST
from hulldown.games.panzer.data.loading import Scenario, check_places, parse_scenario, scenario_hash, scenarios
from hulldown.maps import load_map

TEXT = resources.read(*FOLDER, "scenarios", "13.toml")
GUNS = """
[[german.batteries]]
card = "Medium battery"
attachment = "attached"
formations = ["Scouts"]
planned = 2
registered = 1

[[german.batteries]]
card = "Heavy battery"
count = 2
attachment = "organic"
planned = 1
"""
PLOT = """
[[german.plots]]
battery = "GB1"
hex = "1316"
turn = 2
parts = [{ fire = "GP", sheaf = "closed", turns = 2 }, { fire = "Smoke", sheaf = "linear", facing = "B" }]
"""
POINT = """
[[german.registered]]
hex = "1316"
batteries = ["GB1"]
"""


def read(added: str) -> Scenario:
    return parse_scenario(TEXT.replace("[[objectives]]", f"{added}\n[[objectives]]", 1), "mine.toml")


def refusal(added: str) -> str:
    with pytest.raises(MalformedError) as caught:
        read(added)
    return str(caught.value)


@pytest.mark.rules("6.5.1.2", "5.3a", "6.5.1.2-ex1")
@pytest.mark.parametrize(
    ("name", "factors", "effectiveness", "points"),
    [
        ("Light battery", (7, 6, 6, 5, 5), 3, 30),
        ("Medium battery", (9, 8, 8, 7, 7), 5, 45),
        ("Heavy battery", (11, 10, 10, 9, 9), 8, 65),
        ("Super Heavy battery", (13, 12, 12, 11, 11), 10, 90),
    ],
)
def test_cards_of_batteries(name: str, factors: tuple[int, ...], effectiveness: int, points: int) -> None:
    card = batteries()[name]
    assert tuple(card.row.range) == (5, 15, 25, 40, 60)
    assert (tuple(card.row.factors), card.row.effectiveness, card.points) == (factors, effectiveness, points)
    assert card.row.minimum == 1
    assert not card.row.small_arms


@pytest.mark.rules("5.16.2.5")
def test_smoke_limits_by_side() -> None:
    assert (smoke_limit("soviet").limit, smoke_limit("german").limit) == (4, 6)
    assert set(artillery().smoke) == {"soviet", "german"}


@pytest.mark.rules("6.5.1.3.1-ex1", "6.5.1.3.2-ex1", "6.5.1.3.3-ex1", "6.5.1.3.1a", "6.5.1.3.2", "6.5.1.3.3")
def test_batteries_of_a_kampfgruppe() -> None:
    """A battery attached to one formation is Unattached to the others; Organic ones are so to all."""
    medium, heavy, second = support(read(GUNS))
    assert [one.id for one in (medium, heavy, second)] == ["GB1", "GB2", "GB3"]
    assert [medium.level(name) for name in ("Scouts", "Panzer Platoon")] == ["attached", "unattached"]
    assert {heavy.level(name) for name in ("Scouts", "Panzer Platoon")} == {"organic"}


@pytest.mark.rules("6.5.1.11.1b", "6.5.1.4d")
@pytest.mark.parametrize(
    ("added", "place"),
    [
        (PLOT + PLOT.replace("1316", "9999").replace("turn = 2", "turn = 6"), "plots, entry 2"),
        (PLOT + POINT.replace("1316", "9999"), "registered, entry 1"),
    ],
)
def test_a_hex_that_the_map_does_not_have_is_named_with_its_place(added: str, place: str) -> None:
    scenario = read(GUNS + added)
    with pytest.raises(MalformedError) as caught:
        check_places(scenario, load_map(scenario.map))
    assert f"[german] {place}: hex: map {scenario.map} has no hex '9999'" in str(caught.value)


@pytest.mark.rules("6.5.1.3.3")
def test_an_organic_battery_of_some_formations_is_unattached_to_the_others() -> None:
    found = support(read(GUNS.replace('"organic"', '"organic"\nformations = ["Scouts"]')))
    assert [found[1].level(name) for name in ("Scouts", "Panzer Platoon")] == ["organic", "unattached"]


def test_a_file_with_plots_and_points() -> None:
    found = read(GUNS + PLOT + POINT).german
    assert found.plots[0].turns == 3
    assert found.registered[0].batteries == ("GB1",)


def test_older_scenarios_keep_their_hash() -> None:
    assert scenario_hash(read("")) == scenario_hash(scenarios()["panzer/13"])
    assert scenario_hash(read(GUNS)) != scenario_hash(scenarios()["panzer/13"])


@pytest.mark.rules("6.5.1.11.1c", "6.5.1.11.1e", "6.5.1.11.1f", "6.5.1.11b", "6.5.1.4a", "6.5.1.11.1a")
@pytest.mark.parametrize(
    ("added", "where", "told"),
    [
        (GUNS + PLOT.replace("turns = 2", "turns = 5"), "[german] plots, entry 1", f"parts: {LONGEST + 1} turns"),
        (GUNS + PLOT.replace("turn = 2", "turn = 14"), "[german] plots, entry 1", "turn: it is 14 in a game of 13"),
        (GUNS + PLOT.replace("GB1", "SB1"), "[german] plots, entry 1", "battery: there is no battery 'SB1'"),
        (GUNS + PLOT.replace(', facing = "B"', ""), "[german] plots, entry 1", "facing:"),
        (GUNS + PLOT.replace("Smoke", "Gas"), "mine.toml", "german.plots[0].parts[1].fire"),
        (GUNS + PLOT + PLOT.replace("turn = 2", "turn = 5"), "[german] plots, entry 2", "turn: GB1 fires another"),
        (GUNS.replace("planned = 2", "planned = 1") + PLOT * 2, "[german] plots, entry 2", "battery: GB1 may plot 1"),
        (GUNS + POINT * 2, "[german] registered, entry 2", "batteries: GB1 may have 1 points"),
        (GUNS + POINT.replace("GB1", "GB4"), "[german] registered, entry 1", "batteries: there is no battery 'GB4'"),
        (GUNS + POINT.replace('["GB1"]', "[]"), "[german] registered, entry 1", "batteries: name the batteries"),
        (GUNS.replace("Heavy", "Huge"), "[german] batteries, entry 2", "card: there is no battery 'Huge battery'"),
        (GUNS.replace('["Scouts"]', '["Scoots"]'), "[german] batteries, entry 1", "formations: there is no"),
        (GUNS.replace('["Scouts"]', "[]"), "[german] batteries, entry 1", "formations: say to which"),
    ],
)
def test_wrong_fire_support_names_file_table_and_key(added: str, where: str, told: str) -> None:
    found = refusal(added)
    assert found.startswith("mine.toml")
    assert where in found
    assert told in found


@pytest.mark.rules("6.5.1.11.1e")
def test_a_battery_waits_one_turn_between_its_missions() -> None:
    assert len(read(GUNS + PLOT + PLOT.replace("turn = 2", "turn = 6")).german.plots) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[smoke.french]\nlimit = 1", "there is no side 'french'"),
        ('[batteries.X]\nrange = [1, 2, 3, 4, 5]\nfactors = [1, 1, 1, 1, 1]\nprovenance = "rulebook"', "points"),
        ("[guns.X]", "unknown key 'guns'"),
    ],
)
def test_a_wrong_file_of_batteries_is_refused(text: str, told: str) -> None:
    with pytest.raises(MalformedError, match=told):
        parse_artillery(text, "b.toml")
