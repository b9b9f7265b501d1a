"""Hands a connection over to the process that has the match of its next request.

All processes accept connections at one socket. The first line of a request names its match. If another process has it,
that one gets the connection itself (its descriptor, over a local socket) together with the bytes that were read. From
then on nothing stands between. Whatever cannot be handed over is answered here, which costs time but nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence
from typing import Any

from hulldown.server.dealing import Share, match_of

log = logging.getLogger("hulldown.server")
LARGEST = 64 * 1024
"""Bytes that go with a connection, at most."""
Factory = Callable[[bytes], asyncio.Protocol]
"""Makes the protocol of a connection that begins with these bytes."""


class Handover:
    """The way to the other processes of a server; runs in the event loop."""

    def __init__(self, share: Share, inbox: socket.socket, outboxes: Sequence[socket.socket]) -> None:
        self.share = share
        self._inbox, self._outboxes = inbox, outboxes
        self._tasks: set[asyncio.Task[None]] = set()
        for one in (inbox, *outboxes):
            one.setblocking(False)

    def give(self, transport: Any, data: bytes) -> bool:
        """Whether the connection has gone to the process that has the match of its next request."""
        match = match_of(data)
        if not match or self.share.owns(match) or len(data) > LARGEST or transport.get_write_buffer_size():
            return False
        try:
            handle = transport.get_extra_info("socket").fileno()
            socket.send_fds(self._outboxes[self.share.owner(match)], [data], [handle])
        except OSError:
            return False  # the other process is busy, or about to be started anew
        # The message holds the connection open; what ends here is only this process's part in it.
        transport.abort()
        return True

    def listen(self, make: Factory) -> None:
        """Begins to take connections from the other processes."""
        asyncio.get_running_loop().add_reader(self._inbox.fileno(), self._receive, make)

    def close(self) -> None:
        """Takes no more connections."""
        asyncio.get_running_loop().remove_reader(self._inbox.fileno())

    def _receive(self, make: Factory) -> None:
        try:
            data, handles, _, _ = socket.recv_fds(self._inbox, LARGEST, 1)
        except OSError:
            return
        for handle in handles:
            task = asyncio.get_running_loop().create_task(self._take(make, socket.socket(fileno=handle), data))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _take(self, make: Factory, connection: socket.socket, data: bytes) -> None:
        try:
            connection.setblocking(False)
            await asyncio.get_running_loop().connect_accepted_socket(lambda: make(data), connection)
        except OSError:
            log.debug("a connection had ended before it was taken over")
            connection.close()
