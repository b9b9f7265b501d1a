"""The clock of a movement plot: at which tick each hex is entered, and what is wrong with a path (5.1, 6.0, C-03).

A tick is half a Movement Point (K-01). A hex named again is a stop of one point (5.1b): it delays all that follows,
exactly as moving would (5.1c).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.kampfpanzer.rules.arms import POINT, arms
from hulldown.games.kampfpanzer.rules.ground import ENTERING, LEAVING, WRECKED
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import OFF_MAP, KampfState, Unit

OVERRUN_COST: Final = 2 * POINT
"""What an overrun costs besides the terrain, paid with the step into the target hex (9.6b)."""


class March(NamedTuple):
    """A path without its stops, with the tick of each entry; `spent` is the tick at which it is done."""

    path: tuple[Cell, ...]
    due: tuple[int, ...]
    spent: int
    fault: tuple[str, str] | None = None


def march(
    state: KampfState, scene: Scene, unit: Unit, cells: tuple[Cell, ...], leaves: bool = False, overrun: bool = False
) -> March:
    """The path of a unit worked out, as far as it can be gone at all (6.0-gen-2)."""
    board, table = scene.board, arms(unit.type).table
    path: list[Cell] = []
    due: list[int] = []
    here, spent = unit.cell, 0
    for at, cell in enumerate(cells):
        if cell == here:
            if not path or at == len(cells) - 1:
                return March((), (), 0, ("5.1b", "a stop stands between two moves, not at an end of the plot"))
            spent += POINT
            continue
        cost = step_cost(state, scene, table, here, cell)
        if cost == IMPOSSIBLE:
            told = f"{board.labels[cell]} cannot be entered from {board.labels[here] if here >= 0 else 'off the map'}"
            return March((), (), 0, ("5.1a", told))
        if overrun and at == len(cells) - 2:
            cost += OVERRUN_COST
        spent += cost
        path.append(cell)
        due.append(spent)
        here = cell
    if leaves:
        out = scene.ground.cost_tables[table + LEAVING][here] if here >= 0 else ()
        spent += min((cost for cost in out if cost != IMPOSSIBLE), default=0)
        due.append(spent)
    return March(tuple(path), tuple(due), spent)


def step_cost(state: KampfState, scene: Scene, table: str, here: Cell, cell: Cell) -> int:
    """What one step costs now, in ticks: by the chart, over wrecks, or onto the map (14.0e)."""
    tables = scene.ground.cost_tables
    wreck = WRECKED if cell in state.wrecks else ""
    if here == OFF_MAP:
        return tables[table + ENTERING + wreck][cell][0]
    way = scene.board.direction(here, cell)
    return tables[table + wreck][here][way] if way >= 0 else IMPOSSIBLE


def points(ticks: int) -> str:
    """Ticks as Movement Points, in words: 3, 3½, ½."""
    whole, half = divmod(ticks, POINT)
    return f"{whole if whole or not half else ''}{'½' if half else ''}"
