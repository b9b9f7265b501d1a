"""Hulldown: classic tactical armour games, each by its own rulebook, on one engine.

The names below are the public interface (`hulldown.api`); each is imported when it is first used, so that
`import hulldown` costs next to nothing.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from hulldown.api import (
        AnyGame,
        Bot,
        HulldownError,
        IllegalOrderError,
        MalformedError,
        Order,
        Outcome,
        OutOfTurnError,
        Seat,
        Session,
        Task,
        UnknownNameError,
        game_names,
        load_game,
        los,
        make_bot,
        new_game,
        odds,
        play,
        register,
        scenario_names,
        seat,
    )

__all__ = [
    "AnyGame",
    "Bot",
    "HulldownError",
    "IllegalOrderError",
    "MalformedError",
    "Order",
    "OutOfTurnError",
    "Outcome",
    "Seat",
    "Session",
    "Task",
    "UnknownNameError",
    "game_names",
    "load_game",
    "los",
    "make_bot",
    "new_game",
    "odds",
    "play",
    "register",
    "scenario_names",
    "seat",
]


def __getattr__(name: str) -> object:
    """A name of the public interface."""
    if name in __all__:
        from hulldown import api

        return getattr(api, name)
    raise AttributeError(f"module 'hulldown' has no attribute {name!r}")
