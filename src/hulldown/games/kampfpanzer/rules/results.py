"""Results of combat: suffered, added up, applied at the end of a phase, and got over (9.7, 9.8, 9.9)."""

from __future__ import annotations

from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import DESTROYED_AT, DIE, NONE, PIN, levels, recovers_on
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import (
    DESTROYED,
    NOBODY,
    OFF_MAP,
    ON_MAP,
    KampfState,
    Unit,
    rides_tank,
    with_cargo,
)


def suffer(state: KampfState, scene: Scene, doing: Doing, index: int, result: str, moving: bool) -> None:
    """Notes a result for a unit and for what it carries (12.32b, 14.5-4: a rider's own result leaves the tank alone).

    In the Movement Execution Phase (`moving`) a pin is nothing (9.83), and a unit whose levels reach four is gone at
    once (9.82b, K-24); otherwise results wait for the end of the phase (9.8, 9.81a, 5.0-gen-3).
    """
    if result == NONE:
        return
    for each in with_cargo(state, index):
        unit = state.units[each]
        if result == PIN:
            unit.shaken = unit.shaken or not moving
        else:
            unit.hits += levels(result)
    if moving:
        for each in with_cargo(state, index):
            unit = state.units[each]
            if unit.level + unit.hits >= DESTROYED_AT:
                destroy(state, scene, doing, each, "9.82b")


def apply_all(state: KampfState, scene: Scene, doing: Doing) -> None:
    """Lets the results of a phase count: levels add up (9.71-cum, K-25); a disrupted unit is not pinned (9.71-pd).

    9.81b, 5.0-gen-5: those of the Combat Execution Phase are in force before units move.
    """
    for index, unit in enumerate(state.units):
        hits, shaken = unit.hits, unit.shaken
        unit.hits, unit.shaken = 0, False
        if unit.status != ON_MAP or not (hits or shaken):
            continue
        if hits:
            if unit.level + hits >= DESTROYED_AT:
                destroy(state, scene, doing, index, "9.71-d4")
                continue
            unit.level += hits
            unit.pinned = False
            doing.emit("disrupted", "9.71-cum", (), unit=unit.id, side=unit.side, level=unit.level,
                       hex=scene.board.labels[unit.cell])  # fmt: skip
        elif not unit.level and not unit.pinned:
            unit.pinned = True
            doing.emit("pinned", "9.71-p", (), unit=unit.id, side=unit.side, hex=scene.board.labels[unit.cell])


def destroy(state: KampfState, scene: Scene, doing: Doing, index: int, rule: str) -> None:
    """Removes a unit, and what it carries with it (12.32b); vehicles leave a wreck (9.91a, 9.91b)."""
    unit = state.units[index]
    if unit.status != ON_MAP:
        return
    if unit.cargo != NOBODY:
        destroy(state, scene, doing, unit.cargo, "12.32b")
    if unit.aboard != NOBODY:
        state.units[unit.aboard].cargo = NOBODY
    cell = unit.cell
    wreck = arms(unit.type).wrecks
    if wreck and cell not in state.wrecks and cell not in state.fresh:
        state.fresh.append(cell)
    unit.status, unit.aboard, unit.cargo = DESTROYED, NOBODY, NOBODY
    unit.pinned = unit.panicked = unit.shaken = False
    unit.level = unit.hits = 0
    state.tasks.pop(unit.id, None)
    doing.emit("destroyed", rule, (), unit=unit.id, side=unit.side, type=unit.type, hex=scene.board.labels[cell],
               wreck=wreck)  # fmt: skip
    unit.cell = OFF_MAP


def recover(state: KampfState, scene: Scene, doing: Doing) -> None:
    """The Disruption Removal Phase (4.1-f): pins go by themselves (9.72a), disrupted units roll (9.72b, 9.72c, K-26).

    12.32c: only a vehicle rolls, and its passenger recovers with it; infantry on a tank that is disrupted alone rolls
    for itself.
    """
    for unit in state.units:
        unit.pinned = False
    for unit in state.units:
        if unit.status != ON_MAP or not unit.level or not _rolls(state, unit):
            continue
        die, needs = doing.dice.roll(DIE, f"{unit.id} recovers"), recovers_on(unit.level)
        rule = f"9.71-d{unit.level}"
        kind = "recovered" if die <= needs else "still_disrupted"
        doing.emit(kind, rule, (), unit=unit.id, side=unit.side, die=die, needs=needs, level=unit.level)
        if die <= needs:
            unit.level = 0
            if unit.cargo != NOBODY:
                state.units[unit.cargo].level = 0


def _rolls(state: KampfState, unit: Unit) -> bool:
    if unit.aboard == NOBODY:
        return True
    return rides_tank(state, unit) and not state.units[unit.aboard].level


def clear_wrecks(state: KampfState) -> None:
    """Lets the wrecks of this turn count as terrain, at the end of movement (9.92)."""
    state.wrecks.extend(state.fresh)
    state.fresh.clear()
