"""Loads matches from the database: reads the row, rebuilds the session from snapshot and record, keeps it current."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, NamedTuple, cast

import msgspec
from sqlalchemy import Connection

from hulldown.core.ending import Ending, outcome_after
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, State, version_of
from hulldown.core.orders import Side
from hulldown.core.receipts import Opening
from hulldown.core.record import (
    Entry,
    Header,
    Record,
    Undo,
    chain_start,
    ending_of,
    entry_of,
    game_seed,
    log_of,
    same_state,
    undo_chain,
)
from hulldown.games import load_game
from hulldown.server.api.errors import DamagedError
from hulldown.server.api.messages import Seat
from hulldown.server.matches.session import MatchSession
from hulldown.server.storage import store
from hulldown.server.storage.store import FROZEN, OPEN, MatchRow, SeatRow, StoredEntry
from hulldown.server.warmup import warm_up

log = logging.getLogger("hulldown.server")
QUICK = 0.02
"""Seconds that an order may take in the event loop; matches with slower ones are worked on in threads."""
FORGETTING = 0.9
"""The share of the longest time so far that the next order is expected to take."""


class Stopwatch:
    """Measures one order or check of a match."""

    __slots__ = ("_begun", "_clock", "_loaded")

    def __init__(self, loaded: LoadedMatch, clock: Callable[[], float]) -> None:
        self._loaded, self._clock = loaded, clock
        self._begun = clock()

    def stop(self) -> None:
        self._loaded.measured(self._clock() - self._begun, self._clock is time.perf_counter)


class Seating(NamedTuple):
    """The seats of a match as everybody sees them, and all commitments, signed; with what they were made of."""

    rows: dict[Side, SeatRow]
    header: Header | None
    seats: dict[str, Seat]
    opening: Opening | None


class LoadedMatch:
    """A match that this process has loaded.

    `session` is None before the match begins. A `frozen` match can be read but not played on.
    """

    def __init__(
        self,
        row: MatchRow,
        game: AnyGame,
        session: MatchSession | None = None,
        frozen: bool = False,
        damage: str = "",
    ) -> None:
        self.row = row
        self.game = game
        self.session = session
        self.frozen = frozen
        self.damage = damage
        """What is wrong with the stored match, if that is why it is frozen; else ""."""
        self.lock: asyncio.Lock | None = None
        """The lock of the match, kept as long as the match: the registry hands it out."""
        self.seating: Seating | None = None
        """As it was last sent; it seldom changes."""
        self.asker = ""
        """The address that made the match or gave its last order here: bots answer the askers in turn."""
        self._took = 0.0
        self._doubted = False
        """Whether an order took long by the clock on the wall: then processor time is measured, by a system call."""

    def stopwatch(self) -> Stopwatch:
        """Begins to measure how long the rules take for an order or a check."""
        return Stopwatch(self, time.thread_time if self._doubted else time.perf_counter)

    def took(self, seconds: float) -> None:
        """Notes how long the rules have taken for an order or a check."""
        self._took = max(seconds, self._took * FORGETTING)

    def measured(self, seconds: float, by_wall: bool) -> None:
        """Notes what a stopwatch tells. The wall's clock counts other work too: what seems slow by it is doubted."""
        self._doubted = seconds >= QUICK or not (by_wall or self.quick)
        if not (by_wall and self._doubted):
            self.took(seconds)

    @property
    def longest(self) -> float:
        """Seconds that the rules are expected to take at most."""
        return self._took

    @property
    def quick(self) -> bool:
        """Whether the rules of this match have answered so fast lately that nobody minds waiting in the event loop."""
        return self._took < QUICK

    @property
    def status(self) -> str:
        return FROZEN if self.frozen else self.row.status

    @property
    def owing_bots(self) -> list[str]:
        """The sides whose bot owes a decision."""
        if self.session is None or self.frozen or self.row.status != store.PLAYING:
            return []
        return [side for side in self.session.asked if self.row.seats[side].bot]


def new_session(game: AnyGame, row: MatchRow, header: Header) -> MatchSession:
    """The session of a match before its first order."""
    return MatchSession(game, row.id, header, game_seed(header, row.secret), dict(row.seen), row.revision)


def load_match(connection: Connection, match: str) -> LoadedMatch | None:
    """The match as it is stored, or None when there is none; raises DamagedError."""
    row = store.find_match(connection, match)
    if row is None:
        return None
    game = load_game(row.game)
    if set(row.seats) != set(game.sides):
        raise DamagedError(match, "its list of seats", f"there are seats for {', '.join(row.seats) or 'nobody'}")
    if row.header is None or row.status == OPEN:
        return LoadedMatch(row, game)
    try:
        return _load_begun(connection, game, row, row.header)
    except (HulldownError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        # Its options are none of today's, for instance. Whatever it is, it is no failure of the server.
        raise DamagedError(match, "the way it began", f"{type(error).__name__}: {error}") from error


def _load_begun(connection: Connection, game: AnyGame, row: MatchRow, header: Header) -> LoadedMatch:
    """A match that has begun: ready to play on, or frozen when its rules are gone or its orders are damaged."""
    entries = store.find_entries(connection, row.id)
    warm_up(game, row.scenario)
    undos = store.find_undos(connection, row.id)
    damage = broken_link(header, entries, undos, row.ending)
    if not damage and header.version != version_of(game, row.scenario):
        return LoadedMatch(row, game, _read_only_session(game, row, header, entries), frozen=True)
    session = new_session(game, row, header)
    session.automatic = store.find_automatic(connection, row.id)
    damage = damage or _replay(session, store.find_snapshot(connection, row.id), entries) or _missing(row, session)
    if damage:
        # The database is damaged or was tampered with, or the rules changed without a new version.
        log.error("match %s: %s", row.id, damage)
        return LoadedMatch(row, game, _read_only_session(game, row, header, entries), frozen=True, damage=damage)
    _note_undo(session, undos)
    session.note_ending(row.ending)
    session.update_viewer_states()
    return LoadedMatch(row, game, session)


def _note_undo(session: MatchSession, undos: list[Undo]) -> None:
    """Moves the head of the chain to the last undo if no order has followed it."""
    if undos and undos[-1].number == session.count:
        session.chain = undos[-1].chain


def broken_link(header: Header, entries: list[StoredEntry], undos: list[Undo], ending: Ending | None = None) -> str:
    """Names the first order or undo that the chain of hashes does not confirm; "" when it confirms all."""
    for number, stored in enumerate(entries):
        if stored.entry.number != number:
            return f"order {number} is missing in the database"
    chain = chain_start(header)
    for part in log_of(Record(header, [stored.entry for stored in entries], None, undos)):
        if isinstance(part, Entry):
            whole = part == entry_of(chain, part.number, part.side, part.order, part.rolls, part.state)
        else:
            whole = part.chain == undo_chain(chain, part.number, part.side, part.state)
        if not whole:
            what = "order" if isinstance(part, Entry) else "the undo of order"
            return f"{what} {part.number} is damaged in the database"
        chain = part.chain
    if ending is not None and ending != ending_of(chain, len(entries), ending.how, ending.side, ending.terms):
        return "the end of the match is damaged in the database"
    return ""


def _replay(session: MatchSession, kept: tuple[int, str, bytes] | None, entries: list[StoredEntry]) -> str:
    """Replays the orders; returns what is wrong with them, or "" when the session stands after the last one."""
    for stored in _from_snapshot(session, kept, entries):
        try:
            if session.replay(stored):
                continue
        except (HulldownError, LookupError, ValueError) as error:
            log.error("match %s: %s: %s", session.match, type(error).__name__, error)
        return f"order {stored.entry.number} does not lead where it did"
    return ""


def _missing(row: MatchRow, session: MatchSession) -> str:
    """Names the orders that the row of the match counts but that are not there; "" when none is missing."""
    outcome = outcome_after(session.game, session.state, row.ending)
    pending = tuple(session.game.pending(session.state)) if outcome is None else ()
    if (row.turn, row.owing, row.outcome) == (session.state.turn, pending, outcome):
        return ""
    return f"orders from number {session.count} on are missing in the database"


def _from_snapshot(
    session: MatchSession, kept: tuple[int, str, bytes] | None, entries: list[StoredEntry]
) -> list[StoredEntry]:
    """Restores the kept state if it is sound; returns the orders still to be replayed."""
    if kept is None:
        return entries
    number, tag, content = kept
    if tag != snapshot_tag(session.game, session.state.scenario):
        return entries
    try:
        state: State = msgspec.msgpack.decode(content, type=session.game.state_type)
        fits = 0 < number <= len(entries) and same_state(session.header, state, entries[number - 1].entry.state)
    except msgspec.DecodeError:
        fits = False
    if not fits:
        log.error("match %s: its snapshot after %d orders is damaged in the database: not used", session.match, number)
        return entries
    session.restore(state, entries[:number])
    return entries[number:]


def _read_only_session(game: AnyGame, row: MatchRow, header: Header, entries: list[StoredEntry]) -> MatchSession:
    """A session for reading only, brought as far as today's rules can follow the stored orders."""
    session = new_session(game, row, header)
    following = True
    for stored in entries:
        session.log(stored)
        try:
            if following:
                session.state = session.game.apply(session.state, stored.entry.side, stored.entry.order).state
        except (HulldownError, LookupError, ValueError):
            following = False
    session.count = len(entries)
    session.note_ending(row.ending)
    if following:
        session.update_viewer_states()
    return session


def refresh(connection: Connection, loaded: LoadedMatch) -> LoadedMatch | None:
    """The match as it is stored now. The session is kept where only orders were added, else it is built anew."""
    match = loaded.row.id
    if store.find_revision(connection, match) == loaded.row.revision:
        return loaded
    row, session = store.find_match(connection, match), loaded.session
    if row is None or session is None or loaded.frozen or row.header != session.header:
        return load_match(connection, match)
    session.automatic = store.find_automatic(connection, match)
    if not _replay_new(connection, session):
        return load_match(connection, match)
    _note_undo(session, store.find_undos(connection, match))
    session.note_ending(row.ending)
    session.seen, session.revision = dict(row.seen), row.revision
    session.update_viewer_states()
    fresh = LoadedMatch(row, loaded.game, session)
    fresh.took(loaded.longest)
    return fresh


def _replay_new(connection: Connection, session: MatchSession) -> bool:
    """Whether the session could follow the orders stored since; not if its own last order is gone."""
    entries = store.find_entries(connection, session.match, max(session.count - 1, 0))
    if session.count:
        if not entries or entries[0].entry.chain != session.chain:
            return False
        entries = entries[1:]
    return all(session.replay(stored) for stored in entries)


def snapshot_tag(game: AnyGame, scenario: str) -> str:
    """What a kept state depends on: the version of the rules and the schema of the state."""
    return f"{game.name} {game.version(scenario)} {_schema_hash(cast('Hashable', game.state_type))}"


@cache
def _schema_hash(kind: Hashable) -> str:
    content = msgspec.json.encode(_without_descriptions(msgspec.json.schema(kind)), order="deterministic")
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def _without_descriptions(schema: Any) -> Any:
    """A schema without its descriptions, which compiled classes do not have."""
    if isinstance(schema, dict):
        return {
            key: _without_descriptions(value)
            for key, value in schema.items()
            if key != "description" or isinstance(value, dict)
        }
    return [_without_descriptions(value) for value in schema] if isinstance(schema, list) else schema
