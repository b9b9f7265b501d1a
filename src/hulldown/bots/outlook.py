"""How far the planner plays an order out, in most games to the end of the turn, and what luck in it was.

A game in which that is not where an order has had its effect has an outlook of its own in `hulldown.bots.GAME.outlook`,
as `OUTLOOK`.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final, Protocol

from hulldown.core.events import Event
from hulldown.core.luck import surprise


class Outlook(Protocol):
    """What the planner asks of a game about its playouts."""

    def ends(self, start: Any, now: Any) -> bool:
        """Whether a playout that began in one state has gone far enough in another to be judged."""

    def luck(self, world: Any, event: Event) -> float | None:
        """By how much a shot in a world came off better than its odds; None when the event is no such shot."""


class TurnOutlook:
    """To the end of the turn."""

    def ends(self, start: Any, now: Any) -> bool:
        return bool(now.turn > start.turn)

    def luck(self, world: Any, event: Event) -> float | None:
        return surprise(event)


TO_TURN_END: Final = TurnOutlook()


@lru_cache(maxsize=16)
def outlook_of(game: str) -> Outlook:
    """How far the planner looks in a game."""
    name = f"hulldown.bots.{game}.outlook"
    if find_spec(f"hulldown.bots.{game}") is None or find_spec(name) is None:
        return TO_TURN_END
    outlook: Outlook = import_module(name).OUTLOOK
    return outlook
