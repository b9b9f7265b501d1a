"""Writes what the lobby and docs/balance.md tell about balance: `python scripts/balance.py FILE.json ...`.

The files are those of `hulldown lab balance SCENARIO ... --bots greedy --out FILE.json`. Between the two marks of the
document the tables are made anew; the words around them are kept.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parent.parent
CARDS = HOME / "src" / "hulldown" / "lab" / "balance.json"
DOCUMENT = HOME / "docs" / "balance.md"
BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def order(scenario: str) -> tuple[str, int]:
    """The place of a scenario in a list: the introductory one first, the others by number."""
    game, name = scenario.split("/")
    return game, int(name) if name.isdecimal() else 0


def card(one: dict[str, Any], bots: str) -> dict[str, Any]:
    """What a scenario's card shows: the shares of wins, and the interval of the first side's score."""
    rates = one["rates"]
    return {
        "games": rates["games"],
        "bots": bots,
        "wins": {side: round(rates["wins"][side]["value"], 4) for side in one["sides"]},
        "interval": [round(rates["score"]["low"], 4), round(rates["score"]["high"], 4)],
    }


def tables(found: dict[str, tuple[dict[str, Any], str]]) -> str:
    """A table for each game: wins of both sides, draws, the first side's score with its interval, the length."""
    lines: list[str] = []
    game = ""
    for name in sorted(found, key=order):
        one, seed = found[name]
        rates, (first, second) = one["rates"], one["sides"]
        if name.split("/")[0] != game:
            game = name.split("/")[0]
            lines += [
                "",
                f"| scenario | {first} wins | {second} wins | drawn | score of {first} (95 %) | turns | games |",
            ]
            lines.append("|---|---|---|---|---|---|---|")
        score, wins = rates["score"], rates["wins"]
        lines.append(
            f"| {name} {one['title']} | {percent(wins[first]['value'])} | {percent(wins[second]['value'])} | "
            f"{percent(rates['draws']['value'])} | {percent(score['value'])} ({percent(score['low'])} to "
            f"{percent(score['high'])}) | {one['length']['mean']['value']:.0f} | {rates['games']}, seed {seed} |"
        )
    return "\n".join(lines).strip()


def main() -> None:
    """Reads the results and writes both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    args = parser.parse_args()
    found: dict[str, tuple[dict[str, Any], str]] = {}
    cards: dict[str, Any] = json.loads(CARDS.read_text(encoding="utf-8"))
    for file in args.files:
        result = json.loads(file.read_text(encoding="utf-8"))
        for one in result["balance"]:
            found[one["scenario"]] = one, result["seed"]
            cards[one["scenario"]] = card(one, ", ".join(result["bots"]))
    ordered = {name: cards[name] for name in sorted(cards, key=order)}
    CARDS.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
    text = DOCUMENT.read_text(encoding="utf-8")
    middle = f"{BEGIN}\n\n{tables(found)}\n\n{END}"
    DOCUMENT.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: middle, text, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
