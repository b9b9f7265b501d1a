"""The Panzer Battles brain: legal answers to everything, from the view alone, and sense in each kind of decision."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from hulldown.bots.brains import Pool, Temper, brain_of
from hulldown.bots.coaching import coach_of, hints
from hulldown.bots.outlook import outlook_of
from hulldown.bots.panzer_battles.answers import best_facing, mission_cells
from hulldown.bots.panzer_battles.brain import BRAIN
from hulldown.bots.panzer_battles.commanding import worths_of
from hulldown.bots.panzer_battles.deploying import traffic
from hulldown.bots.panzer_battles.fields import FAR, distances
from hulldown.bots.panzer_battles.goals import Goals
from hulldown.bots.panzer_battles.known import state_of
from hulldown.bots.panzer_battles.moving import Plan
from hulldown.bots.panzer_battles.outlook import OUTLOOK
from hulldown.bots.panzer_battles.picture import Picture
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.orders import Order
from hulldown.games.panzer_battles.books import scene_of
from hulldown.games.panzer_battles.faces.view import BattleView
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.doctrine import holds
from hulldown.games.panzer_battles.rules.state import DUMMY, FIRST, ON_MAP, SECOND, BattleState, present
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUND, BOUNDING, LOAD, MOVE, OVERWATCH, PLACE, QUEUE

CALM = Temper()
SCENARIOS = ("panzer_battles/gazala", "panzer_battles/arracourt", "panzer_battles/berlin")


@cache
def game_of(scenario: str) -> tuple[tuple[BattleState, str, Order], ...]:
    """A game between brains: every state with who answered and what."""
    state: BattleState = GAME.setup(scenario, {}, "seed")
    found = []
    while GAME.outcome(state) is None:
        side = next(iter(GAME.pending(state)))
        order = BRAIN.decide(seat_of(GAME, state, side), Random(len(found)), CALM)
        found.append((state, side, order))
        state = GAME.apply(state, side, order).state
    return tuple(found)


def moments(scenario: str, kind: str, side: str = "") -> list[tuple[BattleState, str, Order]]:
    """The moments of a game with a decision of a kind, of a side if one is named."""
    return [one for one in game_of(scenario) if one[2].kind == kind and side in ("", one[1])]


def picture_of(state: BattleState, side: str, temper: Temper = CALM) -> Picture:
    view = GAME.view(state, side)
    assert isinstance(view, BattleView)
    return Picture(view, side, temper)


def test_the_game_finds_its_brain_and_coach() -> None:
    assert brain_of("panzer_battles") is BRAIN
    assert coach_of("panzer_battles") is not None


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_whole_games_with_legal_answers_the_same_again(scenario: str) -> None:
    kinds = set()
    for number, (state, side, order) in enumerate(game_of(scenario)):
        kinds.add(order.kind)
        if number % 9:
            continue
        seat = seat_of(GAME, state, side)
        assert seat.check(order) == []
        assert order.decision == seat.legal.decision.id
        assert BRAIN.decide(seat_of(GAME, state, side), Random(number), CALM) == order
        assert BRAIN.value(state, FIRST) == pytest.approx(1.0 - BRAIN.value(state, SECOND))
    assert {"deploy", "command", "move", "fire", "face"} <= kinds


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_known_gives_the_same_offers_as_the_game(scenario: str) -> None:
    """The position made from a view is the real one as far as own units and enemies that lie face up go."""
    for state, side, _ in game_of(scenario)[::40]:
        known = state_of(picture_of(state, side).view)
        for real, mine in zip(state.units, known.units, strict=True):
            assert mine.id == real.id
            if real.side == side:
                assert (mine.cell, mine.strength, mine.status) == (real.cell, real.strength, real.status)
            elif not (real.shown and present(real)):
                assert not (mine.status == ON_MAP and present(mine) and real.tag == 0)


def test_every_unit_gets_a_place_or_a_queue_and_infantry_begins_mounted() -> None:
    (_, _, order), *_ = moments("panzer_battles/arracourt", "deploy", FIRST)
    kinds = {task.unit: task.kind for task in order.tasks}
    assert [kinds[f"U21{number}i"] for number in (1, 2, 3)] == [LOAD] * 3
    assert kinds["U111"] == QUEUE
    state, _, order = moments("panzer_battles/arracourt", "deploy", SECOND)[0]
    places = {task.unit: task.cells[0] for task in order.tasks if task.kind == PLACE}
    assert places["G101g"] == places["G101c"], "the gun has its crew"
    assert len({cell for name, cell in places.items() if name.startswith("G1")}) >= 7
    assert all(task.choice.startswith("defilade") for task in order.tasks if task.unit.startswith("G11"))
    assert scene_of(state).scenario.id == "panzer_battles/arracourt"


def test_companies_are_set_up_in_doctrine() -> None:
    for scenario in SCENARIOS:
        state = next(state for state, _, _ in game_of(scenario) if state.turn == 1)
        scene = scene_of(state)
        for company in state.companies:
            if company.side == SECOND and company.members:
                assert holds(state, scene, company), company.key


def test_most_companies_keep_their_doctrine_through_a_game() -> None:
    kept = total = 0
    for scenario in SCENARIOS:
        for state, side, _ in moments(scenario, "command"):
            scene = scene_of(state)
            for company in state.companies:
                if company.side == side and len(company.members) > 1 and not company.independent:
                    kept += holds(state, scene, company)
                    total += 1
    assert kept >= 0.9 * total, f"{kept} of {total}"


def test_posts_look_at_the_way_to_the_exit() -> None:
    state, side, order = moments("panzer_battles/berlin", "deploy", SECOND)[0]
    scene, ways = scene_of(state), traffic(picture_of(state, side))
    for task in order.tasks:
        if task.kind == PLACE and not task.unit.startswith("Gd"):
            seen = [cell for cell in ways if scene.row(task.cells[0]) >> cell & 1]
            assert len(seen) >= 8, scene.label(task.cells[0])


def test_soviets_drive_for_the_western_edge() -> None:
    found = moments("panzer_battles/berlin", "command", FIRST)
    early = [task.kind for _, _, order in found[:3] for task in order.tasks]
    assert early.count(BOUND) >= 0.9 * len(early)
    field = distances("battles-berlin", "vehicle", frozenset(scene_of(found[0][0]).exits(FIRST)))
    assert FAR not in [field[cell] for cell in scene_of(found[0][0]).board.cells]
    away = []
    for state, _, _ in (found[0], found[4]):
        cells = [field[unit.cell] for unit in state.units if unit.side == FIRST and present(unit) and unit.cell >= 0]
        away.append(sum(cells) / len(cells))
    assert away[1] < away[0] - 20


def test_a_unit_that_can_leave_the_map_leaves_it() -> None:
    state, side, order = next(one for one in moments("panzer_battles/berlin", "move", FIRST) if one[0].turn >= 3)
    assert order.tasks
    near = state.thaw()
    unit = next(unit for unit in near.units if unit.id == order.tasks[0].unit)
    unit.cell = unit.origin = scene_of(near).exits(FIRST)[3]
    picture = picture_of(near, side)
    plan = Plan(picture, Goals(picture), Random(1))
    best = plan.steps(near.units.index(unit))[0]
    assert best.leaves
    assert best.path == ()


@pytest.mark.slow
def test_towns_are_errands_until_they_are_taken() -> None:
    state, side, _ = moments("panzer_battles/arracourt", "command", FIRST)[0]
    goals = Goals(picture_of(state, side))
    assert set(goals.wanted) == {"Ley", "Ommeray", "Moncourt"}
    assert set(goals.errands.values()) == set(goals.wanted)
    ley = next(town for town in scene_of(state).scenario.towns if town.name == "Ley")
    taken = state.thaw()
    taken.control.update(dict.fromkeys(ley.hexes, FIRST))
    assert "Ley" not in Goals(picture_of(taken, side)).wanted


def test_a_better_shot_now_makes_watching_worth_more() -> None:
    """A company that sees an enemy within range thinks more of watching than one that sees none."""
    seen = unseen = 0.0
    for state, side, _ in moments("panzer_battles/arracourt", "command"):
        picture = picture_of(state, side)
        plan = Plan(picture, Goals(picture), Random(1))
        for company in picture.state.companies:
            members = [at for at in company.members if at in picture.own]
            if company.side != side or not members or not traits(picture.state.units[members[0]].type).systems:
                continue
            worths = worths_of(plan, company)
            assert set(worths) == {OVERWATCH, BOUND, BOUNDING}
            if any(picture.prospect(at, picture.state.units[at].cell) for at in members):
                seen = max(seen, worths[OVERWATCH])
            else:
                unseen = max(unseen, worths[OVERWATCH])
    assert seen > unseen > 0


def test_fire_is_for_shots_that_promise_something() -> None:
    for scenario in SCENARIOS:
        shots = [order for _, _, order in moments(scenario, "fire") if order.tasks]
        assert shots, scenario


def test_facing_turns_the_front_to_the_worst_threat() -> None:
    turned = 0
    for scenario in SCENARIOS:
        for state, side, _ in moments(scenario, "face"):
            picture = picture_of(state, side)
            for at in picture.own:
                unit = picture.state.units[at]
                more = {foe: picture.hurt(foe, unit, unit.cell, True, False) for foe in picture.foes}
                # Whoever does the same to the front, like a machine gun, is no reason to turn.
                if any(more[foe] == picture.hurt(foe, unit, unit.cell, False, False) > 0 for foe in picture.foes):
                    continue
                threats = [foe for foe in picture.foes if more[foe] > 0]
                kind = traits(unit.type).type
                assert kind is not None
                if len(threats) == 1 and kind.vehicle and kind.front > kind.side and not traits(unit.type).sponsons:
                    facing = best_facing(picture, unit)
                    facing = unit.facing if facing < 0 else facing
                    assert not picture.flank(facing, unit.cell, threats[0].cell)
                    turned += 1
    assert turned


def test_batteries_fire_away_from_their_own_side() -> None:
    for state, side, order in moments("panzer_battles/arracourt", "plot", FIRST):
        picture = picture_of(state, side)
        own = [picture.state.units[at].cell for at in picture.own]
        assert len(mission_cells(picture)) == len(set(mission_cells(picture)))
        for task in order.tasks:
            for cell in task.cells:
                assert min([picture.scene.board.distance(cell, one) for one in own], default=99) > 3


def test_variants_are_legal_and_fill_the_pool_with_commands() -> None:
    state, side, order = moments("panzer_battles/gazala", "command", FIRST)[3]
    seat: Seat = seat_of(GAME, state, side)
    pool: Pool = {}
    found = list(BRAIN.variants(seat, Random(1), 6, pool))
    assert found[0].tasks == order.tasks
    assert len(found) == len({variant.tasks for variant in found})
    assert all(seat.check(variant) == [] for variant in found)
    assert any(len(tasks) >= 3 for tasks in pool.values())


def test_variants_change_one_company_or_all_at_once() -> None:
    state, side, order = moments("panzer_battles/arracourt", "command", FIRST)[4]
    found = list(BRAIN.variants(seat_of(GAME, state, side), Random(1), 8, {}))
    changes = [
        sum(one != other for one, other in zip(variant.tasks, order.tasks, strict=True)) for variant in found[1:]
    ]
    assert changes.count(1) >= 3
    assert max(changes) > 1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_notes_of_other_playouts_change_no_answer(scenario: str) -> None:
    noting = Temper(notes={})
    for _ in range(2):
        for number, (state, side, order) in enumerate(game_of(scenario)):
            if order.kind in ("command", "move", "fire") and number % 4 == 0:
                assert BRAIN.decide(seat_of(GAME, state, side), Random(number), noting) == order
    assert noting.notes


@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_a_command_is_played_out_until_its_company_has_moved(side: str) -> None:
    states = [state for state, _, _ in game_of("panzer_battles/gazala")]
    start = next(at for at, (state, who, order) in enumerate(game_of("panzer_battles/gazala"))
                 if order.kind == "command" and who == side and state.turn == 3)  # fmt: skip
    end = next(at for at in range(start, len(states)) if OUTLOOK.ends(states[start], states[at]))
    steps = [state.stack[0].step for state in states[start:end]]
    assert {"move1", "move2"} <= set(steps)
    own, foe = ("move1", "move2") if side == FIRST else ("move2", "move1")
    assert steps.index(foe) < steps.index(own)
    assert not states[end].stack[0].step.startswith("move")
    assert outlook_of("panzer_battles") is OUTLOOK


def test_noise_disturbs_the_judgement() -> None:
    changed = 0
    for state, side, order in moments("panzer_battles/gazala", "move")[::5]:
        seat = seat_of(GAME, state, side)
        other = BRAIN.decide(seat, Random(1), Temper(noise=2.0))
        assert seat.check(other) == []
        changed += any(task.kind == MOVE for task in other.tasks) and other.tasks != order.tasks
    assert changed


def test_the_coach_and_the_remarks_have_something_to_say() -> None:
    told = set()
    said = set()
    for scenario in SCENARIOS:
        for state, side, order in game_of(scenario)[::3]:
            seat = seat_of(GAME, state, side)
            if order.kind in ("fire", "face"):
                told.update(hint.kind for hint in hints(seat))
            if BRAIN.remark(seat, order):
                said.add(order.kind)
    assert told == {"threat", "shot"}
    assert {"deploy", "command", "move", "fire", "plot"} <= said


def test_a_value_grows_with_the_points() -> None:
    state, _, _ = moments("panzer_battles/gazala", "command", FIRST)[5]
    richer = state.thaw()
    richer.points[FIRST] = richer.points.get(FIRST, 0) + 60
    assert BRAIN.value(richer, FIRST) > BRAIN.value(state, FIRST)
    assert not any(unit.type == DUMMY and unit.side == FIRST and unit.status == ON_MAP for unit in state.units)
