"""What one socket has been sent of its match, and the state it gets next.

Where the match is loaded here, nobody works on it and the client keeps up, a state is written at once, in the callback
that follows the change. Otherwise the task of the socket is woken, and waits for what it needs.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import msgspec

from hulldown.server.api.messages import StateOut
from hulldown.server.api.protocols import CHANNEL
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.storage.store import Access

_encode = msgspec.json.Encoder().encode
STATE = b'{"type":"state",'


class Channel(Protocol):
    """The connection of a websocket."""

    def ready(self) -> bool:
        """Whether the handshake is complete, nobody has closed it and the client reads fast enough."""

    def write_text(self, text: bytes) -> None:
        """Writes a message of text without waiting."""


def channel_of(scope: Any) -> Channel | None:
    """The connection of a websocket, if its server lends it."""
    found: Channel | None = (scope.get("extensions") or {}).get(CHANNEL)
    return found


class Sent(NamedTuple):
    """What a socket has been sent: the number of the last state, and where the log goes on."""

    number: int
    events: int
    epoch: int
    seating: object
    """What changes without a change of the position: who sits where, what people offer each other."""


class StateSender:
    """How much of its match a socket has been sent.

    The place in the log is the number of events sent. However many changes are skipped, the next state goes on there.
    """

    def __init__(
        self, registry: MatchRegistry, access: Access, events: int, epoch: int, channel: Channel | None
    ) -> None:
        self._registry, self._access, self._channel = registry, access, channel
        self._sent = Sent(0, events, epoch, None)
        self.idle = False
        """Whether the task of the socket waits for news."""

    async def next_message(self, elsewhere: bool) -> str | None:
        """What is to be sent now; with a look at the database if the match may have been changed elsewhere."""
        find = self._registry.state if elsewhere else self._registry.known_state
        message = self._message(await find(self._access, self._sent.events, self._sent.epoch))
        return None if message is None else message.decode()

    def show(self, loaded: LoadedMatch) -> bool:
        """Sends the state of the match at once, if there is a new one; False when the task must do it."""
        channel = self._channel
        if not self.idle or channel is None or not channel.ready():
            return False
        sent = self._sent
        message = self._message(self._registry.state_here(loaded, self._access, sent.events, sent.epoch))
        if message is not None:
            try:
                channel.write_text(message)
            except BaseException:
                self._sent = sent  # else the task would take it for sent, and this change would never be shown
                raise
        return True

    def _message(self, state: StateOut) -> bytes | None:
        """A state as a message, which counts as sent; None when the viewer has got all of it."""
        seating = (state.status, state.seats, state.offer, state.rematch, state.paused)
        sent = self._sent
        if seating == sent.seating and state.number <= sent.number and state.epoch == sent.epoch:
            return None
        self._sent = Sent(state.number, state.count, state.epoch, seating)
        # A state message has the fields of the state with its type before them.
        return STATE + _encode(state)[1:]
