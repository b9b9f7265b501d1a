"""Movement carried out hex by hex: entering a hex, what waits there, and the chance of fire after it (6.0, 13.0).

The act of a unit is a `March` in the state. Every hex it enters, every change of status and every turn in its hex is a
trigger (SEQ-1): the handler of the sequence opens an exchange and comes back here when it is over.
"""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.hex import OPPOSITE
from hulldown.core.paths import IMPOSSIBLE
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import artillery, commands, observing, points
from hulldown.games.panzer_battles.rules.casualties import engage, lose
from hulldown.games.panzer_battles.rules.options import YES
from hulldown.games.panzer_battles.rules.planning import RISING, Planning, allowance
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    DUMMY,
    EXITED,
    NOBODY,
    OFF,
    OFF_MAP,
    ON_MAP,
    BattleState,
    March,
    Unit,
    companions,
    counter_of,
    enemies_in,
    enemy_of,
    friends_in,
)
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUND, REVERSE, WITHDRAW


def path_fault(planning: Planning, cells: tuple[Cell, ...], pace: str, leaves: bool) -> Fault | None:
    """What is wrong with a path, as far as its side knows (6.11a, 13.26, 5.12, 6.45).

    6.35: infantry goes only where its points suffice.
    """
    unit, scene = planning.unit, planning.scene
    left = planning.left(pace)
    here, spent = unit.cell, unit.spent
    for place, cell in enumerate(cells):
        cost = _step_price(planning, here, cell, place)
        if cost == IMPOSSIBLE:
            where = scene.label(here) if here >= 0 else "off the map"
            return "6.0-proc-1", f"{where} and {scene.label(cell)} are not adjacent"
        if cost > left:
            # 6.2c: a vehicle always moves one hex with all it has.
            if not (planning.kind.vehicle and place == 0 and spent == 0 and here >= 0):
                return "6.11a", f"it has {max(left, 0)} points left and needs {cost} to enter {scene.label(cell)}"
            left = cost
        left -= cost
        fault = _way_fault(planning, cell, place == len(cells) - 1 and not leaves)
        if fault is not None:
            return fault
        here = cell
    if leaves:
        return _exit_fault(planning, here, left)
    return _home_fault(planning, here) or _apart_fault(planning, here)


def end_fault(planning: Planning, cell: Cell) -> Fault | None:
    """Why a single step into a hex may not be made, as far as the side knows."""
    return _way_fault(planning, cell, True) or _home_fault(planning, cell) or _apart_fault(planning, cell)


def _home_fault(planning: Planning, cell: Cell) -> Fault | None:
    """Why a unit may not stop where it began (5.12), also after a change of status (5.14b); a dummy may."""
    unit = planning.unit
    if cell == unit.origin and not planning.kind.dummy:
        return "5.12", "it must end in another hex than it began in"
    return None


def _step_price(planning: Planning, here: Cell, cell: Cell, place: int) -> int:
    """What a step of a path costs: the first one may be onto the map (19.23b) or out of defilade (15.42).

    6.47, 11.12, 15.41: joining and leaving a stack, turning, and a vehicle's way out of defilade cost nothing.
    """
    unit = planning.unit
    if here < 0:
        return planning.scene.entry_price(unit) if cell == unit.entry else IMPOSSIBLE
    cost = planning.step_cost(here, cell)
    if place == 0 and cost != IMPOSSIBLE and unit.defilade >= 0 and planning.kind.infantry:
        cost += RISING
    return cost


def _way_fault(planning: Planning, cell: Cell, last: bool) -> Fault | None:
    """Why a hex may not be entered as far as the side knows: who is in it (13.0-gen-2, 13.26, CMD-9).

    5.15: a Bound unit may come into the enemy's hex, and so begins a close assault.
    13.11a, 13.27a: others may come into a close assault too, whether it has begun in this Phase or before.
    """
    state, unit = planning.state, planning.unit
    foes = known_enemies(state, unit.side, cell)
    if not foes:
        return None
    if planning.kind.dummy:
        return "6.81a", "a dummy does not enter a hex with the enemy"
    if unit.command == WITHDRAW:
        return "5.4b", "a unit that withdraws starts no close assault"
    if not last:
        rule = "13.26" if any(state.units[at].engaged for at in foes) else "13.0-gen-2"
        return rule, f"it must stop in {planning.scene.label(cell)}, where the enemy is"
    return None


def known_enemies(state: BattleState, side: str, cell: Cell) -> list[int]:
    """The enemy's counters in a hex that lie on the map; a dummy looks like any other (DUM-7).

    Whoever rides is where its vehicles are.
    """
    foe = enemy_of(side)
    return [at for at, unit in enumerate(state.units) if unit.side == foe and unit.cell == cell and unit.tag]


def _exit_fault(planning: Planning, here: Cell, left: int) -> Fault | None:
    """Why a unit may not leave the map from a hex (19.31a)."""
    cost = planning.scene.exit_price(planning.unit, here)
    if cost == IMPOSSIBLE:
        return "19.31a", "it may not leave the map here"
    return ("19.31a", f"leaving the map costs {cost} points, it has {left} left") if cost > left else None


def _apart_fault(planning: Planning, cell: Cell) -> Fault | None:
    """Why it may not stop with another of its company: they began together and move apart (6.13, 6.45; MOV-6).

    6.0-proc-2: units of different companies cannot move together, so they may meet again (13.11a).
    """
    state, unit = planning.state, planning.unit
    if unit.origin < 0 or planning.kind.dummy:
        return None
    for at in friends_in(state, unit.side, cell):
        other = state.units[at]
        together = at in unit.mates and planning.index in other.mates
        fellow = at != planning.index and other.company == unit.company
        if fellow and other.origin == unit.origin and not together:
            return "6.45a", f"it began with {other.id} and did not move together with it"
    return None


def step(state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
    """Moves the units of a march into the next hex, or off the map; False when they can go no further."""
    if not march.cells:
        if march.leaves:
            for index in march.units:
                _exit(state, scene, index, doing)
        return False
    cell = march.cells.pop(0)
    moved = [index for index in march.units if _enter(state, scene, march, index, cell, doing)]
    march.units = tuple(moved)
    if not moved:
        return False
    if _meet(state, scene, march, cell, doing):
        march.cells, march.leaves = [], False
        _shell(state, scene, march, cell, doing)
        observing.observe(state, scene, doing)
        return False
    for index in march.units:
        state.units[index].entered = NOBODY
    _shell(state, scene, march, cell, doing)
    observing.observe(state, scene, doing)
    march.units = tuple([index for index in march.units if state.units[index].status == ON_MAP])
    return bool(march.units)


def _shell(state: BattleState, scene: Scene, march: March, cell: Cell, doing: Doing) -> None:
    """Fire that lies on a hex hits whoever comes into it, to a close assault too (4.0-C1b, 17.5b, 13.25b)."""
    for index in march.units:
        artillery.under_fire(state, scene, index, cell, doing)


def _enter(state: BattleState, scene: Scene, march: March, index: int, cell: Cell, doing: Doing) -> bool:
    """One unit goes into a hex, if it can still pay for it (MOV-4); its defilade stays behind (15.44).

    16.1b: what it carries comes along.
    """
    unit = state.units[index]
    planning = Planning(state, scene, index)
    cost = _step_price(planning, unit.cell, cell, 0)
    whole = allowance(scene, unit)
    guaranteed = planning.kind.vehicle and unit.spent == 0 and unit.status == ON_MAP
    if march.kind == REVERSE:
        cost = whole
    elif cost > whole - unit.spent and not guaranteed:
        return False
    came = unit.cell
    if unit.status == OFF:
        _come_on(state, index)
    unit.spent += min(cost, whole) if guaranteed else cost
    unit.rooted = march.kind == REVERSE or (guaranteed and cost > whole)
    _head(scene, unit, cell, march.kind == REVERSE)
    before, unit.moved = unit.moved, True
    unit.defilade = NOBODY
    commands.commit(unit, commands.AS_BOUND)
    # 6.45a, MOV-6: only those that have gone all the way with it.
    unit.mates = tuple([one for one in march.units if one != index and (not before or one in unit.mates)])
    for at in companions(state, index):
        # 12.51b, 12.52a: who rides from hex to hex has moved, if it dismounts in the same Phase too.
        load = state.units[at]
        load.cell, load.facing, load.moved = cell, unit.facing, True
    if unit.type != DUMMY:
        scene.take_control(state, unit)
    _tell_move(state, scene, unit, came, cell, doing)
    return True


def _head(scene: Scene, unit: Unit, cell: Cell, backs: bool) -> None:
    """Puts a unit into the next hex, heading as it drives (6.15, 11.14a) or backs (11.13b).

    A vehicle turns as it goes (11.11b), so that it leaves by its front (11.11a) into any hex next to it (11.14b).
    Infantry has no facing (11.0-gen-3).
    """
    way = scene.board.direction(unit.cell, cell) if unit.cell >= 0 else scene.inward(unit, cell)
    unit.cell, unit.entered, unit.backed = cell, way, backs
    if not traits(unit.type).infantry:
        unit.facing = OPPOSITE[way] if backs else way


def _come_on(state: BattleState, index: int) -> None:
    """A unit comes onto the map with all that it carries, under a Bound command (19.21, 16.11b)."""
    for at, unit in enumerate(state.units):
        if at == index or (unit.carrier == index and unit.status == OFF):
            unit.status, unit.place, unit.owing = ON_MAP, 0, 0
            unit.command, unit.role = BOUND, ""


def _tell_move(state: BattleState, scene: Scene, unit: Unit, came: Cell, cell: Cell, doing: Doing) -> None:
    """Tells of a step what each side can see: a counter moves; one that was in hiding appears (19.11a, 19.12)."""
    before = scene.label(came) if came >= 0 else ""
    where = scene.label(cell)
    if not unit.tag and came >= 0 and state.options.get("hidden_movement") == YES:
        doing.emit("crept", "19.12", (unit.side,), unit=unit.id, side=unit.side, hex=where, came=before)
        return
    if not unit.tag:
        observing.number(state, unit)
        before = ""
    doing.emit(
        "moved", "6.0-proc-1", () if unit.shown else (unit.side,), unit=unit.id, side=unit.side, hex=where, came=before
    )
    if not unit.shown:
        others = (enemy_of(unit.side), "*")
        doing.emit(
            "counter_moved", "6.0-proc-1", others, counter=counter_of(unit), hex=where, came=before, side=unit.side
        )


def _exit(state: BattleState, scene: Scene, index: int, doing: Doing) -> None:
    """A unit leaves the map for good (19.31b), and scores where that is what counts (SCN-12)."""
    unit = state.units[index]
    points.score_exit(state, scene, unit)
    who = unit.id if unit.shown else counter_of(unit)
    doing.emit("exited", "19.31a", (), unit=who, hex=scene.label(unit.cell), side=unit.side)
    for at in (index, *companions(state, index)):
        gone = state.units[at]
        gone.status, gone.cell, gone.tag = EXITED, OFF_MAP, 0


def _meet(state: BattleState, scene: Scene, march: March, cell: Cell, doing: Doing) -> bool:
    """Whether movers have come upon the enemy: they stop, and a close assault begins (13.0-gen-1; MOV-17, CA-1).

    DUM-5: a dummy is found out and stops nobody. 16.45, CA-22: a gun that is alone is lost at once.
    """
    side = state.units[march.units[0]].side
    if state.units[march.units[0]].type == DUMMY:
        return False
    for unit in state.units:
        if unit.type == DUMMY and unit.side != side and unit.cell == cell and unit.status == ON_MAP:
            observing.remove_dummy(state, scene, unit, doing)
    foes = enemies_in(state, side, cell)
    if not foes:
        return False
    for at in foes:
        if not state.units[at].shown:
            observing.reveal(state, scene, state.units[at], "13.23a", doing)
    for index in march.units:
        mover = state.units[index]
        mover.rooted = True
        state.assaulted = (*state.assaulted, scene.board.neighbours[cell][OPPOSITE[mover.entered]], cell)
    if all(traits(state.units[at].type).gun for at in foes):
        for at in foes:
            lose(state, scene, at, state.units[at].strength, "16.45", doing)
        return True
    engage(state, cell)
    doing.emit("engaged", "13.23a", (), hex=scene.label(cell))
    return True
