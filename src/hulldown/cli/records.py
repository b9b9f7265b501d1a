"""The record file of a game in progress: every acknowledged order is on disk, and the secret beside it until the end.

While a game goes on its secret lies in `F.secret`, readable for its owner only, so that a killed game can be resumed;
when the game ends or is left, the secret becomes the record's last line and that file goes away.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import IO

import msgspec

from hulldown.cli.files import is_special, read_text, refuse_existing, write_text
from hulldown.core.errors import HulldownError
from hulldown.core.record import Record, Reveal, line_of, record_from_text, text_of, without_torn_line
from hulldown.core.session import Session

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no fcntl; there two games on one file are not told apart
    fcntl = None  # type: ignore[assignment]


def secret_path(path: Path) -> Path:
    return path.with_name(path.name + ".secret")


def read_record(path: Path, mend: bool = False) -> Record:
    """The record in a file, with the secret of a game in progress if that lies beside it; `mend` drops a torn line."""
    text = read_text(path)
    if mend and not text.endswith("\n"):
        text = without_torn_line(text)
    record = record_from_text(text, str(path))
    if record.reveal is None and secret_path(path).is_file():
        try:
            record.reveal = msgspec.json.decode(read_text(secret_path(path)), type=Reveal)
        except msgspec.DecodeError:
            raise HulldownError(f"{secret_path(path)} does not hold the secret of the game") from None
    return record


class RecordFile:
    """An open record: `keep` brings it up to date with a session, `close` ends it with the reveal."""

    def __init__(self, path: Path, session: Session, force: bool = False, resumed: bool = False) -> None:
        self.path = path
        self._written = 0
        self._last = ""
        self._undos = 0
        self._special = is_special(path)
        if not resumed:
            refuse_existing(path, force)
        self._guard = None if self._special else _guarded(path)
        try:
            if self._guard is not None:
                self._guard.truncate(0)
                self._guard.write(line_of(Reveal(session.secret)).encode())
                self._guard.flush()
                os.fsync(self._guard.fileno())
            self._stream = self._rewritten(session, force or resumed)
        except BaseException:
            if self._guard is not None:
                self._guard.close()
                if not resumed:
                    secret_path(path).unlink(missing_ok=True)
            raise

    def _rewritten(self, session: Session, force: bool) -> IO[bytes]:
        """The file with the whole record so far, opened to go on."""
        text = text_of(session.record(reveal=False))
        if self._special:
            stream = self.path.open("wb")
            self._put(stream, text)
        else:
            write_text(self.path, text, force)
            stream = self.path.open("ab")
        entries = session.entries()
        self._written, self._last = len(entries), entries[-1].chain if entries else ""
        self._undos = len(session.undos())
        return stream

    def keep(self, session: Session) -> None:
        """Brings the file up to date: appends what is new, or writes it anew after an undo."""
        entries = session.entries()
        same = self._written <= len(entries) and (not self._written or entries[self._written - 1].chain == self._last)
        if not same or self._undos != len(session.undos()):
            self._stream.close()
            self._stream = self._rewritten(session, force=True)
        for entry in entries[self._written :]:
            self._append(line_of(entry))
            self._written, self._last = entry.number + 1, entry.chain

    def _append(self, line: str) -> None:
        """Adds a line for good; a line that does not fit on the disk is taken away again."""
        size = None if self._special else os.fstat(self._stream.fileno()).st_size
        try:
            self._put(self._stream, line)
            if not self._special:
                os.fsync(self._stream.fileno())
        except OSError:
            if size is not None:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._stream.fileno(), size)
            raise

    def _put(self, stream: IO[bytes], text: str) -> None:
        try:
            stream.write(text.encode())
            stream.flush()
        except OSError as error:
            error.filename = str(self.path)
            with contextlib.suppress(OSError):
                stream.close()
            raise

    def close(self, session: Session) -> None:
        """Ends the file with the reveal; the record can then be verified, and resumed if the game is not over."""
        self.keep(session)
        if session.ending is not None:
            self._append(line_of(session.ending))
        self._append(line_of(Reveal(session.secret, session.outcome)))
        if self._guard is not None:
            secret_path(self.path).unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Lets go of the files as they are, as the end of the process would."""
        for stream in (self._stream, self._guard):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _guarded(path: Path) -> IO[bytes]:
    """The secret's file, held by this process alone for as long as it plays."""
    if not path.parent.is_dir():
        raise HulldownError(f"there is no folder {path.parent}", hint="make it first, or choose another place")
    stream = os.fdopen(os.open(secret_path(path), os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    if fcntl is not None:
        try:
            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            stream.close()
            raise HulldownError(f"{path} is being played in another window", hint="close that one first") from None
    return stream
