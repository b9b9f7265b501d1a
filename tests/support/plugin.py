"""The toy game of `examples/toy` as people install it: a package beside Hulldown, found by its entry point."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

TOY = Path(__file__).resolve().parents[2] / "examples" / "toy"


def installed_toy(folder: Path) -> Path:
    """A folder for PYTHONPATH with the installed package."""
    source, target = folder / "toy-source", folder / "toy-installed"
    shutil.copytree(TOY, source, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(target), str(source)], check=True, capture_output=True)
    return target
