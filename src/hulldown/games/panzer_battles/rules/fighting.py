"""The Final Fire and Close Assault Segments (4.0-C2, 4.0-C3): who is asked for what, and what follows."""

from __future__ import annotations

from typing import Final

from hulldown.core.orders import Order
from hulldown.core.sequence import Doing, Question, Row
from hulldown.games.panzer_battles.rules import assault, morale
from hulldown.games.panzer_battles.rules.assault import ATTACK, DEFENCE, LAST_ROUND, LEAVE, MANNERS, MEET, ORDERS
from hulldown.games.panzer_battles.rules.casualties import disengage
from hulldown.games.panzer_battles.rules.firing import MEETING, PARTING, ROUND
from hulldown.games.panzer_battles.rules.marching import fire_in_turns
from hulldown.games.panzer_battles.rules.observing import observe
from hulldown.games.panzer_battles.rules.scene import Scene, scene_in
from hulldown.games.panzer_battles.rules.state import SIDES, BattleState, Exchange, Frame, enemy_of, friends_in
from hulldown.games.panzer_battles.rules.steps import asked, close
from hulldown.games.panzer_battles.rules.verbs.base import ENGAGE, FIRING, REORDER, RETREATING


def _final(state: BattleState, doing: Doing) -> bool:
    """4.0-C2b, 4.0-C2-1, 4.0-C2-2: automatic weapons, then main guns; the side that does not move begins (SEQ-9)."""
    frame = state.stack[-1]
    if frame.stage < ROUNDS:
        state.exchange = Exchange("")
        state.stack[-1] = Frame(frame.step, side=frame.side, stage=frame.stage + 1)
        state.stack.append(Frame("volley", side=enemy_of(frame.side), stage=frame.stage))
        return True
    state.waved = {}
    close(state, doing)
    return True


ROUNDS: Final = 2
"""Of a Final Fire Segment."""


def _volley(state: BattleState, doing: Doing) -> bool:
    """A round of final fire, in turns until both have passed (8.42a)."""
    if fire_in_turns(state, doing):
        return state.stack[-1].owing == ()
    state.exchange = None
    state.stack.pop()
    return True


def _assault(state: BattleState, doing: Doing) -> bool:
    """Hex after hex, stage after stage (13.0-proc-1 to 13.0-proc-6).

    First the fire of the defenders (13.0-proc-3), which is outside the rounds, as that at those who leave (13.21). Then
    rounds: the side that does not move (4.0-C3-1, 13.0-proc-4), and the one that does (4.0-C3-2, 13.0-proc-5).
    """
    scene, side = scene_in(state, doing), state.stack[-1].side
    melee = state.melee
    if melee is None:
        return _next_hex(state, scene, side, doing)
    if melee.stage != LEAVE and assault.over(state):
        _end_hex(state, scene, doing)
        return True
    if melee.stage == MEET:
        melee.stage, melee.spent = ORDERS, ()
        state.stack.append(Frame("melee", side=enemy_of(side), stage=MANNERS.index(MEETING)))
    elif melee.stage == ORDERS:
        melee.stage, melee.round = DEFENCE, melee.round + 1
        state.stack.append(Frame("reorder", SIDES))
    elif melee.stage in (DEFENCE, ATTACK):
        fires = enemy_of(side) if melee.stage == DEFENCE else side
        melee.stage, melee.spent = (ATTACK if melee.stage == DEFENCE else LEAVE), ()
        state.stack.append(Frame("melee", side=fires, stage=MANNERS.index(ROUND)))
        if melee.stage == LEAVE:
            melee.leaving = NOT_YET
    else:
        _leave(state, scene, doing)
    return True


NOT_YET: Final = (-1,)
"""In place of those who have to withdraw: it has not been looked at yet."""


def _next_hex(state: BattleState, scene: Scene, side: str, doing: Doing) -> bool:
    """Takes up the next close assault; of several the phasing side chooses (CA-27)."""
    hexes = assault.contested(state)
    if not hexes:
        _end_assaults(state, scene, doing)
        return True
    if len(hexes) > 1:
        state.stack.append(Frame("engage", side=side))
        return True
    _begin_hex(state, scene, hexes[0], doing)
    return True


def _begin_hex(state: BattleState, scene: Scene, cell: int, doing: Doing) -> None:
    assault.begin(state, cell)
    doing.emit("assault", "13.0-proc-1", (), hex=scene.label(cell))


def _engage(state: BattleState, doing: Doing) -> bool:
    """CA-27: the phasing side names the hex."""
    order = asked(state, state.stack[-1].side)
    if order is None:
        return False
    state.stack.pop()
    scene = scene_in(state, doing)
    _begin_hex(state, scene, order.tasks[0].cells[0], doing)
    return True


def _reorder(state: BattleState, doing: Doing) -> bool:
    """13.28a: both sides give new commands at once, unseen by each other."""
    if state.stack[-1].owing:
        return False
    for side in SIDES:
        assault.reorder(state, side, state.submitted.pop(side, Order(REORDER)), doing)
    melee = state.melee
    assert melee is not None
    doing.emit("round", "13.0-proc-6", (), hex=scene_in(state, doing).label(melee.cell), round=melee.round)
    state.stack.pop()
    return True


def _melee(state: BattleState, doing: Doing) -> bool:
    """One side fires in the hex, unit by unit, until it passes or has nothing left to fire (13.2b, 13.0-proc-2)."""
    frame, scene = state.stack[-1], scene_in(state, doing)
    if assault.could_fire(state, frame.side):
        order = asked(state, frame.side)
        if order is None:
            return False
        if order.tasks:
            assault.shoot(state, scene, order, doing)
            observe(state, scene, doing)
            return True
        doing.emit("passed", "13.22c", (), side=frame.side, nation=scene.people(frame.side))
    state.stack.pop()
    melee = state.melee
    if melee is not None and MANNERS[frame.stage] == PARTING:
        melee.left = ()
    return True


def _leave(state: BattleState, scene: Scene, doing: Doing) -> None:
    """The end of a round: those who must withdraw do, one side after the other, under fire (13.29f, 13.34a).

    13.29c: where both sides are still there, another round follows, up to the third.
    """
    melee = state.melee
    assert melee is not None
    if melee.leaving == NOT_YET:
        melee.leaving = () if assault.over(state) else assault.leavers(state)
    if melee.left:
        owner = state.units[melee.left[0]].side
        state.stack.append(Frame("melee", side=enemy_of(owner), stage=MANNERS.index(PARTING)))
        return
    group = assault.leaving_now(state)
    if group:
        state.stack.append(Frame("retreat", side=state.units[group[0]].side))
        return
    if assault.over(state) or melee.round >= LAST_ROUND:
        _end_hex(state, scene, doing)
    else:
        melee.stage = ORDERS


def _retreat(state: BattleState, doing: Doing) -> bool:
    """13.31a: the owner says where his units withdraw to; one whose units cannot is not asked."""
    scene, side = scene_in(state, doing), state.stack[-1].side
    order: Order | None = Order(RETREATING)
    if any(
        assault.refuges(state, scene, assault.leaving_now(state), infantry) for infantry in (False, True)
    ):  # fmt: skip
        order = asked(state, side)
        if order is None:
            return False
    assert order is not None
    state.stack.pop()
    assault.retreat(state, scene, order, doing)
    return True


def _end_hex(state: BattleState, scene: Scene, doing: Doing) -> None:
    """A close assault is over for this Segment (13.23b; CA-13, CA-17)."""
    melee = state.melee
    assert melee is not None
    disengage(state, melee.cell)
    if assault.over(state):
        # 19.32a: whoever is left alone occupies the hex.
        for at in [at for side in SIDES for at in friends_in(state, side, melee.cell)]:
            scene.take_control(state, state.units[at])
    state.fought = (*state.fought, melee.cell)
    state.melee = None
    for unit in state.units:
        if unit.cell == melee.cell:
            # 6.65a, 6.65b: whoever took part is out of Column when the Segment is over (MOV-13).
            unit.column = False
    observe(state, scene, doing)


def _end_assaults(state: BattleState, scene: Scene, doing: Doing) -> None:
    """The Close Assault Segment ends; companies that could not withdraw pay for it, once each (13.36; CA-9)."""
    for at in state.stuck:
        morale.raise_state(state, scene, state.companies[at], 1, "13.36", doing)
    state.stuck = ()
    close(state, doing)


def fire_rows(number: int, phase: str) -> tuple[Row, ...]:
    """The row of a Final Fire Segment."""
    return (
        Row(
            f"final{number}",
            "4.0-C2a",
            "Final Fire Segment",
            "automatic weapons, then main guns, in turns",
            phase,
            handler=_final,
        ),
        *(_VOLLEY if number == 1 else ()),
    )


def assault_rows(number: int, phase: str) -> tuple[Row, ...]:
    """The row of a Close Assault Segment; what happens in it stands in the table once."""
    row = Row(
        f"assault{number}",
        "4.0-C3",
        "Close Assault Segment",
        "three rounds in each hex with both sides",
        phase,
        handler=_assault,
    )
    return (row,) if number > 1 else (row, *_ASIDES)


_VOLLEY: Final[tuple[Row, ...]] = (
    Row(
        "volley",
        "8.42a",
        "Final fire",
        "one weapon system a go",
        "final1",
        handler=_volley,
        aside=True,
        asks=Question(FIRING, "8.4", "{what} Fire one weapon, or pass."),
    ),
)
_ASIDES: Final[tuple[Row, ...]] = (
    Row(
        "engage",
        "13.0-proc-1",
        "Next close assault",
        "the phasing side names the hex",
        "assault1",
        handler=_engage,
        asks=Question(ENGAGE, "13.0-proc-1", "Which close assault is fought next?"),
        aside=True,
    ),
    Row(
        "reorder",
        "13.28a",
        "Commands for a round",
        "both sides, in secret",
        "assault1",
        handler=_reorder,
        asks=Question(REORDER, "13.28a", "Round {round} in {hex}: new commands for your companies there?"),
        aside=True,
    ),
    Row(
        "melee",
        "13.2b",
        "Close assault fire",
        "one side fires at the other in the hex",
        "assault1",
        handler=_melee,
        asks=Question(FIRING, "13.22c", "{what} Fire one weapon, or pass."),
        aside=True,
    ),
    Row(
        "retreat",
        "13.31a",
        "Withdrawal",
        "units of a side leave the hex",
        "assault1",
        handler=_retreat,
        asks=Question(RETREATING, "13.31a", "Your units must leave {hex}: where to?"),
        aside=True,
    ),
)
