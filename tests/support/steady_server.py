"""The program `hulldown` whose matches all have one secret: with the browsers' shares fixed too, a test meets the same
dice and the same bots in every run. Records still call their dice keyed, as those of a player's server."""

from __future__ import annotations

import sys
from types import SimpleNamespace

from hulldown.server.matches import creation

SECRET = "5ead" * 16

creation.secrets = SimpleNamespace(token_hex=lambda _bytes: SECRET)  # type: ignore[attr-defined]

if __name__ == "__main__":
    from hulldown.cli.main import main

    sys.exit(main())
