"""Vehicles in a column on a road or path, which may share a Move command (6.2.1.1.3, Commanding Vehicles on Roads).

What a column asks is decided here: how it starts, that each vehicle moves at the rate of the way (`rate_fault`; the
move itself is worked out by `march`, with the cross-country account closed), how it ends (`end_fault`, `follow_fault`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from hulldown.core.board import Cell
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, leg_of, vehicle_of
from hulldown.games.panzer.rules.driving import Fault, Surroundings
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import ON_MAP, OVER_STACKED, Unit

START: Final = "6.2.1.1.3-roads-a"
KEPT: Final = "6.2.1.1.3-roads-b"
AT_RATE: Final[Fault] = (START, "in a column it moves along the road or path, at its rate")


class Track(NamedTuple):
    """How a vehicle of a column moves."""

    cells: tuple[Cell, ...]
    """The hexes from where it stands to where it ends."""
    back: bool = False
    """Rear first."""
    at_rate: bool = True
    """Along the road or path, at its rate; a vehicle that stays is no exception."""


Tracks = Mapping[int, Track]


def tied(unit: Unit) -> bool:
    """Whether a vehicle shares its Move only because it is in a column: so it must move as one (6.2.1.1.3-roads-a)."""
    return detail_of(unit).tied is True


def joined(scene: Scene, ahead: Cell, behind: Cell) -> bool:
    """Whether a vehicle is stacked with or adjacent to the one to its immediate front: along the road or path.

    Case 6.2.1.1.3-roads-a.
    """
    if ahead == behind:
        return True
    around = scene.board.neighbours[behind]
    return any(around[way] == ahead and bool(kind) for way, kind in enumerate(scene.ground.ways[behind]))


def can_start(state: Position, scene: Scene, index: int) -> bool:
    """Whether it is a vehicle on a road or path, not in a building beside it (6.2.1.1.3-roads-a)."""
    unit = state.units[index]
    outside = unit.status == ON_MAP and not detail_of(unit).inside
    return outside and vehicle_of(unit) is not None and scene.ground.on_way[unit.cell]


def start_fault(state: Position, scene: Scene, members: Sequence[int]) -> Fault | None:
    """Why units, the lead vehicle first, are no column; the Command Range does not matter (6.2.1.1.3-roads-a)."""
    units = state.units
    for index in members:
        if not can_start(state, scene, index):
            return START, f"{units[index].id} is no vehicle on a road or path"
    for ahead, behind in pairwise(members):
        if not joined(scene, units[ahead].cell, units[behind].cell):
            return START, f"{units[behind].id} is neither stacked with nor adjacent to {units[ahead].id} on the way"
    return None


def chain(state: Position, scene: Scene, index: int, others: Sequence[int]) -> list[int]:
    """Those of the others that can be in a column with a vehicle (6.2.1.1.3-roads-a)."""
    if not can_start(state, scene, index):
        return []
    found = [index]
    left = [other for other in others if other != index and can_start(state, scene, other)]
    for member in found:
        near = [other for other in left if joined(scene, state.units[member].cell, state.units[other].cell)]
        found += near
        left = [other for other in left if other not in near]
    return sorted(found[1:])


def end_fault(state: Position, scene: Scene, column: Sequence[int], ends: Mapping[int, Cell]) -> Fault | None:
    """Why a column, the lead vehicle first, may not end its move so: order and stacking (6.2.1.1.3-roads-b).

    Members that have dropped out are not in it.
    """
    for index in column:
        if not scene.ground.on_way[ends[index]]:
            return START, f"{state.units[index].id} leaves the road or path"
    for ahead, behind in pairwise(column):
        if not joined(scene, ends[ahead], ends[behind]):
            first, second = state.units[ahead].id, state.units[behind].id
            return KEPT, f"{second} must end stacked with or adjacent to {first}, behind which it began"
    for cell in sorted({ends[index] for index in column}):
        if overstacks(state, cell, column, ends):
            return KEPT, f"a column may not over-stack hex {scene.board.labels[cell]}"
    return None


def rate_fault(scene: Scene, around: Surroundings, cells: Sequence[Cell]) -> Fault:
    """Why a move through hexes, the one where it begins first, is none at the rate of the way (6.2.1.1.3-roads-a).

    4.5.1.1.5d, 4.5.1.1.5g, 4.5.1.1.5i: what turns a whole move into one across country.
    """
    board, ground = scene.board, scene.ground
    for here, there in pairwise(cells):
        way = board.direction(here, there)
        name = board.labels[there]
        if way < 0 or not ground.ways[here][way]:
            return START, f"in a column it may not leave the road or path from {board.labels[here]} to {name}"
        if there in around.closed:
            return around.closed[there]
        if around.ends_route(there, cells[0]):
            return START, f"in a column it may not enter {name}: what is there ends the use of the road or path"
    return START, "in a column it may not go farther than its path or road allowance"


# How those end who must move as a column.


def follow_fault(
    state: Position, scene: Scene, ends: Mapping[int, Cell], index: int, tracks: Tracks, reach: Collection[Cell]
) -> Fault | None:
    """Why a vehicle may not end its move so in the column of `ends`, those before and behind it given.

    6.2.1.1.3-roads-b: it keeps its place and over-stacks nothing. Behind the vehicle ahead it closes up, or comes as
    near as it can (J4): `reach` are the hexes where it could end. It does not go farther than the one behind it can
    follow: that one slows it (J4).
    """
    column = sorted(ends, key=lambda member: detail_of(state.units[member]).column)
    here, place = ends[index], column.index(index)
    if not scene.ground.on_way[here]:
        return START, "in a column it may not leave the road or path"
    if here != state.units[index].cell and overstacks(state, here, column, ends):
        return KEPT, f"a column may not over-stack hex {scene.board.labels[here]}"
    for other in column[:place][-1:]:
        fault = _behind_fault(state, scene, (index, other), ends, tracks, reach)
        if fault is not None:
            return fault
    for other in column[place + 1 : place + 2]:
        nearer = ends[column[place - 1]] if place else None
        if _outruns(state, scene, (index, other), ends, tracks, nearer):
            return KEPT, f"it may not leave {state.units[other].id} behind, which follows it"
    return None


def _behind_fault(
    state: Position, scene: Scene, pair: tuple[int, int], ends: Mapping[int, Cell], tracks: Tracks,
    reach: Collection[Cell],
) -> Fault | None:  # fmt: skip
    """Why a vehicle may not end so behind the one ahead of it (6.2.1.1.3-roads-b; J4)."""
    index, ahead = pair
    name = state.units[ahead].id
    if passes(tracks.get(index), tracks.get(ahead), ends[ahead]):
        return KEPT, f"it and {name} may not change places: a column keeps its order"
    apart = gap(scene, ends[ahead], ends[index])
    if not apart:
        return None
    free = [cell for cell in reach if not overstacks(state, cell, [*ends], {**ends, index: cell})]
    best = min([gap(scene, ends[ahead], cell) for cell in free], default=0)
    if apart <= best:
        return None
    if best:
        return KEPT, f"it must end as near to {name} as it can, behind which it began"
    return KEPT, f"it must end stacked with or adjacent to {name}, behind which it began"


def _outruns(
    state: Position, scene: Scene, pair: tuple[int, int], ends: Mapping[int, Cell], tracks: Tracks, ahead: Cell | None
) -> bool:
    """Whether a vehicle leaves the one behind it, though it could have stopped nearer to it on its way.

    `ahead` is where the one ahead of it ends, to which it still closes up. Case 6.2.1.1.3-roads-b; J4.
    """
    index, behind = pair
    here = ends[index]
    apart = gap(scene, here, ends[behind])
    track = tracks.get(index)
    if not apart or track is None:
        return False
    stops = [cell for cell in track.cells if ahead is None or gap(scene, ahead, cell) <= gap(scene, ahead, here)]
    return any(gap(scene, cell, ends[behind]) < apart for cell in stops)


def closest(
    state: Position, scene: Scene, index: int, paths: Mapping[Cell, tuple[Cell, ...]], ends: Mapping[int, Cell]
) -> Cell:
    """The hex of those in reach, each with the way there, that closes a column up best, by the shortest way.

    `ends` are those of the others that are known; the next of them ahead counts, else the next behind. Cases
    6.2.1.1.3-roads-a, 6.2.1.1.3-roads-b; J4.
    """
    unit = state.units[index]
    place = detail_of(unit).column
    column = sorted(ends, key=lambda member: detail_of(state.units[member]).column)
    ahead = [member for member in column if detail_of(state.units[member]).column < place][-1:]
    behind = [member for member in column if detail_of(state.units[member]).column > place][:1]
    best: tuple[int, int, Cell] | None = None
    for cell, path in paths.items():
        track = Track((unit.cell, *path))
        if path and overstacks(state, cell, [*column, index], {**ends, index: cell}):
            continue
        if any(passes(track, None, ends[member]) for member in ahead):
            continue
        apart = [gap(scene, ends[member], cell) for member in (ahead or behind)]
        found = (sum(apart), len(path), cell)
        best = found if best is None or found < best else best
    return unit.cell if best is None else best[2]


def gap(scene: Scene, ahead: Cell, behind: Cell) -> int:
    """How far a vehicle is from the one ahead of it; 0: it is stacked with or adjacent to it on the way."""
    return 0 if joined(scene, ahead, behind) else scene.board.distance(ahead, behind) + 1


def passes(follower: Track | None, leader: Track | None, end: Cell) -> bool:
    """Whether two vehicles of a column change places, the second of which ends in `end` (6.2.1.1.3-roads-b).

    A vehicle passes another by driving on from the hex where that one ends. Rear first it falls behind instead. Of a
    move that is over only its end is known, so that the order of those who have moved is not judged again.
    """
    if follower is None:
        return False
    stacked = leader is not None and leader.cells[0] == follower.cells[0]
    if end in follower.cells[:-1]:
        through = leader is not None and not stacked and leader.cells[0] in follower.cells
        if through or not follower.back:
            return True
    if leader is None:
        return False
    if stacked:
        return leader.back and follower.cells[-1] in leader.cells[:-1]
    return follower.cells[0] in leader.cells[1:] and follower.cells[-1] in leader.cells[1:-1]


def overstacks(state: Position, cell: Cell, column: Sequence[int], ends: Mapping[int, Cell]) -> bool:
    """Whether a column that ends so has too many in a hex (6.2.1.1.3-roads-b)."""
    return _crowd(state, cell, column, ends) >= OVER_STACKED


def _crowd(state: Position, cell: Cell, column: Sequence[int], ends: Mapping[int, Cell]) -> int:
    """How many units will count for stacking in a hex (5.13a)."""
    others = [
        unit
        for index, unit in enumerate(state.units)
        if index not in column and unit.status == ON_MAP and unit.cell == cell and leg_of(unit) is None
    ]
    return len(others) + sum(ends[index] == cell for index in column)
