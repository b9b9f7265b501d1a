"""What the command line asks: odds by flags, cards as rows."""

from __future__ import annotations

import json

import pytest

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.games.panzer.data.batteries import batteries
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.loading import scenarios
from hulldown.games.panzer.faces import tools
from hulldown.games.panzer.game import GAME
from hulldown.maps import map_names

SHOT = {"attacker": "T-34/76 M43", "target": "PzKpfw IVH", "range": 3, "aspect": "front", "cover": "medium"}


@pytest.mark.rules("4.4.3.2.6-ex1")
def test_the_odds_of_the_example():
    found = tools.odds({**SHOT, "short_halt": True})
    assert list(found) == ["hit", "outcomes", "factors"]
    assert found["hit"] == "27/100"
    assert found["outcomes"] == {"none": "73/100", "damaged": "27/100", "ko": "0", "bu": "0"}
    assert {
        "rule": "4.4.3.2.2-short-halt-a",
        "label": "shooter on Short Halt",
        "value": -4,
        "provenance": "rulebook",
    } in (found["factors"])
    assert json.loads(json.dumps(found)) == found


@pytest.mark.parametrize(
    ("flags", "hit"),
    [
        ({"cover": "none"}, "9/10"),
        ({"cover": None, "aspect": None, "smoke": None}, "9/10"),
        ({"cover": "light"}, "81/100"),
        ({"cover": "heavy"}, "9/20"),
        ({"target_moving": True}, "9/20"),
        ({"shooter_damaged": True}, "9/25"),
        ({"overwatch": True}, "27/50"),
        ({"overwatch_adjust": True}, "9/25"),
        ({"smoke": 2}, "27/100"),
    ],
)
def test_every_flag(flags, hit):
    assert tools.odds({**SHOT, **flags})["hit"] == hit


def test_the_flags_are_those_that_odds_reads():
    names = [flag.flag for flag in tools.odds_arguments()]
    assert names[: names.index("--level")] == [
        "--attacker", "--target", "--range", "--aspect", "--cover", "--short-halt", "--target-moving",
        "--shooter-damaged", "--target-damaged", "--overwatch", "--overwatch-adjust", "--smoke",
    ]  # fmt: skip
    assert [flag.flag for flag in tools.odds_arguments() if flag.required] == names[:3]
    given = {flag.name: flag.default for flag in tools.odds_arguments()}
    assert tools.odds({**given, **SHOT})["hit"] == "63/100"


def test_a_shot_that_cannot_be_says_why():
    found = tools.odds({**SHOT, "range": 18})
    assert (found["hit"], found["outcomes"]["none"]) == ("0", "1")
    assert found["void"] == "range 18 is beyond the maximum range 17"


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ({"range": 0}, "--range is 0"),
        ({"smoke": -1}, "--smoke is -1"),
        ({"short_halt": True, "overwatch": True}, "--short-halt and --overwatch exclude each other"),
        ({"overwatch": True, "overwatch_adjust": True}, "--overwatch and --overwatch-adjust exclude each other"),
    ],
)
def test_what_no_shot_can_be(flags, message):
    with pytest.raises(HulldownError, match=message):
        tools.odds({**SHOT, **flags})


@pytest.mark.parametrize(
    ("flag", "word"), [("cover", "dense"), ("aspect", "top"), ("attacker", "T-35"), ("target", "x")]
)
def test_unknown_words_are_told_with_the_known_ones(flag, word):
    with pytest.raises(UnknownNameError) as caught:
        tools.odds({**SHOT, flag: word})
    assert caught.value.hint


@pytest.mark.rules("1.6")
def test_units_tell_every_card_with_its_sources():
    units = {unit["name"]: unit for unit in tools.units("basic")}
    assert list(units) == list(cards())
    assert units["SU-76M M43"]["ap_range"] == [3, 6, 10, 14, 17]
    assert units["SU-76M M43"]["provenance"]["ap.range.E"] == "rulebook"
    assert units["Truck"]["gun"] is None
    assert units["Truck"]["ap_penetration"] == []
    assert json.loads(json.dumps(tools.units("basic"))) == tools.units("basic")


def test_the_maps_are_those_of_the_scenarios_and_the_boards():
    assert {scenario.map for scenario in scenarios().values()} <= set(tools.maps()) <= set(map_names())
    assert "tank" not in tools.maps()
    assert len(set(tools.maps())) == len(tools.maps())


def test_a_scenario_names_the_cards_it_is_played_with():
    """The browser asks for the cards of the scenario's book: a Basic game is not shown those of the Advanced Game."""
    for info in GAME.scenarios():
        known = {unit["name"] for unit in tools.units(info.book)}
        assert info.book == info.facts["level"] == scenarios()[info.id].level
        assert known == set(cards()) or (info.book == "advanced" and known > set(cards()))
        for name in {card for own in info.units.values() for card in own}:
            # Leg units are listed by type: a Section of either side, a German Rifle squad of German Rifle.
            # Batteries off the map have no card.
            listed = name in batteries() or any(part in name for part in known)
            assert name in known or (info.book == "advanced" and listed)
