"""Files: nothing is written over unasked, and what is written is whole or not there at all."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from hulldown.core.errors import HulldownError, MalformedError

LARGEST = 512 * 1024 * 1024


def read_text(path: Path) -> str:
    """The text of a file; a folder, a monster or bytes that are no text are refused by name."""
    info = path.stat()
    if stat.S_ISDIR(info.st_mode):
        raise HulldownError(f"{path} is a folder", hint="name a file in it")
    if info.st_size > LARGEST:
        raise HulldownError(f"{path} is larger than {LARGEST // 1024 // 1024} MB, which no file of ours is")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise MalformedError(f"not a text file (byte {error.start} is no UTF-8)", str(path)) from None


def refuse_existing(path: Path, force: bool) -> None:
    """Raises when a file is there and may not be replaced."""
    if path.is_dir():
        raise HulldownError(f"{path} is a folder", hint="name a file in it")
    if path.exists() and not is_special(path) and not force:
        raise HulldownError(f"{path} exists already", hint="choose another name, or add --force to replace it")


def is_special(path: Path) -> bool:
    """Whether a path is a device or a pipe, which is written to and never replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_text(path: Path, text: str, force: bool = False) -> None:
    """Writes a whole file at once: a reader finds all of it or what was there before."""
    refuse_existing(path, force)
    if is_special(path):
        with path.open("w", encoding="utf-8") as stream:
            stream.write(text)
        return
    if not path.parent.is_dir():
        raise HulldownError(f"there is no folder {path.parent}", hint="make it first, or choose another place")
    temporary = _temporary(path, text)
    try:
        if force:
            os.replace(temporary, path)
        else:
            # A link refuses to replace a file that somebody has made since we looked.
            os.link(temporary, path)
    except FileExistsError:
        raise HulldownError(f"{path} exists already", hint="choose another name, or add --force") from None
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _temporary(path: Path, text: str) -> str:
    """The name of a new file beside `path` with the text safely on disk."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        os.chmod(name, 0o666 & ~_umask())
    except BaseException as error:
        os.unlink(name)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)
        raise
    return name


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
