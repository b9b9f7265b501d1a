"""The registry of loaded matches: one task at a time works on each. Also builds the state a viewer is shown."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import Connection

from hulldown.core.game import version_of
from hulldown.core.orders import Side
from hulldown.core.receipts import Opening, Receipt
from hulldown.server.api.errors import ApiError, DamagedError, StoreError, no_token, stale
from hulldown.server.api.messages import ClockOut, EndingOut, OfferOut, RematchAsked, Seat, StateOut
from hulldown.server.clock import Clock
from hulldown.server.matches.automatic import automatic_of
from hulldown.server.matches.clocks import clock_out
from hulldown.server.matches.known_keys import KnownKeys
from hulldown.server.matches.loading import LoadedMatch, Seating, load_match, refresh
from hulldown.server.matches.play_time import PlayTime
from hulldown.server.matches.session import ONLOOKER, MatchSession, ViewerState
from hulldown.server.matches.tokens import token_hash
from hulldown.server.settings import Settings
from hulldown.server.storage import store
from hulldown.server.storage.database import Database
from hulldown.server.storage.failures import TELL, answer_to, damaged_answer
from hulldown.server.storage.store import INVITE, USED, Access, MatchRow, Seen
from hulldown.signing import Signer, new_key

T = TypeVar("T")
WORKERS = 8
ALONE = 86_400.0
"""Seconds after which a side that has offered to resume a paused match may do so alone: the other may have gone."""


class MatchRegistry:
    """The matches this process has loaded. Its async methods run in the event loop, the others in worker threads."""

    def __init__(self, database: Database, settings: Settings, clock: Clock | None = None) -> None:
        self.database = database
        self.clock = clock or Clock()
        self.play_time = PlayTime(database, self.clock)
        self.settings = settings
        self.signer = load_signer(database)
        self.changed: Callable[[str, bool], None] = lambda match, here: None
        """Called in the event loop when a match has changed; `here` tells whether this process changed it."""
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="hulldown-engine")
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loaded: OrderedDict[str, LoadedMatch] = OrderedDict()
        self._over: OrderedDict[str, None] = OrderedDict()
        """Those of them that are over, which few look at again: without this, a server's memory grows for days."""
        self._keys = KnownKeys()
        self._written: set[str] = set()
        """Matches that this process has just changed."""
        self._lock = threading.Lock()

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def run(self, work: Callable[[], T]) -> T:
        """Runs work in a worker thread and returns its result.

        A thread cannot be stopped. A waiting task that is cancelled (its socket has gone) therefore still waits for
        the thread, so that it does not release the lock of a match while the thread works on it.
        """
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            await asyncio.wait([future])
            if not future.cancelled():
                future.exception()  # read it, or asyncio warns that nobody did
            raise

    def lock(self, match: str) -> asyncio.Lock:
        """The lock that lets one task at a time work on a match."""
        loaded = self._loaded.get(match)
        lock = loaded.lock if loaded is not None else None
        if lock is not None:
            return lock
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        return lock

    async def run_locked(self, match: str, work: Callable[[], T]) -> T:
        """Runs work on one match in a worker thread while nobody else in this process works on it."""
        async with self.lock(match):
            before = self._revision(match)
            try:
                return await self.run(work)
            finally:
                here = match in self._written
                self._written.discard(match)
                if here or self._revision(match) != before:
                    self.changed(match, here)

    def _revision(self, match: str) -> int:
        loaded = self._loaded.get(match)
        return loaded.row.revision if loaded is not None else -1

    async def access(self, token: str) -> Access:
        """What a token opens; raises the one answer for tokens that open nothing."""
        key = token_hash(token)
        if key is None:
            raise no_token()
        known = self._keys.get(key)
        if known is None:
            known = await self.run(lambda: self.read(lambda connection: store.find_key(connection, key)))
            if known is None or known.role == USED:
                raise no_token()
            if known.role != INVITE:  # an invitation ends when it is used, the others never do
                self._keys.add(key, known)
        return known

    def read(self, work: Callable[[Connection], T]) -> T:
        """Reads from the database; turns its failures into answers for the client."""
        return self._ask(self.database.read, work)

    def _ask(self, ask: Callable[[Callable[[Connection], T]], T], work: Callable[[Connection], T]) -> T:
        try:
            return ask(work)
        except StoreError as error:
            raise answer_to(error) from None
        except DamagedError as error:
            raise damaged_answer(error) from None

    def write(self, match: str, work: Callable[[Connection], T]) -> T:
        """Writes to the database. A match whose write failed is forgotten: nobody knows how much of it was stored."""
        try:
            done = self.database.write(work)
        except StoreError as error:
            self.forget(match)
            raise answer_to(error) from None
        self._written.add(match)
        return done

    def tell_again(self, match: str) -> None:
        """Counts a match as changed here: it was, and whoever did it may have ended before he could tell."""
        self._written.add(match)

    def load(self, match: str) -> LoadedMatch:
        """The match as it is stored now."""
        return self.load_with(match, lambda connection: None)[0]

    def load_with(self, match: str, find: Callable[[Connection], T]) -> tuple[LoadedMatch, T]:
        """The match as it is stored now, and what `find` reads at the same time or later."""
        known = self._loaded.get(match)
        if known is not None:
            revision, other = self._ask(
                self.database.look, lambda connection: (store.find_revision(connection, match), find(connection))
            )
            if revision == known.row.revision:
                self.keep(known)
                return known, other

        def work(connection: Connection) -> tuple[LoadedMatch | None, T]:
            found = load_match(connection, match) if known is None else refresh(connection, known)
            return found, find(connection)

        loaded, other = self.read(work)
        if loaded is None:
            raise no_token()
        self.keep(loaded)
        return loaded, other

    @property
    def loaded(self) -> int:
        """How many matches are in memory."""
        return len(self._loaded)

    def known(self, match: str) -> LoadedMatch | None:
        """The match if this process has loaded it. Another process may have changed it since."""
        return self._loaded.get(match)

    def asked_by(self, match: str, address: str) -> None:
        """Notes who waits for the bots of a match."""
        loaded = self._loaded.get(match)
        if loaded is not None:
            loaded.asker = address

    def free(self, match: str) -> LoadedMatch | None:
        """The match if it is loaded here, nobody works on it and its rules answer fast; called in the event loop."""
        loaded = self._loaded.get(match)
        return None if loaded is None or not loaded.quick or self.lock(match).locked() else loaded

    def is_over(self, match: str) -> bool:
        """Whether a match is known here to be over."""
        loaded = self._loaded.get(match)
        return loaded is not None and loaded.row.status == store.OVER

    def keep(self, loaded: LoadedMatch) -> None:
        if loaded.row.clock is not None:
            self.play_time.wanted = True
        if loaded.lock is None:
            loaded.lock = self._locks.get(loaded.row.id)
        with self._lock:
            self._loaded[loaded.row.id] = loaded
            self._loaded.move_to_end(loaded.row.id)
            if loaded.row.status == store.OVER:
                self._over[loaded.row.id] = None
                while len(self._over) > self.settings.finished_in_memory:
                    self._drop(self._over.popitem(last=False)[0])
            while len(self._loaded) > self.settings.matches_in_memory:
                self._drop(next(iter(self._loaded)))

    def _drop(self, match: str) -> None:
        """Takes a match out of memory, with the tokens that open it."""
        self._loaded.pop(match, None)
        self._over.pop(match, None)
        self._keys.drop(match)

    def forget(self, match: str) -> None:
        with self._lock:
            self._drop(match)

    async def current(self, match: str) -> LoadedMatch | None:
        """The match if it is loaded here and the database has no newer one; the caller has its lock."""
        known = self._loaded.get(match)
        if known is None or not known.quick:
            return None
        try:
            revision = await self.database.orders.revision(match)
        except StoreError as error:
            raise answer_to(error) from None
        if revision != known.row.revision:
            return None
        self.keep(known)
        return known

    async def state(self, access: Access, events: int = 0, epoch: int | None = None) -> StateOut:
        """What the holder of a token is shown now."""
        async with self.lock(access.match):
            loaded = await self.current(access.match)
            if loaded is not None:
                return self.state_here(loaded, access, events, epoch)
        return await self.run_locked(
            access.match, lambda: self.state_here(self.load(access.match), access, events, epoch)
        )

    async def known_state(self, access: Access, events: int, epoch: int | None) -> StateOut:
        """The same without asking the database if the match is loaded here: for changes made here."""
        async with self.lock(access.match):
            loaded = self.known(access.match)
            if loaded is not None and loaded.quick:
                return self.state_here(loaded, access, events, epoch)
        return await self.state(access, events, epoch)

    def state_here(self, loaded: LoadedMatch, access: Access, events: int, epoch: int | None) -> StateOut:
        """The state of a match as it is sent, with what this server signs for the viewer."""
        watch = loaded.stopwatch()
        seen = loaded.row.seen.get(access.side)
        receipt = receipt_of(self, access, seen) if seen is not None and access.role != INVITE else None
        clock = clock_out(loaded.row, self.play_time.now())
        seating = self._seating(loaded)
        found = state_of(loaded, access, events, epoch, SentWith(seating.seats, seating.opening, receipt, clock))
        watch.stop()
        return found

    def _seating(self, loaded: LoadedMatch) -> Seating:
        """The seats of a match as everybody sees them; made anew when they change."""
        row, known = loaded.row, loaded.seating
        if known is None or known.rows is not row.seats or known.header is not row.header:
            seats = seat_list(row, loaded.game.sides)
            known = loaded.seating = Seating(row.seats, row.header, seats, opening_of(self, row))
        return known


class SentWith(NamedTuple):
    """What a state is sent with: the seats, what this server has signed, and what its clock says."""

    seats: dict[str, Seat]
    opening: Opening | None = None
    receipt: Receipt | None = None
    clock: ClockOut | None = None


def load_signer(database: Database) -> Signer:
    """The signing key of this server. It is made and stored at the first start; later starts only read it."""
    known = database.read(store.find_server_key)
    return Signer(known or database.write(lambda connection: store.add_server_key(connection, new_key())))


def receipt_of(registry: MatchRegistry, access: Access, seen: Seen) -> Receipt | None:
    """The receipt for the last change a viewer has seen; None if that was before there were receipts."""
    if not seen.head:
        return None
    return registry.signer.signed(Receipt(access.match, access.side, seen.number, seen.head))


def opening_of(registry: MatchRegistry, row: MatchRow) -> Opening | None:
    """All commitments of a match once every seat is taken; None for forks and for matches older than openings."""
    seats = row.seats.values()
    old = any(seat.entropy and not seat.commitment for seat in seats) or row.fork_of
    if old or not all(seat.taken for seat in seats) or (row.header is not None and row.header.match != row.id):
        return None
    commitments = {seat.side: seat.commitment for seat in seats}
    return registry.signer.signed(Opening(row.id, row.commitment, commitments, registry.signer.public))


def seat_list(row: MatchRow, sides: Sequence[Side] = ()) -> dict[str, Seat]:
    """The seats as everybody sees them, in the order of the game's sides; a database keeps none."""
    order = [side for side in sides if side in row.seats] or list(row.seats)
    return {
        side: Seat(
            seat.kind, seat.taken, commitment=seat.commitment, revealed=bool(seat.commitment and seat.entropy),
            name=seat.name,
        )
        for side, seat in ((side, row.seats[side]) for side in order)
    }  # fmt: skip


def ending_of_row(row: MatchRow) -> EndingOut | None:
    """How people ended a match, as everybody sees it."""
    ending = row.ending
    return EndingOut(ending.how, ending.side, ending.terms) if ending is not None else None


def offer_of(row: MatchRow) -> OfferOut | None:
    """The offer that stands; one of a turn that is over does not."""
    offer = row.offer
    if offer is None or row.status != store.PLAYING or offer.turn != row.turn:
        return None
    return OfferOut(offer.side, offer.terms, offer.declined, offer.since + ALONE if offer.since else None)


def rematch_of(row: MatchRow) -> RematchAsked | None:
    return RematchAsked(row.rematch.match, row.rematch.side) if row.rematch is not None else None


def state_of(
    loaded: LoadedMatch, access: Access, events: int = 0, epoch: int | None = None, sent: SentWith | None = None
) -> StateOut:
    """What the holder of a token is shown of a match, with its events from number `events` on.

    A log of another epoch was cut back since. Then all of it is sent again. In a state that is `sent`, view and
    question are JSON, made once for all who look.
    """
    row = loaded.row
    viewer = access.side
    seen = row.seen.get(viewer) or Seen(0, 0, "", 0.0)
    session = loaded.session if access.role != INVITE else None
    count = len(session.logs[viewer]) if session is not None else 0
    shown = session.viewer_states.get(viewer) if session is not None else None
    playable = shown if not loaded.frozen else None
    first = events if events <= count and epoch in (None, seen.epoch) else 0
    legal = playable.legal if playable is not None else None
    automatic = automatic_of(loaded, viewer, legal) if session is not None else None
    asked = None if automatic is not None and automatic.answering else legal
    told = sent or SentWith(seat_list(row, loaded.game.sides))
    return StateOut(
        match=row.id,
        game=row.game,
        scenario=row.scenario,
        options=row.options,
        rules=row.header.version if row.header is not None else version_of(loaded.game, row.scenario),
        hot_seat=row.hot_seat,
        status=loaded.status,  # type: ignore[arg-type]
        commitment=row.commitment,
        fork_of=row.fork_of,
        seats=told.seats,
        side=viewer or None,
        number=seen.number,
        epoch=seen.epoch,
        first=first,
        count=count,
        events=session.told(viewer, first) if session is not None else [],
        view=_view_of(shown, sent),
        score=shown.score if shown is not None else None,
        legal=_question_of(shown, sent) if asked is not None else None,
        undo=playable.undo if playable is not None else False,
        ending=ending_of_row(row),
        offer=offer_of(row),
        rematch=rematch_of(row),
        automatic=automatic,
        paused=row.paused,
        opening=told.opening,
        receipt=told.receipt,
        clock=told.clock,
    )


def _view_of(shown: ViewerState | None, sent: SentWith | None) -> Any:
    """A view, as JSON if it is to be sent."""
    if shown is None:
        return None
    return shown.view if sent is None else msgspec.Raw(shown.view_json)


def _question_of(shown: ViewerState | None, sent: SentWith | None) -> Any:
    """A question, as JSON if it is to be sent."""
    if shown is None:
        return None
    return shown.legal if sent is None else msgspec.Raw(shown.legal_json)


def need_playable(loaded: LoadedMatch, access: Access) -> MatchSession:
    """The session of a match that is being played; raises unless it is one and the token is a seat's."""
    need_seat(access)
    if loaded.damage:
        raise ApiError(409, "damaged", f"{loaded.damage}: the match can be read, not played on", TELL)
    if loaded.frozen:
        raise ApiError(409, "old_rules", "the match was begun under other rules: it can be read, not played on")
    if loaded.row.status == store.OPEN or loaded.session is None:
        raise ApiError(409, "not_begun", "the match begins when every seat is taken")
    return loaded.session


def need_running(loaded: LoadedMatch, access: Access) -> MatchSession:
    """The same for one that people have not ended either."""
    session = need_playable(loaded, access)
    if session.ending is not None:
        raise stale(None)
    return session


def need_seat(access: Access) -> None:
    """Raises unless the token is a seat's."""
    if access.role != store.SEAT or access.side == ONLOOKER:
        raise ApiError(403, "role", "only the holder of a seat may do this")
