"""Smoke by direct fire: one hex in sight, instead of AP or GP fire (6.1.4.3.10b to 6.1.4.3.10f)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.decisions import Option
from hulldown.core.orders import Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.roster import ENGINEER
from hulldown.games.panzer.rules import arcs
from hulldown.games.panzer.rules.advanced import sheafs
from hulldown.games.panzer.rules.advanced.ammo import fails
from hulldown.games.panzer.rules.advanced.options import AMMO_LIMITS, OFF
from hulldown.games.panzer.rules.advanced.play import control, sight
from hulldown.games.panzer.rules.advanced.play.facts import card_of, detail_of, member_of
from hulldown.games.panzer.rules.advanced.play.indirect import counters
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, Arm, arms_of, silenced
from hulldown.games.panzer.rules.advanced.verbs.missions import SMOKE
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import mark
from hulldown.games.panzer.rules.state import ON_MAP, SPOT_FIRE, PanzerState, index_of

LIMIT = 10


def thrower_of(state: PanzerState, scene: Scene, index: int) -> Arm | None:
    """The weapon with which a unit fires smoke directly: the first with Smk and a GP row (6.1.4.3.10b)."""
    for arm in arms_of(state, scene, index):
        if arm.mounted.smoke_limit and GP in arm.rows and silenced(state, scene, index, arm) is None:
            return arm
    return None


def _thrower_into(state: PanzerState, scene: Scene, index: int, cell: Cell) -> Arm | None:
    """The weapon by which a unit lays smoke in a hex; engineers need none for the next one (6.1.4.3.10c)."""
    if scene.board.distance(state.units[index].cell, cell) == 1 and _engineers(state, scene, index):
        return None
    return thrower_of(state, scene, index)


def able(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit can lay smoke at all: it has smoke rounds, or is a leg unit of engineers (6.1.4.3.10c)."""
    return thrower_of(state, scene, index) is not None or _engineers(state, scene, index)


def _engineers(state: PanzerState, scene: Scene, index: int) -> bool:
    return isinstance(card_of(state.units[index]), LegUnit) and member_of(scene, index).labelled(ENGINEER)


def ready(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """A side's units that may lay smoke in its Direct Fire step: by Fire or Short Halt (6.1.4.3.10d)."""
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side
        and unit.status == ON_MAP
        and not unit.fired
        and unit.command in scene.shooting
        and detail_of(unit).held != state.turn
        and able(state, scene, index)
    ]


def fault_of(state: PanzerState, scene: Scene, index: int, cell: Cell) -> Fault | None:
    """Why a unit may not lay smoke in a hex (6.1.4.3.10c, 6.1.4.3.10d, 6.1.4.3.10e)."""
    unit, board = state.units[index], scene.board
    far = board.distance(unit.cell, cell)
    arm = _thrower_into(state, scene, index, cell)
    if arm is not None:
        row = arm.rows[GP]
        dq, dr = board.q[cell] - board.q[unit.cell], board.r[cell] - board.r[unit.cell]
        if not row.reaches(far):
            return "6.1.4.3.10d", f"range {far} is not between {row.minimum} and {row.reach}"
        mount = arm.mounted.mount
        if mount not in ("turret", "pivot") and not arcs.points_to(mount, unit.facing, dq, dr):
            return "6.1.4.3.10d", "the hex is outside its field of fire"
    elif far != 1:
        return "6.1.4.3.10c", "engineers lay smoke into an adjacent hex"
    if any(other.side == unit.side and other.status == ON_MAP and other.cell == cell for other in state.units):
        return "6.1.4.3.10e", "there are friendly units in the hex"
    ends = sight.height(state, scene, index), sight.ground_height(state, scene, cell)
    raised = sight.raised(state, scene, index)
    if not sight.clear_between(state, scene, unit.cell, cell, ends if raised else None):
        return "6.1.4.3.10d", "it has no line of sight to the hex"
    return None


def option(state: PanzerState, scene: Scene, index: int) -> Option | None:
    """The hexes in which a unit may lay smoke (6.1.4.3.10d, 6.1.4.3.10c)."""
    unit = state.units[index]
    arm = thrower_of(state, scene, index)
    reach = arm.rows[GP].reach if arm is not None else 1
    near = [cell for cell in scene.board.cells if scene.board.distance(unit.cell, cell) <= reach]
    cells = tuple([cell for cell in near if fault_of(state, scene, index, cell) is None])
    return Option(SMOKE, "6.1.4.3.10d", cells) if cells else None


def faults(state: PanzerState, scene: Scene, side: str, tasks: list[Task]) -> list[Violation]:
    """What is wrong with the smoke of an announcement (6.1.4.3.10c, 6.1.4.3.10d)."""
    found = []
    able_now = ready(state, scene, side)
    for place, task in enumerate(tasks):
        index = index_of(state, task.unit)
        if index not in able_now or any(other.unit == task.unit for other in tasks[:place]):
            found.append(Violation("6.1.4.3.10d", "it cannot fire smoke now", task.unit))
            continue
        fault = (
            fault_of(state, scene, index, task.cells[0]) if len(task.cells) == 1 else ("6.1.4.3.10d", "name one hex")
        )
        if fault is not None:
            found.append(Violation(fault[0], fault[1], task.unit))
    return found


def lay(state: PanzerState, scene: Scene, task: Task, doing: Doing) -> None:
    """Fires smoke: it counts as the unit's fire, even if the limit fails (5.16.2.3a, 5.16.2.3b).

    6.1.4.3.10f: it covers one hex, and is Closed.
    """
    index = index_of(state, task.unit)
    unit = state.units[index]
    arm = _thrower_into(state, scene, index, task.cells[0])
    control.show(state, index, "6.1.4.3.10d", doing)
    unit.fired = True
    detail = detail_of(unit)
    full = unit.mark == SPOT_FIRE and not detail.small
    mark(unit, SPOT_FIRE)
    detail.small = not full and (arm is None or arm.quiet)
    if arm is not None and state.options.get(AMMO_LIMITS) != OFF:
        limit = arm.mounted.smoke_limit
        rolled = doing.dice.roll(LIMIT, f"ammo limit: {unit.id} {arm.name} smoke")
        out = fails(limit, rolled, 0)
        doing.emit(
            "ammo", "5.16.2d", (), unit=unit.id, weapon=arm.name, ammo="smoke", limit=limit, roll=rolled, short=out
        )
        if out:
            doing.emit("no_smoke", "5.16.2.3a", (), side=unit.side, source=unit.id)
            return
    doing.emit("smoke_laid", "6.1.4.3.10f", (), unit=unit.id, hex=scene.board.labels[task.cells[0]])
    counters.make_smoke(state, task.cells, sheafs.density(sheafs.ONE), counters.DIRECT_STEP)
