"""Plays for the benches in a process of its own, whatever package is on its path: `python bench/player.py WHAT`.

WHAT is `chess`, or a bot and a scenario such as `random:tank/10`. Each line of input is a number of seconds; the answer
is what was done in that time (chess: moves; else unit-orders, then unit-turns) and the processor time it took.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random

WARM = 10.0
"""Seconds of play before anything is measured: what a batch of thousands of games remembers of lines of sight, ways and
odds is made when it is first asked for, and that takes the first few hundred games."""


def chess_games() -> Callable[[], tuple[int, int]]:
    """Random playouts of python-chess: moves made."""
    import chess

    rng = Random(1)

    def play() -> tuple[int, int]:
        board, moves = chess.Board(), 0
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
        return moves, moves

    return play


def bot_games(bot: str, scenario: str) -> Callable[[], tuple[int, int]]:
    """Games of a bot against itself, played as the lab does: unit-orders given, and units on the map over the turns."""
    from hulldown.bots import make_bot
    from hulldown.bots.seat import Trial
    from hulldown.core.record import seed_of
    from hulldown.games import load_game

    game = load_game(scenario.partition("/")[0])
    number = 0

    def play() -> tuple[int, int]:
        nonlocal number
        number += 1
        bots = {side: make_bot(bot, f"{side} {number}") for side in game.sides}
        state = game.setup(scenario, {}, seed_of(f"bench {number}", {}))
        orders = units = turn = 0
        while game.outcome(state) is None:
            side = next(iter(game.pending(state)))
            trial = Trial(game, state, side)
            order = bots[side].decide(trial.seat())
            state = trial.step(order).state
            orders += len(order.tasks)
            if state.turn != turn:
                turn = state.turn
                units += sum(unit.status == "on map" for unit in state.units)
        return orders, units

    return play


def main() -> int:
    bot, _, scenario = sys.argv[1].partition(":")
    play = chess_games() if bot == "chess" else bot_games(bot, scenario)
    begun = time.process_time()
    while time.process_time() - begun < WARM:
        play()
    print("ready", flush=True)
    for line in sys.stdin:
        first = second = 0
        begun = time.process_time()
        while time.process_time() - begun < float(line):
            one, other = play()
            first, second = first + one, second + other
        print(first, second, time.process_time() - begun, flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
