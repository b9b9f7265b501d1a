"""The formations of platoons as places around the leader (25.0)."""

from __future__ import annotations

import pytest

from hulldown.games.tank.modules.platoons.module import FACE
from hulldown.games.tank.modules.platoons.shapes import slots
from support.tank_positions import country

pytestmark = pytest.mark.rules("25.0-proc-4", "25.4b")

BOARD = country(columns=24, rows=16)
LEADER = BOARD.cell("1208")


def _walk(*steps: int) -> int:
    cell = LEADER
    for step in steps:
        cell = BOARD.neighbours[cell][step % 6]
    return cell


@pytest.mark.parametrize("facing", range(6))
def test_a_column_is_behind_its_leader(facing: int) -> None:
    back = facing + 3
    assert slots(BOARD, LEADER, facing, "column", 3) == [_walk(back), _walk(back, back), _walk(back, back, back)]


@pytest.mark.parametrize("facing", range(6))
def test_a_line_is_abreast_of_its_leader(facing: int) -> None:
    right, left = facing + 2, facing - 2
    assert slots(BOARD, LEADER, facing, "line", 4) == [
        _walk(right), _walk(left), _walk(right, facing + 1), _walk(left, facing - 1),
    ]  # fmt: skip
    assert len(slots(BOARD, LEADER, facing, "line", 3)) == 3


@pytest.mark.parametrize("facing", range(6))
def test_a_wedge_falls_back_to_both_sides(facing: int) -> None:
    right, left = facing + 2, facing - 2
    assert slots(BOARD, LEADER, facing, "wedge", 4) == [
        _walk(right), _walk(left), _walk(right, right), _walk(left, left),
    ]  # fmt: skip


def test_places_off_the_map_are_left_out() -> None:
    assert slots(BOARD, BOARD.cell("1215"), 0, "column", 3) == [BOARD.cell("1216")]
    first = BOARD.neighbours[BOARD.cell("2408")][4]
    assert slots(BOARD, BOARD.cell("2408"), 0, "wedge", 2) == [first, BOARD.neighbours[first][4]], "one wing for both"


@pytest.mark.rules("25.0-gen-1")
def test_nine_platoons_and_a_headquarters_have_names() -> None:
    assert [entry.name for entry in FACE.units][-2:] == ["Platoon 9", "Headquarters"]
