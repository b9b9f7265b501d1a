"""`hulldown scenarios`: every scenario with its forces."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from hulldown import games
from hulldown.cli.output import print_json, print_table
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
    facts = list(dict.fromkeys(key for info in infos for key in info.facts))
    columns = ["id", "title", *facts, "turns", "side"]
    own = list(dict.fromkeys(key for info in infos for values in info.sides.values() for key in values))
    rows: list[list[object]] = []
    for info in infos:
        for number, (side, values) in enumerate(info.sides.items()):
            first = [info.id, info.title, *(info.facts.get(key) for key in facts), info.length or None]
            # The second side's line repeats nothing, so that a scenario reads as one block.
            rows.append([*(first if not number else [" "] * len(first)), side, *(values.get(key) for key in own)])
    print_table([*columns, *own], rows, right=("turns", "panic", "preservation"))
    return 0


def described(info: ScenarioInfo) -> dict[str, object]:
    """A scenario for programs: its facts beside its id, and what each side has, by side and by kind."""
    found: dict[str, object] = {
        "id": info.id, "game": info.game, "title": info.title, "description": info.description, "map": info.map,
        "length": info.length, **info.facts, "hash": info.hash,
    }  # fmt: skip
    for key in dict.fromkeys(key for values in info.sides.values() for key in values):
        found[key] = {side: values[key] for side, values in info.sides.items() if key in values}
    return found
