"""The ground of a map worked out into tables: heights, sight, movement costs and edges.

Everything here is fixed for a map (and the dust over it) and shared by all games on it. Angles need no map: see `arcs`.
A hex has one level, that of its centre (OBS-14); units and markers never block (OBS-17).
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from hulldown.core.board import COMPASS, Board, Cell, mask_of
from hulldown.core.heights import ENTIRE, NOTHING, Meet, Relief, meets
from hulldown.core.hex import DIRECTIONS, OPPOSITE
from hulldown.core.lanes import Lanes
from hulldown.core.mapfile import check_words
from hulldown.core.paths import IMPOSSIBLE, CostTable, Reached, reach
from hulldown.core.sight import SightTable
from hulldown.games.panzer_battles.data.terrain import Effects, effects, hex_names, line_names
from hulldown.games.panzer_battles.rules import sight
from hulldown.maps import load_map

VEHICLE: Final = "vehicle"
INFANTRY: Final = "infantry"
COLUMN: Final = " in column"
"""Behind the name of a cost table: what the same steps cost a unit in Column."""
TABLES: Final = (VEHICLE, VEHICLE + COLUMN, INFANTRY, INFANTRY + COLUMN)
STACK: Final = 3
"""Friendly units of one type, vehicle or infantry, that a hex holds at the end of a Segment (6.4)."""
SLOPE: Final = "slope"
"""The hexside between two levels; only the levels count (MOV-18)."""
DUST: Final = "dust"
_SHEET: Final = {"top": (False, False), "bottom": (True, False), "left": (False, True), "right": (True, True)}
_KEPT: Final = 400
"""Reaches remembered at a time: memory stays flat."""
_SLANTED: Final = ("north-north-east", "east", "south-south-east", "south-south-west", "west", "north-north-west")


class Block(NamedTuple):
    """What blocks a line: the hex, what is there, how high it reaches and the case."""

    cell: Cell
    terrain: str
    """woods or town where these stand, hill where the bare ground blocks, dust where the line is too long."""
    height: int | None
    """The top of the obstacle in levels; dust has none."""
    rule: str


class Point(NamedTuple):
    """One hex of a height profile."""

    cell: Cell
    range: int
    """Hexes from the start of the line."""
    level: int
    """The level of a unit in the hex (7.12b)."""
    obstacle: int
    """The level that the hex reaches as an obstacle (7.12a)."""
    line: Fraction
    """The height of the straight line between the two units; it illustrates, the algorithm decides."""


class Look(NamedTuple):
    """Everything about the line from one hex to another."""

    clear: bool
    block: Block | None
    profile: tuple[Point, ...]


def table_of(infantry: bool, column: bool) -> str:
    """The name of the cost table of a unit; half-tracks and towed guns are vehicles.

    6.69a: a unit of one vehicle counts as in Column here.
    """
    return (INFANTRY if infantry else VEHICLE) + (COLUMN if column else "")


class Ground(Lanes):
    """A map and all tables made from it; every hex costs what 6.9 says, never less than a point (6.0-proc-3)."""

    def __init__(self, board: Board, visibility: int | None = None) -> None:
        """Works out the tables; no line of sight is longer than `visibility` hexes (20.0-sr-1)."""
        super().__init__(board)
        self.visibility = visibility
        rows = effects()
        self.rows: list[Effects] = [rows["clear"]] * board.size
        for cell in board.cells:
            self.rows[cell] = rows[board.terrain[cell]]
        self.relief = self._relief()
        self.height: list[int] = self.relief.height
        """The level of units, by cell (7.12b)."""
        self.defilade: list[int] = [row.defilade or 0 for row in self.rows]
        """Points of a vehicle to enter defilade, on top of those to enter the hex, by cell (15.0-proc-1, MOV-14)."""
        self.ways: list[tuple[str, ...]] = self._ways()
        """For every step the road or trail that it follows, or ""."""
        self.cost_tables: dict[str, CostTable] = {name: self._costs(name) for name in TABLES}
        """Points of every step, by kind of unit and formation (6.9, 6.6a)."""
        self.edge_tables: dict[str, CostTable] = {name: self._edge_costs(name) for name in TABLES}
        """Points of every step over the edge, either way (19.23b, 19.31a)."""
        self._sight: SightTable | None = None
        self._reach: dict[tuple[Cell, str, int], dict[Cell, Reached]] = {}

    # Sight.

    def _relief(self) -> Relief:
        """The heights of the map: units at the level of their hex (7.12b), woods and towns above it (7.12a)."""
        board = self.board
        height, hexes = [0] * board.size, [NOTHING] * board.size
        for cell in board.cells:
            height[cell] = board.elevation[cell]
            hexes[cell] = board.elevation[cell] + sight.RISE.get(board.terrain[cell], 0)
        none = [NOTHING] * board.size
        return Relief(height, hexes, (none, none, none), (hexes, hexes, hexes))

    @property
    def sight(self) -> SightTable:
        """The table of all pairs, made on first use; it ends where the dust does (20.0-sr-1)."""
        if self._sight is None:
            rows = sight.rows(self.board, self.relief)
            if self.visibility is not None:
                for cell in self.board.cells:
                    rows[cell] &= self.within(cell, self.visibility, -1) | 1 << cell
            self._sight = SightTable(rows)
        return self._sight

    def sees(self, a: Cell, b: Cell) -> bool:
        """Whether the line between two cells is clear; the same both ways (7.1b, 7.13)."""
        return self.sight.clear(a, b)

    def block(self, a: Cell, b: Cell) -> Block | None:
        """What blocks the line between two cells: the explaining counterpart of `sees`."""
        if self.visibility is not None and self.board.distance(a, b) > self.visibility:
            return Block(b, DUST, None, "20.0-sr-1")
        found = sight.first_blocked(self.board, self.relief, a, b)
        if found is None:
            return None
        cell = found.cells[0]
        terrain, rule = self._named(a, b, cell)
        return Block(cell, terrain, found.height, rule)

    def _named(self, a: Cell, b: Cell, cell: Cell) -> tuple[str, str]:
        """What a person would call the obstacle in a cell on a line, and the case: 7.12a, 7.5-alg-1 or 7.25-fn-2."""
        place = self._displaced(a, cell)
        beside = any(len(meet.left) > 1 and place in [one[:2] for one in meet.left] for meet in self._met(a, b))
        terrain = self.board.terrain[cell]
        name, rule = (terrain, "7.12a") if terrain in sight.RISE else ("hill", sight.RULE)
        return name, "7.25-fn-2" if beside else rule

    def _displaced(self, a: Cell, b: Cell) -> tuple[int, int]:
        return self.board.q[b] - self.board.q[a], self.board.r[b] - self.board.r[a]

    def _met(self, a: Cell, b: Cell) -> tuple[Meet, ...]:
        return meets(*self._displaced(a, b))

    def explain(self, a: Cell, b: Cell) -> Look:
        """Everything about the line from a to b."""
        block = self.block(a, b)
        return Look(block is None, block, self.profile(a, b))

    def profile(self, a: Cell, b: Cell) -> tuple[Point, ...]:
        """The heights along the line from a to b, hexes that it runs along included (7.11, 7.25-fn-2)."""
        board = self.board
        order = [a]
        for meet in self._met(a, b):
            for q, r, direction, _, _ in meet.left:
                cell = a + q * board.stride + r
                if direction == ENTIRE and board.on_map[cell]:
                    order.append(cell)
        start, rise = self.height[a], self.height[b] - self.height[a]
        points = []
        for cell in order if a == b else [*order, b]:
            near, far = board.distance(a, cell), board.distance(cell, b)
            share = Fraction(near, max(1, near + far))
            points.append(Point(cell, near, self.height[cell], self.relief.hexes[cell], start + rise * share))
        return tuple(points)

    # Defilade.

    def defilade_cells(self, only: Collection[str] = ()) -> int:
        """The hexes where vehicles may enter defilade: all, or those of some terrain (15.0-gen-1, 20.0-sr-2)."""
        return mask_of(cell for cell in self.board.cells if not only or self.board.terrain[cell] in only)

    # Movement.

    def _ways(self) -> list[tuple[str, ...]]:
        """The best line that crosses each hexside, roads before trails (6.6b; MOV-5)."""
        board = self.board
        found: list[tuple[str, ...]] = [("",) * 6] * board.size
        for cell in board.cells:
            found[cell] = tuple(
                [next((kind for kind in line_names() if board.connects(kind, cell, way)), "") for way in range(6)]
            )
        return found

    def _costs(self, name: str) -> CostTable:
        """Movement Points of every step (6.9).

        6.6a, 6.6b, 6.9-fn-1: in Column a step that follows a road or trail costs what that costs and nothing besides.
        6.34a, 6.34b: infantry pays for going up, not for going down. 15.43: units in the hex change nothing.
        """
        board, rows, column = self.board, effects(), name.endswith(COLUMN)
        table: CostTable = [(IMPOSSIBLE,) * 6] * board.size
        for cell in board.cells:
            costs: list[int] = []
            for ahead, way in zip(board.neighbours[cell], self.ways[cell], strict=True):
                if ahead < 0:
                    costs.append(IMPOSSIBLE)
                    continue
                if column and way:
                    costs.append(_points(rows[way], name))
                    continue
                rise = self.height[ahead] - self.height[cell]
                slope = _points(rows["up" if rise > 0 else "down"], name) if rise else 0
                costs.append(_points(self.rows[ahead], name) + slope)
            table[cell] = tuple(costs)
        return table

    def _edge_costs(self, name: str) -> CostTable:
        """Movement Points to come onto the map into a hex over a side of it, or to leave it that way.

        19.23b, 19.31a: the ground beyond is that of the hex. SCN-2: in Column a road or trail over that side counts.
        """
        board, rows, column = self.board, effects(), name.endswith(COLUMN)
        table: CostTable = [(IMPOSSIBLE,) * 6] * board.size
        for cell in board.cells:
            costs: list[int] = []
            for ahead, way in zip(board.neighbours[cell], self.ways[cell], strict=True):
                row = rows[way] if column and way else self.rows[cell]
                costs.append(IMPOSSIBLE if ahead >= 0 else _points(row, name))
            table[cell] = tuple(costs)
        return table

    def entry_cost(self, table: str, cell: Cell, edge: str, place: int = 1) -> int:
        """Points to enter at a cell of an edge from a place in the queue; 1 is its head (19.23a, 19.23b; SCN-2)."""
        return place * min(self.edge_tables[table][cell][side] for side in self.edge_sides(cell, edge))

    def exit_cost(self, table: str, cell: Cell, edge: str) -> int:
        """Points to leave the map from a cell of an edge over that edge (19.31a); IMPOSSIBLE from anywhere else."""
        sides = self.edge_sides(cell, edge)
        return min(self.edge_tables[table][cell][side] for side in sides) if sides else IMPOSSIBLE

    def edge_sides(self, cell: Cell, edge: str) -> tuple[int, ...]:
        """The sides of a cell that lie on an edge of the map (19.23b, 19.31a); () where it is not on that edge."""
        last, upright = self._edge(edge)
        limit = (self.board.columns if upright else self.board.rows) if last else 1
        beyond = [_over(self.board, cell, way)[0 if upright else 1] for way in range(6)]
        return tuple([way for way, place in enumerate(beyond) if (place > limit if last else place < limit)])

    def _edge(self, edge: str) -> tuple[bool, bool]:
        """Whether an edge is that of the last row or column, and whether it is a column (19.23b, 19.31a).

        Named as on the map (north) or by its place on the sheet (top).
        """
        if edge in _SHEET:
            return _SHEET[edge]
        places = [self.board.column_row(cell) for cell in self.board.edges[edge]]
        upright = len({column for column, _ in places}) == 1
        return (places[0][0] == self.board.columns if upright else places[0][1] == self.board.rows), upright

    def reach(self, cell: Cell, table: str, points: int) -> dict[Cell, Reached]:
        """The cells in reach with so many points (6.11a); kept for those asked for lately."""
        known = self._reach.get((cell, table, points))
        if known is None:
            if len(self._reach) >= _KEPT:
                self._reach.clear()
            known = self._reach[cell, table, points] = reach(self.board, self.cost_tables[table], cell, points)
        return known

    # The compass.

    def compass(self, direction: int) -> str:
        """How people say a direction of the sheet (0 to 5) on this map, whose north may be any of its edges (19.1b)."""
        if "north" not in self.board.edges:
            return COMPASS[direction]
        last, upright = self._edge("north")
        if not upright:
            return COMPASS[OPPOSITE[direction] if last else direction]
        # With north on the right the top of the sheet is west, with north on the left it is east.
        return _SLANTED[(direction + (4 if last else 1)) % 6]


def _points(row: Effects, name: str) -> int:
    return row.infantry if name.startswith(INFANTRY) else row.vehicle


def _over(board: Board, cell: Cell, way: int) -> tuple[int, int]:
    """Column and row of the hex beyond a side, on the map or off it."""
    q, r = board.q[cell] + DIRECTIONS[way].q, board.r[cell] + DIRECTIONS[way].r
    return q, r + (q - (1 if board.high_columns == "odd" else 0)) // 2


def load_ground(map_name: str, visibility: int | None = None) -> Ground:
    """The ground of a map under this visibility; raises MalformedError for terrain that the game does not know."""
    return _load(map_name, visibility)


@lru_cache(maxsize=16)
def _load(map_name: str, visibility: int | None) -> Ground:
    board = load_map(map_name)
    check_words(board, map_name, hex_names(), {SLOPE})
    return Ground(board, visibility)
