"""The opponent of a lesson: follows its script as far as the rules let it, and plays like a plain bot otherwise."""

from __future__ import annotations

from random import Random

from hulldown.bots.seat import Seat
from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.core.tutorial import Lesson

PREFIX = "lesson"
"""What a spec begins with: lesson:tank/basics."""


def scripted(lesson: Lesson, seat: Seat) -> Order | None:
    """The answer that a lesson's script has for this question, without what the rules refuse; None: it has none."""
    asked, turn = seat.legal.decision, seat.view.turn
    for reply in lesson.replies:
        if reply.turn == turn and reply.kind == asked.kind:
            order = _answer(seat, reply.text)
            if order is not None:
                return order
    return None


def _answer(seat: Seat, text: str) -> Order | None:
    """The order that lines of notation mean; a line that makes no sense any more is left out."""
    asked = seat.legal.decision
    world = seat.game.sample(seat.view, Random(asked.id))
    tasks: list[Task] = []
    choice = ""
    for line in filter(None, text.splitlines()):
        try:
            meant = seat.game.parse(world, seat.side, line)
        except MalformedError:
            continue
        tasks += meant.tasks
        choice = choice or meant.choice
    while True:
        order = Order(asked.kind, tuple(tasks), choice, asked.id)
        wrong = seat.offer(order)
        if not wrong:
            return order
        named = {violation.unit for violation in wrong} - {""}
        kept = [task for task in tasks if task.unit not in named]
        if len(kept) == len(tasks):
            return None
        tasks = kept
