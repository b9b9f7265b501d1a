"""Runs the test suite; with --again, tests that failed run once more, one at a time, before they count.

`suite.py [--again] [pytest's arguments]`. A test that fails among others and passes alone is unsteady: it is named in
the last line, `unsteady: …`, and the run is green. One that fails twice is red, and so is everything else that ends a
run badly: a usage error, a crash of pytest, no test at all.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

FAILED = 1
"""What pytest returns when tests failed and nothing worse happened."""
MANY = 20
"""More failures than this are no accident, and nothing is tried again."""


def run(arguments: Sequence[str]) -> tuple[int, list[str]]:
    """Pytest's exit code, and the tests and files that failed."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-o", f"cache_dir={folder}", *arguments]
        code = subprocess.run(command, check=False).returncode
        memory = Path(folder, "v", "cache", "lastfailed")
        failed = sorted(json.loads(memory.read_text(encoding="utf-8"))) if memory.exists() else []
    return code, failed


def main(arguments: Sequence[str]) -> int:
    """The exit code of the suite."""
    again = "--again" in arguments
    code, failed = run([argument for argument in arguments if argument != "--again"])
    if not again or code != FAILED or not 0 < len(failed) <= MANY:
        return code
    print(f"once more, one at a time: {len(failed)} that failed", flush=True)
    twice = [test for test in failed if run(["-n", "0", test])[0] != 0]
    if twice:
        print("failed twice: " + ", ".join(twice), flush=True)
        return FAILED
    print("unsteady: " + ", ".join(failed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
