"""Floors of buildings: a point between the ground and the top floor, whatever the number of storeys (6.6.4.1g; I22)."""

from __future__ import annotations

from typing import Final

from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.play import sight
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, leg_of
from hulldown.games.panzer.rules.advanced.play.march import DOWN, UP, March
from hulldown.games.panzer.rules.driving import ENTER, OTHER, Drive, Fault
from hulldown.games.panzer.rules.movement import Plan
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState

COST: Final = 1
LACKING: Final[Fault] = ("6.6.4.1g", "a change of floors takes a point of its allowance, and it has none left")


def after(march: March, actions: list[int]) -> Drive:
    """The unit after some actions of a plan (6.6.4.1g)."""
    drive = march.drive()
    for action in actions:
        if action in (UP, DOWN):
            drive.spend(COST, LACKING)
        elif action < OTHER or action >= ENTER:
            drive.act(action)
    return drive


def climbed(march: March) -> Plan:
    """The actions of going up, after the hexes of the task."""
    unit = march.unit
    if leg_of(unit) is None or unit.status != ON_MAP:
        return Plan([], ("6.1.4.3.1j", "only leg units go up to the top floor"))
    cell = march.task.cells[-1] if march.task.cells else unit.cell
    if not sight.tall(march.state, march.scene, cell):
        return Plan([], ("6.1.4.3.1j", f"there is no building of Height 2 in {march.scene.board.labels[cell]}"))
    if detail_of(unit).upper and not march.task.cells:
        return Plan([], ("6.6.4.1g", "it is on the top floor already"))
    actions: list[int] = []
    if march.task.cells:
        moved = march.driven("f" * len(march.task.cells))
        if moved.fault is not None:
            return moved
        actions = moved.actions
    fault = after(march, actions).spend(COST, LACKING)
    return Plan([*actions, UP], fault)


def down_fault(march: March) -> Fault | None:
    """Why a unit cannot come down."""
    if not detail_of(march.unit).upper:
        return "6.6.4.1g", "it is on the ground already"
    return march.drive().spend(COST, LACKING)


def change(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    """Carries out a change of floors (6.1.4.3.1j)."""
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    detail = detail_of(unit)
    detail.upper, detail.full_cover = action == UP, False
    mover.progress.spent += COST
    mover.progress.route = False
    kind = "climbed" if action == UP else "descended"
    doing.emit(kind, "6.6.4.1g", (), unit=unit.id, hex=scene.board.labels[unit.cell], cost=COST)
    return True
