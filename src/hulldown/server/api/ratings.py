"""The HTTP operations on ratings: marking a match as rated, and the figures."""

from __future__ import annotations

from functools import partial
from typing import Any

from litestar import Request, Router, get, put
from litestar.di import Provide

from hulldown.server.api.matches import provide_access
from hulldown.server.api.openapi import BEARER, PERSON, errors
from hulldown.server.api.people import provide_person
from hulldown.server.api.rating_messages import RatedOut, RatingsOut
from hulldown.server.matches import ratings
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.storage.people import Person
from hulldown.server.storage.store import Access

Req = Request[Any, Any, Any]


@get("/rated", responses=errors(401, 503))
async def find_rated(match_id: str, access: Access, registry: MatchRegistry) -> RatedOut:
    """Who has marked a match as rated, what is expected, and what came of it."""
    return await registry.run(partial(ratings.find, registry, access))


@put(
    "/rated", status_code=200, responses=errors(401, 403, 409, 422, 503),
    dependencies={"person": Provide(provide_person)},
)  # fmt: skip
async def mark_rated(match_id: str, access: Access, person: Person, registry: MatchRegistry) -> RatedOut:
    """Marks a match as rated, for the seat of the token and the person of the key."""
    return await registry.run_locked(match_id, partial(ratings.mark, registry, access, person))


@get("/api/me/ratings", responses=errors(401, 503), tags=["people"], security=PERSON,
     dependencies={"person": Provide(provide_person)})  # fmt: skip
async def own_ratings(person: Person, registry: MatchRegistry) -> RatingsOut:
    """My figures, by game."""
    return RatingsOut(await registry.run(partial(ratings.find_own, registry, person)))


router = Router(
    "/api/matches/{match_id:str}",
    route_handlers=[find_rated, mark_rated],
    dependencies={"access": Provide(provide_access)},
    security=BEARER,
    tags=["match"],
)
