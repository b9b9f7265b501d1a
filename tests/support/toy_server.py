"""The program `hulldown` with the toy game among its games: what the tests of the server start."""

from __future__ import annotations

import sys

from hulldown import games
from hulldown.cli.main import main

games._GAMES["toy"] = "support.toy_play"

if __name__ == "__main__":
    sys.exit(main())
