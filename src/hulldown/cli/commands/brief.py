"""`hulldown brief`: what wins a scenario, where it is on the map, what is special, and how long it takes."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from hulldown.cli.names import find_scenario, read_options
from hulldown.cli.output import print_json
from hulldown.cli.terminal.screen import BOLD, styled, wrapped
from hulldown.core.board import Board, Cell
from hulldown.core.briefing import Briefing
from hulldown.core.orders import Side

SHOWN = 8
"""Zones with more hexes than this are not listed hex by hex."""


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("scenario", help="a scenario such as tank/1")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule option")


def run(args: argparse.Namespace) -> int:
    """The exit status, after printing the briefing."""
    game, info = find_scenario(args.scenario)
    briefing = game.briefing(info.id, read_options(args.option, game.options(info.id)))
    if args.json:
        print_json(briefing)
        return 0
    print(styled(f"{info.id}  {info.title}", BOLD))
    names = {side.side: side.name for side in game.face(info.id).sides}
    for line in told(briefing, names, game.board(info.id)):
        print(line)
    return 0


def told(briefing: Briefing, names: dict[Side, str], board: Board) -> list[str]:
    """A briefing in lines: goals by side, places, special rules, length."""
    lines = wrapped(f"{briefing.length}, about {briefing.minutes} minutes.")
    for side in ("", *names):
        goals = [goal for goal in briefing.goals if goal.side == side]
        if goals:
            lines += ["", styled(f"What wins for {names[side]}" if side else "What wins", BOLD)]
            for goal in goals:
                lines += wrapped(f"{goal.text} [{goal.rule}]", "    ")
    if briefing.zones:
        lines += ["", styled("On the map", BOLD)]
    for zone in briefing.zones:
        lines += wrapped(f"{zone.name}: {zone.what} ({_hexes(board, zone.cells)}) [{zone.rule}]", "    ")
    if briefing.special:
        lines += ["", styled("Special rules", BOLD)]
    for special in briefing.special:
        lines += wrapped(f"{special.text} [{special.rule}]", "    ")
    return lines


def _hexes(board: Board, cells: Sequence[Cell]) -> str:
    if len(cells) > SHOWN:
        return f"{len(cells)} hexes"
    return " ".join(board.labels[cell] for cell in cells)
