"""The program `hulldown` whose random bot keeps to the drill: what the story of panzer is played against."""

from __future__ import annotations

import sys

from hulldown.bots import registry
from support import steady_server
from support.drill_bot import DrillBot

assert steady_server.SECRET, "the drill is played with fixed chance"

registry.RandomBot = DrillBot  # type: ignore[misc, assignment]

if __name__ == "__main__":
    from hulldown.cli.main import main

    sys.exit(main())
