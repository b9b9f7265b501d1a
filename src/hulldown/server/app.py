"""The application put together: routes, error answers, and what lives as long as the process."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.types import ASGIApp

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.server.api import catalogue, matches
from hulldown.server.api.client_files import client_file, load_files
from hulldown.server.api.errors import ApiError, ClientLeftError
from hulldown.server.api.middleware import Guard
from hulldown.server.api.openapi import openapi
from hulldown.server.api.rate_limits import Limiter
from hulldown.server.bots.quota import BotGames
from hulldown.server.bots.runner import BotRunner
from hulldown.server.live.notifications import Bus
from hulldown.server.live.presence import Hub
from hulldown.server.live.sockets import match_socket
from hulldown.server.matches.registry import Hall
from hulldown.server.settings import BODY, Settings
from hulldown.server.storage.database import Database
from hulldown.server.warmup import prepare_types

log = logging.getLogger("hulldown.server")
_CODES = {400: "malformed", 401: "token", 403: "role", 404: "unknown", 405: "method", 413: "too_large"}
Req = Request[Any, Any, Any]


def answer(error: ApiError) -> Response[Any]:
    headers = {"retry-after": str(error.retry_after)} if error.retry_after else {}
    return Response(error.body, status_code=error.status, media_type="application/json", headers=headers)


def on_api_error(_request: Req, error: ApiError) -> Response[Any]:
    return answer(error)


def on_refusal(_request: Req, error: HulldownError) -> Response[Any]:
    """A name that does not exist is not found; everything else the program refuses is senseless here."""
    status, code = (404, "unknown") if isinstance(error, UnknownNameError) else (422, "refused")
    return answer(ApiError(status, code, str(error), error.hint))


def on_http_error(_request: Req, error: HTTPException) -> Response[Any]:
    """An error of the framework in our shape; of invalid data only the place is told, not the content."""
    status = error.status_code
    detail = str(error.detail)
    if isinstance(error, ValidationException):
        detail = "; ".join(_places(error.extra)) or "the request cannot be read"
    if status >= 500:
        log.error("the framework failed: %s", type(error).__name__)
        detail = "the server failed"
    response = answer(ApiError(status, _CODES.get(status, "failed" if status >= 500 else "malformed"), detail))
    for name, value in (error.headers or {}).items():
        response.headers.setdefault(name, value)
    return response


def _places(extra: object) -> list[str]:
    found = []
    for one in extra if isinstance(extra, list) else []:
        if isinstance(one, dict):
            found.append(f"{one.get('key', '')}: {one.get('message', '')}".removeprefix(": "))
    return found


def on_leaving(_request: Req, _error: ClientLeftError) -> Response[Any]:
    """Nobody reads this answer; its status is for the log of requests."""
    return answer(ApiError(499, "gone", "the client has gone"))


def on_depth(_request: Req, _error: RecursionError) -> Response[Any]:
    """JSON nested deeper than anybody means it."""
    return answer(ApiError(400, "malformed", "the body is nested too deep"))


def on_failure(request: Req, error: Exception) -> Response[Any]:
    """The last resort: a bug, told to the log with its place and to the client without."""
    log.error("failure at %s", request.scope.get("path_template", "?"), exc_info=error)
    return answer(ApiError(500, "failed", "the server failed; this is a bug"))


def make_app(settings: Settings, database: Database) -> ASGIApp:
    """The application on an open database, which it closes at its end."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        prepare_types()
        hall = Hall(database, settings)
        bots = BotRunner(hall)
        hub = Hub(hall, bots)
        bus = hub.bus = Bus(database, hub, settings.poll)
        hall.changed = hub.changed
        app.state.update({
            "hall": hall,
            "hub": hub,
            "seats": Limiter(*settings.rates.seat, settings.limits),
            "creations": Limiter(*settings.rates.create, settings.limits),
            "bot_games": BotGames(math.ceil(settings.bot_games * settings.limits), hall.is_over),
            "files": load_files(),
            "closing": False,
        })  # fmt: skip
        bus.start()
        tasks = [asyncio.create_task(bots.sweep()), asyncio.create_task(hub.keep_present())]
        try:
            yield
        finally:
            app.state.closing = True
            hub.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await bots.close()
            await bus.close()
            hall.close()
            database.close()

    app = Litestar(
        route_handlers=[
            catalogue.router, matches.fairness, matches.create, matches.mine, matches.join, matches.router,
            match_socket, client_file,
        ],
        dependencies={"hall": Provide(matches.provide_hall)},
        lifespan=[lifespan],
        request_max_body_size=BODY,
        openapi_config=openapi(),
        logging_config=None,
        # Only what is the same for everybody is compressed: a secret must not share a stream with a guess at it.
        compression_config=CompressionConfig(
            backend="gzip",
            minimum_size=1000,
            gzip_compress_level=6,
            # The files of the client are kept compressed already.
            exclude=["^/api/matches", "^/api/mine", "^/$", "^/assets/"],
        ),
        exception_handlers={
            ApiError: on_api_error,
            ClientLeftError: on_leaving,
            HulldownError: on_refusal,
            HTTPException: on_http_error,
            RecursionError: on_depth,
            Exception: on_failure,
        },
    )  # fmt: skip
    return Guard(app, settings)
