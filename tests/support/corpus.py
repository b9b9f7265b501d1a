"""The corpus: recorded games with a hash of all that the rules made of each order. Nothing here names a game.

A game is kept as its orders; replaying it asks no bot. After every order five things are hashed: the state, the rolls
with the events, the views of the sides and of an onlooker, the legal answers of all who owe one, and what is said of
answers that are wrong.
"""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.events import Scalar
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order, Side
from hulldown.core.record import seed_of
from hulldown.games import load_game
from support.games import all_scenarios, combined_sets

PARTS = ("state", "rolls and events", "views", "legal answers", "refusals")
DIGITS = 6
"""Hexadecimal digits of the running hash that are kept for each order."""
SEEDS = {"random": 5, "greedy": 4}
"""Games of each bot for a scenario without options."""


class Given(msgspec.Struct, array_like=True, frozen=True):
    """An order as it was given."""

    side: Side
    order: Order


class Kept(msgspec.Struct, frozen=True):
    """A recorded game: how it began, its orders, and the hashes of what they led to."""

    name: str
    scenario: str
    options: dict[str, Scalar]
    secret: str
    orders: tuple[Given, ...]
    path: str = ""
    """The first digits of the running hash, order by order."""
    parts: dict[str, str] = {}
    """The hash of each part over the whole game."""

    @property
    def game(self) -> str:
        return self.scenario.partition("/")[0]


class Wanted(NamedTuple):
    """A game that is to be played."""

    scenario: str
    bot: str
    options: dict[str, Scalar]
    number: int

    @property
    def name(self) -> str:
        said = " ".join(f"{key}={value}" for key, value in sorted(self.options.items()))
        return " ".join(filter(None, (self.scenario, self.bot, said, str(self.number))))


def wanted() -> list[Wanted]:
    """The games of the corpus: every scenario with each bot and each seed, and with each value of an option once."""
    found = []
    for name, scenario in all_scenarios():
        found += [Wanted(scenario, bot, {}, number) for bot, seeds in SEEDS.items() for number in range(seeds)]
        sets = combined_sets(load_game(name), scenario)
        found += [Wanted(scenario, tuple(SEEDS)[number % 2], options, number) for number, options in enumerate(sets)]
    return found


def recorded(want: Wanted) -> Kept:
    """Plays a game and hashes it."""
    game = load_game(want.scenario.partition("/")[0])
    secret = f"corpus {want.name}"
    state = game.setup(want.scenario, want.options, seed_of(secret, {}))
    bots = {side: make_bot(want.bot, f"{secret} {side}") for side in game.sides}
    orders = []
    while game.outcome(state) is None:
        side = next(iter(game.pending(state)))
        order = bots[side].decide(seat_of(game, state, side))
        orders.append(Given(side, order))
        state = game.apply(state, side, order).state
    return hashed(Kept(want.name, want.scenario, want.options, secret, tuple(orders)))


def hashed(kept: Kept) -> Kept:
    """The same game with the hashes of what its orders lead to now; raises what the rules raise."""
    running = hashlib.blake2b()
    parts = {part: hashlib.blake2b(digest_size=8) for part in PARTS}
    path = []
    for seen in _replay(kept):
        for part, content in zip(PARTS, seen, strict=True):
            parts[part].update(content)
            running.update(content)
        path.append(running.hexdigest()[:DIGITS])
    found = {part: digest.hexdigest() for part, digest in parts.items()}
    return msgspec.structs.replace(kept, path="".join(path), parts=found)


def _replay(kept: Kept) -> Iterator[tuple[bytes, ...]]:
    """What each order leads to, as the bytes of the five parts."""
    game = load_game(kept.game)
    state = game.setup(kept.scenario, kept.options, seed_of(kept.secret, {}))
    before: dict[Side, Order] = {}
    encode = msgspec.json.Encoder().encode
    for given in kept.orders:
        step = game.apply(state, given.side, given.order)
        state = step.state
        pending = tuple(game.pending(state))
        yield (
            encode((state, game.outcome(state))),
            encode((step.rolls, step.events)),
            encode([game.view(state, side) for side in (*game.sides, None)]),
            encode([game.legal(state, side) for side in pending]),
            encode([_refused(game, state, side, before.get(side, given.order)) for side in pending]),
        )
        before[given.side] = given.order
    assert game.outcome(state) is not None, f"{kept.name} is not over"


def _refused(game: AnyGame, state: Any, side: Side, stale: Order) -> list[object]:
    """What is said of no answer at all, and of an earlier order given once more."""
    decision = game.pending(state)[side]
    empty = Order(decision.kind, decision=decision.id)
    again = msgspec.structs.replace(stale, kind=decision.kind, decision=decision.id)
    return [game.check(state, side, order) for order in (empty, again)]


def difference(kept: Kept) -> str:
    """In what way a game is another one now; empty if it is the same, byte for byte."""
    try:
        now = hashed(kept)
    except Exception as error:
        return f"{kept.name}: {type(error).__name__}: {error}"
    if now.parts == kept.parts and now.path == kept.path:
        return ""
    parts = [part for part in PARTS if now.parts[part] != kept.parts.get(part)]
    steps = range(0, len(now.path), DIGITS)
    at = next((step for step in steps if now.path[step:][:DIGITS] != kept.path[step:][:DIGITS]), len(now.path))
    return f"{kept.name}: {', '.join(parts)} differ, first after order {at // DIGITS + 1} of {len(kept.orders)}"


def read(folder: Path, game: str = "") -> Iterator[Kept]:
    """The recorded games of a folder, one after the other: together they would take gigabytes."""
    for path in sorted(folder.glob(f"{game or '*'}.jsonl.xz")):
        with lzma.open(path) as lines:
            for line in lines:
                yield msgspec.json.decode(line, type=Kept)


def write(folder: Path, games: Iterable[Kept]) -> None:
    """Writes games into a file for each game, in place of those that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    by_game: dict[str, list[bytes]] = {}
    for kept in games:
        by_game.setdefault(kept.game, []).append(msgspec.json.encode(kept))
    for game, lines in by_game.items():
        (folder / f"{game}.jsonl.xz").write_bytes(lzma.compress(b"\n".join(lines) + b"\n", preset=9))
