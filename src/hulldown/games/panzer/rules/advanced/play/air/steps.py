"""The Air Phases step by step: flights one after the other, hex by hex, AA units may fire in every hex (6.4, 6.7).

In each hex AA units may fire first (ENTERED); then the owner of the aircraft may attack (DECIDING). When an attack is
announced (ANNOUNCED), AA units may fire once more, and that fire is resolved after the attack (6.7.4.1.1f). Before an
attack, and before a crash (CRASHING), the owners of vehicles below may show that they move.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.sequence import Doing, Question, Row
from hulldown.games.panzer.rules.advanced.air_words import (
    DONE_FLYING,
    FLAK,
    FLYING,
    PASS_FLIGHT,
    PASS_STEP,
    STRIKING,
)
from hulldown.games.panzer.rules.advanced.play.air import antiair, attacking, flying, showing
from hulldown.games.panzer.rules.advanced.play.air.planes import (
    air_of,
    flight_of,
    flying_side,
    ready,
    set_flight,
)
from hulldown.games.panzer.rules.scene import scene_in
from hulldown.games.panzer.rules.sequence import asked, go_on
from hulldown.games.panzer.rules.state import Frame, PanzerState, enemy_of
from hulldown.games.panzer.rules.verbs.reactions import reacts_by_preset

FLIGHT: Final = "flight"
GUNS: Final = "flak"
"""Rows that handlers push: an aircraft is over a hex, AA units may fire."""


def air_phase(state: PanzerState, doing: Doing) -> bool:
    """6.7c, 6.7.2: the side with aircraft flies them one by one; 6.4: without any the phase passes."""
    scene = scene_in(state, doing)
    if not ready(state, scene):
        return _over(state, doing)
    order = asked(state, flying_side(state))
    if order is None:
        return False
    if order.choice == DONE_FLYING:
        return _over(state, doing)
    flying.launch(state, scene, order.tasks[0], doing)
    state.stack.append(Frame(FLIGHT, side=flying_side(state)))
    return True


def _over(state: PanzerState, doing: Doing) -> bool:
    """The phase is over (6.4), and with it what AA units let pass in it (6.7.4).

    4.4.3.2.2-brew-up-smoke-c: smoke of what brewed up in it hinders from now on (H4).
    """
    scene_in(state, doing).doctrine.end_step(state, scene_in(state, doing))
    if air_of(state) is not None:
        state.waved = {}
    go_on(state, doing)
    return True


def _flight(state: PanzerState, doing: Doing) -> bool:
    """One stage of a flight (6.7.2, 6.7.3, 6.7.4); see the head of the module.

    6.5.4.3-target-vehicle-moving-b: before an attack and before a crash commands may be shown. 6.7.4.1.1f: what AA fire
    is announced after an attack is resolved after it.
    """
    scene = scene_in(state, doing)
    flight = flight_of(state)
    if flight is None:
        state.stack.pop()
        if state.waved.get(enemy_of(flying_side(state))) == PASS_FLIGHT:
            state.waved = {}
        return True
    if flight.stage == flying.ENTERED:
        set_flight(state, stage=flying.DECIDING)
        state.stack.append(Frame(GUNS, side=enemy_of(flying_side(state))))
        return True
    if flight.stage in (flying.ANNOUNCED, flying.CRASHING) and showing.asks(state, scene, doing):
        state.stack.append(Frame(showing.FRAME))
        return True
    if flight.stage == flying.CRASHING:
        attacking.crash(state, scene, doing)
        return True
    if flight.stage == flying.ANNOUNCED:
        attacking.resolve(state, scene, doing)
        return True
    if flight.stage == flying.LEAVING:
        flying.advance(state, scene, doing)
        return True
    if flight.fire:
        antiair.resolve(state, scene, doing)
        return True
    if not attacking.asks(state, scene):
        set_flight(state, stage=flying.LEAVING)
        return True
    order = asked(state, flying_side(state))
    if order is None:
        return False
    attacking.receive(state, scene, order, doing)
    now = flight_of(state)
    assert now is not None
    if now.stage == flying.ANNOUNCED:
        state.stack.append(Frame(GUNS, side=enemy_of(flying_side(state))))
    return True


def _guns(state: PanzerState, doing: Doing) -> bool:
    """6.7.4: AA units may fire at the aircraft over the hex; asked by what both sides see (Q14)."""
    scene = scene_in(state, doing)
    side, order = state.stack[-1].side, None
    if antiair.could_fire(state, scene):
        if reacts_by_preset(state, side):
            order = antiair.by_preset(state, scene)
        elif not state.waved.get(side):
            order = asked(state, side)
            if order is None:
                return False
    if order is not None and order.tasks:
        antiair.announce(state, order, doing)
    elif order is not None and order.choice in (PASS_FLIGHT, PASS_STEP):
        state.waved[side] = order.choice
        until = "flight" if order.choice == PASS_FLIGHT else "step"
        doing.emit("waved", "6.7.4", (), side=side, until=until)
    state.stack.pop()
    return True


_ASKS: Final = Question(FLYING, "6.7.2", "Air Phase: send an aircraft over the map, or say that you are done.")
FIRST: Final = Row(
    "air1", "6.4", "1st Air Phase", "aircraft fly and attack, AA units fire at them", "turn",
    handler=air_phase, asks=_ASKS,
)  # fmt: skip
SECOND: Final = Row(
    "air2", "6.7a", "2nd Air Phase", "those that have not flown may fly now", "turn", handler=air_phase, asks=_ASKS
)
ROWS: Final = (
    Row(
        FLIGHT, "6.7.3", "Flight", "an aircraft over a hex: it may attack, turn or fly on", "air1",
        handler=_flight, aside=True,
        asks=Question(STRIKING, "6.7.3", "Your aircraft is over {hex}: attack, turn, or fly on?"),
    ),
    Row(
        GUNS, "6.7.4", "AA fire", "units with an AA row and an Overwatch command fire at the aircraft", "air1",
        handler=_guns, aside=True,
        asks=Question(FLAK, "6.7.4", "{plane} flies over {hex}, {altitude} and {speed}: fire at it, or pass."),
    ),
    showing.ROW,
)  # fmt: skip
