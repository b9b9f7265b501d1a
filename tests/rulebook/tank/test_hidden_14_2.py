"""Hidden positions (14.2): what brings one to light leaves the others hidden."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.tank_positions import play, position, unit

Draw = Callable[..., str]


@pytest.mark.rules("14.2c")
def test_a_unit_that_moves_out_reveals_its_own_position_only(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(
        scenario,
        alpha={"A1": ("0101", "D")},
        bravo={"B9": ("1010", "", "hidden"), "B2": ("1010", "A", "hidden"), "B10": ("2010", "", "hidden")},
        dice="6 6 6 6",
    )
    played = play(state, bravo="B9 MV D")
    assert [unit(played.state, name).hidden for name in ("B9", "B2", "B10")] == [False, False, True]


@pytest.mark.rules("14.2c")
def test_a_gun_that_turns_reveals_its_own_position_only(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(
        scenario,
        alpha={"A1": ("0101", "D")},
        bravo={"B1": ("1010", "A", "hidden"), "B2": ("2010", "A", "hidden")},
        dice="6 6 6 6",
    )
    played = play(state, bravo="B1 FC", face={"bravo": "B1 B"})
    assert [unit(played.state, name).hidden for name in ("B1", "B2")] == [False, True]
