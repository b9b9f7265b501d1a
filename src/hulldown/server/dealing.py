"""Which process of a server works on which match. Any of them can answer any request; the owner has it in memory."""

from __future__ import annotations

import re
import zlib

import msgspec

_REQUEST = re.compile(rb"[A-Z]{3,7} /(?:(?:api|ws)/matches|api/open)/([a-z0-9]{1,32})[/? ]")


class Share(msgspec.Struct, frozen=True):
    """The part of all matches that one process has."""

    place: int = 0
    processes: int = 1

    def owner(self, match: str) -> int:
        """The place of the process that has a match."""
        return zlib.crc32(match.encode()) % self.processes

    def owns(self, match: str) -> bool:
        """Whether this process has a match."""
        return self.processes == 1 or self.owner(match) == self.place


def match_of(request: bytes) -> str:
    """The match that a request is about, by its first line; "" if it is about none, or if the line is cut off."""
    found = _REQUEST.match(request)
    return found[1].decode() if found is not None else ""
