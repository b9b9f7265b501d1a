"""`hulldown verify F`: whether a record is what the rules and the dice make of its orders."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from hulldown import games
from hulldown.cli.files import read_text
from hulldown.cli.output import print_json
from hulldown.core.errors import HulldownError, MalformedError, RecordMismatchError, UnknownNameError
from hulldown.core.record import Record, record_from_text, verify


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", metavar="F", type=Path, help="the record")


def run(args: argparse.Namespace) -> int:
    """0 and "verified" when the record is good, 1 and the first difference when it is not."""
    text = read_text(args.file)
    try:
        record = record_from_text(text, str(args.file))
    except MalformedError as error:
        if not _begins_well(text):
            raise
        return _differs(args, error, None)
    try:
        game = games.load_game(record.header.game)
        rolls = verify(record, game)
    except (RecordMismatchError, UnknownNameError) as error:
        return _differs(args, error, record)
    if args.json:
        print_json({"verified": True, "orders": len(record.entries), "rolls": rolls, **_about(record)})
    else:
        print(f"verified: {record.header.scenario}, {len(record.entries)} orders, {rolls} rolls")
    return 0


def _begins_well(text: str) -> bool:
    """Whether the file is a record at all, so that what is wrong with it is a difference and not a mistaken name."""
    try:
        record_from_text(text.split("\n", 1)[0], "header")
    except MalformedError:
        return False
    return True


def _about(record: Record) -> dict[str, object]:
    header = record.header
    outcome = record.reveal.outcome if record.reveal else None
    return {"game": header.game, "scenario": header.scenario, "version": header.version, "outcome": outcome}


def _differs(args: argparse.Namespace, error: HulldownError, record: Record | None) -> int:
    place = error.place if isinstance(error, RecordMismatchError) else getattr(error, "where", "header")
    if args.json:
        about = _about(record) if record else {}
        print_json({"verified": False, "place": place, "difference": str(error), **about})
    else:
        print(f"not verified: {error}")
    return 1
