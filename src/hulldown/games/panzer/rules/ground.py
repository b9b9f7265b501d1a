"""The ground of a map worked out into tables: Heights, sight, cover and movement costs.

Everything here is fixed for a map (and the storeys of its buildings) and shared by all games on it; what changes during
play, such as brew-up smoke, is given to the functions that ask for it. Angles need no map: see `arcs`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, get_args

from hulldown.core.board import Board, Cell
from hulldown.core.heights import NOTHING, Blocked, Relief, axis
from hulldown.core.hex import trace
from hulldown.core.mapfile import check_words
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable
from hulldown.core.sight import SightTable
from hulldown.games.panzer.data.loading import COVERS, ON_FOOT, Cover, Scenario, Terrain, Traction, listing, terrain
from hulldown.games.panzer.rules import sight
from hulldown.maps import load_map

PATH, ROAD = "path", "road"
WAYS = (ROAD, PATH)
CLIFF = "cliff"
"""The hexside of a hill edge drawn without slope; it has no row in the Terrain Effects Table (4.1.4.1.5b)."""
TRACTIONS: tuple[Traction, ...] = get_args(Traction)
NO_STOREYS: Mapping[Cell, int] = MappingProxyType({})
NO_PRICES: Mapping[str, int] = MappingProxyType({})
_CROSSED_BY_HEIGHT = ("slope", "crest")
_BED = -1


class Block(NamedTuple):
    """What blocks a line: a hex or a hexside, its terrain, its Height and the rule."""

    cells: tuple[Cell, ...]
    """The hex, or both hexes of the hexside."""
    terrain: str
    height: int
    rule: str


class Point(NamedTuple):
    """One hex of a height profile."""

    cell: Cell
    range: int
    """Hexes from the start of the line."""
    ground: int
    """The Height of a vehicle in the hex."""
    obstacle: int
    """The highest point of the hex on this line."""
    hexside: int | None
    """The Height of a blocking hexside through which the line comes into the hex."""
    line: Fraction
    """The Height of the straight line between the two vehicles; it illustrates, the rules decide."""


class Look(NamedTuple):
    """Everything about the line from one hex to another."""

    clear: bool
    block: Block | None
    profile: tuple[Point, ...]
    cover: Cover
    """The Cover of the target's hex against spotting (4.1.3a)."""
    smoke: tuple[Cell, ...]
    """The brew-up smoke that hinders fire along the line (4.4.3.2.2-brew-up-smoke-a)."""


class Ground:
    """A map and all tables made from it."""

    def __init__(self, board: Board, storeys: Mapping[Cell, int] = NO_STOREYS) -> None:
        """Works out the tables; buildings that `storeys` does not name have one storey (4.1.4.1.3f)."""
        self.board = board
        self.storeys = storeys
        rows = terrain()
        clear = rows["clear"]
        self.rows: list[Terrain] = [clear] * board.size
        for cell in board.cells:
            self.rows[cell] = rows[board.terrain[cell]]
        self.beds: list[bool] = [row.height == _BED for row in self.rows]
        """Whether a cell is a gully, ford or stream (4.1.4.1.6d, 4.1.4.1.6e)."""
        self.relief = self._relief()
        self.height = self.relief.height
        found = [self.terrain_in(cell) for cell in range(board.size)]
        self.cover: list[Cover] = [best_cover(row.cover for row in mixed) for mixed in found]
        """Cover against spotting, by cell: the best of all that is in the hex (4.1.3i)."""
        self.fire_cover: list[Cover] = [best_cover(row.fire_cover for row in mixed) for mixed in found]
        """Cover against AP fire, by cell."""
        self.turn: list[int] = [row.turn for row in self.rows]
        """The cost of a turn of more than one hexside, by cell (4.5.1.1.4-table)."""
        self.climb = self._climb()
        self.ways = self._ways()
        self.on_way: list[bool] = [any(kinds) for kinds in self.ways]
        for kind in WAYS:
            for cell, _ in board.outs.get(kind, ()):
                self.on_way[cell] = True
        self.cross: dict[str, CostTable] = {traction: self._cross(traction) for traction in TRACTIONS}
        """Cross-country cost of every step, by traction mode (4.5.1.1.2a)."""
        self.route: dict[str, CostTable] = {traction: self._route(traction) for traction in TRACTIONS}
        """Cost of every step along a path or road at its rate, by traction mode; IMPOSSIBLE elsewhere (4.5.1.1.5a)."""
        self._sight: SightTable | None = None

    def terrain_in(self, cell: Cell) -> tuple[Terrain, ...]:
        """All terrain of a hex: its ground, and a path or road in it."""
        ways = (kind for kind in WAYS if any(self.board.connects(kind, cell, way) for way in range(6)))
        return (self.rows[cell], *(terrain()[kind] for kind in ways))

    @property
    def sight(self) -> SightTable:
        """The table of all pairs, made on first use."""
        if self._sight is None:
            self._sight = sight.table(self.board, self.relief, self.beds)
        return self._sight

    def _relief(self) -> Relief:
        """The Heights of the map.

        4.1.4.1b, 4.1.4.1c, 4.1.4.1.1, 4.1.4.1.2: each terrain has its own. 4.1.4.1.4a, 4.1.4.1.4b: a hill raises what
        stands on it. 4.1.4.1.3c, 4.1.4.1.3d, 4.1.4.1.7c: buildings and woods stand above the ground; 4.1.4.1.3b,
        4.1.4.1.7a, 4.1.4.1.7e: vehicles among them on it. 4.1.4.1.6a, 4.1.4.1.6b, 4.1.4.1.6c, 4.1.4.1.6e: gullies,
        fords and streams are a level deep, so they never rise above what is around them; bridges are not. 4.1.4.1a,
        4.1.4.1.5c, 4.1.4.1.5d, 4.1.4.1.5e, 4.1.4.1.10: crests and hedgerows stand above the higher ground beside them
        (D7); slopes are part of the hill. 4.1.4c, 4.1.4.1d, 4.1.4.1.8c: vehicles and wrecks have no Height.
        """
        board = self.board
        height, hexes = [0] * board.size, [NOTHING] * board.size
        for cell in board.cells:
            row = self.rows[cell]
            rise = row.height or 0
            height[cell] = board.elevation[cell] + min(rise, 0)
            hexes[cell] = board.elevation[cell] + (rise * self.storeys.get(cell, 1) if row.storeys else rise)
        sides = tuple([NOTHING] * board.size for _ in range(3))
        rows = terrain()
        for key, feature in board.sides.items():
            rise = 0 if feature.terrain in (CLIFF, "slope") else rows[feature.terrain].height or 0
            if rise > 0:
                sides[key[1]][key[0]] = rise + max(board.elevation[cell] for cell in board.side_cells(key))
        along = tuple(list(hexes) for _ in range(3))
        for cell in board.cells:
            for direction in range(3):
                if all(any(board.connects(kind, cell, way) for kind in WAYS) for way in (direction, direction + 3)):
                    # 4.1.4.1.3e, 4.1.4.1.7d: buildings and trees do not block along a path or road; the hill may.
                    along[direction][cell] = min(hexes[cell], board.elevation[cell])
        return Relief(height, hexes, (sides[0], sides[1], sides[2]), (along[0], along[1], along[2]))

    # Sight.

    def sees(self, a: Cell, b: Cell) -> bool:
        """Whether the line between two cells is clear; the same both ways (4.1.4a, 4.1.4b)."""
        return self.sight.clear(a, b)

    def block(self, a: Cell, b: Cell) -> Block | None:
        """What blocks the line between two cells: the explaining counterpart of `sees`."""
        found = sight.first_blocked(self.board, self.relief, self.beds, a, b)
        return None if found is None else self.named(found)

    def named(self, found: Blocked) -> Block:
        """An obstacle with the name that a person would call it by."""
        return Block(found.cells, self._name(found), found.height, found.rule)

    def _name(self, found: Blocked) -> str:
        board = self.board
        if len(found.cells) == 2:
            feature = board.feature(found.cells[0], board.direction(*found.cells))
            return feature.terrain if feature else ""
        cell = found.cells[0]
        # Where the obstacle is no higher than the bare ground it is the hill that blocks, not what grows on it.
        bare = found.height <= board.elevation[cell] and found.rule != "4.1.4.1.6d"
        return self.rows[cell].name if not bare else "hill" if board.elevation[cell] else "ground"

    def explain(self, a: Cell, b: Cell, smoke: Collection[Cell] = ()) -> Look:
        """Everything about the line from a to b; `smoke` are the hexes with brew-up smoke (4.1.4a, 4.1.4.1.9b)."""
        block = self.block(a, b)
        return Look(block is None, block, self.profile(a, b), self.cover[b], self.hindering(a, b, smoke))

    def profile(self, a: Cell, b: Cell) -> tuple[Point, ...]:
        """The Heights along the line from a to b, hexes run along its sides included."""
        board, relief = self.board, self.relief
        dq, dr = board.q[b] - board.q[a], board.r[b] - board.r[a]
        row = axis(dq, dr)
        tops = relief.hexes if row < 0 else relief.along[row]
        order: list[Cell] = [a]
        edges: dict[Cell, int] = {}
        edge: int | None = None
        for mark in trace(dq, dr).marks[1:]:
            cells: tuple[Cell, ...] = ()
            if mark.kind == "hex":
                cells = (a + mark.hex.q * board.stride + mark.hex.r,)
            elif mark.kind in ("crossed", "along"):
                key = a + mark.sides[0].hex.q * board.stride + mark.sides[0].hex.r, mark.sides[0].direction
                found = relief.sides[key[1]][key[0]]
                edge = found if found != NOTHING else None
                cells = board.side_cells(key) if mark.kind == "along" else ()
            for cell in cells:
                if board.on_map[cell]:
                    order.append(cell)
                    if edge is not None:
                        edges[cell] = edge
            if cells:
                edge = None
        start, rise = self.height[a], self.height[b] - self.height[a]
        points = []
        for cell in order:
            near, far = board.distance(a, cell), board.distance(cell, b)
            share = Fraction(near, near + far) if near + far else Fraction(0)
            points.append(Point(cell, near, self.height[cell], tops[cell], edges.get(cell), start + rise * share))
        return tuple(points)

    def hindering(self, a: Cell, b: Cell, smoke: Collection[Cell]) -> tuple[Cell, ...]:
        """The hexes of brew-up smoke that count on the line from a to b, each once (4.4.3.2.2-brew-up-smoke-a, -b)."""
        if not smoke:
            return ()
        rise = terrain()["brew_up_smoke"].height or 0
        return sight.hindering(self.board, self.height, a, b, (self.height[a], self.height[b]), smoke, rise)

    # Movement.

    def _climb(self) -> list[tuple[int, ...]]:
        """The levels paid for on every step: those of a slope, at least 1 for a crest; -1 where a cliff bars it.

        4.5.1.1.2-slope-crest-a; 4.1.4.1.5b. R1: a crest between equal levels is a rise of one level (4.1.4.1.5d). R3:
        gullies and streams have their depth in the cost of the hex.
        """
        board = self.board
        found: list[tuple[int, ...]] = [(0,) * 6] * board.size
        for cell in board.cells:
            levels = []
            for direction, ahead in enumerate(board.neighbours[cell]):
                feature = board.feature(cell, direction) if ahead >= 0 else None
                change = abs(board.elevation[cell] - board.elevation[ahead]) if ahead >= 0 else 0
                if feature is not None and feature.terrain in _CROSSED_BY_HEIGHT:
                    change = max(1, change)
                elif change:
                    change = -1
                levels.append(change)
            found[cell] = tuple(levels)
        return found

    def _ways(self) -> list[tuple[str, ...]]:
        """For every step the way it follows: ROAD, PATH or "". A bridge with a road at one end is road (4.5.1.1.6a)."""
        board = self.board
        found: list[tuple[str, ...]] = [("",) * 6] * board.size
        for cell in board.cells:
            kinds = []
            for direction, ahead in enumerate(board.neighbours[cell]):
                key = board.side(cell, direction)
                kind = next((kind for kind in WAYS if ahead >= 0 and key in board.lines.get(kind, ())), "")
                if kind and board.terrain[ahead] == "bridge" and any(board.connects(ROAD, ahead, d) for d in range(6)):
                    kind = ROAD
                kinds.append(kind)
            found[cell] = tuple(kinds)
        return found

    def prepare(self, traction: str) -> None:
        """Works out the tables of a traction or gait that the Basic Game does not have, on first use."""
        if traction not in self.cross:
            self.cross[traction] = self._cross(traction)
            self.route[traction] = self._route(traction)

    def altered(self, traction: str, price: Mapping[str, int], name: str) -> CostTable:
        """The cross-country table under another name, with hexes that cost at least `price`, by their terrain."""
        key = f"{traction} {name}"
        if key not in self.cross:
            self.prepare(traction)
            limit = self._limit(traction)
            self.cross[key] = [
                tuple([self._step(cell, way, traction, limit, price) for way in range(6)]) if on else (IMPOSSIBLE,) * 6
                for cell, on in enumerate(self.board.on_map)
            ]
        return self.cross[key]

    def _limit(self, traction: str) -> int:
        """The levels a vehicle may change in one step (4.5.1.1.2-slope-crest-b), or a unit on foot (6.6.4.1h)."""
        return listing("traction" if traction in TRACTIONS else "leg-gaits").number(traction, "levels")

    def _cross(self, traction: str) -> CostTable:
        """Points for every step at the cross-country rate: hex, levels and hexside.

        4.5.1.1.2a, 4.5.1.1.2b, 4.5.1.1.2c, 4.5.1.1.2d, 4.5.1.1.2e, 4.5.1.1.2f: by the table, each traction its own.
        4.1.4.1.7b, 4.5.1.1.5l: prohibited hexes are entered along a path or road only, at the cost of that way.
        4.5.1.1.6b: a bridge is entered and left along its path or road only. 4.5.1.1.2-wall-hedgerow-b: a hedgerow
        takes the whole allowance.
        """
        board, limit = self.board, self._limit(traction)
        table: CostTable = [(IMPOSSIBLE,) * 6] * board.size
        for cell in board.cells:
            table[cell] = tuple([self._step(cell, direction, traction, limit) for direction in range(6)])
        return table

    def _step(self, cell: Cell, direction: int, traction: str, limit: int, price: Mapping[str, int] = NO_PRICES) -> int:
        """Points for a step across country, for a unit that may change `limit` levels in it.

        6.6.4.1d: who goes on foot pays for the path or road that the step follows.
        """
        board, rows = self.board, terrain()
        ahead, climb = board.neighbours[cell][direction], self.climb[cell][direction]
        if ahead < 0 or not 0 <= climb <= limit:
            return IMPOSSIBLE
        way, feature = self.ways[cell][direction], board.feature(cell, direction)
        bridge = "bridge" in (board.terrain[cell], board.terrain[ahead])
        if (feature is not None and feature.terrain == CLIFF) or (bridge and not way):
            return IMPOSSIBLE
        cost = self.rows[ahead].cost(traction)
        if way and (cost == "P" or traction in ON_FOOT):
            cost = rows[way].cost(traction)
        if price and isinstance(cost, int):
            cost = max(cost, price.get(self.rows[ahead].name, 0))
        extra = rows[feature.terrain].cost(traction) if feature and not rows[feature.terrain].per_level else 0
        if cost == "P" or extra == "P":
            return IMPOSSIBLE
        return WHOLE if cost == "all" or extra == "all" else cost + extra + climb

    def _route(self, traction: str) -> CostTable:
        """Points for every step along a path or road: 1, and one less than normal for levels (4.5.1.1.5a, 4.5.1.1.5n).

        4.5.1.1.5o: the limit of levels holds here too.
        """
        board, rows, limit = self.board, terrain(), self._limit(traction)
        table: CostTable = [(IMPOSSIBLE,) * 6] * board.size
        for cell in board.cells:
            costs = []
            for way, climb in zip(self.ways[cell], self.climb[cell], strict=True):
                cost = rows[way].cost(traction) if way else IMPOSSIBLE
                passable = isinstance(cost, int) and cost > 0 and 0 <= climb <= limit
                costs.append(cost + max(0, climb - 1) if passable and isinstance(cost, int) else IMPOSSIBLE)
            table[cell] = tuple(costs)
        return table

    def ways_out(self, cell: Cell) -> dict[int, str]:
        """The directions in which a path or road leaves the map from a cell, with its kind (4.5.1.1.9b, I15)."""
        found: dict[int, str] = {}
        for kind in reversed(WAYS):
            found |= {way: kind for there, way in self.board.outs.get(kind, ()) if there == cell}
        return found

    def leave_cost(self, cell: Cell, direction: int, traction: str) -> int:
        """Points to leave the map across country: the cost of the hex being left (4.5.1.1.9b); IMPOSSIBLE if barred."""
        cost = self.rows[cell].cost(traction)
        if self.board.neighbours[cell][direction] >= 0:
            return IMPOSSIBLE
        if cost == "P" or self.rows[cell].name == "bridge":
            return 1 if direction in self.ways_out(cell) else IMPOSSIBLE
        return WHOLE if cost == "all" else cost


def best_cover(values: Iterable[str]) -> Cover:
    """The Cover of mixed terrain: the best for a vehicle in it (4.1.3i); "other" adds none of its own (4.1.3j)."""
    best = max((COVERS.index(value) for value in values if value in COVERS), default=0)
    return COVERS[best]


def load_ground(map_name: str, storeys: tuple[tuple[str, int], ...] = ()) -> Ground:
    """The ground of a map that comes with the package; `storeys` are (label, storeys) of its taller buildings.

    1.3a, 1.3b, 1.3c, 1.3d: a map may be composed of numbered boards; `core.joining` puts them together.
    """
    return _load(map_name, storeys)


@lru_cache(maxsize=16)
def _load(map_name: str, storeys: tuple[tuple[str, int], ...]) -> Ground:
    board = load_map(map_name)
    check_words(board, map_name, terrain(), {*terrain(), CLIFF, "slope"})
    return Ground(board, {board.cell(label): high for label, high in storeys})


def ground_of(scenario: Scenario) -> Ground:
    """The ground of a scenario, its taller buildings included (4.1.4.1.3f)."""
    return load_ground(scenario.map, tuple(sorted(scenario.storeys.items())) if scenario.storeys else ())
