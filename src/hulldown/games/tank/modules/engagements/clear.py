"""Clear ground for columns: where they may go before the forces meet, and the shortest ways over it (34.1-2, X-68)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE, CostTable, cheapest_way, step_cost
from hulldown.games.tank.rules.edges import entry_cells
from hulldown.games.tank.rules.ground import Ground, ground_on
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import TankState

_FAR = 10_000


def _as_clear(ground: Ground, cell: Cell) -> bool:
    """Whether a hex is to columns what clear ground is: the same cost, the same cover, nothing in the way (34.1-2)."""
    row, plain = ground.rows[cell], ground.mode.rows["clear"]
    return (row.cost, row.vehicle, row.soft, row.obstructs) == (plain.cost, plain.vehicle, plain.soft, plain.obstructs)


@lru_cache(maxsize=8)
def clear_costs(map_name: str, mode: str) -> CostTable:
    """The steps that a column may take: into hexes that count as clear, over hexsides that cost nothing.

    Cases 34.1-2, 34.2-5; X-68.
    """
    ground = ground_on(map_name, mode)
    plain = ground.mode.rows["clear"]
    table: CostTable = [(IMPOSSIBLE,) * 6] * ground.board.size
    for cell in ground.board.cells:
        ahead = ground.board.neighbours[cell]
        table[cell] = tuple(
            cost if cost == plain.cost and _as_clear(ground, ahead[way]) else IMPOSSIBLE
            for way, cost in enumerate(ground.vehicle_costs[cell])
        )
    return table


def is_clear(scene: Scene, cell: Cell) -> bool:
    """Whether a hex counts as clear in this terrain mode (34.1-2)."""
    return _as_clear(scene.ground, cell)


def costs(scene: Scene) -> CostTable:
    """The same for the ground of a scene."""
    return clear_costs(scene.scenario.map, scene.scenario.mode)


@lru_cache(maxsize=256)
def _way(map_name: str, mode: str, entry: Cell, goals: tuple[Cell, ...]) -> tuple[Cell, ...]:
    board = ground_on(map_name, mode).board
    if entry in goals:
        return (entry,)
    way = cheapest_way(board, clear_costs(map_name, mode), entry, _FAR, goals)
    return (entry, *way) if way is not None else ()


def clear_way(scene: Scene, entry: Cell, goals: Iterable[Cell]) -> tuple[Cell, ...]:
    """The shortest clear way from an entry hex to one of the goals, both included; nothing where there is none."""
    if not is_clear(scene, entry):
        return ()
    return _way(scene.scenario.map, scene.scenario.mode, entry, tuple(goals))


def stray(scene: Scene, way: tuple[Cell, ...]) -> str:
    """Why a way is not one over clear ground without turning back on itself (34.1-2, 34.1-4); "" if it is."""
    labels = scene.board.labels
    if not is_clear(scene, way[0]):
        return f"{labels[way[0]]} is not clear"
    for here, ahead in pairwise(way):
        if step_cost(scene.board, costs(scene), here, ahead) == IMPOSSIBLE:
            return f"the step from {labels[here]} to {labels[ahead]} is not over clear ground"
    if len(set(way)) < len(way):
        return "it comes into the same hex twice"
    return ""


@lru_cache(maxsize=32)
def _starts(map_name: str, mode: str, cells: tuple[Cell, ...], goals: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The cells of these that are clear and from which a clear way leads to one of the goals (34.1-2, 34.2-5)."""
    ground = ground_on(map_name, mode)
    return tuple([cell for cell in cells if _as_clear(ground, cell) and _way(map_name, mode, cell, goals)])


def starts(scene: Scene, edge: str, goals: Iterable[Cell]) -> tuple[Cell, ...]:
    """The hexes of an edge from which a clear way leads to one of the goals."""
    return _starts(scene.scenario.map, scene.scenario.mode, scene.board.edges[edge], tuple(goals))


def entries(state: TankState, scene: Scene, side: str, goals: Iterable[Cell]) -> tuple[Cell, ...]:
    """The hexes by which a side may come on and from which a clear way leads to one of the goals.

    32.1a: those of the section it has drawn; of its whole edge where no way leads from there.
    """
    name, mode, wanted = scene.scenario.map, scene.scenario.mode, tuple(goals)
    found = _starts(name, mode, entry_cells(state, scene, side), wanted)
    return found or starts(scene, scene.side(side).edge, wanted)
