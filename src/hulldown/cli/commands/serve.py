"""`hulldown serve`: the games in a browser, alone, at one screen or over a network."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from hulldown.core.errors import HulldownError

PORT = 8377
PROCESSES = 64


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default: this machine only)")
    parser.add_argument("--port", type=int, default=PORT, help=f"the port; 0 takes a free one (default: {PORT})")
    parser.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME "
                        "(default: SQLite in the data folder)")  # fmt: skip
    parser.add_argument("--open", action="store_true", help="open the browser")
    parser.add_argument("--log", action="store_true", help="log every request (never a token)")
    parser.add_argument("--log-json", action="store_true", help="write the log as a JSON object a line")
    parser.add_argument("--metrics", metavar="PORT", type=int, default=0,
                        help="figures for Prometheus at this port of this machine (default: none)")  # fmt: skip
    parser.add_argument("--limits", metavar="FACTOR", type=float, default=1.0,
                        help="multiply all rate limits; 0 switches them off")  # fmt: skip
    parser.add_argument("--answer-pace", metavar="SECONDS", type=float, default=3.0,
                        help="when an answer takes effect that may have been given without a choice, where two people "
                        "play; 0: at once (default: 3)")  # fmt: skip
    parser.add_argument("--allow-host", metavar="NAME", action="append", default=[],
                        help="a name under which browsers reach the server, such as games.example.org")  # fmt: skip
    parser.add_argument("--proxy", metavar="ADDRESS", action="append", default=[],
                        help="believe forwarded headers of this address or network (default: of nobody)")  # fmt: skip
    parser.add_argument("--invitations-only", action="store_true",
                        help="only who has an invitation (hulldown invite) may come and make games")  # fmt: skip
    parser.add_argument("--no-push", action="store_true", help="send no push messages to browsers")
    parser.add_argument("--push-contact", metavar="URL", default="",
                        help="how operators of push services reach you: mailto:... or https://...")  # fmt: skip
    parser.add_argument("--push-local", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--push-delay", metavar="SECONDS", type=float, default=5.0,
                        help="who answers within this time is not told that he is asked (default: 5)")  # fmt: skip
    parser.add_argument("--processes", metavar="N", type=int, default=1,
                        help="so many processes, among which the matches are dealt (default: 1)")  # fmt: skip
    parser.add_argument("--no-warm", action="store_true",
                        help="make no tables of scenarios at the start; a first game waits for its own")  # fmt: skip
    parser.add_argument("--bot", metavar="NAME=COMMAND", action="append", default=[],
                        help="offer a program as a bot; it runs with the rights of the server")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """The exit status, after the server was stopped."""
    from hulldown.core.record import check_secret
    from hulldown.server.api.hosts import read_names, read_proxies
    from hulldown.server.bots.available import read_commands
    from hulldown.server.logs import set_up_logs
    from hulldown.server.run import serve
    from hulldown.server.settings import Settings

    if not 0 <= args.port <= 65535:
        raise HulldownError(f"--port is {args.port}", hint="a port is a number from 0 to 65535")
    if not 0 <= args.metrics <= 65535:
        raise HulldownError(f"--metrics is {args.metrics}", hint="a port is a number from 1 to 65535")
    if not 1 <= args.processes <= PROCESSES:
        raise HulldownError(f"--processes is {args.processes}", hint=f"1 to {PROCESSES}; one for each core at most")
    if args.limits < 0:
        raise HulldownError(f"--limits is {args.limits}", hint="0 or more")
    if not 0 <= args.answer_pace <= 60:
        raise HulldownError(f"--answer-pace is {args.answer_pace}", hint="0 to 60 seconds")
    if not 0 <= args.push_delay <= 3600:
        raise HulldownError(f"--push-delay is {args.push_delay}", hint="0 to 3600 seconds")
    if args.push_contact and not args.push_contact.startswith(("mailto:", "https://")):
        raise HulldownError(f"--push-contact is {args.push_contact}", hint="mailto:YOU@EXAMPLE.ORG or https://...")
    bots = read_commands(args.bot)
    names, proxies = read_names(args.allow_host), read_proxies(args.proxy)
    secret = os.environ.get("HULLDOWN_SECRET", "")
    if secret:
        check_secret(secret)
        print(
            "warning: HULLDOWN_SECRET fixes the secret of every match; for tests only, records say so", file=sys.stderr
        )
    set_up_logs(args.log, args.log_json)
    database = args.database or default_database_url()
    settings = Settings(
        database, args.host, args.port, args.limits, secret, bots=bots, names=names, proxies=proxies,
        answer_pace=args.answer_pace, invitations_only=args.invitations_only, metrics=args.metrics,
        push=not args.no_push, push_contact=args.push_contact, push_local=args.push_local, push_delay=args.push_delay,
        processes=args.processes, warm=not args.no_warm and os.environ.get("HULLDOWN_WARM", "") != "0",
    )  # fmt: skip
    return serve(settings, lambda address: _ready(address, args.open, args.json))


def default_database_url() -> str:
    """The database in the data folder of the platform."""
    from platformdirs import user_data_path

    from hulldown.server.storage.database import default_database

    return default_database(user_data_path("hulldown", appauthor=False))


def _ready(address: str, browse: bool, as_json: bool) -> None:
    """Tells where the server is, and opens the browser when asked to."""
    if as_json:
        from hulldown.cli.output import print_json

        print_json({"address": address})
    else:
        print(f"Hulldown is at {address} (stop it with Ctrl-C)")
    sys.stdout.flush()
    if browse:
        import threading
        import webbrowser

        # A browser that stays in the foreground must not keep the server from serving.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
