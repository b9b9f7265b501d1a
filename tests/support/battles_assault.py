"""A close assault of Panzer Battles for tests: a platoon of M4 and one of Panzer IV next to each other."""

from __future__ import annotations

import pytest

from support.battles_stage import Stage

LOW = "1 1 6 " * 12
"""Machine guns hit nothing with these; main guns hit little."""


def assault(monkeypatch: pytest.MonkeyPatch, dice: str = LOW, **fields: object) -> Stage:
    """A platoon of M4 next to one of Panzer IV, about to drive north into its hex 1010."""
    stage = Stage(monkeypatch, dice=dice)
    stage.put("U111", "1011", command="BOUND")
    stage.put("G111", "1010", command="OVERWATCH", facing=3, **fields)
    stage.begin("move1")
    return stage


def come_in(stage: Stage) -> None:
    """Drives into the hex, and goes on to the fire of the defenders."""
    stage.say("first", "U111 MOVE 1010")
    stage.pass_to("melee", "orders")


def to_the_end_of_round_one(stage: Stage, first: str = "", second: str = "") -> None:
    """Through the fire before the rounds, the commands and both impulses without a shot."""
    come_in(stage)
    stage.pass_to("orders")
    stage.say("first", first)
    stage.say("second", second)
    for _ in range(2):
        stage.idle(next(iter(stage.asked())))
