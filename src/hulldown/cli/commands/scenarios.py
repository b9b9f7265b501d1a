"""`hulldown scenarios`: every scenario with its forces."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from hulldown import games
from hulldown.cli.output import print_json
from hulldown.cli.terminal.screen import BOLD, styled, wrapped
from hulldown.core.game import ScenarioInfo


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--game", help="only the scenarios of this game")


def run(args: argparse.Namespace) -> int:
    """The exit status, after printing the scenarios."""
    chosen = [args.game] if args.game else list(games.game_names())
    infos = [info for name in chosen for info in games.load_game(name).scenarios()]
    if args.json:
        print_json([described(info) for info in infos])
        return 0
    for info in infos:
        for line in told(info):
            print(line)
    return 0


def told(info: ScenarioInfo) -> list[str]:
    """A scenario in a few lines: what it is, and a line for each side."""
    length = f"{info.length} turns" if info.length else "no turn limit"
    facts = ", ".join([*(str(value) for value in info.facts.values()), length])
    head = f"{info.id:<11} {info.title}"
    lines = wrapped(f"{head} ({facts})")
    lines[0] = lines[0].replace(head, styled(head, BOLD))
    wide = max(len(side) for side in info.sides)
    for side, values in info.sides.items():
        words = [
            value if isinstance(value, str) and len(value) > 2 else f"{key} {value}" for key, value in values.items()
        ]
        lines += wrapped(f"{side:<{wide}}  " + " · ".join(words), "    ")
    return lines


def described(info: ScenarioInfo) -> dict[str, object]:
    """A scenario for programs: its facts beside its id, and what each side has, by side and by kind."""
    found: dict[str, object] = {
        "id": info.id, "game": info.game, "title": info.title, "description": info.description, "map": info.map,
        "length": info.length, **info.facts, "hash": info.hash,
    }  # fmt: skip
    for key in dict.fromkeys(key for values in info.sides.values() for key in values):
        found[key] = {side: values[key] for side, values in info.sides.items() if key in values}
    return found
