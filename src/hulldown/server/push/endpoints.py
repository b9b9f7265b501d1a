"""Where push messages go: addresses that browsers bring, which must not lead the server into its own network.

A push service is on the public internet and speaks HTTPS at the usual port. The name is looked up for every message,
and the connection goes to an address that was checked, so a name that points elsewhere later gains nothing. Redirects
are not followed, and nobody is told what was answered. For tests an operator may allow addresses of this machine.
"""

from __future__ import annotations

import http.client
import socket
import ssl
from collections.abc import Mapping
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from hulldown.core.errors import HulldownError

LENGTH: Final = 1000
"""Characters of an address."""
HTTPS: Final = 443
PORTS: Final = {"http": 80, "https": HTTPS}
WAIT: Final = 10.0
"""Seconds that a push service may take."""
_TRANSLATED: Final = tuple(IPv6Network(one) for one in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
"""Networks whose addresses stand for others of IPv4."""


class Endpoint(NamedTuple):
    """The parts of an address that a browser has brought."""

    host: str
    port: int
    target: str
    """Path and query."""
    secure: bool

    @property
    def origin(self) -> str:
        """What a token for this push service is made out to."""
        scheme = "https" if self.secure else "http"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{scheme}://{host}" + ("" if self.port == PORTS[scheme] else f":{self.port}")


def read_endpoint(text: str, local: bool = False) -> Endpoint:
    """The parts of an address; raises HulldownError for one that messages are not sent to."""
    if len(text) > LENGTH or any(not "!" <= sign <= "~" for sign in text):
        raise _refused(f"it has at most {LENGTH} characters, without spaces")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise _refused("it cannot be read") from None
    host = (parts.hostname or "").rstrip(".")
    if not host or "@" in parts.netloc or parts.fragment:
        raise _refused("it is a host and a path, without a name, a password or a fragment")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if local and _is_loopback(host) and parts.scheme in PORTS:
        return Endpoint(host, port or PORTS[parts.scheme], target, parts.scheme == "https")
    if parts.scheme != "https" or port not in (None, HTTPS):
        raise _refused("a push service is reached by https at the usual port")
    if not _is_public_name(host):
        raise _refused("a push service has a public name")
    return Endpoint(host, HTTPS, target, True)


def _is_public_name(host: str) -> bool:
    return _literal(host) is None and "." in host and not host.endswith((".local", ".internal", ".localhost"))


def _refused(why: str) -> HulldownError:
    return HulldownError(f"messages are not sent to this address: {why}", hint="use the one the browser gives")


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host name is, however it was written; None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))  # 127.1, 0x7f000001, 2130706433
    except OSError:
        return None


def _is_loopback(host: str) -> bool:
    found = _literal(host)
    return host == "localhost" or (found is not None and found.is_loopback)


def is_public(text: str) -> bool:
    """Whether an address belongs to the public internet."""
    found = ip_address(text.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        elif any(found in network for network in _TRANSLATED):
            return False
    return found.is_global and not found.is_multicast


def find_address(endpoint: Endpoint, local: bool = False) -> str:
    """An address of a push service; raises OSError when it has none, or one that is not public."""
    found = socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    addresses = [str(one[4][0]) for one in found]
    for address in addresses:
        if not (is_public(address) or (local and ip_address(address).is_loopback)):
            raise OSError("the name leads into a network of its own")
    if not addresses:
        raise OSError("the name leads nowhere")
    return addresses[0]


class _Connection(http.client.HTTPConnection):
    """A connection to an address that was checked; the certificate must be that of the name."""

    def __init__(self, endpoint: Endpoint, address: str) -> None:
        super().__init__(endpoint.host, endpoint.port, timeout=WAIT)
        self.endpoint, self.address = endpoint, address

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.endpoint.port), WAIT)
        if self.endpoint.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.endpoint.host)


def deliver(endpoint: Endpoint, headers: Mapping[str, str], body: bytes, local: bool = False) -> int:
    """The status with which a push service answers; raises OSError when it cannot be reached. Takes its time."""
    connection = _Connection(endpoint, find_address(endpoint, local))
    try:
        connection.request("POST", endpoint.target, body, dict(headers))
        return connection.getresponse().status
    except http.client.HTTPException as error:
        raise OSError(f"no answer of HTTP: {type(error).__name__}") from None
    finally:
        connection.close()
