"""`hulldown play SCENARIO`: a game in the terminal, by hand, by script or by bots."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from hulldown import games
from hulldown.bots import Bot, bot_names, make_bot
from hulldown.bots.registry import EXEC
from hulldown.cli.flags import add_seats
from hulldown.cli.names import find_scenario, near, read_options
from hulldown.cli.records import RecordFile, read_record
from hulldown.cli.terminal.game_loop import GameLoop
from hulldown.cli.terminal.input import Pipe, Script, Source, Terminal
from hulldown.cli.terminal.reporter import JsonReporter, Reporter, TextReporter
from hulldown.cli.terminal.screen import BOLD, styled, wrapped
from hulldown.core.dice import SCRIPT
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import AnyGame
from hulldown.core.session import Session, resume

HUMAN = "human"


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    who = f"{HUMAN}, {', '.join(bot_names())} or {EXEC}COMMAND"
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", help="the scenario, such as tank/intro")
    default = f"(default: {HUMAN} for the first side, random for the other, {HUMAN} for both with --script)"
    add_seats(parser, argv, "WHO", None, f"{who} {default}")
    parser.add_argument("--seed", help="the secret behind the dice (default: drawn by the system)")
    parser.add_argument("--dice", metavar="VALUES", help="script the dice, such as '3 1 6', to try a position out; "
                        "the record is marked and proves nothing about chance")  # fmt: skip
    parser.add_argument("--record", metavar="F", type=Path, help="the file that every order is written to at once")
    parser.add_argument("--resume", metavar="F", type=Path, help="go on with the game recorded in this file")
    parser.add_argument(
        "--script", metavar="FILE", type=Path, help="read lines from blocks headed by the side and a colon"
    )
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="a rule option")
    parser.add_argument("--force", action="store_true", help="replace an existing record")


def run(args: argparse.Namespace) -> int:
    """Plays a game, to its end or until the player leaves; returns the exit status."""
    game, session = _resumed(args) if args.resume is not None else _begun(args)
    bots = _bots(args, game, session)
    people = [side for side in game.sides if side not in bots]
    source = _source(args, game)
    path = args.resume or args.record
    if path is None and people and source.watched:
        path = free_name(session.header.scenario)
    file = RecordFile(path, session, args.force, resumed=args.resume is not None) if path is not None else None
    reporter: Reporter = JsonReporter(game) if args.json else TextReporter(game, session.header.scenario)
    if people and not args.json:
        print(_welcome(game, session, bots, str(path) if path else ""))
    ended = GameLoop(session, bots, source, reporter, file).run()
    left = source.left() if isinstance(source, Script) else None
    if left is not None:
        when = "after the end of the game" if ended else "after the game was left"
        reporter.noted(f"{left.place}: this line and what follows it were not used, they come {when}")
    return 0


def _source(args: argparse.Namespace, game: AnyGame) -> Source:
    """Where the players' lines come from."""
    if args.script is not None:
        return Script(args.script, game.sides, echo=not args.json)
    if sys.stdin.isatty() and not args.json:
        return Terminal()
    return Pipe(echo=not args.json)


def _begun(args: argparse.Namespace) -> tuple[AnyGame, Session]:
    if args.scenario is None:
        raise HulldownError("name a scenario, or a record to --resume", hint="hulldown scenarios lists them")
    game, info = find_scenario(args.scenario)
    options = read_options(args.option, game.options(info.id))
    if args.dice is not None:
        if args.seed is not None:
            raise HulldownError("--dice and --seed exclude each other", hint="--dice writes every roll down")
        return game, Session(game, info.id, f"{SCRIPT}{args.dice}", options, scripted=True)
    if args.seed is None:
        import secrets

        args.seed = secrets.token_hex(16)
    return game, Session(game, info.id, args.seed, options)


def _resumed(args: argparse.Namespace) -> tuple[AnyGame, Session]:
    for name in ("record", "seed", "dice", "option"):
        if getattr(args, name):
            raise HulldownError(f"--{name} and --resume exclude each other", hint="a resumed game keeps what it has")
    record = read_record(args.resume, mend=True)
    if args.scenario is not None and args.scenario != record.header.scenario:
        raise HulldownError(f"{args.resume} is a game of {record.header.scenario}, not of {args.scenario}")
    game = games.load_game(record.header.game)
    session = resume(record, game)
    if session.outcome is not None:
        raise HulldownError(f"the game in {args.resume} is over", hint=f"hulldown replay {args.resume} shows it")
    return game, session


def _bots(args: argparse.Namespace, game: AnyGame, session: Session) -> dict[str, Bot]:
    """The sides that bots play. Their seeds depend on the secret, but do not tell it."""
    bots = {}
    for number, side in enumerate(game.sides):
        default = HUMAN if number == 0 or args.script is not None else "random"
        name = getattr(args, side, None) or default
        if name == HUMAN:
            continue
        if ":" not in name and name not in bot_names():
            hint = near(name, [HUMAN, *bot_names()], "players")
            raise UnknownNameError(f"there is no player named {name!r}", hint=hint)
        bots[side] = make_bot(name, f"{session.header.commitment}/{side}", commands=True)
    return bots


def free_name(scenario: str) -> Path:
    """The first record name in this folder that is not taken."""
    stem = re.sub(r"[^\w-]+", "-", scenario)
    return next(path for number in range(1, 10**6) if not (path := Path(f"{stem}-{number}.jsonl")).exists())


def _welcome(game: AnyGame, session: Session, bots: dict[str, Bot], path: str) -> str:
    info = next(info for info in game.scenarios() if info.id == session.header.scenario)
    players = ", ".join(f"{side}: {'bot' if side in bots else 'you'}" for side in game.sides)
    kept = f" · recorded in {path}" if path else ""
    title = styled(f"{game.title}: {info.title} ({info.id})", BOLD)
    told = wrapped(" ".join(info.description.split())) + wrapped(f"{players}{kept} · help lists the commands")
    return "\n".join([title, *told])
