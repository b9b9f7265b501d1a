"""Setup answers that are refused (17.3-1, 17.11-2, 17.12-1, 14.5) and turns that are (7.12), case by case."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.column import COLUMN
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.stacking import fits
from hulldown.games.tank.rules.state import TankState
from support.tank_positions import answer, cell, order, placing, play, position

Draw = Callable[..., str]


def _rules(state: TankState, side: str, kind: str, *tasks: Task, choice: str = "") -> list[str]:
    return [one.rule for one in GAME.check(state, side, Order(kind, tasks, choice))]


@pytest.mark.rules("17.3-1", "17.11-1", "17.11-2", "17.12-3")
def test_an_entry_is_a_hex_of_the_edge_and_in_a_meeting_a_way_across(draw: Draw) -> None:
    name = draw(columns=6, rows=5, hexes={"0404": "woods"}, mode="closed")
    state = GAME.setup(name, {}, "script:")
    way = [f"0{column}03" for column in (6, 5, 4, 3, 2, 1)]

    def enter(*labels: str, unit: str = COLUMN, kind: str = "COL") -> list[str]:
        return _rules(state, "alpha", "enter", Task(unit, kind, tuple(cell(state, label) for label in labels)))

    assert enter("0603") == []
    assert enter(*way) == []
    assert enter() == ["17.3-1"]
    assert enter("0503") == ["17.3-1"]
    assert enter("0603", unit="A1") == ["17.3-1"]
    assert enter("0603", kind="MV") == ["17.3-1"]
    assert _rules(state, "alpha", "enter") == ["17.3-1"]
    task = Task(COLUMN, "COL", (cell(state, "0603"),))
    assert _rules(state, "alpha", "enter", task, task) == ["17.3-1"]
    assert enter(*way[:-1]) == ["17.11-2"], "it must lead to the other edge"
    assert enter("0603", "0403", "0303") == ["17.11-2"], "no hex is left out"
    attack = GAME.setup("tank/1", {}, "script:")
    edge = GAME.legal(attack, "alpha").units[0].options[0].cells
    board = GAME.board("tank/1")
    inland = next(one for one in board.neighbours[edge[5]] if one >= 0 and one not in edge)
    assert _rules(attack, "alpha", "enter", Task(COLUMN, "COL", (edge[5],))) == []
    assert _rules(attack, "alpha", "enter", Task(COLUMN, "COL", (edge[5], inland))) == ["17.3-1"]


@pytest.mark.rules("17.12-1", "14.5", "14.6", "14.8", "11.0-gen-1", "11.0-gen-2")
def test_a_deployment_places_every_unit_once_in_its_zone_with_room_and_facing() -> None:
    state = answer(GAME.setup("tank/1", {}, "script:"), "alpha", "COL 6118").state
    good = list(order(state, "bravo", placing("tank/1")).tasks)
    by_name = {task.unit: task for task in good}

    def deploy(**changed: Task | None) -> list[str]:
        tasks = [changed.get(task.unit, task) for task in good]
        return _rules(state, "bravo", "deploy", *(task for task in tasks if task is not None))

    def put(name: str, label: str = "", **more: object) -> Task:
        old = by_name[name]
        cells = (cell(state, label),) if label else old.cells
        return Task(name, str(more.get("kind", "DP")), cells, int(str(more.get("facing", old.facing))))

    assert deploy() == []
    assert deploy(B1=None) == ["17.12-1"]
    assert _rules(state, "bravo", "deploy", *good, good[0]) == ["17.12-1"]
    assert _rules(state, "bravo", "deploy", *good, Task("A1", "DP", good[0].cells, 0)) == ["17.12-1"]
    assert deploy(B1=put("B1", kind="MV")) == ["17.12-1"]
    assert deploy(B1=put("B1", facing=-1)) == ["14.5"]
    assert deploy(B1=put("B1", facing=5)) == []
    assert deploy(B9=put("B9", facing=-1)) == [], "infantry faces nowhere"
    assert deploy(B1=Task("B1", "DP", (*by_name["B1"].cells, *by_name["B2"].cells), 0)) == ["17.12-1"]
    # The zone begins eleven hexes from the edge.
    board = GAME.board("tank/1")
    free = {task.cells[0] for task in good}
    near, far = (
        next(one for one in board.cells if board.edge_distance(one, "X") == away and one not in free)
        for away in (10, 11)
    )
    assert deploy(B1=put("B1", board.labels[near])) == ["17.12-1"]
    assert deploy(B1=put("B1", board.labels[far])) == []
    # Two guns never share a hex, gun and infantry do, and so do two infantry, but not three units.
    place = board.labels[far]
    assert deploy(B1=put("B1", place), B2=put("B2", place)) == ["11.0"]
    assert deploy(B1=put("B1", place), B9=put("B9", place)) == []
    assert deploy(B9=put("B9", place), B10=put("B10", place)) == []
    assert deploy(B1=put("B1", place), B9=put("B9", place), B10=put("B10", place)) == ["11.0"]


@pytest.mark.rules("11.0-gen-1", "11.0-gen-2", "9.34a", "14.8")
def test_what_fits_into_one_hex() -> None:
    together = {
        (): True, ("T34/85",): True, ("T34/85", "T34/85"): False, ("T34/85", "infantry"): False,
        ("infantry", "infantry"): True, ("75AT", "infantry"): True, ("75AT", "75AT"): False,
        ("infantry", "infantry", "infantry"): False, ("75AT", "infantry", "infantry"): False,
    }  # fmt: skip
    for types, expected in together.items():
        assert fits(list(types), Hooks()) == expected, types


@pytest.mark.rules("7.12a", "7.11a", "4.1-b-5a", "4.1-b-5b", "6.0-proc-3")
def test_turns_that_are_refused(draw: Draw) -> None:
    state = position(
        draw(), alpha={"A1": ("1010", "D"), "A2": ("1212", "D"), "A3": ("1414", "D")}, bravo={"B1": ("2003", "D")}
    )
    asked = play(state, alpha="A1 MV D; A2 FC", until="face").state

    def turn(*tasks: Task) -> list[str]:
        return [one.rule for one in GAME.check(asked, "alpha", Order("face", tasks))]

    assert [entry.unit for entry in GAME.legal(asked, "alpha").units] == ["A1", "A2"]
    assert turn(Task("A1", "FC", facing=0), Task("A2", "FC", facing=5)) == []
    assert turn() == []
    for wrong in (
        Task("A3", "FC", facing=0), Task("B1", "FC", facing=0), Task("Z1", "FC", facing=0), Task("A1", "MV", facing=0),
        Task("A1", "FC"), Task("A1", "FC", (cell(state, "1011"),), 0), Task("A1", "FC", facing=0, choice="exit"),
    ):  # fmt: skip
        assert turn(wrong) == ["7.12"], wrong
    assert turn(Task("A1", "FC", facing=0), Task("A1", "FC", facing=1)) == ["7.12"]
