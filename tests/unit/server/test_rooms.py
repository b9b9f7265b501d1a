"""Opening matches: from the record, from a snapshot, and what happens when one of them cannot be trusted."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.record import chain_start, entry_of, line_of
from hulldown.server.api.errors import ApiError
from hulldown.server.api.messages import Create, StateOut
from hulldown.server.matches import creation as making
from hulldown.server.matches import play as playing
from hulldown.server.matches.loading import snapshot_tag
from hulldown.server.matches.registry import Hall, state_of
from hulldown.server.settings import Settings
from hulldown.server.storage import store
from hulldown.server.storage.database import Database
from hulldown.server.storage.store import FROZEN, PLAYING, SEAT, Access

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
    assert kept[1] == snapshot_tag(hall.room(match).game, SCENARIO)
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
    rechain(hall, match, 6, state="0" * 24)
    room = hall.room(match)
    assert (room.status, room.row.status) == (FROZEN, PLAYING)
    assert state_of(room, Access(match, SEAT, "alpha")).legal is None
    assert "order 6 does not lead where it did" in caplog.text
    with pytest.raises(ApiError) as refused:
        playing.undo(hall, Access(match, SEAT, "alpha"), "u")
    assert refused.value.info.code == "damaged"


def rechain(hall: Hall, match: str, number: int, **changed: object) -> None:
    """Changes an order and computes the chain of hashes anew."""
    row = hall.read(lambda connection: store.find_match(connection, match))
    assert row is not None
    assert row.header is not None
    chain = chain_start(row.header)
    for place, stored in enumerate(hall.read(lambda connection: store.find_entries(connection, match))):
        entry = msgspec.structs.replace(stored.entry, **(changed if place == number else {}))
        entry = entry_of(chain, entry.number, entry.side, entry.order, entry.rolls, entry.state)
        chain = entry.chain
        change(hall, "UPDATE entries SET line = :line WHERE number = :number", line=line_of(entry), number=place)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ('UPDATE entries SET line = replace(line, \'"side":"alpha"\', \'"side":"bravo"\') WHERE number = 4', "order 4"),
        ("DELETE FROM entries WHERE number = 5", "order 5"),
        ("DELETE FROM entries WHERE number >= 9", "orders from number 9 on"),
    ],
)
def test_changed_and_lost_orders_are_found_at_opening_and_named(
    hall: Hall, caplog: pytest.LogCaptureFixture, statement: str, named: str
) -> None:
    match = played(hall, 12)
    hall.forget(match)
    change(hall, "DELETE FROM snapshots")
    change(hall, statement)
    room = hall.room(match)
    assert room.status == FROZEN
    assert f"match {match}: {named}" in caplog.text
    with pytest.raises(ApiError, match=named) as refused:
        playing.undo(hall, Access(match, SEAT, "alpha"), "u")
    assert (refused.value.status, refused.value.info.code) == (409, "damaged")


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE entries SET line = CAST(x'7bff00fe' AS TEXT) WHERE number = 3", "order 3"),
        ("UPDATE entries SET line = substr(line, 1, 40) WHERE number = 2", "order 2"),
        ("UPDATE entries SET events = x'c1' WHERE number = 1", "order 1"),
        ("UPDATE matches SET header = 'x'", "its header"),
        ("UPDATE matches SET seen = CAST(x'fffe' AS TEXT)", "its seen"),
        ("UPDATE matches SET turn = 'soon'", "its row"),
        ("DELETE FROM seats WHERE side = 'bravo'", "its list of seats"),
    ],
)
def test_damaged_rows_are_found_at_opening_and_named(
    hall: Hall, caplog: pytest.LogCaptureFixture, statement: str, named: str
) -> None:
    match = played(hall, 6)
    hall.forget(match)
    change(hall, statement)
    with pytest.raises(ApiError, match=f"{named} is damaged") as refused:
        hall.room(match)
    assert (refused.value.status, refused.value.info.code) == (500, "damaged")
    assert f"match {match}: {named} is damaged in the database" in caplog.text


def test_a_damaged_snapshot_is_named_in_the_log(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    match = played(hall, 30)
    hall.forget(match)
    change(hall, "UPDATE snapshots SET state = x'00'")
    hall.room(match)
    assert f"match {match}: its snapshot after" in caplog.text


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
