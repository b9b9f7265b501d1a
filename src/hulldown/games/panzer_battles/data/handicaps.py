"""Scenarios with handicaps: what players agreed on to make a game more even."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from hulldown.games.panzer_battles.data.scenarios import Scenario, scenarios


@lru_cache(maxsize=64)
def handicapped(name: str, given: tuple[tuple[str, int], ...]) -> Scenario:
    """A scenario with the handicaps that change it: turns more or fewer than printed (20.0-length to 22.0-length).

    Points are counted where they are added up. 21.0-length: at Arracourt too.
    """
    scenario = scenarios()[name]
    turns = dict(given).get("turns", 0)
    return msgspec.structs.replace(scenario, length=max(1, scenario.length + turns)) if turns else scenario
