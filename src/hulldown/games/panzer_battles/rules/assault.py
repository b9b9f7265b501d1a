"""Close assault (13.0): fire at those who come in, three rounds of two impulses, new commands, and withdrawals.

A `Melee` in the state says which hex is fought over and what comes next; the handlers of the sequence ask for the
answers and call what is here. CA-27: one hex after the other.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import commands, firing
from hulldown.games.panzer_battles.rules.casualties import abandon_guns, disengage, engage, lose
from hulldown.games.panzer_battles.rules.exchange import PASS, misaimed
from hulldown.games.panzer_battles.rules.firing import MEETING, PARTING, ROUND
from hulldown.games.panzer_battles.rules.moving import known_enemies
from hulldown.games.panzer_battles.rules.naming import NEXT
from hulldown.games.panzer_battles.rules.observing import observe
from hulldown.games.panzer_battles.rules.planning import TIRED
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.stacking import fits
from hulldown.games.panzer_battles.rules.state import (
    DUMMY,
    FIRST,
    NOBODY,
    ON_MAP,
    SIDES,
    BattleState,
    Company,
    Melee,
    companions,
    enemies_in,
    enemy_of,
    friends_in,
    index_of,
    phasing,
)
from hulldown.games.panzer_battles.rules.unit_types import System, traits
from hulldown.games.panzer_battles.rules.verbs.base import ENGAGE, FIRING, REORDER, RETREATING
from hulldown.games.panzer_battles.rules.verbs.kinds import (
    BOUND,
    BOUNDING,
    FIRE,
    OVERWATCH,
    RALLY,
    RETREAT,
    WITHDRAW,
)
from hulldown.games.panzer_battles.rules.verbs.kinds import ENGAGE as FIGHT

MEET: Final = "meet"
ORDERS: Final = "orders"
DEFENCE: Final = "defence"
ATTACK: Final = "attack"
LEAVE: Final = "leave"
LAST_ROUND: Final = 3
MANNERS: Final = (MEETING, ROUND, PARTING)
"""The kinds of fire in a close assault, by the stage of the frame that asks for them."""
SHAKEN: Final = 2


def contested(state: BattleState) -> list[Cell]:
    """The hexes with units of both sides whose close assault is still to be fought in this Segment."""
    own = {unit.cell for unit in state.units if unit.side == FIRST and unit.status == ON_MAP and unit.type != DUMMY}
    return sorted(cell for cell in own if cell not in state.fought and enemies_in(state, FIRST, cell))


def choose_legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """Which close assault comes next (CA-27)."""
    cells = tuple(contested(state))
    units = (UnitLegal(NEXT, (Option(FIGHT, "13.0-proc-1", cells=cells),), required=True),)
    return Legal(decision, units, idle=Order(ENGAGE, (Task(NEXT, FIGHT, cells[:1]),)))


def choose_faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with the choice: one hex with units of both sides."""
    cells = contested(state)
    task = order.tasks[0] if len(order.tasks) == 1 and not order.choice else Task("", "")
    bare = not task.targets and not task.choice and task.facing < 0
    if task.unit == NEXT and task.kind == FIGHT and len(task.cells) == 1 and task.cells[0] in cells and bare:
        return []
    labels = ", ".join(scene.label(cell) for cell in cells)
    return [Violation("13.0-proc-1", f"the close assaults still to be fought are in {labels}")]


# New commands before a round.


def in_hex(state: BattleState, side: str, cell: Cell) -> list[int]:
    """All units of a side in a hex, with those that are carried."""
    found = friends_in(state, side, cell)
    return [*found, *(load for at in found for load in companions(state, at))]


def companies_in(state: BattleState, side: str, cell: Cell) -> list[Company]:
    """The companies of a side that have units in a hex."""
    numbers = sorted({state.units[at].company for at in in_hex(state, side, cell)})
    return [state.companies[number] for number in numbers]


def new_commands(state: BattleState, company: Company) -> tuple[str, ...]:
    """The commands that a company's engaged units may be given before a round (13.28a; CA-5, CA-10)."""
    melee = state.melee
    assert melee is not None
    told = {state.units[at].command for at in in_hex(state, company.side, melee.cell)
            if state.companies[state.units[at].company] is company}  # fmt: skip
    if RALLY in told and melee.round <= 1:
        return ()
    if company.independent or (company.morale < SHAKEN and not company.locked):
        return (OVERWATCH, BOUND)
    if company.morale == SHAKEN and not company.locked:
        return (OVERWATCH, WITHDRAW)
    return (WITHDRAW,)


def reorder_legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """New commands for a side's companies in the hex (13.28a)."""
    melee = state.melee
    assert melee is not None
    units = []
    for company in companies_in(state, decision.side, melee.cell):
        found = tuple([Option(kind, "13.28a") for kind in new_commands(state, company)])
        if found:
            units.append(UnitLegal(company.key, found))
    return Legal(decision, tuple(units), idle=Order(REORDER))


def reorder_faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    melee = state.melee
    assert melee is not None
    open_to = {one.key: new_commands(state, one) for one in companies_in(state, decision.side, melee.cell)}
    wrong = [Violation("13.28a", f"{order.choice!r} means nothing here")] if order.choice else []
    seen: set[str] = set()
    for task in order.tasks:
        if task.unit not in open_to or task.unit in seen or task.cells or task.targets or task.choice:
            wrong.append(Violation("13.28a", "it is no company of yours in this close assault", task.unit))
        elif task.kind not in open_to[task.unit]:
            allowed = ", ".join(scene.rules.verbs[kind].name for kind in open_to[task.unit]) or "none"
            wrong.append(Violation("13.28a", f"commands it may be given now: {allowed}", task.unit))
        seen.add(task.unit)
    return wrong


def reorder(state: BattleState, side: str, order: Order, doing: Doing) -> None:
    """Puts engaged units under new commands; a divided one becomes what each unit was doing (CA-5)."""
    melee = state.melee
    assert melee is not None
    told = {task.unit: task.kind for task in order.tasks}
    for at in in_hex(state, side, melee.cell):
        unit = state.units[at]
        kind = told.get(state.companies[unit.company].key)
        if kind is None and unit.command == BOUNDING:
            kind = BOUND if unit.role == commands.AS_BOUND else OVERWATCH
        if kind is not None and kind != unit.command:
            commands.order(unit, kind)
            if kind == WITHDRAW:
                state.companies[unit.company].locked = True
    for key, kind in told.items():
        doing.emit("reordered", "13.28a", (side,), company=key, command=kind)


# Fire.


def manner_now(state: BattleState) -> str:
    """The kind of fire that is being asked for."""
    return MANNERS[state.stack[-1].stage]


def targets_now(state: BattleState, side: str) -> list[int]:
    """The enemies at which a side may fire now: those in the hex, those who came in, or those who leave it."""
    melee = state.melee
    assert melee is not None
    manner = manner_now(state)
    if manner == PARTING:
        return [at for at in melee.left if state.units[at].status == ON_MAP]
    found = enemies_in(state, side, melee.cell)
    return [at for at in found if manner != MEETING or state.units[at].entered >= 0]


def open_systems(state: BattleState, scene: Scene, index: int) -> list[tuple[System, list[int]]]:
    """The weapon systems that a unit may fire now: one for a vehicle, both of infantry (13.22a, 13.22b; CA-3).

    13.4a: none for who came under a Rally command, in the first round.
    """
    melee = state.melee
    assert melee is not None
    unit, manner = state.units[index], manner_now(state)
    kind = traits(unit.type)
    mine = [word.partition(":")[2] for word in melee.spent if word.partition(":")[0] == str(index)]
    if kind.vehicle and mine:
        return []
    if manner == MEETING and unit.began:
        # 13.12a, 13.27b: not if it was engaged when the Phase began.
        return []
    if unit.command == RALLY and melee.round <= 1:
        return []
    found = firing.options(state, scene, index, targets_now(state, unit.side), manner)
    return [(system, targets) for system, targets in found if system.key not in mine]


def shooters(state: BattleState, scene: Scene, side: str) -> dict[int, list[tuple[System, list[int]]]]:
    """The units of a side in the hex that may fire now."""
    melee = state.melee
    assert melee is not None
    found = {}
    for at in in_hex(state, side, melee.cell):
        systems = open_systems(state, scene, at)
        if systems:
            found[at] = systems
    return found


def could_fire(state: BattleState, side: str) -> bool:
    """Whether a side could fire as far as both can see: commands are secret, all else in the hex is not."""
    melee = state.melee
    assert melee is not None
    if not targets_now(state, side):
        return False
    for at in in_hex(state, side, melee.cell):
        unit = state.units[at]
        fired = sum(word.startswith(f"{at}:") for word in melee.spent)
        most = 1 if traits(unit.type).vehicle else len(traits(unit.type).systems)
        if fired < most and not (manner_now(state) == MEETING and unit.began):
            return True
    return False


def fire_legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """Who may fire at whom in the hex, or a pass."""
    units = []
    for at, systems in sorted(shooters(state, scene, decision.side).items()):
        found = [
            Option(FIRE, "13.22c", choices=(system.key,), targets=tuple([state.units[one].id for one in targets]))
            for system, targets in systems
        ]
        units.append(UnitLegal(state.units[at].id, tuple(found)))
    return Legal(decision, tuple(units), (PASS,), Order(FIRING, choice=PASS), (Pass(PASS),))


def fire_faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    if not order.tasks:
        good = order.choice == PASS
        return [] if good else [Violation("13.22c", f"name who fires what at whom, or answer {PASS}")]
    if order.choice or len(order.tasks) > 1:
        return [Violation("13.22c", "one unit fires at a time, or you pass")]
    task, side = order.tasks[0], decision.side
    fault = misaimed(state, scene, side, task, manner_now(state), targets_now(state, side))
    if fault is None:
        at = index_of(state, task.unit)
        keys = [system.key for system, _ in open_systems(state, scene, at)]
        melee = state.melee
        assert melee is not None
        if at not in in_hex(state, side, melee.cell):
            fault = ("13.24", "it is not in this close assault")
        elif task.choice not in keys:
            fault = ("13.22a", "it has fired in this impulse, or may not fire in it")
    return [Violation(*fault, task.unit)] if fault is not None else []


def shoot(state: BattleState, scene: Scene, order: Order, doing: Doing) -> None:
    """Carries out one shot of a close assault."""
    melee = state.melee
    assert melee is not None
    task = order.tasks[0]
    at, target = index_of(state, task.unit), index_of(state, task.targets[0])
    system = traits(state.units[at].type).system(task.choice)
    assert system is not None
    firing.shoot(state, scene, at, target, system, manner_now(state), doing)
    melee.spent = (*melee.spent, f"{at}:{system.key}")


# Withdrawal.


def must_leave(state: BattleState, index: int) -> bool:
    """Whether an engaged unit has to withdraw now: by its command (13.29b, 13.29h), or its morale (14.42a; CA-7).

    13.29a, 13.3a: who watches stays. 13.4b: who rallied does not go on doing so after the first round (CA-10). CA-23:
    infantry that morale drives out takes the vehicles along on which it rides.
    """
    melee = state.melee
    assert melee is not None
    unit = state.units[index]
    if shaken(state, index) or any(shaken(state, at) for at in companions(state, index)):
        return True
    return unit.command in (BOUND, WITHDRAW) or (unit.command == RALLY and melee.round >= 1)


def shaken(state: BattleState, index: int) -> bool:
    """Whether morale drives a unit out of a close assault (14.42a); independent ones have none (18.11)."""
    company = state.companies[state.units[index].company]
    return company.morale >= SHAKEN and not company.independent


def leavers(state: BattleState) -> tuple[int, ...]:
    """The units that have to withdraw when a round is over, the phasing side's first (13.29d)."""
    melee = state.melee
    assert melee is not None
    side = phasing(state)
    found = [at for who in (side, enemy_of(side)) for at in friends_in(state, who, melee.cell)]
    return tuple([at for at in found if must_leave(state, at)])


def leaving_now(state: BattleState) -> list[int]:
    """Those of the next side that has to withdraw: all together, since each type keeps together (13.3c, 13.32)."""
    melee = state.melee
    assert melee is not None
    alive = [at for at in melee.leaving if state.units[at].status == ON_MAP]
    if not alive:
        return []
    side = state.units[alive[0]].side
    return [at for at in alive if state.units[at].side == side]


def refuges(state: BattleState, scene: Scene, units: list[int], infantry: bool) -> tuple[Cell, ...]:
    """The hexes into which the units of a type may withdraw together (13.31a to 13.32; CA-18, CA-19).

    13.31c: who was assaulted does not go where the enemy came from.
    """
    melee = state.melee
    assert melee is not None
    group = [at for at in units if traits(state.units[at].type).infantry == infantry and mobile(state, at)]
    if not group:
        return ()
    side = state.units[group[0]].side
    pairs = list(zip(state.assaulted[::2], state.assaulted[1::2], strict=True))
    closed = {came for came, into in pairs if into == melee.cell} if side != phasing(state) else set()
    return tuple(
        [
            cell
            for cell in scene.board.neighbours[melee.cell]
            if cell >= 0
            and cell not in closed
            and not known_enemies(state, side, cell)
            and fits(state, side, cell, infantry, len(group))
        ]
    )


def mobile(state: BattleState, index: int) -> bool:
    """Whether a unit can withdraw at all: guns cannot, nor can infantry that is worn out (13.33b)."""
    unit = state.units[index]
    return not traits(unit.type).gun and unit.fatigue < TIRED


def retreat_legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """Where a side's units may withdraw to."""
    group = leaving_now(state)
    units, idle = [], []
    for at in group:
        cells = refuges(state, scene, group, traits(state.units[at].type).infantry) if mobile(state, at) else ()
        if cells:
            units.append(UnitLegal(state.units[at].id, (Option(RETREAT, "13.31a", cells=cells),), required=True))
            idle.append(Task(state.units[at].id, RETREAT, (cells[0],)))
    return Legal(decision, tuple(units), idle=Order(RETREATING, tuple(idle)))


def retreat_faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    group = leaving_now(state)
    open_to = {
        state.units[at].id: refuges(state, scene, group, traits(state.units[at].type).infantry)
        for at in group
        if mobile(state, at)
    }
    open_to = {name: cells for name, cells in open_to.items() if cells}
    wrong: list[Violation] = []
    told: dict[str, Cell] = {}
    for task in order.tasks:
        cells = open_to.get(task.unit, ())
        if task.kind != RETREAT or len(task.cells) != 1 or task.cells[0] not in cells or task.unit in told:
            wrong.append(Violation("13.31a", "it cannot withdraw there", task.unit))
        else:
            told[task.unit] = task.cells[0]
    wrong += [Violation("13.3b", "it must withdraw", name) for name in open_to if name not in told and not wrong]
    for infantry in (False, True):
        mine = {cell for name, cell in told.items()
                if traits(state.units[index_of(state, name)].type).infantry == infantry}  # fmt: skip
        if len(mine) > 1:
            wrong.append(Violation("13.32", "all units of a type withdraw into the same hex"))
    return wrong


def retreat(state: BattleState, scene: Scene, order: Order, doing: Doing) -> None:
    """Withdraws the units of a side (13.33a, 13.29-note-1); those who cannot pay for it (13.36, 14.42b; CA-8)."""
    melee = state.melee
    assert melee is not None
    group = leaving_now(state)
    told = {index_of(state, task.unit): task.cells[0] for task in order.tasks}
    left = []
    for at in group:
        if at in told:
            _go(state, scene, at, told[at], doing)
            if state.units[at].status == ON_MAP:
                left.append(at)
        else:
            _trapped(state, scene, at, doing)
    melee.leaving = tuple([at for at in melee.leaving if at not in group])
    melee.left = tuple(left)
    melee.spent = ()
    if group:
        abandon_guns(state, scene, state.units[group[0]].side, melee.cell, doing)
    disengage(state, melee.cell)
    observe(state, scene, doing)


def _go(state: BattleState, scene: Scene, index: int, cell: Cell, doing: Doing) -> None:
    """One unit withdraws: no movement, no points, no artillery (6.12b; CA-20, CA-21, CA-23).

    6.65b: out of Column. 13.29g: a Bound command stays until the next Command Phase.
    """
    unit = state.units[index]
    kind = traits(unit.type)
    if kind.infantry:
        unit.fatigue += 1
        if unit.suppressed:
            unit.suppressed = False
            lose(state, scene, index, 1, "13.29-note-1", doing)
            if unit.status != ON_MAP:
                return
    way = scene.board.direction(unit.cell, cell)
    came = scene.label(unit.cell)
    unit.cell, unit.defilade, unit.engaged, unit.entered = cell, NOBODY, False, NOBODY
    unit.column = False
    # It is watched as it goes, so that it can be fired at (13.34a).
    unit.loud = True
    if kind.vehicle:
        unit.facing = way
    _drive_out(state, index)
    for at in companions(state, index):
        state.units[at].cell, state.units[at].engaged = cell, False
        if shaken(state, at):
            _drive_out(state, at)
    scene.take_control(state, unit)
    doing.emit("withdrew", "13.31a", (), unit=unit.id, side=unit.side, hex=scene.label(cell), came=came)
    if enemies_in(state, unit.side, cell):
        engage(state, cell)


def _drive_out(state: BattleState, index: int) -> None:
    """Puts a unit that leaves without being told to under the command that fits (14.42a, 13.4b).

    Morale drives it out, which is a Withdraw command, and its company is held to that (5.4c). Vehicles that only take
    their passengers out are on Bound (13.29g).
    """
    unit = state.units[index]
    if unit.command in (WITHDRAW, BOUND):
        return
    company = state.companies[unit.company]
    withdraws = unit.command == RALLY or shaken(state, index)
    commands.order(unit, WITHDRAW if withdraws else BOUND)
    company.locked = company.locked or withdraws


def _trapped(state: BattleState, scene: Scene, index: int, doing: Doing) -> None:
    """A unit that cannot withdraw (13.3d): broken ones are lost (14.42b), others cost their company (13.36; CA-11).

    13.29e: neither where the enemy has left and blocks every way out; then there is no close assault any more (13.23b).
    """
    unit = state.units[index]
    if unit.side != phasing(state) and not enemies_in(state, unit.side, unit.cell):
        return
    for at in companions(state, index):
        if shaken(state, at):
            lose(state, scene, at, state.units[at].strength, "14.42b", doing)
    if shaken(state, index):
        lose(state, scene, index, unit.strength, "14.42b", doing)
        return
    doing.emit("trapped", "13.36", (), unit=unit.id, side=unit.side, hex=scene.label(unit.cell))
    if unit.company not in state.stuck:
        state.stuck = (*state.stuck, unit.company)


def begin(state: BattleState, cell: Cell) -> None:
    """Begins the close assault of a hex."""
    state.melee = Melee(cell, MEET)


def over(state: BattleState) -> bool:
    """Whether only one side is left in the hex (CA-17)."""
    melee = state.melee
    assert melee is not None
    return not all(friends_in(state, side, melee.cell) for side in SIDES)
