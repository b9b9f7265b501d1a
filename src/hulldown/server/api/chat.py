"""The HTTP operations on the chat of a match. An onlooker sends his person's key beside the token of the match."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated, Any

from litestar import Request, get, post, put
from litestar.params import Parameter

from hulldown.server.api.errors import too_many
from hulldown.server.api.openapi import errors
from hulldown.server.api.people import find_person
from hulldown.server.api.people_messages import ChatIn, ChatMessage, ChatOut, MuteIn, ReportIn
from hulldown.server.api.rate_limits import Limiter
from hulldown.server.matches import chat
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.storage.store import Access

Req = Request[Any, Any, Any]
Place = Annotated[int, Parameter(ge=0, le=10_000_000)]


@get("/chat", responses=errors(400, 401, 403, 503))
async def find_chat(request: Req, match_id: str, access: Access, registry: MatchRegistry, since: Place = 0) -> ChatOut:
    """The messages that the reader may see, from this place on."""
    person = await find_person(request, registry)
    return await registry.run_locked(match_id, partial(chat.find, registry, access, person, since))


@post("/chat", status_code=200, responses=errors(400, 401, 403, 409, 413, 422, 503))
async def send_message(
    request: Req, match_id: str, access: Access, data: ChatIn, registry: MatchRegistry
) -> ChatMessage:
    """The message as it was stored."""
    person = await find_person(request, registry)
    limiter: Limiter = request.app.state.chat
    wait = limiter.take(f"{match_id} {access.side or (person.id if person else '')}", 1.0, time.monotonic())
    if wait:
        raise too_many(wait)
    sent = await registry.run_locked(match_id, partial(chat.send, registry, access, person, data))
    request.app.state.watchers.chatted(match_id)
    return sent


@put("/chat/mute", status_code=200, responses=errors(400, 401, 403, 404, 413, 422, 503))
async def mute_author(request: Req, match_id: str, access: Access, data: MuteIn, registry: MatchRegistry) -> ChatOut:
    """The messages that are left when an author's are hidden, or shown again."""
    person = await find_person(request, registry)
    return await registry.run_locked(match_id, partial(chat.mute, registry, access, person, data))


@post("/chat/report", status_code=204, responses=errors(400, 401, 403, 404, 413, 422, 503))
async def report_message(request: Req, match_id: str, access: Access, data: ReportIn, registry: MatchRegistry) -> None:
    """Tells the operator of a message."""
    person = await find_person(request, registry)
    await registry.run_locked(match_id, partial(chat.report, registry, access, person, data))
