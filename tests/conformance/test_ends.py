"""A game ends only when its result stands: nothing that a side could still do changes it in its favour.

Positions in which a side has lost everything are staged by giving its units what units in play have when they are
lost. The game is played on past the end that its rules give, by one side at random, while the others do the least: in
the end that side may not stand better than when the game was over. (It may stand worse: whoever has won need not go on
to drive into ditches.)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from hulldown.bots import Bot
from hulldown.bots.seat import Seat
from hulldown.core import stepped
from hulldown.core.game import AnyGame, Outcome
from hulldown.core.orders import Order, Side
from hulldown.games import load_game
from support.games import bots_of, every_scenario, moments_of, played

ENDS_BY_CASE = {
    "tank/34.1": "34.1-9: a force that is destroyed or gone ends it",
    "tank/34.2": "34.2-9: a force that is destroyed or gone ends it",
    "tank/34.4": "R-12: over when no attacker is left, though shells ordered before may still fall on their own side",
}
"""Scenarios whose rulebook, or a ruling, ends them though the points could still change."""
STYLES = ("random", "fight")
MORE = 6
"""Turns that are played on where a scenario has no last turn from the outset."""
BEYOND = 2_000
"""Orders from a position on, at most."""


@contextmanager
def played_on(last: int, ends: list[tuple[int, Outcome]]) -> Iterator[None]:
    """While it lasts, no game is over before this turn; the ends that are passed over are noted."""
    real = stepped.over

    def over(state: Any, *rest: Any) -> bool:
        if state.outcome is not None and state.turn < last:
            ends.append((state.turn, state.outcome))
            state.outcome = None
        return real(state, *rest)

    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("hulldown") and getattr(module, "over", None) is real:
                patch.setattr(module, "over", over)
        yield


def without(state: Any, side: Side, lost: str) -> Any:
    """The position with every unit of a side lost; what else it owes is left as it is."""
    new = state.thaw()
    for unit in new.units:
        if unit.side == side:
            unit.status = lost
    return new


@cache
def lost_status(name: str) -> str:
    """What the status of a unit of a game is after an event that shows it lost; "" when nothing was lost in play."""
    for scenario in load_game(name).scenarios():
        kinds = {event.kind for event in load_game(name).face(scenario.id).events if event.verb == "kill"}
        for style in STYLES:
            for moment in played(name, scenario.id, style).moments:
                named = {value for event in moment.step.events if event.kind in kinds for value in event.data.values()}
                for before, after in zip(moment.state.units, moment.step.state.units, strict=False):
                    if after.id in named and after.status != before.status:
                        return str(after.status)
    return ""


def begun(game: AnyGame, scenario: str, side: Side) -> list[Any]:
    """Positions from the first half of games, early in a turn, in which a side owes no answer and has given none."""
    found = []
    for style in STYLES:
        moments = played(game.name, scenario, style).moments
        starts = [place for place, (a, b) in enumerate(pairwise(moments), 1) if b.state.turn > a.state.turn]
        later = (moment.state for moment in moments[starts[len(starts) // 3] :]) if starts else iter(())
        quiet = (state for state in later if side not in state.submitted and side not in game.pending(state))
        found += [state for state in [next(quiet, None)] if state is not None]
    return found


class Absent:
    """A player who does the least."""

    def decide(self, seat: Seat) -> Order:
        idle = seat.legal.idle
        assert idle is not None
        return idle


def results(game: AnyGame, start: Any, side: Side, last: int, style: str) -> list[tuple[int, Outcome]]:
    """The ends of a game that one side plays on from this position, turn by turn, up to the true one."""
    found: list[tuple[int, Outcome]] = []
    bots: dict[Side, Bot] = {other: Absent() for other in game.sides}
    bots[side] = bots_of(game, side, style)[side]
    with played_on(last, found):
        for moment in moments_of(game, start, bots, BEYOND):
            end = game.outcome(moment.step.state)
            if end is not None:
                found.append((moment.step.state.turn, end))
    return found


def standing(end: Outcome, side: Side) -> tuple[int, int]:
    """How a side stands: whether it has won or lost, and by how many points."""
    won = 0 if end.winner is None else 1 if end.winner == side else -1
    return won, sum(points if one == side else -points for one, points in end.score.items())


@every_scenario
def test_what_is_left_to_play_changes_no_result(name: str, scenario: str) -> None:
    game = played(name, scenario, STYLES[0]).game
    length = next(info.length for info in game.scenarios() if info.id == scenario)
    lost = lost_status(name)
    starts = [without(state, side, lost) for side in game.sides for state in begun(game, scenario, side) if lost]
    for start in starts if scenario not in ENDS_BY_CASE else []:
        for side in game.sides:
            for style in STYLES:
                found = results(game, start, side, length or start.turn + MORE, style)
                for turn, end in found[1:]:
                    over, first = found[0]
                    where = f"over on turn {over}: {first}; {side} plays on to turn {turn}: {end}"
                    assert standing(end, side) <= standing(first, side), where
