"""The KampfPanzer brain: legal answers to everything, from the view alone, and sense in each kind of decision."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots import make_bot
from hulldown.bots.brains import Pool, Temper, brain_of
from hulldown.bots.kampfpanzer.brain import BRAIN
from hulldown.bots.kampfpanzer.picture import Picture
from hulldown.bots.seat import seat_of
from hulldown.core.orders import Order
from hulldown.games.kampfpanzer.data.scenarios import scenarios
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.state import DESTROYED, ON_MAP, KampfState
from hulldown.lab.play import play_game

CALM = Temper()


def later(scenario: str, turn: int, kind: str = "plot", side: str = "") -> KampfState:
    """A position of a game between brains, at the first decision of a kind (of a side) from a turn on."""
    state = GAME.setup(scenario, {}, "seed")
    made = 0
    while GAME.outcome(state) is None:
        pending = GAME.pending(state)
        asked = next((one for one in pending if side in ("", one)), next(iter(pending)))
        if state.turn >= turn and pending[asked].kind == kind and side in ("", asked):
            return state
        order = BRAIN.decide(seat_of(GAME, state, asked), Random(made), CALM)
        state = GAME.apply(state, asked, order).state
        made += 1
    raise AssertionError("the game was over before")


def test_the_game_finds_its_brain() -> None:
    assert brain_of("kampfpanzer") is BRAIN


@pytest.mark.slow
@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_whole_games_with_legal_answers_the_same_again(scenario: str) -> None:
    state = GAME.setup(scenario, {}, "seed")
    kinds = set()
    number = 0
    while GAME.outcome(state) is None:
        side = next(iter(GAME.pending(state)))
        seat = seat_of(GAME, state, side)
        order = BRAIN.decide(seat, Random(number), CALM)
        assert seat.check(order) == []
        assert order.decision == seat.legal.decision.id
        if number % 7 == 0:
            assert BRAIN.decide(seat_of(GAME, state, side), Random(number), CALM) == order
        kinds.add(order.kind)
        assert BRAIN.value(state, "first") == pytest.approx(1.0 - BRAIN.value(state, "second"))
        state = GAME.apply(state, side, order).state
        number += 1
    assert {"plot", "deploy"} <= kinds


@pytest.mark.slow
def test_all_kinds_of_tasks_are_used() -> None:
    """Over all scenarios: fire, patterns, lines, moves, overruns by several, loading, unloading, turning, exits."""
    used: set[str] = set()
    stormed: dict[int, int] = {}
    for scenario in sorted(scenarios()):
        state = GAME.setup(scenario, {}, "kinds")
        number = 0
        while GAME.outcome(state) is None:
            side = next(iter(GAME.pending(state)))
            order = BRAIN.decide(seat_of(GAME, state, side), Random(number), CALM)
            used |= {task.kind for task in order.tasks} | {task.choice for task in order.tasks}
            for task in order.tasks:
                if task.kind == "V":
                    stormed[number] = stormed.get(number, 0) + 1
            state = GAME.apply(state, side, order).state
            number += 1
    assert {"N", "T", "P", "MV", "V", "Q", "FC", "DP", "RD", "GR", "exit", "entrenched"} <= used
    assert max(stormed.values()) >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "side"), [("kampfpanzer/4", "second"), ("kampfpanzer/6", "first")])
def test_equal_views_get_equal_answers(scenario: str, side: str) -> None:
    state = later(scenario, 3, side=side)
    view = GAME.view(state, side)
    worlds = [GAME.sample(view, Random(seed)) for seed in (1, 2)]
    orders = [BRAIN.decide(seat_of(GAME, world, side), Random(7), CALM) for world in (state, *worlds)]
    assert orders[0] == orders[1] == orders[2]


def test_variants_differ_are_legal_and_begin_with_the_answer() -> None:
    state = later("kampfpanzer/6", 4)
    side = next(iter(GAME.pending(state)))
    seat = seat_of(GAME, state, side)
    pool: Pool = {}
    found = list(BRAIN.variants(seat, Random(1), 6, pool))
    assert found[0] == BRAIN.decide(seat, Random(1), CALM)
    assert len(found) >= 4
    assert len({str(order.tasks) for order in found}) == len(found)
    assert all(seat.check(order) == [] for order in found)
    alone = [task for tasks in pool.values() for task in tasks if task is not None]
    assert {"N", "MV"} <= {task.kind for task in alone}
    legal = [seat.check(Order("plot", (task,), "", seat.legal.decision.id)) == [] for task in alone]
    assert sum(legal) > 0.6 * len(legal), "the rest is where friends stand, or too weak alone"


def test_noise_changes_answers() -> None:
    seat = seat_of(GAME, state := later("kampfpanzer/9", 3), next(iter(GAME.pending(state))))
    plain = BRAIN.decide(seat, Random(3), CALM)
    assert any(BRAIN.decide(seat, Random(seed), Temper(noise=0.8)) != plain for seed in range(4))


@pytest.mark.parametrize("scenario", sorted(scenarios()))
def test_values_are_chances_that_losses_lower(scenario: str) -> None:
    state = later(scenario, 4)
    before = BRAIN.value(state, "first")
    assert 0.0 < before < 1.0
    worse = state.thaw()
    for unit in [one for one in worse.units if one.side == "first" and one.status == ON_MAP and one.aboard < 0][:4]:
        unit.status, unit.cell = DESTROYED, -1
    assert BRAIN.value(worse, "first") < before


def test_a_finished_game_has_its_value() -> None:
    bots = {side: make_bot("greedy", side) for side in GAME.sides}
    result = play_game(GAME, "kampfpanzer/4", bots, "s")
    state = GAME.setup("kampfpanzer/4", {}, "s")
    state.outcome = result.outcome
    assert BRAIN.value(state, "first") == float(result.outcome.winner == "first")


def test_a_remark_says_what_was_ordered() -> None:
    state = later("kampfpanzer/4", 4)
    seat = seat_of(GAME, state, next(iter(GAME.pending(state))))
    assert BRAIN.remark(seat, BRAIN.decide(seat, Random(1), CALM)).endswith(".")
    state = later("kampfpanzer/6", 3, "combine")
    seat = seat_of(GAME, state, next(iter(GAME.pending(state))))
    said = BRAIN.remark(seat, BRAIN.decide(seat, Random(1), CALM))
    assert "fire at" in said
    assert "attack" in said


def test_a_set_up_holds_what_decides() -> None:
    """The hex of scenario 8 is held from the start, the exits of scenario 5 are closed, trenches are dug."""
    state = GAME.setup("kampfpanzer/8", {}, "seed")
    order = BRAIN.decide(seat_of(GAME, state, "first"), Random(1), CALM)
    crossroads = GAME.board("kampfpanzer/8").cell("2341")
    assert crossroads in {task.cells[0] for task in order.tasks}
    state = GAME.setup("kampfpanzer/5", {}, "seed")
    order = BRAIN.decide(seat_of(GAME, state, "first"), Random(1), CALM)
    board = GAME.board("kampfpanzer/5")
    exits = {board.cell(f"{column}01") for column in range(13, 20)}
    assert exits <= {task.cells[0] for task in order.tasks}
    assert all(task.choice == "entrenched" for task in order.tasks)


def test_who_has_far_to_go_starts_on_board() -> None:
    state = GAME.setup("kampfpanzer/1", {}, "seed")
    first = BRAIN.decide(seat_of(GAME, state, "first"), Random(1), CALM)
    state = GAME.apply(state, "first", first).state
    order = BRAIN.decide(seat_of(GAME, state, "second"), Random(1), CALM)
    assert sum(task.kind == "RD" for task in order.tasks) == 6


def test_moves_keep_out_of_zones_or_end_there() -> None:
    state = later("kampfpanzer/6", 4)
    side = next(iter(GAME.pending(state)))
    seat = seat_of(GAME, state, side)
    view = seat.view
    assert isinstance(view, KampfView)
    picture = Picture(state, side)
    moved = 0
    for task in BRAIN.decide(seat, Random(1), CALM).tasks:
        if task.kind == "MV":
            moved += 1
            assert not picture.zones.intersection(task.cells[:-1])
            assert not picture.occupied.intersection(task.cells)
    assert moved


@pytest.mark.slow
def test_combining_weighs_what_counts() -> None:
    """In a scenario where only destroyed units count, fire that can destroy is kept together."""
    for turn in range(2, 10):
        try:
            state = later("kampfpanzer/4", turn, "combine", "second")
        except AssertionError:
            continue
        seat = seat_of(GAME, state, "second")
        view = seat.view
        assert isinstance(view, KampfView)
        order = BRAIN.decide(seat, Random(1), CALM)
        assert seat.check(order) == []
        asked = [volley for volley in view.volleys if volley.side == "second"]
        assert sum(len(volley.firers) for volley in asked) == len(order.tasks)
        for volley in asked:
            target = next(unit for unit in state.units if unit.id == volley.targets[0])
            if arms(target.type).counter.defence <= 3 and len(volley.firers) >= 5:
                groups = {task.choice for task in order.tasks if task.unit in volley.firers}
                assert len(groups) <= 2
