"""The compiled package plays the same games as the sources, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]
GAMES = {
    "random": {"tank/intro": 3, "tank/4": 3, "tank/9": 3, "tank/10": 3, "panzer/1": 3, "panzer/3": 2, "panzer/6": 2},
    "greedy": {"tank/4": 1, "tank/10": 1, "panzer/1": 1, "panzer/3": 1},
    "planner:20n": {"tank/11": 1, "panzer/1": 1},
}

# Runs in a process of its own: which package it plays with depends on its path alone.
PLAY = """
import hashlib, json, sys
import hulldown.core.board as board
from hulldown.bots import make_bot
from hulldown.core.record import text_of
from hulldown.games import load_game
from hulldown.lab.play import play_game

found = {"compiled": board.__file__.endswith((".so", ".pyd"))}
for bot, scenarios in json.load(sys.stdin).items():
    for scenario, count in scenarios.items():
        game = load_game(scenario.partition("/")[0])
        for number in range(count):
            secret = f"compiled {number}"
            bots = {side: make_bot(bot, f"{secret}/{side}") for side in game.sides}
            result = play_game(game, scenario, bots, secret, keep_record=True)
            text = text_of(result.record) + repr(result.outcome)
            found[f"{bot} {scenario} {number}"] = hashlib.sha256(text.encode()).hexdigest()
json.dump(found, sys.stdout)
"""


@pytest.mark.slow
def test_compiled_and_interpreted_games_are_the_same() -> None:
    made = subprocess.run(
        [sys.executable, str(HOME / "scripts" / "compile.py")], capture_output=True, text=True, cwd=HOME, check=False
    )
    assert made.returncode == 0, made.stdout + made.stderr
    found = []
    for path in (made.stdout.strip(), str(HOME / "src")):
        done = subprocess.run(
            [sys.executable, "-c", PLAY], input=json.dumps(GAMES), capture_output=True, text=True, check=False,
            env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found.append(json.loads(done.stdout))
    compiled, interpreted = found
    assert compiled.pop("compiled")
    assert not interpreted.pop("compiled")
    assert compiled == interpreted
    assert len(compiled) == sum(sum(scenarios.values()) for scenarios in GAMES.values())
