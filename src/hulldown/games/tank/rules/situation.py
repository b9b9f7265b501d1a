"""A situation: what the kind of a scenario decides beyond its forces and its map."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from hulldown.core.game import Outcome

if TYPE_CHECKING:
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.state import TankState


class Situation(NamedTuple):
    """How a scenario of this kind begins, goes on and is judged."""

    judge: Callable[[TankState, Scene], Outcome | None]
    """The outcome at the end of a turn, None while the game goes on."""
    panics_since: Callable[[TankState], int]
    """The turn of the event from which on panic is no longer suspended, 0 before."""
    exit_edge: Callable[[TankState, Scene, str], str]
    """The mapedge over which a side may leave the map this turn, "" for none."""
    exit_rule: str
    """The case that says so."""
    prewritten: bool = False
    """Whether columns follow a way written before the game until the forces meet (17.11-2)."""
    late_defence: bool = False
    """Whether Bravo is placed after Alpha has entered, and covers nothing on that turn (17.13-2, 17.13-3)."""
