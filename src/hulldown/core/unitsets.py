"""Sets of units: sorted tuples of their places in the list of units.

Such a set can have any number of members, is written as a plain list in JSON and MessagePack, and equal sets have equal
bytes. It cannot be changed in place, so copies of a state share it. Ask with `index in units`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

UnitSet = tuple[int, ...]
"""In a class of pieces write `tuple[int, ...]` instead: the compiler has to see what it is."""
NO_UNITS: Final[UnitSet] = ()


def unit_set(members: Iterable[int]) -> UnitSet:
    """The set of these units, in whatever order and however often they come."""
    return tuple(sorted(set(members)))


def with_unit(units: UnitSet, index: int) -> UnitSet:
    """The set with one more unit; the same one if the unit is in it."""
    if not units or units[-1] < index:
        return (*units, index)
    return units if index in units else tuple(sorted((*units, index)))
