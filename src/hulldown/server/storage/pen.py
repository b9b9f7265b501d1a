"""The right to write to SQLite in this process: two writers take turns, the loop's orders and the writer thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0
"""Seconds for which the pen is kept for a loop that was called; it may have ended."""


class Pen:
    """A lock for which the loop never waits: it is called when the pen is free."""

    def __init__(self) -> None:
        self._free = threading.Condition()
        self._taken = False
        self._wanted = False
        """Whether the thread waits for it."""
        self._call: Callable[[], object] | None = None
        self._promised = False
        """Whether the loop was called and has not come yet."""

    def try_take(self, call: Callable[[], object]) -> bool:
        """Takes the pen, or has `call` called once when it is the loop's turn."""
        with self._free:
            if self._taken or (self._wanted and not self._promised):
                self._call = call
                return False
            self._taken, self._promised = True, False
            return True

    def release(self) -> None:
        """Lays the pen down; called by the loop."""
        with self._free:
            self._taken = False
            self._free.notify()

    @contextmanager
    def held(self) -> Iterator[None]:
        """The pen in the thread, which waits for it. Afterwards it is the loop's turn if that has asked."""
        with self._free:
            self._wanted = True
            while self._taken or self._promised:
                if not self._free.wait(PATIENCE):
                    self._promised = False
            self._wanted, self._taken = False, True
        try:
            yield
        finally:
            with self._free:
                self._taken = False
                call, self._call = self._call, None
                self._promised = call is not None
            if call is not None:
                call()
