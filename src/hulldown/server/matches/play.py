"""Orders, undo and drafts of a seat. Called in worker threads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection

from hulldown.core.board import Board
from hulldown.core.errors import IllegalOrderError
from hulldown.core.notes import Note
from hulldown.core.orders import Order, Side
from hulldown.server.api.errors import ApiError, ConflictError, StoreError, busy, stale
from hulldown.server.api.messages import Accepted, Draft, GivenOrder, GivenOrders, Undone
from hulldown.server.matches.automatic import answers_itself
from hulldown.server.matches.clocks import after_change, place_of
from hulldown.server.matches.loading import LoadedMatch, snapshot_tag
from hulldown.server.matches.registry import MatchRegistry, need_playable, need_seat, receipt_of
from hulldown.server.matches.session import ONLOOKER, Change, MatchSession
from hulldown.server.settings import DRAFT
from hulldown.server.storage import store
from hulldown.server.storage.failures import answer_to
from hulldown.server.storage.notes import add_notes
from hulldown.server.storage.orders import OrderRows, rows_of
from hulldown.server.storage.orders import write as write_rows
from hulldown.server.storage.store import AUTOMATIC, OVER, PLAYING, TIMED_OUT, Access, MatchRow, Remark, Submission

RETRIES = 8
"""How often a write is tried again after another process was faster."""
TASKS, TASKS_OF_A_UNIT = 64, 4
"""Tasks that an order may have in any case, and for each unit that is asked about besides."""
PLACES = 512
"""Cells or targets of one task."""
TEXT = 64
"""Characters of a unit's name, a kind or a choice in an order."""
Attempt = Callable[[LoadedMatch, MatchSession], tuple[Change, bytes]]
"""Makes a change and its answer. It is called again when another process was faster."""


def submit(
    registry: MatchRegistry, access: Access, submission: str, decision: str, order: Order, remark: str = ""
) -> Accepted:
    """Stores an order and returns the answer. A repeated submission gets its first answer.

    A bot's remark is stored with its order and shown to nobody before the end.
    """
    attempt = partial(judge, registry, access, submission, decision, order)
    answer = _change(registry, access, Submitted(submission, digest_of_order(decision, order), remark), attempt)
    return msgspec.json.decode(answer, type=Accepted)


def judge(
    registry: MatchRegistry,
    access: Access,
    submission: str,
    decision: str,
    order: Order,
    loaded: LoadedMatch,
    session: MatchSession,
) -> tuple[Change, bytes]:
    """What an order leads to, and the answer to it; raises ApiError when it is refused."""
    watch = loaded.stopwatch()
    side = access.side
    asked = None if session.ending is not None else session.asked.get(side)
    if asked is None or asked.id != decision:
        raise stale(asked)
    given = msgspec.structs.replace(order, decision=decision)
    check_form(given, loaded.game.board(loaded.row.scenario), most_tasks(session, side))
    try:
        change = session.prepare(side, given, registry.clock.now())
    except IllegalOrderError as error:
        raise ApiError(422, "illegal", str(error), error.hint, error.violations) from None
    receipt = None if loaded.row.seats[side].bot else receipt_of(registry, access, change.seen[side])
    answer = Accepted(submission, decision, change.seen[side].number, receipt)
    watch.stop()
    return change, msgspec.json.encode(answer)


def undo(registry: MatchRegistry, access: Access, submission: str) -> Undone:
    """Takes the last order back and returns the answer."""

    def attempt(loaded: LoadedMatch, session: MatchSession) -> tuple[Change, bytes]:
        found = session.prepare_undo(access.side, registry.clock.now()) if loaded.row.status == PLAYING else None
        if found is None:
            raise ApiError(
                409,
                "cannot_undo",
                "dice were rolled, something was shown or the game went on since your last order, or you gave none",
            )
        order, change = found
        seen = change.seen[access.side]
        return change, msgspec.json.encode(Undone(submission, order, seen.number, receipt_of(registry, access, seen)))

    answer = _change(registry, access, Submitted(submission, digest_of("undo")), attempt)
    return msgspec.json.decode(answer, type=Undone)


class Submitted(NamedTuple):
    """What a client has sent: the id it chose, a digest of the content, and a bot's remark."""

    id: str
    digest: str
    remark: str = ""


def _change(registry: MatchRegistry, access: Access, submitted: Submitted, attempt: Attempt) -> bytes:
    """The answer to a submission that changes the match, stored together with the change."""
    need_seat(access)
    match, side = access.match, access.side
    for _ in range(RETRIES):
        loaded, before = registry.load_with(match, lambda c: store.find_submission(c, match, side, submitted.id))
        if before is not None:
            if before.digest != submitted.digest:
                raise ApiError(409, "reused", "this submission id came before with another content")
            registry.tell_again(match)
            return before.answer.encode()
        change, answer = attempt(loaded, need_going_on(loaded, access))
        try:
            _commit(registry, loaded, change, Writing(side, submitted, answer))
        except ConflictError:
            continue
        return answer
    raise busy()


def need_going_on(loaded: LoadedMatch, access: Access) -> MatchSession:
    """The session of a match in which orders are taken now; raises if it is none."""
    session = need_playable(loaded, access)
    if loaded.row.paused:
        raise ApiError(409, "paused", "the match is paused", "offer to resume it")
    return session


class Writing(NamedTuple):
    """What is stored beside a change: whose it is, what was sent, and the answer."""

    side: Side
    submitted: Submitted
    answer: bytes


class NextRow(NamedTuple):
    """The row of a match after a change, and the snapshot that is due with it."""

    row: MatchRow
    snapshot: tuple[int, str, bytes] | None


def next_row(registry: MatchRegistry, loaded: LoadedMatch, session: MatchSession, change: Change) -> NextRow:
    """What a change makes of the row of its match."""
    after = _row_after(loaded, session, change, registry.play_time.now())
    number = change.cut + len(change.added)
    if not change.final or number - session.snapshot < registry.settings.snapshot_every:
        return NextRow(after, None)
    return NextRow(after, (number, snapshot_tag(loaded.game, after.scenario), msgspec.msgpack.encode(change.state)))


def rows_of_order(change: Change, after: NextRow, writing: Writing) -> OrderRows:
    """What is stored of a change that is one order."""
    (given,) = change.added
    submitted = writing.submitted
    answer = (writing.side, submitted.id, submitted.digest, writing.answer.decode())
    return rows_of(after.row, given, answer)._replace(snapshot=after.snapshot)


def take_over(loaded: LoadedMatch, change: Change, after: NextRow, automatic: bool = False) -> None:
    """Takes over a change that has been stored."""
    assert loaded.session is not None
    loaded.session.accept(change, automatic)
    if after.snapshot is not None:
        loaded.session.snapshot = after.snapshot[0]
    loaded.row = after.row


def _commit(registry: MatchRegistry, loaded: LoadedMatch, change: Change, writing: Writing) -> None:
    """Stores a change and takes it over; raises ConflictError when the match has changed meanwhile."""
    row, session = loaded.row, loaded.session
    assert session is not None
    after = next_row(registry, loaded, session, change)
    if change.undo is None:
        work = partial(_write_order, rows=rows_of_order(change, after, writing), change=change, writing=writing)
    else:
        work = partial(_write_undo, before=row.revision, after=after, change=change, writing=writing)
    registry.write(row.id, work)
    take_over(loaded, change, after, writing.submitted.remark == AUTOMATIC)


def _row_after(loaded: LoadedMatch, session: MatchSession, change: Change, now: float) -> MatchRow:
    """The row of a match after a change, at this time by its clocks."""
    outcome = loaded.game.outcome(change.state)
    asked = tuple(change.position.asked) if outcome is None else ()
    row = msgspec.structs.replace(
        loaded.row,
        status=PLAYING if outcome is None else OVER,
        revision=loaded.row.revision + 1,
        seen=change.seen,
        turn=change.state.turn,
        owing=asked,
        outcome=outcome,
        bot_owing=any(answers_itself(loaded, side, change.viewer_states[side]) for side in asked),
        updated=store.now(),
    )
    if row.clock is None:
        return row
    before, after = (states[ONLOOKER].view for states in (session.viewer_states, change.viewer_states))
    undone = change.undo.side if change.undo is not None else ""
    events = [] if undone else [event for one in change.added for event in one.events]
    return after_change(row, place_of(loaded.game, before), place_of(loaded.game, after, events), now, undone)


def _write_undo(connection: Connection, before: int, after: NextRow, change: Change, writing: Writing) -> None:
    """Writes an undo with the orders that stay and the answer; drops the draft."""
    assert change.undo is not None
    match, side, submitted = after.row.id, writing.side, writing.submitted
    store.advance(connection, before, after.row)
    store.take_back(connection, match, change.undo)
    if change.added:
        store.add_entries(connection, match, change.added)
    store.add_submission(connection, match, side, submitted.id, Submission(submitted.digest, writing.answer.decode()))
    store.drop_draft(connection, match, side)
    if after.snapshot is not None:
        store.add_snapshot(connection, match, *after.snapshot)


def _write_order(connection: Connection, rows: OrderRows, change: Change, writing: Writing) -> None:
    """Writes an order with the answer and the bot's remark."""
    write_rows(connection, rows)
    remark, (given,) = writing.submitted.remark, change.added
    if not remark:
        return
    entry = given.entry
    store.add_remarks(
        connection, rows.match, [Remark(writing.side, entry.order.decision, entry.number, given.turn, remark)]
    )
    if remark == TIMED_OUT:
        add_notes(connection, rows.match, [Note(entry.number, "time", writing.side)])


def most_tasks(session: MatchSession, side: Side) -> int:
    """How many tasks an order of a side may have: more than it has units to order, and never without end."""
    shown = session.viewer_states.get(side)
    legal = shown.legal if shown is not None else None
    return TASKS + TASKS_OF_A_UNIT * (len(legal.units) if legal is not None else 0)


def check_form(order: Order, board: Board, most: int) -> None:
    """Raises when an order has more tasks than `most`, names cells that are not on the board, or impossible facings.

    The rules decide what may be done with real cells.
    """
    if len(order.tasks) > most:
        raise ApiError(400, "malformed", f"{len(order.tasks)} tasks in an order that can have {most}")
    for task in order.tasks:
        if max(len(task.cells), len(task.targets)) > PLACES:
            raise ApiError(400, "malformed", f"a task names more than {PLACES} hexes or targets")
        if any(not 0 <= cell < board.size or not board.on_map[cell] for cell in task.cells):
            raise ApiError(400, "malformed", "a task names a cell that is not on the map")
        if not -1 <= task.facing <= 5:
            raise ApiError(400, "malformed", "a facing is 0 to 5, or -1 for none")
        if max(map(len, (task.unit, task.kind, task.choice, *task.targets))) > TEXT:
            raise ApiError(400, "malformed", "a text in a task is too long")
    if max(len(order.kind), len(order.choice)) > TEXT:
        raise ApiError(400, "malformed", "a text in the order is too long")


def orders(registry: MatchRegistry, access: Access) -> GivenOrders:
    """The orders given so far: a seat's own, everybody's after the end."""
    loaded, found = registry.load_with(access.match, lambda c: store.find_entries(c, access.match))
    over = loaded.row.status == OVER
    if not over:
        need_seat(access)
    return GivenOrders(
        [
            GivenOrder(one.entry.side, one.turn, one.entry.order.decision, one.entry.order)
            for one in found
            if over or one.entry.side == access.side
        ]
    )


def save_draft(registry: MatchRegistry, access: Access, draft: Draft) -> None:
    """Stores an unfinished answer."""
    need_seat(access)
    content = msgspec.json.encode(draft.draft)
    if len(content) > DRAFT:
        raise ApiError(413, "too_large", f"a draft has at most {DRAFT // 1024} KB")
    try:
        registry.database.write(
            lambda c: store.set_draft(c, access.match, access.side, draft.decision, content.decode())
        )
    except StoreError as error:
        raise answer_to(error) from None


def find_draft(registry: MatchRegistry, access: Access) -> Draft:
    """The unfinished answer that is stored."""
    need_seat(access)
    found = registry.read(lambda c: store.find_draft(c, access.match, access.side))
    return Draft("", None) if found is None else Draft(found[0], msgspec.json.decode(found[1]))


def digest_of_order(decision: str, order: Order) -> str:
    """A digest of an order to a decision, whatever decision the order itself names."""
    return digest_of((decision, msgspec.structs.replace(order, decision=decision)))


def digest_of(content: object) -> str:
    """A digest of what was submitted."""
    return hashlib.blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()
