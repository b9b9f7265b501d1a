"""What tokens open, as long as their matches are in memory: a known token costs no question to the database."""

from __future__ import annotations

import threading
from collections import OrderedDict

from hulldown.server.storage.store import Access

MOST = 20_000


class KnownKeys:
    """What tokens open, by their hashes. Without those of matches that were dropped, they would grow for days."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._known: OrderedDict[str, Access] = OrderedDict()
        self._of_match: dict[str, set[str]] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._known)

    def get(self, key: str) -> Access | None:
        return self._known.get(key)

    def add(self, key: str, access: Access) -> None:
        with self._lock:
            self._known[key] = access
            self._of_match.setdefault(access.match, set()).add(key)
            while len(self._known) > self._most:
                oldest, opened = self._known.popitem(last=False)
                others = self._of_match[opened.match]
                others.discard(oldest)
                if not others:
                    del self._of_match[opened.match]

    def drop(self, match: str) -> None:
        """Forgets the tokens of a match."""
        with self._lock:
            for key in self._of_match.pop(match, ()):
                self._known.pop(key, None)
