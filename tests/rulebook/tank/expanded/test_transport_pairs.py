"""Transport where it meets other rules: entry, exit, mines, knowledge of loads, stops, Preservation."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from hulldown.core.orders import Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules import works
from hulldown.games.tank.rules.cargo import CARRIED, carrier_of, come_down, detach, is_loaded
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, WAITING, TankState
from hulldown.games.tank.rules.troops import give_device
from support.tank_positions import Played, carry_on, cell, opened, play, position, refused, unit, where
from support.transport_field import ALPHA, BRAVO, MODULES, aboard, transport

Convoy = Callable[..., str]
FAR = {"B1": ("2416", "A")}
COMPANY = (
    Force(type="Ge SPW", count=2),  # A1, A2
    Force(type="truck", count=1),  # A3
    Force(type="Ge Pz IVH", count=1),  # A4
    Force(type="Ger squad 6", count=2, carried=True),  # A5, A6
    Force(type="Ge 75/46", count=1, carried=True),  # A7
)


def fate(state: TankState, *names: str) -> list[str]:
    return [unit(state, name).status for name in names]


@pytest.mark.slow
@pytest.mark.rules("27.0-proc-3", "27.41")
def test_a_column_enters_with_its_passengers_on_board() -> None:
    with transport(COMPANY, (Force(type="So T34/85", count=1),)) as scenario:
        state = opened(scenario, "column COL 3301", "column COL 3336").state
        assert fate(state, "A1", "A5", "A6", "A7") == [WAITING, CARRIED, CARRIED, CARRIED]
        names = [one.unit for one in GAME.legal(state, "alpha").units]
        assert names == ["column"], "passengers are told nothing before their vehicles are there"
        assert refused(state, "alpha", "A5 DT") == ["17.3-6"]
        after = carry_on(play(state, alpha="column MV 3301 3302 3303"))
        on = [unit.id for unit in after.state.units if unit.side == "alpha" and unit.status == ON_MAP]
        assert on == ["A1", "A2", "A3"], "the places in the column are those of vehicles"
        for passenger, vehicle in (("A5", "A1"), ("A6", "A2"), ("A7", "A3")):
            assert where(after.state, passenger) == where(after.state, vehicle) != ""
            assert carrier_of(after.state, unit(after.state, passenger)) is unit(after.state, vehicle)


@pytest.mark.rules("27.22", "27.23a")
def test_carriers_are_kept_for_guns_whatever_the_enemy_drives() -> None:
    company = (
        Force(type="Ge SPW", count=2), Force(type="truck", count=1), Force(type="Ge Pz IVH", count=1),
        Force(type="Ger squad 6", count=3, carried=True), Force(type="Ge 75/46", count=1, carried=True),
    )  # fmt: skip
    enemy = (
        Force(type="So T34/85", count=1),
        Force(type="truck", count=2),
        Force(type="Sov squad 6", count=1, carried=True),
    )
    with transport(company, enemy) as scenario:
        state = GAME.setup(scenario, {}, "script:")
        loads = {one.id: carrier.id for one in state.units if (carrier := carrier_of(state, one)) is not None}
        assert loads == {"A5": "A1", "A6": "A2", "A7": "A4", "A8": "A3", "B4": "B2"}


@pytest.mark.rules("27.21", "27.0-proc-1")
def test_who_has_a_device_or_has_got_down_before_is_not_loaded(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0506", "A8": "0508"}, bravo=FAR)
    give_device(unit(state, "A7"), "Ge PF44-1")
    come_down(unit(state, "A8"))
    assert not any(is_loaded(unit(state, name)) for name in ("A3", "A7", "A8"))
    assert is_loaded(unit(aboard(state, A3="A7"), "A3"))
    roster = {one.id: one for one in state.units}
    detach(roster, roster["A7"])
    assert not is_loaded(roster["A3"])
    assert carrier_of(state, roster["A7"]) is None
    detach({}, roster["A7"])
    fresh = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0506"}, bravo=FAR)
    give_device(unit(fresh, "A7"), "Ge PF44-1")
    offered = {one.unit: {option.kind for option in one.options} for one in GAME.legal(fresh, "alpha").units}
    assert "MT" in offered["A7"]
    assert refused(fresh, "alpha", "A3 MT A7; A7 MT A3") == []


@pytest.mark.rules("27.0-proc-3")
def test_who_leaves_the_map_takes_its_passenger_along() -> None:
    with transport(base="tank/13") as scenario:
        places = {"A3": ("3335", "D"), "A4": ("3535", "D"), "A7": "3335"}
        state = aboard(position(scenario, alpha=places, bravo={"B1": ("0101", "A")}), A3="A7")
        after = play(state, alpha="A3 MV 3336 exit")
        assert fate(after.state, "A3", "A7", "A4") == [EXITED, EXITED, ON_MAP]
        assert where(after.state, "A7") == ""
        assert [event.data["unit"] for event in after.found("exited")] == ["A3", "A7"]
        assert GAME.view(after.state, "bravo").facts["alpha exited"] == 2
        assert after.state.losses == {}


@pytest.mark.rules("27.6-cy", "29.0-proc-3")
def test_x50_mines_kill_passengers_with_their_vehicle_and_test_each_step_of_mounting() -> None:
    def mined(dice: str, **loads: str) -> TankState:
        state = position(scenario, alpha={"A3": "5613", "A7": "5613" if loads else "5614"}, bravo={"B1": ("0101", "A")},
                         dice=dice)  # fmt: skip
        board = scene_of(state).board
        clear = works.clear_of(board, board.cell("3319"), 4, 10)
        works.lay(state, works.Limits("bravo", clear, clear, "34.4-7"), (Task("mines", "MN", (cell(state, "5614"),)),))
        return aboard(state, **loads)

    with transport(modules=(*MODULES, "mines"), base="tank/2") as scenario:
        moved = play(mined("1", A3="A7"), alpha="A3 MV 5614 5615").state
        assert fate(moved, "A3", "A7") == [DESTROYED, DESTROYED]
        down = play(mined("1", A3="A7"), alpha="A3 DT 5614; A7 DT").state
        assert fate(down, "A3", "A7") == [DESTROYED, ON_MAP], "it had been set down before"
        up = play(mined("1"), alpha="A3 MT A7; A7 MT A3").state
        assert fate(up, "A3", "A7") == [DESTROYED, ON_MAP], "infantry on foot is immune"
        lucky = play(mined("2"), alpha="A3 MT A7; A7 MT A3").state
        assert fate(lucky, "A3", "A7") == [ON_MAP, CARRIED]


@pytest.mark.rules("30.1a")
def test_no_vehicle_drives_into_a_ditch_to_take_somebody_on() -> None:
    with transport(modules=(*MODULES, "mines"), base="tank/2") as scenario:
        state = position(scenario, alpha={"A3": "5613", "A7": "5614"}, bravo={"B1": ("0101", "A")})
        board = scene_of(state).board
        clear = works.clear_of(board, board.cell("3319"), 4, 10)
        works.lay(state, works.Limits("bravo", clear, clear, "34.4-7"),
                  (Task("ditch", "DG", (cell(state, "5614"), cell(state, "5615"))),))  # fmt: skip
        assert [rule.partition("-")[0] for rule in refused(state, "alpha", "A3 MT A7; A7 MT A3")] == ["30.1a"]


@pytest.mark.rules("27.61a", "27.61c")
def test_riders_are_seen_with_their_tank_what_an_apc_carries_is_not(convoy: Convoy) -> None:
    places = {"A1": ("0507", "A"), "A3": ("0907", "A"), "A4": ("1107", "A"), "A7": "0507", "A8": "0907"}
    state = aboard(position(convoy(), alpha=places, bravo=FAR), A1="A7", A3="A8")
    for name in ("A7", "A8"):
        unit(state, name).spotted = False
        unit(state, name).counter = 0
    view = GAME.view(state, "bravo")
    marks = {piece.id: piece.marks for piece in view.pieces if piece.side == "alpha"}
    assert marks == {"A1": ("spotted", "riders"), "A3": ("spotted", "loaded"), "A4": ("spotted",)}
    text = msgspec.json.encode(view)
    assert b'"A8"' not in text
    assert isinstance(view.more, dict)
    assert view.more["transport"]["loads"] == [["A1", ""], ["A3", ""]], "that they carry somebody is seen"
    own = {piece.id: piece.marks for piece in GAME.view(state, "alpha").pieces if piece.side == "alpha"}
    assert "loaded" in own["A3"]
    notes = GAME.view(state, "alpha").notes
    assert isinstance(notes, dict)
    assert notes["A3"] == "carries A8 (Ger squad 6)"
    assert notes["A8"] == "on board of A3 (Ge SPW)"


@pytest.mark.rules("27.61a")
def test_riders_are_spotted_when_their_tank_is(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A1": ("0507", "A"), "A7": "0507"}, bravo={"B1": ("0509", "A")}, spotted=False)
    aboard(state, A1="A7")
    after = play(state, alpha="A1 MV 0506")
    assert {event.data["unit"] for event in after.found("spotted")} >= {"A1", "A7"}
    assert unit(after.state, "A7").spotted


@pytest.mark.rules("27.0-proc-1", "27.0-proc-2")
def test_the_enemy_sees_counters_mount_and_dismount_under_their_numbers(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0507", "A7": "0506"}, bravo=FAR, spotted=False, dice="6 6 6 6")
    state = _blind(state)
    after = play(state, alpha="A3 MT A7; A7 MT A3")
    told = [event for event in after.found("mounted") if event.seen_by("bravo")]
    assert [(event.data["unit"], event.data["passenger"]) for event in told] == [("a?1", "a?2")]
    assert GAME.view(after.state, "bravo").face_down == {"a?1": cell(state, "0506")}
    down = play(_blind(after.state), alpha="A3 DT 0505; A7 DT")
    assert GAME.view(down.state, "bravo").face_down == {"a?1": cell(state, "0505"), "a?2": cell(state, "0506")}


@pytest.mark.slow
@pytest.mark.rules("27.0-proc-1", "27.61a")
def test_a_squad_is_seen_when_it_climbs_onto_a_tank_that_is(convoy: Convoy) -> None:
    for vehicle, seen in (("A1", True), ("A3", False)):
        state = position(convoy(), alpha={vehicle: "0507", "A7": ("0506", "", "unspotted")}, bravo=FAR)
        after = play(_blind(state), alpha=f"{vehicle} MT A7; A7 MT {vehicle}")
        assert unit(after.state, "A7").spotted is seen
        assert [event.rule for event in after.found("spotted", unit="A7")] == (["27.61"] if seen else [])
        told = [event for event in after.found("mounted") if event.seen_by("bravo")]
        assert [event.data["passenger"] for event in told] == ["a?2"], "it was a counter when it climbed"


@pytest.mark.rules("27.0-proc-1")
def test_a_known_squad_on_an_unknown_vehicle_does_not_give_it_away(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": ("0507", "A", "unspotted"), "A7": "0506"}, bravo=FAR)
    after = play(_blind(state), alpha="A3 MT A7; A7 MT A3")
    told = [event for event in after.found("mounted") if event.seen_by("bravo")]
    assert [(event.data["unit"], event.data["passenger"]) for event in told] == [("a?1", "A7")]
    part = GAME.view(after.state, "bravo").more
    assert isinstance(part, dict)
    assert part["transport"]["loads"] == [["a?1", "A7"]]


@pytest.mark.rules("27.0-proc-2", "27.61c")
def test_who_began_on_board_gets_a_counter_when_it_comes_down(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": ("0507", "A", "unspotted")}, bravo=FAR)
    aboard(state, A3="A7")
    assert unit(state, "A7").counter == 0
    assert GAME.view(state, "bravo").face_down == {"a?1": cell(state, "0507")}
    before = GAME.view(state, "bravo").more
    assert isinstance(before, dict)
    assert before["transport"]["loads"] == [], "that a counter carries somebody nobody knows"
    after = play(_blind(state), alpha="A3 DT 0506; A7 DT")
    view = GAME.view(after.state, "bravo")
    assert view.face_down == {"a?1": cell(state, "0506"), "a?2": cell(state, "0507")}
    assert isinstance(view.more, dict)
    assert view.more["transport"]["afoot"] == ["a?2"]
    told = [event for event in after.found("dismounted") if event.seen_by("bravo")]
    assert [(event.data["unit"], event.data["passenger"]) for event in told] == [("a?1", "a?2")]


def _blind(state: TankState) -> TankState:
    """The state with Bravo's only unit turned away, so that nobody is spotted."""
    unit(state, "B1").status = WAITING
    return state


@pytest.mark.rules("9.36a", "27.6-mt-3")
def test_nobody_is_asked_to_stop_in_the_mounting_segment(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0507", "A7": "0506"}, bravo={"B1": ("0501", "D")}, spotted=False,
                     dice="1 1 1 1")  # fmt: skip
    asked: list[str] = []
    state = GAME.apply(state, "alpha", GAME.parse(state, "alpha", "A3 MT A7\nA7 MT A3")).state
    state = GAME.apply(state, "bravo", GAME.parse(state, "bravo", "")).state
    asked += [decision.kind for decision in GAME.pending(state).values()]
    assert asked == ["face", "face"]


@pytest.mark.slow
@pytest.mark.rules("27.6-cy", "24.6c")
def test_passengers_count_as_losses_and_their_force_reaches_preservation_by_them() -> None:
    with transport(ALPHA, BRAVO, preservation=1) as scenario:
        state = position(scenario, alpha={"A3": ("5613", "A"), "A7": "5613"}, bravo={"B1": ("5618", "A")}, dice="1")
        hit: Played = play(aboard(state, A3="A7"), bravo="B1 DF 5613")
        assert hit.state.losses == {"alpha": 1}
        assert hit.found("preservation", side="alpha")


@pytest.mark.slow
@pytest.mark.rules("21.1-b-6", "8.51")
def test_who_has_watched_for_nothing_is_told_when_mounting_is_over(convoy: Convoy) -> None:
    places = {"A1": ("0507", "A"), "A3": "1007", "A7": "1006"}
    for plot in ("A1 OF 0503", "A1 OF 0503; A3 MT A7; A7 MT A3"):
        after = play(position(convoy(), alpha=places, bravo=FAR), alpha=plot)
        assert [(event.data["unit"], event.audience) for event in after.found("no_target")] == [("A1", ("alpha",))]
