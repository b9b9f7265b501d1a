"""Moves: the few ways of a unit that end best, those onto the map and off it among them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from hulldown.bots.kampfpanzer.charts import OUT, Charts
from hulldown.bots.kampfpanzer.picture import Picture
from hulldown.bots.plane import Floats
from hulldown.bots.ways import Way, path_to, reach
from hulldown.core.board import Cell
from hulldown.core.decisions import PathDomain, UnitLegal
from hulldown.core.paths import IMPOSSIBLE, CostTable
from hulldown.games.kampfpanzer.rules.arms import POINT, arms
from hulldown.games.kampfpanzer.rules.ground import LEAVING, WRECKED
from hulldown.games.kampfpanzer.rules.state import Unit
from hulldown.games.kampfpanzer.rules.verbs.move import MOVING

KEPT = 14
"""Ways kept for each unit."""
SHORT = 0.002
"""What each hex of a way costs, so that of equal ways the shorter is taken."""
BOLT = 3
"""How many hexes a vehicle bolts in panic, about."""


class Move(NamedTuple):
    """A movement task and what it is worth."""

    score: float
    path: tuple[Cell, ...]
    exits: bool = False


class Marches:
    """The moves open to a side's units."""

    def __init__(self, picture: Picture, charts: Charts, legal: dict[str, UnitLegal]) -> None:
        self.picture = picture
        self.charts = charts
        self.legal = legal
        self.at = picture.arrays.at
        self.near = picture.scene.board.neighbours
        self.trenches = frozenset(works.cell for works in picture.state.works)
        self._tables: dict[str, CostTable] = {}
        self._reached: dict[tuple[Cell, str, int], dict[Cell, Way]] = {}

    def costs(self, name: str) -> CostTable:
        """A cost table with the wrecks that lie about."""
        known = self._tables.get(name)
        if known is None:
            tables = self.picture.scene.ground.cost_tables
            known = tables[name]
            if self.picture.wrecks:
                known, over = list(known), tables[name + WRECKED]
                for wreck in self.picture.wrecks:
                    for way, cell in enumerate(self.near[wreck]):
                        if cell >= 0:
                            back = (way + 3) % 6
                            known[cell] = (*known[cell][:back], over[cell][back], *known[cell][back + 1 :])
            self._tables[name] = known
        return known

    def reached(self, start: Cell, name: str, ticks: int) -> dict[Cell, Way]:
        """Where a unit gets from a hex, stopping where an enemy controls."""
        key = (start, name, ticks)
        known = self._reached.get(key)
        if known is None:
            picture = self.picture
            known = reach(self.near, self.costs(name), start, ticks, picture.occupied, ends=picture.zones)
            self._reached[key] = known
        return known

    def stay(self, unit: Unit) -> float:
        """What it is worth to a unit to stay where it is."""
        if unit.cell < 0:
            return -1.0
        return float(self.charts.place(unit)[self.at[unit.cell]])

    def domain(self, unit: Unit) -> PathDomain | None:
        """Where the rules let a unit go this turn; None for nowhere."""
        legal = self.legal.get(unit.id)
        if legal is None:
            return None
        return next((option.path for option in legal.options if option.kind == MOVING.kind), None)

    def moves(self, unit: Unit) -> list[Move]:
        """The best moves of a unit, not sorted."""
        domain = self.domain(unit)
        if domain is None:
            return []
        if domain.entries:
            return self._entries(unit, domain)
        found = self.reached(unit.cell, arms(unit.type).table, domain.allowance)
        place = self.charts.place(unit)
        moves = [self._scored(unit, place, found, cell) for cell in self._best(unit, place, found, {unit.cell})]
        if self.picture.leaves(unit) and domain.exits:
            moves += self._leaves(unit, found, domain)
        return self._sobered(unit, place, moves)

    def _sobered(self, unit: Unit, place: Floats, moves: list[Move]) -> list[Move]:
        """The moves with what they are worth when the unit may panic: then it bolts, where it would have stayed."""
        calm, stay = self.picture.calm(unit), float(place[self.at[unit.cell]])
        lost = (1.0 - calm) * max(0.0, stay - self._bolted(unit, place))
        return [move._replace(score=stay + calm * (move.score - stay) - lost) for move in moves]

    def _bolted(self, unit: Unit, place: Floats) -> float:
        """What the hexes are worth on the mean to which a unit may bolt."""
        steps = 1 if arms(unit.type).squad else max(1, min(BOLT, arms(unit.type).ma // POINT))
        cells = []
        for way in range(6):
            cell = unit.cell
            for _ in range(steps):
                ahead = self.near[cell][way]
                cell = ahead if ahead >= 0 and ahead not in self.picture.occupied else cell
            cells.append(self.at[cell])
        return float(place[cells].mean())

    def _best(self, unit: Unit, place: Floats, found: dict[Cell, Way], without: set[Cell]) -> list[Cell]:
        """The cells in reach where it is best to be."""
        digs = arms(unit.type).digs
        cells = [cell for cell in found if cell not in without and (digs or cell not in self.trenches)]
        if not cells:
            return []
        values = place[[self.at[cell] for cell in cells]]
        order = np.argsort(-values, kind="stable")[:KEPT]
        return [cells[number] for number in order]

    def _scored(self, unit: Unit, place: Floats, found: dict[Cell, Way], cell: Cell) -> Move:
        path = path_to(found, cell)
        return Move(float(place[self.at[cell]]) - SHORT * len(path), path)

    def _leaves(self, unit: Unit, found: dict[Cell, Way], domain: PathDomain) -> list[Move]:
        """The shortest way off the map."""
        table = self.picture.scene.ground.cost_tables[arms(unit.type).table + LEAVING]
        best: tuple[int, Cell] | None = None
        for cell in domain.exits:
            way = found.get(cell)
            if way is None or (way.cost and cell in self.picture.zones):
                continue
            total = way.cost + min(cost for cost in table[cell] if cost != IMPOSSIBLE)
            if total <= domain.allowance and (best is None or (total, cell) < best):
                best = total, cell
        if best is None:
            return []
        return [Move(2 * OUT * self.picture.worth(unit), path_to(found, best[1]), True)]

    def _entries(self, unit: Unit, domain: PathDomain) -> list[Move]:
        """Ways onto the map."""
        weapon = arms(unit.type)
        table = self.picture.scene.ground.cost_tables[domain.entering]
        place = self.charts.place(unit)
        moves: list[Move] = []
        for entry in domain.entries:
            left = domain.allowance - table[entry][0]
            if left < 0 or entry in self.picture.occupied:
                continue
            found = self.reached(entry, weapon.table, left)
            for cell in self._best(unit, place, found, set()):
                move = self._scored(unit, place, found, cell)
                moves.append(Move(move.score, (entry, *move.path)))
        moves.sort(key=lambda move: (-move.score, move.path))
        return moves[: 3 * KEPT]
