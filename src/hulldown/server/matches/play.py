"""What the holder of a seat does in a match: orders, checks, undo, drafts. Called in worker threads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec
from sqlalchemy import Connection

from hulldown.core.board import Board
from hulldown.core.errors import IllegalOrderError, OutOfTurnError
from hulldown.core.orders import Order, Side
from hulldown.server.api.errors import ApiError, ConflictError, StoreError, busy, stale
from hulldown.server.api.messages import Accepted, Checked, Draft, GivenOrder, GivenOrders, Undone
from hulldown.server.matches.loading import Room, snapshot_tag
from hulldown.server.matches.match import Change, Table
from hulldown.server.matches.registry import Hall, need_seat, playing_seat, receipt_of
from hulldown.server.settings import DRAFT
from hulldown.server.storage import store
from hulldown.server.storage.failures import answer_to
from hulldown.server.storage.store import OVER, PLAYING, Access, Remark, Submission

RETRIES = 8
"""How often a write is repeated that another process has come before."""
TEXT = 64
"""Characters of a unit's name, a kind or a choice in an order."""
Attempt = Callable[[Room, Table], tuple[Change, bytes]]
"""Makes a change and its answer; called again when another process was faster."""


def submit(hall: Hall, access: Access, submission: str, decision: str, order: Order, remark: str = "") -> Accepted:
    """The answer to a submission, after the order is stored; a repeated one gets its first answer.

    A bot's remark is stored with its order, and shown to nobody before the end.
    """
    digest = _hash((decision, order))

    def attempt(room: Room, table: Table) -> tuple[Change, bytes]:
        side = access.side
        asked = room.game.pending(table.state).get(side)
        if asked is None or asked.id != decision:
            raise stale(asked)
        given = msgspec.structs.replace(order, decision=decision)
        well_formed(given, room.game.board(room.row.scenario))
        try:
            change = table.prepare(side, given, store.now())
        except IllegalOrderError as error:
            raise ApiError(422, "illegal", str(error), error.hint, error.violations) from None
        receipt = None if room.row.seats[side].bot else receipt_of(hall, access, change.seen[side])
        answer = Accepted(submission, decision, change.seen[side].number, receipt)
        return change, msgspec.json.encode(answer)

    answer = _change(hall, access, submission, digest, attempt, remark)
    return msgspec.json.decode(answer, type=Accepted)


def undo(hall: Hall, access: Access, submission: str) -> Undone:
    """The order taken back, after that is stored."""

    def attempt(room: Room, table: Table) -> tuple[Change, bytes]:
        found = table.prepare_undo(access.side, store.now()) if room.row.status == PLAYING else None
        if found is None:
            raise ApiError(
                409,
                "cannot_undo",
                "dice were rolled, something was shown or the game went on since your last order, or you gave none",
            )
        order, change = found
        seen = change.seen[access.side]
        return change, msgspec.json.encode(Undone(submission, order, seen.number, receipt_of(hall, access, seen)))

    answer = _change(hall, access, submission, _hash("undo"), attempt)
    return msgspec.json.decode(answer, type=Undone)


def _change(hall: Hall, access: Access, submission: str, digest: str, attempt: Attempt, remark: str = "") -> bytes:
    """The answer to a submission that changes the match, stored together with the change."""
    need_seat(access)
    match, side = access.match, access.side
    for _ in range(RETRIES):
        room, before = hall.room_and(match, lambda c: store.find_submission(c, match, side, submission))
        if before is not None:
            if before.digest != digest:
                raise ApiError(409, "reused", "this submission id came before with another content")
            return before.answer.encode()
        playing_seat(room, access)
        table = room.table
        assert table is not None
        change, answer = attempt(room, table)
        try:
            commit(hall, room, table, change, side, submission, Submission(digest, answer.decode()), remark)
        except ConflictError:
            continue
        return answer
    raise busy()


def commit(
    hall: Hall,
    room: Room,
    table: Table,
    change: Change,
    side: Side,
    submission: str,
    answered: Submission,
    remark: str = "",
) -> None:
    """Stores a change and takes it over; raises ConflictError when the match has changed meanwhile."""
    row, game = room.row, room.game
    outcome = game.outcome(change.state)
    pending = game.pending(change.state) if outcome is None else {}
    after = msgspec.structs.replace(
        row,
        status=PLAYING if outcome is None else OVER,
        revision=row.revision + 1,
        seen=change.seen,
        turn=change.state.turn,
        owing=tuple(pending),
        outcome=outcome,
        bot_owing=any(row.seats[side].bot for side in pending),
        updated=store.now(),
    )
    number = change.cut + len(change.added)
    snapshot = change.fenced and number - table.snapshot >= hall.settings.snapshot_every

    def work(connection: Connection) -> None:
        store.advance(connection, row.revision, after)
        if change.undo is not None:
            store.take_back(connection, row.id, change.undo)
        if change.added:
            store.add_entries(connection, row.id, change.added)
        store.add_submission(connection, row.id, side, submission, answered)
        store.drop_draft(connection, row.id, side)
        if remark and change.added:
            given = change.added[-1]
            about = Remark(side, given.entry.order.decision, given.entry.number, given.turn, remark)
            store.add_remarks(connection, row.id, [about])
        if snapshot:
            content = msgspec.msgpack.encode(change.state)
            store.add_snapshot(connection, row.id, number, snapshot_tag(game, row.scenario), content)

    hall.write(row.id, work)
    table.accept(change)
    if snapshot:
        table.snapshot = number
    room.row = after


def check(hall: Hall, access: Access, order: Order) -> Checked:
    """Why an order would be refused."""
    need_seat(access)
    room = hall.room(access.match)
    playing_seat(room, access)
    assert room.table is not None
    well_formed(order, room.game.board(room.row.scenario))
    try:
        return Checked(room.game.check(room.table.state, access.side, order))
    except OutOfTurnError:
        raise stale(None) from None


def well_formed(order: Order, board: Board) -> None:
    """Raises when an order names cells that the board does not have, or texts and facings that no order has.

    What may be done with real cells is for the rules to say.
    """
    for task in order.tasks:
        if any(not 0 <= cell < board.size or not board.on_map[cell] for cell in task.cells):
            raise ApiError(400, "malformed", "a task names a cell that is not on the map")
        if not -1 <= task.facing <= 5:
            raise ApiError(400, "malformed", "a facing is 0 to 5, or -1 for none")
        if max(map(len, (task.unit, task.kind, task.choice, *task.targets))) > TEXT:
            raise ApiError(400, "malformed", "a text in a task is too long")
    if max(len(order.kind), len(order.choice)) > TEXT:
        raise ApiError(400, "malformed", "a text in the order is too long")


def orders(hall: Hall, access: Access) -> GivenOrders:
    """The orders given so far: a seat's own, everybody's after the end."""
    room, found = hall.room_and(access.match, lambda c: store.find_entries(c, access.match))
    over = room.row.status == OVER
    if not over:
        need_seat(access)
    return GivenOrders(
        [
            GivenOrder(one.entry.side, one.turn, one.entry.order.decision, one.entry.order)
            for one in found
            if over or one.entry.side == access.side
        ]
    )


def save_draft(hall: Hall, access: Access, draft: Draft) -> None:
    """Keeps a half-drawn answer."""
    need_seat(access)
    content = msgspec.json.encode(draft.draft)
    if len(content) > DRAFT:
        raise ApiError(413, "too_large", f"a draft has at most {DRAFT // 1024} KB")
    try:
        hall.database.write(lambda c: store.set_draft(c, access.match, access.side, draft.decision, content.decode()))
    except StoreError as error:
        raise answer_to(error) from None


def find_draft(hall: Hall, access: Access) -> Draft:
    """The answer half-drawn so far."""
    need_seat(access)
    found = hall.read(lambda c: store.find_draft(c, access.match, access.side))
    return Draft("", None) if found is None else Draft(found[0], msgspec.json.decode(found[1]))


def _hash(content: object) -> str:
    return hashlib.blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()
