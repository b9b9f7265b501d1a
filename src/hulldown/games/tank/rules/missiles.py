"""Guided missiles in play: a unit that has fired one waits a turn before it fires again (24.34)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from hulldown.core.parts import part_of, set_part

if TYPE_CHECKING:
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.state import TankState, Unit
    from hulldown.games.tank.rules.verbs.base import TankVerb

KEY: Final = "missile"
"""The part of a unit: the turn on which it last fired a missile."""
RELOADS: Final = "reloads"
"""The mark on the counter of a unit that waits, for its own side."""


def note_launch(state: TankState, unit: Unit) -> None:
    """Notes that a unit has fired a missile. X-05: only what really is fired counts."""
    set_part(unit, KEY, state.turn)


def waits(state: TankState, unit: Unit) -> bool:
    """Whether a unit may not fire this turn, having fired a missile on the last one (24.34)."""
    return unit.more is not UNSET and part_of(unit, KEY, -1) == state.turn - 1


def not_now(state: TankState, scene: Scene, unit: Unit, verb: TankVerb) -> tuple[str, str] | None:
    """Why a unit may not be told to fire: it fired its missile last turn. All other tasks are open to it (24.34)."""
    if (verb.fires or verb.watches) and waits(state, unit):
        return "24.34", "it fired its missile last turn and fires again on the next one"
    return None


def mark_waiting(state: TankState, unit: Unit, side: str | None) -> tuple[str, ...]:
    """The mark of a unit that waits; what the enemy makes of the shot he saw is his affair."""
    return (RELOADS,) if unit.side == side and waits(state, unit) else ()
