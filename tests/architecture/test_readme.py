"""The documents tell the truth: commands run, links lead to files, generated parts are current."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hulldown.core.sequence import markdown
from hulldown.games import game_names, load_game
from support.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def examples(text: str) -> list[tuple[str, str]]:
    """The `$ hulldown …` lines of console blocks with the output shown below each."""
    found: list[tuple[str, str]] = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.startswith("hulldown "):
                found.append((command.partition("  #")[0].strip(), output.strip("\n")))
    return found


def test_the_readme_has_examples() -> None:
    assert len(examples(README)) >= 5


@pytest.mark.parametrize(("command", "output"), examples(README), ids=lambda value: value[:40])
def test_examples_of_the_readme_run(command: str, output: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "hulldown", *shlex.split(command)[1:]]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=2 * PATIENCE)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    if output:
        shown = [line.rstrip() for line in done.stdout.splitlines()]
        expected = output.split("\n")
        cut = expected[-1] == "…"  # more follows than is shown, and only then
        assert (len(shown) >= len(expected)) if cut else (len(shown) == len(expected))
        assert shown[: len(expected) - cut] == expected[: len(expected) - cut]


# The links of docs/index.md are those of the site, some to pages that are made: a build of the site checks them.
@pytest.mark.parametrize(
    "document",
    ["README.md", "CONTRIBUTING.md", *(f"docs/{p.name}" for p in (ROOT / "docs").glob("*.md") if p.stem != "index")],
)
def test_links_lead_somewhere(document: str) -> None:
    path = ROOT / document
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), f"{document} points to {target}"


def test_generated_parts_are_current() -> None:
    words = [sys.executable, str(ROOT / "scripts" / "docs.py"), "--check"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=2 * PATIENCE)
    assert done.returncode == 0, f"run make docs: {done.stdout}{done.stderr}"


@pytest.mark.parametrize("name", game_names())
def test_every_sequence_is_documented(name: str) -> None:
    game = load_game(name)
    text = (ROOT / "docs" / "sequences.md").read_text(encoding="utf-8")
    assert all(markdown(game.sequence(info.id)) in text for info in game.scenarios())


@pytest.mark.parametrize("target", ["setup", "play", "check", "test", "bench"])
def test_the_make_targets_exist(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
