"""Vehicles in closed ground, and the leg units that support them (6.6.1.1.2-unsupported-a; Q5, M6)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.games.panzer.data.advanced_tables import cell as table_cell
from hulldown.games.panzer.data.loading import listing
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, RUBBLE
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, leg_of, passengers, vehicle_of, work_in
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState

_SERVES: Final = {"squad": 2, "half-squad": 1, "section": 0}
"""How many vehicles a dismounted unit supports (6.6.1.1.2-unsupported-c)."""


def closed(state: PanzerState, scene: Scene, cell: Cell) -> bool:
    """Whether vehicles in a hex need support: alleys, buildings, their rubble, all woods.

    Cases 6.6.1.1.2-unsupported-a; M6, Q5. The rubble of an Improved Position leaves the ground as it was (L12).
    """
    table = listing("terrain-defence")
    rubble = work_in(state, cell, RUBBLE)
    if rubble is not None and rubble.was != IMPROVED:
        return table_cell("terrain-defence", RUBBLE, "support").text == "yes"
    name = scene.ground.rows[cell].name
    return name in table.rows and table_cell("terrain-defence", name, "support").text == "yes"


def supported(state: PanzerState, target: int, shown: bool = False) -> bool:
    """Whether a vehicle has the support of squads or half-squads in its hex; `shown`: of those that all can see.

    Cases 6.6.1.1.2-unsupported-b, 6.6.1.1.2-unsupported-c: mounted ones support their carrier alone, dismounted ones
    vehicles without such support, in the order of the list (Q5).
    """
    unit = state.units[target]
    if _rides(state, target, shown):
        return True
    serves, claims = 0, 0
    for index, other in enumerate(state.units):
        if other.side != unit.side or other.status != ON_MAP or other.cell != unit.cell:
            continue
        card = leg_of(other)
        if card is not None:
            serves += _SERVES[card.size.name]
        elif index < target and vehicle_of(other) is not None and not _rides(state, index, shown):
            claims += 1
    return claims < serves


def _rides(state: PanzerState, index: int, shown: bool) -> bool:
    """Whether a squad or half-squad rides on a vehicle (6.6.1.1.2-unsupported-b)."""
    riders = [state.units[one] for one in passengers(state, index)]
    cards = [leg_of(rider) for rider in riders if detail_of(rider).shown or not shown]
    return any(card is not None and _SERVES[card.size.name] for card in cards)


def unsupported(state: PanzerState, scene: Scene, target: int) -> bool:
    """Whether the modifier for an unsupported hex applies to a vehicle now (6.6.1.1.2-unsupported-a)."""
    return closed(state, scene, state.units[target].cell) and not supported(state, target)
