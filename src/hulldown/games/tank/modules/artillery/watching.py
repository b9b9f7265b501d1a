"""Which hexes a side has under observation, and which it may aim at (28.42)."""

from __future__ import annotations

from hulldown.core.board import Cell, cells_of
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ON_MAP, TankState


def observed(state: TankState, scene: Scene, side: str) -> int:
    """The cells, a set of bits, that some unit of a side on the map sees now (28.42, X-42).

    It sees its own hex, and what lies within its arc (7.24) in a clear line; smoke is in the way.
    """
    seen = 0
    far = scene.board.columns + scene.board.rows
    for unit in state.units:
        if unit.side == side and unit.status == ON_MAP:
            facing = -1 if arms(unit.type).all_round else unit.facing
            seen |= 1 << unit.cell | scene.field(unit.cell, far, facing)
    return seen


def spared(state: TankState, scene: Scene, side: str, cell: Cell) -> tuple[str, str] | None:
    """Why the scenario keeps a side from aiming at a cell: case and reason, None where it does not."""
    for hook in scene.hooks.spares:
        why = hook(state, scene, side, cell)
        if why is not None:
            return why
    return None


def open_cells(state: TankState, scene: Scene, side: str, mask: int) -> tuple[Cell, ...]:
    """The cells of a set that a side may aim at."""
    cells = cells_of(mask)
    if not scene.hooks.spares:
        return tuple(cells)
    return tuple(cell for cell in cells if spared(state, scene, side, cell) is None)
