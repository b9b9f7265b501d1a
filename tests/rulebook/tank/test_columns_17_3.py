"""Columns (17.3, 17.11): their order, how far they go on their written way, and plots that note too much (6.0)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.state import WAITING, Column
from support.tank_positions import cell, ground_of, play, position, track, unit

Draw = Callable[..., str]


@pytest.mark.rules("17.3-2", "17.3-3", "17.11-2")
def test_a_column_is_ordered_by_its_way_and_goes_as_far_as_its_points_last(draw: Draw) -> None:
    scenario = draw()
    way = [f"10{row:02d}" for row in range(1, 17)]
    state = position(
        scenario, alpha={"A1": ("1002", "D"), "A2": ("1004", "D"), "A3": ("1003", "D"), "A4": ("0101", "D")},
        columns={"alpha": " ".join(way[:4])}, released=False,
    )  # fmt: skip
    assert [one.id for one in column.members(state, "alpha") if one.status != WAITING] == ["A2", "A3", "A1"]
    state.columns["alpha"].route = [cell(state, label) for label in way]
    points = arms(unit(state, "A2").type).ma
    labels = ground_of(state).board.labels
    step = column.route_step(state, scene_of(state), "alpha")
    assert [labels[one] for one in step] == way[4 : 4 + points]
    # At the end of the way nothing is left.
    state.columns["alpha"].route = state.columns["alpha"].route[:4]
    assert column.route_step(state, scene_of(state), "alpha") == ()


@pytest.mark.rules("17.11-2", "17.3-2")
def test_a_leader_off_the_map_pays_for_its_entry_hex(draw: Draw) -> None:
    scenario = draw()
    way = [f"10{row:02d}" for row in range(1, 17)]
    state = position(scenario, alpha={}, bravo={"B1": ("2416", "A")})
    cells = [cell(state, label) for label in way]
    state.columns["alpha"] = Column(cells[0], [], cells, duty=True)
    first = column.members(state, "alpha")[0]
    points = arms(first.type).ma
    assert [one.id for one in column.members(state, "alpha")] == [one.id for one in column.waiting(state, "alpha")]
    assert column.route_step(state, scene_of(state), "alpha") == tuple(cells[:points])
    due = [point for _, point in column.entrants(state, scene_of(state), "alpha")]
    assert due == list(range(1, points + 1)), "one point for each place in the column"


@pytest.mark.rules("4.1-a-2", "17.3-2")
def test_units_plotted_to_enter_come_on_one_point_after_the_other(draw: Draw) -> None:
    scenario = draw()
    state = position(scenario, alpha={}, bravo={"B1": ("2416", "A")}, columns={"alpha": "1001"})
    names = [one.id for one in column.waiting(state, "alpha")][:2]
    played = play(state, alpha=f"{names[0]} MV 1001 1002 1003; {names[1]} MV 1001 1002")
    assert track(played, names[0]) == [("1001", 1), ("1002", 2), ("1003", 3)]
    assert track(played, names[1]) == [("1001", 2), ("1002", 3)]


@pytest.mark.rules("17.3-1", "4.2a")
def test_an_absent_side_enters_in_the_middle_of_its_edge() -> None:
    state = GAME.setup("tank/10", {}, "script:")
    for side in ("alpha", "bravo"):
        decision = GAME.legal(state, side)
        edge = decision.units[0].options[0].cells
        assert decision.idle.tasks[0].cells == (edge[len(edge) // 2],)
        assert GAME.check(state, side, decision.idle) == []


@pytest.mark.rules("6.0-proc-3")
def test_a_plot_names_no_facing_no_target_and_no_choice_of_its_own(draw: Draw) -> None:
    scenario = draw()
    state = position(scenario, alpha={"A1": ("1010", "D")}, bravo={"B1": ("1003", "D")})

    def rules(*tasks: Task, choice: str = "") -> list[str]:
        return [one.rule for one in GAME.check(state, "alpha", Order("plot", tasks, choice))]

    way = (cell(state, "1011"),)
    assert rules(Task("A1", "MV", way)) == []
    assert rules(Task("A1", "MV", way, facing=2)) == ["6.0-proc-3"]
    assert rules(Task("A1", "MV", way, facing=6)) != []
    assert rules(Task("A1", "MV", way, facing=-2)) != []
    assert rules(Task("A1", "DF", (cell(state, "1003"),), targets=("B1",))) == ["6.0-proc-3"]
    assert rules(Task("A1", "MV", way), choice="quickly") == ["6.0-proc-3"]
    assert rules(Task("A1", "MV", (-1,))) == ["6.0-proc-3"]
