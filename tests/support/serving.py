"""Real server processes for tests and benches: started, killed, restarted, and their logs read."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import httpx

from support.patience import PATIENCE

TESTS = Path(__file__).resolve().parent.parent
PATHS = (os.environ.get("PYTHONPATH", ""), str(TESTS))
PORTS = range(15_000, 32_000)
"""Below the ports that the kernel gives to outgoing connections: none of those can take one before its server does."""
WORKERS = 16
"""Workers of a run that have ports of their own."""


def own_ports() -> range:
    """The ports of this worker of the run: no other can take one between its choice and the start of a server."""
    worker = int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or 0)
    return PORTS[worker % WORKERS :: WORKERS]


def free_port() -> int:
    """A port nobody listens at now."""
    for port in random.SystemRandom().sample(own_ports(), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("every port is taken")


class ServerProcess:
    """A running `hulldown serve`; `tokens` gathers every secret seen, to be looked for in the logs."""

    def __init__(
        self,
        database: str,
        folder: Path,
        limits: float = 0,
        env: Mapping[str, str] | None = None,
        port: int = 0,
        log_requests: bool = True,
        flags: Sequence[str] = (),
    ) -> None:
        self.database = database
        self.port = port or free_port()
        self.limits = limits
        self.env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, PATHS)),
            "HULLDOWN_DEBUG": "",
            "HULLDOWN_COMPILED": "0",
            # Each scenario is warmed up by the first test that plays it.
            "HULLDOWN_WARM": "0",
        }
        self.env |= env or {}
        self.flags = [*flags, "--log"] if log_requests else list(flags)
        self.log = folder / f"server-{self.port}.log"
        self.tokens: set[str] = set()
        self.http = httpx.Client(base_url=self.url, timeout=300)
        """One pool of connections for all players, closed with the server."""
        self.process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts the process and waits until it answers."""
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "support.toy_server", "serve", "--port", str(self.port), *self.flags,
                 "--database", self.database, "--limits", str(self.limits)],
                env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert self.url in line, f"the server said {line!r}; its log: {self.read_log()[-2000:]}"

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self._reap()

    def stop(self) -> int:
        """The exit status after a polite end."""
        assert self.process is not None
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._reap()

    def _reap(self) -> int:
        assert self.process is not None
        assert self.process.stdout is not None
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        return status

    def read_log(self) -> str:
        return self.log.read_text(errors="replace")

    def check_log(self) -> None:
        """Fails when the log holds a token or a sign of a bug."""
        text = self.read_log()
        assert "Traceback" not in text, text[text.index("Traceback") :][:3000]
        assert " ERROR " not in text, text[text.index(" ERROR ") :][:1000]
        for token in self.tokens:
            assert token not in text

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=300)


Start = Callable[..., ServerProcess]
"""The type of a fixture that starts servers."""


def wait_until(what: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Waits until a callable says yes; fails when it does not."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")
