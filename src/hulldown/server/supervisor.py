"""Several processes of one server: starts them, restarts one that has died, and ends them all.

Each worker is the same command once more. It finds in its environment which share of the matches it has, and the
descriptors that it inherits: the listening socket, the sockets by which connections are handed over, and two pipes.
Over one it tells that it answers; the other one ends with the supervisor, and the worker with it.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

import msgspec

from hulldown.core.errors import HulldownError
from hulldown.server.dealing import Share

log = logging.getLogger("hulldown.server")
VARIABLE = "HULLDOWN_WORKER"
LOOK = 0.2
"""Seconds between looks at the workers."""
PAUSE = 1.0
"""Seconds before a worker is started anew."""
STOPPING = 30.0
"""Seconds that workers have for their end."""


class Inherited(msgspec.Struct, frozen=True):
    """What a worker inherits: its share, and descriptors."""

    share: Share
    listener: int
    inbox: int
    outboxes: tuple[int, ...]
    lifeline: int
    ready: int


def inherited() -> Inherited | None:
    """What this process was given by a supervisor; None if it has none."""
    text = os.environ.pop(VARIABLE, "")
    return msgspec.json.decode(text, type=Inherited) if text else None


class Worker:
    """One process, started anew whenever it has died."""

    def __init__(self, given: Inherited) -> None:
        self._given = given
        self._process: subprocess.Popen[bytes] | None = None
        self._due = 0.0

    def start(self) -> int:
        """Starts the process; the pipe over which it tells that it answers."""
        told, tell = os.pipe()
        given = msgspec.structs.replace(self._given, ready=tell)
        handles = (given.listener, given.inbox, *given.outboxes, given.lifeline, tell)
        self._process = subprocess.Popen(
            [sys.executable, *sys.orig_argv[1:]],
            env={**os.environ, VARIABLE: msgspec.json.encode(given).decode()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=handles,
        )
        os.close(tell)
        return told

    def look(self, now: float) -> None:
        """Starts the process anew a moment after it has died."""
        if self._process is None or self._process.poll() is None:
            return
        if not self._due:
            log.error("worker %d has ended with status %d", self._given.share.place, self._process.returncode)
            self._due = now + PAUSE
        elif now >= self._due:
            self._due = 0.0
            os.close(self.start())

    def tell_to_stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)

    def wait(self, seconds: float) -> int:
        """The exit status of the process, which is killed if it does not end in time."""
        if self._process is None:
            return 0
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()


def supervise(processes: int, listener: socket.socket, ready: Callable[[], None]) -> int:
    """Serves with so many processes until told to stop; the exit status. Calls `ready` when all of them answer."""
    if os.name != "posix":
        raise HulldownError("--processes needs a Unix system", hint="leave it out")
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(processes)]
    outboxes = tuple(give.fileno() for give, _ in pairs)
    life, lifeline = os.pipe()
    workers = [
        Worker(Inherited(Share(place, processes), listener.fileno(), take.fileno(), outboxes, life, -1))
        for place, (_, take) in enumerate(pairs)
    ]
    stop = threading.Event()

    def end(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {one: signal.signal(one, end) for one in (signal.SIGTERM, signal.SIGINT)}
    try:
        told = [worker.start() for worker in workers]
        answering = [_answers(one) for one in told]
        if all(answering):
            ready()
            while not stop.wait(LOOK):
                for worker in workers:
                    worker.look(time.monotonic())
        elif not stop.is_set():
            return _end(workers) or 1
        return _end(workers)
    finally:
        os.close(lifeline)
        os.close(life)
        for pair in pairs:
            for one in pair:
                one.close()
        for number, handler in before.items():
            signal.signal(number, handler)


def _answers(told: int) -> bool:
    """Whether a worker has begun to answer; False when it has ended before."""
    try:
        return bool(os.read(told, 1))
    finally:
        os.close(told)


def _end(workers: list[Worker]) -> int:
    """Ends all workers; 0 if each of them has ended well."""
    for worker in workers:
        worker.tell_to_stop()
    end = time.monotonic() + STOPPING
    return max([abs(worker.wait(max(0.1, end - time.monotonic()))) for worker in workers])
