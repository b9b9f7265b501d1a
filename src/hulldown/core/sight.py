"""Lines of sight: tables for a whole map built displacement by displacement, and an explaining check for one pair.

The trace is the engine's; what blocks is the game's policy, given as sets of cells. The hex of either end never blocks,
nor does a side of it, unless the policy names it among the sides that block everywhere; between adjacent hexes nothing
does. A corner counts as a crossing of the sides that end in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from hulldown.core.board import Board, Cell, cells_of, mask_of
from hulldown.core.hex import ALONG, CORNER, CROSSED, DIRECTIONS, HEX, trace, walk


class SightPolicy(NamedTuple):
    """What blocks: hexes entered, sides crossed and sides run along; a side (cell, d) is bit `cell` of mask d.

    `everywhere` are sides that block also where they belong to the hex of an end, however the line meets them.
    """

    hexes: int
    crossed: tuple[int, int, int]
    along: tuple[int, int, int]
    everywhere: tuple[int, int, int] = (0, 0, 0)


class Block(NamedTuple):
    """The first thing on a line that blocks it."""

    kind: Literal["hex", "crossed", "along", "corner"]
    cells: tuple[Cell, ...]
    """The hex, or both hexes of the hexside."""


def sides_mask(keys: list[tuple[Cell, int]]) -> tuple[int, int, int]:
    """Hexside keys as three sets of cells, one for each direction."""
    return (
        mask_of(cell for cell, direction in keys if direction == 0),
        mask_of(cell for cell, direction in keys if direction == 1),
        mask_of(cell for cell, direction in keys if direction == 2),
    )


def first_block(board: Board, policy: SightPolicy, a: Cell, b: Cell) -> Block | None:
    """What first blocks the line from a to b, or None when it is clear."""
    hexes, crossed, along, everywhere = policy
    dq, dr = board.q[b] - board.q[a], board.r[b] - board.r[a]
    if any(everywhere):
        return _first_of_all(board, policy, a, dq, dr)
    for kind, offset, direction in _obstacles(board.stride, dq, dr):
        cell = a + offset
        if kind == HEX:
            if hexes >> cell & 1:
                return Block("hex", (cell,))
        elif (along if kind == ALONG else crossed)[direction] >> cell & 1:
            return Block(_KINDS[kind], board.side_cells((cell, direction)))
    return None


def _first_of_all(board: Board, policy: SightPolicy, a: Cell, dq: int, dr: int) -> Block | None:
    """The same where some sides block everywhere: then the sides of the ends' own hexes count as well."""
    usual = set(_obstacles(board.stride, dq, dr))
    for one in _met(board.stride, dq, dr):
        kind, offset, direction = one
        cell = a + offset
        if kind == HEX:
            if one in usual and policy.hexes >> cell & 1:
                return Block("hex", (cell,))
            continue
        masks = policy.along if kind == ALONG else policy.crossed
        if (one in usual and masks[direction] >> cell & 1) or policy.everywhere[direction] >> cell & 1:
            return Block(_KINDS[kind], board.side_cells((cell, direction)))
    return None


_KINDS: dict[int, Literal["hex", "crossed", "along", "corner"]] = {
    HEX: "hex", CROSSED: "crossed", ALONG: "along", CORNER: "corner"
}  # fmt: skip


def line_cells(board: Board, a: Cell, b: Cell) -> list[Cell]:
    """The cells the line from a to b passes through, both ends included."""
    line = trace(board.q[b] - board.q[a], board.r[b] - board.r[a])
    return [a + place.q * board.stride + place.r for place in line.hexes]


class SightTable:
    """Who sees whom on a board: `rows[cell]` is the set of cells with a clear line to that cell.

    `bits[cell]` are the same bits as bytes, lowest first: to ask for one pair that is many times cheaper.
    """

    __slots__ = ("_seen", "bits", "rows")

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows
        octets = len(rows) // 8 + 1
        nothing = bytes(octets)
        self.bits: list[bytes] = [row.to_bytes(octets, "little") if row else nothing for row in rows]
        self._seen: dict[Cell, tuple[Cell, ...]] = {}

    def clear(self, a: Cell, b: Cell) -> bool:
        return self.bits[a][b >> 3] >> (b & 7) & 1 == 1

    def seen_from(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells seen from a cell, ascending."""
        known = self._seen.get(cell)
        if known is None:
            known = self._seen[cell] = tuple(cells_of(self.rows[cell]))
        return known


def sight_table(board: Board, policy: SightPolicy, apart: tuple[int, SightPolicy] | None = None) -> SightTable:
    """The table of a whole map; a pair whose ends both lie in the set `apart[0]` follows the policy `apart[1]`."""
    import numpy as np

    octets = (board.size + 7) // 8
    lanes: list[bytes] = [board.mask.to_bytes(octets, "little")]  # everybody sees his own cell
    lane_of = np.zeros(board.size, dtype=np.intp)
    """For each difference of two cells the place in `lanes` of the cells with a clear line to the one so far up."""
    for shift, clear in _clear_starts(board, policy, apart):
        lane_of[shift] = len(lanes)
        lanes.append(clear.to_bytes(octets, "little"))
    packed = np.frombuffer(b"".join(lanes), np.uint8).reshape(-1, octets)
    clear_from = np.unpackbits(packed, axis=1, bitorder="little")
    cells = np.array(board.cells)
    row = np.zeros(8 * octets, dtype=np.uint8)
    rows = [0] * board.size
    for cell in board.cells:
        # A line is the same from both ends: it is looked up from the lower cell.
        row[cells] = clear_from[lane_of[np.abs(cells - cell)], np.minimum(cells, cell)]
        rows[cell] = int.from_bytes(np.packbits(row, bitorder="little").tobytes(), "little")
    return SightTable(rows)


def displacements(board: Board) -> Iterator[tuple[int, int, int]]:
    """Every displacement of a board to a higher cell, with the cells from which it leads to another one on the map.

    They come in the order of their columns.
    """
    on_map = board.mask
    for dq in range(board.columns):
        for dr in range(-board.rows - dq // 2, board.rows - dq // 2 + 1):
            shift = dq * board.stride + dr
            starts = on_map & (on_map >> shift) if shift > 0 else 0
            if starts:
                yield dq, dr, starts


def _clear_starts(
    board: Board, policy: SightPolicy, apart: tuple[int, SightPolicy] | None
) -> Iterator[tuple[int, int]]:
    """For every displacement to a higher cell the difference of the cells, and those from which the line is clear."""
    for dq, dr, starts in displacements(board):
        shift = dq * board.stride + dr
        obstacles = _obstacles(board.stride, dq, dr)
        blocked = _blocked(policy, obstacles)
        if apart is not None:
            inside = apart[0] & (apart[0] >> shift)
            if inside:
                blocked = (blocked & ~inside) | (_blocked(apart[1], obstacles) & inside)
        if any(policy.everywhere):
            blocked |= _blocked_everywhere(policy, _met(board.stride, dq, dr))
        yield shift, starts & ~blocked


def _blocked_everywhere(policy: SightPolicy, met: tuple[_Obstacle, ...]) -> int:
    """The cells from which a line is blocked by a side that blocks wherever it lies."""
    found = 0
    for kind, offset, direction in met:
        if kind != HEX:
            mask = policy.everywhere[direction]
            found |= mask >> offset if offset >= 0 else mask << -offset
    return found


def _blocked(policy: SightPolicy, obstacles: tuple[_Obstacle, ...]) -> int:
    """The cells from which a line with these obstacles is blocked."""
    hexes, crossed, along = policy.hexes, policy.crossed, policy.along
    found = 0
    for kind, offset, direction in obstacles:
        mask = hexes if kind == HEX else (along if kind == ALONG else crossed)[direction]
        found |= mask >> offset if offset >= 0 else mask << -offset
    return found


_Obstacle = tuple[int, int, int]
"""What may block a line: its kind, how far its cell is from the first one, and the direction of a side."""


@cache
def _obstacles(stride: int, dq: int, dr: int) -> tuple[_Obstacle, ...]:
    """All that may block on a displacement, in order: hexes between the ends, sides met that are not the ends' own."""
    ends = (0, dq * stride + dr)
    over = tuple(DIRECTIONS[direction].q * stride + DIRECTIONS[direction].r for direction in range(3))
    found: list[_Obstacle] = []
    for kind, q, r, direction in walk(dq, dr):
        cell = q * stride + r
        own = cell in ends or (kind != HEX and cell + over[direction] in ends)
        if kind == ALONG or not own:
            found.append((kind, cell, direction))
    return tuple(found)


@cache
def _met(stride: int, dq: int, dr: int) -> tuple[_Obstacle, ...]:
    """All that the line of a displacement meets, in order, the sides of the ends' own hexes included.

    Nothing lies between adjacent hexes but the side they share, and that never blocks.
    """
    if max(abs(dq), abs(dr), abs(dq + dr)) <= 1:
        return ()
    return tuple([(kind, q * stride + r, direction) for kind, q, r, direction in walk(dq, dr)])
