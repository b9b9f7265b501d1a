"""`hulldown odds GAME ...`: the exact odds of a shot with every factor, rule and doubtful number behind them."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from fractions import Fraction

from hulldown import games
from hulldown.cli.flags import add_flags, chosen, first_word
from hulldown.cli.output import print_json


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments and those the game asks for."""
    parser.add_argument("game", metavar="GAME", help="the game")
    name = first_word(argv)
    if name is not None:
        add_flags(parser, games.load_tools(name).odds_arguments(), argv)
        parser.set_defaults(call=f"{parser.prog} {name}")
    else:
        parser.epilog = "The flags depend on the game; name it before --help to see them."


def run(args: argparse.Namespace) -> int:
    """Prints the odds; returns the exit status."""
    tools = games.load_tools(args.game)
    found = tools.odds(chosen(args, tools.odds_arguments()))
    if args.json:
        print_json(found)
    else:
        for line in told(found):
            print(line)
    return 0


def told(found: Mapping[str, object]) -> list[str]:
    """Odds in words: the chance first, then what makes it."""
    lines = []
    if "probability" in found:
        chance = Fraction(str(found["probability"]))
        hits = _listed(found.get("hits_on"))
        lines.append(f"{chance} ({float(chance):.1%})" + (f", hits on {hits}" if hits else ""))
    if "hit" in found:
        hit = Fraction(str(found["hit"]))
        lines.append(f"hit: {found['hit']} ({float(hit):.0%})")
    outcomes = found.get("outcomes")
    if isinstance(outcomes, Mapping):
        lines.append(f"outcomes: {_shares(outcomes)}")
    factors = found.get("factors")
    if isinstance(factors, list | tuple) and factors:
        lines += factor_lines(factors)
    known = ("probability", "hits_on", "factors", "hit", "outcomes", "arguments", "provenance")
    for key, value in found.items():
        if key not in known and value not in (None, "", [], (), {}):
            lines.append(f"{key}: {_shares(value) if isinstance(value, Mapping) else _listed(value)}")
    return lines


def _shares(chances: Mapping[str, object]) -> str:
    """Chances by name, each as a fraction and in percent."""
    return ", ".join(f"{name} {share} ({float(Fraction(str(share))):.0%})" for name, share in chances.items())


def _listed(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(entry) for entry in value)
    return "" if value is None else str(value)


def factor_lines(factors: Sequence[Mapping[str, object]]) -> list[str]:
    """What makes a number, one line a factor: label, value, rule, and where the value comes from."""
    rows = [(str(f["label"]), str(f["value"]), str(f["rule"]), str(f.get("provenance") or "")) for f in factors]
    wide = max(len(row[0]) for row in rows)
    far = max(len(row[1]) for row in rows)
    return [
        f"  {label:<{wide}}  {value:>{far}}  [{rule}]" + (f"  {source}" if source else "")
        for label, value, rule, source in rows
    ]
