"""Lines of sight: tables for a whole map built displacement by displacement, and an explaining check for one pair.

The trace is the engine's; what blocks is the game's policy, given as sets of cells. A side of either end's own hex
never blocks, nor does the hex of either end. A corner counts as a crossing of the sides that end in it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from hulldown.core.board import Board, Cell, cells_of, mask_of
from hulldown.core.hex import ALONG, DIRECTIONS, HEX, Side, side_hexes, trace, walk

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class SightPolicy(NamedTuple):
    """What blocks: hexes entered, sides crossed and sides run along; a side (cell, d) is bit `cell` of mask d."""

    hexes: int
    crossed: tuple[int, int, int]
    along: tuple[int, int, int]


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
    start, end = board.hex(a), board.hex(b)
    line = trace(end.q - start.q, end.r - start.r)

    def key(edge: Side) -> tuple[Cell, int]:
        return a + edge.hex.q * board.stride + edge.hex.r, edge.direction

    ends = (line.hexes[0], line.hexes[-1])
    for mark in line.marks:
        if mark.kind == "hex":
            cell = a + mark.hex.q * board.stride + mark.hex.r
            if cell not in (a, b) and policy.hexes >> cell & 1:
                return Block("hex", (cell,))
            continue
        sets = policy.along if mark.kind == "along" else policy.crossed
        for edge in mark.sides:
            if mark.kind != "along" and not set(ends).isdisjoint(side_hexes(edge)):
                continue
            cell, direction = key(edge)
            if cell >= 0 and sets[direction] >> cell & 1:
                return Block(mark.kind, board.side_cells((cell, direction)))
    return None


def line_cells(board: Board, a: Cell, b: Cell) -> list[Cell]:
    """The cells the line from a to b passes through, both ends included."""
    line = trace(board.q[b] - board.q[a], board.r[b] - board.r[a])
    return [a + place.q * board.stride + place.r for place in line.hexes]


class SightTable:
    """Who sees whom on a board: `rows[cell]` is the set of cells with a clear line to that cell."""

    __slots__ = ("_seen", "rows")

    def __init__(self, rows: list[int]) -> None:
        self.rows = rows
        self._seen: dict[Cell, tuple[Cell, ...]] = {}

    def clear(self, a: Cell, b: Cell) -> bool:
        return bool(self.rows[a] >> b & 1)

    def seen_from(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells seen from a cell, ascending."""
        known = self._seen.get(cell)
        if known is None:
            known = self._seen[cell] = tuple(cells_of(self.rows[cell]))
        return known


def sight_table(board: Board, policy: SightPolicy, apart: tuple[int, SightPolicy] | None = None) -> SightTable:
    """The table of a whole map; a pair whose ends both lie in the set `apart[0]` follows the policy `apart[1]`."""
    import numpy as np

    matrix = _matrix(board, policy)
    if apart is not None:
        inside, other = apart
        chosen = np.zeros(board.size, dtype=bool)
        chosen[cells_of(inside & board.mask)] = True
        matrix = np.where(chosen[:, None] & chosen[None, :], _matrix(board, other), matrix)
    packed = np.packbits(matrix, axis=1, bitorder="little")
    rows = [0] * board.size
    for cell in board.cells:
        rows[cell] = int.from_bytes(packed[cell].tobytes(), "little")
    return SightTable(rows)


def _matrix(board: Board, policy: SightPolicy) -> npt.NDArray[np.bool_]:
    """The clear pairs as a square of booleans, filled diagonal by diagonal: one diagonal is one displacement."""
    import numpy as np

    size, stride, on_map = board.size, board.stride, board.mask
    matrix = np.zeros((size, size), dtype=bool)
    flat = matrix.reshape(-1)
    matrix[list(board.cells), list(board.cells)] = True
    octets = (size + 7) // 8
    hexes, crossed, along = policy.hexes, policy.crossed, policy.along
    for dq in range(board.columns):
        for dr in range(-board.rows - dq // 2, board.rows - dq // 2 + 1):
            shift = dq * stride + dr
            if shift <= 0:
                continue
            clear = on_map & (on_map >> shift)
            if not clear:
                continue
            places, crossings, runs = _features(dq, dr)
            blocked = 0
            for q, r in places:
                blocked |= _shifted(hexes, q * stride + r)
            for q, r, direction in crossings:
                blocked |= _shifted(crossed[direction], q * stride + r)
            for q, r, direction in runs:
                blocked |= _shifted(along[direction], q * stride + r)
            clear &= ~blocked
            if clear:
                bits = np.unpackbits(np.frombuffer(clear.to_bytes(octets, "little"), np.uint8), bitorder="little")
                flat[shift :: size + 1][: size - shift] = bits[: size - shift]
    return matrix | matrix.T


def _shifted(mask: int, shift: int) -> int:
    return mask >> shift if shift >= 0 else mask << -shift


_Features = tuple[list[tuple[int, int]], list[tuple[int, int, int]], list[tuple[int, int, int]]]


@cache
def _features(dq: int, dr: int) -> _Features:
    """What may block on a displacement: hexes between, sides crossed or touched, sides run along; no own sides."""
    places: list[tuple[int, int]] = []
    crossings: list[tuple[int, int, int]] = []
    runs: list[tuple[int, int, int]] = []
    ends = ((0, 0), (dq, dr))
    for kind, q, r, direction in walk(dq, dr):
        if kind == HEX:
            places.append((q, r))
        elif kind == ALONG:
            runs.append((q, r, direction))
        elif (q, r) not in ends and (q + DIRECTIONS[direction].q, r + DIRECTIONS[direction].r) not in ends:
            crossings.append((q, r, direction))
    return places[1:-1], crossings, runs
