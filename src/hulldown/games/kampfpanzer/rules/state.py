"""The state of a game of KampfPanzer, and what is often asked of it; what it consists of: `model` and `pieces`."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.movers import DESTROYED, EXIT, EXITED, OFF_MAP, ON_MAP, WAITING, Mover, Watch, index_in
from hulldown.core.stepviews import Frame
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.model import KampfState, Threat, Works
from hulldown.games.kampfpanzer.rules.pieces import FIRST, NOBODY, SECOND, SIDES, Impact, Lot, Run, Storm, Unit

__all__ = [
    "DESTROYED", "EXIT", "EXITED", "FIRST", "Frame", "Impact", "KampfState", "Lot", "Mover", "NOBODY", "OFF_MAP",
    "ON_MAP", "Run", "SECOND", "SIDES", "Storm", "Threat", "Unit", "WAITING", "Watch", "Works", "by_id",
    "defenders", "dug_in", "enemy_of", "here", "index_of", "rides_tank", "with_cargo",
]  # fmt: skip


def enemy_of(side: str) -> str:
    return SECOND if side == FIRST else FIRST


def index_of(state: KampfState, unit_id: str) -> int:
    """The place of a unit in the list, or -1."""
    return index_in(state.units, unit_id)


def by_id(state: KampfState, unit_id: str) -> Unit | None:
    """The unit of this name, if there is one."""
    index = index_of(state, unit_id)
    return state.units[index] if index >= 0 else None


def here(state: KampfState, cell: Cell) -> list[int]:
    """All units in a hex, passengers included."""
    return [index for index, unit in enumerate(state.units) if unit.cell == cell and unit.status == ON_MAP]


def rides_tank(state: KampfState, unit: Unit) -> bool:
    """Whether a unit rides on a tank: it can then be attacked for itself (14.5-3)."""
    return unit.aboard != NOBODY and not arms(state.units[unit.aboard].type).carrier


def with_cargo(state: KampfState, index: int) -> list[int]:
    """A unit and the one that it carries."""
    cargo = state.units[index].cargo
    return [index] if cargo == NOBODY else [index, cargo]


def defenders(state: KampfState, cell: Cell, side: str) -> list[int]:
    """The units of a side in a hex that can be attacked: passengers only where they ride on a tank (12.32a, 14.5-3)."""
    return [
        index
        for index in here(state, cell)
        if state.units[index].side == side
        and (state.units[index].aboard == NOBODY or rides_tank(state, state.units[index]))
    ]


def dug_in(state: KampfState, unit: Unit) -> bool:
    """Whether a unit is entrenched: infantry or a gun in an entrenchment, whenever it came (13.21b)."""
    if unit.aboard != NOBODY or not arms(unit.type).digs:
        return False
    return any(works.cell == unit.cell and works.side == unit.side for works in state.works)
