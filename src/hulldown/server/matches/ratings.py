"""Rated games: marked by everybody who plays, counted once when they are over. Called in worker threads.

The figures follow from the results alone, in the order in which they were stored.
"""

from __future__ import annotations

import logging
from functools import lru_cache

from sqlalchemy import Connection

from hulldown.core.game import AnyGame
from hulldown.core.orders import Side
from hulldown.core.ratings import Played, Rating, advantage_of, expected, rated, rested
from hulldown.games import load_game
from hulldown.server.api.errors import ApiError, ConflictError, DamagedError, busy
from hulldown.server.api.rating_messages import RatedOut, RatedSeat, RatingOut
from hulldown.server.api.scenarios import balances
from hulldown.server.matches import identity
from hulldown.server.matches.play import RETRIES
from hulldown.server.matches.registry import MatchRegistry, need_seat
from hulldown.server.storage import ratings as stored
from hulldown.server.storage import store
from hulldown.server.storage.people import Person
from hulldown.server.storage.ratings import Figure, Result
from hulldown.server.storage.store import OVER, Access, MatchRow

log = logging.getLogger("hulldown.server")
PAGE = 200
"""Matches counted at one go."""
SURE = 110.0
"""A figure with a larger deviation is a guess."""


@lru_cache(1000)
def advantage(scenario: str, side: Side) -> float:
    """What a side of a scenario is worth by the balance table; 0 where nobody has counted."""
    counted = balances().get(scenario)
    if counted is None or not counted.games:
        return 0.0
    drawn = max(0.0, 1.0 - sum(counted.wins.values()))
    return advantage_of(counted.wins.get(side, 0.0) + drawn / 2, counted.games)


def mark(registry: MatchRegistry, access: Access, person: Person) -> RatedOut:
    """Notes that the holder of a seat wants the game to count. It counts when everybody does; bots always do."""
    need_seat(access)

    def work(connection: Connection) -> None:
        stored.lock_match(connection, access.match)
        row = store.find_match(connection, access.match)
        assert row is not None
        marks = stored.find_marks(connection, access.match)
        if marks.get(access.side) == person.id:
            return
        _check(row)
        if any(entry.entry.side == access.side for entry in store.find_entries(connection, access.match)):
            raise ApiError(409, "too_late", "a game is marked as rated before one's first order")
        if any(player == person.id for side, player in marks.items() if side != access.side):
            raise ApiError(409, "own_game", "nobody plays a rated game against himself", "let somebody else join")
        stored.mark_seat(connection, access.match, access.side, person.id)
        for seat in row.seats.values():
            if seat.bot:
                stored.mark_seat(connection, access.match, seat.side, seat.kind)

    identity.write(registry, work)
    return find(registry, access)


def _check(row: MatchRow) -> None:
    """Raises where a match cannot be rated."""
    why = refusal(row)
    if row.status == OVER:
        raise ApiError(409, "over", "the match is over")
    if why:
        raise ApiError(422, "refused", f"this match cannot be rated: {why}")


def refusal(row: MatchRow) -> str:
    """Why a match cannot be rated, "" when it can."""
    if row.hot_seat:
        return "two play it at one screen"
    if row.fork_of or (row.header is not None and row.header.dice == "known"):
        return "it did not begin at the beginning"
    if row.options:
        return "it has other options than usual, and nobody knows how even it is"
    return "" if len(row.seats) == 2 else "it is for two sides"


def find(registry: MatchRegistry, access: Access) -> RatedOut:
    """Who has marked a match, how strong the players are held to be, what is expected, and what came of it."""

    def look(connection: Connection) -> RatedOut:
        row = store.find_match(connection, access.match)
        assert row is not None
        return _shown(connection, row, registry.clock.now())

    return registry.read(look)


def _shown(connection: Connection, row: MatchRow, now: float) -> RatedOut:
    marks = stored.find_marks(connection, row.id)
    sides = load_game(row.game).sides
    figures = {side: _current(stored.find_figure(connection, player, row.game), now) for side, player in marks.items()}
    result = stored.find_result(connection, row.id)
    changes = dict(zip(sides, (result.first_change, result.second_change), strict=True)) if result else {}
    seats = {
        side: RatedSeat(side in marks, rating_out(figures[side]) if side in marks else None, changes.get(side))
        for side in sides
    }
    whole = len(marks) == len(sides) == 2
    hope = None
    if whole:
        first, second = (figures[side].rating for side in sides)
        hope = expected(first, second, advantage(row.scenario, sides[0]))
    return RatedOut(whole, refusal(row), seats, {sides[0]: hope, sides[1]: 1 - hope} if hope is not None else {})


def _current(figure: Figure | None, now: float) -> Figure:
    """A figure as it is now: less certain the longer ago its owner has played."""
    if figure is None:
        return Figure(Rating(), 0, now)
    return figure._replace(rating=rested(figure.rating, now - figure.updated))


def rating_out(figure: Figure) -> RatingOut:
    rating = figure.rating
    return RatingOut(round(rating.rating), round(rating.deviation), figure.games, rating.deviation > SURE)


def find_own(registry: MatchRegistry, person: Person) -> dict[str, RatingOut]:
    """The figures of a person, by game."""
    now = registry.clock.now()
    found = registry.read(lambda connection: stored.find_figures(connection, person.id))
    return {game: rating_out(_current(figure, now)) for game, figure in found.items()}


def find_of(connection: Connection, player: str, game: str, now: float) -> RatingOut | None:
    """The figure of a player in a game; None for who has none."""
    figure = stored.find_figure(connection, player, game)
    return rating_out(_current(figure, now)) if figure is not None else None


def count(registry: MatchRegistry, match: str) -> bool:
    """Whether a match that is over has been counted now; one that nobody or not everybody has marked never is."""
    for _ in range(RETRIES):
        try:
            return identity.write(registry, lambda connection: _count(connection, match))
        except ConflictError:
            continue
    raise busy()


def _count(connection: Connection, match: str) -> bool:
    marks = stored.find_marks(connection, match)
    row = store.find_match(connection, match) if len(marks) == 2 else None
    if row is None or row.status != OVER or row.outcome is None:
        return False
    game: AnyGame = load_game(row.game)
    first, second = game.sides
    score = 0.5 if row.outcome.winner is None else float(row.outcome.winner == first)
    worth = advantage(row.scenario, first)
    new = Result(0, match, row.game, marks[first], marks[second], score, worth, row.updated)
    placed = stored.add_result(connection, new)
    if placed is None:
        return False
    _apply(connection, placed)
    return True


def _apply(connection: Connection, result: Result) -> None:
    """Rates both players of a result by what they were before it."""
    before = [
        _current(stored.find_figure(connection, player, result.game), result.ended)
        for player in (result.first, result.second)
    ]
    one, other = (figure.rating for figure in before)
    after = (
        rated(one, [Played(other, result.score, result.advantage)]),
        rated(other, [Played(one, 1 - result.score, -result.advantage)]),
    )
    for player, figure, rating in zip((result.first, result.second), before, after, strict=True):
        stored.set_figure(connection, player, result.game, Figure(rating, figure.games + 1, result.ended))
    stored.set_changes(connection, result.serial, after[0].rating - one.rating, after[1].rating - other.rating)


def count_waiting(registry: MatchRegistry) -> int:
    """Counts the matches that ended while nobody counted them. One that is damaged does not stop the others."""
    counted = 0
    for match in registry.read(lambda connection: stored.find_uncounted(connection, PAGE)):
        try:
            counted += count(registry, match)
        except DamagedError as error:
            log.error("match %s cannot be counted: %s", match, error)
    return counted
