"""The yardstick for bots that think: two of Wesnoth's own AIs against each other, without a screen.

A scenario of our own counts the units of the side whose turn ends, and tells the processor time.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

NAMES = ("wesnoth-1.16", "wesnoth", "/usr/games/wesnoth-1.16", "/usr/games/wesnoth")
GAMES = 3
LIMIT = 40.0
"""Seconds after which a game is broken off; what has been counted until then is enough."""
_WORD = "HULLDOWN"
_SCENARIO = """
[multiplayer]
    id=hulldown_bench
    name="bench"
    map_data="{multiplayer/maps/2p_Hamlets.map}"
    turns=25
    {DEFAULT_SCHEDULE}
    [side]
        side=1
        controller=ai
        team_name=one
        canrecruit=yes
        type=Lieutenant
        recruit=Spearman,Bowman,Cavalryman,Mage,Fencer
        gold=200
    [/side]
    [side]
        side=2
        controller=ai
        team_name=two
        canrecruit=yes
        type=Orcish Warrior
        recruit=Orcish Grunt,Troll Whelp,Wolf Rider,Orcish Archer,Orcish Assassin
        gold=200
    [/side]
    [event]
        name=prestart
        [lua]
            code=<< hulldown_count = 0 >>
        [/lua]
    [/event]
    [event]
        name=side turn end
        first_time_only=no
        [lua]
            code=<<
                hulldown_count = hulldown_count + #wesnoth.units.find_on_map{side = wesnoth.current.side}
                std_print(string.format("HULLDOWN %d %.3f", hulldown_count, os.clock()))
            >>
        [/lua]
    [/event]
[/multiplayer]
"""


def program() -> str | None:
    """The program, if it is installed."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def unit_turns() -> tuple[int, float] | None:
    """Unit-turns of games of AI against AI, and the processor time they took; None where nothing was counted."""
    wesnoth = program()
    if wesnoth is None:
        return None
    units, spent, begun = 0, 0.0, time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        addon = Path(folder, "data", "add-ons", "hulldown_bench")
        addon.mkdir(parents=True)
        (addon / "_main.cfg").write_text(_SCENARIO)
        for seed in range(1, GAMES + 1):
            left = LIMIT - (time.monotonic() - begun)
            if left <= 0:
                break
            counted = [line.split() for line in _played(wesnoth, folder, seed, left).splitlines() if _WORD in line]
            counted = [line for line in counted if len(line) == 3]
            if counted:
                # The first turn ends after the program has read its files, which is no thinking.
                units += int(counted[-1][1]) - int(counted[0][1])
                spent += float(counted[-1][2]) - float(counted[0][2])
    return (units, spent) if spent else None


def _played(wesnoth: str, folder: str, seed: int, limit: float) -> str:
    """What the program has written in one game, to its end or until it was broken off."""
    command = [
        wesnoth, "--userdata-dir", folder, "--nogui", "--nosound", "--multiplayer", "--scenario", "hulldown_bench",
        "--controller", "1:ai", "--controller", "2:ai", "--exit-at-end", "--rng-seed", str(seed),
    ]  # fmt: skip
    with tempfile.TemporaryFile("w+") as output:
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                command, stdout=output, stderr=subprocess.STDOUT, timeout=limit, check=False,
                env=os.environ | {"SDL_VIDEODRIVER": "dummy"},
            )  # fmt: skip
        output.seek(0)
        return output.read()
