"""Smoke on the map: where it lies now, and where it will lie from the end of this turn on (28.5, 32.5).

Artillery and vehicles both make smoke, so what is remembered of it belongs to the book. X-44: it blocks sight and costs
a Movement Point, and does nothing else: no defence, no column of the Spotting Table.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from hulldown.core.board import Cell, mask_of
from hulldown.core.parts import part_of, set_part
from hulldown.games.tank.rules.state import TankState

KEY: Final = "smoke"
"""The part of a state or a view: the cells under "now" and under "coming"; left out while there is none."""


def smoke_now(position: Any) -> tuple[Cell, ...]:
    """The cells under smoke, ascending, in a state or a view."""
    return tuple(part_of(position, KEY, _NONE)["now"])


def smoke_coming(position: Any) -> tuple[Cell, ...]:
    """The cells that will be under smoke from the end of this turn on (28.51a, X-45)."""
    return tuple(part_of(position, KEY, _NONE)["coming"])


def smoke_mask(position: Any) -> int:
    """The cells under smoke as a set of bits."""
    return mask_of(part_of(position, KEY, _NONE)["now"])


def lay(state: TankState, cells: Iterable[Cell]) -> None:
    """Has smoke come up in these cells at the end of the turn."""
    _keep(state, smoke_now(state), {*smoke_coming(state), *cells})


def lift(state: TankState) -> None:
    """Takes away the smoke that lies on the map (21.1-b-8, 28.51b)."""
    _keep(state, (), smoke_coming(state))


def spread(state: TankState) -> None:
    """Lets the smoke of this turn come up (21.1-b-9)."""
    _keep(state, {*smoke_now(state), *smoke_coming(state)}, ())


def _keep(state: TankState, now: Iterable[Cell], coming: Iterable[Cell]) -> None:
    part = {"now": sorted(now), "coming": sorted(coming)}
    set_part(state, KEY, part if part["now"] or part["coming"] else None)


_NONE: Final[dict[str, list[Cell]]] = {"now": [], "coming": []}
