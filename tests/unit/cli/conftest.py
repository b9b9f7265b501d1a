"""The command line run inside the test process, with the toy game registered alone where a test asks for it."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from hulldown import games
from hulldown.cli.main import main
from hulldown.core.board import Cell
from hulldown.core.errors import UnknownNameError
from hulldown.core.game import AnyGame, View
from hulldown.core.tools import Arguments, Flag, read_arguments
from hulldown_toy.game import ToyGame
from support.cli_run import Result, Run


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
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyGame]:
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
        Flag("--attacker", "str", None, None, "who, 100 %", required=True),
        Flag("--target", "str", "toy", None, "whom"),
        Flag("--range", "int", 1, None, "how far"),
        Flag("--aspect", "str", "front", ("front", "rear"), "where"),
        Flag("--dug-in", "bool", False, None, "covered"),
    ]
    tools.odds = lambda args: {
        "probability": "1/3", "hits_on": [5, 6], "column": 4, "asked": sorted(f"{k}={v}" for k, v in args.items()),
        "factors": [{"rule": "3.1", "label": "fire", "value": 5, "provenance": "ours"}],
    }  # fmt: skip
    tools.los_arguments = lambda: [Flag("--mode", "str", "odd", ("plain", "odd"), "?")]
    tools.los = lambda name, start, end, arguments: {
        "clear": start == end, "path": [start, end], "mode": arguments["mode"],
        "blocked_by": None if start == end else {"hexside": ["0101", "0102"], "terrain": "wall", "rule": "9.9"},
    }  # fmt: skip

    def odds_in_view(view: View, arguments: Arguments) -> dict[str, Any]:
        for name in (arguments["attacker"], arguments["target"]):
            if name not in [piece.id for piece in view.pieces]:
                raise UnknownNameError(f"you know no unit named {name!r}")
        found: dict[str, Any] = tools.odds(arguments)
        return found

    def los_in_view(view: View, start: Cell, end: Cell, arguments: Arguments) -> dict[str, Any]:
        board, (info,) = game.board(view.scenario), (one for one in game.scenarios() if one.id == view.scenario)
        known = read_arguments(tools.los_arguments(), arguments, info.facts)
        found: dict[str, Any] = tools.los(board.name, board.labels[start], board.labels[end], known)
        return found

    tools.odds_in_view, tools.los_in_view, tools.notation = odds_in_view, los_in_view, lambda: ""
    monkeypatch.setitem(sys.modules, tools.__name__, tools)
    games.register("toy", "support.toy_play", tools.__name__)
    yield game
    games.unregister("toy")
