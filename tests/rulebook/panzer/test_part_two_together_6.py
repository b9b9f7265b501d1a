"""Rules of the Advanced Game's second part where they meet: smoke and overruns, barrages and passengers, FO and AA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data.aircraft import find_aircraft
from hulldown.games.panzer.faces import notation
from hulldown.games.panzer.rules.advanced.air import Flying
from hulldown.games.panzer.rules.advanced.hindrances import Source, counting
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.play import cover, watching
from hulldown.games.panzer.rules.advanced.play.air import antiair, planes, sighting, striking
from hulldown.games.panzer.rules.advanced.play.assault import overruns, resolving, steps
from hulldown.games.panzer.rules.advanced.play.indirect import attacks, counters, landing, missions, observers
from hulldown.games.panzer.rules.advanced.support import Mission, Observed, Smoke, Support, Volley
from hulldown.games.panzer.rules.state import CARRIED, CloseCombat, Frame, Wreck, index_of
from support.advanced_assault import Melee
from support.advanced_fire import BOARD, unit
from support.advanced_march import GAME, March, cell, keep, scene, the_country
from support.advanced_support import GRENADIERS, Gunnery, battery, field, observer
from support.air_field import Sky

RULES = LIBRARY.ruleset(("advanced",))
HERE = BOARD.by_label


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, RULES)


# Overruns and what lies in the hex.


def overrun_net(smokes: tuple[Smoke, ...] = (), barrages: tuple[Mission, ...] = (), **more: Any) -> int:
    made = keep({"S1": "0603D", "G7": "0604"}, works=more.pop("works", None))
    made.state.support = Support(missions=barrages, smokes=smokes)
    for key, value in more.items():
        setattr(made.state, key, value)
    aim = overruns.aim(made.state, scene(), index_of(made.state, "S1"), index_of(made.state, "G7"))
    return overruns.gp.resolve(aim).net.value


def cloud(density: str, *labels: str) -> Smoke:
    return Smoke(tuple(sorted(cell(one) for one in labels)), density, 0, "indirect")


def shells(sheaf: str, label: str) -> Mission:
    return Mission(1, "german", "GB1", cell(label), "GP", sheaf, 0, distance=6)


@pytest.mark.rules(
    "6.6.10.1c", "6.5.4.3-smoke", "6.5.4.3-barrage", "6.5.4.3-brew-up-smoke", "6.5.4.3-on-fire-a", "5.11b"
)
def test_6_6_10_1_smoke_and_barrages_in_the_hex_hinder_an_overrun() -> None:
    plain = overrun_net()
    assert overrun_net((cloud("closed", "0604"),)) == plain - 20
    assert overrun_net((cloud("open", "0604", "0605"),)) == plain - 10
    assert overrun_net(barrages=(shells("closed", "0605"),)) == plain - 10
    assert overrun_net(barrages=(shells("open", "0606"),)) == plain - 5
    # R25: only in the hex itself, and the largest of them alone.
    assert overrun_net((cloud("closed", "0603"),), (shells("one", "0603"),)) == plain
    assert overrun_net((cloud("closed", "0604"),), (shells("closed", "0604"),)) == plain - 20
    assert overrun_net(wrecks=[Wreck(cell("0604"), True)]) == plain - 10
    assert overrun_net(wrecks=[Wreck(cell("0604"), True)], works=[Work("fire", cell("0604"))]) == plain - 20


@pytest.mark.rules("5.11b", "6.5.2.4-smoke-b")
def test_5_11_a_source_counts_where_it_hinders_most_in_one_hex_of_the_line() -> None:
    """H5: of two smokes that overlap on the line both count; one that is covered altogether does not."""
    both = counting((Source("smoke_open", (2, 3)), Source("smoke_closed", (1, 2))))
    assert [one.kind for one in both] == ["smoke_closed", "smoke_open"]
    assert [one.kind for one in counting((Source("smoke_open", (2,)), Source("smoke_closed", (1, 2))))] == [
        "smoke_closed"
    ]
    assert len(counting((Source("smoke_open", (2, 3)), Source("smoke_open", (2, 3))))) == 1


# Entering a barrage after close combat.


@pytest.mark.rules("6.6.6a", "6.6.1.1.3-effective-f")
@pytest.mark.parametrize(("label", "struck"), [("0504", True), ("0509", False)])
def test_6_6_6_winners_that_enter_a_hex_under_a_barrage_are_attacked(label: str, struck: bool) -> None:
    made = Melee({"S4": "0503", "G1": "0504"})
    state = made.state
    winner, target = index_of(state, "S4"), index_of(state, "G1")
    state.units[target].status = "knocked out"
    state.assault = CloseCombat(target=target, fought=(winner,))
    state.support = Support(missions=(Mission(1, "german", "S8", cell(label), "GP", "one", 1, distance=6),))
    state.stack = [Frame("assault1", (), "soviet"), Frame("follow", (), "soviet")]
    state.submitted["soviet"] = Order("follow", (Task("S4", "FOLLOW"),))
    told = doing("50" if struck else "")
    told.memo["scene"] = scene()
    steps._follow(state, told)
    assert state.units[winner].cell == cell("0504")
    assert [event.kind for event in told.events if event.kind in ("followed", "shelled")] == (
        ["followed", "shelled"] if struck else ["followed"]
    )


# Barrages, passengers and limits.


def shelled(script: str, name: str, made: Gunnery) -> int:
    told = made.doing(script)
    attacks.enter(made.state, made.scene, made.index(name), told)
    assert told.dice.serial == len(script.split())
    made.events = list(told.events)
    return len([event for event in told.events if event.kind == "shelled"])


def loaded() -> Gunnery:
    soviet = [unit("Truck", "0803", "E", "MOVE"), unit("Soviet Rifle squad", on="S1")]
    made = Gunnery(soviet, [unit("German Section", "0203", "B", "OW")], batteries={"german": [battery()]})
    made.state.stack = [Frame("move2", side="soviet")]
    mission = Mission(1, "german", "GB1", HERE["0703"], "GP", "closed", 1, distance=6)
    counters.change(made.state, missions=(mission,), count=1)
    return made


@pytest.mark.rules("6.6.6b", "6.5.4.2.3b")
def test_6_6_6_passengers_struck_with_their_carrier_are_not_struck_again_on_foot() -> None:
    made = loaded()
    assert shelled("2 2", "S1", made) == 2
    made.unit("S2").status, made.unit("S2").cell = "on map", HERE["0703"]
    assert shelled("", "S2", made) == 0
    assert made.support.struck == ((0, 1), (1, 1))
    fresh = loaded()
    fresh.unit("S2").status, fresh.unit("S2").cell = "on map", HERE["0703"]
    assert shelled("2", "S2", fresh) == 1


@pytest.mark.rules("6.6.6a", "5.16.2.1b")
def test_6_6_6_a_failed_ammo_limit_hinders_the_barrage_too() -> None:
    made = field([observer(), unit("7.5cm leIG 18", "0112", "B", "FIRE", home=-1)], batteries={})
    made.unit("G2").sees = ()
    for short, net in ((False, 0), (True, -10)):
        mission = Mission(1, "german", "G2", HERE["0803"], "GP", "one", 1, distance=6, short=short)
        aim = attacks.aim_at(made.state, made.scene, attacks.volley_of(mission), made.index("S2"))
        assert aim.ammo_limit is short
        assert attacks.gp.resolve(aim).net.value == net


@pytest.mark.rules("6.5.4.2.5e", "6.5.4.3-shooter-damaged", "6.5.4.3-shooter-suppressed")
def test_6_5_4_2_5_the_state_of_the_firer_counts_against_terrain_too(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Any] = []
    monkeypatch.setattr(attacks.ruins, "attack_in", lambda *args: found.append(args[3]))
    made = field([observer(), unit("SPW 251/2", "0112", "B", "FIRE")], batteries={})
    made.state.works = [Work("improved position", HERE["0803"])]
    volley = Volley("german", "G2", HERE["0803"], "GP", "one", "strikes", distance=6)
    for damaged, suppressed in ((False, ""), (True, ""), (False, "on"), (True, "on")):
        made.unit("G2").damaged, made.detail("G2").suppressed = damaged, suppressed
        attacks.strike_ground(made.state, made.scene, volley, made.doing(""))
        assert (found[-1].shooter_damaged, found[-1].shooter_suppressed) == (damaged, bool(suppressed))


# Fire that goes astray, or goes on.


@pytest.mark.rules("6.5.1.12f", "6.5.1.13a", "6.5.1.13b")
def test_6_5_1_12_the_range_of_fire_that_goes_astray_is_that_to_its_new_hex() -> None:
    german = [observer(), unit("PzKpfw IVH", "0503", "B", "MOVE")]
    made = field(german)
    made.unit("S1").sees = made.unit("S2").sees = (made.index("G2"),)
    made.drive("1 2", ("G1 CALL 0803 GB1 GP closed", "0503"))
    mission = made.mission("GB1")
    assert (BOARD.labels[mission.cell], mission.distance, mission.danger) == ("0503", 3, True)
    guns = field([observer(), unit(GRENADIERS, "0112", "B", "FIRE", weapons=["8cm GrW 34"])], batteries={})
    guns.unit("G2").sees = ()
    for label, far in (("0803", 12), ("0203", 9)):
        assert observers.range_of(guns.state, guns.scene, guns.index("G1"), "G2", HERE[label]) == far
    # R38: below the least range of its row the least range counts.
    near = Volley("german", "G2", HERE["0803"], "GP", "one", "strikes", distance=1)
    assert attacks.aim_at(guns.state, guns.scene, near, guns.index("S1")).distance == 2
    assert (
        attacks.aim_at(
            guns.state, guns.scene, landing.msgspec.structs.replace(near, distance=999), guns.index("S1")
        ).distance
        == attacks.weapon_of(guns.state, guns.scene, "G2").row.reach
    )


def mortar(hex_: str, command: str = "FIRE", **more: Any) -> Any:
    return unit(GRENADIERS, hex_, "B", command, weapons=["8cm GrW 34"], **more)


def directed() -> Gunnery:
    """An FO directs a battery and a mortar since the turn before."""
    made = field([observer(), mortar("0112")], batteries={"german": [battery()]})
    made.unit("G2").sees = ()
    made.drive("5 2 2", ("G1 CALL 0803 GB1 GP closed",))
    made.drive("5 2", ("G1 CALL 0803 G2 GP closed",))
    made.begin("german", turn=2)
    missions.begin(made.state, made.scene, "german", made.doing(""))
    return made


@pytest.mark.rules("6.5.1.8a", "6.5.1.8.2a", "6.5.1.8.2b")
def test_6_5_1_8_a_gun_without_a_fire_command_does_not_keep_the_battery_from_adjusting() -> None:
    made = directed()
    assert missions.firing_on(made.state, made.scene, made.index("G1")) == ["GB1", "G2"]
    made.unit("G2").command = "NC"
    assert missions.firing_on(made.state, made.scene, made.index("G1")) == ["GB1"]
    assert made.why("G1 CORRECT 0903 GP closed") == ""
    made.drive("5 2 2", ("G1 CORRECT 0903 GP closed",))
    assert [one.source for one in made.support.missions] == ["GB1"]
    lost = directed()
    lost.unit("G2").status = "eliminated"
    assert lost.why("G1 CORRECT 0903 GP closed") == ""
    alone = field([observer(), mortar("0112")], batteries={})
    alone.unit("G2").sees = ()
    alone.drive("5 2", ("G1 CALL 0803 G2 GP closed",))
    alone.begin("german", turn=2)
    alone.unit("G2").command = "OW"
    assert alone.why("G1 CORRECT 0903 GP closed") == "6.5.1.8a"
    assert [one.kind for one in missions._running(alone.state, alone.scene, alone.index("G1"))] == ["CHECK"]


@pytest.mark.rules("6.5.1.8.2a", "6.5.1.7d", "6.5.1.13c")
def test_6_5_1_8_2_only_what_all_who_fire_can_do_is_offered() -> None:
    made = directed()
    made.unit("G2").cell = HERE["0703"]  # one hex from 0803 is below the least range of the mortar
    index = made.index("G1")
    near = [one for one in missions._running(made.state, made.scene, index) if one.kind == "CORRECT"]
    assert [tuple(BOARD.labels[one] for one in option.cells) for option in near] == [("0903",), ("0903",)]
    for option in near:
        for choice in option.choices:
            facing = " A" if option.facings else ""
            assert made.why(f"G1 CORRECT 0903{facing} {choice}") == ""
    assert made.why("G1 CORRECT 0803 GP open") == "6.5.1.13c"


@pytest.mark.rules("6.5.1.1.4")
def test_6_5_1_1_4_guns_are_paired_so_that_they_are_as_few_sources_as_possible() -> None:
    """Command Range of Seasoned formations is 1: four mortars in a row are two sources, however they are named."""
    german = [observer(), mortar("0109"), mortar("0110"), mortar("0111"), mortar("0112")]
    made = field(german, batteries={})
    reach = observers.control.command_range(made.scene, made.index("G2"))
    assert reach == 1
    for names in (("G2", "G3", "G4", "G5"), ("G3", "G4", "G2", "G5"), ("G4", "G3", "G5", "G2")):
        assert observers.distinct(made.state, made.scene, names) == 2
    assert observers.distinct(made.state, made.scene, ("G2", "G4", "G5")) == 2
    assert observers.distinct(made.state, made.scene, ("G2", "G4")) == 2
    assert observers.distinct(made.state, made.scene, ("G2", "G3", "G4")) == 2
    assert observers.distinct(made.state, made.scene, ("G2",)) == 1


# Observers, aircraft and AA fire.


def guided(**fo: Any) -> Sky:
    soviet = [unit("T-34/85 M44", "0101"), unit("Soviet Section", "1005", "A", labels=["FO"], **fo)]
    made = Sky(soviet, [unit("Truck", "0905"), unit("SdKfz 7/1", "1505", "A", "OW", known=False)])
    assert made.go() == "fly"
    return made


@pytest.mark.rules("6.7.3.1.2c", "6.5.1i")
def test_6_7_3_1_2_an_fo_that_has_observed_for_indirect_fire_guides_no_aircraft() -> None:
    made = guided(command="OW", known=False)
    target = made.index("G1")
    assert sighting.observer(made.state, made.scene, target) == made.index("S2")
    counters.change(made.state, observed={"S2": Observed(1, 5)})
    assert sighting.observer(made.state, made.scene, target) == -1
    made.state.turn = 2
    assert sighting.observer(made.state, made.scene, target) == made.index("S2")
    made.detail("S2").spent = True
    assert sighting.observer(made.state, made.scene, target) == -1
    assert not observers.watches(made.state, made.scene, made.index("S2"))


@pytest.mark.rules("6.7.3.1.2c", "6.6.7.2b")
@pytest.mark.parametrize(("command", "guides"), [("OW", True), ("FIRE", False), ("MOVE", False)])
def test_6_7_3_1_2_an_fo_aboard_has_the_command_of_its_carrier(command: str, guides: bool) -> None:
    soviet = [unit("Truck", "1005", "A", command, known=False), unit("Soviet Section", on="S1", labels=["FO"])]
    made = Sky(soviet, [unit("Truck", "0905"), unit("SdKfz 7/1", "1505", "A", "OW", known=False)])
    made.go()
    assert sighting.observer(made.state, made.scene, made.index("G1")) == (made.index("S2") if guides else -1)
    if not guides:
        return
    made.give("SA1 FLY 0912 A slow low")
    made.dice = ["2", "2"]
    made.until("strike", "0907")
    made.attack("SA1 ROCKET G1")
    assert made.all_of("air_guided") == [{"unit": "S2", "target": "G1"}]
    assert (made.detail("S2").spent, made.detail("S2").shown, made.unit("S2").status) == (True, True, CARRIED)
    assert made.unit("S1").known is False
    # It does nothing else on overwatch.
    found = watching.watchers(made.state, made.scene, "soviet", [made.index("G1")])
    assert made.index("S2") not in found


@pytest.mark.rules("6.7.4", "6.5.1i")
def test_6_7_4_who_has_observed_fires_at_no_aircraft() -> None:
    made = guided()
    gun = made.index("G2")
    assert antiair.command_fault(made.state, made.scene, gun) is None
    counters.change(made.state, observed={"G2": Observed(1, 5)})
    assert antiair.command_fault(made.state, made.scene, gun)[0] == "6.5.1i"  # type: ignore[index]
    made.state.turn = 2
    assert antiair.command_fault(made.state, made.scene, gun) is None


@pytest.mark.rules("6.7.4.2a", "5.16.2.4b", "5.16.2d", "5.16.2.1b")
@pytest.mark.parametrize(("home", "script", "net"), [(True, "2", 0), (False, "6 2", 0), (False, "7 2", -10)])
def test_6_7_4_2_ammo_limits_of_guns_that_fire_at_aircraft(home: bool, script: str, net: int) -> None:
    """The 2cm FlaK 38 has a limit of 6 away from its transport and its dump."""
    flak = unit("2cm FlaK 38 AAG", "0805", "D", "OW", known=False)
    made = Sky([unit("T-34/85 M44", "0101")], [flak])
    made.go()
    made.give("SA1 FLY 0712 A slow medium")
    planes.set_flight(made.state, tracked=((made.index("G1"), 99),))
    if not home:
        made.detail("G1").home = -1
    told = doing(script)
    before = antiair.gp.resolve(antiair.aim_of(made.state, made.scene, made.index("G1"))).net.value
    antiair._shoot(made.state, made.scene, made.index("G1"), told)
    assert told.dice.serial == len(script.split())
    (shot,) = [event.data for event in told.events if event.kind == "aa_shot"]
    assert shot["net"] == before + net


@pytest.mark.rules("6.7.4.2a", "5.16.2d")
def test_6_7_4_2_machine_guns_on_top_of_a_vehicle_have_no_limit() -> None:
    made = Sky([unit("T-34/85 M44", "0101")], [unit("PzKpfw IIIM", "0805", "D", "OW", known=False)])
    made.go()
    made.give("SA1 FLY 0712 A slow medium")
    told = doing("2")
    antiair._shoot(made.state, made.scene, made.index("G1"), told)
    assert told.dice.serial == 1


# Dismount Attacks of carriers that stay.


def storms(command: str, **more: Any) -> March:
    made = keep({"S3": "0503", "S4": "*S3", "S5": "*S3", "G1": "0504", "G7": "0602"}, **more)
    made.set("S3", command=command)
    return made


@pytest.mark.rules("6.6.1.1o", "6.6.1.2m", "6.6.7.1.1-vehicle-a")
@pytest.mark.parametrize("command", ["MOVE", "NC", "OW", "FIRE"])
def test_6_6_1_1_a_carrier_that_stays_is_offered_dismount_attacks(command: str) -> None:
    made = storms(command, script="90 10")
    found = {option.targets: set(option.choices) for option in made.offered("S3")
             if option.kind == "DISMOUNT" and option.choices}  # fmt: skip
    assert found == {("S4",): {"against G1", "against G7"}, ("S5",): {"against G1", "against G7"}}
    for name in ("S4", "S5"):
        for foe in ("G1", "G7"):
            assert made.refused(f"S3 DISMOUNT {name} against {foe}") in ("", "4.2.1d")
    made.order("S3 DISMOUNT S4 against G7")
    assert [event.kind for event in made.events if event.kind in ("dismounted", "assault_announced")] == [
        "dismounted", "assault_announced",
    ]  # fmt: skip


@pytest.mark.rules("6.6.1.1o", "6.6.1.1p", "6.6.1.1d")
def test_6_6_1_1_dismount_attacks_that_are_refused() -> None:
    made = storms("NC")
    assert made.refused("S3 DISMOUNT S4 S5 against G1") == "6.6.1.1p"
    assert made.refused("S3 DISMOUNT S4 against G99") == "6.6.1.1o"
    assert made.refused("S3 DISMOUNT S4 against S16") == "6.6.1.1d"
    assert made.refused("S3 MOUNT S4 against G1") != ""
    made.set("S4", suppressed="on")
    assert made.refused("S3 DISMOUNT S4 against G1") == "6.6.2e"
    names = [option.targets for option in made.offered("S3") if option.kind == "DISMOUNT" and option.choices]
    assert names == [("S5",)]
    far = keep({"S3": "0503", "S4": "*S3", "G1": "0506"}).set("S3", command="NC")
    assert far.refused("S3 DISMOUNT S4 against G1") == "6.6.1.1e"
    assert [option.choices for option in far.offered("S3") if option.kind == "DISMOUNT" and option.choices] == []


@pytest.mark.rules("6.6.1.1o", "6.6.1.1.2-dismount-attack", "6.6.7.1.1-vehicle-b")
def test_6_6_1_1_a_dismount_attack_out_of_a_carrier_that_stays_is_played() -> None:
    made = storms("NC", script="40 40").set("G1", known=True)
    made.order("S3 DISMOUNT S4 against G1")
    told = made.event("close_assault")
    assert (told["unit"], told["target"], told["attackers"]) == ("S4", "G1", "S4")
    labels = [factor.label for event in made.events if event.kind == "close_assault" for factor in event.factors]
    assert any("ismount" in label for label in labels)
    assert (made.at("S4")[:4], made.at("S3")[:4], made.unit("S4").mark, made.unit("S3").mark) == (
        "0503", "0503", "move", "",
    )  # fmt: skip
    # With a Move command it costs half of the allowance, and the carrier may go on.
    moving = storms("MOVE", script="40 40").set("G1", known=True)
    moving.order("S3 DISMOUNT S4 against G1")
    assert moving.event("close_assault")["unit"] == "S4"


@pytest.mark.rules("6.6.1.1o")
def test_6_6_1_1_how_a_dismount_attack_is_written() -> None:
    made = storms("NC").ready()
    order = GAME.parse(made.state, "soviet", "S3 dismount S4 against g1")
    assert order.tasks == (Task("S3", "DISMOUNT", choice="against G1", targets=("S4",)),)
    assert notation.write(scene(), order) == "S3 DISMOUNT S4 against G1"


# Two rules at once: barrage and building, assault and Full Cover, aircraft and smoke.


@pytest.mark.rules("6.6.6a", "6.6.6b", "6.5.4.2.2a", "6.5.4.2.2b", "6.5.4.2.2c")
def test_6_6_6_who_enters_a_building_under_a_barrage_has_its_walls() -> None:
    """Two moves into a SHEAF of the same gun: brick is Medium Cover for a squad on the move, the field none."""
    found = {}
    for target in ("0303", "0402"):
        made = keep({"S4": "0302"}, script="50")
        lying = Mission(1, "german", "S8", cell(target), "GP", "one", 1, distance=6)
        made.state.support = Support(missions=(lying,), count=1)
        made.order(f"S4 MOVE {target}\nS16 STAY")
        (hit,) = [event.data for event in made.events if event.kind == "shelled"]
        found[target] = hit["defence"]
        assert made.at("S4")[:4] == target
    assert found == {"0303": 4, "0402": 1}


@pytest.mark.rules("6.1.4.2j", "6.1.4.2k", "6.6.1.1.2a", "6.6.1.2.2a")
def test_6_6_1_full_cover_changes_nothing_at_close_quarters() -> None:
    made = Melee({"S4": "0503", "G1": "0504", "G2": "0504"})
    state = made.state
    four, tank, squad = (index_of(state, name) for name in ("S4", "G1", "G2"))
    assaulted = resolving.assault_of(state, scene(), resolving.Attack((four,), tank))
    fought = resolving.fight_of(state, scene(), resolving.Attack((four,), squad))
    for name in ("S4", "G2"):
        made.set(name, full_cover=True)
    assert cover.in_full_cover(scene(), made.unit("S4"))
    assert cover.in_full_cover(scene(), made.unit("G2"))
    assert made.barred("S4 ASSAULT G2") == ""
    assert resolving.assault_of(state, scene(), resolving.Attack((four,), tank)) == assaulted
    assert resolving.fight_of(state, scene(), resolving.Attack((four,), squad)) == fought


@pytest.mark.rules("6.7.3.5a", "6.7.3.2c")
def test_6_7_3_smoke_and_barrages_do_not_hinder_what_comes_from_above() -> None:
    made = Sky([unit("T-34/85 M44", "0101")], [unit("Truck", "0705"), unit("German Rifle squad", "0705")])
    made.go()
    strike = striking.Strike("SA1", find_aircraft("Il-2m3"), "strafe", Flying("slow", "low"), 1)
    before = [striking.aim_at(made.state, made.scene, strike, index) for index in (1, 2)]
    here = (HERE["0705"],)
    counters.change(made.state, smokes=(Smoke(here, "closed", 0, "indirect"),),
                    missions=(Mission(1, "german", "GB1", HERE["0705"], "GP", "closed", 0, distance=6),))  # fmt: skip
    assert len(counters.clouds(made.state, BOARD)) == 2
    assert [striking.aim_at(made.state, made.scene, strike, index) for index in (1, 2)] == before
