"""Writes what the lobby and docs/balance.md tell about balance: `python scripts/balance.py FILE.json ...`.

The files are those of `hulldown lab balance SCENARIO ... --bots greedy --out FILE.json`; a later file replaces what an
earlier one tells of a scenario. With `--keep` the rows of scenarios that are in no file stay as they are; else, between
the two marks of the document, the tables are made anew. The words around them are kept. What was played with
`--option` stands in a row of its own, and on the card beside what was played without.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from hulldown.games import load_game

HOME = Path(__file__).resolve().parent.parent
CARDS = HOME / "src" / "hulldown" / "lab" / "balance.json"
DOCUMENT = HOME / "docs" / "balance.md"
BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"
EVEN = (0.4, 0.6)
"""Scores of the first side between which a scenario counts as even."""
ABOUT = 0.15
"""How far from one half a score with a handicap may lie for the card to offer it."""


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


Row = tuple[str, tuple[tuple[str, Any], ...]]
"""A scenario and the options that it was played with."""


def order(row: Row) -> tuple[str, float, str]:
    """The place of a row in a list: the introductory scenario first, the others by number; then by its options."""
    game, name = row[0].split("/")
    options = " ".join(f"{key} {value:>4}" if isinstance(value, int) else f"{key} {value}" for key, value in row[1])
    return game, float(name) if name.replace(".", "", 1).isdecimal() else 0.0, options


def called(row: Row) -> str:
    """A row's scenario with its options, as the tables name it."""
    return " ".join([row[0], *(f"`{name}={value}`" for name, value in row[1])])


def unusual(scenario: str, options: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """The options of a run that are not as a new game has them."""
    usual = {info.name: info.default for info in load_game(scenario.split("/")[0]).options(scenario)}
    return tuple(sorted((name, value) for name, value in options.items() if value != usual.get(name)))


def carded(cards: dict[str, Any], row: Row, found: dict[str, Any]) -> None:
    """Puts what was counted on the card of its scenario: as the scenario's own, or among those of other options."""
    scenario, options = row
    whole = cards.setdefault(scenario, {})
    if not options:
        cards[scenario] = found | ({"others": whole["others"]} if "others" in whole else {})
        return
    others = [one for one in whole.get("others", []) if one["options"] != dict(options)]
    others.append(found | {"options": dict(options)})
    whole["others"] = sorted(others, key=lambda one: order((scenario, tuple(sorted(one["options"].items())))))


def card(one: dict[str, Any], bots: str, handicap: dict[str, Any] | None) -> dict[str, Any]:
    """What a scenario's card shows: the shares of wins, the first side's score, and what would make it even."""
    rates = one["rates"]
    suggested = handicap["suggested"] if handicap is not None else None
    helps = suggested is not None and uneven(one) and round(abs(suggested["score"]["value"] - 0.5), 6) <= ABOUT
    return {
        "games": rates["games"],
        "bots": bots,
        "wins": {side: round(rates["wins"][side]["value"], 4) for side in one["sides"]},
        "interval": [round(rates["score"]["low"], 4), round(rates["score"]["high"], 4)],
        **({"handicap": handicap_of(suggested)} if helps else {}),
    }


def handicap_of(suggested: dict[str, Any]) -> dict[str, int]:
    """The options of a suggestion: one, and what was tried together with it by hand (`also`)."""
    return {suggested["option"]: suggested["value"], **suggested.get("also", {})}


def uneven(one: dict[str, Any]) -> bool:
    """Whether a scenario lies outside of what counts as even, or one half outside of its interval."""
    score = one["rates"]["score"]
    return not EVEN[0] <= score["value"] <= EVEN[1] or not score["low"] <= 0.5 <= score["high"]


def suggestions(found: dict[Row, tuple[dict[str, Any], str]], handicaps: dict[Row, dict[str, Any]]) -> str:
    """A table of what was found to make the uneven scenarios even."""
    lines = ["| scenario | without | handicap | with it | games |", "|---|---|---|---|---|"]
    for name in sorted(handicaps, key=order):
        one, best = handicaps[name], handicaps[name]["suggested"]
        if not uneven(found[name][0]):
            continue
        before = percent(one["before"]["value"])
        if best is None:
            lines.append(f"| {called(name)} | {before} | none of those tried brings it nearer | | |")
            continue
        score = best["score"]
        options = " ".join(f"{option}={value}" for option, value in handicap_of(best).items())
        lines.append(
            f"| {called(name)} | {before} | `{options}` | {percent(score['value'])} "
            f"({percent(score['low'])} to {percent(score['high'])}) | {best['games']} |"
        )
    return "\n".join(lines) if len(lines) > 2 else "No scenario is uneven."


def tables(found: dict[Row, tuple[dict[str, Any], str]]) -> str:
    """A table for each game: wins of both sides, draws, the first side's score with its interval, the length."""
    lines: list[str] = []
    game = ""
    for name in sorted(found, key=order):
        one, seed = found[name]
        rates, (first, second) = one["rates"], one["sides"]
        if name[0].split("/")[0] != game:
            game = name[0].split("/")[0]
            lines += [
                "",
                f"| scenario | {first} wins | {second} wins | drawn | score of {first} (95 %) | turns | games |",
            ]
            lines.append("|---|---|---|---|---|---|---|")
        score, wins = rates["score"], rates["wins"]
        lines.append(
            f"| {called(name)} {one['title']} | {percent(wins[first]['value'])} | {percent(wins[second]['value'])} | "
            f"{percent(rates['draws']['value'])} | {percent(score['value'])} ({percent(score['low'])} to "
            f"{percent(score['high'])}) | {one['length']['mean']['value']:.0f} | {rates['games']}, seed {seed} |"
        )
    return "\n".join(lines).strip()


def renewed(text: str, rows: str) -> str:
    """The text of a table with these rows in place of the old ones of the same scenarios and options.

    A row that is new comes behind the last one of its scenario, or of its game.
    """
    for row in rows.splitlines():
        name = re.match(r"\| (\w+)(/[\w.]+(?: `[^`]*`)*) (?!`)", row)
        if name is None:
            continue
        start = re.escape(name[1] + name[2])
        text, count = re.subn(rf"^\| {start} (?!`).*$", lambda _, row=row: row, text, flags=re.MULTILINE)
        if not count:
            scenario = re.escape((name[1] + name[2]).partition(" ")[0])
            last = list(re.finditer(rf"^\| {scenario} .*$", text, flags=re.MULTILINE))
            last = last or list(re.finditer(rf"^\| {name[1]}/.*$", text, flags=re.MULTILINE))
            if not last and "handicap" in text:
                # All games share the table of handicaps; this one is the first of its game.
                last = list(re.finditer(r"^\| \w+/.*$", text, flags=re.MULTILINE))
            if not last:
                raise SystemExit(f"{name[1]} has no table in {DOCUMENT}: run without --keep")
            text = f"{text[: last[-1].end()]}\n{row}{text[last[-1].end() :]}"
    return text


def main() -> None:
    """Reads the results and writes both files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--keep", action="store_true", help="keep the rows of scenarios that are in no file")
    args = parser.parse_args()
    found: dict[Row, tuple[dict[str, Any], str]] = {}
    handicaps: dict[Row, dict[str, Any]] = {}
    cards: dict[str, Any] = json.loads(CARDS.read_text(encoding="utf-8"))
    for file in args.files:
        result = json.loads(file.read_text(encoding="utf-8"))
        rows = {name: (name, unusual(name, result["options"])) for name in result["scenarios"]}
        handicaps |= {rows[one["scenario"]]: one for one in result["handicaps"]}
        for one in result["balance"]:
            row = rows[one["scenario"]]
            found[row] = one, result["seed"]
            carded(cards, row, card(one, ", ".join(result["bots"]), handicaps.get(row)))
    ordered = {name: cards[name] for name in sorted(cards, key=lambda name: order((name, ())))}
    CARDS.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")
    text = DOCUMENT.read_text(encoding="utf-8")
    parts = [tables(found), "### Handicaps that make them even", suggestions(found, handicaps)]
    middle = "\n\n".join([BEGIN, *(parts if handicaps else parts[:1]), END])
    if args.keep:
        rates, told, even = text[text.index(BEGIN) : text.index(END) + len(END)].partition(parts[1])
        middle = renewed(rates, parts[0]) + told + renewed(even, parts[2])
    DOCUMENT.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: middle, text, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
