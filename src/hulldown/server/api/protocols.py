"""The HTTP and websocket protocols of uvicorn with deadlines, a limit on the head and a slot in the pool."""

from __future__ import annotations

import math
import time
from contextlib import suppress
from http import HTTPStatus
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from hulldown.server.api.connections import Activity, Connection, Connections
from hulldown.server.api.errors import ApiError
from hulldown.server.api.rate_limits import Bucket
from hulldown.server.handover import Handover
from hulldown.server.settings import BODY, HEAD

RAW_BODY = 8 * BODY
"""Bytes of a body with its chunks and trailers."""
FRAMES = (20.0, 400.0)
"""Frames of a websocket client: rate a second and burst. Its messages have a lower limit in the application."""
PIECE = 4096
"""Bytes of a websocket that are read at once."""
INVALID_TEXT = 1007
AT_ONCE = "hulldown.answer"
"""The ASGI extension by which an application writes a whole answer in one call."""
CHANNEL = "hulldown.channel"
"""The ASGI extension by which an application writes to a websocket without waiting."""


class _Refusal(Exception):
    """Stops the parser; the answer is already chosen."""


class HttpProtocol(HttpToolsProtocol):
    """A connection that speaks HTTP, until it becomes a websocket. `pool` is set by `protocols_for`."""

    pool: Connections
    handover: Handover | None = None
    """The way to the other processes of this server, if there are any."""
    first = b""
    """What another process has read of this connection before it handed it over."""
    _link: Connection | None = None
    _bytes = 0
    """Bytes of this head, then of this body."""
    _passed = False
    """Whether the bytes just read held the end of a head or of a body."""
    _running: RequestResponseCycle | None = None
    _refused: ApiError | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._link = self.pool.admit(self, transport, self.client[0] if self.client else "", self.loop.time())
        if self._link is None:
            self._answer(ApiError(503, "too_many", "too many connections", "close some, or wait", retry_after=5))
        elif self.first:
            # Before anything else is read. It came here because this process has the match: it is not handed on.
            first, self.first = self.first, b""
            self._take_in(self._link, first)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        self._disconnect()
        super().connection_lost(exc)
        self._running = None
        # With an error uvicorn leaves its timer running, and with it the whole connection.
        self._unset_keepalive_if_required()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        # A method of the connection, not of the cycle: that would hold itself, and only the collector would free it.
        extensions: Any = {AT_ONCE: self.answer_at_once}
        cycle.scope["extensions"] = extensions
        super()._start_asgi_task(cycle, app)

    def answer_at_once(self, fields: bytes, body: bytes) -> bool:
        """Writes a whole answer with status 200 and these header lines, as `send` of uvicorn's cycle does in steps.

        False when it must go that way: the connection ends with this answer, or the client reads too slowly.
        """
        cycle = self._running
        if cycle is None or cycle.disconnected or cycle.response_started:
            return False
        if not cycle.keep_alive or cycle.flow.write_paused:
            return False
        cycle.response_started = cycle.response_complete = True
        always = b"".join([b"%b: %b\r\n" % header for header in cycle.default_headers])
        cycle.transport.write(
            b"HTTP/1.1 200 OK\r\n%b%bcontent-length: %d\r\n\r\n%b" % (always, fields, len(body), body)
        )
        cycle.message_event.set()
        cycle.on_response()
        return True

    def _disconnect(self) -> None:
        """Tells the request being answered that nobody listens; uvicorn tells only the last one that came."""
        self.pipeline.clear()
        for cycle in (self._running, self.cycle):
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    def cut(self) -> None:
        """Ends the connection at once. Answers that are not finished are not sent."""
        self._disconnect()
        self.transport.abort()

    def _leave(self) -> None:
        if self._link is not None:
            self.pool.forget(self._link)
            self._link = None

    def data_received(self, data: bytes) -> None:
        link = self._link
        if link is None or self.transport.is_closing():
            return
        if self.handover is not None and self._between_requests(link) and self.handover.give(self.transport, data):
            return
        self._take_in(link, data)

    def _between_requests(self, link: Connection) -> bool:
        """Whether the next byte begins a request and nothing is being answered."""
        fresh = link.activity == Activity.HEAD and not self._bytes and self.cycle is None
        return fresh or (link.activity == Activity.IDLE and not self.pipeline)

    def _take_in(self, link: Connection, data: bytes) -> None:
        """Reads bytes of a request."""
        if link.activity in (Activity.IDLE, Activity.BUSY):
            # The first bytes of a request on a connection that was kept.
            self._await_head(link)
        self._passed = False
        super().data_received(data)
        if self._link is None or self.transport.is_closing() or self._passed:
            return
        self._bytes += len(data)
        if link.activity == Activity.BODY and self._bytes > RAW_BODY:
            self._answer(ApiError(413, "too_large", f"a request has at most {BODY // 1024} KB"))
        elif link.activity == Activity.HEAD and self._bytes > HEAD:
            self._answer(_long_head())

    def _await_head(self, link: Connection) -> None:
        link.activity, link.read_by = Activity.HEAD, self.loop.time() + self.pool.timeouts.head
        self._bytes = 0

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._link is not None and self._link.activity != Activity.HEAD:
            self._await_head(self._link)

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > HEAD:
            self._refused = _long_head()
            raise _Refusal
        if self._link is not None:
            self._link.activity, self._link.read_by = Activity.BODY, self.loop.time() + self.pool.timeouts.body
        self._bytes, self._passed = 0, True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._passed = True
        if self._link is not None:
            answered = self.cycle is not None and self.cycle.response_complete
            self._link.activity, self._link.read_by = Activity.IDLE if answered else Activity.BUSY, math.inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._link is not None and self._link.activity == Activity.BUSY and not self.pipeline:
            self._link.activity = Activity.IDLE

    def handle_websocket_upgrade(self) -> None:
        link, self._link = self._link, None
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if link is not None and isinstance(protocol, SocketProtocol) and not self.transport.is_closing():
            protocol.take(self.pool, link)
        elif link is not None:
            self.pool.forget(link)

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._link is not None:
            self._link.write_by = self.loop.time() + self.pool.timeouts.read

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._link is not None:
            self._link.write_by = math.inf

    def expire(self) -> None:
        """Ends a connection whose head or body did not come in time. One that is being answered may wait on."""
        link = self._link
        if link is None:
            return
        if link.activity == Activity.HEAD and self._running is not None and not self._running.response_complete:
            link.read_by = self.loop.time() + self.pool.timeouts.head
        elif link.activity == Activity.BODY or self._bytes:
            self._answer(ApiError(408, "timeout", "the request did not come in time"))
        else:
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Called by uvicorn when the parser gives up, for our reasons or its own."""
        self._answer(self._refused or ApiError(400, "malformed", "this is no HTTP request"))

    def _answer(self, error: ApiError) -> None:
        """Answers in place of the application and closes; cuts the connection in the middle of another answer."""
        running = self._running
        if running is not None and running.response_started and not running.response_complete:
            self.cut()
            return
        self._disconnect()
        body = msgspec.json.encode(error.body)
        head = [
            f"HTTP/1.1 {error.status} {HTTPStatus(error.status).phrase}",
            "content-type: application/json",
            f"content-length: {len(body)}",
            "cache-control: no-store",
            "x-content-type-options: nosniff",
            "connection: close",
        ]
        if error.retry_after:
            head.append(f"retry-after: {error.retry_after}")
        self.transport.write("\r\n".join([*head, "", ""]).encode() + body)
        self.transport.close()


def _long_head() -> ApiError:
    return ApiError(431, "too_large", "the head of the request is too long")


class SocketProtocol(WebSocketsSansIOProtocol):
    """A connection that has become a websocket and keeps its slot in the pool."""

    _pool: Connections | None = None
    _link: Connection | None = None
    _frames: Bucket | None = None
    _count = 0
    """Frames in the piece that is being read."""

    def take(self, pool: Connections, link: Connection) -> None:
        """Takes the slot over from the HTTP protocol."""
        self._pool, self._link = pool, link
        link.owner, link.activity, link.read_by, link.write_by = self, Activity.BUSY, math.inf, math.inf

    def connection_lost(self, exc: Exception | None) -> None:
        if self._pool is not None and self._link is not None:
            self._pool.forget(self._link)
            self._link = None
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[CHANNEL] = self
        try:
            await super().run_asgi()
        finally:
            # Else the connection would hold itself, and only the collector would free it.
            del extensions[CHANNEL]

    def data_received(self, data: bytes) -> None:
        """Reads what has come piece by piece, until the client has sent more frames than any needs.

        A piece of 256 KB may hold 40,000 pings, and reading them holds up everybody else.
        """
        frames = self._frames = self._frames or Bucket(*FRAMES)
        for start in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + PIECE])
            count, self._count = self._count, 0
            if count and frames.take(float(count), time.monotonic()):
                self.cut()

    def handle_ping(self) -> None:
        self._count += 1
        super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        self._count += 1
        super().handle_pong(event)

    def handle_text(self, event: Any) -> None:
        self._count += 1
        super().handle_text(event)

    def handle_cont(self, event: Any) -> None:
        self._count += 1
        super().handle_cont(event)

    def ready(self) -> bool:
        """Whether a message can be written at once."""
        open_now = self.handshake_complete and not (self.close_sent or self.disconnected or self.transport.is_closing())
        return open_now and self.writable.is_set()

    def write_text(self, text: bytes) -> None:
        """Writes a message of text at once, as `send` does after it has waited; nothing when the client is leaving."""
        with suppress(InvalidState):
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._pool is not None and self._link is not None:
            self._link.write_by = self.loop.time() + self._pool.timeouts.read + self._pool.timeouts.linger

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._link is not None:
            self._link.write_by = math.inf

    def expire(self) -> None:
        """Does nothing: the application closes a websocket that has been silent too long."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.close_sent:
            # uvicorn forgets this after a refusal with a body and then reports a handshake that was not completed.
            self.handshake_complete = True

    def cut(self) -> None:
        """Ends the connection at once. What the application still sends is refused as if the client had gone."""
        self.disconnected = True
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Refuses a text that is not UTF-8 before uvicorn writes it into the log as an error."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(self.frames):
            self.frames = []
            self.conn.send_close(INVALID_TEXT)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def _is_text(frames: list[bytes]) -> bool:
    try:
        b"".join(frames).decode()
    except UnicodeDecodeError:
        return False
    return True


def protocols_for(pool: Connections, handover: Handover | None = None) -> type[HttpProtocol]:
    """The class of a server's connections, which know their pool."""
    return type("PooledHttpProtocol", (HttpProtocol,), {"pool": pool, "handover": handover})
