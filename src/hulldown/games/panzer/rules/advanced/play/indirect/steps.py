"""The rows of the Indirect Fire Step, of the fire plan, and what happens in them (6.5.1a, 6.5.1g)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing, Question, Row
from hulldown.games.panzer.rules.advanced.play.indirect import landing, missions, observers, plans
from hulldown.games.panzer.rules.advanced.verbs.missions import ASTRAY as PLACE
from hulldown.games.panzer.rules.hooks import Answer
from hulldown.games.panzer.rules.scene import Scene, scene_in
from hulldown.games.panzer.rules.sequence import KEEP, SHOW, asked, go_on
from hulldown.games.panzer.rules.state import SIDES, Frame, PanzerState, enemy_of
from hulldown.games.panzer.rules.verbs.base import FIRE_PLAN, INDIRECT, STRAYING

ORDERS, ENDS = 1, 2
"""How far a side is in its step: it orders missions; what is left of its fire comes down."""
ASTRAY: Final = STRAYING
SHELLED: Final = "shelled"
VOLLEYS: Final = "volleys"


def _indirect(state: PanzerState, doing: Doing) -> bool:
    """One side's Indirect Fire: mission by mission, then what was planned (6.5.1g, 6.5.1k, 6.5.1.11.2, 6.5.1.9a).

    4.4.3.2.2-brew-up-smoke-c: smoke of what brewed up in it hinders when it is over (H4).
    """
    frame = state.stack[-1]
    scene = scene_in(state, doing)
    if frame.passes == 0:
        missions.begin(state, scene, frame.side, doing)
        frame = state.stack[-1] = Frame(frame.step, (), frame.side, ORDERS)
    if frame.passes == ORDERS:
        if missions.could_order(state, scene, frame.side):
            order = asked(state, frame.side)
            if order is None:
                return False
            if order.tasks:
                missions.receive(state, scene, order.tasks[0], doing)
                state.stack.append(Frame(VOLLEYS))
                return True
        state.stack[-1] = Frame(frame.step, (), frame.side, ENDS)
        missions.finish(state, scene, frame.side, doing)
        if plans.waiting(state, frame.side):
            plans.due(state, frame.side)
            state.stack.append(Frame(VOLLEYS))
            return True
    scene.doctrine.end_step(state, scene)
    go_on(state, doing)
    return True


def _volleys(state: PanzerState, doing: Doing) -> bool:
    """Volley after volley, until somebody is asked (6.5.1k, 6.5.1.12f)."""
    asks = landing.go(state, scene_in(state, doing), doing)
    if asks:
        state.stack.append(Frame(asks))
    else:
        state.stack.pop()
    return True


def _astray(state: PanzerState, doing: Doing) -> bool:
    """6.5.1.12f: the side that was to be hit says where the fire comes down."""
    scene = scene_in(state, doing)
    order = asked(state, enemy_of(landing.first(state).side))
    if order is None:
        return False
    landing.place_astray(state, scene, order.tasks[0].cells[0], doing)
    state.stack.pop()
    return True


def _shelled(state: PanzerState, doing: Doing) -> bool:
    """6.5.4.3-target-vehicle-moving-b: its owner is asked whatever the command is (F5)."""
    index = landing.first(state).targets[0]
    order = asked(state, state.units[index].side)
    if order is None:
        return False
    if order.choice == SHOW:
        landing.reveal(state, index, doing)
    else:
        landing.keep(state, doing)
    state.stack.pop()
    return True


def _fireplan(state: PanzerState, doing: Doing) -> bool:
    """Both sides write their plans at once, unseen, before anybody is placed (6.5.1.11.1a, 6.5.1.4d)."""
    if state.stack[-1].owing:
        return False
    scene = scene_in(state, doing)
    for side in plans.planners(state, scene):
        plans.write_down(state, scene, side, state.submitted.pop(side))
    # The first question of a game that is put to both at once: who was quicker leaves no trace.
    state.asked = {side: state.asked[side] for side in SIDES if side in state.asked}
    state.stack.pop()
    return True


# Answers.


def stray_cells(state: PanzerState, scene: Scene) -> tuple[Cell, ...]:
    """Where fire that goes astray may come down: the hexes of the caller's spotted units near by (6.5.1.12f)."""
    volley = landing.first(state)
    found = observers.friends_near(state, scene, volley.side, volley.cell)
    return tuple(dict.fromkeys(state.units[index].cell for index in found))


def _astray_legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    cells, source = stray_cells(state, scene), landing.first(state).source
    unit = UnitLegal(source, (Option(PLACE, "6.5.1.12f", cells),), required=True)
    return Legal(decision, (unit,), idle=Order(decision.kind, (Task(source, PLACE, cells[:1]),)))


def _astray_faults(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    cells, source = stray_cells(state, scene), landing.first(state).source
    right = [task for task in order.tasks if task.unit == source and task.kind == PLACE and len(task.cells) == 1]
    if len(order.tasks) == 1 and right and right[0].cells[0] in cells and not order.choice:
        return []
    told = ", ".join(scene.board.labels[cell] for cell in cells)
    return [Violation("6.5.1.12f", f"the fire comes down in one of {told}", source)]


def _shelled_choices(state: PanzerState, scene: Scene) -> tuple[str, ...]:
    index = landing.first(state).targets[0]
    return (SHOW, KEEP) if state.units[index].command in scene.moving else (KEEP,)


def _shelled_legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    return Legal(decision, (), _shelled_choices(state, scene), Order(decision.kind, choice=KEEP))


def _shelled_faults(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    known = _shelled_choices(state, scene)
    if order.choice in known and not order.tasks:
        return []
    return [Violation("6.5.4.3-target-vehicle-moving-b", f"the choice is {' or '.join(known)}")]


ANSWERS: Final[dict[str, Answer]] = {
    INDIRECT: Answer(missions.legal, missions.check),
    FIRE_PLAN: Answer(plans.legal, plans.check),
    ASTRAY: Answer(_astray_legal, _astray_faults),
    SHELLED: Answer(_shelled_legal, _shelled_faults),
}
_ASKS: Final = Question(INDIRECT, "6.5.1k", "Indirect fire: order a mission, or end the step.")
ROWS: Final[tuple[Row, ...]] = (
    Row("indirect", "6.5.1a", "Indirect Fire", "called and planned fire", "combat"),
    Row(
        "indirect1", "6.5.1g", "First Player Indirect Fire", "missions one by one, each resolved at once", "combat",
        handler=_indirect, asks=_ASKS,
    ),
    Row(
        "indirect2", "6.5.1g", "Second Player Indirect Fire", "the same, after all results", "combat",
        handler=_indirect, asks=_ASKS,
    ),
    Row(
        VOLLEYS, "6.5.1.12a", "Impact", "response, then every unit in the SHEAF", "indirect", handler=_volleys,
        aside=True,
    ),
    Row(
        ASTRAY, "6.5.1.12f", "Fire astray", "the enemy says where it comes down", "indirect", handler=_astray,
        aside=True,
        asks=Question(ASTRAY, "6.5.1.12f", "Fire of {source} goes astray: over which of their spotted units?"),
    ),
    Row(
        SHELLED, "6.5.4.3-target-vehicle-moving-b", "Show a command", "the owner of a shelled vehicle may show it",
        "indirect", handler=_shelled, aside=True,
        asks=Question(
            SHELLED, "6.5.4.3-target-vehicle-moving-b",
            "{target} is shelled. Show that it is moving (-20), or keep its command hidden?",
        ),
    ),
    Row(
        FIRE_PLAN, "6.5.1.11.1a", "Fire plan", "planned fire and Pre-Registered Points, in secret", "setup",
        handler=_fireplan, aside=True,
        asks=Question(FIRE_PLAN, "6.5.1.11.1b", "Plot planned fire and register points, before anybody is placed."),
    ),
)  # fmt: skip
"""The rows before the Direct Fire Steps, and those that interrupt."""
