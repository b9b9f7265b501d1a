"""Cases 3 and 4: what counters are, and the order in which a Game-Turn happens."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import msgspec
import pytest

from hulldown.core.errors import IllegalOrderError, MalformedError, OutOfTurnError
from hulldown.games.tank.data.loading import weapons
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP
from support.tank_positions import facing, order, play, position, refused, unit, where

Draw = Callable[..., str]


@pytest.mark.rules("3.2b")
def test_3_2b_turrets_follow_the_weapon_not_the_counter(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A", "JPzV"), "A2": ("1210", "A", "PzV")}, bravo={"B1": "1112"})
    assert not weapons()["JPzV"].turret
    assert weapons()["PzV"].turret
    # The target lies behind both: only the turretless vehicle cannot bear on it, though both have a tank's counter.
    assert refused(state, "alpha", "A1 DF 1112") == ["7.21"]
    assert refused(state, "alpha", "A2 DF 1112") == []


@pytest.mark.rules("3.2c")
def test_3_2c_a_counter_has_a_code_of_its_own_and_the_ratings_of_its_scenario() -> None:
    first, second = position("tank/10"), position("tank/7")
    for state in (first, second):
        codes = [u.id for u in state.units]
        assert len(set(codes)) == len(codes)
    assert (unit(first, "A1").type, unit(second, "A1").type) == ("T62", "PzV")
    fields = {field.name for field in dataclasses.fields(unit(first, "A1"))}
    assert fields.isdisjoint({"ap", "he", "front", "rear", "ma", "range"})


@pytest.mark.rules("4.0a", "5.0-gen-1", "8.0-gen-1")
@pytest.mark.parametrize(
    "plot", ["A1 MV 1009; A1 DF 1004", "A1 DF 1004; A1 OF 1003", "A1 FC; A1 OF 1003", "A1 MV 1009; A1 MV 0910"]
)
def test_4_0a_a_unit_does_one_thing_in_a_turn(draw: Draw, plot: str) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D")})
    assert refused(state, "alpha", plot) == ["5.0-gen-1"]


@pytest.mark.rules("4.0b", "4.1-b-3b")
def test_4_0b_two_tanks_that_hit_each_other_are_both_destroyed(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A"), "A2": "0116"}, bravo={"B1": ("1004", "D")}, dice="1 1")
    after = play(state, "A1 DF 1004", "B1 DF 1010")
    assert [event.data["result"] for event in after.found("shot")] == ["destroyed", "destroyed"]
    assert [unit(after.state, name).status for name in ("A1", "B1")] == [DESTROYED, DESTROYED]
    # Both shots come before either loss.
    assert [event.kind for event in after.events][:4] == ["shot", "shot", "destroyed", "destroyed"]


@pytest.mark.rules("4.1-a-1", "4.2a")
def test_4_1_a_1_a_plot_waits_unseen_until_the_other_is_written(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D")}, dice="5")
    assert set(GAME.pending(state)) == {"alpha", "bravo"}
    views, laws = set(), set()
    for plot in ("A1 DF 1004", "A1 OF 1004", "A1 MV 1009 1008", ""):
        step = GAME.apply(state, "alpha", order(state, "alpha", plot))
        assert step.events == ()
        assert step.rolls == ()
        assert set(GAME.pending(step.state)) == {"bravo"}
        assert where(step.state, "A1") == "1010"
        views.add(msgspec.json.encode(GAME.view(step.state, "bravo")))
        laws.add(msgspec.json.encode(GAME.legal(step.state, "bravo")))
        with pytest.raises(OutOfTurnError):
            GAME.apply(step.state, "alpha", order(state, "alpha", ""))
    assert len(views) == len(laws) == 1
    # The map may be consulted: the view shows it while the plot is owed.
    assert {piece.id for piece in GAME.view(state, "alpha").pieces} == {"A1", "B1"}


@pytest.mark.rules("4.1-a-2")
def test_4_1_a_2_what_cannot_be_executed_may_not_be_plotted(draw: Draw) -> None:
    state = position(
        draw(), alpha={"A1": ("1010", "A", "T62"), "A2": ("1212", "A", "88AT")}, bravo={"B1": ("1004", "D")}
    )
    assert refused(state, "alpha", "A1 MV AAAAAAAA") == ["9.0-gen-3"]  # eight points of seven
    assert refused(state, "alpha", "A2 MV A") == ["9.34b"]
    assert refused(state, "alpha", "A1 DF 1005") == ["5.0-df"]
    with pytest.raises(IllegalOrderError, match="no enemy counter in 1005"):
        GAME.apply(state, "alpha", order(state, "alpha", "A1 DF 1005"))


@pytest.mark.rules("4.1-b-0", "4.2a")
def test_4_1_b_0_nothing_of_a_plot_is_announced(draw: Draw) -> None:
    """T-01: the enemy hears of an Opportunity Fire hex only by being shot at in it."""
    scenario = draw()
    told = []
    for plot in ("A1 OF 1004", "A1 OF 1404", ""):
        state = position(scenario, alpha={"A1": ("1010", "A")}, bravo={"B1": ("2004", "D")})
        after = play(state, plot, "B1 MV 2005")
        told.append([event for event in after.events if event.seen_by("bravo")])
        assert GAME.view(after.state, "bravo").tasks == ()
    assert told[0] == told[1] == told[2]


@pytest.mark.rules("4.1-b-1")
def test_4_1_b_1_panic_replaces_the_plot_before_anything_else(draw: Draw) -> None:
    # Alpha's chits are 4 and 0, Bravo's is 9: A1 in 1004 bolts towards C with two points.
    state = position(draw(), alpha={"A1": ("1004", "A")}, bravo={"B1": ("2010", "D")}, dice="5 1 3 2 10", panic=True)
    after = play(state, "A1 MV 1003 1002 1001", "")
    assert [event.data["hex"] for event in after.found("moved", unit="A1")] == ["1105", "1205"]
    assert [event.kind for event in after.events if event.kind in ("chits", "panic_move", "turned", "moved")] == [
        "chits", "panic_move", "chits", "turned", "moved", "moved",
    ]  # fmt: skip


@pytest.mark.rules("4.1-b-2")
def test_4_1_b_2_movers_face_their_first_hex_before_the_fire(draw: Draw) -> None:
    # B1 turns its rear on A1 by plotting to drive away: it is shot at as it stands, but from behind.
    state = position(draw(), alpha={"A1": ("1010", "A", "PzIIIj")}, bravo={"B1": ("1004", "D")}, dice="6")
    after = play(state, "A1 DF 1004", "B1 MV A A")
    assert after.found("turned", unit="B1")[0].data["facing"] == "A"
    shot = after.found("shot")[0]
    assert (shot.data["at"], shot.data["defence"]) == ("1004", weapons()["M60A2"].rear)
    kinds = [event.kind for event in after.events]
    assert kinds.index("turned") < kinds.index("shot") < kinds.index("moved")


@pytest.mark.rules("4.1-b-2")
def test_4_1_b_2_a_panicked_vehicle_turns_too(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1004", "A")}, bravo={"B1": ("2010", "D")}, dice="5 1 4 1 10", panic=True)
    after = play(state, "A1 MV 1003", "", until="face")
    assert after.found("turned", unit="A1")[0].data["facing"] == "D"
    assert where(after.state, "A1") == "1005"


@pytest.mark.rules("4.1-b-3a", "8.62")
def test_4_1_b_3a_direct_fire_leaves_wrecks(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D")}, dice="1")
    after = play(state, "A1 DF 1004", "")
    assert after.found("destroyed", unit="B1", hex="1004", wreck=True)
    assert [marker.kind for marker in GAME.view(after.state, "alpha").markers] == ["wreck"]


@pytest.mark.rules("4.1-b-4a")
def test_4_1_b_4a_survivors_move_along_their_plots(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A"), "A2": ("1404", "A")}, bravo={"B1": ("2010", "D")},
                     dice="5 1 3 1 10", panic=True)  # fmt: skip
    after = play(state, "A1 FC; A2 MV 1403 1402", "B1 MV F A")
    # A2 in 1404 panics and goes its panic way; B1 keeps to its plot.
    assert [event.data["hex"] for event in after.found("moved", unit="A2")] == ["1505"]
    assert [event.data["hex"] for event in after.found("moved", unit="B1")] == ["1910", "1909"]


@pytest.mark.rules("4.1-b-4b")
def test_4_1_b_4b_what_happens_first_on_the_way_counts_first(draw: Draw) -> None:
    # A1 and B1 both make for 1008 and would be due there at the third point. Opportunity Fire meets B1 at the second.
    places = {"A1": ("1011", "A"), "A2": ("1406", "F")}
    state = position(draw(), alpha=places, bravo={"B1": ("1005", "D")}, dice="1")
    after = play(state, "A1 MV AAA; A2 OF 0906", "B1 MV DDD")
    assert after.found("destroyed", unit="B1")
    assert where(after.state, "A1") == "1008"
    # Without that fire they stop each other short of it.
    state = position(draw(), alpha=places, bravo={"B1": ("1005", "D")})
    after = play(state, "A1 MV AAA", "B1 MV DDD")
    assert (where(after.state, "A1"), where(after.state, "B1")) == ("1009", "1007")


@pytest.mark.rules("4.1-b-5a", "4.1-b-5b", "7.12a")
def test_4_1_b_5_only_movers_and_units_on_fc_may_turn_at_the_end(draw: Draw) -> None:
    places = {"A1": ("1010", "A"), "A2": ("1210", "A"), "A3": ("1410", "A"), "A4": ("1610", "A"), "A5": ("1810", "A")}
    state = position(draw(), alpha=places, bravo={"B1": ("1004", "D")}, dice="6")
    after = play(state, "A1 DF 1004; A2 OF 1206; A3 MV 1409; A4 FC", "", until="face")
    assert {entry.unit for entry in GAME.legal(after.state, "alpha").units} == {"A3", "A4"}
    for name in ("A1", "A2", "A5"):
        assert [v.rule for v in GAME.check(after.state, "alpha", order(after.state, "alpha", f"{name} D"))] == ["7.12"]
    done = play(state, "A1 DF 1004; A2 OF 1206; A3 MV 1409; A4 FC", "", face={"alpha": "A3 D; A4 E"}).state
    assert (facing(done, "A3"), facing(done, "A4")) == ("D", "E")
    assert where(done, "A3") == "1409"


@pytest.mark.rules("4.1-c")
def test_4_1_c_the_turn_is_counted(draw: Draw) -> None:
    state = position(draw(), turn=3, alpha={"A1": ("1010", "A")}, bravo={"B1": ("2004", "D")})
    after = play(state)
    assert after.state.turn == 4
    assert after.events[-1].kind == "turn"
    assert set(GAME.pending(after.state)) == {"alpha", "bravo"}


@pytest.mark.rules("4.2b", "6.0-proc-3")
@pytest.mark.parametrize("text", ["A1 MV 1009 or 0910", "A1 1009", "A1 MV G", "A1 MV 1009(3)", "A1 FC D", "A1 DF A"])
def test_4_2b_a_plot_that_could_mean_two_things_is_refused(draw: Draw, text: str) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D")})
    with pytest.raises(MalformedError):
        order(state, "alpha", text)


@pytest.mark.rules("4.3a", "4.3b")
def test_4_3_a_unit_destroyed_by_direct_fire_never_moves(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "A")}, dice="1")
    after = play(state, "A1 DF 1004", "B1 MV DD")
    kinds = [event.kind for event in after.events]
    assert kinds.index("turned") < kinds.index("shot") < kinds.index("destroyed")
    assert not after.found("moved")
    assert after.state.wrecks == [state.units[20].cell]
    assert where(after.state, "B1") == "1004"


@pytest.mark.rules("4.3a")
def test_4_3a_a_miss_lets_the_unit_go(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "A")}, dice="6")
    after = play(state, "A1 DF 1004", "B1 MV DD")
    assert where(after.state, "B1") == "1006"
    assert unit(after.state, "B1").status == ON_MAP
