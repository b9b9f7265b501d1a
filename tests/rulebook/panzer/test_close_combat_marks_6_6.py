"""6.6.1, 6.6.10: what close combat leaves behind: commands kept hidden, positions left, waves of the hand forgotten."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data.arsenal import find_target
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced import hand_to_hand, overrun
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.play import halts
from hulldown.games.panzer.rules.advanced.play.assault import (
    advances,
    announcing,
    eligible,
    memory,
    overrunning,
    overruns,
    places,
    steps,
    storming,
    support,
)
from hulldown.games.panzer.rules.driving import account_of
from hulldown.games.panzer.rules.state import CloseCombat, Frame, Mover, index_of
from support.advanced_assault import Melee
from support.advanced_march import cell, keep, scene, the_country

RULES = LIBRARY.ruleset(("advanced",))


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def doing(script: str = "") -> Doing:
    found = Doing(dice(f"script:{script}", 0), 1, RULES)
    found.memo["scene"] = scene()
    return found


# Showing a command.


@pytest.mark.rules("6.6.1.1.2-vs-moving-b")
@pytest.mark.parametrize(
    ("command", "conceals", "known"), [("MOVE", False, True), ("MOVE", True, False), ("OW", False, False)]
)
def test_6_6_1_1_2_presets_show_only_a_command_by_which_it_moves(command: str, conceals: bool, known: bool) -> None:
    made = Melee({"S4": "0503", "G1": "0504"}, script="1").set("G1", command=command, known=False)
    made.state.modes["german"] = "PRESET"
    made.state.conceals = {"german": conceals}
    made.attack("S4 ASSAULT G1")
    assert made.unit("G1").known is known
    assert made.told("shown") == ([{"unit": "G1", "command": "MOVE"}] if known else [])


@pytest.mark.rules("6.6.1.1.2-vs-moving-b")
def test_6_6_1_1_2_who_is_asked_to_show_a_command() -> None:
    made = Melee({"S4": "0503", "G1": "0504", "G2": "0504"}).set("G1", command="NC", known=False)

    def hides(name: str, **more: bool) -> bool:
        made.state.assault = CloseCombat(target=index_of(made.state, name), **more)
        return steps._hides(made.state, scene(), doing())

    assert hides("G1")
    assert not hides("G1", declined=True)
    made.set("G2", known=False)
    assert not hides("G2"), "no vehicle"
    made.set("G1", known=True)
    assert not hides("G1")
    made.set("G1", known=False, command="")
    assert not hides("G1")


# The step.


@pytest.mark.rules("6.6.1.1.1a", "6.6.1.1c", "6.6.1.1k")
def test_6_6_1_1_1_what_was_waved_through_is_forgotten_with_the_step() -> None:
    made = Melee({"S4": "0503", "G1": "0504"})
    made.state.waved = {"german": "pass step"}
    made.state.submitted["soviet"] = Order("assault", choice="no more")
    assert steps._assault(made.state, doing())
    assert (made.state.waved, made.state.stack[0].step) == ({}, "assault2")


@pytest.mark.rules("6.6.1.1n", "6.6.1.2l", "6.6.1.1b")
def test_6_6_1_1_an_advance_ends_with_who_is_lost_and_goes_on_with_who_is_not() -> None:
    """Motorcycles on a road, on their way of three hexes; overwatch has emptied their plan after the first."""
    for status, suppressed, goes_on in (("on map", "", True), ("on map", "on", False), ("eliminated", "", False)):
        made = Melee({"S11": "0205C", "G1": "0605"})
        state = made.state
        index = index_of(state, "S11")
        path = tuple(cell(label) for label in ("0305", "0405", "0505"))
        state.assault = CloseCombat(
            target=index_of(state, "G1"), parties=((path[-1], (index,)),), paths=((index, path),)
        )
        state.units[index].cell, state.units[index].status = path[0], status
        made.set("S11", suppressed=suppressed)
        account = account_of(advances.limits(state, scene(), index))
        account.spent, account.route_spent, account.steps, account.roads = 1, 1, 1, 1
        state.mover = Mover(index, account, [7] if status == "eliminated" else [], cell("0205"), 2, cell("0205"))
        state.stack.append(Frame("advance", (), "soviet"))
        assert steps._advance(state, doing())
        assert (state.mover is not None) is goes_on
        if goes_on:
            assert state.mover is not None
            assert state.mover.plan == advances.planned(state, scene(), index, path[1:]).actions != []
            assert not state.mover.shaken
        else:
            assert (state.assault.paths, state.assault.advanced) == ((), (index,))


@pytest.mark.rules("6.6.1.1n", "6.6.1.1m", "6.6.1.1f")
def test_6_6_1_1_a_pass_for_one_vehicle_ends_with_its_advance() -> None:
    """A pass for the step stays."""
    for waved, left in (("pass vehicle", {}), ("pass step", {"german": "pass step"})):
        made = Melee({"S4": "0502", "G1": "0504"})
        index = index_of(made.state, "S4")
        path = (cell("0503"),)
        made.state.assault = CloseCombat(
            target=index_of(made.state, "G1"), parties=((path[0], (index,)),), paths=((index, path),)
        )
        made.state.units[index].cell = path[0]
        made.state.mover = Mover(index, account_of((1, 0, 0)), [], cell("0502"), 0, cell("0502"))
        made.state.stack.append(Frame("advance", (), "soviet"))
        made.state.waved = {"german": waved}
        assert steps._advance(made.state, doing())
        assert (made.state.waved, made.state.mover) == (left, None)
        assert (made.state.assault.paths, made.state.assault.advanced) == ((), (index,))


@pytest.mark.rules("6.6.1.1.3-effective-f", "6.6.1.2.3-attacker-wins-c")
@pytest.mark.parametrize(("target", "rule"), [("G1", "6.6.1.1.3-effective-f"), ("G2", "6.6.1.2.3-attacker-wins-c")])
def test_6_6_1_1_3_who_enters_leaves_its_position_and_takes_a_free_one(target: str, rule: str) -> None:
    made = Melee({"S4": "0503C", target: "0504"}).set("S4", full_cover=True)
    state = made.state
    winner = index_of(state, "S4")
    state.works = [Work("entrenchment", cell("0503"), winner), Work("entrenchment", cell("0504"), -1)]
    state.units[index_of(state, target)].status = "eliminated"
    state.assault = CloseCombat(target=index_of(state, target), fought=(winner,), aims=((winner, 3),))
    state.stack = [Frame("assault1", (), "soviet"), Frame("follow", (), "soviet")]
    state.submitted["soviet"] = Order("follow", (Task("S4", "FOLLOW"),))
    told = doing()
    assert steps._follow(state, told)
    assert [(work.cell, work.unit) for work in state.works] == [(cell("0503"), -1), (cell("0504"), winner)]
    assert not made.detail("S4").full_cover
    assert [(event.kind, event.rule, dict(event.data)) for event in told.events] == [
        ("followed", rule, {"unit": "S4", "hex": "0504", "facing": "C", "cost": 0})
    ]
    assert state.assault == CloseCombat(aims=((winner, 3),))


# Places.


@pytest.mark.rules("6.6.1.1g", "6.6.1.1.2-uphill-attack")
def test_6_6_1_1_from_a_top_floor_heights_count_where_it_is() -> None:
    """0303 has three storeys, so the top floor is two above the street; after an advance it is on the ground."""
    made = Melee({"S4": "0303", "G1": "0302"}).set("S4", upper=True)
    state = made.state
    index, target = index_of(state, "S4"), index_of(state, "G1")
    assert places.rise(state, scene(), index, target, cell("0303")) == -2
    assert places.rise(state, scene(), index, target, cell("0402")) == 0
    assert places.place_fault(state, scene(), index, target, cell("0303"))[0] == "6.6.1.1g"  # type: ignore[index]
    made.set("S4", upper=False)
    assert places.rise(state, scene(), index, target, cell("0303")) == 0
    assert places.place_fault(made.state, scene(), index, target, cell("0303")) is None
    assert places.place_fault(made.state, scene(), index, target, cell("0302"))[0] == "6.6.1.1e"  # type: ignore[index]
    assert places.place_fault(made.state, scene(), index, target, cell("0305"))[0] == "6.6.1.1e"  # type: ignore[index]


# Support.


@pytest.mark.rules("6.6.1.1.2-unsupported-b", "6.6.1.1.2-unsupported-c")
def test_6_6_1_1_2_guns_in_tow_support_nobody_and_hidden_riders_only_in_secret() -> None:
    made = Melee({"S4": "0903", "G3": "1003", "G4": "*G3"})
    index = index_of(made.state, "G3")
    assert not support.supported(made.state, index)
    assert support.unsupported(made.state, scene(), index)
    rider = Melee({"S4": "0903", "G3": "1003", "G2": "*G3"})
    assert support.supported(rider.state, index)
    assert not support.supported(rider.state, index, shown=True)
    rider.set("G2", shown=True)
    assert support.supported(rider.state, index, shown=True)


# Overruns.


@pytest.mark.rules("6.6.10k")
def test_6_6_10_only_an_overrun_that_comes_next_keeps_overwatch_away() -> None:
    account = account_of((5, 0, 0))
    for plan, found in (
        ([], False), ([halts.OVERRUNNING], True), ([halts.OVERRUNNING + 7], True), ([halts.STORMING], False),
        ([halts.BAILING], False), ([3, halts.OVERRUNNING], False), ([halts.STORMING - 1], True),
    ):  # fmt: skip
        assert overruns.comes_next(Mover(0, account, list(plan), 0, 0, 0)) is found


@pytest.mark.rules("6.6.10d", "6.6.10f", "6.6.10e")
def test_6_6_10_why_a_unit_is_not_overrun() -> None:
    made = keep({"S1": "0603D", "G7": "0604", "S4": "0604", "G1": "0602"})
    tank = index_of(made.state, "S1")

    def why(name: str = "G7") -> str:
        found = overrunning.target_fault(made.state, scene(), tank, index_of(made.state, name))
        return found[0] if found else ""

    assert (why(), why("S4"), why("G1")) == ("", "6.6.10d", "6.6.10d")
    made.set("G7", status="eliminated")
    assert why() == "6.6.10d"
    made.set("G7", status="on map", command="")
    assert why() == "6.6.10d"
    made.set("G7", command="NC")
    target = index_of(made.state, "G7")
    made.state.assault = CloseCombat(overrun=(target,))
    assert why() == "6.6.10f"
    made.state.assault = CloseCombat(overrun=(target,), aims=((tank, target),))
    assert why() == ""
    made.state.assault = CloseCombat(aims=((tank, 0),))
    assert why() == "6.6.10f"


@pytest.mark.rules("6.6.10e")
def test_6_6_10_spotted_before_the_move_counts_once_it_has_begun() -> None:
    made = keep({"S1": "0603D", "G7": "0604"})
    tank, target = index_of(made.state, "S1"), index_of(made.state, "G7")
    assert overrunning.spotted(made.state, scene(), tank, target)
    made.state.mover = Mover(tank, account_of((5, 0, 0)), [], cell("0603"), 3, cell("0603"))
    made.state.units[tank].sees = ()
    assert not overrunning.spotted(made.state, scene(), tank, target)
    made.state.units[tank].sees = (target,)
    assert overrunning.spotted(made.state, scene(), tank, target)
    made.state.mover = Mover(tank + 1, account_of((5, 0, 0)), [], cell("0603"), 3, cell("0603"))
    made.state.units[tank].sees = ()
    assert overrunning.spotted(made.state, scene(), tank, target), "another one is moving"


@pytest.mark.rules("6.6.10a", "6.6.10b", "6.6.10d")
def test_6_6_10_how_far_overruns_are_offered() -> None:
    """The T-34 has 5 across country: 5 hexes away is looked at, 6 is not."""
    for label, found in (("0607", True), ("0608", False)):
        made = keep({"S1": "0602D", "G7": label}).set("G7", mark="fire")
        reach = overrunning.vehicle_of(made.unit("S1"))
        assert reach is not None
        far = scene().board.distance(cell("0602"), cell(label))
        assert (far <= reach.cross_country) is found, (far, reach.cross_country)
        tank = index_of(made.state, "S1")
        assert (overrunning.targets_of(made.state, scene(), tank) != []) is found
        made.set("S1", command="OW")
        assert overrunning.targets_of(made.state, scene(), tank) == []


# Announcements.


@pytest.mark.rules("6.6.1.1f", "6.6.4.4d", "6.6.4.5e")
def test_6_6_1_1_how_far_a_unit_may_be_from_its_target() -> None:
    made = Melee({"S4": "0503", "S7": "0503", "S10": "0503", "S11": "0503", "G1": "0505"})
    state = made.state
    far = {name: advances.farthest(state, scene(), index_of(state, name)) for name in ("S4", "S7", "S10", "S11")}
    limits = {name: advances.limits(state, scene(), index_of(state, name)) for name in ("S4", "S10", "S11")}
    assert limits["S4"] == (1, 0, 0)
    assert (far["S4"], far["S7"]) == (2, 1), "a section with a machine gun does not advance"
    assert far["S10"] == 1 + max(limits["S10"])
    assert far["S11"] == 1 + max(limits["S11"])
    assert advances.unable(state, scene(), index_of(state, "S7"))[0] == "6.6.1.1f"  # type: ignore[index]
    assert advances.reach(state, scene(), index_of(state, "S7")) == {}
    made.set("S4", upper=True)
    assert advances.reach(made.state, scene(), index_of(state, "S4")) == {}


@pytest.mark.rules("6.6.1.1h", "6.6.10f", "6.6.11a")
def test_6_6_1_1_what_is_remembered_of_aims() -> None:
    made = Melee({"S4": "0503", "S5": "0503", "G1": "0504", "G2": "0602"})
    state = made.state
    four, five, tank, squad = (index_of(state, name) for name in ("S4", "S5", "G1", "G2"))
    assert memory.aim_of(state, four) == -1
    state.assault = CloseCombat(aims=((five, 0), (four, tank)))
    assert (memory.aim_of(state, four), memory.aim_of(state, five), memory.aim_of(state, tank)) == (tank, 0, -1)
    made.set("S4", group=1).set("S5", group=1)
    state.assault = CloseCombat(aims=((five, squad),))
    assert memory.sharing_fault(state, four, tank)[0] == "6.6.11a"  # type: ignore[index]
    assert memory.sharing_fault(state, four, squad) is None
    made.set("S5", group=2)
    assert memory.sharing_fault(state, four, tank) is None


@pytest.mark.rules("6.6.1.1c", "6.6.1.1d", "6.6.1.1e", "6.6.1.1f")
def test_6_6_1_1_what_a_unit_could_attack() -> None:
    made = Melee({"S4": "0503", "G1": "0504", "G2": "0703", "G8": "0508", "S5": "0502"})
    state = made.state
    index = index_of(state, "S4")
    found = {state.units[one.target].id: one.ways for one in eligible.chances(state, scene(), index)}
    assert found["G1"] == {cell("0503"): ()}
    assert set(found) == {"G1", "G2"}
    assert cell("0503") not in found["G2"]
    assert all(scene().board.distance(one, cell("0703")) == 1 and path == (one,) for one, path in found["G2"].items())
    ready = announcing.ready(state, scene(), "soviet")
    assert index in ready
    made.set("S4", command="OW")
    assert index not in announcing.ready(made.state, scene(), "soviet")
    assert announcing.ready(made.state, scene(), "german") == {}


@pytest.mark.rules("6.6.1.1.1a", "6.6.1.1f", "6.6.1.1.2-vs-moving-b", "6.6.1.1.3-effective-f")
def test_6_6_1_the_rows_of_the_step_and_those_that_interrupt_it() -> None:
    rows = {row.key: (row.aside, row.rule, row.asks.kind if row.asks else "") for row in steps.ROWS}
    assert rows == {
        "assault1": (False, "6.6.1.1.1a", "assault"),
        "assault2": (False, "6.6.1.1.1a", "assault"),
        "advance": (True, "6.6.1.1f", ""),
        "close combat": (True, "6.6.1.1.1a", ""),
        "confront": (True, "6.6.1.1.2-vs-moving-b", "reveal"),
        "follow": (True, "6.6.1.1.3-effective-f", "follow"),
    }


@pytest.mark.rules("6.6.11a")
def test_6_6_11_vehicles_that_share_a_command_overrun_one_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    made = keep({"S21": "0603D", "S24": "0603D", "G7": "0604"}).set("S21", group=1).set("S24", group=1)
    aims = {"S21": 0, "S24": 5}
    monkeypatch.setattr(overruns, "target_in", lambda state, scene, task: aims[task.unit])
    tasks = [Task("S21", "MOVE"), Task("S24", "MOVE")]

    def wrong() -> list[tuple[str, str]]:
        return [(one.rule, one.unit) for one in overruns.clashes(made.state, scene(), tasks)]

    assert wrong() == [("6.6.11a", "S24")]
    aims["S24"] = 0
    assert wrong() == []
    aims["S21"] = -1
    assert wrong() == []
    aims.update({"S21": 5, "S24": 0})
    assert wrong() == [("6.6.11a", "S24")]
    made.set("S24", group=2)
    assert wrong() == []


@pytest.mark.rules("6.6.1.1o")
def test_6_6_1_1_whom_a_carrier_cannot_reach_its_riders_do_not_attack() -> None:
    made = keep({"S21": "0105C", "S4": "*S21", "G1": "1405"}).set("G1", mark="fire")
    carrier, rider, target = (index_of(made.state, name) for name in ("S21", "S4", "G1"))
    card = storming.vehicle_of(made.unit("S21"))
    assert card is not None
    far = 1 + max(card.cross_country, card.path, card.road)
    assert far < 13 == scene().board.distance(cell("0105"), cell("1405"))
    made.state.units[carrier].sees = (target,)
    assert storming.aims_of(made.state, scene(), carrier, [rider]) == []
    made.state.units[target].cell = cell(f"{1 + far:02}05")
    assert [one.target for one in storming.aims_of(made.state, scene(), carrier, [rider])] == [target]
    made.state.units[target].cell = cell(f"{2 + far:02}05")
    assert storming.aims_of(made.state, scene(), carrier, [rider]) == []


# The resolvers.


@pytest.mark.rules("6.6.10.1a", "6.6.10.1b", "6.6.10b")
def test_6_6_10_1_only_weapons_with_a_gp_row_at_one_hex_add_to_an_overrun() -> None:
    tank = find_target("IS-2m M44")
    assert isinstance(tank, Vehicle)
    gun = tank.weapons[0]
    assert overrun.weapons_used(tank) == (gun,)
    bare = msgspec.structs.replace(gun, weapon=msgspec.structs.replace(
        gun.weapon, ammo={kind: row for kind, row in gun.weapon.ammo.items() if kind != "GP"}))  # fmt: skip
    armed = msgspec.structs.replace(tank, weapons=(bare, gun))
    assert overrun.weapons_used(armed) == (gun,)
    whole = overrun.weapon_of(tank, ())
    parts = overrun.parts_of(tank, ())
    assert [(part.rule, part.value) for part in parts] == [("6.6.10.1a", 8)]
    assert whole.name == gun.weapon.name, "the name alone, without what follows it in the explanation"
    squad = find_target("Soviet SMG squad")
    assert isinstance(squad, LegUnit)
    both = overrun.weapon_of(tank, (squad,))
    assert (both.name, both.row.factors[0]) == (f"{gun.weapon.name} + {squad.name}", 8 + squad.row.factors[0])


@pytest.mark.rules("6.6.1.2.2a")
def test_6_6_1_2_2_a_fighter_of_whom_nothing_is_told() -> None:
    """For odds only: it is no unit of the list."""
    plain = hand_to_hand.Fighter("squad")
    assert (plain.grade, plain.flamethrower, plain.cavalry, plain.unit) == ("seasoned", False, False, -1)


@pytest.mark.rules("6.6.1.1f", "6.6.4.4d", "6.6.4.5e", "6.6.1.1n")
def test_6_6_1_1_an_advance_takes_a_hex_of_one_point_and_those_after_it_wait() -> None:
    """M4: the least move of one hex does not help into the rough of 0703, which costs two."""
    made = Melee({"S4": "0704", "S5": "0502", "G1": "0504"})
    state = made.state
    four, five = index_of(state, "S4"), index_of(state, "S5")
    near = advances.reach(state, scene(), four)
    assert set(near) == {one for one in scene().board.neighbours[cell("0704")] if one >= 0} - {cell("0703")}
    first, second = (cell("0604"),), (cell("0503"),)
    state.assault = CloseCombat(target=index_of(state, "G1"), paths=((four, first), (five, second)))
    state.units[four].cell = first[0]
    state.mover = Mover(four, account_of((1, 0, 0)), [], cell("0704"), 0, cell("0704"))
    state.stack.append(Frame("advance", (), "soviet"))
    assert steps._advance(state, doing())
    assert (state.assault.paths, state.assault.advanced) == (((five, second),), (four,))
