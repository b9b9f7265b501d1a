"""Who may overrun whom, and why not (6.6.10)."""

from __future__ import annotations

from hulldown.games.panzer.rules.advanced import overrun
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, RUBBLE
from hulldown.games.panzer.rules.advanced.play import spotting, works
from hulldown.games.panzer.rules.advanced.play.assault.memory import aim_of, combat_of, sharing_fault
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, leg_of, vehicle_of, work_in
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState


def unable(state: PanzerState, scene: Scene, index: int) -> Fault | None:
    """Why a unit overruns nobody: only combat vehicles do, by a Move command, and one unit each.

    Cases 6.6.10b, 6.6.10c, 6.6.10d, 6.6.4.4c, 6.6.4.5d; 6.6.2d: suppressed and damaged ones may.
    """
    unit = state.units[index]
    card = vehicle_of(unit)
    if card is None:
        return "6.6.10b", "only vehicles overrun others"
    if not overrun.able(card):
        return "6.6.10b", "it has no GP weapon to overrun anybody with"
    if unit.command not in scene.marching:
        return "6.6.10c", "it needs a Move command to overrun: a Short Halt will not do"
    if index in combat_of(state).overran:
        return "6.6.10d", "it has made its overrun"
    return None


def target_fault(state: PanzerState, scene: Scene, index: int, target: int) -> Fault | None:
    """Why a vehicle may not overrun a unit wherever it is: dismounted since the start of the turn, and spotted.

    Cases 6.6.10d, 6.6.10e, 6.6.10f, 6.1.4.3.7b; E7: by the vehicle itself, before it moves.
    """
    unit, enemy = state.units[index], state.units[target]
    if enemy.side == unit.side or vehicle_of(enemy) is not None:
        return "6.6.10d", f"{enemy.id} is no leg or towed unit of the enemy"
    if enemy.status not in (ON_MAP, CARRIED):
        return "6.6.10d", f"{enemy.id} is not on the map"
    if enemy.status == CARRIED or not enemy.command:
        return "6.6.10d", f"{enemy.id} is a passenger, or was one when the turn began"
    post = works.position_of(state, target)
    if post is not None and post.kind == IMPROVED:
        return "6.1.4.3.7b", f"{enemy.id} is in an Improved Position"
    announced = aim_of(state, index)
    if announced not in (-1, target):
        return "6.6.10f", f"it has announced its overrun of {state.units[announced].id}"
    if announced < 0 and target in combat_of(state).overrun:
        return "6.6.10f", f"all overruns of {enemy.id} had to be announced with the first"
    if announced < 0 and not spotted(state, scene, index, target):
        return "6.6.10e", f"{enemy.id} was not spotted by it before its move"
    return sharing_fault(state, index, target)


def spotted(state: PanzerState, scene: Scene, index: int, target: int) -> bool:
    """Whether a vehicle had spotted a unit before it began to move (6.6.10e)."""
    mover = state.mover
    if mover is not None and mover.unit == index:
        return target in state.units[index].sees
    return spotting.spots(state, scene, index, target)


def indoors(state: PanzerState, scene: Scene, target: int) -> bool:
    """Whether a unit is inside a building: leg units always, guns where they were set up so (6.6.10h; Q10)."""
    unit = state.units[target]
    if not scene.ground.rows[unit.cell].storeys or work_in(state, unit.cell, RUBBLE) is not None:
        return False
    return leg_of(unit) is not None or detail_of(unit).inside


def targets_of(state: PanzerState, scene: Scene, index: int) -> list[int]:
    """The units that a vehicle might overrun if its way leads there (6.6.10a, 6.6.10b, 6.6.10d).

    6.6.4.1c: along a path or road it comes to those who are on it from farther off.
    """
    if unable(state, scene, index) is not None or detail_of(state.units[index]).track:
        return []
    unit = state.units[index]
    card = vehicle_of(unit)
    assert card is not None
    on_way = scene.ground.on_way
    by_way = max(card.cross_country, card.path, card.road) if on_way[unit.cell] else card.cross_country
    return [
        number
        for number, enemy in enumerate(state.units)
        if scene.board.distance(unit.cell, enemy.cell) <= (by_way if on_way[enemy.cell] else card.cross_country)
        and target_fault(state, scene, index, number) is None
    ]
