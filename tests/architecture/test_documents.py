"""Every block of Python that the documents show runs, and says something where it prints."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hulldown.cli.main import main
from support.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = [
    (f"{path.relative_to(ROOT)}:{number}", block)
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md")))
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL))
]


@pytest.mark.parametrize("block", [block for _, block in BLOCKS], ids=[name for name, _ in BLOCKS])
def test_blocks_of_python_run(block: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", block],
        capture_output=True, text=True, cwd=tmp_path, timeout=2 * PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert bool(done.stdout) == ("print(" in block)


def test_the_readme_opens_with_a_loop() -> None:
    assert [name for name, _ in BLOCKS if name.startswith("README.md")] == ["README.md:0"]


def commands() -> list[str]:
    """The `$ hulldown` lines of console blocks in docs/; the README's have tests of their own.

    Blocks of `sh` need a person or a server, or have placeholders.
    """
    found = []
    for path in sorted((ROOT / "docs").glob("**/*.md")):
        for block in re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL):
            joined = block.replace("\\\n", " ")
            found += [line.partition("  #")[0].strip() for line in re.findall(r"^\$ (.*)$", joined, re.MULTILINE)]
    return list(dict.fromkeys(found))


@pytest.mark.slow
@pytest.mark.parametrize("command", commands())
def test_commands_of_the_documents_run(command: str, tmp_path: Path) -> None:
    """Each runs as it stands, but for how many games are played."""
    program, *words = shlex.split(re.sub(r"--games \d+", "--games 1", command).replace("planner:40n", "planner:2n"))
    assert program == "hulldown"
    done = subprocess.run(
        [sys.executable, "-m", "hulldown", *words],
        capture_output=True, text=True, cwd=tmp_path, timeout=4 * PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


KINDS = re.findall(r"`(--kind [^`]*)`", (ROOT / "docs" / "cli.md").read_text(encoding="utf-8"))


def test_the_shots_of_the_command_line_can_be_asked() -> None:
    """Every `--kind …` of docs/cli.md gives odds; what stands in brackets is asked for too, one at a time."""
    assert len(KINDS) > 10
    for text in KINDS:
        optional = re.findall(r"\[(.*?)\]", text)
        plain = re.sub(r"\[.*?\]", "", text)
        for more in ("", *optional):
            assert main(["odds", "panzer", "--level", "advanced", *shlex.split(f"{plain} {more}"), "--json"]) == 0, (
                text,
                more,
            )
