"""Reading the words of a plot: hexes by number or by vector, and the costs noted behind them (6.0-proc-1, 9.11)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, final

from hulldown.core.board import Cell
from hulldown.core.notation import Wording, steps_of
from hulldown.games.tank.rules.column import COLUMN, members, named
from hulldown.games.tank.rules.formation import Platoon, platoon_named
from hulldown.games.tank.rules.state import OFF_MAP, ON_MAP, TankState, Unit, index_of

if TYPE_CHECKING:
    from hulldown.games.tank.rules.scene import Scene

_HEX: Final = re.compile(r"([0-9]{4})(?:\(([0-9]{1,9})\))?")
_VECTOR: Final = re.compile(r"([A-F])(?:\(([0-9]{1,9})\))?")


@final
class Reading(Wording):
    """One line of notation being read, of a side in a position."""

    def __init__(self, state: TankState, scene: Scene, side: str, where: str) -> None:
        super().__init__(side, where)
        self.state = state
        self.scene = scene

    def unit(self, name: str) -> Unit | None:
        """The side's own unit of this name."""
        index = index_of(self.state, name)
        return self.state.units[index] if index >= 0 and self.state.units[index].side == self.side else None

    def platoon(self, name: str) -> Platoon | None:
        """The side's platoon of this name."""
        return platoon_named(self.state, self.scene, self.side, name)

    def start(self, name: str) -> Cell:
        """Where a unit's plot begins; OFF_MAP for a unit that has yet to enter."""
        if name.startswith(COLUMN):
            key = named(self.state, self.side, name)
            order = members(self.state, key) if key else []
            return order[0].cell if order and order[0].status == ON_MAP else OFF_MAP
        platoon = self.platoon(name)
        unit = self.unit(platoon.leader if platoon is not None else name)
        return unit.cell if unit is not None and unit.status == ON_MAP else OFF_MAP

    def path(self, start: Cell, words: list[str]) -> tuple[tuple[Cell, ...], list[int]]:
        """The cells a path names, by hex numbers, vectors or both, and the noted costs (0: none noted)."""
        board = self.scene.board
        cells: list[Cell] = []
        noted: list[int] = []
        here = start
        for word in words:
            upper = word.upper()
            for piece in steps_of(board, upper):
                by_hex, by_vector = _HEX.fullmatch(piece), _VECTOR.fullmatch(piece)
                if by_hex:
                    if by_hex[1] not in board.by_label:
                        last = f"{board.columns:02d}{board.rows:02d}"
                        raise self.refuse(f"there is no hex {by_hex[1]}", f"hexes run from 0101 to {last}")
                    here = board.by_label[by_hex[1]]
                elif by_vector:
                    here = board.beyond(here, by_vector[1], f"vector {piece}", self.where)
                else:
                    raise self.refuse(f"{word!r} is neither a hex number nor a vector A-F")
                cells.append(here)
                found = by_hex or by_vector
                noted.append(int(found[2]) if found and found[2] else 0)
        return tuple(cells), noted
