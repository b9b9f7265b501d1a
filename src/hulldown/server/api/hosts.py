"""The names a server answers to.

A page elsewhere can let its own name point to this machine (DNS rebinding). Its requests then come from the browser of
somebody who can reach the server, and look as if they came from the server's own page. Only their Host header holds the
foreign name. A request is therefore answered only under a name of the server.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from functools import lru_cache

from hulldown.core.errors import HulldownError

LOCAL = ("localhost", "127.0.0.1", "::1")
WILDCARDS = ("0.0.0.0", "::", "")
_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_-]{1,63})*", re.ASCII)


def default_names(host: str) -> frozenset[str]:
    """The names of a server that listens at `host`: this machine's, and the address itself."""
    names = {*LOCAL, plain(host)}
    if not _is_loopback(host):
        own = socket.gethostname().lower()
        names |= {own, own.partition(".")[0], own.partition(".")[0] + ".local"}
    return frozenset(names - set(WILDCARDS))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def read_names(given: Iterable[str]) -> tuple[str, ...]:
    """The names given at the start; raises where one cannot be a host's."""
    found = []
    for text in given:
        name = plain(text)
        if not (_NAME.fullmatch(name) or _is_address(name)):
            raise HulldownError(
                f"--allow-host {text!r} is no host name", hint="a name such as games.example.org, without port"
            )
        found.append(name)
    return tuple(found)


def read_proxies(given: Iterable[str]) -> tuple[str, ...]:
    """The addresses and networks given at the start; raises where one is none."""
    found = []
    for text in given:
        try:
            found.append(str(ipaddress.ip_network(text)))
        except ValueError:
            raise HulldownError(
                f"--proxy {text!r} is no address", hint="an address such as 127.0.0.1 or a network such as 10.0.0.0/8"
            ) from None
    return tuple(found)


def plain(host: str) -> str:
    """A host as it is compared: lower case, without brackets and without the dot at the end."""
    host = host.lower()
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    return host.removesuffix(".")


@lru_cache(64)
def host_of(header: bytes) -> str | None:
    """The host in a Host header, without its port; None when the header makes no sense."""
    try:
        text = header.decode("ascii")
    except UnicodeDecodeError:
        return None
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:@/?#\s]+)(:[0-9]{1,5})?", text)
    return plain(found[1]) if found else None


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
