"""Rate limits: a bucket for each address and seat that fills at a steady rate."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hulldown.server.storage.store import Access

MOST = 20_000
"""Buckets kept; the one unused for longest is forgotten first, and is full again by then."""


class Bucket:
    """A budget that fills at `rate` a second up to `burst`."""

    __slots__ = ("burst", "level", "rate", "when")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.when = 0.0

    def take(self, cost: float, now: float) -> float:
        """0 when the cost could be paid, else the seconds until it can be."""
        if self.when:
            self.level = min(self.burst, self.level + (now - self.when) * self.rate)
        self.when = now
        if self.level >= cost:
            self.level -= cost
            return 0.0
        return (min(cost, self.burst) - self.level) / self.rate


class Limiter:
    """Buckets by name, of one rate and burst."""

    def __init__(self, rate: float, burst: float, factor: float = 1.0) -> None:
        self.rate = rate * factor
        self.burst = burst * factor
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str, cost: float, now: float) -> float:
        """0 when this name may go on, else the seconds it has to wait. A factor of 0 lets everybody through."""
        if not self.rate:
            return 0.0
        bucket = self._buckets.get(name)
        if bucket is None:
            bucket = self._buckets[name] = Bucket(self.rate, self.burst)
            while len(self._buckets) > MOST:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(name)
        return bucket.take(cost, now)


@lru_cache(4096)
def address_group(host: str) -> str:
    """What counts as one address: for IPv6 the network of 64 bits that one customer has."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host or "?"
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def client_of(scope: Mapping[str, Any]) -> str:
    """Who has sent a request, as every limit by address counts it."""
    client = scope.get("client")
    return address_group(client[0] if client else "")


def budget_of(access: Access, scope: Mapping[str, Any]) -> str:
    """The name of the budget that a request with a token takes from: its seat's.

    All onlookers of a match may have one token, so each address that looks on has a budget of its own.
    """
    name = f"{access.match} {access.role} {access.side}"
    return name if access.side else f"{name} {client_of(scope)}"
