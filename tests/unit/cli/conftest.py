"""The command line run inside the test process, with the toy game registered alone where a test asks for it."""

from __future__ import annotations

import io
import sys
from types import ModuleType
from typing import Any

import pytest

from hulldown import games
from hulldown.cli.main import main
from hulldown.core.errors import UnknownNameError
from hulldown.core.game import AnyGame
from support.cli_run import Result, Run
from support.toy_game import ToyGame


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command; `stdin` is what another program pipes into it."""

    def run_command(*argv: object, stdin: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        try:
            status = main([str(word) for word in argv])
        except SystemExit as done:  # --help and --version leave this way
            status = done.code if isinstance(done.code, int) else 0
        out, err = capsys.readouterr()
        return Result(status, out, err)

    return run_command


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """The toy game, registered alone and with tools of its own."""
    game: AnyGame = ToyGame()

    def load(name: str) -> AnyGame:
        if name != "toy":
            raise UnknownNameError(f"there is no game named {name!r}", hint="games: toy")
        return game

    monkeypatch.setattr(games, "game_names", lambda: ("toy",))
    monkeypatch.setattr(games, "load_game", load)
    tools: Any = ModuleType("hulldown.games.toy.faces.tools")
    tools.maps = lambda: ("tank",)
    tools.units = lambda: [
        {"name": "toy", "title": "A toy", "armour": 3, "provenance": {"armour": "rulebook", "speed": "ours"},
         "notes": {}},
        {"name": "gun", "title": "A gun", "armour": None, "provenance": {"speed": "ours"},
         "notes": {"speed": "a guess"}},
    ]  # fmt: skip
    tools.odds_arguments = lambda: [
        {"flag": "--attacker", "required": True, "type": "str", "choices": None, "default": None, "help": "who, 100 %"},
        {"flag": "--target", "required": False, "type": "str", "choices": None, "default": "toy", "help": "whom"},
        {"flag": "--range", "required": False, "type": "int", "choices": None, "default": 1, "help": "how far"},
        {"flag": "--aspect", "required": False, "type": "str", "choices": ("front", "rear"), "default": "front",
         "help": "where"},
        {"flag": "--dug-in", "required": False, "type": "bool", "choices": None, "default": False, "help": "covered"},
    ]  # fmt: skip
    tools.odds = lambda args: {
        "probability": "1/3", "hits_on": [5, 6], "column": 4, "asked": sorted(f"{k}={v}" for k, v in args.items()),
        "factors": [{"rule": "3.1", "label": "fire", "value": 5, "provenance": "ours"}],
    }  # fmt: skip
    tools.los_arguments = lambda: [
        {"flag": "--mode", "required": False, "type": "str", "choices": ("plain", "odd"), "default": "odd", "help": "?"}
    ]
    tools.los = lambda name, start, end, mode: {
        "clear": start == end, "path": [start, end], "mode": mode,
        "blocked_by": None if start == end else {"hexside": ["0101", "0102"], "terrain": "wall", "rule": "9.9"},
    }  # fmt: skip
    monkeypatch.setitem(sys.modules, "hulldown.games.toy.faces.tools", tools)
    return game
