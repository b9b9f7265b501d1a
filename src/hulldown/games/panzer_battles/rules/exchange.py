"""Fire in turns: opportunity fire at movers, overwatch fire in answer, and the Final Fire Segment (8.2 to 8.4).

6.0-gen-2: it breaks into movement, and lets those answer who watch over the movers.

SEQ-1 to SEQ-5: the side that does not move opens; then one weapon system a go, in turns, until both pass in a row. The
mover's side answers whoever fired in this exchange, the other fires at the movers and at those who answered. SEQ-19: a
side is asked whenever, as far as both can see, one of its counters could fire; that it is asked gives nothing away.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import fire, presets
from hulldown.games.panzer_battles.rules.firing import NORMAL, aim_at, options, out_of_reach, ready, shoot, usable
from hulldown.games.panzer_battles.rules.options import YES
from hulldown.games.panzer_battles.rules.scene import Scene, scene_in
from hulldown.games.panzer_battles.rules.state import (
    DUMMY,
    BattleState,
    Exchange,
    Unit,
    hidden_left,
    index_of,
    phasing,
    present,
)
from hulldown.games.panzer_battles.rules.unit_types import System, traits
from hulldown.games.panzer_battles.rules.verbs.base import FIRING
from hulldown.games.panzer_battles.rules.verbs.kinds import BY_PRESET, DEPLOY_OUT, FIRE

PASS: Final = "pass"
PASS_UNIT: Final = "pass unit"
PASS_COMPANY: Final = "pass company"
PASS_SEGMENT: Final = "pass segment"
"""Not at this hex; not during this unit's move; not during the moves of this company; not in this Segment."""
PASSES: Final = (PASS, PASS_UNIT, PASS_COMPANY, PASS_SEGMENT)
ENTER: Final = "enter"
TURN: Final = "turn"
"""What sets an exchange off, besides changes of status (SEQ-1)."""
FAR: Final = 15
"""No weapon reaches farther (10.32-r16)."""


def open_exchange(state: BattleState, trigger: str, movers: tuple[int, ...]) -> None:
    """Notes what may be fired at now."""
    state.exchange = Exchange(trigger, movers, state.units[movers[0]].cell)


def open_targets(state: BattleState, side: str) -> list[int]:
    """The enemies at which a side may fire now (8.21b, 8.3a, 8.3b; SEQ-4, SEQ-5), or all in Final Fire (SEQ-11).

    4.0-C1d: the movers' side answers whoever has fired. 4.0-C1e: the other fires at the movers again, or at those who
    answered. 8.14: however often a unit has been fired at. 8.22b: a mover that has gone on is no target any more.
    """
    exchange = state.exchange
    assert exchange is not None
    if not exchange.trigger:
        found = [at for at, unit in enumerate(state.units) if unit.shown]
    elif side == phasing(state):
        found = list(exchange.firers)
    else:
        found = [*exchange.movers, *exchange.firers]
    return [
        at
        for at in sorted(set(found))
        if state.units[at].side != side and present(state.units[at]) and state.units[at].type != DUMMY
    ]


def rounds_now(state: BattleState) -> tuple[int, ...]:
    """The classes of weapons that may fire: all at movers (8.21a), in Final Fire by rounds (4.0-C2-1, 4.0-C2-2)."""
    frame = state.stack[-1]
    return (0, 1) if frame.step == "window" else (frame.stage,)


def could_fire(state: BattleState, scene: Scene, side: str, targets: list[int], rounds: tuple[int, ...]) -> bool:
    """Whether one of a side's counters could fire at a target as far as both sides can see (SEQ-19).

    Face-down counters count as able. Where units have no counter on the map yet, any hex where they could stand does.
    8.18: nobody fires at what nobody sees, so a target without a counter draws no question either (19.11a).
    """
    shown = [at for at in targets if state.units[at].shown]
    if not shown:
        return False
    if hidden_left(state, side) and _from_hiding(state, scene, side, shown):
        return True
    for unit in state.units:
        if unit.side != side or not unit.tag or not present(unit) or unit.engaged:
            continue
        if unit.shown and not _loaded(unit, rounds):
            continue
        for at in shown:
            cell = state.units[at].cell
            if scene.board.distance(unit.cell, cell) <= FAR and scene.clear(unit.cell, cell):
                return True
    return False


def _loaded(unit: Unit, rounds: tuple[int, ...]) -> bool:
    """Whether a unit has a weapon system left to fire in these rounds, or may carry men who have one."""
    kind = traits(unit.type)
    if kind.carries:
        return True
    return any(system.round in rounds and system.key not in unit.fired for system in kind.systems)


def _from_hiding(state: BattleState, scene: Scene, side: str, targets: list[int]) -> bool:
    """Whether a unit nobody has seen could stand where it can fire at a target (19.11a, 19.12)."""
    if state.options.get("hidden_movement") == YES:
        return True
    zone = scene.zone(side)
    return any(scene.row(state.units[at].cell) & zone for at in targets)


def firers(
    state: BattleState, scene: Scene, side: str
) -> dict[int, list[tuple[System, list[int]]]]:  # fmt: skip
    """The units of a side that can fire now, each with its weapon systems and their targets."""
    targets = open_targets(state, side)
    found = {}
    for at, unit in enumerate(state.units):
        if unit.side == side:
            open_to = options(state, scene, at, targets, NORMAL, rounds_now(state))
            if open_to:
                found[at] = open_to
    return found


def leavers(state: BattleState, side: str) -> list[int]:
    """The units that may leave Column during an enemy Movement Segment (6.62b, 6.63b; MOV-11).

    They may when their side names the next company, which is between exchanges, and before anybody has fired in one:
    the side that moves is asked only after that. 6.65b: who is in a close assault may not yet.
    """
    if state.stack[-1].step not in ("window", "name"):
        return []
    if state.exchange is not None and state.exchange.firers:
        return []
    return [
        at
        for at, unit in enumerate(state.units)
        if unit.side == side and unit.column and not unit.engaged and present(unit)
    ]


def passes(state: BattleState, side: str) -> tuple[str, ...]:
    """How a side may let a chance go by; nobody has to fire (5.25)."""
    if state.stack[-1].step == "window":
        return PASSES if side != phasing(state) else (PASS, PASS_SEGMENT)
    return (PASS, PASS_SEGMENT)


def legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """Who may fire which weapon system at whom (8.12a, 8.18), or a pass."""
    side = decision.side
    found: dict[int, tuple[Option, ...]] = {}
    for at, systems in firers(state, scene, side).items():
        found[at] = tuple(
            [
                Option(FIRE, "8.15", choices=(system.key,), targets=tuple([state.units[one].id for one in open_to]))
                for system, open_to in systems
            ]
        )
    for at in leavers(state, side):
        found[at] = (*found.get(at, ()), Option(DEPLOY_OUT, "6.62b"))
    units = tuple([UnitLegal(state.units[at].id, found[at]) for at in sorted(found)])
    choices = passes(state, side)
    return Legal(
        decision, units, choices, Order(FIRING, choice=PASS), tuple([Pass(one, _until(state, one)) for one in choices])
    )


def _until(state: BattleState, choice: str) -> str:
    """The name under which a pass stands for later questions too, made from what everybody knows."""
    return "" if choice == PASS else f"{state.phase} {choice.removeprefix('pass ')}"


def faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an answer: one weapon system of one unit at one target, or a pass (8.13)."""
    if not order.tasks:
        allowed = passes(state, decision.side)
        if order.choice in allowed:
            return []
        return [Violation("8.13", f"name who fires what at whom, or answer {', '.join(allowed)}")]
    if order.choice:
        return [Violation("8.13", "fire or pass, not both")]
    if leaves_column(order):
        return column_faults(state, decision.side, order)
    if len(order.tasks) > 1:
        return [Violation("8.13", "one weapon system fires at a time", order.tasks[1].unit)]
    fault = misaimed(state, scene, decision.side, order.tasks[0], NORMAL, open_targets(state, decision.side))
    return [Violation(*fault, order.tasks[0].unit)] if fault is not None else []


def column_faults(state: BattleState, side: str, order: Order) -> list[Violation]:
    """What is wrong with units that leave Column in an enemy Segment: each once, and nothing else with it (6.62b)."""
    able = {state.units[at].id for at in leavers(state, side)}
    seen: set[str] = set()
    wrong: list[Violation] = []
    for task in order.tasks:
        bare = not task.cells and not task.targets and not task.choice and task.facing < 0
        if task.kind != DEPLOY_OUT or task.unit not in able or task.unit in seen or not bare:
            wrong.append(Violation("6.62b", "it is not in Column, or cannot leave it now", task.unit))
        seen.add(task.unit)
    return wrong


def misaimed(
    state: BattleState, scene: Scene, side: str, task: Task, manner: str, targets: list[int]
) -> tuple[str, str] | None:  # fmt: skip
    """What is wrong with a shot; nothing is told about what the side has not seen."""
    at = index_of(state, task.unit)
    if at < 0 or state.units[at].side != side or task.kind != FIRE or task.cells or task.facing >= 0:
        return "8.15", "it is no unit of yours that could fire"
    fault = ready(state, at, manner)
    if fault is not None:
        return fault
    system = traits(state.units[at].type).system(task.choice)
    if system is None or system.round not in (rounds_now(state) if manner == NORMAL else (0, 1)):
        names = ", ".join(one.key for one in traits(state.units[at].type).systems)
        return "8.12a", f"name the weapon to fire now; it has {names}"
    fault = usable(state, at, system, manner)
    if fault is not None:
        return fault
    target = index_of(state, task.targets[0]) if len(task.targets) == 1 else -1
    if target not in targets or not state.units[target].shown:
        return "8.18", "name one enemy at which fire is open now"
    return out_of_reach(state, scene, at, target, system, manner)


def carry_out(state: BattleState, scene: Scene, order: Order, doing: Doing) -> bool:
    """Fires what an order says; False where it fired nothing."""
    if leaves_column(order):
        break_column(state, scene, order, doing)
        return False
    if not order.tasks:
        return False
    task = order.tasks[0]
    at = index_of(state, task.unit)
    system = traits(state.units[at].type).system(task.choice)
    assert system is not None
    assert state.exchange is not None
    shoot(state, scene, at, index_of(state, task.targets[0]), system, NORMAL, doing)
    state.exchange.firers = (*state.exchange.firers, at)
    return True


def leaves_column(order: Order) -> bool:
    """Whether an answer takes units out of Column."""
    return bool(order.tasks) and order.tasks[0].kind == DEPLOY_OUT


def break_column(state: BattleState, scene: Scene, order: Order, doing: Doing) -> None:
    """Takes units out of Column in an enemy Movement Segment, in which they may not fire (6.62b, 6.62c)."""
    for task in order.tasks:
        at = index_of(state, task.unit)
        leave_column(state, scene, at, doing)
        state.units[at].broke = True


def leave_column(state: BattleState, scene: Scene, index: int, doing: Doing) -> None:
    """A unit leaves Column formation (6.62a)."""
    unit = state.units[index]
    unit.column = False
    who = () if unit.shown else (unit.side,)
    doing.emit("line", "6.62a", who, unit=unit.id, side=unit.side)


def by_preset(state: BattleState, scene: Scene, side: str) -> Order | None:
    """What a side's presets fire now: the most promising shot that one of them wants; None: they hold (SEQ-19)."""
    exchange = state.exchange
    assert exchange is not None
    fired = any(state.units[at].side == side for at in exchange.firers)
    best: tuple[int, int, int, str] | None = None
    for at, systems in firers(state, scene, side).items():
        preset = presets.read(state.units[at].preset)
        assert isinstance(preset, presets.Preset)
        if fired and not preset.join:
            continue
        for system, targets in systems:
            for target in targets:
                aim = aim_at(state, scene, at, target, system, NORMAL)
                harm, loss = promise(aim)
                kind = traits(state.units[target].type).type
                if kind is not None and preset.wants(kind, aim.distance, harm, loss):
                    key = (loss * 100 + harm, -target, -at, system.key)
                    best = key if best is None else max(best, key)
    if best is None:
        return None
    task = Task(state.units[-best[2]].id, FIRE, choice=best[3], targets=(state.units[-best[1]].id,))
    return Order(FIRING, (task,))


def promise(aim: fire.Aim) -> tuple[int, int]:
    """The chances in 100 that a shot does any harm, and that it takes a vehicle or a step."""
    shot = fire.resolve(aim)
    harm = sum(chance for after, chance in shot.outcomes.items() if after.losses or after.suppressed)
    loss = sum(chance for after, chance in shot.outcomes.items() if after.losses)
    return int(100 * harm), int(100 * loss)


def reacts_by_preset(state: BattleState, side: str) -> bool:
    """Whether a side's presets decide, so that it is not asked."""
    return state.modes.get(side) == BY_PRESET


def waves(state: BattleState, side: str) -> bool:
    """Whether a side lets this chance go by without being asked."""
    return bool(state.waved.get(side))


def note_pass(state: BattleState, side: str, choice: str, doing: Doing) -> None:
    """Remembers how long a side lets chances go by.

    8.22a: that is its secret; nobody learns whether it passed for once or for longer, or whether presets hold its fire.
    """
    if choice != PASS:
        state.waved[side] = choice
    doing.emit("passed", "8.22a", (), side=side, nation=scene_in(state, doing).people(side))


def forget_passes(state: BattleState, scope: tuple[str, ...]) -> None:
    """Ends the passes of these kinds."""
    state.waved = {side: choice for side, choice in state.waved.items() if choice not in scope}
