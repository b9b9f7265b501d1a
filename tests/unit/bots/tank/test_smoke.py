"""Bots reckon with smoke: what is in reach, and what a way costs."""

from __future__ import annotations

import pytest

from hulldown.bots.seat import seat_of
from hulldown.bots.tank.field import SHARED, field
from hulldown.bots.tank.foresight import forecast
from hulldown.bots.ways import reach
from hulldown.core.orders import Order, Task
from hulldown.core.parts import set_part
from hulldown.core.pathdomains import Paths
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.smoke import KEY
from support.shelling import shelled
from support.tank_positions import cell


@pytest.mark.rules("28.52b")
@pytest.mark.parametrize("mode", ["closed", "mixed", "open"])
def test_what_bots_can_reach_is_what_is_offered(monkeypatch: pytest.MonkeyPatch, mode: str) -> None:
    hexes = {"1009": "woods", "1109": "rough", "1107": "woods", "0908": "rough"}
    spots = {"alpha": {"A1": ("1010", "A")}, "bravo": {"B1": ("2002", "A")}}
    state = shelled(monkeypatch, **spots, hexes=hexes, mode=mode)
    smoke = ("1008", "1009", "1109", "1011", "0911", "1107")
    set_part(state, KEY, {"now": sorted(cell(state, label) for label in smoke), "coming": []})
    seat = seat_of(GAME, state, "alpha")
    domain = next(
        option.path for each in seat.legal.units if each.unit == "A1" for option in each.options if option.kind == "MV"
    )
    assert domain is not None
    offered = Paths(domain, seat.tables, seat.board.neighbours).reach()
    known = reach(seat.board.neighbours, scene_of(state).costs("vehicle"), domain.start, domain.allowance, frozenset())
    assert {at: way.cost for at, way in known.items() if at != domain.start} == {
        at: arrival.cost for at, arrival in offered.items() if at != domain.start
    }
    plain = reach(seat.board.neighbours, scene_of(state).ground.vehicle_costs, domain.start, 5, frozenset())
    assert len(known) < len(plain)
    task = Task("A1", "MV", tuple(cell(state, label) for label in ("0910", "0909", "1008")))
    seen = forecast(scene_of(state), state, "alpha", Order("plot", (task,)))
    assert seen.points[cell(state, "1010")] == 4


def test_a_field_under_smoke_shares_everything_of_the_map() -> None:
    """A new table of `Field` or `Plane` must be named in SHARED: compiled classes cannot be copied by themselves."""
    plain = field("tank", "mixed")
    assert set(vars(plain)) == {*SHARED, "scene", "_sights"}
