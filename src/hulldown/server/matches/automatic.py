"""Which questions a seat is not asked, and when the answer to one takes effect.

A question without a choice is still asked by the rules, and its answer stands in the record like any other. A seat that
is `automatic` is not shown such a question: the server answers for it, whether or not anybody has the page open.

**Timing.** The other side must not learn from the clock whether there was a choice. Where another person plays, an
answer of an automatic seat takes effect `answer_pace` seconds after the question came, whether the server gives it or
the player gave it sooner. A player who thinks longer than the pace is seen to think: that cannot be hidden without
slowing every answer down to the slowest. Where only bots play against the seat nobody could read anything, and nothing
waits. Two players at one screen hand it over in plain sight, so there the server answers nothing by itself.
"""

from __future__ import annotations

from typing import NamedTuple

from hulldown.core.decisions import Legal, pass_of, sole_answer
from hulldown.core.orders import Order, Side
from hulldown.server.api.messages import Automatic
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.session import ViewerState
from hulldown.server.storage.store import NO_HABITS, PLAYING, MatchRow


class Owed(NamedTuple):
    """An answer that the server gives for a seat, and when."""

    side: Side
    decision: str
    order: Order
    due: float


def answer_of(row: MatchRow, side: Side, legal: Legal) -> Order | None:
    """What the server answers for a seat; None when its player is asked."""
    habits = row.seats[side].habits
    if row.seats[side].bot:
        return None
    forced = sole_answer(legal) if habits.automatic and not row.hot_seat else None
    return forced or pass_of(legal, frozenset(habits.standing))


def automatic_of(loaded: LoadedMatch, viewer: str, legal: Legal | None) -> Automatic | None:
    """What a seat is told of the answers that the server gives for it."""
    seat, session = loaded.row.seats.get(viewer), loaded.session
    if seat is None or session is None:
        return None
    answering = legal is not None and answer_of(loaded.row, viewer, legal) is not None
    return Automatic(seat.habits.automatic, answering, [place for _, place in session.answered[viewer]])


def answers_itself(row: MatchRow, side: Side, shown: ViewerState) -> bool:
    """Whether a bot or the server answers what a side is asked now."""
    seat = row.seats[side]
    if seat.bot or seat.habits == NO_HABITS:
        return bool(seat.bot)  # who has no habits answers everything himself
    return shown.legal is not None and answer_of(row, side, shown.legal) is not None


def owed_of(loaded: LoadedMatch, pace: float) -> Owed | None:
    """The next answer that the server gives for a seat of this match."""
    session, row = loaded.session, loaded.row
    if session is None or loaded.frozen or row.status != PLAYING or row.paused:
        return None
    found = []
    for side in row.owing:
        legal = session.viewer_states[side].legal
        order = None if legal is None else answer_of(row, side, legal)
        if legal is not None and order is not None and not loaded.game.check(session.state, side, order):
            found.append(Owed(side, legal.decision.id, order, due_of(row, side, pace)))
    return min(found, key=lambda one: one.due) if found else None


def due_of(row: MatchRow, side: Side, pace: float) -> float:
    """When an answer to what a seat is asked now may take effect at the earliest."""
    seat, seen = row.seats[side], row.seen.get(side)
    others = any(not other.bot for other in row.seats.values() if other.side != side)
    if not (seat.habits.automatic or seat.habits.standing) or not others or row.hot_seat or seen is None:
        return 0.0
    return seen.changed + pace
