"""`hulldown forces GAME ...`: what a nation may field, where players choose their forces, and its usual force."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import cast

from hulldown import games
from hulldown.cli.flags import add_flags, chosen, first_word
from hulldown.cli.output import print_json
from hulldown.cli.terminal.screen import wrapped
from hulldown.core.errors import HulldownError
from hulldown.core.tools import Fielding


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments and those the game asks for."""
    parser.add_argument("game", metavar="GAME", help="the game")
    name = first_word(argv)
    if name is not None:
        add_flags(parser, _fielding(name).forces_arguments())
        parser.set_defaults(call=f"{parser.prog} {name}")
    else:
        parser.epilog = "The flags depend on the game; name it before --help to see them."


def run(args: argparse.Namespace) -> int:
    """Prints what can be fielded; returns the exit status."""
    tools = _fielding(args.game)
    found = tools.forces(chosen(args, tools.forces_arguments()))
    if args.json:
        print_json(found)
        return 0
    for key, value in found.items():
        for line in wrapped(f"{key.replace('_', ' ')}: {_told(value)}"):
            print(line)
    return 0


def _fielding(name: str) -> Fielding:
    """The tools of a game whose players choose their forces; raises HulldownError."""
    tools = games.load_tools(name)
    if not hasattr(tools, "forces"):
        raise HulldownError(f"the forces of {name} are printed with its scenarios", hint=f"hulldown units {name}")
    return cast(Fielding, tools)


def _told(value: object) -> str:
    """A value in words: what is listed joined by commas, what has names with them."""
    if isinstance(value, Mapping):
        if value.get("max") == 0:
            return "none"
        shown = {key: entry for key, entry in value.items() if entry or isinstance(entry, bool)}
        told = {key: _counted(entry) if key == "made_of" else _told(entry) for key, entry in shown.items()}
        return ", ".join(f"{key.replace('_', ' ')} {entry}" for key, entry in told.items())
    if isinstance(value, list | tuple):
        return ", ".join(_entry(entry) for entry in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _entry(entry: object) -> str:
    """Something in a list: a company by name and total, a platoon by what it is made of, anything else as it is."""
    if isinstance(entry, Mapping) and "total" in entry:
        return f"{entry['name']} ({entry['total']})"
    if isinstance(entry, Mapping) and "made_of" in entry:
        return _counted(entry["made_of"]) + (" (HQ)" if entry.get("hq") else "")
    return _told(entry)


def _counted(made_of: object) -> str:
    """Types with their counts."""
    assert isinstance(made_of, Mapping)
    return " + ".join(f"{count} {name}" for name, count in made_of.items())
