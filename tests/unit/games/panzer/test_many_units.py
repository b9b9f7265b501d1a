"""Games with more units than an integer of the store has bits: 120 vehicles, stored and resumed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.record import state_hash
from hulldown.games.panzer.data import loading
from hulldown.games.panzer.data.loading import Scenario, SideSetup
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.state import PanzerState
from hulldown.server.api.messages import Create
from hulldown.server.matches import creation, play
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.settings import Settings
from hulldown.server.storage.database import Database
from hulldown.server.storage.store import SEAT, Access
from support.panzer_field import the_field

SCENARIO = "panzer/test"
UNITS = 120


def crowded(chosen: Scenario) -> Scenario:
    """The scenario with 60 vehicles on either side, in sight of each other."""

    def filled(side: SideSetup, hexes: tuple[str, ...]) -> SideSetup:
        group = side.groups[0]
        force = msgspec.structs.replace(group.units[0], count=UNITS // 2)
        return SideSetup(groups=(msgspec.structs.replace(group, units=(force,), hexes=hexes),))

    return msgspec.structs.replace(
        chosen,
        soviet=filled(chosen.soviet, ("1008", "1009", "1010", "1108")),
        german=filled(chosen.german, ("1408", "1409", "1410", "1508")),
    )


@pytest.fixture
def many() -> Iterator[None]:
    with the_field(), pytest.MonkeyPatch.context() as patch:
        known = {SCENARIO: crowded(loading.scenarios()[SCENARIO])}
        patch.setattr(loading, "scenarios", lambda: known)
        patch.setattr(GAME, "catalogue", lambda: known)
        yield


def again(state: PanzerState) -> None:
    """A state is the same after JSON and after MessagePack."""
    for form in (msgspec.json, msgspec.msgpack):
        assert form.decode(form.encode(state), type=PanzerState) == state


@pytest.mark.usefixtures("many")
def test_120_units_are_stored_and_resumed(tmp_path: Path) -> None:
    settings = Settings(f"sqlite:///{tmp_path / 'a.db'}", snapshot_every=2)
    database = Database(settings.database)
    try:
        registry = MatchRegistry(database, settings)
        match = creation.create(registry, Create(SCENARIO, entropy="e")).match
        farthest = -1
        for _ in range(12):
            session = registry.load(match).session
            assert session is not None
            state = session.state
            assert isinstance(state, PanzerState)
            assert len(state.units) == UNITS
            again(state)
            farthest = max([farthest, *(number for unit in state.units for number in unit.sees)])
            side = next(iter(GAME.pending(state)))
            view = GAME.view(state, side)
            assert GAME.view(GAME.sample(view, Random(1)), side) == view
            order = make_bot("random", "r").decide(seat_of(GAME, state, side))
            play.submit(registry, Access(match, SEAT, side), os.urandom(8).hex(), order.decision, order)
        left = registry.load(match).session
        assert left is not None
        registry.close()
        fresh = MatchRegistry(database, settings)
        found = fresh.load(match).session
        assert found is not None
        assert state_hash(found.state) == state_hash(left.state)
        fresh.close()
    finally:
        database.close()
    assert farthest > 64, "somebody must see a vehicle beyond the 64th"
