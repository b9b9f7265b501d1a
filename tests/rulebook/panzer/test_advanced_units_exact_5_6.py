"""Announcements, bail outs, columns, commands and positions of the Advanced Game at their bounds (5.13 to 6.6)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games import load_game
from hulldown.games.panzer.books import LIBRARY, scene_of
from hulldown.games.panzer.rules.advanced.air_words import LOADING
from hulldown.games.panzer.rules.advanced.pieces import BLOCK, ENTRENCHMENT, IMPROVED, NOBODY, ON, RUBBLE, Work
from hulldown.games.panzer.rules.advanced.play import (
    announcing,
    bailouts,
    columns,
    commands,
    control,
    moving,
    ruins,
    setup,
    works,
)
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import narrowed
from hulldown.games.panzer.rules.driving import AHEAD, TURN
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import (
    BREWED_UP,
    CARRIED,
    ELIMINATED,
    KNOCKED_OUT,
    ON_MAP,
    WAITING,
    Frame,
    Mover,
    Progress,
    index_of,
)
from support.advanced_fire import BOARD, Range, unit
from support.advanced_march import GAME, cell, keep, scene, the_country

T34, PZ4, RIFLE, SQUAD, TRUCK = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad", "Soviet Rifle squad", "Truck"


@pytest.fixture
def _country() -> Iterator[None]:
    with the_country():
        yield


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, LIBRARY.ruleset(("advanced",)))


# Announcements.


def read(at: Range, *tasks: Task, watching: bool = False) -> announcing.Announcement:
    foes = {index: [other for other, one in enumerate(at.state.units) if one.side != unit_.side]
            for index, unit_ in enumerate(at.state.units)}  # fmt: skip
    kind = "overwatch" if watching else "fire"
    return announcing.read(at.state, at.scene, tasks, announcing.Asking(foes, kind, watching))


def fire(name: str, target: str, words: str = "", **more: object) -> Task:
    return Task(name, "FIRE", targets=(target,), choice=words, **more)


@pytest.mark.rules("5.14c", "4.4.3d", "4.4.1g", "6.5.2b")
def test_what_is_wrong_with_an_announcement_is_said() -> None:
    at = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "A"), unit(PZ4, "0911", "A")])
    assert [(one.shooter, one.target) for one in read(at, fire("S1", "G1")).shots] == [(0, 1)]
    for task in (
        Task("S1", "FIRE"), Task("S1", "FIRE", targets=("G1", "G2")), fire("S1", "S1"), fire("S1", "G1", facing=0),
        Task("S1", "FIRE", (5,), targets=("G1",)),
    ):  # fmt: skip
        found = read(at, task)
        assert (found.shots, [(one.rule, one.unit) for one in found.wrong]) == ([], [("4.4.3d", "S1")])
        assert found.wrong[0].message == "name one spotted enemy in its range and field of fire"
    bad = read(at, fire("S1", "G1", "with trebuchet"))
    assert (bad.shots, [one.rule for one in bad.wrong]) == ([], ["6.5.2b"])
    nothing = read(at, Task("S1", "MOVE", targets=("G1",)))
    assert [(one.rule, one.message) for one in nothing.wrong] == [("4.4.1g", "it has no fire to declare now")]


@pytest.mark.rules("4.4.1g", "5.1.1f", "5.1.2c", "5.14b", "5.14f", "5.1.1e", "5.14a")
def test_a_weapon_fires_once_however_many_there_are() -> None:
    at = Range(
        [unit("M3 Lee", "0810", "D", "FIRE")],
        [unit(RIFLE, "0811", "A", "FIRE", weapons=("Panzerfaust", "German HMG")), unit(PZ4, "0911", "A", "FIRE")],
    )
    with_gun, with_hmg = fire("G1", "S1", "with German HMG"), fire("G1", "S1", "with Panzerfaust")
    rifles = fire("G1", "S1", "with small arms")
    twice = read(at, rifles, with_hmg, with_gun, rifles)
    assert [one.rule for one in twice.wrong if "fires once" in one.message] == ["4.4.1g"]
    at.detail("G1").suppressed = ON
    assert read(at, rifles, with_gun).wrong[-1].rule == "5.1.1f"
    assert announcing.weapons_left(at.state, at.scene, at.index("G1")) == 1
    at.detail("G1").suppressed = ""
    assert announcing.weapons_left(at.state, at.scene, at.index("G1")) == 3
    assert announcing.weapons_left(at.state, at.scene, at.index("S1")) == 2, "a vehicle with two guns"


@pytest.mark.rules("6.5.2.1d", "6.5.2.1g", "6.5.2.1h")
def test_to_whom_hits_may_be_spread() -> None:
    at = Range(
        [unit(T34, "0807", "D"), unit(T34, "0808", "D"), unit(SQUAD, "0808", "D"), unit(T34, "0801", "D"),
         unit(T34, "0809", "D")],
        [unit("7.5cm PaK 40 ATG", "0811", "A", "FIRE"), unit(PZ4, "0911", "A", "FIRE")],
    )  # fmt: skip

    def wrong(name: str, target: str = "S2", shooter: str = "G1") -> tuple[str, str]:
        found = read(at, fire(shooter, target, f"spread {name}"))
        return (found.wrong[0].rule, found.wrong[0].message) if found.wrong else ("", "")

    assert wrong("S5") == ("", "")
    at.unit("S2").cell, at.unit("S1").cell = BOARD.by_label["0807"], BOARD.by_label["0806"]
    at.look()
    assert wrong("S1") == ("6.5.2.1h", "S1 is at a longer Range Factor than the target"), "range 5, not 4"
    at.unit("S2").cell, at.unit("S1").cell = BOARD.by_label["0808"], BOARD.by_label["0807"]
    at.look()
    assert wrong("S1", "S2")[0] in ("", "6.5.2.1h"), "the first unit of all is a vehicle like others"
    assert "no such vehicle" not in wrong("S1")[1]
    assert wrong("S99") == ("6.5.2.1g", "there is no such vehicle to spread hits to")
    assert wrong("G2")[0] == wrong("S3")[0] == "6.5.2.1g"
    assert wrong("S4") == ("6.5.2.1g", "S4 is 7 hexes from the target, the Command Range is 1")
    assert wrong("S5", shooter="G2")[0] == "6.5.2.1d"
    at.unit("G1").sees = tuple(one for one in at.unit("G1").sees if one != at.index("S5"))
    assert wrong("S5")[0] == "6.5.2.1h", "it is not spotted"
    at.unit("S2").cell, at.unit("S5").cell = BOARD.by_label["0810"], BOARD.by_label["0910"]
    at.look()
    assert wrong("S5") == ("", "")
    at.unit("S5").cell = BOARD.by_label["0911"]
    at.look()
    assert wrong("S5")[0] == "6.5.2.1h", "not in its arc, as the target is"
    assert "no legal target" in wrong("S5")[1]


# Bail out.


@pytest.mark.rules("5.15a", "5.15b", "5.15c", "5.15g", "6.5.2.6.2-destroyed-a", "6.5.4.5a")
def test_who_rolls_when_fire_is_over() -> None:
    def made() -> Range:
        return Range([unit(SQUAD, on="S2"), unit(TRUCK, "0808"), unit(T34, "0809")], [unit(PZ4, "0811")])

    for status, event in ((KNOCKED_OUT, "ko"), (BREWED_UP, "bu")):
        at = made()
        at.unit("S2").status = status
        found = doing("100")
        bailouts.settle(at.state, at.scene, [], found)
        rolls = [dict(one.data) for one in found.events if one.kind == "bail_out_roll"]
        assert [(one["unit"], one["event"]) for one in rolls] == [("S1", event)], "without a word about the wreck"
    for what, rule in ((bailouts.SUPPRESSED, "6.5.4.5a"), (bailouts.SHELLED, "6.5.4.5a")):
        at = made()
        bailouts.note(at.state, at.index("S1"), [what])
        found = doing("1")
        bailouts.settle(at.state, at.scene, [], found)
        assert [dict(one.data)["event"] for one in found.events if one.kind == "bail_out_roll"] == [what]
        assert [one.rule for one in found.events if one.kind == "suppressed"] == [rule]
        assert at.unit("S1").status == ON_MAP
        assert not at.detail("S1").shown
    lost = made()
    lost.unit("S3").status = ELIMINATED
    bailouts.note(lost.state, lost.index("S3"), ["nd"])
    quiet = doing()
    bailouts.settle(lost.state, lost.scene, [], quiet)
    assert quiet.events == [], "nobody is left in it"
    bailouts.settle(made().state, lost.scene, [], quiet)
    assert quiet.events == [], "nothing has happened"


@pytest.mark.rules("5.1c")
def test_suppression_narrows_the_fire_of_men_on_foot() -> None:
    at = Range([unit(T34, "0808", "D")], [unit(RIFLE, "0811", "D"), unit("SPW 251/1", "0911", "D"),
                                          unit(RIFLE, on="G2"), unit(PZ4, "0711", "D")])  # fmt: skip
    for name, expected in (("G1", True), ("G3", False), ("G4", False)):
        index = at.index(name)
        assert not narrowed(at.state, at.scene, index, 0)
        at.detail(name).suppressed = ON
        at.unit(name).facing = 3
        assert narrowed(at.state, at.scene, index, 0) == expected, name
    at.unit("G1").facing = 0
    assert not narrowed(at.state, at.scene, at.index("G1"), 0)


# Columns.


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.2.1.1.3-roads-a", "6.2.1.1.3-roads-b", "5.13a")
def test_who_is_in_a_column() -> None:
    here = scene()
    assert columns.joined(here, cell("0605"), cell("0505"))
    assert columns.joined(here, cell("0505"), cell("0505"))
    assert not columns.joined(here, cell("0504"), cell("0505")), "adjacent, but no road leads there"
    assert not columns.joined(here, cell("0705"), cell("0505"))
    march = keep({"S1": "0505", "S2": "0504", "S4": "0505", "S3": "0605"})
    index = {name: march.state.units.index(march.unit(name)) for name in ("S1", "S2", "S4", "S3")}
    starts = {name: columns.can_start(march.state, here, one) for name, one in index.items()}
    assert starts == {"S1": True, "S2": False, "S4": False, "S3": True}
    march.unit("S1").status = ELIMINATED
    assert not columns.can_start(march.state, here, index["S1"])
    ends = {index["S3"]: cell("0505")}
    assert columns._crowd(march.state, cell("0505"), list(ends), ends) == 1, "neither wrecks nor men count"
    march.unit("S1").status = ON_MAP
    assert columns._crowd(march.state, cell("0505"), list(ends), ends) == 2


# Commands.


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.2.1", "6.6.7b")
def test_who_gets_a_command() -> None:
    march = keep({"S1": "0505", "S4": "*S1"})
    state = march.state
    state.turn = 2
    for name in ("S17", "S18", "S19"):
        march.set(name, status=WAITING, cell=-1)
    march.set("S18", carrier=state.units.index(march.unit("S17")))
    names = [state.units[index].id for index in commands.commandable(state, scene().scenario, "soviet")]
    assert names == ["S1", "S16", "S17", "S19"], "passengers have none, aboard or still to come"


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.6.5a", "6.6.5e", "6.6.4.1j", "6.1.4.2g", "6.1.4.2h", "6.1.4.2i", "6.5.2.2.1d", "6.1.4.3.1g")
def test_which_commands_are_barred() -> None:
    def barred(name: str, *others: str, **facts: object) -> dict[str, str]:
        march = keep({name: "0502", **dict.fromkeys(others, "0503")}).set(name, **facts)
        index = march.state.units.index(march.unit(name))
        return {kind: fault[0] for kind, fault in commands.barred(march.state, scene(), index).items()}

    assert barred("S9") == {"HALT": "6.6.5e", "MOVE": "6.6.5a"}, "nobody here has room for it"
    assert barred("S8") == {"HALT": "6.6.5e"}
    assert barred("S8", full_cover=True) == {"HALT": "6.6.5e", "MOVE": "6.1.4.2g"}
    assert barred("S8", inside=True) == {"HALT": "6.6.5e", "MOVE": "6.1.4.3.1g"}
    assert barred("S7") == {"HALT": "6.6.4.1j"}
    assert barred("S6") == barred("S4") == barred("S1") == {}
    assert barred("S7", full_cover=True) == {"HALT": "6.6.4.1j", "MOVE": "6.1.4.2i"}
    assert barred("S4", full_cover=True) == {"HALT": "6.1.4.2h"}
    assert set(barred("S1", track=True).values()) == {"6.5.2.2.1d"}


# Positions and terrain counters.


@pytest.mark.rules("6.1.4.3.7d", "6.1.4.3.6c", "6.1.4.3.7a", "6.6.8b")
def test_how_a_position_is_taken() -> None:
    here, there = BOARD.by_label["0808"], BOARD.by_label["0809"]
    at = Range([unit(T34, "0808", "C"), unit(SQUAD, "0808", "C")], [unit(PZ4, "0811")],
               works=[Work(IMPROVED, here, facing=0), Work(ENTRENCHMENT, here), Work(ENTRENCHMENT, here),
                      Work(ENTRENCHMENT, there)])  # fmt: skip
    state = at.state
    assert works.occupy(state, 0) is state.works[0]
    assert state.works[0].facing == 0, "as it was laid out"
    state.works[3].unit = 1
    assert works.open_position(state, 1) is state.works[1]
    assert works.occupy(state, 1) is state.works[1], "the first of two"
    assert [work.unit for work in state.works] == [0, 1, NOBODY, NOBODY], "a unit is in one position"
    assert [work.facing for work in state.works] == [0, -1, -1, -1]
    for closed, facing in ((-1, 2), (0, 0), (4, 4)):
        state.works[0].unit, state.works[0].facing = NOBODY, -1
        works.occupy(state, 0, closed)
        assert state.works[0].facing == facing
    state.works[0].unit, state.works[0].facing = NOBODY, 5
    works.occupy(state, 0, 0)
    assert state.works[0].facing == 0
    state.works[0].kind = ENTRENCHMENT
    state.works[0].unit = NOBODY
    assert works.occupy(state, 0) is None, "entrenchments are for men and guns"


@pytest.mark.rules("6.6.8c", "6.6.8d", "6.6.8e", "6.6.8f", "6.6.8g")
def test_what_is_dug() -> None:
    here = BOARD.by_label["0808"]
    at = Range([unit(SQUAD, "0808"), unit(SQUAD, "0808")], [unit(PZ4, "0811")],
               works=[Work(ENTRENCHMENT, here), Work(ENTRENCHMENT, here, progress=2)])  # fmt: skip
    state = at.state
    assert works.dig(state, 0, False) is state.works[1], "what was begun, not what is finished"
    assert (state.works[1].progress, state.works[1].unit) == (3, 0)
    fresh = works.dig(state, 1, False)
    assert (len(state.works), fresh.progress, fresh.kind, fresh.cell) == (3, 1, ENTRENCHMENT, here)
    assert works.dig(state, 0, False).progress == 0
    assert works.dig(state, 1, True).progress == 0
    del state.works[:]
    assert works.dig(state, 0, True).progress == 2


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.1.4.3.3", "6.1.4.3.9a", "6.1.4.3.5b")
def test_whom_counters_keep_out() -> None:
    bridge, house = cell("1005"), cell("0303")
    assert scene().ground.rows[bridge].name == "bridge"
    assert works.shut_to(scene(), Work(BLOCK, bridge), "leg") is None, "only its rubble is closed to all"
    assert works.shut_to(scene(), Work(RUBBLE, bridge), "leg") == ("6.1.4.3.9a", "rubble keeps out all units")
    assert works.shut_to(scene(), Work(RUBBLE, house), "leg") is None
    wheels = works.shut_to(scene(), Work(RUBBLE, house), "wheeled")
    assert wheels == ("6.1.4.3.9a", "rubble keeps out all but leg and tracked units")


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("2.0a", "6.1.4.3.1g")
def test_where_units_can_stand_at_setup() -> None:
    here = scene()
    group = here.scenario.side("soviet").groups[0]
    labels = ("0101", "1004", "1006", "1304")
    wide = replace(group, hexes=labels)
    afoot = [here.board.labels[one] for one in setup._afoot(here.ground, wide)]
    assert afoot == ["0101", "1004", "1006"], "all but water"
    assert [here.ground.rows[cell(one)].name for one in labels] == ["clear", "heavy_woods", "stream", "water"]
    scenario = here.scenario
    side = replace(scenario.side("soviet"), groups=(wide, *scenario.side("soviet").groups[1:]))
    changed = Scene(replace(scenario, soviet=side), here.ground, here.rules)
    march = keep({"S3": "0101", "S4": "0101", "S1": "0101"})
    rooms = {name: setup.room_of(changed, march.unit(name)) for name in ("S3", "S4", "S1")}
    assert {name: [here.board.labels[one] for one in room] for name, room in rooms.items()} == {
        "S3": ["0101"], "S4": afoot, "S1": ["0101", "1006"],
    }, "a lorry stays out of heavy woods and streams, a tank out of the woods"  # fmt: skip


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.6.7b", "2.0a", "6.1.4.3.6d")
def test_whose_setup_it_is_and_who_comes_aboard() -> None:
    march = keep({"S1": "0101"})
    state = march.state
    state.stack = [Frame("x", side="german"), Frame("setup", side="soviet")]
    assert setup.doing_side(state) == "soviet", "the step on top"
    march.set("S4", status=ELIMINATED, carrier=0).set("S5", status=WAITING, carrier=0).set("S6", status=WAITING)
    setup.deploy(state, scene(), Order("deploy"), doing())
    statuses = {name: march.unit(name).status for name in ("S4", "S5", "S6")}
    assert statuses == {"S4": ELIMINATED, "S5": CARRIED, "S6": WAITING}


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("2.0a")
def test_a_plain_setup_goes_through_the_zone_in_turn() -> None:
    state = GAME.unbegun("panzer/march", {})
    tasks = setup.plain(state, scene_of(state), "soviet").tasks
    first = [task.cells[0] for task in tasks if state.units[index_of(state, task.unit)].group == 0]
    zone = (cell("0101"), cell("0102"))
    assert first == [zone[number % 2] for number in range(len(first))]


@pytest.mark.rules("6.7.1b", "2.0a", "3.3b")
def test_aircraft_get_their_loads_at_setup() -> None:
    game = load_game("panzer")
    state = game.setup("panzer/18", {}, "seed")
    state = game.apply(state, "german", game.legal(state, "german").idle).state
    legal = game.legal(state, "soviet")
    loads = {one.unit: one.options[0].choices for one in legal.units if one.options[0].kind == LOADING}
    assert set(loads.values()) == {("bombs", "rockets")}
    assert len(loads) == 2
    assert not any(one.required for one in legal.units if one.unit in loads)
    first, second = sorted(loads)
    named = Order(legal.idle.kind, (*legal.idle.tasks, Task(first, LOADING, choice="rockets")))
    assert game.check(state, "soviet", named) == []
    for choice, unit_ in (("torpedoes", first), ("bombs", "S1")):
        wrong = Order(legal.idle.kind, (*legal.idle.tasks, Task(unit_, LOADING, choice=choice)))
        assert [(one.rule, one.unit) for one in game.check(state, "soviet", wrong)] == [("6.7.1b", unit_)]
    step = game.apply(state, "soviet", named)
    told = {event.data["unit"]: event.data["load"] for event in step.events if event.kind == "air_loaded"}
    assert told == {first: "rockets", second: "bombs"}


@pytest.mark.rules("6.5.4.4.3-improved-position")
def test_an_empty_position_falls_on_nobody() -> None:
    here = BOARD.by_label["0808"]
    at = Range([unit(T34, "0808")], [unit(PZ4, "0811"), unit(PZ4, "0808")], works=[Work(IMPROVED, here)])
    ruins._collapse_position(at.state, at.scene, NOBODY, here, doing())
    assert [one.status for one in at.state.units] == [ON_MAP] * 3
    assert [work.kind for work in at.state.works] == [RUBBLE]


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.6.6a")
def test_only_who_comes_into_a_hex_meets_its_barrages(monkeypatch: pytest.MonkeyPatch) -> None:
    march = keep({"S1": "0504D", "S4": "*S1"})
    s1 = march.state.units.index(march.unit("S1"))
    start = cell("0504")
    entered: list[int] = []
    monkeypatch.setattr(moving.attacks, "enter", lambda _state, _scene, index, _doing: entered.append(index))
    march.state.mover = Mover(s1, Progress(allowance=5), [TURN + 2, AHEAD + 2], start, 3, start)
    moving.advance(march.state, scene(), doing())
    assert entered == [], "it has only turned"
    moving.advance(march.state, scene(), doing())
    assert entered == [s1], "and not who rides on it"


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.2.1.1.3-roads-a", "6.2.1.1.3-roads-b", "6.2.1.1.4-moving")
def test_only_a_column_may_string_out() -> None:
    march = keep({"S1": "0705", "S2": "0605", "S3": "0505"})
    indices = [march.state.units.index(march.unit(name)) for name in ("S1", "S2", "S3")]
    ends = {index: march.state.units[index].cell for index in indices}
    for name in ("S1", "S2", "S3"):
        march.set(name, group=1)
    assert not control._keeps_column(march.state, scene(), ends, {}), "they only share a command"
    for place, name in enumerate(("S1", "S2", "S3"), 1):
        march.set(name, column=place)
    assert control._keeps_column(march.state, scene(), ends, {})
