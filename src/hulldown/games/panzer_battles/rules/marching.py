"""The Movement Segment (4.0-C1): companies named one by one, acts carried out, each a chance for fire."""

from __future__ import annotations

from typing import Final

from hulldown.core.sequence import Doing, Question, Row
from hulldown.games.panzer_battles.rules import deployment, doctrine, exchange, moves, naming
from hulldown.games.panzer_battles.rules.exchange import ENTER, PASS, PASS_COMPANY, PASS_UNIT, TURN
from hulldown.games.panzer_battles.rules.observing import CHANGE, SHELTER, observe
from hulldown.games.panzer_battles.rules.planning import PACES, TIRED, Planning
from hulldown.games.panzer_battles.rules.scene import Scene, scene_in
from hulldown.games.panzer_battles.rules.state import (
    ANY,
    ASIDE,
    NOBODY,
    OFF,
    ON_MAP,
    BattleState,
    Frame,
    enemy_of,
    index_of,
    present,
)
from hulldown.games.panzer_battles.rules.steps import asked, close
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs import kinds
from hulldown.games.panzer_battles.rules.verbs.base import DRIVE, MOVEMENT, NAMING, SHEDDING
from hulldown.games.panzer_battles.rules.verbs.changes import shed

_TRIGGERS: Final = {kinds.SHELTER: SHELTER, kinds.TURN: TURN}
"""What an act in a hex is to those who may fire at it; every other one is a change of status."""
GET_UP: Final = "get up"
STAY_DOWN: Final = "stay down"


def _move(state: BattleState, doing: Doing) -> bool:
    """One act after the other, until the side is done with all its companies."""
    scene, side = scene_in(state, doing), state.stack[-1].side
    if state.march is not None:
        _carry_on(state, scene, doing)
        return True
    if state.queue:
        _begin(state, scene, side, doing)
        return True
    if state.merged >= 0:
        state.stack.append(Frame("status", side=enemy_of(side)))
        return True
    if state.moving == NOBODY:
        return _next_company(state, scene, side, doing)
    order = asked(state, side)
    if order is None:
        return False
    if order.tasks:
        state.queue = list(order.tasks)
        return True
    _done(state, scene, side, doing)
    return True


def _next_company(state: BattleState, scene: Scene, side: str, doing: Doing) -> bool:
    """Chooses who moves next: the enemy names a counter, or the owner does as he likes (6.0-proc-2)."""
    if not naming.to_move(state, side) or _nothing_left(state, scene, side):
        _end_segment(state, scene, side, doing)
        return True
    if naming.asks(state, side):
        state.stack.append(Frame("name", side=enemy_of(side)))
        return True
    state.moving = naming.only(state, side)
    return True


def _nothing_left(state: BattleState, scene: Scene, side: str) -> bool:
    """Whether only dummies off the map are left to be moved, and none of them can come back (6.83)."""
    left = [member for at in naming.to_move(state, side) for member in state.companies[at].members]
    return all(state.units[at].status == ASIDE and not moves.options(state, scene, at) for at in left)


def _name(state: BattleState, doing: Doing) -> bool:
    """6.0-proc-2: the enemy points at a counter."""
    frame = state.stack[-1]
    order = asked(state, frame.side)
    if order is None:
        return False
    if exchange.leaves_column(order):
        # MOV-11: between exchanges; the question stays.
        exchange.break_column(state, scene_in(state, doing), order, doing)
        return True
    state.stack.pop()
    naming.name(state, scene_in(state, doing), enemy_of(frame.side), order, doing)
    return True


def _done(state: BattleState, scene: Scene, side: str, doing: Doing) -> None:
    """The company, or every company, has had its moves."""
    over = [state.moving] if state.moving >= 0 else naming.to_move(state, side)
    for at in over:
        state.companies[at].turn_over = True
        naming.strike(state, at)
    state.moving, state.named = NOBODY, ""
    exchange.forget_passes(state, (PASS_COMPANY, PASS_UNIT))
    doing.emit("moves_over", "6.0-proc-2", (side,), companies=", ".join(state.companies[at].key for at in over))


def _begin(state: BattleState, scene: Scene, side: str, doing: Doing) -> None:
    """Begins the next act that was ordered; one that fits no more is dropped."""
    task = state.queue.pop(0)
    at = index_of(state, task.unit)
    verb = scene.rules.verbs[task.kind]
    planning = Planning(state, scene, at)
    if verb.fault(planning, task) is not None:
        state.queue = []
        doing.emit("stopped", "6.0-proc-1", (side,), unit=task.unit, side=side)
        return
    if state.moving == ANY and naming.asks(state, side):
        # The choice was left to the owner for once; from here on it is this company's turn.
        state.moving = state.units[at].company
    exchange.forget_passes(state, (PASS_UNIT,))
    state.march = verb.begin(planning, task)


def _carry_on(state: BattleState, scene: Scene, doing: Doing) -> None:
    """Carries the act under way on by a step. Acts in a hex are fired on before they take effect (8.24a, 11.23b).

    6.0-proc-4, 8.23: a mover is fired at in each hex that it has entered. 11.23a: so is who turns.
    """
    march = state.march
    assert march is not None
    there = (ON_MAP, OFF, ASIDE) if march.kind == kinds.BRING else (ON_MAP, OFF)
    march.units = tuple([at for at in march.units if state.units[at].status in there])
    if not march.units:
        state.march = None
        return
    verb = scene.rules.verbs[march.kind]
    drives = verb.family == DRIVE
    if not drives and not march.waits:
        march.waits = True
        # 12.52a, TRN-10: whoever is mounted, or tows, changes its status too.
        partner = (march.partner,) if march.partner >= 0 else ()
        _open(state, _TRIGGERS.get(march.kind, CHANGE), (*march.units, *partner))
        # 7.23-2, 8.21b: who is about to change its status is seen as moving, and then fired at.
        observe(state, scene, doing)
        return
    # SEQ-1, SEQ-3: one chance for each hex that is entered.
    enters = drives and bool(march.cells)
    over = verb.advance(state, scene, march, doing)
    if enters and _in_the_open(state, march.units):
        _open(state, ENTER, march.units)
    if not drives:
        observe(state, scene, doing)
    if over:
        state.march = None


def _in_the_open(state: BattleState, units: tuple[int, ...]) -> bool:
    """Whether movers have entered a hex in which they can be fired at: not one of a close assault (CA-2)."""
    movers = [state.units[at] for at in units]
    return bool(movers) and all(unit.status == ON_MAP and not unit.engaged for unit in movers)


def _open(state: BattleState, trigger: str, units: tuple[int, ...]) -> None:
    """Gives the enemy a chance to fire (SEQ-1)."""
    seen = tuple([at for at in units if present(state.units[at])])
    if not seen:
        return
    exchange.open_exchange(state, trigger, seen)
    state.stack.append(Frame("window", side=enemy_of(state.units[seen[0]].side)))


def _window(state: BattleState, doing: Doing) -> bool:
    """4.0-C1c to 4.0-C1f: fire in turns until both have passed; then the mover goes on, if it can."""
    if fire_in_turns(state, doing):
        return state.stack[-1].owing == ()
    fired = state.exchange is not None and bool(state.exchange.firers)
    state.exchange = None
    state.stack.pop()
    march = state.march
    if march is not None and fired:
        # The owner sees what has happened and may think again.
        state.queue = []
        if scene_in(state, doing).rules.verbs[march.kind].family == DRIVE:
            state.march = None
    return True


def fire_in_turns(state: BattleState, doing: Doing) -> bool:
    """Whether an exchange goes on: somebody is asked, or fires; it ends with two passes in a row (SEQ-3).

    8.32: fire is answered at once, before anything else happens.
    """
    frame = state.stack[-1]
    scene = scene_in(state, doing)
    side, passes = frame.side, frame.passes
    while passes < 2:
        rounds = exchange.rounds_now(state)
        targets = exchange.open_targets(state, side)
        order = None
        could = bool(targets) and exchange.could_fire(state, scene, side, targets, rounds)
        if could:
            if exchange.reacts_by_preset(state, side):
                order = exchange.by_preset(state, scene, side)
            elif not exchange.waves(state, side):
                order = asked(state, side)
                if order is None:
                    state.stack[-1] = Frame(frame.step, (side,), side, passes, frame.stage)
                    return True
        if order is not None and exchange.leaves_column(order):
            # MOV-11: that is no shot and no pass; the side may still fire with others.
            exchange.carry_out(state, scene, order, doing)
            return True
        down = _suppressed(state)
        if order is not None and exchange.carry_out(state, scene, order, doing):
            observe(state, scene, doing)
            state.stack[-1] = Frame(frame.step, (), enemy_of(side), 0, frame.stage)
            _offer_shedding(state, down)
            return True
        if could:
            exchange.note_pass(state, side, order.choice if order is not None else PASS, doing)
        side, passes = enemy_of(side), passes + 1
    return False


def _suppressed(state: BattleState) -> set[int]:
    """The movers under fire that are suppressed."""
    exchange_now = state.exchange
    if exchange_now is None or not exchange_now.trigger:
        return set()
    return {at for at in exchange_now.movers if state.units[at].suppressed}


def _offer_shedding(state: BattleState, down: set[int]) -> None:
    """Infantry that this shot has suppressed may get up at once, for a step (8.62Bc; FIRE-21)."""
    for at in sorted(_suppressed(state) - down):
        unit = state.units[at]
        if present(unit) and not unit.rooted and traits(unit.type).infantry:
            unit.rooted = True
            state.stack.append(Frame("shed", side=unit.side, stage=at))
            return


def _shed(state: BattleState, doing: Doing) -> bool:
    """8.62Bc: the owner decides before the unit goes to ground."""
    frame = state.stack[-1]
    order = asked(state, frame.side)
    if order is None:
        return False
    state.stack.pop()
    unit = state.units[frame.stage]
    unit.rooted = False
    if order.choice == GET_UP:
        unit.defilade = -1
        shed(state, scene_in(state, doing), frame.stage, doing)
    else:
        doing.emit("stayed_down", "8.62A", (), unit=unit.id, side=unit.side)
    return True


def _end_segment(state: BattleState, scene: Scene, side: str, doing: Doing) -> None:
    """The Movement Segment ends: fatigue and rest, queues move up (6.76, 6.77, 19.25).

    Double-time and charge tire (6.32b, 6.33b), at level 1 double-time once more (6.73). Who has spent no points rests,
    even if it has fired (6.76a) or was carried (6.79a), but not beside the enemy (6.79b); as often as it likes (6.78).
    """
    for unit in state.units:
        if unit.side != side or not traits(unit.type).infantry or unit.status != ON_MAP:
            continue
        if unit.pace:
            unit.fatigue = min(unit.fatigue + PACES[unit.pace], TIRED)
            doing.emit(
                "tired", "6.71", () if unit.shown else (side,), unit=unit.id, side=unit.side, fatigue=unit.fatigue
            )
        elif unit.fatigue and unit.spent == 0 and not unit.engaged:
            unit.fatigue -= 1
            doing.emit(
                "rested", "6.76b", () if unit.shown else (side,), unit=unit.id, side=unit.side, fatigue=unit.fatigue
            )
    deployment.move_up(state, scene, side)
    doctrine.note_moves(state, scene, side)
    state.waved = {}
    close(state, doing)


def movement_rows(number: int, phase: str) -> tuple[Row, ...]:
    """The rows of a Movement Segment; what interrupts it stands in the table once."""
    rows = (
        Row(
            f"move{number}",
            "4.0-C1a",
            "Movement Segment",
            "company by company, hex by hex",
            phase,
            handler=_move,
            asks=Question(MOVEMENT, "6.0-proc-1", "Move {company}: what does each platoon do?{warning}"),
        ),
    )
    return rows if number > 1 else (*rows, *_ASIDES)


_ASIDES: Final[tuple[Row, ...]] = (
    Row(
        "name",
        "6.0-proc-2",
        "Next company",
        "the enemy names a counter; its company moves",
        "move1",
        handler=_name,
        asks=Question(NAMING, "6.0-proc-2", "Which enemy counter is to move next, with its company?"),
        aside=True,
    ),
    Row(
        "window",
        "4.0-C1c",
        "Exchange of fire",
        "in turns, at the mover and at whoever fires",
        "move1",
        handler=_window,
        asks=Question("fire", "4.0-C1c", "{what} Fire one weapon, or pass."),
        aside=True,
    ),
    Row(
        "shed",
        "8.62Bc",
        "Under fire",
        "infantry may get up for a step",
        "move1",
        handler=_shed,
        asks=Question(SHEDDING, "8.62Bc", "{unit} is suppressed: get up for the loss of a step, or stay down?"),
        aside=True,
    ),
)
