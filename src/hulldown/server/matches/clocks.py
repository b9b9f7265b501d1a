"""The clocks of matches: set when a match begins, moved on with every order, shown to everybody alike.

A clock follows what stands in every view (core/clocks.py), so it tells nobody anything. Called in worker threads.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hulldown.core.clocks import Clock, Place, moved_on, new_clock, paused, resumed, shown
from hulldown.core.errors import HulldownError
from hulldown.core.events import Event
from hulldown.core.game import AnyGame, View
from hulldown.core.orders import Side
from hulldown.server.api.messages import ClockOut, Create, SideClockOut
from hulldown.server.storage.store import PLAYING, MatchRow, SeatRow


def place_of(game: AnyGame, view: View, events: Iterable[Event] = ()) -> Place:
    """Where a view says that the game stands, after these events; it is the same in the views of all."""
    over = view.outcome is not None
    interrupts = any(row.aside for row in game.sequence(view.scenario) if row.key == view.step)
    return Place(
        view.turn, view.step, interrupts, () if over else tuple(view.owing), any(not event.audience for event in events)
    )


def check_terms(request: Create, seats: dict[Side, SeatRow]) -> None:
    """Raises where a match cannot have a clock: it is for people who play at two screens."""
    if request.clock is None:
        return
    if request.hot_seat or sum(not seat.bot for seat in seats.values()) < 2:
        raise HulldownError("a clock is for games between people at screens of their own", hint="leave the clock out")
    if request.clock.kind == "move" and request.clock.increment:
        raise HulldownError("an increment belongs to a clock for the whole game", hint='"increment": 0')


def clock_of(request: Create, seats: dict[Side, SeatRow]) -> Clock | None:
    """The clock of a match that waits for its players."""
    if request.clock is None:
        return None
    return new_clock(request.clock, [side for side, seat in seats.items() if not seat.bot])


def with_clock(row: MatchRow, clock: Clock | None) -> MatchRow:
    """The row of a match with its clocks set."""
    due = clock.due() if clock is not None and row.status == PLAYING and not row.paused else None
    return msgspec.structs.replace(row, clock=clock, clock_due=due)


def after_change(row: MatchRow, before: Place | None, after: Place, now: float, undone: Side = "") -> MatchRow:
    """The row after an order, or at the beginning, with the clocks moved on."""
    if row.clock is None:
        return row
    return with_clock(row, moved_on(row.clock, before, after, now, undone))


def set_paused(row: MatchRow, on: bool, now: float) -> MatchRow:
    """The row of a match that is paused or goes on."""
    row = msgspec.structs.replace(row, paused=on)
    if row.clock is None:
        return row
    return with_clock(row, paused(row.clock, now) if on else resumed(row.clock, row.owing, now))


def stopped(row: MatchRow, now: float) -> MatchRow:
    """The row of a match that is over, with its clocks standing."""
    return with_clock(row, paused(row.clock, now)) if row.clock is not None else row


def clock_out(row: MatchRow, now: float) -> ClockOut | None:
    """The clocks of a match as everybody sees them."""
    if row.clock is None:
        return None
    sides = {side: SideClockOut(*one) for side, one in shown(row.clock, now).items()}
    return ClockOut(row.clock.terms, sides)
