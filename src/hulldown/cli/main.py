"""The entry of the command line: finds the command, runs it, and turns every error into one clear line.

Only the module of the command that is called is imported, and heavy libraries only where they are used, so that
`hulldown --help` answers at once.
"""

from __future__ import annotations

import argparse
import difflib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn, Protocol

from hulldown import __version__
from hulldown.cli.output import shown
from hulldown.core.errors import HulldownError

COMMANDS = {
    "scenarios": "list the scenarios of the games",
    "brief": "tell what wins a scenario, where, and how long it takes",
    "units": "list the weapons of a game with the source of every value",
    "forces": "list what a nation may field in a period, and its usual force",
    "map": "show a map as text, SVG or JSON",
    "los": "tell whether one hex sees another, and what blocks",
    "odds": "give the exact odds of a shot with everything that makes them",
    "play": "play a scenario in the terminal, by hand, by script or by bots",
    "sim": "play many games between bots and sum them up",
    "lab": "measure scenarios, bots and weapons: balance, tournaments, duels",
    "replay": "show the log and the position of a recorded game",
    "verify": "check every order and every roll of a recorded game",
    "rules": "list the cases of a rulebook and how far they are covered",
    "serve": "serve the games to browsers",
    "invite": "make an invitation to a server that takes people by invitation only",
    "admin": "look after a server's database: back up, restore, check, prune, count, reported chat",
}
GOOD, BAD, USAGE, INTERRUPTED, PIPE = 0, 1, 2, 130, 141


class Command(Protocol):
    """What the module of a command offers."""

    def configure(self, parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
        """Adds the command's arguments; `argv` is what follows the command's name."""

    def run(self, args: argparse.Namespace) -> int:
        """The exit status."""


class _Help(argparse.HelpFormatter):
    """Help with room for the longest flags beside their explanation."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)

    def add_argument(self, action: argparse.Action) -> None:
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            # The formatter forgets that commands are indented once more than flags.
            self._action_max_length += 2


class Parser(argparse.ArgumentParser):
    """A parser that raises instead of printing, and offers near matches of misspelt flags."""

    def __init__(self, prog: str | None = None, **settings: Any) -> None:
        # Abbreviated flags would change their meaning on the day a command gets another flag.
        super().__init__(prog, allow_abbrev=False, formatter_class=_Help, **settings)

    def error(self, message: str) -> NoReturn:
        known = [flag for action in self._actions for flag in action.option_strings]
        hint = f"{self.get_default('call') or self.prog} --help shows how to call it"
        words = message.removeprefix("unrecognized arguments: ").split()
        if message.startswith("unrecognized arguments: "):
            near = difflib.get_close_matches(words[0].partition("=")[0], known, n=1)
            hint = f"did you mean {near[0]}?" if near else hint
        raise HulldownError(f"{self.prog}: {message}", hint=hint)


def main(argv: Sequence[str] | None = None) -> int:
    """The exit status of a command line; prints errors to stderr and never raises."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that cannot show a sign shall show a question mark, not a traceback.
            stream.reconfigure(errors="replace")
    try:
        if argv is None and sys.argv[1:2] == ["serve"]:
            from hulldown.cli.compiled import use_build

            use_build()
        status = _run(sys.argv[1:] if argv is None else list(argv))
        sys.stdout.flush()
        return status
    except HulldownError as error:
        return _fail(str(error), error.hint)
    except BrokenPipeError:
        # Whoever read our output has gone; what Python still holds back shall go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE
    except OSError as error:
        return _fail(*_told(error))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("HULLDOWN_DEBUG"):
            raise
        return _fail(
            f"internal error: {type(error).__name__}: {error}",
            "this is a bug; run again with HULLDOWN_DEBUG=1 to see where it happened",
        )


def _run(argv: list[str]) -> int:
    parser = Parser("hulldown", description="Classic tactical armour games by their own rulebooks.")
    parser.add_argument("--version", action="version", version=f"hulldown {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    subparsers = {
        name: commands.add_parser(name, help=what, description=what[0].upper() + what[1:] + ".")
        for name, what in COMMANDS.items()
    }
    name = next((word for word in argv if not word.startswith("-")), None)
    if name is None:
        parser.parse_args(argv)
        parser.print_help()
        return _offer()
    if name not in COMMANDS:
        near = difflib.get_close_matches(name, COMMANDS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"commands: {', '.join(COMMANDS)}"
        raise HulldownError(f"there is no command named {name!r}", hint=hint)
    place = argv.index(name)
    parser.parse_args(argv[:place])
    module: Command = import_module(f"hulldown.cli.commands.{name}")
    subparser, rest = subparsers[name], argv[place + 1 :]
    module.configure(subparser, rest)
    subparser.add_argument("--json", action="store_true", help="print JSON")
    return module.run(subparser.parse_args(rest))


def _offer() -> int:
    """Says how to begin, and begins where somebody sits at the terminal and says yes; returns the exit status."""
    print("\nTo play in the browser: hulldown serve --open")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return GOOD
    if input("Do that now? [Y/n] ").strip().casefold() not in ("", "y", "yes"):
        return GOOD
    return _run(["serve", "--open"])


def _told(error: OSError) -> tuple[str, str]:
    """An operating system error as a message with a hint."""
    what = (error.strerror or str(error)).lower()
    hints = {
        "ENOSPC": "make room on the disk and try again",
        "EACCES": "choose a place you may write to, or ask for the permission",
        "ENOENT": "check the spelling of the path",
    }
    import errno

    hint = hints.get(errno.errorcode.get(error.errno or 0, ""), "")
    return (f"{error.filename}: {what}" if error.filename else what), hint


def _line(what: str, message: str) -> str:
    """A message in one line; it may hold words of a file that somebody else has written."""
    return shown(f"{what}: " + "; ".join(message.splitlines()))


def _fail(message: str, hint: str) -> int:
    """The status of a failed command, after saying why on stderr."""
    try:
        sys.stdout.flush()
        print(_line("error", message), file=sys.stderr)
        if hint:
            print(_line("hint", hint), file=sys.stderr)
    except OSError:
        # stdout itself is broken (a full disk, a closed pipe): nothing more can be told, and Python shall not try.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(_line("error", message), file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main())
