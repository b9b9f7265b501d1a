"""Platoons: dividing them, their orders one by one, and how followers find their way (25.0 to 25.4)."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.platoons import dividing, leading
from hulldown.games.tank.rules.formation import platoons, put
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.engagement import advanced, opened
from support.platoon_field import TANK, battlefield, platoon, tanks
from support.tank_positions import facing, order, play, position, refused, unit, where

FOE = {"B1": ("2401", "D")}
LINE = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A")}


def undivided(monkeypatch: pytest.MonkeyPatch, count: int, *before: Force) -> TankState:
    forces = (*before, Force(type=TANK, count=count, divide=True))
    return GAME.setup(battlefield(monkeypatch, forces, tanks(3, kind="So T34/85")), {}, "script:")


@pytest.mark.rules("25.0-gen-1", "25.0-gen-2")
@pytest.mark.parametrize(
    ("count", "sizes"), [(3, [3]), (7, [7]), (8, [4, 4]), (9, [5, 4]), (11, [6, 5]), (12, [4, 4, 4]), (13, [5, 4, 4])]
)
def test_platoons_that_nobody_has_divided_are_of_about_four(
    monkeypatch: pytest.MonkeyPatch, count: int, sizes: list[int]
) -> None:
    state = undivided(monkeypatch, count)
    idle = dividing.plain(scenario_of(state), "alpha")
    crews: dict[str, list[Task]] = {}
    for task in idle.tasks:
        crews.setdefault(task.choice, []).append(task)
    assert list(crews) == [f"P{number}" for number in range(1, len(sizes) + 1)]
    assert [len(crew) for crew in crews.values()] == sizes
    assert [task.unit for task in idle.tasks] == [f"A{number}" for number in range(1, count + 1)]
    for crew in crews.values():
        assert [task.kind for task in crew] == ["LEAD", *["JOIN"] * (len(crew) - 1)]
    assert GAME.check(state, "alpha", idle) == []
    assert GAME.legal(state, "alpha").idle == idle
    names = tuple(f"P{number}" for number in range(1, count // 3 + 1))
    for each in GAME.legal(state, "alpha").units:
        assert each.required
        assert [(option.kind, option.rule, option.choices) for option in each.options] == [
            ("LEAD", "25.0-gen-2", names), ("JOIN", "25.0-gen-1", names),
        ]  # fmt: skip


@pytest.mark.rules("25.0-gen-1")
def test_names_that_the_scenario_has_given_are_not_given_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = undivided(monkeypatch, 6, *tanks(3))
    options = GAME.legal(state, "alpha").units[0].options
    assert options[0].choices == ("P2", "P3")
    assert [each.unit for each in GAME.legal(state, "alpha").units] == [f"A{number}" for number in range(4, 10)]
    after = GAME.apply(state, "alpha", dividing.plain(scenario_of(state), "alpha")).state
    assert (platoon(after, "P1").members, platoon(after, "P2").members) == (
        ("A1", "A2", "A3"), tuple(f"A{number}" for number in range(4, 10)),
    )  # fmt: skip
    assert (platoon(after, "P1").leader, platoon(after, "P2").leader) == ("A1", "A4")


@pytest.mark.rules("25.0-gen-1")
def test_there_is_nothing_to_divide_where_the_scenario_has_or_where_tanks_are_too_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = scenario_of(undivided(monkeypatch, 3))
    assert (dividing.to_divide(asked, "alpha"), dividing.to_divide(asked, "bravo")) == (["A1", "A2", "A3"], [])
    assert dividing.unused(asked) == frozenset()
    few = scenario_of(undivided(monkeypatch, 2))
    assert dividing.to_divide(few, "alpha") == []
    assert dividing.unused(few) == frozenset({"divide"})
    done = GAME.setup(battlefield(monkeypatch, tanks(3)), {}, "script:")
    assert dividing.unused(scenario_of(done)) == frozenset({"divide"})
    assert dividing.asked(done) == ()


@pytest.mark.rules("25.0-gen-1", "25.0-gen-2")
def test_a_division_names_each_tank_once_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    state = undivided(monkeypatch, 6)
    good = order(state, "alpha", "A1 LEAD P1; A2 JOIN P1; A3 JOIN P1; A4 LEAD P2; A5 JOIN P2; A6 JOIN P2").tasks

    def wrong(*tasks: Task) -> list[tuple[str, str]]:
        return [(each.rule, each.unit) for each in GAME.check(state, "alpha", Order("divide", tasks))]

    assert wrong(*good) == []
    worded = Order("divide", good, choice="nonsense")
    assert [(each.rule, each.unit) for each in GAME.check(state, "alpha", worded)] == [("25.0-gen-1", "")]
    assert wrong(*good, good[1]) == [("25.0-gen-1", "A2")], "named twice"
    assert wrong(*good, Task("B1", "JOIN", choice="P1")) == [("25.0-gen-1", "B1")]
    way = Task("A2", "JOIN", (GAME.board(state.scenario).cell("1008"),), choice="P1")
    assert wrong(good[0], way, *good[2:]) == [("25.0-gen-1", "A2"), ("25.0-gen-1", "A3")]
    assert wrong(*good[:5]) == [("25.0-gen-1", "A6"), ("25.0-gen-1", "A5")], "one is left over, and two are too few"


@pytest.mark.rules("25.0-proc-3", "25.4b", "6.0-proc-3", "25.0-gen-2", "25.3c")
def test_what_a_platoon_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3))
    state = position(name, alpha=LINE, bravo=FOE)
    ahead = unit(state, "A1").cell

    def rules(*tasks: Task, there: TankState = state) -> list[tuple[str, str]]:
        return [(each.rule, each.unit) for each in GAME.check(there, "alpha", Order("plot", tasks))]

    for kind in ("DF", "OF", "OV"):
        assert rules(Task("P1", kind, (ahead,))) == [("25.0-proc-3", "P1")], kind
    assert rules(Task("P1", "no such task")) == [("25.0-proc-3", "P1")]
    assert rules(Task("P1", "MV")) == [("6.0-proc-3", "P1")]
    assert rules(Task("P1", "FM", (ahead,), choice="line")) == [("25.4b", "P1")]
    assert rules(Task("P1", "FM")) == [("25.4b", "P1")]
    assert rules(Task("P1", "FC")) == []
    gone = position(name, alpha={tank: spot for tank, spot in LINE.items() if tank != "A1"}, bravo=FOE)
    assert rules(Task("P1", "FC"), there=gone) == [("25.0-gen-2", "P1")]
    single = position(name, alpha=LINE, bravo=FOE)
    put(single, [platoon(single, "P1")._replace(dissolved=True)], {})
    (found,) = GAME.check(single, "alpha", Order("plot", (Task("P1", "FC"),)))
    assert found.unit == "P1"


@pytest.mark.rules("25.4b", "25.0-proc-2")
def test_in_reverse_a_platoon_keeps_its_formation(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3))
    state = position(name, alpha=LINE, bravo=FOE)
    after = play(state, alpha="P1 MVR D D").state
    assert [(where(after, tank), facing(after, tank)) for tank in LINE] == [("1010", "A"), ("1110", "A"), ("0910", "A")]
    backwards = order(state, "alpha", "P1 MVR D D").tasks[0]
    shaped = Task(backwards.unit, backwards.kind, backwards.cells, choice="line")
    assert [each.rule for each in GAME.check(state, "alpha", Order("plot", (shaped,)))] == ["25.4b"]


@pytest.mark.rules("25.0-proc-2", "25.0-proc-4")
def test_in_reverse_a_follower_goes_as_far_as_its_way_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    # A4 stands two hexes behind A2: of the three steps A2 can make one.
    name = battlefield(monkeypatch, tanks(3, 3))
    spots = {**LINE, "A4": ("1111", "A"), "A5": ("1211", "A"), "A6": ("1212", "A")}
    state = position(name, alpha=spots, bravo=FOE)
    after = play(state, alpha="P1 MVR D D").state
    assert [where(after, tank) for tank in LINE] == ["1010", "1110", "0910"]
    blocked = position(name, alpha={**spots, "A4": ("1110", "A")}, bravo=FOE)
    after = play(blocked, alpha="P1 MVR D D").state
    assert [where(after, tank) for tank in LINE] == ["1010", "1109", "0910"]


@pytest.mark.rules("25.0-proc-4")
def test_at_the_mapedge_a_follower_goes_as_far_as_the_map_does(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3))
    spots = {"A1": ("1003", "A"), "A2": ("1102", "A"), "A3": ("0903", "A")}
    after = play(position(name, alpha=spots, bravo=FOE), alpha="P1 MV A A").state
    assert [where(after, tank) for tank in spots] == ["1001", "1101", "0901"]


@pytest.mark.rules("25.0-proc-2", "25.4a")
def test_a_member_with_a_task_of_its_own_leaves_its_hex_or_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    # A2 stands where A3 is to end: it may be ordered away first, or turn on the spot and hold the hex.
    name = battlefield(monkeypatch, tanks(3))
    spots = {"A1": ("1008", "A"), "A2": ("0907", "A"), "A3": ("0908", "A")}
    state = position(name, alpha=spots, bravo=FOE)
    assert refused(state, "alpha", "P1 MV A; A2 MV A") == []
    away = play(state, alpha="A2 MV A; P1 MV A").state
    assert [where(away, tank) for tank in spots] == ["1007", "0906", "0907"]
    kept = play(state, alpha="A2 FC; P1 MV A").state
    assert [where(kept, tank) for tank in spots][:2] == ["1007", "0907"]
    assert where(kept, "A3") != "0907"


@pytest.mark.rules("25.0-gen-2", "25.0-proc-2", "25.1")
def test_each_platoon_is_told_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3, 3))
    spots = {**LINE, "A4": ("1012", "A"), "A5": ("1112", "A"), "A6": ("0912", "A")}
    state = position(name, alpha=spots, bravo=FOE)
    after = play(state, alpha="P1 MV A A A A A; P2 MV A").state
    assert [where(after, tank) for tank in spots] == ["1003", "1103", "0903", "1011", "1111", "0911"]
    assert refused(state, "alpha", "P1 MV A A A A A A") == ["25.1"]


@pytest.mark.rules("25.3a", "25.4d")
def test_who_is_asked_for_leaders(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3))
    state = position(name, alpha=LINE, bravo=FOE).thaw()
    scene = scene_of(state)
    assert (leading.has_platoons(scene, "alpha"), leading.has_platoons(scene, "bravo")) == (True, False)
    found = []
    for turn in (1, 2, 3):
        state.turn = turn
        found.append(leading.asked(state))
    assert found == [(), ("alpha",), ("alpha",)], "from the second turn on, and only who has platoons"
    for each in state.units:
        if each.side == "alpha":
            each.status = DESTROYED
    assert leading.asked(state) == ()
    divided = battlefield(monkeypatch, (Force(type=TANK, count=3, divide=True),))
    assert leading.has_platoons(scene_of(position(divided, alpha={}, bravo=FOE)), "alpha")
    staff = battlefield(monkeypatch, (Force(type=TANK, count=2, hq=True),))
    assert leading.has_platoons(scene_of(position(staff, alpha={}, bravo=FOE)), "alpha")


@pytest.mark.rules("25.3a", "25.4d")
def test_who_may_lead_and_who_may_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    spots = {"A1": "1008", "A2": "1108", "A3": "0908", "A4": "1308"}
    state = position(name, alpha=spots, bravo=FOE)
    scene = scene_of(state)
    whole = platoon(state, "P1")

    def led(**change: object) -> list[str]:
        return [each.id for each in leading.candidates(state, scene, whole._replace(**change))]

    def back(**change: object) -> list[str]:
        return [each.id for each in leading.returning(state, scene, whole._replace(**change))]

    assert led() == [], "it has a leader"
    assert led(leader="") == ["A1", "A2", "A3", "A4"]
    assert led(leader="", out=("A4",)) == ["A1", "A2", "A3"], "nobody out of formation"
    assert led(leader="", dissolved=True) == []
    assert back() == []
    assert back(out=("A4",)) == ["A4"], "1308 is two hexes from 1108"
    assert back(out=("A4",), dissolved=True) == []
    far = position(name, alpha={**spots, "A4": "1408"}, bravo=FOE)
    assert leading.returning(far, scene_of(far), whole._replace(out=("A4",))) == []
    lost = position(name, alpha=spots, bravo=FOE).thaw()
    unit(lost, "A4").status = DESTROYED
    assert leading.returning(lost, scene_of(lost), whole._replace(out=("A4",))) == []


@pytest.mark.rules("25.0-gen-1", "25.0-gen-2", "25.0-gen-4")
@pytest.mark.parametrize("scenario", ["34.1", "34.2", "34.3", "34.4"])
def test_players_may_divide_the_companies_of_the_open_scenarios_themselves(scenario: str) -> None:
    printed = opened(f"tank/{scenario}")
    assert "divide" not in {decision.kind for decision in GAME.pending(printed).values()}
    state = opened(f"tank/{scenario}", {"own_platoons": "yes", "carrier_platoons": "yes"})
    assert [(each.id, each.type) for each in printed.units] == [(each.id, each.type) for each in state.units]
    state = advanced(state, "divide")
    tanks = [each.unit for each in GAME.legal(state, "alpha").units]
    half = len(tanks) // 2
    tasks = [Task(name, "LEAD" if name in (tanks[1], tanks[-1]) else "JOIN", choice=free) for free, crew in
             zip(GAME.legal(state, "alpha").units[0].options[0].choices, (tanks[:half], tanks[half:]), strict=False)
             for name in crew]  # fmt: skip
    begun = advanced(state, "plot", {("alpha", "divide"): Order("divide", tuple(tasks))})
    mine = [each for each in platoons(begun, scene_of(begun)) if set(each.members) <= set(tanks)]
    assert [(each.leader, len(each.members)) for each in mine] == [
        (tanks[1], half), (tanks[-1], len(tanks) - half),
    ]  # fmt: skip
