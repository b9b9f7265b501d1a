"""34.4-14 in detail: when exactly Bravo is asked, of whom, and what its conditions let through."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements import withholding
from hulldown.games.tank.modules.engagements.withholding import Conditions, may_hold, preset_of, read
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.contact import recall
from hulldown.games.tank.rules.opportunity import chance_of
from hulldown.games.tank.rules.situation import Point
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, Frame, Mover, Position, Run, TankState, Watch
from hulldown.games.tank.rules.troops import give_device
from support.engagement import advanced, cell, noted, opened, put

ID = "tank/34.4"


@pytest.fixture
def state() -> TankState:
    """Turn 2: A1 is about to drive from 2916 to 3016, four hexes before a gun in 3020 that covers 3014; A2 is near."""
    made = advanced(opened(ID), "plot", {("bravo", "variant"): Order("variant", choice="guns")}).thaw()
    made.turn = 2
    gun = next(unit for unit in made.units if unit.side == "bravo" and arms(unit.type).gun)
    for unit in made.units:
        unit.status = "waiting"
    gun.cell, gun.status, gun.hidden, gun.facing = cell("3020"), ON_MAP, True, 0
    made.positions = [Position(cell("3020"), "bravo")]
    made = put(made, {"A1": "2916", "A2": "2716"}, spotted=False)
    gun = next(unit for unit in made.units if unit.cell == cell("3020"))
    mover = Mover(0, "MV", (cell("3016"),), (1,), trail=(cell("2916"),))
    made.run = Run(0, [mover], [Watch(made.units.index(gun), cell("3014"))])
    made.stack = [Frame("move")]
    return made


def step(state: TankState) -> tuple[Mover, int, int]:
    assert state.run is not None
    return state.run.movers[0], cell("2916"), cell("3016")


@pytest.mark.rules("34.4-14")
def test_conditions_are_numbers_from_1_to_100():
    assert tuple(Conditions()) == (False, 0, 0)
    assert tuple(read("any")) == (False, 0, 0)
    assert read("any hold") == read("hold any") == Conditions(hold=True)
    for word in ("range", "odds"):
        assert read(f"{word} 1") == Conditions(**{word: 1})
        assert read(f"{word} 100%") == Conditions(**{word: 100})
        for bad in ("0", "101", "x", ""):
            assert isinstance(read(f"{word} {bad}"), str)
    for text in ("perhaps", "perhaps 5"):
        assert "'perhaps' is no condition" in str(read(text))


@pytest.mark.rules("34.4-14")
def test_range_and_odds_let_through_what_is_just_good_enough(state: TankState):
    assert state.run is not None
    scene, watch = scene_of(state), state.run.watches[0]
    chance = chance_of(state, scene, watch, step(state))
    assert 0 < chance < 6

    def wants(**when: int) -> bool:
        return withholding._wants(state, scene, Conditions(**when), watch, step(state))

    assert wants()
    assert not wants(hold=True)
    assert [wants(range=hexes) for hexes in (3, 4, 5)] == [False, True, True]
    just = 100 * chance // 6
    assert [wants(odds=odds) for odds in (just, just + 1)] == [True, False]
    assert [wants(odds=just, range=hexes) for hexes in (3, 4)] == [False, True]
    assert [wants(odds=odds, range=4) for odds in (just, just + 1)] == [True, False]


@pytest.mark.rules("34.4-14")
def test_what_holds_back_whom(state: TankState):
    assert state.run is not None
    scene, watch = scene_of(state), state.run.watches[0]
    gun, tank = state.units[watch.unit], state.units[0]

    def held(there: TankState, firer: object) -> bool | None:
        hold = withholding.WITHHOLDING.holds(there, scene)
        return None if hold is None else hold(firer, watch, step(there))

    assert held(state, gun) is True, "nobody has been named"
    assert held(state, tank) is False, "Alpha fires as ever"
    assert held(noted(state, fires={"at": {gun.id: "A1"}}), gun) is False
    assert held(noted(state, fires={"at": {gun.id: "A2"}}), gun) is True
    for words, withheld in (("any", False), ("hold", True), ("range 4", False), ("range 3", True)):
        said = noted(state, preset=[2, words])
        assert held(said, gun) is withheld
        assert held(said, tank) is False
        late = noted(state, preset=[1, words])
        assert preset_of(late) == "ask", "said for another turn"
    assert held(noted(state, contact=1), gun) is None


@pytest.mark.rules("34.4-14", "34.4-12")
def test_before_contact_from_turn_2_on_with_a_level_of_three(state: TankState):
    scene = scene_of(state)
    assert may_hold(state, scene)
    assert not may_hold(noted(state, contact=2), scene)
    first = state.thaw()
    first.turn = 1
    assert not may_hold(first, scene)
    for number in (1, 2, 3):
        other = noted(advanced(opened(f"tank/34.{number}"), "plot"), contact=None)
        other.turn = 2
        assert not may_hold(other, scene_of(other)), "only in this scenario"


@pytest.mark.rules("34.4-14")
def test_bravo_is_asked_before_the_first_point_once(state: TankState):
    scene = scene_of(state)

    def asked(there: TankState) -> bool:
        before = len(there.stack)
        found = withholding.WITHHOLDING.stops_first(there, scene)
        assert (len(there.stack) > before) is found
        return found

    assert asked(state.thaw())
    assert not asked(noted(state, fires={"first": [2, "move"]})), "it has answered"
    assert asked(noted(state, fires={"first": [1, "move"]}))
    assert asked(noted(state, fires={"first": [2, "mount"]}))
    assert not asked(noted(state, preset=[2, "any"]))
    later = state.thaw()
    assert later.run is not None
    later.run.tick = 1
    assert not asked(later)
    idle = state.thaw()
    idle.run = None
    assert not asked(idle)
    empty = state.thaw()
    for unit in empty.units[:2]:
        unit.status = DESTROYED
    assert not asked(empty), "no enemy is on the map"


@pytest.mark.rules("34.4-14")
def test_bravo_is_asked_in_a_point_at_which_alpha_has_entered_a_hex(state: TankState):
    scene = scene_of(state)
    assert state.run is not None
    gun = state.run.watches[0].unit
    own = (Mover(gun, "MV", (cell("3019"),), (1,), trail=(cell("3020"),)), cell("3020"), cell("3019"))

    def asked(there: TankState, *steps: tuple[Mover, int, int]) -> bool:
        found = withholding.WITHHOLDING.pauses(there, scene, Point(0, {}, list(steps), []))
        assert (recall(there, "pause") is not None) is found
        return found

    assert asked(state.thaw(), step(state))
    assert asked(state.thaw(), own, step(state))
    assert not asked(state.thaw(), own), "a mover of its own"
    assert not asked(state.thaw())
    assert not asked(noted(state, preset=[2, "hold"]), step(state))


@pytest.mark.rules("34.4-14")
def test_of_whom_bravo_is_asked(state: TankState):
    scene = scene_of(state)
    assert state.run is not None
    watch = state.run.watches[0]

    def comes(there: TankState, index: int, before: str, after: str) -> bool:
        return withholding._comes_by(there, scene, watch, (index, cell(before), cell(after)))

    assert comes(state, 0, "2916", "3016")
    assert not comes(state, 0, "2816", "2916"), "not into the line"
    assert not comes(state, watch.unit, "2916", "3016"), "its own"
    lost = state.thaw()
    lost.units[0].status = DESTROYED
    assert not comes(lost, 0, "2916", "3016")
    seen = state.thaw()
    seen.units[0].spotted = True
    assert comes(seen, 0, "2916", "3016")
    away = state.thaw()
    assert away.run is not None
    away.run.watches[0].armed = False
    assert withholding._met(away, scene) == {}


@pytest.mark.rules("34.4-14", "26.31")
def test_what_a_counter_is_does_not_count_as_long_as_bravo_does_not_know_it(state: TankState):
    scene = scene_of(state)
    squad = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad)
    squad.cell, squad.status, squad.hidden = cell("3020"), ON_MAP, True
    give_device(squad, "")
    watch = Watch(state.units.index(squad), cell("3016"))

    def comes(there: TankState) -> bool:
        return withholding._comes_by(there, scene, watch, (0, cell("2916"), cell("3016")))

    assert comes(state), "it could be infantry"
    known = state.thaw()
    known.units[0].spotted = True
    assert not comes(known), "a squad without a device has nothing against a tank"
    give_device(next(unit for unit in known.units if unit.id == squad.id), "So RPG-7")
    assert comes(known)


@pytest.mark.rules("34.4-14")
def test_bravo_is_asked_of_its_own_units_alone_and_of_those_that_are_there(state: TankState):
    scene = scene_of(state)
    gun = state.units[state.run.watches[0].unit].id
    paused = noted(state, pause={"steps": [["A1", cell("2916"), cell("3016")]], "charges": [], "moving": [],
                                 "tested": {}})  # fmt: skip
    name = next(piece.id for piece in GAME.view(state, "bravo").pieces if piece.cell == cell("2916"))
    assert withholding._met(paused, scene) == {gun: (name,)}
    # A2 lies on watch as well, with a friend driving through its line: that is nobody's business but Alpha's.
    watching = put(paused, {"A2": "3020"}, spotted=False)
    watching.units[1].facing = 0
    watching.run.watches.append(Watch(1, cell("3014")))
    assert withholding._met(watching, scene) == {gun: (name,)}
    lost = paused.thaw()
    next(unit for unit in lost.units if unit.id == gun).status = DESTROYED
    assert withholding._met(lost, scene) == {}
    # Before the first point all that stand in its line count, by the names of their counters, the short ones first.
    first = put(state, {"A1": "3016", "A2": "3015"}, spotted=False)
    for number, unit in zip((10, 9), first.units[:2], strict=True):
        unit.counter = number
    assert withholding._met(first, scene) == {gun: ("a?9", "a?10")}


@pytest.mark.rules("34.4-14")
def test_of_a_point_that_waits_bravo_knows_no_more_than_it_sees(state: TankState):
    assert state.run is not None
    gun = state.units[state.run.watches[0].unit].id
    pause = {
        "steps": [["A1", cell("2916"), cell("3016")], [gun, cell("3020"), cell("3019")]], "charges": ["A1"],
        "moving": ["A1", gun], "tested": {gun: ["A1"], "A1": [gun]},
    }  # fmt: skip
    shown = withholding.show_pause(state, pause)
    name = next(piece.id for piece in GAME.view(state, "bravo").pieces if piece.cell == cell("2916"))
    assert shown == {
        "steps": [[name, cell("2916"), cell("3016")], [gun, cell("3020"), cell("3019")]], "charges": [],
        "moving": [gun], "tested": {gun: [name]},
    }  # fmt: skip
    assert withholding.deal_pause(state, shown)["steps"] == pause["steps"]


@pytest.mark.rules("34.4-14")
def test_who_fires_is_written_by_his_counter_or_by_his_name(state: TankState):
    asked = state.thaw()
    withholding.WITHHOLDING.stops_first(asked, scene_of(asked))
    assert GAME.parse(asked, "bravo", "B1 FR a?3").tasks == (Task("B1", "FR", targets=("a?3",)),)
    assert GAME.parse(asked, "bravo", "B1 FR A?3").tasks == (Task("B1", "FR", targets=("a?3",)),)
    assert GAME.parse(asked, "bravo", "B1 FR a3").tasks == (Task("B1", "FR", targets=("A3",)),)


@pytest.mark.rules("34.4-14")
def test_only_bravo_is_offered_to_say_when_it_fires_and_only_while_it_may_withhold(state: TankState):
    scene = scene_of(state)
    (offer,) = withholding.BEYOND.offers(state, scene, "bravo")
    assert (offer.unit, [(o.kind, o.rule, o.choices) for o in offer.options]) == (
        "fire", [("WH", "34.4-14", withholding.EXAMPLES)],
    )  # fmt: skip
    assert withholding.BEYOND.offers(state, scene, "alpha") == []
    for late in (noted(state, contact=2), state.thaw()):
        if late.turn == 2 and not recall(late, "contact"):
            late.turn = 1
        assert withholding.BEYOND.offers(late, scene, "bravo") == []
