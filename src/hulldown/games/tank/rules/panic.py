"""Panic: chits by the last digit of the hex, and the plots it forces on units that were to move (12.0)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.marching import bolt
from hulldown.core.orders import Task
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.report import open_order
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ON_MAP, SIDES, TankState, Unit
from hulldown.games.tank.rules.verbs.panic import BOLT

CHITS = 10
DIE = 6
DIRECTIONS: Final = "reconstructed"
"""Where the order of the directions on the die comes from: the diagram is lost, A to F for 1 to 6 is ours (C-05)."""


def panic_in_force(state: TankState, scene: Scene) -> bool:
    """Whether panic is no longer suspended: from the turn after the event that the situation names.

    17.11-3 (and 16.0 by T-85): one side spotted the other or fire was executed. 17.12-4, 17.13-4: fire was executed.
    """
    return 0 < scene.situation.panics_since(state) < state.turn


def draw_panic(state: TankState, scene: Scene, doing: Doing) -> None:
    """Carries out the Panic Segment (4.1-b-1, 12.0-gen-1, 12.1a, 12.1b, 12.1c; T-71: from ten chits each)."""
    if not panic_in_force(state, scene):
        return
    for side in SIDES:
        level = panic_level(state, scene, side)
        chits = doing.dice.draw(level, CHITS, f"panic chits of {side}")
        doing.emit("chits", "12.1", (), side=side, chits=" ".join(map(str, sorted(chits))))
        drawn = 0
        for chit in chits:
            drawn |= 1 << chit
        # 17.3-4, 17.3-5: a unit off the map is not subject to panic, so neither is one that enters this turn.
        struck: list[int] = []
        for index, unit in enumerate(state.units):
            if unit.side == side and unit.status == ON_MAP and drawn >> scene.ground.digits[unit.cell] & 1:
                struck.append(index)
        if scene.hooks.calms:
            struck = [index for index in struck if not _calm(state, scene, index, tuple(chits))]
        for index in open_order(state, struck):
            # Who has panicked under shells already does not panic a second time (28.32d).
            if not state.units[index].panicked:
                _panic(state, scene, index, doing)


def _calm(state: TankState, scene: Scene, index: int, chits: tuple[int, ...]) -> bool:
    """Whether a module keeps a unit from panic."""
    return any(hook(state, scene, index, chits) for hook in scene.hooks.calms)


def _panic(state: TankState, scene: Scene, index: int, doing: Doing) -> None:
    """Makes a unit panic whose chit was drawn."""
    for hook in scene.hooks.panics:
        if hook(state, scene, doing, index):
            return
    panic(state, scene, state.units[index], doing)


def panic(state: TankState, scene: Scene, unit: Unit, doing: Doing, forced: bool = False) -> None:
    """Makes a unit panic for this turn (12.0-gen-2 to 12.0-gen-4, 12.21, 12.24, 8.0-proc-df-2, 8.0-proc-of-3).

    It loses its task; one that was to move bolts instead. `forced`: it bolts even if it was not to move (28.34-p3).
    """
    unit.panicked = True
    unit.may_face = False
    task = state.tasks.pop(unit.id, None)
    if not forced and (task is None or not scene.verbs[task.kind].moves):
        doing.emit("panicked", "12.0", (unit.side,), unit=unit.id, task=task.kind if task else "")
        return
    # 9.42, T-72: an overrun or a reverse becomes a plain forward panic move.
    direction = doing.dice.roll(DIE, f"panic direction of {unit.id}") - 1
    points = 0
    if arms(unit.type).drives:
        points = doing.dice.roll(DIE, f"panic points of {unit.id}")
    path, spent = panic_path(scene.ground, unit, direction, points, scene.costs(arms(unit.type).table))
    state.tasks[unit.id] = Task(unit.id, BOLT.kind, path)
    unit.moving = True
    unit.points = spent
    doing.emit("panic_move", "12.22", (unit.side,), unit=unit.id, direction="ABCDEF"[direction], points=points,
               path=scene.board.label_path(path), provenance=DIRECTIONS)  # fmt: skip


def panic_path(
    ground: Ground, unit: Unit, direction: int, points: int, costs: CostTable | None = None, gone: int = 0
) -> tuple[tuple[Cell, ...], int]:  # fmt: skip
    """The straight panic path and the points it takes.

    12.22a: die 1-6 is direction A-F (C-05). 12.22b: infantry goes one hex. 12.22c: a vehicle spends the second die,
    12.22d: not more than its allowance; T-73: it stops where the next hex is too dear. 12.22e: nor off the map.
    28.34-p2: the points `gone` that it has spent before on this turn are taken off. `costs` are those of vehicles
    now, where something slows them down.
    """
    board = ground.board
    weapon = arms(unit.type)
    if not weapon.drives:
        ahead = board.neighbours[unit.cell][direction]
        return ((ahead,), 1) if ahead >= 0 else ((), 0)
    table, allowance = costs or ground.costs(weapon.table), weapon.ma

    def cost(here: Cell, ahead: Cell, moved: bool) -> int:
        price = table[here][direction]
        if price == WHOLE:
            return IMPOSSIBLE if moved or gone else allowance
        return price

    found = bolt(board, unit.cell, direction, min(points, allowance) - gone, cost)
    return tuple([cell for cell, _ in found]), found[-1][1] if found else 0
