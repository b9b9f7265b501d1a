"""Many games of several scenarios over HTTP on one server that is killed in between; no answer may be an error."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from hulldown.core.record import record_from_text, verify
from support.crowd import Crowd
from support.remote import Player, game_of, new_match, players_of
from support.serving import ServerProcess

SCENARIOS = ("tank/intro", "tank/4", "panzer/1", "panzer/3")
AT_ONCE = 8
INSIDE = ("", "bot:random", "bot:recruit", "bot:regular")
"""Who sits at the last side's seat: somebody outside, or a bot of the server."""


class Soaked(NamedTuple):
    """What was played."""

    games: int
    orders: int
    """Orders that were acknowledged to players outside."""
    entries: int
    """Orders in the records, those of bots inside included."""
    kills: int


def soak(server: ServerProcess, games: int, kills: int, scenarios: Sequence[str] = SCENARIOS, seed: int = 1) -> Soaked:
    """Plays games to their ends, some at once; raises at the first error, in an answer, in the log or in a record."""
    rng = random.Random(seed)
    crowd = Crowd()
    done = entries = killed = 0
    while done < games:
        batch = range(done, min(games, done + AT_ONCE))
        matches = {number: _begin(server, scenarios[number % len(scenarios)], number) for number in batch}
        crowd.start([player for players in matches.values() for player in players])
        while killed < kills * batch.stop // games and crowd.playing and not crowd.failures:
            crowd.wait_for(rng.randrange(20, 200), server, rng)
            server.kill()
            killed += 1
            server.start()
        crowd.join(900)
        if crowd.failures:
            raise crowd.failures[0]
        for number, players in matches.items():
            entries += _checked(players, scenarios[number % len(scenarios)], crowd)
        done = batch.stop
        server.check_log()
    return Soaked(done, crowd.acknowledged, entries, killed)


def _begin(server: ServerProcess, scenario: str, number: int) -> list[Player]:
    inside = INSIDE[number // len(SCENARIOS) % len(INSIDE)]
    seats = {game_of(scenario).sides[-1]: inside} if inside else {}
    return list(players_of(server, new_match(server, scenario, seats=seats)).values())


def _checked(players: list[Player], scenario: str, crowd: Crowd) -> int:
    """The number of orders of a game, after its record was verified and compared with what was acknowledged."""
    record = record_from_text(players[0].get("/record").text, scenario)
    verify(record, game_of(scenario))
    for player in players:
        stored = [entry.order for entry in record.entries if entry.side == player.side]
        assert stored == crowd.orders.get((player.match, player.side), [])
    return len(record.entries)
