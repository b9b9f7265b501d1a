"""6.5.1, 6.6: limits and first places of close combat, overruns and indirect fire, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hulldown.core.decisions import Option, PathDomain
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play import halts, offers, watching
from hulldown.games.panzer.rules.advanced.play.assault import overrunning, overruns
from hulldown.games.panzer.rules.advanced.play.indirect import counters, landing, missions, observers, plans
from hulldown.games.panzer.rules.advanced.play.march import March as Marching
from hulldown.games.panzer.rules.advanced.play.march import plan
from hulldown.games.panzer.rules.advanced.support import LANDS, Volley
from hulldown.games.panzer.rules.overwatch import WATCH
from hulldown.games.panzer.rules.state import Frame, Progress, index_of
from support.advanced_fire import BOARD, Range, unit
from support.advanced_march import cell, keep, scene, the_country
from support.advanced_support import Gunnery, field, observer

HERE = BOARD.by_label
SQUAD, TANK = "Soviet Rifle squad", "PzKpfw IVH"
MORTAR = {"weapons": ["82mm BM41"]}


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


# Overruns.


@pytest.mark.rules("6.6.10.1d")
@pytest.mark.parametrize(
    ("facts", "rest"),
    [
        ({"spent": 4, "route": False}, True),
        ({"spent": 5, "route": False}, False),
        ({"spent": 4, "route": False, "stuck": True}, False),
        ({"spent": 4, "route": False, "open": False}, False),
        ({"spent": 5, "route_spent": 7}, True),
        ({"spent": 5, "route_spent": 8, "road_allowance": 0}, False),
        ({"spent": 5, "route_spent": 8, "path_allowance": 0}, True),
        ({"spent": 5, "route_spent": 12}, False),
        ({"spent": 5, "route_spent": 0, "route": False}, False),
        ({"spent": 4, "route_spent": 12, "open": False}, False),
        ({"spent": 4, "route_spent": 0, "open": False}, True),
    ],
)
def test_6_6_10_1_what_is_left_across_country_or_along_the_road(facts: dict[str, Any], rest: bool) -> None:
    """A T-34 has 5 points across country, 8 along a path and 12 along a road."""
    account = {"allowance": 5, "path_allowance": 8, "road_allowance": 12, **facts}
    assert bool(overruns._has_rest(Progress(**account))) is rest


@pytest.mark.rules("6.6.10a", "6.6.10d", "6.6.4.1c")
@pytest.mark.parametrize(
    ("start", "target", "found"),
    [
        ("0105", "1305", True),  # twelve hexes along the road
        ("0105", "1405", False),
        ("0105", "0605", True),
        ("0105", "0703", False),  # six hexes, beside the road
        ("0102", "0705", False),  # six hexes to the road
        ("0103", "0605", True),
    ],
)
def test_6_6_10_from_how_far_off_a_vehicle_comes_to_its_target(
    start: str, target: str, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overrunning, "spotted", lambda *args: True)
    made = keep({"S1": start, "G7": target})
    there = overrunning.targets_of(made.state, scene(), index_of(made.state, "S1"))
    assert there == ([index_of(made.state, "G7")] if found else [])


@pytest.mark.rules("4.5.1.1.5a", "4.5.1.1.3a", "6.6.10a", "6.6.10g")
@pytest.mark.parametrize(
    ("target", "facts", "comes"),
    [
        ("0605", {"allowance": 5}, True),
        ("0705", {"allowance": 5}, False),
        ("0705", {"allowance": 5, "rate": 6}, True),
        ("0605", {"allowance": 5, "rate": 3}, True),
        ("0305", {"allowance": 5, "times": 2}, True),
        ("0405", {"allowance": 5, "times": 2}, False),
        ("0205", {"allowance": 1, "times": 2, "least": True}, True),
        ("0205", {"allowance": 1, "times": 2}, False),
        ("0305", {"allowance": 1, "least": True}, False),
    ],
)
def test_6_6_10_a_move_is_offered_where_a_point_a_hex_would_do(target: str, facts: dict[str, Any], comes: bool) -> None:
    """Backwards every hex counts twice; a single hex may be entered whatever it costs."""
    made = keep({"S1": "0105C"})
    march = Marching(made.state, scene(), Task("S1", "STAY"))
    option = Option("MOVE", "6.6.10g", path=PathDomain(cell("0105"), table="", **facts))
    assert bool(offers._comes_to(march, option, cell(target))) is comes


@pytest.mark.rules("6.6.11a", "6.6.10f")
def test_6_6_11_whom_a_task_attacks() -> None:
    """The first unit of the list as well as others; without a Move command only its own overrun counts."""
    made = Range(
        [unit(SQUAD, "0803", "A", "OW", mark="fire"), unit(SQUAD, "0703", "A", "OW", mark="fire")],
        [unit("SPW 251/1", "0603", "C", "MOVE"), unit("German Rifle squad", on="G1")],
    )

    def attacked(kind: str, choice: str, *labels: str) -> int:
        task = Task("G1", kind, tuple(HERE[label] for label in labels), choice=choice)
        return overruns.attacked_by(made.state, made.scene, task)

    storm = f"{halts.DROP} G2@0603=S"
    assert attacked("MOVE", f"{halts.OVERRUN} S1", "0703", "0803") == 0
    assert attacked("MOVE", f"{halts.OVERRUN} S2", "0703", "0803") == 1
    assert (attacked("MOVE", f"{storm}1", "0602"), attacked("MOVE", f"{storm}2", "0602")) == (0, 1)
    assert attacked("MOVE", "", "0602") == -1
    made.unit("G1").command = "HALT"
    assert attacked("MOVE", f"{storm}1", "0602") == -1
    assert attacked("MOVE", f"{halts.OVERRUN} S1", "0703", "0803") == 0


@pytest.mark.rules("6.6.1.1e", "6.6.1.1o", "6.6.7.1.1-vehicle-c")
@pytest.mark.parametrize("target", ["S1", "S2"])
def test_6_6_1_1_whoever_a_passenger_attacks_must_be_next_to_it(target: str) -> None:
    """The first unit of the list as well as others."""
    tanks = [unit("T-34/76 M43", "0803", "A", "OW", mark="fire"), unit("T-34/76 M43", "0802", "A", "OW", mark="fire")]
    carrier = [unit("SPW 251/1", "0603", "C", "MOVE"), unit("German Rifle squad", on="G1")]
    made = Range(tanks, carrier)

    def refused(*path: str) -> str:
        choice = f"{halts.DROP} G2@{path[-1]}={target}"
        fault = plan(made.state, made.scene, Task("G1", "MOVE", tuple(HERE[one] for one in path), choice=choice)).fault
        return fault[0] if fault else ""

    assert (refused("0602"), refused("0703")) == ("6.6.1.1e", "")


# Indirect fire.


@pytest.mark.rules("6.5.1.11.1b")
def test_6_5_1_11_1_numbers_of_a_plot_have_nine_figures_at_most() -> None:
    words = ("1", "07", "9" * 9, "9" * 10, "", "x", "-1", "1.5")
    assert [plans._number(word) for word in words] == [1, 7, 999999999, None, None, None, None, None]


@pytest.mark.rules("6.1.4.3.10i", "6.1.4.3.10k")
def test_6_1_4_3_10_smoke_of_another_pattern_or_elsewhere_stays() -> None:
    made = field()
    made.state.stack = [Frame("fire1", side="german")]
    for label, density in (("0503", "closed"), ("0503", "open"), ("0603", "open"), ("0503", "closed")):
        counters.make_smoke(made.state, (HERE[label],), density, "fire")
    assert [(BOARD.labels[one.cells[0]], one.density) for one in made.support.smokes] == [
        ("0503", "open"), ("0603", "open"), ("0503", "closed"),
    ]  # fmt: skip


def shelling(script: str) -> Gunnery:
    """A Soviet mortar, the very first unit, is called by a suppressed observer."""
    mortar = unit("Soviet Section", "0112", "B", "FIRE", known=False, **MORTAR)
    spotter = unit("Soviet Section", "0203", "B", "OW", labels=["FO"], known=False, suppressed="on")
    made = field([unit(TANK, "0803", "E", mark="fire")], [mortar, spotter], batteries={})
    made.unit("S1").sees = ()
    made.begin("soviet")
    made.drive(script, ("S2 CALL 0803 S1 GP closed",))
    return made


@pytest.mark.rules("6.5.1h", "6.5.1m", "6.5.1.7-response-d", "4.4.2a")
@pytest.mark.parametrize(("die", "lands"), [("9 20", True), ("2", False)])
def test_6_5_1_the_first_unit_of_the_list_may_be_a_mortar(die: str, lands: bool) -> None:
    made = shelling(die)
    assert made.index("S1") == 0
    assert [one.source for one in made.support.missions] == (["S1"] if lands else [])
    assert (made.unit("S1").fired, made.unit("S1").known, made.unit("S1").mark) == (True, True, "fire" if lands else "")
    assert watching.open_targets(made.state, "german", WATCH) == ([0] if lands else [])


@pytest.mark.rules("6.5.1j", "6.5.1.1d")
def test_6_5_1_the_first_unit_of_the_list_is_a_source_of_its_side_until_it_is_lost() -> None:
    made = shelling("9 20")
    assert observers.foreign(made.state, made.scene, "soviet", "S1") is None
    assert observers.foreign(made.state, made.scene, "german", "S1") is not None
    volley = Volley("soviet", "S1", HERE["0803"], "GP", "one", LANDS, -1, "S2", distance=6)
    counters.change(made.state, queue=(volley,))
    made.unit("S1").status = "eliminated"
    told = made.doing("")
    assert landing.go(made.state, made.scene, told) == ""
    assert (made.support.queue, made.support.missions, told.events) == ((), (), [])


@pytest.mark.rules("6.5.1.7a", "6.5.1g")
def test_6_5_1_7_one_enemy_that_is_still_there_is_enough() -> None:
    made = field([observer()])
    watcher = made.unit("G1")
    assert missions._sees_somebody(made.state, watcher)
    made.unit("S2").status = "knocked out"
    watcher.sees = (0, 1)
    assert missions._sees_somebody(made.state, watcher)
    made.unit("S1").status = "knocked out"
    assert not missions._sees_somebody(made.state, watcher)
