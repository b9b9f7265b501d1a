"""Terrain counters: whom they keep out, who is in them, what they do of themselves (6.1.4.3.3 to .11). Room B.

Block, Ditch, Fire, Rubble and Wire bar kinds of units. A Hasty Entrenchment or an Improved Position holds one unit
(6.1.4.3.6b, 6.1.4.3.7a): `Work.unit` says which. It counts as long as that unit is in the hex.
"""

from __future__ import annotations

from typing import Final, Literal

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.arsenal import Target
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.pieces import (
    BLOCK,
    DITCH,
    ENTRENCHMENT,
    IMPROVED,
    NOBODY,
    RUBBLE,
    WIRE,
    Work,
)
from hulldown.games.panzer.rules.advanced.pieces import FIRE as ON_FIRE
from hulldown.games.panzer.rules.advanced.play.facts import card_of, cell_of, vehicle_of, works_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ELIMINATED, OFF_MAP, ON_MAP, PanzerState

Class = Literal["leg", "towed", "tracked", "half-tracked", "wheeled"]
_TRACTIONS: Final[dict[str, Class]] = {"T": "tracked", "H": "half-tracked", "W": "wheeled"}
_OPEN_TO: Final[dict[str, tuple[str, tuple[Class, ...]]]] = {
    BLOCK: ("6.1.4.3.3", ("leg",)),
    DITCH: ("6.1.4.3.4a", ("leg",)),
    ON_FIRE: ("6.1.4.3.5b", ()),
    RUBBLE: ("6.1.4.3.9a", ("leg", "tracked")),
    WIRE: ("6.1.4.3.11a", ("tracked",)),
}
"""The case of each counter that bars units, and those that may enter it all the same."""
BRIDGE: Final = "bridge"
FINISHED: Final = 4
"""The turns that a Hasty Entrenchment takes (6.6.8c)."""
BEGUN_BY_ENGINEERS: Final = 2
"""The side of the counter after the first turn of engineers (6.6.8f)."""


def class_of(card: Target) -> Class:
    """What a unit is to terrain counters."""
    if isinstance(card, Vehicle):
        return _TRACTIONS[card.traction]
    return "leg" if isinstance(card, LegUnit) else "towed"


# Who may enter.


def replaced(scene: Scene, rubble: Work) -> str:
    """The terrain that rubble has replaced; that of its hex where the counter does not say (6.1.4.3.9a)."""
    return rubble.was or scene.ground.rows[rubble.cell].name


def shut_to(scene: Scene, work: Work, kind: Class) -> tuple[str, str] | None:
    """The case and the reason by which a counter keeps a class of units out; None where they may enter.

    Cycles are wheeled (6.6.4.1i). 6.1.4.3.3, 6.1.4.3.4a, 6.1.4.3.5b, 6.1.4.3.9a, 6.1.4.3.11a: each counter has its own.
    The rubble of a bridge is closed to all (L12). Units that were set up in a counter may leave it (L17).
    """
    found = _OPEN_TO.get(work.kind)
    if found is None:
        return None
    rule, open_to = found
    if work.kind == RUBBLE and replaced(scene, work) == BRIDGE:
        open_to = ()
    if kind in open_to:
        return None
    kept_out = "all units" if not open_to else f"all but {' and '.join(open_to)} units"
    return rule, f"{work.kind} keeps out {kept_out}"


def trample(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    """Wire is destroyed by a fully tracked vehicle that enters its hex (6.1.4.3.11b)."""
    unit = state.units[index]
    if class_of(card_of(unit)) != "tracked":
        return
    for work in [work for work in works_of(state) if work.kind == WIRE and work.cell == unit.cell]:
        works_of(state).remove(work)
        doing.emit("wire_crushed", "6.1.4.3.11b", (), unit=unit.id, hex=scene.board.labels[work.cell])


# Who is in a position.


def free(state: PanzerState, work: Work) -> bool:
    """Whether nobody is in a position: its unit has left the hex, or is no more (6.1.4.3.6c, 6.1.4.3.7c)."""
    if work.unit == NOBODY:
        return True
    unit = state.units[work.unit]
    return unit.status != ON_MAP or unit.cell != work.cell


def position_of(state: PanzerState, index: int) -> Work | None:
    """The Improved Position or the Hasty Entrenchment, finished or not, that a unit is in (6.1.4.3.6b, 6.1.4.3.7a)."""
    unit = state.units[index]
    if unit.status == ON_MAP:
        for work in works_of(state):
            if work.unit == index and work.cell == unit.cell:
                return work
    return None


def improved(state: PanzerState, index: int) -> Work | None:
    """The Improved Position that a unit is in (6.1.4.3.7a)."""
    work = position_of(state, index)
    return work if work is not None and work.kind == IMPROVED else None


def entrenched(state: PanzerState, index: int) -> bool:
    """Whether a unit is in a finished Hasty Entrenchment, which takes 10 off GP rolls against it (6.1.4.3.6a)."""
    work = position_of(state, index)
    return work is not None and work.kind == ENTRENCHMENT and not work.progress


def open_position(state: PanzerState, index: int) -> Work | None:
    """A finished position in a unit's hex that it could take over from nobody.

    6.1.4.3.6c: Hasty Entrenchments are for leg and towed units of either side; 6.1.4.3.7a, 6.1.4.3.7c: Improved
    Positions for vehicles too. An Improved Position is the better one.
    """
    unit = state.units[index]
    best: Work | None = None
    for work in works_of(state):
        if work.cell != unit.cell or not free(state, work):
            continue
        if work.kind == IMPROVED:
            return work
        if work.kind == ENTRENCHMENT and not work.progress and vehicle_of(unit) is None:
            best = best or work
    return best


def vacancies(state: PanzerState, cell: Cell) -> int:
    """How many leg and towed units could still take a finished position in a hex (6.1.4.3.6b, 6.1.4.3.7a)."""
    return sum(
        work.cell == cell and work.kind in (IMPROVED, ENTRENCHMENT) and not work.progress and free(state, work)
        for work in works_of(state)
    )


def occupy(state: PanzerState, index: int, closed: int = -1) -> Work | None:
    """Puts a unit into a free position of its hex, if there is one; the position.

    6.1.4.3.7d: a vehicle, which takes Improved Positions alone, has its rear open, or its front if it reversed in.
    `closed` is the direction opposite to that; without it the position stays as it was laid out, or is laid out to the
    vehicle's front (N13).
    """
    work = open_position(state, index)
    if work is None:
        return None
    leave(state, index)
    work.unit = index
    unit = state.units[index]
    if vehicle_of(unit) is not None and (closed >= 0 or work.facing < 0):
        work.facing = closed if closed >= 0 else unit.facing
    return work


def leave(state: PanzerState, index: int) -> None:
    """A unit is in no position any more; what it was in stays (6.6.8b)."""
    for work in works_of(state):
        if work.unit == index:
            work.unit = NOBODY


def vacate(state: PanzerState) -> None:
    """Notes the positions whose units have gone (6.1.4.3.6c, 6.1.4.3.7c)."""
    for work in works_of(state):
        if free(state, work):
            work.unit = NOBODY


# Digging in.


def dig(state: PanzerState, index: int, engineers: bool) -> Work:
    """One more turn of work on a unit's entrenchment: its own, one that was abandoned in the hex, or a new one.

    6.6.8c, 6.6.8d, 6.6.8e, 6.6.8g: four turns, whoever spends them, and what was abandoned keeps its progress. 6.6.8f:
    engineers need two, or one for what was begun.
    """
    unit = state.units[index]
    work = position_of(state, index)
    if work is None:
        begun = [one for one in works_of(state) if one.progress and one.cell == unit.cell and free(state, one)]
        work = begun[0] if begun else None
    if work is None:
        work = Work(ENTRENCHMENT, unit.cell, turn=state.turn, progress=BEGUN_BY_ENGINEERS if engineers else 1)
        works_of(state).append(work)
    else:
        done = FINISHED if engineers else work.progress + 1
        work.progress = 0 if done >= FINISHED else done
    work.unit = index
    return work


# Fire.


def burning(state: PanzerState) -> list[Cell]:
    """The Fire hexes in which nobody survives this turn: those that burnt already in the turn before (6.1.4.3.5c)."""
    return [work.cell for work in works_of(state) if work.kind == ON_FIRE and work.turn < state.turn]


def burn(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Removes the units that are still in a Fire hex at the end of the turn after it broke out (6.1.4.3.5c)."""
    cells = burning(state)
    lost = [
        index
        for index, unit in enumerate(state.units)
        if unit.status in (ON_MAP, CARRIED) and cell_of(state, index) in cells
    ]
    for index in lost:
        unit = state.units[index]
        label = scene.board.labels[cell_of(state, index)]
        doing.emit("burned", "6.1.4.3.5c", (), unit=unit.id, type=unit.type, hex=label)
    for index in lost:
        state.units[index].status, state.units[index].cell = ELIMINATED, OFF_MAP
