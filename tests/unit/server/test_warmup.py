"""What must be worked out before threads are let loose on it."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hulldown.games import load_game
from hulldown.server import warmup as warming
from support.patience import PATIENCE

RACE = """
import sys, threading, msgspec
from hulldown.server.warmup import prepare_types

sys.setswitchinterval(1e-6)
SOURCE = '''
class A(msgspec.Struct):
    x: dict[str, int]
    y: tuple[int, ...] = ()
class B(msgspec.Struct):
    a: A
    b: list[A] = []
    c: A | None = None
'''
DATA = {"A": b'{"x":{"q":1},"y":[1]}', "B": b'{"a":{"x":{"q":1}},"b":[{"x":{}}],"c":{"x":{},"y":[1,2]}}'}
prepare_types()
for _ in range(40):
    space = {"msgspec": msgspec, "__name__": "made"}
    exec(SOURCE, space)
    if PREPARE:
        prepare_types()
    gate = threading.Barrier(6)
    def work(name):
        gate.wait()
        msgspec.json.decode(DATA[name], type=space[name])
    threads = [threading.Thread(target=work, args=(name,)) for name in "ABABAB"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_types_that_were_prepared_can_be_decoded_by_many_threads(tmp_path: Path) -> None:
    """Without the preparation this crashes within a few rounds; should that ever stop, the preparation can go."""
    file = tmp_path / "race.py"
    file.write_text("PREPARE = True\n" + RACE)
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr


def test_every_type_of_every_game_is_prepared() -> None:
    assert warming.prepare_types() > 50


def test_a_scenario_is_warmed_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("tank")
    played: list[str] = []
    monkeypatch.setattr(warming, "_warm", set())
    monkeypatch.setattr(warming, "_play", lambda game, state: played.append(state.scenario))
    for _ in range(3):
        warming.warm_up(game, "tank/intro")
    assert played == ["tank/intro"]


def test_all_scenarios_are_warmed_up_in_the_background(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr(warming, "_warm", set())
    monkeypatch.setattr(warming, "BREATH", 0.0)
    monkeypatch.setattr(warming, "_play", lambda game, state: played.append(state.scenario))
    work = warming.Warming()
    assert work.left == len(work.scenarios) > 20
    work.start()
    work._thread.join(PATIENCE)
    assert work.left == 0
    assert played == [scenario for _, scenario in work.scenarios]
    work.close()


def test_warming_up_stops_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    first = threading.Event()
    go_on = threading.Event()

    def play(game: object, state: object) -> None:
        first.set()
        assert go_on.wait(PATIENCE)

    monkeypatch.setattr(warming, "_warm", set())
    monkeypatch.setattr(warming, "_play", play)
    work = warming.Warming()
    work.start()
    assert first.wait(PATIENCE)
    work._stop.set()
    go_on.set()
    work.close()
    assert work.left == len(work.scenarios) - 1
