"""`hulldown invite`: invitations to a server that takes people by invitation only."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--database", metavar="URL", help="the server's database (default: SQLite in the data folder)")


def run(args: argparse.Namespace) -> int:
    """The exit status, after an invitation was stored and shown. It works once; only its hash is stored."""
    from hulldown.cli.commands.serve import default_database_url
    from hulldown.cli.output import print_json
    from hulldown.server.matches.identity import invitation_of_operator
    from hulldown.server.storage.database import Database

    database = Database(args.database or default_database_url())
    try:
        made = invitation_of_operator(database)
    finally:
        database.close()
    until = time.strftime("%Y-%m-%d", time.gmtime(made.expires))
    if args.json:
        print_json({"invitation": made.code, "expires": until})
    else:
        print(f"{made.code}  (works once, until {until})")
    return 0
