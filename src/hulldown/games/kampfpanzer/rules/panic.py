"""Panic: by the last digit of the hex, and the plots it forces on units that were to move (11.0)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import LETTERS, Cell
from hulldown.core.charts import span
from hulldown.core.marching import bolt
from hulldown.core.orders import Task
from hulldown.core.paths import IMPOSSIBLE
from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.data.counters import chart
from hulldown.games.kampfpanzer.rules.arms import POINT, arms
from hulldown.games.kampfpanzer.rules.fire import DIE
from hulldown.games.kampfpanzer.rules.march import step_cost
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import ON_MAP, SIDES, KampfState, Unit
from hulldown.games.kampfpanzer.rules.verbs.move import BOLT

DIRECTIONS: Final = "reconstructed"
"""Where the order of the directions on the die comes from: the diagram is lost, A to F for 1 to 6 is ours (C-05)."""


def digits_of(level: int, die: int) -> tuple[int, ...]:
    """The last digits of hexes whose units panic (11.3, 11.11a)."""
    return span(chart("11.3").cell(die, str(level)))


def determine(state: KampfState, scene: Scene, doing: Doing) -> None:
    """The Panic Determination Phase (4.1-b, 11.1, 11.11b): one die for each side.

    14.0d: units off the map have no hex to panic in. 11.0-gen-2, K-17: whoever was not plotted to move does nothing.
    """
    for side in SIDES:
        level = scene.side(side).panic
        die = doing.dice.roll(DIE, f"panic of {side}")
        digits = digits_of(level, die)
        doing.emit("panic_roll", "11.11b", (), side=side, nation=scene.side(side).nation, die=die, level=level,
                   digits=" ".join(map(str, digits)), provenance=chart("11.3").meta["provenance"])  # fmt: skip
        for unit in state.units:
            if unit.side == side and unit.status == ON_MAP and scene.ground.digits[unit.cell] in digits:
                _strike(state, scene, doing, unit)


def _strike(state: KampfState, scene: Scene, doing: Doing, unit: Unit) -> None:
    """Makes a unit panic (11.0-gen-1); not a disrupted one (11.12a), nor a vehicle that picks somebody up (12.13a)."""
    task = state.tasks.get(unit.id)
    verb = scene.verbs[task.kind] if task is not None else None
    if unit.level or (verb is not None and verb.embarks and not arms(unit.type).digs):
        return
    unit.panicked = True
    if verb is None or not verb.moves or verb.overruns:
        # 12.13b, 12.13c: embarking and debarking fail with everything else.
        state.tasks.pop(unit.id, None)
    doing.emit("panicked", "11.1", (), unit=unit.id, side=unit.side, hex=scene.board.labels[unit.cell])


def plot_panic(state: KampfState, scene: Scene, doing: Doing) -> None:
    """The Panicked Movement Plot Phase (4.1-d, 11.21). 11.12b: units pinned or disrupted since have lost their plot.

    11.22a, C-05: die 1-6 is direction A-F. 11.22b: infantry goes one hex. 11.22c: others spend as many points as the
    second die says, K-16: not more than they have, K-71: as long as the next hex can be paid. 11.22d: not off the map.
    """
    for unit in state.units:
        task = state.tasks.get(unit.id)
        if not unit.panicked or task is None:
            continue  # whatever was no move went when it panicked
        weapon = arms(unit.type)
        direction = doing.dice.roll(DIE, f"panic direction of {unit.id}") - 1
        points = 1 if weapon.squad else doing.dice.roll(DIE, f"panic points of {unit.id}")
        path = tuple(cell for cell, _ in bolt_path(state, scene, unit, direction, points))
        state.tasks[unit.id] = Task(unit.id, BOLT.kind, path)
        doing.emit("panic_move", "11.22a", (), unit=unit.id, side=unit.side, direction=LETTERS[direction],
                   points=points, path=scene.board.label_path(path), provenance=DIRECTIONS)  # fmt: skip


def bolt_path(state: KampfState, scene: Scene, unit: Unit, direction: int, points: int) -> list[tuple[int, int]]:
    """The straight panic path of a unit, each hex with the tick at which it is entered."""
    weapon = arms(unit.type)

    def cost(here: Cell, ahead: Cell, moved: bool) -> int:
        # 11.22b: infantry goes exactly one hex, which its allowance always pays for.
        return IMPOSSIBLE if weapon.squad and moved else step_cost(state, scene, weapon.table, here, ahead)

    return bolt(scene.board, unit.cell, direction, min(points * POINT, weapon.ma), cost)
