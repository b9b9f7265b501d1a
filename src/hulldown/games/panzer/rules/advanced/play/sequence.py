"""The sequence of play of the Advanced Game (6.0; A3) as a table.

What is as in the Basic Game is done by the same handlers, through the doctrine (5.0a).
"""

from __future__ import annotations

from typing import Final

from msgspec import UNSET

from hulldown.core.orders import Order
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import over
from hulldown.games.panzer.data.played import scenario_of
from hulldown.games.panzer.rules import objectives, sequence
from hulldown.games.panzer.rules.advanced.play import adjustment, commands, setup
from hulldown.games.panzer.rules.advanced.play import initiative as advanced_initiative
from hulldown.games.panzer.rules.advanced.play.air import steps as air
from hulldown.games.panzer.rules.advanced.play.assault import steps
from hulldown.games.panzer.rules.advanced.play.indirect import plans
from hulldown.games.panzer.rules.advanced.play.indirect import steps as indirect
from hulldown.games.panzer.rules.initiative import FIRST, choose
from hulldown.games.panzer.rules.scene import scene_in
from hulldown.games.panzer.rules.sequence import OVER, asked, begin_turn, go_on
from hulldown.games.panzer.rules.state import SIDES, Frame, PanzerState, enemy_of
from hulldown.games.panzer.rules.verbs.base import ADJUST, COMMAND, FIRE_PLAN, FIRING, MOVEMENT
from hulldown.games.panzer.rules.victory import judge


def _setup(state: PanzerState, doing: Doing) -> bool:
    """2.0a: one side after the other, the scenario says which first."""
    scene = scene_in(state, doing)
    frame = state.stack[-1]
    planning = plans.planners(state, scene)
    if planning:
        state.stack.append(Frame(FIRE_PLAN, planning))
        return True
    if setup.to_deploy(state, scene, frame.side):
        order = asked(state, frame.side)
        if order is None:
            return False
        setup.deploy(state, scene, order, doing)
    if frame.side == scene.scenario.order:
        state.stack[-1] = Frame(frame.step, side=enemy_of(frame.side))
    else:
        begin_turn(state, doing)
    return True


def _owes_commands(state: PanzerState) -> tuple[str, ...]:
    """The sides that have units to command (6.2)."""
    scenario = scenario_of(state)
    return tuple([side for side in SIDES if commands.commandable(state, scenario, side)])


def _command(state: PanzerState, doing: Doing) -> bool:
    """6.2.1, 4.2.1a: commands wait, unseen, until both sides have placed as many as they have."""
    if state.stack[-1].owing:
        return False
    scene = scene_in(state, doing)
    for side in SIDES:
        commands.place(state, scene, side, state.submitted.pop(side, Order(COMMAND)), doing)
    go_on(state, doing)
    return True


def _initiative(state: PanzerState, doing: Doing) -> bool:
    """6.3.1: both roll, with the modifier of their Force Grade (6.3.1b)."""
    scene = scene_in(state, doing)
    if not state.winner:
        advanced_initiative.determine(state, scene, doing)
    choice = FIRST
    if commands.commandable(state, scene.scenario, state.winner):
        order = asked(state, state.winner)
        if order is None:
            return False
        choice = order.choice
    choose(state, choice, doing)
    go_on(state, doing)
    return True


def _adjustment(state: PanzerState, doing: Doing) -> bool:
    """6.8: both sides adjust at once, then counters and control; after the last turn the scenario ends."""
    if state.stack[-1].owing:
        return False
    scene = scene_in(state, doing)
    state.assault = UNSET
    adjustment.adjust(state, scene, doing)
    objectives.judge_control(state, scene, doing)
    state.outcome = judge(state, scene)
    if over(state, doing):
        state.stack[-1] = Frame(OVER)
        return False
    go_on(state, doing)
    return True


_FIRE_ASKS: Final = Question(
    FIRING, "4.4.1a", "Announce fire: every unit with Fire or Short Halt must name its target, with which weapon."
)
_MOVE_ASKS: Final = Question(
    MOVEMENT, "4.5a", "Move your units, in any order; one that stays is still marked as moving. Carriers may load."
)
_CHANGED: Final[dict[str, Row]] = {
    "setup": Row(
        "setup",
        "2.0a",
        "Setup",
        "the forces are placed, one side after the other",
        handler=_setup,
        asks=Question("deploy", "2.0a", "Place your units in their zones: hex and facing for each."),
    ),
    "spotting": sequence.row("spotting", "6.1.1a", "who is spotted by whom; needless counters go"),
    "command": Row(
        "command",
        "6.2",
        "Command Phase",
        "commands available to each formation; both sides place theirs, hidden, some shared",
        "turn",
        handler=_command,
        owes=_owes_commands,
        asks=Question(
            COMMAND,
            "6.2.1",
            "Turn {turn}: give your units commands; units of a formation in Command Range may share one.",
        ),
    ),
    "initiative": Row(
        "initiative",
        "6.3.1",
        "Initiative Phase",
        "both roll with their Force Grade, the winner chooses who is First Player",
        "turn",
        handler=_initiative,
        asks=Question(
            "initiative", "4.3.1b", "You have the initiative: be first (fire first, move last) or second Player?"
        ),
    ),
    "fire1": sequence.row("fire1", "4.4.1a", "AP and GP fire by Fire and Short Halt commands")._replace(
        asks=_FIRE_ASKS
    ),
    "fire2": sequence.row("fire2", "4.4.1b", "the same by those still able to fire")._replace(asks=_FIRE_ASKS),
    "move2": sequence.row("move2", "4.5a", "Move and Short Halt commands; loading")._replace(asks=_MOVE_ASKS),
    "move1": sequence.row("move1", "4.5d", "the same for the First Player")._replace(asks=_MOVE_ASKS),
    "adjustment": Row(
        "adjustment",
        "6.8",
        "Adjustment Phase",
        "pivots and Full Cover, recovery from suppression, counters, control and victory",
        "turn",
        handler=_adjustment,
        owes=adjustment.adjusting,
        asks=Question(ADJUST, "6.8", "Pivot your units and choose who is in Full Cover for the next turn."),
    ),
}
_PASSED: Final[dict[str, tuple[Row, ...]]] = {
    "combat": (air.FIRST, *air.ROWS),
    "fire1": indirect.ROWS,
    "move2": (
        Row("assault", "6.6.1a", "Close Assault and Hand-to-Hand", "before anybody moves away", "movement"),
        *steps.ROWS,
    ),
    "adjustment": (air.SECOND,),
}
"""Steps that the Basic Game does not have, by the row before which they stand (A3)."""
ROWS: Final[tuple[Row, ...]] = tuple(
    one for row in sequence.ROWS for one in (*_PASSED.get(row.key, ()), _CHANGED.get(row.key, row))
)
