"""Transport and cost tables of the Advanced Game at their bounds (6.6.3d, 6.6.4.4, 6.6.7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.dice import dice
from hulldown.core.paths import IMPOSSIBLE
from hulldown.core.sequence import Doing
from hulldown.games.panzer.game import TRAITS
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, NOBODY, ON, Work
from hulldown.games.panzer.rules.advanced.play import transport
from hulldown.games.panzer.rules.advanced.play.tables import advanced_tables
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import arms_of, scarce, silenced
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, WAITING, index_of
from support.advanced_fire import Range, unit
from support.advanced_march import cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def doing() -> Doing:
    return Doing(dice("script:", 0), 1, TRAITS.library.ruleset(("advanced",)))


@pytest.mark.rules("6.6.7.1.1-dismounting-c", "6.1.3h", "6.1.4.3.6c")
def test_what_becomes_of_a_unit_that_is_put_down() -> None:
    march = keep({"S1": "0501D", "S4": "*S1"}, works=[Work(ENTRENCHMENT, cell("0501"))])
    march.set("S4", shown=True, small=True, manner="crawling")
    index = index_of(march.state, "S4")
    transport.put_down(march.state, scene(), index, cell("0501"), doing(), 0)
    unit_, detail = march.unit("S4"), march.detail("S4")
    assert (unit_.status, unit_.moved, unit_.mark, march.at("S4")) == (ON_MAP, True, "move", "0501A")
    assert (detail.shown, detail.small, detail.manner, detail.carrier) == (False, False, "", NOBODY)
    assert march.state.works[0].unit == index, "into the entrenchment of the hex"
    transport.take_up(march.state, scene(), index_of(march.state, "S1"), index, doing())
    assert march.unit("S4").status == CARRIED
    assert march.state.works[0].unit == NOBODY, "and out of it"


@pytest.mark.rules("6.6.7.1.1a", "6.6.7.1.1-mounting-a", "6.6.7.1.1-mounting-b", "6.6.7.1.1-mounting-c")
def test_who_cannot_mount() -> None:
    march = keep({"S3": "0501D", "S4": "0503", "S7": "0502", "S5": "0501", "G2": "0501", "S1": "0501", "S6": "*S3"})

    def fault(name: str) -> tuple[str, str] | None:
        return transport.mount_fault(
            march.state, scene(), index_of(march.state, "S3"), index_of(march.state, name), cell("0501")
        )

    assert fault("S5") == ("6.6.7.1f", "there is no room for S5"), "a section is aboard"
    assert fault("S4") == ("6.6.7.1f", "there is no room for S4")
    march.unit("S6").status = ON_MAP
    march.unit("S6").cell = cell("0909")
    march.detail("S6").carrier = NOBODY
    assert fault("S5") is None
    assert fault("S4") == ("6.6.7.1.1-mounting-a", "S4 is not in 0501 nor next to it")
    assert fault("S7") == ("6.6.7.1.1-mounting-b", "S7 is not in 0501")
    march.set("G2", command="MOVE")
    march.set("S5", status=WAITING)
    for name in ("G2", "S1", "S5"):
        assert fault(name) == ("6.6.7.1.1a", f"{name} is no leg or towed unit on the map that could mount")


@pytest.mark.rules("6.6.7.1.1b", "6.6.7.1.1-dismounting-a", "6.6.7.1.1-dismounting-b", "6.6.7.1.2a", "6.6.7.1.2c")
def test_who_cannot_come_down() -> None:
    march = keep({"S1": "0501D", "S4": "*S1", "S3": "0502D", "S6": "*S3"})
    state = march.state
    s1, s4, s6 = (index_of(state, name) for name in ("S1", "S4", "S6"))
    here = (cell("0501"), cell("0501"))
    assert transport.dismount_fault(state, scene(), s1, s4, here) is None
    assert transport.bail_fault(state, s1, s4) is None
    assert transport.dismount_fault(state, scene(), s1, s6, here) == ("6.6.7.1.1b", "S6 is not aboard")
    assert transport.bail_fault(state, s1, s6) == ("6.6.7.1.2a", "S6 is not aboard")
    for off in (-1, 0):
        fault = transport.dismount_fault(state, scene(), s1, s4, (cell("0501"), off))
        assert fault == ("6.6.7.1.1-dismounting-a", "S4 may not dismount off the map")
    march.set("S4", suppressed=ON)
    assert transport.bail_fault(state, s1, s4) == ("6.6.7.1.2a", "S4 is suppressed")
    march.set("S4", status=WAITING, suppressed="")
    assert transport.dismount_fault(state, scene(), s1, s4, here) == ("6.6.7.1.1b", "S4 is not aboard")
    assert transport.bail_fault(state, s1, s4) == ("6.6.7.1.2a", "S4 is not aboard")


@pytest.mark.rules("6.6.7.1a", "6.6.7.1f", "6.6.7.1g")
def test_the_room_that_is_left() -> None:
    march = keep({"S3": "0501D", "S8": "*S3", "S4": "0501", "S1": "0501", "S14": "*S1", "G3": "1401", "G5": "*G3"})
    left = {name: transport.room_left(march.state, index_of(march.state, name)) for name in ("S3", "S4", "S16", "G3")}
    assert left == {"S3": (0, 0), "S4": (0, 0), "S16": (1, 2), "G3": (1, 1)}
    assert transport.room_left(march.state, index_of(march.state, "S1")) == (0, 1)
    heavy = keep({"S3": "0501D", "S6": "*S3"})
    assert transport.room_left(heavy.state, index_of(heavy.state, "S3")) == (1, 1)


@pytest.mark.rules("6.6.3d", "6.6.4.4a", "6.6.4.1d", "6.6.4.2c")
def test_the_tables_of_a_map() -> None:
    tables = advanced_tables("march-field")
    turns = {label: tables["turn inside"][cell(label)] for label in ("0303", "0304", "0101")}
    assert turns == {"0303": (2,), "0304": (2,), "0101": (1,)}
    assert tables["turn"][cell("0101")] == (1,)
    quick = tables["quick foot"][cell("0504")]
    assert quick[4] != IMPOSSIBLE, "over open ground"
    rough = tables["quick foot"][cell("0702")]
    assert rough[3] == IMPOSSIBLE, "not into rough ground"
    hill = tables["quick foot"][cell("1206")]
    assert hill[3] == IMPOSSIBLE != tables["cross foot"][cell("1206")][3], "not uphill"
    real = advanced_tables("panzer-town")
    for name in ("leave route", "enter route"):
        wheeled, bicycle = real[f"{name} W"], real[f"{name} bicycle"]
        ways = [number for number, row in enumerate(wheeled) if any(one != IMPOSSIBLE for one in row)]
        assert ways == [number for number, row in enumerate(bicycle) if any(one != IMPOSSIBLE for one in row)] != []


@pytest.mark.rules("5.1.3.1c", "5.1.3.2b", "5.1.3.4b", "5.16.2.7a")
def test_why_a_weapon_is_silent_and_tungsten_scarce() -> None:
    weapons = ("German HMG", "8cm GrW 34", "Panzerfaust")
    at = Range([unit("T-34/76 M43", "0808")], [unit("SPW 251/1", "0811"), *[
        unit("German Section", on="G1", weapons=(name,)) for name in weapons]], month="", tungsten="none")  # fmt: skip
    cases = ("5.1.3.2b", "5.1.3.1c", "5.1.3.4b")
    for number, rule in enumerate(cases, 2):
        arm = arms_of(at.state, at.scene, number)[-1]
        fault = silenced(at.state, at.scene, number, arm)
        assert fault is not None
        assert fault[0] == rule
        at.unit(f"G{number}").status = ON_MAP
        at.detail(f"G{number}").upper = True
        above = silenced(at.state, at.scene, number, arm)
        assert (None if above is None else above[0]) == (None if number == 2 else rule)
    assert scarce(at.state, at.scene, 1, "APCR"), "without a date the option counts"
    assert not scarce(at.state, at.scene, 0, "APCR")
