"""The steps that the engagements add: the columns before play, units withheld, and contact noted (34.0)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hulldown.core.decisions import Decision, Legal
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import go_on, owed, top
from hulldown.games.tank.data.loading import Scenario
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.modules.engagements import (
    assault,
    camp,
    defence,
    delaying,
    meeting1,
    meeting2,
    orders,
    withholding,
)
from hulldown.games.tank.modules.engagements.contact import Met, found_out, mutual, mutual_or_fire, note_contact
from hulldown.games.tank.rules.cargo import bring_along
from hulldown.games.tank.rules.column import bound, columns_of, entrants
from hulldown.games.tank.rules.contact import after_contact
from hulldown.games.tank.rules.hooks import Answers
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.state import EXITED, SIDES, TankState

MUSTERS: Final[dict[tuple[str, str], orders.Muster]] = {
    ("meeting1", "alpha"): meeting1.MUSTER,
    ("meeting1", "bravo"): meeting1.MUSTER,
    ("meeting2", "alpha"): meeting2.MUSTER,
    ("meeting2", "bravo"): meeting2.MUSTER,
    ("delaying", "alpha"): delaying.MUSTER,
    ("assault", "alpha"): assault.MUSTER,
}
"""What each side may choose of its columns, by situation and side."""
MEETINGS: Final[dict[str, tuple[Met, str]]] = {
    "meeting1": (mutual, "34.1-6"),
    "meeting2": (mutual_or_fire, "34.2-6"),
    "delaying": (mutual_or_fire, "34.3-3"),
    "assault": (found_out, "34.4-11"),
}
"""What contact is, with its case, by situation."""
NOTES: Final[dict[str, Callable[[TankState, Scene], None]]] = {
    "meeting2": meeting2.note_arrivals,
    "assault": assault.note_turn,
}
"""What else is noted at the end of a turn, by situation."""


def _muster(scene: Scene, side: str) -> orders.Muster:
    return MUSTERS[scene.scenario.situation, side]


LATE: Final = frozenset({"assault"})
"""The situations in which columns are chosen when the defence stands (34.4-9)."""


def _enters(state: TankState) -> tuple[str, ...]:
    """The sides that choose their columns now (34.1-1, 34.2-3, 34.3-2, 34.4-9)."""
    situation = scenario_of(state).situation
    if (situation in LATE) != (top(state) in ("defence", "advance")):
        return ()
    return tuple(side for side in SIDES if (situation, side) in MUSTERS)


def _columns(state: TankState, doing: Doing) -> bool:
    """Draws up the columns when all have chosen (34.1-1, 34.2-3, 34.3-2, 34.4-9)."""
    if owed(state):
        return False
    scene = scene_in(state, doing)
    for side in _enters(state):
        muster = _muster(scene, side)
        order = state.submitted.pop(side, None) or orders.idle(state, scene, side, muster)
        orders.form(state, scene, side, muster, orders.read(state, scene, side, muster, order))
    go_on(state, doing)
    return True


def _columns_legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    muster = _muster(scene, decision.side)
    units = orders.offers(state, scene, decision.side, muster)
    return Legal(decision, tuple(units), idle=orders.idle(state, scene, decision.side, muster))


def _columns_check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    if order.choice:
        return [Violation(decision.rule, f"{order.choice!r} means nothing here")]
    return orders.read(state, scene, decision.side, _muster(scene, decision.side), order).faults


def _withhold(state: TankState, doing: Doing) -> bool:
    """Takes units whose turn to enter has come, and which are not told to, out of the game (34.1-11, 34.2-10).

    Those that must stand still, and those behind them in their column, go on waiting (25.3b, 25.54a; R-3).
    Also announces whether Bravo decides over its Opportunity Fire as it goes (34.4-14), and notes before movement who
    rides with whom (34.3-15).
    """
    scene = scene_in(state, doing)
    withholding.announce(state, scene, doing)
    if scene.scenario.situation == delaying.KIND:
        delaying.note_riders(state)
    rule = scene.situation.withheld
    if rule and after_contact(state):
        for side in SIDES:
            held = 0
            for key in columns_of(state, side):
                if not bound(state, scene, key):
                    for unit, _ in entrants(state, scene, key):
                        if not scene.may_enter(state, unit):
                            break
                        if unit.id not in state.tasks:
                            unit.status = EXITED
                            bring_along(state, unit)
                            held += 1
                            doing.emit("withheld", rule, (side,), unit=unit.id)
            if held:
                doing.emit("kept_off", rule, (), side=side, units=held)
    go_on(state, doing)
    return True


def _contact(state: TankState, doing: Doing) -> bool:
    """Notes contact that came about in another way than by movement (34.1-6, 34.2-6, 34.3-3, 34.4-11).

    Also which columns have arrived (34.2-4), and who has got into the objective (34.4-23).
    """
    scene = scene_in(state, doing)
    met = MEETINGS.get(scene.scenario.situation)
    if met is not None:
        note_contact(state, doing, *met)
    note = NOTES.get(scene.scenario.situation)
    if note is not None:
        note(state, scene)
    go_on(state, doing)
    return True


ROWS: Final[tuple[Row, ...]] = (
    *defence.BEFORE,
    Row(
        "columns",
        "34.0a",
        "Columns",
        "the sides choose in secret where their columns enter, with which units and by which ways",
        handler=_columns,
        asks=Question("columns", "34.1-1", "Choose where your columns enter, by which ways and with which units."),
        owes=_enters,
        before="setup",
    ),
    camp.ROW,
    *defence.AFTER,
    Row(
        "advance",
        "34.4-9",
        "Columns of the attack",
        "the attacker chooses where his columns enter, and with which units",
        handler=_columns,
        asks=Question("columns", "34.4-9", "Choose where your columns enter, and with which units."),
        owes=_enters,
        before="setup",
    ),
    withholding.ROW,
    Row(
        "withhold",
        "34.1-11",
        "Units withheld",
        "after contact units that do not enter when they could stay off the map",
        "execution",
        handler=_withhold,
        before="panic",
    ),
    Row(
        "contact",
        "34.1-6",
        "Contact",
        "it is noted whether the forces have met",
        "turn",
        handler=_contact,
        before="record",
    ),
)
COMES_TO: Final[dict[str, frozenset[str]]] = {
    "meeting1": frozenset({"columns", "withhold", "contact"}),
    "meeting2": frozenset({"columns", "withhold", "contact"}),
    "delaying": frozenset({"columns", "camp", "contact"}),
    "assault": frozenset({"objective", "edge", "variant", "defence", "advance", "trigger", "contact"}),
}
"""Which of these steps each situation comes to (34.1 to 34.4)."""


def unused(scenario: Scenario) -> frozenset[str]:
    """The steps that a scenario never comes to: those of the others."""
    return frozenset(row.key for row in ROWS) - COMES_TO[scenario.situation]


DECISIONS: Final[dict[str, Answers]] = {
    orders.KIND: Answers(_columns_legal, _columns_check),
    camp.KIND: camp.ANSWERS,
    **defence.DECISIONS,
    withholding.STEP: withholding.ANSWERS,
}
