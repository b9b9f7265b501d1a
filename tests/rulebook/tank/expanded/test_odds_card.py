"""The odds of a shot as a player sees it before he orders it: the numbers of the resolver, from his view alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.errors import HulldownError
from hulldown.games.tank.faces import tools
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.troops import give_device
from support.tank_positions import position, unit
from support.transport_field import aboard

Convoy = Callable[..., str]
HIGH = {"rows": 40}


def card(state, attacker, target, **more):
    return tools.odds_in_view(GAME.view(state, "alpha"), {"attacker": attacker, "target": target, **more})


@pytest.mark.rules("27.73", "27.72a")
def test_a_truck_shows_the_odds_of_either_strength(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A1": ("0520", "A")}, bravo={"B4": ("0505", "A")})
    assert [card(state, "A1", "B4", **more)["differential"] for more in ({}, {"with": "AP"}, {"with": "HE"})] == [
        14,
        14,
        10,
    ]
    found = card(state, "A1", "B4", **{"with": "HE"})
    assert tools.odds(found["arguments"])["probability"] == found["probability"]


@pytest.mark.rules("27.61a")
def test_he_at_a_tank_with_riders_shows_the_odds_against_the_riders(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A1": ("0520", "A")}, bravo={"B1": ("0510", "A"), "B6": "0510"})
    state = aboard(state, B1="B6")
    assert card(state, "A1", "B1")["differential"] == 14 - 6, "at the rear of the tank"
    found = card(state, "A1", "B1", moved=4, **{"with": "HE"})
    assert (found["differential"], found["factors"][-1]["value"]) == (9, 2)
    assert tools.odds(found["arguments"])["probability"] == found["probability"]


@pytest.mark.rules("26.31", "26.2c", "26.12b")
def test_a_squad_is_told_what_its_device_can_do_and_what_it_lacks(convoy: Convoy) -> None:
    places = {"B1": ("0518", "A"), "B2": ("0512", "A")}
    state = position(convoy(**HIGH), alpha={"A7": "0520"}, bravo=places)
    assert "without an anti-tank device" in card(state, "A7", "B1")["void"]
    give_device(unit(state, "A7"), "US M-20A")
    near, far = card(state, "A7", "B1"), card(state, "A7", "B2")
    assert (near["probability"], near["column"], near["void"]) == ("1", 5, "")
    assert (far["probability"], far["void"]) == ("0", "0512 is 8 hexes away, its US M-20A reaches 3")


@pytest.mark.rules("24.31-note-1")
def test_a_missile_is_told_that_its_target_is_too_near(convoy: Convoy) -> None:
    places = {"A11": ("0520", "A", "spotted", "So Snapper")}
    state = position(convoy(**HIGH), alpha=places, bravo={"B1": ("0515", "A"), "B2": ("0508", "A")})
    near, far = card(state, "A11", "B1"), card(state, "A11", "B2")
    assert (near["probability"], near["void"]) == ("0", "0515 is 5 hexes away, below its minimum of 10")
    assert (far["probability"], far["column"]) == ("1/3", "CLS 0-2")


@pytest.mark.rules("27.82a")
def test_a_mounted_squad_sees_its_half_strength(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A3": ("0520", "A"), "A7": "0520"}, bravo={"B6": "0516"})
    found = card(aboard(state, A3="A7"), "A7", "B6")
    assert found["differential"] == 2
    assert tools.odds(found["arguments"])["probability"] == found["probability"] == "1/2"


@pytest.mark.rules("24.11a", "24.12a")
def test_the_card_of_a_unit_has_heat_spaced_armour_and_least_range_where_there_are_any() -> None:
    fields = {field.key: field for field in GAME.face("tank/34.1").fields}
    assert [fields[key].label for key in ("heat", "spaced", "minimum")] == ["HEAT", "Spaced", "Not below"]
    assert fields["heat"].only
    assert fields["spaced"].only
    told = {unit["name"]: unit for unit in tools.units("expanded")}
    assert (told["So T-62"]["heat"], told["US M60A3"]["spaced"], told["US M60A3"]["heat"]) == (True, True, False)
    assert told["So Snapper"]["minimum"] > 0 == told["US M60A3"]["minimum"]
    assert not {"heat", "spaced", "minimum"} & {field.key for field in GAME.face("tank/1").fields}


@pytest.mark.rules("24.4-n", "24.5a", "24.31-note-2")
@pytest.mark.parametrize(("name", "fits"), [("range", (1, 99)), ("moved", (0, 99)), ("panic", (0, 10))])
def test_numbers_that_no_game_has_are_refused(name: str, fits: tuple[int, int]) -> None:
    asked = {"book": "expanded", "attacker": "T34/85", "target": "Pz V", "range": 1}
    for number in fits:
        assert tools.odds({**asked, name: number})["probability"]
    for number in (fits[0] - 1, fits[1] + 1):
        with pytest.raises(HulldownError, match=name):
            tools.odds({**asked, name: number})
