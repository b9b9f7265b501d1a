"""Who counts as fired upon (17.3-6), and the six neighbours of infantry (8.84a)."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from support.tank_positions import cell, play, position


@pytest.mark.rules("17.3-6", "8.9c")
def test_the_side_that_was_shot_at_is_the_one_fired_upon() -> None:
    state = position(alpha={"A1": ("3319", "A")}, bravo={"B1": ("3314", "D")}, dice="6")
    played = play(state, alpha="A1 DF 3314")
    assert len(played.found("shot")) == 1
    assert played.state.fired_on.get("bravo", False)
    assert not played.state.fired_on.get("alpha", False)
    assert (played.state.first_fire, played.state.contact) == (3, 3)


@pytest.mark.rules("8.84a")
def test_only_infantry_on_opportunity_fire_covers_its_six_neighbours() -> None:
    state = position("tank/2", alpha={"A1": ("5613", "D")}, bravo={"B1": ("0101", "A"), "B9": "5622"})

    def refused(side: str, task: Task) -> list[str]:
        return [violation.rule for violation in GAME.check(state, side, Order("plot", (task,)))]

    assert refused("bravo", Task("B9", "OF", choice="adjacent")) == []
    assert refused("bravo", Task("B9", "DF", choice="adjacent")) == ["8.84a"]
    assert refused("bravo", Task("B9", "OF", (cell(state, "5621"),), choice="adjacent")) == ["8.84a"]
    assert refused("alpha", Task("A1", "OF", choice="adjacent")) == ["8.84a"]
    assert refused("bravo", Task("B9", "OF", (cell(state, "5622"),))) == ["8.0-proc-df-1"]
