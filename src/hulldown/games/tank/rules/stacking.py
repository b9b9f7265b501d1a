"""Stacking: vehicles alone, at most two infantry or one infantry and one gun in a hex (11.0)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.report import tell
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import OFF_MAP, ON_MAP, WAITING, Mover, TankState, occupants


def fits(types: list[str], hooks: Hooks) -> bool:
    """Whether units of these weapons may stay in one hex (11.0-gen-1, 11.0-gen-2, 9.34a, 14.8; 11.3: not wrecks)."""
    kinds = [arms(name) for name in types]
    if len(kinds) < 2:
        return True
    for hook in hooks.room:
        room = hook(kinds)
        if room is not None:
            return room
    return len(kinds) == 2 and not any(kind.alone for kind in kinds) and not all(kind.gun for kind in kinds)


def settle(state: TankState, scene: Scene, doing: Doing, movers: list[Mover]) -> list[Mover]:
    """The movers backed up because a hex was overstacked at the end of movement (11.1, 11.2, 9.34d).

    T-13: the later arrival goes back along its path to the last hex it may occupy, of those arriving together the
    higher number; but a panicked one gives way to the others whenever it came (12.23b). One that finds its whole path
    taken stays at its start, and whoever came there goes back in turn. A unit that has just come onto the map goes back
    off it (T-76).
    """
    if not _shared(state):
        return []
    by_unit = {mover.unit: mover for mover in movers}
    backed: list[Mover] = []
    while True:
        crowds = [units for _, units in sorted(occupants(state).items()) if _too_many(state, scene, units)]
        able = [[by_unit[i] for i in units if i in by_unit and len(by_unit[i].trail) > 1] for units in crowds]
        crowd = next(filter(None, able), None)
        if crowd is None:
            return backed
        last = max(crowd, key=lambda m: (state.units[m.unit].panicked, m.arrived, state.units[m.unit].counter, m.unit))
        _back_up(state, scene, doing, last)
        backed.append(last)


def _shared(state: TankState) -> bool:
    """Whether any two units are in one hex."""
    taken: set[Cell] = set()
    count = 0
    for unit in state.units:
        if unit.status == ON_MAP:
            taken.add(unit.cell)
            count += 1
    return len(taken) < count


def _too_many(state: TankState, scene: Scene, units: list[int]) -> bool:
    return not fits([state.units[index].type for index in units], scene.hooks)


def _back_up(state: TankState, scene: Scene, doing: Doing, mover: Mover) -> None:
    """Takes a mover back along its path until it fits, at the furthest to where it began."""
    unit = state.units[mover.unit]
    standing = occupants(state)
    while True:
        mover.trail = mover.trail[:-1]
        cell = mover.trail[-1]
        if len(mover.trail) == 1 or not _too_many(state, scene, [*standing.get(cell, ()), mover.unit]):
            break
    if cell == OFF_MAP:
        tell(doing, unit, "backed_up", "11.2", {"unit": unit.id, "hex": "the mapedge"})
        unit.status, unit.cell = WAITING, OFF_MAP
    else:
        unit.cell = cell
        tell(doing, unit, "backed_up", "11.2", {"unit": unit.id, "hex": scene.board.labels[cell]})
