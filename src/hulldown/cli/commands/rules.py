"""`hulldown rules GAME`: the cases of a rulebook, and which code and tests cover each of them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from hulldown.cli.names import near
from hulldown.cli.output import print_json, print_table
from hulldown.cli.terminal.screen import wrapped
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.rules.coverage import Case, Coverage, Row, catalogue, coverage, game_names


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.add_argument("--book", default="", help="only this book of the game, such as standard")
    parser.add_argument("--level", default="", help="only this level, in games whose catalogue is by levels")
    parser.add_argument("--topic", default="", help="only cases about this topic")
    parser.add_argument("--coverage", action="store_true", help="count what code and tests cite")


def run(args: argparse.Namespace) -> int:
    """Prints cases or their coverage; returns the exit status."""
    if args.game not in game_names():
        hint = near(args.game, game_names(), "games")
        raise UnknownNameError(f"there is no rule catalogue for a game named {args.game!r}", hint=hint)
    if args.book and args.level:
        raise HulldownError("--book and --level exclude each other", hint="a catalogue is divided by one of them")
    book = args.book or args.level
    cases = catalogue(args.game)
    _known(book, sorted({case.book for case in cases}), "book")
    _known(args.topic, sorted({case.topic for case in cases}), "topic")
    if args.coverage:
        return _coverage(args, coverage(args.game, book))
    chosen = [case for case in cases if case.book == (book or case.book) and case.topic == (args.topic or case.topic)]
    if args.json:
        print_json(chosen)
    else:
        _print_cases(chosen)
    return 0


def _print_cases(cases: Sequence[Case]) -> None:
    wide = max((len(case.id) for case in cases), default=0)
    for case in cases:
        for line in wrapped(f"{case.id:<{wide}}  {case.kind}, {case.topic}: {case.summary}"):
            print(line)
    print(f"{len(cases)} cases")


def _known(name: str, names: Sequence[str], what: str) -> None:
    if name and name not in names:
        raise UnknownNameError(f"there is no {what} named {name!r}", hint=near(name, names, f"{what}s"))


def _coverage(args: argparse.Namespace, found: Coverage) -> int:
    rows = [row for row in found.rows if not args.topic or row.case.topic == args.topic]
    if args.json:
        print_json(_coverage_data(found, rows))
    else:
        _print_coverage(found, rows)
    return 0


def _coverage_data(found: Coverage, rows: Sequence[Row]) -> dict[str, object]:
    return {
        "game": found.game, "book": found.book, "cases": found.cases, "implemented": found.implemented,
        "tested": found.tested, "explained": found.explained, "missing": list(found.missing),
        "unknown": list(found.unknown),
        "rows": [
            {"id": row.case.id, "kind": row.case.kind, "code": row.code, "tests": row.tests,
             "explanation": row.explanation, "missing": row.missing}
            for row in rows
        ],
    }  # fmt: skip


def _print_coverage(found: Coverage, rows: Sequence[Row]) -> None:
    testable = [row for row in rows if row.case.testable]
    lines = [[row.case.id, row.case.kind, _places(row), _tests(row), row.explanation] for row in testable]
    print_table(["case", "kind", "code", "tests", "explained"], lines)
    print(
        f"{found.game} {found.book or 'all books'}: {found.cases} testable cases, {found.implemented} implemented, "
        f"{found.tested} tested, {found.explained} explained, {len(found.missing)} missing"
    )
    for row in rows:
        if row.missing:
            print(f"  {row.case.id}: {_uncited(row)} cites it – {row.case.summary}")
    for name in found.unknown:
        print(f"  {name}: cited by a test, but in no catalogue")


def _uncited(row: Row) -> str:
    if row.code:
        return "no test"
    return "no code" if row.tests else "no code and no test"


def _places(row: Row) -> str:
    shown = [place.removeprefix(f"games/{row_game(place)}/") for place in row.code[:2]]
    return ", ".join(shown) + (f" +{len(row.code) - 2}" if len(row.code) > 2 else "")


def row_game(place: str) -> str:
    """The game whose folder a place lies in."""
    parts = place.split("/")
    return parts[1] if len(parts) > 2 else ""


def _tests(row: Row) -> str:
    shown = [place.rpartition("::")[2] or place for place in row.tests[:1]]
    return ", ".join(shown) + (f" +{len(row.tests) - 1}" if len(row.tests) > 1 else "")
