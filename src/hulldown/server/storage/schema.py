"""The tables of the database, and the migrations that make them."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    inspect,
    text,
)

from hulldown.core.errors import HulldownError

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("hot_seat", Boolean, nullable=False),
    Column("fork_of", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("header", Text, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("seen", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("owing", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("bot_owing", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("updated", Double, nullable=False),
    Column("ending", Text, nullable=False),
    Column("offer", Text, nullable=False),
    Column("rematch", Text, nullable=False),
    Column("clock", Text, nullable=False),
    Column("clock_due", Double),
    Column("paused", Boolean, nullable=False),
    Column("follows", Text, nullable=False),
)
Index("matches_bot_owing", matches.c.bot_owing, matches.c.updated)
Index("matches_clock_due", matches.c.clock_due)

seats = Table(
    "seats",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("taken", Boolean, nullable=False),
    Column("entropy", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("habits", Text, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("match_id", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("side", Text, nullable=False),
)
Index("tokens_match", tokens.c.match_id)

entries = Table(
    "entries",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("line", Text, nullable=False),
    Column("events", LargeBinary, nullable=False),
)

undos = Table(
    "undos",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("serial", Integer, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("line", Text, nullable=False),
)

server_keys = Table(
    "server_keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("tag", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

submissions = Table(
    "submissions",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("submission", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("answer", Text, nullable=False),
)

drafts = Table(
    "drafts",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("decision", Text, nullable=False),
    Column("draft", Text, nullable=False),
)

remarks = Table(
    "remarks",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("decision", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("remark", Text, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("serial", Integer, primary_key=True),
    Column("line", Text, nullable=False),
)

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Double, nullable=False),
)

person_keys = Table(
    "person_keys",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("ended", Boolean, nullable=False),
)
Index("person_keys_person", person_keys.c.person)

codes = Table(
    "codes",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("expires", Double),
    Column("used", Boolean, nullable=False),
)
Index("codes_person", codes.c.person, codes.c.kind)

person_games = Table(
    "person_games",
    metadata,
    Column("person", Text, primary_key=True),
    Column("match_id", Text, primary_key=True),
    Column("role", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("added", Double, nullable=False),
    Column("seen_number", Integer, nullable=False),
    Column("seen_events", Integer, nullable=False),
    Column("seen_chat", Integer, nullable=False),
    Column("archived", Boolean, nullable=False),
)
Index("person_games_match", person_games.c.match_id)

open_games = Table(
    "open_games",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("side", Text, nullable=False),
    Column("level", Text, nullable=False),
    Column("created", Double, nullable=False),
)
Index("open_games_created", open_games.c.created)

chat = Table(
    "chat",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("serial", Integer, primary_key=True),
    Column("channel", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("submission", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("sent", Double, nullable=False),
)

chat_mutes = Table(
    "chat_mutes",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("reader", Text, primary_key=True),
    Column("author", Text, primary_key=True),
)

chat_reports = Table(
    "chat_reports",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("serial", Integer, primary_key=True),
    Column("reader", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("sent", Double, nullable=False),
    Column("handled", Double),
)

server_time = Table(
    "server_time",
    metadata,
    Column("name", Text, primary_key=True),
    Column("seconds", Double, nullable=False),
)

push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("endpoint", Text, primary_key=True),
    Column("person", Text, nullable=False),
    Column("key_hash", Text, nullable=False),
    Column("point", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("created", Double, nullable=False),
)
Index("push_subscriptions_person", push_subscriptions.c.person)

told = Table(
    "told",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("news", Text, nullable=False),
)

feeds = Table(
    "feeds",
    metadata,
    Column("person", Text, primary_key=True),
    Column("hash", Text, nullable=False, unique=True),
    Column("serial", Integer, nullable=False),
    Column("created", Double, nullable=False),
)

rated_seats = Table(
    "rated_seats",
    metadata,
    Column("match_id", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("player", Text, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("match_id", Text, nullable=False, unique=True),
    Column("game", Text, nullable=False),
    Column("first", Text, nullable=False),
    Column("second", Text, nullable=False),
    Column("score", Double, nullable=False),
    Column("advantage", Double, nullable=False),
    Column("ended", Double, nullable=False),
    Column("first_change", Double, nullable=False),
    Column("second_change", Double, nullable=False),
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", Text, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated", Double, nullable=False),
)

# Written out, not made from the tables above: a migration must do the same thing for ever. {blob} and {double} are
# the only words in which the two databases differ.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE matches (
            id TEXT NOT NULL PRIMARY KEY, game TEXT NOT NULL, scenario TEXT NOT NULL, options TEXT NOT NULL,
            secret TEXT NOT NULL, commitment TEXT NOT NULL, hot_seat BOOLEAN NOT NULL, fork_of TEXT NOT NULL,
            status TEXT NOT NULL, header TEXT NOT NULL, revision INTEGER NOT NULL, seen TEXT NOT NULL,
            turn INTEGER NOT NULL, owing TEXT NOT NULL, outcome TEXT NOT NULL, bot_owing BOOLEAN NOT NULL,
            created {double} NOT NULL, updated {double} NOT NULL)""",
        "CREATE INDEX matches_bot_owing ON matches (bot_owing, updated)",
        """CREATE TABLE seats (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, kind TEXT NOT NULL,
            taken BOOLEAN NOT NULL, entropy TEXT NOT NULL, PRIMARY KEY (match_id, side))""",
        """CREATE TABLE tokens (
            hash TEXT NOT NULL PRIMARY KEY, match_id TEXT NOT NULL REFERENCES matches (id), role TEXT NOT NULL,
            side TEXT NOT NULL)""",
        "CREATE INDEX tokens_match ON tokens (match_id)",
        """CREATE TABLE entries (
            match_id TEXT NOT NULL REFERENCES matches (id), number INTEGER NOT NULL, turn INTEGER NOT NULL,
            line TEXT NOT NULL, events {blob} NOT NULL, PRIMARY KEY (match_id, number))""",
        """CREATE TABLE snapshots (
            match_id TEXT NOT NULL REFERENCES matches (id), number INTEGER NOT NULL, tag TEXT NOT NULL,
            state {blob} NOT NULL, PRIMARY KEY (match_id, number))""",
        """CREATE TABLE submissions (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, submission TEXT NOT NULL,
            digest TEXT NOT NULL, answer TEXT NOT NULL, PRIMARY KEY (match_id, side, submission))""",
        """CREATE TABLE drafts (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, decision TEXT NOT NULL,
            draft TEXT NOT NULL, PRIMARY KEY (match_id, side))""",
    ),
    (
        """CREATE TABLE remarks (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, decision TEXT NOT NULL,
            number INTEGER NOT NULL, turn INTEGER NOT NULL, remark TEXT NOT NULL,
            PRIMARY KEY (match_id, side, decision))""",
    ),
    (
        "ALTER TABLE seats ADD COLUMN commitment TEXT NOT NULL DEFAULT ''",
        """CREATE TABLE undos (
            match_id TEXT NOT NULL REFERENCES matches (id), serial INTEGER NOT NULL, number INTEGER NOT NULL,
            line TEXT NOT NULL, PRIMARY KEY (match_id, serial))""",
        "CREATE TABLE server_keys (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    ),
    (
        "ALTER TABLE seats ADD COLUMN name TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE matches ADD COLUMN ending TEXT NOT NULL DEFAULT 'null'",
        "ALTER TABLE matches ADD COLUMN offer TEXT NOT NULL DEFAULT 'null'",
        "ALTER TABLE matches ADD COLUMN rematch TEXT NOT NULL DEFAULT 'null'",
    ),
    ("ALTER TABLE seats ADD COLUMN habits TEXT NOT NULL DEFAULT ''",),
    (
        "ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT 'null'",
        "ALTER TABLE matches ADD COLUMN clock_due {double}",
        "ALTER TABLE matches ADD COLUMN paused BOOLEAN NOT NULL DEFAULT FALSE",
        "ALTER TABLE matches ADD COLUMN follows TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX matches_clock_due ON matches (clock_due)",
        """CREATE TABLE notes (
            match_id TEXT NOT NULL REFERENCES matches (id), serial INTEGER NOT NULL, line TEXT NOT NULL,
            PRIMARY KEY (match_id, serial))""",
        "CREATE TABLE people (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, created {double} NOT NULL)",
        """CREATE TABLE person_keys (
            hash TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id), created {double} NOT NULL,
            ended BOOLEAN NOT NULL)""",
        "CREATE INDEX person_keys_person ON person_keys (person)",
        """CREATE TABLE codes (
            hash TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, person TEXT NOT NULL, expires {double},
            used BOOLEAN NOT NULL)""",
        "CREATE INDEX codes_person ON codes (person, kind)",
        """CREATE TABLE person_games (
            person TEXT NOT NULL REFERENCES people (id), match_id TEXT NOT NULL REFERENCES matches (id),
            role TEXT NOT NULL, side TEXT NOT NULL, added {double} NOT NULL, seen_number INTEGER NOT NULL,
            seen_events INTEGER NOT NULL, seen_chat INTEGER NOT NULL, archived BOOLEAN NOT NULL,
            PRIMARY KEY (person, match_id, role, side))""",
        """CREATE TABLE open_games (
            match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id), person TEXT NOT NULL REFERENCES people (id),
            side TEXT NOT NULL, level TEXT NOT NULL, created {double} NOT NULL)""",
        "CREATE INDEX open_games_created ON open_games (created)",
        """CREATE TABLE chat (
            match_id TEXT NOT NULL REFERENCES matches (id), serial INTEGER NOT NULL, channel TEXT NOT NULL,
            author TEXT NOT NULL, name TEXT NOT NULL, submission TEXT NOT NULL, content TEXT NOT NULL,
            sent {double} NOT NULL, PRIMARY KEY (match_id, serial), UNIQUE (match_id, author, submission))""",
        """CREATE TABLE chat_mutes (
            match_id TEXT NOT NULL REFERENCES matches (id), reader TEXT NOT NULL, author TEXT NOT NULL,
            PRIMARY KEY (match_id, reader, author))""",
        """CREATE TABLE chat_reports (
            match_id TEXT NOT NULL REFERENCES matches (id), serial INTEGER NOT NULL, reader TEXT NOT NULL,
            reason TEXT NOT NULL, sent {double} NOT NULL, PRIMARY KEY (match_id, serial, reader))""",
        "CREATE TABLE server_time (name TEXT NOT NULL PRIMARY KEY, seconds {double} NOT NULL)",
    ),
    (
        """CREATE TABLE push_subscriptions (
            endpoint TEXT NOT NULL PRIMARY KEY, person TEXT NOT NULL REFERENCES people (id),
            key_hash TEXT NOT NULL REFERENCES person_keys (hash), point TEXT NOT NULL, auth TEXT NOT NULL,
            created {double} NOT NULL)""",
        "CREATE INDEX push_subscriptions_person ON push_subscriptions (person)",
        "CREATE INDEX person_games_match ON person_games (match_id)",
        """CREATE TABLE told (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, news TEXT NOT NULL,
            PRIMARY KEY (match_id, side))""",
        """CREATE TABLE feeds (
            person TEXT NOT NULL PRIMARY KEY REFERENCES people (id), hash TEXT NOT NULL UNIQUE,
            serial INTEGER NOT NULL, created {double} NOT NULL)""",
    ),
    (
        """CREATE TABLE rated_seats (
            match_id TEXT NOT NULL REFERENCES matches (id), side TEXT NOT NULL, player TEXT NOT NULL,
            PRIMARY KEY (match_id, side))""",
        """CREATE TABLE results (
            serial INTEGER NOT NULL PRIMARY KEY, match_id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
            first TEXT NOT NULL, second TEXT NOT NULL, score {double} NOT NULL, advantage {double} NOT NULL,
            ended {double} NOT NULL, first_change {double} NOT NULL, second_change {double} NOT NULL)""",
        """CREATE TABLE ratings (
            player TEXT NOT NULL, game TEXT NOT NULL, rating {double} NOT NULL, deviation {double} NOT NULL,
            volatility {double} NOT NULL, games INTEGER NOT NULL, updated {double} NOT NULL,
            PRIMARY KEY (player, game))""",
    ),
    ("ALTER TABLE chat_reports ADD COLUMN handled {double}",),
)


def migrate(connection: Connection, steps: Sequence[Sequence[str]] = MIGRATIONS, name: str = "the database") -> int:
    """The version of the schema after every missing step was taken, in the caller's transaction.

    A database that a newer program has migrated is refused by its name: this one would not understand it.
    """
    postgres = connection.dialect.name == "postgresql"
    if postgres:
        # Two processes that start at the same time must not both create the tables.
        connection.execute(text("SELECT pg_advisory_xact_lock(7061747368)"))
    if not inspect(connection).has_table("schema_version"):
        connection.execute(text("CREATE TABLE schema_version (version INTEGER NOT NULL PRIMARY KEY)"))
    have = connection.execute(text("SELECT max(version) FROM schema_version")).scalar() or 0
    if have > len(steps):
        raise HulldownError(f"{name} has schema version {have}, this program knows {len(steps)}: use a newer hulldown")
    words = {"blob": "BYTEA" if postgres else "BLOB", "double": "DOUBLE PRECISION"}
    for version in range(have + 1, len(steps) + 1):
        for statement in steps[version - 1]:
            connection.execute(text(statement.format(**words)))
        connection.execute(text("INSERT INTO schema_version (version) VALUES (:version)"), {"version": version})
    return len(steps)
