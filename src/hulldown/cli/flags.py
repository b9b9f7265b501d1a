"""Flags that a game describes as data (name, type, choices, default, help), turned into arguments of a command."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence

_TYPES: Mapping[str, type] = {"str": str, "int": int}
_OURS = ("--json", "--help", "-h")


def first_word(argv: Sequence[str]) -> str | None:
    """The first argument that is no flag: the name on which the flags depend."""
    return next((word for word in argv if not word.startswith("-")), None)


def add_flags(parser: argparse.ArgumentParser, described: Iterable[Mapping[str, object]]) -> None:
    """Adds a game's flags to a parser."""
    for flag in described:
        name = str(flag["flag"])
        if name in _OURS:
            continue
        text = str(flag.get("help") or "").replace("%", "%%")
        if flag.get("type") == "bool":
            parser.add_argument(name, action="store_true", help=text)
            continue
        choices = flag.get("choices")
        default = flag.get("default")
        parser.add_argument(
            name,
            type=_TYPES[str(flag.get("type") or "str")],
            choices=list(choices) if isinstance(choices, Iterable) and not isinstance(choices, str) else None,
            default=default,
            required=bool(flag.get("required")),
            help=text + (f" (default: {default})" if default not in (None, "") else ""),
            metavar=None if choices else name.lstrip("-").upper(),
        )


def chosen(args: argparse.Namespace, described: Iterable[Mapping[str, object]]) -> dict[str, object]:
    """The values given for a game's flags, by name without dashes."""
    names = [str(flag["flag"]).lstrip("-").replace("-", "_") for flag in described]
    return {name: getattr(args, name) for name in names if hasattr(args, name)}


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
