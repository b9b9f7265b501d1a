"""The application: routes, error answers, and the objects that live as long as the process."""

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

from hulldown.core.errors import HulldownError, OptionError, UnknownNameError
from hulldown.server import metrics
from hulldown.server.api import catalogue, health, matches, open_games, people, ratings, telling
from hulldown.server.api.client_files import STORED_COMPRESSED, client_file, load_files
from hulldown.server.api.direct import DirectRoutes, Served
from hulldown.server.api.errors import ApiError, ClientLeftError, StoreError
from hulldown.server.api.middleware import SecurityMiddleware
from hulldown.server.api.openapi import openapi
from hulldown.server.api.rate_limits import Limiter
from hulldown.server.bots.quota import BotMatchQuota
from hulldown.server.bots.runner import BotRunner
from hulldown.server.clock import Clock
from hulldown.server.live.notifications import Notifier
from hulldown.server.live.presence import Watchers
from hulldown.server.live.sockets import match_socket
from hulldown.server.matches.answering import Answerer
from hulldown.server.matches.rating_keeper import RatingKeeper
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.timekeeping import Timekeeper, any_clock
from hulldown.server.memory import give_back, set_aside
from hulldown.server.push.telling import Teller
from hulldown.server.settings import BODY, Settings
from hulldown.server.storage.database import Database
from hulldown.server.warmup import Warming, prepare_types

log = logging.getLogger("hulldown.server")
_CODES = {400: "malformed", 401: "token", 403: "role", 404: "unknown", 405: "method", 413: "too_large"}
NO_BODY = "data: 'data'"
"""What the framework says of a request without the body that it needs."""
Req = Request[Any, Any, Any]


def answer(error: ApiError) -> Response[Any]:
    headers = {"retry-after": str(error.retry_after)} if error.retry_after else {}
    return Response(error.body, status_code=error.status, media_type="application/json", headers=headers)


def on_api_error(_request: Req, error: ApiError) -> Response[Any]:
    return answer(error)


def on_refusal(_request: Req, error: HulldownError) -> Response[Any]:
    """Answers 404 for an unknown name and 422 for everything else that the program refuses."""
    status, code = (404, "unknown") if isinstance(error, UnknownNameError) else (422, "refused")
    field = f"options.{error.option}" if isinstance(error, OptionError) else ""
    return answer(ApiError(status, code, str(error), error.hint, field=field))


def on_http_error(_request: Req, error: HTTPException) -> Response[Any]:
    """Turns an error of the framework into ours. Of invalid data only the place is named, not the content."""
    status = error.status_code
    detail = str(error.detail)
    if isinstance(error, ValidationException):
        detail = "; ".join(_places(error.extra)) or "the request cannot be read"
    if status == 413:
        detail = f"a request has at most {BODY // 1024} KB"
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
    return ["the request has no body" if place == NO_BODY else place for place in found]


def on_leaving(_request: Req, _error: ClientLeftError) -> Response[Any]:
    """Nobody reads this answer. Its status is for the request log."""
    return answer(ApiError(499, "gone", "the client has gone"))


def on_depth(_request: Req, _error: RecursionError) -> Response[Any]:
    """Refuses JSON that is nested too deep."""
    return answer(ApiError(400, "malformed", "the body is nested too deep"))


def on_no_text(_request: Req, _error: UnicodeDecodeError) -> Response[Any]:
    """Refuses JSON with bytes that are no text."""
    return answer(ApiError(400, "malformed", "the body is not UTF-8"))


def on_failure(request: Req, error: Exception) -> Response[Any]:
    """The last resort for a bug: the log gets the traceback, the client does not."""
    log.error("failure at %s", request.scope.get("path_template", "?"), exc_info=error)
    return answer(ApiError(500, "failed", "the server failed; this is a bug"))


def keep_time(registry: MatchRegistry) -> None:
    """Stores the time of the clocks at the end; if that fails, the players are given a few seconds."""
    try:
        registry.play_time.keep(at_once=True)
    except StoreError:
        log.warning("the time of the clocks could not be stored")


COMPRESSION = CompressionConfig(
    backend="gzip",
    minimum_size=1000,
    gzip_compress_level=6,
    exclude=["^/api/matches", "^/api/mine", "^/api/me", "^/api/people", "^/api/open", "^/feed"],
    exclude_opt_key=STORED_COMPRESSED,
)


REFUSALS: Any = {
    ApiError: on_api_error,
    ClientLeftError: on_leaving,
    HulldownError: on_refusal,
    HTTPException: on_http_error,
    RecursionError: on_depth,
    UnicodeDecodeError: on_no_text,
    Exception: on_failure,
}
HANDLERS: list[Any] = [
    health.health, health.ready,
    catalogue.router, matches.fairness, matches.create, matches.start_lesson, matches.mine, matches.join,
    matches.router, match_socket, client_file, people.people, people.register, people.recover, people.router,
    open_games.find, open_games.withdraw, open_games.join, telling.about_push, telling.router, telling.read_feed,
    ratings.router, ratings.own_ratings,
]  # fmt: skip


def _framework(lifespan: Any) -> Litestar:
    """The framework with all routes; `lifespan` begins and ends what they need."""
    return Litestar(
        route_handlers=HANDLERS,
        dependencies={"registry": Provide(matches.provide_registry)},
        lifespan=[lifespan],
        request_max_body_size=BODY,
        openapi_config=openapi(),
        logging_config=None,
        # Only public content is compressed: a secret must not share a stream with a guess at it (BREACH).
        compression_config=COMPRESSION,
        exception_handlers=REFUSALS,
    )


def _kept(settings: Settings, registry: MatchRegistry) -> dict[str, Any]:
    """Budgets, files and switches of a running server."""
    return {
        "warming": Warming() if settings.warm else None,
        "seats": Limiter(*settings.rates.seat, settings.limits),
        "chat": Limiter(*settings.rates.chat, settings.limits),
        "creations": Limiter(*settings.rates.create, settings.limits),
        "bot_games": BotMatchQuota(math.ceil(settings.bot_games * settings.limits), registry.is_over),
        "files": load_files(),
        "closing": False,
    }


def make_app(settings: Settings, database: Database, clock: Clock | None = None) -> ASGIApp:
    """Builds the application on an open database, which it closes at its end."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        prepare_types()
        set_aside()
        registry = MatchRegistry(database, settings, clock)
        bots = BotRunner(registry)
        answerer = Answerer(registry)
        bots.also = answerer.kick
        watchers = Watchers(registry, bots)
        notifier = watchers.notifier = Notifier(database, watchers, settings.poll)
        teller, keeper = Teller(registry), RatingKeeper(registry)
        watchers.also = [teller.changed, keeper.changed]
        registry.changed = watchers.changed
        registry.play_time.wanted = database.read(any_clock)
        app.state.update({"registry": registry, "watchers": watchers, "teller": teller, **_kept(settings, registry)})
        warming: Warming | None = app.state.warming
        metrics.observe(lambda: sum(watchers.sockets_of.values()), lambda: registry.loaded)
        direct.served = Served(registry, watchers.looked, app.state.seats)
        notifier.start()
        forever = (
            bots.sweep,
            watchers.announce_presence,
            Timekeeper(registry).run,
            teller.look,
            keeper.look,
            give_back,
        )
        tasks = [asyncio.create_task(one()) for one in forever]
        if warming is not None:
            warming.start()
        try:
            yield
        finally:
            app.state.closing = True
            watchers.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for one in (bots, answerer, notifier, teller, keeper):
                await one.close()
            if warming is not None:
                await registry.run(warming.close)
            # Not in the loop: what still writes may wait for orders whose commit ends in it.
            await asyncio.to_thread(registry.close)
            await database.orders.close()
            keep_time(registry)
            database.close()

    app = _framework(lifespan)
    direct = DirectRoutes(app)
    return SecurityMiddleware(direct, settings)
