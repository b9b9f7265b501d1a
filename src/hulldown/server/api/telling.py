"""The HTTP operations on being told: push subscriptions, and the Atom feed of "your turn"."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import MediaType, Request, Response, Router, delete, get, post, put
from litestar.di import Provide

from hulldown.server.api.errors import ApiError
from hulldown.server.api.openapi import PERSON, errors
from hulldown.server.api.people import key_in, limit_people, provide_person
from hulldown.server.api.telling_messages import FeedOut, PushOut, SubscriptionIn
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.push import feed as feeds
from hulldown.server.push import subscribing
from hulldown.server.push.news import Notice
from hulldown.server.push.telling import Outgoing, Teller
from hulldown.server.storage.people import Person

Req = Request[Any, Any, Any]


@get("/api/push", tags=["people"])
async def about_push(request: Req) -> PushOut:
    """Whether this server sends push messages, and its key."""
    teller: Teller = request.app.state.teller
    return PushOut(teller.on, teller.vapid.public)


@put("/push", status_code=204, responses=errors(400, 401, 409, 413, 422, 503))
async def subscribe(request: Req, person: Person, data: SubscriptionIn, registry: MatchRegistry) -> None:
    """This browser wants to be told; its earlier subscription is forgotten."""
    await registry.run(partial(subscribing.subscribe, registry, person, key_in(request), data))
    request.app.state.teller.wanted = True


@delete("/push", status_code=204, responses=errors(401, 503))
async def unsubscribe(request: Req, person: Person, registry: MatchRegistry) -> None:
    """This browser wants to be told no more."""
    await registry.run(partial(subscribing.unsubscribe, registry, key_in(request)))


@post("/push/trial", status_code=204, responses=errors(401, 409, 503))
async def try_out(request: Req, person: Person, registry: MatchRegistry) -> None:
    """Sends this browser a notification, to see whether it comes."""
    limit_people(request)
    found = await registry.run(partial(subscribing.find_own, registry, key_in(request)))
    teller: Teller = request.app.state.teller
    if found is None or not teller.on:
        raise ApiError(409, "push_off", "this browser is not told anything yet", "subscribe first")
    teller.send_soon(Outgoing(found, Notice("trial")))


@get("/feed", responses=errors(401, 503))
async def find_feed(person: Person, registry: MatchRegistry) -> FeedOut:
    """The link of my feed."""
    return await registry.run(partial(subscribing.find_feed, registry, person))


@put("/feed", status_code=200, responses=errors(401, 503))
async def renew_feed(person: Person, registry: MatchRegistry) -> FeedOut:
    """A new link of my feed; the one before opens nothing any more."""
    return await registry.run(partial(subscribing.renew_feed, registry, person))


@delete("/feed", status_code=204, responses=errors(401, 503))
async def end_feed(person: Person, registry: MatchRegistry) -> None:
    """Ends my feed."""
    await registry.run(partial(subscribing.end_feed, registry, person))


@get("/feed/{token:str}", media_type=MediaType.XML, responses=errors(404, 503), tags=["people"])
async def read_feed(request: Req, token: str, registry: MatchRegistry) -> Response[str]:
    """The games that wait for the owner of a link, as an Atom feed."""
    limit_people(request)
    owner = await registry.run(partial(subscribing.owner_of, registry, token))
    entries = await registry.run(partial(feeds.waiting, registry, owner))
    base = str(request.base_url)
    text = feeds.atom(owner, entries, base, f"{base.rstrip('/')}/feed/{token}")
    return Response(text, media_type="application/atom+xml; charset=utf-8")


router = Router(
    "/api/me",
    route_handlers=[subscribe, unsubscribe, try_out, find_feed, renew_feed, end_feed],
    dependencies={"person": Provide(provide_person)},
    security=PERSON,
    tags=["people"],
)
