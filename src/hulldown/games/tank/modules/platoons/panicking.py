"""Panic in platoons: who is spared because of the leader, and whom the leader takes along (25.2)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import LETTERS, Cell
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.formation import MOVING, Platoon, formed, mode_of, platoon_of
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.panic import DIE, panic_path
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ON_MAP, WAITING, TankState, Unit, index_of
from hulldown.games.tank.rules.verbs.panic import BOLT

STEADIER: Final = 2
"""By how much the level is lower for a platoon that moves (25.21b)."""
TURNS: Final = {1: 0, 2: 0, 3: 1, 4: 1, 5: -1, 6: -1}
"""The hexsides by which a panicked leader leaves its course, by the die: straight on, right, left (25.21d)."""


def calm(state: TankState, scene: Scene, index: int, chits: tuple[int, ...]) -> bool:
    """Whether a unit on the digit of a chit is spared because it acts in a platoon.

    25.21a, 25.21b: who moves follows the leader, who is tested by the first chits only, two fewer than the level
    (X-12). 25.22a, 25.22b, 25.22c: who fires is spared unless the leader stands on a drawn digit himself; X-79: by all
    chits of the level in force. 25.52a: a headquarters that moves or turns never panics. RP-16: as long as the leader
    waits off the map, nobody is spared for him.
    """
    unit = state.units[index]
    platoon = platoon_of(state, scene, unit.id)
    if platoon is None:
        return False
    moves = mode_of(state, scene, platoon) == MOVING
    if moves and platoon.hq:
        return True
    if state.units[index_of(state, platoon.leader)].status == WAITING:
        return False
    level = panic_level(state, scene, unit.side, arms(unit.type))
    if not moves:
        return not _struck(state, scene, platoon, chits[:level])
    if unit.id != platoon.leader:
        return True
    # shells have put him to flight already, alone.
    return unit.panicked or not _struck(state, scene, platoon, chits[: max(0, level - STEADIER)])


def _struck(state: TankState, scene: Scene, platoon: Platoon, chits: tuple[int, ...]) -> bool:
    """Whether the leader stands on the digit of one of these chits."""
    leader = state.units[index_of(state, platoon.leader)]
    return leader.status == ON_MAP and scene.ground.digits[leader.cell] in chits


def bolt(state: TankState, scene: Scene, doing: Doing, index: int) -> bool:
    """Lets a leader that moves panic together with its platoon; False for anybody else (25.21c)."""
    unit = state.units[index]
    platoon = platoon_of(state, scene, unit.id)
    if platoon is None or unit.id != platoon.leader or mode_of(state, scene, platoon) != MOVING:
        return False
    followers = [mate for mate in formed(state, platoon) if mate is not unit and _follows(state, scene, mate)]
    die = doing.dice.roll(DIE, f"panic direction of {unit.id}")
    direction = (_course(state, scene, unit) + TURNS[die]) % 6
    points = doing.dice.roll(DIE, f"panic points of {unit.id}")
    path, spent = panic_path(scene.ground, unit, direction, points, scene.costs(arms(unit.type).table))
    _flee(state, unit, path, spent)
    doing.emit("panic_move", "25.21d", (unit.side,), unit=unit.id, direction=LETTERS[direction], points=points,
               path=scene.board.label_path(path), provenance="rulebook")  # fmt: skip
    doing.emit("platoon_panics", "25.21c", (unit.side,), side=unit.side, platoon=platoon.name, unit=unit.id)
    for mate in followers:
        # as many hexes in the same direction, as far as the mate's own points and the ground allow (25.1).
        way, _ = panic_path(scene.ground, mate, direction, arms(mate.type).ma, scene.costs(arms(mate.type).table))
        way = way[: len(path)]
        due = BOLT.dues(scene, mate, Task(mate.id, BOLT.kind, way), 0)
        _flee(state, mate, way, due[-1] if due else 0)
    return True


def _follows(state: TankState, scene: Scene, mate: Unit) -> bool:
    """Whether a member does as its panicked leader does: not one that loads (27.3a) or flees from shells (X-38)."""
    task = state.tasks.get(mate.id)
    return not mate.panicked and (task is None or not scene.verbs[task.kind].loads)


def _course(state: TankState, scene: Scene, unit: Unit) -> int:
    """What is straight ahead: where the plot leads first, or else where the tank faces (X-13).

    T-72, 25.21d: a tank in reverse goes forward when it panics, so its plot does not count.
    """
    task = state.tasks.get(unit.id)
    if task is None or not task.cells or not scene.verbs[task.kind].moves or task.kind in scene.reverses:
        return unit.facing
    return scene.board.direction(unit.cell, task.cells[0])


def _flee(state: TankState, unit: Unit, path: tuple[Cell, ...], spent: int) -> None:
    """Replaces the plot of a unit by a panic move (12.21, T-72)."""
    unit.panicked = unit.moving = True
    unit.points = spent
    state.tasks[unit.id] = Task(unit.id, BOLT.kind, path)
