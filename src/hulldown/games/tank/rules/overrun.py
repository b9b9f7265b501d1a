"""Overruns: vehicles driving through soft units (9.4)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.combat import destroy
from hulldown.games.tank.rules.report import tell
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ON_MAP, Mover, Run, TankState, Unit


def target_of(mover: Mover) -> Cell:
    """The hex overrun: the last but one of the plot (9.4c)."""
    return mover.path[-2]


def committed(scene: Scene, mover: Mover) -> bool:
    """Whether an overrunner stands in its target hex and must go on to the exit hex (T-20)."""
    return mover.kind in scene.overruns and mover.at == len(mover.path) - 1


def possible(state: TankState, mover: Mover, foes: list[Unit], leaving: int) -> bool:
    """Whether the overrunner may enter its target hex now.

    9.45, T-64: not if a vehicle stands there. T-59: not if the exit hex is occupied by anybody who is not to leave it
    by the time it is needed.
    """
    for foe in foes:
        if not arms(foe.type).soft:
            return False
    run = state.run
    assert run is not None
    beyond, last = mover.path[-1], mover.due[-1]
    for index, unit in enumerate(state.units):
        if unit.cell != beyond or unit.status != ON_MAP or leaving >> index & 1:
            continue
        if not any(m.unit == index and m.active and not m.held and m.due[m.at] <= last for m in run.movers):
            return False
    return True


def hold_victims(state: TankState, scene: Scene) -> None:
    """Keeps soft units in the path of a live overrun from moving away (9.46, T-61: panic moves too)."""
    run = state.run
    assert run is not None
    units = state.units
    for mover in run.movers:
        unit = units[mover.unit]
        held = mover.active and arms(unit.type).soft and _threatened(run, scene, units, unit)
        if mover.held and not held and mover.active:
            # T-61: a held move (of infantry, so of one hex) is made at once when the overrun has failed.
            mover.due = tuple(max(due, run.tick) for due in mover.due)
        mover.held = held


def _threatened(run: Run, scene: Scene, units: list[Unit], victim: Unit) -> bool:
    """Whether an enemy on an overrun is still on its way to a unit's hex."""
    for mover in run.movers:
        if mover.kind not in scene.overruns or not mover.active or mover.at > len(mover.path) - 2:
            continue
        if target_of(mover) == victim.cell and units[mover.unit].side != victim.side:
            return True
    return False


def crush(state: TankState, scene: Scene, doing: Doing, steps: list[tuple[Mover, Cell, Cell]]) -> None:
    """Eliminates all units in a target hex just entered (9.44, 8.61e, 14.9; T-60: after the Opportunity Fire).

    9.43a, 9.43b: only an overrunner killed short of the hex fails; one killed on entering it has done its work.
    """
    for mover, before, cell in steps:
        if (
            mover.kind not in scene.overruns
            or len(mover.path) < 2
            or mover.at != len(mover.path) - 1
            or cell != target_of(mover)
        ):
            continue
        unit = state.units[mover.unit]
        if unit.status != ON_MAP and unit.cell == before:
            continue
        victims = [
            index
            for index, other in enumerate(state.units)
            if other.side != unit.side and other.status == ON_MAP and other.cell == cell and other is not unit
        ]
        label = scene.board.labels[cell]
        if victims:
            tell(doing, unit, "overrun", "9.44", {"unit": unit.id, "hex": label, "victims": len(victims)})
        else:
            # 9.47: that it was an overrun of nothing is in the plot alone, so only its owner is told.
            doing.emit("overrun", "9.47", (unit.side,), unit=unit.id, hex=label, victims=0)
        for index in victims:
            destroy(state, scene, doing, index, "9.44")
