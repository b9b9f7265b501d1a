"""Vehicles attacked from the air: their owner may show that they move (6.5.4.3-target-vehicle-moving-b)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision, Legal, Pass
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing, Question, Row
from hulldown.games.panzer.rules.advanced.air_words import BOMBED
from hulldown.games.panzer.rules.advanced.play.air import attacking
from hulldown.games.panzer.rules.advanced.play.air.planes import flight_of, set_flight
from hulldown.games.panzer.rules.advanced.play.facts import vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect.landing import reveal
from hulldown.games.panzer.rules.answers import check_choice
from hulldown.games.panzer.rules.hooks import Answer
from hulldown.games.panzer.rules.scene import Scene, scene_in
from hulldown.games.panzer.rules.sequence import KEEP, SHOW, asked
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState
from hulldown.games.panzer.rules.verbs.reactions import reacts_by_preset

FRAME: Final = BOMBED
RULE: Final = "6.5.4.3-target-vehicle-moving-b"


def _hidden(state: PanzerState, scene: Scene) -> list[int]:
    """The vehicles below, of both sides, whose command nobody has seen and whose owner has not kept it hidden."""
    flight = flight_of(state)
    assert flight is not None
    cells = attacking.below(state, scene)
    return [
        index
        for cell in cells
        for index, unit in enumerate(state.units)
        if unit.cell == cell and unit.status == ON_MAP and unit.command and not unit.known
        and index not in flight.kept and vehicle_of(unit) is not None
    ]  # fmt: skip


def first(state: PanzerState, scene: Scene) -> int:
    """The vehicle about which its owner is asked."""
    return _hidden(state, scene)[0]


def asks(state: PanzerState, scene: Scene, doing: Doing) -> bool:
    """Whether an owner is to be asked; presets show a command that helps, unless their owner conceals.

    The question comes for every vehicle with a command face down, whatever the command is (F5; O19).
    """
    for index in _hidden(state, scene):
        unit = state.units[index]
        if not reacts_by_preset(state, unit.side):
            return True
        if unit.command in scene.moving and not state.conceals.get(unit.side):
            reveal(state, index, doing)
    return False


def _bombed(state: PanzerState, doing: Doing) -> bool:
    """The owner of the first of them answers."""
    scene = scene_in(state, doing)
    index = first(state, scene)
    order = asked(state, state.units[index].side)
    if order is None:
        return False
    if order.choice == SHOW:
        reveal(state, index, doing)
    else:
        flight = flight_of(state)
        assert flight is not None
        set_flight(state, kept=(*flight.kept, index))
        doing.emit("kept", RULE, (), unit=state.units[index].id)
    state.stack.pop()
    return True


# Answers.


def _choices(state: PanzerState, scene: Scene) -> tuple[str, ...]:
    moves = state.units[first(state, scene)].command in scene.moving
    return (SHOW, KEEP) if moves else (KEEP,)


def _legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    keep = Order(decision.kind, choice=KEEP)
    return Legal(decision, (), _choices(state, scene), keep, (Pass(KEEP),))


def _faults(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return check_choice(decision, order, _choices(state, scene))


ANSWER: Final = Answer(_legal, _faults)
ROW: Final[Row] = Row(
    FRAME, RULE, "Show a command", "the owner of a vehicle under an attack from the air may show it", "air1",
    handler=_bombed, aside=True,
    asks=Question(
        BOMBED, RULE, "{plane} attacks {target}. Show that it is moving (-10), or keep its command hidden?",
    ),
)  # fmt: skip
