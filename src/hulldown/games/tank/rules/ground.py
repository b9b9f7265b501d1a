"""The ground a scenario is fought on: map and terrain mode worked out into tables.

Cases 10.0-gen-1, 10.0-gen-2, 3.1a: one map, three modes; the chart decides what each feature does, and a scenario uses
one mode throughout. Everything here is fixed for a (map, mode) pair and shared by all games on it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hulldown.core.angles import DEGREES_60, DEGREES_120, angle
from hulldown.core.board import Board, Cell, mask_of
from hulldown.core.lanes import Lanes
from hulldown.core.mapfile import check_words
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable
from hulldown.core.sight import Block, SightPolicy, SightTable, first_block, sides_mask, sight_table
from hulldown.games.tank.data.loading import TerrainMode, TerrainRow, terrain
from hulldown.maps import load_map

FRONT, SIDE, REAR = "front", "side", "rear"
BEYOND: Final = "the map's edge"
"""In place of a label: what lies beyond a hexside at the edge of the map."""
PARTIAL: Final = "partial"
"""The cost table of overruns, reverses and moves that begin off the map: closed woods are barred to them."""
TRUCK: Final = "truck"
"""The cost table of trucks (27.71); closed woods are always barred to them."""


class Ground(Lanes):
    """Map, mode and all tables made from them; lines and fields of fire (8.53a, 7.21) come with the lanes."""

    def __init__(self, board: Board, mode: TerrainMode) -> None:
        super().__init__(board)
        self.mode = mode
        clear = mode.rows["clear"]
        self.rows: list[TerrainRow] = [clear] * board.size
        for cell in board.cells:
            self.rows[cell] = mode.rows[board.terrain[cell]]
        self.obstructing: dict[tuple[Cell, int], TerrainRow] = {
            key: mode.rows[feature.terrain]
            for key, feature in board.sides.items()
            if mode.rows[feature.terrain].obstructs
        }
        self.policy, self.outside_policy, self.outside = self._policies()
        self.vehicle_costs = self._vehicle_costs()
        self.infantry_costs: CostTable = [
            tuple(1 if ahead >= 0 else IMPOSSIBLE for ahead in board.neighbours[cell]) for cell in range(board.size)
        ]
        # T-16, 9.41: a move with less than the whole allowance never enters closed woods.
        self.partial_costs: CostTable = [
            tuple(IMPOSSIBLE if cost == WHOLE else cost for cost in row) for row in self.vehicle_costs
        ]
        self.cost_tables: dict[str, CostTable] = {
            "vehicle": self.vehicle_costs,
            "infantry": self.infantry_costs,
            PARTIAL: self.partial_costs,
        }
        self._truck_costs: CostTable | None = None
        # A label that does not end in a digit counts as 10, which no chit has.
        self.digits: list[int] = ["0123456789".find(label[-1:]) % 11 for label in board.labels]
        """The last digit of each hex number, by which panic strikes (12.1)."""
        self._sight: SightTable | None = None

    @property
    def sight(self) -> SightTable:
        """The table of all pairs, made on first use."""
        if self._sight is None:
            self._sight = sight_table(self.board, self.policy, (self.outside, self.outside_policy))
        return self._sight

    def _policies(self) -> tuple[SightPolicy, SightPolicy, int]:
        """What blocks in this mode; the same for two units outside the depression; and the cells outside it.

        The chart of the mode says what obstructs (10.21). The core's trace lets own hexsides (10.22a) and own hexes
        (10.22b) pass, and so one obstructing hexside at each end (10.25); other hexsides crossed (10.22c), hexes
        entered (10.22d) and hexsides run along (10.23) block. 10.24: so does a line along any side of a woods hex
        where woods obstruct. 10.26a: units outside the depression ignore the slopes of its outline (T-27: woods and
        berms inside still obstruct). 10.26b: no other height gives an overview, so elevation itself plays no part.
        """
        board = self.board
        woods = [cell for cell in board.cells if self.rows[cell].obstructs]
        beside = {board.side(cell, direction) for cell in woods for direction in range(6)}
        keys = set(self.obstructing)
        depression = board.regions.get("depression", frozenset())
        rim = {
            key
            for key in keys
            if self.obstructing[key].name == "slope" and sum(c in depression for c in board.side_cells(key)) == 1
        }
        policies = [
            SightPolicy(mask_of(woods), sides_mask(sorted(met)), sides_mask(sorted(met | beside)))
            for met in (keys, keys - rim)
        ]
        return policies[0], policies[1], board.mask & ~mask_of(depression)

    def _vehicle_costs(self) -> CostTable:
        """Movement Points for every step: hexside plus hex, one at least (9.0-gen-2, 9.31, 10.12a).

        10.12b: only marked hexsides cost. T-18: a slope costs both ways. 10.13, T-15: closed woods take the whole
        allowance, so they cannot be entered over a hexside that costs more. 14.7: an Improved Position costs nothing.
        """
        board = self.board
        table: CostTable = [(IMPOSSIBLE,) * 6] * board.size
        for cell in board.cells:
            costs = []
            for direction, ahead in enumerate(board.neighbours[cell]):
                if ahead < 0:
                    costs.append(IMPOSSIBLE)
                    continue
                feature = board.feature(cell, direction)
                extra = self.mode.rows[feature.terrain].cost if feature else 0
                row = self.rows[ahead]
                if row.whole_allowance:
                    costs.append(IMPOSSIBLE if extra else WHOLE)
                else:
                    costs.append(max(1, row.cost) + extra)
            table[cell] = tuple(costs)
        return table

    def costs(self, table: str) -> CostTable:
        """The costs of every step by the name of their table."""
        if table == TRUCK:
            if self._truck_costs is None:
                self._truck_costs = self._made_for_trucks()
            return self._truck_costs
        return self.cost_tables[table]

    def _made_for_trucks(self) -> CostTable:
        """Movement Points of a truck: one for clear ground, twice the chart for all else (27.71b, X-30).

        27.71c: it never enters closed woods. What counts as clear ground in this mode costs it one as well.
        """
        board = self.board
        table: CostTable = [(IMPOSSIBLE,) * 6] * board.size
        for cell in board.cells:
            costs = []
            for direction, ahead in enumerate(board.neighbours[cell]):
                if ahead < 0 or self.rows[ahead].whole_allowance:
                    costs.append(IMPOSSIBLE)
                    continue
                feature = board.feature(cell, direction)
                extra = self.mode.rows[feature.terrain].cost if feature else 0
                costs.append(self._for_truck(ahead) + 2 * extra)
            table[cell] = tuple(costs)
        return table

    def _for_truck(self, cell: Cell) -> int:
        cost = max(1, self.rows[cell].cost)
        return cost if cost == 1 else 2 * cost

    def entry_cost(self, cell: Cell, truck: bool = False) -> int:
        """Movement Points to come onto the map at a cell (17.3-2, T-75).

        WHOLE for closed woods, which a truck cannot enter at all: IMPOSSIBLE (27.71c).
        """
        row = self.rows[cell]
        if truck:
            return IMPOSSIBLE if row.whole_allowance else self._for_truck(cell)
        return WHOLE if row.whole_allowance else max(1, row.cost)

    def block(self, a: Cell, b: Cell) -> Block | None:
        """What blocks the line between two cells: the explaining counterpart of `sight` (10.21, 10.26a)."""
        apart = self.outside >> a & 1 and self.outside >> b & 1
        block = first_block(self.board, self.outside_policy if apart else self.policy, a, b)
        if block is not None and block.kind == "corner" and self._side(block) in self.lane(a, b).along:
            # 10.23: the line meets the end of the side along which it then runs.
            return block._replace(kind="along")
        return block

    def _side(self, block: Block) -> tuple[Cell, int]:
        """The key of a blocking hexside."""
        return self.board.side(block.cells[0], self.board.direction(*block.cells))

    def reason(self, block: Block) -> tuple[str, str]:
        """The case by which something blocks a line, and what it is."""
        if block.kind == "hex":
            return "10.22d", self.board.terrain[block.cells[0]]
        row = self.obstructing.get(self._side(block))
        if row is not None:
            return "10.23" if block.kind == "along" else "10.22c", row.name
        return "10.24", "woods"

    def block_labels(self, block: Block) -> list[str]:
        """The hexes that name what blocks: one hex, or the two of a hexside, of which one may be beyond the map."""
        labels = [self.board.labels[cell] for cell in block.cells]
        return sorted(filter(None, labels)) + [BEYOND] * labels.count("")

    def cover_side(self, a: Cell, b: Cell) -> tuple[str, bool]:
        """The obstructing hexside of b's own hex that a line from a crosses, and whether it shelters b ("" if none).

        10.61a: a berm shelters. 10.61b, 10.5: a slope shelters only a unit on its sloped (low) side. Through a corner
        either side counts, the doubt being the defender's (C-09); the one that protects best is named.
        """
        best: tuple[str, bool] = ("", False)
        points = -1
        for direction in self.entry_sides(a, b):
            row = self.obstructing.get(self.board.side(b, direction))
            if row is None:
                continue
            feature = self.board.feature(b, direction)
            assert feature is not None
            shelters = feature.down is None or feature.down == b
            worth = row.vehicle if shelters else 0
            if worth > points:
                best, points = (row.name, shelters), worth
        return best

    def aspect(self, firer: Cell, target: Cell, facing: int) -> str:
        """The aspect the target shows: the zone the firer stands in, whatever side the line enters (8.7a, 8.7b, 7.32).

        T-40: within 60° of the faced hexside is the front, beyond 120° the rear; borders go to the defender.
        """
        off = angle(facing, self.bearing(target, firer))
        return FRONT if off <= DEGREES_60 else REAR if off > DEGREES_120 else SIDE


def facing_of(travel: int, reverse: bool) -> int:
    """The facing of a vehicle that goes in a direction: forwards with its front, in reverse with its rear (9.6a)."""
    return (travel + 3) % 6 if reverse else travel


@lru_cache(maxsize=8)
def ground_on(map_name: str, mode: str) -> Ground:
    """The ground of a map in a terrain mode; raises MalformedError for one with terrain that the game does not know."""
    board, rows = load_map(map_name), terrain(mode).rows
    check_words(board, map_name, rows, rows)
    return Ground(board, terrain(mode))
