"""Vehicles and buildings exactly (6.6.3): which refusal comes first, and how a vehicle faces inside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.pieces import RUBBLE, Work
from hulldown.games.panzer.rules.advanced.play import entering
from hulldown.games.panzer.rules.advanced.play.march import IN, IN_FROM
from hulldown.games.panzer.rules.advanced.play.march import March as Marching
from hulldown.games.panzer.rules.driving import TURN
from hulldown.games.panzer.rules.movement import Plan
from hulldown.games.panzer.rules.state import WAITING
from support.advanced_march import March, cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def entered(march: March, name: str, *hexes: str, facing: int = -1) -> Plan:
    task = Task(name, "ENTER", tuple(cell(one) for one in hexes), facing)
    return entering.entered(Marching(march.state, scene(), task))


@pytest.mark.rules("6.6.3a", "6.6.3b", "6.6.3c", "6.1.4.3.1f", "6.1.4.3.9a", "3.5.1a")
def test_the_first_reason_is_told() -> None:
    def why(name: str, where: str, *hexes: str, **facts: object) -> tuple[str, str]:
        return entered(keep({name: where}).set(name, **facts), name, *hexes).fault or ("", "")

    assert why("S1", "0303") == why("S1", "0203D", "0303") == ("", "")
    assert why("S13", "0501") == why("S13", "0303") == ("6.6.3c", "SU-76M M43 is open-topped")
    assert why("S3", "0501") == ("6.6.3a", "Truck is not tracked")
    assert why("S4", "0501")[0] == "6.1.4.3.1f"
    assert why("S1", "0501", status=WAITING) == ("6.6.3a", "it is not on the map")
    assert why("S1", "0501") == ("6.6.3a", "there is no building in 0501")
    assert why("S1", "0303", inside=True) == ("6.6.3a", "it is inside already")
    assert why("S1", "0501", "0303") == ("3.5.1a", "0501 and 0303 are not adjacent")
    fallen = keep({"S1": "0303"}, works=[Work(RUBBLE, cell("0303"))])
    assert entered(fallen, "S1").fault == ("6.6.3a", "there is no building in 0303")


@pytest.mark.rules("6.6.3a", "6.6.3b", "6.6.3d", "6.6.3h")
def test_how_it_faces_inside() -> None:
    march = keep({"S1": "0303D"})
    assert entered(march, "S1").actions == [IN]
    assert entered(march, "S1", facing=3).actions == [IN], "as it stands"
    assert entered(march, "S1", facing=4).actions == [IN, TURN + 4]
    assert entered(march, "S1", facing=0).actions == [IN, TURN]
    beside = keep({"S1": "0302D"})
    assert entered(beside, "S1", "0303").actions == [IN_FROM + 3]
    turned = keep({"S1": "0302C"})
    assert entered(turned, "S1", "0303").actions == [TURN + 3, IN_FROM + 3]
    assert entered(keep({"S1": "0304A"}), "S1", "0303").actions == [IN_FROM]
