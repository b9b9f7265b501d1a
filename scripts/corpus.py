"""Recorded games that must replay to the same bytes: proof that a change of the code is none of the rules.

    corpus.py make              plays some 650 games into build/corpus (a quarter of an hour of processor time)
    corpus.py check             replays the sample that the tests keep (tests/conformance/corpus)
    corpus.py check GAME        every game of build/corpus of that game; --all: every one of them
    corpus.py sample            plays the games of the sample anew, after rules were changed on purpose

With --compiled, `check` replays with the compiled build (`make compiled` comes first if it is not there). What differs
is named: the game, which of state, rolls and events, views, legal answers and refusals, and from which order on.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

HOME = Path(__file__).resolve().parent.parent
sys.path.append(str(HOME / "tests"))

import hulldown.core.board as board  # noqa: E402
from support.corpus import Wanted, difference, read, recorded, wanted, write  # noqa: E402
from support.games import ALONE  # noqa: E402

CORPUS = HOME / "build" / "corpus"
SAMPLE = HOME / "tests" / "conformance" / "corpus"
GIVEN = TypeVar("GIVEN")
MADE = TypeVar("MADE")


def _spread(work: Callable[[GIVEN], MADE], given: Iterable[GIVEN]) -> Iterator[MADE]:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(work, given)


def make() -> str:
    """Plays the corpus."""
    games = list(_spread(recorded, wanted()))
    write(CORPUS, games)
    return f"{len(games)} games, {sum(len(kept.orders) for kept in games):,} orders in {CORPUS}"


def sample() -> str:
    """Plays the games that the tests replay: for each scenario the first greedy one, and the first with options.

    An option that only ends the game sooner is taken where there is no other.
    """
    first: dict[tuple[str, bool], Wanted] = {}
    for want in sorted(wanted(), key=lambda want: any(name in ALONE for name in want.options)):
        if want.options or want.bot == "greedy":
            first.setdefault((want.scenario, bool(want.options)), want)
    games = list(_spread(recorded, first.values()))
    write(SAMPLE, games)
    return f"{len(games)} games, {sum(len(kept.orders) for kept in games):,} orders in {SAMPLE}"


def check(folder: Path, game: str) -> int:
    """Replays games and says what differs; the exit code."""
    if not any(folder.glob(f"{game or '*'}.jsonl.xz")):
        print(f"there are no games of {game or 'the corpus'} in {folder}: corpus.py make comes first", file=sys.stderr)
        return 2
    found = list(_spread(difference, read(folder, game)))
    different = [line for line in found if line]
    for line in different:
        print(line)
    build = "compiled" if board.__file__.endswith((".so", ".pyd")) else "interpreted"
    print(f"{len(found)} games replayed ({build}), {len(different)} different")
    return 1 if different else 0


def compiled() -> int:
    """The same call with the compiled build; the exit code."""
    made = subprocess.run(
        [sys.executable, HOME / "scripts" / "compile.py"], stdout=subprocess.PIPE, text=True, check=True
    )
    call = [sys.executable, __file__, *(word for word in sys.argv[1:] if word != "--compiled")]
    return subprocess.run(call, env=os.environ | {"PYTHONPATH": made.stdout.strip()}, check=False).returncode


def main() -> int:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("make", "check", "sample"))
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--all", action="store_true", help="check every game of build/corpus")
    parser.add_argument("--compiled", action="store_true", help="check with the compiled build")
    given = parser.parse_args()
    if given.what != "check":
        print(make() if given.what == "make" else sample())
        return 0
    if given.compiled:
        return compiled()
    return check(CORPUS if given.all or given.game else SAMPLE, given.game)


if __name__ == "__main__":
    sys.exit(main())
