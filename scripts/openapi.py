"""Writes the OpenAPI document of the server to web/openapi.json; `npm run wire` makes the client's types from it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).resolve().parent.parent / "web" / "openapi.json"


def document() -> str:
    """The document as text, with no version of the package."""
    from hulldown.server.app import make_app
    from hulldown.server.settings import Settings

    app: Any = make_app(Settings(""), None)  # type: ignore[arg-type]  # no request is answered
    content = app.app.app.openapi_schema.to_schema()
    content["info"]["version"] = ""
    return json.dumps(content, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text(encoding="utf-8") == document() else "web/openapi.json is old: make wire")
    TARGET.write_text(document(), encoding="utf-8")
