"""Overruns: vehicles driving through soft units (9.4)."""

from __future__ import annotations

from hulldown.core import marching
from hulldown.core.board import Cell
from hulldown.core.marching import approaching, beyond_is_free, target_of
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.combat import destroy
from hulldown.games.tank.rules.report import tell
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ON_MAP, Mover, TankState, Unit
from hulldown.games.tank.rules.works import mined_out


def committed(scene: Scene, mover: Mover) -> bool:
    """Whether an overrunner stands in its target hex and must go on to the exit hex (T-20)."""
    return mover.kind in scene.overruns and marching.committed(mover)


def possible(state: TankState, mover: Mover, foes: list[Unit], leaving: int) -> bool:
    """Whether the overrunner may enter its target hex now.

    9.45, T-64: not if a vehicle stands there, be it a truck; so nobody on board can be overrun, but one that is only
    about to mount can (27.5b). T-59: not if the exit hex is occupied by anybody who is not to leave it
    by the time it is needed.
    """
    for foe in foes:
        if arms(foe.type).drives:
            return False
    run = state.run
    assert run is not None
    return beyond_is_free(state.units, run.movers, mover, leaving)


def hold_victims(state: TankState, scene: Scene) -> None:
    """Keeps soft units in the path of a live overrun from moving away (9.46, T-61: panic moves too)."""
    run = state.run
    assert run is not None
    units, overruns = state.units, scene.overruns
    coming = [mover for mover in run.movers if mover.kind in overruns and approaching(mover)]
    goals = {target_of(mover) for mover in coming}
    for mover in run.movers:
        if not mover.held and (not goals or units[mover.unit].cell not in goals):
            continue
        unit = units[mover.unit]
        held = mover.active and not arms(unit.type).drives and _threatened(coming, units, unit)
        if mover.held and not held and mover.active:
            # T-61: a held move (of infantry, so of one hex) is made at once when the overrun has failed.
            mover.due = tuple(max(due, run.tick) for due in mover.due)
        mover.held = held


def _threatened(coming: list[Mover], units: list[Unit], victim: Unit) -> bool:
    """Whether one of the overrunners that are still on their way comes to the hex of an enemy (9.4c)."""
    return any(target_of(mover) == victim.cell and units[mover.unit].side != victim.side for mover in coming)


def charging(scene: Scene, steps: list[tuple[Mover, Cell, Cell]]) -> list[tuple[Mover, Cell, Cell]]:
    """Those of the steps by which an overrunner has come into its target hex."""
    return [
        (mover, before, cell)
        for mover, before, cell in steps
        if mover.kind in scene.overruns
        and len(mover.path) >= 2
        and mover.at == len(mover.path) - 1
        and cell == target_of(mover)
    ]


def crush(state: TankState, scene: Scene, doing: Doing, charges: list[tuple[Mover, Cell, Cell]]) -> None:
    """Eliminates all units in a target hex just entered (9.44, 8.61e, 14.9; T-60: after the Opportunity Fire).

    9.43a, 9.43b: only an overrunner killed short of the hex fails; one killed on entering it has done its work, but
    not one that mines wreck there (29.1, X-51).
    """
    for mover, before, cell in charges:
        unit = state.units[mover.unit]
        if unit.cell == before or mined_out(unit):
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
