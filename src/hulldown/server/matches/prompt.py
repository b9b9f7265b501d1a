"""Orders, checks and states that the event loop answers itself, without a thread.

A match that is loaded here and whose rules answer fast is worked on in the loop; an order awaits its commit there. It
is judged by what is known here, without a look at the database: if the match has moved on elsewhere, the commit finds
that out. Whatever is refused or in conflict is done again by the long way, in a thread, by what the database says.
"""

from __future__ import annotations

import asyncio
import time
from functools import partial

import msgspec

from hulldown.core.orders import Order
from hulldown.server import metrics
from hulldown.server.api.errors import ApiError, ConflictError, StoreError
from hulldown.server.api.messages import Accepted, Checked, CheckIn, OrderIn
from hulldown.server.matches import answering, automatic, drafting, habits, play
from hulldown.server.matches.play import Submitted, Writing
from hulldown.server.matches.registry import MatchRegistry, need_seat
from hulldown.server.storage.failures import answer_to
from hulldown.server.storage.orders import OrderRows
from hulldown.server.storage.store import Access

FEW = 24
"""Tasks of a draft that is checked in the event loop. What is wrong with more may take the rules too long for that."""
MANY = 200
"""Tasks of an order that is judged there: it is checked once."""


async def give_order(registry: MatchRegistry, access: Access, data: OrderIn) -> bytes:
    """The acknowledgement of an order that is on disk, as JSON; raises ApiError."""
    await answering.hold(registry, access, data.decision, data.order)
    if not data.standing and not _weighs(registry, access, data.order):
        need_seat(access)
        async with registry.lock(access.match):
            answer = await _give_here(registry, access, data)
        if answer is not None:
            return answer
    return msgspec.json.encode(
        await registry.run_locked(access.match, partial(_give_in_thread, registry, access, data))
    )


def _weighs(registry: MatchRegistry, access: Access, order: Order) -> bool:
    """Whether an order lets a chance go by of which something may be kept."""
    loaded = registry.known(access.match)
    seat = loaded.row.seats.get(access.side) if loaded is not None else None
    return seat is not None and seat.habits.wish is not None and bool(order.choice)


async def _give_here(registry: MatchRegistry, access: Access, data: OrderIn) -> bytes | None:
    """The acknowledgement, or None when the long way must be gone."""
    loaded = registry.known(access.match)
    if loaded is None or not loaded.quick or len(data.order.tasks) > MANY:
        return None
    try:
        session = play.need_going_on(loaded, access)
        change, answer = play.judge(registry, access, data.submission, data.decision, data.order, loaded, session)
    except ApiError:
        return None
    submitted = Submitted(data.submission, play.digest_of_order(data.decision, data.order))
    after = play.next_row(registry, loaded, session, change)
    rows = play.rows_of_order(change, after, Writing(access.side, submitted, answer))
    try:
        await _store(registry, rows)
    except ConflictError:
        return None
    except StoreError as error:
        registry.forget(access.match)
        raise answer_to(error) from None
    play.take_over(loaded, change, after)
    registry.keep(loaded)
    registry.changed(access.match, True)
    return answer


async def _store(registry: MatchRegistry, rows: OrderRows) -> None:
    """Awaits the commit, even if nobody awaits the answer any more: the lock of the match must not be free before."""
    stored = registry.database.orders.store(rows)
    begun = time.perf_counter()
    try:
        await asyncio.shield(stored)
        metrics.orders.inc()
        metrics.commit_seconds.observe(time.perf_counter() - begun)
    except asyncio.CancelledError:
        await asyncio.wait([stored])
        # Whether it was stored is unknown to this session; it is loaded anew by those who watch.
        registry.forget(rows.match)
        if not stored.cancelled() and stored.exception() is None:
            registry.changed(rows.match, False)
        raise


def _give_in_thread(registry: MatchRegistry, access: Access, data: OrderIn) -> Accepted:
    # At one go: what stands from now on must not answer the question that the order answers.
    need_seat(access)
    declined = automatic.let_go_by(registry.load(access.match), access.side, data.decision, data.order)
    if data.standing or declined is not None:
        habits.change(registry, access, standing=data.standing, declined=declined)
    return play.submit(registry, access, data.submission, data.decision, data.order)


async def check_order(registry: MatchRegistry, access: Access, data: CheckIn) -> Checked:
    """Why an order would be refused."""
    need_seat(access)
    async with registry.lock(access.match):
        loaded = await registry.current(access.match)
        if loaded is not None and len(data.order.tasks) <= FEW:
            return drafting.check_in(loaded, access, data.order)
    return await registry.run_locked(access.match, partial(drafting.check, registry, access, data.order))
