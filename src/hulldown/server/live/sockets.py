"""The websocket of a match: a hello with the token, then every new state and presence, none missed, none twice."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Annotated, Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from hulldown.server.api.errors import ApiError, ErrorInfo
from hulldown.server.api.people_messages import Channel, ChatMessage, ChatOut
from hulldown.server.api.rate_limits import Bucket, client_of
from hulldown.server.live.presence import Watcher, Watchers
from hulldown.server.live.sending import StateSender, channel_of
from hulldown.server.matches import chat as chats
from hulldown.server.matches import identity
from hulldown.server.settings import HELLO, MESSAGE, MESSAGES, SILENCE, SLOW, SOCKETS_PER_ADDRESS, SOCKETS_PER_SEAT
from hulldown.server.storage.store import INVITE, Access

log = logging.getLogger("hulldown.server")
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
CLOSE = {400: 4400, 401: 4401, 403: 4403, 408: 4408, 409: 4401, 413: 4400, 422: 4400, 429: 4429, 503: 1013}
GOING_AWAY, FAILED = 1001, 1011
Socket = WebSocket[Any, Any, Any]


class Hello(msgspec.Struct, tag="hello", tag_field="type", frozen=True):
    """The first message: the token, and how much of the log the client has."""

    token: Annotated[str, msgspec.Meta(max_length=64)]
    events: Count = 0
    epoch: Count = 0
    person: Annotated[str, msgspec.Meta(max_length=64)] = ""
    """The key of the person who watches, for the chat of onlookers."""
    chat: Count | None = None
    """The number of the first message wanted; absent: no chat is sent."""


class Ping(msgspec.Struct, tag="ping", tag_field="type", frozen=True):
    """Keeps the socket open."""


class ChatNews(msgspec.Struct, tag="chat", tag_field="type", frozen=True):
    """Messages that this reader may see: new ones, or all of them after something changed for him."""

    messages: list[ChatMessage]
    muted: list[str]
    channels: list[Channel]


class ErrorMessage(msgspec.Struct, tag="error", tag_field="type", frozen=True):
    """The last message before the server closes."""

    error: ErrorInfo


_decoder = msgspec.json.Decoder(Hello | Ping)
_state = msgspec.json.Encoder()
PONG = '{"type":"pong"}'


@websocket("/ws/matches/{match_id:str}", opt={"exclude_from_rates": True})
async def match_socket(socket: Socket, match_id: str) -> None:
    """Serves one socket until it is closed."""
    watchers: Watchers = socket.app.state.watchers
    address = client_of(socket.scope)
    await socket.accept()
    watchers.sockets_of[address] += 1
    try:
        hello, access = await _admit(socket, watchers, match_id, address)
        watcher = Watcher(access, address)
        watchers.add(watcher)
        try:
            await _serve(socket, watchers, watcher, hello)
        finally:
            watchers.remove(watcher)
    except ApiError as error:
        await _refuse(socket, error)
    except (WebSocketDisconnect, WebSocketException, OSError):
        pass  # the client has gone
    finally:
        watchers.sockets_of[address] -= 1
        if not watchers.sockets_of[address]:
            del watchers.sockets_of[address]


async def _admit(socket: Socket, watchers: Watchers, match_id: str, address: str) -> tuple[Hello, Access]:
    """The client's first message and what its token opens; raises when it may not watch the match."""
    registry = watchers.registry
    if watchers.sockets_of[address] > SOCKETS_PER_ADDRESS and registry.settings.limits:
        raise ApiError(429, "too_many", "too many sockets from this address")
    hello = await _hello(socket)
    access = await registry.access(hello.token)
    if access.match != match_id or access.role == INVITE:
        raise ApiError(401, "token", "the token is missing or opens nothing here")
    if watchers.count(access) >= SOCKETS_PER_SEAT and access.side:
        raise ApiError(429, "too_many", "too many sockets at this seat")
    return hello, access


async def _hello(socket: Socket) -> Hello:
    """The first message of a client."""
    try:
        async with asyncio.timeout(HELLO):
            message = await _receive(socket)
    except TimeoutError:
        raise ApiError(408, "silence", "no hello came") from None
    if not isinstance(message, Hello):
        raise ApiError(400, "malformed", "the first message is a hello")
    return message


async def _receive(socket: Socket) -> Hello | Ping:
    """The next message; raises when it is not one of ours and when the client has gone."""
    raw = await socket.receive()
    if raw["type"] != "websocket.receive":
        raise WebSocketDisconnect(detail="gone")
    text = raw.get("text")
    if text is None:
        raise ApiError(400, "malformed", "messages are texts")
    if len(text) > MESSAGE:
        raise ApiError(413, "too_large", "the message is too long")
    try:
        message: Hello | Ping = _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ApiError(400, "malformed", f"not a message: {error}") from None
    return message


async def _serve(socket: Socket, watchers: Watchers, watcher: Watcher, hello: Hello) -> None:
    """Sends news and reads pings until either ends."""
    tasks = [
        asyncio.create_task(_send_news(socket, watchers, watcher, hello)),
        asyncio.create_task(_read_pings(socket, watchers.registry.settings.limits)),
    ]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _send_news(socket: Socket, watchers: Watchers, watcher: Watcher, hello: Hello) -> None:
    """Sends a state whenever there is one that this viewer has not got, and what else there is to tell."""
    sender = StateSender(watchers.registry, watcher.access, hello.events, hello.epoch, channel_of(socket.scope))
    watcher.show = sender.show
    chat = hello.chat
    while True:
        elsewhere, watcher.elsewhere = watcher.elsewhere, False
        message = await sender.next_message(elsewhere)
        if message is not None:
            await _send(socket, message)
        if watcher.chat_due and chat is not None:
            watcher.chat_due = False
            chat = await _send_chat(socket, watchers, watcher, hello.person, chat)
        if watcher.presence_due:
            watcher.presence_due = False
            await _send(socket, _state.encode(watchers.presence(watcher.access.match)).decode())
        sender.idle = not watcher.news.is_set()
        await watcher.news.wait()
        sender.idle = False
        watcher.news.clear()
        if getattr(socket.app.state, "closing", False):
            await socket.close(GOING_AWAY)
            return


async def _send_chat(socket: Socket, watchers: Watchers, watcher: Watcher, key: str, since: int) -> int:
    """Sends the messages from this number on; returns the number of the next. Who may not read gets none."""
    registry, access = watchers.registry, watcher.access

    def look() -> ChatOut | None:
        try:
            return chats.find(registry, access, identity.find(registry, key) if key else None, since)
        except ApiError as error:
            if error.status == 503:
                raise
            return None

    found = await registry.run_locked(access.match, look)
    if found is None or (not found.messages and since):
        return since
    await _send(socket, _state.encode(ChatNews(found.messages, found.muted, found.channels)).decode())
    return max([since, *(one.serial + 1 for one in found.messages)])


async def _send(socket: Socket, text: str) -> None:
    try:
        async with asyncio.timeout(SLOW):
            await socket.send_data(text, mode="text")
    except TimeoutError:
        raise ApiError(503, "busy", "the client reads too slowly") from None


async def _read_pings(socket: Socket, limits: float) -> None:
    """Answers pings; raises when the client falls silent, sends too much or sends anything else."""
    bucket = Bucket(*MESSAGES)
    while True:
        try:
            async with asyncio.timeout(SILENCE):
                message = await _receive(socket)
        except TimeoutError:
            raise ApiError(408, "silence", "nothing was heard for a long time") from None
        if limits and bucket.take(1.0, time.monotonic()) > 0:
            raise ApiError(429, "too_many", "too many messages")
        if not isinstance(message, Ping):
            raise ApiError(400, "malformed", "after the hello there are only pings")
        await _send(socket, PONG)


async def _refuse(socket: Socket, error: ApiError) -> None:
    """Tells the client why and closes."""
    try:
        await _send(socket, _state.encode(ErrorMessage(error.info)).decode())
        await socket.close(CLOSE.get(error.status, FAILED))
    except (WebSocketDisconnect, WebSocketException, OSError, RuntimeError, ApiError):
        log.debug("the client had gone before it got the reason")
