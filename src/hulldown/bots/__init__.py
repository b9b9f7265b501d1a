"""Bots: players that receive a seat (view, legal orders, check) and never a state; found here by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from hulldown.bots.greedy import GreedyBot
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.errors import UnknownNameError
from hulldown.core.orders import Order


class Bot(Protocol):
    """A player by program."""

    def decide(self, seat: Seat) -> Order:
        """A legal order for the decision the seat owes."""


_MAKERS: dict[str, Callable[[str], Bot]] = {"greedy": GreedyBot, "random": RandomBot}


def bot_names() -> tuple[str, ...]:
    return tuple(sorted(_MAKERS))


def make_bot(name: str, seed: str) -> Bot:
    """The bot of this name; the same seed makes it decide the same way again."""
    try:
        return _MAKERS[name](seed)
    except KeyError:
        raise UnknownNameError(f"there is no bot named {name!r}", hint=f"bots: {', '.join(bot_names())}") from None
