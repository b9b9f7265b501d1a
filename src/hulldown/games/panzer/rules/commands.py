"""The Command Phase: five commands, placed in secret before anybody knows who is First Player (4.2)."""

from __future__ import annotations

from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import reach_of
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules import presets
from hulldown.games.panzer.rules.combat import targets_of
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.state import (
    ASK,
    COMMANDS,
    FIRE,
    MOVE,
    NO_COMMAND,
    ON_MAP,
    OVERWATCH,
    PRESET,
    SHOOTING,
    SHORT_HALT,
    WAITING,
    PanzerState,
    Unit,
    index_of,
)

REACTIONS = "reactions"
"""The name by which an order says how its side reacts this turn: asked each time, or by presets."""
SHOW, CONCEAL = "show", "conceal"
"""What presets do when the moving modifier could be had by showing a command."""
CONVERT, REFUSE = "convert", "refuse"


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


def allowed(state: PanzerState, ground: Ground, index: int) -> tuple[str, ...]:
    """The commands a vehicle can execute (4.2.1g, 4.2.1h, 4.4.1d; F1).

    Fire and Short Halt need a spotted enemy it can fire at (4.2b, 4.2d), Overwatch a gun (4.2e), Move nothing (4.2c).
    Only Overwatch and N/C let a vehicle do nothing at all (4.2.1c).
    """
    unit = state.units[index]
    if unit.status == WAITING:
        return (MOVE, NO_COMMAND)
    if reach_of(unit.type) < 0:
        return (MOVE, NO_COMMAND)
    if targets_of(state, ground, index):
        return COMMANDS
    return (MOVE, OVERWATCH, NO_COMMAND)


def check_commands(state: PanzerState, ground: Ground, scenario: Scenario, side: str, order: Order) -> list[Violation]:
    """What is wrong with a side's commands.

    One that cannot be executed is no fault unless the option `illegal_commands` says so: it becomes N/C (4.2.1i).
    """
    wrong: list[Violation] = []
    mine = {state.units[index].id: index for index in commandable(state, scenario, side)}
    seen: set[str] = set()
    strict = state.options["illegal_commands"] == REFUSE
    if order.choice:
        wrong.append(Violation("4.2a", "give each vehicle its command"))
    for task in order.tasks:
        if task.unit in seen:
            wrong.append(Violation("4.2a", "it has one command a turn", task.unit))
        elif task.unit == REACTIONS:
            if (task.kind, task.choice) not in ((ASK, ""), (PRESET, SHOW), (PRESET, CONCEAL)) or _overloaded(task):
                wrong.append(Violation("4.4.2c", f"write {ASK}, {PRESET} {SHOW} or {PRESET} {CONCEAL}", task.unit))
        elif task.unit not in mine:
            wrong.append(Violation("3.1a", "it is not yours to command now", task.unit))
        elif task.kind not in COMMANDS:
            wrong.append(Violation("4.2a", f"{task.kind!r} is none of {', '.join(COMMANDS)}", task.unit))
        elif _overloaded(task):
            wrong.append(Violation("4.2.1b", "a command names neither hexes nor targets", task.unit))
        elif task.choice and task.kind != OVERWATCH:
            wrong.append(Violation("4.2g", "only overwatch can be preset", task.unit))
        elif isinstance(fault := presets.read(task.choice), str):
            wrong.append(Violation("4.2g", fault, task.unit))
        elif strict and task.kind not in allowed(state, ground, mine[task.unit]):
            rule = "4.2.1h" if task.kind in SHOOTING else "4.2.1g"
            wrong.append(Violation(rule, f"it cannot execute {task.kind}", task.unit))
        seen.add(task.unit)
    return wrong


def _overloaded(task: Task) -> bool:
    """Whether a task says more than a command can."""
    return bool(task.cells or task.targets) or task.facing >= 0


def place_commands(
    state: PanzerState, ground: Ground, scenario: Scenario, side: str, order: Order, doing: Doing
) -> None:  # fmt: skip
    """Places a side's commands face down (4.2.1a): N/C without one (4.2h), or in place of an illegal one (4.2.1i).

    How the side reacts is told to both, what its presets are is not.
    """
    for index in commandable(state, scenario, side):
        state.units[index].command = NO_COMMAND
    state.modes[side] = ASK
    for task in order.tasks:
        if task.unit == REACTIONS:
            state.modes[side] = task.kind
            state.conceals[side] = task.choice == CONCEAL
            continue
        index = index_of(state, task.unit)
        unit = state.units[index]
        if task.kind in allowed(state, ground, index):
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


__all__ = ["FIRE", "SHORT_HALT", "allowed", "check_commands", "clear_commands", "commandable", "due", "place_commands"]
