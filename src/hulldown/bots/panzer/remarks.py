"""Why an order was given, in a sentence or two for the time after the game."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from hulldown.core.orders import Order
from hulldown.games.panzer.rules.movement import EXIT
from hulldown.games.panzer.rules.verbs.base import COMMAND, FIRING, MOVEMENT, WATCHING
from hulldown.games.panzer.rules.verbs.kinds import FIRE, MOVE, OVERWATCH, SHORT_HALT

_WORDS = {FIRE: "fire", SHORT_HALT: "fire on a short halt", OVERWATCH: "wait on overwatch", MOVE: "move"}


class Standing(Protocol):
    """How the game stands for a side: its lead, the lead that wins, full turns after this one."""

    margin: int
    needed: int
    left: int


def remark(picture: Standing, order: Order) -> str:
    """A sentence about an order that decides something, "" for the others."""
    if order.kind == COMMAND:
        return _commands(picture, order)
    if order.kind == FIRING:
        return _fire(order)
    if order.kind == WATCHING and order.tasks:
        return f"{order.tasks[0].targets[0]} will hardly offer a better shot this turn."
    if order.kind == MOVEMENT:
        leaving = [task.unit for task in order.tasks if task.choice == EXIT]
        return f"{', '.join(leaving)} may leave the map now and score." if leaving else ""
    return ""


def _commands(picture: Standing, order: Order) -> str:
    """How many units do what; those who share a command are its targets."""
    told: Counter[str] = Counter()
    for task in order.tasks:
        told[task.kind] += 1 + len(task.targets)
    parts = [f"{told[kind]} {words}" for kind, words in _WORDS.items() if told[kind]]
    return f"{_stand(picture)} {', '.join(parts)}." if parts else ""


def _fire(order: Order) -> str:
    """Who is fired on most."""
    aimed = Counter(task.targets[0] for task in order.tasks if task.targets)
    named = [f"{name} ({count} shot{'s' if count > 1 else ''})" for name, count in aimed.most_common(3)]
    return f"Fire goes where it adds most: {', '.join(named)}." if named else ""


def _stand(picture: Standing) -> str:
    """How the points stand."""
    if picture.margin >= picture.needed:
        return f"{picture.margin} points ahead, so the other side must come:"
    if picture.margin <= -picture.needed:
        return f"{-picture.margin} points behind with {picture.left} turns to go:"
    return f"The points are close with {picture.left} turns to go:"
