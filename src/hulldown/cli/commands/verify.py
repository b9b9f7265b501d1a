"""`hulldown verify F [--receipts R]`: whether a record is what rules and dice make of it, and what it proves."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from hulldown import games
from hulldown.cli.files import read_text
from hulldown.cli.output import print_json, shown
from hulldown.core.errors import HulldownError, MalformedError, RecordMismatchError, UnknownNameError
from hulldown.core.proof import Report, prove
from hulldown.core.receipts import receipts_from_text
from hulldown.core.record import Record, record_from_text


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", metavar="F", type=Path, help="the record")
    parser.add_argument("--receipts", metavar="R", type=Path, action="append", default=[],
                        help="the receipts that a player's browser kept; may be given for each side")  # fmt: skip
    parser.add_argument("--key", metavar="HEX", help="the server's public key, if you know it from elsewhere")
    parser.add_argument("--strict", action="store_true", help="exit with 1 unless the record is verified")


def run(args: argparse.Namespace) -> int:
    """0 for a record that holds, 1 for one that does not; with --strict, 1 for all that is not fully proved."""
    text = read_text(args.file)
    kept = [receipts_from_text(read_text(path), str(path)) for path in args.receipts]
    try:
        record = record_from_text(text, str(args.file))
    except MalformedError as error:
        if not _begins_well(text):
            raise
        return _differs(args, error, None)
    try:
        from hulldown.signing import valid

        game = games.load_game(record.header.game)
        if args.key and args.key.lower() != record.header.key:
            raise RecordMismatchError("the record names another key than --key", "header")
        report = prove(record, game, kept, valid)
    except (RecordMismatchError, UnknownNameError) as error:
        return _differs(args, error, record)
    _tell(args, record, report)
    return 1 if args.strict and report.word != "verified" else 0


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
    about = {"game": header.game, "scenario": header.scenario, "version": header.version, "outcome": outcome}
    return {**about, "format": header.format, "match": header.match, "key": header.key}


def _tell(args: argparse.Namespace, record: Record, report: Report) -> None:
    """Prints the word and, line by line, what is proved and what is not."""
    if args.json:
        found = {"verified": report.word == "verified", "word": report.word}
        counts = {"orders": report.orders, "rolls": report.rolls}
        print_json({**found, **counts, "findings": report.findings, **_about(record)})
        return
    print(shown(f"{report.word}: {record.header.scenario}, {report.orders} orders, {report.rolls} rolls"))
    for finding in report.findings:
        print(shown(f"  {'proved:    ' if finding.proved else 'not proved:'} {finding.text}"))


def _differs(args: argparse.Namespace, error: HulldownError, record: Record | None) -> int:
    place = error.place if isinstance(error, RecordMismatchError) else getattr(error, "where", "header")
    if args.json:
        about = _about(record) if record else {}
        print_json({"verified": False, "word": "differs", "place": place, "difference": str(error), **about})
    else:
        print(shown(f"not verified: {error}"))
    return 1
