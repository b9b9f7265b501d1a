"""What is in the way of a mover: enemies, wrecks, guns and horses, terrain counters (5.13, 6.1.4.3; I12)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.panzer.rules.advanced.pieces import DITCH, RUBBLE, WIRE
from hulldown.games.panzer.rules.advanced.play import works
from hulldown.games.panzer.rules.advanced.play.facts import leg_of, member_of, vehicle_of, works_of
from hulldown.games.panzer.rules.advanced.play.gaits import TOWED, TRACKED, Gait, gait_of, prepare
from hulldown.games.panzer.rules.driving import Fault, Surroundings
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import BAILED_OUT, ON_MAP, Mover, PanzerState

ENEMY: Final[Fault] = ("4.5.1.1.10b", "an enemy is there, and only vehicles pass enemy vehicles")


def surroundings(state: PanzerState, scene: Scene, index: int) -> Surroundings:
    """What matters to a mover of the things on the map.

    I12: leg and towed units enter no hex of an enemy; vehicles pass enemy vehicles, not leg and towed units.
    5.13a, 5.13b: vehicles and dismounted guns count for stacking. 6.6.4.1b: guns, cavalry and cycles end the use of a
    path or road like wrecks, 6.6.4.1c: units on foot do not, whosever they are (R42).

    Case 4.5.1.1.10b.
    """
    unit = state.units[index]
    drives = vehicle_of(unit) is not None
    foes: set[Cell] = set()
    driven: set[Cell] = set()
    ending = {wreck.cell for wreck in state.wrecks}
    counts: dict[Cell, int] = {}
    closed: dict[Cell, Fault] = {}
    for other, one in enumerate(state.units):
        if one.status == BAILED_OUT:
            ending.add(one.cell)
        if one.status != ON_MAP:
            continue
        vehicle = vehicle_of(one) is not None
        if leg_of(one) is None:
            counts[one.cell] = counts.get(one.cell, 0) + 1
        if other != index and not vehicle and (leg_of(one) is None or member_of(scene, other).mount is not None):
            ending.add(one.cell)
        if one.side != unit.side:
            foes.add(one.cell)
            if vehicle:
                driven.add(one.cell)
            if not (drives and vehicle):
                closed[one.cell] = ENEMY
    smoke = {wreck.cell for wreck in state.wrecks if wreck.brewed}
    around = Surroundings(smoke, ending, foes=foes, counts=counts)
    kind = class_of(gait_of(state, scene, index))
    changed: set[Cell] = set()
    for work in works_of(state):
        fault = works.shut_to(scene, work, kind)
        if fault is not None:
            closed[work.cell] = fault
        elif work.kind in (RUBBLE, WIRE, DITCH):
            changed.add(work.cell)
    around.closed = closed
    around.changed = frozenset(changed)
    around.on_foot = frozenset(foes - driven)
    return around


def opened(around: Surroundings, cells: Collection[Cell]) -> Surroundings:
    """The same where a mover fights its way into hexes that only enemies close to it (6.6.10a)."""
    other = Surroundings(around.smoke, around.wrecks, foes=around.foes, counts=around.counts)
    other.closed = {cell: fault for cell, fault in around.closed.items() if cell not in cells or fault != ENEMY}
    other.changed = around.changed
    other.on_foot = around.on_foot
    return other


def behind(around: Surroundings, mover: Mover) -> Cell:
    """Where a unit goes back to that cannot stay in an enemy's hex: where it came from, or where it started (I13)."""
    return mover.start if around.hostile(mover.before) else mover.before


def class_of(gait: Gait) -> works.Class:
    """What a mover is to terrain counters: cycles are kept out like wheeled vehicles (6.6.4.1i)."""
    if gait.afoot:
        return "towed" if gait.traction == TOWED else "leg"
    return _CLASSES.get(gait.traction, "wheeled")


_CLASSES: Final[dict[str, works.Class]] = {TRACKED: "tracked", "H": "half-tracked"}


def bars(state: PanzerState, scene: Scene, index: int, cell: Cell) -> Fault | None:
    """Why a unit may not be put into a hex: an enemy, a counter, or ground that it may not enter at all.

    Case 4.5.1.1.10b.
    """
    fault = surroundings(state, scene, index).closed.get(cell)
    if fault is not None:
        return fault
    if scene.ground.rows[cell].cost(gait_of(state, scene, index).traction) == "P" and not scene.ground.on_way[cell]:
        return "6.6.4.1d", f"it may not enter {scene.board.labels[cell]}"
    return None


def bars_step(state: PanzerState, scene: Scene, index: int, here: Cell, there: Cell) -> Fault | None:
    """Why a unit may not go over into an adjacent hex: what bars the hex, or the way into it."""
    return bars(state, scene, index, there) or crossing_fault(state, scene, index, here, there)


def crossing_fault(state: PanzerState, scene: Scene, index: int, here: Cell, there: Cell) -> Fault | None:
    """Why a unit may never go from a hex to the next one: a hexside, a cliff, too many levels, off a bridge.

    Cases 6.6.4.4c, 6.6.4.5d, 6.6.4.1h, 4.5.1.1.6b.
    """
    traction = gait_of(state, scene, index).traction
    prepare(scene.ground, traction)
    if scene.ground.cross[traction][here][scene.board.direction(here, there)] != IMPOSSIBLE:
        return None
    labels = scene.board.labels
    return "6.6.4.1d", f"it may not go from {labels[here]} to {labels[there]}"
