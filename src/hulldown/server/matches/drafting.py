"""Help with a draft: what would be refused, and a suggested deployment. Called in worker threads."""

from __future__ import annotations

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.decisions import Legal
from hulldown.core.errors import HulldownError, OutOfTurnError
from hulldown.core.orders import Order
from hulldown.core.sifting import refusals, sift
from hulldown.server.api.errors import ApiError, stale
from hulldown.server.api.messages import Checked, RefusedOption, RefusedOut, Suggested
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.play import check_form, most_tasks
from hulldown.server.matches.registry import MatchRegistry, need_running, need_seat
from hulldown.server.storage.store import Access

SUGGESTING = "greedy"
"""The bot whose deployment is suggested: it answers at once."""


def check(registry: MatchRegistry, access: Access, order: Order) -> Checked:
    """Everything that is wrong with a draft, and the units whose tasks would stay."""
    return check_in(registry.load(access.match), access, order)


def check_in(loaded: LoadedMatch, access: Access, order: Order) -> Checked:
    """The same in a match that is loaded and current."""
    watch = loaded.stopwatch()
    session = need_running(loaded, access)
    check_form(order, loaded.game.board(loaded.row.scenario), most_tasks(session, access.side))
    try:
        found = sift(lambda draft: loaded.game.check(session.state, access.side, draft), order)
    except OutOfTurnError:
        raise stale(None) from None
    follows = loaded.game.follows(session.state, access.side, found.kept)
    remarks = loaded.game.remarks(session.state, access.side, found.kept)
    watch.stop()
    return Checked(found.violations, [task.unit for task in found.kept.tasks], list(follows), list(remarks))


def refused(registry: MatchRegistry, access: Access, order: Order, unit: str) -> RefusedOut:
    """Which of the cells and targets offered to a unit would be refused beside the rest of the draft."""
    need_seat(access)
    loaded = registry.load(access.match)
    session = need_running(loaded, access)
    check_form(order, loaded.game.board(loaded.row.scenario), most_tasks(session, access.side))
    game, state, side = loaded.game, session.state, access.side
    try:
        found = refusals(lambda draft: game.check(state, side, draft), game.legal(state, side), order, unit)
    except OutOfTurnError:
        raise stale(None) from None
    return RefusedOut(
        [
            RefusedOption(one.kind, one.violation.rule, one.violation.message, one.cell, one.target)
            for one in found
        ]
    )  # fmt: skip


def deploys(legal: Legal) -> bool:
    """Whether a decision asks where things are put: some must be, each has hexes for it, and nothing has a path."""
    due = [unit for unit in legal.units if unit.required]
    return (
        bool(due)
        and all(any(option.cells for option in unit.options) for unit in due)
        and all(option.path is None for unit in legal.units for option in unit.options)
    )


def suggest(registry: MatchRegistry, access: Access, number: int) -> Suggested:
    """The deployment that a bot would choose in this seat. It has nothing but the seat to judge by."""
    need_seat(access)
    loaded = registry.load(access.match)
    session = need_running(loaded, access)
    game, state, side = loaded.game, session.state, access.side
    if side not in game.pending(state):
        raise stale(None)
    if not deploys(game.legal(state, side)):
        raise ApiError(409, "no_suggestion", "only a deployment is suggested")
    # Not the seed of the match's bots: the other side's bot must not be readable from suggestions.
    try:
        order = make_bot(SUGGESTING, f"suggestion {access.match} {side} {number}").decide(seat_of(game, state, side))
    except HulldownError as error:
        raise ApiError(409, "no_suggestion", "no deployment was found", str(error)) from None
    return Suggested(order)
