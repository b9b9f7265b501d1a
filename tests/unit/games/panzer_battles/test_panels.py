"""What the panels of a player of Panzer Battles tell: companies, queues, missions, doctrine, fights."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.game import GAME

GAZALA, ARRACOURT = "panzer_battles/gazala", "panzer_battles/arracourt"


def begun(scenario: str) -> Any:
    """The position after both sides have set up in the plainest way."""
    state: Any = GAME.setup(scenario, {}, "panels")
    while state.turn == 0:
        side = next(iter(GAME.pending(state)))
        state = GAME.apply(state, side, GAME.legal(state, side).idle).state
    return state


def entered(scenario: str = GAZALA) -> Any:
    """A position in which the first side is on the map and is asked for its commands."""
    state = begun(scenario)
    while next(iter(GAME.pending(state)), "") != "first" or state.stack[-1].step != "command1":
        side = next(iter(GAME.pending(state)))
        legal = GAME.legal(state, side)
        tasks = tuple(
            Task(unit.unit, option.kind, option.path.entries)
            for unit in legal.units for option in unit.options if option.path is not None and option.path.entries
        )  # fmt: skip
        order = Order(legal.decision.kind, tasks) if tasks else legal.idle
        state = GAME.apply(state, side, order if not GAME.check(state, side, order) else legal.idle).state
    return state


def test_a_company_has_a_name_and_says_which_commands_are_barred() -> None:
    state = entered()
    company = next(one for one in GAME.view(state, "first").groups if one.key == "G21co")
    assert company.name == "First Company (G21)"
    assert company.members == ("G211", "G212", "G213")
    assert {one.kind: one.rule for one in company.barred} == {"WITHDRAW": "5.4a", "RALLY": "5.5a"}
    offered = {
        option.kind for unit in GAME.legal(state, "first").units if unit.unit == "G21co" for option in unit.options
    }
    assert offered == {"BOUND", "OVERWATCH", "BOUNDING"}
    assert GAME.view(state, "second").groups != GAME.view(state, "first").groups
    assert GAME.view(state, None).groups == ()


def test_a_queue_tells_the_turn_on_which_each_platoon_comes_on() -> None:
    state = begun(GAZALA)
    notes = GAME.view(state, "second").notes
    assert notes["B411"].endswith("turn 4")
    assert "place 1" in notes["B411"]
    assert "B411" not in GAME.view(state, "first").notes
    fresh: Any = GAME.setup(GAZALA, {}, "panels")
    entry = next(option.cells[0] for unit in GAME.legal(fresh, "first").units for option in unit.options)
    order = Order("deploy", (Task("G211", "QUEUE", (entry,), choice="1"), Task("G212", "QUEUE", (entry,), choice="9")))
    assert GAME.remarks(fresh, "first", order)[0] == "Turn 1: G211 can come on."
    assert "G212" in GAME.remarks(fresh, "first", order)[1]


def test_a_mission_is_remarked_on_with_the_chances_of_the_scatter_table() -> None:
    state = begun(ARRACOURT)
    assert next(iter(GAME.pending(state))) == "first"
    cell = GAME.board(ARRACOURT).cell("1712")
    said = GAME.remarks(state, "first", Order("plot", (Task("bty1", "AIM", (cell,)),)))
    assert len(said) == 1
    assert said[0].startswith("Battery 1 at 1712, seen ")
    assert "on target" in said[0]
    assert GAME.remarks(state, "first", Order("command", (Task("bty1", "AIM", (cell,)),))) == ()


def test_links_of_a_company_are_broken_where_doctrine_is() -> None:
    state = entered()
    board = GAME.board(GAZALA)
    places = {"G211": "0524", "G212": "0624", "G213": "1524"}
    for unit in state.units:
        if unit.id in places:
            unit.cell, unit.status = board.cell(places[unit.id]), "on map"
    links = {(one.one, one.other): one.broken for one in GAME.view(state, "first").links}
    assert links["G211", "G212"] is False
    assert links["G212", "G213"] is True
    company = next(one for one in GAME.view(state, "first").groups if one.key == "G21co")
    assert "out of doctrine" in company.what
    assert company.tone == "warn"


def test_the_morale_board_has_a_line_for_each_company_of_ones_own() -> None:
    state = entered()
    state.companies[0].morale = 2
    board = GAME.score(GAME.view(state, "first")).boards[0]
    assert board.columns == ("State", "Lost", "HQ", "Rally")
    assert [line.name for line in board.lines][:2] == ["First Company (G21)", "Second Company (G22)"]
    assert board.lines[0].cells[0].startswith("2 ")
    assert board.lines[0].tone == "bad"
    assert all(line.side == "first" for line in board.lines)


def test_a_unit_knows_from_how_far_it_is_observed() -> None:
    state = entered()
    reaches = {one.unit: one.most for one in GAME.view(state, "first").reaches}
    assert set(reaches) == {
        unit.id for unit in state.units if unit.side == "first" and unit.status == "on map" and unit.type != "dummy"
    }
    assert set(reaches.values()) == {10}
    assert GAME.view(state, None).reaches == ()


@pytest.mark.rules("18.2a", "18.31")
def test_links_are_those_of_ones_own_companies() -> None:
    state = entered()
    for unit in state.units:
        if unit.id in ("B421", "B422"):
            unit.status, unit.cell = "on map", state.units[0].cell
    found = {name for link in GAME.view(state, "first").links for name in (link.one, link.other)}
    assert found
    assert all(name.startswith("G") for name in found)
    assert GAME.view(state, None).links == ()
