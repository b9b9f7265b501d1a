"""The file of a run's results: its arguments, then a line for every game. A stopped run goes on from it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

import msgspec

from hulldown.core.errors import HulldownError, MalformedError
from hulldown.core.record import without_torn_line
from hulldown.lab.batch import Played

FORMAT = 1


class RunArguments(msgspec.Struct):
    """The arguments of a run. Results belong together only if these are the same."""

    format: int
    what: str
    arguments: dict[str, Any]


_encoder = msgspec.json.Encoder()
_played = msgspec.json.Decoder(Played)
_asked = msgspec.json.Decoder(RunArguments)


class ResultsFile:
    """The finished games of a run, stored on disk as they come in."""

    def __init__(self, path: Path, what: str, arguments: dict[str, Any]) -> None:
        self.path = path
        self.done: dict[str, Played] = {}
        asked = RunArguments(FORMAT, what, msgspec.json.decode(_encoder.encode(arguments)))
        if path.exists():
            self._read(asked)
        self._file: TextIO = path.open("a", encoding="utf-8")
        if not path.stat().st_size:
            self._file.write(_encoder.encode(asked).decode() + "\n")
            self._file.flush()

    def _read(self, asked: RunArguments) -> None:
        text = self.path.read_text(encoding="utf-8")
        whole = without_torn_line(text)
        if len(whole) != len(text):
            # Stopped in the middle of a line: that game is played again.
            os.truncate(self.path, len(whole.encode()))
        lines = whole.split("\n")[:-1]
        if not lines:
            return
        number = 1
        try:
            before = _asked.decode(lines[0])
            for line in lines[1:]:
                number += 1
                played = _played.decode(line)
                self.done[played.name] = played
        except msgspec.DecodeError as error:
            raise MalformedError(f"not a line of a run's results: {error}", f"{self.path}, line {number}") from None
        if before != asked:
            raise HulldownError(
                f"{self.path} holds the games of another run: {'; '.join(differences(before, asked))}",
                hint="give the same arguments to go on with it, or choose another place for the results",
            )

    def add(self, played: Played) -> None:
        """Stores a game without its texts, which go into files of their own."""
        slim = msgspec.structs.replace(played, record="", traceback="")
        self.done[played.name] = slim
        self._file.write(_encoder.encode(slim).decode() + "\n")
        self._file.flush()

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()


def differences(before: RunArguments, now: RunArguments) -> Iterator[str]:
    """Names the arguments in which two runs differ."""
    if before.what != now.what or before.format != now.format:
        yield f"it was a {before.what}"
        return
    for name in {**before.arguments, **now.arguments}:
        old, new = before.arguments.get(name), now.arguments.get(name)
        if old != new:
            yield f"{name} was {_short(old)}, now it is {_short(new)}"


def _short(value: Any) -> str:
    text = _encoder.encode(value).decode()
    return text if len(text) <= 80 else text[:77] + "…"
