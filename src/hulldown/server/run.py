"""Runs the server: the socket, the logs, the event loop."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import msgspec
import uvicorn

from hulldown.core.errors import HulldownError
from hulldown.server import metrics
from hulldown.server.api.connections import SHARE, Connections, most_connections
from hulldown.server.api.protocols import HttpProtocol, SocketProtocol, protocols_for
from hulldown.server.app import make_app
from hulldown.server.handover import Handover
from hulldown.server.memory import limit_heaps
from hulldown.server.settings import MESSAGE, Settings
from hulldown.server.storage.database import Database, read_url
from hulldown.server.storage.serving import serving
from hulldown.server.supervisor import Inherited, inherited, supervise

BACKLOG = 2048
"""Connections that wait to be accepted."""


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
    given = inherited()
    if given is not None:
        return _serve_share(settings, given)
    read_url(settings.database)
    listener = listen_at(settings)
    address = address_of(listener)
    try:
        if settings.processes > 1:
            # Checked and migrated once, before all of them open it.
            Database(settings.database).close()
            listener.listen(BACKLOG)
            return supervise(settings.processes, listener, lambda: ready(address))
        return _serve(settings, listener, lambda: ready(address))
    except BaseException:
        listener.close()
        raise


def _serve_share(settings: Settings, given: Inherited) -> int:
    """Serves as one of several processes."""
    share = given.share
    metrics_port = settings.metrics + share.place if settings.metrics else 0
    outboxes = [socket.socket(fileno=handle) for handle in given.outboxes]
    handover = Handover(share, socket.socket(fileno=given.inbox), outboxes)

    def ready() -> None:
        with suppress(BrokenPipeError):  # nobody waits for a worker that was started anew
            os.write(given.ready, b"1")
        os.close(given.ready)

    own = msgspec.structs.replace(settings, share=share, metrics=metrics_port)
    return _serve(own, socket.socket(fileno=given.listener), ready, handover, given.lifeline)


def _serve(
    settings: Settings,
    listener: socket.socket,
    ready: Callable[[], None],
    handover: Handover | None = None,
    lifeline: int = -1,
) -> int:
    """Serves in this process; `lifeline` ends with the supervisor, if there is one."""
    limit_heaps()
    if settings.metrics:
        metrics.start(settings.metrics)
    database = Database(settings.database)
    most = most_connections()
    pool = Connections(most, min(SHARE, max(1, most // 4)) if settings.limits else 0, settings.proxies)
    config = uvicorn.Config(
        make_app(settings, database),
        http=protocols_for(pool, handover),
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
    # Orders run in threads; with the default of 5 ms each of them could hold up the loop for that long.
    sys.setswitchinterval(0.0005)
    server = Server(config, pool, ready)
    server.handover, server.lifeline = handover, lifeline
    with serving(database.url, database.driver_url()):
        server.run(sockets=[listener])
    return 0 if server.started else 1


class Server(uvicorn.Server):
    """A uvicorn server that looks after its connections and tells when it answers."""

    def __init__(self, config: uvicorn.Config, pool: Connections, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.pool, self.ready = pool, ready
        self.handover: Handover | None = None
        self.lifeline = -1

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        if self.handover is not None:
            self.handover.listen(self._taken_over)
        if self.lifeline >= 0:
            asyncio.get_running_loop().add_reader(self.lifeline, self._left_alone)
        self.ready()

    def _taken_over(self, first: bytes) -> asyncio.Protocol:
        """The protocol of a connection that another process has handed over with the bytes it has read."""
        kind = self.config.http_protocol_class
        assert issubclass(kind, HttpProtocol)
        protocol = kind(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        protocol.first = first
        return protocol

    def _left_alone(self) -> None:
        """Ends with the supervisor."""
        asyncio.get_running_loop().remove_reader(self.lifeline)
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.handover is not None:
            self.handover.close()
        await super().shutdown(sockets)

    async def on_tick(self, counter: int) -> bool:
        if counter % 10 == 0:  # about once a second
            self.pool.sweep(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        # A stop by signal is a normal end; uvicorn must not raise the signal again.
        self._captured_signals.clear()
