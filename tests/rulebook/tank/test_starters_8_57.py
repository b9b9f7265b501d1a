"""Opportunity Fire at units that begin a move inside a line of fire (8.57), and overruns past the dead (9.45)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import DESTROYED
from support.tank_positions import Played, cell, play, position, unit, where

Draw = Callable[..., str]
GUN = {"B1": ("1004", "D"), "B2": ("2401", "D")}
"""A gun six hexes north of 1010 that looks south, and one that only keeps the scenario going."""


def _targets(played: Played) -> list[object]:
    return [event.data["target"] for event in played.found("shot")]


@pytest.mark.rules("8.57a", "8.57b")
def test_whoever_really_starts_is_fired_at_in_its_starting_hex(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(scenario, alpha={"A1": ("1010", "D")}, bravo=GUN, dice="6")
    played = play(state, alpha="A1 MV D", bravo="B1 OF 1010")
    assert _targets(played) == ["A1"]
    assert played.found("shot")[0].data["range"] == 6
    # Not the one that only stands there.
    assert _targets(play(state, bravo="B1 OF 1010")) == []


@pytest.mark.rules("8.57a", "8.57b")
def test_t51_one_that_faces_an_occupied_hex_does_not_start_but_an_overrun_does(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(
        scenario, alpha={"A1": ("1010", "D"), "A2": ("2010", "D")}, bravo={**GUN, "B9": "1011"}, dice="6 6 6"
    )
    barred = play(state, alpha="A1 MV D; A2 MV D", bravo="B1 OF 1010")
    assert _targets(barred) == []
    assert where(barred.state, "A1") == "1010"
    overrun = play(state, alpha="A1 OV 1011 1012; A2 MV D", bravo="B1 OF 1010")
    assert _targets(overrun)[:1] == ["A1"]
    # Where the enemy ahead leaves, the mover starts.
    leaving = play(state, alpha="A1 MV D", bravo="B1 OF 1010; B9 MV D")
    assert _targets(leaving)[:1] == ["A1"]


@pytest.mark.rules("9.45", "9.43a")
def test_t59_only_the_living_bar_the_hex_beyond(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    for status, crushed in (("on map", False), (DESTROYED, True)):
        state = position(
            scenario, alpha={"A1": ("1010", "D")}, bravo={"B2": ("2401", "D"), "B9": "1011", "B10": "1012"}
        )
        unit(state, "B10").status = status
        played = play(state, alpha="A1 OV 1011 1012")
        assert (unit(played.state, "B9").status == DESTROYED) == crushed


@pytest.mark.rules("7.21", "7.23a", "8.9b", "8.31a", "5.0-gen-2")
def test_a_turret_is_offered_targets_all_round_and_a_gun_those_ahead(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    around = {"A": "1007", "B": "1209", "C": "1211", "D": "1013", "E": "0811", "F": "0809"}
    foes = {f"A{number}": (label, "A") for number, label in enumerate(around.values(), 1)}
    for facing in "ABCDEF":
        state = position(scenario, alpha=foes, bravo={"B1": ("1010", facing), "B9": "1011"})
        tank = position(
            scenario, alpha={"A1": ("1010", facing)},
            bravo={f"B{number}": (label, "A") for number, label in enumerate(around.values(), 1)},
        )  # fmt: skip

        def offered(state, side, name):
            (found,) = [one for one in GAME.legal(state, side).units if one.unit == name]
            return {one for option in found.options if option.kind == "DF" for one in option.cells}

        assert offered(tank, "alpha", "A1") == {cell(tank, label) for label in around.values()}
        at = "ABCDEF".index(facing)
        ahead = {"ABCDEF"[(at + turn) % 6] for turn in (-1, 0, 1)}
        assert offered(state, "bravo", "B1") == {cell(state, around[letter]) for letter in ahead}
        # Infantry has AP fire of its own against what is near.
        assert offered(state, "bravo", "B9") == {cell(state, around[letter]) for letter in "CDE"} | (
            {cell(state, label) for label in around.values() if _near(state, label)}
        )


def _near(state, label):
    board = GAME.board(state.scenario)
    return board.distance(board.cell("1011"), board.cell(label)) <= 3


@pytest.mark.rules("13.5-01-10", "13.5-11-20", "13.21b")
def test_a_roll_to_spot_tells_the_highest_die_that_does(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(
        scenario, alpha={"A1": ("1001", "D")}, bravo={"B1": ("2401", "D"), "B9": ("1004", "", "unspotted")}, dice="6 6"
    )
    played = play(state)
    (roll,) = [event for event in played.found("spot_roll") if event.data["unit"] == "A1"]
    assert (roll.data["die"], roll.data["needs"]) == (6, 5)
    assert not roll.seen_by("bravo")
