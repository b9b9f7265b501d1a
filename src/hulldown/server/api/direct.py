"""Order, check and state as plain ASGI, in front of the framework: the requests that come again and again.

A request that cannot be read as one of these is passed on with its body to the framework's route of the same name,
which says what is wrong with it. So there is one contract; these routes only answer it faster.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from hulldown.server.api.errors import ApiError, ClientLeftError, no_token, too_many
from hulldown.server.api.messages import CheckIn, OrderIn
from hulldown.server.api.middleware import WHOLE
from hulldown.server.api.rate_limits import Limiter, budget_of, client_of
from hulldown.server.matches import prompt
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.settings import BODY
from hulldown.server.storage.store import Access

log = logging.getLogger("hulldown.server")
BASE = "/api/matches/"
_QUERY = re.compile(rb"(?:events=([0-9]{1,7}))?(?:&?epoch=([0-9]{1,7}))?")
_order = msgspec.json.Decoder(OrderIn)
_check = msgspec.json.Decoder(CheckIn)
_encode = msgspec.json.Encoder().encode
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
Answer = Callable[[Access], Awaitable[bytes]]


class Served:
    """The objects of a running server; set when it starts."""

    def __init__(self, registry: MatchRegistry, looked: Callable[[str], None], seats: Limiter) -> None:
        self.registry = registry
        self.looked = looked
        self.seats = seats


class DirectRoutes:
    """Answers orders, checks and states; everything else goes to the application behind it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.served: Served | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] != ScopeType.HTTP or self.served is None or not path.startswith(BASE):
            await self.app(scope, receive, send)
            return
        match, _, what = path[len(BASE) :].partition("/")
        method: str = scope.get("method", "")
        if method == "POST" and what in ("orders", "check"):
            await self._post(self.served, scope, receive, send, match, what)
        elif method == "GET" and not what and match and not path.endswith("/"):
            await self._get(self.served, scope, receive, send, match)
        else:
            await self.app(scope, receive, send)

    async def _post(self, served: Served, scope: Scope, receive: Receive, send: Send, match: str, what: str) -> None:
        """Reads the body of an order or a check and answers it."""
        messages: list[Any] = []
        size = 0
        try:
            while True:
                message: Any = await receive()
                messages.append(message)
                size += len(message.get("body", b""))
                if not message.get("more_body") or size > BODY:
                    break
        except ClientLeftError:
            return
        body = (
            messages[0].get("body", b"") if len(messages) == 1 else b"".join(one.get("body", b"") for one in messages)
        )
        registry = served.registry
        answer: Answer
        try:
            if size > BODY:
                raise UnicodeError
            if what == "orders":
                order = _order.decode(body)

                async def answer(access: Access) -> bytes:
                    registry.asked_by(match, client_of(scope))
                    return await prompt.give_order(registry, access, order)
            else:
                draft = _check.decode(body)

                async def answer(access: Access) -> bytes:
                    return _encode(await prompt.check_order(registry, access, draft))
        except UNREADABLE:
            await self.app(scope, _replayed(messages, receive), send)
            return
        scope["path_template"] = f"/api/matches/{{match_id}}/{what}"
        await self._answer(served, scope, send, match, answer)

    async def _get(self, served: Served, scope: Scope, receive: Receive, send: Send, match: str) -> None:
        """Answers a question for the state of a match."""
        query = _QUERY.fullmatch(scope["query_string"])
        if query is None:
            await self.app(scope, receive, send)
            return
        events, epoch = (None if part is None else int(part) for part in query.groups())

        async def answer(access: Access) -> bytes:
            found = await served.registry.state(access, events or 0, epoch)
            served.looked(match)
            return _encode(found)

        scope["path_template"] = "/api/matches/{match_id}"
        await self._answer(served, scope, send, match, answer)

    async def _answer(self, served: Served, scope: Scope, send: Send, match: str, answer: Answer) -> None:
        status, headers = 200, []
        try:
            body = await answer(await _access(served, scope, match))
        except ApiError as error:
            status, body = error.status, _encode(error.body)
            if error.retry_after:
                headers.append((b"retry-after", str(error.retry_after).encode()))
        except Exception as error:
            log.error("failure at %s", scope.get("path_template", "?"), exc_info=error)
            failed = ApiError(500, "failed", "the server failed; this is a bug")
            status, body = 500, _encode(failed.body)
        whole: Any = {"type": WHOLE, "status": status, "headers": headers, "body": body}
        await send(whole)


async def _access(served: Served, scope: Scope, match: str) -> Access:
    """What the token of a request opens; it must be one of the match in the path."""
    given = b""
    for name, value in scope["headers"]:
        if name == b"authorization":
            given = value
            break
    scheme, _, token = given.decode("latin-1").partition(" ")
    if scheme.lower() != "bearer":
        raise no_token()
    access = await served.registry.access(token.strip())
    if access.match != match:
        raise no_token()
    wait = served.seats.take(budget_of(access, scope), 1.0, time.monotonic())
    if wait:
        raise too_many(wait)
    return access


def _replayed(messages: list[Any], receive: Receive) -> Receive:
    """The messages that were read, and then those that follow."""
    waiting = iter(messages)

    async def again() -> Any:
        for message in waiting:
            return message
        return await receive()

    return again
