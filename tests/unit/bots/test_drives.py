"""Random paths with facings stay inside their domain: every step faced, every turn paid for."""

from __future__ import annotations

from random import Random

from hulldown.bots.drives import drive
from hulldown.core.decisions import PathDomain
from hulldown.core.pathdomains import Paths
from hulldown_toy.game import ToyGame

GAME = ToyGame()
BOARD = GAME.board("toy/1")
COSTS = GAME.cost_tables("toy/1")["ground"]
TABLES = {
    "ground": COSTS,
    "back": [tuple(2 * cost for cost in row) for row in COSTS],
    "turn": [(1,)] * BOARD.size,
    "edge": [(1,)] * BOARD.size,
}
START = BOARD.cell("0404")


def spent(domain: PathDomain, cells: tuple[int, ...]) -> int:
    """What a path costs with its turns, as an independent reader of the domain would count it."""
    here, facing, total = domain.start, domain.facing, 0
    for cell in cells:
        way = BOARD.direction(here, cell)
        assert way >= 0
        wanted = (way + 3) % 6 if domain.back else way
        change = min((wanted - facing) % 6, (facing - wanted) % 6)
        total += (1 + (here in domain.extra)) if change > domain.free else 0
        total += TABLES[domain.table][here][way] + (cell in domain.extra)
        here, facing = cell, wanted
    return total


def test_paths_pay_for_their_turns() -> None:
    for back in (False, True):
        domain = PathDomain(
            START, 5, "back" if back else "ground", facing=2, turns="turn", back=back, extra=(BOARD.cell("0403"),)
        )
        found = [drive(Paths(domain, TABLES, BOARD.neighbours), Random(number)) for number in range(200)]
        paths = [way.cells for way in found if way is not None]
        assert len(set(paths)) > 20
        assert max(spent(domain, path) for path in paths) == 5
        assert all(spent(domain, path) <= 5 for path in paths)


def test_no_path_ends_where_it_may_not() -> None:
    shut = tuple(cell for cell in BOARD.neighbours[START] if cell >= 0)
    domain = PathDomain(START, 2, "ground", facing=0, turns="turn", shut=shut)
    ends = {way.cells[-1] for n in range(200) if (way := drive(Paths(domain, TABLES, BOARD.neighbours), Random(n)))}
    assert ends
    assert not ends & set(shut)


def test_one_step_is_possible_whatever_it_costs() -> None:
    table = {**TABLES, "ground": [(9,) * 6 if BOARD.on_map[cell] else (0,) * 6 for cell in range(BOARD.size)]}
    free = PathDomain(START, 2, "ground", facing=0, turns="turn", least=True)
    ways = [drive(Paths(free, table, BOARD.neighbours), Random(number)) for number in range(60)]
    assert {len(way.cells) for way in ways if way is not None} == {1}
    bound = PathDomain(START, 2, "ground", facing=0, turns="turn")
    assert all(drive(Paths(bound, table, BOARD.neighbours), Random(number)) is None for number in range(20))


def test_a_unit_comes_on_facing_away_from_the_edge() -> None:
    entries = BOARD.edges["N"]
    domain = PathDomain(-1, 4, "ground", facing=0, turns="turn", entries=entries, entering="edge")
    for number in range(60):
        way = drive(Paths(domain, TABLES, BOARD.neighbours), Random(number))
        assert way is not None
        assert way.cells[0] in entries
        if len(way.cells) == 1:
            assert BOARD.neighbours[way.cells[0]][(way.facing + 3) % 6] < 0
