"""The cover that units have where they are: buildings, alleys, terrain counters, Full Cover, hull down. Room B.

Cover is by place. In an over-stacked hex vehicles and towed units have none (5.13, E9): the tables of spotting and fire
take it away, with the words for it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from hulldown.core.board import Cell
from hulldown.core.heights import ENTIRE, Obstacle, meets
from hulldown.games.panzer.data.advanced_tables import cell as table_cell
from hulldown.games.panzer.data.loading import COVERS, Cover, listing, terrain
from hulldown.games.panzer.rules.advanced.hulldown import HullDown, best, partial_by_height, protects
from hulldown.games.panzer.rules.advanced.locations import hit_angles
from hulldown.games.panzer.rules.advanced.pieces import BLOCK, DITCH, HULL_DOWN, IMPROVED, PARTIAL, RUBBLE, Work
from hulldown.games.panzer.rules.advanced.play import sight, works
from hulldown.games.panzer.rules.advanced.play.facts import (
    card_of,
    cell_of,
    detail_of,
    leg_of,
    over_stacked,
    vehicle_of,
    work_in,
    works_of,
)
from hulldown.games.panzer.rules.advanced.play.manners import SEARCHING
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState, Unit

Against = Literal["cover", "fire_cover"]
Found = tuple[Cover, str]
"""A class of cover, and where it comes from."""
NO_COVER: Final[Found] = ("none", "rulebook")
TABLE: Final = "terrain-advanced"
WALL: Final = "wall"
SOLID: Final = ("brick_building", "stone_building")
"""The buildings inside which vehicles are hull down (6.1.4.3.1d)."""
WITHOUT_FULL_COVER: Final = ("bridge", "ford", "stream")
"""The terrain in which nobody enters Full Cover (6.1.4.2b)."""


# Cover.


def spotting_cover(state: PanzerState, scene: Scene, index: int) -> Found:
    """The cover against being spotted, and where it comes from (its provenance)."""
    return _cover(state, scene, index, "cover")


def fire_cover(state: PanzerState, scene: Scene, index: int) -> Found:
    """The cover against fire, and where it comes from (E10: buildings differ from spotting, 6.5.4.2.2e)."""
    return _cover(state, scene, index, "fire_cover")


def overhead(state: PanzerState, scene: Scene, index: int) -> Found:
    """The cover of a vehicle against what comes from above (6.5.4.3-vehicle-cover-b).

    Inside a brick building Medium, inside a stone one or in an Improved Position Heavy; all else is none.
    """
    unit = state.units[index]
    if works.improved(state, index) is not None or in_solid_building(state, scene, unit):
        return fire_cover(state, scene, index)
    return NO_COVER


def crowded(state: PanzerState, index: int) -> bool:
    """Whether a unit has no cover as its hex is over-stacked; leg units keep theirs (5.13a; E9)."""
    unit = state.units[index]
    return leg_of(unit) is None and over_stacked(state, cell_of(state, index))


def inside(state: PanzerState, scene: Scene, unit: Unit) -> bool:
    """Whether a unit is inside the building of its hex, not in the alleys between (6.1.4.3.1c; D18, Q10).

    6.1.4.3.1h, 6.1.4.3.1i: leg units always are, with motorcycles, bicycles and horses too. 6.1.4.3.1e, 6.1.4.3.1g:
    vehicles and towed units only where they are marked so.
    """
    if leg_of(unit) is None and not detail_of(unit).inside:
        return False
    return sight.storeys(state, scene, unit.cell) > 0


def _cover(state: PanzerState, scene: Scene, index: int, against: Against) -> Found:
    """The best of all that is in the hex for this unit (4.1.3i, 6.5.4.2.2d)."""
    unit = state.units[index]
    if unit.status == CARRIED:
        return _cover(state, scene, detail_of(unit).carrier, against)
    found = _of_ground(state, scene, unit, against)
    for work in works_of(state):
        if work.cell == unit.cell:
            more = _of_counter(work, index, unit, against)
            found = more if COVERS.index(more[0]) > COVERS.index(found[0]) else found
    return found


def _of_ground(state: PanzerState, scene: Scene, unit: Unit, against: Against) -> Found:
    """The cover of the hex itself: of the building or the alley, of rubble, or of any other terrain.

    Cases 6.1.4.3.1c, 6.1.4.3.9b.
    """
    rubble = work_in(state, unit.cell, RUBBLE)
    if rubble is not None:
        return _of_rubble(scene, rubble, unit)
    return of_hex(scene.ground, unit.cell, inside(state, scene, unit), against)


def of_hex(ground: Ground, cell: Cell, indoors: bool, against: Against) -> Found:
    """The cover of a hex as the map has it: inside its building, or else outside (6.1.4.3.1c, 6.5.4.2.2e)."""
    row = ground.rows[cell]
    if indoors:
        return _of_table(row.name, against)
    known = ground.cover if against == "cover" else ground.fire_cover
    return known[cell], row.provenance[against]


def _of_rubble(scene: Scene, rubble: Work, unit: Unit) -> Found:
    """6.1.4.3.9b, 6.1.4.3.9c: tracked vehicles and leg units have the cover of what it replaced, as against fire (E10).

    Rubble of an Improved Position has that of the ground, Light at least (L12).
    """
    if works.class_of(card_of(unit)) not in ("tracked", "leg"):
        return NO_COVER
    was = works.replaced(scene, rubble)
    if was == IMPROVED:
        ground = scene.ground.fire_cover[rubble.cell]
        return (ground, scene.ground.rows[rubble.cell].provenance["fire_cover"]) if ground != "none" else _light()
    if was in listing(TABLE).rows:
        return _of_table(was, "fire_cover")
    row = terrain()[was]
    return (row.fire_cover, row.provenance["fire_cover"]) if row.fire_cover != "other" else NO_COVER


def _light() -> Found:
    return "light", "reconstructed"


def _of_counter(work: Work, index: int, unit: Unit, against: Against) -> Found:
    """Leg units have Light Cover there (6.1.4.3.3, 6.1.4.3.4a), who is in the position Heavy Cover (6.1.4.3.7a)."""
    helps = work.unit == index if work.kind == IMPROVED else work.kind in (BLOCK, DITCH) and leg_of(unit) is not None
    return _of_table(work.kind, against) if helps else NO_COVER


def _of_table(place: str, against: Against) -> Found:
    found = table_cell(TABLE, place, against)
    return next(cover for cover in COVERS if cover == found.text), found.tag


# Full Cover.


def may_take_full_cover(scene: Scene, unit: Unit) -> bool:
    """Whether a unit may be in Full Cover: dismounted leg and towed units, not everywhere (6.1.4.2a, 6.1.4.2b)."""
    return (
        unit.status == ON_MAP
        and vehicle_of(unit) is None
        and scene.ground.rows[unit.cell].name not in WITHOUT_FULL_COVER
    )


def in_full_cover(scene: Scene, unit: Unit) -> bool:
    """Whether a unit is in Full Cover now (6.1.4.2e, 6.1.4.2f)."""
    return detail_of(unit).full_cover and may_take_full_cover(scene, unit)


# Hull down.


def take_hull_down(unit: Unit, partial: bool = False, reversed_in: bool = False) -> None:
    """A search has found a position: it protects towards the front, or the rear if the vehicle reversed in (6.6.9f).

    6.1.4.1c, 6.1.4.1.2f: it is marked, and any vehicle may choose a Partial one. The direction stays when the vehicle
    pivots (N13). The vehicle counts as searching for the rest of the turn.
    """
    detail = detail_of(unit)
    detail.hull_down = PARTIAL if partial else HULL_DOWN
    detail.hull_facing = (unit.facing + 3) % 6 if reversed_in else unit.facing
    detail.manner = SEARCHING


def leave_hull_down(unit: Unit) -> None:
    """A vehicle abandons its position; without a new search nobody finds it again (6.6.9g, 6.6.9h)."""
    detail = detail_of(unit)
    detail.hull_down, detail.hull_facing = "", -1


def holds_position(scene: Scene, unit: Unit) -> bool:
    """Whether a vehicle still has the position that it found.

    6.6.9g: a Move or Short Halt gives it up; N9: once that is shown. What was found on this very Move stays.
    """
    detail = detail_of(unit)
    if not detail.hull_down or detail.hull_facing < 0:
        return False
    moving = unit.known and unit.command in scene.moving
    return not moving or detail.manner == SEARCHING


def hull_down_from(state: PanzerState, scene: Scene, target: int, shooter: int) -> HullDown:
    """How far a vehicle's hull is masked from a shooter: the best of all that protects it at that angle (H10).

    6.1.4.1.1, 6.1.4.1.2a: positions found, certain terrain, and Partial Hull Down by height (6.1.4.1.3).
    """
    unit = state.units[target]
    if vehicle_of(unit) is None or unit.status != ON_MAP:
        return "none"
    here, there = unit.cell, cell_of(state, shooter)
    if in_solid_building(state, scene, unit) or over_wall(scene.ground, there, here):
        return "full"  # 6.1.4.3.1d, 6.1.4.3.2
    board = scene.board
    away = board.q[there] - board.q[here], board.r[there] - board.r[here]
    heights = sight.height(state, scene, target), sight.height(state, scene, shooter)
    by_height = partial_by_height(heights[0], heights[1], board.distance(here, there))
    return best(
        _in_improved(state, target, away),
        _in_found(scene, unit, away),
        "partial" if by_height else "none",
    )


def in_solid_building(state: PanzerState, scene: Scene, unit: Unit) -> bool:
    """Whether a vehicle is inside a brick or stone building: hull down from everywhere (6.1.4.3.1d)."""
    return inside(state, scene, unit) and scene.ground.rows[unit.cell].name in SOLID


def _in_improved(state: PanzerState, index: int, away: tuple[int, int]) -> HullDown:
    """6.1.4.3.7d, 6.1.4.3.7e: hull down but from the open side, which stays; 6.1.4.1.2d: Partial where it was chosen.

    Where the line runs between two angles the owner chooses, so one of them closed is enough (6.5.2.2c).
    """
    work = works.improved(state, index)
    if work is None or away == (0, 0) or all(angle == "rear" for angle in hit_angles(work.facing, *away)):
        return "none"
    return "partial" if partial_by_choice(state, index) else "full"


def partial_by_choice(state: PanzerState, index: int) -> bool:
    """Whether a vehicle in an Improved Position has chosen to be Partial Hull Down in it (6.1.4.1.2d)."""
    detail = detail_of(state.units[index])
    return detail.hull_down == PARTIAL and detail.hull_facing < 0


def _in_found(scene: Scene, unit: Unit, away: tuple[int, int]) -> HullDown:
    """6.6.9f: a position that was searched for protects but from behind and from the rear sides."""
    detail = detail_of(unit)
    if not holds_position(scene, unit) or away == (0, 0):
        return "none"
    if not any(protects(angle) for angle in hit_angles(detail.hull_facing, *away)):
        return "none"
    return "partial" if detail.hull_down == PARTIAL else "full"


def silenced(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether the Limited weapon of a vehicle may not fire, as it occupies a Hull Down position (Q17).

    6.1.4.1.2b: searched or improved; 6.1.4.1.2e: inside brick or stone; 6.1.4.1.2c: not in a Partial one.
    """
    unit = state.units[index]
    if in_solid_building(state, scene, unit):
        return True
    if works.improved(state, index) is not None:
        return not partial_by_choice(state, index)
    return holds_position(scene, unit) and detail_of(unit).hull_down == HULL_DOWN


@lru_cache(maxsize=1 << 14)
def over_wall(ground: Ground, shooter: Cell, target: Cell) -> bool:
    """Whether a line of fire crosses a wall of the target's hex, or runs exactly along one that meets it (6.1.4.3.2).

    A line that only touches a corner crosses a wall there if there is one on both sides of the line, as for sight (D9).
    """
    board = ground.board

    def walled(obstacles: tuple[Obstacle, ...]) -> bool:
        along = len(obstacles) > 1 and obstacles[-1].direction != ENTIRE == obstacles[1].direction
        for q, r, direction, _, _ in obstacles:
            if direction == ENTIRE:
                continue
            cell = shooter + q * board.stride + r
            feature = board.feature(cell, direction)
            ends = board.side_cells((cell, direction))
            near = all(board.distance(end, target) == 1 for end in ends) if along else target in ends
            if feature is not None and feature.terrain == WALL and near:
                return True
        return False

    line = meets(board.q[target] - board.q[shooter], board.r[target] - board.r[shooter])
    return any(walled(left) and (not right or walled(right)) for left, right in line)
