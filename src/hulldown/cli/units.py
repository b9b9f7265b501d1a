"""`hulldown units GAME`: every weapon with its values and where each of them comes from."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from hulldown.cli.names import tool
from hulldown.cli.output import print_json, print_table


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", metavar="GAME", help="the game")


def run(args: argparse.Namespace) -> int:
    """The exit status, after printing the weapons."""
    units: list[dict[str, object]] = tool(args.game, "units").units()
    if args.json:
        print_json(units)
        return 0
    columns = list(dict.fromkeys(key for unit in units for key in unit))
    # A column that is a mapping for every unit (the provenance of each value) is summed up.
    rows = [[_short(unit.get(key)) for key in columns] for unit in units]
    numbers = [key for key in columns if all(isinstance(unit.get(key), int | None) for unit in units)]
    print_table(columns, rows, right=numbers)
    return 0


def _short(value: object) -> object:
    """A value as a cell: mappings as `key: value` grouped by value, lists joined by commas."""
    if isinstance(value, Mapping):
        groups: dict[str, list[str]] = {}
        for key, entry in value.items():
            groups.setdefault(str(entry), []).append(str(key))
        if len(groups) == 1:
            return next(iter(groups))
        most = max(groups, key=lambda name: len(groups[name]))
        rest = [f"{', '.join(keys)}: {name}" for name, keys in groups.items() if name != most]
        return "; ".join([most, *rest])
    if isinstance(value, list | tuple):
        return ", ".join(str(entry) for entry in value)
    return value
