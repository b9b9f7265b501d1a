"""6.5.1.11: planned fire: the plan of the setup, early and late, shifts, the turn of waiting."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.orders import Order
from hulldown.games.panzer.data.fireplan import Plot, PlotPart
from hulldown.games.panzer.faces import mission_notation
from hulldown.games.panzer.rules.advanced.play.indirect import plans
from support.advanced_fire import BOARD, unit
from support.advanced_support import Gunnery, battery, field, observer

# Planned fire.


def planned(turn: int = 3, parts: tuple[PlotPart, ...] = (PlotPart(turns=2),), **more: Any) -> Gunnery:
    guns = {"german": [battery(planned=1), battery("Heavy battery")]}
    plot = Plot(battery="GB1", hex="0803", turn=turn, parts=parts)
    return field(batteries=guns, plots={"german": [plot]}, **more)


@pytest.mark.rules("6.5.1c", "6.5.1.11a", "6.5.1.1e", "6.5.1.12a", "6.5.1.11.2", "6.5.1.13d")
def test_planned_fire_comes_down_on_its_turn_without_a_die_for_response() -> None:
    made = planned()
    made.begin("german", turn=1)
    assert made.drive("", ("end fire",)) == []
    made.begin("german", turn=3)
    assert made.drive("59 59", ("end fire",))[0] == "impact"
    assert [one["band"] for one in made.told("soviet", "shelled")] == ["M", "M"]
    assert (made.mission("GB1").planned, made.mission("GB1").observer) == (True, "")


@pytest.mark.rules("6.5.1.11.2")
def test_one_turn_early_or_late_moves_the_whole_plot() -> None:
    """K14."""
    early = planned()
    early.begin("german", turn=2)
    early.drive("59 59", ("GB1 ARRIVE",))
    early.begin("german", turn=3)
    early.drive("59 59", ("end fire",))
    early.begin("german", turn=4)
    assert early.drive("", ("end fire",)) == ["fire_over"]
    late = planned()
    late.begin("german", turn=2)
    assert late.why("GB1 DELAY") == "6.5.1.11.2"
    late.begin("german", turn=3)
    assert late.drive("", ("GB1 DELAY", "end fire")) == []
    late.begin("german", turn=4)
    assert late.why("GB1 DELAY") == "6.5.1.11.2"
    assert late.drive("59 59", ("end fire",))[0] == "impact"
    never = planned(5)
    never.begin("german", turn=3)
    assert never.why("GB1 ARRIVE") == "6.5.1.11.2"


@pytest.mark.rules("6.5.1.11.3")
def test_planned_fire_is_shifted_by_five_hexes_turn_by_turn() -> None:
    """K15: from where it is now."""
    made = planned(soviet=[unit("T-34/76 M43", "2012", "E")])
    made.begin("german", turn=3)
    assert made.why("GB1 ARRIVE 1403") == "6.5.1.11.3"
    made.drive("", ("GB1 ARRIVE 1303",))
    made.begin("german", turn=4)
    assert made.why("GB1 ARRIVE 0703") == "6.5.1.11.3"
    made.drive("", ("GB1 ARRIVE 1803",))
    assert made.mission("GB1").cell == BOARD.by_label["1803"]


@pytest.mark.rules("6.5.1.11.1e", "6.5.1.11.1f", "6.5.1.9h")
def test_a_battery_waits_one_turn_after_its_plot() -> None:
    made = planned()
    made.begin("german", turn=3)
    made.drive("59 59", ("end fire",))
    for turn, case in ((4, "6.5.1.11.1f"), (5, "6.5.1.11.1f"), (6, "")):
        made.begin("german", turn=turn)
        assert made.why("G1 CALL 0803 GB1 GP closed") == case, turn
        if turn == 4:
            assert made.why("GB1 CHECK") == "6.5.1.9h"
            made.drive("59 59", ("end fire",))


@pytest.mark.rules("6.5.1.11.1d", "6.5.1.11.1-ex1", "6.5.1.11.1b", "6.5.1.11.4a", "6.5.1.11.4b")
def test_the_five_turns_of_the_example() -> None:
    """GP Closed for two turns, Smoke Open for one, GP Open for two; smoke that fails stops nothing."""
    parts = (
        PlotPart(fire="GP", sheaf="closed", turns=2), PlotPart(fire="Smoke", sheaf="open", turns=1),
        PlotPart(fire="GP", sheaf="open", turns=2),
    )  # fmt: skip
    made = planned(3, parts, soviet=[unit("T-34/76 M43", "2012", "E")])
    found = []
    for turn in range(3, 9):
        made.begin("german", turn=turn)
        made.drive("10" if turn == 5 else "", ("end fire",))
        one = next(iter(made.support.missions), None)
        found.append((turn, one.fire, one.sheaf) if one else (turn, "", ""))
    assert found == [
        (3, "GP", "closed"), (4, "GP", "closed"), (5, "", ""), (6, "GP", "open"), (7, "GP", "open"), (8, "", ""),
    ]  # fmt: skip


@pytest.mark.rules("6.5.1.11.3")
def test_planned_fire_is_never_danger_close() -> None:
    made = planned(soviet=[unit("T-34/76 M43", "0803", "E", mark="fire")],
                   german=[observer(), unit("German Rifle squad", "0703", "B", mark="fire")])  # fmt: skip
    made.begin("german", turn=3)
    made.drive("59 50", ("end fire",))
    assert not made.mission("GB1").danger


@pytest.mark.rules("6.5.1.11.1a", "6.5.1.11.1c", "6.5.1.11b", "6.5.1.4d", "6.5.1.11.1b")
@pytest.mark.parametrize(
    ("line", "case"),
    [
        ("GB1 PLOT 0803 turn 2 GP closed 2, Smoke linear B 1", ""),
        ("GB1 PLOT 0803 turn 2 GP closed 6", "6.5.1.11.1c"),
        ("GB1 PLOT 0803 turn 9 GP closed 1", "6.5.1.11.1b"),
        ("GB1 PLOT 0803 turn 0 GP closed 1", "6.5.1.11.1b"),
        ("GB1 PLOT 0803 GP closed 1", "6.5.1.11.1b"),
        ("GB1 PLOT 0803 turn 2 GP linear 1", "6.5.1.5d"),
        ("GB2 PLOT 0803 turn 2 GP closed 1", "6.5.1.11b"),
        ("SB1 PLOT 0803 turn 2 GP closed 1", "6.5.1.11.1a"),
        ("GB1 REGISTER 0803", ""),
        ("GB1 REGISTER 0803 0903", "6.5.1.4a"),
        ("GB2 REGISTER 0803", "6.5.1.4a"),
    ],
)
def test_the_fire_plan_of_the_setup(line: str, case: str) -> None:
    made = field(batteries={"german": [battery(planned=1, registered=1), battery("Heavy battery")]})
    name, *words = line.split()
    order = Order("fireplan", (mission_notation.task(made.scene, "fireplan", name, words, "test"),))
    found = plans.check(made.state, made.scene, made.decision("fireplan", "german"), order)
    assert [one.rule for one in found] == ([case] if case else [])
