"""Two may do what each may: units that may each go from one hex to another, and may be there together, may go together.

Whether they may be together is seen from where they stand: in one hex. Games in which no two units share a hex have
nothing to show here.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import Any

from hulldown.core.decisions import Legal, Option
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order, Side, Task
from support.games import every_scenario, played

STYLES = ("random", "fight", "attack")
PAIRS = 16
"""Pairs that are looked at in a scenario, at most."""
ROUNDS = 60
"""Questions that are answered with the least, between the order of one and that of the other."""


def steps(game: AnyGame, state: Any, side: Side, legal: Legal) -> dict[str, dict[int, list[Task]]]:
    """For each unit on the map the legal orders to go to a hex next to its own, by that hex."""
    board = game.board(state.scenario)
    at = {piece.id: piece.cell for piece in game.view(state, side).pieces if piece.side == side}
    found: dict[str, dict[int, list[Task]]] = defaultdict(lambda: defaultdict(list))
    for unit in legal.units:
        for option in unit.options:
            if option.path is None or option.path.start < 0 or at.get(unit.unit) != option.path.start:
                continue
            for ahead in board.neighbours[at[unit.unit]]:
                task = Task(unit.unit, option.kind, (ahead,))
                if ahead >= 0 and not game.check(state, side, Order(legal.decision.kind, (task,))):
                    found[unit.unit][ahead].append(task)
    return found


def goes_along(game: AnyGame, state: Any, side: Side, task: Task, mate: str, options: tuple[Option, ...]) -> bool:
    """Whether an offer for one takes the other along: as a target, or in a choice that names it."""
    kind = game.pending(state)[side].kind
    for option in options:
        if option.kind != task.kind:
            continue
        named = [Task(task.unit, task.kind, task.cells, targets=(mate,))] if mate in option.targets else []
        named += [Task(task.unit, task.kind, task.cells, choice=one) for one in option.choices if mate in one.split()]
        if any(not game.check(state, side, Order(kind, (one,))) for one in named):
            return True
    return False


def follows(game: AnyGame, state: Any, side: Side, one: Task, other: Task) -> bool:
    """Whether the other may still go there when the first has gone, and everybody else has done the least."""
    kind, turn = game.pending(state)[side].kind, state.turn
    state = game.apply(state, side, Order(kind, (one,))).state
    for _ in range(ROUNDS):
        if game.outcome(state) is not None or state.turn > turn:
            return False
        pending = game.pending(state)
        if side in pending and not game.check(state, side, Order(kind, (other,))):
            return True
        asked = next(iter(pending))
        idle = game.legal(state, asked).idle
        assert idle is not None
        state = game.apply(state, asked, idle).state
    return False


@every_scenario
def test_units_that_stand_together_may_go_together(name: str, scenario: str) -> None:
    game = played(name, scenario, STYLES[0]).game
    left = PAIRS
    for style in STYLES:
        for moment in played(name, scenario, style).moments:
            state, side = moment.state, moment.side
            pieces = [piece for piece in game.view(state, side).pieces if piece.side == side]
            if len({piece.cell for piece in pieces}) == len(pieces):
                continue
            if not left:
                return
            legal = game.legal(state, side)
            ways = steps(game, state, side, legal)
            options = {unit.unit: unit.options for unit in legal.units}
            at = {piece.id: piece.cell for piece in pieces}
            held = {piece.cell for piece in game.view(state, side).pieces}
            for one, other in combinations(sorted(ways), 2):
                if at[one] != at[other]:
                    continue
                for ahead in sorted(set(ways[one]) & set(ways[other]) - held)[: min(2, left)]:
                    left -= 1
                    pairs = [(a, b) for a in ways[one][ahead] for b in ways[other][ahead] if a.kind == b.kind]
                    together = any(not game.check(state, side, Order(legal.decision.kind, pair)) for pair in pairs)
                    assert together or any(
                        goes_along(game, state, side, first, second.unit, options[first.unit])
                        or follows(game, state, side, first, second)
                        for pair in pairs
                        for first, second in (pair, pair[::-1])
                    ), f"turn {state.turn}, {legal.decision.id}: {one} and {other} may each go to {ahead}, not together"
