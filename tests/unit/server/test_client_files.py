"""The files of the client: compressed once, wherever they lie, and told as what they are."""

from __future__ import annotations

import random

import pytest
from litestar import Litestar
from litestar.datastructures import State
from litestar.testing import TestClient

from hulldown.server.api.client_files import INDEX, client_file, file_of
from hulldown.server.app import COMPRESSION

rng = random.Random(1)
SCRIPT = "\n".join(f"const a{number} = {rng.random()};" for number in range(400)).encode()
"""So long that it is worth compressing even when it has been compressed."""


@pytest.mark.filterwarnings("ignore::litestar.exceptions.LitestarDeprecationWarning")
@pytest.mark.parametrize("path", ["sw.js", "assets/index-1.js", INDEX])
def test_a_file_is_compressed_once(path: str) -> None:
    files = {INDEX: file_of(INDEX, SCRIPT), path: file_of(path, SCRIPT)}
    app = Litestar([client_file], compression_config=COMPRESSION, state=State({"files": files}))
    with TestClient(app) as client:
        answer = client.get(f"/{path}", headers={"accept-encoding": "gzip"})
        plain = client.get(f"/{path}", headers={"accept-encoding": "identity"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    # The client undoes the compression once.
    assert answer.content == plain.content == SCRIPT
    kind = "text/html" if path == INDEX else "text/javascript"
    assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
