"""How people end or pause a match and begin the next: resigning, claims, offers, rematch. Called in worker threads."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from hulldown.bots.offers import accepts
from hulldown.core.clocks import Clock, new_clock
from hulldown.core.ending import AGREED, DRAW, RESIGNED, TIME_UP, Ending, How, Terms, outcome_after
from hulldown.core.notes import Note
from hulldown.core.orders import Side
from hulldown.core.record import ending_of
from hulldown.server.api.errors import ApiError, ConflictError, busy
from hulldown.server.api.messages import RematchOut
from hulldown.server.matches.clocks import set_paused, stopped
from hulldown.server.matches.creation import HUMAN, find_scenario, key_of, new_row, new_secret
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.play import RETRIES
from hulldown.server.matches.registry import ALONE, MatchRegistry, need_playable, need_seat, offer_of
from hulldown.server.matches.session import MatchSession
from hulldown.server.matches.tokens import derived_token
from hulldown.server.storage import store
from hulldown.server.storage.notes import PAUSE, RESUME, OfferTerms, add_notes
from hulldown.server.storage.store import OVER, PLAYING, SEAT, WATCH, Access, MatchRow, Offer, Rematch, SeatRow

GRACE = 60.0
"""Seconds after which a side may be claimed from although idle answers were agreed: the server could give none."""


class Decided(NamedTuple):
    """How a match goes on: it ends, an offer stands or none does, or it is paused (True) or resumed (False)."""

    result: Ending | Offer | bool | None
    note: Note | None = None


Decide = Callable[[LoadedMatch, MatchSession], Decided]
"""Finds how a match goes on. It is called again when others were faster."""


class _Seated(NamedTuple):
    """A row in the making with the hashes of its tokens."""

    row: MatchRow
    keys: dict[str, tuple[str, Side]]


def resign(registry: MatchRegistry, access: Access) -> None:
    """Gives the match up. Doing it again changes nothing."""

    def decide(loaded: LoadedMatch, session: MatchSession) -> Decided:
        return Decided(_ending(session, RESIGNED, access.side))

    loaded = registry.load(access.match)
    ending = loaded.row.ending
    if ending is not None and (ending.how, ending.side) == (RESIGNED, access.side):
        return
    _change(registry, access, decide)


def claim(registry: MatchRegistry, access: Access) -> None:
    """Ends the match because the other side's time is up; a draw if the claimer's own time is up too."""

    def decide(loaded: LoadedMatch, session: MatchSession) -> Decided:
        row, now = loaded.row, registry.play_time.now()
        clock = row.clock
        if clock is None:
            raise ApiError(409, "no_clock", "the match has no clock")
        if row.paused:
            raise ApiError(409, "paused", "the match is paused: its clocks stand")
        late = [side for side in clock.sides if clock.is_up(side, now)]
        lost = [side for side in late if side != access.side]
        if not lost:
            raise ApiError(409, "too_early", f"nobody's time is up{_time_left(clock, access.side, now)}")
        if clock.answers(lost[0]) and clock.overtime(lost[0], now) < GRACE:
            raise ApiError(409, "idle_agreed", "the time is up: an idle answer is given, as was agreed")
        return Decided(_ending(session, TIME_UP, lost[0], DRAW if access.side in late else ""))

    _change(registry, access, decide)


def _time_left(clock: Clock, own: Side, now: float) -> str:
    """How long the others have, as the end of a sentence."""
    running = [clock.left(side, now) for side, one in clock.sides.items() if side != own and one.since is not None]
    return f": there are {math.ceil(min(running))} s left" if running else ": nothing is asked of the other side"


def offer(registry: MatchRegistry, access: Access, terms: OfferTerms) -> None:
    """Offers to end, pause or resume the match, or takes the offer back. Who offers what stands accepts it."""

    def decide(loaded: LoadedMatch, session: MatchSession) -> Decided:
        row, side = loaded.row, access.side
        standing = offer_of(row)
        if not terms:
            if standing is None or standing.side != side:
                return Decided(row.offer)
            return Decided(None, Note(session.count, "withdrawn", side, standing.terms))
        if standing is not None and standing.side != side and standing.terms == terms and not standing.declined:
            return _agreed(session, standing.side, terms)
        if terms == RESUME and row.paused:
            return _resuming(session, row, side, registry.clock.now())
        if standing is not None and standing.side == side and standing.declined:
            raise ApiError(409, "declined", "the other side has declined an offer this turn", "offer again next turn")
        others = [one for name, one in row.seats.items() if name != side]
        note = Note(session.count, "offered", side, terms)
        if terms == PAUSE:
            _check_pause(row, all(one.bot for one in others))
        elif terms == RESUME:
            raise ApiError(409, "paused", "the match is not paused")
        elif all(one.bot for one in others):
            return _bots_answer(loaded, session, others, note)
        return Decided(Offer(side, terms, row.turn), note)

    _change(registry, access, decide)


def _bots_answer(loaded: LoadedMatch, session: MatchSession, bots: list[SeatRow], note: Note) -> Decided:
    """What bots make of an offer to end the match."""
    terms: Terms = note.terms  # type: ignore[assignment]
    if all(accepts(loaded.game, session.state, one.side, one.bot, terms) for one in bots):
        return Decided(_ending(session, AGREED, note.side, terms), note)
    return Decided(Offer(note.side, terms, loaded.row.turn, declined=True), note)


def _check_pause(row: MatchRow, alone: bool) -> None:
    """Raises where a match cannot be paused."""
    if alone:
        raise ApiError(409, "alone", "a match against bots waits for you by itself")
    if row.paused:
        raise ApiError(409, "paused", "the match is paused already")


def _resuming(session: MatchSession, row: MatchRow, side: Side, now: float) -> Decided:
    """A side offers to resume. It may do so again after a decline, for no turn ends while a match is paused.

    A day after its first offer it goes on alone: the other side may have gone, and no clock runs against it.
    """
    before = row.offer if row.offer is not None and (row.offer.side, row.offer.terms) == (side, RESUME) else None
    if before is not None and now >= before.since + ALONE:
        return _agreed(session, side, RESUME)
    if before is not None and not before.declined:
        return Decided(before)
    since = before.since if before is not None else now
    return Decided(Offer(side, RESUME, row.turn, since=since), Note(session.count, "offered", side, RESUME))


def answer(registry: MatchRegistry, access: Access, accept: bool, terms: OfferTerms = "") -> None:
    """Accepts or declines what the other side has offered; `terms` are those that the answerer was shown."""

    def decide(loaded: LoadedMatch, session: MatchSession) -> Decided:
        standing = offer_of(loaded.row)
        if standing is None or standing.side == access.side or standing.declined:
            raise ApiError(409, "no_offer", "there is no offer to answer: it was taken back, or the turn is over")
        if terms not in ("", standing.terms):
            raise ApiError(409, "no_offer", "the other side offers something else now", "look at the new offer")
        if accept:
            return _agreed(session, standing.side, standing.terms)
        since = loaded.row.offer.since if loaded.row.offer is not None else 0.0
        declined = Offer(standing.side, standing.terms, loaded.row.turn, declined=True, since=since)
        return Decided(declined, Note(session.count, "declined", access.side, standing.terms))

    _change(registry, access, decide)


def _agreed(session: MatchSession, side: Side, terms: OfferTerms) -> Decided:
    """What follows when the offer of a side is accepted."""
    if terms == PAUSE:
        return Decided(True, Note(session.count, "paused", side))
    if terms == RESUME:
        return Decided(False, Note(session.count, "resumed", side))
    return Decided(_ending(session, AGREED, side, terms))


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
            _take(registry, loaded, session, decided)
        except ConflictError:
            continue
        return
    raise busy()


def _take(registry: MatchRegistry, loaded: LoadedMatch, session: MatchSession, decided: Decided) -> None:
    """Stores how a match goes on, with the note of it; raises ConflictError when it has changed meanwhile."""
    result, row = decided.result, loaded.row
    notes = (decided.note,) if decided.note is not None else ()
    if isinstance(result, Ending):
        _end(registry, loaded, session, result, notes)
    elif isinstance(result, bool):
        paused = set_paused(row, result, registry.play_time.now())
        _advance(registry, loaded, msgspec.structs.replace(paused, offer=None), notes=notes)
    elif result != row.offer:
        _advance(registry, loaded, msgspec.structs.replace(row, offer=result), notes=notes)


def _end(
    registry: MatchRegistry, loaded: LoadedMatch, session: MatchSession, ending: Ending, notes: Sequence[Note]
) -> None:
    """Stores that a match has ended and takes it over; raises ConflictError when it has changed meanwhile."""
    now = registry.clock.now()
    change = session.prepare_ending(ending, now)
    outcome = outcome_after(loaded.game, session.state, ending)
    after = msgspec.structs.replace(
        loaded.row, status=OVER, seen=change.seen, owing=(), outcome=outcome, bot_owing=False, ending=ending,
        offer=None, updated=store.now(), paused=False,
    )  # fmt: skip
    _advance(registry, loaded, stopped(after, registry.play_time.now()), notes=notes)
    session.accept(change)


def _advance(
    registry: MatchRegistry, loaded: LoadedMatch, after: MatchRow, new: _Seated | None = None,
    notes: Sequence[Note] = (),
) -> None:  # fmt: skip
    """Stores the changed row of a match, and perhaps a new match or notes with it."""
    before = loaded.row.revision
    row = msgspec.structs.replace(after, revision=before + 1)

    def work(connection: Connection) -> None:
        store.advance(connection, before, row)
        add_notes(connection, row.id, notes)
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
    people = [side for side, seat in ordered.items() if not seat.bot]
    clock = new_clock(row.clock.terms, people) if row.clock is not None else None
    new = new_row(
        game, info.id, dict(row.options), new_secret(registry), ordered, row.hot_seat, registry.settings.share
    )
    new = msgspec.structs.replace(new, clock=clock, follows=row.id)
    keys = {key_of(_token(registry, row.id, new.id, side)): (SEAT, side) for side in people}
    keys[key_of(_token(registry, row.id, new.id, ""))] = (WATCH, "")
    return _Seated(new, keys)


def _token(registry: MatchRegistry, old: str, new: str, side: Side) -> str:
    return derived_token(registry.signer.secret_for(f"rematch {old} {new} {side}"))


def _seat_in(registry: MatchRegistry, loaded: LoadedMatch, asked: Rematch, side: Side) -> RematchOut:
    there, old = _next_side(loaded, side), loaded.row.id
    token, watch = (_token(registry, old, asked.match, one) for one in (there, ""))
    return RematchOut(asked.match, there, token, watch)
