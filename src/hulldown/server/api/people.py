"""The HTTP operations on people: making oneself known, codes, and the games of a person."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated, Any

from litestar import Request, Router, delete, get, post, put
from litestar.di import Provide
from litestar.params import Parameter

from hulldown.server.api.errors import no_person, too_many
from hulldown.server.api.openapi import PERSON, errors
from hulldown.server.api.people_messages import (
    ArchiveIn,
    CodeIn,
    CodeOut,
    EndedOut,
    HeldOut,
    HoldIn,
    MyGamesOut,
    NameIn,
    Newcomer,
    PeopleOut,
    PersonOut,
    RecoverIn,
    SeenIn,
    SinceOut,
)
from hulldown.server.api.rate_limits import Limiter, client_of
from hulldown.server.matches import identity, person_games
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.storage.people import Person

Req = Request[Any, Any, Any]
HEADER = "hulldown-person"
"""The header with a person's key; the token of a match has its own."""
Search = Annotated[str, Parameter(max_length=100)]


def key_in(request: Req) -> str:
    """The person's key that a request brings, "" for none."""
    return str(request.headers.get(HEADER, "")).strip()


async def find_person(request: Req, registry: MatchRegistry) -> Person | None:
    """Who sends a request; None when it brings no key. Raises for a key that nobody has."""
    key = key_in(request)
    return await registry.run(partial(identity.find, registry, key)) if key else None


async def provide_person(request: Req, registry: MatchRegistry) -> Person:
    """Who sends a request that needs a person."""
    person = await find_person(request, registry)
    if person is None:
        raise no_person()
    limiter: Limiter = request.app.state.seats
    wait = limiter.take(f"person {person.id}", 1.0, time.monotonic())
    if wait:
        raise too_many(wait)
    return person


def limit_people(request: Req) -> None:
    """Codes cannot be guessed; this keeps the tries from costing anything."""
    limiter: Limiter = request.app.state.creations
    wait = limiter.take(client_of(request.scope), 1.0, time.monotonic())
    if wait:
        raise too_many(wait)


@get("/api/people", tags=["people"])
async def people(registry: MatchRegistry) -> PeopleOut:
    """How this server takes people in."""
    return PeopleOut(registry.settings.invitations_only)


@post("/api/people", responses=errors(400, 401, 409, 413, 422, 503), tags=["people"])
async def register(request: Req, data: Newcomer, registry: MatchRegistry) -> PersonOut:
    """Somebody new, with a key and a code made in his browser."""
    limit_people(request)
    return await registry.run(partial(identity.register, registry, data))


@post("/api/people/recover", status_code=200, responses=errors(400, 401, 409, 413, 422, 503), tags=["people"])
async def recover(request: Req, data: RecoverIn, registry: MatchRegistry) -> PersonOut:
    """The person whose code this is; the browser's key is his from now on."""
    limit_people(request)
    return await registry.run(partial(identity.recover, registry, data.code, data.key))


@get("/", responses=errors(401, 503))
async def me(person: Person, registry: MatchRegistry) -> PersonOut:
    """Who I am here."""
    return await registry.run(partial(identity.describe, registry, person))


@put("/", status_code=200, responses=errors(400, 401, 413, 422, 503))
async def rename(person: Person, data: NameIn, registry: MatchRegistry) -> PersonOut:
    """The same person under another name."""
    return await registry.run(partial(identity.rename, registry, person, data.name))


@put("/code", status_code=204, responses=errors(400, 401, 409, 413, 422, 503))
async def replace_code(person: Person, data: CodeIn, registry: MatchRegistry) -> None:
    """Takes a new recovery code in place of the one before."""
    await registry.run(partial(identity.replace_code, registry, person, data.code))


@post("/device", responses=errors(401, 503))
async def new_device_code(person: Person, registry: MatchRegistry) -> CodeOut:
    """A code for another browser; it works once and for a quarter of an hour."""
    return await registry.run(partial(identity.new_device_code, registry, person))


@delete("/browsers", status_code=200, responses=errors(401, 422, 503))
async def end_other_browsers(request: Req, person: Person, registry: MatchRegistry) -> EndedOut:
    """Signs all other browsers out."""
    work = partial(identity.end_other_browsers, registry, person, key_in(request))
    return EndedOut(await registry.run(work))


@post("/invitations", responses=errors(401, 409, 503))
async def invite(person: Person, registry: MatchRegistry) -> CodeOut:
    """An invitation to this server for somebody new."""
    return await registry.run(partial(identity.new_invitation, registry, person))


@get("/games", responses=errors(400, 401, 503))
async def games(person: Person, registry: MatchRegistry, q: Search = "", archived: bool = False) -> MyGamesOut:
    """My games, those that a search finds; or those that I have put away."""
    return await registry.run(partial(person_games.find, registry, person, q, archived))


@post("/games", status_code=200, responses=errors(400, 401, 413, 503))
async def hold(person: Person, data: HoldIn, registry: MatchRegistry) -> HeldOut:
    """Makes the games of these tokens mine, so that every browser of mine finds them."""
    return await registry.run(partial(person_games.hold, registry, person, data.tokens))


@put("/games/{match_id:str}/archived", status_code=204, responses=errors(400, 401, 404, 413, 503))
async def archive(match_id: str, person: Person, data: ArchiveIn, registry: MatchRegistry) -> None:
    """Puts a game away, or takes it out again."""
    await registry.run(partial(person_games.archive, registry, person, match_id, data.archived))


@put("/games/{match_id:str}/seen", status_code=204, responses=errors(400, 401, 404, 413, 503))
async def seen(match_id: str, person: Person, data: SeenIn, registry: MatchRegistry) -> None:
    """Notes how much of a game I have seen."""
    await registry.run(partial(person_games.note_seen, registry, person, match_id, data))


@get("/games/{match_id:str}/since", responses=errors(401, 404, 503))
async def since(match_id: str, person: Person, registry: MatchRegistry) -> SinceOut:
    """What has happened in a game since I last looked at it."""
    return await registry.run_locked(match_id, partial(person_games.since, registry, person, match_id))


router = Router(
    "/api/me",
    route_handlers=[
        me, rename, replace_code, new_device_code, end_other_browsers, invite, games, hold, archive, seen, since,
    ],
    dependencies={"person": Provide(provide_person)},
    security=PERSON,
    tags=["people"],
)  # fmt: skip
