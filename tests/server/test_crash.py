"""The server is killed again and again while bots play: nothing that was acknowledged is lost, every game ends.

The bots sit outside and speak HTTP, so that it is known what was acknowledged to them; half of them play against a bot
inside, the others by a clock. All write a message after each order. HULLDOWN_CRASHES=200 is the full run of 20 games.
"""

from __future__ import annotations

import os
import random

from hulldown.core.record import record_from_text, verify
from support.crowd import Crowd
from support.remote import Player, game_of, new_match, players_of
from support.serving import ServerProcess, Start

CRASHES = int(os.environ.get("HULLDOWN_CRASHES", "4"))
GAMES = 20 if CRASHES >= 50 else 6
CLOCK = {"kind": "game", "seconds": 86_400, "increment": 5, "at_end": "claim"}
SCENARIO = "tank/intro" if CRASHES >= 50 else "toy/1"


def _games(server: ServerProcess) -> list[Player]:
    found: list[Player] = []
    for number in range(GAMES):
        wish = {"seats": {"bravo": "bot:random"}} if number % 2 else {"clock": CLOCK}
        found += players_of(server, new_match(server, SCENARIO, **wish)).values()
    return found


def test_nothing_acknowledged_is_lost(database: str, start: Start) -> None:
    server = start(database)
    players = _games(server)
    crowd = Crowd()
    crowd.start(players, talkative=True)
    rng = random.Random(5)
    crashes = 0
    while crashes < CRASHES and not crowd.failures:
        crowd.wait_for(rng.randrange(3, 14 if SCENARIO == "toy/1" else 30), server, rng)
        if not crowd.playing:
            # All games are over before the last crash: more games.
            players += (more := _games(server))
            crowd.start(more, talkative=True)
            continue
        server.kill()
        crashes += 1
        server.start()
    crowd.join(300)
    assert crowd.failures == []
    assert crashes == CRASHES
    for player in players:
        record = record_from_text(player.get("/record").text, player.match)
        verify(record, game_of(SCENARIO))
        stored = [entry.order for entry in record.entries if entry.side == player.side]
        assert stored == crowd.orders[player.match, player.side]
        written = [one["text"] for one in player.get("/chat").json()["messages"] if one["author"] == player.side]
        assert written == crowd.said[player.match, player.side]
        clock = player.state()["clock"]
        assert clock is None or all(0 < side["left"] <= 2 * 86_400 for side in clock["sides"].values())
