"""`hulldown serve` refuses what cannot work before it serves anything."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from hulldown.cli.commands import serve
from hulldown.cli.main import main


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "70000"],
        ["--port", "many"],
        ["--limits", "-1"],
        ["--database", "nonsense"],
        ["--database", "mysql://host/name"],
        ["--database", "sqlite://"],
        ["--host", "256.256.256.256"],
    ],
)
def test_what_cannot_work_is_told_in_two_lines(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--database" not in arguments:
        arguments = [*arguments, "--database", f"sqlite:///{tmp_path / 'a.db'}"]
    assert main(["serve", *arguments]) == 2
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("error: ")
    assert told[1].startswith("hint: ")


def test_a_port_that_is_taken_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["serve", "--port", str(port), "--database", f"sqlite:///{tmp_path / 'a.db'}"]) == 2
    assert f"port {port}" in capsys.readouterr().err


def test_the_default_database_lies_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert serve.default_database_url().startswith("sqlite:///")
    assert serve.default_database_url().endswith("hulldown.db")


def test_the_address_is_told_as_text_and_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    serve._ready("http://127.0.0.1:1/", browse=False, as_json=False)
    assert "http://127.0.0.1:1/" in capsys.readouterr().out
    serve._ready("http://127.0.0.1:1/", browse=False, as_json=True)
    assert '"address"' in capsys.readouterr().out
