"""The program `hulldown` with the toy game among its games: what the tests of the server start."""

from __future__ import annotations

import os
import resource
import sys
import time
from typing import Any

from sqlalchemy import Engine, event

from hulldown import games
from hulldown.cli.main import main
from hulldown.server.api import connections
from hulldown_toy.game import ToyGame
from support import toy_play

games.register("toy", "support.toy_play", "hulldown_toy.tools")
if version := os.environ.get("TOY_VERSION"):
    # What is left of a match when the rules have changed since?
    toy_play.GAME = ToyGame(version=version)

if patience := os.environ.get("TOY_PATIENCE"):
    # So that tests need not wait as long as a slow client may.
    connections.TIMEOUTS = connections.Timeouts(*map(float, patience.split()))
if descriptors := os.environ.get("TOY_DESCRIPTORS"):
    resource.setrlimit(resource.RLIMIT_NOFILE, (int(descriptors), int(descriptors)))
if pages := os.environ.get("TOY_PAGES"):

    @event.listens_for(Engine, "connect")
    def _limit_pages(connection: Any, _record: object) -> None:
        """Gives the database so many pages and no more, or none beyond those it has: SQLite finds its disk full."""
        connection.execute(f"PRAGMA max_page_count = {pages}")


if shift := float(os.environ.get("TOY_CLOCK", "0")):
    # A clock that was set, seen from the start of this process.
    _true_time = time.time
    time.time = lambda: _true_time() + shift

if __name__ == "__main__":
    sys.exit(main())
