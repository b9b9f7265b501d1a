"""`hulldown units GAME`: every weapon with its values and where each of them comes from."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence

from hulldown import games
from hulldown.cli.output import print_json, print_table, width
from hulldown.cli.terminal.screen import wrapped

Unit = Mapping[str, object]


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", metavar="GAME", help="the game")


def run(args: argparse.Namespace) -> int:
    """Prints the weapons; returns the exit status."""
    units = games.load_tools(args.game).units()
    if args.json:
        print_json(units)
        return 0
    columns = _columns(units)
    rows = [[_short(unit.get(key)) for key in columns] for unit in units]
    numbers = [key for key in columns if all(isinstance(unit.get(key), int | None) for unit in units)]
    print_table(columns, rows, right=[key for key in numbers if key != "turret"])
    for line in _notes(units):
        print(line)
    return 0


def _columns(units: Sequence[Unit]) -> list[str]:
    """The columns of the table. Titles and notes would squeeze the numbers: notes follow below the table."""
    found = dict.fromkeys(key for unit in units for key in unit if key not in ("title", "notes"))
    for least in ("rule", "class"):
        if _width(units, found) > width():
            found.pop(least, None)
    return list(found)


def _width(units: Sequence[Unit], columns: Iterable[str]) -> int:
    """The width of a table with these columns unbroken."""
    return sum(max(len(key), *(len(str(_short(unit.get(key)) or "")) for unit in units)) + 2 for key in columns)


def _notes(units: Sequence[Unit]) -> list[str]:
    """The notes on values, a paragraph each."""
    lines = []
    for unit in units:
        notes = unit.get("notes")
        for key, note in notes.items() if isinstance(notes, Mapping) else ():
            lines += wrapped(f"{unit.get('name')} {key}: {note}")
    return lines


def _short(value: object) -> object:
    """A value as a cell: mappings as `key: value` grouped by value, lists joined by commas."""
    if isinstance(value, Mapping):
        groups: dict[str, list[str]] = {}
        for key, entry in value.items():
            groups.setdefault(str(entry), []).append(str(key))
        if len(groups) < 2:
            return next(iter(groups), None)
        most = max(groups, key=lambda name: len(groups[name]))
        rest = [f"{', '.join(keys)}: {name}" for name, keys in groups.items() if name != most]
        return "; ".join([most, *rest])
    if isinstance(value, list | tuple):
        return ", ".join(str(entry) for entry in value)
    return value
