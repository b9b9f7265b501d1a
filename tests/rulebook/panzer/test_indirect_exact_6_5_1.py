"""6.5.1, 6.1.4.3.10, 6.6.6: every fact that indirect fire and smoke take from the state, one by one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced import sheafs
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.play.indirect import attacks, counters, landing, missions, observers, screens
from hulldown.games.panzer.rules.advanced.support import Mission, Observed, Smoke, Volley
from hulldown.games.panzer.rules.state import Frame, Wreck
from support.advanced_fire import BOARD, unit
from support.advanced_support import GRENADIERS, Gunnery, battery, field, observer

HERE = BOARD.by_label
TANK, GUN = "T-34/76 M43", "57mm ZiS-2 M43 ATG"


def volley(made: Gunnery, label: str = "0803", source: str = "GB1", **more: Any) -> Volley:
    facts = {"sheaf": "closed", "distance": 6, **more}
    return Volley("german", source, HERE[label], "GP", facts.pop("sheaf"), "strikes", **facts)


def mission(label: str, source: str = "GB1", sheaf: str = "closed", number: int = 1, **more: Any) -> Mission:
    facts: dict[str, Any] = {"side": "german", "fire": "GP", "landed": 1, "distance": 6, **more}
    return Mission(
        number, facts.pop("side"), source, HERE[label], facts.pop("fire"), sheaf, facts.pop("landed"), **facts
    )  # fmt: skip


# The attack on a unit.


@pytest.mark.rules("6.5.4.3-vehicle-cover-b", "6.5.1.13a", "6.5.1n", "6.5.4.3-target-vehicle-moving-b")
def test_6_5_1_13_the_attack_on_a_vehicle() -> None:
    """Inside the brick building of 1206 it has Medium Cover overhead; the alley, woods and the open give none."""
    made = field(soviet=[unit(TANK, "1206", "E", "MOVE", inside=True), unit(TANK, "0905", "E", "MOVE", known=False)])
    inside = attacks.aim_at(made.state, made.scene, volley(made, "1206"), 0)
    assert (inside.cover, inside.overhead, inside.target_moving, inside.off_target) == ("medium", True, True, False)
    woods = attacks.aim_at(made.state, made.scene, volley(made, "1206"), 1)
    assert (woods.cover, woods.overhead, woods.target_moving, woods.off_target) == ("medium", False, False, True)
    assert (woods.target_damaged, woods.cavalry, woods.crawling, woods.entrenched) == (False, False, False, False)
    made.unit("S2").damaged = made.unit("S2").known = True
    woods = attacks.aim_at(made.state, made.scene, volley(made, "1206"), 1)
    assert (woods.target_damaged, woods.target_moving) == (True, True)
    made.detail("S1").inside = False
    assert not attacks.aim_at(made.state, made.scene, volley(made, "1206"), 0).overhead
    made.state.works = [Work("improved position", HERE["0905"], 1)]
    assert attacks.aim_at(made.state, made.scene, volley(made, "0905"), 1).overhead


@pytest.mark.rules("6.5.1.13a", "6.5.1n", "6.5.4.3-target-cavalry", "6.5.4.3-hasty-entrenchment")
def test_6_5_1_13_the_attack_on_leg_and_towed_units() -> None:
    """Cover is in their defence (K17), so it is no modifier; nor is movement."""
    squad = unit("Soviet Rifle squad", "0905", "E", "MOVE", mount="cavalry")
    made = field(soviet=[squad, unit(GUN, "0904", "E", "MOVE"), unit("Soviet Rifle squad", "0803", "E", "MOVE")])
    made.detail("S3").manner = "crawling"
    made.state.works = [Work("entrenchment", HERE["0904"], 1)]
    horse, gun, man = (attacks.aim_at(made.state, made.scene, volley(made), index) for index in range(3))
    assert [one.cavalry for one in (horse, gun, man)] == [True, False, False]
    assert [one.crawling for one in (horse, gun, man)] == [False, False, True]
    assert [one.entrenched for one in (horse, gun, man)] == [False, True, False]
    assert [(one.cover, one.target_moving, one.overhead) for one in (horse, gun, man)] == [("none", False, False)] * 3
    bikes = field(soviet=[unit("Soviet Rifle squad", "0905", "E", "MOVE", mount="bicycle")])
    assert not attacks.aim_at(bikes.state, bikes.scene, volley(bikes), 0).cavalry


@pytest.mark.rules("6.5.4.3-shooter-suppressed", "6.5.4.3-shooter-damaged", "5.16.2.1b", "6.5.1.13d")
@pytest.mark.parametrize("suppressed", ["", "on"])
def test_6_5_1_13_the_state_of_the_firer(suppressed: str) -> None:
    """The first unit of the list fires as any other; a battery is never suppressed or damaged."""
    soviet = [unit("76.2mm M39 ATG", "1803", "E", "FIRE"), unit(TANK, "0803")]
    made = Gunnery(soviet, [unit("PzKpfw IVH", "0903")], batteries={"german": [battery()]})
    made.detail("S1").suppressed, made.unit("S1").damaged = suppressed, bool(suppressed)
    made.detail("G1").suppressed, made.unit("G1").damaged = "on", True
    shot = Volley("soviet", "S1", HERE["0903"], "GP", "one", "strikes", distance=9)
    found = attacks.aim_at(made.state, made.scene, shot, made.index("G1"))
    assert (found.shooter_suppressed, found.shooter_damaged) == (bool(suppressed), bool(suppressed))
    assert (found.sheaf, found.planned, found.ammo_limit, found.in_barrage) == ("one", False, False, False)
    guns = attacks.aim_at(made.state, made.scene, volley(made, planned=True, failed=True), 1, True)
    assert (guns.shooter_suppressed, guns.shooter_damaged) == (False, False)
    assert (guns.sheaf, guns.planned, guns.ammo_limit, guns.in_barrage) == ("closed", True, True, True)


@pytest.mark.rules("6.5.4.2.5e", "6.5.4.3-shooter-suppressed", "6.5.4.3-shooter-damaged")
@pytest.mark.parametrize("hurt", [False, True])
def test_6_5_4_2_5_terrain_under_the_fire_of_the_first_unit(monkeypatch: pytest.MonkeyPatch, hurt: bool) -> None:
    found: list[Any] = []
    monkeypatch.setattr(attacks.ruins, "attack_in", lambda *args: found.append(args))
    soviet = [unit("76.2mm M39 ATG", "1803", "E", "FIRE"), unit(TANK, "0803")]
    made = Gunnery(soviet, [unit("PzKpfw IVH", "0903")], batteries={"german": [battery()]})
    made.unit("S1").damaged, made.detail("S1").suppressed = hurt, "on" if hurt else ""
    shot = Volley("soviet", "S1", HERE["1206"], "GP", "one", "strikes", distance=6)
    attacks.strike_ground(made.state, made.scene, shot, made.doing(""))
    ((_, _, source, aim, occupied, cell, _),) = found
    assert (source, occupied.terrain, BOARD.labels[cell]) == ("S1", "brick_building", "1206")
    assert (aim.shooter_damaged, aim.shooter_suppressed, aim.ammo_limit, aim.sheaf, aim.planned) == (
        hurt, hurt, False, "one", False,
    )  # fmt: skip
    found.clear()
    attacks.strike_ground(made.state, made.scene, volley(made, "1306", planned=True, failed=True), made.doing(""))
    assert [(one[2], BOARD.labels[one[5]], one[3].planned, one[3].ammo_limit) for one in found] == [
        ("GB1", "1206", True, True), ("GB1", "1406", True, True),
    ]  # fmt: skip
    assert {(one[3].shooter_damaged, one[3].shooter_suppressed) for one in found} == {(False, False)}


@pytest.mark.rules("6.5.1n", "6.5.4.2.3b", "6.5.1.13e", "6.6.6a")
def test_6_5_1_carriers_and_passengers_are_struck_one_by_one() -> None:
    soviet = [unit("Truck", "0803", "E", "MOVE"), unit("Soviet Rifle squad", on="S1"), unit(TANK, "0903")]
    made = field(soviet=soviet)
    shot = made.doing("2 60 90")
    attacks.strike(made.state, made.scene, volley(made), 0, shot)
    told = [(event.data["unit"], event.data["effect"]) for event in shot.events if event.kind == "shelled"]
    assert [one[0] for one in told] == ["S1", "S2"]
    assert (made.detail("S1").under_fire, made.detail("S2").under_fire, made.detail("S3").under_fire) == (
        True, True, False,
    )  # fmt: skip
    assert told[0][1] == "none"
    assert made.detail("S2").shown is (told[1][1] != "none")
    rules = {event.rule for event in shot.events if event.kind == "shelled"}
    assert rules == {"6.5.1.13e"}
    gone = made.doing("")
    made.unit("S3").status = "knocked out"
    attacks.strike(made.state, made.scene, volley(made), 2, gone)
    assert gone.events == []


@pytest.mark.rules("6.6.6a", "6.6.6b")
def test_6_6_6_only_barrages_over_the_hex_strike() -> None:
    made = field(soviet=[unit(TANK, "0803", "E", "MOVE")])
    made.state.stack = [Frame("move2", side="soviet")]
    lying = (
        mission("0803", number=1), mission("1803", number=2), mission("0803", number=3, fire="Smoke"),
        mission("0803", number=4, landed=0), mission("0803", number=5, side="soviet"), mission("0803", number=6),
    )  # fmt: skip
    counters.change(made.state, missions=lying, struck=((0, 6),))
    shot = made.doing("2 2")
    attacks.enter(made.state, made.scene, 0, shot)
    assert made.support.struck == ((0, 6), (0, 1), (0, 5))


# Smoke by direct fire.


@pytest.mark.rules("6.1.4.3.10c", "6.1.4.3.10d")
def test_6_1_4_3_10_every_hex_up_to_the_range_is_offered() -> None:
    made = Gunnery([unit(TANK, "2403")], [unit("Soviet Rifle squad".replace("Soviet", "German"), "0205", "B", "FIRE",
                   labels=["Engineer"])], batteries={})  # fmt: skip
    found = screens.option(made.state, made.scene, made.index("G1"))
    assert found is not None
    assert sorted(found.cells) == sorted(one for one in BOARD.neighbours[HERE["0205"]] if one >= 0)
    assert (found.kind, found.rule) == ("SMOKE", "6.1.4.3.10d")
    tank = Gunnery([unit(TANK, "2403")], [unit("PzKpfw IVH", "0203", "B", "FIRE")], batteries={})
    index = tank.index("G1")
    arm = screens.thrower_of(tank.state, tank.scene, index)
    assert arm is not None
    offered = screens.option(tank.state, tank.scene, index)
    assert offered is not None
    assert arm.rows["GP"].reach == 28
    assert set(offered.cells) == {
        cell for cell in BOARD.cells if cell != HERE["0203"]
        and screens.fault_of(tank.state, tank.scene, index, cell) is None
    }  # fmt: skip


@pytest.mark.rules("6.1.4.3.10c", "6.1.4.3.10d")
def test_6_1_4_3_10_each_side_lays_smoke_with_its_own_units() -> None:
    both = [unit(f"{side} Rifle squad", hex_, "B", "FIRE", labels=["Engineer"])
            for side, hex_ in (("Soviet", "2403"), ("German", "0205"))]  # fmt: skip
    made = Gunnery(both[:1], both[1:], batteries={})
    for side, name in (("soviet", "S1"), ("german", "G1")):
        assert screens.ready(made.state, made.scene, side) == [made.index(name)]


@pytest.mark.rules("6.1.4.3.10d", "6.1.4.3.10e")
def test_6_1_4_3_10_who_may_lay_smoke_now() -> None:
    german = [unit("PzKpfw IVH", "0203", "B", "FIRE"), unit("PzKpfw IVH", "0205", "B", "HALT"),
              unit("PzKpfw IVH", "0207", "B", "OW"), unit("PzKpfw IVH", "0209", "B", "FIRE"),
              unit("Truck", "0211", "B", "FIRE"), unit("PzKpfw IVH", "0401", "B", "FIRE")]  # fmt: skip
    made = Gunnery([unit(TANK, "2403", "E", "FIRE")], german, batteries={})
    made.unit("G4").fired = True
    made.detail("G6").held = made.state.turn
    assert [made.state.units[one].id for one in screens.ready(made.state, made.scene, "german")] == ["G1", "G2"]
    made.unit("G2").status = "knocked out"
    assert [made.state.units[one].id for one in screens.ready(made.state, made.scene, "german")] == ["G1"]
    task = Task("G1", "SMOKE", (HERE["0503"],))
    wrong = [(one.rule, one.unit) for one in screens.faults(made.state, made.scene, "german", [task, task])]
    assert wrong == [("6.1.4.3.10d", "G1")]
    none = Task("G1", "SMOKE", (HERE["0503"], HERE["0504"]))
    assert [one.rule for one in screens.faults(made.state, made.scene, "german", [none])] == ["6.1.4.3.10d"]
    assert screens.faults(made.state, made.scene, "german", [task]) == []
    other = Task("G3", "SMOKE", (HERE["0503"],))
    assert [one.unit for one in screens.faults(made.state, made.scene, "german", [task, other])] == ["G3"]


@pytest.mark.rules("6.1.4.3.10e")
def test_6_1_4_3_10_friends_in_the_hex_forbid_it_enemies_do_not() -> None:
    made = Gunnery([unit(TANK, "0503")], [unit("PzKpfw IVH", "0203", "B", "FIRE"), unit("Truck", "0603")], batteries={})
    index = made.index("G1")
    assert screens.fault_of(made.state, made.scene, index, HERE["0503"]) is None
    assert screens.fault_of(made.state, made.scene, index, HERE["0603"])[0] == "6.1.4.3.10e"  # type: ignore[index]
    made.unit("G2").status = "knocked out"
    assert screens.fault_of(made.state, made.scene, index, HERE["0603"]) is None


@pytest.mark.rules("6.1.4.3.10f", "5.16.2.3b")
@pytest.mark.parametrize(
    ("mark", "small", "after"), [("", False, False), ("fire", True, False), ("fire", False, False)]
)
def test_6_1_4_3_10_a_gun_that_lays_smoke_is_fully_marked(mark: str, small: bool, after: bool) -> None:
    made = Gunnery(
        [unit(TANK, "2403")], [unit("PzKpfw IVH", "0203", "B", "FIRE", mark=mark, small=small)], batteries={}
    )
    screens.lay(made.state, made.scene, Task("G1", "SMOKE", (HERE["0503"],)), made.doing("1"))
    assert (made.unit("G1").mark, made.detail("G1").small, made.unit("G1").fired) == ("fire", after, True)


@pytest.mark.rules("6.1.4.3.10c", "6.1.4.3.10f")
@pytest.mark.parametrize(("mark", "small", "after"), [("", False, True), ("fire", True, True), ("fire", False, False)])
def test_6_1_4_3_10_engineers_lay_smoke_without_a_limit_and_quietly(mark: str, small: bool, after: bool) -> None:
    squad = unit("German Rifle squad", "0205", "B", "FIRE", labels=["Engineer"], mark=mark, small=small)
    made = Gunnery([unit(TANK, "2403")], [squad], batteries={})
    told = made.doing("")
    screens.lay(made.state, made.scene, Task("G1", "SMOKE", (HERE["0305"],)), told)
    assert (made.unit("G1").mark, made.detail("G1").small) == ("fire", after)
    assert [(event.kind, event.rule, dict(event.data)) for event in told.events if event.kind == "smoke_laid"] == [
        ("smoke_laid", "6.1.4.3.10f", {"unit": "G1", "hex": "0305"})
    ]
    assert made.support.smokes == (Smoke((HERE["0305"],), "closed", 1, "fire"),)


# What hinders an observer.


@pytest.mark.rules("6.5.1.12.1-observer-hindered-a", "6.5.1.12.1-observer-hindered-b")
def test_6_5_1_12_1_its_own_barrage_hinders_only_who_adjusts() -> None:
    """K7; those of others, smoke and wrecks on the line hinder every call."""
    made = field([observer(), observer("0205")])
    made.state.stack, made.state.turn = [Frame("indirect1", side="german")], 2
    index, target = made.index("G1"), HERE["0803"]

    def many(own: bool, who: int = index) -> int:
        return len(observers.hindrances(made.state, made.scene, who, target, own))

    assert (many(False), many(True)) == (0, 0)
    counters.change(made.state, missions=(mission("0803", observer="G1"),))
    assert (many(False), many(True)) == (0, 1)
    assert (many(False, made.index("G2")), many(True, made.index("G2"))) == (1, 1)
    counters.change(made.state, missions=(mission("0803", observer="G1"), mission("0703", "GB2", observer="G2")))
    assert (many(False), many(True)) == (1, 2)
    counters.change(made.state, missions=(mission("0803", observer="G1", fire="Smoke"),),
                    smokes=(Smoke(sheafs.covered(BOARD, "closed", target), "closed", 1, "indirect"),))  # fmt: skip
    assert (many(False), many(True)) == (1, 1), "smoke is no barrage"
    made.state.wrecks = [Wreck(HERE["0503"], True)]
    assert (many(False), many(True)) == (2, 2)


# What is remembered.


@pytest.mark.rules("6.5.1.1b", "6.5.1.9c")
def test_6_5_1_1_what_an_observer_did_counts_in_its_turn_alone() -> None:
    made = field()
    assert counters.observed(made.state, "G1") is None
    counters.change(made.state, observed={"G1": Observed(1, 5, ("GB1",))})
    assert counters.observed(made.state, "G1") == Observed(1, 5, ("GB1",))
    made.state.turn = 2
    assert counters.observed(made.state, "G1") is None


@pytest.mark.rules("6.5.1.9a", "6.5.1.9b", "6.5.1.9c", "6.5.1.9d")
def test_6_5_1_9_what_a_check_does() -> None:
    made = field()
    plan = mission("0303", "GB3", number=3, planned=True)
    running = (mission("0803", observer="G1"), mission("0903", "GB2", number=2, observer="G2"), plan)
    counters.change(made.state, missions=running, used={"GB9": 1})
    told = made.doing("")
    missions.check_fire(made.state, made.scene, "G1", "6.5.1.9a", told)
    assert [one.number for one in made.support.missions] == [2, 3]
    assert made.support.used == {"GB9": 1, "GB1": 1}
    assert made.support.observed == {"G1": Observed(1, checked=True)}
    assert [(event.kind, event.rule, dict(event.data)) for event in told.events] == [
        ("checked", "6.5.1.9a", {"side": "german", "source": "GB1", "hex": "0803"})
    ]
    missions.finish(made.state, made.scene, "german", made.doing(""))
    assert [one.number for one in made.support.missions] == [2, 3], "what came down this turn stays"
    made.state.turn = 2
    missions.finish(made.state, made.scene, "soviet", made.doing(""))
    assert [one.number for one in made.support.missions] == [2, 3]
    missions.finish(made.state, made.scene, "german", made.doing(""))
    assert [one.number for one in made.support.missions] == [3], "planned fire is never checked"


# Landing.


@pytest.mark.rules("6.5.1m", "6.5.1.5d", "6.5.1.5e", "6.5.1.12a", "6.5.1l")
def test_6_5_1_an_impact_as_it_is_told() -> None:
    made = field()
    counters.change(made.state, missions=(mission("1803", number=4),), count=4)
    shot = Volley("german", "GB1", HERE["0803"], "GP", "linear", "lands", 2, "G1", distance=6, danger=True)
    counters.change(made.state, queue=(shot,))
    told = made.doing("")
    landing._land(made.state, made.scene, shot, told)
    assert made.support.missions == (
        Mission(5, "german", "GB1", HERE["0803"], "GP", "linear", 1, 2, "G1", False, True, 6),
    )  # fmt: skip
    assert (made.support.count, made.support.used) == (5, {"GB1": 1})
    (event,) = told.events
    assert dict(event.data) == {
        "number": 5, "side": "german", "source": "GB1", "hex": "0803", "fire": "GP", "sheaf": "linear",
        "planned": False, "facing": "C",
    }  # fmt: skip
    waiting = made.support.queue[0]
    assert (waiting.stage, waiting.failed) == ("strikes", False)
    cells = sheafs.covered(BOARD, "linear", HERE["0803"], 2)
    assert waiting.targets == tuple(
        index for index, one in enumerate(made.state.units) if one.status == "on map" and one.cell in cells
    )


@pytest.mark.rules("6.5.1m", "6.1.3e", "5.16.2.1b")
@pytest.mark.parametrize(("die", "short"), [("6", False), ("7", True)])
def test_6_5_1_an_on_map_gun_is_marked_and_keeps_a_failed_limit(die: str, short: bool) -> None:
    """The 76.2mm M39 has a limit of 6 away from its transport."""
    made = Gunnery([unit("76.2mm M39 ATG", "1803", "E", "FIRE", known=False), unit(TANK, "1003")],
                   [unit("PzKpfw IVH", "0903")], batteries={})  # fmt: skip
    made.detail("S1").home = -1
    shot = Volley("soviet", "S1", HERE["0903"], "GP", "one", "lands", distance=9, observer="S2")
    counters.change(made.state, queue=(shot,))
    landing._land(made.state, made.scene, shot, made.doing(die))
    assert (made.unit("S1").mark, made.detail("S1").small, made.unit("S1").known, made.unit("S1").fired) == (
        "fire", False, True, True,
    )  # fmt: skip
    assert (made.support.missions[0].short is True) is short
    assert made.support.queue[0].failed is short


@pytest.mark.rules("6.5.1m", "6.1.3e")
@pytest.mark.parametrize(("mark", "small", "after"), [("", False, True), ("fire", True, True), ("fire", False, False)])
def test_6_5_1_mortars_are_small_arms_for_spotting(mark: str, small: bool, after: bool) -> None:
    made = field([observer(), unit(GRENADIERS, "0112", "B", "FIRE", weapons=["8cm GrW 34"], mark=mark, small=small)])
    shot = Volley("german", "G2", HERE["0803"], "GP", "one", "lands", distance=12, observer="G1")
    counters.change(made.state, queue=(shot,))
    landing._land(made.state, made.scene, shot, made.doing(""))
    assert (made.unit("G2").mark, made.detail("G2").small) == ("fire", after)


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b")
def test_6_5_4_3_who_is_asked_whether_a_shelled_vehicle_moves() -> None:
    made = field(soviet=[unit(TANK, "0803", "E", "MOVE", known=False), unit(GUN, "0803", "E", "MOVE", known=False),
                         unit(TANK, "0903", "E", "MOVE", known=False)])  # fmt: skip
    made.state.modes = {"soviet": "ASK", "german": "ASK"}

    def asks(index: int, **more: Any) -> bool:
        return landing._asks(made.state, made.scene, volley(made, targets=(index,), **more), made.doing(""))

    assert asks(0)
    assert not asks(1), "no vehicle"
    assert not asks(2), "not in the Target Point hex"
    made.state.options["if_moving_everywhere"] = "on"
    assert asks(2)
    assert not asks(0, kept=True)
    assert not asks(0, planned=True)
    made.unit("S1").known = True
    assert not asks(0)
    made.unit("S1").known = False
    made.unit("S1").status = "knocked out"
    assert not asks(0)
    kept = made.doing("")
    counters.change(made.state, queue=(volley(made, targets=(2,)),))
    landing.keep(made.state, kept)
    assert made.support.queue[0].kept
    assert [dict(event.data) for event in kept.events] == [{"unit": "S3"}]
    again = msgspec.structs.replace(made.support.queue[0], kept=False)
    landing.put(made.state, again)
    assert made.support.queue == (again,)


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b")
@pytest.mark.parametrize(
    ("command", "conceals", "known"), [("MOVE", False, True), ("MOVE", True, False), ("OW", False, False)]
)
def test_6_5_4_3_presets_show_only_a_command_by_which_it_moves(command: str, conceals: bool, known: bool) -> None:
    made = field(soviet=[unit(TANK, "0803", "E", command, known=False)])
    made.state.conceals = {"soviet": conceals}
    told = made.doing("")
    assert not landing._asks(made.state, made.scene, volley(made, targets=(0,)), told)
    assert made.unit("S1").known is known
    assert [dict(event.data) for event in told.events] == ([{"unit": "S1", "command": "MOVE"}] if known else [])


@pytest.mark.rules("6.1.4.3.10b")
def test_6_1_4_3_10_smoke_is_fired_with_a_weapon_that_has_smoke_and_a_gp_row(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Gunnery([unit(TANK, "2403")], [unit("PzKpfw IVH", "0203", "B", "FIRE")], batteries={})
    index = made.index("G1")
    arm = screens.thrower_of(made.state, made.scene, index)
    assert arm is not None
    bare = arm._replace(name="bare", rows={kind: row for kind, row in arm.rows.items() if kind != "GP"})
    monkeypatch.setattr(screens, "arms_of", lambda *_: (bare, arm))
    assert screens.thrower_of(made.state, made.scene, index) is arm
    monkeypatch.setattr(screens, "silenced", lambda *_: ("6.1", "silent"))
    assert screens.thrower_of(made.state, made.scene, index) is None
