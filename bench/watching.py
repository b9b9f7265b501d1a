"""The client of the open loop: games at a steady rate, each with two websockets that must get the views.

It shares the processors with the server that it measures, so it is as lean as can be: one epoll over plain sockets, one
buffer for all of them, no tasks. Of a state it reads the number, after its last byte has come.
"""

from __future__ import annotations

import heapq
import select
import socket
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

NUMBER = b'"number":'
STATE = b'{"type":"state"'
BUFFER = 1 << 20
TEXT, PING, PONG = 0x81, 0x89, 0x8A
UPGRADE = (
    "GET /ws/matches/{match} HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Scripted(NamedTuple):
    """An order of a game that was played beforehand."""

    side: str
    tail: bytes
    """The body behind the submission."""
    numbers: dict[str, int]
    """The number that each side's view has afterwards."""


class Socket:
    """A connection; what comes over it is in the buffer that all of them share."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        """What came before and could not be read yet."""

    def read(self, buffer: bytearray) -> int:
        """Reads into the buffer, behind what could not be read yet; returns where it ends."""
        begin = len(self.rest)
        if begin:
            buffer[:begin] = self.rest
            self.rest = b""
        got = self.socket.recv_into(memoryview(buffer)[begin:] if begin else buffer)
        if not got:
            raise ConnectionError("the server has hung up")
        return begin + got


class Ear(Socket):
    """A websocket of a side; `number` is that of the last state that has come whole."""

    def __init__(self, port: int, match: str, token: str) -> None:
        super().__init__(port)
        self.number = 0
        self._coming = 0
        """The number of the state of which so many bytes are missing."""
        self._missing = 0
        self.socket.sendall(UPGRADE.format(match=match).encode())
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += self.socket.recv(4096)
        assert answer.startswith(b"HTTP/1.1 101 "), answer
        self.rest = answer[answer.index(b"\r\n\r\n") + 4 :]
        self._send(TEXT, b'{"type":"hello","token":"%b"}' % token.encode())

    def _send(self, kind: int, content: bytes) -> None:
        # A mask of zeros changes nothing.
        self.socket.sendall(bytes((kind, 0x80 | len(content))) + bytes(4) + content)

    def hear(self, buffer: bytearray) -> None:
        """Reads what has come."""
        end = self.read(buffer)
        at = min(self._missing, end)
        if self._missing:
            self._missing -= at
            if self._missing:
                return
            self.number = self._coming
        while at < end:
            after = self._frame(buffer, at, end)
            if not after:
                self.rest = bytes(buffer[at:end])
                return
            at = after

    def _frame(self, buffer: bytearray, at: int, end: int) -> int:
        """Where the frame at this place ends, or what has come of it; 0 when too little has come to read it."""
        if end - at < 2:
            return 0
        start, length = at + 2, buffer[at + 1]
        if length > 125:
            start = at + (4 if length == 126 else 10)
            length = int.from_bytes(buffer[at + 2 : start], "big")
        whole = start + length
        if buffer[at] == PING and whole <= end:
            self._send(PONG, bytes(buffer[start:whole]))
            return whole
        number = self.number
        if buffer.startswith(STATE[: max(0, end - start)], start, end):
            place = buffer.find(NUMBER, start, min(end, whole)) + len(NUMBER)
            stop = buffer.find(b",", place, end)
            if place < len(NUMBER) or stop < 0:
                return 0
            number = int(buffer[place:stop])
        if whole <= end:
            self.number = number
            return whole
        self._coming, self._missing = number, whole - end
        return end


class Game(Socket):
    """A game with its connection for orders and both its ears."""

    def __init__(self, port: int, match: str, tokens: Mapping[str, str], script: Sequence[Scripted]) -> None:
        super().__init__(port)
        self.script = script
        self.at = 0
        self.due = 0.0
        self.answered = True
        self.wanted: Mapping[str, int] = {}
        self.ears = {side: Ear(port, match, token) for side, token in tokens.items()}
        self._heads = {
            side: f"POST /api/matches/{match}/orders HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {token}\r\n"
            "content-type: application/json\r\ncontent-length: ".encode()
            for side, token in tokens.items()
        }

    def give(self) -> None:
        """Sends the next order."""
        one = self.script[self.at]
        body = b'{"submission":"bench.%d%b' % (self.at, one.tail)
        self.at += 1
        self.wanted, self.answered = one.numbers, False
        self.socket.sendall(b"%b%d\r\n\r\n%b" % (self._heads[one.side], len(body), body))

    def hear(self, buffer: bytearray) -> None:
        """Reads the answer to an order."""
        end = self.read(buffer)
        head = buffer.find(b"\r\n\r\n", 0, end)
        place = buffer.find(b"content-length: ", 0, end) + 16
        if head < 0 or end < head + 4 + int(buffer[place : buffer.find(b"\r", place, end)]):
            self.rest = bytes(buffer[:end])
            return
        assert buffer.startswith(b"HTTP/1.1 200 "), bytes(buffer[:end])
        self.answered = True

    def shown(self) -> bool:
        """Whether the order is acknowledged and both sides have their views of it."""
        if not self.answered:
            return False
        return all(self.ears[side].number >= number for side, number in self.wanted.items())

    def close(self) -> None:
        for one in (self, *self.ears.values()):
            one.socket.close()


def open_loop(games: Sequence[Game], every: float, seconds: float) -> list[float]:
    """Seconds from the moment an order is due until both sides have their views, of all orders.

    An order that is due before the views of the one before have come waits for them; its time runs.
    """
    poll = select.epoll()
    owners: dict[int, tuple[Any, Game]] = {}
    for game in games:
        for one in (game, *game.ears.values()):
            owners[one.socket.fileno()] = one, game
            poll.register(one.socket.fileno(), select.EPOLLIN)
    buffer = bytearray(BUFFER)
    clock = time.perf_counter
    begun = clock() + 0.5
    waiting = [(begun + every * place / len(games), place) for place in range(len(games))]
    giving: set[Game] = set()
    places = {game: place for place, game in enumerate(games)}
    shown: list[float] = []
    while waiting or giving:
        while waiting and waiting[0][0] <= clock():
            due, place = heapq.heappop(waiting)
            game = games[place]
            game.due = due
            game.give()
            giving.add(game)
        for handle, _ in poll.poll(max(0.0, waiting[0][0] - clock()) if waiting else 10.0):
            one, game = owners[handle]
            one.hear(buffer)
            if game in giving and game.shown():
                giving.discard(game)
                shown.append(clock() - game.due)
                if game.due + every < begun + seconds and game.at < len(game.script):
                    heapq.heappush(waiting, (game.due + every, places[game]))
    poll.close()
    return shown
