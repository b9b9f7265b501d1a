"""Turns the flags that a game describes as data into arguments of a command."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence

from hulldown.core.tools import Flag

_TYPES: Mapping[str, type] = {"str": str, "int": int}
_OURS = ("--json", "--help", "-h")


def first_word(argv: Sequence[str]) -> str | None:
    """The first argument that is not a flag: the name on which the flags depend."""
    return next((word for word in argv if not word.startswith("-")), None)


def add_flags(parser: argparse.ArgumentParser, flags: Iterable[Flag], argv: Sequence[str] = ()) -> None:
    """Adds a game's flags to a parser; `argv` tells which requirements are lifted by another flag (`Flag.unless`)."""
    given = {word.partition("=")[0] for word in argv}
    for flag in flags:
        if flag.flag in _OURS:
            continue
        if flag.unless and f"--{flag.unless}" in given:
            flag = flag._replace(required=False)
        text = flag.help.replace("%", "%%")
        if flag.type == "bool":
            parser.add_argument(flag.flag, action="store_true", help=text)
            continue
        if flag.type == "list":
            parser.add_argument(
                flag.flag, action="append", default=flag.default, required=flag.required, help=text,
                metavar=flag.flag.lstrip("-").upper(),
            )  # fmt: skip
            continue
        parser.add_argument(
            flag.flag,
            type=_TYPES[flag.type],
            choices=list(flag.choices) if flag.choices else None,
            default=flag.default,
            required=flag.required,
            help=text + (f" (default: {flag.default})" if flag.default not in (None, "") else ""),
            metavar=None if flag.choices else flag.flag.lstrip("-").upper(),
        )


def chosen(args: argparse.Namespace, flags: Iterable[Flag]) -> dict[str, object]:
    """The values given for a game's flags, by name."""
    return {flag.name: getattr(args, flag.name) for flag in flags if hasattr(args, flag.name)}


def add_seats(
    parser: argparse.ArgumentParser, argv: Sequence[str], metavar: str, default: str | None, told: str
) -> None:
    """Adds one flag for each side of the game whose scenario is named, of all games when none is."""
    from hulldown.games import game_names, load_game

    named = [word.partition("/")[0].casefold() for word in argv if "/" in word]
    games = [game for game in game_names() if game in named] or list(game_names())
    for number, side in enumerate(dict.fromkeys(side for game in games for side in load_game(game).sides)):
        who = told if number == 0 else "likewise"
        parser.add_argument(f"--{side}", metavar=metavar, default=default, help=f"who plays {side}: {who}")
