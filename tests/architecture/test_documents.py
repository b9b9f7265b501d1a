"""Every block of Python that the documents show runs, and says something where it prints."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

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
