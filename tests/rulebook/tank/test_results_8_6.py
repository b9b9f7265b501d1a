"""Case 8.6: when results take effect and what a destroyed unit leaves behind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP
from support.tank_positions import Played, cell, play, position, unit, where

Draw = Callable[..., str]


def told(after: Played, *kinds: str) -> list[tuple[str, object]]:
    return [(event.kind, event.data["unit"]) for event in after.events if event.kind in kinds]


@pytest.mark.rules("8.61a", "4.3b")
def test_8_61a_a_unit_plotted_to_move_is_lost_before_it_moves(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D"), "B2": "2416"}, dice="1")
    after = play(state, "A1 DF 1004", "B1 MV A A; B2 MV A")
    assert told(after, "destroyed", "moved") == [("destroyed", "B1"), ("moved", "B2")]
    assert after.found("destroyed", unit="B1")[0].rule == "8.61a"
    assert where(after.state, "B1") == "1004"


@pytest.mark.rules("8.61a")
def test_8_61a_so_is_a_panicked_unit_even_if_it_was_on_opportunity_fire(draw: Draw) -> None:
    # Bravo's chit is 4: B1 in 1004 loses its Opportunity Fire and with it the delay. A2 drives along its line unharmed.
    places = {"A1": ("1010", "A"), "A2": ("1305", "F")}
    state = position(draw(), alpha=places, bravo={"B1": ("1004", "D"), "B2": "2416"}, dice="10 9 5 1", panic=True)
    after = play(state, "A1 DF 1004; A2 MV F F", "B1 OF 1404")
    assert told(after, "shot", "destroyed", "moved") == [
        ("shot", "A1"), ("destroyed", "B1"), ("moved", "A2"), ("moved", "A2"),
    ]  # fmt: skip
    assert after.found("destroyed")[0].rule == "8.61a"


@pytest.mark.rules("8.61b", "4.1-b-3b")
def test_8_61b_a_direct_firer_that_is_hit_has_fired(draw: Draw) -> None:
    places = {"A1": ("1010", "A"), "A2": "0116"}
    state = position(draw(), alpha=places, bravo={"B1": ("1004", "D"), "B2": "2416"}, dice="1 1")
    after = play(state, "A1 DF 1004; A2 MV A", "B1 DF 1010")
    assert told(after, "shot", "destroyed", "moved") == [
        ("shot", "A1"), ("shot", "B1"), ("destroyed", "A1"), ("destroyed", "B1"), ("moved", "A2"),
    ]  # fmt: skip
    assert {event.rule for event in after.found("destroyed")} == {"8.61b"}


@pytest.mark.rules("8.61c")
def test_8_61c_a_unit_on_opportunity_fire_is_lost_after_movement(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D"), "B2": "2416"}, dice="1")
    after = play(state, "A1 DF 1004", "B1 OF 1001; B2 MV A A")
    assert told(after, "destroyed", "moved") == [("moved", "B2"), ("moved", "B2"), ("destroyed", "B1")]
    assert after.found("destroyed")[0].rule == "8.61c"


@pytest.mark.rules("8.61d")
@pytest.mark.parametrize("task", ["MV F F F", "MVR C", "OV F F F"])
def test_8_61d_opportunity_fire_takes_effect_at_once(draw: Draw, task: str) -> None:
    starts = {"MV F F F": "1106", "MVR C": "0905", "OV F F F": "1106"}
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": (starts[task], "F"), "B2": "2416"}, dice="1")
    after = play(state, "A1 OF 1002", f"B1 {task}; B2 MV A A")
    assert told(after, "destroyed", "moved") == [("moved", "B1"), ("moved", "B2"), ("destroyed", "B1"), ("moved", "B2")]


@pytest.mark.rules("8.61e")
def test_8_61e_overruns_take_effect_at_once(draw: Draw) -> None:
    # The overrun comes at the second point; A2, which has further to go, sees B1 gone by then and is not fired at.
    places = {"A1": ("1006", "A"), "A2": ("1206", "A")}
    state = position(draw(), alpha=places, bravo={"B1": ("1005", "", "infantry"), "B2": "2416"})
    after = play(state, "A1 OV A A; A2 MV A A F F", "B1 OF 1104")
    assert told(after, "overrun", "destroyed") == [("overrun", "A1"), ("destroyed", "B1")]
    assert not after.found("shot")
    kinds = [(event.kind, event.data.get("point")) for event in after.events]
    assert kinds.index(("destroyed", None)) < kinds.index(("moved", 4))
    assert (where(after.state, "A1"), where(after.state, "A2")) == ("1004", "1003")


@pytest.mark.rules("8.62")
def test_8_62_a_destroyed_vehicle_becomes_terrain(draw: Draw) -> None:
    scenario = draw()
    places = {"A1": ("1010", "A"), "A2": ("0116", "A")}
    state = position(scenario, alpha=places, bravo={"B1": ("1004", "D"), "B2": ("1104", "D")},
                     dice="1  10 9 10  10 9 10 6")  # fmt: skip
    after = play(state, "A1 DF 1004", "")
    assert after.state.wrecks == [cell(state, "1004")]
    # Next turn B2 drives into the wreck's hex, which costs nothing more; the turn after it is protected there.
    after = play(after.state, "", "B2 MV E")
    assert where(after.state, "B2") == "1004"
    assert after.found("moved", unit="B2")[0].data["point"] == 1
    after = play(after.state, "A1 DF 1004", "")
    assert after.found("shot")[0].data["defence"] == 17 + 2


@pytest.mark.rules("8.62")
def test_8_62_two_wrecks_in_a_hex_count_once(draw: Draw) -> None:
    """T-57."""
    places = {"A1": ("1010", "A")}
    state = position(
        draw(), alpha=places, bravo={"B1": ("1004", "D"), "B2": "2416"}, wrecks=["1004"], dice="1"
    )  # fmt: skip
    after = play(state, "A1 DF 1004", "")
    assert after.found("destroyed", unit="B1", wreck=True)
    assert after.state.wrecks == [cell(state, "1004")]


@pytest.mark.rules("8.63")
@pytest.mark.parametrize("soft", ["infantry", "88AT"])
def test_8_63_soft_units_leave_nothing(draw: Draw, soft: str) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D", soft), "B2": "2416"}, dice="1")
    after = play(state, "A1 DF 1004", "")
    assert unit(after.state, "B1").status == DESTROYED
    assert after.found("destroyed", unit="B1", wreck=False)
    assert after.state.wrecks == []
    view = GAME.view(after.state, "alpha")
    assert view.markers == ()
    assert "B1" not in {piece.id for piece in view.pieces}
    assert unit(after.state, "B2").status == ON_MAP
