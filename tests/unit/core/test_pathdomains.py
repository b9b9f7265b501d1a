"""The reference reading of path domains: costs, refusals with their reasons, reach, entry and exit."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots.drives import drive
from hulldown.bots.random_bot import random_path
from hulldown.core.decisions import PathDomain
from hulldown.core.pathdomains import NEVER, Paths, Stand, paths_on
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable, reach, way_to
from support.boards import clear_board

BOARD = clear_board(13, 13)
HERE = BOARD.cell("0707")
RIM = tuple(cell for cell in BOARD.cells if -1 in BOARD.neighbours[cell])
NORTH = tuple(cell for cell in BOARD.cells if BOARD.neighbours[cell][0] < 0)


def _table(cost: int) -> CostTable:
    return [
        tuple(cost if ahead >= 0 else IMPOSSIBLE for ahead in BOARD.neighbours[cell])
        if BOARD.on_map[cell]
        else (0,) * 6
        for cell in range(BOARD.size)
    ]


def _mixed() -> CostTable:
    rng = Random("ground")
    costs = [rng.choice((IMPOSSIBLE, 1, 1, 1, 2, 3, WHOLE)) for _ in range(BOARD.size)]
    return [tuple(costs[ahead] if ahead >= 0 else IMPOSSIBLE for ahead in row) for row in BOARD.neighbours]


KINDS: CostTable = [(1, 1, 2, 2, 1, 2, 1)] * BOARD.size
TABLES: dict[str, CostTable] = {
    "plain": _table(1), "mixed": _mixed(), "turn": [(1,)] * BOARD.size, "stiff": [(0,)] * BOARD.size,
    "enter": [(2,)] * BOARD.size, "leave": [(1,) * 6] * BOARD.size, "kinds": KINDS,
}  # fmt: skip


def paths(**fields: object) -> Paths:
    domain = PathDomain(**{"start": HERE, "allowance": 4, "table": "plain", **fields})  # type: ignore[arg-type]
    return paths_on(domain, TABLES, BOARD)


def cells(*labels: str) -> tuple[int, ...]:
    return tuple(BOARD.cell(label) for label in labels)


def line(length: int, way: int = 0, start: int = HERE) -> tuple[int, ...]:
    found = []
    for _ in range(length):
        start = BOARD.neighbours[start][way]
        found.append(start)
    return tuple(found)


def test_without_facings_it_is_the_reach_of_a_cost_table() -> None:
    for allowance in (1, 3, 6):
        known = reach(BOARD, TABLES["mixed"], HERE, allowance)
        found = paths(table="mixed", allowance=allowance).reach()
        found.pop(HERE, None)
        assert {cell: one.cost for cell, one in found.items()} == {
            cell: one.cost for cell, one in known.items() if cell != HERE
        }
        for cell in found:
            assert paths(table="mixed", allowance=allowance).cost(way_to(known, cell)) == known[cell].cost


@pytest.mark.parametrize(
    ("fields", "path", "why"),
    [
        ({}, line(4), ""),
        ({}, line(5), "step 5 cannot be made"),
        ({}, (HERE,), "step 1 cannot be made"),
        ({}, cells("0101"), "step 1 cannot be made"),
        ({}, (), "it is too short"),
        ({"minimum": 0}, (), ""),
        ({"minimum": 3}, line(2), "it is too short"),
        ({"steps": 2}, line(3), "step 3 cannot be made"),
        ({"shut": line(1)}, line(1), "it may not end there"),
        ({"shut": line(1)}, line(2), ""),
        ({"barred": line(1)}, line(1), "step 1 cannot be made"),
        ({"via": line(2)}, line(3), ""),
        ({"via": line(2)}, line(1), "it is too short"),
        ({"via": line(2)}, line(2, 1), "step 1 cannot be made"),
        ({"straight_end": True, "minimum": 2}, line(2), ""),
        ({"straight_end": True, "minimum": 2}, (*line(1), *line(1, 1, line(1)[0])), "its last two steps do not go in"),
        ({"kinds": "kinds", "rate": 2, "facing": 0}, line(3), "it costs too much"),
        ({"facing": 0, "turns": "stiff"}, line(1, 2), "step 1 cannot be made"),
        ({"facing": 0, "turns": "stiff"}, line(1, 1), ""),
    ],
)
def test_why_a_path_is_not_admitted(fields: dict[str, object], path: tuple[int, ...], why: str) -> None:
    fault = paths(**fields).fault(path)
    assert fault.startswith(why)
    assert bool(fault) == bool(why) == (paths(**fields).cost(path) == NEVER)


@pytest.mark.parametrize(
    ("fields", "path", "cost"),
    [
        ({"facing": 0, "turns": "turn"}, line(3), 3),
        ({"facing": 1, "turns": "turn"}, line(3), 3),
        ({"facing": 2, "turns": "turn"}, line(3), 4),
        ({"facing": 2, "turns": "turn", "free": 2}, line(3), 3),
        ({"facing": 1, "turns": "turn", "turned": 1}, line(3), 4),
        ({"facing": 3, "turns": "turn", "turned": -1}, line(3), 3),
        ({"facing": 3, "turns": "turn", "back": True}, line(3), 3),
        ({"facing": 3, "turns": "turn", "back": True, "times": 2}, line(2), 4),
        ({"extra": line(2)}, line(2), 4),
        ({"facing": 3, "turns": "turn", "extra": (HERE,)}, line(1), 3),
        ({"allowance": 1, "extra": line(1), "least": True}, line(1), 1),
        ({"allowance": 1, "extra": line(1), "least": True, "begun": True}, line(1), NEVER),
        ({"allowance": 1, "extra": line(1)}, line(1), NEVER),
        ({"kinds": "kinds", "rate": 6, "facing": 0}, line(6), 6),
        ({"kinds": "kinds", "rate": 6, "facing": 0}, line(4), 4),
        ({"kinds": "kinds", "rate": 6, "facing": 0, "lead": -9, "allowance": 3}, line(4), NEVER),
        ({"kinds": "kinds", "rate": 6, "facing": 3}, line(1), NEVER),
        ({"kinds": "kinds", "rate": 6, "facing": 3, "turns": "turn"}, line(1), 2),
        ({"start": -1, "via": line(1), "allowance": 2}, line(3), 2),
    ],
)
def test_what_a_path_costs(fields: dict[str, object], path: tuple[int, ...], cost: int) -> None:
    assert paths(**fields).cost(path) == cost


def test_coming_onto_the_map() -> None:
    entry = BOARD.cell("0501")
    come = paths(start=-1, facing=0, turns="turn", entries=NORTH, entering="enter", shut=(entry,))
    assert come.fault((entry,)) == "it may not end there"
    assert come.fault((HERE,)) == "step 1 cannot be made"
    # It faces away from the edge: on to the south without a turn, to the side for one point more.
    assert come.cost((entry, BOARD.neighbours[entry][3])) == 3
    assert 3 in come.inward(entry)
    dear = paths(start=-1, facing=0, allowance=1, entries=(entry,), entering="enter")
    assert dear.cost((entry,)) == NEVER
    assert paths(start=-1, facing=0, allowance=1, entries=(entry,), entering="enter", least=True).cost((entry,)) == 1
    assert paths(start=-1, facing=0, entries=(entry,), entering="enter", barred=(entry,)).cost((entry,)) == NEVER
    assert paths(start=-1, facing=0, entries=(entry,), entering="enter", extra=(entry,)).cost((entry,)) == 3


def test_leaving_the_map() -> None:
    edge = BOARD.cell("0501")
    off = paths(start=edge, exits=RIM, exit_cost=2)
    assert off.exits()[edge] == 2
    assert off.fault((), leaves=True) == ""
    assert off.fault(line(3, 3, edge), leaves=True) == "it cannot leave the map there"
    turned = paths(start=edge, facing=3, turns="turn", exits=RIM, leaving="leave")
    assert turned.exit(turned.beginning()) == 2
    assert paths(start=edge, facing=0, turns="turn", exits=RIM, leaving="leave").exits()[edge] == 1
    short = paths(start=edge, facing=0, turns="turn", exits=RIM, leaving="leave", allowance=0)
    assert short.exits() == {}
    assert paths(start=edge, facing=0, exits=RIM, leaving="leave", allowance=0, least=True).exits() == {edge: 1}
    stiff = paths(start=edge, facing=3, turns="stiff", exits=RIM, leaving="leave")
    assert stiff.exit(Stand(edge, (3,), 0, 1, 0)) == NEVER


SOME = [
    {"table": "mixed", "allowance": 6},
    {"table": "mixed", "allowance": 6, "steps": 2, "exits": RIM, "exit_cost": 1},
    {"table": "mixed", "allowance": 7, "minimum": 2, "straight_end": True},
    {"table": "mixed", "start": -1, "via": (BOARD.cell("0501"),)},
    {"facing": 2, "turns": "turn", "allowance": 6, "extra": line(2), "shut": line(1), "exits": RIM, "leaving": "leave"},
    {"facing": 2, "turns": "turn", "allowance": 6, "back": True, "times": 2, "table": "mixed", "least": True},
    {"facing": 0, "turns": "turn", "allowance": 3, "rate": 5, "kinds": "kinds", "extra": line(3), "barred": line(1, 1)},
    {"start": -1, "facing": 0, "turns": "turn", "entries": NORTH, "entering": "enter", "least": True},
]


@pytest.mark.parametrize("fields", SOME)
def test_random_paths_are_admitted_and_all_that_is_reached_is_too(fields: dict[str, object]) -> None:
    one = paths(**fields)
    found = one.reach()
    assert found
    for cell, arrival in found.items():
        assert arrival.path[-1] == cell
        assert one.fault(arrival.path) == ""
        assert one.cost(arrival.path) == arrival.cost
    drawn = 0
    for seed in range(200):
        if one.faced:
            driven = drive(one, Random(seed))
            path, leaves = (driven.cells, False) if driven else ((), False)
        else:
            path, leaves = random_path(one, Random(seed)) or ((), False)
        if path:
            drawn += 1
            assert one.fault(path, leaves) == ""
            assert one.cost(path) >= found[path[-1]].cost or leaves
    assert drawn > 20
