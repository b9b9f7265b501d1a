"""Compiles the package into build/compiled, next to nothing and once for each state of the sources.

Prints the folder to put on PYTHONPATH: `PYTHONPATH=$(python scripts/compile.py) python -m hulldown.cli.main ...`
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
PLACE = HOME / "build" / "compiled"


def fingerprint() -> str:
    """A hash of all that the compiled package depends on."""
    from mypy.version import __version__

    found = hashlib.sha256(f"{__version__} {sys.version}".encode())
    sources = (path for path in (HOME / "src" / "hulldown").rglob("*") if path.is_file() and _counts(path))
    for path in (HOME / "setup.py", *sorted(sources)):
        found.update(f"\n{path.relative_to(HOME)}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _counts(path: Path) -> bool:
    return "__pycache__" not in path.parts and "static" not in path.parts and path.suffix != ".so"


def build() -> Path:
    """The folder with the compiled package, built anew if the sources have changed; raises SystemExit."""
    mark = fingerprint()
    folder = PLACE / mark
    if (folder / ".ready").exists():
        return folder / "src"
    # Others may be building as well: each works in a folder of its own, and the first to be ready gives it its name.
    PLACE.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix=f"{mark}-", dir=PLACE))
    leave = shutil.ignore_patterns("__pycache__", "static", "*.so")
    shutil.copytree(HOME / "src" / "hulldown", work / "src" / "hulldown", ignore=leave)
    shutil.copy(HOME / "setup.py", work)
    environment = os.environ | {"HULLDOWN_COMPILE": "1", "MYPYPATH": "src"}
    environment.pop("PYTHONPATH", None)
    made = subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=work, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode or not list((work / "src").glob("**/*.so")):
        sys.stderr.write(made.stdout + made.stderr)
        shutil.rmtree(work, ignore_errors=True)
        raise SystemExit("the package could not be compiled")
    shutil.rmtree(work / "build", ignore_errors=True)
    (work / ".ready").touch()
    for old in PLACE.iterdir():
        if old != work and (old / ".ready").exists():
            shutil.rmtree(old, ignore_errors=True)
    with contextlib.suppress(OSError):
        work.rename(folder)
    return (folder if (folder / ".ready").exists() else work) / "src"


if __name__ == "__main__":
    print(build())
