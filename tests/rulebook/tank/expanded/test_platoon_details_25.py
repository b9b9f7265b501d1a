"""Platoons in detail: what their orders know, where their limits lie exactly (25.0 to 25.4)."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.artillery.park import Asset, Mission, Park, keep
from hulldown.games.tank.modules.platoons import conforming, dividing, leading
from hulldown.games.tank.modules.platoons.showing import deal
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.formation import platoons, put
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.engagement import opened
from support.platoon_field import ENEMY, battlefield, beyond, chits, platoon, staff, tanks
from support.shelling import MODULES as SHELLING
from support.tank_positions import cell, fallen, play, position, refused, unit, violations, where

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


@pytest.mark.rules("25.4b", "25.0-proc-2", "25.51")
def test_two_tanks_are_offered_a_new_formation_one_alone_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*staff(1), *tanks(3)))
    places = {"A1": ("0508", "A"), "A2": ("1008", "A"), "A3": ("1108", "A")}
    state = fallen(position(name, alpha=places, bravo=FOE), "A4")
    offered = {each.unit: [option.kind for option in each.options] for each in GAME.legal(state, "alpha").units}
    assert offered["P1"] == ["MV", "FC", "FM"]
    assert offered["HQ"] == ["MV", "FC"], "a headquarters of one tank has no formation to change"


@pytest.mark.rules("25.22a", "28.34-x")
def test_a_leader_whom_shells_have_destroyed_panics_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chits are drawn after the shells have fallen: he is not panicked, so his platoon is exempt on that turn."""
    name = battlefield(monkeypatch, tanks(3), panic=3, modules=("platoons", *SHELLING))
    places = {"A1": ("1008", "A"), "A2": ("1208", "A"), "A3": ("1409", "A")}
    plot = "A1 OF 1004; A2 OF 1204; A3 OF 1405"
    foe = {"B1": ("2405", "D")}
    alive = play(position(name, alpha=places, bravo=foe, panic=True, dice=f"{chits(8, 0, 1)} {QUIET}"), alpha=plot)
    assert {event.data["unit"] for event in alive.found("panicked")} == {"A1", "A2"}
    # Heavy shells on 1007, scattering to A, reach 1008 alone.
    state = position(name, alpha=places, bravo=foe, panic=True, dice=f"1 1 {chits(8, 0, 1)} {QUIET}")
    guns = Asset("bn1", "bravo", "artillery", "H", True, shown=True)
    keep(state, Park((guns,), (Mission("bravo", "bn1", cell(state, "1007"), state.turn),)))
    after = play(state, alpha=plot)
    assert unit(after.state, "A1").status == DESTROYED
    assert after.found("panicked") == []


@pytest.mark.rules("25.21d")
def test_a_leader_that_was_to_leave_the_map_at_once_panics_straight_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-13: its plot names no hex, so straight ahead is where it faces."""
    name = battlefield(monkeypatch, tanks(3), panic=3, preservation=1, base="tank/10", situation="meeting")
    spots = {"A1": ("2408", "A"), "A2": ("2409", "A"), "A3": ("2308", "A")}
    state = position(name, alpha=spots, bravo={"B1": ("0105", "C")}, panic=True, columns={"alpha": "2408"},
                     dice=f"{chits(8, 5, 6, 7, 9)} 1 2 {QUIET}")  # fmt: skip
    state.losses["alpha"], state.preserved["alpha"] = 1, 2
    played = play(state, alpha="A1 MV exit; A2 MV A; A3 MV A")
    assert [where(played.state, tank) for tank in spots] == ["2406", "2407", "2306"]


@pytest.mark.rules("25.0-gen-3", "25.0-proc-2", "25.4a")
def test_a_follower_keeps_to_its_own_platoon_not_to_another_that_drives_by(monkeypatch: pytest.MonkeyPatch) -> None:
    # As above, but A7 of the second platoon drives up beside 1305, which is three hexes from A1 and A3.
    name = battlefield(monkeypatch, tanks(3, 4))
    spots = {"A1": ("1008", "A"), "A2": ("1208", "A"), "A3": ("0908", "A"),
             "A4": "1204", "A5": "1205", "A6": "1105", "A7": ("1406", "A")}  # fmt: skip
    state = position(name, alpha=spots, bravo=FOE)
    plot = "A7 MV A; P1 MV A A A A"
    assert refused(state, "alpha", plot) == []
    after = play(state, alpha=plot).state
    assert (where(after, "A1"), where(after, "A7")) == ("1004", "1405")
    assert where(after, "A2") not in ("1304", "1305")
    assert platoon(after, "P1").out == ()


@pytest.mark.rules("25.0-proc-2", "25.4a")
def test_a_follower_drives_through_the_wreck_of_a_friend(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    spots = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A"), "A4": "1106"}
    state = fallen(position(name, alpha=spots, bravo=FOE), "A4")
    state.wrecks = [cell(state, "1106")]
    assert where(play(state, alpha="P1 MV A A").state, "A2") == "1106", "nobody stands there any more"


@pytest.mark.rules("25.3b", "25.0-proc-2", "17.3-6")
def test_who_waits_to_come_on_stands_still_with_his_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4), base="tank/10", situation="meeting")
    places = {"A2": ("2208", "F"), "A3": ("2308", "F")}
    state = position(name, alpha=places, bravo={"B1": ("0105", "C")}, columns={"alpha": "2408 2308 2208"})
    state.contact = 1

    def offered(there: TankState) -> dict[str, bool]:
        return {each.unit: bool(each.options) for each in GAME.legal(there, "alpha").units}

    alone = dict.fromkeys(("A1", "A2", "A3", "A4"), True)
    assert offered(state) == alone, "its leader A1 is not there to be given an order for all"
    put(state, [platoon(state, "P1")._replace(still=state.turn, since=1)], {})
    assert offered(state) == dict.fromkeys(alone, False)
    assert refused(state, "alpha", "A1 MV 2408") == ["25.3b"]


@pytest.mark.rules("25.4a", "25.0-gen-3", "25.4c")
def test_where_one_is_left_behind_the_nearest_that_leaves_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3))
    spots = {"A1": ("1008", "A"), "A2": ("1009", "A"), "A3": ("1010", "A")}
    state = position(name, alpha=spots, bravo=FOE)
    (wrong,) = violations(state, "alpha", "A1 MV A A A; A2 MV A A A")
    assert (wrong.rule, wrong.unit) == ("25.4a", "A2")
    assert "A3 would be more than 2 hexes from the rest of P1 at point 2" in wrong.message


@pytest.mark.rules("25.1", "25.0-proc-2")
def test_the_way_offered_to_a_platoon_is_that_of_its_slowest_tank(monkeypatch: pytest.MonkeyPatch) -> None:
    forces = (Force(type="So T34/85", count=2, platoon=1), Force(type="Ge Pz IVH", count=1, platoon=1))
    name = battlefield(monkeypatch, forces)
    spots = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A")}
    offered = {each.unit: each.options for each in GAME.legal(position(name, alpha=spots, bravo=FOE), "alpha").units}
    points = {unit: next(o.path.allowance for o in offered[unit] if o.kind == "MV") for unit in ("A1", "A3", "P1")}
    assert points == {"A1": 8, "A3": 5, "P1": 5}


@pytest.mark.rules("25.0-gen-1", "25.3a")
def test_a_side_of_which_some_are_in_platoons_has_platoons(monkeypatch: pytest.MonkeyPatch) -> None:
    squads, undivided = Force(type="Ger squad 6", count=2), Force(type="Ge Pz IVH", count=6, divide=True)
    for forces, there, divides in (
        ((*tanks(3), squads), True, False), ((squads,), False, False), ((undivided, squads), True, True),
        ((*staff(1), squads), True, False),
    ):  # fmt: skip
        name = battlefield(monkeypatch, forces)
        scene = scene_of(position(name, alpha={"A1": "1008"}, bravo=FOE))
        assert leading.has_platoons(scene, "alpha") is there
        assert not leading.has_platoons(scene, "bravo")
        assert dividing.unused(scene.scenario) == (frozenset() if divides else frozenset({"divide"}))
        assert dividing.asked(position(name, alpha={"A1": "1008"}, bravo=FOE)) == (("alpha",) if divides else ())


@pytest.mark.rules("25.52b", "25.54b")
def test_tanks_of_a_headquarters_that_is_dissolved_are_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*staff(2), *tanks(3)))
    state = position(name, alpha={"A1": ("1008", "A")}, bravo=FOE)
    scene = scene_of(state)
    assert conforming.staff_of(state, scene, "alpha") == ("A1", "A2")
    assert conforming.staff_of(state, scene, "bravo") == ()
    both = [platoon(state, "HQ")._replace(dissolved=True), platoon(state, "P1")]
    put(state, both, {})
    assert conforming.staff_of(state, scene, "alpha") == ()
    put(state, [platoon(state, "HQ")._replace(dissolved=False), both[1]._replace(dissolved=True)], {})
    assert conforming.staff_of(state, scene, "alpha") == ("A1", "A2")


@pytest.mark.rules("25.6")
@pytest.mark.parametrize("scenario", ["34.2", "34.3", "34.4"])
def test_the_carriers_of_an_open_scenario_form_platoons_where_players_want_it(scenario: str) -> None:
    singly = opened(f"tank/{scenario}")
    together = opened(f"tank/{scenario}", {"carrier_platoons": "yes"})
    assert [(each.id, each.type) for each in singly.units] == [(each.id, each.type) for each in together.units]
    carriers = {each.id for each in together.units if arms(each.type).carries}
    grouped = [each for each in platoons(together, scene_of(together)) if set(each.members) <= carriers]
    assert {name for each in grouped for name in each.members} == carriers
    assert all(3 <= len(each.members) <= 7 for each in grouped)
    assert not any(carriers & set(each.members) for each in platoons(singly, scene_of(singly)))
