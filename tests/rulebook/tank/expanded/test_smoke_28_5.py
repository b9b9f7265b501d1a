"""Smoke: when it comes up and goes, what it hides and what it costs (28.5, 21.1); vehicles that lay it (32.5)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from hulldown.core.parts import set_part
from hulldown.core.pathdomains import Paths
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import OffMap
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.smoke import KEY, smoke_coming, smoke_now
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.shelling import ALPHA, BRAVO, TRUCK, shelled, with_missions
from support.tank_positions import cell, drawn, play, position, refused, track, unit, violations, where

FAR_A, FAR_B = {"A1": ("0102", "A")}, {"B1": ("2402", "A")}


def smoky(state: TankState, *labels: str) -> TankState:
    """The state with smoke in these hexes."""
    set_part(state, KEY, {"now": sorted(cell(state, label) for label in labels), "coming": []})
    return state


def labels_of(state: TankState, cells: Iterable[int]) -> set[str]:
    board = GAME.board(state.scenario)
    return {board.labels[at] for at in cells}


CLOUD = {"1010", "1110", "1009", "1011", "0910", "0911", "1109", "1111", "1209", "1210"}


@pytest.mark.rules("28.51a", "28.51b", "28.51c", "21.1-b-8", "21.1-b-9")
def test_smoke_lies_for_the_turn_after_its_impact(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-45: fired for turn 3, it blocks on turn 4, in all ten hexes (X-34), and is gone at its end."""
    state = with_missions(shelled(monkeypatch, alpha=FAR_A, bravo=FAR_B, dice="2"), ("alpha", "bn1", "1010", 3, True))
    during = play(state, until="face").state
    assert smoke_now(during) == ()
    assert labels_of(during, smoke_coming(during)) == CLOUD
    assert scene_of(during).clear(cell(state, "1008"), cell(state, "1013")), "not yet"
    assert {marker.kind for marker in GAME.view(during, "bravo").markers} == {"impact", "smoke coming"}
    third = play(state)
    fourth = third.state
    (told,) = third.found("smoke_up")
    assert (told.rule, told.step, told.audience) == ("28.51a", "smoke_creation", ())
    assert set(str(told.data["hexes"]).split()) == CLOUD
    assert third.found("smoke_gone") == []
    assert (fourth.turn, smoke_coming(fourth)) == (4, ())
    assert labels_of(fourth, smoke_now(fourth)) == CLOUD
    assert not scene_of(fourth).clear(cell(state, "1008"), cell(state, "1013"))
    assert smoke_now(play(fourth, until="face").state), "to the very end of the turn"
    after = play(fourth)
    assert smoke_now(after.state) == ()
    assert [(e.rule, e.step) for e in after.found("smoke_gone")] == [("28.51b", "smoke_removal")]
    assert after.found("smoke_up") == []
    assert scene_of(after.state).clear(cell(state, "1008"), cell(state, "1013"))


@pytest.mark.rules("28.5", "28.51a")
def test_smoke_shells_hurt_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1010", "A"), "B6": "1110"}, dice="2")
    after = play(with_missions(state, ("alpha", "bn1", "1010", 3, True)), until="face")
    assert after.dice == [2]
    assert not after.found("struck")


@pytest.mark.rules("28.53a", "28.53b")
def test_a_screen_is_kept_up_by_firing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each turn scatters anew; a battery makes the same cloud as a battalion."""
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR_B, dice="2 5")
    state = with_missions(state, ("alpha", "bn1.1", "1010", 3, True), ("alpha", "bn1.1", "1010", 4, True))
    fourth = play(state).state
    assert labels_of(fourth, smoke_now(fourth)) == CLOUD
    fifth = play(fourth).state
    shifted = labels_of(fifth, smoke_now(fifth))
    assert len(shifted) == 10
    assert shifted != CLOUD
    assert {"1010", "0911"} <= shifted


@pytest.mark.rules("28.52a")
@pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
def test_smoke_blocks_sight_in_every_mode_and_says_so(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    """X-81: a line to or from the hex itself is not blocked; one along its side is."""
    spots = {"alpha": {"A1": ("1010", "A")}, "bravo": {"B1": ("1006", "D")}}
    state = shelled(monkeypatch, **spots, mode=mode)
    assert refused(state, "alpha", "A1 DF 1006") == []
    smoky(state, "1008")
    wrong = violations(state, "alpha", "A1 DF 1006")
    assert [one.rule for one in wrong] == ["28.52a"]
    assert "1008" in wrong[0].message
    assert "DF" not in {o.kind for u in GAME.legal(state, "alpha").units if u.unit == "A1" for o in u.options}
    scene = scene_of(state)
    assert scene.clear(cell(state, "1010"), cell(state, "1008"))
    assert scene.clear(cell(state, "1008"), cell(state, "1006"))
    smoky(state, "1008", "1007")
    assert not scene_of(state).clear(cell(state, "1010"), cell(state, "1007")), "another one is in between"
    smoky(state, "1006", "1010")
    assert refused(state, "alpha", "A1 DF 1006") == [], "out of smoke, into smoke"
    a, b = cell(state, "1010"), cell(state, "1210")
    beside = {at for key in scene.ground.lane(a, b).along for at in scene.board.side_cells(key)}
    assert labels_of(state, beside) == {"1110", "1111"}
    for label in ("1110", "1111"):
        smoky(state, label)
        assert scene_of(state).blocked_by(a, b) == ("28.52a", f"smoke at {label}")


@pytest.mark.rules("28.52a", "8.5", "13.1")
def test_smoke_and_opportunity_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    """No line can be laid through it; one laid at the near edge of it is crossed as ever."""
    state = smoky(shelled(monkeypatch, alpha={"A1": ("1010", "A")}, bravo={"B1": ("0907", "C")}, dice="1"), "1007")
    assert refused(state, "alpha", "A1 OF 1005") == ["28.52a"]
    covered = next(
        o.cells for u in GAME.legal(state, "alpha").units if u.unit == "A1" for o in u.options if o.kind == "OF"
    )
    assert cell(state, "1007") in covered
    assert cell(state, "1005") not in covered
    after = play(state, alpha="A1 OF 1007", bravo="B1 MV 1007", until="face")
    assert after.found("shot", unit="A1", target="B1")
    assert unit(after.state, "B1").status == DESTROYED


@pytest.mark.rules("28.52a", "13.3b")
def test_nobody_is_spotted_through_smoke(monkeypatch: pytest.MonkeyPatch) -> None:
    spots = {"alpha": {"A1": ("1010", "A")}, "bravo": {"B1": ("1005", "D")}}
    clear = play(shelled(monkeypatch, **spots, spotted=False), until="face").state
    assert unit(clear, "B1").spotted
    hidden = play(smoky(shelled(monkeypatch, **spots, spotted=False), "1007"), until="face").state
    assert not unit(hidden, "B1").spotted


@pytest.mark.rules("28.52b")
def test_smoke_costs_vehicles_a_point_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pz IVH has five points: five clear hexes, three if two of them are under smoke."""
    state = smoky(shelled(monkeypatch, alpha={"A1": ("1010", "A"), "A6": "0303"}, bravo=FAR_B), "1009", "1008")
    assert refused(state, "alpha", "A1 MV 1009 1008 1007") == []
    wrong = violations(state, "alpha", "A1 MV 1009 1008 1007 1006")
    assert [one.rule for one in wrong] == ["9.0-gen-3"]
    assert "6" in wrong[0].message
    assert track(play(state, alpha="A1 MV 1009 1008 1007"), "A1") == [("1009", 2), ("1008", 4), ("1007", 5)]
    assert refused(state, "alpha", "A1 MVR 1009") == []
    assert refused(smoky(state, "1009"), "alpha", "A1 MVR 1009 1008") == ["9.0-gen-3"], "half of five is two"
    assert refused(smoky(state, "0302"), "alpha", "A6 MV 0302") == [], "who walks goes his hex"


@pytest.mark.rules("28.52b", "10.13")
def test_closed_woods_cannot_be_entered_through_smoke(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take the whole allowance; smoke would cost more than that (as T-15 has it for slopes)."""
    state = shelled(monkeypatch, alpha={"A1": ("1010", "A")}, bravo=FAR_B, hexes={"1009": "woods"}, mode="closed")
    assert refused(state, "alpha", "A1 MV 1009") == []
    assert refused(smoky(state, "1009"), "alpha", "A1 MV 1009") == ["9.32"]


@pytest.mark.rules("28.52b", "27.71b")
def test_trucks_pay_for_smoke_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-30: rough ground costs a truck four, smoke one more."""
    state = shelled(monkeypatch, alpha={"A8": ("1010", "A")}, bravo=FAR_B, hexes={"1009": "rough"})
    assert unit(state, "A8").type == TRUCK
    verb = scene_of(state).verbs["MV"]
    from hulldown.core.orders import Task

    task = Task("A8", "MV", (cell(state, "1009"),))
    assert verb.dues(scene_of(state), unit(state, "A8"), task, 0) == (4,)
    smoky(state, "1009")
    assert verb.dues(scene_of(state), unit(state, "A8"), task, 0) == (5,)


@pytest.mark.rules("28.52b")
@pytest.mark.parametrize("mode", ["closed", "mixed"])
def test_offered_paths_cost_what_the_rules_charge(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    """Every hex in reach of a domain, by its cheapest path, is legal and has the price that the domain says."""
    hexes = {"1009": "woods", "1109": "rough", "1107": "woods", "0908": "rough"}
    state = shelled(monkeypatch, alpha={"A1": ("1010", "A")}, bravo=FAR_B, hexes=hexes, mode=mode)
    smoky(state, "1008", "1009", "1109", "1011", "0911", "1107")
    tables, board = GAME.cost_tables(state.scenario), GAME.board(state.scenario)
    scene = scene_of(state)
    seen = 0
    for option in next(u.options for u in GAME.legal(state, "alpha").units if u.unit == "A1"):
        if option.path is None or option.kind not in ("MV", "MVR"):
            continue
        paths = Paths(option.path, tables, board.neighbours)
        for at, arrival in paths.reach().items():
            text = " ".join(board.labels[step] for step in arrival.path)
            assert refused(state, "alpha", f"A1 {option.kind} {text}") == [], text
            given = GAME.parse(state, "alpha", f"A1 {option.kind} {text}").tasks[0]
            assert scene.verbs[option.kind].dues(scene, unit(state, "A1"), given, 0)[-1] == arrival.cost, at
            seen += 1
    assert seen > 15


@pytest.mark.rules("28.52b", "17.3-2")
def test_a_column_enters_slower_through_smoke(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-75: each place in the column costs two points at an entry hex under smoke."""
    state = shelled(monkeypatch, alpha={"A9": ("0108", "A")}, bravo=FAR_B, columns={"alpha": "1001"})
    assert refused(state, "alpha", "A1 MV 1001 1002 1003; A2 MV 1001 1002; A3 MV 1001") == []
    smoky(state, "1001")
    assert refused(state, "alpha", "A1 MV 1001 1002 1003; A2 MV 1001 1002") == []
    assert refused(state, "alpha", "A1 MV 1001 1002 1003; A2 MV 1001 1002; A3 MV 1001") == ["17.3-2"]


@pytest.mark.rules("28.52b", "12.22c")
def test_who_bolts_pays_for_smoke_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Direction A, three points: one hex of smoke takes two of them, the next hex is clear."""
    state = smoky(shelled(monkeypatch, alpha=FAR_A, bravo={"B1": ("1010", "A")}, dice="4 4 1 3"), "1009")
    after = play(with_missions(state, ("alpha", "bn1", "1010", 3)), until="face")
    assert after.found("panic_move")[0].data["path"] == "1009 1008"
    assert where(after.state, "B1") == "1008"


# Vehicles.

SMOKERS = OffMap(period=6, nation="Br")
BOTH = ("smoke", "vehicle_smoke")


@pytest.mark.rules("32.5a", "32.5b")
def test_a_tank_fires_smoke_beside_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(
        monkeypatch, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1005", "D")}, supports=(SMOKERS, BRAVO), modules=BOTH
    )
    during = play(state, alpha="A1 SF 1009", until="face")
    assert [(e.step, e.data["hex"]) for e in during.found("smoke_fired")] == [("vehicle_smoke", "1009")]
    assert smoke_now(during.state) == ()
    fourth = play(state, alpha="A1 SF 1009").state
    assert labels_of(fourth, smoke_now(fourth)) == {"1009"}
    assert refused(fourth, "bravo", "B1 DF 1010") == ["28.52a"]
    assert smoke_now(play(fourth).state) == (), "gone after the next turn"
    again = play(fourth, alpha="A1 SF 1009").state
    assert labels_of(again, smoke_now(again)) == {"1009"}, "X-46: as often as it likes"


@pytest.mark.rules("32.5a", "35.2d")
def test_who_has_smoke_to_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-46: fighting vehicles of a nation whose line allows it; no guns, squads, carriers or trucks."""
    spots = {"A1": ("1010", "A"), "A5": ("1012", "A"), "A6": "1014", "A8": ("0805", "A"), "A9": ("0810", "A")}
    state = shelled(monkeypatch, alpha=spots, bravo={"B1": ("1805", "D")}, supports=(SMOKERS, BRAVO), modules=BOTH)
    offered = {u.unit for u in GAME.legal(state, "alpha").units if any(o.kind == "SF" for o in u.options)}
    assert offered == {"A1"}
    assert refused(state, "alpha", "A1 SF 1009") == []
    assert refused(state, "alpha", "A1 SF 1008") == ["32.5a"], "only next to it"
    assert refused(state, "alpha", "A9 SF 0809") == ["32.5a"]
    assert refused(state, "bravo", "B1 SF 1806") == ["32.5a"], "Soviet vehicles of period 6 have none"
    assert not any(o.kind == "SF" for u in GAME.legal(state, "bravo").units for o in u.options)
    assert ALPHA.line.afv_smoke is False


@pytest.mark.rules("32.5a")
def test_it_is_an_option_of_the_standard_game_too(monkeypatch: pytest.MonkeyPatch) -> None:
    name = drawn(monkeypatch)
    spots = {"alpha": {"A1": ("1010", "A")}, "bravo": {"B1": ("1005", "D")}}
    assert refused(position(name, **spots, options={"vehicle_smoke": "yes"}), "alpha", "A1 SF 1009") == []
    plain = position(name, **spots)
    assert "SF" not in scene_of(plain).verbs


@pytest.mark.rules("32.5a", "12.0-gen-2")
def test_a_panicked_crew_fires_no_smoke(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(
        monkeypatch, alpha={"A1": ("1010", "A")}, bravo=FAR_B, supports=(SMOKERS, BRAVO),
        modules=("smoke", "artillery", "vehicle_smoke"), dice="4 4 1 1",
    )  # fmt: skip
    after = play(with_missions(state, ("bravo", "bn1", "1010", 3)), alpha="A1 SF 1009", until="face")
    assert not after.found("smoke_fired")
    assert smoke_coming(after.state) == ()


@pytest.mark.rules("28.52b", "27.0-proc-1")
def test_a_vehicle_that_mounts_in_smoke_moves_by_a_point_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-25: the cost of the step counts as plotted points; X-27: it is not limited otherwise, even in closed woods."""
    from hulldown.games.tank.modules.transport.loading import shift_cost

    state = shelled(monkeypatch, alpha={"A9": ("1010", "A")}, bravo=FAR_B, hexes={"1011": "woods"}, mode="closed")
    carrier, ma = unit(state, "A9"), 7
    costs = [shift_cost(scene_of(state), carrier, cell(state, label)) for label in ("1009", "1011")]
    assert costs == [1, ma]
    smoky(state, "1009", "1011")
    assert [shift_cost(scene_of(state), carrier, cell(state, label)) for label in ("1009", "1011")] == [2, ma]
