"""Limits on open connections: how many in all and from one address, and how long a client may take.

A client that sends nothing, half a head or half a body, or that does not read its answer, costs a descriptor. So each
connection has a deadline for its current activity, checked once a second. When an address or the server has reached its
limit, the connection that has waited longest for a request is closed for the new one. An attacker's half-open
connections push out one another, and a client that sends its request at once gets its answer.
"""

from __future__ import annotations

import ipaddress
import math
from asyncio import Transport
from collections import Counter
from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple, Protocol

from hulldown.server.api.rate_limits import address_group

MOST = 4000
"""Connections in all, where the descriptors suffice."""
SHARE = 256
"""Connections of one address, where there are enough in all."""
RESERVE = 200
"""Descriptors kept for the database, the bots and the listener, where there are so many."""


class Timeouts(NamedTuple):
    """Seconds a client may take."""

    head: float = 10.0
    """For the head of a request, from the first byte or the beginning of the connection."""
    body: float = 30.0
    """For the body."""
    read: float = 30.0
    """For taking in some of an answer that waits."""
    linger: float = 10.0
    """For taking in the rest of an answer after which the connection is closed."""


TIMEOUTS = Timeouts()


class Activity(IntEnum):
    """What a connection is doing. The lowest is closed first to make room, a busy one never."""

    HEAD = 0
    """Waits for the head of a request."""
    IDLE = 1
    """Was answered and is kept for the next request."""
    BODY = 2
    """Waits for the body of a request."""
    BUSY = 3
    """Is being answered, or is a websocket."""


class ConnectionOwner(Protocol):
    """The protocol that serves a connection, as far as it matters here."""

    def expire(self) -> None:
        """Ends the connection: its deadline has passed."""

    def cut(self) -> None:
        """Ends the connection at once, without sending what still waits."""


class Connection:
    """One open connection: what it is doing, and until when."""

    __slots__ = ("activity", "address", "closing", "owner", "read_by", "transport", "write_by")

    def __init__(self, owner: ConnectionOwner, transport: Transport, address: str, by: float) -> None:
        self.owner = owner
        self.transport = transport
        self.address = address
        self.activity = Activity.HEAD
        self.read_by = by
        """When the head or the body must have arrived."""
        self.write_by = math.inf
        """When the client must have read some of what waits for it."""
        self.closing = math.inf
        """When a connection that is being closed is cut."""


class Connections:
    """All open connections of a server."""

    def __init__(self, most: int, share: int, proxies: Iterable[str] = (), timeouts: Timeouts | None = None) -> None:
        self.most = most
        self.share = share
        """Connections of one address; 0 for no limit."""
        self.timeouts = timeouts or TIMEOUTS
        self.proxies = [ipaddress.ip_network(proxy) for proxy in proxies]
        self._open: dict[Connection, None] = {}  # in the order they came
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, owner: ConnectionOwner, transport: Transport, host: str, now: float) -> Connection | None:
        """The new connection, or None when there is no room for it."""
        address = "" if self._is_proxy(host) else address_group(host)
        if address and self.share and self._counts[address] >= self.share and not self._make_room(address):
            return None
        if len(self._open) >= self.most and not self._make_room(""):
            return None
        connection = Connection(owner, transport, address, now + self.timeouts.head)
        self._open[connection] = None
        self._counts[address] += 1
        return connection

    def _is_proxy(self, host: str) -> bool:
        """Whether this is a configured proxy, which speaks for many clients."""
        if not self.proxies:
            return False
        try:
            found = ipaddress.ip_address(host)
        except ValueError:
            return False
        return any(found in proxy for proxy in self.proxies)

    def _make_room(self, address: str) -> bool:
        """Cuts a connection of this address (or of any) that waits for a request; returns whether there was one."""
        found = [one for one in self._open if one.activity != Activity.BUSY and (not address or one.address == address)]
        if not found:
            return False
        oldest = min(found, key=lambda one: one.activity)  # the first of them, and they are in the order they came
        self.forget(oldest)
        oldest.owner.cut()
        return True

    def forget(self, connection: Connection) -> None:
        """Removes a connection that has ended."""
        if self._open.pop(connection, self) is self:
            return
        self._counts[connection.address] -= 1
        if not self._counts[connection.address]:
            del self._counts[connection.address]

    def sweep(self, now: float) -> None:
        """Ends connections whose deadline has passed; called about once a second."""
        for connection in list(self._open):
            if connection.transport.is_closing():
                connection.closing = min(connection.closing, now + self.timeouts.linger)
                if connection.closing <= now:
                    connection.owner.cut()
            elif connection.write_by <= now:
                connection.owner.cut()
            elif connection.read_by <= now:
                connection.owner.expire()


@lru_cache(maxsize=4096)
def most_connections() -> int:
    """How many connections the descriptors of this process allow."""
    try:
        import resource
    except ImportError:  # Windows, where sockets are no descriptors
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + RESERVE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        raised = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if raised > soft:
            resource.setrlimit(resource.RLIMIT_NOFILE, (raised, hard))
            soft = raised
    if soft == resource.RLIM_INFINITY:
        return MOST
    return max(1, min(MOST, soft - min(RESERVE, soft // 2)))
