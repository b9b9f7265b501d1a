"""Trucks (27.7): vehicles without armour, slow off the clear ground."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP
from support.tank_positions import cell, play, position, refused, track, unit, where
from support.transport_field import aboard

Convoy = Callable[..., str]
FAR = {"B1": ("2416", "A")}


@pytest.mark.rules("27.71a", "36.7-tr")
def test_a_truck_is_a_vehicle_without_armour_or_wreck(convoy: Convoy) -> None:
    truck = arms("truck")
    assert (truck.ma, truck.drives, truck.soft, truck.carries, truck.weapon.front) == (8, True, True, True, 0)
    state = position(convoy(rows=40), alpha={"A5": ("0507", "A"), "A7": "0507"}, bravo={"B1": ("0512", "A")}, dice="1")
    after = play(aboard(state, A5="A7"), bravo="B1 DF 0507")
    assert [unit(after.state, name).status for name in ("A5", "A7")] == [DESTROYED, DESTROYED]
    assert after.state.wrecks == [], "X-11"


@pytest.mark.rules("27.71b")
def test_x30_it_pays_one_for_clear_ground_and_twice_the_chart_for_all_else(convoy: Convoy) -> None:
    state = position(
        convoy(hexes={"0506": "rough", "0504": "woods"}, sides={"0503A": "slope", "0903A": "berm"}),
        alpha={"A5": "0507"}, bravo=FAR,
    )  # fmt: skip
    ground = scene_of(state).ground

    def costs(here: str, ahead: str) -> tuple[int, int]:
        a, b = cell(state, here), cell(state, ahead)
        way = ground.board.direction(a, b)
        return ground.vehicle_costs[a][way], ground.costs("truck")[a][way]

    assert costs("0508", "0507") == (1, 1), "clear"
    assert costs("0507", "0506") == (2, 4), "rough"
    assert costs("0505", "0504") == (3, 6), "woods"
    assert costs("0503", "0502") == (3, 5), "clear over a slope: the hexside alone is doubled"
    assert costs("0903", "0902") == (2, 3), "clear over a berm"
    assert track(play(state, alpha="A5 MV 0506 0505"), "A5") == [("0506", 4), ("0505", 5)]
    assert refused(state, "alpha", "A5 MV 0506 0505 0504") == ["9.0-gen-3"]
    tables = GAME.cost_tables(state.scenario)
    assert tables["truck"] == ground.costs("truck")
    assert "truck" not in GAME.cost_tables("tank/intro")
    paths = [option.path for one in GAME.legal(state, "alpha").units for option in one.options if option.kind == "MV"]
    assert [path.table for path in paths if path is not None] == ["truck"]


@pytest.mark.rules("27.71b")
def test_ground_that_counts_as_clear_in_open_country_costs_a_truck_one(convoy: Convoy) -> None:
    state = position(convoy(mode="open", hexes={"0506": "woods"}), alpha={"A5": "0507"}, bravo=FAR)
    assert track(play(state, alpha="A5 MV 0506 0505"), "A5") == [("0506", 1), ("0505", 2)]


@pytest.mark.rules("27.71c")
def test_a_truck_never_enters_closed_woods(convoy: Convoy) -> None:
    state = position(convoy(mode="closed", hexes={"0506": "woods"}), alpha={"A3": "0707", "A5": "0507"}, bravo=FAR)
    assert refused(state, "alpha", "A5 MV 0506") == ["9.32"]
    assert refused(state, "alpha", "A5 MVR 0506") == ["9.32"]
    ground = scene_of(state).ground
    assert ground.entry_cost(cell(state, "0506"), truck=True) == IMPOSSIBLE
    # 12.22: not in panic either.
    state = position(
        convoy(mode="closed", hexes={"0506": "woods"}), alpha={"A5": ("0507", "A")}, bravo=FAR, panic=True,
        options={"alpha_panic": 1}, dice="8 1 6",
    )  # fmt: skip
    after = play(state, alpha="A5 MV 0508")
    assert after.found("panic_move", unit="A5")
    assert where(after.state, "A5") == "0507"


@pytest.mark.rules("27.75")
def test_a_truck_gives_way_to_an_afv_that_wants_the_same_hex(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A5": "0507"}, bravo={"B1": ("0505", "D")})
    after = play(state, alpha="A5 MV 0506 0405", bravo="B1 MV 0506 0606")
    assert (where(after.state, "A5"), where(after.state, "B1")) == ("0507", "0606")
    assert [(event.rule, event.data["unit"]) for event in after.found("stopped")] == [("27.75", "A5")]
    # An APC is as good as an AFV.
    state = position(convoy(), alpha={"A3": "0507"}, bravo={"B4": ("0505", "D")})
    after = play(state, alpha="A3 MV 0506 0405", bravo="B4 MV 0506 0606")
    assert (where(after.state, "A3"), where(after.state, "B4")) == ("0405", "0505")


@pytest.mark.rules("27.75")
def test_x31_trucks_and_infantry_dispute_a_hex_as_usual(convoy: Convoy) -> None:
    for alpha, bravo in (({"A5": "0507"}, {"B4": ("0505", "D")}), ({"A5": "0507"}, {"B6": "0505"})):
        state = position(convoy(), alpha=alpha, bravo=bravo)
        other = next(iter(bravo))
        after = play(state, alpha="A5 MV 0506", bravo=f"{other} MV 0506")
        assert (where(after.state, "A5"), where(after.state, other)) == ("0507", "0505")
        assert {event.rule for event in after.found("stopped")} == {"9.0-proc-4"}


@pytest.mark.rules("27.75", "12.23b")
def test_a_panicked_afv_gives_way_even_to_a_truck(convoy: Convoy) -> None:
    # Bravo's chit is 5: B1 in 0505 bolts to D, 3 points.
    state = position(
        convoy(),
        alpha={"A5": "0507"},
        bravo={"B1": ("0505", "A")},
        panic=True,
        options={"bravo_panic": 1},
        dice="6 4 3",
    )
    after = play(state, alpha="A5 MV 0506", bravo="B1 MV 0504")
    assert (where(after.state, "A5"), where(after.state, "B1")) == ("0506", "0505")
    assert [(event.rule, event.data["unit"]) for event in after.found("stopped")] == [("12.23b", "B1")]


@pytest.mark.rules("27.7", "27.22", "27.0-proc-2")
def test_a_truck_tows_a_gun_which_is_set_down_as_the_truck_drove_and_may_turn(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A5": ("0507", "A"), "A11": ("0506", "C")}, bravo=FAR)
    state = play(state, alpha="A5 MT A11; A11 MT A5").state
    state = play(state, alpha="A5 MV 0505 0504").state
    after = play(state, alpha="A5 DT 0503; A11 DT", face={"alpha": "A11 E; A5 B"})
    assert (where(after.state, "A11"), unit(after.state, "A11").facing) == ("0504", 4)
    assert unit(after.state, "A5").facing == 1
    assert unit(after.state, "A11").status == ON_MAP


@pytest.mark.rules("27.75", "11.1")
def test_rt15_a_truck_does_not_give_way_to_a_friend(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A5": "0507", "A1": ("0505", "D")}, bravo={"B1": ("2401", "D")})
    after = play(state, alpha="A5 MV 0506 0405; A1 MV 0506 0606")
    assert (where(after.state, "A5"), where(after.state, "A1")) == ("0405", "0606")
    assert not after.found("stopped")
