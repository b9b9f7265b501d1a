"""What the handlers of the sequence share: going on to the next step, asking, the bounds of Segments and Phases."""

from __future__ import annotations

from typing import Final

from hulldown.core.orders import Order
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import doctrine, morale
from hulldown.games.panzer_battles.rules.observing import fell_silent
from hulldown.games.panzer_battles.rules.scene import Scene, scene_in
from hulldown.games.panzer_battles.rules.state import FIRST, NOBODY, OFF_MAP, SECOND, SIDES, BattleState, Frame

OVER: Final = "over"
CLOSE: Final = "close"
PHASES: Final = {
    "plot1": FIRST, "command2": SECOND, "move1": FIRST, "plot2": SECOND, "command1": FIRST, "move2": SECOND,
    "record": "",
}  # fmt: skip
"""The steps with which a Phase begins, and whose Phase it is (4.0), as on the Phase track (trk-phase)."""


def asked(state: BattleState, side: str) -> Order | None:
    """The order a side has given for the topmost step; None: it now owes one."""
    frame = state.stack[-1]
    order = state.submitted.pop(side, None)
    state.stack[-1] = Frame(frame.step, () if order else (side,), frame.side, frame.passes, frame.stage)
    return order


def close(state: BattleState, doing: Doing) -> None:
    """Ends a Segment: first what its losses ask for, then the next step (6.48, 14.0-proc-1, 14.12)."""
    go_on(state, doing)
    if state.stack[0].step != OVER:
        state.stack.append(Frame(CLOSE))


def go_on(state: BattleState, doing: Doing) -> None:
    """Goes on to the step that the table has after this one; a Phase may end, and another begin (4.0-C1a, 4.0-F)."""
    row = doing.rules.following[state.stack[-1].step]
    side = state.stack[-1].side
    if row.key in PHASES:
        end_phase(state, scene_in(state, doing), doing)
        side = PHASES[row.key]
    state.stack[-1] = Frame(row.key, side=side)
    if row.key in PHASES:
        state.phase += 1
        if row.key.startswith("move"):
            begin_movement(state, scene_in(state, doing), side, doing)
        if any(morale.invalid(state, scene_in(state, doing), who) for who in SIDES):
            # 13.28b, 14.12: doctrine may have changed a morale state too.
            state.stack.append(Frame(CLOSE, stage=1))


def begin_movement(state: BattleState, scene: Scene, side: str, doing: Doing) -> None:
    """A Movement Phase begins: nobody has moved or fired in it yet (8.0-gen-1, 13.12a).

    6.11b: points that were not spent in the last one are gone.
    """
    for unit in state.units:
        unit.fired = ()
        unit.spent, unit.pace, unit.mates = 0, "", ()
        unit.rooted = unit.moved = unit.changed = unit.sheltered = unit.broke = False
        unit.origin = unit.cell
        unit.began, unit.entered, unit.backed = unit.engaged, NOBODY, False
    for company in state.companies:
        company.turn_over = False
    state.moving, state.named, state.free, state.struck = NOBODY, "", False, ()
    state.fought, state.assaulted, state.stuck, state.waved = (), (), (), {}
    doctrine.punish(state, scene, side, doing)


def end_phase(state: BattleState, scene: Scene, doing: Doing) -> None:
    """A Phase ends: those who fired may be lost from sight (7.32b), doctrine is looked at (18.13b)."""
    frame = state.stack[0]
    if frame.step.startswith("facing"):
        for unit in state.units:
            if unit.side == frame.side:
                unit.bounded = unit.moved or unit.changed
            unit.moved = unit.changed = False
            unit.origin = OFF_MAP
    doctrine.expire(state, scene, doing)
    fell_silent(state, scene, doing)
