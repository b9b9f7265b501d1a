"""6.6.1, 6.6.10: every number, mark and word of close combat and overruns, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.play import halts
from hulldown.games.panzer.rules.advanced.play.assault import (
    eligible,
    overrunning,
    overruns,
    resolving,
    steps,
    storming,
)
from hulldown.games.panzer.rules.advanced.play.assault.resolving import Attack
from hulldown.games.panzer.rules.driving import AHEAD, LEAVE, account_of
from hulldown.games.panzer.rules.state import CloseCombat, Mover, index_of
from support.advanced_assault import Melee
from support.advanced_march import March, cell, keep, scene, the_country

RULES = LIBRARY.ruleset(("advanced",))


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, RULES)


def told(events: Any, kind: str, *keys: str) -> list[Any]:
    found = [[event.data[key] for key in keys] for event in events if event.kind == kind]
    return [one[0] for one in found] if len(keys) == 1 else found


# Who is asked.


@pytest.mark.rules("6.6.1.1c", "6.6.1.1a")
def test_6_6_1_1_a_side_is_asked_for_its_own_units_alone() -> None:
    made = Melee({"S1": "0503", "G7": "0504"})
    made.set("G7", known=False, command="MOVE").set("S1", known=False)
    assert eligible.might(made.state, scene(), "german")
    assert not eligible.might(made.state, scene(), "soviet")
    made.set("G7", command="")
    assert not eligible.might(made.state, scene(), "german"), "a passenger of this turn has no command"
    made.set("G7", known=True, command="MOVE")
    assert eligible.might(made.state, scene(), "german")
    made.set("G7", known=True, command="OW")
    assert not eligible.might(made.state, scene(), "german")


# Hand-to-Hand.


@pytest.mark.rules("6.6.1.2a", "6.6.1.2.1b", "6.6.1.2.3a")
def test_6_6_1_2_rounds_are_counted_and_ties_rolled_again() -> None:
    made = Melee({"S4": "0503", "G6": "0504"})
    fight = doing("50 85 90 10")
    target = index_of(made.state, "G6")
    resolving.hand_to_hand_combat(made.state, scene(), Attack((index_of(made.state, "S4"),), target), fight)
    keys = ("round", "net", "net_defender", "result", "result_defender", "winner", "effect", "hit")
    rounds = told(fight.events, "hand_to_hand", *keys)
    assert [one[0] for one in rounds] == list(range(1, len(rounds) + 1))
    # A Seasoned squad against a Veteran half-squad: 0 against -25 + 10.
    assert rounds[0] == [1, 0, -15, 50, 70, "defender", "defender", False]
    even = doing("50 65 90 10")
    other = Melee({"S4": "0503", "G6": "0504"})
    resolving.hand_to_hand_combat(other.state, scene(), Attack((index_of(other.state, "S4"),), target), even)
    rounds = told(even.events, "hand_to_hand", *keys)
    assert rounds[0] == [1, 0, -15, 50, 50, "", "tie", False]
    assert rounds[1] == [2, 0, -15, 90, -5, "attacker", "attacker", True]
    assert [event.rule for event in even.events if event.kind == "hand_to_hand"] == [
        "6.6.1.2.1b", "6.6.1.2.3-attacker-wins-a",
    ]  # fmt: skip
    assert other.unit("G6").status == "eliminated"


# Marks.


@pytest.mark.rules("6.6.1.1m", "6.6.1.2k")
def test_6_6_1_1_attackers_get_a_full_spot_move() -> None:
    made = Melee({"S4": "0503", "G1": "0504"}, script="2").set("S4", small=True, mark="fire").set("G1", known=True)
    made.attack("S4 ASSAULT G1")
    assert (made.unit("S4").mark, made.detail("S4").small, made.unit("S4").moved) == ("move", False, True)


# Overruns.


@pytest.mark.rules("6.6.10f")
def test_6_6_10_who_has_announced_an_overrun_announces_no_other() -> None:
    made = keep({"S21": "0603D", "S24": "0603D", "G7": "0604"})
    state = made.state
    first, second, target = (index_of(state, name) for name in ("S21", "S24", "G7"))
    state.assault = CloseCombat(aims=((first, 0),))
    tasks = [Task(name, "MOVE", (cell("0604"),), choice="overrun G7") for name in ("S24", "S21")]
    shown = doing()
    overruns.announce(state, scene(), tasks, shown)
    assert state.assault.aims == ((first, 0), (second, target))
    assert (state.assault.overrun, told(shown.events, "overrun_announced", "unit", "target")) == (
        (target,), [["S24", "G7"]],
    )  # fmt: skip
    # The same target is noted once, and a move without an overrun announces nothing.
    state.assault = CloseCombat(overrun=(target,))
    overruns.announce(state, scene(), tasks, doing())
    assert (state.assault.aims, state.assault.overrun) == (((second, target), (first, target)), (target,))
    state.assault = CloseCombat()
    overruns.announce(state, scene(), [Task("S24", "MOVE", (cell("0602"),)), tasks[1]], doing())
    assert state.assault == CloseCombat()


@pytest.mark.rules("6.6.10.1d", "6.6.10.1e")
@pytest.mark.parametrize(
    ("plan", "left"),
    [
        ([], []),
        ([LEAVE], [LEAVE]),
        ([LEAVE + 5], [LEAVE + 5]),
        ([LEAVE + 6], []),
        ([2], []),
        ([halts.BAILING], []),
        ([AHEAD], [AHEAD]),
        ([2, AHEAD + 1], [2, AHEAD + 1]),
    ],
)
def test_6_6_10_1_what_is_left_of_a_move_after_an_overrun(plan: list[int], left: list[int]) -> None:
    """With the enemy still there only a way out of the hex is kept: ahead, back or over the edge of the map."""
    made = keep({"S1": "0604D", "G2": "0604"}, script="2")
    made.state.options["ammo_limits"] = "off"
    index, target = index_of(made.state, "S1"), index_of(made.state, "G2")
    made.state.mover = Mover(index, account_of((5, 0, 0)), list(plan), cell("0603"), 3, cell("0603"))
    overruns.act(made.state, scene(), halts.OVERRUNNING + target, doing("2"))
    assert made.state.mover.plan == left
    assert made.state.mover.shaken is (left == [])
    assert made.state.assault.overran == (index,)


@pytest.mark.rules("6.6.10.1d")
def test_6_6_10_1_who_has_nothing_left_is_not_asked_to_go_on() -> None:
    for spent, stuck, shaken in ((0, False, True), (5, False, False), (0, True, False)):
        made = keep({"S1": "0604D", "G2": "0604"})
        made.state.options["ammo_limits"] = "off"
        index, target = index_of(made.state, "S1"), index_of(made.state, "G2")
        account = account_of((5, 0, 0))
        account.spent, account.stuck = spent, stuck
        made.state.mover = Mover(index, account, [], cell("0603"), 3, cell("0603"))
        made.state.queue = [Task("S16", "STAY")]
        overruns.act(made.state, scene(), halts.OVERRUNNING + target, doing("2"))
        assert (made.state.mover.shaken, made.state.queue == []) == (shaken, shaken)


# Dismount Attacks.


@pytest.mark.rules("6.6.1.1o")
def test_6_6_1_1_dismount_attacks_as_far_as_the_carrier_might_come() -> None:
    """The lorry has 3 hexes across country and far more by road: whom it might reach by any of them is looked at."""
    made = keep({"S3": "0105C", "S4": "*S3", "G1": "0705"}).set("G1", mark="fire")
    state = made.state
    made.ready()
    carrier, rider, target = (index_of(state, name) for name in ("S3", "S4", "G1"))
    card = storming.vehicle_of(state.units[carrier])
    assert card is not None
    assert card.cross_country + 1 < 6 <= card.road + 1
    state.units[carrier].sees = (target,)
    (aim,) = storming.aims_of(state, scene(), carrier, [rider])
    assert (aim.passenger, aim.target, sorted(aim.cells)) == (
        rider, target, sorted(one for one in scene().board.neighbours[cell("0705")] if one >= 0),
    )  # fmt: skip


# What counts in an attack, fact by fact.


@pytest.mark.rules("6.6.1.1.2-uphill-attack", "6.6.1.2.2-uphill-attack", "6.6.1.1g", "6.6.1.2g")
@pytest.mark.parametrize(
    ("attacker", "target", "uphill"), [("1206", "1207", True), ("1207", "1206", False), ("1206", "1106", False)]
)
def test_6_6_1_uphill_is_one_height_up(attacker: str, target: str, uphill: bool) -> None:
    """1207 is one level above the plain."""
    hand = Melee({"S4": attacker, "G6": target})
    party = (index_of(hand.state, "S4"),)
    assert resolving.fight_of(hand.state, scene(), Attack(party, index_of(hand.state, "G6"))).uphill is uphill
    close = Melee({"S4": attacker, "G1": target})
    assert resolving.assault_of(close.state, scene(), Attack(party, index_of(close.state, "G1"))).uphill is uphill


@pytest.mark.rules(
    "6.6.1.2.2a", "6.6.1.2.2-defender-suppressed", "6.6.1.2.2-dismount-attack", "6.6.1.2.2-advance-attack"
)
def test_6_6_1_2_what_a_fight_takes_from_the_map() -> None:
    made = Melee({"S10": "0503", "S22": "0503", "G4": "0504"}).set("G4", suppressed="off")
    party = tuple(index_of(made.state, name) for name in ("S10", "S22"))
    target = index_of(made.state, "G4")
    fight = resolving.fight_of(made.state, scene(), Attack(party, target, True, True))
    assert (fight.advance, fight.dismount, fight.defender_suppressed) == (True, True, True)
    horse, flame = fight.attackers
    assert (horse.size, horse.cavalry, horse.flamethrower, horse.grade, horse.unit) == (
        "squad", True, False, "seasoned", party[0],
    )  # fmt: skip
    assert (flame.size, flame.cavalry, flame.flamethrower, flame.grade) == ("section", False, True, "regulars")
    assert (fight.defender.size, fight.defender.cavalry, fight.defender.grade) == ("towed", False, "veteran")
    made.set("G4", suppressed="")
    calm = resolving.fight_of(made.state, scene(), Attack(party, target))
    assert (calm.advance, calm.dismount, calm.defender_suppressed) == (False, False, False)
    wheels = Melee({"S11": "0503", "S12": "0503", "G4": "0504"})
    cycles = tuple(index_of(wheels.state, name) for name in ("S11", "S12"))
    assert [one.cavalry for one in resolving.fight_of(wheels.state, scene(), Attack(cycles, target)).attackers] == [
        False, False,
    ]  # fmt: skip


@pytest.mark.rules(
    "6.6.1.1.2-flamethrower", "6.6.1.1.2-unsupported-a", "6.6.1.1.2-vs-suppressed", "6.6.1.1.2-unit-grade-a"
)
def test_6_6_1_1_what_an_assault_takes_from_the_map() -> None:
    made = Melee({"S20": "0302", "S22": "0302", "S14": "0302", "G1": "0303"})
    made.set("G1", suppressed="on", damaged=True, known=True, command="MOVE")
    party = tuple(index_of(made.state, name) for name in ("S20", "S22", "S14"))
    target = index_of(made.state, "G1")
    found = resolving.assault_of(made.state, scene(), Attack(party, target, True, True))
    assert found.attackers == ("squad", "section", "half-squad")
    facts = (found.grade, found.advance, found.uphill, found.dismount, found.unsupported, found.flamethrower)
    assert facts == ("regulars", True, False, True, True, True)
    assert (found.target_moving, found.target_suppressed, found.target_damaged) == (True, True, True)
    made.set("G1", suppressed="", damaged=False, known=False)
    made.unit("G1").cell = cell("0402")
    found = resolving.assault_of(made.state, scene(), Attack(party[2:], target))
    facts = (found.grade, found.advance, found.dismount, found.unsupported, found.flamethrower)
    assert facts == ("seasoned", False, False, False, False)
    assert (found.target_moving, found.target_suppressed, found.target_damaged) == (False, False, False)


@pytest.mark.rules("6.6.10h")
def test_6_6_10_who_is_inside_a_building() -> None:
    made = keep({"G7": "0303", "G4": "0304", "G2": "0604"})
    state = made.state

    def inside() -> list[bool]:
        return [overrunning.indoors(made.state, scene(), index_of(state, name)) for name in ("G7", "G4", "G2")]

    assert inside() == [True, False, False]
    made.set("G4", inside=True)
    assert inside() == [True, True, False]
    made.state.works = [Work("rubble", cell("0303"), was="brick_building")]
    assert inside() == [False, True, False], "in the rubble of a building nobody is inside"


@pytest.mark.rules("6.6.10.1c", "6.6.10.1a", "6.5.4.3-overrun")
def test_6_6_10_1_what_an_overrun_takes_from_the_map() -> None:
    """Motorcycles are no cavalry; damage, suppression and a failed limit of the vehicle, the state of its target."""
    made = March({"G1": "0603D", "S10": "0604", "S11": "0605", "S4": "0605"}).set("G1", command="MOVE")
    state = made.state
    tank = index_of(state, "G1")

    def aim(name: str, failed: bool = False) -> Any:
        return overruns.aim(made.state, scene(), tank, index_of(state, name), failed)

    assert (aim("S10").cavalry, aim("S11").cavalry, aim("S4").cavalry) == (True, False, False)
    assert (aim("S4").crawling, aim("S4").entrenched, aim("S4").over_stacked) == (False, False, False)
    assert (aim("S4").shooter_damaged, aim("S4").shooter_suppressed, aim("S4").ammo_limit) == (False, False, False)
    assert (aim("S4").grade, aim("S4", True).ammo_limit) == ("veteran", True)
    made.set("S4", manner="crawling").set("G1", damaged=True, suppressed="off")
    made.state.works = [Work("entrenchment", cell("0605"), index_of(state, "S4"))]
    found = aim("S4")
    assert (found.crawling, found.entrenched, found.shooter_damaged, found.shooter_suppressed) == (
        True, True, True, True,
    )  # fmt: skip
    assert aim("S11").entrenched is False


# What is told, and what is left behind.


@pytest.mark.rules("6.6.1.1.1d", "6.6.1.1.3-suppressed", "6.6.1.1.3-effective-a", "6.6.1.1.3-effective-c")
@pytest.mark.parametrize(
    ("script", "effect", "state"),
    [
        ("2", "none", ("on map", False, False, "")),
        ("50", "suppressed", ("on map", False, False, "on")),
        ("85 90", "damaged", ("on map", True, False, "")),
        ("90 90", "track", ("on map", False, True, "")),
        ("91 9", "ko", ("knocked out", False, False, "")),
        ("91 4", "bu", ("brewed up", False, False, "")),
    ],
)
def test_6_6_1_1_1_an_assault_as_it_is_told(script: str, effect: str, state: tuple[Any, ...]) -> None:
    """A Seasoned squad at a PzKpfw IVH: 8 against 3, no modifiers."""
    made = Melee({"S4": "0503", "S14": "0602", "G1": "0504"}, script=script).set("G1", known=True)
    made.attack("S4 ASSAULT G1")
    (one,) = made.told("close_assault")
    assert [one[key] for key in ("unit", "target", "attackers", "factor", "defence", "net")] == [
        "S4", "G1", "S4", 8, 3, 0,
    ]  # fmt: skip
    assert [one[key] for key in ("none_to", "suppressed_to", "roll", "result")] == [
        31, 63, int(script.split()[0]), int(script.split()[0]),
    ]  # fmt: skip
    assert (one["effect"], one["hit"], one["kill"]) == (effect, effect != "none", effect in ("ko", "bu"))
    tank = made.unit("G1")
    assert (tank.status, tank.damaged, made.detail("G1").track, made.detail("G1").suppressed) == state


@pytest.mark.rules("6.6.1.1.2-unsupported-a")
@pytest.mark.parametrize(("hex_", "foe", "shown"), [("0503", "0504", False), ("0903", "1003", True)])
def test_6_6_1_1_2_who_rides_is_seen_in_closed_ground_alone(hex_: str, foe: str, shown: bool) -> None:
    made = Melee({"S4": hex_, "G3": foe, "G2": "*G3"}, script="1").set("G3", known=True).attack("S4 ASSAULT G3")
    assert made.detail("G2").shown is shown


@pytest.mark.rules("6.6.1.1.3-effective-f", "6.6.1.2.3-attacker-wins-c")
def test_6_6_1_1_3_who_may_not_go_where_the_target_was_does_not_follow() -> None:
    """1004 is heavy woods: motorcycles stay outside."""
    made = Melee({"S4": "1003", "S11": "1003", "S5": "0904", "G1": "1004"})
    state = made.state
    names = ("S4", "S11", "S5")
    target = index_of(state, "G1")
    state.assault = CloseCombat(target=target, fought=tuple(index_of(state, name) for name in names))
    assert steps.followers(state, scene()) == [], "the target is still there"
    state.units[target].status = "knocked out"
    assert [state.units[one].id for one in steps.followers(state, scene())] == ["S4", "S5"]
    made.set("S5", status="eliminated")
    assert [state.units[one].id for one in steps.followers(made.state, scene())] == ["S4"]
    other = Melee({"S4": "1003", "G1": "1004", "G2": "1004"})
    other.state.units[target].status = "knocked out"
    other.state.assault = CloseCombat(target=target, fought=(index_of(state, "S4"),))
    assert steps.followers(other.state, scene()) == [], "another enemy is there"


@pytest.mark.rules("6.6.1.1.3-effective-f", "6.6.4.4c", "6.6.4.5d", "4.5.1.1.6b")
@pytest.mark.parametrize(
    ("here", "there", "able"),
    [
        ("0702", "0701", ["S4"]),  # a hedgerow: neither cavalry nor cycles
        ("0902", "0901", ["S4", "S10", "S12"]),  # a wall: motorcycles do not cross it
        ("1005", "1004", []),  # off a bridge only along its road
        ("0602", "0601", ["S4", "S10", "S11", "S12"]),
    ],
)
def test_6_6_1_1_3_nobody_follows_over_a_hexside_that_it_may_not_cross(here: str, there: str, able: list[str]) -> None:
    names = ("S4", "S10", "S11", "S12")
    made = Melee({**dict.fromkeys(names, here), "G1": there})
    state, target = made.state, index_of(made.state, "G1")
    state.units[target].status = "knocked out"
    state.assault = CloseCombat(target=target, fought=tuple(index_of(state, name) for name in names))
    assert [state.units[one].id for one in steps.followers(state, scene())] == able


@pytest.mark.rules("6.6.1.1l", "6.6.1.2j")
@pytest.mark.parametrize(("target", "rule"), [("G1", "6.6.1.1l"), ("G2", "6.6.1.2j")])
def test_6_6_1_1_who_is_robbed_of_its_target_is_told(target: str, rule: str) -> None:
    made = Melee({"S4": "0503", "S5": "0503", target: "0504"}).set("S5", status="eliminated")
    state = made.state
    state.assault = CloseCombat(target=index_of(state, target))
    shown = doing()
    steps._robbed(state, tuple(index_of(state, name) for name in ("S4", "S5")), shown)
    assert [(event.rule, dict(event.data)) for event in shown.events] == [(rule, {"unit": "S4", "target": target})]


@pytest.mark.rules("6.6.1.1h", "6.6.1.1.3-effective-f")
def test_6_6_1_1_after_the_combat_only_the_aims_are_remembered() -> None:
    made = Melee({"S4": "0503", "G1": "0504"})
    made.state.assault = CloseCombat(
        target=5, parties=((1, (2,)),), paths=((2, (3,)),), advanced=(2,), dismounted=True, declined=True, fought=(2,),
        aims=((2, 5),), overrun=(7,), overran=(8,),
    )  # fmt: skip
    depth = len(made.state.stack)
    steps._close(made.state)
    assert made.state.assault == CloseCombat(aims=((2, 5),), overrun=(7,), overran=(8,))
    assert len(made.state.stack) == depth - 1


@pytest.mark.rules("6.6.1.1o", "6.6.1.1p", "6.6.1.2m")
@pytest.mark.parametrize(("target", "rule"), [("G1", "6.6.1.1o"), ("G2", "6.6.1.2m")])
def test_6_6_1_1_a_dismount_attack_as_it_is_announced(target: str, rule: str) -> None:
    made = Melee({"S4": "0503", target: "0504"}).set("S4", manner="dismounting")
    state = made.state
    unit, foe = index_of(state, "S4"), index_of(state, target)
    state.assault = CloseCombat(
        target=1, parties=((1, (2,)),), paths=((2, (3,)),), advanced=(2,), declined=True, fought=(2,), aims=((9, 8),),
        overrun=(7,), overran=(6,),
    )  # fmt: skip
    shown = doing()
    storming.attack(state, scene(), index_of(state, "S1"), (unit, foe), shown)
    assert state.assault == CloseCombat(
        target=foe, parties=((cell("0503"), (unit,)),), dismounted=True, aims=((9, 8), (unit, foe)), overrun=(7,),
        overran=(6,),
    )  # fmt: skip
    assert (made.detail("S4").manner, state.stack[-1].step, state.stack[-1].side) == ("", "close combat", "soviet")
    assert [(event.rule, dict(event.data)) for event in shown.events] == [
        (rule, {"unit": "S4", "target": target, "advance": False})
    ]


@pytest.mark.rules("6.6.10.1c", "6.6.10.2-effective", "6.6.10.1a")
def test_6_6_10_1_an_overrun_as_it_is_told() -> None:
    made = keep({"S1": "0604D", "S4": "*S1", "G2": "0604"})
    made.state.options["ammo_limits"] = "off"
    tank, target = index_of(made.state, "S1"), index_of(made.state, "G2")
    shown = doing("99")
    overruns._attack(made.state, scene(), tank, target, shown)
    (event,) = [one for one in shown.events if one.kind == "overrun"]
    keys = ("unit", "target", "defence", "roll", "effect", "hit", "kill")
    assert [event.data[key] for key in keys] == ["S1", "G2", 4, 99, "effective", True, True]
    assert event.data["result"] == 99 + event.data["net"]
    alone = sum(int(part.value) for part in overruns.overrun.parts_of(overruns.vehicle_of(made.unit("S1")), ()))
    riders = overruns.riders(made.state, tank)
    assert [one.name for one in riders] == ["Soviet Rifle squad"]
    assert event.data["factor"] > alone > 0
    # Who rides is seen by it; the squad is reduced and suppressed.
    assert made.detail("S4").shown
    assert (made.unit("G2").type, made.detail("G2").suppressed) == ("German Rifle half-squad", "on")
