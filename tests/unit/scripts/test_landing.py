"""The scripts that make landing safe: tests of a case or of a change, the suite's second look, the run in a clone."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
TOY = """
from pathlib import Path

def test_sound():
    pass

def test_unsteady():
    mark = Path(__file__).with_name("been-here")
    been = mark.exists()
    mark.touch()
    assert been
"""


def script(name: str) -> ModuleType:
    """A script as a module."""
    spec = importlib.util.spec_from_file_location(f"{name}_script", ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def suite(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code and the last line of the suite, run on a folder of tests."""
    command = [sys.executable, str(ROOT / "scripts" / "suite.py"), *arguments, "-q", "."]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout.splitlines() or [""])[-1]


@pytest.mark.slow
def test_who_passes_alone_is_named_as_unsteady_and_the_run_is_green(tmp_path: Path) -> None:
    (tmp_path / "test_toy.py").write_text(TOY)
    assert suite(tmp_path, "--again") == (0, "unsteady: test_toy.py::test_unsteady")


@pytest.mark.slow
def test_without_the_flag_one_failure_is_red(tmp_path: Path) -> None:
    (tmp_path / "test_toy.py").write_text(TOY)
    code, _ = suite(tmp_path)
    assert code == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code"),
    [("def test_broken():\n    assert not 1\n", 1), ("import nothing_like_it\n", 2), ("", 5)],
    ids=["fails twice", "cannot be read", "no test"],
)
def test_what_is_no_accident_stays_red(tmp_path: Path, text: str, code: int) -> None:
    (tmp_path / "test_toy.py").write_text(text)
    assert suite(tmp_path, "--again")[0] == code


@pytest.mark.parametrize(("case", "whole", "part"), [("8.71a", "8.71", True), ("8.711", "8.71", False)])
def test_a_case_has_its_parts(case: str, whole: str, part: bool) -> None:
    assert script("cases").part_of(case, whole) is part


def test_a_case_is_looked_for_in_every_game_or_in_one() -> None:
    cases = script("cases")
    everywhere = cases.citing("8.71a")
    assert "tests/rulebook/tank/test_defence_8_7.py::test_8_71_seven_points_give_three" in everywhere
    assert cases.citing("tank:8.71a") == [test for test in everywhere if "/tank/" in test]
    assert cases.citing("99.99z") == []


def test_a_changed_number_calls_for_the_tests_of_the_case_it_is_named_for() -> None:
    """8.71 is no row of the catalogue, its parts are: the number beside it is tested by theirs."""
    cases = script("cases")
    citations = cases.citations_of("tank", cases.TESTS)
    folder = ROOT / "src" / "hulldown" / "games" / "tank"
    lines = (folder / "rules" / "results.py").read_text(encoding="utf-8").splitlines()
    number = next(at for at, line in enumerate(lines, 1) if '"8.71"' in line)
    assert "8.71a" in cases.cases_of(citations, folder, "rules/results.py", ((number, number),))


@pytest.mark.parametrize(("code", "tested"), [(0, True), (3, False)])
def test_a_commit_is_noted_when_its_clone_passes(tmp_path: Path, code: int, tested: bool) -> None:
    here = tmp_path / "project"
    (here / ".ci").mkdir(parents=True)
    (here / ".ci" / "run").write_text(f'test -z "$(git status --porcelain)" && test ! -e stray && exit {code}\n')

    def git(*arguments: str) -> str:
        who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
        return subprocess.run(["git", *who, *arguments], cwd=here, check=True, capture_output=True, text=True).stdout

    git("init", "--quiet")
    git("add", "-A")
    git("commit", "--quiet", "-m", "first")
    (here / "stray").touch()
    done = subprocess.run([sys.executable, str(ROOT / "scripts" / "handin.py")], cwd=here, check=False)
    assert done.returncode == code
    note = here / ".git" / "hulldown-tested"
    assert note.exists() is tested
    assert not tested or note.read_text() == git("rev-parse", "HEAD")
