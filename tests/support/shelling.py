"""Positions of the Expanded game with guns and aircraft off the map, for tests.

    state = shelled(monkeypatch, alpha={"A1": ("0808", "A")}, bravo={"B1": "1212"}, dice="1 2")
    state = with_missions(state, ("alpha", "bn1", "1010", 3))

The ground is clear unless told otherwise; Alpha has two medium battalions and a light one in called fire and two air
strikes, Bravo one heavy battalion in planned fire, registered on 1212. All may fire smoke.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
import pytest

from hulldown.games.tank.data.loading import Force, OffMap, Scenario, SideSetup
from hulldown.games.tank.modules.artillery.park import Asset, Mission, Park, keep, park_of
from hulldown.games.tank.rules.state import TankState
from support.expanded_field import field
from support.tank_positions import Spot, cell, drawn, position

TANK, GUN, SQUAD, TRUCK, APC = "Ge Pz IVH", "Ge 75/46", "Ger squad 6", "truck", "Ge SPW"
ALPHA = OffMap(period=6, nation="US")
"""Called fire, smoke, no smoke of its own vehicles."""
BRAVO = OffMap(period=6, nation="Sov")
"""Planned fire."""
MODULES = ("smoke", "artillery")
ASSETS = (
    Asset("bn1", "alpha", "artillery", "M", True),
    Asset("bn2", "alpha", "artillery", "M", True),
    Asset("bn3", "alpha", "artillery", "L", True),
    Asset("air1", "alpha", "air", "M", True),
    Asset("air2", "alpha", "air", "M", True),
    Asset("bn1", "bravo", "artillery", "H", False),
)


def battle(
    alpha: OffMap | None = ALPHA, bravo: OffMap | None = BRAVO, modules: tuple[str, ...] = MODULES,
    tanks: bool = False, **more: Any,
) -> Scenario:  # fmt: skip
    """A scenario with tanks, guns, squads and trucks on both sides, and what they have off the map.

    `tanks`: Alpha has tanks alone, so that it can come on in column.
    """
    forces = [Force(type=kind, count=count) for kind, count in ((TANK, 4), (GUN, 1), (SQUAD, 2), (TRUCK, 1), (APC, 1))]
    scene = field(forces[:1] if tanks else forces, forces, modules, **more)

    def supported(setup: SideSetup, support: OffMap | None) -> SideSetup:
        return msgspec.structs.replace(setup, off_map=support)

    return msgspec.structs.replace(
        scene, alpha=supported(scene.alpha, alpha), bravo=supported(scene.bravo, bravo)
    )  # fmt: skip


def shelled(
    monkeypatch: pytest.MonkeyPatch,
    *,
    alpha: Mapping[str, Spot] | None = None,
    bravo: Mapping[str, Spot] | None = None,
    supports: tuple[OffMap | None, OffMap | None] = (ALPHA, BRAVO),
    modules: tuple[str, ...] = MODULES,
    hexes: Mapping[str, str] | None = None,
    mode: Any = "mixed",
    assets: Iterable[Asset] = ASSETS,
    **more: Any,
) -> TankState:
    """A state in the Plotting Phase of turn 3 on 24 by 16 hexes: A1-A4 tanks, A5 gun, A6 A7 squads, A8 truck, A9 APC"""
    name = drawn(monkeypatch, base=battle(*supports, modules=modules), hexes=hexes, mode=mode)
    state = position(name, alpha=alpha, bravo=bravo, **more)
    if "artillery" in modules:
        there = [msgspec.structs.replace(a, cell=cell(state, "1212")) if not a.called else a for a in assets]
        keep(state, Park(tuple(there)))
    return state


def with_missions(state: TankState, *missions: tuple[Any, ...]) -> TankState:
    """The state with these missions ordered on an earlier turn: side, unit, hex, turn and, for smoke, True."""
    park = park_of(state)
    made = [
        Mission(side, unit, cell(state, label), turn, *smoke) for side, unit, label, turn, *smoke in missions
    ]  # fmt: skip
    made.sort(key=lambda m: (m.side, m.turn, m.unit))
    keep(state, Park(park.assets, (*park.missions, *made), park.falling))
    return state
