"""The HTTP operations on open games: the list, joining, withdrawing."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Request, delete, get, post
from litestar.di import Provide

from hulldown.server.api.openapi import PERSON, errors
from hulldown.server.api.people import find_person, key_in, limit_people, provide_person
from hulldown.server.api.people_messages import JoinedOpen, JoinOpen, OpenGamesOut
from hulldown.server.matches import open_games
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.storage.people import Person

Req = Request[Any, Any, Any]
NEEDS_PERSON = {"person": Provide(provide_person)}


@get("/api/open", responses=errors(401, 503), tags=["people"])
async def find(request: Req, registry: MatchRegistry) -> OpenGamesOut:
    """The games that wait for anybody, the newest first."""
    person = await find_person(request, registry)
    return await registry.run(partial(open_games.find, registry, person))


@post(
    "/api/open/{match_id:str}/join", status_code=200, responses=errors(400, 401, 409, 413, 503), tags=["people"],
    dependencies=NEEDS_PERSON, security=PERSON,
)  # fmt: skip
async def join(request: Req, match_id: str, person: Person, data: JoinOpen, registry: MatchRegistry) -> JoinedOpen:
    """The open seat of a game."""
    limit_people(request)
    work = partial(open_games.join, registry, person, key_in(request), match_id, data)
    access, token = await registry.run_locked(match_id, work)
    return JoinedOpen(match_id, access.side, token, await registry.state(access))


@delete(
    "/api/open/{match_id:str}", status_code=204, responses=errors(401, 404, 503), tags=["people"],
    dependencies=NEEDS_PERSON, security=PERSON,
)  # fmt: skip
async def withdraw(match_id: str, person: Person, registry: MatchRegistry) -> None:
    """Takes one's own game out of the list."""
    await registry.run(partial(open_games.withdraw, registry, person, match_id))
