"""Runs the server: the socket, the logs, the event loop."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from types import FrameType

import uvicorn

from hulldown.core.errors import HulldownError
from hulldown.server import metrics
from hulldown.server.api.connections import SHARE, Connections, most_connections
from hulldown.server.api.protocols import SocketProtocol, protocols_for
from hulldown.server.app import make_app
from hulldown.server.settings import MESSAGE, Settings
from hulldown.server.storage.database import Database, read_url
from hulldown.server.storage.serving import serving


def listen_at(settings: Settings) -> socket.socket:
    """A listening socket at the host and port of the settings."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise HulldownError(
            f"cannot listen at {settings.host} port {settings.port}: {reason.lower()}", hint="choose another --port"
        ) from None
    listener.set_inheritable(True)
    return listener


def address_of(listener: socket.socket) -> str:
    """The address a browser opens."""
    host, port = listener.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def serve(settings: Settings, ready: Callable[[str], None]) -> int:
    """Serves until told to stop; returns the exit status. Calls `ready` with the address once it answers.

    Raises HulldownError when it cannot start: the place to listen at is taken, or the database cannot be opened.
    """
    read_url(settings.database)
    listener = listen_at(settings)
    address = address_of(listener)
    try:
        if settings.metrics:
            metrics.start(settings.metrics)
        database = Database(settings.database)
    except BaseException:
        listener.close()
        raise
    most = most_connections()
    pool = Connections(most, min(SHARE, max(1, most // 4)) if settings.limits else 0, settings.proxies)
    config = uvicorn.Config(
        make_app(settings, database),
        http=protocols_for(pool),
        ws=SocketProtocol,
        # Explicit, because by default uvicorn trusts every client on this machine.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        ws_max_size=MESSAGE,
        ws_ping_interval=20.0,
        ws_ping_timeout=30.0,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
    )

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                ready(address)

        async def on_tick(self, counter: int) -> bool:
            if counter % 10 == 0:  # about once a second
                pool.sweep(asyncio.get_running_loop().time())
            return await super().on_tick(counter)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            super().handle_exit(sig, frame)
            # A stop by signal is a normal end; uvicorn must not raise the signal again.
            self._captured_signals.clear()

    # Orders run in threads; with the default of 5 ms each of them could hold up the loop for that long.
    sys.setswitchinterval(0.0005)
    server = Server(config)
    with serving(database.url):
        server.run(sockets=[listener])
    return 0 if server.started else 1
