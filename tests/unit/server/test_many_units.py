"""A hundred and twenty units in one game: stored, forgotten and resumed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.games.tank.data.loading import add_scenario, remove_scenario, scenarios
from hulldown.games.tank.rules.state import TankState
from hulldown.server.api.messages import Create
from hulldown.server.matches import creation, play
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.settings import Settings
from hulldown.server.storage.database import Database
from hulldown.server.storage.store import SEAT, Access

MANY = "tank/many"


@pytest.fixture
def scenario() -> Iterator[str]:
    """A rearguard action of sixty against sixty, so that every tank that comes on looks at many."""
    base = scenarios()["tank/13"]
    sides = {
        name: msgspec.structs.replace(
            base.side(name), forces=(msgspec.structs.replace(base.side(name).forces[0], count=60),)
        )
        for name in ("alpha", "bravo")
    }
    add_scenario(msgspec.structs.replace(base, id=MANY, alpha=sides["alpha"], bravo=sides["bravo"]))
    yield MANY
    remove_scenario(MANY)


def test_a_game_of_many_units_is_stored_and_resumed(scenario: str, tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'a.db'}", snapshot_every=1)
    database = Database(settings.database)
    registry = MatchRegistry(database, settings)
    match = creation.create(registry, Create(scenario, entropy="e")).match
    farthest = 0
    bot = make_bot("random", "many")
    for _ in range(24):
        loaded = registry.load(match)
        assert loaded.session is not None
        state = loaded.session.state
        assert isinstance(state, TankState)
        assert len(state.units) == 120
        farthest = max([farthest, *(index for unit in state.units for index in unit.tested)])
        before = msgspec.json.encode(state)
        registry.forget(match)
        again = registry.load(match)
        assert again.session is not None
        assert msgspec.json.encode(again.session.state) == before
        side = next(iter(again.game.pending(again.session.state)))
        order = bot.decide(seat_of(again.game, again.session.state, side))
        play.submit(registry, Access(match, SEAT, side), os.urandom(8).hex(), order.decision, order)
    assert farthest >= 64, "units beyond the sixty-fourth have been looked for"
    registry.close()
    database.close()
