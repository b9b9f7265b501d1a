"""Records games of scenarios that have none: two for each, the second with an option, by greedy bots unless told.

    PYTHONPATH=src:tests python tests/conformance/baseline/write_games.py GAME NAME=VALUE [FILE [BOT]]

They go to FILE.jsonl.xz, which must not be there (GAME unless given). Then `write_hashes.py --new` adds the hashes of
their states. Games that are kept already are never recorded anew.
"""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path
from typing import Any

import msgspec

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.events import Event
from hulldown.core.record import seed_of
from hulldown.games import load_game

FOLDER = Path(__file__).resolve().parent
FIELDS = ("kind", "rule", "turn", "step", "audience", "data")


def plain(event: Event) -> dict[str, Any]:
    """An event with the fields that are compared."""
    told = json.loads(msgspec.json.encode(event))
    return {name: told[name] for name in FIELDS if name in told}


def recorded(scenario: str, bot: str, options: dict[str, str], name: str) -> dict[str, Any]:
    """A whole game, order by order."""
    game = load_game(scenario.partition("/")[0])
    secret = f"baseline {name}"
    state = game.setup(scenario, dict(options), seed_of(secret, {}))
    bots = {side: make_bot(bot, f"{secret} {side}") for side in game.sides}
    orders = []
    while game.outcome(state) is None:
        side = next(iter(game.pending(state)))
        order = bots[side].decide(seat_of(game, state, side))
        step = game.apply(state, side, order)
        state = step.state
        rolls = [msgspec.to_builtins(roll) for roll in step.rolls]
        events = [plain(event) for event in step.events]
        orders.append({"side": side, "order": msgspec.to_builtins(order), "rolls": rolls, "events": events})
    outcome = msgspec.to_builtins(game.outcome(state))
    return {
        "name": name, "scenario": scenario, "options": options, "secret": secret, "entropy": {}, "orders": orders,
        "outcome": outcome,
    }  # fmt: skip


def kept() -> set[str]:
    """The scenarios that have games."""
    texts = [lzma.decompress(path.read_bytes()).decode() for path in FOLDER.glob("*.jsonl.xz")]
    return {json.loads(line)["scenario"] for text in texts for line in text.splitlines()}


def main() -> None:
    """Plays and writes the games."""
    name, option, *rest = sys.argv[1:]
    file, bot, *_ = [*rest, *(name, "greedy")[len(rest) :]]
    path = FOLDER / f"{file}.jsonl.xz"
    if path.exists():
        sys.exit(f"{path.name} is there already")
    key, _, value = option.partition("=")
    games = []
    known = kept()
    for scenario in [info.id for info in load_game(name).scenarios() if info.id not in known]:
        other = f"{scenario} {bot}" if bot != "random" else f"{scenario} {bot} {option}"
        games += [
            recorded(scenario, "random", {}, f"{scenario} random"),
            recorded(scenario, bot, {key: value}, other),
        ]
    text = "\n".join(json.dumps(game, separators=(",", ":")) for game in games) + "\n"
    path.write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    main()
