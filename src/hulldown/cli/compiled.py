"""The compiled build of a checkout: which sources it was made of, where it is, and how a command comes to use it.

`make compiled` puts the compiled package into `build/compiled/FINGERPRINT/src`. A build of other sources is never used.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

HOME = Path(__file__).resolve().parents[3]
"""The checkout, if the package runs from one."""
BUILDS = Path("build") / "compiled"
READY = ".ready"
SWITCH = "HULLDOWN_COMPILED"
"""0: use the sources. Also set for the command that runs from a build, so that it does not look for one again."""


def fingerprint(home: Path) -> str:
    """A hash of all that a compiled package depends on: Python, the list of modules, code and data."""
    found = hashlib.sha256(sys.version.encode())
    for path in (home / "setup.py", *sorted(_sources(home / "src" / "hulldown"))):
        found.update(f"\n{path.relative_to(home).as_posix()}\n".encode() + path.read_bytes())
    return found.hexdigest()[:16]


def _sources(package: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(package):
        # The client is built by itself and only linked to.
        folders[:] = [name for name in folders if name not in ("__pycache__", "static")]
        yield from (Path(folder, name) for name in files if not name.endswith(".so"))


def find_build(home: Path) -> tuple[Path | None, bool]:
    """The folder for PYTHONPATH with the build of these very sources, and whether there are builds of others only."""
    if not any((home / BUILDS).glob(f"*/{READY}")):
        return None, False
    folder = home / BUILDS / fingerprint(home)
    return (folder / "src", False) if (folder / READY).exists() else (None, True)


def use_build(home: Path = HOME, execute: Callable[..., object] = os.execve) -> None:
    """Starts this command again with the compiled package, if the checkout has a build of its very sources.

    The process keeps its number and its streams; all processes that it starts use the build as well.
    """
    if os.environ.get(SWITCH) or not (home / "scripts" / "compile.py").is_file() or os.name != "posix":
        return
    build, stale = find_build(home)
    if stale:
        print("the compiled build is of other sources and is not used; make compiled renews it", file=sys.stderr)
    if build is None:
        return
    path = [str(build), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path), SWITCH: build.parent.name}
    sys.stdout.flush()
    sys.stderr.flush()
    execute(sys.executable, [sys.executable, *sys.orig_argv[1:]], environment)
