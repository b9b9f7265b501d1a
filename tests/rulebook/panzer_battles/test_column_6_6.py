"""Column formation (6.6) where it meets defilade and the edge of the map."""

from __future__ import annotations

import pytest

from support.battles_field import FIRST, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")


@pytest.mark.rules("15.42", "6.63a")
@pytest.mark.parametrize("marker", [0, 3])
def test_infantry_without_a_point_does_not_get_up_into_column(marker: int) -> None:
    field = Field()
    field.place("U211i", "2005", kinds.BOUND, defilade=marker)
    field.begin()
    field.unit("U211i").spent = 2
    assert field.refused(FIRST, Task("U211i", kinds.COLUMN)) == {"15.42"}
    field.unit("U211i").spent = 1
    assert not field.refused(FIRST, Task("U211i", kinds.COLUMN))


@pytest.mark.rules("6.62b", "19.26")
def test_who_waits_beside_the_map_in_column_leaves_it_not_there() -> None:
    field = Field(company_order="enemy")
    field.place("G111", "2012", kinds.BOUND)
    field.place("G112", "2014", kinds.BOUND)
    field.place("U111", "2020", column=True)
    waiting = field.unit("U112")
    waiting.status, waiting.column, waiting.entry, waiting.place = "off", True, field.cell("0124"), 1
    field.begin("move2")
    assert field.asked == {FIRST: "name"}
    assert kinds.DEPLOY_OUT in field.kinds(FIRST, "U111")
    assert field.kinds(FIRST, "U112") == set()
