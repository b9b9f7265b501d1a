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
from hulldown.server.matches import creation, play
from hulldown.server.matches.loading import snapshot_tag
from hulldown.server.matches.registry import MatchRegistry, state_of
from hulldown.server.settings import Settings
from hulldown.server.storage import store
from hulldown.server.storage.database import Database
from hulldown.server.storage.store import FROZEN, PLAYING, SEAT, Access

SCENARIO = "tank/intro"


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[MatchRegistry]:
    settings = Settings(f"sqlite:///{tmp_path / 'a.db'}", snapshot_every=4)
    database = Database(settings.database)
    made = MatchRegistry(database, settings)
    yield made
    made.close()
    database.close()


def played(registry: MatchRegistry, orders: int) -> str:
    """A match after so many orders."""
    match = creation.create(registry, Create(SCENARIO, entropy="e")).match
    for _ in range(orders):
        loaded = registry.load(match)
        assert loaded.session is not None
        side = next(iter(loaded.game.pending(loaded.session.state)))
        order = make_bot("random", "r").decide(seat_of(loaded.game, loaded.session.state, side))
        play.submit(registry, Access(match, SEAT, side), os.urandom(8).hex(), order.decision, order)
    return match


def shown(registry: MatchRegistry, match: str) -> list[StateOut]:
    loaded = registry.load(match)
    return [state_of(loaded, Access(match, SEAT, side)) for side in loaded.game.sides]


def change(registry: MatchRegistry, statement: str, **values: object) -> None:
    registry.database.write(lambda connection: connection.execute(text(statement), values))


def test_a_match_opens_as_it_was_left(registry: MatchRegistry) -> None:
    for orders in (0, 1, 5, 30):
        match = played(registry, orders)
        before = shown(registry, match)
        registry.forget(match)
        assert shown(registry, match) == before


def test_a_snapshot_saves_the_way(registry: MatchRegistry) -> None:
    match = played(registry, 30)
    kept = registry.read(lambda connection: store.find_snapshot(connection, match))
    assert kept is not None
    assert kept[0] >= 20
    assert kept[1] == snapshot_tag(registry.load(match).game, SCENARIO)
    registry.forget(match)
    session = registry.load(match).session
    assert session is not None
    assert session.snapshot == kept[0]


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
def test_a_snapshot_that_does_not_fit_is_left_aside(registry: MatchRegistry, statement: str) -> None:
    match = played(registry, 30)
    before = shown(registry, match)
    registry.forget(match)
    change(registry, statement)
    assert shown(registry, match) == before
    session = registry.load(match).session
    assert session is not None
    assert session.snapshot == 0


def test_a_record_that_does_not_replay_can_be_read_but_not_played_on(
    registry: MatchRegistry, caplog: pytest.LogCaptureFixture
) -> None:
    match = played(registry, 12)
    registry.forget(match)
    change(registry, "DELETE FROM snapshots")
    rechain(registry, match, 6, state="0" * 24)
    loaded = registry.load(match)
    assert (loaded.status, loaded.row.status) == (FROZEN, PLAYING)
    assert state_of(loaded, Access(match, SEAT, "alpha")).legal is None
    assert "order 6 does not lead where it did" in caplog.text
    with pytest.raises(ApiError) as refused:
        play.undo(registry, Access(match, SEAT, "alpha"), "u")
    assert refused.value.info.code == "damaged"


def rechain(registry: MatchRegistry, match: str, number: int, **changed: object) -> None:
    """Changes an order and computes the chain of hashes anew."""
    row = registry.read(lambda connection: store.find_match(connection, match))
    assert row is not None
    assert row.header is not None
    chain = chain_start(row.header)
    for place, stored in enumerate(registry.read(lambda connection: store.find_entries(connection, match))):
        entry = msgspec.structs.replace(stored.entry, **(changed if place == number else {}))
        entry = entry_of(chain, entry.number, entry.side, entry.order, entry.rolls, entry.state)
        chain = entry.chain
        change(registry, "UPDATE entries SET line = :line WHERE number = :number", line=line_of(entry), number=place)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ('UPDATE entries SET line = replace(line, \'"side":"alpha"\', \'"side":"bravo"\') WHERE number = 4', "order 4"),
        ("DELETE FROM entries WHERE number = 5", "order 5"),
        ("DELETE FROM entries WHERE number >= 9", "orders from number 9 on"),
    ],
)
def test_changed_and_lost_orders_are_found_at_opening_and_named(
    registry: MatchRegistry, caplog: pytest.LogCaptureFixture, statement: str, named: str
) -> None:
    match = played(registry, 12)
    registry.forget(match)
    change(registry, "DELETE FROM snapshots")
    change(registry, statement)
    loaded = registry.load(match)
    assert loaded.status == FROZEN
    assert f"match {match}: {named}" in caplog.text
    with pytest.raises(ApiError, match=named) as refused:
        play.undo(registry, Access(match, SEAT, "alpha"), "u")
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
    registry: MatchRegistry, caplog: pytest.LogCaptureFixture, statement: str, named: str
) -> None:
    match = played(registry, 6)
    registry.forget(match)
    change(registry, statement)
    with pytest.raises(ApiError, match=f"{named} is damaged") as refused:
        registry.load(match)
    assert (refused.value.status, refused.value.info.code) == (409, "damaged")
    assert f"match {match}: {named} is damaged in the database" in caplog.text


def test_a_damaged_snapshot_is_named_in_the_log(registry: MatchRegistry, caplog: pytest.LogCaptureFixture) -> None:
    match = played(registry, 30)
    registry.forget(match)
    change(registry, "UPDATE snapshots SET state = x'00'")
    registry.load(match)
    assert f"match {match}: its snapshot after" in caplog.text


def test_a_match_changed_elsewhere_is_carried_on(registry: MatchRegistry) -> None:
    match = played(registry, 6)
    other = MatchRegistry(registry.database, registry.settings)
    try:
        shown(other, match)
        for count in range(3):
            loaded = registry.load(match)
            assert loaded.session is not None
            side = next(iter(loaded.game.pending(loaded.session.state)))
            order = make_bot("random", "r").decide(seat_of(loaded.game, loaded.session.state, side))
            access = Access(match, SEAT, side)
            play.submit(registry, access, f"s{count}", order.decision, order)
            assert shown(other, match) == shown(registry, match)
            if shown(registry, match)[loaded.game.sides.index(side)].undo:
                play.undo(other, access, f"u{count}")
                assert shown(other, match) == shown(registry, match)
                play.submit(other, access, f"again{count}", order.decision, order)
                assert shown(other, match) == shown(registry, match)
    finally:
        other.close()


@pytest.mark.parametrize("options", ['{"turn_cap":true}', '{"turn_cap":0}', '{"no_such":1}', '{"turn_cap":"x"}'])
def test_a_match_that_cannot_begin_like_that_is_damaged_and_no_failure(registry: MatchRegistry, options: str) -> None:
    match = played(registry, 2)
    old, new = '"options":{}', f'"options":{options}'
    change(registry, "UPDATE matches SET header = replace(header, :old, :new)", old=old, new=new)
    registry.forget(match)
    with pytest.raises(ApiError) as caught:
        registry.load(match)
    assert (caught.value.status, caught.value.info.code) == (409, "damaged")
