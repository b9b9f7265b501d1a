"""Rate limits: a bucket for each address and seat that fills at a steady rate."""

from __future__ import annotations

from collections import OrderedDict

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
