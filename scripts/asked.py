"""Counts the overwatch questions of whole games of Panzer, and the shots that a player would have missed.

    python scripts/asked.py [--games 20] [--bot regular] [--least 10] [--step 10] [SCENARIO ...]

Bots play, one of the sides with all on overwatch that do not fire. At every question about overwatch with a choice
it is counted whether a player with this wish (`core.asking`) would have been asked. Lost is a shot that he was not
asked about although it was worth the wish and he had not let as good a one go by at that target before in the same
step. This is counted apart from the filter, by what was offered. What he let by had been offered to him as good before.
"""

from __future__ import annotations

import argparse
from collections import Counter

import msgspec

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.asking import Declined, Wish, let_go, scope_of, weighed
from hulldown.core.decisions import Legal, sole_answer
from hulldown.core.game import State
from hulldown.core.orders import Order, Task
from hulldown.core.record import seed_of
from hulldown.games import load_game
from hulldown.games.panzer.rules.state import SIDES
from hulldown.games.panzer.rules.verbs.base import COMMAND
from hulldown.games.panzer.rules.verbs.kinds import FIRE, OVERWATCH
from hulldown.games.panzer.rules.verbs.reactions import ANSWERS

SCENARIOS = tuple(f"panzer/{number}" for number in range(1, 7))


def by_hand(order: Order, legal: Legal, careful: bool) -> Order:
    """The commands of a player who presets nothing; a careful one lies in wait with all that do not fire."""
    if order.kind != COMMAND:
        return order
    tasks = {task.unit: msgspec.structs.replace(task, choice="") for task in order.tasks if task.unit != ANSWERS}
    for unit in legal.units if careful else ():
        given = tasks.get(unit.unit)
        if OVERWATCH in [option.kind for option in unit.options] and (given is None or given.kind != FIRE):
            tasks[unit.unit] = Task(unit.unit, OVERWATCH)
    return msgspec.structs.replace(order, tasks=tuple(tasks.values()))


def count(scenario: str, seed: str, bot: str, wish: Wish, careful: str, found: Counter[str]) -> None:
    """Plays one game and adds its questions to what was found."""
    game = load_game("panzer")
    bots = {side: make_bot(bot, f"{seed} {side}") for side in game.sides}
    state: State = game.setup(scenario, {}, seed_of(seed, {}))
    declined: dict[str, tuple[Declined, ...]] = dict.fromkeys(game.sides, ())
    offered: dict[tuple[str, str, str], int] = {}
    steps: set[tuple[str, str]] = set()
    asked_in: Counter[tuple[str, str]] = Counter()
    while game.outcome(state) is None:
        side = next(iter(game.pending(state)))
        legal = game.legal(state, side)
        given = bots[side].decide(seat_of(game, state, side))
        order = by_hand(given, legal, side == careful)
        if game.check(state, side, order):
            order = by_hand(given, legal, False)  # in the Advanced Game commands are counted
        prospects = game.prospects(game.view(state, side), legal)
        if prospects is not None:
            scope = scope_of(legal)
            if not sole_answer(legal):
                steps.add((side, " ".join(scope.split()[:2])))
                found["by the rules"] += 1
                answer = weighed(legal, prospects, wish, declined[side], ())
                if answer is None:
                    found["asked"] += 1
                    asked_in[side, " ".join(scope.split()[:2])] += 1
                    declined[side] = let_go(legal, prospects, declined[side])
                    for one in prospects:
                        key = (side, scope, one.target)
                        offered[key] = max(one.harm, offered.get(key, 0))
                else:
                    order = answer
                    for one in prospects:
                        seen = offered.get((side, scope, one.target), -wish.step)
                        found["lost"] += one.harm >= max(wish.least, seen + wish.step)
                        found["let by"] += one.harm >= wish.least
        state = game.apply(state, side, order).state
    found["steps"] += len(steps)
    found["most"] = max(found["most"], *asked_in.values(), 0)
    found["games"] += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenarios", nargs="*", default=SCENARIOS)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--bot", default="regular")
    parser.add_argument("--least", type=int, default=Wish().least)
    parser.add_argument("--step", type=int, default=Wish().step)
    given = parser.parse_args()
    wish = Wish(given.least, given.step)
    total: Counter[str] = Counter()
    for number in range(given.games):
        scenario = given.scenarios[number % len(given.scenarios)]
        found: Counter[str] = Counter()
        careful = SIDES[number // len(given.scenarios) % 2]
        count(scenario, f"asked {number}", given.bot, wish, careful, found)
        print(scenario, dict(found), flush=True)
        most = max(total["most"], found["most"])
        total += found
        total["most"] = most
    steps = max(1, total["steps"])
    print(f"all: {dict(total)}")
    print(f"a step: {total['by the rules'] / steps:.1f} by the rules, {total['asked'] / steps:.1f} asked")


if __name__ == "__main__":
    main()
