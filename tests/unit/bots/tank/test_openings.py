"""What the Tank! brain does before and in the four open scenarios: columns, camp, position, errands, points."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.bots.greedy import GreedyBot
from hulldown.bots.seat import seat_of
from hulldown.bots.tank import gunners, openings, posture, scouting, screens, value
from hulldown.bots.tank.picture import STAFF, Picture
from hulldown.bots.tank.plotting import Basis
from hulldown.core.orders import Order
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.artillery.park import Asset, Mission, Park, keep, park_of
from hulldown.games.tank.modules.engagements.assault import objective
from hulldown.games.tank.rules.contact import recall, remember
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, TankState


def up_to(scenario: str, kind: str, side: str, seed: str = "o", turn: int = 0, **options: Any) -> TankState:
    """A game of greedy bots as it stands when a side owes a decision of a kind."""
    state = GAME.setup(scenario, options, seed)
    bots = {each: GreedyBot(f"{seed} {each}") for each in GAME.sides}
    while GAME.outcome(state) is None:
        pending = GAME.pending(state)
        if state.turn >= turn and side in pending and seat_of(GAME, state, side).legal.decision.kind == kind:
            return state
        asked = next(iter(pending))
        state = GAME.apply(state, asked, bots[asked].decide(seat_of(GAME, state, asked))).state
    raise AssertionError(f"{side} was never asked for {kind}")


def answer(state: TankState, side: str, seed: str = "o") -> Order:
    """The greedy answer of a side, which is legal."""
    order = GreedyBot(f"{seed} {side}").decide(seat_of(GAME, state, side))
    assert GAME.check(state, side, order) == []
    return order


@pytest.mark.parametrize(
    ("scenario", "side", "columns"), [("34.2", "alpha", 4), ("34.2", "bravo", 4), ("34.4", "alpha", 5)]
)
def test_tanks_and_carriers_march_in_columns_of_their_own(scenario: str, side: str, columns: int) -> None:
    state = up_to(f"tank/{scenario}", "columns", side)
    order = answer(state, side)
    entries = [task for task in order.tasks if task.kind == "COL"]
    assert len(entries) == len({task.cells[0] for task in entries}) == columns
    kinds: dict[str, set[bool]] = {}
    units = {unit.id: unit for unit in state.units}
    for task in order.tasks:
        if task.kind == "JN":
            kinds.setdefault(task.choice, set()).add(weapon_of(units[task.unit].type).traits.carries)
    assert len(kinds) == columns
    assert all(len(found) == 1 for found in kinds.values())


def test_the_attack_of_34_3_comes_on_in_six_columns() -> None:
    order = answer(up_to("tank/34.3", "columns", "alpha"), "alpha")
    assert sum(task.kind == "COL" for task in order.tasks) == 6


def test_the_objective_is_far_from_every_edge_and_alpha_comes_by_the_nearest() -> None:
    state = up_to("tank/34.4", "objective", "bravo")
    (task,) = answer(state, "bravo").tasks
    board = scene_of(state).board
    near = min(board.edge_distance(task.cells[0], edge) for edge in board.edges)
    assert near >= 12
    state = up_to("tank/34.4", "edge", "alpha")
    edge = answer(state, "alpha").choice
    far = {each: board.edge_distance(objective(state), each) for each in board.edges}
    assert far[edge] <= min(far.values()) + 6


def test_the_position_bears_on_the_objective_and_mines_lie_before_it() -> None:
    state = up_to("tank/34.4", "defence", "bravo")
    order = answer(state, "bravo")
    board, centre = scene_of(state).board, objective(state)
    placed = [task for task in order.tasks if task.kind == "DP"]
    assert len({task.cells[0] for task in placed}) == len(placed) == 14
    assert all(board.distance(task.cells[0], centre) <= 13 for task in placed)
    seeing = sum(bool(scene_of(state).row(task.cells[0]) >> centre & 1) for task in placed)
    assert seeing >= 5
    mines = next(task for task in order.tasks if task.unit == "mines")
    edge = recall(state, "edge")
    assert len(mines.cells) == 12
    middle = sum(board.edge_distance(cell, edge) for cell in mines.cells) / 12
    assert middle < board.edge_distance(centre, edge)


def test_the_tanks_of_the_camp_stand_around_it() -> None:
    state = up_to("tank/34.3", "camp", "bravo")
    order = answer(state, "bravo")
    board = scene_of(state).board
    assert len(order.tasks) == 10
    assert all(board.distance(task.cells[0], board.by_label["3118"]) <= 13 for task in order.tasks)


def test_attackers_drive_through_the_objective_and_then_off_the_map() -> None:
    state = up_to("tank/34.4", "plot", "alpha", turn=posture.RUSH)
    unit = next(one for one in state.units if one.side == "alpha" and one.status == ON_MAP)
    remember(state, entered=[])
    there = openings.SENSE.errand(Picture(GAME.view(state, "alpha")), unit)
    assert there is not None
    assert (there.through, there.leaves) == (objective(state), False)
    remember(state, entered=[unit.id])
    away = openings.SENSE.errand(Picture(GAME.view(state, "alpha")), unit)
    assert away is not None
    assert away.leaves
    assert openings.SENSE.errand(Picture(GAME.view(state, "bravo")), unit) is None


def test_nobody_goes_home_where_points_count() -> None:
    state = up_to("tank/34.1", "plot", "alpha", turn=8)
    state.losses["bravo"] = 8
    state.preserved["bravo"] = state.turn - 1
    found = posture.posture_of(Picture(GAME.view(state, "alpha")), 1.0)
    assert not found.leave
    assert found.goal is None


def test_a_headquarters_weighs_more_than_a_tank() -> None:
    state = up_to("tank/34.1", "plot", "bravo", turn=2)
    picture = Picture(GAME.view(state, "bravo"))
    assert picture.staff
    boss = next(unit for unit in picture.view.own if unit.id in picture.staff)
    tank = next(unit for unit in picture.view.own if unit.id not in picture.staff and unit.type == boss.type)
    assert picture.stake(boss) == STAFF * picture.stake(tank)


def test_fire_ordered_now_is_aimed_at_where_a_tank_will_be() -> None:
    state = up_to("tank/34.4", "plot", "bravo", turn=3)
    picture = Picture(GAME.view(state, "bravo"))
    foe = next(one for one in picture.foes if weapon_of(one.mark.name).traits.drives)
    board, centre = picture.ground.board, objective(state)
    far = next(cell for cell in board.cells if board.distance(cell, centre) == 17)
    moved = foe._replace(mark=foe.mark._replace(cell=far))
    ahead = gunners._expected(picture, moved)[0][0]
    assert board.distance(ahead, centre) < board.distance(far, centre) - 5


def test_units_keep_out_of_their_own_fire_of_this_turn_and_the_next() -> None:
    state = up_to("tank/34.4", "plot", "alpha", turn=2)
    cell = next(unit.cell for unit in state.units if unit.side == "alpha" and unit.status == ON_MAP)
    asset = Asset("bn9", "alpha", "artillery", "M", True)
    for turn, dangerous in ((state.turn, True), (state.turn + 1, True), (state.turn + 2, False)):
        keep(state, Park((asset,), (Mission("alpha", "bn9", cell, turn),)))
        picture = Picture(GAME.view(state, "alpha"))
        danger = gunners.SENSE.risk(picture)
        assert (danger is not None and danger[picture.arrays.at[cell]] > 0) == dangerous
    assert park_of(state).missions


def test_reconnaissance_fire_looks_around_the_objective() -> None:
    state = up_to("tank/34.4", "plot", "alpha", turn=3, recon_fire="yes")
    picture = Picture(GAME.view(state, "alpha"))
    likely = scouting._likely(picture)
    board = picture.ground.board
    assert likely.sum() > 0
    assert all(
        board.distance(picture.arrays.cells[number], objective(state)) <= scouting.HELD
        for number in likely.nonzero()[0]
    )
    found = [entry for unit in picture.own for entry in scouting.SENSE.tasks(picture, unit, frozenset({"RF"}))]
    assert found
    held = picture.occupied | {unit.cell for unit in picture.own}
    assert all(worth > 0 and task.cells[0] not in held for worth, task in found)
    assert not any(scouting.SENSE.tasks(picture, unit, frozenset({"MV"})) for unit in picture.own)


def kinds_of(scenario: str, seed: str, **options: Any) -> set[str]:
    """The kinds of task that greedy bots give in a game."""
    state = GAME.setup(scenario, options, seed)
    bots = {side: GreedyBot(f"{seed} {side}") for side in GAME.sides}
    found: set[str] = set()
    while GAME.outcome(state) is None:
        side = next(iter(GAME.pending(state)))
        order = bots[side].decide(seat_of(GAME, state, side))
        found |= {task.kind for task in order.tasks}
        state = GAME.apply(state, side, order).state
    return found


@pytest.mark.slow
def test_smoke_and_reconnaissance_fire_are_used_where_they_are_allowed() -> None:
    assert "SF" in kinds_of("tank/34.1", "s0", period=9, vehicle_smoke="yes")
    assert "SF" not in kinds_of("tank/34.1", "s0", period=9)
    assert "RF" in kinds_of("tank/34.4", "s9", recon_fire="yes")


def test_smoke_goes_up_between_a_tank_and_who_shoots_at_it() -> None:
    state = up_to("tank/34.1", "plot", "alpha", seed="s0", turn=8, period=9, vehicle_smoke="yes")
    picture = Picture(GAME.view(state, "alpha"))
    found = [task for unit in picture.own for _, task in screens.SENSE.tasks(picture, unit, frozenset({"SF"}))]
    assert found
    cells = {unit.id: unit.cell for unit in picture.own}
    for task in found:
        assert task.cells[0] in picture.ground.board.neighbours[cells[task.unit]]
        lanes = [picture.ground.lane(cells[task.unit], foe.cell).cells for foe in picture.foes]
        assert any(task.cells[0] in lane for lane in lanes)


@pytest.mark.parametrize("scenario", ["tank/34.1", "tank/34.2", "tank/34.3", "tank/34.4"])
def test_the_value_of_a_world_goes_by_the_points(scenario: str) -> None:
    state = up_to(scenario, "plot", "alpha", turn=6)
    before = value.value(state, "alpha")
    assert before == pytest.approx(1.0 - value.value(state, "bravo"))
    for unit in [one for one in state.units if one.side == "bravo" and one.status == ON_MAP][:4]:
        unit.status = DESTROYED
        state.losses["bravo"] = state.losses.get("bravo", 0) + 1
    assert value.value(state, "alpha") > before


def test_all_devices_are_handed_out_and_by_lot() -> None:
    state = up_to("tank/34.2", "equip", "alpha")
    idle = seat_of(GAME, state, "alpha").legal.idle
    assert idle is not None
    given = {tuple(task.unit for task in answer(state, "alpha", seed).tasks) for seed in "abcdefgh"}
    assert {len(names) for names in given} == {len(idle.tasks)}
    assert len(given) > 1


def test_a_way_through_the_objective_goes_on_beyond_it() -> None:
    state = up_to("tank/34.4", "plot", "alpha", turn=posture.RUSH)
    remember(state, entered=[])
    centre = objective(state)
    board = scene_of(state).board
    tanks = [one for one in state.units if one.side == "alpha" and one.status == ON_MAP]
    unit = next(one for one in tanks if not weapon_of(one.type).traits.carries)
    held = {one.cell for one in state.units}
    beside = next(cell for cell in board.neighbours[centre] if cell >= 0 and cell not in held)
    unit.cell = beside
    seat = seat_of(GAME, state, "alpha")
    moves = Basis(seat, seat.view, 1.0).moves.get(unit.id, [])
    through = [move for move in moves if centre in move.path[:-1]]
    assert through
    assert max(moves, key=lambda move: move.score) in [move for move in moves if centre in move.path]
