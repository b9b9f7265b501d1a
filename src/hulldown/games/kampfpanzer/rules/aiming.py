"""The aim of an attack by fire, taken from the position."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import Aim, Firer, Target, counter_target
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import KampfState, Unit, rides_tank


def target_of(state: KampfState, scene: Scene, unit: Unit) -> Target:
    """A unit as it is fired at: infantry that rides on a tank defends with a value of its own (14.5-3)."""
    riders = scene.side(unit.side).riders
    if riders is not None and rides_tank(state, unit):
        return Target(f"{unit.type} on a tank", riders.defence, False, riders.rule, "rulebook")
    return counter_target(arms(unit.type).counter)


def aim_at(state: KampfState, scene: Scene, firers: list[int], targets: list[int], cell: Cell) -> Aim:
    """The aim of these units at units in a hex as things stand (9.17, 10.0-fn-1, K-41; 9.4d: facing is nothing)."""
    ground, units = scene.ground, state.units
    crew: list[Firer] = []
    for index in firers:
        unit = units[index]
        distance = scene.board.distance(unit.cell, cell)
        crew.append(Firer(arms(unit.type).counter, distance, ground.through_crest(unit.cell, cell)))
    return Aim(
        tuple(crew),
        tuple([target_of(state, scene, units[index]) for index in targets]),
        ground.rows[cell].name,
        cell in state.wrecks,
        # 13.0-proc-3: any unit in its hex, also one that only drives through.
        any(works.cell == cell and works.side == units[index].side for works in state.works for index in targets),
    )
