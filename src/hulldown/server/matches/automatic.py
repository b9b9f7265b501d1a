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

from hulldown.core.asking import Declined, Prospect, let_go, weighed
from hulldown.core.decisions import Legal, pass_of, sole_answer
from hulldown.core.orders import Order, Side
from hulldown.server.api.messages import Automatic, Chance
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.session import ViewerState
from hulldown.server.storage.habits import NO_HABITS
from hulldown.server.storage.store import PLAYING, MatchRow


class Owed(NamedTuple):
    """An answer that the server gives for a seat, and when."""

    side: Side
    decision: str
    order: Order
    due: float


def answer_of(loaded: LoadedMatch, side: Side, shown: ViewerState) -> Order | None:
    """What the server answers for a seat that is shown this; None when its player is asked."""
    row, legal = loaded.row, shown.legal
    if legal is None:
        return None
    habits = row.seats[side].habits
    if row.seats[side].bot:
        return None
    forced = sole_answer(legal) if habits.automatic and not row.hot_seat else None
    return forced or pass_of(legal, frozenset(habits.standing)) or _weighed(loaded, side, shown)


def _weighed(loaded: LoadedMatch, side: Side, shown: ViewerState) -> Order | None:
    """What a player's wishes answer to a chance to react; two at one screen are asked everything."""
    habits, legal = loaded.row.seats[side].habits, shown.legal
    if loaded.row.hot_seat or legal is None or not legal.passes or not (habits.wish or habits.standing):
        return None
    found = prospects_of(loaded, side, shown)
    return None if found is None else weighed(legal, found, habits.wish, habits.declined, habits.standing)


def prospects_of(loaded: LoadedMatch, side: Side, shown: ViewerState) -> tuple[Prospect, ...] | None:
    """What a side could do in answer to its question, worked out once for each question."""
    session, legal = loaded.session, shown.legal
    if session is None or legal is None:
        return None
    known = session.prospects.get(side)
    if known is None or known[0] is not legal:
        known = session.prospects[side] = (legal, loaded.game.prospects(shown.view, legal))
    return known[1]


def let_go_by(loaded: LoadedMatch, side: Side, decision: str, order: Order) -> tuple[Declined, ...] | None:
    """What a seat has let go by with an answer; None where nothing is kept of it."""
    session, seat = loaded.session, loaded.row.seats.get(side)
    shown = session.viewer_states.get(side) if session is not None else None
    legal = shown.legal if shown is not None else None
    if shown is None or legal is None or seat is None or seat.habits.wish is None or legal.decision.id != decision:
        return None
    if order.choice not in [one.choice for one in legal.passes]:
        return None
    found = prospects_of(loaded, side, shown)
    return None if found is None else let_go(legal, found, seat.habits.declined)


def automatic_of(loaded: LoadedMatch, viewer: str, legal: Legal | None) -> Automatic | None:
    """What a seat is told of the answers that the server gives for it."""
    seat, session = loaded.row.seats.get(viewer), loaded.session
    if seat is None or session is None:
        return None
    shown = session.viewer_states.get(viewer)
    answering = legal is not None and shown is not None and answer_of(loaded, viewer, shown) is not None
    chances = None
    if legal is not None and shown is not None and legal.passes and not answering:
        found = prospects_of(loaded, viewer, shown)
        chances = None if found is None else [Chance(one.task.unit, one.target, one.harm) for one in found]
    answered = [place for _, place in session.answered[viewer]]
    return Automatic(seat.habits.automatic, answering, answered, seat.habits.wish, chances)


def answers_itself(loaded: LoadedMatch, side: Side, shown: ViewerState) -> bool:
    """Whether a bot or the server answers what a side is asked now."""
    seat = loaded.row.seats[side]
    if seat.bot or seat.habits == NO_HABITS:
        return bool(seat.bot)  # who has no habits answers everything himself
    return answer_of(loaded, side, shown) is not None


def owed_of(loaded: LoadedMatch, pace: float) -> Owed | None:
    """The next answer that the server gives for a seat of this match."""
    session, row = loaded.session, loaded.row
    if session is None or loaded.frozen or row.status != PLAYING or row.paused:
        return None
    found = []
    for side in row.owing:
        shown = session.viewer_states[side]
        legal, order = shown.legal, answer_of(loaded, side, shown)
        if legal is not None and order is not None and not loaded.game.check(session.state, side, order):
            found.append(Owed(side, legal.decision.id, order, due_of(row, side, pace)))
    return min(found, key=lambda one: one.due) if found else None


def due_of(row: MatchRow, side: Side, pace: float) -> float:
    """When an answer to what a seat is asked now may take effect at the earliest."""
    seat, seen = row.seats[side], row.seen.get(side)
    others = any(not other.bot for other in row.seats.values() if other.side != side)
    if (
        not (seat.habits.automatic or seat.habits.standing or seat.habits.wish)
        or not others
        or row.hot_seat
        or seen is None
    ):
        return 0.0
    return seen.changed + pace
