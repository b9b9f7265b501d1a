"""How people end a game before its rules do: one resigns, both agree, or one claims it because the other's time is up.

A game ends by agreement as a draw, or by the score: as if the last turn were over now, by the rule that judges it then.
A line of the record tells how it ended.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from hulldown.core.face import spoken
from hulldown.core.game import AnyGame, Outcome, State
from hulldown.core.orders import Side

How = Literal["resigned", "agreed", "time"]
Terms = Literal["", "draw", "score"]
"""On what both agreed; a side that resigns makes no terms. A game claimed when the time of both was up is a draw."""
RESIGNED: Final[How] = "resigned"
AGREED: Final[How] = "agreed"
TIME_UP: Final[How] = "time"
DRAW: Final[Terms] = "draw"
SCORE: Final[Terms] = "score"


class Ending(msgspec.Struct, tag="end", frozen=True, omit_defaults=True):
    """People ended the game after so many orders.

    `side` resigned, offered the terms that the others accepted, or its time was up.
    """

    number: int
    how: How
    side: Side
    terms: Terms = ""
    chain: str = ""


def is_possible(ending: Ending) -> bool:
    """Whether a game can end like this: terms are agreed on; when time was up, it is a draw or there are none."""
    fits = {RESIGNED: ending.terms == "", AGREED: ending.terms != "", TIME_UP: ending.terms != SCORE}
    return fits[ending.how]


def outcome_after(game: AnyGame, state: State, ending: Ending | None) -> Outcome | None:
    """How a game stands at this position: its outcome by the rules, or the one its people have made."""
    if ending is None:
        return game.outcome(state)
    verdict = game.verdict(state)
    if ending.how == TIME_UP and ending.terms == DRAW:
        return Outcome(None, TIME_UP, "the time of both sides was up", verdict.score)
    if ending.how in (RESIGNED, TIME_UP):
        others = [side for side in game.sides if side != ending.side]
        winner = others[0] if len(others) == 1 else None
        called = spoken(game.face(state.scenario)).get(ending.side, ending.side)
        what = "resigned" if ending.how == RESIGNED else "ran out of time"
        return Outcome(winner, ending.how, f"{called[:1].upper()}{called[1:]} {what}", verdict.score)
    if ending.terms == DRAW:
        return Outcome(None, AGREED, "both sides agreed on a draw", verdict.score)
    return Outcome(verdict.winner, verdict.rule, f"ended by agreement: {verdict.reason}", verdict.score)
