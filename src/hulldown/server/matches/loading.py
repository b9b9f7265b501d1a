"""Opening matches from the database: the row, the table rebuilt from snapshot and record, and keeping it current."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Hashable
from functools import cache
from typing import Any, cast

import msgspec
from sqlalchemy import Connection

from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, State, version_of
from hulldown.core.record import (
    Entry,
    Header,
    Record,
    Undo,
    chain_start,
    entry_of,
    game_seed,
    log_of,
    state_hash,
    undo_chain,
)
from hulldown.games import load_game
from hulldown.server.api.errors import DamagedError
from hulldown.server.matches.match import Table
from hulldown.server.storage import store
from hulldown.server.storage.store import FROZEN, OPEN, MatchRow, StoredEntry
from hulldown.server.warmup import warm_up

log = logging.getLogger("hulldown.server")


class Room:
    """A match as this process knows it; `table` is None before it begins, `frozen` when it cannot go on."""

    def __init__(self, row: MatchRow, game: AnyGame, table: Table | None, frozen: bool, damage: str = "") -> None:
        self.row = row
        self.game = game
        self.table = table
        self.frozen = frozen
        self.damage = damage
        """What is wrong with the stored match, if that is why it is frozen."""

    @property
    def status(self) -> str:
        return FROZEN if self.frozen else self.row.status

    @property
    def owing_bots(self) -> list[str]:
        """The sides whose bot owes a decision."""
        if self.table is None or self.frozen or self.row.status != store.PLAYING:
            return []
        return [side for side in self.game.pending(self.table.state) if self.row.seats[side].bot]


def new_table(game: AnyGame, row: MatchRow, header: Header) -> Table:
    """The table of a match before its first order."""
    return Table(game, row.id, header, game_seed(header, row.secret), dict(row.seen), row.revision)


def open_room(connection: Connection, match: str) -> Room | None:
    """The match as it is stored, or None when there is none."""
    row = store.find_match(connection, match)
    if row is None:
        return None
    game = load_game(row.game)
    if set(row.seats) != set(game.sides):
        raise DamagedError(match, "its list of seats", f"there are seats for {', '.join(row.seats) or 'nobody'}")
    if row.header is None or row.status == OPEN:
        return Room(row, game, None, False)
    entries = store.find_entries(connection, match)
    warm_up(game, row.scenario)
    table = new_table(game, row, row.header)
    undos = store.find_undos(connection, match)
    damage = broken_link(row.header, entries, undos)
    if not damage and row.header.version != version_of(game, row.scenario):
        return Room(row, game, table, _read_only(table, entries))
    damage = damage or _replayed(table, store.find_snapshot(connection, match), entries) or _missing(row, table)
    if damage:
        # A damaged database, one that was tampered with, or rules changed without a new version: readable, no more.
        log.error("match %s: %s", match, damage)
        table = new_table(game, row, row.header)
        return Room(row, game, table, _read_only(table, entries), damage)
    _note_undo(table, undos)
    table.look()
    return Room(row, game, table, False)


def _note_undo(table: Table, undos: list[Undo]) -> None:
    """Puts the chain of a table behind the last undo where no order has followed it."""
    if undos and undos[-1].number == table.count:
        table.chain = undos[-1].chain


def broken_link(header: Header, entries: list[StoredEntry], undos: list[Undo]) -> str:
    """The first order or undo that is not the one that was stored, by the chain of hashes; nothing when all are."""
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
    return ""


def _replayed(table: Table, kept: tuple[int, str, bytes] | None, entries: list[StoredEntry]) -> str:
    """Why the orders do not lead where they did; nothing when the table stands after the last one."""
    for stored in _from_snapshot(table, kept, entries):
        try:
            if table.replay(stored):
                continue
        except (HulldownError, LookupError, ValueError) as error:
            log.error("match %s: %s: %s", table.match, type(error).__name__, error)
        return f"order {stored.entry.number} does not lead where it did"
    return ""


def _missing(row: MatchRow, table: Table) -> str:
    """Whether the row of the match tells of orders that are not there."""
    outcome = table.game.outcome(table.state)
    pending = tuple(table.game.pending(table.state)) if outcome is None else ()
    if (row.turn, row.owing, row.outcome) == (table.state.turn, pending, outcome):
        return ""
    return f"orders from number {table.count} on are missing in the database"


def _from_snapshot(table: Table, kept: tuple[int, str, bytes] | None, entries: list[StoredEntry]) -> list[StoredEntry]:
    """The orders still to be replayed after a kept state, if there is a good one, was taken."""
    if kept is None:
        return entries
    number, tag, content = kept
    if tag != snapshot_tag(table.game, table.state.scenario):
        return entries
    try:
        state: State = msgspec.msgpack.decode(content, type=table.game.state_type)
        fits = 0 < number <= len(entries) and state_hash(state) == entries[number - 1].entry.state
    except msgspec.DecodeError:
        fits = False
    if not fits:
        log.error("match %s: its snapshot after %d orders is damaged in the database: not used", table.match, number)
        return entries
    table.stand(state, entries[:number])
    return entries[number:]


def _read_only(table: Table, entries: list[StoredEntry]) -> bool:
    """True, after the table was brought as far as today's rules can follow the orders of other rules."""
    following = True
    for stored in entries:
        table.extend_logs(stored.events)
        try:
            if following:
                table.state = table.game.apply(table.state, stored.entry.side, stored.entry.order).state
        except (HulldownError, LookupError, ValueError):
            following = False
    table.count = len(entries)
    if following:
        table.look()
    return True


def refresh(connection: Connection, room: Room) -> Room | None:
    """The room as it is stored now: the same one carried on where only orders were added, else a new one."""
    if store.find_revision(connection, room.row.id) == room.row.revision:
        return room
    row = store.find_match(connection, room.row.id)
    table = room.table
    if row is None or table is None or room.frozen or row.header != table.header:
        return open_room(connection, room.row.id)
    since = max(table.count - 1, 0)
    entries = store.find_entries(connection, row.id, since)
    if table.count:
        if not entries or entries[0].entry.chain != table.chain:
            return open_room(connection, row.id)
        entries = entries[1:]
    if not all(table.replay(stored) for stored in entries):
        return open_room(connection, row.id)
    _note_undo(table, store.find_undos(connection, row.id))
    table.seen, table.revision = dict(row.seen), row.revision
    table.look()
    return Room(row, room.game, table, False)


def snapshot_of(table: Table) -> bytes:
    return msgspec.msgpack.encode(table.state)


def snapshot_tag(game: AnyGame, scenario: str) -> str:
    """What a kept state depends on: the rules' version and the shape of the state."""
    return f"{game.name} {game.version(scenario)} {_shape(cast('Hashable', game.state_type))}"


@cache
def _shape(kind: Hashable) -> str:
    content = msgspec.json.encode(_without_words(msgspec.json.schema(kind)), order="deterministic")
    return hashlib.blake2b(content, digest_size=8).hexdigest()


def _without_words(schema: Any) -> Any:
    """A schema without descriptions: they say nothing about the shape, and compiled classes have none."""
    if isinstance(schema, dict):
        told = schema.items()
        return {key: _without_words(value) for key, value in told if key != "description" or isinstance(value, dict)}
    return [_without_words(value) for value in schema] if isinstance(schema, list) else schema
