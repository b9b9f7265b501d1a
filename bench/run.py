"""Prints the project's figures as ratios, each measured in this run: `python bench/run.py [--json] [NAME ...]`.

Ratios, not seconds: the yardstick runs on the same machine at the same time. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Callable
from random import Random

from hulldown.bots import make_bot
from hulldown.games import load_game
from hulldown.games.tank.data import terrain
from hulldown.games.tank.ground import Ground
from hulldown.lab.play import play_game
from hulldown.maps import load_map

Figure = dict[str, object]


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def tank_los() -> Figure:
    """All pairs of the Tank! map by displacement against the scalar check, pair by pair."""
    board = load_map("tank")
    # Both are measured the second time, when it is known what each displacement meets: the harder yardstick.
    places = [Ground(board, terrain("mixed")) for _ in range(2)]
    table = [seconds(lambda: place.sight) for place in places][1]  # noqa: B023
    place = places[1]
    rng = Random(1)
    pairs = [(rng.choice(board.cells), rng.choice(board.cells)) for _ in range(40_000)]
    scalar = [seconds(lambda: [place.block(a, b) for a, b in pairs]) for _ in range(2)][1]
    scalar *= len(board.cells) ** 2 / 2 / len(pairs)
    return {"ratio": scalar / table, "want": ">= 20", "table_s": table, "scalar_s": scalar}


def panzer_los() -> Figure:
    """All pairs of the largest Panzer map by heights against the explaining check, pair by pair."""
    from hulldown.games.panzer.ground import Ground as HeightGround

    board = load_map("panzer-river")
    place = HeightGround(board)
    table = seconds(lambda: place.sight)
    rng = Random(1)
    pairs = [(rng.choice(board.cells), rng.choice(board.cells)) for _ in range(1000)]
    scalar = [seconds(lambda: [place.block(a, b) for a, b in pairs]) for _ in range(2)][1]
    scalar *= len(board.cells) ** 2 / 2 / len(pairs)
    return {"ratio": scalar / table, "want": "reported", "table_s": table, "scalar_s": scalar}


def random_orders(scenario: str, least: float) -> tuple[int, float]:
    """Unit-orders given and seconds taken by random games of a scenario, for at least so long."""
    game = load_game(scenario.partition("/")[0])
    total, number = 0, 0
    play = {side: make_bot("random", side) for side in game.sides}
    play_game(game, scenario, play, "warm up")
    start = time.perf_counter()
    while time.perf_counter() - start < least:
        bots = {side: make_bot("random", f"{side} {number}") for side in game.sides}
        total += play_game(game, scenario, bots, f"bench {number}").tasks
        number += 1
    return total, time.perf_counter() - start


def chess_moves(least: float) -> tuple[int, float]:
    """Moves made and seconds taken by random playouts of python-chess."""
    import chess

    rng = Random(1)
    total = 0
    start = time.perf_counter()
    while time.perf_counter() - start < least:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            total += 1
    return total, time.perf_counter() - start


def playouts(scenario: str) -> Figure:
    """Random unit-orders a second against random chess moves a second, taken in turns on the same machine."""
    orders = spent = moves = spent_chess = 0.0
    for _ in range(3):
        count, took = random_orders(scenario, 2.0)
        orders, spent = orders + count, spent + took
        count, took = chess_moves(2.0)
        moves, spent_chess = moves + count, spent_chess + took
    ours, theirs = orders / spent, moves / spent_chess
    return {"ratio": ours / theirs, "want": ">= 0.5", "unit_orders_per_s": ours, "chess_moves_per_s": theirs}


def memory() -> Figure:
    """Peak memory after 1,000 games against that after the first 100: 1 is flat."""
    game = load_game("tank")

    def games(first: int, last: int) -> int:
        for number in range(first, last):
            bots = {side: make_bot("random", f"{side} {number}") for side in game.sides}
            play_game(game, "tank/9", bots, f"memory {number}")
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    early = games(0, 100)
    late = games(100, 1000)
    return {"ratio": late / early, "want": "about 1", "peak_kib_100": early, "peak_kib_1000": late}


FIGURES: dict[str, tuple[str, Callable[[], Figure]]] = {
    "tank-los": ("all-pairs LOS of the Tank! map: speed-up over the scalar check", tank_los),
    "tank-playouts": ("random tank/10: unit-orders a second / python-chess moves", lambda: playouts("tank/10")),
    "panzer-los": ("all-pairs LOS of the largest Panzer map: speed-up over the explaining check", panzer_los),
    "panzer-playouts": ("random panzer/6: unit-orders a second / python-chess moves", lambda: playouts("panzer/6")),
    "memory": ("peak memory of 1,000 games / of 100 games", memory),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which figures: {', '.join(FIGURES)}")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    unknown = [name for name in args.names if name not in FIGURES]
    if unknown:
        parser.error(f"there is no figure {unknown[0]!r}; figures: {', '.join(FIGURES)}")
    found = {}
    for name in args.names or FIGURES:
        title, measure = FIGURES[name]
        figure = measure()
        found[name] = figure
        if not args.json:
            rest = ", ".join(f"{k} {v:,.2f}" if isinstance(v, float) else f"{k} {v}" for k, v in figure.items()
                             if k not in ("ratio", "want"))  # fmt: skip
            print(f"{title}\n    {figure['ratio']:.2f}  (want {figure['want']}; {rest})", flush=True)
    if args.json:
        json.dump(found, sys.stdout, indent=2)
        print()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
