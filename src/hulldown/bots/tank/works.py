"""What the brain knows of mines and ditches: where they are dangerous, and where to lay them (29.0, 30.0)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import numpy as np

from hulldown.bots.seat import Seat
from hulldown.bots.tank.entering import traffic
from hulldown.bots.tank.field import field
from hulldown.bots.tank.modules import Knowledge, register
from hulldown.core.board import Board, Cell
from hulldown.core.decisions import Legal
from hulldown.core.orders import Task
from hulldown.core.parts import part_of
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.rules.works import DIG, DITCH, KEY, LAY, MINES, NAMES, known_mines

if TYPE_CHECKING:
    from hulldown.bots.plane import Floats
    from hulldown.bots.tank.picture import Picture
    from hulldown.games.tank.faces.view import TankView

GUESSED: Final = 1 / 3
"""The chance that mines wreck a vehicle, where nobody has told how many there are."""
MARKERS: Final = 12
"""Mines that are laid; four of them make a scenario one turn longer (34.4-15)."""
TOGETHER: Final = 2
"""Mines in one hex."""
LONG: Final = 10
"""Hexes of ditch at most; five of them make a scenario one turn longer (34.4-15)."""
BEST: Final = 24
"""Among so many of the hexes with most traffic mines are laid."""


class MineSense(Knowledge):
    """Mines and ditches."""

    def risk(self, picture: Picture) -> Floats | None:
        """Mines that are known: to their owner by number, to the others where they have been found."""
        found = known_mines(picture.view)
        own = part_of(picture.view, KEY, {}).get(MINES, ())
        if not found and not own:
            return None
        danger: Floats = np.zeros(picture.arrays.count)
        for cell in found:
            danger[picture.arrays.at[cell]] = GUESSED
        for cell, count in own:
            danger[picture.arrays.at[cell]] = min(1.0, count / 6)
        return danger

    def placings(self, seat: Seat, view: TankView, rng: Random) -> list[Task]:
        return laid_out(seat.legal, view, rng)


def laid_out(legal: Legal, view: TankView, rng: Random, ways: Floats | None = None) -> list[Task]:
    """Mines on the ways that the enemy is likely to take, and a ditch across them, as far as they are offered.

    `ways` tells for every hex how likely it is to be driven through, where it is known better than by the edges.
    """
    offered = {unit.unit: unit.options[0].cells for unit in legal.units if unit.unit in NAMES and unit.options}
    tasks: list[Task] = []
    if not offered:
        return tasks
    scenario = scenario_of(view)
    foes = scenario.bravo if view.side == "alpha" else scenario.alpha
    arrays = field(scenario.map, scenario.mode)
    if ways is None:
        ways = traffic(scenario.map, scenario.mode, foes.edge, max(1, weapon_of(foes.forces[0].type).ma))
    busy = {cell: float(ways[arrays.at[cell]]) for cells in offered.values() for cell in cells}
    ditch = _line(arrays.ground.board, frozenset(offered.get(DITCH, ())), busy)
    if ditch:
        tasks.append(Task(DITCH, DIG, ditch))
    likely = sorted(set(offered.get(MINES, ())) - set(ditch), key=lambda cell: (-busy[cell], cell))[:BEST]
    if likely:
        mined = rng.sample(likely, min(len(likely), MARKERS // TOGETHER))
        tasks.append(Task(MINES, LAY, tuple(sorted(cell for cell in mined for _ in range(TOGETHER)))))
    return tasks


def _line(board: Board, open_cells: frozenset[Cell], busy: dict[Cell, float]) -> tuple[Cell, ...]:
    """The straight line of open cells that most of the traffic would have to cross."""
    best: tuple[float, tuple[Cell, ...]] = (0.0, ())
    for first in sorted(open_cells):
        for way in range(3):
            line: list[Cell] = []
            cell = first
            while cell in open_cells and len(line) < LONG:
                line.append(cell)
                cell = board.neighbours[cell][way]
            worth = sum(busy[one] for one in line)
            if worth > best[0]:
                best = (worth, tuple(line))
    return best[1]


SENSE: Final = MineSense()
register(KEY, SENSE)
