"""The Command Phase: five commands, placed in secret before anybody knows who is First Player (4.2)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import reach_of
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules.combat import targets_of
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, WAITING, PanzerState, Unit, index_of
from hulldown.games.panzer.rules.verbs.base import COMMAND, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import ASK, NO_COMMAND
from hulldown.games.panzer.rules.verbs.reactions import ANSWERS as REACTIONS
from hulldown.games.panzer.rules.verbs.reactions import CONCEAL

REFUSE: Final = "refuse"
"""The option by which a command that cannot be executed is refused."""


def due(state: PanzerState, scenario: Scenario, unit: Unit) -> bool:
    """Whether a vehicle held off the map may come on this turn (4.5.1.1.9c)."""
    return unit.status == WAITING and scenario.side(unit.side).groups[unit.group].turn <= state.turn


def commandable(state: PanzerState, scenario: Scenario, side: str) -> list[int]:
    """The vehicles of a side that get a command: each has its own (1.7.2b, 4.2a)."""
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side and (unit.status == ON_MAP or due(state, scenario, unit))
    ]


def allowed(state: PanzerState, scene: Scene, index: int) -> tuple[str, ...]:
    """The commands a vehicle can execute (4.2.1g, 4.2.1h, 4.4.1d; F1).

    Fire and Short Halt need a spotted enemy it can fire at (4.2b, 4.2d), Overwatch a gun (4.2e), Move nothing (4.2c).
    Only Overwatch and N/C let a vehicle do nothing at all (4.2.1c).
    """
    unit = state.units[index]
    on_map, gun = unit.status != WAITING, reach_of(unit.type) > 0
    found = scene.executable(on_map, gun, on_map and gun and bool(targets_of(state, scene, index)))
    for hook in scene.hooks.commands:
        found = hook(state, scene, index, found)
    return found


def check_commands(state: PanzerState, scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with a side's commands."""
    wrong: list[Violation] = []
    mine = {state.units[index].id: index for index in commandable(state, scene.scenario, side)}
    seen: set[str] = set()
    if order.choice:
        wrong.append(Violation("4.2a", "give each vehicle its command"))
    for task in order.tasks:
        fault: Fault | None = None
        if task.unit in seen:
            fault = "4.2a", "it has one command a turn"
        elif task.unit == REACTIONS:
            fault = reaction_fault(scene, task)
        elif task.unit not in mine:
            fault = "3.1a", "it is not yours to command now"
        else:
            fault = _command_fault(state, scene, mine[task.unit], task)
        if fault is not None:
            wrong.append(Violation(*fault, task.unit))
        seen.add(task.unit)
    return wrong


def reaction_fault(scene: Scene, task: Task) -> Fault | None:
    """What is wrong with the words by which a side says how it reacts (4.4.2c)."""
    verb = scene.verb(task.kind, REACTIONS)
    if verb is None or _overloaded(task):
        ways = [verb.name for verb in _reactions(scene)]
        return "4.4.2c", f"say how your side reacts: {' or '.join(ways)}"
    return verb.command_fault(task)


def _reactions(scene: Scene) -> tuple[PanzerVerb, ...]:
    return scene.answering.get(REACTIONS, ())


def reaction_options(scene: Scene) -> UnitLegal:
    """How a side may say that it reacts, as one more unit of its order."""
    return UnitLegal(REACTIONS, tuple([verb.command_option() for verb in _reactions(scene)]))


def _command_fault(state: PanzerState, scene: Scene, index: int, task: Task) -> Fault | None:
    """What is wrong with the command of a vehicle.

    One that cannot be executed is no fault unless the option `illegal_commands` says so: it becomes N/C (4.2.1i).
    """
    fault = wording_fault(scene, task)
    if fault is None and state.options["illegal_commands"] == REFUSE and task.kind not in allowed(state, scene, index):
        return ("4.2.1h" if task.kind in scene.shooting else "4.2.1g"), f"it cannot execute {task.kind}"
    return fault


def wording_fault(scene: Scene, task: Task, shared: bool = False) -> Fault | None:
    """What is wrong with a command as it is written; a `shared` one names others as its targets."""
    verb = scene.verb(task.kind, COMMAND)
    if verb is None:
        return "4.2a", f"the command must be one of {', '.join(scene.names(COMMAND))}"
    if _overloaded(task, shared):
        return "4.2.1b", "a command names neither hexes nor targets"
    return verb.command_fault(task)


def _overloaded(task: Task, shared: bool = False) -> bool:
    """Whether a task says more than a command can."""
    return bool(task.cells or (task.targets and not shared)) or task.facing >= 0


def place_commands(state: PanzerState, scene: Scene, side: str, order: Order, doing: Doing) -> None:
    """Places a side's commands face down (4.2.1a): N/C without one (4.2h), or in place of an illegal one (4.2.1i).

    How the side reacts is told to both, what its presets are is not.
    """
    for index in commandable(state, scene.scenario, side):
        state.units[index].command = NO_COMMAND
    state.modes[side] = ASK
    for task in order.tasks:
        if task.unit == REACTIONS:
            state.modes[side] = task.kind
            state.conceals[side] = task.choice == CONCEAL
            continue
        index = index_of(state, task.unit)
        unit = state.units[index]
        if task.kind in allowed(state, scene, index):
            unit.command, unit.preset = task.kind, task.choice
        else:
            doing.emit("converted", "4.2.1i", (side,), unit=unit.id, command=task.kind)
    doing.emit("reactions", "4.4.2c", (), side=side, mode=state.modes[side])


def clear_commands(state: PanzerState) -> None:
    """Takes all commands off the map (4.6.1e)."""
    for unit in state.units:
        unit.command = unit.preset = ""
        unit.known = unit.fired = unit.moved = False
    state.modes, state.conceals, state.waved = {}, {}, {}
