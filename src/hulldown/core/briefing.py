"""What a player must know before the first order: what wins, where it is on the map, what is special, how long.

A game fills a `Briefing` from the data of the scenario and the functions that judge it, so that it cannot say anything
else than the rules do. It tells what is public: no plan, no place and no unit that a side may keep to itself.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from hulldown.core.board import Cell
from hulldown.core.orders import Side

ZoneKind = Literal["objective", "setup", "entry", "reinforcement", "exit"]
"""What a part of the map is for: it scores; a force stands there, enters, enters later, or may leave."""
_ROUND = 5
"""Minutes are told in steps of so many: it is a guess."""


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition of victory in words with its numbers; of no side: it is the same for all of them."""

    text: str
    rule: str
    side: Side = ""


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the map that the scenario speaks of, and whose it is ("": everybody's)."""

    name: str
    kind: ZoneKind
    cells: tuple[Cell, ...]
    side: Side = ""
    what: str = ""
    """What it is good for, in words."""
    turn: int = 0
    """The turn on which it is first of use."""
    rule: str = ""
    step: str = ""
    """The step before play in which it matters, as the sequence has it: nobody is shown it in others unless he asks."""


class Special(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule that holds in this scenario and not in every one."""

    text: str
    rule: str = ""


class Briefing(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it. `turns` is 0 where the scenario has no length; `length` says then how it ends."""

    goals: tuple[Goal, ...]
    zones: tuple[Zone, ...]
    special: tuple[Special, ...]
    turns: int
    length: str
    minutes: int


def about(turns: int, units: int, per_turn: int, per_unit: int) -> int:
    """About how many minutes a game takes: seconds for each turn, and for each unit in each turn."""
    seconds = turns * (per_turn + per_unit * units)
    return max(_ROUND, round(seconds / 60 / _ROUND) * _ROUND)


def number(count: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 turn, 2 turns."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def capital(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def listed(words: tuple[str, ...]) -> str:
    """A list as it is spoken: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
