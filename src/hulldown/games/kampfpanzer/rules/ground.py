"""The ground a scenario is fought on: the map worked out into tables (9.16, 10.0).

Everything here is fixed for a map and shared by all games on it; wrecks and entrenchments are in the state. 10.1: the
map file says of each hex and hexside what it is; it is that as a whole.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hulldown.core.board import Board, Cell, mask_of
from hulldown.core.lanes import Lanes
from hulldown.core.mapfile import check_words
from hulldown.core.paths import IMPOSSIBLE, CostTable, Reached, reach
from hulldown.core.sight import Block, SightPolicy, SightTable, first_block, sides_mask, sight_table
from hulldown.games.kampfpanzer.data.counters import TerrainRow, side_terrain, terrain
from hulldown.games.kampfpanzer.rules.arms import AFV, FOOT, TRUCK
from hulldown.maps import load_map

TABLES: Final = (AFV, TRUCK, FOOT)
WRECKED: Final = " over a wreck"
"""Behind the name of a cost table: what the same steps cost into hexes with a wreck."""
ENTERING: Final = " entering"
LEAVING: Final = " leaving"
"""Behind the name of a cost table: what it costs to come onto the map, and to leave it."""
NEAR: Final = 3
"""How far fire into woods and towns reaches (9.16-c1)."""
_KEPT: Final = 400
"""Reaches remembered at a time: memory stays flat."""
_CREST: Final = "crest"
_ROAD: Final = "road"


class Ground(Lanes):
    """A map and all tables made from it."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        rows = terrain()
        clear = rows["clear"]
        self.rows: list[TerrainRow] = [clear] * board.size
        for cell in board.cells:
            self.rows[cell] = rows[board.terrain[cell]]
        # 9.16-a-def: everything but slopes and hilltops is at ground level.
        self.high: int = mask_of(cell for cell in board.cells if self.rows[cell].high)
        self.policy, self.high_policy = self._policies()
        self.cost_tables: dict[str, CostTable] = {}
        for name in TABLES:
            self.cost_tables[name] = self._costs(name, wrecked=False)
            self.cost_tables[name + WRECKED] = self._costs(name, wrecked=True)
            self.cost_tables[name + ENTERING] = self._entering(name, wrecked=False)
            self.cost_tables[name + ENTERING + WRECKED] = self._entering(name, wrecked=True)
            self.cost_tables[name + LEAVING] = self._leaving(name)
        self.digits: list[int] = ["0123456789".find(label[-1:]) % 11 for label in board.labels]
        """The last digit of each hex number, by which panic strikes (11.11b)."""
        self.road_cells: frozenset[Cell] = frozenset(c for key in board.roads for c in board.side_cells(key))
        self._sight: SightTable | None = None
        self._reach: dict[tuple[Cell, str, int], dict[Cell, Reached]] = {}

    def _policies(self) -> tuple[SightPolicy, SightPolicy]:
        """What blocks; and what blocks between two units of which none is on the ground.

        9.16-a: a crest blocks where one of the ends is on the ground and the crest belongs to neither hex. 9.16-b1,
        K-69: a side covered by woods or town (9.16-b2) blocks wherever it lies, but between adjacent hexes. 9.15a: a
        line that runs along such a side, or touches its end (9.15b, C-09), meets it. 9.16-u: units never block. K-34: a
        hex by itself does not block.
        """
        crests: list[tuple[Cell, int]] = []
        covered: list[tuple[Cell, int]] = []
        for key, feature in sorted(self.board.sides.items()):
            blocks = side_terrain(feature.terrain).blocks
            if blocks == "crest":
                crests.append(key)
            elif blocks:
                covered.append(key)
        everywhere, over = sides_mask(covered), sides_mask(crests)
        return SightPolicy(0, over, over, everywhere), SightPolicy(0, (0, 0, 0), (0, 0, 0), everywhere)

    @property
    def sight(self) -> SightTable:
        """The table of all pairs, made on first use."""
        if self._sight is None:
            self._sight = sight_table(self.board, self.policy, (self.high, self.high_policy))
        return self._sight

    def block(self, a: Cell, b: Cell) -> Block | None:
        """What blocks the line between two cells: the explaining counterpart of `sight`."""
        above = self.high >> a & 1 and self.high >> b & 1
        return first_block(self.board, self.high_policy if above else self.policy, a, b)

    def reason(self, block: Block) -> tuple[str, str]:
        """The case by which a hexside blocks a line, and what it is."""
        key = self.board.side(block.cells[0], self.board.direction(*block.cells))
        row = side_terrain(self.board.sides[key].terrain)
        return row.rule, self.board.sides[key].terrain

    def near_only(self, cell: Cell) -> bool:
        """Whether fire into a hex ends at three hexes: woods and towns (9.16-c1, K-70)."""
        return self.rows[cell].near

    def overrunnable(self, cell: Cell) -> bool:
        """Whether a hex is clear, for overruns: hilltops are, slopes are not (9.66, K-45)."""
        row = self.rows[cell]
        return row.name in ("clear", "hilltop")

    def through_crest(self, a: Cell, b: Cell) -> bool:
        """Whether a line from a comes into b, a slope hex, through a crest hexside of b (10.0-fn-2).

        Through a corner either side counts: the doubt is the defender's (9.15b).
        """
        if not self.rows[b].crest:
            return False
        for direction in self.entry_sides(a, b):
            feature = self.board.feature(b, direction)
            if feature is not None and feature.terrain == _CREST:
                return True
        return False

    def reach(self, cell: Cell, table: str, ticks: int) -> dict[Cell, Reached]:
        """The cells in reach, wrecks not counted; kept for those asked for lately."""
        known = self._reach.get((cell, table, ticks))
        if known is None:
            if len(self._reach) >= _KEPT:
                self._reach.clear()
            known = self._reach[cell, table, ticks] = reach(self.board, self.cost_tables[table], cell, ticks)
        return known

    def _costs(self, name: str, wrecked: bool) -> CostTable:
        """Half Movement Points for every step (6.0-gen-2).

        10.0-fn-4, K-13: what a hexside costs replaces the cost of the hex; K-68: a road counts where it crosses the
        hexside, and carries over a stream (a bridge). 10.0-fn-5: in a hex with a wreck the higher cost counts.
        """
        board = self.board
        road, wreck = terrain()[_ROAD].cost(name), terrain()["wreck"].cost(name)
        table: CostTable = [(IMPOSSIBLE,) * 6] * board.size
        for cell in board.cells:
            costs: list[int] = []
            for direction, ahead in enumerate(board.neighbours[cell]):
                if ahead < 0:
                    costs.append(IMPOSSIBLE)
                    continue
                feature = board.feature(cell, direction)
                side = side_terrain(feature.terrain).cost(name) if feature is not None else 0
                inside = self.rows[ahead].cost(name)
                if board.side(cell, direction) in board.roads:
                    costs.append(road)
                elif side:
                    costs.append(side)
                else:
                    costs.append(max(inside, wreck) if wrecked else inside)
            table[cell] = tuple(costs)
        return table

    def _entering(self, name: str, wrecked: bool) -> CostTable:
        """What the hex costs by which a unit comes onto the map (14.0e): half a point where a road leads in."""
        roads = {cell for cell, _ in self.board.outs.get(_ROAD, ())}
        road, wreck = terrain()[_ROAD].cost(name), terrain()["wreck"].cost(name) if wrecked else 0
        table: CostTable = [(IMPOSSIBLE,) * 6] * self.board.size
        for cell in self.board.cells:
            table[cell] = ((road if cell in roads else max(self.rows[cell].cost(name), wreck)),) * 6
        return table

    def _leaving(self, name: str) -> CostTable:
        """What it costs to go over the edge: as much as a clear hex, half a point along a road (K-15)."""
        outs = self.board.outs.get(_ROAD, frozenset())
        road, clear = terrain()[_ROAD].cost(name), terrain()["clear"].cost(name)
        table: CostTable = [(IMPOSSIBLE,) * 6] * self.board.size
        for cell in self.board.cells:
            table[cell] = tuple([
                IMPOSSIBLE if ahead >= 0 else road if (cell, way) in outs else clear
                for way, ahead in enumerate(self.board.neighbours[cell])
            ])  # fmt: skip
        return table


@lru_cache(maxsize=8)
def ground_on(map_name: str) -> Ground:
    """The ground of a map; raises MalformedError for one with terrain that the game does not know."""
    board, rows = load_map(map_name), terrain().values()
    sides = {row.name.removesuffix("_side") for row in rows if row.kind == "hexside"}
    check_words(board, map_name, {row.name for row in rows if row.kind == "hex"}, sides)
    return Ground(board)
