"""Queries for open games: matches that wait for anybody."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select

from hulldown.server.storage import schema

_O = schema.open_games


class OpenGame(NamedTuple):
    """A match that waits for somebody in this seat, who made it, and the level wished."""

    match: str
    person: str
    side: str
    level: str
    created: float


_COLUMNS = (_O.c.match_id, _O.c.person, _O.c.side, _O.c.level, _O.c.created)


def add_open_game(connection: Connection, game: OpenGame) -> None:
    values = {"match_id": game.match, "person": game.person, "side": game.side, "level": game.level}
    connection.execute(insert(_O).values(**values, created=game.created))


def find_open_games(connection: Connection, since: float, most: int) -> list[OpenGame]:
    """The newest open games."""
    chosen = select(*_COLUMNS).where(_O.c.created >= since).order_by(_O.c.created.desc(), _O.c.match_id).limit(most)
    return [OpenGame(*row) for row in connection.execute(chosen)]


def find_open_game(connection: Connection, match: str) -> OpenGame | None:
    row = connection.execute(select(*_COLUMNS).where(_O.c.match_id == match)).first()
    return OpenGame(*row) if row is not None else None


def drop_open_game(connection: Connection, match: str) -> bool:
    """Whether a match was in the list, from which it is now taken."""
    return connection.execute(delete(_O).where(_O.c.match_id == match)).rowcount == 1


def count_open_games(connection: Connection, person: str, since: float) -> int:
    """The open games of a person."""
    chosen = select(func.count()).where(_O.c.person == person, _O.c.created >= since)
    return int(connection.execute(chosen).scalar() or 0)
