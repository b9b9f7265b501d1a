"""34.4-14: before contact a steady Bravo withholds its Opportunity Fire, each unit at each trigger (X-58)."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from hulldown.core.dice import dice
from hulldown.core.errors import MalformedError
from hulldown.core.events import Event, for_side
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing, drive
from hulldown.core.stepped import top
from hulldown.core.unitsets import unit_set
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements.withholding import WITHHOLDING, Conditions, may_hold, read
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import load_of
from hulldown.games.tank.rules.contact import recall
from hulldown.games.tank.rules.missiles import waits
from hulldown.games.tank.rules.situation import Point
from hulldown.games.tank.rules.state import ON_MAP, Frame, Mover, Position, Run, TankState, Watch
from support.engagement import advanced, cell, noted, opened, put, rules_of

ID = "tank/34.4"
GUNS = {("bravo", "variant"): Order("variant", choice="guns")}
LINES = {"3020": "3014", "3420": "3414"}
"""Where the guns stand, and the hexes that they cover."""
ASKED = Order("trigger", choice="withhold")


def ambush(
    *moves: tuple[str, str],
    guns: Mapping[str, str] | None = None,
    preset: str = "",
    seed: str = "script:" + "6 " * 60,
    step: str = "move",
) -> TankState:
    """Turn 2: Alpha's vehicles (unit, hexes of their way, one point each) drive through lines of two hidden guns.

    The first gun stands in 3020 and looks north along 3019 to 3012, the second in 3420.
    """
    state = advanced(opened(ID), "plot", GUNS).thaw()
    state.turn, state.seed, state.serial = 2, seed, 0
    state.units = [unit for unit in state.units if unit.side == "alpha" or arms(unit.type).gun]
    state.positions = [Position(cell(place), "bravo") for place in (guns or LINES)]
    named = [unit for unit in state.units if unit.side == "bravo"][:2]
    for unit in state.units:
        unit.status = "waiting"
    lines = guns or LINES
    watches = []
    for gun, (place, target) in zip(named, lines.items(), strict=False):
        gun.cell, gun.status, gun.hidden, gun.facing = cell(place), ON_MAP, True, 0
        watches.append(Watch(state.units.index(gun), cell(target)))
    state = put(state, {unit: way.split()[0] for unit, way in moves}, spotted=False)
    movers = []
    for unit, way in moves:
        index = next(i for i, one in enumerate(state.units) if one.id == unit)
        path = tuple(cell(label) for label in way.split()[1:])
        if not path:
            continue
        state.units[index].moving, state.units[index].points = True, len(path)
        movers.append(Mover(index, "MV", path, tuple(range(1, len(path) + 1)), trail=(state.units[index].cell,)))
    state.run = Run(0, movers, watches)
    if preset:
        state = noted(state, preset=[2, preset])
    state.stack = [Frame(step)]
    return state


def go(state: TankState) -> tuple[TankState, list[Event]]:
    """The state when somebody is asked, with what has happened."""
    new = state.thaw()
    rules = GAME.rules_of(new)
    doing = Doing(dice(new.seed, new.serial, new.turn), new.turn, rules)
    drive(new, top, rules.handlers, doing)
    new.serial = doing.dice.serial
    return new, list(doing.events)


def answer(state: TankState, order: Order) -> tuple[TankState, list[Event]]:
    step = GAME.apply(state, "bravo", order)
    return step.state, list(step.events)


def shots(events: list[Event]) -> list[str]:
    return [str(event.data["hex"]) for event in events if event.kind == "shot" and "hex" in event.data]


def fired(state: TankState) -> set[str]:
    return {unit.id for unit in state.units if unit.fired}


def guns_of(state: TankState) -> list[str]:
    assert state.run is not None
    return [state.units[watch.unit].id for watch in state.run.watches]


WAY = "2817 2916 3016 3116 3215"
"""From the west through 3016, which lies in the line of the first gun."""


@pytest.mark.rules("34.4-14")
def test_bravo_is_asked_at_each_point_at_which_an_enemy_enters_a_hex():
    state, _ = go(ambush(("A1", WAY)))
    asked = []
    while top(state) == "trigger":
        assert list(GAME.pending(state)) == ["bravo"]
        assert state.run is not None
        asked.append((state.run.tick, len(GAME.legal(state, "bravo").units)))
        state, _ = answer(state, ASKED)
    # Before the first point, and then at every one; only the one at which its line is met leaves it a choice.
    assert asked == [(0, 0), (1, 0), (2, 1), (3, 0), (4, 0)]
    assert fired(state) == set()


@pytest.mark.rules("34.4-14", "34.4-11")
def test_who_is_named_fires_and_the_forces_are_in_contact():
    state, _ = go(ambush(("A1", WAY)))
    for _ in range(2):
        state, _ = answer(state, ASKED)
    (unit,) = GAME.legal(state, "bravo").units
    name = unit.options[0].targets[0]
    assert next(piece.id for piece in GAME.view(state, "bravo").pieces if piece.side == "alpha") == name
    state, events = answer(state, Order("trigger", (Task(unit.unit, "FR", targets=(name,)),)))
    assert unit.unit in fired(state)
    assert state.fired_on["alpha"]
    assert any(event.kind == "contact" for event in events)
    assert top(state) != "trigger", "after contact fire is triggered as ever"


@pytest.mark.rules("34.4-14")
def test_a_point_that_waits_is_taken_up_as_it_was():
    state = ambush(("A1", WAY), ("A2", "2617 2716 2816 2915 3015"))
    assert state.run is not None
    steps = [(mover, mover.trail[0], mover.path[0]) for mover in state.run.movers]
    point = Point(1 << steps[1][0].unit, {steps[0][0].unit: unit_set([steps[1][0].unit])}, steps, steps[1:])
    assert WITHHOLDING.pauses(state, scene_of(state), point)
    assert WITHHOLDING.taken_up(state) == point
    assert WITHHOLDING.taken_up(state) is None


@pytest.mark.rules("34.4-14")
def test_fire_that_is_withheld_stays_ready_for_the_next_enemy():
    state, _ = go(ambush(("A1", WAY), ("A2", "2617 2716 2816 2915 3015")))
    seen: list[tuple[int, tuple[str, ...]]] = []
    while top(state) == "trigger":
        units = GAME.legal(state, "bravo").units
        assert state.run is not None
        seen += [(state.run.tick, unit.options[0].targets) for unit in units]
        state, _ = answer(state, ASKED if len(seen) < 2 else Order("trigger", (_first(state),)))
    assert [tick for tick, _ in seen] == [2, 4]
    assert seen[0][1] != seen[1][1]
    assert len(fired(state)) == 1


def _first(state: TankState) -> Task:
    unit = GAME.legal(state, "bravo").units[0]
    return Task(unit.unit, "FR", targets=unit.options[0].targets[:1])


@pytest.mark.rules("34.4-14")
def test_each_firer_decides_for_itself_and_one_that_withholds_is_not_set_off_by_the_other():
    moves = (("A1", WAY), ("A2", "3217 3316 3416 3516"))
    state, _ = go(ambush(*moves))
    for _ in range(2):
        state, _ = answer(state, ASKED)
    units = GAME.legal(state, "bravo").units
    assert len(units) == 2
    state, _ = answer(state, Order("trigger", (_first(state),)))
    assert fired(state) == {units[0].unit}


@pytest.mark.rules("34.4-14", "8.57a")
def test_before_the_first_point_it_is_asked_about_all_who_stand_in_a_line_whether_they_move_or_not():
    moves = (("A1", "3016 3116 3215"), ("A2", "3014"))
    state, _ = go(ambush(*moves))
    assert state.run is not None
    assert state.run.tick == 0
    (unit,) = GAME.legal(state, "bravo").units
    assert len(unit.options[0].targets) == 2
    by_cell = {piece.cell: piece.id for piece in GAME.view(state, "bravo").pieces if piece.side == "alpha"}
    stays, goes = by_cell[cell("3014")], by_cell[cell("3016")]
    idle, _ = answer(state, Order("trigger", (Task(unit.unit, "FR", targets=(stays,)),)))
    assert fired(idle) == set(), "who does not move triggers nothing"
    state, _ = answer(state, Order("trigger", (Task(unit.unit, "FR", targets=(goes,)),)))
    assert fired(state) == {unit.unit}


@pytest.mark.rules("34.4-14")
@pytest.mark.parametrize(
    ("preset", "when"),
    [("any", [1]), ("hold", []), ("range 4", [1]), ("range 3", []), ("odds 100", []), ("odds 1", [1]),
     ("odds 1 range 3", []), ("odds 1, range 4", [1])],
)  # fmt: skip
def test_what_is_said_in_advance_answers_at_each_trigger(preset: str, when: list[int]):
    state, _ = go(ambush(("A1", WAY), preset=preset))
    assert top(state) != "trigger"
    assert len(fired(state)) == len(when)


@pytest.mark.rules("34.4-14")
def test_from_contact_on_fire_is_triggered_as_ever():
    for preset in ("", "hold"):
        state = noted(ambush(("A1", WAY), preset=preset), contact=1)
        state, _ = go(state)
        assert top(state) != "trigger"
        assert len(fired(state)) == 1
    seen = ambush(("A1", WAY), preset="hold")
    next(unit for unit in seen.units if unit.side == "bravo").spotted = True
    state, _ = go(seen)
    assert len(fired(state)) == 1


@pytest.mark.rules("34.4-14", "34.4-12")
def test_only_a_steady_force_may_withhold_and_not_on_the_first_turn():
    state = ambush(("A1", WAY))
    scene = scene_of(state)
    assert may_hold(state, scene)
    first = state.thaw()
    first.turn = 1
    assert not may_hold(first, scene)
    assert not may_hold(noted(state, contact=1), scene)
    nervous = scene_of(opened(ID, {"period": 2, "bravo_nation": "Sov"}))
    assert nervous.side("bravo").panic == 5
    assert not may_hold(state, nervous)
    other = opened("tank/34.3")
    other.turn = 2
    assert not may_hold(other, scene_of(other))


@pytest.mark.rules("34.4-14")
def test_the_preset_travels_with_the_plot():
    state = advanced(opened(ID), "plot", GUNS).thaw()
    state.turn = 2
    state.stack[-1] = Frame("plot", ("bravo",))
    offered = {unit.unit: unit.options for unit in GAME.legal(state, "bravo").units}
    assert "ask" in offered["fire"][0].choices
    for text in offered["fire"][0].choices:
        assert GAME.check(state, "bravo", Order("plot", (Task("fire", "WH", choice=text),))) == []
    order = GAME.parse(state, "bravo", "fire WH range 7")
    assert GAME.parse(state, "bravo", GAME.write(state, order)) == order
    step = GAME.apply(state, "bravo", order)
    assert recall(step.state, "preset") == [2, "range 7"]
    told = [event for event in step.events if event.kind == "watch_orders"]
    assert [event.data["how"] for event in told] == ["has been told before the turn"]
    assert for_side(told, "alpha"), "that it has been said is no secret"
    assert "range 7" not in str(GAME.view(step.state, "alpha"))
    assert "range 7" in str(GAME.view(step.state, "bravo").more)
    for order in (
        Order("plot"),
        Order("plot", (Task("fire", "WH"),)),
        Order("plot", (Task("fire", "WH", choice="ask"),)),
    ):
        nothing = GAME.apply(state, "bravo", order)
        assert [e.data["how"] for e in nothing.events if e.kind == "watch_orders"] == ["is asked at each chance"]


@pytest.mark.rules("34.4-14")
@pytest.mark.parametrize(
    "tasks",
    [
        (Task("fire", "WH", choice="perhaps"),),
        (Task("fire", "WH", (cell("2020"),), choice="hold"),),
        (Task("fire", "WH", choice="range"),),
        (Task("fire", "WH", choice="range 0"),),
        (Task("fire", "WH", choice="odds 101"),),
        (Task("fire", "WH", choice="hold"), Task("fire", "WH", choice="any")),
        (Task("B1", "WH", choice="hold"),),
    ],
)
def test_a_preset_that_means_nothing_is_refused(tasks: tuple[Task, ...]):
    state = advanced(opened(ID), "plot", GUNS).thaw()
    state.turn = 2
    state.stack[-1] = Frame("plot", ("alpha", "bravo"))
    assert rules_of(GAME.check(state, "bravo", Order("plot", tasks))) == {"34.4-14"}
    good = Order("plot", (Task("fire", "WH", choice="hold"),))
    assert rules_of(GAME.check(state, "alpha", good)) == {"34.4-14"}
    assert rules_of(GAME.check(noted(state, contact=1), "bravo", good)) == {"34.4-14"}


@pytest.mark.rules("34.4-14")
def test_conditions_are_read():
    assert read("any") == read("") == Conditions()
    assert read("hold") == Conditions(hold=True)
    assert read("Range 5, odds 50%") == Conditions(range=5, odds=50)
    assert isinstance(read("range x"), str)


@pytest.mark.rules("34.4-14")
def test_what_may_be_answered():
    state, _ = go(ambush(("A1", WAY)))
    for _ in range(2):
        state, _ = answer(state, ASKED)
    gun, other = guns_of(state)
    (name,) = GAME.legal(state, "bravo").units[0].options[0].targets
    good = Task(gun, "FR", targets=(name,))
    assert GAME.check(state, "bravo", Order("trigger", (good,))) == []
    assert GAME.check(state, "bravo", Order("trigger")) == []
    for tasks in (
        (Task(gun, "FR", targets=("a?9",)),), (Task(gun, "FR"),), (good, good), (Task(other, "FR", targets=(name,)),),
        (Task(gun, "DF", targets=(name,)),), (Task("B99", "FR", targets=(name,)),),
    ):  # fmt: skip
        assert rules_of(GAME.check(state, "bravo", Order("trigger", tasks))) == {"34.4-14"}
    assert rules_of(GAME.check(state, "bravo", Order("trigger", choice="run"))) == {"34.4-14"}
    assert rules_of(GAME.check(state, "bravo", Order("trigger", (good,), choice="withhold"))) == {"34.4-14"}
    for order in (Order("trigger", (good,)), ASKED, Order("trigger", choice="withhold all turn")):
        assert GAME.parse(state, "bravo", GAME.write(state, order)) == order
    with pytest.raises(MalformedError):
        GAME.parse(state, "bravo", f"{gun} FR")
    idle = GAME.legal(state, "bravo").idle
    assert idle is not None
    assert fired(answer(state, idle)[0]) == set()


@pytest.mark.rules("34.4-14", "4.2a")
def test_the_question_tells_alpha_nothing_and_a_world_drawn_from_bravos_view_asks_the_same():
    one, _ = go(ambush(("A1", WAY)))
    two, _ = go(ambush(("A1", WAY), guns={"3020": "3314", "3420": "3714"}))
    for number in range(5):
        assert GAME.view(one, "alpha") == GAME.view(two, "alpha"), "the lines are no business of Alpha"
        seen = GAME.view(one, "bravo")
        for seed in range(4):
            drawn = GAME.sample(seen, random.Random(f"{number} {seed}"))
            assert GAME.view(drawn, "bravo") == seen
            assert GAME.legal(drawn, "bravo") == GAME.legal(one, "bravo")
            GAME.apply(drawn, "bravo", ASKED)
        one, two = answer(one, ASKED)[0], answer(two, ASKED)[0]


@pytest.mark.rules("34.4-14", "27.6-dt")
def test_it_is_asked_of_a_vehicle_that_dismounts_too():
    state = ambush(("A1", "2817"))
    carrier = next(unit for unit in state.units if load_of(state, unit) is not None)
    squad = load_of(state, carrier)
    assert squad is not None
    state = put(state, {carrier.id: "2916"}, spotted=False)
    carrier = next(unit for unit in state.units if unit.id == carrier.id)
    squad = load_of(state, carrier)
    assert squad is not None
    squad.cell, squad.status = carrier.cell, "carried"
    state.tasks = {
        carrier.id: Task(carrier.id, "DT", (cell("3016"),)),
        squad.id: Task(squad.id, "DT"),
    }
    assert state.run is not None
    state.run = Run(5, [], state.run.watches)
    state.stack = [Frame("mount")]
    state, _ = go(state)
    ids = [GAME.pending(state)["bravo"].id]
    state, _ = answer(state, ASKED)
    ids.append(GAME.pending(state)["bravo"].id)
    assert ids == ["2.trigger.mount.0", "2.trigger.mount.1"]
    (unit,) = GAME.legal(state, "bravo").units
    held, events = answer(state, ASKED)
    assert [event.kind for event in events if event.kind == "dismounted"]
    assert fired(held) == set()
    shot, _ = answer(state, Order("trigger", (_first(state),)))
    assert fired(shot) == {unit.unit}
    assert next(one for one in shot.units if one.id == squad.id).status == ON_MAP


@pytest.mark.rules("34.4-14", "24.34")
def test_a_missile_that_is_withheld_does_not_wait_on_the_turn_after():
    def after(order: Order) -> TankState:
        lines = {"1126": "1115", "3420": "3414"}
        state = ambush(("A1", "0917 1016 1116 1216"), guns=lines, seed="script:" + "1 " * 60)
        gun = next(unit for unit in state.units if unit.side == "bravo")
        gun.type = "So Swatter"
        state, _ = go(state)
        while top(state) == "trigger":
            met = GAME.legal(state, "bravo").units
            state, _ = answer(state, Order("trigger", (_first(state),)) if met and order is not ASKED else ASKED)
        return state

    for order, fires in ((ASKED, False), (Order("trigger"), True)):
        state = after(order)
        gun = next(unit for unit in state.units if unit.side == "bravo")
        assert gun.fired == fires
        state.turn += 1
        assert waits(state, gun) == fires
