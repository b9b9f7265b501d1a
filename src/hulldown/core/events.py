"""Events: what happened, with the rule that made it happen and the sides that may know."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hulldown.core.explain import Factor
from hulldown.core.orders import Side

Scalar = str | int | bool
ONLOOKERS = "*"


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One happening. An empty `audience` means everybody; the text is made from `kind` and `data` by the game.

    A thing two sides know differently (a named unit, a face-down counter) is two events with different audiences; the
    one that spectators may see has ONLOOKERS among its audience.
    """

    kind: str
    rule: str
    turn: int
    step: str
    audience: tuple[Side, ...] = ()
    data: dict[str, Scalar] = {}
    factors: tuple[Factor, ...] = ()
    """What made the numbers of a shot, each with its rule; only what the whole audience may know."""

    def seen_by(self, side: Side | None) -> bool:
        """Whether this side (None: a spectator) may know of the event."""
        return not self.audience or (ONLOOKERS if side is None else side) in self.audience


def for_side(events: Iterable[Event], side: Side | None) -> list[Event]:
    """The events a side (None: a spectator) may know of, without a trace of the others."""
    return [event for event in events if event.seen_by(side)]
