"""How a game stands, as far as a viewer may know: what each side has, what it has lost, who would win.

A game computes a `Score` from a view, never from a state: so it cannot tell anything that the view does not. Points,
standing and what is decided come from the code that judges the end.
"""

from __future__ import annotations

import msgspec

from hulldown.core.briefing import capital
from hulldown.core.face import Weight
from hulldown.core.game import Outcome
from hulldown.core.orders import Side


class Meter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number of a side, out of how many (0: without a limit), and the rule behind it."""

    label: str
    value: int
    rule: str
    limit: int = 0
    what: str = ""
    """What it means, in words."""
    tone: Weight = "quiet"
    brief: bool = False
    """Whether it stands in the line at the head of the table."""


class SideScore(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a side has: the number that is compared in the end first, then the others."""

    side: Side
    value: int
    meters: tuple[Meter, ...] = ()
    able: bool = True
    """Whether it can still win."""


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is true of the whole game: who is First Player, who holds a place."""

    label: str
    text: str
    rule: str = ""
    side: Side = ""
    """The side whose favour it is in, for its colour."""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of a board: whom it tells of, and a text for each column."""

    name: str
    cells: tuple[str, ...]
    side: Side = ""
    tone: Weight = "quiet"


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of what is known of several units or groups, such as their morale."""

    title: str
    rule: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it. `turns` is 0 where the scenario has no length."""

    measure: str
    """What the first number of each side counts."""
    rule: str
    sides: tuple[SideScore, ...]
    turn: int
    turns: int
    left: str
    """How much time is left, in words; "" when the game is over."""
    leader: Side
    """Who would win as things stand; "" for nobody."""
    standing: str
    """The same in words."""
    facts: tuple[Fact, ...] = ()
    decided: str = ""
    """What can no longer change, in words; "" while everything can."""
    boards: tuple[Board, ...] = ()


def turns_left(turn: int, turns: int) -> str:
    """How many turns are left, in words."""
    left = turns - turn
    if turn < 1:
        return f"{turns} turns"
    if left <= 0:
        return "the last turn"
    return f"{left} turn{'' if left == 1 else 's'} after this one"


def verdict(outcome: Outcome, names: dict[Side, str], over: bool) -> str:
    """An outcome in words: the one that the game has, or the one that it would have."""
    who = names.get(outcome.winner or "", "")
    if over:
        return f"{capital(who)} has won: {outcome.reason}." if who else f"A draw: {outcome.reason}."
    return (
        f"As things stand {who} wins: {outcome.reason}." if who else f"As things stand it is a draw: {outcome.reason}."
    )


def decided(able: dict[Side, bool], names: dict[Side, str]) -> str:
    """Which sides can no longer win, in words; "" where each of them can."""
    out = [names[side] for side, can in able.items() if not can]
    if not out:
        return ""
    if len(out) == len(able):
        return "Decided: nobody can win any more, it will be a draw."
    return f"Decided: {' and '.join(out)} can no longer win."
