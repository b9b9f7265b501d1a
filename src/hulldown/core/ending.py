"""How people end a game before its rules do: one resigns, or both agree. A line of the record tells it.

A game ends by agreement as a draw, or by the score: as if the last turn were over now, by the rule that judges it then.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from hulldown.core.face import spoken
from hulldown.core.game import AnyGame, Outcome, State
from hulldown.core.orders import Side

How = Literal["resigned", "agreed"]
Terms = Literal["", "draw", "score"]
"""On what both agreed; a side that resigns makes no terms."""
RESIGNED: Final[How] = "resigned"
AGREED: Final[How] = "agreed"
DRAW: Final[Terms] = "draw"
SCORE: Final[Terms] = "score"


class Ending(msgspec.Struct, tag="end", frozen=True, omit_defaults=True):
    """People ended the game after so many orders: `side` resigned, or it offered the terms and the others accepted."""

    number: int
    how: How
    side: Side
    terms: Terms = ""
    chain: str = ""


def outcome_after(game: AnyGame, state: State, ending: Ending | None) -> Outcome | None:
    """How a game stands at this position: its outcome by the rules, or the one its people have made."""
    if ending is None:
        return game.outcome(state)
    verdict = game.verdict(state)
    if ending.how == RESIGNED:
        others = [side for side in game.sides if side != ending.side]
        winner = others[0] if len(others) == 1 else None
        called = spoken(game.face(state.scenario)).get(ending.side, ending.side)
        return Outcome(winner, RESIGNED, f"{called[:1].upper()}{called[1:]} resigned", verdict.score)
    if ending.terms == DRAW:
        return Outcome(None, AGREED, "both sides agreed on a draw", verdict.score)
    return Outcome(verdict.winner, verdict.rule, f"ended by agreement: {verdict.reason}", verdict.score)
