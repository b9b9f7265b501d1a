"""Counts the machine instructions of random games, for days on which the machine is too busy to measure time.

    python bench/instructions.py random:tank/10 --warm 60 --games 10

plays games to warm up, then has valgrind (callgrind) count the instructions of the next ones. What is measured is the
package on PYTHONPATH, interpreted or compiled, so two commits are compared by two calls. The games are the same in each
call as long as the rules are: a hash of the orders and units of each game, as `player.py` counts them, says so. With
--keep FILE the profile stays, for `callgrind_annotate`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

from player import bot_games


def inside(what: str, warm: int, games: int) -> None:
    """Plays under valgrind, and has it count the last games only."""
    digest = sha256()
    bot, _, scenario = what.partition(":")
    play = bot_games(bot, scenario)
    for _ in range(warm):
        play()
    _count("on")
    for _ in range(games):
        digest.update(repr(play()).encode())
    _count("off")
    print(digest.hexdigest()[:12])


def _count(switch: str) -> None:
    subprocess.run(["callgrind_control", "-i", switch, str(os.getpid())], check=True, stdout=subprocess.DEVNULL)


def counted(what: str, warm: int, games: int, profile: Path) -> tuple[int, str]:
    """The instructions of the games, and the hash of what was played."""
    command = [
        "valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={profile}",
        sys.executable, __file__, what, "--warm", str(warm), "--games", str(games), "--inside",
    ]  # fmt: skip
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    totals = re.findall(r"^(?:totals|summary): (\d+)", profile.read_text(), re.MULTILINE)
    return int(totals[-1]), done.stdout.strip()


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("what", help="a bot and a scenario, such as random:tank/10")
    reader.add_argument("--warm", type=int, default=60)
    reader.add_argument("--games", type=int, default=10)
    reader.add_argument("--keep", type=Path, help="where the profile is kept")
    reader.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    told = reader.parse_args()
    if told.inside:
        inside(told.what, told.warm, told.games)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        count, played = counted(told.what, told.warm, told.games, told.keep or Path(folder) / "callgrind.out")
    print(f"{count / 1e6:.0f} million instructions, games {played}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
