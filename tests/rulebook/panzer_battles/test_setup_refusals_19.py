"""Setups that are refused (19.1, 19.22, 16.11, 17.13, 18.21), and the plain one that always fits."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.data.scenarios import scenarios
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.deployment import new_forces
from hulldown.games.panzer_battles.rules.state import BattleState


def begun(scenario: str = "arracourt") -> BattleState:
    return GAME.setup(f"panzer_battles/{scenario}", {}, "script:" + "3 " * 200)


STATE = begun()
LABELS = GAME.board("panzer_battles/arracourt").by_label
EDGE, HILL, FIELD = (LABELS[label] for label in ("0124", "1712", "2012"))


def plain(side: str, state: BattleState = STATE) -> tuple[Task, ...]:
    """The tasks of a side that is away."""
    idle = GAME.legal(state, side).idle
    assert idle is not None
    return idle.tasks


def refused(side: str, *tasks: Task, choice: str = "") -> set[str]:
    """The cases that a setup breaks in which these tasks replace those of the same units."""
    told = {task.unit for task in tasks}
    order = Order("deploy", (*(task for task in plain(side) if task.unit not in told), *tasks), choice)
    return {fault.rule for fault in GAME.check(STATE, side, order)}


@pytest.mark.rules("19.1a")
def test_every_unit_has_one_place() -> None:
    assert refused("second") == set()
    assert refused("second", choice="now") == {"19.1a"}
    rest = tuple(task for task in plain("second") if task.unit != "G111")
    (fault,) = GAME.check(STATE, "second", Order("deploy", rest))
    assert (fault.rule, fault.unit) == ("19.1a", "G111")
    twice = Task("G111", "PLACE", (HILL,), facing=0)
    assert refused("second", twice, twice) == {"19.1a"}
    assert refused("second", Task("Gd1", "PLACE", (HILL,))) == set(), "a dummy may be placed, and need not be"
    assert refused("second", replace(twice, kind="QUEUE", choice="1", facing=-1)) == {"19.1a"}, "it comes by no edge"
    assert refused("second", replace(twice, kind="MOVE")) == {"19.1a"}


@pytest.mark.rules("19.1a", "11.0-gen-1", "19.1b")
def test_a_place_is_one_hex_and_a_facing_for_vehicles() -> None:
    good = Task("G111", "PLACE", (HILL,), facing=0)
    assert refused("second", good) == set()
    assert refused("second", replace(good, facing=5)) == set()
    assert refused("second", replace(good, facing=6)) != set()
    assert refused("second", replace(good, cells=())) == {"19.1a"}
    assert refused("second", replace(good, cells=(HILL, FIELD))) == {"19.1a"}
    assert refused("second", replace(good, targets=("G112",))) == {"19.1a"}
    assert refused("second", replace(good, choice="column")) == set()
    assert refused("second", Task("G101c", "PLACE", (HILL,))) == set()
    assert refused("second", Task("G101c", "PLACE", (HILL,), facing=0)) == {"11.0-gen-1"}
    assert refused("second", Task("G101c", "PLACE", (HILL,), choice="column")) == set()
    assert refused("second", Task("G101g", "PLACE", (HILL,), facing=0)) == set()
    assert refused("second", Task("G101g", "PLACE", (HILL,))) == {"11.0-gen-1"}


@pytest.mark.rules("6.4", "19.23a", "19.1a")
def test_three_of_a_type_share_a_hex_men_and_vehicles_apart() -> None:
    far, near = LABELS["2215"], LABELS["2216"]
    three = [Task(name, "PLACE", (far,), facing=0) for name in ("G111", "G112", "G113")]
    assert refused("second", *three, Task("G101c", "PLACE", (far,)), Task("Gd1", "PLACE", (far,))) == set()
    fourth = Task("G121", "PLACE", (far,), facing=0)
    assert refused("second", *three, fourth) == {"6.4"}
    assert refused("second", *three, replace(fourth, cells=(near,))) == set()
    order = Order("deploy", (*(t for t in plain("second") if t.unit not in ("G111", "G112", "G113", "G121")),
                             *three, fourth))  # fmt: skip
    assert [fault.unit for fault in GAME.check(STATE, "second", order)] == ["G121"]


@pytest.mark.rules("19.22a", "19.23a", "19.2")
def test_a_place_in_a_queue_is_a_number_from_one_to_nine() -> None:
    good = Task("U111", "QUEUE", (EDGE,), choice="1")
    words = {word: refused("first", replace(good, choice=word)) for word in ("1", "9", "9 column", "0", "10", "column")}
    assert words == {"1": set(), "9": set(), "9 column": set(), "0": {"19.23a"}, "10": {"19.23a"},
                     "column": {"19.23a"}}  # fmt: skip
    assert refused("first", replace(good, facing=0)) == {"19.23a"}
    assert refused("first", replace(good, cells=())) == {"19.22a"}
    assert refused("first", replace(good, cells=(EDGE, LABELS["0125"]))) == {"19.22a"}
    assert refused("first", replace(good, targets=("U112",))) == {"19.22a"}
    # A dummy comes by the same edge, and is in no formation (DUM-6).
    assert refused("first", Task("Ud1", "QUEUE", (EDGE,), choice="2")) == set()
    assert refused("first", Task("Ud1", "QUEUE", (EDGE,), choice="2 column")) == {"19.23a"}


@pytest.mark.rules("16.11b", "16.13", "16.32a")
def test_men_begin_on_one_carrier_with_room() -> None:
    good = Task("U211i", "LOAD", targets=("U221h",))
    other = Task("U221i", "LOAD", targets=("U211h",))
    assert refused("first", good, other) == set()
    assert refused("first", good) == {"16.13"}, "U221i is aboard there already"
    for bad in (
        replace(good, targets=()), replace(good, targets=("U221h", "U222h")), replace(good, targets=("U111",)),
        replace(good, targets=("G101h",)), replace(good, cells=(EDGE,)), replace(good, choice="now"),
    ):  # fmt: skip
        assert refused("first", bad, other) == {"16.11b"}, bad
    assert refused("first", Task("U111", "LOAD", targets=("U211h",))) == {"19.1a"}, "tanks ride on nothing"
    # A halftrack tows guns and carries their crew at once.
    gun, crew = Task("G101g", "LOAD", targets=("G101h",)), Task("G101c", "LOAD", targets=("G101h",))
    assert refused("second", gun, crew) == set()


@pytest.mark.rules("16.11b", "16.0", "16.13")
def test_on_which_carriers_men_may_begin() -> None:
    """As many vehicles as steps at least; only in the scenario that has transport."""
    state = begun()
    men = next(unit for unit in state.units if unit.id == "U211i")
    weak = next(unit for unit in state.units if unit.id == "U223h")
    weak.strength = men.strength - 1

    def offered() -> set[str]:
        units = {one.unit: one.options for one in GAME.legal(state, "first").units}
        return {name for option in units["U211i"] if option.kind == "LOAD" for name in option.targets}

    assert offered() == {"U211h", "U212h", "U213h", "U221h", "U222h"}
    men.strength = weak.strength
    assert offered() == {"U211h", "U212h", "U213h", "U221h", "U222h", "U223h"}
    kinds = {option.kind for one in GAME.legal(begun("gazala"), "first").units for option in one.options}
    assert "LOAD" not in kinds


@pytest.mark.rules("18.21a")
def test_one_platoon_of_a_company_is_detached_by_its_name() -> None:
    good = Task("U11co", "DETACH", targets=("U112",))
    assert refused("first", good, Task("U12co", "DETACH", targets=("U121",))) == set()
    for bad in (
        replace(good, targets=()), replace(good, targets=("U112", "U113")), replace(good, targets=("U121",)),
        replace(good, cells=(EDGE,)), replace(good, choice="now"),
    ):  # fmt: skip
        assert refused("first", bad) == {"18.21a"}, bad
    assert refused("second", Task("G101crewco", "DETACH", targets=("G101c",))) == {"18.21a"}, "it is independent"
    assert refused("second", good) == {"18.21a"}, "it is not theirs"
    assert refused("first", good, good) == {"19.1a"}


@pytest.mark.rules("17.13", "17.11b", "17.14", "17.0-plot-3")
def test_a_mission_before_the_game_is_one_hex_or_none() -> None:
    good, none = Task("bty1@1", "AIM", (HILL,)), Task("bty2@2", "CEASE")
    assert refused("first", good, none) == set()
    assert refused("first", replace(good, cells=())) == {"17.14"}
    assert refused("first", replace(good, cells=(HILL, FIELD))) == {"17.14"}
    assert refused("first", replace(good, targets=("G111",))) == {"17.13"}
    assert refused("first", replace(good, facing=0)) == {"17.13"}
    assert refused("first", replace(good, choice="now")) == {"17.0-plot-3"}
    assert refused("first", replace(none, cells=(HILL,))) == {"17.11b"}
    assert refused("second", good) == {"17.13"}
    names = [one.unit for one in GAME.legal(STATE, "first").units if one.unit.startswith("bty")]
    assert names == [f"bty{number}@{turn}" for number in (1, 2, 3) for turn in (1, 2)]


@pytest.mark.rules("19.22a", "19.23a", "19.1a", "16.11b")
def test_the_plain_setup_puts_platoons_side_by_side_and_men_on_their_vehicles() -> None:
    """Eleven entry hexes; who comes after that is second in a queue. Guns and crews do not ride."""
    names = {cell: label for label, cell in LABELS.items()}
    queued = [(task.unit, names[task.cells[0]], task.choice) for task in plain("first") if task.kind == "QUEUE"]
    tanks = [f"U1{company}{platoon}" for company in (1, 2, 3) for platoon in (1, 2, 3)]
    halftracks = [f"U2{company}{platoon}h" for company in (1, 2) for platoon in (1, 2, 3)]
    expected = [(name, f"01{24 + place % 11}", str(place // 11 + 1)) for place, name in enumerate(tanks + halftracks)]
    assert queued == expected
    loads = [(task.unit, task.targets) for task in plain("first") if task.kind == "LOAD"]
    assert loads == [(name.replace("h", "i"), (name,)) for name in halftracks]
    second = {task.unit: (task.kind, task.facing) for task in plain("second")}
    assert second["G101c"] == ("PLACE", -1)
    assert second["G101g"] == second["G111"] == ("PLACE", 0)
    assert not any(task.unit.startswith(("Ud", "Gd", "bty")) for task in (*plain("first"), *plain("second")))


@pytest.mark.rules("19.0-gen-1", "19.0-gen-2", "18.21a", "6.8b")
def test_the_forces_of_a_scenario() -> None:
    """Dummies and platoons that may be detached are companies without morale."""
    units, companies, batteries = new_forces(scenarios()["panzer_battles/arracourt"], {})
    by_key = {company.key: company for company in companies}
    dummy, spare, tanks = by_key["Ud1co"], by_key["U11co2"], by_key["U11co"]
    assert (dummy.independent, spare.independent, tanks.independent) == (True, True, False)
    assert [units[at].id for at in dummy.members] == ["Ud1"]
    assert spare.members == ()
    assert (dummy.base, dummy.original, spare.base, spare.original, spare.battalion) == (0, 0, 0, 0, tanks.battalion)
    assert (tanks.base, tanks.original, tanks.battalion) == (15, 15, "first 1")
    assert companies[tanks.spare] is spare
    assert by_key["G101crewco"].spare == -1, "a single platoon is detached from nothing"
    assert [(one.key, one.side) for one in batteries] == [(f"bty{number}", "first") for number in (1, 2, 3)]
    assert [unit.id for unit in units if unit.side == "first" and unit.type == "dummy"] == [
        f"Ud{number}" for number in range(1, 8)
    ]
    dummies = [unit for unit in units if unit.type == "dummy"]
    assert {(unit.strength, unit.start, unit.group, unit.status) for unit in dummies} == {(1, 1, -1, "aside")}
    assert {unit.status for unit in units if unit.type != "dummy"} == {"off"}
    without, _, _ = new_forces(scenarios()["panzer_battles/arracourt"], {"dummies": "none"})
    assert [unit.id for unit in without] == [unit.id for unit in units if unit.type != "dummy"]
