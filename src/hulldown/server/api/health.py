"""Health and readiness, for whatever watches the process or sends it requests."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, get

from hulldown.server.api.errors import ApiError, StoreError
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.storage import store
from hulldown.server.storage.failures import answer_to
from hulldown.server.warmup import Warming

Req = Request[Any, Any, Any]


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether the process runs, or whether it can take requests."""

    status: str
    cold: int = 0
    """Scenarios whose first game takes a second or more, because their tables are not made yet."""


@get("/health", include_in_schema=False)
async def health() -> Health:
    """The process runs and its event loop turns."""
    return Health("ok")


@get("/ready", include_in_schema=False)
async def ready(request: Req, registry: MatchRegistry) -> Response[Health]:
    """Whether the database answers and is whole, and the server is not about to stop."""
    if request.app.state.closing:
        return Response(Health("stopping"), status_code=503)
    try:
        await registry.run(lambda: registry.read(store.find_server_key))
        await registry.run(registry.database.check_file)
    except ApiError as error:
        return Response(Health(error.info.message), status_code=503)
    except StoreError as error:
        return Response(Health(answer_to(error).info.message), status_code=503)
    warming: Warming | None = request.app.state.get("warming")
    return Response(Health("ready", warming.left if warming is not None else 0))
