"""Worked examples of the Advanced Game's second part, each played in its step with its own units and numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.games.panzer.data.fireplan import Registered
from hulldown.games.panzer.rules.advanced.play import spotting
from hulldown.games.panzer.rules.state import index_of
from support.advanced_assault import Melee
from support.advanced_fire import BOARD, unit
from support.advanced_march import GAME, REACTED, the_country
from support.advanced_support import Gunnery, battery


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def called(option: str) -> Gunnery:
    """The German FO, 12 hexes from the gun in woods; the tank in woods next to it is not spotted."""
    soviet = [
        unit("57mm ZiS-2 M43 ATG", "0904", "B", "FIRE", mark="fire", known=False),
        unit("T-34/76 M43", "0905", "B", "MOVE", known=False),
    ]
    medium = battery(attachment="attached", formations=("german",))
    made = Gunnery(
        soviet, [unit("German Section", "2104", "E", "OW", labels=["FO"], known=False)],
        batteries={"german": [medium, battery("Heavy battery", registered=1)]},
        points={"german": [Registered(hex="0904", batteries=("GB2",))]}, if_moving_everywhere=option,
    )  # fmt: skip
    made.state.first, made.state.modes = "soviet", {"soviet": "ASK", "german": "ASK"}
    return made


@pytest.mark.rules("6.5.1.13-ex1", "6.5.1.13-ex2", "6.5.1.13-ex3", "6.5.1.12g", "6.5.1.13b", "6.5.4.3-vehicle-cover-b")
@pytest.mark.parametrize(("option", "net", "result", "answers"), [("on", -40, 48, ("show",)), ("off", -20, 68, ())])
def test_6_5_1_13_the_example_played_as_one_step(option: str, net: int, result: int, answers: tuple[str, ...]) -> None:
    """K1: with the option as the example has it, and once by the text of the rule: suppressed in both."""
    made = called(option)
    observer, gun, tank = made.index("G1"), made.index("S1"), made.index("S2")
    assert BOARD.distance(made.unit("G1").cell, made.unit("S1").cell) == 12
    assert spotting.spots(made.state, made.scene, observer, gun)
    assert not spotting.spots(made.state, made.scene, observer, tank)
    made.drive("5 1 59 88", ("G1 CALL 0904 GB1 GB2 GP closed", *answers))
    medium, heavy = made.told("german", "response")
    assert [medium[key] for key in ("source", "needs", "net", "roll", "outcome")] == ["GB1", 2, 0, 5, "responds"]
    assert [heavy[key] for key in ("source", "needs", "net", "roll", "outcome")] == ["GB2", 4, 2, 1, "fails"]
    keys = ("unit", "band", "factor", "defence", "net", "none_to", "suppressed_to", "roll", "result", "effect")
    assert [[one[key] for key in keys] for one in made.told("soviet", "shelled")] == [
        ["S1", "S", 8, 5, 0, 40, 72, 59, 59, "suppressed"],
        ["S2", "S", 8, 4, net, 36, 68, 88, result, "suppressed"],
    ]
    assert (made.detail("S1").suppressed, made.detail("S2").suppressed) == ("on", "on")
    assert [(one.source, BOARD.labels[one.cell], one.danger) for one in made.support.missions] == [
        ("GB1", "0904", False)
    ]
    # The observer is neither marked nor seen to have Overwatch.
    assert (made.unit("G1").mark, made.unit("G1").known) == ("", False)


@pytest.mark.rules("6.6.1.1.3-ex1", "6.6.1.1.1a", "6.6.1.1.2-vs-moving-a", "6.6.1.1m", "6.6.1.1n", "6.6.1.1.3a")
def test_6_6_1_1_3_the_example_played_in_its_step() -> None:
    """The Soviets are Second Player, both have Move; the German shows it."""
    field = Melee({"S20": "0504", "G8": "0604"}, script="45 90")
    field.set("G8", command="MOVE", known=False, suppressed="on")
    field.state.first = field.state.winner = "german"
    field.state.stack[-1] = type(field.state.stack[-1])("assault2", (), "soviet")
    REACTED.clear()
    field.attack("S20 ASSAULT G8")
    assert field.asked() == {"german": "reveal"}
    field.answer("german", "show")
    (told,) = field.told("close_assault")
    keys = ("factor", "defence", "net", "none_to", "suppressed_to", "roll", "result", "effect")
    assert [told[key] for key in keys] == [8, 3, 20, 31, 63, 45, 65, "damaged"]
    parts = {factor.label: factor.value for event in field.events if event.kind == "close_assault"
             for factor in event.factors if factor.rule.startswith("6.6.1.1.2-")}  # fmt: skip
    assert sorted(parts.values()) == [-10, -10, 20, 20]
    assert (field.unit("G8").damaged, field.unit("S20").mark) == (True, "move")
    assert (field.unit("G8").command, field.unit("G8").moved) == ("MOVE", False), "it may still execute its command"
    assert not REACTED
    assert index_of(field.state, "G8") >= 0
    assert GAME.pending(field.state)
