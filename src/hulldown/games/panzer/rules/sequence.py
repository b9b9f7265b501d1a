"""The sequence of play (4.0-table; A3) as a table, and what happens in each of its steps.

4.0b: phases of the Advanced Game are not in it; 4.4c: so the Combat Phase is Direct Fire alone. 3.4d: all fire comes
before all movement, so a Short Halt fires first and moves later.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.orders import Order
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import over
from hulldown.games.panzer.data.played import scenario_of
from hulldown.games.panzer.rules import commands, deployment, initiative, movement, objectives, overwatch
from hulldown.games.panzer.rules.adjustment import adjust
from hulldown.games.panzer.rules.scene import Scene, scene_in
from hulldown.games.panzer.rules.state import (
    ON_MAP,
    SIDES,
    WAITING,
    Frame,
    PanzerState,
    enemy_of,
)
from hulldown.games.panzer.rules.verbs.base import COMMAND
from hulldown.games.panzer.rules.verbs.reactions import reacts_by_preset
from hulldown.games.panzer.rules.victory import judge

FIRST_PLAYER: Final = ("indirect1", "fire1", "watch", "assault1", "move1")
SECOND_PLAYER: Final = ("indirect2", "fire2", "assault2", "move2")
"""Whose step it is, for the steps that belong to one side or begin with it (4.4.1a, 4.4.1b, 4.4.2e, 4.5a, 4.5d)."""
OVER: Final = "over"


def go_on(state: PanzerState, doing: Doing) -> None:
    """Ends the topmost step: the one that the table has after it begins, after the last of a turn a new turn."""
    row = doing.rules.following[state.stack[-1].step]
    if row.key == OVER:
        begin_turn(state, doing)
        return
    side = ""
    if row.key in FIRST_PLAYER:
        side = state.first
    elif row.key in SECOND_PLAYER:
        side = enemy_of(state.first)
    state.stack[-1] = Frame(row.key, () if row.owes is None else row.owes(state), side)


def asked(state: PanzerState, side: str) -> Order | None:
    """The order a side has given for the topmost step; None: it now owes one."""
    frame = state.stack[-1]
    order = state.submitted.pop(side, None)
    state.stack[-1] = Frame(frame.step, () if order else (side,), frame.side, frame.passes)
    return order


def _setup(state: PanzerState, doing: Doing) -> bool:
    """2.0a: one side after the other, the scenario says which first."""
    scene = scene_in(state, doing)
    frame = state.stack[-1]
    if deployment.to_deploy(state, scene.scenario, frame.side):
        order = asked(state, frame.side)
        if order is None:
            return False
        deployment.deploy(state, scene, order, doing)
    if frame.side == scene.scenario.order:
        state.stack[-1] = Frame(frame.step, side=enemy_of(frame.side))
    else:
        begin_turn(state, doing)
    return True


def begin_turn(state: PanzerState, doing: Doing) -> None:
    """A new turn with the step that the table has after the setup (4.0a)."""
    scene = scene_in(state, doing)
    state.turn += 1
    doing.turn = state.turn
    state.first = state.winner = ""
    doing.emit("turn", "4.0a", (), turn=state.turn, turns=scene.scenario.turns)
    objectives.note_presence(state, scene)
    state.stack[-1] = Frame("setup")
    go_on(state, doing)


def _spotting(state: PanzerState, doing: Doing) -> bool:
    scene = scene_in(state, doing)
    scene.doctrine.spotting_phase(state, scene, doing)
    go_on(state, doing)
    return True


def _with_commands(state: PanzerState) -> tuple[str, ...]:
    """The sides that have vehicles to command (4.2a)."""
    scenario = scenario_of(state)
    return tuple([side for side in SIDES if commands.commandable(state, scenario, side)])


def _command(state: PanzerState, doing: Doing) -> bool:
    """4.2.1a: commands wait, unseen, until both sides have placed theirs; 4.2i: initiative comes after them.

    4.3.2c: a step of both sides at once; neither sees what the other does in it.
    """
    if state.stack[-1].owing:
        return False
    scene = scene_in(state, doing)
    for side in SIDES:
        order = state.submitted.pop(side, Order(COMMAND))
        commands.place_commands(state, scene, side, order, doing)
    go_on(state, doing)
    return True


def _initiative(state: PanzerState, doing: Doing) -> bool:
    scenario = scenario_of(state)
    if not state.winner:
        initiative.determine(state, scenario, doing)
    choice = initiative.FIRST
    # A force with nothing left to command is not troubled for a choice that changes nothing.
    if commands.commandable(state, scenario, state.winner):
        order = asked(state, state.winner)
        if order is None:
            return False
        choice = order.choice
    initiative.choose(state, choice, doing)
    go_on(state, doing)
    return True


def _fire(state: PanzerState, doing: Doing) -> bool:
    """4.4.1a, 4.4.1b, 4.4.1e: a side announces and resolves fire until nobody is left who must."""
    frame = state.stack[-1]
    scene = scene_in(state, doing)
    doctrine = scene.doctrine
    if doctrine.must_fire(state, scene, frame.side):
        order = asked(state, frame.side)
        if order is None:
            return False
        doctrine.announce(state, scene, order, doing)
        state.stack.append(Frame("shots"))
        return True
    doctrine.hold_fire(state, scene, frame.side, doing)
    doctrine.end_step(state, scene)
    go_on(state, doing)
    return True


def _shots(state: PanzerState, doing: Doing) -> bool:
    """4.4.1f: announced shots one by one; before each the target's owner may show that it moves."""
    while state.shots:
        scene = scene_in(state, doing)
        shot = state.shots[0]
        target = state.units[shot.target]
        hidden = target.status == ON_MAP and not target.known and not state.declined
        if hidden and scene.doctrine.may_show(state, scene, shot.target):
            if not reacts_by_preset(state, target.side):
                state.stack.append(Frame("reveal"))
                return True
            # 4.4.3.2.2-target-moving-b by preset: shown whenever it helps, unless its owner conceals.
            if target.command in scene.moving and not state.conceals.get(target.side):
                _peek(state, shot.target, doing)
        scene.doctrine.shoot(state, scene, shot, doing)
        del state.shots[0]
        last = not state.shots or state.shots[0].target != shot.target
        if last or state.declined < 2:
            state.declined = 0
        if last:
            scene.doctrine.settle(state, scene, shot.target, doing)
    state.stack.pop()
    return True


def _peek(state: PanzerState, index: int, doing: Doing) -> None:
    """4.4.3.2.2-target-moving-b: the command is seen, though it is yet to be executed."""
    unit = state.units[index]
    unit.known = True
    doing.emit("shown", "4.4.3.2.2-target-moving-b", (), unit=unit.id, command=unit.command)


SHOW, KEEP, KEEP_ALL = "show", "keep", "keep all"


def _reveal(state: PanzerState, doing: Doing) -> bool:
    """4.4.3.2.2-target-moving-c: its owner is asked whatever the command is: the question tells nothing (F5)."""
    index = state.shots[0].target
    order = asked(state, state.units[index].side)
    if order is None:
        return False
    if order.choice == SHOW:
        _peek(state, index, doing)
    else:
        state.declined = 2 if order.choice == KEEP_ALL else 1
        doing.emit("kept", "4.4.3.2.2-target-moving-c", (), unit=state.units[index].id)
    state.stack.pop()
    return True


def _watch(state: PanzerState, doing: Doing) -> bool:
    """4.4.2e: after all direct fire both sides react in turns, the First Player first (G1)."""
    if _exchange(state, doing):
        return state.stack[-1].owing == ()
    scene = scene_in(state, doing)
    scene.doctrine.end_step(state, scene)
    go_on(state, doing)
    return True


def _react(state: PanzerState, doing: Doing) -> bool:
    """4.5c, 4.5d: the side that does not move reacts first, the mover's side may answer (G6)."""
    if _exchange(state, doing):
        return state.stack[-1].owing == ()
    state.stack.pop()
    mover = state.mover
    if mover is not None and state.chain:
        # The owner may think again about what is left of its move (G7), and about the vehicles after it.
        scene = scene_in(state, doing)
        mover.shaken = mover.shaken or scene.doctrine.may_go_on(state, scene)
        mover.plan, state.queue = [], []
        if not mover.shaken and state.units[mover.unit].status == ON_MAP:
            mover.plan = scene.doctrine.aligning(state, scene)
    return True


def _exchange(state: PanzerState, doing: Doing) -> bool:
    """Whether the exchange of overwatch fire goes on: somebody is asked, or fires; it ends with two passes in a row."""
    frame = state.stack[-1]
    scene = scene_in(state, doing)
    side, passes, doctrine = frame.side, frame.passes, scene.doctrine
    while passes < len(SIDES):
        targets = doctrine.open_targets(state, scene, side, frame.step)
        order: Order | None = None
        if targets and doctrine.could_fire(state, scene, side, targets):
            if reacts_by_preset(state, side):
                order = doctrine.by_preset(state, scene, side, frame.step)
            elif not (frame.step == overwatch.REACT and state.waved.get(side)):
                order = asked(state, side)
                if order is None:
                    state.stack[-1] = Frame(frame.step, (side,), side, passes)
                    return True
        if order is not None and order.tasks:
            doctrine.announce(state, scene, order, doing)
            state.stack[-1] = Frame(frame.step, (), enemy_of(side), 0)
            state.stack.append(Frame("shots"))
            return True
        if order is not None and order.choice in (overwatch.PASS_VEHICLE, overwatch.PASS_STEP):
            state.waved[side] = order.choice
            doing.emit("waved", "4.4.2c", (), side=side, until=order.choice.removeprefix("pass "))
        elif order is not None:
            doing.emit("passed", "4.4.2c", (), side=side)
        side, passes = enemy_of(side), passes + 1
    return False


def _move(state: PanzerState, doing: Doing) -> bool:
    """4.5a, 4.5d, 4.5.1a: one vehicle after the other; every action is a chance for the other side to react."""
    frame = state.stack[-1]
    scene = scene_in(state, doing)
    doctrine = scene.doctrine
    mover = state.mover
    if mover is not None:
        if state.units[mover.unit].status not in (ON_MAP, WAITING):
            _end_move(state, scene, frame.side, doing)
            return True
        if mover.plan:
            if doctrine.advance(state, scene, doing):
                state.engaged = state.chain = ()
                state.stack.append(Frame("react", side=enemy_of(frame.side)))
            return True
        if not mover.shaken:
            _end_move(state, scene, frame.side, doing)
            return True
    elif not state.queue and not doctrine.to_move(state, scene, frame.side):
        doctrine.end_step(state, scene)
        state.waved = {}
        go_on(state, doing)
        return True
    if not state.queue:
        order = asked(state, frame.side)
        if order is None:
            return False
        all_stay = order.choice == movement.STAY_ALL
        state.queue = doctrine.staying(state, scene, frame.side) if all_stay else list(order.tasks)
    doctrine.begin(state, scene, doing)
    return True


def _end_move(state: PanzerState, scene: Scene, side: str, doing: Doing) -> None:
    """Ends a vehicle's move; who let the rest of it go by is asked again for the next one."""
    scene.doctrine.finish(state, scene, doing)
    if state.waved.get(enemy_of(side)) == overwatch.PASS_VEHICLE:
        del state.waved[enemy_of(side)]


def _adjustment(state: PanzerState, doing: Doing) -> bool:
    """4.6, 4.6.2a, 4.6.2b: the turn ends, and after the last one the scenario."""
    scene = scene_in(state, doing)
    adjust(state, scene, doing)
    # 3.6c, 3.6d: who has held an objective all turn takes it now.
    objectives.judge_control(state, scene, doing)
    state.outcome = judge(state, scene)
    if over(state, doing):
        state.stack[-1] = Frame(OVER)
        return False
    go_on(state, doing)
    return True


def _over(state: PanzerState, doing: Doing) -> bool:
    """4.6.2a: nothing follows."""
    return False


def row(key: str, rule: str, what: str) -> Row:
    """A row of the Basic Game under the case of another level, which says what happens in it."""
    return next(row for row in ROWS if row.key == key)._replace(rule=rule, what=what)


_FIRE_ASKS: Final = Question(
    "fire", "4.4.1a", "Announce fire: every vehicle with Fire or Short Halt must name its target."
)
_WATCH_ASKS: Final = Question("overwatch", "4.4.2b", "Overwatch: fire at {targets}, or pass.")
_MOVE_ASKS: Final = Question(
    "move", "4.5a", "Move your vehicles, in any order; one that stays is still marked as moving."
)
RESUME: Final = Question("move", "4.5a", "{unit} has been fired on in {hex}: how does it go on?")
"""What the owner of a vehicle is asked whose move was interrupted."""
GO_ON: Final = Question("move", "6.6.10.1d", "{unit} has made its overrun in {hex}: how does it go on?")
ROWS: Final[tuple[Row, ...]] = (
    Row(
        "setup",
        "2.0a",
        "Setup",
        "the forces are placed, one side after the other",
        handler=_setup,
        asks=Question("deploy", "2.0a", "Place your vehicles in their zones: hex and facing for each."),
    ),
    Row("turn", "4.0a", "Turn", "phases and steps in this order"),
    Row(
        "spotting", "4.1a", "Spotting Phase", "who is spotted by whom; needless counters go", "turn", handler=_spotting
    ),
    Row(
        "command",
        "4.2a",
        "Command Phase",
        "both sides place a hidden command with each vehicle",
        "turn",
        handler=_command,
        owes=_with_commands,
        asks=Question(
            "command",
            "4.2a",
            "Turn {turn}: give each vehicle a command; one without does nothing and holds its fire.",
        ),
    ),
    Row(
        "initiative",
        "4.3a",
        "Initiative Phase",
        "both roll, the winner chooses who is First Player",
        "turn",
        handler=_initiative,
        asks=Question(
            "initiative", "4.3.1b", "You have the initiative: be first (fire first, move last) or second Player?"
        ),
    ),
    Row("combat", "4.4a", "Combat Phase", "direct fire, then overwatch", "turn"),
    Row(
        "fire1",
        "4.4.1a",
        "First Player Direct Fire",
        "fire by Fire and Short Halt commands",
        "combat",
        handler=_fire,
        asks=_FIRE_ASKS,
    ),
    Row(
        "fire2",
        "4.4.1b",
        "Second Player Direct Fire",
        "the same by those still able to fire",
        "combat",
        handler=_fire,
        asks=_FIRE_ASKS,
    ),
    Row("shots", "4.4.1j", "Resolution", "announced shots, one by one", "combat", handler=_shots, aside=True),
    Row(
        "reveal",
        "4.4.3.2.2-target-moving-b",
        "Show a command",
        "the target's owner may show that it moves",
        "shots",
        handler=_reveal,
        aside=True,
        asks=Question(
            "reveal",
            "4.4.3.2.2-target-moving-b",
            "{target} is fired on. Show that it is moving (-2 for the firer), or keep its command hidden?",
        ),
    ),
    Row(
        "watch",
        "4.4.2b",
        "Overwatch Fire",
        "in turns, at whoever has fired",
        "combat",
        handler=_watch,
        asks=_WATCH_ASKS,
    ),
    Row("movement", "4.5a", "Movement Phase", "vehicle by vehicle", "turn"),
    Row(
        "move2",
        "4.5a",
        "Second Player Movement",
        "Move and Short Halt commands",
        "movement",
        handler=_move,
        asks=_MOVE_ASKS,
    ),
    Row(
        "move1",
        "4.5d",
        "First Player Movement",
        "the same for the First Player",
        "movement",
        handler=_move,
        asks=_MOVE_ASKS,
    ),
    Row(
        "react",
        "4.5c",
        "Overwatch Fire",
        "in turns, at the mover and at whoever fires",
        "movement",
        handler=_react,
        aside=True,
        asks=_WATCH_ASKS,
    ),
    Row(
        "adjustment",
        "4.6",
        "Adjustment Phase",
        "commands are removed, control and victory judged",
        "turn",
        handler=_adjustment,
    ),
    Row(OVER, "4.6.2a", "End", "the scenario is over", handler=_over),
)
