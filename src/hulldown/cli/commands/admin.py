"""`hulldown admin`: backup, restore, check, prune, stats and reported chat of a database whose server may run."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hulldown.core.errors import HulldownError

if TYPE_CHECKING:
    from hulldown.server.storage.chat import Message
    from hulldown.server.storage.database import Database
    from hulldown.server.storage.reports import Reported

DAY = 86_400.0
SHOWN = 20
"""Scenarios and damaged matches that are listed."""


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument(
        "what", choices=["backup", "restore", "check", "prune", "stats", "reports"],
        help="copy it; bring a copy back; check all matches; delete old ones; count; chat that players reported",
    )  # fmt: skip
    parser.add_argument("file", nargs="?", help="the backup to write or to restore; reports: a message, MATCH/NUMBER")
    parser.add_argument("--database", metavar="URL", help="the server's database (default: SQLite in the data folder)")
    parser.add_argument("--replace", action="store_true", help="restore: delete the games the database holds")
    parser.add_argument("--days", type=float, help="prune: matches that nobody has touched for so long")
    parser.add_argument("--unfinished", action="store_true", help="prune: also those that are not over")
    parser.add_argument("--dry-run", action="store_true", help="prune: only tell how many")
    parser.add_argument("--all", action="store_true", help="reports: also those that were handled")
    parser.add_argument("--handled", action="store_true", help="reports: the message needs nothing more")
    parser.add_argument("--remove", action="store_true", help="reports: take its text away from all, and handled")


def run(args: argparse.Namespace) -> int:
    """The exit status: 1 when `check` finds damage."""
    from hulldown.cli.commands.serve import default_database_url
    from hulldown.server.storage.database import Database

    url = args.database or default_database_url()
    if args.what != "reports" and (args.what in ("backup", "restore")) != (args.file is not None):
        raise HulldownError(f"hulldown admin {args.what} takes {'a' if args.file is None else 'no'} file")
    if args.what == "restore":
        return _restore(args, url)
    _need(url)
    database = Database(url)
    try:
        return COMMANDS[args.what](args, database)
    finally:
        database.close()


def _need(url: str) -> None:
    """Raises when there is no such database: a new, empty one would hide a misspelt name."""
    from hulldown.server.storage.database import read_url

    read = read_url(url)
    if read.get_backend_name() == "sqlite" and not Path(str(read.database)).is_file():
        raise HulldownError(f"there is no database {read.database}", hint="--database names the server's")


def _say(args: argparse.Namespace, found: dict[str, object], line: str) -> None:
    if args.json:
        from hulldown.cli.output import print_json

        print_json(found)
    else:
        from hulldown.cli.output import shown

        print(shown(line, "\n"))


def _backup(args: argparse.Namespace, database: Database) -> int:
    from hulldown.server.storage.backups import backup

    size = backup(database, Path(args.file))
    _say(args, {"file": str(args.file), "bytes": size}, f"{args.file}: {size / 1e6:.1f} MB")
    return 0


def _restore(args: argparse.Namespace, url: str) -> int:
    from hulldown.server.storage.backups import restore

    rows = restore(Path(args.file), url, args.replace)
    _say(args, {"rows": rows}, f"restored {rows} rows from {args.file}")
    return 0


def _check(args: argparse.Namespace, database: Database) -> int:
    from hulldown.server.matches.checking import BAD, OLD, SOUND, check_all

    counts: Counter[str] = Counter()
    bad: list[dict[str, str]] = []
    for one in check_all(database):
        counts[one.state] += 1
        if one.state == BAD:
            bad.append({"match": one.match, "why": one.why})
    lines = [f"{counts[SOUND]} matches are sound, {counts[OLD]} of older rules, {counts[BAD]} damaged"]
    lines += ["  " + f"{one['match']}: {one['why']}".replace("\n", " / ") for one in bad[:SHOWN]]
    found: dict[str, object] = {"sound": counts[SOUND], "older_rules": counts[OLD], "damaged": bad}
    _say(args, found, "\n".join(lines))
    return 1 if bad else 0


def _prune(args: argparse.Namespace, database: Database) -> int:
    from hulldown.server.storage.backups import prune

    if args.days is None or not args.days >= 0:
        what = "hulldown admin prune needs --days" if args.days is None else "--days is 0 or more"
        raise HulldownError(what, hint="--days 365: what nobody touched for a year")
    done = prune(database, time.time() - args.days * DAY, args.unfinished, not args.dry_run)
    would = "would be deleted" if args.dry_run else f"deleted, {done.rows} rows"
    _say(args, {"matches": done.matches, "rows": done.rows}, f"{done.matches} matches {would}")
    return 0


def _stats(args: argparse.Namespace, database: Database) -> int:
    from hulldown.server.storage.backups import stats

    found = database.read(stats)
    lines = [f"schema version {found['schema']}, {found['bytes'] / 1e6:.1f} MB"]
    lines.append("matches: " + (", ".join(f"{count} {name}" for name, count in found["matches"].items()) or "none"))
    lines += [f"  {name}: {count}" for name, count in list(found["scenarios"].items())[:SHOWN]]
    lines.append(f"clocks that run: {found['clocks_running']}")
    lines.append(f"reported messages that wait: {found['reports_waiting']}")
    lines.append("rows: " + ", ".join(f"{name} {count}" for name, count in found["rows"].items() if count))
    _say(args, found, "\n".join(lines))
    return 0


def _reports(args: argparse.Namespace, database: Database) -> int:
    from hulldown.server.storage import reports

    if args.file is None:
        if args.handled or args.remove:
            raise HulldownError("--handled and --remove need a message", hint="hulldown admin reports MATCH/NUMBER")
        found = database.read(lambda connection: reports.find_reported(connection, args.all))
        kind = "reported" if args.all else "reported and not handled"
        lines = [f"{len(found)} {'message' if len(found) == 1 else 'messages'} {kind}"]
        lines += [line for one in found for line in _report_lines(one)]
        _say(args, {"messages": [_report_data(one) for one in found]}, "\n".join(lines))
        return 0
    match, serial = _place(args.file)
    if args.handled or args.remove:
        database.write(lambda connection: reports.handle(connection, match, serial, time.time(), args.remove))
    one = database.read(lambda connection: reports.find_one(connection, match, serial))
    if one is None:
        raise HulldownError(f"nobody has reported a message {args.file}", hint="hulldown admin reports lists them")
    around = database.read(lambda connection: reports.find_context(connection, match, one.message))
    lines = [*_report_lines(one), f"  in the channel of the {one.message.channel}:"]
    lines += [f"  {'>' if said.serial == serial else ' '} {_said(said)}" for said in around]
    context = [{"serial": said.serial, **_message_data(said)} for said in around]
    _say(args, {**_report_data(one), "context": context}, "\n".join(lines))
    return 0


def _place(name: str) -> tuple[str, int]:
    match, _, serial = name.rpartition("/")
    if not match or not serial.isascii() or not serial.isdigit() or len(serial) > 9:
        raise HulldownError(f"{name} is no message", hint="MATCH/NUMBER, as hulldown admin reports lists them")
    return match, int(serial)


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(seconds))


def _said(message: Message) -> str:
    who = f"{message.name} ({message.author})" if message.name else message.author
    return f"{_when(message.sent)} {who}: " + message.content.replace("\n", " / ")


def _report_lines(one: Reported) -> list[str]:
    lines = [f"{one.match}/{one.message.serial}  {_said(one.message)}"]
    if one.person:
        lines.append(f"  written by the person {one.person}")
    for report in one.reports:
        why = f": {report.reason}" if report.reason else ""
        done = f" (handled {_when(report.handled)})" if report.handled is not None else ""
        lines.append(f"  reported {_when(report.sent)} by {report.reader}{why}".replace("\n", " / ") + done)
    return lines


def _message_data(message: Message) -> dict[str, object]:
    return {"author": message.author, "name": message.name, "text": message.content, "sent": message.sent}


def _report_data(one: Reported) -> dict[str, object]:
    return {
        "message": f"{one.match}/{one.message.serial}",
        "channel": one.message.channel,
        **_message_data(one.message),
        "person": one.person,
        "waits": one.waits,
        "reports": [report._asdict() for report in one.reports],
    }


COMMANDS = {"backup": _backup, "check": _check, "prune": _prune, "stats": _stats, "reports": _reports}
"""What does each of them, except for the restore, which opens the database itself."""
