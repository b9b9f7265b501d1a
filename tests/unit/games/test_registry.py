"""Which games there are: registered ones, those of installed packages, and packages that are broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hulldown import games
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.games import registry
from support.plugin import installed_toy


def hulldown(paths: str, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line in a process of its own."""
    command = [sys.executable, "-m", "hulldown", *words]
    path = os.pathsep.join(filter(None, (paths, os.environ.get("PYTHONPATH", ""))))
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_an_installed_game_is_played_and_gone_when_it_is_uninstalled(tmp_path: Path) -> None:
    here = str(installed_toy(tmp_path))
    listed = json.loads(hulldown(here, "scenarios", "--game", "toy", "--json").stdout)
    assert [entry["id"] for entry in listed] == ["toy/1"]
    done = hulldown(here, "sim", "toy/1", "--games", "4", "--seed", "x", "--json")
    assert (done.returncode, json.loads(done.stdout)["games"]) == (0, 4)
    assert "there is no game named 'toy'" in hulldown("", "scenarios", "--game", "toy").stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "code", "why"),
    [
        ("mill", "raise RuntimeError('no mill')", "RuntimeError: no mill"),
        ("mill", "class GAME: name = 'windmill'", "its GAME is named 'windmill'"),
        ("tank", "class GAME: name = 'tank'", ""),
    ],
    ids=["cannot be imported", "another name", "a taken name"],
)
def test_a_broken_package_is_named_and_hurts_no_other_game(tmp_path: Path, name: str, code: str, why: str) -> None:
    (tmp_path / "mill.py").write_text(code)
    about = tmp_path / "mill-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: mill\nVersion: 1\n")
    (about / "entry_points.txt").write_text(f"[hulldown.games]\n{name} = mill\n")
    listed = hulldown(str(tmp_path), "scenarios", "--game", "tank", "--json")
    assert json.loads(listed.stdout)[0]["game"] == "tank"
    if why:
        told = hulldown(str(tmp_path), "scenarios", "--game", "mill").stderr
        assert "the game 'mill' cannot be loaded: " in told
        assert why in told


def test_a_game_is_registered_once_under_its_name() -> None:
    games.register("toy", "support.toy_play")
    try:
        assert games.load_game("toy").name == "toy"
        assert not games.has_tools("toy")
        games.register("toy", "support.toy_play")
        with pytest.raises(HulldownError, match="there is a game named 'toy' already"):
            games.register("toy", "hulldown_toy")
    finally:
        games.unregister("toy")
    with pytest.raises(UnknownNameError, match="no game named 'toy'"):
        games.load_game("toy")


def test_the_games_of_the_package_stay() -> None:
    games.unregister("tank")
    assert games.game_names()[:4] == registry.OWN
    with pytest.raises(HulldownError, match="already"):
        games.register("tank", "hulldown_toy")
