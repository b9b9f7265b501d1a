"""The games of a person: found in every browser of his, with what is new in them. Called in worker threads."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from hulldown.server.api.errors import ApiError
from hulldown.server.api.messages import Mine
from hulldown.server.api.people_messages import HeldOut, MyGame, MyGamesOut, SeenIn, SinceOut
from hulldown.server.matches import identity
from hulldown.server.matches.chat import ONLOOKERS, PLAYERS
from hulldown.server.matches.creation import FREE, key_of
from hulldown.server.matches.listing import listed_match
from hulldown.server.matches.ratings import find_of
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.tokens import derived_token, token_hash
from hulldown.server.storage import chat, ratings, store
from hulldown.server.storage import person_games as stored
from hulldown.server.storage.people import Person
from hulldown.server.storage.person_games import PersonGame
from hulldown.server.storage.store import INVITE, SEAT, WATCH, Access

MOST = 500
"""Games in one list."""
LINES = 12
"""Events told of a game that was not looked at for a while."""


def hold(registry: MatchRegistry, person: Person, tokens: list[str]) -> HeldOut:
    """Makes the games of these tokens a person's. A token that opens nothing is told by its place in the list."""
    hashes = [token_hash(token) for token in tokens]
    now = registry.clock.now()

    def look(connection: Connection) -> list[Access | None]:
        return [store.find_key(connection, key) if key is not None else None for key in hashes]

    found = registry.read(look)
    known = [one for one in found if one is not None and one.role in (SEAT, WATCH)]
    unknown = [place for place, one in enumerate(found) if one is None or one.role not in (SEAT, WATCH)]
    if not known:
        return HeldOut(0, unknown)
    added = identity.write(registry, lambda c: sum([stored.add_game(c, person.id, one, now) for one in known]))
    return HeldOut(added, unknown)


def find(registry: MatchRegistry, person: Person, wanted: str, archived: bool) -> MyGamesOut:
    """The games of a person that a search finds, each with a token of his own for it.

    The tokens follow from the server's key, so none has to be kept. Their hashes are stored when they are first told.
    """
    now = registry.play_time.now()

    def look(connection: Connection) -> tuple[list[MyGame], dict[str, Access], int]:
        found: list[MyGame] = []
        keys: dict[str, Access] = {}
        for one in _one_each(stored.find_games(connection, person.id, archived, MOST)):
            entry = listed_match(connection, one.access, now)
            if entry is not None and _fits(entry, wanted):
                tokens = _tokens(registry, person, one, entry)
                keys |= {key_of(token): access for token, access in tokens.items()}
                shown = _shown(connection, person, one, entry, list(tokens))
                found.append(_rated(connection, shown, registry.clock.now()))
        unknown = {key: access for key, access in keys.items() if store.find_key(connection, key) is None}
        return found, unknown, stored.count_archived(connection, person.id)

    found, unknown, put_away = registry.read(look)
    if unknown:
        identity.write(registry, lambda connection: _make_known(connection, unknown))
    return MyGamesOut(found, put_away)


def archive(registry: MatchRegistry, person: Person, match: str, archived: bool) -> None:
    """Puts a game away, or takes it out again."""
    if not identity.write(registry, lambda c: stored.set_archived(c, person.id, match, archived)):
        raise _no_game()


def note_seen(registry: MatchRegistry, person: Person, match: str, seen: SeenIn) -> None:
    """Notes how much of a game its holder has seen."""

    def work(connection: Connection) -> bool:
        held = stored.find_game(connection, person.id, match)
        for one in held:
            stored.set_seen(connection, person.id, one.access, seen.number, seen.events, seen.chat)
        return bool(held)

    if not identity.write(registry, work):
        raise _no_game()


def since(registry: MatchRegistry, person: Person, match: str) -> SinceOut:
    """What has happened since a person last looked at a game, as far as he may know it."""
    held = registry.read(lambda connection: _one_each(stored.find_game(connection, person.id, match)))
    if not held:
        raise _no_game()
    session = registry.load(match).session
    log = session.told(held[0].side, held[0].seen_events) if session is not None else []
    texts = [event.text for event in log if event.text]
    return SinceOut(len(texts), texts[-LINES:])


def _no_game() -> ApiError:
    return ApiError(404, "unknown", "this is no game of yours")


def _one_each(games: list[PersonGame]) -> list[PersonGame]:
    """One entry for each seat of a match; a place among the onlookers only where there is no seat."""
    seated = {one.match for one in games if one.role == SEAT}
    return [one for one in games if one.role == SEAT or one.match not in seated]


def _fits(entry: Mine, wanted: str) -> bool:
    """Whether every word of a search is in the names, the scenario or the status of a game."""
    names = [seat.name or seat.kind for seat in entry.seats.values()]
    text = " ".join([entry.title, entry.scenario, entry.game, entry.status, entry.match, *names]).casefold()
    return all(word in text for word in wanted.casefold().split())


def _tokens(registry: MatchRegistry, person: Person, game: PersonGame, entry: Mine) -> dict[str, Access]:
    """What a person's tokens for a game open: his own place, the onlookers', and the seat that is still open."""
    free = [side for side, seat in entry.seats.items() if seat.kind == FREE and not seat.taken]
    wanted = [game.access, Access(game.match, WATCH, "")]
    if free and game.role == SEAT:
        wanted.append(Access(game.match, INVITE, free[0]))
    purpose = f"person {person.id}"
    return {derived_token(registry.signer.secret_for(f"{purpose} {' '.join(one)}")): one for one in wanted}


def _shown(connection: Connection, person: Person, game: PersonGame, entry: Mine, tokens: list[str]) -> MyGame:
    """A game with its tokens, as `_tokens` has made them: an onlooker's is his own."""
    channel = PLAYERS if game.role == SEAT else ONLOOKERS
    reader = game.side if game.role == SEAT else person.id
    unread = chat.count_since(connection, game.match, channel, reader, game.seen_chat)
    own, watch, invite = (*tokens, "", "")[:3] if len(tokens) > 1 else (tokens[0], tokens[0], "")
    return MyGame(
        entry, own, watch, invite, max(0, entry.number - game.seen_number), unread, game.archived
    )  # fmt: skip


def _rated(connection: Connection, game: MyGame, now: float) -> MyGame:
    """The same with whether it counts, and how strong the opponent is held to be."""
    marks = ratings.find_marks(connection, game.entry.match)
    others = [player for side, player in marks.items() if side != game.entry.side]
    if not others or game.entry.side is None:
        return game
    rating = find_of(connection, others[0], game.entry.game, now)
    return msgspec.structs.replace(game, rated=len(marks) == len(game.entry.seats), rating=rating)


def _make_known(connection: Connection, keys: dict[str, Access]) -> None:
    """Stores the hashes of tokens that are told for the first time, unless another browser was told them just now."""
    for key, access in keys.items():
        with suppress(IntegrityError), connection.begin_nested():
            store.add_keys(connection, access.match, {key: (access.role, access.side)})
