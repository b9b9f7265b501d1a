"""The package's own data files as text; the one place below `cli` where a file is opened."""

from __future__ import annotations

from importlib import resources


def read(package: str, *path: str) -> str:
    """The text of a data file inside `package`."""
    return resources.files(package).joinpath(*path).read_text(encoding="utf-8")


def names(package: str, *path: str, suffix: str = "") -> tuple[str, ...]:
    """The sorted names of the data files in a folder of `package` that end in `suffix`; none without such a folder."""
    folder = resources.files(package).joinpath(*path)
    if not folder.is_dir():
        return ()
    return tuple(sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(suffix)))
