"""A quota of matches between bots for each address: they cost the server's time and nobody plays them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from hulldown.server.api.errors import ApiError

KEPT = 3600.0
"""Seconds for which an unfinished match counts."""
ADDRESSES = 10_000
"""Addresses remembered. The one that has started nothing for longest is forgotten first."""


class BotMatchQuota:
    """Counts the unfinished matches between bots that each address has started. A `most` of 0 means no limit."""

    def __init__(self, most: int, over: Callable[[str], bool]) -> None:
        self.most = most
        self._over = over
        self._started: OrderedDict[str, dict[str, float]] = OrderedDict()

    def check(self, address: str, now: float) -> None:
        """Raises when an address has used up its quota."""
        started = self._started.get(address, {})
        for match in [one for one, when in started.items() if when < now - KEPT or self._over(one)]:
            del started[match]
        if self.most and len(started) >= self.most:
            wait = max(1, int(min(started.values()) + KEPT - now) + 1)
            raise ApiError(
                429, "too_many", f"one address may have {self.most} unfinished matches between bots",
                f"watch one of them to its end, or wait {wait} s", retry_after=wait,
            )  # fmt: skip

    def add(self, address: str, match: str, now: float) -> None:
        """Counts a match that was started."""
        self._started.setdefault(address, {})[match] = now
        self._started.move_to_end(address)
        while len(self._started) > ADDRESSES:
            self._started.popitem(last=False)
