"""What `admin check` finds: one bit turned over anywhere in what a match has stored."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.server.api.errors import StoreError
from hulldown.server.api.messages import Create
from hulldown.server.matches import creation, play
from hulldown.server.matches.checking import BAD, SOUND, check_match
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.settings import Settings
from hulldown.server.storage.database import Database
from hulldown.server.storage.store import SEAT, Access

COLUMNS = [
    ("entries", "events"), ("entries", "line"), ("submissions", "answer"), ("submissions", "digest"),
    ("submissions", "submission"), ("snapshots", "state"), ("undos", "line"),
]  # fmt: skip


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MatchRegistry]:
    settings = Settings(f"sqlite:///{Path(tmp_path_factory.mktemp('checked')) / 'a.db'}", snapshot_every=4)
    made = MatchRegistry(Database(settings.database), settings)
    yield made
    made.close()
    made.database.close()


@pytest.fixture(scope="module")
def match(registry: MatchRegistry) -> str:
    """A match of some orders, one of which was taken back."""
    name = creation.create(registry, Create("tank/intro", entropy="e")).match
    for number in range(12):
        loaded = registry.load(name)
        assert loaded.session is not None
        side = next(iter(loaded.game.pending(loaded.session.state)))
        order = make_bot("random", f"r{number}").decide(seat_of(loaded.game, loaded.session.state, side))
        access = Access(name, SEAT, side)
        play.submit(registry, access, f"{11 * number:03d} is this order's number", order.decision, order)
        if number < 2 and loaded.session.viewer_states[side].undo:
            play.undo(registry, access, f"{11 * number:03d} is this undo's number")
    return name


def state_of(registry: MatchRegistry, match: str) -> str:
    return registry.database.read(lambda connection: check_match(connection, match)).state


def test_what_was_stored_is_sound(registry: MatchRegistry, match: str) -> None:
    found = registry.database.read(lambda connection: check_match(connection, match))
    assert (found.state, found.why) == (SOUND, "")


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_one_bit_turned_over_is_found(registry: MatchRegistry, match: str, table: str, column: str) -> None:
    chance = random.Random(f"{table} {column}")
    rows = registry.database.read(
        lambda c: [tuple(row) for row in c.execute(text(f"SELECT rowid, CAST({column} AS BLOB) FROM {table}"))]
    )
    assert rows

    def put(row: int, content: bytes) -> None:
        kind = "BLOB" if column in ("events", "state") else "TEXT"
        change = text(f"UPDATE {table} SET {column} = CAST(:content AS {kind}) WHERE rowid = :row")
        registry.database.write(lambda connection: connection.execute(change, {"content": content, "row": row}))

    missed = []
    for _ in range(40):
        row, content = chance.choice(rows)
        place, bit = chance.randrange(len(content)), chance.randrange(8)
        turned = bytearray(content)
        turned[place] ^= 1 << bit
        try:
            put(row, bytes(turned))
        except StoreError:
            continue  # another row has this name
        if state_of(registry, match) != BAD:
            missed.append((row, place, bit, bytes(content[max(0, place - 20) : place + 20])))
        put(row, content)
    assert missed == []
    assert state_of(registry, match) == SOUND
