"""Prints how long the bots think, and how the planner keeps its budget: `python bench/bots.py [--json]`."""

from __future__ import annotations

import argparse
import json
import statistics
import time

from hulldown.bots import make_bot
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order
from hulldown.games import load_game
from hulldown.lab.play import play_game

LARGE = ("tank/5", "tank/10", "panzer/6")
"""The scenarios with about 20 units on a side."""
BUDGET = 0.5
UNITS = 15
"""A plot for fewer units than this is not counted as a full one."""


class Timed:
    """A bot with the times of its decisions by turn, and of those for a whole force."""

    def __init__(self, spec: str, seed: str) -> None:
        self.bot = make_bot(spec, seed)
        self.turns: dict[int, float] = {}
        self.full: list[float] = []

    def decide(self, seat: Seat) -> Order:
        """What the bot decides."""
        units = len(seat.legal.units)
        turn = seat.view.turn
        start = time.perf_counter()
        order = self.bot.decide(seat)
        spent = time.perf_counter() - start
        self.turns[turn] = self.turns.get(turn, 0.0) + spent
        if units >= UNITS:
            self.full.append(spent)
        return order


def measured(spec: str, scenario: str) -> list[Timed]:
    """Two bots after a game against each other; a game before it has filled what a process keeps."""
    game = load_game(scenario.split("/")[0])
    bots = []
    for seed in ("warm", "timed"):
        bots = [Timed(spec if seed == "timed" else "greedy", f"{seed}/{side}") for side in game.sides]
        play_game(game, scenario, dict(zip(game.sides, bots, strict=True)), seed)
    return bots


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    found: dict[str, dict[str, float]] = {}
    for scenario in LARGE:
        greedy = [spent for bot in measured("greedy", scenario) for spent in bot.full]
        planner = measured(f"planner:{BUDGET}", scenario)
        # Turn 0 is the setup, which is not searched.
        turns = [spent for bot in planner for turn, spent in bot.turns.items() if turn > 0]
        found[scenario] = {
            "greedy_median_s": statistics.median(greedy) if greedy else 0.0,
            "greedy_plots": len(greedy),
            "planner_turns": len(turns),
            "planner_worst_of_budget": max(turns) / BUDGET,
        }
    if args.json:
        print(json.dumps(found))
        return
    for scenario, row in found.items():
        print(
            f"{scenario}: greedy, a plot for {UNITS} units or more: median {row['greedy_median_s'] * 1000:.0f} ms of "
            f"{row['greedy_plots']:.0f} (want at most 200); planner at {BUDGET} s a turn: worst of "
            f"{row['planner_turns']:.0f} turns {row['planner_worst_of_budget']:.2f} of its budget (want at most 1.10)"
        )


if __name__ == "__main__":
    main()
