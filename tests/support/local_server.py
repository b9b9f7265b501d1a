"""A server inside the test's own process, whose clock the test moves by hand."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from hulldown.server.app import make_app
from hulldown.server.clock import Clock
from hulldown.server.settings import Settings
from hulldown.server.storage.database import Database
from support.patience import PATIENCE
from support.remote import Socket
from support.serving import free_port


class HandClock(Clock):
    """A clock that stands until somebody moves it on."""

    def __init__(self) -> None:
        self.time = float(int(time.time())) + 1000.0
        self.set_back = 0.0
        """Seconds by which somebody has set the time of day back."""
        self._waiting: list[tuple[float, asyncio.AbstractEventLoop, asyncio.Future[None]]] = []
        self._lock = threading.Lock()

    def now(self) -> float:
        return self.time - self.set_back

    def ticks(self) -> float:
        return self.time

    @property
    def waiting(self) -> int:
        """How many wait for a time to come."""
        with self._lock:
            return len(self._waiting)

    async def until(self, when: float) -> None:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        when += self.set_back
        with self._lock:
            if when <= self.time:
                return
            self._waiting.append((when, loop, future))
        await future

    def advance(self, seconds: float) -> None:
        with self._lock:
            self.time += seconds
            due = [one for one in self._waiting if one[0] <= self.time]
            self._waiting = [one for one in self._waiting if one[0] > self.time]
        for _, loop, future in due:
            loop.call_soon_threadsafe(lambda one=future: one.done() or one.set_result(None))


class LocalServer:
    """What `ServerProcess` is to its clients, in a thread."""

    def __init__(
        self, folder: Path, clock: Clock, pace: float, secret: str = "", database: str = "", **more: Any
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.socket_url = f"ws://127.0.0.1:{self.port}"
        self.tokens: set[str] = set()
        self.http = httpx.Client(base_url=self.url, timeout=300)
        url = database or f"sqlite:///{folder / 'games.db'}"
        settings = Settings(url, port=self.port, limits=0, secret=secret, answer_pace=pace, ticks=0.05, **more)
        with warnings.catch_warnings():
            # The framework's advice on style, which a server in a process of its own keeps to itself.
            warnings.simplefilter("ignore")
            app = make_app(settings, Database(url), clock)
        self.clock = clock
        self.arrived = 0
        """Orders that have come so far."""
        self._given = 0
        """Those of them that are not answered yet."""
        self._loop: asyncio.AbstractEventLoop | None = None

        async def counted(scope: Any, receive: Any, send: Any) -> None:
            self._loop = asyncio.get_running_loop()
            order = scope["type"] == "http" and scope["method"] == "POST" and scope["path"].endswith("/orders")
            self.arrived += order
            self._given += order
            try:
                await app(scope, receive, send)
            finally:
                self._given -= order

        config = uvicorn.Config(counted, port=self.port, log_config=None, access_log=False, lifespan="on")
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        end = time.monotonic() + PATIENCE
        while not self.server.started:
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.02)

    @property
    def idle(self) -> bool:
        """Whether every order and every answer that the server owes waits for the clock."""
        assert self._loop is not None
        owed = sum(task.get_name().startswith("answers of ") for task in asyncio.all_tasks(self._loop))
        return not isinstance(self.clock, HandClock) or self._given + owed == self.clock.waiting

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=300)

    def stop(self) -> None:
        self.http.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)


class Listener:
    """Notes everything that a socket gets, with the clock's time."""

    def __init__(self, socket: Socket, clock: Clock) -> None:
        self.clock = clock
        self.heard: list[tuple[float, str]] = []
        self._connection = socket.connection
        self._answers = threading.Semaphore(0)
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def caught_up(self) -> int:
        """How much was heard, after an echo of the server: all that it had sent before is heard."""
        self._connection.send('{"type": "ping"}')
        assert self._answers.acquire(timeout=PATIENCE), "no echo"
        return len(self.heard)

    def _listen(self) -> None:
        try:
            for text in self._connection:
                assert isinstance(text, str)
                if json.loads(text)["type"] == "pong":
                    self._answers.release()
                else:
                    self.heard.append((self.clock.now(), text))
        except Exception:  # the socket was closed
            return
