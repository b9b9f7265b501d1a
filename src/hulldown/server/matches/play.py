"""Orders, undo and drafts of a seat. Called in worker threads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
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
from hulldown.server.storage.store import AUTOMATIC, OVER, PLAYING, TIMED_OUT, Access, MatchRow, Remark, Submission

RETRIES = 8
"""How often a write is tried again after another process was faster."""
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

    def attempt(loaded: LoadedMatch, session: MatchSession) -> tuple[Change, bytes]:
        side = access.side
        asked = None if session.ending is not None else loaded.game.pending(session.state).get(side)
        if asked is None or asked.id != decision:
            raise stale(asked)
        given = msgspec.structs.replace(order, decision=decision)
        check_form(given, loaded.game.board(loaded.row.scenario))
        try:
            change = session.prepare(side, given, registry.clock.now())
        except IllegalOrderError as error:
            raise ApiError(422, "illegal", str(error), error.hint, error.violations) from None
        receipt = None if loaded.row.seats[side].bot else receipt_of(registry, access, change.seen[side])
        answer = Accepted(submission, decision, change.seen[side].number, receipt)
        return change, msgspec.json.encode(answer)

    answer = _change(registry, access, Submitted(submission, _hash((decision, order)), remark), attempt)
    return msgspec.json.decode(answer, type=Accepted)


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

    answer = _change(registry, access, Submitted(submission, _hash("undo")), attempt)
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
            return before.answer.encode()
        session = need_playable(loaded, access)
        if loaded.row.paused:
            raise ApiError(409, "paused", "the match is paused", "offer to resume it")
        change, answer = attempt(loaded, session)
        try:
            _commit(registry, loaded, change, _Writing(side, submitted, answer))
        except ConflictError:
            continue
        return answer
    raise busy()


class _Writing(NamedTuple):
    """What is stored beside a change: whose it is, what was sent, and the answer."""

    side: Side
    submitted: Submitted
    answer: bytes


def _commit(registry: MatchRegistry, loaded: LoadedMatch, change: Change, writing: _Writing) -> None:
    """Stores a change and takes it over; raises ConflictError when the match has changed meanwhile."""
    row, game, session = loaded.row, loaded.game, loaded.session
    assert session is not None
    after = _row_after(loaded, session, change, registry.play_time.now())
    number = change.cut + len(change.added)
    snapshot = change.final and number - session.snapshot >= registry.settings.snapshot_every

    def work(connection: Connection) -> None:
        store.advance(connection, row.revision, after)
        _write_change(connection, row.id, change, writing)
        if snapshot:
            content = msgspec.msgpack.encode(change.state)
            store.add_snapshot(connection, row.id, number, snapshot_tag(game, row.scenario), content)

    registry.write(row.id, work)
    session.accept(change, writing.submitted.remark == AUTOMATIC)
    if snapshot:
        session.snapshot = number
    loaded.row = after


def _row_after(loaded: LoadedMatch, session: MatchSession, change: Change, now: float) -> MatchRow:
    """The row of a match after a change, at this time by its clocks."""
    outcome = loaded.game.outcome(change.state)
    pending = loaded.game.pending(change.state) if outcome is None else {}
    row = msgspec.structs.replace(
        loaded.row,
        status=PLAYING if outcome is None else OVER,
        revision=loaded.row.revision + 1,
        seen=change.seen,
        turn=change.state.turn,
        owing=tuple(pending),
        outcome=outcome,
        bot_owing=any(answers_itself(loaded.row, side, change.viewer_states[side].legal) for side in pending),
        updated=store.now(),
    )
    if row.clock is None:
        return row
    before, after = (states[ONLOOKER].view for states in (session.viewer_states, change.viewer_states))
    undone = change.undo.side if change.undo is not None else ""
    events = [] if undone else [event for one in change.added for event in one.events]
    return after_change(row, place_of(loaded.game, before), place_of(loaded.game, after, events), now, undone)


def _write_change(connection: Connection, match: str, change: Change, writing: _Writing) -> None:
    """Writes orders or an undo with the answer and the bot's remark; drops the draft they came from."""
    side, submitted = writing.side, writing.submitted
    if change.undo is not None:
        store.take_back(connection, match, change.undo)
    if change.added:
        store.add_entries(connection, match, change.added)
    answered = Submission(submitted.digest, writing.answer.decode())
    store.add_submission(connection, match, side, submitted.id, answered)
    store.drop_draft(connection, match, side)
    if submitted.remark and change.added:
        given = change.added[-1]
        remark = Remark(side, given.entry.order.decision, given.entry.number, given.turn, submitted.remark)
        store.add_remarks(connection, match, [remark])
        if submitted.remark == TIMED_OUT:
            add_notes(connection, match, [Note(given.entry.number, "time", side)])


def check_form(order: Order, board: Board) -> None:
    """Raises when an order names cells that are not on the board, or when its texts or facings are impossible.

    The rules decide what may be done with real cells.
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


def _hash(content: object) -> str:
    return hashlib.blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()
