"""The rim of the map: where and when a force comes on, and where it may leave; modules may narrow it (32.1 to 32.4)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from hulldown.games.tank.data.sections import labels_of
from hulldown.games.tank.rules.contact import recall, remember
from hulldown.games.tank.rules.state import ALPHA, SIDES

if TYPE_CHECKING:
    from hulldown.core.board import Board, Cell
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.state import TankState

FIRST_TURN: Final = 1
_LATE: Final = 2


def comes_on(scene: Scene, side: str) -> bool:
    """Whether a force comes onto the map in one column or several, instead of being set up on it."""
    return scene.side(side).deploy in ("column", "columns")


def home_edge(position: Any, scene: Scene, side: str) -> str:
    """The edge of a force: the scenario's, or the one that the attacker has chosen and announced (34.4-5)."""
    chosen: str = recall(position, "edge", "") if side == ALPHA else ""
    return chosen or scene.side(side).edge


def entry_cells(position: Any, scene: Scene, side: str) -> tuple[Cell, ...]:
    """The hexes by which a force may come on: those of its edge, or of the section it has drawn (17.3-1, 32.1a).

    `position` is a state or a view: edge and section are public.
    """
    edge = home_edge(position, scene, side)
    for hook in scene.hooks.entries:
        number = hook(position, side)
        if number:
            return section(scene.board, edge, number)
    return scene.board.edges[edge]


def exit_cells(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...]:
    """The hexes from which a force may leave the map this turn; none where it may not at all (17.3-7, 32.2a).

    The edges are named by their letters: one, or several where it may choose.
    """
    edge = scene.situation.exit_edge(state, scene, side)
    if not edge:
        return ()
    cells: tuple[Cell, ...] | None = None
    for hook in scene.hooks.exits:
        narrowed = hook(state, scene, side)
        cells = cells if narrowed is None else narrowed
    if cells is not None:
        return cells
    if len(edge) == 1:
        return scene.board.edges[edge]
    return tuple(sorted({cell for letter in edge for cell in scene.board.edges[letter]}))


def last_exit(state: TankState, scene: Scene, side: str) -> str:
    """The edge by which a side may leave once everything allows it, now or later; "" for never."""
    late = state.thaw()
    late.turn, late.preserved = _LATE, dict.fromkeys(SIDES, 1)
    if scene.situation.march is not None:
        remember(late, contact=1, entered=[unit.id for unit in state.units])
    return exit_edge(late, scene, side)


def exit_edge(state: TankState, scene: Scene, side: str) -> str:
    """The edge by which a side may leave now, its own where it may choose (32.2a, our ruling); "" for none."""
    edge = scene.situation.exit_edge(state, scene, side)
    return edge if len(edge) < 2 else home_edge(state, scene, side)


def entry_turn(state: TankState, scene: Scene, side: str) -> int:
    """The turn on which a force comes on: the first, unless a module says otherwise (32.4)."""
    for hook in scene.hooks.arrivals:
        found = hook(state, side)
        if found:
            return found
    return FIRST_TURN


def delayed(state: TankState, scene: Scene, side: str) -> bool:
    """Whether a force may not come on yet (32.4)."""
    return bool(scene.hooks.arrivals) and entry_turn(state, scene, side) > state.turn


def shut_cells(position: Any, scene: Scene) -> tuple[Cell, ...]:
    """The cells that no vehicle may enter, in a state or a view: everybody knows them (30.1a)."""
    found: tuple[Cell, ...] = ()
    for hook in scene.hooks.shut:
        found += hook(position)
    return found


@lru_cache(maxsize=64)
def section(board: Board, edge: str, number: int) -> tuple[Cell, ...]:
    """The hexes of a section of an edge; the whole edge on a map that is not as large as the book's (32.1a)."""
    found = tuple(board.by_label[label] for label in labels_of(edge, number) if label in board.by_label)
    return found or board.edges[edge]


def edge_of(board: Board, cells: tuple[Cell, ...], home: str) -> str:
    """The mapedge along which a section runs; a corner belongs to the edge of its player."""
    if all(cell in board.edges[home] for cell in cells):
        return home
    return next((edge for edge in board.edges if all(cell in board.edges[edge] for cell in cells)), home)
