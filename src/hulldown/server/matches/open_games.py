"""Open games: matches that wait for anybody. Listed, joined by one click, withdrawn. Called in worker threads."""

from __future__ import annotations

import hashlib

import msgspec
from sqlalchemy import Connection

from hulldown.core.errors import HulldownError
from hulldown.core.face import spoken
from hulldown.games import load_game
from hulldown.server.api.catalogue import known_scenario
from hulldown.server.api.errors import ApiError, DamagedError
from hulldown.server.api.messages import Create, Created
from hulldown.server.api.people_messages import JoinOpen, Level, OpenGameOut, OpenGamesOut
from hulldown.server.matches import creation, identity
from hulldown.server.matches.ratings import find_of
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.tokens import joined_token, new_token
from hulldown.server.storage import open_games as stored
from hulldown.server.storage import person_games, ratings, store
from hulldown.server.storage.failures import damaged_answer
from hulldown.server.storage.open_games import OpenGame
from hulldown.server.storage.people import Person, find_person, lock_person
from hulldown.server.storage.store import OPEN, SEAT, Access, MatchRow, SeatRow

DAYS = 14 * 86_400.0
"""Seconds for which a game stays in the list."""
MOST = 200
"""Games in the list."""
EACH = 5
"""Open games of one person."""


def free_side(request: Create) -> str:
    """The side that an open game offers; raises when it is not the one open seat beside the maker's own."""
    game, _ = creation.find_scenario(request.scenario)
    free = [side for side in game.sides if request.seats.get(side, creation.HUMAN) == creation.FREE]
    own = [side for side in game.sides if request.seats.get(side, creation.HUMAN) == creation.HUMAN]
    if len(free) != 1 or len(own) != 1:
        raise HulldownError("an open game has one open seat and one of your own", hint='"seats": {"bravo": "open"}')
    return free[0]


def create(registry: MatchRegistry, person: Person, request: Create, level: Level) -> Created:
    """A new match of a person, in the list and among his games from the start.

    Raises when he has as many open games as he may have; nothing is stored then.
    """
    side = free_side(request)
    now = registry.clock.now()
    own = next(one for one in load_game(request.scenario.partition("/")[0]).sides if one != side)

    def listed(connection: Connection, match: str) -> None:
        lock_person(connection, person.id)
        if stored.count_open_games(connection, person.id, now - DAYS) >= EACH:
            raise ApiError(409, "too_many_open", f"at most {EACH} open games", "withdraw one of yours")
        stored.add_open_game(connection, OpenGame(match, person.id, side, level, now))
        person_games.add_game(connection, person.id, Access(match, SEAT, own), now)

    return creation.create(registry, request, listed)


def find(registry: MatchRegistry, person: Person | None) -> OpenGamesOut:
    """The open games, the newest first."""
    since = registry.clock.now() - DAYS

    def look(connection: Connection) -> list[OpenGameOut]:
        found = []
        for one in stored.find_open_games(connection, since, MOST):
            row, maker = _row(connection, one.match), find_person(connection, one.person)
            if row is not None and maker is not None and row.status == OPEN and not row.seats[one.side].taken:
                found.append(_rated(connection, _shown(row, one, maker, person), one, registry.clock.now()))
        return found

    return OpenGamesOut(registry.read(look))


def _row(connection: Connection, match: str) -> MatchRow | None:
    """The row of a match; None for one that is damaged: it must not hide the others."""
    try:
        return store.find_match(connection, match)
    except DamagedError as error:
        damaged_answer(error)
        return None


def _shown(row: MatchRow, game: OpenGame, maker: Person, person: Person | None) -> OpenGameOut:
    return OpenGameOut(
        match=row.id,
        game=row.game,
        scenario=row.scenario,
        title=known_scenario(row.scenario),
        side=game.side,
        names=spoken(load_game(row.game).face(row.scenario)),
        opponent=maker.name,
        level=game.level,  # type: ignore[arg-type]
        clock=row.clock.terms if row.clock is not None else None,
        created=game.created,
        yours=person is not None and person.id == game.person,
    )


def _rated(connection: Connection, shown: OpenGameOut, game: OpenGame, now: float) -> OpenGameOut:
    """The same with what is known of its maker's strength, and whether he wants it to count."""
    marked = bool(ratings.find_marks(connection, game.match))
    rating = find_of(connection, game.person, shown.game, now)
    return msgspec.structs.replace(shown, rated=marked, rating=rating)


def withdraw(registry: MatchRegistry, person: Person, match: str) -> None:
    """Takes a person's own game out of the list. The invitation to its seat, if he has given one, still works."""

    def work(connection: Connection) -> None:
        found = stored.find_open_game(connection, match)
        if found is None or found.person != person.id:
            raise ApiError(404, "unknown", "this is no open game of yours", "somebody may have joined it")
        stored.drop_open_game(connection, match)

    identity.write(registry, work)


def join(registry: MatchRegistry, person: Person, key: str, match: str, request: JoinOpen) -> tuple[Access, str]:
    """Takes the open seat and returns it with its token. Repeated with the same nonce it gives the same seat again."""
    secret = hashlib.sha256(f"hulldown open game\n{match}\n{key}".encode()).hexdigest()
    token = joined_token(secret, request.nonce) if request.nonce else new_token()
    hashed = creation.key_of(token)
    look = lambda connection: (stored.find_open_game(connection, match), store.find_key(connection, hashed))  # noqa: E731
    game, seated = registry.read(look)
    if seated is not None and seated.match == match and seated.role == SEAT:
        return seated, token  # the same guest asks again: the first answer was lost
    if game is None or game.created < registry.clock.now() - DAYS:
        raise _gone()
    if game.person == person.id:
        raise ApiError(409, "own_game", "this is your own game", "wait for somebody else, or withdraw it")
    access = Access(match, SEAT, game.side)
    seat = SeatRow(game.side, "", True, commitment=request.commitment, name=person.name)
    if not creation.occupy(registry, match, seat, lambda c: _take(c, person, access, hashed, registry.clock.now())):
        raise _gone()
    return access, token


def _gone() -> ApiError:
    return ApiError(409, "seat_taken", "somebody has joined this game, or it is in the list no more", "choose another")


def _take(connection: Connection, person: Person, access: Access, key: str, now: float) -> None:
    """Stores who has joined, in the transaction of the seat; raises when the game is no longer open."""
    if not stored.drop_open_game(connection, access.match):
        raise _gone()
    store.add_keys(connection, access.match, {key: (SEAT, access.side)})
    person_games.add_game(connection, person.id, access, now)
