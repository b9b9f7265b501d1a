"""Where a player's lines come from: the terminal, another program through a pipe, or a script file."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from hulldown.cli.files import read_text
from hulldown.core.errors import MalformedError
from hulldown.core.orders import Side

try:
    import readline  # gives input() editing and a history
except ImportError:  # pragma: no cover - not on every system
    readline = None  # type: ignore[assignment]

END = "\x00end of block"
"""The line a script gives at the end of each block: submits what the block holds."""


class Line(NamedTuple):
    """A line with its place for messages: "" when it was typed."""

    text: str
    place: str = ""


class Source(Protocol):
    """A source of lines."""

    @property
    def patient(self) -> bool:
        """Whether a mistake can be mended by a later line; if not, it ends the program."""

    @property
    def watched(self) -> bool:
        """Whether a person sits at it, from whom the other player's secrets must be covered."""

    def next(self, side: Side, prompt: str) -> Line | None:
        """The next line of a side, or None when there are no more."""

    def forget(self) -> None:
        """Lets nobody find earlier lines again, because somebody else sits down."""


class Terminal:
    """A person at a terminal."""

    patient = True
    watched = True

    def forget(self) -> None:
        if readline is not None:
            readline.clear_history()

    def next(self, side: Side, prompt: str) -> Line | None:
        try:
            return Line(input(prompt).strip())
        except EOFError:
            print()
            return None


class Pipe:
    """Another program that writes lines; they are echoed, so that the output reads like a session."""

    patient = True
    watched = False

    def __init__(self, echo: bool) -> None:
        self._echo = echo
        self._number = 0

    def next(self, side: Side, prompt: str) -> Line | None:
        sys.stdout.flush()
        try:
            text = sys.stdin.readline()
        except UnicodeDecodeError as error:
            raise MalformedError(f"the input is no UTF-8 text: {error.reason}", "standard input") from None
        if not text:
            return None
        self._number += 1
        if self._echo:
            print(prompt + text.strip())
        return Line(text.strip(), f"standard input, line {self._number}")

    def forget(self) -> None:
        """Does nothing: a program keeps its own lines."""


class Script:
    """A file with blocks headed by a side and a colon; each side's blocks are taken in their order."""

    patient = False
    watched = False

    def __init__(self, path: Path, sides: Sequence[Side], echo: bool) -> None:
        self._echo = echo
        self._queues: dict[Side, deque[Line]] = {side: deque() for side in sides}
        heads = {f"{side}:": side for side in sides}
        now: Side | None = None
        for number, raw in enumerate(read_text(path).splitlines(), 1):
            text = raw.strip()
            place = f"{path}, line {number}"
            if text.startswith("#"):
                continue
            if text.casefold() in heads:
                if now is not None:
                    self._queues[now].append(Line(END, place))
                now = heads[text.casefold()]
            elif now is not None:
                self._queues[now].append(Line(text, place))
            elif text:
                hint = f"begin with a line such as {sides[0]}:"
                raise MalformedError(f"{text!r} stands before the first block", place, hint=hint)
        if now is not None:
            self._queues[now].append(Line(END, f"{path}, end"))

    def next(self, side: Side, prompt: str) -> Line | None:
        queue = self._queues[side]
        if not queue:
            return None
        line = queue.popleft()
        if self._echo and line.text and line.text != END:
            print(prompt + line.text)
        return line

    def forget(self) -> None:
        """Does nothing: a file can be read anyway."""

    def left(self) -> Line | None:
        """The first line with content that nobody has asked for."""
        for queue in self._queues.values():
            for line in queue:
                if line.text and line.text != END:
                    return line
        return None
