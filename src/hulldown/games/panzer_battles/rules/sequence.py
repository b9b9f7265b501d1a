"""The sequence of play (4.0) as a table, and what happens in each of its steps: turns of seven Phases (2.0a)."""

from __future__ import annotations

from typing import Final

from hulldown.core.orders import Order
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import over
from hulldown.games.panzer_battles.rules import artillery, commands, deployment, morale, regrouping, stacking
from hulldown.games.panzer_battles.rules.fighting import assault_rows, fire_rows
from hulldown.games.panzer_battles.rules.marching import movement_rows
from hulldown.games.panzer_battles.rules.observing import observe
from hulldown.games.panzer_battles.rules.scene import scene_in
from hulldown.games.panzer_battles.rules.state import FIRST, SECOND, SIDES, BattleState, Frame
from hulldown.games.panzer_battles.rules.steps import CLOSE, OVER, asked, close, go_on
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import (
    COMMAND,
    CROWD,
    FACING,
    PLOT,
    RECOMMAND,
    SETUP,
    STATUS,
)
from hulldown.games.panzer_battles.rules.verbs.driving import turn
from hulldown.games.panzer_battles.rules.victory import judge


def _setup(state: BattleState, doing: Doing) -> bool:
    """19.1a, 19.2: both sides set up in secret; then headquarters are rolled for (14.7b) and the first turn begins."""
    frame = state.stack[-1]
    if frame.owing:
        return False
    if len(state.submitted) < len(SIDES):
        state.stack[-1] = Frame(frame.step, SIDES)
        return False
    scene = scene_in(state, doing)
    for side in (SECOND, FIRST):
        deployment.deploy(state, scene, side, state.submitted.pop(side), doing)
    morale.roll_headquarters(state, scene, doing)
    _begin_turn(state, doing)
    return True


def _begin_turn(state: BattleState, doing: Doing) -> None:
    """A new Game-Turn begins with the First Player's Indirect Fire Phase (4.0-gen-1, 4.0-A)."""
    scene = scene_in(state, doing)
    state.turn += 1
    doing.turn = state.turn
    doing.emit("turn", "4.0-gen-1", (), turn=state.turn, turns=scene.scenario.length)
    state.stack[-1] = Frame("setup")
    go_on(state, doing)


def _plot(state: BattleState, doing: Doing) -> bool:
    """4.0-A1: whoever has batteries asks for fire; without any, this and the impact are empty (4.0-A-note; SEQ-13).

    17.0-proc-0: nor is anybody asked for fire that would arrive when the game is over.
    """
    side = state.stack[-1].side
    if artillery.plots_now(state, scene_in(state, doing), side):
        order = asked(state, side)
        if order is None:
            return False
        artillery.plot(state, scene_in(state, doing), side, order, doing)
    go_on(state, doing)
    return True


def _removal(state: BattleState, doing: Doing) -> bool:
    """4.0-A2a, 4.0-A2b, 8.63: one's own impact markers go, and the enemy's suppression (SEQ-14)."""
    side = state.stack[-1].side
    artillery.clear_markers(state, side)
    for unit in state.units:
        if unit.side != side and unit.suppressed:
            unit.suppressed = False
            doing.emit("recovered", "8.63", () if unit.shown else (unit.side,), unit=unit.id, side=unit.side)
    observe(state, scene_in(state, doing), doing)
    go_on(state, doing)
    return True


def _impact(state: BattleState, doing: Doing) -> bool:
    """4.0-A3: fire that is due comes down."""
    artillery.resolve(state, scene_in(state, doing), state.stack[-1].side, doing)
    close(state, doing)
    return True


def _rally(state: BattleState, doing: Doing) -> bool:
    """4.0-A4, 14.6a: companies told to rally try."""
    morale.rally(state, scene_in(state, doing), state.stack[-1].side, doing)
    go_on(state, doing)
    return True


def _command(state: BattleState, doing: Doing) -> bool:
    """4.0-B-1, 4.0-E: a side gives each of its companies a command, in secret."""
    scene, side = scene_in(state, doing), state.stack[-1].side
    if commands.commandable(state, side):
        order = asked(state, side)
        if order is None:
            return False
        commands.place_commands(state, scene, side, order, doing)
        observe(state, scene, doing)
    go_on(state, doing)
    return True


def _facing(state: BattleState, doing: Doing) -> bool:
    """4.0-C4, 11.2b: both sides turn their vehicles, unseen by each other until both have; no fire follows (FAC-4).

    11.14c: as far as they like, half a circle included. Nobody is asked when the game ends with it (4.0-G).
    """
    frame = state.stack[-1]
    if frame.owing:
        return False
    scene = scene_in(state, doing)
    last = frame.side == SECOND and state.turn >= scene.scenario.length
    sides = tuple([side for side in SIDES if any(_turns(state, at, side) for at in range(len(state.units)))])
    if frame.stage == 0 and sides and not last:
        state.stack[-1] = Frame(frame.step, sides, frame.side, stage=1)
        return False
    for side in SIDES:
        order = state.submitted.pop(side, Order(FACING))
        for task in order.tasks:
            at = next(at for at, unit in enumerate(state.units) if unit.id == task.unit)
            turn(state, scene, at, task.facing, doing)
        if side in sides and not last:
            doing.emit("faced", "11.2b", (), side=side, nation=scene.people(side))
    go_on(state, doing)
    return True


def _turns(state: BattleState, index: int, side: str) -> bool:
    """Whether a counter may turn in the Joint Facing Segment; by what all can see, so dummies count too."""
    unit = state.units[index]
    return unit.side == side and unit.status == "on map" and not traits(unit.type).infantry


def _close(state: BattleState, doing: Doing) -> bool:
    """The end of a Segment: units too many, morale, commands that no longer hold (6.48, 14.0-proc-1, 14.12)."""
    scene, frame = scene_in(state, doing), state.stack[-1]
    if frame.stage == 0:
        sides = stacking.crowded(state)
        if sides:
            state.stack.append(Frame("crowd", side=sides[0]))
            return True
        morale.check(state, scene, doing)
        state.stack[-1] = Frame(CLOSE, stage=1)
    for side in SIDES:
        if morale.invalid(state, scene, side):
            state.stack.append(Frame("recommand", side=side))
            return True
    state.stack.pop()
    return True


def _crowd(state: BattleState, doing: Doing) -> bool:
    """6.48: the owner chooses which units he gives up."""
    side = state.stack[-1].side
    order = asked(state, side)
    if order is None:
        return False
    stacking.give_up(state, scene_in(state, doing), order, doing)
    state.stack.pop()
    return True


def _recommand(state: BattleState, doing: Doing) -> bool:
    """14.12: companies whose command no longer holds get another at once."""
    scene, side = scene_in(state, doing), state.stack[-1].side
    order = asked(state, side)
    if order is None:
        return False
    told = {task.unit: task.kind for task in order.tasks}
    for at in morale.invalid(state, scene, side):
        company = state.companies[at]
        morale.obey(state, scene, company, told.get(company.key, commands.usual(state, scene, company)))
        doing.emit("command", "14.12", (side,), company=company.key, side=company.side, command=company.command)
    doing.emit("commanded", "14.12", (), side=side, nation=scene.people(side))
    state.stack.pop()
    return True


def _status(state: BattleState, doing: Doing) -> bool:
    """5.64a: the opponent chooses the status of platoons that have become one."""
    order: Order | None = Order(STATUS)
    if regrouping.open_to_choice(state):
        order = asked(state, state.stack[-1].side)
        if order is None:
            return False
    assert order is not None
    regrouping.settle(state, order, doing)
    state.stack.pop()
    return True


def _record(state: BattleState, doing: Doing) -> bool:
    """4.0-G: the turn is over, and after the last one the game."""
    scene = scene_in(state, doing)
    state.outcome = judge(state, scene)
    if over(state, doing, {side: scene.people(side) for side in SIDES}):
        state.stack[-1] = Frame(OVER)
        return False
    _begin_turn(state, doing)
    return True


def _over(state: BattleState, doing: Doing) -> bool:
    """Nothing follows."""
    return False


_PLAYERS: Final = {FIRST: "First", SECOND: "Second"}


def _indirect(number: int, rule: str, side: str) -> tuple[Row, ...]:
    """The Indirect Fire Phase of a side (4.0-A, 4.0-D)."""
    phase, player = f"indirect{number}", _PLAYERS[side]
    return (
        Row(
            phase, rule, f"{player} Player Indirect Fire Phase", "missions, markers, fire that is due, rallying", "turn"
        ),
        Row(
            f"plot{number}",
            "4.0-A1",
            "Plot Segment",
            "fire is asked for, in secret",
            phase,
            handler=_plot,
            asks=Question(PLOT, "17.12", "Turn {turn}: give your batteries missions for turn {arrival}."),
        ),
        Row(
            f"removal{number}",
            "4.0-A2a",
            "Marker Removal Segment",
            "old fire and suppression end",
            phase,
            handler=_removal,
        ),
        Row(f"impact{number}", "4.0-A3", "Resolution Segment", "fire that is due comes down", phase, handler=_impact),
        Row(f"rally{number}", "4.0-A4", "Rally Segment", "companies told to rally try", phase, handler=_rally),
    )


def _commanding(number: int, rule: str, side: str) -> Row:
    """The Command Phase of a side (4.0-B-1, 4.0-E)."""
    return Row(
        f"command{number}",
        rule,
        f"{_PLAYERS[side]} Player Command Phase",
        "each company gets a command, in secret",
        "turn",
        handler=_command,
        asks=Question(COMMAND, "5.0-proc-1", "Turn {turn}: give each company a command."),
    )


def _movement(number: int, rule: str, side: str) -> tuple[Row, ...]:
    """The Movement Phase of a side (4.0-C1a, 4.0-F)."""
    phase, player = f"movement{number}", _PLAYERS[side]
    return (
        Row(phase, rule, f"{player} Player Movement Phase", "movement, final fire, close assault, facing", "turn"),
        *movement_rows(number, phase),
        *fire_rows(number, phase),
        *assault_rows(number, phase),
        Row(
            f"facing{number}",
            "4.0-C4",
            "Joint Facing Segment",
            "both sides may turn their vehicles",
            phase,
            handler=_facing,
            asks=Question(FACING, "11.2b", "Turn your vehicles, if you like."),
        ),
    )


ROWS: Final[tuple[Row, ...]] = (
    Row(
        "setup",
        "19.1a",
        "Setup",
        "both sides set up in secret",
        handler=_setup,
        asks=Question(SETUP, "19.1a", "Set your force up: places or queues, loads, detached platoons, missions."),
    ),
    Row("turn", "4.0-gen-1", "Game-Turn", "seven Phases in this order"),
    *_indirect(1, "4.0-A", FIRST),
    _commanding(2, "4.0-B-1", SECOND),
    *_movement(1, "4.0-C1a", FIRST),
    *_indirect(2, "4.0-D", SECOND),
    _commanding(1, "4.0-E", FIRST),
    *_movement(2, "4.0-F", SECOND),
    Row(
        "record",
        "4.0-G",
        "Record Phase",
        "the turn ends; after the last one victory is judged",
        "turn",
        handler=_record,
    ),
    Row(CLOSE, "14.0-proc-1", "End of a Segment", "stacking, morale, commands", "record", handler=_close, aside=True),
    Row(
        "crowd",
        "6.48",
        "Too many in a hex",
        "the owner gives units up",
        CLOSE,
        handler=_crowd,
        aside=True,
        asks=Question(CROWD, "6.48", "Too many units stand in a hex: which of them do you give up?"),
    ),
    Row(
        "recommand",
        "14.12",
        "New commands",
        "for companies whose command no longer holds",
        CLOSE,
        handler=_recommand,
        aside=True,
        asks=Question(RECOMMAND, "14.12", "Morale has ended a command: give the company another."),
    ),
    Row(
        "status",
        "5.64a",
        "Status of a regrouped platoon",
        "the opponent chooses it",
        "move1",
        handler=_status,
        aside=True,
        asks=Question(STATUS, "5.64a", "Enemy platoons have become one: choose its status."),
    ),
    Row(OVER, "4.0-G", "End", "the game is over", handler=_over),
)
