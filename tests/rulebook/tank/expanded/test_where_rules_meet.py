"""Turns in which three rules act at once: platoons, panic, overruns, mines, missiles, riders, shells (24 to 34)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.parts import set_part
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.artillery.park import GUNS, Asset, Mission, Park, keep
from hulldown.games.tank.rules.cargo import CARRIED, load_of
from hulldown.games.tank.rules.formation import founded, put
from hulldown.games.tank.rules.missiles import waits
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, TankState
from hulldown.games.tank.rules.troops import give_device
from support.platoon_field import battlefield, chits, platoon, staff, tanks
from support.shelling import MODULES as SHELLING
from support.shelling import shelled, with_missions
from support.tank_positions import Played, cell, play, position, refused, unit, where
from support.transport_field import aboard, transport

Convoy = Callable[..., str]
FOE = {"B1": ("2405", "D")}
QUIET = chits(0, 1, 2)
WEDGE = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A")}
CARRYING = ("infantry", "transport", "platoons")


def fate(played: Played, *names: str) -> list[str]:
    return [unit(played.state, name).status for name in names]


def mined(state: TankState, **counts: int) -> TankState:
    """The state with mines: `mined(state, h1007=2)`."""
    set_part(state, "mines", {"mines": [[cell(state, label[1:]), count] for label, count in counts.items()]})
    return state


# Platoons, panic, overruns.


@pytest.mark.rules("25.21c", "9.46", "9.42")
def test_a_squad_may_leave_when_the_platoon_that_was_to_overrun_it_panics(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not the leader A1 but A2 is to overrun the squad in 1106, which goes east. A1 stands on 8.
    name = battlefield(monkeypatch, tanks(3), (Force(type="US squad 6", count=1),), panic=3)
    plots = {"alpha": "A1 MV A A; A2 OV 1107 1106 1105; A3 MV A A", "bravo": "B1 MV 1205"}
    for drawn, left, alive in (((8, 5, 6), " 5 1", ON_MAP), ((5, 6, 8), "", DESTROYED)):
        dice = f"{chits(*drawn)}{left} {QUIET}"
        state = position(name, alpha=WEDGE, bravo={"B1": "1106"}, panic=True, dice=dice)
        played = play(state, **plots)
        assert unit(played.state, "B1").status == alive, "held, it is run over; else it gets away"
        assert bool(played.found("overrun")) == (alive == DESTROYED)
        assert where(played.state, "B1") == ("1205" if alive == ON_MAP else "1106")


@pytest.mark.rules("25.21c", "27.3b", "27.61a")
def test_riders_are_shot_off_a_tank_that_panics_with_its_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    forces = (*tanks(3), Force(type="Ger squad 6", count=1))
    name = battlefield(monkeypatch, forces, (Force(type="Sov squad 6", count=1),), panic=3, modules=CARRYING)
    # A1 bolts straight on for two hexes; A2 goes with it, and with its rider A4 past the squad in 1206.
    dice = f"{chits(8, 5, 6)} 1 2 {QUIET} 1"
    state = position(name, alpha=WEDGE | {"A4": "1108"}, bravo={"B1": "1206"}, panic=True, dice=dice)
    played = play(aboard(state, A2="A4"), alpha="P1 MV A", bravo="B1 OF adjacent")
    assert [event.data["target"] for event in played.found("shot")] == ["A4"]
    assert fate(played, "A4", "A2") == [DESTROYED, ON_MAP]
    assert load_of(played.state, unit(played.state, "A2")) is None
    assert where(played.state, "A2") == "1106", "it goes on as its leader does"


def barrage(state: TankState, label: str, weight: str = "M") -> TankState:
    """The state with a battalion of Bravo's that fires at a hex on this turn."""
    guns = Asset("bn1", "bravo", GUNS, weight, True, shown=True)
    keep(state, Park((guns,), (Mission("bravo", "bn1", cell(state, label), state.turn),)))
    return state


@pytest.mark.rules("25.3a", "25.4c", "28.34-p3")
def test_x16_a_leader_whom_shells_drive_away_is_lost_to_his_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-38: he goes alone, though the platoon was to fire and none of it to move."""
    name = battlefield(monkeypatch, tanks(3), modules=("platoons", *SHELLING))
    # Scatter to A: the zone of 1005 and 1004 reaches 1006, where the leader stands ahead of the others.
    places = {"A1": ("1006", "A"), "A2": ("1107", "A"), "A3": ("1008", "A")}
    # P, direction A, four points.
    state = barrage(position(name, alpha=places, bravo=FOE, dice="1 4 1 4"), "1005")
    played = play(state, alpha="A1 OF 1002; A2 OF 1102", until="leaders")
    assert [where(played.state, tank) for tank in ("A1", "A2", "A3")] == ["1002", "1107", "1008"]
    assert [event.data["unit"] for event in played.found("strayed")] == ["A1"]
    assert (platoon(played.state, "P1").leader, platoon(played.state, "P1").out) == ("", ("A1",))
    after = GAME.apply(played.state, "alpha", GAME.parse(played.state, "alpha", "A2 LEAD")).state
    assert refused(after, "alpha", "A2 MV A") == ["25.3b"], "the rest stands still under its new leader"
    assert refused(after, "alpha", "A1 MV A") == [], "he is on his own"


@pytest.mark.rules("25.3b", "28.34-p3")
def test_a_platoon_that_must_stand_still_is_driven_off_by_shells_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3), modules=("platoons", *SHELLING))
    state = position(name, alpha=WEDGE, bravo=FOE, dice="1 2 4 2")
    part = platoon(state, "P1")._replace(still=state.turn, since=1)
    put(state, [part], {})
    assert refused(state, "alpha", "A2 MV A") == ["25.3b"]
    played = play(barrage(state, "1209"))
    assert [event.data["unit"] for event in played.found("panic_move")] == ["A2"]
    assert where(played.state, "A2") == "1110"


@pytest.mark.rules("25.54a", "27.0-gen-3")
def test_a_company_without_commander_takes_nobody_on_but_its_infantry_walks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    forces = (*staff(1), *tanks(3), Force(type="Ger squad 6", count=1))
    name = battlefield(monkeypatch, forces, modules=CARRYING)
    places = {"A2": ("1008", "A"), "A3": ("1108", "A"), "A4": ("0908", "A"), "A5": "1007"}
    state = position(name, alpha=places, bravo=FOE)
    assert refused(state, "alpha", "A2 MT A5; A5 MT A2") == []
    put(state, founded(scene_of(state).scenario), {"alpha": state.turn - 1})
    assert refused(state, "alpha", "A2 MT A5; A5 MT A2") == ["25.54a"]
    assert refused(state, "alpha", "A5 MV 1006") == [], "X-17: only the tanks stand still"


# Mines, overruns, fire.


@pytest.mark.rules("29.1", "9.43b", "8.55")
def test_an_overrunner_that_fire_kills_in_the_target_hex_has_overrun_it_one_that_mines_kill_has_not() -> None:
    forces = (Force(type="So T34/85", count=1),), (Force(type="Ger squad 6", count=1), Force(type="Ge 75/46", count=1))
    with transport(*forces, modules=("infantry", "mines"), base="tank/2") as name:
        for dice, victim in (("6 1", DESTROYED), ("1", ON_MAP)):
            state = position(name, alpha={"A1": ("5613", "D")}, bravo={"B1": "5615", "B2": ("5618", "A")}, dice=dice)
            played = play(mined(state, h5615=3), alpha="A1 OV 5614 5615 5616", bravo="B2 OF 5615")
            assert fate(played, "A1", "B1") == [DESTROYED, victim]
            kinds = [event.kind for event in played.events if event.kind in ("mined", "shot", "overrun")]
            assert kinds == (["mined", "shot", "overrun"] if victim == DESTROYED else ["mined"])


@pytest.mark.rules("29.1", "27.81", "27.6-cy")
def test_mines_wreck_a_marder_with_its_infantry_before_it_overruns() -> None:
    forces = (Force(type="Ge Marder II", count=1), Force(type="NATO squad 12", count=1)), (
        Force(type="Sov squad 12", count=1),)  # fmt: skip
    with transport(*forces, modules=("infantry", "transport", "mines"), base="tank/2") as name:
        state = position(name, alpha={"A1": ("5613", "D"), "A2": "5613"}, bravo={"B1": "5615"}, dice="2")
        played = play(mined(aboard(state, A1="A2"), h5615=2), alpha="A1 OV 5614 5615 5616")
        assert fate(played, "A1", "A2", "B1") == [DESTROYED, DESTROYED, ON_MAP]


@pytest.mark.rules("29.0-proc-2", "8.51", "8.52a")
def test_fire_is_not_spent_on_a_vehicle_that_mines_have_wrecked() -> None:
    """The gun waits, and fires at the next one that comes into its line."""
    forces = (Force(type="So T34/85", count=2),), (Force(type="Ge 75/46", count=1),)
    with transport(*forces, modules=("infantry", "mines"), base="tank/2") as name:
        places = {"A1": ("5513", "C"), "A2": ("5511", "C")}
        state = position(name, alpha=places, bravo={"B1": ("5618", "A")}, dice="1 6")
        plots = {"alpha": "A1 MV 5613; A2 MV 5512 5612", "bravo": "B1 OF 5612"}
        played = play(mined(state, h5613=1), **plots)
        assert [event.data["unit"] for event in played.found("mined")] == ["A1"]
        assert [event.data["target"] for event in played.found("shot")] == ["A2"]


# Missiles, watching, mounting.


@pytest.mark.rules("24.34", "8.5", "27.0-gen-3")
def test_a_missile_fired_on_watch_waits_a_turn_and_its_crew_may_mount_meanwhile(convoy: Convoy) -> None:
    places = {"A11": ("0530", "A", "spotted", "So Snapper"), "A5": ("0531", "A")}
    state = position(convoy(rows=40), alpha=places, bravo={"B1": ("0415", "C"), "B2": ("0413", "C")}, dice="6")
    played = play(state, alpha="A11 OF 0510", bravo="B1 MV 0516 0615; B2 MV 0514 0613")
    assert [event.data["target"] for event in played.found("shot")] == ["B1"], "one missile, at the nearer one"
    state = played.state
    assert waits(state, unit(state, "A11"))
    assert refused(state, "alpha", "A11 OF 0510") == refused(state, "alpha", "A11 DF 0615") == ["24.34"]
    assert refused(state, "alpha", "A5 MT A11; A11 MT A5") == []
    after = play(state, alpha="A5 MT A11; A11 MT A5").state
    assert unit(after, "A11").status == CARRIED
    assert not waits(after, unit(after, "A11"))


@pytest.mark.rules("24.34", "26.32a")
def test_a_squad_whose_missile_was_fired_has_no_he_on_the_next_turn_either(convoy: Convoy) -> None:
    """24.34 speaks of the unit: it fires on every second turn. HE that it fires makes it wait for nothing (X-05)."""
    places = {"A7": "0530", "A8": "0728"}
    foes = {"B1": ("0515", "A"), "B6": "0526"}
    state = position(convoy(rows=40), alpha=places, bravo=foes, dice="6 6 6")
    give_device(unit(state, "A7"), "So Sagger")
    fired = play(state, alpha="A7 DF 0515").state
    assert refused(fired, "alpha", "A7 DF 0526") == ["24.34"]
    assert refused(fired, "alpha", "A8 DF 0526") == []
    soft = play(state, alpha="A7 DF 0526").state
    assert refused(soft, "alpha", "A7 DF 0515") == []


# Shells, bombs, smoke.


@pytest.mark.rules("28.32b", "28.5", "28.53b")
def test_smoke_shells_add_nothing_to_the_points_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def struck(*missions: tuple[object, ...]) -> list[object]:
        state = shelled(monkeypatch, alpha={"A1": ("0102", "A")}, bravo={"B1": ("1008", "D")}, dice="1 1 6 1 1")
        after = play(with_missions(state, *missions), until="face")
        return [event.data["points"] for event in after.found("struck", unit="B1")]

    he, screen = ("alpha", "bn1", "1008", 3), ("alpha", "bn2", "1009", 3)
    assert struck(he, screen) == [24]
    assert struck(he, (*screen, True)) == [12]


@pytest.mark.rules("28.43", "28.34-p1", "28.61a")
def test_shells_and_bombs_strike_one_by_one_and_panic_only_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # The strike's first marker falls on 1008 (south of its aim), the second north of it.
    state = shelled(monkeypatch, alpha={"A1": ("0102", "A")}, bravo={"B1": ("1008", "D")}, dice="4 1 1 4 4 1 2")
    missions = ("alpha", "bn1", "1008", 3), ("alpha", "air1", "1007", 3)
    after = play(with_missions(state, *missions), until="face")
    assert [(event.data["what"], event.data["points"]) for event in after.found("struck", unit="B1")] == [
        ("barrage", 12), ("air strike", 12),
    ]  # fmt: skip
    assert len(after.found("panic_move", unit="B1")) == 1


@pytest.mark.rules("28.42", "28.51b", "28.52a")
def test_an_order_waits_until_the_smoke_has_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Smoke of turn 3 lies through turn 4: nobody orders fire behind it then; on turn 5 the hex is seen again."""
    state = shelled(monkeypatch, alpha={"A1": ("1012", "A")}, bravo={"B1": ("2012", "D")}, dice="1 1")
    state = with_missions(state, ("alpha", "bn2", "1008", 3, True))
    assert refused(state, "alpha", "bn1 AF 1002 8") == [], "the shells of this turn screen nothing yet"
    state = play(state).state
    assert refused(state, "alpha", "bn1 AF 1002 9") == ["28.42"]
    assert refused(state, "alpha", "bn1 AF 1008 9") == ["28.42"]
    assert refused(state, "alpha", "bn1 AF 1009 9") == [], "X-81: the near rim of the cloud is seen"
    state = play(state).state
    assert refused(state, "alpha", "bn1 AF 1002 10") == []


@pytest.mark.rules("28.51a", "28.52a", "8.5", "21.1-b-9")
def test_a_watch_is_not_blinded_before_the_smoke_comes_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha={"A1": ("1014", "A")}, bravo={"B1": ("0904", "C")}, dice="1 6 6")
    state = with_missions(state, ("alpha", "bn1", "1010", 3, True))
    plots = {"alpha": "A1 OF 1003", "bravo": "B1 MV 1004 1104"}
    assert len(play(state, **plots).found("shot")) == 1
    state = play(state).state
    assert refused(state, "alpha", plots["alpha"]) == ["28.52a"]
    state = play(state).state
    assert len(play(state, **plots).found("shot")) == 1, "it has lifted again"


@pytest.mark.rules("25.21a", "27.3a")
def test_rp7_a_leader_who_sets_a_squad_down_spares_the_whole_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    force = (*tanks(3), Force(type="Ger squad 6", count=1))
    name = battlefield(monkeypatch, force, panic=3, modules=CARRYING)
    for plot, struck in (("A1 DT 1007; A4 DT; A2 MV A; A3 MV A", set()), ("A1 MV A; A2 MV A; A3 MV A", {"A1"})):
        dice = f"{chits(8, 5, 6)} 1 1 {QUIET}"
        state = position(name, alpha={**WEDGE, "A4": "1008"}, bravo=FOE, panic=True, dice=dice)
        played = play(aboard(state, A1="A4"), alpha=plot)
        assert {event.data["unit"] for event in played.found("panic_move")} == struck
