"""`hulldown admin`: backup, restore, check, prune and stats of a server's database, while the server runs."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hulldown.core.errors import HulldownError

if TYPE_CHECKING:
    from hulldown.server.storage.database import Database

DAY = 86_400.0
SHOWN = 20
"""Scenarios and damaged matches that are listed."""


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("what", choices=["backup", "restore", "check", "prune", "stats"],
                        help="copy it; bring a copy back; check all matches; delete old ones; count")  # fmt: skip
    parser.add_argument("file", nargs="?", type=Path, help="the backup to write or to restore")
    parser.add_argument("--database", metavar="URL", help="the server's database (default: SQLite in the data folder)")
    parser.add_argument("--replace", action="store_true", help="restore: delete the games the database holds")
    parser.add_argument("--days", type=float, help="prune: matches that nobody has touched for so long")
    parser.add_argument("--unfinished", action="store_true", help="prune: also those that are not over")
    parser.add_argument("--dry-run", action="store_true", help="prune: only tell how many")


def run(args: argparse.Namespace) -> int:
    """The exit status: 1 when `check` finds damage."""
    from hulldown.cli.commands.serve import default_database_url
    from hulldown.server.storage.database import Database

    url = args.database or default_database_url()
    if (args.what in ("backup", "restore")) != (args.file is not None):
        raise HulldownError(f"hulldown admin {args.what} takes {'a' if args.file is None else 'no'} file")
    if args.what == "restore":
        return _restore(args, url)
    _need(url)
    database = Database(url)
    try:
        return {"backup": _backup, "check": _check, "prune": _prune, "stats": _stats}[args.what](args, database)
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
        print(line)


def _backup(args: argparse.Namespace, database: Database) -> int:
    from hulldown.server.storage.backups import backup

    size = backup(database, args.file)
    _say(args, {"file": str(args.file), "bytes": size}, f"{args.file}: {size / 1e6:.1f} MB")
    return 0


def _restore(args: argparse.Namespace, url: str) -> int:
    from hulldown.server.storage.backups import restore

    rows = restore(args.file, url, args.replace)
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
    lines += [f"  {one['match']}: {one['why']}" for one in bad[:SHOWN]]
    found: dict[str, object] = {"sound": counts[SOUND], "older_rules": counts[OLD], "damaged": bad}
    _say(args, found, "\n".join(lines))
    return 1 if bad else 0


def _prune(args: argparse.Namespace, database: Database) -> int:
    from hulldown.server.storage.backups import prune

    if args.days is None or not args.days >= 0:
        raise HulldownError("hulldown admin prune needs --days", hint="--days 365: what nobody touched for a year")
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
    lines.append("rows: " + ", ".join(f"{name} {count}" for name, count in found["rows"].items() if count))
    _say(args, found, "\n".join(lines))
    return 0
