"""How people end a match and begin the next: resigning, offers, agreement, rematch. Called in worker threads."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from hulldown.bots.offers import accepts
from hulldown.core.ending import AGREED, RESIGNED, Ending, How, Terms, outcome_after
from hulldown.core.orders import Side
from hulldown.core.record import ending_of
from hulldown.server.api.errors import ApiError, ConflictError, busy
from hulldown.server.api.messages import RematchOut
from hulldown.server.matches.creation import HUMAN, find_scenario, key_of, new_row, new_secret
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.play import RETRIES
from hulldown.server.matches.registry import MatchRegistry, need_playable, need_seat, offer_of
from hulldown.server.matches.session import MatchSession
from hulldown.server.matches.tokens import derived_token
from hulldown.server.storage import store
from hulldown.server.storage.store import OVER, PLAYING, SEAT, WATCH, Access, MatchRow, Offer, Rematch, SeatRow

Decide = Callable[[LoadedMatch, MatchSession], "Ending | Offer | None"]
"""Finds how a match goes on: it ends, an offer stands, or none does. It is called again when others were faster."""


class _Seated(NamedTuple):
    """A row in the making with the hashes of its tokens."""

    row: MatchRow
    keys: dict[str, tuple[str, Side]]


def resign(registry: MatchRegistry, access: Access) -> None:
    """Gives the match up. Doing it again changes nothing."""

    def decide(loaded: LoadedMatch, session: MatchSession) -> Ending:
        return _ending(session, RESIGNED, access.side)

    loaded = registry.load(access.match)
    ending = loaded.row.ending
    if ending is not None and (ending.how, ending.side) == (RESIGNED, access.side):
        return
    _change(registry, access, decide)


def offer(registry: MatchRegistry, access: Access, terms: Terms) -> None:
    """Offers to end the match, or takes the offer back. Who offers what the other has offered accepts it."""

    def decide(loaded: LoadedMatch, session: MatchSession) -> Ending | Offer | None:
        row, side = loaded.row, access.side
        standing = offer_of(row)
        if not terms:
            return None if standing is not None and standing.side == side else row.offer
        if standing is not None and standing.side != side and standing.terms == terms and not standing.declined:
            return _ending(session, AGREED, standing.side, terms)
        if standing is not None and standing.side == side and standing.declined:
            raise ApiError(409, "declined", "the other side has declined an offer this turn", "offer again next turn")
        others = [one for name, one in row.seats.items() if name != side]
        if not all(one.bot for one in others):
            return Offer(side, terms, row.turn)
        agreed = all(accepts(loaded.game, session.state, one.side, one.bot, terms) for one in others)
        return _ending(session, AGREED, side, terms) if agreed else Offer(side, terms, row.turn, declined=True)

    _change(registry, access, decide)


def answer(registry: MatchRegistry, access: Access, accept: bool) -> None:
    """Accepts or declines what the other side has offered."""

    def decide(loaded: LoadedMatch, session: MatchSession) -> Ending | Offer:
        standing = offer_of(loaded.row)
        if standing is None or standing.side == access.side or standing.declined:
            raise ApiError(409, "no_offer", "there is no offer to answer: it was taken back, or the turn is over")
        if accept:
            return _ending(session, AGREED, standing.side, standing.terms)
        return Offer(standing.side, standing.terms, loaded.row.turn, declined=True)

    _change(registry, access, decide)


def _ending(session: MatchSession, how: How, side: Side, terms: Terms = "") -> Ending:
    return ending_of(session.chain, session.count, how, side, terms)


def _change(registry: MatchRegistry, access: Access, decide: Decide) -> None:
    """Stores what people have decided about a match that is being played."""
    need_seat(access)
    for _ in range(RETRIES):
        loaded = registry.load(access.match)
        session = need_playable(loaded, access)
        if loaded.row.status != PLAYING:
            raise ApiError(409, "over", "the match is over")
        decided = decide(loaded, session)
        try:
            if isinstance(decided, Ending):
                _end(registry, loaded, session, decided)
            elif decided != loaded.row.offer:
                _advance(registry, loaded, msgspec.structs.replace(loaded.row, offer=decided))
        except ConflictError:
            continue
        return
    raise busy()


def _end(registry: MatchRegistry, loaded: LoadedMatch, session: MatchSession, ending: Ending) -> None:
    """Stores that a match has ended and takes it over; raises ConflictError when it has changed meanwhile."""
    now = registry.clock.now()
    change = session.prepare_ending(ending, now)
    outcome = outcome_after(loaded.game, session.state, ending)
    after = msgspec.structs.replace(
        loaded.row, status=OVER, seen=change.seen, owing=(), outcome=outcome, bot_owing=False, ending=ending,
        offer=None, updated=store.now(),
    )  # fmt: skip
    _advance(registry, loaded, after)
    session.accept(change)


def _advance(registry: MatchRegistry, loaded: LoadedMatch, after: MatchRow, new: _Seated | None = None) -> None:
    """Stores the changed row of a match, and perhaps a new match with it."""
    before = loaded.row.revision
    row = msgspec.structs.replace(after, revision=before + 1)

    def work(connection: Connection) -> None:
        store.advance(connection, before, row)
        if new is not None:
            store.create(connection, new.row, new.keys)

    registry.write(row.id, work)
    loaded.row = row


def rematch(registry: MatchRegistry, access: Access) -> RematchOut:
    """The asker's seat in the next match: the same scenario with the sides changed.

    Whoever asks first makes it; the others get their seats in it when they ask. The tokens follow from the server's
    key, so that nobody's has to be kept for him. The seats are taken with commitments as always.
    """
    need_seat(access)
    for _ in range(RETRIES):
        loaded = registry.load(access.match)
        row = loaded.row
        if row.status != OVER:
            raise ApiError(409, "not_over", "a rematch is for a match that is over")
        if row.rematch is not None:
            return _seat_in(registry, loaded, row.rematch, access.side)
        made = _next_match(registry, loaded)
        asked = Rematch(made.row.id, access.side)
        try:
            _advance(registry, loaded, msgspec.structs.replace(row, rematch=asked), made)
        except ConflictError:
            continue
        return _seat_in(registry, loaded, asked, access.side)
    raise busy()


def _next_side(loaded: LoadedMatch, side: Side) -> Side:
    sides = loaded.game.sides
    return sides[(sides.index(side) + 1) % len(sides)]


def _next_match(registry: MatchRegistry, loaded: LoadedMatch) -> _Seated:
    """The next match with everybody in another seat; the seats of people are still to be taken."""
    row = loaded.row
    game, info = find_scenario(row.scenario)
    game.setup(info.id, row.options, "a look at the options")  # raises for options of earlier rules
    seats: dict[Side, SeatRow] = {}
    for side, old in row.seats.items():
        there = _next_side(loaded, side)
        seats[there] = SeatRow(there, old.kind if old.bot else HUMAN, bool(old.bot), name=old.name)
    ordered = {side: seats[side] for side in game.sides}
    new = new_row(game, info.id, dict(row.options), new_secret(registry), ordered, row.hot_seat)
    people = [side for side, seat in ordered.items() if not seat.bot]
    keys = {key_of(_token(registry, row.id, new.id, side)): (SEAT, side) for side in people}
    keys[key_of(_token(registry, row.id, new.id, ""))] = (WATCH, "")
    return _Seated(new, keys)


def _token(registry: MatchRegistry, old: str, new: str, side: Side) -> str:
    return derived_token(registry.signer.secret_for(f"rematch {old} {new} {side}"))


def _seat_in(registry: MatchRegistry, loaded: LoadedMatch, asked: Rematch, side: Side) -> RematchOut:
    there, old = _next_side(loaded, side), loaded.row.id
    token, watch = (_token(registry, old, asked.match, one) for one in (there, ""))
    return RematchOut(asked.match, there, token, watch)
