"""Clocks of a game between people: what was agreed, what each side has left, and how an answer changes it.

Pure values: whoever plays brings the time, in seconds of any clock that only goes on while the game can be played.

A clock must not tell what a side cannot know. It therefore rests on the `Place` of a game: turn, step and who owes an
answer, which stand in every view alike, and on events that everybody is told. A side's clock starts when the side comes
to owe an answer at a place and stops when it owes none there. A side that is asked again there, while nobody else owes
anything, begins a new move if its answer led to something that everybody was told. Questions in between that others
cannot count change nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec

from hulldown.core.orders import Side

ClockKind = Literal["move", "game"]
AtEnd = Literal["claim", "idle"]
"""When the time is up: the other side may claim the game, or the idle answer is given for the side."""
LEAST, MOST = 10, 60 * 86_400
"""Seconds of the shortest and the longest limit."""
Limit = Annotated[int, msgspec.Meta(ge=LEAST, le=MOST)]


class ClockTerms(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was agreed before the game: seconds for each move, or for the game with an increment for each move.

    A question that interrupts a step has a limit of its own, `interrupt`. It costs no time of the game, and when it is
    over the idle answer is given.
    """

    kind: ClockKind
    seconds: Limit
    increment: Annotated[int, msgspec.Meta(ge=0, le=86_400)] = 0
    at_end: AtEnd = "claim"
    interrupt: Limit = 60


class Place(NamedTuple):
    """Where a game stands for a clock: turn and step, whether the step interrupts another, and who owes an answer."""

    turn: int
    step: str
    interrupts: bool
    owing: tuple[Side, ...]
    told: bool = False
    """Whether the order that led here brought an event that everybody is told."""

    def of(self, side: Side) -> tuple[int, str] | None:
        """Where a side owes an answer; None when it owes none."""
        return (self.turn, self.step) if side in self.owing else None


class SideClock(msgspec.Struct, frozen=True, array_like=True):
    """The seconds a side had left when its clock was last set, and since when it has been running; None: it stands."""

    left: float
    since: float | None = None
    interrupt: bool = False
    """Whether it measures an interrupting question, which has a limit of its own."""


class Clock(msgspec.Struct, frozen=True):
    """The clocks of a game."""

    terms: ClockTerms
    sides: dict[Side, SideClock]

    def limit(self, side: Side) -> float:
        """The seconds for what a side is asked now, counted from the time at which its clock was set."""
        one = self.sides[side]
        return float(self.terms.interrupt) if one.interrupt else one.left

    def left(self, side: Side, now: float) -> float:
        """The seconds a side has left for what it is asked; time that goes back costs nothing."""
        one = self.sides[side]
        used = max(0.0, now - one.since) if one.since is not None else 0.0
        return max(0.0, self.limit(side) - used)

    def overtime(self, side: Side, now: float) -> float:
        """The seconds since the time of a side was up."""
        one = self.sides[side]
        return max(0.0, now - one.since - self.limit(side)) if one.since is not None else 0.0

    def is_up(self, side: Side, now: float) -> bool:
        """Whether the time of a side is up while it owes an answer."""
        return self.sides[side].since is not None and self.left(side, now) <= 0

    def answers(self, side: Side) -> bool:
        """Whether the idle answer is given for a side whose time is up now."""
        return self.sides[side].interrupt or self.terms.at_end == "idle"

    def due(self) -> float | None:
        """When the next idle answer has to be given; None when there is none to be."""
        times = [
            one.since + self.limit(side)
            for side, one in self.sides.items()
            if one.since is not None and self.answers(side)
        ]
        return min(times) if times else None


def new_clock(terms: ClockTerms, sides: Iterable[Side]) -> Clock:
    """The clocks before the first question."""
    return Clock(terms, {side: SideClock(float(terms.seconds)) for side in sides})


def moved_on(clock: Clock, before: Place | None, after: Place, now: float, undone: Side = "") -> Clock:
    """The clocks after an order: `before` is None at the first question, `undone` has taken its order back."""
    sides: dict[Side, SideClock] = {}
    for side, one in clock.sides.items():
        was, is_ = before.of(side) if before is not None else None, after.of(side)
        again = after.told and before is not None and before.owing == (side,)
        if was == is_ and (was is None or not again):
            sides[side] = one
        elif side == undone and is_ is not None:
            sides[side] = _resumed(clock.terms, one, after.interrupts, now)
        else:
            stopped = _stopped(clock.terms, one, now) if was is not None else one
            sides[side] = _started(clock.terms, stopped, after.interrupts, now) if is_ is not None else stopped
    return Clock(clock.terms, sides)


def paused(clock: Clock, now: float) -> Clock:
    """The clocks standing where they are."""
    sides = {
        side: _with(one, clock.left(side, now) if not one.interrupt else one.left, None)
        for side, one in clock.sides.items()
    }
    return Clock(clock.terms, sides)


def resumed(clock: Clock, owing: Iterable[Side], now: float) -> Clock:
    """The clocks running again for the sides that owe an answer; an interrupting question has its whole limit."""
    chosen = set(owing)
    return Clock(
        clock.terms,
        {side: _with(one, one.left, now) if side in chosen else one for side, one in clock.sides.items()},
    )


def shown(clock: Clock, now: float) -> Mapping[Side, tuple[float, bool, bool]]:
    """By side: the seconds left, whether its clock runs, and whether it measures an interrupting question."""
    return {
        side: (round(clock.left(side, now), 1), one.since is not None, one.interrupt)
        for side, one in clock.sides.items()
    }


def _with(one: SideClock, left: float, since: float | None) -> SideClock:
    return SideClock(left, since, one.interrupt)


def _stopped(terms: ClockTerms, one: SideClock, now: float) -> SideClock:
    """A clock that stands after an answer. The time of an interrupting question is not counted."""
    if one.interrupt or one.since is None:
        return SideClock(one.left)
    left = max(0.0, one.left - max(0.0, now - one.since))
    return SideClock(left + (terms.increment if terms.kind == "game" else 0))


def _started(terms: ClockTerms, one: SideClock, interrupts: bool, now: float) -> SideClock:
    left = float(terms.seconds) if terms.kind == "move" and not interrupts else one.left
    return SideClock(left, now, interrupts)


def _resumed(terms: ClockTerms, one: SideClock, interrupts: bool, now: float) -> SideClock:
    """A clock that goes on where it was when the order was given that is now taken back."""
    gained = terms.increment if terms.kind == "game" and not interrupts else 0
    return SideClock(max(0.0, one.left - gained), now, interrupts)
