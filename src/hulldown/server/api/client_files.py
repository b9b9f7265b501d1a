"""Serves the built client from memory: a request never touches the disk."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

from litestar import HttpMethod, Request, Response, route

from hulldown.server.api.errors import ApiError

FOLDER = "static"
INDEX = "index.html"
SHORT = 1000
"""Bytes below which compression does not pay."""
STORED_COMPRESSED = "stored_compressed"
"""The option of a route whose answers must not be compressed once more."""
MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Hulldown</title>
<body><h1>Hulldown</h1><p>The server runs; the client is not built. Run <code>make client</code> and start again.</p>
<p>The API is described at <a href="/schema/openapi.json">/schema/openapi.json</a>.</p></body></html>
"""
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}


class File(NamedTuple):
    """A file of the client."""

    content: bytes
    zipped: bytes
    media_type: str
    tag: str
    lasting: bool


def load_files() -> dict[str, File]:
    """The files of the client by path; a page that says so if it is not built."""
    root = resources.files("hulldown.server").joinpath(FOLDER)
    found: dict[str, File] = {}
    if root.is_dir():
        _gather(root, "", found)
    if INDEX not in found:
        found[INDEX] = file_of(INDEX, MISSING.encode())
    return found


def _gather(folder: Traversable, prefix: str, found: dict[str, File]) -> None:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            _gather(entry, f"{prefix}{entry.name}/", found)
        elif not entry.name.startswith("."):
            found[prefix + entry.name] = file_of(prefix + entry.name, entry.read_bytes())


def file_of(path: str, content: bytes) -> File:
    """A file with all that is needed to answer for it."""
    suffix = path[path.rfind(".") :]
    media_type = _TYPES.get(suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    zipped = gzip.compress(content, mtime=0) if len(content) >= SHORT else b""
    tag = f'"{hashlib.blake2b(content, digest_size=8).hexdigest()}"'
    # The builder puts a hash of the content into the names below assets/, so these never change.
    return File(content, zipped if len(zipped) < len(content) else b"", media_type, tag, path.startswith("assets/"))


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    opt={STORED_COMPRESSED: True},
)
async def client_file(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
    """A file of the client; a path without a file is a page of the client, which its index shows."""
    files: dict[str, File] = request.app.state.files
    name = path.strip("/")
    found = files.get(name)
    if found is None:
        if name.partition("/")[0] in ("api", "ws", "schema", "assets") or "." in name.rpartition("/")[2]:
            raise ApiError(404, "unknown", "there is nothing at this address")
        found = files[INDEX]
    headers = {
        "etag": found.tag,
        "cache-control": "public, max-age=31536000, immutable" if found.lasting else "no-cache",
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, headers=headers, media_type=found.media_type)
    content = found.content
    if found.zipped and "gzip" in request.headers.get("accept-encoding", ""):
        content = found.zipped
        headers["content-encoding"] = "gzip"
    return Response(content, headers=headers, media_type=found.media_type)
