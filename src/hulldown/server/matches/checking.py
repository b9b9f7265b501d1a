"""Checks every match of a database: can it be read, does its chain hold, is all that is stored what a replay gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, select

from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, State
from hulldown.core.orders import Order, Side
from hulldown.core.receipts import Receipt
from hulldown.core.record import Entry, Header, Record, Reveal, log_of, state_hash, verify
from hulldown.server.api.errors import DamagedError
from hulldown.server.matches.loading import load_match, new_session, snapshot_tag
from hulldown.server.matches.play import digest_of
from hulldown.server.storage import schema, store
from hulldown.server.storage.database import Database
from hulldown.server.storage.notes import find_notes
from hulldown.server.storage.store import OPEN, OVER, MatchRow, StoredEntry
from hulldown.signing import valid

SOUND, OLD, BAD = "sound", "older rules", "damaged"


class _Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stored answer: to an order it names the decision, to an undo it holds the order taken back."""

    submission: str
    number: int
    decision: str = ""
    order: Order | None = None
    receipt: Receipt | None = None


class CheckedMatch(NamedTuple):
    """A match and what is wrong with it."""

    match: str
    state: str
    """sound, older rules or damaged"""
    why: str = ""


def check_match(connection: Connection, match: str) -> CheckedMatch:
    """Loads a match as a server would; one that is over must verify like its record."""
    try:
        loaded = load_match(connection, match)
        if loaded is None or loaded.damage:
            return CheckedMatch(match, BAD, loaded.damage if loaded is not None else "it is gone")
        row = loaded.row
        if loaded.frozen:
            return CheckedMatch(match, OLD)
        if row.header is not None and row.status != OPEN:
            why = _differs(connection, row, row.header, loaded.game)
            if why:
                return CheckedMatch(match, BAD, why)
        if row.header is not None and row.status == OVER:
            entries = [one.entry for one in store.find_entries(connection, match)]
            undos, notes = store.find_undos(connection, match), find_notes(connection, match)
            verify(Record(row.header, entries, Reveal(row.secret, row.outcome), undos, row.ending, notes), loaded.game)
    except DamagedError as error:
        return CheckedMatch(match, BAD, f"{error.what}: {error.why}")
    except (HulldownError, LookupError, ValueError) as error:
        return CheckedMatch(match, BAD, str(error))
    return CheckedMatch(match, SOUND)


def _differs(connection: Connection, row: MatchRow, header: Header, game: AnyGame) -> str:
    """What is stored beside the record and is not what a replay gives: events, kept states, answers; "" for nothing."""
    entries = store.find_entries(connection, row.id)
    state = new_session(game, row, header).state
    for stored in entries:
        step = game.apply(state, stored.entry.side, stored.entry.order)
        if stored.turn != state.turn or tuple(step.events) != tuple(stored.events):
            return f"the events of order {stored.entry.number} are not those that it led to"
        state = step.state
    return _snapshot_differs(connection, row, game, entries) or _answer_differs(connection, row, header, entries)


def _snapshot_differs(connection: Connection, row: MatchRow, game: AnyGame, entries: list[StoredEntry]) -> str:
    table = schema.snapshots
    for kept in connection.execute(select(table).where(table.c.match_id == row.id)):
        if kept.tag != snapshot_tag(game, row.scenario):
            continue  # of an earlier program, and not used
        try:
            state: State = msgspec.msgpack.decode(kept.state, type=game.state_type)
            fits = 0 < kept.number <= len(entries) and state_hash(state) == entries[kept.number - 1].entry.state
            fits = fits and msgspec.msgpack.encode(state) == bytes(kept.state)
        except (msgspec.DecodeError, ValueError):
            fits = False
        if not fits:
            return f"the state kept after order {kept.number} is not the one that the orders lead to"
    return ""


def _answer_differs(connection: Connection, row: MatchRow, header: Header, entries: list[StoredEntry]) -> str:
    """Answers to orders and undos: each is for its row, for an order that was given, and has a true signature."""
    given: dict[tuple[Side, str], list[Order]] = {}
    record = Record(header, [one.entry for one in entries], None, store.find_undos(connection, row.id))
    for part in log_of(record):
        if isinstance(part, Entry):
            given.setdefault((part.side, part.order.decision), []).append(part.order)
    table = schema.submissions
    for kept in connection.execute(select(table).where(table.c.match_id == row.id)):
        try:
            answer = msgspec.json.decode(kept.answer, type=_Answer)
        except (msgspec.DecodeError, ValueError):
            return f"the answer {kept.submission} is damaged"
        decision = answer.decision or (answer.order.decision if answer.order is not None else "")
        orders = given.get((kept.side, decision), [])
        digests = {digest_of("undo")} if answer.order is not None else set()
        if answer.order is None:
            digests = {digest_of((decision, form)) for order in orders for form in _as_sent(order)}
        elif answer.order not in orders:
            return f"the answer {kept.submission} is damaged"
        if kept.digest not in digests or answer.submission != kept.submission:
            return f"the answer {kept.submission} is not to an order that was given"
        receipt = answer.receipt
        if receipt is not None and (
            (receipt.match, receipt.viewer, receipt.number) != (row.id, kept.side, answer.number)
            or not valid(header.key, receipt.content(), receipt.signature)
        ):
            return f"the receipt in the answer {kept.submission} is damaged"
    return ""


def _as_sent(order: Order) -> tuple[Order, Order]:
    """An order with and without the decision it answers: clients may name it or not."""
    return order, msgspec.structs.replace(order, decision="")


def check_all(database: Database) -> Iterator[CheckedMatch]:
    """Checks one match after the other, each in a read of its own."""
    names = database.read(lambda connection: list(connection.execute(select(schema.matches.c.id)).scalars()))
    for name in names:
        found = database.read(lambda connection, name=name: check_match(connection, name))  # type: ignore[misc]
        if found.why != "it is gone":
            yield found
