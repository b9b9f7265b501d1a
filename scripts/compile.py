"""Compiles the package into build/compiled, away from the sources and once for each state of them.

Prints the folder to put on PYTHONPATH: `PYTHONPATH=$(python scripts/compile.py) python -m hulldown.cli.main ...`
With --quick it is compiled without optimisation into build/compiled-quick: for tests, in a third of the time.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mypy.version import __version__ as mypy_version

from hulldown.cli.compiled import BUILDS, READY, fingerprint

HOME = Path(__file__).resolve().parent.parent
NATIVE = ".native"
UNSEEN = ("cli", "lab", "server")
"""Packages that no compiled module imports."""
KEPT = 2
"""Builds that stay: a server may still run from the one before."""


def build(quick: bool = False) -> Path:
    """The folder with the compiled package, built anew if the sources have changed; raises SystemExit."""
    place = HOME / (f"{BUILDS}-quick" if quick else BUILDS)
    place.mkdir(parents=True, exist_ok=True)
    folder = place / fingerprint(HOME)
    with _alone(place):
        if not (folder / READY).exists():
            _compile(folder, "0" if quick else "3")
            _tidy(place)
    return folder / "src"


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """Waits until nobody else is building."""
    with (place / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _compile(folder: Path, level: str) -> None:
    """Makes the build in a folder of another name, which gets its own name when it is ready."""
    work = Path(tempfile.mkdtemp(prefix=".work-", dir=folder.parent))
    package = work / "src" / "hulldown"
    shutil.copytree(HOME / "src" / "hulldown", package, ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    native = native_fingerprint()
    if not _take_over(folder.parent, native, work):
        _run_compiler(work, level)
    (work / NATIVE).write_text(native)
    # The client may be built later or again: the build has always the one of the checkout.
    (package / "server" / "static").symlink_to(HOME / "src" / "hulldown" / "server" / "static")
    (work / READY).touch()
    shutil.rmtree(folder, ignore_errors=True)
    work.rename(folder)


def native_fingerprint() -> str:
    """A hash of what the compiler sees: a change elsewhere needs no new compilation."""
    found = hashlib.sha256(f"{mypy_version} {sys.version}".encode())
    package = HOME / "src" / "hulldown"
    seen = (path for path in package.rglob("*.py") if path.relative_to(package).parts[0] not in UNSEEN)
    for path in (HOME / "setup.py", *sorted(seen)):
        found.update(f"\n{path.relative_to(HOME)}\n".encode() + path.read_bytes())
    return found.hexdigest()


def _take_over(place: Path, native: str, work: Path) -> bool:
    """Whether an older build has compiled the same, which is copied then."""
    for mark in place.glob(f"*/{NATIVE}"):
        old = mark.parent / "src"
        if mark.read_text() == native and (mark.parent / READY).exists():
            for file in old.glob("**/*.so"):
                shutil.copy2(file, work / "src" / file.relative_to(old))
            return True
    return False


def _run_compiler(work: Path, level: str) -> None:
    shutil.copy(HOME / "setup.py", work)
    environment = os.environ | {"HULLDOWN_COMPILE": "1", "HULLDOWN_OPTIMISE": level, "MYPYPATH": "src"}
    environment.pop("PYTHONPATH", None)
    made = subprocess.run(
        # The library is compiled beside the modules that only load it.
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace", "--parallel", "2"],
        cwd=work, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode or not list((work / "src").glob("**/*.so")):
        sys.stderr.write(made.stdout + made.stderr)
        shutil.rmtree(work, ignore_errors=True)
        raise SystemExit("the package could not be compiled")
    shutil.rmtree(work / "build", ignore_errors=True)


def _tidy(place: Path) -> None:
    """Deletes old builds, and what broken ones have left behind."""
    builds = sorted(place.glob(f"*/{READY}"), key=lambda path: path.stat().st_mtime, reverse=True)
    kept = {path.parent for path in builds[:KEPT]}
    for folder in place.iterdir():
        if folder.is_dir() and folder not in kept:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    print(build("--quick" in sys.argv[1:]))
