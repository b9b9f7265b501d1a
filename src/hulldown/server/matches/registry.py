"""The hall: the matches this process has open, one task at a time in each, and the state a viewer is shown."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import Connection

from hulldown.core.game import version_of
from hulldown.core.receipts import Opening, Receipt
from hulldown.server.api.errors import ApiError, DamagedError, StoreError, no_token
from hulldown.server.api.messages import Seat, StateOut
from hulldown.server.matches.loading import Room, open_room, refresh
from hulldown.server.matches.match import ONLOOKER
from hulldown.server.matches.tokens import token_hash
from hulldown.server.settings import Settings
from hulldown.server.storage import store
from hulldown.server.storage.database import Database
from hulldown.server.storage.failures import TELL, answer_to, damaged_answer
from hulldown.server.storage.store import INVITE, USED, Access, MatchRow, Seen
from hulldown.signing import Signer, new_key

T = TypeVar("T")
WORKERS = 8
KEYS = 20_000
"""Tokens remembered, so that a known one costs no question to the database."""


class Hall:
    """The open matches. Its asynchronous methods belong to the event loop, the others to worker threads."""

    def __init__(self, database: Database, settings: Settings) -> None:
        self.database = database
        self.settings = settings
        self.signer = load_signer(database)
        self.changed: Callable[[str, bool], None] = lambda match, made: None
        """Called in the event loop when a match is found changed here, with whether this process has changed it."""
        self._pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="hulldown-engine")
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._keys: OrderedDict[str, Access] = OrderedDict()
        self._made: set[str] = set()
        """Matches that this process has just changed."""
        self._guard = threading.Lock()

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def run(self, work: Callable[[], T]) -> T:
        """The result of work done in a thread of the engine.

        A thread cannot be stopped: when the waiting task is cancelled (its socket has gone), it still waits for the
        end, so that it does not give up the lock of a match while the thread works on it.
        """
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            await asyncio.wait([future])
            if not future.cancelled():
                future.exception()  # looked at, so that nobody complains that it was not
            raise

    def lock(self, match: str) -> asyncio.Lock:
        """The lock that lets one task at a time work on a match."""
        lock = self._locks.get(match)
        if lock is None:
            lock = self._locks[match] = asyncio.Lock()
        return lock

    async def at(self, match: str, work: Callable[[], T]) -> T:
        """The result of work on one match, in a thread, with nobody else working on it in this process."""
        async with self.lock(match):
            before = self._revision(match)
            try:
                return await self.run(work)
            finally:
                made = match in self._made
                self._made.discard(match)
                if made or self._revision(match) != before:
                    self.changed(match, made)

    def _revision(self, match: str) -> int:
        room = self._rooms.get(match)
        return room.row.revision if room is not None else -1

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
                self._keys[key] = known
                while len(self._keys) > KEYS:
                    self._keys.popitem(last=False)
        return known

    def read(self, work: Callable[[Connection], T]) -> T:
        """What the database answers; why it does not is told to the client."""
        return self._ask(self.database.read, work)

    def _ask(self, way: Callable[[Callable[[Connection], T]], T], work: Callable[[Connection], T]) -> T:
        try:
            return way(work)
        except StoreError as error:
            raise answer_to(error) from None
        except DamagedError as error:
            raise damaged_answer(error) from None

    def write(self, match: str, work: Callable[[Connection], T]) -> T:
        """What was stored; a match whose write failed is forgotten, since nobody knows how far it came."""
        try:
            done = self.database.write(work)
        except StoreError as error:
            self.forget(match)
            raise answer_to(error) from None
        self._made.add(match)
        return done

    def room(self, match: str) -> Room:
        """The match as it is stored at this moment."""
        return self.room_and(match, lambda connection: None)[0]

    def room_and(self, match: str, also: Callable[[Connection], T]) -> tuple[Room, T]:
        """The match as it is stored at this moment, and what else is found at the same time or later."""
        known = self._rooms.get(match)
        if known is not None:
            revision, other = self._ask(
                self.database.look, lambda connection: (store.find_revision(connection, match), also(connection))
            )
            if revision == known.row.revision:
                self.keep(known)
                return known, other

        def work(connection: Connection) -> tuple[Room | None, T]:
            found = open_room(connection, match) if known is None else refresh(connection, known)
            return found, also(connection)

        room, other = self.read(work)
        if room is None:
            raise no_token()
        self.keep(room)
        return room, other

    def known(self, match: str) -> Room | None:
        """The match if this process has it open; it may be behind another process."""
        return self._rooms.get(match)

    def is_over(self, match: str) -> bool:
        """Whether a match is known here to be over."""
        room = self._rooms.get(match)
        return room is not None and room.row.status == store.OVER

    def keep(self, room: Room) -> None:
        with self._guard:
            self._rooms[room.row.id] = room
            self._rooms.move_to_end(room.row.id)
            while len(self._rooms) > self.settings.tables:
                self._rooms.popitem(last=False)

    def forget(self, match: str) -> None:
        with self._guard:
            self._rooms.pop(match, None)

    async def state(self, access: Access, events: int = 0, epoch: int | None = None) -> StateOut:
        """What the holder of a token is shown now."""
        return await self.at(access.match, lambda: self._state(self.room(access.match), access, events, epoch))

    async def known_state(self, access: Access, events: int, epoch: int | None) -> StateOut:
        """The same without asking the database, when the match is open here: after a change made here."""
        async with self.lock(access.match):
            room = self.known(access.match)
            if room is not None:
                return self._state(room, access, events, epoch)
        return await self.state(access, events, epoch)

    def _state(self, room: Room, access: Access, events: int, epoch: int | None) -> StateOut:
        """The state of a room with what this server signs for the viewer."""
        shown = state_of(room, access, events, epoch)
        seen = room.row.seen.get(access.side)
        receipt = receipt_of(self, access, seen) if seen is not None and access.role != INVITE else None
        return msgspec.structs.replace(shown, opening=opening_of(self, room.row), receipt=receipt)


def load_signer(database: Database) -> Signer:
    """The key of this server, made and stored at its first start; later starts only read it."""
    known = database.read(store.find_server_key)
    return Signer(known or database.write(lambda connection: store.add_server_key(connection, new_key())))


def receipt_of(hall: Hall, access: Access, seen: Seen) -> Receipt | None:
    """The receipt for the last change a viewer has seen; none where it was seen before there were receipts."""
    if not seen.head:
        return None
    return hall.signer.signed(Receipt(access.match, access.side, seen.number, seen.head))


def opening_of(hall: Hall, row: MatchRow) -> Opening | None:
    """All commitments of a match, once every seat is taken; none for forks and for matches older than openings."""
    seats = row.seats.values()
    old = any(seat.entropy and not seat.commitment for seat in seats) or row.fork_of
    if old or not all(seat.taken for seat in seats) or (row.header is not None and row.header.match != row.id):
        return None
    commitments = {seat.side: seat.commitment for seat in seats}
    return hall.signer.signed(Opening(row.id, row.commitment, commitments, hall.signer.public))


def seat_list(row: MatchRow) -> dict[str, Seat]:
    """The seats as everybody sees them."""
    return {
        side: Seat(seat.kind, seat.taken, commitment=seat.commitment, revealed=bool(seat.commitment and seat.entropy))
        for side, seat in row.seats.items()
    }


def state_of(room: Room, access: Access, events: int = 0, epoch: int | None = None) -> StateOut:
    """What the holder of a token is shown of a room, with its events from number `events` on.

    A log of another epoch was cut back since; then all of it is sent again.
    """
    row, table = room.row, room.table
    viewer = access.side
    seen = row.seen.get(viewer) or Seen(0, 0, "", 0.0)
    guest = access.role == INVITE
    log = table.logs[viewer] if table is not None and not guest else []
    first = events if events <= len(log) and epoch in (None, seen.epoch) else 0
    showing = table.showing.get(viewer) if table is not None and not guest else None
    return StateOut(
        match=row.id,
        game=row.game,
        scenario=row.scenario,
        options=row.options,
        rules=row.header.version if row.header is not None else version_of(room.game, row.scenario),
        hot_seat=row.hot_seat,
        status=room.status,  # type: ignore[arg-type]
        commitment=row.commitment,
        fork_of=row.fork_of,
        seats=seat_list(row),
        side=viewer or None,
        number=seen.number,
        epoch=seen.epoch,
        first=first,
        count=len(log),
        events=log[first:],
        view=showing.view if showing is not None else None,
        legal=showing.legal if showing is not None and not room.frozen else None,
        undo=showing.undo if showing is not None and not room.frozen else False,
    )


def playing_seat(room: Room, access: Access) -> None:
    """Raises unless the match is being played and the token is a seat's."""
    need_seat(access)
    if room.damage:
        raise ApiError(409, "damaged", f"{room.damage}: the match can be read, not played on", TELL)
    if room.frozen:
        raise ApiError(409, "old_rules", "the match was begun under other rules: it can be read, not played on")
    if room.row.status == store.OPEN or room.table is None:
        raise ApiError(409, "not_begun", "the match begins when every seat is taken")


def need_seat(access: Access) -> None:
    if access.role != store.SEAT or access.side == ONLOOKER:
        raise ApiError(403, "role", "only the holder of a seat may do this")
