"""Objectives: who occupies them, and control by full turns (3.6)."""

from __future__ import annotations

from hulldown.core.board import Board, Cell
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.loading import Objective, Scenario
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, SIDES, Hold, PanzerState

CONTESTED = "both"


def new_holds(scenario: Scenario) -> list[Hold]:
    """The objectives as the scenario gives them out (3.6b)."""
    return [Hold(holder=objective.holder) for objective in scenario.objectives]


def cells_of(board: Board, objective: Objective) -> frozenset[Cell]:
    return frozenset(board.by_label[label] for label in objective.hexes)


def occupier(state: PanzerState, scene: Scene, objective: Objective) -> str:
    """The side with an armed vehicle on an objective, CONTESTED with both, "" with neither (3.6f, 3.6g; P6)."""
    cells, armed = cells_of(scene.board, objective), scene.doctrine.armed
    there = {unit.side for unit in state.units if unit.status == ON_MAP and unit.cell in cells and armed(unit)}
    if len(there) == len(SIDES):
        return CONTESTED
    return next(iter(there), "")


def note_presence(state: PanzerState, scene: Scene) -> None:
    """Notes at the start of a turn who stands where (3.6d)."""
    for hold, objective in zip(state.holds, scene.scenario.objectives, strict=True):
        hold.present = occupier(state, scene, objective)


def judge_control(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """At the end of a turn: counts full turns of occupation and hands objectives over.

    3.6c, 3.6d: present at the start and at the end, not necessarily with the same vehicle; 3.6e: control lasts until
    another captures it; 3.6g: while both sides are on it nobody controls it.
    """
    for hold, objective in zip(state.holds, scene.scenario.objectives, strict=True):
        now = occupier(state, scene, objective)
        if now == CONTESTED:
            if hold.holder:
                doing.emit("contested", "3.6g", (), objective=objective.name)
            hold.holder, hold.claimant, hold.turns = "", "", 0
            continue
        if not now or now != hold.present:
            hold.claimant, hold.turns = "", 0
            continue
        hold.turns = hold.turns + 1 if hold.claimant == now else 1
        hold.claimant = now
        if hold.turns >= objective.turns and hold.holder != now:
            hold.holder = now
            doing.emit("captured", "3.6c", (), objective=objective.name, side=now)
