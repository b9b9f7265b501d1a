"""How many matches between bots one address may have begun: they cost the server's time and nobody plays them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from hulldown.server.api.errors import ApiError

KEPT = 3600.0
"""Seconds for which a match that nobody watches to its end counts."""
ADDRESSES = 10_000
"""Addresses remembered; the one that has begun nothing for longest is forgotten first."""


class BotGames:
    """The matches between bots that each address has begun and that are not over; a `most` of 0 lets everybody."""

    def __init__(self, most: int, over: Callable[[str], bool]) -> None:
        self.most = most
        self._over = over
        self._begun: OrderedDict[str, dict[str, float]] = OrderedDict()

    def check(self, address: str, now: float) -> None:
        """Raises when an address has as many as it may have."""
        begun = self._begun.get(address, {})
        for match in [one for one, when in begun.items() if when < now - KEPT or self._over(one)]:
            del begun[match]
        if self.most and len(begun) >= self.most:
            wait = max(1, int(min(begun.values()) + KEPT - now) + 1)
            raise ApiError(
                429, "too_many", f"one address may have {self.most} unfinished matches between bots",
                f"watch one of them to its end, or wait {wait} s", retry_after=wait,
            )  # fmt: skip

    def add(self, address: str, match: str, now: float) -> None:
        """Counts a match that was begun."""
        self._begun.setdefault(address, {})[match] = now
        self._begun.move_to_end(address)
        while len(self._begun) > ADDRESSES:
            self._begun.popitem(last=False)
