"""The first decision of a scenario in a fresh process: `python bench/first.py SCENARIO` prints its processor time.

The first number is `setup`, `pending` and `legal` of everybody who is asked, after all imports. The second has besides
what bots and clients ask for next: the costs of steps and the table of all lines of sight.
"""

from __future__ import annotations

import sys
import time

import numpy  # noqa: F401  (its import is not what is measured)

from hulldown.games import load_game, load_tools


def main() -> int:
    scenario = sys.argv[1]
    name = scenario.partition("/")[0]
    game, tools = load_game(name), load_tools(name)
    begun = time.process_time()
    state = game.setup(scenario, {}, "bench")
    sides = list(game.pending(state))
    for side in sides:
        game.legal(state, side)
    decided = time.process_time()
    game.cost_tables(scenario)
    tools.seen_in_view(game.view(state, sides[0]), game.board(scenario).cells[0], {})
    print(decided - begun, time.process_time() - begun)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
