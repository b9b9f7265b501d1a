"""Games of the toy game played by bots, and ways to tamper with their records."""

from __future__ import annotations

import msgspec

from hulldown.bots import make_bot
from hulldown.core.game import AnyGame
from hulldown.core.record import Record
from hulldown.lab.play import play_game
from hulldown_toy.game import ToyGame

GAME: AnyGame = ToyGame()


def toy_record(secret: str = "secret 3", game: AnyGame = GAME) -> Record:
    """The record of a whole game between random bots."""
    bots = {side: make_bot("random", f"{secret}/{side}") for side in game.sides}
    record = play_game(game, "toy/1", bots, secret, keep_record=True).record
    assert record is not None
    return record


def with_entry(record: Record, number: int, **changes: object) -> Record:
    """The record with one entry altered."""
    entries = list(record.entries)
    entries[number] = msgspec.structs.replace(entries[number], **changes)
    return Record(record.header, entries, record.reveal, record.undos)
