"""A question tells nothing: who is asked what, markers and events are the same whatever a hidden thing is.

Twins by sampling: a world is drawn from what a side knows before another side's order. The same order is given in it,
to the counters that stand where those of the real order stood, whatever they are there: other units, or dummies. If
the side is told the same of it, then it is shown and asked the same, in words and place.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from hulldown.core.events import for_side
from hulldown.core.game import AnyGame, Step
from hulldown.core.orders import Order, Side, Task
from support.games import Moment, encoded, every_scenario, played

STYLES = ("random", "fight")
POSITIONS = 40
WORLDS = 3


class Seen(NamedTuple):
    """What a side is shown and asked after an order of another one."""

    question: bytes
    markers: bytes
    view: bytes


def seen(game: AnyGame, state: Any, side: Side) -> Seen:
    view = game.view(state, side)
    asked = encoded(game.legal(state, side)) if side in game.pending(state) else b"nothing"
    return Seen(asked, encoded(view.markers), encoded(view))


def names(game: AnyGame, state: Any, world: Any, side: Side) -> dict[str, str]:
    """The units of a side by name, with those that stand in their places in another world."""
    places: dict[int, list[str]] = defaultdict(list)
    for piece in game.view(world, side).pieces:
        if piece.side == side:
            places[piece.cell].append(piece.id)
    found: dict[str, str] = {}
    for piece in game.view(state, side).pieces:
        if piece.side == side and places[piece.cell]:
            same = piece.id if piece.id in places[piece.cell] else places[piece.cell][0]
            places[piece.cell].remove(same)
            found[piece.id] = same
    return found


def twin(game: AnyGame, moment: Moment, watcher: Side, rng: Random) -> Step | None:
    """The same order in a world that the watcher holds possible; None where it cannot be given there."""
    state, mover, order = moment.state, moment.side, moment.order
    world = game.sample(game.view(state, watcher), rng)
    decision = game.pending(world).get(mover)
    if decision is None or decision.kind != order.kind:
        return None
    named = names(game, state, world, mover)
    tasks = tuple(msgspec.structs.replace(task, unit=named.get(task.unit, task.unit)) for task in order.tasks)
    known: list[Task] = [task for task in tasks if task.targets == ()]
    if len(known) != len(order.tasks):
        return None
    found = game.attempt(world, mover, Order(order.kind, tasks, order.choice))
    return found if isinstance(found, Step) else None


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_what_is_told_alike_is_shown_and_asked_alike(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    for number, moment in enumerate(play.spread(POSITIONS)):
        for watcher in game.sides:
            if watcher == moment.side:
                continue
            told = encoded(for_side(moment.step.events, watcher))
            for world in range(WORLDS):
                other = twin(game, moment, watcher, Random(f"{scenario} {style} {number} {world}"))
                if other is None or encoded(for_side(other.events, watcher)) != told:
                    continue
                mine, theirs = seen(game, moment.step.state, watcher), seen(game, other.state, watcher)
                for what, one, two in zip(Seen._fields, mine, theirs, strict=True):
                    assert one == two, f"turn {moment.state.turn}, {watcher}, after {moment.order}: another {what}"
