"""The log of a viewer: the latest events as they are, all before them packed.

A match that is played for hours has thousands of events, and hardly anybody asks for the old ones: who watches is sent
the new ones. As objects they take some 400 bytes each, packed a fraction of that.
"""

from __future__ import annotations

import zlib
from typing import Final

import msgspec

from hulldown.core.events import Event, Scalar
from hulldown.core.explain import Factor
from hulldown.core.face import EventVerb
from hulldown.core.orders import Side

LATE: Final = 32
"""Events that stay as they are when the others are packed."""
PACKED: Final = 64
"""Events that are packed together."""
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Event]).decode


class WireEvent(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An event as a viewer gets it: numbered in its own log, with its text, without a trace of who else knows."""

    n: int
    kind: str
    rule: str
    turn: int
    step: str
    data: dict[str, Scalar]
    text: str
    side: Side
    """The side it tells of; "" for none."""
    verb: EventVerb
    """What is seen of it in the playback."""
    factors: tuple[Factor, ...] = ()
    """What made the numbers of a shot."""


class LogEntry(msgspec.Struct, gc=False):
    """An event in the logs of all viewers who may know it; its text is made when the first of them looks."""

    event: Event
    told: WireEvent | None = None
    """As it was last sent to one of them."""


class ViewerLog:
    """What a viewer may know of what has happened."""

    __slots__ = ("_before", "_late", "_opened", "_packed")

    def __init__(self) -> None:
        self._packed: list[bytes] = []
        self._before = 0
        """How many events are packed."""
        self._opened: list[LogEntry] | None = None
        """They again, once somebody has asked for them, until the next are packed."""
        self._late: list[LogEntry] = []

    def __len__(self) -> int:
        return self._before + len(self._late)

    def append(self, entry: LogEntry) -> None:
        self._late.append(entry)

    def cut(self, count: int) -> None:
        """Takes the last events out again; they came after the last call of `settle`."""
        if count:
            del self._late[-count:]

    def since(self, first: int) -> list[LogEntry]:
        """The events from this number on."""
        if first >= self._before:
            return self._late[first - self._before :]
        if self._opened is None:
            self._opened = [LogEntry(event) for one in self._packed for event in _decode(zlib.decompress(one))]
        return [*self._opened[first:], *self._late]

    def settle(self) -> None:
        """Packs old events, if there are enough of them; called when none of them can be taken out any more."""
        while len(self._late) >= LATE + PACKED:
            self._packed.append(zlib.compress(_encode([entry.event for entry in self._late[:PACKED]]), 1))
            del self._late[:PACKED]
            self._before += PACKED
            self._opened = None
