"""What is done on the way, word by word and as actions (6.6.7.1.1-vehicle-d, 6.6.7.1.2a, 6.6.10g)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play import halts
from hulldown.games.panzer.rules.state import index_of
from support.advanced_march import GAME, cell, keep, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def read(words: str) -> halts.Orders:
    march = keep({"S1": "0501D", "S4": "*S1", "S5": "0503", "G2": "0503"})
    path = (cell("0502"), cell("0503"))
    return halts.read(march.state, GAME.board("panzer/march"), Task("S1", "MOVE", path, 2, words), cell("0501"))


def case(words: str) -> str:
    fault = read(words).fault
    return "" if fault is None else fault[0]


@pytest.mark.rules("6.6.7.1.1-vehicle-d", "6.6.7.1.2a", "6.6.7.1.1-dismounting-c", "6.6.7.1.1b", "6.6.10g", "3.3b",
                   "6.6.1.1o", "6.6.7.1.1-dismounting-a")  # fmt: skip
def test_what_is_written_wrongly() -> None:
    assert case("drop S4/A") == case("drop S4/f") == case("bail s4@0502/C") == ""
    assert case("drop S4/G") == case("drop S4/AB") == "3.3b"
    assert case("load S5=G2") == case("bail S4=G2") == case("drop S4=G99") == "6.6.1.1o"
    assert case("drop S4=G2") == case("drop S4=G2@0502") == ""
    assert case("drop") == case("drop X9") == "6.6.7.1.1b"
    assert case("drop S4>9999") == "6.6.7.1.1-dismounting-a"
    assert case("drop S4@0909") == case("drop S4@9999") == "6.6.7.1.1-vehicle-d"
    assert case("overrun G2") == ""
    assert case("overrun G1") == "6.6.10g"


@pytest.mark.rules("6.6.7.1.1-vehicle-d", "6.6.7.1.1-dismounting-c", "6.6.10g", "6.6.1.1o")
def test_what_is_read() -> None:
    march = keep({"S1": "0501D", "S4": "*S1", "S5": "0503", "G2": "0503"})
    s4, s5, g2 = (index_of(march.state, name) for name in ("S4", "S5", "G2"))
    read_words = read("drop S4@0502>0602/A, load S5 exit")
    assert read_words.halts == (halts.Halt("drop", 1, s4, cell("0602"), 0), halts.Halt("load", 2, s5, -1, -1))
    assert (read_words.task.choice, read_words.task.facing) == ("exit", 2)
    assert read("bail S4@0501").halts == (halts.Halt("bail", 0, s4, -1, -1, -1),)
    assert read("drop S4=G2@0502").halts == (halts.Halt("drop", 1, s4, -1, -1, g2),)
    assert read("overrun G2").halts == (halts.Halt("overrun", 2, g2, -1, -1),)
    assert read("drop S4>0604").halts == (halts.Halt("drop", 2, s4, cell("0604"), -1),), "from the last hex"
    assert read("exit").halts == ()
    assert halts.stormed("S4", "G2") == "drop S4=G2"
    assert read(halts.stormed("S4", "G2", "0502")).halts == (halts.Halt("drop", 1, s4, -1, -1, g2),)
    assert halts.written(("load", "S5"), "0502", "0602") == "load S5@0502>0602"


@pytest.mark.rules("6.6.7.1.1-vehicle-d", "6.6.7.1.1-dismounting-c", "6.6.7.1.2b", "6.6.10a")
def test_every_thing_has_an_action_of_its_own() -> None:
    def action(word: str, unit: int, way: int = halts.SAME, facing: int = -1) -> int:
        return halts.action_of(halts.Halt(word, 0, unit, -1, facing), way)

    assert (action("load", 0), action("load", 9)) == (1_000_000, 1_000_009)
    assert (action("overrun", 0), action("overrun", 9)) == (4_000_000, 4_000_009)
    assert (action("bail", 0), action("bail", 2, facing=5)) == (3_000_000, 3_000_020)
    assert action("drop", 0, 0) == 2_000_000
    assert action("drop", 2, 3, 4) == 2_000_000 + (2 * 7 + 3) * 7 + 5
    assert halts.storm_of(halts.Halt("drop", 0, 3, -1, -1, 8)) == 5_030_008
