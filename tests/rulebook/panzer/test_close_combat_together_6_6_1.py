"""Close combat where two rules meet: all attacks on a target at once, ground that needs support (6.6.1)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, Work
from hulldown.games.panzer.rules.advanced.play.assault import support
from support.advanced_assault import Melee
from support.advanced_march import GAME, cell, scene, the_country


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


@pytest.mark.rules("6.6.1.1k", "6.6.1.1i", "6.6.1.1j")
def test_6_6_1_1k_who_was_not_named_with_the_first_attack_comes_too_late() -> None:
    """S5 stands with S4, S14 in another hex: neither may wait for what the assault of S4 does."""
    field = Melee({"S4": "0503", "S5": "0503", "S14": "0604", "G1": "0504", "G8": "0504"}, script="20")
    assert field.barred("S4 ASSAULT G1\nS5 ASSAULT G1\nS14 ASSAULT G1") == ""
    field.attack("S4 ASSAULT G1")
    assert [one["attackers"] for one in field.told("close_assault")] == ["S4"]
    assert field.asked() == {"soviet": "assault"}, "G8 is still to be attacked"
    late = GAME.check(field.state, "soviet", Order("assault", (Task("S5", "ASSAULT", targets=("G1",)),)))
    assert [(one.rule, one.unit) for one in late] == [("6.6.1.1k", "S5")]
    assert late[0].message == "all attacks on G1 had to be announced with the first"
    assert field.barred("S14 ASSAULT G1") == "6.6.1.1k"
    assert field.barred("S5 ASSAULT G8\nS14 ASSAULT G8") == ""
    offered = GAME.legal(field.state, "soviet").units
    assert {(one.unit, option.targets) for one in offered for option in one.options} == {
        ("S5", ("G8",)),
        ("S14", ("G8",)),
    }


@pytest.mark.rules("6.6.1.2j", "6.6.1.1c")
def test_6_6_1_2j_the_same_hand_to_hand_and_nobody_is_asked_for_it() -> None:
    field = Melee({"S4": "0503", "S14": "0604", "G2": "0504"}, script="1 99 1 99").attack("S4 ASSAULT G2")
    assert (field.unit("S4").status, field.unit("G2").status) == ("eliminated", "on map")
    assert field.barred("S14 ASSAULT G2") == "6.6.1.2j"
    assert field.asked() == {"soviet": "move"}, "there is nobody else to attack"


@pytest.mark.rules("6.6.1.1.2-unsupported-a")
def test_6_6_1_1_2_rubble_of_a_position_does_not_close_the_ground() -> None:
    """That of a building does, wherever the counter lies; in woods the trees are still there (Q5, L12)."""
    for label, was, closed in (
        ("0503", IMPROVED, False), ("0503", "brick_building", True), ("0503", "", True), ("1003", IMPROVED, True),
    ):  # fmt: skip
        made = Melee({"G1": label}, works=[Work("rubble", cell(label), was=was)])
        assert support.closed(made.state, scene(), cell(label)) is closed, (label, was)
