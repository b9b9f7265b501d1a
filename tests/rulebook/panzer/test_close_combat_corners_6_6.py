"""6.6.1, 6.6.10: first units of a list, units that are gone, roads, riders: where close combat could slip."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, Work
from hulldown.games.panzer.rules.advanced.play.assault import (
    advances,
    announcing,
    eligible,
    overrunning,
    overruns,
    resolving,
    steps,
    storming,
    support,
)
from hulldown.games.panzer.rules.advanced.play.assault.resolving import Attack
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.driving import account_of
from hulldown.games.panzer.rules.state import CARRIED, CloseCombat, Frame, Mover, Wreck, index_of
from support.advanced_assault import Melee
from support.advanced_fire import Range, unit
from support.advanced_march import March, cell, keep, scene, the_country

RULES = LIBRARY.ruleset(("advanced",))
SQUAD, PANZER = "Soviet Rifle squad", "PzKpfw IVH"


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, RULES)


def at(made: March, *names: str) -> tuple[int, ...]:
    return tuple(index_of(made.state, name) for name in names)


# Announcing.


@pytest.mark.rules("6.6.1.1a", "6.6.1.1k")
def test_6_6_1_1_only_units_of_ones_own_the_first_of_the_list_as_well() -> None:
    field = Range([unit(SQUAD, "0705", "A", "MOVE")], [unit(PANZER, "0704"), unit("German Rifle squad", "0703")])

    def wrong(name: str, target: str, side: str = "soviet") -> str:
        found = announcing._fault(field.state, field.scene, side, Task(name, "ASSAULT", targets=(target,)))
        return found[1] if found else ""

    assert wrong("S1", "G1") == ""
    assert wrong("S9", "G1") == "it is no unit of yours"
    assert wrong("G2", "G1") == "it is no unit of yours"
    assert wrong("S1", "G1", "german") == "it is no unit of yours"


@pytest.mark.rules("6.6.1.1f", "6.6.1.2f")
def test_6_6_1_1_who_is_adjacent_does_not_advance() -> None:
    made = Melee({"S4": "0503", "G1": "0504", "G2": "0504"})
    assert made.barred("S4 ASSAULT G1") == ""
    assert made.barred("S4 ASSAULT G1 0403") == "6.6.1.1f"
    assert made.barred("S4 ASSAULT G2 0403") == "6.6.1.2f"


@pytest.mark.rules("6.6.1.1e", "6.6.1.1f", "6.6.1.1g")
def test_6_6_1_1_not_even_around_a_difference_of_two_heights(monkeypatch: pytest.MonkeyPatch) -> None:
    """1208 is two Heights above 1207: from there no attack, though 1308 were a place for one."""
    made = Melee({"S4": "1208", "G2": "1207"})
    unit_, target = at(made, "S4", "G2")
    monkeypatch.setattr(advances, "reach", lambda *args: {cell("1308"): (cell("1308"),)})
    assert eligible.ways_to(made.state, scene(), unit_, target) == {}
    made.unit("S4").cell = cell("1309")
    assert eligible.ways_to(made.state, scene(), unit_, target) == {cell("1308"): (cell("1308"),)}


@pytest.mark.rules("6.6.1.1f", "6.6.4.4d", "6.6.4.5e")
def test_6_6_4_4_cycles_advance_along_a_road_by_half_of_their_allowance_there() -> None:
    """Bicycles: half of 3 and 5 is one hex across country and two along a road; cavalry has one allowance."""
    for name, limits, along in (("S12", (1, 2, 3), {"0305", "0405", "0605", "0705"}),
                                ("S10", (2, 0, 0), {"0305", "0405", "0605", "0705"})):  # fmt: skip
        made = Melee({name: "0505", "G1": "0903"})
        (index,) = at(made, name)
        assert advances.limits(made.state, scene(), index) == limits
        found = advances.reach(made.state, scene(), index)
        labels = scene().board.labels
        assert {labels[one] for one in found if labels[one].endswith("05")} - {"0505"} == along
        for path in found.values():
            assert not path or advances.planned(made.state, scene(), index, path).fault is None
    made = Melee({"S12": "0505", "G1": "0805"})
    assert made.barred("S12 ASSAULT G1 0705") == ""
    (chance,) = eligible.chances(made.state, scene(), at(made, "S12")[0])
    assert chance.ways == {cell("0705"): (cell("0605"), cell("0705"))}
    task = Task("S12", "ASSAULT", (cell("0705"),), targets=("G1",))
    assert announcing.path_of(made.state, scene(), at(made, "S12")[0], task) == (
        cell("0605"), cell("0705"),
    )  # fmt: skip


@pytest.mark.rules("6.6.1.1f")
def test_6_6_1_1_from_upstairs_nobody_advances() -> None:
    made = Melee({"S4": "0303", "G1": "0505"}).set("S4", inside=True, upper=True)
    assert advances.reach(made.state, scene(), at(made, "S4")[0]) == {}


@pytest.mark.rules("6.6.4.2d", "6.6.4.4d", "6.6.4.5e")
def test_6_6_1_1_an_advance_begins_with_its_own_allowance() -> None:
    """Also while another unit is under way; its own goes on with what is left."""
    made = Melee({"S4": "0503", "S5": "0503", "G1": "0505"})
    four, five = at(made, "S4", "S5")
    spent = account_of((1, 0, 0))
    spent.spent = 1
    made.state.mover = Mover(five, spent, [], cell("0503"), 0, cell("0503"))
    accounts = [advances.Advance(made.state, scene(), Task(name, "MOVE")).account().spent for name in ("S4", "S5")]
    assert (accounts, four) == ([0, 1], four)


# Combat.


@pytest.mark.rules("6.6.1.1b", "6.6.1.1.2-vs-moving-b")
def test_6_6_1_1_no_command_is_asked_for_when_nobody_is_left_to_attack() -> None:
    made = Melee({"S4": "0503", "G1": "0504"}).set("G1", known=False, command="MOVE").set("S4", suppressed="on")
    four, tank = at(made, "S4", "G1")
    for suppressed, step in (("on", "assault1"), ("", "confront")):
        made.set("S4", suppressed=suppressed)
        made.state.stack = [Frame("assault1", (), "soviet"), Frame("close combat", side="soviet")]
        made.state.assault = CloseCombat(target=tank, parties=((cell("0503"), (four,)),), aims=((four, tank),))
        steps._combat(made.state, doing())
        assert made.state.stack[-1].step == step


@pytest.mark.rules("6.6.1.2.3-attacker-wins-b", "6.6.1.2.3-attacker-wins-a", "6.6.1.2.3-defender-wins-a", "6.6.1.2a",
                   "6.6.1.2.3-defender-wins-b", "6.6.1.2.1b", "6.6.1.2.3a")  # fmt: skip
def test_6_6_1_2_each_loss_with_its_case_and_both_rolls() -> None:
    made, told = Melee({"S4": "0503", "G2": "0504"}), doing("90 10 20 80 80 40")
    four, target = at(made, "S4", "G2")
    resolving.hand_to_hand_combat(made.state, scene(), Attack((four,), target), told)
    rounds = [(one.data["roll"], one.data["roll_defender"]) for one in told.events if one.kind == "hand_to_hand"]
    assert rounds == [(90, 10), (20, 80), (80, 40)]
    losses = [(one.kind, one.rule, one.data["unit"]) for one in told.events if one.kind in ("reduced", "eliminated")]
    assert losses == [
        ("reduced", "6.6.1.2.3-attacker-wins-a", "G2"), ("reduced", "6.6.1.2.3-defender-wins-a", "S4"),
        ("eliminated", "6.6.1.2.3-attacker-wins-b", "G2"),
    ]  # fmt: skip
    again, beaten = Melee({"S15": "0503", "G2": "0504"}), doing("10 90")
    resolving.hand_to_hand_combat(again.state, scene(), Attack(at(again, "S15"), target), beaten)
    assert [(one.kind, one.rule) for one in beaten.events][1:] == [("eliminated", "6.6.1.2.3-defender-wins-b")]


@pytest.mark.rules("6.6.1.2.2a", "6.6.1.2.2-uphill-attack", "6.6.1.1.2-uphill-attack")
def test_6_6_1_2_2_uphill_by_one_height() -> None:
    for attacker, defender, uphill in (("1206", "1207", True), ("1207", "1206", False), ("1205", "1206", False)):
        made = Melee({"S4": attacker, "G2": defender, "G1": defender})
        four, squad, tank = at(made, "S4", "G2", "G1")
        assert resolving.fight_of(made.state, scene(), Attack((four,), squad)).uphill is uphill
        assert resolving.assault_of(made.state, scene(), Attack((four,), tank)).uphill is uphill


# Support.


@pytest.mark.rules("6.6.1.1.2-unsupported-a")
def test_6_6_1_1_2_a_bridge_is_no_closed_ground() -> None:
    made = Melee({"S4": "0503"})
    closed = {label: support.closed(made.state, scene(), cell(label)) for label in ("1005", "0303", "1003", "0503")}
    assert closed == {"1005": False, "0303": True, "1003": True, "0503": False}


@pytest.mark.rules("6.6.1.1.2-unsupported-b", "6.6.1.1.2-unsupported-c")
def test_6_6_1_1_2_who_is_gone_supports_nobody_and_who_has_riders_claims_nobody() -> None:
    made = Melee({"G1": "1003", "G8": "1003", "G7": "1003", "G6": "*G1"})
    tank, gun = at(made, "G1", "G8")
    # The half-squad on foot serves the second vehicle: the first has its own.
    assert (support.supported(made.state, tank), support.supported(made.state, gun)) == (True, True)
    made.set("G6", status="eliminated")
    assert (support.supported(made.state, tank), support.supported(made.state, gun)) == (True, False)
    made.set("G7", status="eliminated")
    assert (support.supported(made.state, tank), support.supported(made.state, gun)) == (False, False)


# Overruns.


@pytest.mark.rules("6.1.4.3.7b", "6.6.10d", "6.6.10f", "6.6.10e")
def test_6_6_10_an_entrenchment_may_be_overrun_an_improved_position_not() -> None:
    field = Range([unit(SQUAD, "0704", "A", "OW"), unit(SQUAD, "0804", "A", "OW")], [unit(PANZER, "0705", "A", "MOVE")])
    tank, target = field.index("G1"), field.index("S1")

    def rule(one: int = 0) -> str:
        found = overrunning.target_fault(field.state, field.scene, tank, one)
        return found[0] if found else ""

    assert (target, rule()) == (0, "")
    for kind, case in (("entrenchment", ""), (IMPROVED, "6.1.4.3.7b")):
        field.state.works = [Work(kind, field.unit("S1").cell, target)]
        assert rule() == case
    field.state.works = []
    # The first unit of the list is a target as any other: announced on, it may be overrun, others may not.
    field.state.assault = CloseCombat(aims=((tank, 0),), overrun=(0,))
    assert (rule(0), rule(1)) == ("", "6.6.10f")
    field.unit("G1").sees = ()
    here = field.unit("G1").cell
    field.state.mover = Mover(tank, account_of((5, 0, 0)), [], here, 0, here)
    assert rule(0) == "", "it was spotted when it was announced"
    field.state.mover = None
    field.state.assault = CloseCombat(overrun=(0,))
    assert (rule(0), rule(1)) == ("6.6.10f", "")


@pytest.mark.rules("6.6.10d")
def test_6_6_10_passengers_of_this_turn_and_who_is_gone() -> None:
    field = Range([unit(SQUAD, "0704", "A", "OW")], [unit(PANZER, "0705", "A", "MOVE")])
    tank = field.index("G1")
    assert overrunning.target_fault(field.state, field.scene, tank, 0) is None
    assert overrunning.targets_of(field.state, field.scene, tank) == [0]
    for status, command, why in (
        ("on map", "", "S1 is a passenger, or was one when the turn began"),
        (CARRIED, "MOVE", "S1 is a passenger, or was one when the turn began"),
        ("eliminated", "OW", "S1 is not on the map"), ("eliminated", "", "S1 is not on the map"),
    ):  # fmt: skip
        field.unit("S1").status = field.unit("G1").status if status == "on map" else status
        field.unit("S1").command = command
        assert overrunning.target_fault(field.state, field.scene, tank, 0) == ("6.6.10d", why)
        assert overrunning.targets_of(field.state, field.scene, tank) == []


@pytest.mark.rules("6.6.10f")
def test_6_6_10_an_overrun_of_the_first_unit_is_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = keep({"S21": "0603D", "S24": "0603D"})
    first, second = at(made, "S21", "S24")
    monkeypatch.setattr(overruns, "target_in", lambda state, scene, task: 0)
    made.state.assault = CloseCombat(aims=((first, 0),), overrun=(0,))
    told = doing()
    overruns.announce(made.state, scene(), [Task("S21", "MOVE"), Task("S24", "MOVE")], told)
    assert made.state.assault.aims == ((first, 0), (second, 0))
    assert [one.data["unit"] for one in told.events] == ["S24"]


@pytest.mark.rules("6.6.11a")
def test_6_6_11_who_shares_the_command_and_gets_no_order_is_no_clash(monkeypatch: pytest.MonkeyPatch) -> None:
    made = keep({"S21": "0603D", "S24": "0603D", "G7": "0604"}).set("S21", group=1).set("S24", group=1)
    monkeypatch.setattr(overruns, "target_in", lambda state, scene, task: 5)
    assert overruns.clashes(made.state, scene(), [Task("S24", "MOVE")]) == []


# Dismount Attacks.


@pytest.mark.rules("6.6.1.1o", "6.6.1.1g")
def test_6_6_1_1_a_target_too_high_for_every_hex_around_it() -> None:
    made = keep({"S21": "1206", "S4": "*S21", "G2": "1208", "G7": "1205"})
    carrier, rider, high, low = at(made, "S21", "S4", "G2", "G7")
    made.state.units[carrier].sees = (high, low)
    found = storming.aims_of(made.state, scene(), carrier, [rider])
    assert [aim.target for aim in found] == [low]
    assert cell("1206") in found[0].cells
    assert storming.aims_of(made.state, scene(), carrier, []) == []
    assert storming.aims_of(made.state, scene(), rider, []) == []
    detail_of(made.state.units[rider]).suppressed = "on"
    assert storming.aims_of(made.state, scene(), carrier, [rider]) == []


@pytest.mark.rules("6.6.1.1o")
def test_6_6_1_1_one_hex_is_enough_for_a_dismount_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    made = keep({"S21": "0603", "S4": "*S21", "G2": "0604"})
    carrier, rider, target = at(made, "S21", "S4", "G2")
    made.state.units[carrier].sees = (target,)
    only = cell("0603")
    monkeypatch.setattr(storming, "place_fault", lambda *args: None if args[-1] == only else ("6.6.1.1g", ""))
    assert storming.aims_of(made.state, scene(), carrier, [rider]) == [storming.Aim(rider, target, (only,))]


# Marks and words.


@pytest.mark.rules("6.6.1.1f", "6.6.1.1m", "6.6.1.1n")
def test_6_6_1_1_an_advance_is_marked_before_anybody_fires_at_it() -> None:
    made = Melee({"S4": "0503", "G1": "0505"}).set("S4", small=True, manner="crawl")
    four, tank = at(made, "S4", "G1")
    made.state.assault = CloseCombat(target=tank, paths=((four, (cell("0504"),)),))
    steps._set_out(made.state, scene(), four)
    assert (made.unit("S4").mark, made.detail("S4").small, made.detail("S4").manner) == ("move", False, "")
    assert made.state.mover is not None
    assert made.state.mover.progress.allowance == 1


@pytest.mark.rules("6.6.1.1f")
def test_6_6_1_1_why_an_advance_is_impossible() -> None:
    """Rough ground takes more than the one point; a second hex is refused for what it is."""
    made = Melee({"S4": "0603", "G1": "0903"})
    (four,) = at(made, "S4")
    faults = [advances.planned(made.state, scene(), four, tuple(map(cell, labels))).fault for labels in (
        ("0703",), ("0703", "0803"), ("0604",),
    )]  # fmt: skip
    assert [fault and fault[0] for fault in faults] == ["6.6.1.1f", "4.5.1.1.3a", None]


@pytest.mark.rules("6.6.1.1i", "6.6.1.1j", "6.6.1.2h")
def test_6_6_1_1_who_announces_an_attack_shows_its_command() -> None:
    made = Melee({"S4": "0503", "S5": "0604", "S6": "0503", "G1": "0504"})
    assert not any(made.unit(name).known for name in ("S4", "S5", "S6"))
    told = doing()
    lines = [Task(name, "ASSAULT", targets=("G1",)) for name in ("S4", "S5", "S6")]
    announcing.announce(made.state, scene(), announcing.Order("assault", tuple(lines)), told)
    assert all(made.unit(name).known for name in ("S4", "S5", "S6"))
    four, five, six, tank = at(made, "S4", "S5", "S6", "G1")
    assert made.state.assault.parties == ((cell("0503"), (four, six)), (cell("0604"), (five,)))
    assert made.state.assault.aims == ((four, tank), (six, tank), (five, tank))


@pytest.mark.rules("6.6.1.1.1a", "6.6.1.1.3-suppressed", "6.6.1.1.3-effective-a", "6.6.1.1.3-effective-b")
def test_6_6_1_1_3_an_assault_as_it_is_told() -> None:
    found = {}
    for name, script in (("S4", "2"), ("S4", "40"), ("S4", "95 1"), ("S4", "98 9"), ("S4", "98 1"), ("S22", "98")):
        made, told = Melee({name: "0503", "G1": "0504"}), doing(script)
        attackers, tank = at(made, name), at(made, "G1")[0]
        resolving.close_assault(made.state, scene(), Attack(attackers, tank), told)
        data = next(one.data for one in told.events if one.kind == "close_assault")
        found[data["effect"]] = (data["hit"], data["kill"])
    assert found["none"] == (False, False)
    assert found["suppressed"] == (True, False)
    assert found["ko"] == found["bu"] == (True, True)


@pytest.mark.rules("6.6.10f")
def test_6_6_10_only_overruns_of_the_same_unit_are_announced_together(monkeypatch: pytest.MonkeyPatch) -> None:
    made = keep({"S21": "0603D", "S24": "0603D", "S1": "0503D"})
    first, second, third = at(made, "S21", "S24", "S1")
    aims = {"S21": 7, "S24": 5, "S1": 7}
    monkeypatch.setattr(overruns, "target_in", lambda state, scene, task: aims[task.unit])
    overruns.announce(made.state, scene(), [Task(name, "MOVE") for name in aims], doing())
    assert (made.state.assault.aims, second) == (((first, 7), (third, 7)), second)


@pytest.mark.rules("6.6.1.1k", "6.6.1.1c", "6.6.1.1.1a")
def test_6_6_1_1_an_attack_is_resolved_as_soon_as_it_is_announced() -> None:
    made = Melee({"S4": "0503", "G1": "0504"}, script="2").attack("S4 ASSAULT G1")
    assert "close_assault" in made.kinds()


@pytest.mark.rules("6.6.1.1k", "6.6.1.1h", "6.6.1.1a")
def test_6_6_1_1_of_several_faults_a_units_own_is_told() -> None:
    made = Melee({"S4": "0503", "S1": "0503", "G1": "0504", "G2": "0504"})
    assert made.barred("S1 ASSAULT G1\nS1 ASSAULT G1") == "6.6.1.1a 6.6.1.1a"
    assert made.barred("S4 ASSAULT G1\nS1 ASSAULT G2") == "6.6.1.1a"
    assert made.barred("S4 ASSAULT G1\nS4 ASSAULT G2") == "6.6.1.1h"


@pytest.mark.rules("6.6.1.1f")
def test_6_6_1_1_the_points_of_an_advance_are_named() -> None:
    made = Melee({"S4": "0603", "G1": "0903"})
    fault = advances.planned(made.state, scene(), at(made, "S4")[0], (cell("0703"),)).fault
    assert fault == ("6.6.1.1f", "the advance takes more than the 1 point that it may spend")


@pytest.mark.rules("6.6.1.1b", "6.6.1.1j")
def test_6_6_1_1_who_is_able_after_overwatch() -> None:
    made = Melee({"S4": "0503"})
    (four,) = at(made, "S4")
    assert steps._still_able(made.state, four, cell("0503"))
    assert not steps._still_able(made.state, four, cell("0504"))
    made.set("S4", suppressed="off")
    assert not steps._still_able(made.state, four, cell("0503"))
    made.set("S4", suppressed="", status="eliminated")
    assert not steps._still_able(made.state, four, cell("0503"))


@pytest.mark.rules("6.6.1.1n", "6.6.1.2l")
def test_6_6_1_1_every_hex_of_an_advance_is_a_new_chance_for_overwatch() -> None:
    made = Melee({"S4": "0503", "G1": "0505"})
    four, tank = at(made, "S4", "G1")
    state = made.state
    state.assault = CloseCombat(target=tank, paths=((four, (cell("0504"),)),))
    state.stack = [Frame("assault1", (), "soviet"), Frame(steps.ADVANCES, side="soviet")]
    steps._set_out(state, scene(), four)
    state.engaged = state.chain = (tank,)
    steps._advance(state, doing())
    assert (state.engaged, state.chain, state.units[four].cell) == ((), (), cell("0504"))
    assert (state.stack[-1].step, state.stack[-1].side) == ("react", "german")


@pytest.mark.rules("6.6.1.1o", "6.6.1.2m", "6.6.11a")
def test_6_6_1_1_whom_a_passenger_may_attack() -> None:
    made = keep({"S21": "0603", "S24": "0602", "S4": "*S21", "G2": "0604"}).set("S21", group=1).set("S24", group=1)
    carrier, mate, rider, target = at(made, "S21", "S24", "S4", "G2")
    state = made.state

    def rule() -> str:
        found = storming.fault(state, scene(), carrier, rider, target, cell("0603"))
        return found[0] if found else ""

    state.units[carrier].sees = state.units[rider].sees = ()
    here = cell("0602")
    state.mover = Mover(mate, account_of((5, 0, 0)), [], here, 0, here)
    assert rule() == "", "it is not its own carrier that has begun to move"
    state.mover = Mover(carrier, account_of((5, 0, 0)), [], here, 0, here)
    assert rule() == "6.6.1.2m"
    state.units[carrier].sees = (target,)
    assert rule() == ""
    state.assault = CloseCombat(aims=((mate, 0),))
    assert rule() == "6.6.11a"
    state.assault = CloseCombat()
    state.units[target].status = "eliminated"
    assert rule() == "6.6.1.1d"


@pytest.mark.rules("6.6.10.1d")
def test_6_6_10_1_with_the_hex_free_the_move_goes_on_as_it_was_ordered() -> None:
    """The half-squad is gone: the pivot that was ordered after the overrun is made."""
    made = keep({"S1": "0604D", "G7": "0604"})
    made.state.options["ammo_limits"] = "off"
    index, target = at(made, "S1", "G7")
    made.state.mover = Mover(index, account_of((5, 0, 0)), [2], cell("0603"), 3, cell("0603"))
    overruns.act(made.state, scene(), overruns.halts.OVERRUNNING + target, doing("99"))
    assert made.unit("G7").status == "eliminated"
    assert made.state.mover.plan == [2]


@pytest.mark.rules("6.6.10.1b")
def test_6_6_10_1_one_weapon_that_fails_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    made = keep({"S1": "0604D", "G7": "0604"})
    (index,) = at(made, "S1")
    gun = next(arm for arm in overruns.arms_of(made.state, scene(), index))
    monkeypatch.setattr(overruns, "arms_of", lambda *args: [gun, gun])
    left = [0, 1, 1, 0, 0, 0]
    monkeypatch.setattr(overruns.supply, "roll_limits", lambda *args: overruns.supply.Fired("GP", left.pop(0)))
    assert [overruns._short(made.state, scene(), index, doing()) for _ in range(3)] == [True, True, False]


@pytest.mark.rules("6.6.11a")
def test_6_6_11_who_overruns_nobody_clashes_with_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    made = keep({"S21": "0603D", "S24": "0603D", "G7": "0604"}).set("S21", group=1).set("S24", group=1)
    aims = {"S21": 5, "S24": -1}
    monkeypatch.setattr(overruns, "target_in", lambda state, scene, task: aims[task.unit])
    assert overruns.clashes(made.state, scene(), [Task(name, "MOVE") for name in aims]) == []


@pytest.mark.rules("6.6.1.1.2-unsupported-c", "6.6.1.1.2-unsupported-b")
def test_6_6_1_1_2_a_gun_claims_no_support() -> None:
    made = Melee({"G4": "1003", "G8": "1003", "G7": "1003"})
    assert support.supported(made.state, at(made, "G8")[0])


@pytest.mark.rules("6.6.1.1.1a", "6.6.1.1c", "6.6.1.1k")
def test_6_6_1_1_1_smoke_of_a_brew_up_counts_when_the_step_is_over() -> None:
    made = Melee({"S4": "0503"})
    made.state.wrecks = [Wreck(cell("0504"), True, True)]
    made.state.waved = {"german": "pass step"}
    steps._assault(made.state, doing())
    assert (made.state.wrecks[0].fresh, made.state.waved) == (False, {})


@pytest.mark.rules("6.6.10a", "6.6.10b", "6.6.10d")
def test_6_6_10_targets_as_far_as_the_vehicle_may_come() -> None:
    field = Range([unit(SQUAD, "0705", "A", "OW", mark="fire")], [unit(PANZER, "0705", "A", "MOVE")])
    tank = field.index("G1")
    board = field.scene.board
    card = overrunning.vehicle_of(field.unit("G1"))
    assert card is not None
    found = {}
    for row in range(6, 13):
        field.unit("G1").cell = board.by_label[f"07{row:02}"]
        assert field.spots(tank, 0)
        found[row - 5] = overrunning.targets_of(field.state, field.scene, tank)
    assert {far for far, targets in found.items() if targets} == set(range(1, card.cross_country + 1))
    assert 1 < card.cross_country < 7
