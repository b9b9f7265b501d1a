"""Hull down: whether it is worth a turn to look for a position."""

from __future__ import annotations

from functools import lru_cache

from hulldown.bots.panzer.advanced.field import MASKED, Field
from hulldown.bots.panzer.advanced.goals import Errand
from hulldown.games.panzer.data.advanced_tables import Grade, find_grade
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced import hulldown
from hulldown.games.panzer.rules.advanced.play import searching
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, member_of, vehicle_of

LONG = 3
"""Turns of danger that a position is reckoned to be good for."""
YET = 0.12
"""What a vehicle may lose in the turns to come where no enemy sees it yet, as a part of its worth."""


@lru_cache(maxsize=512)
def chance_of(card: Vehicle, terrain: str, grade: Grade) -> float:
    """The chance of a search; 0 where none is possible."""
    return float(hulldown.search(card, terrain, grade).chance) if hulldown.searchable(terrain) else 0.0


def search_gain(field: Field, index: int, errand: Errand | None) -> float:
    """What a search is worth to a vehicle that stays to hold ground; 0 to those that go on."""
    unit = field.units[index]
    card, detail = vehicle_of(unit), detail_of(unit)
    if card is None or not card.weapons or unit.cell < 0 or detail.hull_down or detail.inside or detail.track:
        return 0.0
    if errand is not None and errand.near(unit.cell) > (0.0 if errand.goal.take else 1.0):
        return 0.0
    terrain = searching.terrain_in(field.state, field.scene, index)
    chance = chance_of(card, terrain, find_grade(member_of(field.scene, index).grade))
    if not chance or field.left < 1:
        return 0.0
    turns = min(LONG, field.left)
    lost = max(turns * field.danger(index, unit.cell, "fired"), YET * field.worth(index) * turns / LONG)
    return chance * (1 - MASKED) * lost
