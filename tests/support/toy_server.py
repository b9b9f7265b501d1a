"""The program `hulldown` with the toy game among its games: what the tests of the server start."""

from __future__ import annotations

import os
import sys

from hulldown import games
from hulldown.cli.main import main
from support import toy_play
from support.toy_game import ToyGame

games._GAMES["toy"] = "support.toy_play"
if version := os.environ.get("TOY_VERSION"):
    # What is left of a match when the rules have changed since?
    toy_play.GAME = ToyGame(version=version)

if __name__ == "__main__":
    sys.exit(main())
