"""`hulldown units GAME`: every weapon with its values and where each of them comes from."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence

from hulldown import games
from hulldown.cli.output import print_json, print_table, width
from hulldown.cli.terminal.screen import wrapped

Unit = Mapping[str, object]
_LEAST = (
    "rule", "class", "maker", "on_tanks", "group", "gun_type", "penetration", "bazooka_penetration", "full", "external",
)  # fmt: skip
"""The columns that a narrow table leaves out, one after the other, until it fits; JSON has them all."""


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", metavar="GAME", help="the game")
    chosen = parser.add_mutually_exclusive_group()
    chosen.add_argument("--book", default="", help="a book of the game, such as expanded; the first one unless named")
    chosen.add_argument("--level", dest="book", help="a level of the game, such as basic; the same as --book")


def run(args: argparse.Namespace) -> int:
    """Prints the weapons; returns the exit status."""
    tools = games.load_tools(args.game)
    units = tools.units(args.book) if args.book else tools.units()
    if args.json:
        print_json(units)
        return 0
    for heading, listed in _tables(units).items():
        if heading:
            print(heading)
        _print(listed)
    for line in _notes(units):
        print(line)
    return 0


def _tables(units: Sequence[Unit]) -> dict[str, list[Unit]]:
    """The units by the heading of the table they stand in, their value of `table`; most games have one table."""
    found: dict[str, list[Unit]] = {}
    for unit in units:
        found.setdefault(str(unit.get("table", "")), []).append(unit)
    return found


def _print(units: Sequence[Unit]) -> None:
    columns = _columns(units)
    rows = [[_short(unit.get(key)) for key in columns] for unit in units]
    numbers = [key for key in columns if all(isinstance(unit.get(key), int | None) for unit in units)]
    print_table(columns, rows, right=[key for key in numbers if key != "turret"])


def _columns(units: Sequence[Unit]) -> list[str]:
    """The columns of the table. Titles and notes would squeeze the numbers: notes follow below the table.

    Values that hold further tables are for programs, in JSON.
    """
    hidden = {"title", "notes", "table"} | {key for unit in units for key, value in unit.items() if _nested(value)}
    found = dict.fromkeys(key for unit in units for key in unit if key not in hidden)
    for least in _LEAST:
        if _width(units, found) > width():
            found.pop(least, None)
    return list(found)


def _nested(value: object) -> bool:
    """Whether a value holds lists or mappings of its own."""
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()
    return any(isinstance(entry, Mapping | list | tuple) for entry in inner)


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
        return _listed(value)
    return value


def _listed(values: Sequence[object]) -> str:
    """The values joined by commas; whole numbers in a row as "4-6"."""
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values) > 1 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(str(value) for value in values)
