"""6.5.1: several sources of one observer, several plots of one battery, and what one does to the other."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.fireplan import Plot, PlotPart
from hulldown.games.panzer.rules import sight as lines
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.play import sight
from hulldown.games.panzer.rules.advanced.play.indirect import counters, missions, observers, plans
from hulldown.games.panzer.rules.advanced.support import Smoke
from support.advanced_fire import BOARD, unit
from support.advanced_support import GRENADIERS, Gunnery, battery, field, observer

HERE = BOARD.by_label
MORTAR = {"weapons": ["8cm GrW 34"]}


def mortar(hex_: str = "0112", **more: Any) -> Any:
    return unit(GRENADIERS, hex_, "B", "FIRE", known=False, **{**MORTAR, **more})


def told(made: Gunnery) -> list[tuple[Any, ...]]:
    return [(one["source"], one["net"], one["outcome"]) for one in made.told("german", "response")]


@pytest.mark.rules("6.5.1j", "6.5.1.12f", "6.5.1m")
def test_6_5_1_a_mortar_that_fire_gone_astray_destroys_does_not_fire() -> None:
    """Both have responded; the battery comes down first, over the mortar."""
    made = field([observer("0503"), mortar("0604", mark="fire")])
    made.unit("G2").sees = ()
    made.drive("1 9 100", ("G1 CALL 0803 GB1 G2 GP closed", "0604"))
    assert told(made) == [("GB1", 0, "astray"), ("G2", 0, "responds")]
    assert (made.unit("G2").status, [one.source for one in made.support.missions]) == ("eliminated", ["GB1"])
    assert (made.support.queue, made.support.used) == ((), {"GB1": 1, "G2": 1})


@pytest.mark.rules("6.5.1j", "6.5.1.12e")
def test_6_5_1_the_counter_of_a_lost_mortar_goes() -> None:
    made = field([observer("0503"), mortar("0604", mark="fire")])
    made.unit("G2").sees = ()
    made.drive("9 9 20 20 20", ("G1 CALL 0803 GB1 G2 GP closed",))
    assert [one.source for one in made.support.missions] == ["GB1", "G2"]
    counters.change(made.state, missions=tuple([_safe(one) for one in made.support.missions]))
    made.begin("german", turn=2)
    made.unit("G2").sees = ()
    made.drive("1 9 100", ("G1 CORRECT 0903 GP closed", "0604"))
    assert [(one.source, one.landed) for one in made.support.missions] == [("GB1", 2)]


def _safe(mission: Any) -> Any:
    """The same without Danger Close, by which it would check of itself."""
    return type(mission)(*[getattr(mission, name) if name != "danger" else False for name in mission.__struct_fields__])


@pytest.mark.rules("6.5.1.7-response-c", "6.5.1.12.1-observer-hindered-b", "6.5.1.12e")
@pytest.mark.parametrize(("die", "outcome", "left"), [("2", "fails", ["GB2"]), ("9", "responds", ["GB1", "GB2"])])
def test_6_5_1_7_a_source_that_ceases_fire_does_not_help_the_next(die: str, outcome: str, left: list[str]) -> None:
    """K7: both barrages hinder the observer that adjusts them, whatever the first die is."""
    made = field()
    made.drive("9 9 20 20 20 20", ("G1 CALL 0803 GB1 GB2 GP closed",))
    made.begin("german", turn=2)
    made.drive(f"{die} 9 {'20 20 ' * len(left)}", ("G1 CORRECT 0903 GP closed",))
    assert told(made) == [("GB1", 1 - 2, outcome), ("GB2", 1 - 2, "responds")]
    assert ([one.source for one in made.support.missions], made.support.queue) == (left, ())


@pytest.mark.rules("6.5.1.12.1-observer-hindered-b", "6.5.1.1c")
def test_6_5_1_12_1_the_barrage_of_another_over_the_same_hexes_hinders_every_call() -> None:
    made = field([observer(), observer("0205")], batteries={"german": [battery(), battery(), battery()]})
    made.drive("9 20 20", ("G2 CALL 0803 GB3 GP closed",))
    made.begin("german", turn=2)
    calls = ("G2 SUSTAIN GP", "G1 CALL 0803 GB1 GP closed", "G1 CALL 0803 GB2 GP closed")
    made.drive("20 20 9 20 20 9 20 20", calls)
    assert told(made) == [("GB1", -1, "responds"), ("GB2", -1, "responds")]


@pytest.mark.rules("6.5.1.12.1-observer-hindered-a", "6.5.1.12.1-observer-hindered-b")
def test_6_5_1_12_1_smoke_over_the_hexes_of_its_own_barrage_hinders() -> None:
    made = field()
    made.drive("9 20 20", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    cells = counters.cells_of(BOARD, made.mission("GB1"))
    counters.change(made.state, smokes=(Smoke(cells, "closed", 1, "indirect"),))
    kinds = [one.kind for one in observers.hindrances(made.state, made.scene, made.index("G1"), HERE["0803"], False)]
    assert kinds == ["smoke_closed"]


# Going on.


@pytest.mark.rules("6.5.1.8a", "6.5.1.8.1b")
def test_6_5_1_8_fire_that_no_source_can_keep_up_is_not_sustained() -> None:
    made = field([observer(), mortar()], batteries={})
    made.unit("G2").sees = ()
    made.drive("9 20", ("G1 CALL 0803 G2 GP closed",))
    made.begin("german", turn=2)
    assert [one.choices for one in missions._running(made.state, made.scene, made.index("G1"))][1] == ("GP", "Smoke")
    made.unit("G2").command = "MOVE"
    assert (made.why("G1 SUSTAIN GP"), made.why("G1 CHECK")) == ("6.5.1.8a", "")
    assert [one.kind for one in missions._running(made.state, made.scene, made.index("G1"))] == ["CHECK"]


@pytest.mark.rules("6.5.1.8a", "6.5.1.8.1b", "6.5.1.9c", "6.5.1.9g")
def test_6_5_1_8_a_mortar_without_smoke_is_checked_when_the_others_change_to_it() -> None:
    """It takes part in no other mission of the turn; alone it is not offered smoke."""
    made = field([observer(), observer("0205"), mortar("0404", weapons=["5cm GrW 36"])])
    made.unit("G3").sees = ()
    assert made.why("G1 CALL 0803 G3 Smoke closed") == "6.1.4.3.10a"
    made.drive("9 9 20 20 20", ("G1 CALL 0803 GB1 G3 GP closed",))
    counters.change(made.state, missions=tuple([_safe(one) for one in made.support.missions]))
    made.begin("german", turn=2)
    made.drive("5", ("G1 SUSTAIN Smoke",))
    checked = [one for one in made.events if one.kind == "checked"]
    assert [(one.rule, one.data["source"]) for one in checked] == [("6.5.1.8a", "G3")]
    assert [(one.source, one.fire) for one in made.support.missions] == [("GB1", "Smoke")]
    assert (made.unit("G3").fired, made.why("G2 CALL 0803 G3 GP closed")) == (False, "6.5.1l")


@pytest.mark.rules("6.5.1.13b", "6.5.1.8.1a")
def test_6_5_1_13_the_range_of_fire_that_goes_on_is_measured_anew() -> None:
    """An observer that has dismounted since is a hex farther away."""
    made = field()
    made.drive("9 20 20", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    made.unit("G1").cell = HERE["0103"]
    made.drive("20 20", ("G1 SUSTAIN GP",))
    assert made.mission("GB1").distance == 7


# Sources of the enemy.


@pytest.mark.rules("6.5.1.1d", "6.5.1.11.1f")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_6_5_1_1_a_refusal_says_nothing_of_the_plots_of_the_enemy(turn: int) -> None:
    plots = {"soviet": [Plot(battery="SB1", hex="0312", turn=1, parts=(PlotPart(turns=2),))]}
    made = field(batteries={"german": [battery()], "soviet": [battery(planned=1)]}, plots=plots)
    made.begin("soviet")
    made.drive("", ("SB1 ARRIVE",))
    made.begin("german", turn)
    assert made.why("G1 CALL 0803 SB1 GP closed") == "6.5.1.1d"


@pytest.mark.rules("6.5.1g", "6.5.1i", "6.5.1o")
def test_6_5_1_whether_a_side_is_asked_does_not_tell_in_which_carrier_its_observer_rides() -> None:
    """Q11: of two carriers one sees the enemy; the FO may be aboard either until it has shown itself."""
    asked = []
    for near, far, shown in (("G3", "G4", False), ("G4", "G3", False), ("G4", "G3", True)):
        carriers = [unit("SPW 251/1", hex_, "B", "OW", known=False) for hex_ in ("0304", "0304")]
        aboard = [unit(GRENADIERS, on=name, carrier="SPW 251/1", labels=labels)
                  for name, labels in (("G1", ["FO"]), ("G2", []))]  # fmt: skip
        made = field([*carriers, *aboard])
        for name in ("G1", "G2", far):
            made.unit(name).sees = ()
        made.unit(near).sees = (0,)
        made.detail("G3").shown = shown
        asked.append(missions.could_order(made.state, made.scene, "german"))
    assert asked == [True, True, False]


# Two plots of a battery.


@pytest.mark.rules("6.5.1.11.2", "6.5.1.9h", "6.5.1.11.1f")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_6_5_1_11_2_a_plot_that_is_late_comes_before_the_next_that_is_early(order: tuple[int, int]) -> None:
    both = (
        Plot(battery="GB1", hex="0303", turn=3, parts=(PlotPart(sheaf="open"),)),
        Plot(battery="GB1", hex="0803", turn=5, parts=(PlotPart(),)),
    )
    made = field(batteries={"german": [battery(planned=2)]}, plots={"german": [both[place] for place in order]})
    made.begin("german", turn=3)
    made.drive("", ("GB1 DELAY", "end fire"))
    made.begin("german", turn=4)
    offered = plans.offers(made.state, made.scene, "german")
    assert [[one.start for one in each.options] for each in offered] == [[HERE["0303"]]]
    missions.receive(made.state, made.scene, made.task("GB1 ARRIVE"), made.doing(""))
    assert [(one.cell, one.sheaf) for one in made.support.queue] == [(HERE["0303"], "open")]


@pytest.mark.rules("6.5.1.11.1b")
@pytest.mark.parametrize(
    "words", ["turn 6 GP closed 00", f"turn 6 GP closed {'9' * 5000}", f"turn {'9' * 5000} GP open 1"]
)
def test_6_5_1_11_1_numbers_that_are_none(words: str) -> None:
    made = field(batteries={"german": [battery(planned=1)]})
    order = Order("fireplan", (Task("GB1", "PLOT", (HERE["0803"],), choice=words.replace("MANY", "9" * 5000)),))
    found = plans.check(made.state, made.scene, made.decision("fireplan", "german"), order)
    assert [(one.rule, one.unit, len(one.message) < 200) for one in found] == [("6.5.1.11.1b", "GB1", True)]


# Ditches.


@pytest.mark.rules("6.5.1.9a", "6.1.4.3.4b")
def test_6_5_1_9_a_ditch_is_seen_into_from_a_top_floor_as_its_units_are(monkeypatch: pytest.MonkeyPatch) -> None:
    made = field([observer("1206")], works=[Work("ditch", HERE["1606"])])
    heights: list[Any] = []
    monkeypatch.setattr(sight, "raised", lambda *args: True)
    monkeypatch.setattr(sight, "clear_between", lambda *args: heights.append(args[4]))
    monkeypatch.setattr(lines, "hindering", lambda *args: heights.append(args[4]) or ())
    counters.change(made.state, smokes=(Smoke((HERE["1606"],), "closed", 0, "indirect"),))
    index = made.index("G1")
    for label in ("1606", "1706"):
        observers.sees_hex(made.state, made.scene, index, HERE[label])
        observers.hex_sources(made.state, made.scene, index, HERE[label])
    assert [low for _, low in heights] == [-1, -1, 0, 0]
