"""Prints the project's figures as ratios, each measured in this run: `python bench/run.py [--json] [NAME ...]`.

Ratios, not seconds: the yardstick runs on the same machine at the same time. Nothing here is a test.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import wesnoth

from hulldown.bots import make_bot
from hulldown.games import game_names, load_game
from hulldown.games.tank.data.loading import terrain
from hulldown.games.tank.rules.ground import Ground
from hulldown.lab.batch import Job, play_all
from hulldown.lab.clusters import LOCAL, Dask, Pool
from hulldown.lab.play import play_game
from hulldown.maps import load_map

Figure = dict[str, object]
HOME = Path(__file__).resolve().parent.parent


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
    """All pairs of the largest Panzer map by heights against the explaining check, pair by pair; processor time.

    The table is the first of its process, so it includes working out what lines meet; the pairs are asked again when
    that is known: the harder yardstick.
    """
    import numpy  # noqa: F401  (its import is not what is measured)

    from hulldown.games.panzer.rules.ground import Ground as HeightGround

    board = load_map("panzer-river")
    place = HeightGround(board)
    rng = Random(1)
    pairs = [(rng.choice(board.cells), rng.choice(board.cells)) for _ in range(4000)]
    table = processor(lambda: place.sight)
    scalar = [processor(lambda: [place.block(a, b) for a, b in pairs]) for _ in range(3)][-1]
    scalar *= len(board.cells) ** 2 / 2 / len(pairs)
    return {"ratio": scalar / table, "want": ">= 30", "table_s": table, "scalar_s": scalar}


def processor(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


HALF_A_SECOND = 0.5


def first_decisions() -> Figure:
    """The slowest first decision of all scenarios, each in a fresh process, against half a second; processor time."""
    decided, looked = {}, {}
    for name in game_names():
        for info in load_game(name).scenarios():
            found = subprocess.run(
                [sys.executable, str(HOME / "bench" / "first.py"), info.id],
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            decided[info.id], looked[info.id] = map(float, found.stdout.split())
    slow, slower = max(decided, key=lambda one: decided[one]), max(looked, key=lambda one: looked[one])
    return {
        "ratio": decided[slow] / HALF_A_SECOND, "want": "<= 1", "scenario": slow, "decided_s": decided[slow],
        "with_sight_scenario": slower, "with_sight_s": looked[slower],
    }  # fmt: skip


class Player:
    """A process that plays one thing for as long as it is told, perhaps with another build of the package."""

    def __init__(self, what: str, path: str = "") -> None:
        environment = os.environ | ({"PYTHONPATH": path} if path else {})
        self._process = subprocess.Popen(
            [sys.executable, str(HOME / "bench" / "player.py"), what],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
        )  # fmt: skip
        assert self._process.stdout is not None
        assert self._process.stdin is not None
        self._answers, self._questions = self._process.stdout, self._process.stdin
        if self._answers.readline().strip() != "ready":
            raise SystemExit(f"bench: {what} does not start")
        self.first = self.second = 0
        self.spent = 0.0

    def play(self, seconds: float) -> None:
        """Plays so long, in processor time."""
        self._questions.write(f"{seconds}\n")
        self._questions.flush()
        first, second, spent = self._answers.readline().split()
        self.first, self.second, self.spent = (
            self.first + int(first),
            self.second + int(second),
            self.spent + float(spent),
        )

    def close(self) -> None:
        self._questions.close()
        self._process.wait()


def in_turns(players: Sequence[Player], rounds: int, seconds: float) -> None:
    """Lets all play in turns, so that whatever else the machine does meets them alike; then ends them."""
    for _ in range(rounds):
        for player in players:
            player.play(seconds)
    for player in players:
        player.close()


def compiled_path() -> str | None:
    """The folder with the compiled package, made if need be; None where that is not possible."""
    made = subprocess.run(
        [sys.executable, str(HOME / "scripts" / "compile.py")], stdout=subprocess.PIPE, text=True, check=False
    )
    return made.stdout.strip() if made.returncode == 0 else None


def playouts(scenario: str, compiled: bool = False) -> Figure:
    """Random unit-orders a second against random chess moves a second, taken in turns on the same machine."""
    path = compiled_path() if compiled else ""
    want = ">= 4" if compiled else ">= 1"
    if path is None:
        return {"ratio": None, "want": want, "missing": "the package cannot be compiled here"}
    ours, chess = Player(f"random:{scenario}", path), Player("chess")
    in_turns((ours, chess), 12, 1.0)
    rate, yard = ours.first / ours.spent, chess.first / chess.spent
    return {"ratio": rate / yard, "want": want, "unit_orders_per_s": rate, "chess_moves_per_s": yard}


def compiled_gain(scenario: str, bot: str) -> Figure:
    """Games of a bot against itself: compiled against interpreted."""
    path = compiled_path()
    if path is None:
        return {"ratio": None, "want": "reported", "missing": "the package cannot be compiled here"}
    players = Player(f"{bot}:{scenario}", path), Player(f"{bot}:{scenario}")
    in_turns(players, 4, 1.5)
    rates = [player.second / player.spent for player in players]
    return {"ratio": rates[0] / rates[1], "want": "reported", "compiled": rates[0], "interpreted": rates[1]}


def thinking() -> Figure:
    """Unit-turns a second of greedy against greedy in tank/10, against those of Wesnoth's AI against itself."""
    yard = wesnoth.unit_turns()
    ours = Player("greedy:tank/10")
    in_turns((ours,), 4, 2.0)
    rate = ours.second / ours.spent
    if yard is None:
        why = "Wesnoth is not installed" if wesnoth.program() is None else "Wesnoth counted nothing"
        return {"ratio": None, "want": ">= 5", "missing": why, "unit_turns_per_s": rate}
    theirs = yard[0] / yard[1]
    return {"ratio": rate / theirs, "want": ">= 5", "unit_turns_per_s": rate, "wesnoth_unit_turns_per_s": theirs}


def two_workers(cluster: bool) -> Figure:
    """The same games with two workers against one; wall time, so the machine must be quiet."""
    spent = [0.0, 0.0]
    for count in (1, 2, 1, 2):
        crew = Dask(LOCAL, count) if cluster else Pool(count)
        try:
            list(play_all(_jobs("warm", 40), 40, crew))  # every worker makes its tables of the map
            jobs = _jobs("timed", 100)
            spent[count - 1] += seconds(lambda: list(play_all(jobs, len(jobs), crew)))  # noqa: B023
        finally:
            crew.close()
    return {"ratio": spent[0] / spent[1], "want": ">= 1.8", "one_s": spent[0], "two_s": spent[1]}


def _jobs(part: str, count: int) -> list[Job]:
    bots = {"alpha": "random", "bravo": "random"}
    return [Job(f"{part}-{number}", "tank", "tank/10", f"bench {part} {number}", bots) for number in range(count)]


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
    "tank-compiled": ("the same, compiled", lambda: playouts("tank/10", compiled=True)),
    "panzer-los": ("all-pairs LOS of the largest Panzer map: speed-up over the explaining check", panzer_los),
    "first": ("the slowest first decision of a fresh process / half a second", first_decisions),
    "panzer-playouts": ("random panzer/6: unit-orders a second / python-chess moves", lambda: playouts("panzer/6")),
    "panzer-compiled": ("the same, compiled", lambda: playouts("panzer/6", compiled=True)),
    "greedy": ("greedy tank/10: unit-turns a second / those of Wesnoth's AI", thinking),
    "greedy-compiled": ("greedy tank/10: compiled / interpreted", lambda: compiled_gain("tank/10", "greedy")),
    "pool": ("random tank/10 in a pool: two workers / one", lambda: two_workers(cluster=False)),
    "dask": ("random tank/10 on Dask: two workers / one", lambda: two_workers(cluster=True)),
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
            ratio = "-" if figure["ratio"] is None else f"{figure['ratio']:.2f}"
            print(f"{title}\n    {ratio}  (want {figure['want']}; {rest})", flush=True)
    if args.json:
        json.dump(found, sys.stdout, indent=2)
        print()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
