"""A child process that answers in lines: started, asked with deadlines and limits, and ended with its children.

One thread at a time asks; `kill` may be called from any thread, and a thread that asks then notices the end.
Nothing blocks for longer than its deadline, whether the program does not read, does not write, writes for ever or has
closed its output.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence

from hulldown.core.errors import HulldownError

CHUNK = 65536
LOG = 16 * 1024
"""Bytes kept of what a program writes to stderr: the last ones."""


class PipeError(HulldownError):
    """The program does not follow the protocol. Close it."""


class LineProcess:
    """A running program in its own process group that answers in lines."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        if sys.platform == "win32":
            raise PipeError("bots in other processes need a POSIX system")
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                env=environment, start_new_session=True, bufsize=0,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise PipeError(f"cannot start {command[0]!r}: {reason.lower()}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in, self._out, self._err = self._process.stdin, self._process.stdout, self._process.stderr
        self._buffer = bytearray()
        self._log = bytearray()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        # Ends the process with this object or with the interpreter, even if nobody closes it.
        self._end = weakref.finalize(self, _end, self._process)

    @property
    def log(self) -> str:
        """The last of what it has written to stderr."""
        return self._log.decode("utf-8", "replace")

    @property
    def alive(self) -> bool:
        """Whether it has not been closed here."""
        return self._end.alive

    @property
    def unread(self) -> bool:
        """Whether output has arrived that nobody asked for."""
        if not self._buffer and not self._out.closed:
            with contextlib.suppress(BlockingIOError):
                self._buffer += os.read(self._out.fileno(), CHUNK)
        return bool(self._buffer)

    def ask(self, line: bytes, deadline: float, limit: int) -> bytes:
        """Sends a line and returns the answer; raises PipeError after `deadline` (time.monotonic) or `limit` bytes."""
        self._pump(line + b"\n", deadline, limit, wait=True)
        end = self._buffer.index(b"\n")
        answer = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return answer

    def tell(self, line: bytes, deadline: float, limit: int) -> None:
        """Sends a line that needs no answer."""
        self._pump(line + b"\n", deadline, limit, wait=False)

    def close(self, last: bytes = b"", grace: float = 0.0) -> None:
        """Ends the process group. With a grace period the program gets a last line and may exit by itself."""
        if self._end.alive and grace > 0:
            with contextlib.suppress(PipeError):
                deadline = time.monotonic() + grace
                self._pump(last + b"\n" if last else b"", deadline, CHUNK, wait=False)
                self._in.close()
                self._drain(deadline)
        with contextlib.suppress(OSError):
            self._read_log()
        self._end()

    def kill(self) -> None:
        """Kills the process group at once. The owner still has to close it."""
        if self._end.alive:
            _kill(self._process)

    def _pump(self, out: bytes, deadline: float, limit: int, wait: bool) -> None:
        """Writes all of `out` and, if asked to, reads until there is a whole line."""
        rest = memoryview(out)
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            if not self._err.closed:
                selector.register(self._err, selectors.EVENT_READ)
            if rest:
                selector.register(self._in, selectors.EVENT_WRITE)
            while rest or (wait and b"\n" not in self._buffer):
                left = deadline - time.monotonic()
                if left <= 0:
                    raise PipeError("it did not answer in time" if wait else "it did not listen")
                ready = [key.fileobj for key, _ in selector.select(left)]
                if self._out in ready:
                    self._read(limit)
                if self._err in ready and not self._read_log():
                    selector.unregister(self._err)
                    self._err.close()
                if self._in in ready:
                    rest = self._write(rest)
                    if not rest:
                        selector.unregister(self._in)

    def _write(self, rest: memoryview) -> memoryview:
        try:
            return rest[os.write(self._in.fileno(), rest[:CHUNK]) :]
        except BlockingIOError:
            return rest
        except OSError:
            raise PipeError("it has ended" + self._why()) from None

    def _read(self, limit: int) -> None:
        try:
            found = os.read(self._out.fileno(), CHUNK)
        except BlockingIOError:
            return
        if not found:
            raise PipeError("it has ended" + self._why())
        self._buffer += found
        end = self._buffer.find(b"\n")
        if (end if end >= 0 else len(self._buffer)) > limit:
            raise PipeError(f"it answered with more than {limit} bytes")

    def _read_log(self) -> bool:
        """Reads what is on stderr; returns whether it is still open."""
        if self._err.closed:
            return False
        try:
            while found := os.read(self._err.fileno(), CHUNK):
                self._log += found
                del self._log[:-LOG]
        except BlockingIOError:
            return True
        return False

    def _why(self) -> str:
        """The last line of stderr, which usually says why the program ended."""
        with contextlib.suppress(OSError):
            self._read_log()
        lines = self.log.strip().splitlines()
        return f" ({lines[-1][:200]})" if lines else ""

    def _drain(self, deadline: float) -> None:
        """Waits until the program has closed both outputs, as it does when it exits; throws its output away."""
        with selectors.DefaultSelector() as selector:
            for pipe in (self._out, self._err):
                if not pipe.closed:
                    selector.register(pipe, selectors.EVENT_READ)
            while selector.get_map():
                left = deadline - time.monotonic()
                if left <= 0:
                    return
                for key, _ in selector.select(left):
                    if key.fileobj is self._err:
                        open_still = self._read_log()
                    else:
                        try:
                            open_still = bool(os.read(self._out.fileno(), CHUNK))
                        except BlockingIOError:
                            open_still = True
                    if not open_still:
                        selector.unregister(key.fileobj)


def _kill(process: subprocess.Popen[bytes]) -> None:
    # The process is reaped only after this, so its number still means its group and nobody else's.
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _end(process: subprocess.Popen[bytes]) -> None:
    _kill(process)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()
    process.wait()
