"""The public interface in Python, re-exported by `hulldown`: games, sessions, bots, odds, lines of sight, records."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from hulldown.bots import Bot, make_bot
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.errors import HulldownError, IllegalOrderError, MalformedError, OutOfTurnError, UnknownNameError
from hulldown.core.events import Scalar
from hulldown.core.game import AnyGame, Outcome
from hulldown.core.orders import Order, Side, Task
from hulldown.core.session import Session, new_header
from hulldown.core.tools import Arguments, Flag, read_arguments
from hulldown.games import game_names, game_of_scenario, load_game, load_tools, register

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


def scenario_names(game: str = "") -> tuple[str, ...]:
    """The ids of all scenarios, or of those of one game."""
    names = (game,) if game else game_names()
    return tuple(info.id for name in names for info in load_game(name).scenarios())


def new_game(scenario: str, seed: str = "", options: Mapping[str, Scalar] | None = None) -> Session:
    """A session at its first decision. The same seed gives the same dice; without one they are drawn at random."""
    game = game_of_scenario(scenario)
    secret = seed or secrets.token_hex(16)
    return Session(game, scenario, secret, header=new_header(game, scenario, secret, options))


def seat(session: Session, side: Side) -> Seat:
    """What a side sees and may do now: the only thing that a bot is given."""
    return seat_of(session.game, session.state, side)


def play(session: Session, bots: Mapping[Side, Bot]) -> Outcome:
    """Plays a session to its end, with a bot for each side."""
    while session.outcome is None:
        side = next(iter(session.game.pending(session.state)))
        session.submit(side, bots[side].decide(seat(session, side)))
    return session.outcome


def odds(game: str, **arguments: Any) -> dict[str, Any]:
    """The exact odds of a shot with every factor and its rule; the arguments are the flags of `hulldown odds GAME`."""
    tools = load_tools(game)
    return tools.odds(_read(tools.odds_arguments(), arguments))


def los(game: str, map: str, start: str, end: str, **arguments: Any) -> dict[str, Any]:
    """Whether one hex of a map sees another and what blocks; the arguments are the flags of `hulldown los`."""
    tools = load_tools(game)
    return tools.los(map, start, end, _read(tools.los_arguments(), arguments))


def _read(flags: list[Flag], given: Arguments) -> dict[str, Any]:
    """Checked arguments; raises HulldownError for a missing, unknown or impossible one."""
    return read_arguments(flags, given, {})
