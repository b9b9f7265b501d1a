"""Which compiled build a checkout uses: the one of its very sources, and no other."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from hulldown.cli.compiled import BUILDS, READY, SWITCH, find_build, fingerprint, use_build


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout without a build."""
    monkeypatch.delenv(SWITCH, raising=False)
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    for name in ("setup.py", "scripts/compile.py", "src/hulldown/__init__.py", "src/hulldown/server/static/index.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    return tmp_path


def built(checkout: Path) -> Path:
    folder = checkout / BUILDS / fingerprint(checkout)
    folder.mkdir(parents=True)
    (folder / READY).touch()
    return folder / "src"


def started(checkout: Path) -> list[Any]:
    found: list[Any] = []
    use_build(checkout, lambda *call: found.append(call))
    return found


def test_a_build_of_the_very_sources_is_used(checkout: Path) -> None:
    assert find_build(checkout) == (None, False)
    assert started(checkout) == []
    build = built(checkout)
    ((program, command, environment),) = started(checkout)
    assert program == sys.executable
    assert command == [sys.executable, *sys.orig_argv[1:]]
    assert environment["PYTHONPATH"] == f"{build}:/elsewhere"
    assert environment[SWITCH] == build.parent.name


def test_a_stale_build_is_not_used_and_the_server_says_so(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    built(checkout)
    (checkout / "src" / "hulldown" / "new.py").write_text("x = 1\n")
    assert started(checkout) == []
    (line,) = capsys.readouterr().err.splitlines()
    assert "other sources" in line
    assert "make compiled" in line


def test_the_client_is_no_source(checkout: Path) -> None:
    built(checkout)
    (checkout / "src" / "hulldown" / "server" / "static" / "index.html").write_text("<p>")
    (checkout / "src" / "hulldown" / "__pycache__").mkdir()
    (checkout / "src" / "hulldown" / "__pycache__" / "x.pyc").write_text("x")
    assert len(started(checkout)) == 1


def test_the_sources_can_be_asked_for(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built(checkout)
    monkeypatch.setenv(SWITCH, "0")
    assert started(checkout) == []


def test_an_installed_package_has_no_builds(checkout: Path) -> None:
    built(checkout)
    (checkout / "scripts" / "compile.py").unlink()
    assert started(checkout) == []
