"""What a mover is offered (4.5.1): the tables of costs and the ways open to it, to the last number."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from hulldown.core.decisions import Option, PathDomain
from hulldown.core.options import read_options
from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.legal import cost_tables, move_options
from hulldown.games.panzer.rules.movement import Planning, must_go_on, plan, surroundings, way_on
from hulldown.games.panzer.rules.options import OPTIONS
from hulldown.games.panzer.rules.state import OFF_MAP, ON_MAP, WAITING, Frame, Mover, PanzerState, Progress, Unit, Wreck
from support.panzer_field import NAME, cell, commanded, field, scenario, scene, staged, the_field, truck, vehicle
from support.panzer_yard import yard as panzer_yard

ALL = (0, 1, 2, 3, 4, 5)
STAY, TURN = Option("STAY", "4.5.1.1.8a"), Option("TURN", "4.5.1.1.8c", facings=ALL)


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def rim():
    board = field().board
    return tuple(one for one in board.cells if min(board.neighbours[one]) < 0)


@pytest.mark.rules("4.5.1.1.9b", "4.5.1.1.9c", "4.5.1.1.5e", "4.5.1.1.5a", "4.5.1.1.4-table", "4.5.1.1.2a")
def test_the_tables_of_costs_of_every_cell():
    tables, ground = cost_tables(NAME), field()
    board = ground.board
    assert len(tables) == 2 + 6 * 3
    code = {"": 0, "road": 1, "path": 2}
    west, east = cell("0106"), cell("2406")
    for one in range(board.size):
        at_edge = board.on_map[one] and min(board.neighbours[one]) < 0
        outs = {west: {4: "road"}, east: {1: "path"}}.get(one, {})
        assert tables["turn"][one] == (ground.turn[one],)
        kinds = [code[ground.ways[one][way] or outs.get(way, "")] for way in ALL]
        entry = {west: 1, east: 2}.get(one, 0)
        assert tables["kinds"][one] == ((*kinds, entry) if any(kinds) else ()), board.labels[one]
        for traction in "THW":
            assert tables[f"cross {traction}"][one] == ground.cross[traction][one]
            assert tables[f"route {traction}"][one] == ground.route[traction][one]
            terrain = ground.rows[one].cost(traction)
            price = IMPOSSIBLE if terrain == "P" else terrain
            leaving = [price if ahead < 0 else IMPOSSIBLE for ahead in board.neighbours[one]]
            assert tables[f"leave {traction}"][one] == (tuple(leaving) if at_edge else ())
            along = tuple(int(way in outs) for way in ALL)
            assert tables[f"leave route {traction}"][one] == (along if at_edge else ())
            closed = not board.on_map[one] or terrain == "P" or board.terrain[one] == "bridge"
            assert tables[f"enter {traction}"][one] == (IMPOSSIBLE if closed else terrain,)
            assert tables[f"enter route {traction}"][one] == (int(bool(outs)),)


def offered(table, name="S1"):
    (unit,) = [one for one in GAME.legal(table.state, "soviet").units if one.unit == name]
    return unit


def mover(hex_, facing="A", card="SU-76M M43", command="MOVE", **state):
    """S1 is to move; brew-up smoke lies in 0405, wrecks in 0806 and 0405, an enemy in 2412."""
    table = commanded(
        vehicle("S1", hex_, facing, card, command=command, **state), truck(), vehicle("G1", "2412", card="Truck"),
        step="move2", first="german",
    )  # fmt: skip
    table.state.wrecks = [Wreck(cell("0806"), False), Wreck(cell("0405"), True)]
    return table


def across(start, left, facing, **more):
    return PathDomain(
        start, left, "cross T", exits=rim(), facing=facing, turns="turn", extra=(cell("0405"),), shut=(cell("2412"),),
        leaving="leave T", **more,
    )  # fmt: skip


def along(start, left, facing, **more):
    barred = tuple(sorted((cell("0806"), cell("0405"), cell("2412"))))
    return PathDomain(
        start, left, "route T", exits=rim(), facing=facing, extra=(cell("0405"),), leaving="leave route T",
        kinds="kinds", barred=barred, **more,
    )  # fmt: skip


def both(rule, path, facings=()):
    back = PathDomain(**{name: getattr(path, name) for name in path.__struct_fields__} | {"times": 2, "back": True})
    return [
        Option("MOVE", rule, path=path, facings=facings, choices=("exit",)),
        Option("REVERSE", "4.5.1.1.7a", path=back, facings=facings, choices=("exit",)),
    ]


@pytest.mark.rules("4.5.1.1.1d", "4.5.1.1.5a", "4.5.1.1.7a", "4.5.1.1.7b", "4.5.1.1.8a", "4.5.1.1.8c", "4.5.1.1.5e")
def test_the_ways_open_to_a_vehicle_before_its_move():
    found = offered(mover("1003", "B"))
    assert found.options == (STAY, TURN, *both("4.5.1.1.1d", across(cell("1003"), 5, 1, least=True), ALL))
    assert not found.required
    found = offered(mover("0606", "C"))
    assert found.options == (
        STAY, TURN, *both("4.5.1.1.1d", across(cell("0606"), 5, 2, least=True), ALL),
        *both("4.5.1.1.5a", along(cell("0606"), 6, 2, turns="turn", rate=10)),
    )  # fmt: skip
    halted = offered(mover("0606", "C", command="HALT", damaged=True))
    assert halted.options[2].path == across(cell("0606"), 1, 2, least=True)
    assert halted.options[4].path == along(cell("0606"), 1, 2, turns="turn", rate=2)


@pytest.mark.rules("4.5.1.1.1d", "4.5.1.1.3a", "4.5.1.1.5a", "4.5.1.1.5e", "4.5.1.1.5f", "4.5.1.1.7a")
def test_the_ways_open_in_the_middle_of_a_move():
    here = cell("0606")

    def left(**account):
        table = mover("0606", "C")
        sizes = {"allowance": 5, "path_allowance": 6, "road_allowance": 10, **account}
        table.state.mover = Mover(0, Progress(**sizes), [], here, 2, here)
        options = move_options(table.state, scene(), 0, surroundings(table.state, "soviet"))
        assert options[:2] == [STAY, TURN]
        return [option.path for option in options[2:] if option.kind == "MOVE"]

    begun = left(spent=2, steps=1, route_spent=2, roads=1, paths=3, turned=1)
    assert begun == [
        across(here, 3, 2, begun=True, turned=1), along(here, 4, 2, begun=True, turned=1, rate=8, lead=-2),
    ]  # fmt: skip
    turned = left(spent=1, route_spent=1, turned=2, paid=True)
    assert turned == [
        across(here, 4, 2, begun=True, turned=-1), along(here, 5, 2, turns="turn", turned=-1, rate=9),
    ]  # fmt: skip
    assert left(spent=5, steps=2, route=False) == []
    assert left(spent=4, steps=2, route=False) == [across(here, 1, 2, begun=True)]
    assert left(spent=0, steps=1, route=False) == [across(here, 5, 2, begun=True)]
    assert left(spent=5, steps=1, stuck=True, route=False) == []
    assert left(spent=2, steps=1, open=False, route=False) == []
    assert left(spent=2, steps=1, stuck=True, allowance=9, route=False) == []
    assert left(allowance=0, route=False) == [across(here, 0, 2, least=True)]
    assert left(spent=5, steps=2, route_spent=10) == []
    assert left(spent=5, steps=2, route_spent=9) == [along(here, -3, 2, begun=True, rate=1)]
    assert left(spent=5, steps=2, route_spent=5, road_allowance=3) == [along(here, 1, 2, begun=True, rate=-2)]


@pytest.mark.rules("4.5.1.1.9c", "4.5.1.1.5a")
def test_the_ways_onto_the_map():
    late = vehicle("S4", "0101", card="T-70 M42", command="MOVE")
    late.group, late.status, late.cell = 1, WAITING, OFF_MAP
    edge = field().board.edges["west"]
    for enemy, ways in (("2412", ("0106",)), ("0106", ())):
        table = commanded(late, truck(), vehicle("G1", enemy, card="Truck"), step="move2", first="german", turn=2)
        table.state.wrecks = [Wreck(cell("0405"), True)]
        barred = tuple(sorted((cell("0405"), cell(enemy))))
        card = cards()["T-70 M42"]
        unit = offered(table, "S4")
        expected = PathDomain(
            OFF_MAP, card.cross_country, "cross T", facing=0, turns="turn", extra=(cell("0405"),), shut=(cell(enemy),),
            least=True, entries=edge, entering="enter T",
        )  # fmt: skip
        assert unit.options[0] == Option("MOVE", "4.5.1.1.9c", path=expected, facings=ALL)
        assert unit.options[-1] == STAY
        by_way = [option.path for option in unit.options[1:-1]]
        assert [path.entries for path in by_way] == [tuple(cell(one) for one in ways)] * len(by_way)
        assert len(by_way) == len(ways)
        for path in by_way:
            assert (path.start, path.table, path.facing, path.kinds) == (OFF_MAP, "route T", 0, "kinds")
            assert (path.entering, path.barred, path.extra) == ("enter route T", barred, (cell("0405"),))
            assert (path.allowance, path.rate) == (card.path, card.road)


@pytest.fixture(scope="module")
def yard():
    return panzer_yard()


def in_an_enemy_hex(ground, rng):
    """A vehicle that was fired on in an enemy's hex, other enemies close by."""
    board = ground.board
    here = rng.choice([one for one in board.cells if ground.on_way[one] or rng.random() < 0.3])
    near = [one for one in board.cells if 0 < board.distance(here, one) <= 2]
    foes = [here, *rng.sample(near, min(len(near), rng.randint(4, 12)))]
    unit = Unit("S1", "soviet", rng.choice(("T-34/76 M43", "Truck")), 0, here, rng.randrange(6), ON_MAP)
    unit.command = "MOVE"
    units = [unit, *(Unit(f"G{n}", "german", "Truck", 0, one, 0, ON_MAP) for n, one in enumerate(foes))]
    account = Progress(allowance=rng.randint(1, 8), path_allowance=rng.randint(1, 8), road_allowance=rng.randint(1, 8))
    account.spent = account.route_spent = rng.choice((0, 0, 1))
    return PanzerState(
        scenario="panzer/test", options=read_options(OPTIONS, {}), seed="script:",
        stack=[Frame("move2", side="soviet")],
        units=units, turn=3, mover=Mover(0, account, [], here, unit.facing, here),
    )  # fmt: skip


def ways_of(board, start, length):
    """All paths of so many hexes that do not come back to where they start."""
    paths = [()]
    for _ in range(length):
        paths = [
            (*path, ahead)
            for path in paths
            for ahead in board.neighbours[path[-1] if path else start]
            if ahead >= 0 and ahead != start
        ]
    return paths


def order_of(cells, letters):
    if len(set(letters)) == 2:
        return Task("S1", "MIXED", cells, choice="".join(letters))
    return Task("S1", "MOVE" if letters[0] == "f" else "REVERSE", cells)


@pytest.mark.rules("4.5.1.1.10b")
def test_the_way_out_of_an_enemys_hex_is_the_shortest_there_is(yard):
    rng = Random("way on")
    lengths = set()
    chosen = scenario()
    for _ in range(120):
        state = in_an_enemy_hex(yard, rng)
        unit, around = state.units[0], surroundings(state, "soviet")
        shortest = None
        for length in (1, 2):
            for cells, letters in product(ways_of(yard.board, unit.cell, length), product("fr", repeat=length)):
                order = order_of(cells, letters)
                if shortest is None and plan(state, staged(yard, chosen), order, around).fault is None:
                    shortest = order
        found = way_on(Planning(state, staged(yard, chosen), Task(unit.id, "STAY")))
        if shortest is not None or found is None:
            assert (found and len(found.cells)) == (shortest and len(shortest.cells))
        if found is not None:
            assert plan(state, staged(yard, chosen), found, around).fault is None
            assert all(one in around.foes for one in found.cells[:-1])
        lengths.add(len(found.cells) if found else 0)
        stopping = plan(state, staged(yard, chosen), Task("S1", "STAY")).fault
        assert (stopping and stopping[0]) == ("4.5.1.1.10b" if found else None)
        assert must_go_on(state, staged(yard, chosen)) == found
        unit.status = WAITING
        assert must_go_on(state, staged(yard, chosen)) is None
        unit.status = ON_MAP
        del state.units[1]
        assert must_go_on(state, staged(yard, chosen)) is None
        assert plan(state, staged(yard, chosen), Task("S1", "STAY")).fault is None
        state.mover = None
        assert must_go_on(state, staged(yard, chosen)) is None
    assert {0, 1, 2, 3} <= lengths


@pytest.mark.rules("4.5.1.1.10b", "4.5.1.1.8a")
def test_who_must_drive_on_is_offered_nothing_else():
    table = mover("1003", "D")
    table.unit("G1").cell = cell("1003")
    here = cell("1003")
    table.state.mover = Mover(0, Progress(allowance=3, spent=1, steps=1), [], here, 3, here, shaken=True)
    legal = GAME.legal(table.state, "soviet")
    (unit,) = legal.units
    assert (unit.required, {option.kind for option in unit.options}) == (True, {"MOVE", "REVERSE"})
    assert legal.choices == ()
    assert legal.idle is not None
    assert GAME.check(table.state, "soviet", legal.idle) == []
    free = mover("1003", "D")
    legal = GAME.legal(free.state, "soviet")
    assert (legal.choices, legal.idle) == (("stay",), Order("move", choice="stay"))
    assert [one.unit for one in legal.units] == ["S1", "S9"]
    assert not any(one.required for one in legal.units)
