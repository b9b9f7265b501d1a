"""The database: migrations, durable writes that are undone together with their error, URLs."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, text

from hulldown.core.errors import HulldownError
from hulldown.server.api.errors import StoreError
from hulldown.server.storage import schema, store
from hulldown.server.storage.database import Database, read_url


def test_the_migrations_make_the_tables_the_code_describes(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")

    def look(connection: Connection) -> None:
        made = inspect(connection)
        for table in schema.metadata.tables.values():
            columns = {column["name"]: column["nullable"] for column in made.get_columns(table.name)}
            assert columns == {column.name: column.nullable for column in table.columns}
            keys = made.get_pk_constraint(table.name)["constrained_columns"]
            assert keys == [column.name for column in table.primary_key.columns]
            assert {index["name"] for index in made.get_indexes(table.name)} == {one.name for one in table.indexes}

    database.read(look)
    database.close()


def test_migrations_go_on_where_they_stopped(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'a.db'}")
    steps = [["CREATE TABLE one (a INTEGER)"], ["CREATE TABLE two (a INTEGER)", "INSERT INTO one VALUES (7)"]]
    with engine.begin() as connection:
        assert schema.migrate(connection, steps[:1]) == 1
    with engine.begin() as connection:
        assert schema.migrate(connection, steps) == 2
        assert schema.migrate(connection, steps) == 2
        assert connection.execute(text("SELECT a FROM one")).all() == [(7,)]
    with engine.begin() as connection, pytest.raises(HulldownError, match="version 2"):
        schema.migrate(connection, steps[:1])
    engine.dispose()


def test_a_write_that_fails_leaves_nothing_and_harms_no_other(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")
    database.write(lambda connection: connection.execute(text("CREATE TABLE t (a INTEGER PRIMARY KEY)")))
    errors: list[BaseException] = []

    def insert(number: int) -> None:
        def work(connection: Connection) -> None:
            connection.execute(text("INSERT INTO t VALUES (:a)"), {"a": number})
            if number % 2:
                raise ValueError(number)

        try:
            database.write(work)
        except ValueError as error:
            errors.append(error)

    threads = [threading.Thread(target=insert, args=(number,)) for number in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = database.read(lambda connection: connection.execute(text("SELECT a FROM t ORDER BY a")).scalars().all())
    assert list(found) == list(range(0, 40, 2))
    assert len(errors) == 20
    with pytest.raises(StoreError):
        database.write(lambda connection: connection.execute(text("INSERT INTO t VALUES (0)")))
    database.close()


def test_sqlite_syncs_every_commit_to_a_write_ahead_log(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")
    for name, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
        assert database.read(lambda c, name=name: c.exec_driver_sql(f"PRAGMA {name}").scalar()) == value  # type: ignore[misc]
    database.close()


@pytest.mark.parametrize("url", ["nonsense", "sqlite://", "sqlite:///:memory:", "mysql://host/name", ""])
def test_urls_we_cannot_keep_games_in_are_refused(url: str) -> None:
    with pytest.raises(HulldownError):
        read_url(url)


def test_an_error_of_the_database_tells_no_parameters(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.db'}")
    with pytest.raises(StoreError) as failed:
        database.write(lambda c: store.add_keys(c, "m", {"the-hash": ("seat", "the-side")}))
    assert "the-hash" not in str(failed.value)
    database.close()


def test_a_file_that_is_damaged_while_it_is_open_is_found(tmp_path: Path) -> None:
    """`/ready` asks this: the pages in memory hid what was on the disk."""
    file = tmp_path / "a.db"
    database = Database(f"sqlite:///{file}")
    database.read(store.find_server_key)
    database.check_file(0.0)
    with database._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = file.read_bytes()
    with file.open("r+b") as stream:
        stream.seek(4096)
        stream.write(b"\x55" * (len(whole) - 4096))
    database.check_file(600.0)
    with pytest.raises(StoreError) as caught:
        database.check_file(0.0)
    assert caught.value.kind == "damaged"
    with pytest.raises(StoreError):
        database.check_file(600.0)
    file.write_bytes(whole)
    database.check_file(600.0)
    database.close()
