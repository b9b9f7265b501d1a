"""`hulldown lab duel`: one weapon against another, as a chart in the terminal, as JSON and as a page."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from hulldown import games
from hulldown.cli.files import refuse_existing, write_text
from hulldown.cli.flags import add_flags, chosen
from hulldown.cli.names import near
from hulldown.cli.output import print_json, print_table
from hulldown.core.errors import HulldownError
from hulldown.core.numbers import whole_number
from hulldown.core.tools import Flag
from hulldown.lab.duel import DAMAGED, INITIATIVE, Duel, Shot, duel

BAR = 10


def configure_duel(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the arguments, those of the game's odds among them."""
    parser.add_argument("--game", required=True, metavar="GAME", help=f"the game: {', '.join(games.game_names())}")
    parser.add_argument("--html", metavar="FILE", type=Path, help="write a report to this file, for a browser")
    parser.add_argument("--return", dest="returning", metavar="NAME=VALUE", action="append", default=[],
                        help="a condition of the target's shots, named as the flags of this command, such as "
                        "aspect=side")  # fmt: skip
    parser.add_argument("--force", action="store_true", help="replace existing files")
    game = _named(argv)
    if game is None:
        parser.epilog = "More flags depend on the game; name it before --help to see them."
    else:
        add_flags(parser, _flags(game))


def _named(argv: Sequence[str]) -> str | None:
    for place, word in enumerate(argv):
        if word == "--game" and place + 1 < len(argv):
            return argv[place + 1]
        if word.startswith("--game="):
            return word.removeprefix("--game=")
    return None


def _flags(game: str) -> list[Flag]:
    """The flags of the game's odds but the range: the duel shows all ranges."""
    return [flag for flag in games.load_tools(game).odds_arguments() if flag.name != "range"]


def run_duel(args: argparse.Namespace) -> int:
    """Prints the duel; returns the exit status."""
    flags = _flags(args.game)
    given = chosen(args, flags)
    attacker, target = _one(given.pop("attacker"), "--attacker"), _one(given.pop("target"), "--target")
    if args.html is not None:
        refuse_existing(args.html, args.force)
    found = duel(args.game, attacker, target, given, _returning(args.returning, flags))
    if args.html is not None:
        from hulldown.lab.report import duel_page

        write_text(args.html, duel_page(found), args.force)
    if args.json:
        print_json(found)
    else:
        _tell(found)
    return 0


def _one(given: object, flag: str) -> str:
    """The unit that a flag names; raises HulldownError."""
    names = given if isinstance(given, list) else [given] if given else []
    if len(names) != 1:
        raise HulldownError(
            f"a duel has one unit for {flag}, not {len(names)}", hint="name two: --attacker A --target B"
        )
    return str(names[0])


def _returning(texts: Sequence[str], flags: Sequence[Flag]) -> dict[str, Any]:
    """The conditions of the shots fired back, each of the type of its flag."""
    known = {flag.flag.lstrip("-"): flag for flag in flags if flag.name not in ("attacker", "target")}
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        flag = known.get(name)
        if not equals or flag is None:
            raise HulldownError(f"--return {text}: write it as name=value", hint=near(name, known, "names"))
        if flag.type == "bool":
            found[flag.name] = value.casefold() in ("yes", "true", "on", "1")
        elif flag.type == "int":
            number = whole_number(value)
            if number is None:
                raise HulldownError(f"--return {text}: {value!r} is no whole number")
            found[flag.name] = number
        else:
            found[flag.name] = value
    return found


def _tell(found: Duel) -> None:
    print(f"{found.attacker} fires at {found.target}: chance to put it out of action with one shot, by range")
    columns = [[_bar(shot) for shot in found.shots if shot.aspect == aspect] for aspect in found.aspects]
    heads = ["range", *(f"at its {aspect}" if found.facing else "chance" for aspect in found.aspects)]
    print_table(heads, _joined(found.ranges, list(zip(*columns, strict=True))))
    _tell_exchange(found)


def _tell_exchange(found: Duel) -> None:
    order = "whoever wins the initiative first" if found.order == INITIATIVE else "both at the same time"
    where = f" {found.facing}" if found.facing else ""
    print(f"\nAn exchange{where}, {order}, until one is out")
    rows: list[tuple[object, ...]] = [
        (_percent(reply.kill), _chance(one.attacker), _chance(one.target), _percent(one.both), _percent(one.never),
         f"{float(one.turns):.1f}" if one.turns else "")
        for one, reply in zip(found.exchange, found.returned, strict=True)
    ]  # fmt: skip
    numbers = ["kill by the reply", "both lost", "no end", "turns"]
    print_table(
        ["range", numbers[0], f"{found.attacker} wins", f"{found.target} wins", *numbers[1:]],
        _joined(found.ranges, rows),
        right=numbers,
    )


def _joined(ranges: Sequence[int], rows: Sequence[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Rows with their ranges; ranges in a row that are alike share one."""
    found: list[tuple[object, ...]] = []
    first = 0
    for place in range(len(rows)):
        if place + 1 == len(rows) or rows[place + 1] != rows[first]:
            name = f"{ranges[first]}" if first == place else f"{ranges[first]}–{ranges[place]}"
            found.append((name, *rows[first]))
            first = place + 1
    return found


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.0%}"


def _bar(shot: Shot) -> str:
    """The chance to kill as a bar, with the chance to damage or to disrupt where there is one."""
    hurt = {"damaged": shot.outcomes.get(DAMAGED), "disrupted": shot.wears}
    return _chance(shot.kill) + "".join(f", {word} {float(chance):.0%}" for word, chance in hurt.items() if chance)


def _chance(chance: Fraction) -> str:
    """A chance as a bar of eighths and a number."""
    eighths = round(float(chance) * BAR * 8)
    bar = "█" * (eighths // 8) + ("", *"▏▎▍▌▋▊▉")[eighths % 8]
    return f"{bar:<{BAR}} {float(chance):4.0%}"
