"""Databases of earlier versions open with all they hold; newer ones are refused by name. On both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import create_engine, text

from hulldown.core.errors import HulldownError
from hulldown.server.storage import schema, store
from hulldown.server.storage.database import Database, read_url

BEFORE_PEOPLE = 5
"""The version of the schema before there were people."""
MATCH = """INSERT INTO matches (id, game, scenario, options, secret, commitment, hot_seat, fork_of, status, header,
    revision, seen, turn, owing, outcome, bot_owing, created, updated)
    VALUES ('old', 'tank', 'tank/intro', '{}', 's', 'c', FALSE, '', 'open', '',
    3, '{}', 0, '[]', 'null', FALSE, 1.0, 2.0)"""
SEAT = """INSERT INTO seats (match_id, side, kind, taken, entropy, name)
    VALUES ('old', 'alpha', 'human', TRUE, '', 'Anna')"""


def test_a_database_from_before_there_were_people(database: str) -> None:
    engine = create_engine(read_url(database))
    with engine.begin() as connection:
        assert schema.migrate(connection, schema.MIGRATIONS[:BEFORE_PEOPLE]) == BEFORE_PEOPLE
        connection.execute(text(MATCH))
        connection.execute(text(SEAT))
    engine.dispose()
    opened = Database(database)
    row = opened.read(lambda connection: store.find_match(connection, "old"))
    opened.close()
    assert row is not None
    assert (row.revision, row.seats["alpha"].name) == (3, "Anna")
    assert (row.clock, row.clock_due, row.paused, row.follows, row.offer) == (None, None, False, "", None)
    Database(database).close()  # and again


def test_a_newer_database_is_refused_by_name(database: str) -> None:
    Database(database).close()
    newer = len(schema.MIGRATIONS) + 1
    engine = create_engine(read_url(database))
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO schema_version (version) VALUES (:newer)"), {"newer": newer})
    engine.dispose()
    with pytest.raises(HulldownError, match=f"schema version {newer}, .*newer hulldown") as refused:
        Database(database)
    name = str(read_url(database).database)
    assert name in str(refused.value)
