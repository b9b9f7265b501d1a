"""Platoons in detail: what their orders know, where their limits lie exactly (25.0 to 25.4)."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.platoons.showing import deal
from hulldown.games.tank.rules.formation import put
from support.platoon_field import ENEMY, battlefield, beyond, chits, platoon, tanks
from support.tank_positions import fallen, play, position, refused, unit, violations, where

FOE = {"B1": ("2401", "D")}
QUIET = chits(0, 1, 2)


@pytest.mark.rules("25.0-proc-2")
def test_the_followers_way_tells_nothing_of_enemies_nobody_has_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    # An enemy in hiding stands where A2 is to end: the order leads there all the same, and A2 is stopped before it.
    name = battlefield(monkeypatch, tanks(3))
    spots = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A")}
    state = position(name, alpha=spots, bravo={"B1": ("1106", "D", "hidden")})
    after = play(state, alpha="P1 MV A A").state
    assert [where(after, tank) for tank in spots] == ["1006", "1107", "0906"]


@pytest.mark.rules("25.21c", "25.1")
def test_a_follower_that_cannot_flee_spends_no_points(monkeypatch: pytest.MonkeyPatch) -> None:
    # A2 stands at the edge of the map, to which the leader bolts by two hexes.
    name = battlefield(monkeypatch, tanks(3), panic=3)
    spots = {"A1": ("1003", "A"), "A2": ("1101", "A"), "A3": ("0904", "A")}
    state = position(name, alpha=spots, bravo={"B1": ("2405", "D")}, panic=True, dice=f"{chits(3, 5, 6)} 1 2 {QUIET}")
    held = play(state, alpha="P1 MV A", bravo="B1 MV D", until="face").state
    assert [where(held, tank) for tank in spots] == ["1001", "1101", "0902"]
    assert [(unit(held, tank).panicked, unit(held, tank).points) for tank in spots] == [(True, 2), (True, 0), (True, 2)]


@pytest.mark.rules("25.4b")
def test_five_tanks_form_a_wedge_of_two_on_each_side(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(5))
    spots = {"A1": ("1008", "A"), "A2": "1009", "A3": "1109", "A4": "0909", "A5": "1010"}
    state = position(name, alpha=spots, bravo=FOE)
    after = play(state, alpha="P1 FM wedge").state
    assert {where(after, tank) for tank in ("A2", "A3", "A4", "A5")} == {
        beyond(state, "1008", way) for way in ("C", "CC", "E", "EE")
    }


@pytest.mark.rules("25.0-proc-2", "8.43a")
def test_a_follower_is_not_sent_round_a_friends_line_of_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    # Only hexes in which friends stand or end are taken; the player is told of the clash.
    name = battlefield(monkeypatch, tanks(3, 3))
    spots = {"A1": "1008", "A2": "1108", "A3": "0908", "A4": ("1704", "E"), "A5": "1705", "A6": "1803"}
    state = position(name, alpha=spots, bravo=FOE)
    (wrong,) = violations(state, "alpha", "P1 MV A A; A4 OF 1106")
    assert (wrong.rule, wrong.unit) == ("8.43a", "A4")
    assert "A2" in wrong.message


@pytest.mark.rules("25.0-gen-3", "25.0-proc-2")
def test_the_place_given_to_a_follower_keeps_it_in_formation_to_the_last_point(monkeypatch: pytest.MonkeyPatch) -> None:
    # A4 stands where A2 would end, A5 to A7 beside it. 1304 and 1305 are as near, but three hexes from the leader.
    name = battlefield(monkeypatch, tanks(3, 4))
    spots = {"A1": ("1008", "A"), "A2": ("1208", "A"), "A3": ("0908", "A"),
             "A4": "1204", "A5": "1205", "A6": "1104", "A7": "1105"}  # fmt: skip
    state = position(name, alpha=spots, bravo=FOE)
    assert refused(state, "alpha", "P1 MV A A A A") == []
    after = play(state, alpha="P1 MV A A A A").state
    assert where(after, "A1") == "1004"
    assert where(after, "A2") == "1203"


@pytest.mark.rules("25.3c", "25.0-gen-2")
def test_who_guesses_at_the_enemy_gives_his_platoons_the_next_tank_as_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3), (*tanks(3, 3, kind=ENEMY), Force(type=ENEMY, count=3, divide=True)))
    state = fallen(position(name, alpha={"A1": "1008"}, bravo=FOE), "B1", "B4", "B5", "B6")
    own = {"side": "alpha", "platoons": [platoon(state, "P1").plain()], "fallen": {}}
    dealt = deal(own, state, Random(1))
    assert [(each["side"], each["name"], each["leader"], each["dissolved"]) for each in dealt["platoons"]] == [
        ("alpha", "P1", "A1", False), ("bravo", "P1", "B2", False), ("bravo", "P2", "", True),
        ("bravo", "P3", "B7", False),
    ]  # fmt: skip
    other = deal({**own, "side": "bravo", "fallen": {"bravo": 2}}, state, Random(1))
    assert [each["side"] for each in other["platoons"]] == ["alpha", "alpha"]
    assert other["fallen"] == {"bravo": 2}


@pytest.mark.rules("25.0-proc-2", "25.3b", "25.0-gen-2", "25.1", "25.4b")
def test_nothing_is_offered_to_a_platoon_that_stands_still_or_whose_leader_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = battlefield(monkeypatch, tanks(4))
    places = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A"), "A4": ("1009", "A")}

    def offered(there: dict[str, tuple[str, ...]], still: bool = False) -> bool:
        state = position(name, alpha=there, bravo={"B1": ("2405", "D")})
        if still:
            put(state, [platoon(state, "P1")._replace(still=state.turn, since=1)], {})
        units = {each.unit: each.options for each in GAME.legal(state, "alpha").units}
        assert not still or not any(units[tank] for tank in there), "nor to one of its tanks"
        return "P1" in units

    assert offered(places)
    assert not offered(places, still=True)
    assert not offered({tank: spot for tank, spot in places.items() if tank != "A1"}), "A1 leads it, and is off the map"
