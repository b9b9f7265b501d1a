"""New leaders, the headquarters and its commander (25.3, 25.5)."""

from __future__ import annotations

import pytest

from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.platoons import commanding
from hulldown.games.tank.rules.formation import acting, platoon_of
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.state import DESTROYED, EXITED, WAITING, TankState
from support.platoon_field import battlefield, chits, platoon, staff, tanks
from support.tank_positions import Played, answer, order, play, position, refused, unit, violations, where

SPOTS = {"A1": ("1008", "D"), "A2": ("1108", "D"), "A3": ("0908", "D"), "A4": ("1208", "D")}


def _kill(state: TankState, name: str = "A1", **more: str) -> Played:
    """B1, two hexes behind a tank, destroys it; the turn ends with the question for leaders."""
    return play(state, bravo=f"B1 DF {where(state, name)}", until="leaders", **more)


def _shot(monkeypatch: pytest.MonkeyPatch, alpha: tuple[Force, ...] = (), dice: str = "1", **more: int) -> TankState:
    name = battlefield(monkeypatch, alpha or tanks(4), **more)
    return position(name, alpha=SPOTS, bravo={"B1": ("1006", "D")}, dice=dice)


@pytest.mark.rules("25.3a", "25.3b")
def test_a_new_leader_is_named_on_the_next_turn_and_all_stand_still(monkeypatch: pytest.MonkeyPatch) -> None:
    killed = _kill(_shot(monkeypatch))
    assert unit(killed.state, "A1").status == DESTROYED
    (told,) = killed.found("leaderless")
    assert (told.audience, told.data["unit"]) == (("alpha",), "A1")
    assert killed.state.turn == 4
    assert GAME.pending(killed.state)["alpha"].kind == "leaders"
    assert [(u.unit, u.options[0].kind) for u in GAME.legal(killed.state, "alpha").units] == [
        ("A2", "LEAD"), ("A3", "LEAD"), ("A4", "LEAD"),
    ]  # fmt: skip
    given = order(killed.state, "alpha", "A3 LEAD")
    assert order(killed.state, "alpha", GAME.write(killed.state, given)) == given
    named = answer(killed.state, "alpha", "A3 LEAD").state
    assert platoon(named, "P1").leader == "A3"
    for plot in ("A2 MV D", "A3 FC", "A4 OF 1204", "P1 MV D"):
        assert refused(named, "alpha", plot) == ["25.3b"], plot
    assert all(not each.options for each in GAME.legal(named, "alpha").units)
    # On the turn after that it acts again, under its new leader.
    after = play(named).state
    assert after.turn == 5
    assert refused(after, "alpha", "P1 MV D") == []


@pytest.mark.rules("25.3a", "34.1-3")
def test_x84_the_first_turn_of_a_platoon_is_noted_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(battlefield(monkeypatch, tanks(4)), alpha=SPOTS, bravo={"B1": ("1016", "D")})
    later = play(state, until="plot").state
    begun = platoon(later, "P1").since
    assert begun == later.turn > 0
    assert platoon(play(later, until="plot").state, "P1").since == begun


@pytest.mark.rules("25.3c")
def test_without_a_new_leader_the_platoon_is_dissolved_and_acts_singly_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    killed = _kill(_shot(monkeypatch))
    assert GAME.legal(killed.state, "alpha").idle == order(killed.state, "alpha", "")
    alone = answer(killed.state, "alpha", "")
    assert [e.data["platoon"] for e in alone.found("dissolved")] == ["P1"]
    assert platoon(alone.state, "P1").dissolved
    assert refused(alone.state, "alpha", "A2 MV D D D; A3 DF 1006") == [], "each by itself, on this very turn"
    assert refused(alone.state, "alpha", "P1 MV 1109") == ["25.3"]


@pytest.mark.rules("25.3a")
def test_wrong_leaders_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    killed = _kill(_shot(monkeypatch)).state
    assert refused(killed, "alpha", "A1 LEAD") == ["25.3a"], "it is destroyed"
    assert [(v.rule, v.unit) for v in violations(killed, "alpha", "A2 LEAD; A3 LEAD")] == [("25.3a", "A3")]
    assert refused(killed, "alpha", "A2 LEAD P2") == ["25.3a"]


@pytest.mark.rules("25.3a")
def test_x16_a_leader_that_strays_is_lost_to_its_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    # The leader A1 is barred by B1, which comes to 1008; the others go on and leave it behind.
    name = battlefield(monkeypatch, tanks(4))
    spots = {"A1": "1010", "A2": "1110", "A3": "1211", "A4": "1310"}
    state = position(name, alpha=spots, bravo={"B1": ("1007", "D")})
    asked = play(state, alpha="P1 MV A A A A A", bravo="B1 MV D D", until="leaders")
    assert where(asked.state, "A1") == "1009"
    assert platoon(asked.state, "P1").out == ("A1",)
    assert [u.unit for u in GAME.legal(asked.state, "alpha").units] == ["A2", "A3", "A4"], "not A1 itself"
    named = answer(asked.state, "alpha", "A2 LEAD").state
    assert platoon(named, "P1").leader == "A2"
    assert refused(named, "alpha", "A1 MV D") == [], "the old leader is single and free"


@pytest.mark.rules("25.3a", "25.4c")
def test_a_pair_that_parts_is_dissolved(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3))
    state = position(name, alpha={"A1": "1008", "A2": "1408"}, bravo={"B1": ("2401", "D")})
    unit(state, "A3").status = DESTROYED
    after = play(state).state
    assert platoon(after, "P1").dissolved
    assert platoon(after, "P1").out == ("A1", "A2"), "both have lost each other"


@pytest.mark.rules("25.3a", "9.36b")
def test_a_leader_killed_before_an_early_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    # B1 kills the leader by Opportunity Fire on its first step; the column finds B1, and Alpha stops the others.
    name = battlefield(monkeypatch, tanks(3))
    spots = {"A1": "1010", "A2": "1110", "A3": "0910"}
    state = position(name, alpha=spots, bravo={"B1": ("1004", "D", "unspotted")}, dice="1", spotted=True)
    played = play(state, alpha="P1 MV A A A", bravo="B1 OF 1009", stop={"alpha": "stop"}, until="leaders")
    assert unit(played.state, "A1").status == DESTROYED
    assert [e.data["side"] for e in played.found("stop_all")] in ([], ["alpha"])
    assert platoon(played.state, "P1").leader == ""
    assert [u.unit for u in GAME.legal(played.state, "alpha").units] == ["A2", "A3"]
    assert platoon(answer(played.state, "alpha", "A2 LEAD").state, "P1").still == 4


@pytest.mark.rules("25.3a")
def test_both_sides_are_asked_whether_they_miss_a_leader_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4), tanks(3, kind="So T34/85"))
    state = position(name, alpha=SPOTS, bravo={"B1": ("1006", "D"), "B2": "1005", "B3": "0906"}, dice="1")
    killed = _kill(state)
    assert set(GAME.pending(killed.state)) == {"alpha", "bravo"}
    assert GAME.legal(killed.state, "bravo").units == ()
    quiet = play(position(name, alpha=SPOTS, bravo={"B1": ("1006", "D")}), until="leaders").state
    assert set(GAME.pending(quiet)) == {"alpha", "bravo"}
    assert [GAME.legal(quiet, side).units for side in ("alpha", "bravo")] == [(), ()]


@pytest.mark.rules("25.54a", "25.54b")
def test_when_the_commander_falls_the_company_stands_still_for_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    # A1 and A2 are the headquarters, A3 to A5 a platoon; the carriers A6 to A8, the gun and the squad are attached.
    forces = (*staff(2), *tanks(3), Force(type="US HT", count=3, platoon=2), Force(type="US 75R", count=1),
              Force(type="US squad 6", count=1))  # fmt: skip
    name = battlefield(monkeypatch, forces)
    spots = {"A1": ("1008", "D"), "A2": ("1108", "D"), "A3": ("1012", "D"), "A4": ("1112", "D"), "A5": ("0912", "D"),
             "A6": "1512", "A7": "1513", "A8": "1514", "A9": ("1612", "A"), "A10": "1712"}  # fmt: skip
    state = position(name, alpha=spots, bravo={"B1": ("1006", "D")}, dice="1")
    killed = _kill(state)
    assert [e.audience for e in killed.found("commander", unit="A1")] == [("alpha",)]
    now = answer(killed.state, "alpha", "").state
    for plot in ("A2 MV D", "A3 FC", "A4 OF 1114", "P1 MV D"):
        assert refused(now, "alpha", plot) == ["25.54a"], plot
    # not the attached units.
    assert refused(now, "alpha", "A6 MV A") == []
    assert refused(now, "alpha", "A9 FC") == []
    assert refused(now, "alpha", "A10 MV A") == []
    after = play(now).state
    assert refused(after, "alpha", "P1 MV D; A2 MV D D D") == []
    assert platoon_of(after, scene_of(after), "A2") is None, "the survivors of the headquarters are single"
    assert platoon(after, "HQ").dissolved
    assert [each.name for each in acting(after, scene_of(after), "alpha")] == ["P1", "P2"]


@pytest.mark.rules("25.54b", "25.3a")
def test_no_new_leader_is_asked_for_a_headquarters(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _shot(monkeypatch, staff(4))
    killed = _kill(state)
    assert GAME.legal(killed.state, "alpha").units == ()


@pytest.mark.rules("25.51", "25.5", "25.54b")
def test_the_headquarters_is_a_platoon_however_small_and_may_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, staff(1))
    state = position(name, alpha={"A1": ("1008", "D")}, bravo={"B1": ("2401", "D")})
    assert [each.name for each in acting(state, scene_of(state), "alpha")] == ["HQ"]
    assert not platoon(play(state).state, "HQ").dissolved
    # Two tanks that part: the commander alone is still the headquarters.
    name = battlefield(monkeypatch, staff(2))
    state = position(name, alpha={"A1": ("1008", "D"), "A2": ("1408", "D")}, bravo={"B1": ("2401", "D")})
    after = play(state).state
    assert (platoon(after, "HQ").leader, platoon(after, "HQ").out) == ("A1", ("A2",))
    # 25.5: without one there is no commander, and nothing to stand still for.
    killed = _kill(_shot(monkeypatch))
    assert killed.found("commander") == []


@pytest.mark.rules("25.52b")
def test_the_headquarters_does_not_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*staff(2), *tanks(3)), (Force(type="US 75R", count=1),))
    spots = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("1208", "A"), "A4": ("1308", "A"), "A5": ("1309", "A")}
    state = position(name, alpha=spots, bravo={"B1": ("1006", "A")})
    assert refused(state, "alpha", "A1 OV 1007 1006 1005") == ["25.52b"]
    kinds = {u.unit: {o.kind for o in u.options} for u in GAME.legal(state, "alpha").units}
    assert "OV" not in kinds["A1"]
    assert "OV" not in kinds["A2"]
    assert "OV" in kinds["A3"]


@pytest.mark.rules("25.53", "25.54c")
def test_the_headquarters_weighs_two_and_three(monkeypatch: pytest.MonkeyPatch) -> None:
    for victim, weight in (("A1", 3), ("A2", 2), ("A5", 1)):
        forces = (*staff(2), *tanks(3))
        name = battlefield(monkeypatch, forces, preservation=2)
        spots = {"A1": ("1008", "D"), "A2": ("1108", "D"), "A3": ("1012", "D"), "A4": ("1112", "D"), "A5": "0912"}
        spots[victim] = ("1508", "D")
        state = position(name, alpha=spots, bravo={"B1": ("1506", "D")}, dice="1")
        killed = _kill(state, victim)
        assert unit(killed.state, victim).status == DESTROYED
        assert killed.state.losses["alpha"] == weight
        assert bool(killed.state.preserved.get("alpha")) is (weight >= 2)


@pytest.mark.rules("25.53", "25.54b")
def test_without_a_commander_the_others_weigh_one_each(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _shot(monkeypatch, staff(4), dice="1 1")
    killed = _kill(state)
    now = answer(killed.state, "alpha", "").state
    unit(now, "A2").cell = unit(now, "A1").cell
    now.wrecks.clear()
    again = play(now, bravo="B1 DF 1008", until="leaders")
    assert unit(again.state, "A2").status == DESTROYED
    assert again.state.losses["alpha"] == 4


@pytest.mark.rules("25.54d")
def test_the_commanders_loss_may_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*staff(1), *tanks(3)))
    for option, ends in (("no", False), ("yes", True)):
        state = position(name, alpha=SPOTS, bravo={"B1": ("1006", "D")}, dice="1", options={"commander_ends": option})
        killed = _kill(state)
        outcome = GAME.outcome(killed.state)
        assert (outcome is not None) is ends
        if outcome is not None:
            assert (outcome.winner, outcome.rule) == ("bravo", "25.54d")
            assert GAME.score(GAME.view(killed.state, "alpha")).leader == "bravo"


@pytest.mark.rules("25.54d")
def test_both_commanders_on_one_turn_are_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, staff(1), staff(1, kind="So T34/85"))
    state = position(name, alpha={"A1": ("1008", "D")}, bravo={"B1": ("1006", "A")}, dice="1 1",
                     options={"commander_ends": "yes"})  # fmt: skip
    played = play(state, alpha="A1 DF 1006", bravo="B1 DF 1008")
    outcome = GAME.outcome(played.state)
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == (None, "25.54d")


@pytest.mark.rules("25.54a", "25.0-proc-1")
def test_the_briefing_tells_of_platoons_and_headquarters_where_there_are_any() -> None:
    def told(scenario: str) -> set[str]:
        return {special.rule for special in GAME.briefing(scenario, {}).special}

    assert {"25.0-proc-1", "25.54a"} <= told("tank/34.1")
    assert not {"25.0-proc-1", "25.54a"} & told("tank/10")


@pytest.mark.rules("25.3a", "25.54a")
def test_x84_in_column_the_next_tank_takes_over_and_nothing_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*tanks(4), *staff(1)), base="tank/10", situation="meeting")
    spots = {"A2": "2008", "A3": "2108", "A4": "2208"}
    state = position(name, alpha=spots, bravo={"B1": "0101"}, columns={"alpha": "2408 2308 2208 2108 2008"},
                     released=False, turn=5)  # fmt: skip
    state.contact = 2
    for lost in ("A1", "A5"):
        unit(state, lost).status = DESTROYED
    asked = play(state, until="leaders")
    assert [e.data["unit"] for e in asked.found("leaderless")] == ["A1"]
    assert GAME.legal(asked.state, "alpha").units == ()
    after = answer(asked.state, "alpha", "").state
    assert (platoon(after, "P1").leader, platoon(after, "P1").still) == ("A2", 0)
    assert refused(after, "alpha", "column MV 1908") == [], "though the commander fell as well"


@pytest.mark.rules("25.3b", "25.54a")
def test_rp11_a_leader_and_a_commander_lost_on_the_turn_of_contact_cost_no_turn_of_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = battlefield(monkeypatch, (*tanks(4), *staff(1)), base="tank/10", situation="meeting")
    spots = {"A2": ("2008", "F"), "A3": ("2108", "F"), "A4": ("2208", "F")}
    state = position(name, alpha=spots, bravo={"B1": "0101"}, columns={"alpha": "2408 2308 2208 2108 2008"}, turn=5)
    state.contact = 5
    for lost in ("A1", "A5"):
        unit(state, lost).status = DESTROYED
    asked = play(state, until="leaders")
    assert GAME.legal(asked.state, "alpha").units == ()
    after = answer(asked.state, "alpha", "").state
    assert (platoon(after, "P1").leader, platoon(after, "P1").still) == ("A2", 0)
    assert refused(after, "alpha", "P1 MV F") == []


@pytest.mark.rules("25.3b")
def test_nobody_stands_still_on_the_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    state = position(name, alpha=SPOTS, bravo={"B1": ("2401", "D")}, turn=1)
    assert refused(state, "alpha", "P1 MV D") == []


@pytest.mark.rules("25.51", "25.54b")
def test_a_headquarters_that_has_left_the_map_is_dissolved_and_misses_no_leader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = battlefield(monkeypatch, (*staff(1), *tanks(3)))
    state = position(name, alpha={"A2": "1008", "A3": "1108", "A4": "0908"}, bravo={"B1": ("2401", "D")})
    unit(state, "A1").status = EXITED
    after = play(state)
    assert [(e.rule, e.data["platoon"]) for e in after.found("dissolved")] == [("25.54b", "HQ")]
    assert after.found("leaderless") == []
    assert after.found("commander") == [], "he is not destroyed"
    # From then on nothing more is told of it.
    assert play(after.state).found("dissolved") == []


@pytest.mark.rules("25.0-gen-2", "25.3b", "25.4c", "25.54a")
def test_the_owner_reads_of_each_tank_what_it_is_in_its_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    def notes(state: TankState, side: str | None = "alpha") -> dict[str, str]:
        found = GAME.view(state, side).notes
        return found if isinstance(found, dict) else {}

    name = battlefield(monkeypatch, (*tanks(4), *staff(2)))
    spots = {**SPOTS, "A5": ("1013", "D"), "A6": ("1113", "D")}
    state = position(name, alpha=spots, bravo={"B1": ("1006", "D")}, dice="1")
    unit(state, "A4").status = DESTROYED
    assert notes(state) == {
        "A1": "Platoon 1: leader", "A2": "Platoon 1", "A3": "Platoon 1",
        "A5": "Headquarters: company commander", "A6": "Headquarters",
    }  # fmt: skip
    assert notes(state, "bravo") == notes(state, None) == {}, "nobody else reads it"
    killed = _kill(state).state
    groups = GAME.view(killed, "alpha").groups
    assert isinstance(groups, tuple)
    group = next(each for each in groups if each.key == "P1")
    assert (group.members, group.leader, group.what) == (("A2", "A3"), "", "has no leader")
    named = answer(killed, "alpha", "A3 LEAD").state
    assert notes(named)["A3"] == "Platoon 1: leader; P1 gets a new leader and stands still this turn"
    assert notes(answer(killed, "alpha", "").state)["A2"] == "Platoon 1 (dissolved, acts singly)"


@pytest.mark.rules("25.3a", "25.3c")
def test_a_tank_that_still_waits_to_enter_may_be_named_leader(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _shot(monkeypatch)
    for name in ("A2", "A3", "A4"):
        unit(state, name).status = WAITING
    killed = _kill(state)
    assert [each.unit for each in GAME.legal(killed.state, "alpha").units] == ["A2", "A3", "A4"]
    named = answer(killed.state, "alpha", "A3 LEAD")
    assert (platoon(named.state, "P1").leader, platoon(named.state, "P1").dissolved) == ("A3", False)
    without = answer(killed.state, "alpha", "").state
    assert platoon(without, "P1").dissolved


def _gap(monkeypatch: pytest.MonkeyPatch) -> TankState:
    """A line of three with gaps of two, its leader in the middle, just shot."""
    name = battlefield(monkeypatch, tanks(3))
    spots = {"A1": ("1008", "D"), "A2": ("0808", "D"), "A3": ("1208", "D")}
    killed = _kill(position(name, alpha=spots, bravo={"B1": ("1006", "D")}, dice="1"))
    assert unit(killed.state, "A1").status == DESTROYED
    assert not killed.found("strayed")
    assert not killed.found("dissolved")
    return killed.state


@pytest.mark.rules("25.3a", "25.4c")
def test_rp18_the_fall_of_a_leader_in_the_middle_parts_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _gap(monkeypatch)
    assert [each.unit for each in GAME.legal(state, "alpha").units] == ["A2", "A3"]
    still = play(answer(state, "alpha", "A2 LEAD").state)
    assert not still.found("strayed")
    closed = play(still.state, alpha="A2 MV C; A3 MV E")
    assert not closed.found("strayed")
    assert platoon(closed.state, "P1").out == ()
    away = play(still.state, alpha="A2 MV E")
    assert [event.data["unit"] for event in away.found("strayed")] == ["A2"]


@pytest.mark.rules("25.4c", "25.52a", "25.52b", "25.53")
def test_rp12_a_headquarters_tank_that_has_strayed_is_single_but_keeps_its_bans_and_its_weight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = battlefield(monkeypatch, staff(2), panic=3)
    spots = {"A1": ("1008", "A"), "A2": ("1508", "A")}
    state = play(position(name, alpha=spots, bravo={"B1": ("2405", "D")}, dice=f"{chits(8, 5, 6)} 1 1 1 1 1 1")).state
    assert platoon(state, "HQ").out == ("A2",)
    state.contact = state.first_fire = state.turn - 1
    played = play(state, alpha="A1 MV A; A2 MV A")
    assert {event.data["unit"] for event in played.found("panic_move")} == {"A2"}
    assert "25.52b" in refused(state, "alpha", "A2 OV 1507 1506 1505")
    assert commanding.weight(state, unit(state, "A2")) == 2
