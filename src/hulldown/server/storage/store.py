"""Queries for matches: typed values in and out of rows. No rules, no state of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, cast

import msgspec
from sqlalchemy import BindParameter, Connection, CursorResult, bindparam, delete, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from hulldown.core.clocks import Clock
from hulldown.core.ending import Ending
from hulldown.core.events import Event, Scalar
from hulldown.core.game import Outcome
from hulldown.core.orders import Side
from hulldown.core.record import Entry, Header, Undo, in_one_row, line_of
from hulldown.server.api.errors import ConflictError, DamagedError
from hulldown.server.storage import schema
from hulldown.server.storage.habits import NO_HABITS, Habits
from hulldown.server.storage.notes import OfferTerms

CHANNEL = "hulldown"
ORDERS = "orders"
"""How a notification of orders begins: `orders WRITER MATCH REVISION MATCH REVISION ...`."""
OPEN, PLAYING, OVER, FROZEN = "open", "playing", "over", "frozen"
SEAT, INVITE, WATCH, USED = "seat", "invite", "watch", "used"
BOT = "bot:"
AUTOMATIC = "answered by itself"
"""The remark on an answer that the server gave for a player, because there was no choice."""

TIMED_OUT = "answered because the time was up"
"""The remark on the idle answer that the server gave for a player."""

Write = Callable[[Connection], None]
UNREADABLE = (msgspec.DecodeError, UnicodeError, TypeError)
"""What decoding a damaged row raises."""

_events = msgspec.msgpack.Decoder(tuple[Event, ...])
_entry = msgspec.json.Decoder(Entry)
_undo = msgspec.json.Decoder(Undo)

# Statements of every order and every look are built once: building them takes longer than running them.
_M, _S, _E, _U, _D = schema.matches, schema.seats, schema.entries, schema.submissions, schema.drafts
_this: BindParameter[str] = bindparam("this")
_FIXED = ("id", "game", "scenario", "options", "secret", "commitment", "hot_seat", "fork_of", "created",
          "follows")  # fmt: skip
"""Columns of a match that never change."""
_CHANGING = tuple(column.name for column in _M.columns if column.name not in _FIXED)
_FIND_KEY = select(schema.tokens.c.match_id, schema.tokens.c.role, schema.tokens.c.side).where(
    schema.tokens.c.hash == _this
)
_FIND_MATCH = select(_M).where(_M.c.id == _this)
_FIND_SEATS = select(_S.c.side, _S.c.kind, _S.c.taken, _S.c.entropy, _S.c.commitment, _S.c.name, _S.c.habits).where(
    _S.c.match_id == _this
)
_FIND_REVISION = select(_M.c.revision).where(_M.c.id == _this)
_FIND_ENTRIES = (
    select(_E.c.number, _E.c.line, _E.c.turn, _E.c.events)
    .where(_E.c.match_id == _this, _E.c.number >= bindparam("since"))
    .order_by(_E.c.number)
)
_FIND_SUBMISSION = select(_U.c.digest, _U.c.answer).where(
    _U.c.match_id == _this, _U.c.side == bindparam("whose"), _U.c.submission == bindparam("name")
)
_ADVANCE = (
    update(_M)
    .where(_M.c.id == _this, _M.c.revision == bindparam("before"))
    .values({name: bindparam(name) for name in _CHANGING})
)
_ADD_ENTRIES, _ADD_SUBMISSION = insert(_E), insert(_U)
_DROP_DRAFT = delete(_D).where(_D.c.match_id == _this, _D.c.side == bindparam("whose"))
_NOTIFY = text("SELECT pg_notify(:channel, :payload)")


class Seen(msgspec.Struct, frozen=True, array_like=True):
    """What one viewer has been shown: how many changes, how often its log was cut back, and when.

    `head` is the head of the record's chain at the last of these changes. The viewer gets a receipt for it. It stays
    the same when something happens that the viewer cannot see. Older servers stored a digest of what was shown; now the
    views themselves are compared, and its place stays empty.
    """

    number: int
    epoch: int
    digest: str
    changed: float
    head: str = ""


_habits = msgspec.json.Decoder(Habits)


class SeatRow(msgspec.Struct, frozen=True):
    """A seat: human, open or bot:NAME; its commitment, and its entropy once that was revealed.

    Without a commitment there is no entropy either: it follows from the server's secret.
    """

    side: Side
    kind: str
    taken: bool
    entropy: str = ""
    commitment: str = ""
    name: str = ""
    """The player's name: plain text of his own choice, "" for none."""
    habits: Habits = NO_HABITS

    @property
    def bot(self) -> str:
        """The name of the bot that sits here, or nothing."""
        return self.kind.removeprefix(BOT) if self.kind.startswith(BOT) else ""

    @property
    def ready(self) -> bool:
        """Whether nothing more is awaited from this seat before the match begins."""
        return self.taken and bool(self.entropy or not self.commitment)


class Offer(msgspec.Struct, frozen=True):
    """A side offers to end, pause or resume the game; it stands until it is answered or the turn is over."""

    side: Side
    terms: OfferTerms
    turn: int
    declined: bool = False
    since: float = 0.0
    """When a side first offered to resume."""


class Rematch(msgspec.Struct, frozen=True):
    """The match that is played next with the sides changed, and the side that asked for it."""

    match: str
    side: Side


class MatchRow(msgspec.Struct, frozen=True):
    """The row of a match. Viewers are named by their side, onlookers by the empty text."""

    id: str
    game: str
    scenario: str
    options: dict[str, Scalar]
    secret: str
    commitment: str
    hot_seat: bool
    fork_of: str
    status: str
    header: Header | None
    revision: int
    seen: dict[str, Seen]
    turn: int
    owing: tuple[Side, ...]
    outcome: Outcome | None
    bot_owing: bool
    created: float
    updated: float
    seats: dict[Side, SeatRow]
    ending: Ending | None = None
    offer: Offer | None = None
    rematch: Rematch | None = None
    clock: Clock | None = None
    clock_due: float | None = None
    """When the server has to answer for a side whose time is up."""
    paused: bool = False
    follows: str = ""
    """The match that this is a rematch of."""


class Access(NamedTuple):
    """What a token opens."""

    match: str
    role: str
    side: Side


class StoredEntry(NamedTuple):
    """An order as stored: the line of the record, the turn it was given in, and what happened."""

    entry: Entry
    turn: int
    events: tuple[Event, ...]


class Remark(NamedTuple):
    """What a bot said about an order. It is shown only after the end."""

    side: Side
    decision: str
    number: int
    turn: int
    remark: str


class Submission(NamedTuple):
    """A submission that was answered: what it asked, in a digest, and the answer."""

    digest: str
    answer: str


def create(connection: Connection, match: MatchRow, keys: Mapping[str, tuple[str, Side]]) -> None:
    """Stores a new match; `keys` are hashes of tokens with role and side."""
    connection.execute(insert(schema.matches).values(**_columns(match)))
    connection.execute(
        insert(schema.seats),
        [{"match_id": match.id, **msgspec.structs.asdict(seat), "habits": ""} for seat in match.seats.values()],
    )
    add_keys(connection, match.id, keys)


def add_keys(connection: Connection, match: str, keys: Mapping[str, tuple[str, Side]]) -> None:
    rows = [{"hash": key, "match_id": match, "role": role, "side": side} for key, (role, side) in keys.items()]
    connection.execute(insert(schema.tokens), rows)


def use_invitation(connection: Connection, key: str) -> None:
    """Marks an invitation as used: it stays known but opens nothing."""
    connection.execute(update(schema.tokens).where(schema.tokens.c.hash == key).values(role=USED))


def find_key(connection: Connection, key: str) -> Access | None:
    """What the token with this hash opens."""
    row = connection.execute(_FIND_KEY, {"this": key}).first()
    return Access(*row) if row is not None else None


def find_match(connection: Connection, match: str) -> MatchRow | None:
    row = connection.execute(_FIND_MATCH, {"this": match}).mappings().first()
    if row is None:
        return None
    seats = {seat.side: _seat(match, seat) for seat in connection.execute(_FIND_SEATS, {"this": match})}
    return _match(match, row, seats)


def _seat(match: str, row: Any) -> SeatRow:
    try:
        habits = _habits.decode(row.habits) if row.habits else NO_HABITS
    except UNREADABLE as error:
        raise DamagedError(match, "the habits of a seat", str(error)) from None
    return SeatRow(row.side, row.kind, row.taken, row.entropy, row.commitment, row.name, habits)


def find_revision(connection: Connection, match: str) -> int:
    """The number of changes to a match so far, -1 when there is none."""
    found = connection.execute(_FIND_REVISION, {"this": match}).scalar()
    return -1 if found is None else int(found)


def revisions(connection: Connection, chosen: Sequence[str]) -> dict[str, int]:
    """The revisions of several matches."""
    table = schema.matches
    rows = connection.execute(select(table.c.id, table.c.revision).where(table.c.id.in_(chosen)))
    return {row.id: row.revision for row in rows}


def advance(connection: Connection, before: int, match: MatchRow) -> None:
    """Replaces the row of a match if it still has revision `before`; raises ConflictError if not.

    The notification of other processes is part of the transaction: it goes out with the commit.
    """
    row = _columns(match)
    values = {"this": match.id, "before": before, **{name: row[name] for name in _CHANGING}}
    done = cast("CursorResult[Any]", connection.execute(_ADVANCE, values))
    if done.rowcount != 1:
        raise ConflictError
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "payload": f"match {match.id} {match.revision}"})


def set_seat(connection: Connection, match: str, seat: SeatRow) -> None:
    table = schema.seats
    chosen = (table.c.match_id == match) & (table.c.side == seat.side)
    values = {"taken": seat.taken, "entropy": seat.entropy, "commitment": seat.commitment, "name": seat.name}
    connection.execute(update(table).where(chosen).values(**values))


def set_habits(connection: Connection, match: str, side: Side, habits: Habits) -> None:
    table = schema.seats
    chosen = (table.c.match_id == match) & (table.c.side == side)
    connection.execute(update(table).where(chosen).values(habits=msgspec.json.encode(habits).decode()))


def add_entries(connection: Connection, match: str, added: Sequence[StoredEntry]) -> None:
    """Stores orders; raises ConflictError where another process has stored one of that number."""
    rows = [
        {
            "match_id": match,
            "number": stored.entry.number,
            "turn": stored.turn,
            "line": line_of(stored.entry),
            "events": msgspec.msgpack.encode(stored.events),
        }
        for stored in added
    ]
    try:
        connection.execute(_ADD_ENTRIES, rows)
    except IntegrityError:
        raise ConflictError from None


def take_back(connection: Connection, match: str, undo: Undo) -> None:
    """Moves the orders from the undo's number on, and the undos among them, into the record of this undo."""
    number = undo.number
    undone, table = schema.undos, schema.entries
    entries = [stored.entry for stored in find_entries(connection, match, number)]
    before = find_undos(connection, match)
    taken = in_one_row(entries, [one for one in before if one.number > number])
    line = line_of(msgspec.structs.replace(undo, taken=taken))
    connection.execute(delete(undone).where(_of(undone, match), undone.c.number > number))
    connection.execute(delete(table).where(_of(table, match), table.c.number >= number))
    serial = sum(one.number <= number for one in before)
    connection.execute(insert(undone).values(match_id=match, serial=serial, number=number, line=line))


def add_undos(connection: Connection, match: str, added: Sequence[Undo]) -> None:
    for serial, undo in enumerate(added):
        values = {"match_id": match, "serial": serial, "number": undo.number, "line": line_of(undo)}
        connection.execute(insert(schema.undos).values(**values))


def find_undos(connection: Connection, match: str) -> list[Undo]:
    """What was taken back in a match, each before the order of its number; raises DamagedError."""
    rows = select(schema.undos.c.number, schema.undos.c.line).where(_of(schema.undos, match))
    found = []
    for number, line in connection.execute(rows.order_by(schema.undos.c.serial)):
        try:
            found.append(_undo.decode(line))
        except UNREADABLE as error:
            raise DamagedError(match, f"the undo of order {number}", type(error).__name__) from None
    return found


def find_server_key(connection: Connection) -> str:
    """The private key of this server, "" before its first start; all processes of a database share it."""
    return str(connection.execute(select(schema.server_keys.c.value)).scalar() or "")


def add_server_key(connection: Connection, fresh: str) -> str:
    """The private key of this server, which is `fresh` unless another process has stored one meanwhile."""
    connection.execute(
        text("INSERT INTO server_keys (name, value) VALUES ('receipts', :value) ON CONFLICT (name) DO NOTHING"),
        {"value": fresh},
    )
    return find_server_key(connection)


def find_entries(connection: Connection, match: str, since: int = 0) -> list[StoredEntry]:
    """The orders from this number on; raises DamagedError naming the first that cannot be read."""
    found = []
    for number, line, turn, events in connection.execute(_FIND_ENTRIES, {"this": match, "since": since}):
        try:
            found.append(StoredEntry(_entry.decode(line), turn, _events.decode(bytes(events))))
        except UNREADABLE as error:
            raise DamagedError(match, f"order {number}", type(error).__name__) from None
    return found


def add_snapshot(connection: Connection, match: str, number: int, tag: str, state: bytes) -> None:
    """Stores the state after so many orders, in place of the one kept so far."""
    connection.execute(delete(schema.snapshots).where(_of(schema.snapshots, match)))
    connection.execute(insert(schema.snapshots).values(match_id=match, number=number, tag=tag, state=state))


def find_snapshot(connection: Connection, match: str) -> tuple[int, str, bytes] | None:
    """The number of orders behind the kept state, its tag, and the state."""
    table = schema.snapshots
    newest = select(table).where(_of(table, match)).order_by(table.c.number.desc()).limit(1)
    row = connection.execute(newest).first()
    return (row.number, row.tag, bytes(row.state)) if row is not None else None


def find_submission(connection: Connection, match: str, side: Side, submission: str) -> Submission | None:
    row = connection.execute(_FIND_SUBMISSION, {"this": match, "whose": side, "name": submission}).first()
    return Submission(*row) if row is not None else None


def add_submission(connection: Connection, match: str, side: Side, submission: str, answered: Submission) -> None:
    """Remembers an answer; raises ConflictError when another process has answered this submission."""
    row = {"match_id": match, "side": side, "submission": submission, **answered._asdict()}
    try:
        connection.execute(_ADD_SUBMISSION, row)
    except IntegrityError:
        raise ConflictError from None


def set_draft(connection: Connection, match: str, side: Side, decision: str, draft: str) -> None:
    """Keeps a draft in place of the one before."""
    connection.execute(
        text(
            "INSERT INTO drafts (match_id, side, decision, draft) VALUES (:match, :side, :decision, :draft) "
            "ON CONFLICT (match_id, side) DO UPDATE SET decision = excluded.decision, draft = excluded.draft"
        ),
        {"match": match, "side": side, "decision": decision, "draft": draft},
    )


def drop_draft(connection: Connection, match: str, side: Side) -> None:
    connection.execute(_DROP_DRAFT, {"this": match, "whose": side})


def find_draft(connection: Connection, match: str, side: Side) -> tuple[str, str] | None:
    """The decision a draft is for, and the draft as JSON."""
    table = schema.drafts
    chosen = select(table).where(_of(table, match), table.c.side == side)
    row = connection.execute(chosen).first()
    return (row.decision, row.draft) if row is not None else None


def add_remarks(connection: Connection, match: str, added: Sequence[Remark]) -> None:
    """Keeps remarks; one for a decision that was asked again replaces the first."""
    for remark in added:
        connection.execute(
            text(
                "INSERT INTO remarks (match_id, side, decision, number, turn, remark) "
                "VALUES (:match, :side, :decision, :number, :turn, :remark) ON CONFLICT (match_id, side, decision) "
                "DO UPDATE SET number = excluded.number, turn = excluded.turn, remark = excluded.remark"
            ),
            {"match": match, **remark._asdict()},
        )


def find_remarks(connection: Connection, match: str) -> list[Remark]:
    """The remarks on a match in the order of the orders; only for one that is over."""
    table = schema.remarks
    columns = (table.c.side, table.c.decision, table.c.number, table.c.turn, table.c.remark)
    found = select(*columns).where(_of(table, match)).order_by(table.c.number)
    return [Remark(*row) for row in connection.execute(found)]


def waiting_bots(connection: Connection, now: float, idle: float, after: str, most: int) -> list[str]:
    """The first matches behind `after` in which a bot owes a person a decision and nothing has happened for a while.

    A match changed in the future waits too: the clock was set back since.
    """
    person = select(_S.c.side).where(_S.c.match_id == _M.c.id, ~_S.c.kind.startswith(BOT)).exists()
    still = (_M.c.updated < now - idle) | (_M.c.updated > now + max(idle, 0.0))
    chosen = select(_M.c.id).where(_M.c.bot_owing.is_(True), still, _M.c.id > after, person)
    return [row.id for row in connection.execute(chosen.order_by(_M.c.id).limit(most))]


def find_automatic(connection: Connection, match: str) -> frozenset[int]:
    """The numbers of the orders that the server gave for a player."""
    table = schema.remarks
    rows = select(table.c.number).where(_of(table, match), table.c.remark == AUTOMATIC)
    return frozenset(row.number for row in connection.execute(rows))


def now() -> float:
    return time.time()


def _of(table: Any, match: str) -> Any:
    return table.c.match_id == match


_header = msgspec.json.Decoder(Header)
_JSON: dict[str, msgspec.json.Decoder[Any]] = {
    "options": msgspec.json.Decoder(dict[str, Scalar]),
    "seen": msgspec.json.Decoder(dict[str, Seen]),
    "owing": msgspec.json.Decoder(tuple[Side, ...]),
    "outcome": msgspec.json.Decoder(Outcome | None),
    "ending": msgspec.json.Decoder(Ending | None),
    "offer": msgspec.json.Decoder(Offer | None),
    "rematch": msgspec.json.Decoder(Rematch | None),
    "clock": msgspec.json.Decoder(Clock | None),
}


def _columns(match: MatchRow) -> dict[str, Any]:
    row = {name: getattr(match, name) for name in schema.matches.c.keys()}  # noqa: SIM118 - a collection, no dict
    for name in _JSON:
        row[name] = msgspec.json.encode(row[name]).decode()
    row["header"] = line_of(match.header).rstrip() if match.header is not None else ""
    return row


def _match(match: str, row: Mapping[Any, Any], seats: dict[Side, SeatRow]) -> MatchRow:
    """A match as its row tells; raises DamagedError naming the first column that cannot be read."""
    values: dict[str, Any] = {str(name): row[name] for name in schema.matches.c.keys()}  # noqa: SIM118
    for name, kind in (*_JSON.items(), ("header", _header)):
        try:
            values[name] = kind.decode(values[name]) if values[name] or name != "header" else None
        except UNREADABLE as error:
            raise DamagedError(match, f"its {name}", type(error).__name__) from None
    try:
        return msgspec.convert({"seats": seats, **values}, MatchRow)
    except msgspec.ValidationError as error:
        raise DamagedError(match, "its row", str(error)) from None
