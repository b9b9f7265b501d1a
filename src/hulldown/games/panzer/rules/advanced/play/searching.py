"""Searching for a hull-down position in the hex where a vehicle is (6.6.9)."""

from __future__ import annotations

from typing import Final

from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.advanced_tables import cell, find_grade
from hulldown.games.panzer.rules.advanced import hulldown
from hulldown.games.panzer.rules.advanced.chances import total
from hulldown.games.panzer.rules.advanced.pieces import RUBBLE
from hulldown.games.panzer.rules.advanced.play import cover, halts, transport
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, member_of, vehicle_of, work_in
from hulldown.games.panzer.rules.advanced.play.manners import SEARCHING
from hulldown.games.panzer.rules.advanced.play.march import BACKWARDS, FIND, LOOK, PARTLY, March
from hulldown.games.panzer.rules.advanced.verbs.marches import PARTIAL as PARTLY_TOLD
from hulldown.games.panzer.rules.advanced.verbs.marches import REVERSED
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.movement import Plan
from hulldown.games.panzer.rules.rolls import roll_100
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState

WORDS: Final = (PARTLY_TOLD, REVERSED)
CHOICES: Final = ("", PARTLY_TOLD, REVERSED, f"{PARTLY_TOLD} {REVERSED}")
"""What is searched for, and how it is driven into (6.6.9d, 6.6.9e)."""


def terrain_in(state: PanzerState, scene: Scene, index: int) -> str:
    """The terrain that decides a search in a unit's hex; rubble has a row of its own (6.6.9a)."""
    here = state.units[index].cell
    return RUBBLE if work_in(state, here, RUBBLE) is not None else scene.ground.rows[here].name


def unable(march: March) -> Fault | None:
    """Why a vehicle cannot search: it needs a Move, terrain with a range, and its whole allowance (6.6.9a, 6.6.9b)."""
    unit, detail = march.unit, detail_of(march.unit)
    if vehicle_of(unit) is None:
        return "6.6.9a", "only vehicles search for hull down"
    if unit.command not in march.scene.marching:
        return "6.6.9b", "a search needs a Move command"
    if unit.status != ON_MAP:
        return "6.6.9b", "it is not on the map"
    if detail.track:
        return "6.5.2.2.1a", "a Track hit has immobilised it"
    if detail.inside or not hulldown.searchable(terrain_in(march.state, march.scene, march.index)):
        return "6.6.9a", f"no search finds a position in {march.scene.board.labels[unit.cell]}"
    if march.begun() and detail.manner != SEARCHING:
        return "6.6.9b", "a search takes its whole allowance"
    return None


def _jumping(march: March) -> tuple[list[int], Fault | None]:
    """The emergency bail outs before a search; nobody mounts or dismounts otherwise (6.6.9i)."""
    actions = []
    for stop in march.stops:
        fault = transport.bail_fault(march.state, march.index, stop.unit)
        if stop.word != halts.BAIL:
            fault = ("6.6.9i", "while it searches nobody mounts or dismounts, but in an emergency")
        if fault is not None:
            return [], fault
        actions.append(halts.action_of(stop, halts.SAME))
    return actions, None


def planned(march: March) -> Plan:
    """The search: overwatch may answer it as a no-move, then comes the roll (N10); it may face any hexside (6.6.9e).

    Cases 6.6.9d, 6.6.9b.
    """
    words = march.task.choice.split()
    facing = march.task.facing if march.task.facing >= 0 else march.unit.facing
    how = PARTLY * (WORDS[0] in words) + BACKWARDS * (WORDS[1] in words)
    find = FIND + 6 * how + facing
    jumps, fault = _jumping(march)
    return Plan([*jumps, find] if march.begun() else [*jumps, LOOK, find], unable(march) or fault)


def look(state: PanzerState, scene: Scene, doing: Doing) -> bool:
    """The vehicle begins to search: a chance for overwatch."""
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    mover.progress.spent, mover.progress.stuck = mover.progress.allowance, True
    mover.progress.route = False
    doing.emit("searches", "6.6.9b", (), unit=unit.id, hex=scene.board.labels[unit.cell])
    return True


def find(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    """The roll (6.6.9c), with what size, grade and kind of position add to it (6.6.9d, 6.6.9-size, 6.6.9-grade).

    6.6.9f: the position protects towards the front, or towards the rear if it was reversed into. No occasion to react.
    """
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    card = vehicle_of(unit)
    assert card is not None
    how, facing = divmod(action - FIND, 6)
    partial = bool(how & PARTLY)
    grade = find_grade(member_of(scene, mover.unit).grade)
    terrain = terrain_in(state, scene, mover.unit)
    factors = hulldown.search(card, terrain, grade, partial).factors
    needs = cell("hull-down-search", terrain, "range").last
    roll = roll_100(doing.dice, f"hull down: {unit.id}")
    net = roll + total(factors[1:])
    unit.facing = facing
    found = net <= needs
    data: dict[str, Scalar] = {"unit": unit.id, "hex": scene.board.labels[unit.cell], "facing": "ABCDEF"[facing]}
    data |= {"roll": roll, "net": net, "needs": needs, "partial": partial}
    doing.note("hull_down" if found else "no_hull_down", "6.6.9c", (), data, factors)
    if found:
        cover.take_hull_down(unit, partial, bool(how & BACKWARDS))
    return False
