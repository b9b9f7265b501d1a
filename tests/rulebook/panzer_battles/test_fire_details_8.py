"""Details of fire (8.0, 12.5, 13.2, 16.5): who may fire, at whom, and what each shot depends on."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.games.panzer_battles.rules import exchange, firing
from hulldown.games.panzer_battles.rules.state import Exchange, Melee
from hulldown.games.panzer_battles.rules.unit_types import System, traits
from support.battles_field import FIRST, SECOND, Field, kinds
from support.battles_stage import Stage

plain = pytest.mark.usefixtures("plain_map")


def at(field: Field | Stage, name: str) -> int:
    return next(place for place, unit in enumerate(field.state.units) if unit.id == name)


def system(kind: str, key: str) -> System:
    found = traits(kind).system(key)
    assert found is not None
    return found


def duel(**values: Any) -> Field:
    """A Panzer IV platoon and an M4 platoon seven hexes apart, in Final Fire, each of which sees the other."""
    field = Field("3 " * 60)
    field.place("U111", "2005", facing=3)
    field.place("G111", "2012", facing=0)
    for name, value in values.items():
        setattr(field.unit("U111"), name, value)
    return field.begin("final1")


@plain
@pytest.mark.rules("8.0-gen-1", "14.52", "8.11", "13.24", "5.21")
def test_who_can_fire_nothing() -> None:
    field = duel()
    field.place("Ud1", "2205")

    def why(name: str, manner: str = firing.NORMAL) -> str:
        fault = firing.ready(field.state, at(field, name), manner)
        return fault[0] if fault is not None else ""

    assert why("U111") == ""
    assert why("Ud1") == "8.0-gen-1"
    assert why("U131") == "8.0-gen-1", "it is not on the map"
    field.company("U111").morale = 2
    assert why("U111") == "", "14.43: in state 2 it may watch"
    field.company("U111").morale = 3
    assert [why("U111", manner) for manner in (firing.NORMAL, firing.MEETING, firing.ROUND)] == ["14.52"] * 3
    field.company("U111").morale = 0
    field.unit("U111").command = kinds.BOUND
    manners = (firing.NORMAL, firing.MEETING, firing.ROUND, firing.PARTING)
    assert [why("U111", manner) for manner in manners] == ["8.11", "8.11", "", "8.11"]
    field.unit("U111").command = kinds.OVERWATCH
    field.unit("U111").engaged = True
    assert [why("U111", manner) for manner in manners] == ["13.24", "", "", ""]


@plain
@pytest.mark.rules("15.0-proc-4", "15.0-proc-5", "6.62c")
@pytest.mark.parametrize(("name", "case"), [("sheltered", "15.0-proc-4"), ("broke", "6.62c")])
def test_who_took_cover_or_left_column_is_silent_in_the_movement_segment_alone(name: str, case: str) -> None:
    field = duel()
    setattr(field.unit("G111"), name, True)
    assert firing.ready(field.state, at(field, "G111"), firing.NORMAL) is None, "Final Fire"
    field.begin("move1")
    setattr(field.unit("G111"), name, True)
    fault = firing.ready(field.state, at(field, "G111"), firing.NORMAL)
    assert fault is not None
    assert fault[0] == case
    assert firing.ready(field.state, at(field, "G111"), firing.MEETING) is None, "its own hex it defends"


@plain
@pytest.mark.rules("16.17", "14.12", "8.11")
def test_who_has_moved_by_a_command_of_its_plot_does_not_fire_on_watch() -> None:
    """TRN-2: it has ridden; a command after a morale check may follow a move on foot."""
    field = Field()
    field.place("U211i", "2005")
    field.place("G111", "2007")
    field.begin("final1")
    for moved, plotted, fires in ((False, True, True), (True, True, False), (True, False, True)):
        field.unit("U211i").moved = moved
        field.company("U211i").plotted = plotted
        fault = firing.ready(field.state, at(field, "U211i"), firing.NORMAL)
        assert (fault is None) == fires
        assert fires or (fault is not None and fault[0] == "16.17")
        assert firing.ready(field.state, at(field, "U211i"), firing.ROUND) is None


@plain
@pytest.mark.rules("16.2c", "16.17", "16.33")
def test_who_rides_fires_from_vehicles_that_stand_and_are_not_suppressed() -> None:
    field = Field()
    field.place("U211h", "2005", facing=3)
    field.place("U211i", "2005", carrier=at(field, "U211h"))
    field.place("G101h", "2030")
    field.place("G101g", "2030", carrier=at(field, "G101h"))
    field.begin("final1")

    def why(name: str, manner: str = firing.NORMAL) -> str:
        fault = firing.ready(field.state, at(field, name), manner)
        return fault[0] if fault is not None else ""

    assert (why("U211i"), why("G101g"), why("G101g", firing.ROUND)) == ("", "16.33", "16.33")
    field.unit("U211h").suppressed = True
    assert (why("U211i"), why("U211i", firing.ROUND)) == ("16.2c", "16.2c")
    field.unit("U211h").suppressed, field.unit("U211h").moved = False, True
    assert (why("U211i"), why("U211i", firing.MEETING), why("U211i", firing.ROUND)) == ("16.17", "", "")


def battery(crew: int = 2, guns: int = 2) -> Field:
    """Two 88s with two crews, the second of which a platoon of Panzer IV has to play."""
    field = Field("3 " * 60)
    field.place("G101g", "2005", facing=3, strength=guns)
    field.place("G101c", "2005", strength=crew)
    field.unit("G111").type = "Gun crew"
    field.place("G111", "2005", strength=1)
    field.place("U111", "2009", facing=0, shown=True)
    return field.begin("final1")


@plain
@pytest.mark.rules("16.5", "16.51", "16.52")
def test_the_strongest_crew_that_watches_serves_the_guns() -> None:
    """Of equal ones the first of the list."""
    field = battery()
    gun, crew, other = (at(field, name) for name in ("G101g", "G101c", "G111"))
    assert firing.crew_of(field.state, gun) == crew
    field.unit("G111").strength = 2
    assert firing.crew_of(field.state, gun) == min(crew, other)
    field.unit("G101c").strength = 1
    assert firing.crew_of(field.state, gun) == other
    field.unit("G111").command = kinds.BOUND
    assert firing.crew_of(field.state, gun) == crew
    field.unit("G101c").command = kinds.BOUND
    assert firing.crew_of(field.state, gun) == -1
    field.unit("G111").engaged = True
    assert firing.crew_of(field.state, gun) == other, "in a close assault a command does not matter"
    field.unit("G111").engaged = False
    field.unit("G101c").command = kinds.OVERWATCH
    field.unit("G101c").cell = field.cell("2006")
    assert firing.crew_of(field.state, gun) == -1, "it is not with them"


@plain
@pytest.mark.rules("16.51", "16.53", "16.52", "8.12b", "8.61A", "20.0-sr-5b")
def test_what_keeps_a_weapon_silent() -> None:
    field = battery(crew=1)
    main, rifles = system("88", "main"), system("Gun crew", "rifles")
    gun, crew = at(field, "G101g"), at(field, "G101c")

    def why(index: int, weapon: System, manner: str = firing.NORMAL) -> str:
        fault = firing.usable(field.state, index, weapon, manner)
        return fault[0] if fault is not None else ""

    field.unit("G111").cell = field.cell("2006")
    assert (why(gun, main), why(crew, rifles)) == ("", "")
    field.unit("G101g").fired = ("main",)
    assert why(gun, main) == "8.12b"
    assert why(gun, main, firing.MEETING) == "", "13.0-gen-3: in a close assault again"
    assert why(crew, rifles) == why(crew, rifles, firing.ROUND) == "16.53"
    field.unit("G101g").fired = ()
    field.unit("G101c").fired = ("rifles",)
    assert why(gun, main) == why(gun, main, firing.ROUND) == "16.53"
    field.unit("G101c").fired = ()
    field.unit("G101c").command, field.unit("G101c").engaged = kinds.BOUND, True
    assert (why(gun, main, firing.ROUND), why(gun, main, firing.MEETING)) == ("", "16.51")
    aim = firing.aim_at(field.state, field.scene, gun, at(field, "U111"), main, firing.NORMAL)
    assert aim.number == 1, "16.52: as many guns as steps"


@pytest.mark.rules("20.0-sr-5b", "8.61A")
def test_the_grants_sponson_gun_and_machine_guns_worked_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, "gazala")
    stage.put("B421", "1010", command="OVERWATCH", facing=3)
    stage.begin("final1")
    grant = at(stage, "B421")
    faults = {}
    for state in ("", "defilade", "suppressed"):
        stage.unit("B421").defilade = 0 if state == "defilade" else -1
        stage.unit("B421").suppressed = state == "suppressed"
        found = [(one.key, firing.usable(stage.state, grant, one, firing.NORMAL)) for one in traits("Grant").systems]
        faults[state] = {key: fault[0] for key, fault in found if fault is not None}
    assert faults[""] == {}
    assert faults["defilade"] == {"main": "20.0-sr-5b"}
    assert faults["suppressed"] == {one.key: "8.61A" for one in traits("Grant").systems if one.external}


@plain
@pytest.mark.rules("12.51", "12.51b", "12.51f", "12.52d", "12.51a", "12.51e", "12.52c")
def test_when_a_target_counts_as_moving() -> None:
    field = duel()
    mover, other = at(field, "U111"), at(field, "G111")

    def moving(index: int, manner: str = firing.NORMAL) -> bool:
        return firing.moving_target(field.state, index, manner)

    field.state.exchange = None
    assert not moving(mover), "no exchange: as in Final Fire"
    field.unit("U111").moved = True
    assert moving(mover), "12.51b: it is its own Phase"
    field.unit("G111").moved = True
    assert not moving(other)
    field.unit("G111").roving, field.unit("G111").command = True, kinds.BOUND
    assert moving(other), "12.51f"
    field.unit("G111").command = kinds.OVERWATCH
    assert not moving(other)
    field.unit("G111").roving, field.unit("G111").command = False, kinds.BOUND
    assert not moving(other)
    for trigger, moves in (("enter", True), ("shelter", True), ("turn", False), ("change", False)):
        field.state.exchange = Exchange(trigger, (mover,))
        assert moving(mover) == moves, trigger
        assert not moving(other)
    assert moving(other, firing.PARTING), "12.51c"
    assert not moving(other, firing.MEETING)
    field.unit("G111").entered = 0
    assert moving(other, firing.MEETING), "12.51d"
    assert not moving(other, firing.ROUND), "12.52b"


@plain
@pytest.mark.rules("6.43a", "6.43b", "6.45b", "12.4-stack")
def test_who_counts_as_stacked_with_a_target() -> None:
    field = Field()
    for name in ("U111", "U112", "U121", "U211h", "U211i", "U212i", "Ud1"):
        field.place(name, "2005")
    field.unit("U212i").carrier = at(field, "U211h")
    field.place("U113", "2006")
    field.begin("final1")
    tank, men = at(field, "U111"), at(field, "U211i")
    field.state.exchange = None
    assert (firing.stacked(field.state, tank), firing.stacked(field.state, men)) == (3, 0)
    field.state.exchange = Exchange("enter", (tank, at(field, "U112")))
    assert firing.stacked(field.state, tank) == 1
    assert firing.stacked(field.state, at(field, "U121")) == 1, "the halftracks, which stand as it does"
    field.state.exchange = Exchange("turn", (tank,))
    assert firing.stacked(field.state, tank) == 3


@plain
@pytest.mark.rules("13.2c", "13.2d", "11.41", "13.35")
def test_which_armour_a_shot_meets() -> None:
    field = duel()
    field.unit("U111").facing = 0
    mine, his = at(field, "G111"), at(field, "U111")

    def aspect(manner: str = firing.NORMAL) -> str:
        return firing.aspect(field.state, field.scene, mine, his, manner)

    assert aspect() == "side", "the fire comes from behind"
    field.unit("U111").facing = 3
    assert aspect() == "front"
    assert aspect(firing.PARTING) == "side"
    field.state.melee = Melee(field.cell("2012"), "meet", 0)
    assert aspect(firing.MEETING) == "side", "neither came in"
    field.unit("U111").entered = 0
    assert (aspect(firing.MEETING), aspect(firing.ROUND)) == ("front", "front")
    field.unit("U111").backed = True
    assert aspect(firing.ROUND) == "side"
    field.unit("U111").entered = -1
    field.unit("G111").entered = 0
    assert aspect(firing.ROUND) == "front", "it came from the south, and the target faces there"
    field.unit("U111").facing = 0
    assert aspect(firing.ROUND) == "side"
    field.unit("U111").facing = 3
    field.state.melee.round = 1
    assert aspect(firing.ROUND) == "front"
    field.state.melee.round = 2
    assert aspect(firing.ROUND) == "side", "13.2d"


@plain
@pytest.mark.rules("8.18", "13.25a", "16.46", "16.41")
def test_whom_a_weapon_reaches() -> None:
    field = duel(shown=True)
    main = system("PzIV H", "main")
    firer = at(field, "G111")

    def why(name: str, manner: str = firing.NORMAL) -> str:
        fault = firing.out_of_reach(field.state, field.scene, firer, at(field, name), main, manner)
        return fault[0] if fault is not None else ""

    assert why("U111") == ""
    assert why("G111") == "8.18", "no enemy"
    assert why("U121") == "8.18", "not on the map"
    field.unit("U111").engaged = True
    assert why("U111") == "13.25a"
    field.unit("U111").engaged = False
    field.unit("U111").shown = False
    assert why("U111") == "8.18"


@plain
@pytest.mark.rules("8.12b", "16.53", "8.15", "13.0-gen-3")
def test_what_is_noted_as_fired() -> None:
    """Between hexes every weapon, once; in a close assault only what crews do."""
    field = battery()
    doing = field._doing()
    gun, crew, tank = (at(field, name) for name in ("G101g", "G101c", "U111"))
    field.state.melee = Melee(field.cell("2005"), "attack", 1)
    field.unit("U111").cell, field.unit("U111").strength = field.cell("2005"), 50
    for _ in range(2):
        firing.shoot(field.state, field.scene, gun, tank, system("88", "main"), firing.ROUND, doing)
    assert field.unit("G101g").fired == ("main",)
    field.unit("U111").suppressed, field.unit("U111").strength = False, 5
    firing.shoot(field.state, field.scene, tank, crew, system("M4", "mg"), firing.ROUND, doing)
    assert field.unit("U111").fired == ()
    rules = [event.rule for event in doing.events if event.kind == "shot"]
    assert rules == ["13.2a"] * 3


@plain
@pytest.mark.rules("7.32a", "8.15")
def test_who_fires_is_seen_with_whoever_serves_or_carries_it() -> None:
    field = battery()
    for name in ("G101g", "G101c", "G111"):
        field.unit(name).shown = field.unit(name).loud = False
    doing = field._doing()
    firing.expose(field.state, field.scene, at(field, "G101g"), doing)
    assert [(field.unit(name).loud, field.unit(name).shown) for name in ("G101g", "G101c", "G111")] == [
        (True, True), (True, True), (False, False),
    ]  # fmt: skip
    assert {event.rule for event in doing.events} == {"7.32a"}
    before = len(doing.events)
    firing.expose(field.state, field.scene, at(field, "G101g"), doing)
    assert len(doing.events) == before, "they are seen already"


@plain
@pytest.mark.rules("8.21b", "8.3a", "8.3b", "8.4", "4.0-C1d", "4.0-C1e", "8.14")
def test_at_whom_fire_is_open() -> None:
    field = Field()
    for name, label in (("U111", "2005"), ("U121", "2105"), ("G111", "2012"), ("G112", "2112"), ("G113", "2212")):
        field.place(name, label, shown=True)
    field.place("Ud1", "2205", shown=True)
    field.place("U131", "2305")
    field.begin("move1")
    for name in ("U111", "U121", "G111", "G112", "G113", "Ud1"):
        field.unit(name).shown = True
    field.unit("U131").shown = False
    number = {name: at(field, name) for name in ("U111", "U121", "Ud1", "G111", "G112")}

    def open_to(side: str) -> set[str]:
        return {field.state.units[one].id for one in exchange.open_targets(field.state, side)}

    field.state.exchange = Exchange("enter", (number["U111"], number["Ud1"]))
    assert (open_to(SECOND), open_to(FIRST)) == ({"U111"}, set())
    field.state.exchange.firers = (number["G111"],)
    assert (open_to(SECOND), open_to(FIRST)) == ({"U111"}, {"G111"})
    field.state.exchange.firers = (number["G111"], number["U121"])
    assert (open_to(SECOND), open_to(FIRST)) == ({"U111", "U121"}, {"G111"})
    field.state.exchange = Exchange("")
    assert (open_to(SECOND), open_to(FIRST)) == ({"U111", "U121"}, {"G111", "G112", "G113"})


@plain
@pytest.mark.rules("8.22a", "6.8a", "19.11a", "19.12", "10.32-r16")
def test_when_a_side_is_asked_whether_it_fires() -> None:
    """SEQ-19: by what both can see; fifteen hexes are the farthest that any weapon reaches."""
    field = Field()
    field.place("U111", "2005", shown=True)
    field.place("G111", "2020")
    field.begin("final1")
    field.unit("U111").shown = True
    target, scene = [at(field, "U111")], field.scene

    def could(rounds: tuple[int, ...] = (0, 1)) -> bool:
        return exchange.could_fire(field.state, scene, SECOND, target, rounds)

    assert could(), "a counter face down, who knows what it is"
    field.unit("G111").cell = field.cell("2021")
    assert not could(), "sixteen hexes"
    field.unit("G111").cell = field.cell("2019")
    field.unit("G111").engaged = True
    assert not could()
    field.unit("G111").engaged = False
    field.unit("G111").shown = True
    field.unit("G111").fired = ("main",)
    assert could((0,))
    assert not could((1,))
    field.unit("G111").fired = ("main", "mg")
    assert not could()
    field.unit("G111").shown = False
    assert could(), "what it has fired nobody can tell"
    field.unit("U111").shown = False
    assert not could(), "nobody sees the target"
    field.unit("U111").shown = True
    field.unit("G111").tag = 0
    field.unit("G111").status = "off"
    assert not could()
    # 19.11: where units have no counter yet, wherever they could stand counts.
    field.place("G112", "2034", tag=0)
    assert could() == bool(scene.row(field.cell("2005")) & scene.zone(SECOND))


@plain
@pytest.mark.rules("8.22a", "5.25")
def test_of_two_shots_alike_a_preset_fires_the_first_units_at_the_first_target() -> None:
    field = Field("1 1 4 " * 10)
    for name in ("U111", "U112"):
        field.place(name, "2005", kinds.BOUND, facing=3)
    for name in ("G111", "G112"):
        field.place(name, "2010", facing=0, preset="any")
    field.state.modes = {SECOND: "AUTO"}
    field.begin()
    field.give(FIRST, field.move("U111", "2006", others=("U112",)))
    shot = next(event for event in field.events if event.kind == "shot")
    assert (shot.data["unit"], shot.data["target"], shot.data["weapon"]) == ("G111", "U111", "main")


@plain
@pytest.mark.rules("8.22a", "16.2a", "4.0-C2-1", "4.0-C2-2")
def test_halftracks_that_have_fired_may_still_carry_men_who_have_not() -> None:
    field = Field()
    field.place("U111", "2005")
    field.place("U211h", "2005")
    field.place("G111", "2012")
    field.begin("final2")
    for name, fired in (("U111", ("main", "mg")), ("U211h", ("mg1", "mg2"))):
        field.unit(name).shown, field.unit(name).fired = True, fired
    field.unit("G111").shown = True
    target = [at(field, "G111")]
    assert exchange.could_fire(field.state, field.scene, FIRST, target, (0, 1))
    field.unit("U211h").status = "lost"
    assert not exchange.could_fire(field.state, field.scene, FIRST, target, (0, 1))
