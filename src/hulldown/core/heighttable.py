"""Who sees whom on a whole map by heights, for all lines of one displacement at once.

Heights become sets of levels, one bit for each level that an obstacle is above, so that the highest of several
obstacles is the union of their sets. What lines meet is worked out for one displacement in twelve; the others are
turned or mirrored. Hexes are read in slices of the whole map. Blocking hexsides are few: each is followed back to the
lines that meet it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hulldown.core.board import Board
from hulldown.core.heights import ENTIRE, Relief, Rises, axis, points
from hulldown.core.hex import DIRECTIONS
from hulldown.core.sight import displacements

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    _Ints = npt.NDArray[np.intp]
    _Sets = npt.NDArray[Any]
    """Sets of levels, one bit for each."""
    _Pairs = tuple[_Ints, _Ints]
    """Starts of lines and their ends."""

_MOST_LEVELS = 64
_HEXES, _ALONG, _SIDES = 0, 1, 4
"""Where the heights of hexes, of hexes along rows and of hexsides begin among the planes of a scale."""


def sight_rows(board: Board, relief: Relief, rises: Rises) -> list[int]:
    """For every cell the set of cells with a clear line to it, its own included."""
    import numpy as np

    lines, scale = _Lines(board), _Scale(board, relief)
    rule = _Rule(rises, scale)
    hexes, sides, corners = (_placed(lines, rule, part) for part in _met(lines.drawn))
    table = rule.table()
    matrix = np.zeros((board.size, board.size + -board.size % 8), dtype=np.uint8)
    cells = np.array(board.cells)
    matrix[cells, cells] = 1
    starts, ends = _past_hexes(board, lines, scale, hexes, table)
    matrix[starts, ends] = 1
    for blocked in (_at_sides(lines, scale, sides, table), _at_corners(lines, scale, corners, table)):
        matrix[blocked] = 0
    matrix[ends, starts] = matrix[starts, ends]
    packed = np.packbits(matrix, axis=1, bitorder="little")
    rows = [0] * board.size
    for cell in board.cells:
        rows[cell] = int.from_bytes(packed[cell].tobytes(), "little")
    return rows


class _Scale:
    """The heights of a map as levels above its lowest end, in arrays with an empty map before and another behind."""

    def __init__(self, board: Board, relief: Relief) -> None:
        import numpy as np

        size = self.size = board.size
        heights = [relief.height[cell] for cell in board.cells]
        lowest = min(heights)
        self.count = max(heights) - lowest + 1
        """How many levels there are at the ends of lines."""
        if self.count > _MOST_LEVELS:
            raise ValueError(f"{board.name}: heights from {lowest} to {max(heights)} are over {_MOST_LEVELS} levels")
        self.level: _Ints = np.full(3 * size, -1, dtype=np.intp)
        """The level of an end; -1 off the map."""
        self.level[size + np.array(board.cells)] = np.array(heights) - lowest
        self.kind: np.dtype[Any] = np.dtype(next(f"u{octets}" for octets in (1, 2, 4, 8) if self.count <= 8 * octets))
        # What is n levels above the lowest end is above the levels 0 to n-1.
        above = np.array([(1 << level) - 1 for level in range(self.count + 1)], dtype=self.kind)
        planes = np.array((relief.hexes, *relief.along, *relief.sides))
        self.tops: _Sets = np.zeros((len(planes), 3 * size), dtype=self.kind)
        """The levels that an obstacle is above, in planes."""
        self.tops[:, size : 2 * size] = above[np.clip(planes - lowest, 0, self.count)]


class _Rule:
    """The rule of a game as a table: for each class of places on lines and each pair of levels what blocks."""

    def __init__(self, rises: Rises, scale: _Scale) -> None:
        self._rises, self._scale = rises, scale
        self._classes: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        self._known: set[tuple[int, ...]] = set()

    def classes(self, span: _Ints, near: _Ints, far: _Ints) -> _Ints:
        """The classes of places on lines of these lengths: those that block alike have the same."""
        import numpy as np

        base = 1 + int(span.max(initial=0)) + 1  # a place beside the line may be one hex further away than its end
        keys, inverse = np.unique((span * base + near) * base + far, return_inverse=True)
        found = []
        for key in keys.tolist():
            rest, other = divmod(key, base)
            length, one = divmod(rest, base)
            both = self._risen(one, other, length), self._risen(other, one, length)
            found.append(self._classes.setdefault(both, len(self._classes)))
        kinds: _Ints = np.array(found, dtype=np.intp)
        return kinds[inverse].reshape(span.shape)

    def _risen(self, away: int, rest: int, span: int) -> tuple[int, ...]:
        """What the game says, refused unless obstacles block above both ends and never below the lower one."""
        found = tuple(self._rises(away, rest, span, self._scale.count))
        if found not in self._known:
            if len(found) != self._scale.count or any(not 1 <= rise <= most for most, rise in enumerate(found, 1)):
                where = f"{away} and {rest} hexes from the ends of a line of {span}"
                raise ValueError(f"rises {found} for an obstacle {where}: each must be 1 to the difference of ends + 1")
            self._known.add(found)
        return found

    def table(self) -> _Sets:
        """By class, and by the start's level times their number plus the end's: the level an obstacle must be above."""
        import numpy as np

        count = self._scale.count
        found = np.zeros((len(self._classes), count * count), dtype=self._scale.kind)
        for (from_start, from_end), number in self._classes.items():
            for here in range(count):
                for there in range(count):
                    rise = from_start[here - there] if here >= there else from_end[there - here]
                    found[number, here * count + there] = 1 << (min(here, there) + rise - 1)
        return found


class _Lines:
    """All displacements of a map to a higher cell, in the order of their columns."""

    def __init__(self, board: Board) -> None:
        import numpy as np

        found = [(dq, dr) for dq, dr, _ in displacements(board)]
        dq, dr = np.array(found, dtype=np.intp).reshape(-1, 2).T
        self.dq, self.shift = dq, dq * board.stride + dr
        # Every displacement is one with 0 <= r <= q whose cube coordinates are put in another order, perhaps negated:
        # the one with the largest amount has the sign that the two others do not have.
        cube = np.stack((dq, dr, -dq - dr))
        least, middle, most = np.argsort(np.abs(cube), axis=0, kind="stable")
        sign, q, r = -np.sign(np.choose(most, cube)), np.abs(np.choose(middle, cube)), np.abs(np.choose(least, cube))
        base = 1 + int(q.max(initial=0))
        keys, model = np.unique(q * base + r, return_inverse=True)
        self.drawn = [divmod(key, base) for key in keys.tolist()]
        """The displacements that are worked out: the models of all others."""
        self.model: _Ints = model.reshape(-1)
        """For each displacement the index of its model in `drawn`."""
        (q_by_q, r_by_q), (q_by_r, r_by_r) = (
            [sign * ((place == part).astype(np.intp) - (most == part)) for part in (0, 1)] for place in (middle, least)
        )
        self.by_q, self.by_r = q_by_q * board.stride + r_by_q, q_by_r * board.stride + r_by_r
        """The difference of cells that a step in q, and one in r, of the model becomes."""
        rows = np.array([axis(*one) for one in found], dtype=np.intp)
        self.plane: _Ints = np.full((len(found), 4), _HEXES)
        """For each displacement, by the direction of a hexside on its model or ENTIRE: the plane to look in."""
        self.plane[:, ENTIRE] = np.where(rows < 0, _HEXES, _ALONG + rows)
        self.more: _Ints = np.zeros((len(found), 4), dtype=np.intp)
        """Likewise: what to add to the difference of cells, as a turned hexside may belong to its other hex."""
        for way, step in enumerate(DIRECTIONS[:3]):
            side_q, side_r = q_by_q * step.q + q_by_r * step.r, r_by_q * step.q + r_by_r * step.r
            # The canonical steps are (0, -1), (1, -1) and (1, 0).
            other = (side_q < 0) | ((side_q == 0) & (side_r > 0))
            self.more[:, way] = np.where(other, side_q * board.stride + side_r, 0)
            self.plane[:, way] = _SIDES + 1 + np.where(other, -side_q - side_r, side_q + side_r)


class _Placed:
    """Places met by all lines, line by line, those of one line by class; a corner has four places in each array."""

    def __init__(self, line: _Ints, offset: _Ints, plane: _Ints, kind: _Ints) -> None:
        self.line = line
        self.offset = offset
        """How far the cell is from the start."""
        self.plane = plane
        self.kind = kind
        """The class."""


def _met(drawn: list[tuple[int, int]]) -> tuple[_Ints, _Ints, _Ints]:
    """The hexes, the hexsides and the corners met: for each place the number of the line, q, r and direction.

    A corner has four places: it blocks if the first blocks and one of the others.
    """
    import numpy as np

    hexes: list[int] = []
    sides: list[int] = []
    corners: list[int] = []
    for number, (dq, dr) in enumerate(drawn):
        for left, right in points(dq, dr):
            if right:
                for place in (left[0], right[0], right[len(right) // 2], right[-1]):
                    corners += (number, *place)
                continue
            for q, r, direction in left:
                if direction == ENTIRE:
                    hexes += (number, q, r, direction)
                else:
                    sides += (number, q, r, direction)
    found = [np.array(part, dtype=np.intp) for part in (hexes, sides, corners)]
    return found[0].reshape(-1, 1, 4), found[1].reshape(-1, 1, 4), found[2].reshape(-1, 4, 4)


def _placed(lines: _Lines, rule: _Rule, met: _Ints) -> _Placed:
    """The places of all lines, from those of the lines drawn."""
    import numpy as np

    number, q, r, direction = np.moveaxis(met, 2, 0)
    step_q, step_r = (np.array([*(step[part] for step in DIRECTIONS[:3]), 0])[direction] for part in (0, 1))
    ends = np.array(lines.drawn, dtype=np.intp).reshape(-1, 2)[number]
    rest_q, rest_r = ends[:, :, 0] - q, ends[:, :, 1] - r
    near = np.minimum(_lengths(q, r), _lengths(q + step_q, r + step_r))
    far = np.minimum(_lengths(rest_q, rest_r), _lengths(rest_q - step_q, rest_r - step_r))
    kind = rule.classes(ends.sum(axis=2), near, far)
    order = np.lexsort((kind[:, 0], number[:, 0]))
    first = np.searchsorted(number[order, 0], np.arange(len(lines.drawn) + 1))
    counts = np.diff(first)[lines.model]
    line = np.repeat(np.arange(len(lines.model)), counts)
    # The n-th place of a line is the n-th of its model.
    index = order[np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts - first[lines.model], counts)]
    owner, way = line[:, None], direction[index]
    offset = lines.by_q[owner] * q[index] + lines.by_r[owner] * r[index] + lines.more[owner, way]
    return _Placed(line, offset, lines.plane[owner, way], kind[index])


def _lengths(dq: _Ints, dr: _Ints) -> _Ints:
    import numpy as np

    longest: _Ints = np.maximum(np.maximum(np.abs(dq), np.abs(dr)), np.abs(dq + dr))
    return longest


def _past_hexes(board: Board, lines: _Lines, scale: _Scale, hexes: _Placed, table: _Sets) -> _Pairs:
    """The pairs of two cells that no hex between them blocks."""
    import numpy as np
    from numpy.lib.stride_tricks import sliding_window_view

    size, level, tops = scale.size, scale.level, scale.tops.reshape(-1)
    on_map, scaled = level >= 0, level * scale.count
    read = hexes.plane[:, 0] * 3 * size + size + hexes.offset[:, 0]
    group = hexes.line * len(table) + hexes.kind[:, 0]
    found: list[_Pairs] = []
    for dq in range(board.columns):
        begin, end = np.searchsorted(lines.dq, (dq, dq + 1)).tolist()
        low, high = np.searchsorted(hexes.line, (begin, end)).tolist()
        # Lines so far to the right begin in the first columns only.
        width = (board.columns - dq + 1) * board.stride
        width += -width % 8
        heads = np.flatnonzero(np.diff(group[low:high], prepend=-1))
        sets = _united(sliding_window_view(tops, width), read[low:high], heads)
        needs = table[hexes.kind[low:high, 0][heads]]
        shifts = lines.shift[begin:end]
        line, starts = np.nonzero(on_map[size : size + width] & sliding_window_view(on_map, width)[size + shifts])
        ends = starts + shifts[line]
        pair = scaled[size:].take(starts) + level[size:].take(ends)
        hidden = np.zeros(len(starts), dtype=scale.kind)
        firsts = np.searchsorted(hexes.line[low:high][heads], np.arange(begin, end + 1)).tolist()
        bounds = np.searchsorted(line, np.arange(end - begin + 1)).tolist()
        for here in range(end - begin):
            sets_of, pairs_of = slice(firsts[here], firsts[here + 1]), slice(bounds[here], bounds[here + 1])
            met = sets[sets_of].take(starts[pairs_of], axis=1) & needs[sets_of].take(pair[pairs_of], axis=1)
            np.bitwise_or.reduce(met, axis=0, out=hidden[pairs_of])
        clear = np.flatnonzero(hidden == 0)
        found.append((starts[clear], ends[clear]))
    starts, ends = (np.concatenate(part) for part in zip(*found, strict=True))
    return starts, ends


def _united(windows: _Sets, read: _Ints, heads: _Ints) -> _Sets:
    """The unions of windows that are read: of those from each head to the next."""
    import numpy as np

    counts = np.diff(heads, append=len(read))
    order = np.argsort(-counts, kind="stable")
    firsts = heads[order]
    # The n-th windows of all unions are added together, in words of eight bytes; the longest unions come first.
    found = windows[read[firsts]].view(np.uint64)
    for number in range(1, int(counts.max(initial=0))):
        among = int(np.count_nonzero(counts > number))
        found[:among] |= windows[read[firsts[:among] + number]].view(np.uint64)
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    united: _Sets = found.view(windows.dtype)[back]
    return united


def _at_sides(lines: _Lines, scale: _Scale, sides: _Placed, table: _Sets) -> _Pairs:
    """The pairs that a hexside blocks."""
    starts, ends, _ = _followed(lines, scale, sides, table)
    return starts, ends


def _at_corners(lines: _Lines, scale: _Scale, corners: _Placed, table: _Sets) -> _Pairs:
    """The pairs that a corner blocks."""
    import numpy as np

    starts, ends, corner = _followed(lines, scale, corners, table)
    level, size = scale.level, scale.size
    pair = level[size + starts] * scale.count + level[size + ends]
    tops = scale.tops[corners.plane[corner, 1:], size + starts[:, None] + corners.offset[corner, 1:]]
    both = ((tops & table[corners.kind[corner, 1:], pair[:, None]]) != 0).any(axis=1)
    chosen: _Ints = np.flatnonzero(both)
    return starts[chosen], ends[chosen]


def _followed(lines: _Lines, scale: _Scale, placed: _Placed, table: _Sets) -> tuple[_Ints, _Ints, _Ints]:
    """The pairs that a hexside in the first of the places blocks, with the number of the place."""
    import numpy as np

    size, level = scale.size, scale.level
    on_map = level >= 0
    none = np.zeros(0, dtype=np.intp)
    found: list[tuple[_Ints, _Ints, _Ints]] = [(none, none, none)]
    for plane in range(_SIDES, _SIDES + 3):
        places = np.flatnonzero(placed.plane[:, 0] == plane)
        offset, shift, kind = placed.offset[places, 0], lines.shift[placed.line[places]], placed.kind[places, 0]
        # All arrays begin a map before the first cell.
        for side in np.flatnonzero(scale.tops[plane]).tolist():
            starts = side - offset
            begun = np.flatnonzero(on_map.take(starts))
            met = begun[on_map.take(starts[begun] + shift[begun])]
            starts, ends = starts[met], starts[met] + shift[met]
            need = table[kind[met], level[starts] * scale.count + level[ends]]
            hit = (need & scale.tops[plane, side]) != 0
            found.append((starts[hit] - size, ends[hit] - size, places[met[hit]]))
    starts, ends, place = (np.concatenate(part) for part in zip(*found, strict=True))
    return starts, ends, place
