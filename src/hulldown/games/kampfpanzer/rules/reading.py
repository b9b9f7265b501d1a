"""Reading the words of a plot: directions with counts, stops, hexes, facings (5.1, 5.4)."""

from __future__ import annotations

import re
from typing import Final, final

from hulldown.core.board import LETTERS, Cell
from hulldown.core.notation import Wording
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import OFF_MAP, ON_MAP, KampfState, Unit, by_id

_PIECE: Final = re.compile(r"([A-FS])([0-9]{1,3})")
_RUN: Final = re.compile(r"(?:[A-FS][0-9]{1,3})+")


@final
class Reading(Wording):
    """One line of notation being read, of a side in a position."""

    def __init__(self, state: KampfState, scene: Scene, side: str, where: str) -> None:
        super().__init__(side, where)
        self.state = state
        self.scene = scene

    def unit(self, name: str) -> Unit | None:
        """The side's own unit of this name."""
        unit = by_id(self.state, name)
        return unit if unit is not None and unit.side == self.side else None

    def start(self, name: str) -> Cell:
        """Where a unit's plot begins; OFF_MAP for a unit that has yet to enter."""
        unit = self.unit(name)
        return unit.cell if unit is not None and unit.status == ON_MAP else OFF_MAP

    def hex(self, word: str) -> Cell:
        """The hex of this number."""
        board = self.scene.board
        if word not in board.by_label:
            first, last = board.labels[board.cells[0]], board.labels[board.cells[-1]]
            raise self.refuse(f"there is no hex {word!r}", f"hexes run from {first} to {last}")
        return board.by_label[word]

    def path(self, name: str, words: list[str]) -> tuple[Cell, ...]:
        """The cells of a path: hexes by number, directions with counts; a stop names the cell once more a point."""
        board = self.scene.board
        cells: list[Cell] = []
        here = self.start(name)
        for word in words:
            upper = word.upper()
            if upper in board.by_label:
                here = board.by_label[upper]
                cells.append(here)
                continue
            if not _RUN.fullmatch(upper):
                told = f"{word!r} is neither a direction A-F with a count (5.1a), nor a stop S with points (5.1b)"
                raise self.refuse(told)
            for letter, count in _PIECE.findall(upper):
                if int(count) == 0:
                    case = "5.1a" if letter in LETTERS else "5.1b"
                    raise self.refuse(f"{letter}{count} goes nowhere: a count is at least 1 ({case})")
                for _ in range(int(count)):
                    if letter in LETTERS:
                        here = board.beyond(here, letter, f"direction {letter}{count} (5.1a)", self.where)
                    elif here < 0:
                        raise self.refuse("a unit off the map names its entry hex first")
                    cells.append(here)
        return tuple(cells)
