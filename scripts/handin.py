"""Runs `.ci/run` in a fresh clone of HEAD; on success writes the commit's name to `hulldown-tested` in the git folder.

What is tested is the commit, not the working tree: uncommitted changes are named and left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TESTED = "hulldown-tested"


def git(folder: Path, *arguments: str) -> str:
    """What git prints, without the line's end."""
    return subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def main() -> int:
    """The exit code of `.ci/run`."""
    home = Path(git(Path.cwd(), "rev-parse", "--show-toplevel"))
    commit = git(home, "rev-parse", "HEAD")
    if git(home, "status", "--porcelain"):
        print("uncommitted changes are not part of what is tested", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="hulldown-handin-") as scratch:
        clone = Path(scratch, "hulldown")
        subprocess.run(["git", "clone", "--quiet", "--no-local", str(home), str(clone)], check=True)
        git(clone, "checkout", "--quiet", "--detach", commit)
        print(f"testing {commit[:9]} in {clone}", flush=True)
        began = time.monotonic()
        run = [str(clone / ".ci" / "run")]
        code = subprocess.run(["bash", *run], cwd=clone, env=os.environ | {"CI": "true"}, check=False).returncode
        spent = time.monotonic() - began
    minutes = f"{spent // 60:.0f} min {spent % 60:.0f} s"
    if code:
        print(f"{commit[:9]} did not pass ({minutes})", flush=True)
        return code
    Path(home, git(home, "rev-parse", "--git-dir"), TESTED).write_text(commit + "\n", encoding="utf-8")
    print(f"{commit[:9]} passed ({minutes})", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
