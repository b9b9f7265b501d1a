"""6.6.1, 6.6.10: close combat and overruns in detail: who is told from whom, hex by hex and word by word."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.decisions import Decision
from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import OFF, ON
from hulldown.games.panzer.rules.advanced.play.assault import (
    advances,
    announcing,
    eligible,
    overrunning,
    overruns,
    resolving,
    steps,
    storming,
)
from hulldown.games.panzer.rules.advanced.play.assault.resolving import Attack
from hulldown.games.panzer.rules.driving import account_of
from hulldown.games.panzer.rules.state import CloseCombat, Frame, Mover, index_of
from support.advanced_assault import Melee
from support.advanced_march import cell, keep, scene, the_country

NEAR = {"S4": "0503", "S5": "0503", "G1": "0504"}


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def doing(script: str = "") -> Doing:
    found = Doing(dice(f"script:{script}", 0), 1, LIBRARY.ruleset(("advanced",)))
    found.memo["scene"] = scene()
    return found


def wrong(field: Melee, *tasks: Task, choice: str = "") -> list[tuple[str, str]]:
    decision = Decision("1", "assault", field.side, "6.6.1.1k", "")
    found = announcing.check(field.state, scene(), decision, Order("assault", tasks, choice))
    return [(one.rule, one.unit) for one in found]


# Announcing.


@pytest.mark.rules("6.6.1.1a", "6.6.1.1k", "6.6.1.1f")
def test_6_6_1_1_what_is_no_announcement() -> None:
    field = Melee(NEAR)
    good = Task("S4", "ASSAULT", targets=("G1",))
    assert wrong(field, good) == wrong(field, choice="no more") == []
    assert wrong(field) == wrong(field, choice="never") == wrong(field, good, choice="no more") == [("6.6.1.1k", "")]
    assert wrong(field, Task("S99", "ASSAULT", targets=("G1",))) == [("6.6.1.1a", "S99")]
    assert wrong(field, Task("G1", "ASSAULT", targets=("S4",))) == [("6.6.1.1a", "G1")]
    for task in (
        Task("S4", "ASSAULT"), Task("S4", "ASSAULT", targets=("G1", "G1")), Task("S4", "MOVE", targets=("G1",)),
        Task("S4", "ASSAULT", facing=0, targets=("G1",)), Task("S4", "ASSAULT", choice="now", targets=("G1",)),
    ):  # fmt: skip
        assert wrong(field, task) == [("6.6.1.1k", "S4")], task
    assert wrong(field, Task("S4", "ASSAULT", targets=("G99",))) == [("6.6.1.1d", "S4")]


@pytest.mark.rules("6.6.1.1e", "6.6.1.1f", "6.6.1.1a", "6.6.1.1d")
def test_6_6_1_1_who_is_offered_which_targets_and_hexes() -> None:
    field = Melee({"S4": "0503", "S5": "0502", "S14": "0101", "S1": "0603", "G1": "0504", "G2": "0504", "G5": "0802"})
    state = field.state
    found = announcing.legal(state, scene(), Decision("1", "assault", "soviet", "6.6.1.1k", ""))
    told = {one.unit: [(option.rule, option.targets, option.cells) for option in one.options] for one in found.units}
    assert set(told) == {"S4", "S5"}
    assert told["S4"] == [("6.6.1.1e", ("G1", "G2"), ())]
    assert [(rule, targets) for rule, targets, _ in told["S5"]] == [("6.6.1.1f", ("G1",)), ("6.6.1.1f", ("G2",))]
    for _, _, cells in told["S5"]:
        assert cells == tuple(sorted(cells))
        assert set(cells) == {cell("0503"), cell("0403"), cell("0603")} & set(cells)
        assert cell("0503") in cells
    assert (found.choices, found.idle.choice) == (("no more",), "no more")
    index = index_of(state, "S4")
    assert set(announcing.ready(state, scene(), "soviet")) == {index, index_of(state, "S5")}
    assert [one.target for one in eligible.chances(state, scene(), index)] == [
        index_of(state, "G1"), index_of(state, "G2"),
    ]  # fmt: skip
    assert eligible.chances(state, scene(), index_of(state, "S1")) == []


@pytest.mark.rules("6.6.1.1i", "6.6.1.1j", "6.6.1.1f", "6.6.4.5e")
def test_6_6_1_1_attacks_are_put_in_line_by_the_hexes_they_come_from() -> None:
    field = Melee({"S4": "0503", "S5": "0604", "S10": "0501", "G1": "0504"})
    tasks = (
        Task("S4", "ASSAULT", targets=("G1",)), Task("S5", "ASSAULT", targets=("G1",)),
        Task("S10", "ASSAULT", (cell("0502"), cell("0503")), targets=("G1",)),
    )  # fmt: skip
    told = doing()
    announcing.announce(field.state, scene(), Order("assault", tasks), told)
    combat, names = field.state.assault, [index_of(field.state, name) for name in ("S4", "S5", "S10", "G1")]
    four, five, ten, target = names
    assert combat.parties == ((cell("0503"), (four, ten)), (cell("0604"), (five,)))
    assert combat.paths == ((ten, (cell("0502"), cell("0503"))),)
    assert (combat.target, combat.aims) == (target, ((four, target), (ten, target), (five, target)))
    advance = [event.data["advance"] for event in told.events if event.kind == "assault_announced"]
    assert advance == [False, False, True]
    short = Task("S10", "ASSAULT", (cell("0503"),), targets=("G1",))
    assert announcing.path_of(field.state, scene(), ten, short) == (cell("0502"), cell("0503"))
    near = Task("S10", "ASSAULT", (cell("0502"),), targets=("G1",))
    assert announcing.path_of(field.state, scene(), ten, near) == (cell("0502"),)
    assert announcing.path_of(field.state, scene(), four, Task("S4", "ASSAULT")) == ()


# Advances.


@pytest.mark.rules("6.6.1.1f", "6.6.4.4d", "6.6.4.5e")
def test_6_6_1_1_how_far_an_advance_goes() -> None:
    field = Melee({"S4": "0802", "S7": "0802", "S10": "0802", "S11": "0802", "S12": "0802", "G1": "0504"})
    state = field.state
    for name in ("S10", "S11", "S12"):
        index = index_of(state, name)
        rates = advances.gait_of(state, scene(), index).rates
        limits = advances.limits(state, scene(), index)
        assert limits == tuple(rate // 2 for rate in rates)
        assert advances.farthest(state, scene(), index) == 1 + max(limits)
    on_foot, laden = index_of(state, "S4"), index_of(state, "S7")
    assert advances.limits(state, scene(), on_foot) == (1, 0, 0)
    assert (advances.farthest(state, scene(), on_foot), advances.farthest(state, scene(), laden)) == (2, 1)
    assert advances.unable(state, scene(), on_foot) is None
    assert advances.unable(state, scene(), laden)[0] == "6.6.1.1f"
    assert advances.reach(state, scene(), laden) == {}
    reached = advances.reach(state, scene(), on_foot)
    assert all(len(path) == 1 and path[0] == there for there, path in reached.items() if path)
    assert cell("0803") in reached
    field.set("S4", upper=True)
    assert advances.reach(field.state, scene(), on_foot) == {}


def advancing(place: str, **facts: object) -> Melee:
    """Cavalry on its way from 0501 over 0502 to 0503, stopped in a hex with points left."""
    field = Melee({"S10": place, "G1": "0504"}).set("S10", **facts)
    index, way = index_of(field.state, "S10"), (cell("0502"), cell("0503"))
    field.state.assault = CloseCombat(
        target=index_of(field.state, "G1"), parties=((cell("0503"), (index,)),), paths=((index, way),)
    )
    account = account_of(advances.limits(field.state, scene(), index))
    unit = field.state.units[index]
    field.state.mover = Mover(index, account, [], unit.cell, unit.facing, unit.cell, shaken=True)
    field.state.stack.append(Frame(steps.ADVANCES, side="soviet"))
    return field


@pytest.mark.rules("6.6.1.1n", "6.6.1.2l", "6.6.1.1b")
def test_6_6_1_1_an_advance_goes_on_after_overwatch() -> None:
    for place, left in (("0502", 1), ("0501", 2)):
        field = advancing(place)
        assert steps._advance(field.state, doing())
        mover = field.state.mover
        rest = (cell("0502"), cell("0503"))[2 - left :]
        assert mover.plan == advances.planned(field.state, scene(), mover.unit, rest).actions
        assert (len(mover.plan) >= left, mover.shaken) == (True, False)
        assert len(field.state.assault.paths) == 1
    for field in (advancing("0503"), advancing("0502", suppressed=ON)):
        index = field.state.mover.unit
        assert steps._advance(field.state, doing())
        assert (field.state.mover, field.state.assault.paths, field.state.assault.advanced) == (None, (), (index,))
        assert steps._advance(field.state, doing())
        assert field.state.stack[-1].step == steps.COMBAT


# Results.


@pytest.mark.rules("6.6.1.1.2-flamethrower", "6.6.1.1.2-plus-attacker", "6.6.1.1.2-vs-moving-a")
def test_6_6_1_1_2_what_an_attack_takes_from_the_state() -> None:
    field = Melee({"S4": "0503", "S22": "0503", "G1": "0504"})
    four, flames, target = (index_of(field.state, name) for name in ("S4", "S22", "G1"))

    def made(*party: int, **more: bool) -> object:
        return resolving.assault_of(field.state, scene(), Attack(party, target, **more))

    plain = made(four)
    assert (plain.flamethrower, plain.advance, plain.dismount, plain.uphill, plain.unsupported) == (False,) * 5
    assert (plain.target_moving, plain.target_suppressed, plain.target_damaged) == (False, False, False)
    both = made(four, flames)
    assert (both.flamethrower, both.attackers) == (True, ("squad", "section"))
    assert (made(four, advance=True).advance, made(four, dismount=True).dismount) == (True, True)
    field.set("G1", suppressed=OFF, damaged=True, command="MOVE", known=True)
    hurt = resolving.assault_of(field.state, scene(), Attack((four,), target))
    assert (hurt.target_moving, hurt.target_suppressed, hurt.target_damaged) == (True, True, True)


@pytest.mark.rules("6.6.1.1.3-effective-f", "6.6.1.2.3-attacker-wins-c")
def test_6_6_1_1_3_who_may_enter_the_hex() -> None:
    field = Melee({**NEAR, "S14": "0503", "G2": "0802", "S1": "0802"})
    state = field.state
    four, five, half, target = (index_of(state, name) for name in ("S4", "S5", "S14", "G1"))
    state.assault = CloseCombat(target=target, fought=(four, five))
    assert steps.followers(state, scene()) == []
    state.units[target].status = "knocked out"
    assert steps.followers(state, scene()) == [four, five]
    state.units[half].cell = cell("0504")
    assert steps.followers(state, scene()) == [four, five], "a friend there does not bar them"
    state.units[five].status = "eliminated"
    assert steps.followers(state, scene()) == [four]
    state.units[index_of(state, "G2")].cell = cell("0504")
    assert steps.followers(state, scene()) == []
    state.units[index_of(state, "G2")].status = "eliminated"
    decision = Decision("1", "follow", "soviet", "6.6.1.1.3-effective-f", "")
    legal = steps.follow_legal(state, scene(), decision)
    assert ([one.unit for one in legal.units], legal.choices) == (["S4"], ("remain",))

    def faults(*tasks: Task, choice: str = "") -> list[str]:
        found = steps.follow_check(state, scene(), decision, Order("follow", tasks, choice))
        return [one.unit for one in found]

    go = Task("S4", "FOLLOW")
    assert faults(go) == faults(choice="remain") == []
    assert faults() == faults(choice="keep") == faults(go, choice="remain") == [""]
    assert faults(go, go) == ["S4"]
    assert faults(Task("S5", "FOLLOW"), go) == ["S5"]
    for task in (
        Task("S4", "MOVE"), Task("S4", "FOLLOW", (cell("0504"),)), Task("S4", "FOLLOW", facing=0),
        Task("S4", "FOLLOW", choice="now"), Task("S4", "FOLLOW", targets=("G1",)),
    ):  # fmt: skip
        assert faults(task) == ["S4"], task


# Dismount Attacks.


@pytest.mark.rules("6.6.1.1o", "6.6.1.1a", "6.6.1.1d", "6.6.1.1h", "6.6.2e")
def test_6_6_1_1_passengers_that_may_not_attack() -> None:
    field = Melee({"S3": "0503", "S4": "*S3", "G1": "0504", "G2": "0507"})
    state = field.state
    carrier, rider, target, far = (index_of(state, name) for name in ("S3", "S4", "G1", "G2"))
    here = cell("0503")

    def why(passenger: int = rider, on: int = target) -> str:
        found = storming.fault(field.state, scene(), carrier, passenger, on, here)
        return found[0] if found else ""

    state.units[rider].sees = (target, far)
    assert why() == ""
    assert why(carrier) == "6.6.1.1a"
    assert why(on=carrier) == "6.6.1.1d"
    assert why(on=far) == "6.6.1.2e"
    field.set("S4", suppressed=OFF)
    assert why() == "6.6.2e"
    field.set("S4", suppressed="")
    field.state.assault = CloseCombat(aims=((rider, 0),))
    assert why() == "6.6.1.1h"
    field.state.assault = CloseCombat()
    field.state.units[rider].sees = ()
    field.state.units[carrier].sees = ()
    unit = field.state.units[carrier]
    field.state.mover = Mover(carrier, account_of((3, 0, 0)), [], unit.cell, 0, unit.cell)
    assert why() == "6.6.1.1o"
    field.state.units[carrier].sees = (target,)
    assert why() == ""


# Overruns.


@pytest.mark.rules("6.6.10a", "6.6.10b", "6.6.10d", "6.6.10f")
def test_6_6_10_whom_a_vehicle_might_overrun() -> None:
    field = keep({"S1": "0602D", "G7": "0604", "G1": "0603", "G2": "1409", "S4": "0604"})
    state = field.state
    tank, squad = index_of(state, "S1"), index_of(state, "S4")
    assert overrunning.targets_of(state, scene(), tank) == [index_of(state, "G7")]
    assert overrunning.targets_of(state, scene(), squad) == []
    field.set("S1", track=True)
    assert overrunning.targets_of(field.state, scene(), tank) == []
    field.set("S1", track=False)
    field.state.assault = CloseCombat(overran=(tank,))
    assert overrunning.unable(field.state, scene(), tank)[0] == "6.6.10d"
    field.state.assault = CloseCombat(aims=((tank, 0),))
    assert overrunning.target_fault(field.state, scene(), tank, index_of(state, "G7"))[0] == "6.6.10f"
    assert overrunning.targets_of(field.state, scene(), tank) == []


@pytest.mark.rules("6.6.10.2-suppressed", "6.6.10.2-effective", "6.6.10.2a", "6.6.10.1c")
def test_6_6_10_2_what_an_overrun_does() -> None:
    for rolled, effect, status, suppressed in (
        ("2", "none", "on map", ""), ("45", "suppressed", "on map", ON), ("99", "effective", "eliminated", None),
    ):  # fmt: skip
        field = keep({"S1": "0603D", "G7": "0604"})
        told = doing(f"1 1 {rolled}")
        field.state.options["ammo_limits"] = "off"
        told = doing(rolled)
        tank, target = index_of(field.state, "S1"), index_of(field.state, "G7")
        overruns._attack(field.state, scene(), tank, target, told)
        (event,) = [one for one in told.events if one.kind == "overrun"]
        assert (event.data["effect"], field.unit("G7").status) == (effect, status)
        assert (event.data["hit"], event.data["kill"]) == (effect != "none", effect == "effective")
        if suppressed is not None:
            assert field.detail("G7").suppressed == suppressed
    again = keep({"S1": "0603D", "G7": "0604"}).set("G7", suppressed=OFF)
    again.state.options["ammo_limits"] = "off"
    overruns._attack(again.state, scene(), index_of(again.state, "S1"), index_of(again.state, "G7"), doing("2"))
    assert again.detail("G7").suppressed == ON
