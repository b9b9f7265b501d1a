"""Tracked vehicles into and out of buildings: costs, the rolls at the wall, what follows (6.6.3)."""

from __future__ import annotations

from typing import Final, get_args

from hulldown.core.board import Cell
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.loading import listing
from hulldown.games.panzer.rules.advanced import buildings
from hulldown.games.panzer.rules.advanced.buildings import Building
from hulldown.games.panzer.rules.advanced.pieces import RUBBLE
from hulldown.games.panzer.rules.advanced.play import effects, halts
from hulldown.games.panzer.rules.advanced.play.assault import overrunning
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, passengers, vehicle_of, work_in
from hulldown.games.panzer.rules.advanced.play.floors import after
from hulldown.games.panzer.rules.advanced.play.gaits import INSIDE, TRACKED, prepare
from hulldown.games.panzer.rules.advanced.play.march import IN, IN_FROM, OUT, QUIT, March
from hulldown.games.panzer.rules.advanced.play.obstacles import surroundings
from hulldown.games.panzer.rules.advanced.play.positions import abandon
from hulldown.games.panzer.rules.advanced.verbs.marches import ENTER
from hulldown.games.panzer.rules.driving import AHEAD, BACK, LEAVE, TURN, Drive, Fault
from hulldown.games.panzer.rules.movement import Plan
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState

SUFFIX: Final = "_building"


def building_in(state: PanzerState, scene: Scene, cell: Cell) -> Building | None:
    """The kind of building in a hex; None where there is none, or only its rubble (6.6.3a, 6.1.4.3.9a)."""
    name = scene.ground.rows[cell].name.removesuffix(SUFFIX)
    if work_in(state, cell, RUBBLE) is not None:
        return None
    return next((kind for kind in get_args(Building) if kind == name), None)


def unable(march: March) -> Fault | None:
    """Why a vehicle may not enter buildings at all (6.1.4.3.1a, 6.1.4.3.1b, 6.6.3a, 6.6.3c)."""
    card = vehicle_of(march.unit)
    if card is None:
        return "6.1.4.3.1f", "only vehicles break into buildings; leg units are inside at once, guns stay in the alley"
    entry = buildings.entry(card, "wood")
    if entry.void:
        return entry.rule, entry.void
    if passengers(march.state, march.index) or any(stop.word == "load" for stop in march.stops):
        return "6.6.3c", "with passengers it may not enter a building"
    return ("6.5.2.2.1a", "a Track hit has immobilised it") if detail_of(march.unit).track else None


def entered(march: March) -> Plan:
    """The actions of entering the building of the last hex named, or of the vehicle's own (6.6.3b)."""
    state, scene, cells = march.state, march.scene, march.task.cells
    cell = cells[-1] if cells else march.unit.cell
    fault = unable(march)
    if fault is None and march.unit.status != ON_MAP:
        fault = ("6.6.3a", "it is not on the map")
    if fault is None and building_in(state, scene, cell) is None:
        fault = ("6.6.3a", f"there is no building in {scene.board.labels[cell]}")
    if fault is None and not cells and detail_of(march.unit).inside:
        fault = ("6.6.3a", "it is inside already")
    if fault is not None:
        return Plan([], fault)
    return _from_next(march, cell) if cells else _from_alley(march)


def _from_alley(march: March) -> Plan:
    """From the alley of its own hex it pays for the building (6.6.3a, 6.6.3d)."""
    drive = march.drive()
    name = march.scene.ground.rows[drive.cell].name
    actions = [IN]
    fault = drive.through_wall(listing("inside-costs").number(name, "tracked"), drive.cell)
    return Plan(_faced(march, drive, actions), fault or _turned_fault(march, drive))


def _from_next(march: March, cell: Cell) -> Plan:
    """From an adjacent hex it pays for the building alone, not for the alley (6.6.3b); always front first (6.6.3c).

    Cases 6.6.10h, 6.6.3d.
    """
    scene = march.scene
    actions: list[int] = []
    before = march.task.cells[:-1]
    if before:
        moved = march.to(march.task.kind, before).driven("f" * len(before))
        if moved.fault is not None and moved.fault[0] != "4.5.1.1.10b":
            return moved
        actions = moved.actions
    elif detail_of(march.unit).inside:
        actions = [QUIT]
    drive = after(march, actions)
    way = scene.board.direction(drive.cell, cell)
    if way < 0:
        return Plan([], ("3.5.1a", f"{scene.board.labels[drive.cell]} and {scene.board.labels[cell]} are not adjacent"))
    overrun = [stop for stop in march.stops if march.fights_in(cell)]
    if cell in march.around.closed or (drive.around.hostile(cell) and not overrun):
        return Plan([], march.around.closed.get(cell, ("4.5.1.1.10b", "an enemy is there")))
    if drive.facing != way:
        actions.append(TURN + way)
        fault = drive.act(TURN + way)
        if fault is not None:
            return Plan(actions, fault)
    actions += [IN_FROM + way, *[halts.action_of(stop, way) for stop in overrun]]
    fault = drive.through_wall(scene.ground.cross[f"{TRACKED} {INSIDE}"][drive.cell][way], cell)
    return Plan(_faced(march, drive, actions), fault or _turned_fault(march, drive))


def _faced(march: March, drive: Drive, actions: list[int]) -> list[int]:
    facing = march.task.facing
    return [*actions, TURN + facing] if facing >= 0 and facing != drive.facing else actions


def _turned_fault(march: March, drive: Drive) -> Fault | None:
    """Why it cannot turn inside in the end: that costs the Turn value of the building (6.6.3d, 6.6.3h)."""
    facing = march.task.facing
    if facing < 0 or facing == drive.facing:
        return None
    drive.indoors = _turn_inside(march.scene, drive.cell)
    return drive.act(TURN + facing)


def _turn_inside(scene: Scene, cell: Cell) -> int:
    return listing("inside-costs").number(scene.ground.rows[cell].name, "turn") - scene.ground.turn[cell]


def left(march: March) -> Plan:
    """The actions of coming out into the alley, for what that costs (6.6.3d, 6.6.3f)."""
    if vehicle_of(march.unit) is None or not detail_of(march.unit).inside:
        return Plan([], ("6.6.3a", "it is not inside a building"))
    if detail_of(march.unit).track:
        return Plan([], ("6.5.2.2.1a", "a Track hit has immobilised it"))
    drive = march.drive()
    return Plan([OUT], drive.through_wall(_alley(march.scene, drive.cell), drive.cell))


def _alley(scene: Scene, cell: Cell) -> int:
    cost = scene.ground.rows[cell].cost(TRACKED)
    assert isinstance(cost, int)
    return cost


def offers(march: March) -> tuple[Option, ...]:
    """The buildings that a vehicle can enter now: that of its hex, or of one next to it (6.6.3c)."""
    unit = march.unit
    if unit.status != ON_MAP or unable(march) is not None:
        return ()
    found = []
    if entered(march).fault is None:
        found.append(Option(ENTER, "6.6.3a"))
    near = [cell for cell in march.scene.board.neighbours[unit.cell] if cell >= 0]
    cells = [cell for cell in near if entered(march.to(ENTER, (cell,))).fault is None]
    if cells:
        found.append(Option(ENTER, "6.6.3b", cells=tuple(cells)))
    return (*found, *_overruns(march))


def _overruns(march: March) -> list[Option]:
    """Units inside buildings next to it that a vehicle can overrun by breaking in (6.6.10h)."""
    state, scene = march.state, march.scene
    found = []
    for target in overrunning.targets_of(state, scene, march.index):
        enemy = state.units[target]
        near = scene.board.distance(march.unit.cell, enemy.cell) == 1
        if near and overrunning.indoors(state, scene, target):
            word = f"{halts.OVERRUN} {enemy.id}"
            task = Task(march.unit.id, ENTER, (enemy.cell,), choice=word)
            if entered(March(state, scene, task)).fault is None:
                found.append(Option(ENTER, "6.6.10h", cells=(enemy.cell,), choices=(word,)))
    return found


# Carrying it out.


def act(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    """At the wall: the roll first, then in or out, if nothing stops it (6.6.3a, 6.6.3f, 6.6.3g).

    Cases 6.6.3b, 6.6.3h, 6.1.4.3.7c.
    """
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    fresh = mover.progress.steps == 0 and mover.progress.spent == 0
    cost = _alley(scene, unit.cell) if action == OUT else 0
    if IN_FROM <= action < IN_FROM + 6:
        way = action - IN_FROM
        prepare(scene.ground, TRACKED)
        cost = scene.ground.cross[f"{TRACKED} {INSIDE}"][unit.cell][way]
        mover.before = unit.cell
        unit.cell = scene.board.neighbours[unit.cell][way]
        abandon(state, mover.unit)
        mover.progress.steps += 1
        mover.progress.turned, mover.progress.paid = 0, False
    elif action == IN:
        cost = listing("inside-costs").number(scene.ground.rows[unit.cell].name, "tracked")
    mover.progress.route = False
    harm = _roll(state, scene, doing)
    if unit.status != ON_MAP:
        return False
    if harm == "track":
        mover.plan = []
        return _told(state, scene, "stopped", doing)
    if action == QUIT:
        return _go_on(state, scene, doing) if harm == "damaged" else False
    left = mover.progress.allowance - mover.progress.spent
    if harm == "damaged" and not fresh and cost > left:
        mover.plan = []
        mover.progress.spent = mover.progress.allowance
        return _told(state, scene, "stopped", doing)
    mover.progress.stuck = cost > left
    mover.progress.spent = min(mover.progress.allowance, mover.progress.spent + cost)
    detail_of(unit).inside = action != OUT
    if harm == "damaged" or mover.progress.stuck:
        # 6.6.10i: damaged it still overruns whom it has broken in to.
        mover.plan = [step for step in mover.plan if halts.OVERRUNNING <= step < halts.STORMING]
    return _told(state, scene, "came_out" if action == OUT else "broke_in", doing)


def _roll(state: PanzerState, scene: Scene, doing: Doing) -> str:
    """The Building Effects for the mover in its hex, applied (6.6.3d, 6.6.3e)."""
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    card, kind = vehicle_of(unit), building_in(state, scene, unit.cell)
    assert card is not None
    if kind is None:
        return "none"  # the building has come down around it: nothing is in its way
    at = buildings.entry(card, kind)
    harm = buildings.roll_entry(at, doing.dice, unit.id)
    label = scene.board.labels[unit.cell]
    doing.note("at_wall", "6.6.3d", (), {"unit": unit.id, "hex": label, "building": kind, "harm": harm}, at.factors)
    if harm == "track":
        effects.immobilise(state, scene, mover.unit, "6.6.3e", doing)
    elif harm == "damaged":
        effects.damage(state, scene, mover.unit, "6.6.3e", doing)
    return harm


def _go_on(state: PanzerState, scene: Scene, doing: Doing) -> bool:
    """After damage on its way out it goes on as far as what is left takes it, or else stays inside (6.6.3g, 6.6.3h)."""
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    drive = Drive(scene.ground, TRACKED, surroundings(state, scene, mover.unit), mover.progress, unit.cell, unit.facing)
    drive.indoors = _turn_inside(scene, unit.cell)
    kept: list[int] = []
    for action in mover.plan:
        if not (action < LEAVE + 6) or drive.act(action) is not None:
            break
        kept.append(action)
    while kept and kept[-1] < AHEAD:
        kept.pop()
    mover.plan = kept if any(AHEAD <= action < BACK + 6 for action in kept) else []
    return False if mover.plan else _told(state, scene, "stopped", doing)


def _told(state: PanzerState, scene: Scene, kind: str, doing: Doing) -> bool:
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    rule = "6.6.3f" if kind == "stopped" else "6.6.3d"
    where = "inside" if detail_of(unit).inside else "in the alley"
    doing.emit(kind, rule, (), unit=unit.id, hex=scene.board.labels[unit.cell], where=where)
    return True
