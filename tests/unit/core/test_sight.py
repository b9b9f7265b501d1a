"""Lines of sight: the table of a map and the explaining check of a pair are held equal on every pair there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.board import Cell, mask_of
from hulldown.core.hex import ORIGIN, Hex, trace
from hulldown.core.sight import (
    Block,
    SightPolicy,
    _obstacles,
    first_block,
    line_cells,
    sides_mask,
    sight_table,
)
from hulldown.games.tank.data.loading import MODES
from hulldown.games.tank.rules.ground import ground_on as ground
from support.boards import clear_board, little_board
from support.hexsides import side_hexes

MAP = "tank"
KINDS = ("hex", "crossed", "along", "corner")


def policy_of(
    hexes: list[Cell] | None = None,
    crossed: list[tuple[Cell, int]] | None = None,
    along: list[tuple[Cell, int]] | None = None,
) -> SightPolicy:
    return SightPolicy(mask_of(hexes or []), sides_mask(crossed or []), sides_mask(along or []))


def displacements(columns: int, rows: int) -> Iterator[tuple[int, int]]:
    """Every displacement to the right (or straight up or down) between two hexes of such a map, and a few more."""
    for dq in range(columns):
        for dr in range(-rows - dq // 2 - 1, rows - dq // 2 + 1):
            if (dq, dr) != (0, 0):
                yield dq, dr


def obstacles_of(dq: int, dr: int, stride: int) -> list[tuple[str, int, int]]:
    """What may block, taken from the trace's marks by the rule in words: nothing of either end's own hex."""
    ends = {ORIGIN, Hex(dq, dr)}
    found: list[tuple[str, int, int]] = []
    for mark in trace(dq, dr).marks:
        if mark.kind == "hex":
            if mark.hex not in ends:
                found.append(("hex", mark.hex.q * stride + mark.hex.r, 0))
            continue
        for edge in mark.sides:
            if mark.kind == "along" or ends.isdisjoint(side_hexes(edge)):
                found.append((mark.kind, edge.hex.q * stride + edge.hex.r, edge.direction))
    return found


@pytest.mark.slow
def test_what_may_block_is_what_the_trace_meets_on_every_displacement() -> None:
    board = ground(MAP, MODES[0]).board
    for dq, dr in displacements(board.columns, board.rows):
        known = [(KINDS[kind], offset, way) for kind, offset, way in _obstacles(board.stride, dq, dr)]
        assert known == obstacles_of(dq, dr, board.stride), (dq, dr)


def test_the_same_things_may_block_from_both_ends_on_every_displacement() -> None:
    """So the explaining check is symmetric for every policy, and need be asked from one end only below."""
    board = ground(MAP, MODES[0]).board
    for dq, dr in displacements(board.columns, board.rows):
        there = set(_obstacles(board.stride, dq, dr))
        shift = dq * board.stride + dr
        back = {(kind, offset + shift, way) for kind, offset, way in _obstacles(board.stride, -dq, -dr)}
        assert there == back, (dq, dr)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_table_and_explaining_check_agree_on_every_pair_of_the_map(mode: str) -> None:
    place = ground(MAP, mode)
    cells, rows, block = place.board.cells, place.sight.rows, place.block
    for earlier in MODES[: MODES.index(mode)]:
        other = ground(MAP, earlier)
        if (other.policy, other.outside_policy, other.outside) == (place.policy, place.outside_policy, place.outside):
            # The very sets that were checked pair by pair for the earlier mode: the same table must come of them.
            assert rows == other.sight.rows
            return
    for number, a in enumerate(cells):
        row = rows[a]
        table = [row >> b & 1 == 1 for b in cells[:number]]
        explained = [block(a, b) is None for b in cells[:number]]
        if table != explained:
            wrong = [b for b, seen, clear in zip(cells, table, explained, strict=False) if seen != clear]
            label = place.board.labels
            pytest.fail(f"{mode}: {label[a]} to {[label[b] for b in wrong]}: {[block(a, b) for b in wrong]}")


@pytest.mark.parametrize("mode", MODES)
def test_the_table_is_symmetric_and_holds_cells_of_the_map_only(mode: str) -> None:
    place = ground(MAP, mode)
    rows, cells = place.sight.rows, place.board.cells
    columns = dict.fromkeys(cells, 0)
    for a in cells:
        assert rows[a] >> a & 1
        assert rows[a] & ~place.board.mask == 0
        for b in place.sight.seen_from(a):
            columns[b] |= 1 << a
    assert [rows[cell] for cell in cells] == [columns[cell] for cell in cells]


def test_modes_make_a_difference() -> None:
    """The tests above are worth something only if much is blocked, and not the same in every mode."""
    seen = {mode: sum(ground(MAP, mode).sight.rows[a].bit_count() for a in ground(MAP, mode).board.cells)
            for mode in MODES}  # fmt: skip
    pairs = len(ground(MAP, MODES[0]).board.cells) ** 2
    assert len(set(seen.values())) > 1
    assert all(0.01 * pairs < count < 0.5 * pairs for count in seen.values())


def test_a_hex_blocks_between_the_ends_and_not_at_them() -> None:
    board = clear_board(5, 5)
    a, between, b = board.cell("0302"), board.cell("0303"), board.cell("0304")
    policy = policy_of(hexes=[between])
    assert first_block(board, policy, a, b) == Block("hex", (between,))
    assert first_block(board, policy, b, a) == Block("hex", (between,))
    assert first_block(board, policy, a, between) is None
    assert first_block(board, policy_of(hexes=[a, b]), a, b) is None


def test_the_first_of_several_things_is_named() -> None:
    board = clear_board(3, 7)
    column = [board.cell(f"020{row}") for row in range(1, 8)]
    policy = policy_of(hexes=[column[2], column[4]])
    assert first_block(board, policy, column[0], column[6]) == Block("hex", (column[2],))
    assert first_block(board, policy, column[6], column[0]) == Block("hex", (column[4],))


def test_a_side_blocks_when_crossed_unless_it_is_an_ends_own() -> None:
    board = clear_board(3, 6)
    column = [board.cell(f"020{row}") for row in range(1, 7)]
    side = board.side(column[2], 0)
    policy = policy_of(crossed=[side])
    assert first_block(board, policy, column[0], column[3]) == Block("crossed", (column[2], column[1]))
    assert first_block(board, policy, column[0], column[2]) is None
    assert first_block(board, policy, column[1], column[4]) is None
    # A set of sides that block only when run along does nothing to a line across them.
    assert first_block(board, policy_of(along=[side]), column[0], column[3]) is None


def test_a_side_run_along_blocks_as_such() -> None:
    board = clear_board(5, 5)
    # Two columns to the right on the same level: the line runs down the side between two hexes of the middle column.
    a, b = board.cell("0103"), board.cell("0303")
    middle = [cell for cell in board.cells if board.distance(a, cell) == board.distance(b, cell) == 1]
    assert len(middle) == 2
    side = board.side(middle[0], board.direction(middle[0], middle[1]))
    found = first_block(board, policy_of(along=[side]), a, b)
    assert found is not None
    assert found.kind == "along"
    assert set(found.cells) == set(middle)
    # The hexes beside the side are not entered.
    assert first_block(board, policy_of(hexes=middle), a, b) is None


def test_a_corner_counts_as_a_crossing_of_the_sides_that_end_in_it() -> None:
    board = clear_board(9, 9)
    a = board.cell("0105")
    found = 0
    for b in board.cells:
        line = trace(board.q[b] - board.q[a], board.r[b] - board.r[a])
        for corner in line.corners:
            for edge in corner:
                key = (a + edge.hex.q * board.stride + edge.hex.r, edge.direction)
                own = not {a, b}.isdisjoint(board.side_cells(key))
                block = first_block(board, policy_of(crossed=[key]), a, b)
                assert (block is None) == own
                if block is not None:
                    found += 1
                    assert set(block.cells) == set(board.side_cells(key))
    assert found > 20


@pytest.mark.parametrize("high", ["odd", "even"])
@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (1, 8), (9, 1), (2, 2), (7, 5)])
def test_table_and_check_agree_on_boards_of_every_shape(columns: int, rows: int, high: str) -> None:
    """Narrow and flat boards, where lines run along or over the border, with every third thing blocking."""
    board = clear_board(columns, rows, high)
    sides = [(cell, way) for cell in board.cells for way in range(3) if board.neighbours[cell][way] >= 0]
    policy = policy_of(list(board.cells[::3]), sides[::4], sides[1::3])
    table = sight_table(board, policy)
    blocked = 0
    for a in board.cells:
        for b in board.cells:
            block = first_block(board, policy, a, b)
            assert table.clear(a, b) == (block is None), (board.labels[a], board.labels[b])
            blocked += block is not None
    assert blocked > 0 or min(columns, rows) <= 2


def test_pairs_inside_a_set_apart_follow_their_own_policy() -> None:
    board = little_board("....", "....", "....", "....", "....")
    hexes = [board.cell("0203"), board.cell("0303")]
    strict, free = policy_of(hexes=hexes), policy_of()
    apart = mask_of([board.cell("0201"), board.cell("0205"), board.cell("0301")])
    table = sight_table(board, strict, (apart, free))
    for a in board.cells:
        for b in board.cells:
            both = bool(apart >> a & 1 and apart >> b & 1)
            assert table.clear(a, b) == (first_block(board, free if both else strict, a, b) is None)
    assert table.clear(board.cell("0201"), board.cell("0205"))
    assert not table.clear(board.cell("0301"), board.cell("0305"))


def test_seen_from_lists_the_row() -> None:
    board = clear_board(4, 4)
    table = sight_table(board, policy_of(hexes=[board.cell("0202")]))
    for cell in board.cells:
        assert table.seen_from(cell) == tuple(other for other in sorted(board.cells) if table.clear(cell, other))
        assert table.seen_from(cell) is table.seen_from(cell)


def test_line_cells_run_from_end_to_end() -> None:
    board = clear_board(6, 6)
    for a in board.cells:
        for b in board.cells:
            line = line_cells(board, a, b)
            assert line[0] == a
            assert line[-1] == b
            assert line == list(reversed(line_cells(board, b, a)))
