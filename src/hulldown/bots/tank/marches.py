"""Moves: the few ways of a unit that end best, overruns and ways off the map among them."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.bots.tank.charts import Charts
from hulldown.bots.tank.dangers import Dangers
from hulldown.bots.tank.odds import is_soft
from hulldown.bots.tank.picture import Picture
from hulldown.bots.ways import Way, path_to, reach
from hulldown.core.board import Cell, mask_of
from hulldown.core.decisions import PathDomain, UnitLegal
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable
from hulldown.games.tank.rules.arms import arms as weapon
from hulldown.games.tank.rules.ground import facing_of
from hulldown.games.tank.rules.state import EXIT_COST, Unit
from hulldown.games.tank.rules.verbs.move import MOVE
from hulldown.games.tank.rules.verbs.overrun import COST, OVERRUN
from hulldown.games.tank.rules.verbs.reverse import REVERSE

KEPT = 12
"""Ways kept for each unit."""
EXIT_WORTH = 3.0
"""What getting a unit out is worth where that is the aim."""
CRUSHED = 0.85
"""How likely an overrun is to come off."""
MASKED = 1.5
"""Turns of fire that a place is worth less while friends stand in its lines."""
SHORT = 0.002
"""What each hex of a way costs besides, so that of equal ways the shorter is taken."""


class Move(NamedTuple):
    """A movement task and what it is worth."""

    score: float
    kind: str
    path: tuple[Cell, ...]
    exits: bool = False


class Marches:
    """The moves open to a side's units."""

    def __init__(self, picture: Picture, charts: Charts, dangers: Dangers, legal: dict[str, UnitLegal]) -> None:
        self.picture = picture
        self.charts = charts
        self.dangers = dangers
        self.legal = legal
        self.arrays = picture.arrays
        self.ground = picture.ground
        self.near = picture.ground.board.neighbours
        self.standing = mask_of(unit.cell for unit in picture.own)

    def costs(self, unit: Unit) -> CostTable:
        """What each step costs a unit now, smoke included (28.52b)."""
        return self.picture.scene.costs(weapon(unit.type).table)

    def own(self, unit: Unit) -> float:
        """What the loss of a unit costs."""
        return self.charts.posture.loss * self.picture.stake(unit)

    def stay(self, unit: Unit) -> float:
        """What it is worth to a unit to stay as it is."""
        pull = float(self.charts.pull(unit)[self.arrays.at[unit.cell]])
        return pull - self.own(unit) * self.dangers.risk(unit, unit.facing, 0) - self._masked(unit, unit.cell)

    def _masked(self, unit: Unit, cell: Cell) -> float:
        """What a place loses because friends stand in all the lines that make it a good one."""
        worth = float(self.charts.fire(unit.type)[self.arrays.at[cell]])
        if worth <= 0:
            return 0.0
        row = self.picture.scene.row(cell)
        standing = self.standing & ~(1 << unit.cell)
        for foe in self.picture.foes:
            if row >> foe.cell & 1 and foe.cell != cell and not self.ground.lane(cell, foe.cell).mask & standing:
                return 0.0
        return MASKED * worth * self.charts.posture.gain

    def moves(self, unit: Unit) -> list[Move]:
        """The best moves of a unit on the map."""
        domains = {option.kind: option.path for option in self.legal[unit.id].options if option.path is not None}
        domain = domains.get(MOVE.kind)
        if domain is None or is_soft(unit.type):
            return []
        found = reach(self.near, self.costs(unit), unit.cell, domain.allowance, self.picture.occupied)
        moves = [
            self._scored(unit, MOVE.kind, path_to(found, cell), found[cell].cost) for cell in self._ends(unit, found)
        ]
        if REVERSE.kind in domains:
            moves += self._reverses(unit, domain.allowance // 2)
        errand = self.charts.errand(unit)
        if domain.exits and (self.charts.posture.leave if errand is None else errand.leaves):
            moves += self._leaves(unit, domain, found)
        if errand is not None and errand.through in found:
            moves += self._throughs(unit, domain, found, errand.through)
        if OVERRUN.kind in domains:
            moves += self._overruns(unit, domain.allowance, found)
        return moves

    def _ends(self, unit: Unit, found: dict[Cell, Way]) -> list[Cell]:
        """The cells in reach where it is best to be."""
        pull, at = self.charts.pull(unit), self.arrays.at
        cells = [cell for cell in found if cell != unit.cell]
        values = pull[[at[cell] for cell in cells]]
        order = (-values).argsort(kind="stable")[:KEPT]
        return [cells[number] for number in order]

    def _scored(self, unit: Unit, kind: str, path: tuple[Cell, ...], points: int) -> Move:
        """A move with its worth: where it ends, less the danger while it is made."""
        pull = float(self.charts.pull(unit)[self.arrays.at[path[-1]]])
        travel = self.ground.board.direction(unit.cell, path[0])
        facing = facing_of(travel, kind in self.picture.scene.reverses)
        danger = self.dangers.risk(unit, facing, points)
        score = pull - self.own(unit) * danger - SHORT * len(path) - self._masked(unit, path[-1])
        return Move(score, kind, path)

    def _reverses(self, unit: Unit, allowance: int) -> list[Move]:
        """Ways back with the front to the enemy (9.6)."""
        if self.dangers.risk(unit, unit.facing, 0) < 0.05:
            return []
        found = reach(
            self.ground.board.neighbours,
            self.costs(unit),
            unit.cell,
            allowance,
            self.picture.occupied,
            whole=False,
        )
        moves = []
        for cell in self._ends(unit, found)[:4]:
            path = path_to(found, cell)
            if len(path) <= 2:
                moves.append(self._scored(unit, REVERSE.kind, path, found[cell].cost))
        return moves

    def _leaves(self, unit: Unit, domain: PathDomain, found: dict[Cell, Way]) -> list[Move]:
        """Ways off the map."""
        moves = []
        for cell in domain.exits:
            way = found.get(cell)
            if way is not None and way.cost + EXIT_COST <= domain.allowance:
                moves.append(
                    Move(self.stay(unit) + EXIT_WORTH - SHORT * way.cost, MOVE.kind, path_to(found, cell), True)
                )
        moves.sort(key=lambda move: -move.score)
        return moves[:KEPT]

    def _throughs(self, unit: Unit, domain: PathDomain, found: dict[Cell, Way], middle: Cell) -> list[Move]:
        """Ways through a hex and on towards the nearest mapedge, as far as they go."""
        board, left = self.ground.board, domain.allowance - found[middle].cost
        beyond = reach(self.near, self.costs(unit), middle, left, self.picture.occupied, whole=False)
        first, base = path_to(found, middle), self.stay(unit) + EXIT_WORTH
        moves: list[Move] = []
        for cell, way in beyond.items():
            path = (*first, *path_to(beyond, cell)) if cell != middle else first
            if path and cell != unit.cell:
                home = min(board.edge_distance(cell, edge) for edge in board.edges)
                danger = self.own(unit) * self.dangers.risk(unit, unit.facing, found[middle].cost + way.cost)
                moves.append(Move(base - 0.02 * home - danger, MOVE.kind, path))
        moves.sort(key=lambda move: -move.score)
        return moves[:KEPT]

    def _overruns(self, unit: Unit, allowance: int, found: dict[Cell, Way]) -> list[Move]:
        """Ways through soft foes (9.4): straight through the hex, one point more than the ground costs."""
        prey: dict[Cell, float] = {}
        hard = {foe.cell for foe in self.picture.foes if not is_soft(foe.mark.name)}
        for foe in self.picture.foes:
            if is_soft(foe.mark.name):
                prey[foe.cell] = prey.get(foe.cell, 0.0) + foe.worth
        moves = []
        board, costs = self.ground.board, self.costs(unit)
        for target, worth in prey.items():
            if target in hard or board.distance(unit.cell, target) > allowance:
                continue
            for direction in range(6):
                before, beyond = board.neighbours[target][(direction + 3) % 6], board.neighbours[target][direction]
                if before < 0 or beyond < 0 or before not in found or beyond in self.picture.occupied:
                    continue
                into, out = costs[before][direction], costs[target][direction]
                if IMPOSSIBLE in (into, out) or WHOLE in (into, out):
                    continue
                points = found[before].cost + into + out + COST
                if points <= allowance:
                    path = (*path_to(found, before), target, beyond)
                    move = self._scored(unit, OVERRUN.kind, path, points)
                    moves.append(move._replace(score=move.score + CRUSHED * worth * self.charts.posture.gain))
        moves.sort(key=lambda move: -move.score)
        return moves[:4]

    def entries(self, unit: Unit, legal: UnitLegal) -> list[Move]:
        """Ways onto the map for a waiting unit, best first."""
        domain = legal.options[0].path
        assert domain is not None
        entry = domain.via[0]
        pull, at = self.charts.pull(unit), self.arrays.at
        if domain.allowance <= 0:
            return [Move(0.0, MOVE.kind, (entry,))]
        found = reach(
            self.ground.board.neighbours,
            self.costs(unit),
            entry,
            domain.allowance,
            self.picture.occupied,
            whole=False,
        )
        cells = sorted(found, key=lambda cell: (-float(pull[at[cell]]), cell))[: 3 * KEPT]
        return [Move(float(pull[at[cell]]), MOVE.kind, (entry, *path_to(found, cell))) for cell in cells]

    def column(self, legal: UnitLegal) -> Move | None:
        """The leader's best path and what it gains, for a force that must keep its formation."""
        domain = legal.options[0].path
        assert domain is not None
        units = {unit.cell: unit for unit in self.picture.own}
        lead = units.get(domain.start) or next(iter(self.picture.waiting), None)
        if lead is None:
            return None
        pull, at = self.charts.pull(lead), self.arrays.at
        start = domain.via[0] if domain.via else domain.start
        # Those behind would come upon the leader where its way meets the column's own.
        trail = self.picture.view.column.trail if self.picture.view.column is not None else []
        held = (self.picture.occupied | units.keys() | set(trail)) - {start}
        whole = not domain.via
        found = reach(self.near, self.costs(lead), start, domain.allowance, held, whole=whole)
        out = [cell for cell in domain.exits if cell in found and found[cell].cost + EXIT_COST <= domain.allowance]
        if out and self.charts.posture.leave:
            nearest = min(out, key=lambda cell: (found[cell].cost, cell))
            return Move(EXIT_WORTH, MOVE.kind, path_to(found, nearest), True)
        # A column keeps moving: standing in file only few can fire.
        ends = [cell for cell in found if cell != start or domain.via]
        if not ends:
            return None
        best = max(ends, key=lambda cell: (float(pull[at[cell]]) + SHORT * found[cell].cost, -cell))
        path = (*domain.via, *path_to(found, best))
        if not path:
            return None
        base = float(pull[at[start]]) - (1.0 if domain.via else 0.0)
        return Move(float(pull[at[best]]) - base, MOVE.kind, path)
