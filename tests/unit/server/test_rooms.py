"""Opening matches: from the record, from a snapshot, and what happens when one of them cannot be trusted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.server import making, playing, store
from hulldown.server.database import Database
from hulldown.server.errors import ApiError
from hulldown.server.hall import Hall, state_of
from hulldown.server.rooms import snapshot_tag
from hulldown.server.settings import Settings
from hulldown.server.store import FROZEN, PLAYING, SEAT, Access
from hulldown.server.wire import Create, StateOut

SCENARIO = "tank/intro"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    settings = Settings(f"sqlite:///{tmp_path / 'a.db'}", snapshot_every=4)
    database = Database(settings.database)
    made = Hall(database, settings)
    yield made
    made.close()
    database.close()


def played(hall: Hall, orders: int) -> str:
    """A match after so many orders."""
    match = making.create(hall, Create(SCENARIO, entropy="e")).match
    for _ in range(orders):
        room = hall.room(match)
        assert room.table is not None
        side = next(iter(room.game.pending(room.table.state)))
        order = make_bot("random", "r").decide(seat_of(room.game, room.table.state, side))
        playing.submit(hall, Access(match, SEAT, side), os.urandom(8).hex(), order.decision, order)
    return match


def shown(hall: Hall, match: str) -> list[StateOut]:
    room = hall.room(match)
    return [state_of(room, Access(match, SEAT, side)) for side in room.game.sides]


def change(hall: Hall, statement: str, **values: object) -> None:
    hall.database.write(lambda connection: connection.execute(text(statement), values))


def test_a_match_opens_as_it_was_left(hall: Hall) -> None:
    for orders in (0, 1, 5, 30):
        match = played(hall, orders)
        before = shown(hall, match)
        hall.forget(match)
        assert shown(hall, match) == before


def test_a_snapshot_saves_the_way(hall: Hall) -> None:
    match = played(hall, 30)
    kept = hall.read(lambda connection: store.find_snapshot(connection, match))
    assert kept is not None
    assert kept[0] >= 20
    assert kept[1] == snapshot_tag(hall.room(match).game)
    hall.forget(match)
    table = hall.room(match).table
    assert table is not None
    assert table.snapshot == kept[0]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE snapshots SET tag = 'tank 0.9'",
        "UPDATE snapshots SET state = x'00'",
        "UPDATE snapshots SET number = number + 1000",
        "UPDATE snapshots SET number = number - 2",
        "DELETE FROM snapshots",
    ],
)
def test_a_snapshot_that_does_not_fit_is_left_aside(hall: Hall, statement: str) -> None:
    match = played(hall, 30)
    before = shown(hall, match)
    hall.forget(match)
    change(hall, statement)
    assert shown(hall, match) == before
    table = hall.room(match).table
    assert table is not None
    assert table.snapshot == 0


def test_a_record_that_does_not_replay_can_be_read_but_not_played_on(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    match = played(hall, 12)
    hall.forget(match)
    change(hall, "DELETE FROM snapshots")
    line = hall.read(lambda c: store.find_entries(c, match))[6].entry.state
    change(hall, "UPDATE entries SET line = replace(line, :old, :new) WHERE number = 6", old=line, new="0" * 24)
    room = hall.room(match)
    assert (room.status, room.row.status) == (FROZEN, PLAYING)
    assert state_of(room, Access(match, SEAT, "alpha")).legal is None
    assert "does not lead where it did" in caplog.text
    with pytest.raises(ApiError) as refused:
        playing.undo(hall, Access(match, SEAT, "alpha"), "u")
    assert refused.value.info.code == "old_rules"


def test_a_match_changed_elsewhere_is_carried_on(hall: Hall) -> None:
    match = played(hall, 6)
    other = Hall(hall.database, hall.settings)
    try:
        shown(other, match)
        for count in range(3):
            room = hall.room(match)
            assert room.table is not None
            side = next(iter(room.game.pending(room.table.state)))
            order = make_bot("random", "r").decide(seat_of(room.game, room.table.state, side))
            access = Access(match, SEAT, side)
            playing.submit(hall, access, f"s{count}", order.decision, order)
            assert shown(other, match) == shown(hall, match)
            if shown(hall, match)[room.game.sides.index(side)].undo:
                playing.undo(other, access, f"u{count}")
                assert shown(other, match) == shown(hall, match)
                playing.submit(other, access, f"again{count}", order.decision, order)
                assert shown(other, match) == shown(hall, match)
    finally:
        other.close()
