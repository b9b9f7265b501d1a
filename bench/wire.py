"""Small clients for benches, cheap enough not to hide the server's cost: HTTP in turn, and a websocket that reads."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast

NUMBER = b'"number":'
STATE = b'{"type":"state"'


class Line(asyncio.Protocol):
    """One kept connection that asks in turn."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._read = b""

    @classmethod
    async def open(cls, port: int) -> Line:
        _, line = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return line

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server has hung up"))

    def data_received(self, data: bytes) -> None:
        self._read += data
        end = self._read.find(b"\r\n\r\n")
        if end < 0:
            return
        head = self._read[:end].lower()
        place = head.find(b"content-length:")
        length = int(head[place + 15 : head.find(b"\r", place) % (end + 1)]) if place >= 0 else 0
        if len(self._read) < end + 4 + length or self._answer is None:
            return
        status, body = int(self._read[9:12]), self._read[end + 4 : end + 4 + length]
        self._read = self._read[end + 4 + length :]
        self._answer.set_result((status, body))

    async def ask(self, method: str, path: str, body: bytes = b"", token: str = "") -> tuple[int, bytes]:
        """Status and body of the answer."""
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(body)}\r\n"
        if body:
            head += "content-type: application/json\r\n"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        assert self._transport is not None
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(head.encode() + b"\r\n" + body)
        return await self._answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class Ear(asyncio.Protocol):
    """A websocket at a match that reads the number of every state and nothing else."""

    def __init__(self, match: str, token: str, heard: Callable[[int], None]) -> None:
        self.number = 0
        self.bytes = 0
        self._match, self._token, self._heard = match, token, heard
        self._read = b""
        self._open = False
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET /ws/matches/{self._match} HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\n"
            f"connection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n".encode()
        )

    def _send(self, text: bytes) -> None:
        assert self._transport is not None
        length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126]) + struct.pack(">H", len(text))
        # A mask of zeros changes nothing.
        self._transport.write(b"\x81" + length + bytes(4) + text)

    def data_received(self, data: bytes) -> None:
        self._read += data
        self.bytes += len(data)
        if not self._open:
            end = self._read.find(b"\r\n\r\n")
            if end < 0:
                return
            self._read, self._open = self._read[end + 4 :], True
            self._send(b'{"type":"hello","token":"%s"}' % self._token.encode())
        while (end := self._frame()) > 0:
            self._read = self._read[end:]

    def _frame(self) -> int:
        """The length of the first frame after it was looked at; 0 when it is not complete."""
        have = len(self._read)
        if have < 2:
            return 0
        start, length = 2, self._read[1] & 127
        if length == 126:
            if have < 4:
                return 0
            start, length = 4, struct.unpack(">H", self._read[2:4])[0]
        elif length == 127:
            if have < 10:
                return 0
            start, length = 10, struct.unpack(">Q", self._read[2:10])[0]
        if have < start + length:
            return 0
        if self._read.startswith(STATE, start):
            place = self._read.find(NUMBER, start) + len(NUMBER)
            self.number = int(self._read[place : self._read.find(b",", place)])
            self._heard(self.number)
        return start + length

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()
