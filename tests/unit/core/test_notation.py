"""Reading lines, hexes, directions and facings."""

from __future__ import annotations

import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.notation import all_words, lines_of, read_facing, read_step, steps_of
from support.boards import clear_board

BOARD = clear_board(5, 5)


def test_lines_keep_their_numbers() -> None:
    lines = lines_of("A1 MV 0101  # to the edge\n\n   \n# nothing\n b2  Fire\n")
    assert [(line.where, line.words) for line in lines] == [
        ("line 1", ["A1", "MV", "0101"]),
        ("line 5", ["b2", "Fire"]),
    ]
    assert all_words(lines) == "a1 mv 0101 b2 fire"
    assert lines_of("") == []


@pytest.mark.parametrize(("word", "facing"), [("A", 0), ("c", 2), ("F", 5)])
def test_facings_are_letters(word: str, facing: int) -> None:
    assert read_facing(word, "line 1") == facing


@pytest.mark.parametrize("word", ["", "G", "AB", "1", "ß"])
def test_other_words_are_no_facings(word: str) -> None:
    with pytest.raises(MalformedError, match="is not a facing") as refused:
        read_facing(word, "line 7")
    assert refused.value.where == "line 7"


def test_a_run_of_letters_is_many_steps() -> None:
    assert steps_of(BOARD, "AAB") == ["A", "A", "B"]
    assert steps_of(BOARD, "0101") == ["0101"]
    assert steps_of(BOARD, "A") == ["A"]
    assert steps_of(BOARD, "A(2)") == ["A(2)"]


def test_steps_lead_to_hexes() -> None:
    here = BOARD.by_label["0303"]
    assert read_step(BOARD, here, "0202", "direction", "line 1") == BOARD.by_label["0202"]
    assert read_step(BOARD, here, "D", "direction", "line 1") == BOARD.by_label["0304"]
    assert read_step(BOARD, here, "9999", "direction", "line 1") == -1
    with pytest.raises(MalformedError, match="vector A"):
        read_step(BOARD, BOARD.by_label["0301"], "A", "vector", "line 3")
