"""Hull down: the search for a position, whom it protects from, and Partial Hull Down by height (6.1.4.1, 6.6.9)."""

from __future__ import annotations

from typing import Literal, get_args

from hulldown.core.errors import UnknownNameError
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.advanced_tables import Grade, cell, modifier
from hulldown.games.panzer.data.loading import listing
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.chances import Chance, at_most, total
from hulldown.games.panzer.rules.advanced.grades import hull_down_modifier

HullDown = Literal["none", "partial", "full"]
HULL_DOWN: tuple[HullDown, ...] = get_args(HullDown)
Angle = Literal["front", "front-side", "rear-side", "rear"]
ANGLES: tuple[Angle, ...] = get_args(Angle)
"""The Hit Angles; the two in the middle come left and right alike, so they are six (6.5.2.2a)."""
_SIZES = {2: "size_plus_2", 1: "size_plus_1", 0: "size_0", -1: "size_minus_1", -2: "size_minus_2"}


def searchable(terrain: str) -> bool:
    """Whether a search can find a position there: the terrain lists a range (6.6.9a)."""
    return terrain in listing("hull-down-search").rows


def search_modifiers(card: Vehicle, grade: Grade, partial: bool) -> tuple[Factor, ...]:
    """What is added to the roll of a search: kind of position, size and grade (6.6.9d, 6.6.9-size, 6.6.9-grade)."""
    size = modifier("hull-down-modifiers", _SIZES[card.size])
    found = [modifier("hull-down-modifiers", "partial")] if partial else []
    return tuple(factor for factor in (*found, size, hull_down_modifier(grade)) if factor.value)


def search(card: Vehicle, terrain: str, grade: Grade, partial: bool = False) -> Chance:
    """The chance that a search finds a position (6.6.9c); raises UnknownNameError for terrain without one."""
    if not searchable(terrain):
        known = ", ".join(listing("hull-down-search").rows)
        raise UnknownNameError(f"no search finds a position in {terrain!r} (6.6.9a)", hint=f"terrain: {known}")
    found = cell("hull-down-search", terrain, "range")
    changes = search_modifiers(card, grade, partial)
    first = Factor("6.6.9c", f"position found in {terrain.replace('_', ' ')}", found.text, found.tag)
    return Chance(at_most(found.last, total(changes)), (first, *changes))


def protects(angle: Angle, reversed_in: bool = False) -> bool:
    """Whether a position that was searched for masks the hull at this angle (6.6.9f)."""
    open_to = ("front", "front-side") if reversed_in else ("rear", "rear-side")
    return angle not in open_to


def partial_by_height(target: int, firer: int, distance: int) -> bool:
    """Whether a target is Partial Hull Down as it stands higher by at least the range (6.1.4.1.2a, 6.1.4.1.3; H17)."""
    return firer < target and distance <= target - firer


def best(*positions: HullDown) -> HullDown:
    """The best of several protections that are valid at an angle (ruling H10)."""
    return max(positions, key=HULL_DOWN.index, default="none")
