"""Aircraft in scenario files: what is read, and what is refused with file, table and key (6.7)."""

from __future__ import annotations

import pytest

from hulldown import resources
from hulldown.core.errors import MalformedError
from hulldown.games.panzer.data.airforce import airmen
from hulldown.games.panzer.data.cards import FOLDER
from hulldown.games.panzer.data.loading import parse_scenario

BASE = resources.read(*FOLDER, "scenarios", "14.toml")
ADVANCED = BASE.replace('id = "panzer/14"', 'id = "panzer/air"')
PAIR = '\n[[soviet.aircraft]]\ncard = "Il-2m3"\ncount = 2\n'
SINGLE = '\n[[german.aircraft]]\ncard = "Ju 87D"\ngrade = "elite"\nfirst = 3\nlast = 6\n'


def read(more: str):
    return parse_scenario(ADVANCED + more, "f.toml")


@pytest.mark.rules("6.7.1b", "6.7.2.1a")
def test_aircraft_one_by_one():
    found = airmen(read(PAIR + '\n[[soviet.aircraft]]\ncard = "Pe-2"\n'))
    assert [(one.id, one.card.name, one.grade, one.first, one.last, one.load, one.choices) for one in found] == [
        ("SA1", "Il-2m3", "green", 1, 12, "", ("bombs", "rockets")),
        ("SA2", "Il-2m3", "green", 1, 12, "", ("bombs", "rockets")),
        ("SA3", "Pe-2", "green", 1, 12, "bombs", ()),
    ]
    (one,) = airmen(read(SINGLE))
    assert (one.id, one.grade, one.first, one.last, one.load, one.choices) == ("GA1", "elite", 3, 6, "bombs", ())
    (given,) = airmen(read('\n[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "rockets"\n'))
    assert (given.load, given.choices) == ("rockets", ())
    assert airmen(read("")) == ()


@pytest.mark.rules("6.7b")
@pytest.mark.parametrize(
    ("more", "place", "told"),
    [
        (PAIR.replace("Il-2m3", "Il-3"), "[[soviet.aircraft]] 1", "card: there is no aircraft 'Il-3'"),
        (PAIR.replace("Il-2m3", "Ju 87D"), "[[soviet.aircraft]] 1", "card: Ju 87D is no soviet aircraft"),
        (PAIR + SINGLE, "[[german.aircraft]] 1", "6.7b"),
        (SINGLE + 'load = "rockets"\n', "[[german.aircraft]] 1", "load: Ju 87D carries no rockets"),
        (SINGLE.replace("first = 3", "first = 13"), "[[german.aircraft]] 1", "first is 13 in a game of 12"),
        (SINGLE.replace("last = 6", "last = 2"), "[[german.aircraft]] 1", "last is 2"),
        (SINGLE.replace("last = 6", "last = 13"), "[[german.aircraft]] 1", "last is 13"),
        (SINGLE + 'load = "torpedo"\n', "f.toml", "load"),
    ],
)
def test_aircraft_that_are_refused(more: str, place: str, told: str):
    with pytest.raises(MalformedError) as caught:
        read(more)
    assert place in str(caught.value)
    assert told in str(caught.value)


def test_none_in_the_basic_game():
    basic = resources.read(*FOLDER, "scenarios", "1.toml") + PAIR
    with pytest.raises(MalformedError, match="the Basic Game has none"):
        parse_scenario(basic, "f.toml")
