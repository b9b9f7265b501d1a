"""Dividing the tanks into platoons before play, where the scenario leaves it to the player (25.0-gen-1)."""

from __future__ import annotations

from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.core.stepped import go_on, owed
from hulldown.games.tank.data.loading import Scenario
from hulldown.games.tank.data.platoons import evenly
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.modules.platoons.answers import JOIN, LEAD
from hulldown.games.tank.rules.formation import SMALLEST, Platoon, founded, names_in, put
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.state import SIDES, TankState


def to_divide(scenario: Scenario, side: str) -> list[str]:
    """The tanks that a side divides itself; none where they are too few for a platoon (25.0-gen-1)."""
    forces = scenario.side(side).forces
    found = [name for name, place in names_in(scenario, side) if forces[place].divide]
    return found if len(found) >= SMALLEST else []


def asked(state: TankState) -> tuple[str, ...]:
    """The sides that divide their tanks."""
    return tuple(side for side in SIDES if to_divide(scenario_of(state), side))


def unused(scenario: Scenario) -> frozenset[str]:
    """The step itself, where the scenario has divided all tanks (25.0-gen-1)."""
    return frozenset() if any(to_divide(scenario, side) for side in SIDES) else frozenset({"divide"})


def _free_names(scenario: Scenario, side: str) -> list[str]:
    """The names open for the platoons of a side, as many as its tanks allow."""
    used = {platoon.name for platoon in founded(scenario) if platoon.side == side}
    count = len(to_divide(scenario, side)) // SMALLEST
    names = [f"P{number}" for number in range(1, count + len(used) + 1)]
    return [name for name in names if name not in used][:count]


def plain(scenario: Scenario, side: str) -> Order:
    """A division that is always legal: platoons of about four, the first tank of each leading."""
    tanks = to_divide(scenario, side)
    tasks: list[Task] = []
    for name, size in zip(_free_names(scenario, side), evenly(len(tanks)), strict=False):
        crew, tanks = tanks[:size], tanks[size:]
        tasks += [Task(tank, LEAD.kind if tank is crew[0] else JOIN.kind, choice=name) for tank in crew]
    return Order("divide", tuple(tasks))


def legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    """Each tank leads or joins one of the platoons (25.0-gen-1, 25.0-gen-2)."""
    names = tuple(_free_names(scene.scenario, decision.side))
    options = (Option(LEAD.kind, "25.0-gen-2", choices=names), Option(JOIN.kind, "25.0-gen-1", choices=names))
    units = tuple(UnitLegal(name, options, required=True) for name in to_divide(scene.scenario, decision.side))
    return Legal(decision, units, idle=plain(scene.scenario, decision.side))


def check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with a division (25.0-gen-1, 25.0-gen-2)."""
    names = _free_names(scene.scenario, decision.side)
    tanks = to_divide(scene.scenario, decision.side)
    wrong: list[Violation] = []
    if order.choice:
        wrong.append(Violation("25.0-gen-1", f"{order.choice!r} means nothing here"))
    crews: dict[str, list[Task]] = {}
    seen: list[str] = []
    for task in order.tasks:
        if task.unit not in tanks or task.unit in seen:
            wrong.append(Violation("25.0-gen-1", "it is not to be divided, or named twice", task.unit))
        elif task.kind not in (LEAD.kind, JOIN.kind) or task.choice not in names or task.cells:
            wrong.append(Violation("25.0-gen-1", f"it leads or joins one of {', '.join(names)}", task.unit))
        else:
            crews.setdefault(task.choice, []).append(task)
        seen.append(task.unit)
    wrong += [Violation("25.0-gen-1", "it belongs to no platoon", name) for name in tanks if name not in seen]
    for name, crew in crews.items():
        if len(crew) < SMALLEST:
            wrong.append(Violation("25.0-gen-1", f"{name} has fewer than {SMALLEST} tanks", crew[-1].unit))
        leaders = [task.unit for task in crew if task.kind == LEAD.kind]
        if len(leaders) != 1:
            wrong.append(Violation("25.0-gen-2", f"{name} has {len(leaders)} leaders, not one", (leaders or [""])[-1]))
    return wrong


def divide(state: TankState, doing: Doing) -> bool:
    """Notes the platoons of all sides (25.0-gen-1, 25.0-gen-2)."""
    if owed(state):
        return False
    scenario = scene_in(state, doing).scenario
    found = founded(scenario)
    for side in SIDES:
        order = state.submitted.pop(side, None)
        if order is not None:
            found += chosen(side, order)
    put(state, found, {})
    go_on(state, doing)
    return True


def chosen(side: str, order: Order) -> list[Platoon]:
    """The platoons that an order means."""
    crews: dict[str, list[Task]] = {}
    for task in order.tasks:
        crews.setdefault(task.choice, []).append(task)
    return [
        Platoon(side, name, tuple(task.unit for task in crew),
                next(task.unit for task in crew if task.kind == LEAD.kind))
        for name, crew in sorted(crews.items())
    ]  # fmt: skip
