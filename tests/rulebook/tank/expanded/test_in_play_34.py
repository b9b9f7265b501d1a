"""The open scenarios in play: who may do what exactly when, and what counts for whom (34.1 to 34.4)."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

from hulldown.core.decisions import Option, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.core.stepped import AFTER_ALL
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements import assault, delaying, meeting1, meeting2
from hulldown.games.tank.modules.engagements.contact import found_out, mutual, mutual_or_fire, note_contact
from hulldown.games.tank.modules.engagements.points import by_points, combat_weapon, gone
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import load_of, put_on
from hulldown.games.tank.rules.contact import contact_turn, recall
from hulldown.games.tank.rules.situation import BOUND, FREE, RAILS
from hulldown.games.tank.rules.state import DESTROYED, EXITED, OFF_MAP, ON_MAP, WAITING, Mover, Run, TankState, Unit
from support.engagement import advanced, cell, noted, opened, put, tally

BOARD = GAME.board("tank/34.1")


def begun(number: int) -> TankState:
    return advanced(opened(f"tank/34.{number}"), "plot").thaw()


def unmet(number: int) -> TankState:
    """A meeting before anybody has come onto the map."""
    state = noted(begun(number), contact=None, asked=None, arrived=None)
    state.turn, state.first_fire = 1, 0
    for unit in state.units:
        if unit.status == ON_MAP:
            unit.status, unit.cell, unit.spotted = WAITING, OFF_MAP, False
    return state


def one(state: TankState, side: str, kind: str) -> Unit:
    """The first tank, squad or carrier of a side."""
    for unit in state.units:
        weapon = arms(unit.type)
        found = "squad" if weapon.squad else "carrier" if weapon.carries else "gun" if weapon.gun else "tank"
        if unit.side == side and found == kind:
            return unit
    raise AssertionError(kind)


# 34.3


def refusals(state: TankState, side: str, **tasks: Task) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    plan = SimpleNamespace(
        scene=scene_of(state),
        state=state,
        side=side,
        tasks=tasks,
        refuse=lambda name, rule, why: found.append((name, rule)),
    )
    delaying.check_plot(plan)
    return found


@pytest.mark.rules("34.3-4", "34.3-5", "34.3-8")
def test_what_bravo_may_not_plot():
    state = begun(3)
    tank, squad, carrier = (one(state, "bravo", kind).id for kind in ("tank", "squad", "carrier"))
    for kind in ("DF", "OF"):
        assert refusals(state, "bravo", **{squad: Task(squad, kind, (cell("2015"),))}) == [(squad, "34.3-5")]
    assert refusals(state, "bravo", **{squad: Task(squad, "MV", (cell("2015"),))}) == []
    assert refusals(state, "bravo", **{tank: Task(tank, "OF", (cell("1015"),))}) == [(tank, "34.3-4")]
    assert refusals(state, "bravo", **{tank: Task(tank, "OF", (cell("1115"),))}) == []
    assert refusals(state, "bravo", **{tank: Task(tank, "DF", (cell("1015"),))}) == [], "only on watch"
    assert refusals(state, "bravo", **{tank: Task(tank, "OF")}) == []
    for turn, rules in ((4, [(tank, "34.3-8")]), (5, [])):
        state.turn = turn
        assert refusals(state, "bravo", **{tank: Task(tank, "MT", (cell("2015"),))}) == rules
        assert refusals(state, "bravo", **{carrier: Task(carrier, "MT", (cell("2015"),))}) == []
    state.turn = 4
    assert refusals(state, "bravo", **{"B99": Task("B99", "DF"), tank: Task(tank, "no such task")}) == []
    mine = one(state, "alpha", "squad").id
    assert refusals(state, "alpha", **{mine: Task(mine, "DF", (cell("2015"),))}) == []
    other = begun(2)
    theirs = one(other, "bravo", "squad").id
    assert refusals(other, "bravo", **{theirs: Task(theirs, "DF", (cell("2015"),))}) == []


@pytest.mark.rules("34.3-5")
def test_fire_is_not_offered_to_the_people_of_the_camp():
    state = begun(3)
    scene = scene_of(state)
    tank, squad = (one(state, "bravo", kind).id for kind in ("tank", "squad"))
    options = tuple(Option(kind, "x") for kind in ("MV", "DF", "OF", "MT"))
    found = [UnitLegal(tank, options), UnitLegal(squad, options, required=True)]
    kept = delaying.offers(state, scene, "bravo", found)
    assert kept == [found[0], UnitLegal(squad, (options[0], options[3]), required=True)]
    assert delaying.offers(state, scene, "alpha", found) is found
    assert delaying.offers(state, scene_of(begun(2)), "bravo", found) is found


@pytest.mark.rules("34.3-9", "34.3-5", "24.6c")
def test_who_does_not_panic_by_chits_and_who_does_not_count():
    state = begun(3)
    scene = scene_of(state)
    for side, kind, spared, weight in (
        ("bravo", "squad", True, 0), ("bravo", "carrier", True, None), ("bravo", "tank", False, None),
        ("alpha", "squad", False, None), ("alpha", "carrier", False, None),
    ):  # fmt: skip
        unit = one(state, side, kind)
        assert delaying.calm(state, scene, state.units.index(unit), (1,)) is spared
        assert delaying.weight(state, unit) == weight
    other = begun(2)
    squad = one(other, "bravo", "squad")
    assert not delaying.calm(other, scene_of(other), other.units.index(squad), (1,))
    assert delaying.weight(other, squad) is None


@pytest.mark.rules("34.3-4")
def test_only_bravos_tanks_are_barred_from_the_entry_zone():
    state = begun(3)
    scene = scene_of(state)
    here, inside, outside = cell("1215"), cell("1015"), cell("1115")
    for side, kind, barred in (
        ("bravo", "tank", True), ("bravo", "carrier", False), ("bravo", "squad", False), ("alpha", "tank", False),
    ):  # fmt: skip
        unit = one(state, side, kind)
        found = delaying.bar(state, scene, unit, here, inside)
        assert (found is not None and found[0] == "34.3-4") is barred
        assert delaying.bar(state, scene, unit, here, outside) is None
    other = begun(2)
    assert delaying.bar(other, scene_of(other), one(other, "bravo", "tank"), here, inside) is None


@pytest.mark.rules("34.3-3")
def test_alphas_columns_are_bound_for_three_turns_or_until_contact():
    state = begun(3)
    scene = scene_of(state)
    found = []
    for turn in (1, 3, 4):
        state.turn = turn
        found.append(delaying.march(state, scene, "alpha1"))
    assert found == [RAILS, RAILS, FREE]
    state.turn = 2
    assert delaying.march(noted(state, contact=1), scene, "alpha1") == FREE


@pytest.mark.rules("34.3-15")
def test_who_rides_with_whom_is_noted_for_bravo_alone():
    state = begun(3)
    assert any(load_of(state, unit) for unit in state.units if unit.side == "alpha"), "Alpha's squads ride"
    delaying.note_riders(state)
    assert recall(state, "riders") is None
    carrier, squad = one(state, "bravo", "carrier"), one(state, "bravo", "squad")
    carrier.status, carrier.cell = ON_MAP, squad.cell
    put_on(carrier, squad)
    delaying.note_riders(state)
    assert recall(state, "riders") == {carrier.id: squad.id}


def left(state: TankState, *by: tuple[Unit, str], exited: bool = True) -> tuple[list[str], int, int]:
    """Who has left when these units have moved to these hexes, how many by the bridgehead, how many elsewhere."""
    movers = [
        Mover(state.units.index(unit), "MV", (), (), True, trail=(cell("5018"), cell(label))) for unit, label in by
    ]
    if exited:
        for unit, _ in by:
            unit.status = EXITED
    state.run = Run(1, movers, [])
    delaying.note_exits(state, scene_of(state), None)
    return recall(state, "out", []), recall(state, "near", 0), recall(state, "far", 0)


@pytest.mark.rules("34.3-15")
@pytest.mark.parametrize(
    ("label", "near"),
    [("6115", 0), ("6116", 1), ("6117", 1), ("6118", 1), ("6119", 1), ("6120", 1), ("6121", 0)],
)
def test_squads_out_by_the_bridgehead_and_elsewhere(label: str, near: int):
    state = begun(3)
    squads = [unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad][:2]
    assert left(state, (squads[0], label)) == ([squads[0].id], near, 1 - near)
    assert left(state, (squads[0], "6118"), (squads[1], "6101")) == (
        sorted(unit.id for unit in squads), near, 2 - near,
    ), "nobody counts twice"  # fmt: skip


@pytest.mark.rules("34.3-15")
def test_only_squads_that_have_left_count_alone_or_on_board():
    state = begun(3)
    squad, carrier, tank = (one(state, "bravo", kind) for kind in ("squad", "carrier", "tank"))
    assert left(state, (squad, "6118"), exited=False) == ([], 0, 0), "it has not left"
    assert left(state, (carrier, "6118"), (tank, "6117")) == ([], 0, 0), "nobody was on board"
    assert left(noted(state, riders={carrier.id: tank.id}), (carrier, "6118")) == ([], 0, 0)
    mine = one(state, "alpha", "squad")
    assert left(state, (mine, "6118")) == ([], 0, 0)
    ridden = noted(state, riders={carrier.id: squad.id})
    assert left(ridden, (one(ridden, "bravo", "carrier"), "6118")) == ([squad.id], 1, 0)
    still = begun(3)
    still.run = None
    delaying.note_exits(still, scene_of(still), None)
    assert recall(still, "out") is None


@pytest.mark.rules("34.3-14", "34.3-15")
def test_the_points_of_the_rear_guard_one_by_one():
    state = begun(3)
    assert tally(state) == {"alpha": 10 * 5, "bravo": 0}
    one(state, "bravo", "tank").status = DESTROYED
    assert tally(state) == {"alpha": 10 * 5 + 2, "bravo": 0}
    one(state, "bravo", "squad").status = DESTROYED
    assert tally(state) == {"alpha": 9 * 5 + 2 + 3, "bravo": 0}
    one(state, "bravo", "carrier").status = DESTROYED
    assert tally(state) == {"alpha": 9 * 5 + 2 + 3, "bravo": 0}, "carriers are worth nothing"
    for kind in ("tank", "squad", "carrier"):
        one(state, "alpha", kind).status = DESTROYED
    assert tally(state)["bravo"] == 1, "tanks alone"
    assert tally(noted(state, near=2, far=3))["bravo"] == 1 + 8 + 3


# 34.4


@pytest.mark.rules("34.4-20")
def test_bravo_does_not_aim_at_the_objective_or_next_to_it():
    state = begun(4)
    scene, goal = scene_of(state), assault.objective(state)
    at = {distance: next(c for c in BOARD.cells if BOARD.distance(c, goal) == distance) for distance in range(3)}
    assert [assault.spares(state, scene, "bravo", at[n]) is None for n in range(3)] == [False, False, True]
    found = assault.spares(state, scene, "bravo", goal)
    assert found is not None
    assert found[0] == "34.4-20"
    assert assault.spares(state, scene, "alpha", goal) is None
    assert assault.spares(opened("tank/34.4"), scene, "bravo", goal) is None, "it has not been named"
    assert assault.spares(noted(state, objective=goal), scene_of(begun(3)), "bravo", goal) is None


@pytest.mark.rules("34.4-15")
@pytest.mark.parametrize(
    ("mines", "ditch", "more"),
    [(0, 0, 0), (1, 0, 1), (4, 0, 1), (5, 0, 2), (20, 0, 5), (0, 1, 1), (0, 5, 1), (0, 6, 2), (0, 20, 4), (13, 6, 6)],
)
def test_mines_and_ditch_make_the_game_longer(mines: int, ditch: int, more: int):
    assert assault.lasting("infantry", mines, ditch) == 14 + more
    assert assault.lasting("guns", mines, ditch) == 20 + more
    state = begun(4)
    scene = scene_of(state)
    assert assault.last_turn(state, scene) == 14
    assert assault.last_turn(noted(state, variant="guns"), scene) == 20
    assert assault.last_turn(opened("tank/34.4"), scene) == 0, "nobody has chosen"


@pytest.mark.rules("34.4-24", "34.4-15")
def test_when_the_attack_is_over():
    state = noted(begun(4), contact=2)
    state.turn = 13
    assert GAME.judge(state) is None
    state.turn = 14
    over = GAME.judge(state)
    assert over is not None
    assert (over.winner, over.rule) == ("bravo", "34.4-24"), "ten points for an objective never entered"
    state.turn = 9
    for side in ("alpha", "bravo"):
        done = state.thaw()
        for unit in done.units:
            if unit.side == side:
                unit.status = EXITED
        assert (GAME.judge(done) is not None) is (side == "alpha"), "R-12: the attackers need no defenders"
    never = begun(4)
    never.turn = AFTER_ALL
    found = GAME.judge(never)
    assert found is not None
    assert "points" in found.reason, "a game that is broken off is judged by points"
    unchosen = noted(begun(4), variant=None, contact=2)
    unchosen.turn = 40
    assert GAME.judge(unchosen) is None
    unchosen.turn = AFTER_ALL
    assert GAME.judge(unchosen) is not None


@pytest.mark.rules("34.4-23")
def test_who_has_been_in_the_objective():
    state = begun(4)
    scene, goal = scene_of(state), assault.objective(state)
    label = BOARD.labels[goal]
    there = put(state, {"A1": label})
    assault.note_entry(there, scene, None, 0)
    assert recall(there, "entered") == ["A1"]
    assert [assault.may_leave(there, unit) for unit in there.units[:2]] == [True, False]
    other = put(state, {"B1": label})
    index = next(i for i, unit in enumerate(other.units) if unit.id == "B1")
    assault.note_entry(other, scene, None, index)
    assault.note_turn(other, scene)
    assert recall(other, "entered") is None, "only Alpha"
    off = put(state, {"A1": label})
    off.units[0].status = WAITING
    assault.note_turn(off, scene)
    assert recall(off, "entered") is None, "it is not on the map"
    elsewhere = put(state, {"A1": label})
    assault.note_entry(elsewhere, scene_of(begun(3)), None, 0)
    assert recall(elsewhere, "entered") is None, "only in this scenario"


@pytest.mark.rules("34.4-9", "34.4-10")
def test_columns_are_bound_until_contact_and_have_somewhere_to_go():
    state = begun(4)
    scene, goal = scene_of(state), assault.objective(state)
    assert assault.march(state, scene, "alpha1") == BOUND
    assert assault.march(noted(state, contact=1), scene, "alpha1") == FREE
    start = state.columns["alpha1"].entry
    way = assault.onward(state, scene, start)
    assert way[-1] == goal
    assert all(BOARD.distance(*step) == 1 for step in zip((start, *way), way, strict=False))
    assert assault.onward(state, scene, goal) == ()
    assert assault.onward(noted(state, entered=["A1"]), scene, start) == ()
    assert assault.onward(noted(state, objective=None), scene, start) == ()


# 34.1 and 34.2


@pytest.mark.rules("34.1-6", "34.2-6", "34.3-3", "34.4-11")
def test_what_contact_is():
    state = unmet(2)
    none, alpha, both = put(state, {}), put(state, {"A1": "1010"}), put(state, {"A1": "1010", "B1": "2010"})
    assert [mutual(each) for each in (none, alpha, both)] == [False, False, True]
    assert [mutual_or_fire(each) for each in (none, alpha, both)] == [False, False, True]
    shot = put(state, {})
    shot.first_fire = 2
    assert mutual_or_fire(shot)
    assert not mutual(shot)
    assert [found_out(each) for each in (none, alpha, both)] == [False, False, True]
    told: list[tuple[str, str, tuple[str, ...], int]] = []
    doing = SimpleNamespace(emit=lambda kind, rule, audience, turn: told.append((kind, rule, audience, turn)))
    both.turn = none.turn = 4
    assert not note_contact(none, doing, mutual, "34.1-6")
    assert (contact_turn(none), told) == (0, [])
    assert note_contact(both, doing, mutual, "34.1-6")
    assert (contact_turn(both), told) == (4, [("contact", "34.1-6", (), 4)])
    both.turn = 5
    assert note_contact(both, doing, mutual, "34.1-6")
    assert (contact_turn(both), len(told)) == (4, 1), "it is noted once"


@pytest.mark.rules("34.1-9", "34.2-9", "34.1-10", "34.2-10")
@pytest.mark.parametrize("number", [1, 2])
def test_a_meeting_lasts_25_turns_with_the_turn_of_contact(number: int):
    state = noted(unmet(number), contact=6)
    scene = scene_of(state)
    assert meeting1.last_turn(state, scene) == 30
    assert meeting1.last_turn(unmet(number), scene) == 0
    for turn, over in ((29, False), (30, True)):
        state.turn = turn
        assert (GAME.judge(state) is not None) is over
    for turn, edge in ((5, ""), (6, ""), (7, "X")):
        state.turn = turn
        found = [scene.situation.exit_edge(state, scene, side) for side in ("alpha", "bravo")]
        assert (scene.side("alpha").edge in found) == (scene.side("bravo").edge in found) == bool(edge)
    never = unmet(number)
    never.turn = AFTER_ALL
    broken_off = GAME.judge(never)
    assert broken_off is not None
    assert "points" in broken_off.reason, "a game that is broken off is judged by points, not drawn for want of contact"


@pytest.mark.rules("34.2-4")
def test_the_head_of_a_column_needs_so_many_turns_and_has_ten_or_as_many_as_it_needs():
    assert [meeting2.turns_for((0,) * hexes, 5) for hexes in (1, 5, 6, 10, 11)] == [1, 1, 2, 2, 3]
    state = unmet(2)
    scene = scene_of(state)
    goals = meeting2.goals(scene)
    assert [BOARD.labels[one] for one in goals[:1]] == ["3319"]
    assert sorted(BOARD.distance(goals[0], one) for one in goals) == [0, 1, 1, 1, 1, 1, 1]
    entry = state.columns["alpha1"].entry
    needs = len(meeting2.clear_way(scene, entry, goals))
    assert meeting2.deadline(scene, entry, 8) == max(10, -(-needs // 8))
    assert meeting2.deadline(scene, entry, 1) == needs > 10


@pytest.mark.rules("34.2-4")
def test_a_column_has_arrived_when_one_of_it_is_at_the_objective_or_next_to_it():
    state = unmet(2)
    scene = scene_of(state)
    meeting2.note_arrivals(state, scene)
    assert recall(state, "arrived") is None
    head = state.columns["alpha1"].more["crew"][0]
    next_to = BOARD.labels[meeting2.goals(scene)[1]]
    near, far = put(state, {head: next_to}), put(state, {head: "2019"})
    for each, arrived in ((near, ["alpha1"]), (far, None)):
        meeting2.note_arrivals(each, scene)
        assert recall(each, "arrived") == arrived
    assert meeting2.march(near, scene, "alpha1") == FREE
    assert meeting2.march(near, scene, "bravo1") == RAILS
    assert meeting2.march(noted(state, contact=1), scene, "bravo1") == FREE
    away = put(near, {head: "2019"})
    meeting2.note_arrivals(away, scene)
    assert recall(away, "arrived") == ["alpha1"], "it has been there"


@pytest.mark.rules("34.2-12")
def test_who_sees_the_objective():
    state = unmet(2)
    scene = scene_of(state)
    goal = cell("3319")
    blind = next(c for c in BOARD.cells if not scene.open_line(c, goal) and c != goal)
    seen = next(c for c in BOARD.cells if scene.open_line(c, goal) and c != goal)

    def sees(side: str, label: int, status: str = ON_MAP) -> bool:
        there = put(state, {"A1": BOARD.labels[label]})
        there.units[0].status = status
        return meeting2.sees_objective(there, scene, side)

    assert sees("alpha", seen)
    assert sees("alpha", goal)
    assert not sees("alpha", blind)
    assert not sees("bravo", seen)
    assert not sees("alpha", seen, DESTROYED)


@pytest.mark.rules("34.1-12", "34.2-11", "34.1-9", "34.2-9")
def test_a_force_is_gone_when_nobody_is_left_and_equal_points_are_a_draw():
    state = begun(1)
    scene = scene_of(state)
    assert not gone(state, "alpha")
    for unit in state.units:
        if unit.side == "alpha":
            unit.status = EXITED if unit.id != "A1" else DESTROYED
    assert gone(state, "alpha")
    assert not gone(state, "bravo")
    found = by_points(state, scene, "34.1-12")
    score = tally(state)
    assert found.score == score
    assert score["bravo"] > score["alpha"]
    assert (found.winner, found.rule, found.reason) == (
        "bravo", "34.1-12", f"{score['bravo']} points to {score['alpha']}",
    )  # fmt: skip
    even = SimpleNamespace(situation=SimpleNamespace(tally=lambda *_: {"alpha": (), "bravo": ()}))
    assert by_points(state, even, "34.1-12").winner is None
    ahead = SimpleNamespace(
        situation=SimpleNamespace(tally=lambda *_: {"alpha": (SimpleNamespace(points=1),), "bravo": ()})
    )
    assert by_points(state, ahead, "34.1-12").winner == "alpha"


@pytest.mark.rules("34.4-14")
def test_when_fire_is_withheld_is_not_the_task_of_a_unit():
    state = begun(4)
    given = Order("plot", (Task("A1", "WH", choice="hold"),))
    assert [(found.unit, found.rule) for found in GAME.check(state, "alpha", given)] == [("A1", "34.4-14")]


@pytest.mark.rules("24.6c", "34.1-12", "34.2-11")
def test_a_carrier_counts_as_a_combat_unit_if_it_has_any_attack():
    marder = arms("Ge Marder II").weapon
    for ap, he, counts in ((6, 10, True), (6, 0, True), (0, 10, True), (0, 0, False)):
        assert combat_weapon(msgspec.structs.replace(marder, ap=ap, he=he)) is counts
    assert combat_weapon(msgspec.structs.replace(arms("Ge Pz IVH").weapon, ap=0, he=0)), "a tank always does"
