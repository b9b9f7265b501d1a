"""Which squads carry an anti-tank device: named before play, and known to their player alone (26.2, 26.3-note)."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.face import TaskFace
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import go_on, owed
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.rules.hooks import Answers, Shown
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import SIDES, TankState, enemy_of
from hulldown.games.tank.rules.troops import companies, device_of, give_device, to_be_equipped
from hulldown.games.tank.rules.verbs.base import PLACE, TankVerb

STEP: Final = "equip"


class Equip(TankVerb):
    """EQ: a squad is given one of the devices of its force (26.2a)."""

    def __init__(self) -> None:
        super().__init__("EQ", PLACE, "Anti-tank device", "26.2a")
        self.plotted = False


EQUIP: Final[Equip] = Equip()


def askers(state: TankState) -> tuple[str, ...]:
    """The sides with fewer devices than squads, as the scenario says: they choose (26.2a)."""
    return tuple(side for side in SIDES if to_be_equipped(state, scenario_of(state), side))


def equip(state: TankState, doing: Doing) -> bool:
    """Arms the squads that were named, and nobody else of their forces."""
    if owed(state):
        return False
    for side in SIDES:
        order = state.submitted.pop(side, None)
        if order is None:
            continue
        named = {task.unit for task in order.tasks}
        for force, squads in to_be_equipped(state, scenario_of(state), side):
            for unit in squads:
                give_device(unit, force.device if unit.id in named else "")
    go_on(state, doing)
    return True


def _legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    option = (Option(EQUIP.kind, EQUIP.rule),)
    forces = to_be_equipped(state, scene.scenario, decision.side)
    units = tuple(UnitLegal(unit.id, option) for _, squads in forces for unit in squads)
    first = tuple(Task(unit.id, EQUIP.kind) for force, squads in forces for unit in squads[: force.devices])
    return Legal(decision, units, idle=Order(STEP, first))


def _check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong: units that are no such squads, one named twice, more than there are devices (26.2a)."""
    found: list[Violation] = []
    if order.choice:
        found.append(Violation(EQUIP.rule, f"{order.choice!r} means nothing here"))
    forces = to_be_equipped(state, scene.scenario, decision.side)
    left = {unit.id: number for number, (_, squads) in enumerate(forces) for unit in squads}
    devices = [force.devices for force, _ in forces]
    for task in order.tasks:
        number = left.pop(task.unit, -1)
        if number < 0 or task.kind != EQUIP.kind or task.cells or task.choice:
            found.append(Violation(EQUIP.rule, "it is no squad of yours that could be given a device now", task.unit))
            continue
        devices[number] -= 1
        if devices[number] < 0:
            most = forces[number][0].devices
            found.append(Violation(EQUIP.rule, f"there are only {most} devices for these squads", task.unit))
    return found


ANSWERS: Final[Answers] = Answers(_legal, _check)
ROW: Final[Row] = Row(
    STEP,
    "26.2a",
    "Anti-tank devices",
    "each side names in secret the squads that carry a device",
    handler=equip,
    asks=Question(STEP, "26.2a", "Name the squads that carry an anti-tank device."),
    owes=askers,
    before="setup",
)
FACE: Final[TaskFace] = TaskFace(
    "EQ", "Anti-tank device", "place", "AT", "hold", (), "a", "Carries one of the force's devices"
)


def show(state: TankState, side: str | None) -> Shown | None:
    """The devices of a side's own squads, in words; nothing of anybody else's. The part only says whose view it is."""
    if side is None:
        return None
    notes = [
        (unit.id, f"armed with {device}") for unit in state.units if unit.side == side and (device := device_of(unit))
    ]
    return Shown({"side": side}, notes=tuple(notes))


def deal(part: Any, state: TankState, rng: Random) -> Any:
    """Arms the enemy's squads at random in a sampled state, as many as the scenario says."""
    foe = enemy_of(part["side"])
    scenario, frame = scenario_of(state), state.stack[-1]
    for force, squads in companies(state.units, scenario, foe):
        armed = rng.sample(squads, min(force.devices, len(squads))) if force.device else []
        for unit in squads:
            give_device(unit, force.device if any(unit is one for one in armed) else "")
    if frame.step == STEP and frame.owing == (part["side"],) and foe in askers(state):
        state.submitted[foe] = Order(STEP)
    return None
