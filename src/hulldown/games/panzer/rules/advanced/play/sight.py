"""Who sees whom: lines of sight between units, upper floors and terrain counters included (6.1.4). Room B.

Most lines are those of the map's table. Others are worked out one by one, by the same rule, and remembered: those of
units on upper floors, and those that meet a Ditch or Rubble, which change the Heights of the map.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import UnsetType

from hulldown.core.board import Cell
from hulldown.core.heights import Blocked, Relief
from hulldown.games.panzer.data.loading import listing, terrain
from hulldown.games.panzer.rules import sight
from hulldown.games.panzer.rules.advanced.hindrances import Hindrance, Source
from hulldown.games.panzer.rules.advanced.pieces import DITCH, RUBBLE
from hulldown.games.panzer.rules.advanced.pieces import FIRE as ON_FIRE
from hulldown.games.panzer.rules.advanced.play.facts import cell_of, detail_of, work_in, works_of
from hulldown.games.panzer.rules.advanced.play.indirect import counters
from hulldown.games.panzer.rules.ground import Block, Ground
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, smoke_cells

Cells = frozenset[Cell]
NONE: Final[Cells] = frozenset()
TOP_FLOOR: Final = 2
"""The Height from which on a building has a top floor to go up to (6.1.4.3.1j)."""


class Surface(NamedTuple):
    """The Heights of a map that terrain counters have changed."""

    relief: Relief
    beds: list[bool]
    ditches: Cells
    rubble: Cells


def surface(state: PanzerState, scene: Scene) -> Surface | None:
    """The Heights of the map as they are now; None while no counter has changed any (6.1.4.3.4b, 6.1.4.3.9a)."""
    works = works_of(state)
    if not works:
        return None
    ditches = frozenset([work.cell for work in works if work.kind == DITCH])
    rubble = frozenset([work.cell for work in works if work.kind == RUBBLE and scene.ground.rows[work.cell].storeys])
    return _surface(scene.ground, ditches, rubble) if ditches or rubble else None


@lru_cache(maxsize=32)
def _surface(ground: Ground, ditches: Cells, rubble: Cells) -> Surface:
    """A map with ditches, which are beds like gullies (6.1.4.3.4b), and with buildings in ruins (6.1.4.3.9a)."""
    board, old = ground.board, ground.relief
    relief = Relief(
        list(old.height), list(old.hexes), old.sides, (list(old.along[0]), list(old.along[1]), list(old.along[2]))
    )
    beds = list(ground.beds)
    depth = listing("terrain-advanced").number(DITCH, "height")
    for cell in ditches:
        relief.height[cell] = board.elevation[cell] + depth
        beds[cell] = True
        for tops in (relief.hexes, *relief.along):
            if tops[cell] <= board.elevation[cell]:
                tops[cell] = board.elevation[cell] + depth
    for cell in rubble - ditches:
        for tops in (relief.hexes, *relief.along):
            tops[cell] = min(tops[cell], board.elevation[cell])
    return Surface(relief, beds, ditches, rubble)


# Heights.


def storeys(state: PanzerState, scene: Scene, cell: Cell) -> int:
    """The Height of the building in a hex above its ground; 0 where there is none, or none any more.

    Cases 6.1.4.3.1j, 6.1.4.3.9a.
    """
    row = scene.ground.rows[cell]
    if not row.storeys or work_in(state, cell, RUBBLE) is not None:
        return 0
    return scene.ground.relief.hexes[cell] - scene.board.elevation[cell]


def tall(state: PanzerState, scene: Scene, cell: Cell) -> bool:
    """Whether a hex has a building with a top floor to go up to: of Height 2 or more (6.1.4.3.1j)."""
    return storeys(state, scene, cell) >= TOP_FLOOR


def raised(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit is on the top floor of a building that still has one (6.1.4.3.1j)."""
    return detail_of(state.units[index]).upper and tall(state, scene, cell_of(state, index))


def height(state: PanzerState, scene: Scene, index: int) -> int:
    """The Height at which a unit is: its hex, one less than the storeys on the top floor (6.1.4.3.1k; D17)."""
    cell = cell_of(state, index)
    if raised(state, scene, index):
        return scene.ground.relief.hexes[cell] - 1
    return ground_height(state, scene, cell)


def ground_height(state: PanzerState, scene: Scene, cell: Cell) -> int:
    """The Height of whoever is on the ground of a hex (6.1.4.3.4b)."""
    changed = surface(state, scene)
    return (scene.ground.relief if changed is None else changed.relief).height[cell]


# Lines.


def clear(state: PanzerState, scene: Scene, a: int, b: int) -> bool:
    """Whether the line between two units is clear; the same both ways (6.1.4.3.1k)."""
    here, there = cell_of(state, a), cell_of(state, b)
    if not raised(state, scene, a) and not raised(state, scene, b):
        return clear_between(state, scene, here, there)
    return clear_between(state, scene, here, there, (height(state, scene, a), height(state, scene, b)))


def clear_between(
    state: PanzerState, scene: Scene, here: Cell, there: Cell, ends: tuple[int, int] | None = None
) -> bool:  # fmt: skip
    """Whether the line between two hexes is clear; `ends` are the Heights of what is in them, if not their own.

    Cases 6.1.4.3.1k, 6.1.4.3.4b.
    """
    return clear_on(scene, surface(state, scene), here, there, ends)


def clear_on(
    scene: Scene, changed: Surface | None, here: Cell, there: Cell, ends: tuple[int, int] | None = None
) -> bool:  # fmt: skip
    """The same for whoever has the surface at hand and asks for many lines (6.1.4.3.1k, 6.1.4.3.4b, 6.1.4.3.9a)."""
    if ends is None and changed is None:
        return scene.clear(here, there)
    if scene.veiled(here, there) is not None:
        return False
    ditches, rubble = (NONE, NONE) if changed is None else (changed.ditches, changed.rubble)
    if here <= there:
        return _clear(scene.ground, ditches, rubble, here, there, ends)
    return _clear(scene.ground, ditches, rubble, there, here, None if ends is None else (ends[1], ends[0]))


@lru_cache(maxsize=1 << 17)
def _clear(ground: Ground, ditches: Cells, rubble: Cells, a: Cell, b: Cell, ends: tuple[int, int] | None) -> bool:
    """One line, worked out once; that of the table where it is far from all that has changed.

    Cases 6.1.4.3.1k, 6.1.4.3.4b, 6.1.4.3.9a.
    """
    board = ground.board
    if ends is None:
        span = board.distance(a, b)
        # A line keeps close to the shortest way.
        near = [cell for cell in (ditches | rubble) if board.distance(a, cell) + board.distance(cell, b) <= span + 1]
        if not near:
            return ground.sight.clear(a, b)
    return _blocked(ground, ditches, rubble, (a, b), ends) is None


def _blocked(
    ground: Ground, ditches: Cells, rubble: Cells, line: tuple[Cell, Cell], ends: tuple[int, int] | None
) -> Blocked | None:  # fmt: skip
    changed = _surface(ground, ditches, rubble) if ditches or rubble else None
    relief, beds = (ground.relief, ground.beds) if changed is None else (changed.relief, changed.beds)
    return sight.first_blocked(ground.board, relief, beds, line[0], line[1], ends)


def block(state: PanzerState, scene: Scene, a: int, b: int) -> Block | None:
    """What blocks the line between two units: the explaining counterpart of `clear` (6.1.4.3.1k, 6.1.4.3.4b)."""
    here, there = cell_of(state, a), cell_of(state, b)
    changed = surface(state, scene)
    ditches, rubble = (NONE, NONE) if changed is None else (changed.ditches, changed.rubble)
    ends = height(state, scene, a), height(state, scene, b)
    found = _blocked(scene.ground, ditches, rubble, (here, there), ends)
    return scene.veiled(here, there) if found is None else scene.ground.named(found)


# What hinders fire.


def obscuring(state: PanzerState, scene: Scene) -> list[tuple[Hindrance, tuple[Cell, ...], int]]:
    """Everything on the map that hinders fire now: kind, hexes and Height of each distinct source (6.1.4.3.10h).

    None of it blocks a line, Fire hexes neither (6.1.4.3.5d).
    """
    found: list[tuple[Hindrance, tuple[Cell, ...], int]] = []
    works = works_of(state)
    if works:
        high = listing("terrain-advanced").number(ON_FIRE, "height")
        found += [("on_fire", (work.cell,), high) for work in works if work.kind == ON_FIRE]
    brewed = smoke_cells(state)
    if brewed:
        smoke = terrain()["brew_up_smoke"].height
        assert smoke is not None
        found += [("brew_up_smoke", (cell,), smoke) for cell in dict.fromkeys(brewed)]
    if not isinstance(state.support, UnsetType):
        high = counters.height()
        found += [(kind, cells, high) for kind, cells in counters.clouds(state, scene.board)]
    return found


def sources_between(state: PanzerState, scene: Scene, a: int, b: int) -> list[Source]:
    """The sources that the line between two units meets, with the hexes in which it meets them."""
    found: list[Source] = []
    for kind, cells, rise in obscuring(state, scene):
        met = _hindering(state, scene, a, b, list(cells), rise)
        if met:
            found.append(Source(kind, met))
    return found


def _hindering(state: PanzerState, scene: Scene, a: int, b: int, cells: list[Cell], rise: int) -> tuple[Cell, ...]:
    here, there = cell_of(state, a), cell_of(state, b)
    ends = height(state, scene, a), height(state, scene, b)
    return sight.hindering(scene.board, scene.ground.height, here, there, ends, cells, rise)
