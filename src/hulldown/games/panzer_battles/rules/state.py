"""The state of a game of Panzer Battles, and what is often asked of it; what it consists of: `model` and `pieces`."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.games.panzer_battles.rules.model import BattleState, Frame
from hulldown.games.panzer_battles.rules.pieces import (
    ASIDE,
    EXITED,
    FIRST,
    LOST,
    MERGED,
    NOBODY,
    OFF,
    OFF_MAP,
    ON_MAP,
    SECOND,
    SIDES,
    Battery,
    Company,
    Exchange,
    March,
    Melee,
    Unit,
)

__all__ = [
    "ANY", "ASIDE", "Battery", "BattleState", "Company", "DUMMY", "EXITED", "Exchange", "FIRST", "Frame", "LOST",
    "MERGED", "March", "Melee", "NOBODY", "OFF", "OFF_MAP", "ON_MAP", "SECOND", "SIDES", "Unit", "companions",
    "counter_of", "enemies_in", "enemy_of", "friends_in", "hidden_left", "index_of", "label_of", "on_top", "phasing",
    "present", "real",
]  # fmt: skip

DUMMY: Final = "dummy"
"""The type of a counter that is no unit (6.8)."""
ANY: Final = -2
"""In place of the company that moves (6.0-proc-2): whichever its owner likes; none is NOBODY."""


def enemy_of(side: str) -> str:
    return SECOND if side == FIRST else FIRST


def phasing(state: BattleState) -> str:
    """The side whose Phase it is; "" in the setup and the Record Phase (3.4)."""
    side: str = state.stack[0].side
    return side


def index_of(state: BattleState, unit_id: str) -> int:
    """The place of a unit in the list, or -1."""
    units = state.units
    guess = _places.get(unit_id, -1)
    if 0 <= guess < len(units) and units[guess].id == unit_id:
        return guess
    for index, unit in enumerate(units):
        if unit.id == unit_id:
            _places[unit_id] = index
            return index
    return -1


_places: Final[dict[str, int]] = {}
"""Where units were found last: a hint, verified before use."""


def real(unit: Unit) -> bool:
    """Whether a counter stands for a unit (6.8)."""
    return unit.type != DUMMY


def present(unit: Unit) -> bool:
    """Whether it is on the map as a counter of its own: what is carried or towed is not (6.46a, 16.11)."""
    return unit.status == ON_MAP and unit.carrier < 0


def companions(state: BattleState, index: int) -> list[int]:
    """The units that a unit carries or tows."""
    return [at for at, unit in enumerate(state.units) if unit.carrier == index and unit.status == ON_MAP]


def friends_in(state: BattleState, side: str, cell: Cell) -> list[int]:
    """The units of a side in a hex, without dummies and what is carried (MOV-9, 6.46)."""
    return [
        at
        for at, unit in enumerate(state.units)
        if unit.cell == cell and unit.side == side and unit.status == ON_MAP and unit.carrier < 0 and unit.type != DUMMY
    ]


def enemies_in(state: BattleState, side: str, cell: Cell) -> list[int]:
    """The enemy's units in a hex, without dummies."""
    return friends_in(state, enemy_of(side), cell)


def on_top(state: BattleState, index: int) -> int:
    """The unit that carries a unit, or the unit itself."""
    carrier = state.units[index].carrier
    return carrier if carrier >= 0 else index


def counter_of(unit: Unit) -> str:
    """What the enemy calls a face-down counter: the letter of its force and the number on its back (DUM-7)."""
    return f"{unit.id[0]}?{unit.tag}"


def label_of(unit: Unit) -> str:
    """What everybody calls a unit on the map: its name when it is face up."""
    return unit.id if unit.shown else counter_of(unit)


def hidden_left(state: BattleState, side: str) -> bool:
    """Whether units of a side stand on the map that have no counter there yet (19.11)."""
    return any(unit.side == side and unit.tag == 0 and present(unit) and real(unit) for unit in state.units)
