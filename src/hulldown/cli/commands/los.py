"""`hulldown los NAME FROM TO`: whether a line of sight is clear, and what blocks it by which rule."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from hulldown import games
from hulldown.cli.commands.odds import factor_lines
from hulldown.cli.files import read_text
from hulldown.cli.flags import add_flags, chosen, first_word
from hulldown.cli.names import game_of_map
from hulldown.cli.output import print_json
from hulldown.cli.terminal.screen import wrapped
from hulldown.core.tools import Flag
from hulldown.maps import give_map


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments and those of the game that plays on the map."""
    parser.add_argument("name", metavar="NAME", help="the map; with --map the game will do")
    parser.add_argument("from_hex", metavar="FROM", help="the hex looked from")
    parser.add_argument("to_hex", metavar="TO", help="the hex looked at")
    parser.add_argument("--map", metavar="FILE", type=Path, help="a map file of your own, instead of the map NAME")
    name = first_word(argv)
    if name is not None:
        add_flags(parser, _flags(name))
        parser.set_defaults(call=f"{parser.prog} {name}")
    else:
        parser.epilog = "The flags depend on the map; name it before --help to see them."


def _game(name: str) -> str:
    """The game that plays on a map, or that is named itself."""
    return name if name in games.game_names() and games.has_tools(name) else game_of_map(name)


def _flags(name: str) -> list[Flag]:
    return games.load_tools(_game(name)).los_arguments()


def run(args: argparse.Namespace) -> int:
    """Prints the line of sight; returns the exit status."""
    flags = chosen(args, _flags(args.name))
    name = give_map(read_text(args.map), str(args.map)) if args.map is not None else args.name
    found = games.load_tools(_game(args.name)).los(name, args.from_hex, args.to_hex, flags)
    if args.json:
        print_json(found)
    else:
        for line in told(found, args.from_hex, args.to_hex):
            print(line)
    return 0


def told(found: Mapping[str, object], start: str, end: str) -> list[str]:
    """A line of sight in words."""
    lines = [f"{start} sees {end}" if found.get("clear") else f"{start} does not see {end}{_blocked(found)}"]
    path = found.get("path")
    if isinstance(path, list | tuple):
        lines += wrapped(f"path: {' '.join(str(label) for label in path)}")
    known = ("clear", "blocked_by", "path", "from", "to", "profile", "factors")
    for key, value in found.items():
        if key in known or value in (None, "", []):
            continue
        if isinstance(value, list | tuple) and isinstance(value[0], Mapping):
            lines += table(f"{key}:", value)
        else:
            lines.append(f"{key}: {_listed(value)}")
    factors = found.get("factors")
    if isinstance(factors, list | tuple) and factors:
        lines += [f"at {end}:", *factor_lines(factors)]
    profile = found.get("profile")
    return lines + (profile_lines(profile) if isinstance(profile, list | tuple) else [])


def _blocked(found: Mapping[str, object]) -> str:
    """What blocks a line, where and by which rule; "" when the game does not say."""
    blocked = found.get("blocked_by")
    if not isinstance(blocked, Mapping):
        return ""
    place = f"hex {blocked['hex']}" if blocked.get("hex") else f"hexside {_side(blocked.get('hexside'))}"
    height = f", height {blocked['height']}" if "height" in blocked else ""
    return f": {blocked.get('terrain')} at {place}{height} [{blocked.get('rule')}]"


def profile_lines(profile: Sequence[Mapping[str, object]]) -> list[str]:
    """The heights along a line as a table, one row for each hex, with a column for each thing that is known of it."""
    return table("heights along the line:", profile) if profile else []


def table(title: str, entries: Sequence[Mapping[str, object]]) -> list[str]:
    """Entries with the same keys as a table under a title."""
    heads = [str(key) for key in entries[0]]
    rows = [["" if entry.get(head) is None else _listed(entry[head]) for head in heads] for entry in entries]
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = ["  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)) for row in (heads, *rows)]
    return [title, *(line.rstrip() for line in lines)]


def _listed(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(str(entry) for entry in value) if isinstance(value, list | tuple) else str(value)


def _side(value: object) -> str:
    return "/".join(str(label) for label in value) if isinstance(value, list | tuple) else str(value)
