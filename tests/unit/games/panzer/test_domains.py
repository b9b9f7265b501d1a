"""What `legal` offers a mover is what `check` accepts: by every path domain together, hex by hex and edge by edge."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.decisions import Option
from hulldown.games.panzer.data.loading import scenarios
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.ground import load_ground
from hulldown.games.panzer.rules.legal import cost_tables, move_options
from hulldown.games.panzer.rules.movement import surroundings
from hulldown.games.panzer.rules.state import Frame, PanzerState, Unit, Wreck
from support import reach_cases
from support.panzer_field import (
    NAME,
    Table,
    cell,
    commanded,
    field,
    position,
    scene,
    staged,
    the_field,
    truck,
    vehicle,
)
from support.path_domains import Reach, by_domain, by_rules


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def options_of(state: PanzerState, name: str) -> tuple[Option, ...]:
    side = next(unit.side for unit in state.units if unit.id == name)
    return next(unit.options for unit in GAME.legal(state, side).units if unit.unit == name)


def offered(state: PanzerState, name: str, kind: str, map_name: str = NAME) -> Reach:
    """All that the domains of one kind of task reach."""
    tables, board = cost_tables(map_name), load_ground(map_name).board
    found = [by_domain(option.path, tables, board) for option in options_of(state, name)
             if option.kind == kind and option.path is not None]  # fmt: skip
    return Reach(frozenset().union(*(one.cells for one in found)), frozenset().union(*(one.exits for one in found)))


def agree(table: Table, name: str = "S1") -> None:
    index = next(number for number, unit in enumerate(table.state.units) if unit.id == name)
    for kind in ("MOVE", "REVERSE"):
        told = offered(table.state, name, kind)
        true = by_rules(table.state, scene(), index, kind == "REVERSE")
        if table.state.units[index].status == "waiting" and kind == "REVERSE":
            continue
        labels = field().board.labels
        for mine, theirs in zip(told, true, strict=True):
            assert sorted(labels[one] for one in mine) == sorted(labels[one] for one in theirs), kind


def at(hex_: str, facing: str = "A", card: str = "SU-76M M43", command: str = "MOVE", **state: object) -> Table:
    return commanded(
        vehicle("S1", hex_, facing, card, command=command, **state), truck(), vehicle("G1", "2412", card="Truck"),
        step="move2", first="german",
    )  # fmt: skip


@pytest.mark.parametrize("hex_", ["0106", "0606", "0906", "1006", "1206", "1306", "1606", "2206", "2406", "0411"])
@pytest.mark.parametrize("facing", ["C", "F", "A"])
@pytest.mark.rules("4.5.1.1.5a", "4.5.1.1.5e", "4.5.1.1.5f")
def test_along_road_and_path(hex_, facing):
    agree(at(hex_, facing))


@pytest.mark.parametrize("card", ["T-34/76 M43", "IS-2m M44", "SPW 251/1", "Truck"])
@pytest.mark.parametrize("hex_", ["0805", "1602", "0707", "0101", "2007", "0409", "1006"])
def test_across_country(hex_, card):
    agree(at(hex_, "B", card))


@pytest.mark.parametrize("hex_", ["0707", "0106", "1602", "0112", "1201"])
def test_with_little_to_spend(hex_):
    agree(at(hex_, "D", command="HALT"))
    agree(at(hex_, "A", command="HALT", damaged=True))


def test_wrecks_smoke_enemies_and_crowds():
    table = at("0406", "C")
    table.state.wrecks += [Wreck(cell("0606"), True), Wreck(cell("0406"), True), Wreck(cell("0405"), False)]
    agree(table)
    table = at("0606", "C")
    table.state.units += [vehicle("G8", "0906", card="Truck"), vehicle("G9", "0605", card="Truck")]
    agree(table)
    table = at("0606", "C")
    table.state.units += [vehicle(f"S{number}", "0806") for number in range(2, 7)]
    agree(table)
    table = at("0904", "D")
    table.state.wrecks += [Wreck(cell("0904"), True), Wreck(cell("0905"), True)]
    agree(table)


@pytest.mark.parametrize("order", ["S1 MOVE 0706 0806 0906", "S1 TURN D", "S1 TURN C", "S1 MOVE 0707 0708"])
def test_in_the_middle_of_a_move(order):
    """After every action, as if the mover had been fired on."""
    for count in range(1, 5):
        table = commanded(
            vehicle("S1", "0606", "B", command="MOVE"), truck(), vehicle("G1", "0610", "A", command="OW"),
            step="move2", first="german", script="99",
        )  # fmt: skip
        table.order("soviet", order)
        for _ in range(count - 1):
            if table.asked() == {"german": "overwatch"}:
                table.order("german", "pass")
        if table.asked() != {"german": "overwatch"}:
            break
        table.order("german", "G1 OW S1")
        if table.asked() == {"soviet": "move"} and table.state.mover is not None:
            agree(table)


def test_coming_onto_the_map():
    for smoke in ("", "0105", "0106"):
        reserve = Unit("S4", "soviet", "T-70 M42", 1)
        table = Table(position(vehicle("G1", "2412"), reserve, turn=2, script="1 99"))
        table.order("soviet", "S4 MOVE").order("german", "G1 NC").order("german", "first")
        if smoke:
            table.state.wrecks.append(Wreck(cell(smoke), True))
        agree(table, "S4")


@pytest.mark.rules("4.5.1.1.5e", "4.5.1.1.5-ex1")
def test_a_t_34_at_3111_of_the_ridge_is_offered_the_whole_road():
    """It starts where a path meets the road: what counts is the finished route, not the first hex."""
    ground = load_ground("panzer-ridge")
    chosen = scenarios()["panzer/1"]
    assert chosen.map == "panzer-ridge"
    assert ground.on_way[ground.board.cell("3111")]
    tank = Unit("S1", "soviet", "T-34/76 M43", 0, ground.board.cell("3111"), 0, "on map", command="MOVE")
    frames = [Frame("move2", side="soviet")]
    state = PanzerState(scenario=chosen.id, options={}, seed="script:", stack=frames, units=[tank])
    options = move_options(state, staged(ground, chosen), 0, surroundings(state, "soviet"))
    tables = cost_tables("panzer-ridge")
    found = [
        by_domain(one.path, tables, ground.board) for one in options if one.kind == "MOVE" and one.path is not None
    ]
    true = by_rules(state, staged(ground, chosen), 0, False)
    assert frozenset().union(*(one.cells for one in found)) == true.cells
    # Its rates are 8 and 12: at the path's rate it would miss hexes that it may drive to.
    slow = [msgspec.structs.replace(one.path, rate=min(one.path.rate, one.path.allowance)) for one in options
            if one.kind == "MOVE" and one.path is not None]  # fmt: skip
    assert not true.cells <= frozenset().union(*(by_domain(one, tables, ground.board).cells for one in slow))


def test_the_clients_cases_are_what_the_rules_say():
    """web/tests/reach.json, against which reach.ts is tested, is written by tests/goldens/make.py."""
    assert reach_cases.FILE.read_text(encoding="utf-8") == reach_cases.text()
