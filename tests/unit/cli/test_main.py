"""The entry: help, version, unknown commands and flags, and every kind of failure as one clear line."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from hulldown import __version__
from hulldown.cli import main as entry
from hulldown.cli.commands import verify as verify_command
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame
from support.cli_run import Run
from support.patience import PATIENCE

PROGRAM = Path(sys.executable).with_name("hulldown")


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Lets the verify command fail with this error."""

    def run(_: object) -> int:
        raise error

    monkeypatch.setattr(verify_command, "run", run)


def test_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    assert result.status == 0
    for name in entry.COMMANDS:
        assert f"\n    {name} " in result.out


def test_no_command_shows_the_help(run: Run) -> None:
    result = run()
    assert result.status == 0
    assert "usage: hulldown" in result.out
    assert result.out.endswith("To play in the browser: hulldown serve --open\n")


@pytest.mark.parametrize(("answer", "begun"), [("", True), ("y", True), ("no", False)])
def test_who_sits_at_a_terminal_is_offered_the_browser(
    run: Run, monkeypatch: pytest.MonkeyPatch, answer: str, begun: bool
) -> None:
    served: list[bool] = []
    monkeypatch.setattr("hulldown.cli.commands.serve.run", lambda args: served.append(args.open) or 0)
    monkeypatch.setattr("builtins.input", lambda _: answer)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("io.StringIO", Terminal)
    assert run().status == 0
    assert served == [True] * begun


def test_version(run: Run) -> None:
    result = run("--version")
    assert (result.status, result.out) == (0, f"hulldown {__version__}\n")


@pytest.mark.parametrize("name", list(entry.COMMANDS))
def test_every_command_has_help_and_json(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.status == 0
    assert f"usage: hulldown {name}" in result.out
    assert "--json" in result.out


@pytest.mark.parametrize(("name", "near"), [("scenaros", "scenarios"), ("replya", "replay"), ("VERIFY", "commands: ")])
def test_an_unknown_command_offers_the_nearest(run: Run, name: str, near: str) -> None:
    assert run(name).refused(f"no command named {name!r}", near)


def test_an_unknown_flag_offers_the_nearest(run: Run, toy: AnyGame) -> None:
    assert run("sim", "toy/1", "--games", "1", "--sed", "1").refused("--sed", "did you mean --seed?")
    assert run("sim", "toy/1", "--games", "1", "--xyzzy").refused("--xyzzy", "hulldown")


def test_flags_cannot_be_abbreviated(run: Run, toy: AnyGame) -> None:
    assert run("sim", "toy/1", "--game", "1").status == 2


def test_a_missing_argument_is_named(run: Run) -> None:
    assert run("verify").refused("required: F", "hulldown verify --help")


def test_an_error_meant_for_people_is_one_line_and_a_hint(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, HulldownError("first\nsecond", hint="do\nthis"))
    result = run("verify", "x")
    assert (result.status, result.err) == (2, "error: first; second\nhint: do; this\n")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(28, "No space left on device", "game.jsonl"), "game.jsonl: no space left on device"),
        (PermissionError(13, "Permission denied", "/etc/x"), "/etc/x: permission denied"),
        (OSError("odd"), "odd"),
        (ZeroDivisionError("oops"), "internal error: ZeroDivisionError: oops"),
        (RecursionError("deep"), "internal error"),
    ],
)
def test_every_failure_is_told_without_a_traceback(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    monkeypatch.delenv("HULLDOWN_DEBUG", raising=False)
    failing(monkeypatch, error)
    assert run("verify", "x").refused(said)


def test_a_bug_can_be_debugged(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HULLDOWN_DEBUG", "1")
    failing(monkeypatch, ZeroDivisionError("oops"))
    with pytest.raises(ZeroDivisionError):
        run("verify", "x")


def test_an_interrupt_is_no_failure_of_the_program(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, KeyboardInterrupt())
    result = run("verify", "x")
    assert (result.status, result.err) == (130, "interrupted\n")


def called(*argv: str, stdout: IO[str] | int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """The installed program run as a process of its own."""
    return subprocess.run(
        [str(PROGRAM), *argv], text=True, stdout=stdout, stderr=subprocess.PIPE, check=False, timeout=PATIENCE
    )


def test_the_installed_program_answers() -> None:
    result = called("--version")
    assert (result.returncode, result.stdout) == (0, f"hulldown {__version__}\n")


def test_help_loads_no_heavy_library() -> None:
    code = (
        "import sys; from hulldown.cli.main import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'rich', 'numpy', 'msgspec', 'asyncio'} & set(sys.modules)), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert result.stderr.strip() == "[]"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("argv", [("scenarios", "--json"), ("scenarios",), ("rules", "tank"), ("map", "tank")])
def test_a_full_disk_behind_the_output_is_told(argv: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        result = called(*argv, stdout=full)
    assert result.returncode == 2
    assert result.stderr.startswith("error: no space left on device")
    assert "Traceback" not in result.stderr


def test_a_reader_that_leaves_early_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    result = called("rules", "tank", stdout=writing)
    os.close(writing)
    assert result.returncode == 141
    assert result.stderr == ""


def test_a_terminal_without_unicode_gets_question_marks() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    result = subprocess.run(
        [str(PROGRAM), "map", "tank", "--at", "3319"], capture_output=True, text=True, env=environment, check=False
    )
    assert result.returncode == 0
    assert "?" in result.stdout
