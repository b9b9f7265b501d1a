"""Sets of units hold any number of units, and are stored like any other list of numbers."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.unitsets import NO_UNITS, UnitSet, unit_set, with_unit

SETS = [(), (0,), (63,), (64,), (0, 1, 64, 119), tuple(range(120))]


@pytest.mark.parametrize("units", SETS)
def test_a_set_of_many_units_is_stored_and_read(units: UnitSet) -> None:
    assert msgspec.json.decode(msgspec.json.encode(units), type=UnitSet) == units
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(units), type=UnitSet) == units


@pytest.mark.parametrize("units", SETS)
@pytest.mark.parametrize("index", [0, 1, 63, 64, 119])
def test_adding(units: UnitSet, index: int) -> None:
    more = with_unit(units, index)
    assert more == tuple(sorted({*units, index}))
    assert (more is units) == (index in units)


def test_equal_sets_are_equal_tuples() -> None:
    built = NO_UNITS
    for index in (70, 3, 119, 3, 0):
        built = with_unit(built, index)
    assert built == unit_set([119, 0, 3, 70, 70]) == (0, 3, 70, 119)
