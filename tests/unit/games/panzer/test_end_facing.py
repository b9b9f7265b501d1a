"""How a vehicle faces at the end of a move along a road: the domain says the same as the rules (bug of panzer/4)."""

from __future__ import annotations

from hulldown.core.orders import Task
from hulldown.core.pathdomains import Stand, paths_on
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.driving import AHEAD, BACK
from hulldown.games.panzer.rules.legal import cost_tables, move_options
from hulldown.games.panzer.rules.movement import plan, surroundings
from hulldown.games.panzer.rules.state import ON_MAP

MAP = "panzer-ridge"


def _ends(start: str, facing: int) -> dict[str, tuple[int, int, tuple[int, ...]]]:
    """For every end of a move along the road: how the rules leave the vehicle, what the domain says, and the ways."""
    state = GAME.setup("panzer/4", {}, "1")
    scene = scene_of(state)
    board = scene.board
    index = next(i for i, unit in enumerate(state.units) if unit.type == "PzKpfw IVH")
    unit = state.units[index]
    unit.status, unit.cell, unit.facing, unit.command = ON_MAP, board.by_label[start], facing, "MOVE"
    around = surroundings(state, unit.side)
    options = [o for o in move_options(state, scene, index, around) if o.path is not None and o.path.kinds]
    found: dict[str, tuple[int, int, tuple[int, ...]]] = {}
    for option in options:
        assert option.path is not None
        paths = paths_on(option.path, cost_tables(MAP), board)
        for cell, arrival in paths.reach().items():
            planned = plan(state, scene, Task(unit.id, option.kind, arrival.path), around)
            at = paths.walked(arrival.path)
            assert planned.fault is None
            assert isinstance(at, Stand)
            last = planned.actions[-1]
            if last < BACK:
                driven = last % AHEAD
                across = [o for o in move_options(state, scene, index, around) if o.path and not o.path.kinds]
                country = any(cell in paths_on(o.path, cost_tables(MAP), board).reach() for o in across if o.path)
                if not country:
                    found[board.labels[cell]] = (driven, paths.end_facing(at), paths.end_ways(at))
    return found


def test_the_fork_of_panzer_4() -> None:
    found = _ends("0216", 2)
    assert "0816" in found
    assert all(rules == domain for rules, domain, _ in found.values()), found
    rules, _, ways = found["0816"]
    assert rules in ways


def test_every_way_that_goes_on_may_be_chosen() -> None:
    state = GAME.setup("panzer/4", {}, "1")
    scene = scene_of(state)
    index = next(i for i, unit in enumerate(state.units) if unit.type == "PzKpfw IVH")
    unit = state.units[index]
    unit.status, unit.cell, unit.facing, unit.command = ON_MAP, scene.board.by_label["0216"], 2, "MOVE"
    around = surroundings(state, unit.side)
    route = next(o for o in move_options(state, scene, index, around) if o.path is not None and o.path.kinds)
    assert route.path is not None
    paths = paths_on(route.path, cost_tables(MAP), scene.board)
    path = paths.reach()[scene.board.by_label["0816"]].path
    at = paths.walked(path)
    assert isinstance(at, Stand)
    ways = paths.end_ways(at)
    assert len(ways) > 1, "it is a fork"
    for facing in range(6):
        legal = plan(state, scene, Task(unit.id, "MOVE", path, facing), around).fault is None
        assert legal == (facing in ways)
