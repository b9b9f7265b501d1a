"""Crawling exactly (6.6.4.3): who, where to, and what is left behind; positions that protect and silence (6.1.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import (
    DITCH,
    ENTRENCHMENT,
    HULL_DOWN,
    IMPROVED,
    NOBODY,
    ON,
    PARTIAL,
    Work,
)
from hulldown.games.panzer.rules.advanced.play import cover, crawling
from hulldown.games.panzer.rules.advanced.play.march import CRAWL
from hulldown.games.panzer.rules.advanced.play.march import March as Marching
from hulldown.games.panzer.rules.state import CARRIED, ELIMINATED, Mover, Progress, index_of
from support.advanced_march import March, cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def crawler(where: str = "0504", **more: Any) -> March:
    return keep({"S4": where, "G2": "0508", "S1": "1401"}, **more).set("S4", full_cover=True)


def fault(march: March, to: str) -> tuple[str, str]:
    asked = Marching(march.state, scene(), Task("S4", "CRAWL", (cell(to),)))
    return crawling.fault_of(asked, cell(to)) or ("", "")


@pytest.mark.rules("6.6.4.3a", "6.6.4.3b")
def test_who_crawls() -> None:
    assert fault(crawler(), "0503") == ("", "")
    for facts, rule in (
        ({"full_cover": False}, "6.6.4.3a"), ({"status": CARRIED, "carrier": 0}, "6.6.4.3a"),
        ({"suppressed": ON}, "6.6.4.3a"), ({"command": "HALT"}, "6.6.4.3b"), ({"upper": True}, "6.6.4.3b"),
    ):  # fmt: skip
        assert fault(crawler().set("S4", **facts), "0503")[0] == rule, facts


@pytest.mark.rules("6.6.4.3a", "6.6.4.3b", "6.6.4.3c", "6.1.1c")
def test_where_to() -> None:
    assert fault(crawler(), "0502") == ("6.6.4.3a", "0502 is not adjacent")
    assert fault(crawler("1303"), "1304") == ("6.6.4.3a", "it cannot crawl into 1304"), "water"
    assert fault(crawler("1106"), "1006") == ("6.6.4.3a", "it cannot crawl into 1006"), "no Full Cover in a stream"
    assert fault(crawler("1206"), "1207")[0] == "6.6.4.3b"
    march = crawler("0506")
    g2, s1 = index_of(march.state, "G2"), index_of(march.state, "S1")
    assert fault(march, "0507") == ("", ""), "nobody has spotted it"
    march.unit("S1").sees = (g2,)
    assert fault(march, "0507") == ("6.6.4.3c", "G2, which is spotted, is next to 0507")
    march.set("S1", status=CARRIED)
    assert fault(march, "0507")[0] == "6.6.4.3c", "6.1.1c: who rides spots as well"
    march.set("S1", status="on map")
    assert fault(march, "0505") == ("", ""), "three hexes away"
    march.unit("G2").cell = cell("0507")
    assert fault(march, "0505") == ("", ""), "two hexes away"
    march.unit("G2").cell = cell("0508")
    march.unit("S1").status = ELIMINATED
    assert fault(march, "0507") == ("", ""), "a lost unit sees nothing"
    march.unit("S1").status = "on map"
    march.unit("G2").status = ELIMINATED
    assert fault(march, "0507") == ("", ""), "it is gone"
    march.unit("G2").status = "on map"
    march.unit("S1").sees = ()
    march.unit("G2").sees = (g2, s1)
    assert fault(march, "0507") == ("", ""), "what the enemy sees says nothing"


@pytest.mark.rules("6.6.4.3b", "6.1.4.3.4b", "4.1.4.1.6a")
def test_into_and_out_of_a_ditch_is_a_change_of_elevation() -> None:
    ditches = [Work(DITCH, cell("0503")), Work(DITCH, cell("0502"))]
    assert fault(crawler(works=ditches), "0503")[0] == "6.6.4.3b"
    assert fault(crawler("0503", works=ditches), "0504")[0] == "6.6.4.3b"
    assert fault(crawler("0503", works=ditches), "0502") == ("", ""), "along it"


@pytest.mark.rules("6.6.4.3a", "6.6.4.3d", "6.1.4.3.6c")
def test_what_a_crawl_does() -> None:
    march = crawler(works=[Work(ENTRENCHMENT, cell("0504"))])
    index = index_of(march.state, "S4")
    march.state.works[0].unit = index
    march.set("S4", full_cover=False)
    march.state.mover = Mover(index, Progress(), [], -1, 0, -1)
    rules = LIBRARY.ruleset(("advanced",))
    told = Doing(dice("script:", 0), 1, rules)
    assert not crawling.crawl(march.state, scene(), CRAWL, told), "no chance to react"
    assert march.at("S4") == "0503A"
    assert (march.state.mover.before, march.state.mover.progress.steps) == (cell("0504"), 1)
    assert march.detail("S4").full_cover
    assert march.state.works[0].unit == NOBODY
    assert [(one.kind, one.rule, dict(one.data)["hex"]) for one in told.events] == [("crawled", "6.6.4.3a", "0503")]


@pytest.mark.rules("6.1.4.3.7d", "6.1.4.3.7e", "6.1.4.1.2b", "6.1.4.1.2c", "6.1.4.1.2d", "6.1.4.1.2e", "6.5.2.2c")
def test_positions_that_protect_and_silence() -> None:
    march = keep({"S1": "0504A", "G1": "0502", "G8": "0504"}, works=[Work(IMPROVED, cell("0504"), facing=0)])
    state = march.state
    s1, g1, g8 = (index_of(state, name) for name in ("S1", "G1", "G8"))
    state.works[0].unit = s1
    assert cover.hull_down_from(state, scene(), s1, g1) == "full"
    assert cover.hull_down_from(state, scene(), s1, g8) == "none", "not in its own hex"
    assert cover.silenced(state, scene(), s1)
    march.set("S1", hull_down=PARTIAL)
    assert cover.hull_down_from(state, scene(), s1, g1) == "partial"
    assert not cover.silenced(state, scene(), s1)
    state.works.clear()
    march.set("S1", hull_down=HULL_DOWN, hull_facing=0, command="FIRE", known=True)
    assert cover.silenced(state, scene(), s1)
    march.set("S1", command="MOVE")
    assert not cover.silenced(state, scene(), s1), "it has given it up"
    march.set("S1", command="FIRE", hull_down=PARTIAL)
    assert not cover.silenced(state, scene(), s1)
