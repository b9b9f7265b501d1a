"""ASGI middleware: host and origin check, rate limit by address, security headers, request log without secrets."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Scope, Send

from hulldown.server.api.errors import ApiError, ClientLeftError, too_many
from hulldown.server.api.hosts import default_names, host_of, plain
from hulldown.server.api.protocols import AT_ONCE
from hulldown.server.api.rate_limits import Limiter, client_of
from hulldown.server.logs import FIELDS
from hulldown.server.metrics import note_request
from hulldown.server.settings import Settings

log = logging.getLogger("hulldown.access")

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self' blob:; manifest-src 'self'; media-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CSP.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
NO_STORE = (b"cache-control", b"no-store")
ALWAYS = (*HEADERS, NO_STORE)
_NAMES = frozenset(name for name, _ in ALWAYS)
JSON = (b"content-type", b"application/json")
_JSON_LINES = b"".join(b"%b: %b\r\n" % pair for pair in (JSON, *ALWAYS))
WHOLE = "hulldown.whole"
"""The type of a message that is a whole answer in JSON: status, body, and headers beside the usual ones."""
MADE_ANEW = 20.0
"""What a request with options costs of its address's budget: the server makes tables and faces for it, up to 1 MB."""
Pairs = Iterable[tuple[bytes, bytes]]


def completed(headers: Pairs) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with ours where it has none of that name."""
    own = list(headers)
    names = {name for name, _ in own}
    return [*own, *(ALWAYS if names.isdisjoint(_NAMES) else [pair for pair in ALWAYS if pair[0] not in names])]


class SecurityMiddleware:
    """Checks every request before the application and completes every answer after it."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.names = default_names(settings.host) | set(settings.names)
        self.addresses = Limiter(*settings.rates.address, settings.limits)
        self.measured = bool(settings.metrics)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 0
        if "\0" in scope["path"]:
            # No name holds it, and PostgreSQL refuses it. It becomes what bytes become that are no text.
            scope["path"] = scope["path"].replace("\0", "\ufffd")

        async def sending(message: Any) -> None:
            nonlocal status
            if message["type"] == WHOLE:
                status = message["status"]
                await _send_whole(scope, send, message)
                return
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                message["headers"] = completed(message["headers"])
            elif message["type"] == "websocket.close":
                status = message.get("code") or 1000
            await send(message)

        async def receiving() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                # Litestar would treat it as a failure of the server.
                raise ClientLeftError
            return message

        try:
            self._admit(scope)
        except ApiError as error:
            await _refuse(scope, receive, sending, error)
        else:
            await self.app(scope, receiving, sending)
        finally:
            # The template, never the path or the query: they may hold a token by mistake.
            what = scope.get("path_template") or "(no route)"
            method = str(scope.get("method", "WS"))
            took = time.perf_counter() - begun
            if self.measured and scope["type"] == ScopeType.HTTP:
                note_request(method, str(what), status, took)
            if log.isEnabledFor(logging.INFO):
                fields = {"method": method, "route": what, "status": status, "ms": round(took * 1000, 1)}
                log.info("%s %s %s %.1f ms", method, what, status or "-", took * 1000, extra={FIELDS: fields})

    def _admit(self, scope: Scope) -> None:
        """Raises for a foreign host name, a page of another origin, or too many requests from one address."""
        hosts: list[bytes] = []
        origin: bytes | None = None
        for name, value in scope["headers"]:
            if name == b"host":
                hosts.append(value)
            elif name == b"origin":
                origin = value
        self._check_host(scope, hosts)
        if origin is not None and not same_origin(origin, hosts[0]):
            raise ApiError(403, "origin", "this page may not speak to the server")
        cost = MADE_ANEW if b"options=" in scope.get("query_string", b"") else 1.0
        wait = self.addresses.take(client_of(scope), cost, time.monotonic())
        if wait:
            raise too_many(wait)

    def _check_host(self, scope: Scope, hosts: Sequence[bytes]) -> None:
        """Raises unless the request has one Host header and it names this server."""
        host = host_of(hosts[0]) if len(hosts) == 1 else None
        if host is None:
            raise ApiError(400, "host", "the request must have one Host header")
        # The address that the connection came in at belongs to the server.
        if host not in self.names and host != plain((scope.get("server") or ("",))[0]):
            raise ApiError(403, "host", "this server has another name", "its operator can add it with --allow-host")


async def _send_whole(scope: Scope, send: Send, answer: Any) -> None:
    """Sends a whole answer: in one call where the server can do that, else as the two messages of ASGI."""
    status, body, more = answer["status"], answer["body"], answer["headers"]
    known: dict[str, Any] = scope.get("extensions") or {}
    at_once = known.get(AT_ONCE)
    if at_once is not None and status == 200 and not more and at_once(_JSON_LINES, body):
        return
    headers = [JSON, (b"content-length", str(len(body)).encode()), *more, *ALWAYS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def same_origin(origin: bytes, host: bytes) -> bool:
    """Whether a page of this origin was served under this host name."""
    try:
        return bool(host) and urlsplit(origin.decode("ascii")).netloc.lower() == host.decode("ascii").lower()
    except (ValueError, UnicodeError):
        return False


async def _refuse(scope: Scope, receive: Receive, send: Any, error: ApiError) -> None:
    """Answers in place of the application."""
    body = msgspec.json.encode(error.body)
    headers = [JSON, (b"content-length", str(len(body)).encode())]
    if error.retry_after:
        headers.append((b"retry-after", str(error.retry_after).encode()))
    kind = "http.response"
    if scope["type"] != ScopeType.HTTP:
        # Refused before it is accepted: the browser sees a failed handshake.
        await receive()
        kind = "websocket.http.response"
    await send({"type": f"{kind}.start", "status": error.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body, "more_body": False})
