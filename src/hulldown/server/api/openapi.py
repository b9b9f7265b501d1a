"""The OpenAPI document: the errors each operation can answer with, and how tokens are sent."""

from __future__ import annotations

from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from hulldown import __version__
from hulldown.server.api.errors import ErrorOut

_MEANINGS = {
    400: "the request cannot be read",
    401: "the token is missing or opens nothing here",
    403: "not for this role or origin",
    404: "no such thing",
    409: "not now: the answer says why",
    413: "too large",
    422: "refused by the rules, or senseless",
    429: "too many requests",
    503: "the database is away",
}
ERRORS: dict[int, dict[int, ResponseSpec]] = {
    status: {status: ResponseSpec(ErrorOut, generate_examples=False, description=meaning)}
    for status, meaning in _MEANINGS.items()
}
BEARER = [{"token": list[str]()}]
PERSON = [{"person": list[str]()}]


def errors(*statuses: int) -> dict[int, ResponseSpec]:
    """The error answers of an operation; every one can also be limited."""
    return {status: ERRORS[status][status] for status in (*statuses, 429)}


def openapi() -> OpenAPIConfig:
    """The document at /schema/openapi.json; no page that loads scripts from elsewhere."""
    return OpenAPIConfig(
        title="Hulldown",
        version=__version__,
        path="/schema",
        render_plugins=[JsonRenderPlugin()],
        components=Components(
            security_schemes={
                "token": SecurityScheme(type="http", scheme="bearer"),
                "person": SecurityScheme(type="apiKey", name="Hulldown-Person", security_scheme_in="header"),
            }
        ),
        create_examples=False,
    )
