"""Queries for ratings: who has marked which game as rated, the results that count, the figures that follow."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from hulldown.core.orders import Side
from hulldown.core.ratings import Rating
from hulldown.server.api.errors import ConflictError
from hulldown.server.storage import schema
from hulldown.server.storage.store import OVER

_S, _R, _F = schema.rated_seats, schema.results, schema.ratings


class Result(NamedTuple):
    """A game that counts: who played whom, the score of the first, what the first side was worth, when it ended."""

    serial: int
    match: str
    game: str
    first: str
    second: str
    score: float
    advantage: float
    ended: float
    first_change: float = 0.0
    second_change: float = 0.0


class Figure(NamedTuple):
    """The rating of a player in a game, after how many games, and when it was last changed."""

    rating: Rating
    games: int
    updated: float


_COLUMNS = (
    _R.c.serial, _R.c.match_id, _R.c.game, _R.c.first, _R.c.second, _R.c.score, _R.c.advantage, _R.c.ended,
    _R.c.first_change, _R.c.second_change,
)  # fmt: skip


def mark_seat(connection: Connection, match: str, side: Side, player: str) -> None:
    """Notes that a side wants its game to count; doing it again changes nothing."""
    chosen = (_S.c.match_id == match) & (_S.c.side == side)
    connection.execute(delete(_S).where(chosen))
    connection.execute(insert(_S).values(match_id=match, side=side, player=player))


def lock_match(connection: Connection, match: str) -> None:
    """Makes other writes about a match wait: two seats marked at once see each other. SQLite has one writer anyway."""
    table = schema.matches
    connection.execute(select(table.c.id).where(table.c.id == match).with_for_update(key_share=True)).all()


def find_marks(connection: Connection, match: str) -> dict[Side, str]:
    """The sides that want a game to count, each with its player."""
    rows = connection.execute(select(_S.c.side, _S.c.player).where(_S.c.match_id == match))
    return {row.side: row.player for row in rows}


def find_uncounted(connection: Connection, most: int) -> list[str]:
    """Matches that are over, both sides have marked, and have no result yet."""
    over = select(schema.matches.c.id).where(schema.matches.c.status == OVER)
    counted = select(_R.c.match_id)
    chosen = select(_S.c.match_id).where(_S.c.match_id.in_(over), _S.c.match_id.not_in(counted))
    both = chosen.group_by(_S.c.match_id).having(func.count() == 2).limit(most)
    return [row.match_id for row in connection.execute(both)]


def add_result(connection: Connection, result: Result) -> Result | None:
    """Stores a result behind those there are; None when its match has one. Raises ConflictError to try again."""
    if find_result(connection, result.match) is not None:
        return None
    last = connection.execute(select(func.max(_R.c.serial))).scalar()
    placed = result._replace(serial=0 if last is None else int(last) + 1)
    values = placed._asdict()
    values["match_id"] = values.pop("match")
    try:
        with connection.begin_nested():
            connection.execute(insert(_R).values(**values))
    except IntegrityError:
        raise ConflictError from None
    return placed


def set_changes(connection: Connection, serial: int, first: float, second: float) -> None:
    connection.execute(_R.update().where(_R.c.serial == serial).values(first_change=first, second_change=second))


def find_result(connection: Connection, match: str) -> Result | None:
    row = connection.execute(select(*_COLUMNS).where(_R.c.match_id == match)).first()
    return _result(row) if row is not None else None


def _result(row: Any) -> Result:
    return Result(*row)


def find_figure(connection: Connection, player: str, game: str) -> Figure | None:
    chosen = select(_F.c.rating, _F.c.deviation, _F.c.volatility, _F.c.games, _F.c.updated)
    row = connection.execute(chosen.where(_F.c.player == player, _F.c.game == game)).first()
    return Figure(Rating(*row[:3]), row.games, row.updated) if row is not None else None


def find_figures(connection: Connection, player: str) -> dict[str, Figure]:
    """The figures of a player, by game."""
    chosen = select(_F.c.game, _F.c.rating, _F.c.deviation, _F.c.volatility, _F.c.games, _F.c.updated)
    rows = connection.execute(chosen.where(_F.c.player == player).order_by(_F.c.game))
    return {row.game: Figure(Rating(*row[1:4]), row.games, row.updated) for row in rows}


def set_figure(connection: Connection, player: str, game: str, figure: Figure) -> None:
    connection.execute(delete(_F).where(_F.c.player == player, _F.c.game == game))
    values = {**figure.rating._asdict(), "games": figure.games, "updated": figure.updated}
    connection.execute(insert(_F).values(player=player, game=game, **values))
