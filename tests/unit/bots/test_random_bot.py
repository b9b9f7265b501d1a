"""The random bot: legal, deterministic, quick, fills every kind of domain, and needs nothing but its seat."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from hulldown import games
from hulldown.bots import bot_names, make_bot
from hulldown.bots.random_bot import random_path, random_task
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.decisions import Decision, Legal, Option, PathDomain, UnitLegal
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import AnyGame, State, View
from hulldown.core.orders import Order, Violation
from hulldown.core.pathdomains import Paths
from hulldown.core.paths import WHOLE, CostTable, costs_along
from hulldown.core.record import text_of
from hulldown.lab.play import play_game
from hulldown_toy.game import ToyGame
from support.toy_play import GAME, toy_record

BOARD = GAME.board("toy/1")
TABLE = GAME.cost_tables("toy/1")["ground"]
START = BOARD.cell("0403")


def walk(domain: PathDomain, seed: int, table: CostTable = TABLE) -> tuple[tuple[int, ...], bool] | None:
    return random_path(Paths(domain, {"ground": table}, BOARD.neighbours), Random(seed))


def seat_for(legal: Legal, *rules: Violation, fussy: tuple[str, ...] = ()) -> Seat:
    """A seat with a made-up set of legal orders; `fussy` units may have no task at all."""

    def check(order: Order) -> list[Violation]:
        named = [Violation("9", "not now", task.unit) for task in order.tasks if task.unit in fussy]
        return [*named, *rules]

    def view() -> View:
        raise AssertionError("the random bot needs no view")

    return Seat(GAME, "alpha", BOARD, {"ground": TABLE}, view, lambda: legal, check)


def legal_of(*units: UnitLegal, choices: tuple[str, ...] = ()) -> Legal:
    return Legal(Decision("d1", "plot", "alpha", "1", "?"), units, choices)


def test_bots_are_found_by_name() -> None:
    assert "random" in bot_names()
    with pytest.raises(UnknownNameError, match="no bot named 'deep'") as caught:
        make_bot("deep", "x")
    assert "random" in caught.value.hint


def test_the_same_seed_plays_the_same_game() -> None:
    assert text_of(toy_record("a")) == text_of(toy_record("a"))
    assert text_of(toy_record("a")) != text_of(toy_record("b"))


def test_a_decision_does_not_depend_on_those_before() -> None:
    bot, fresh = make_bot("random", "s"), make_bot("random", "s")
    state: State = GAME.setup("toy/1", {}, "x")
    first = bot.decide(seat_of(GAME, state, "alpha"))
    state = GAME.apply(state, "alpha", first).state
    state = GAME.apply(state, "bravo", make_bot("random", "t").decide(seat_of(GAME, state, "bravo"))).state
    assert bot.decide(seat_of(GAME, state, "alpha")) == fresh.decide(seat_of(GAME, state, "alpha"))


def test_many_games_are_legal_and_use_every_task() -> None:
    kinds: Counter[str] = Counter()
    for number in range(60):
        for entry in toy_record(str(number)).entries:
            kinds.update(task.kind for task in entry.order.tasks)
            assert entry.order.decision
    assert set(kinds) == {"move", "charge", "fire", "turn"}
    assert min(kinds.values()) > 40


def test_an_order_names_the_decision_it_answers() -> None:
    state: State = GAME.setup("toy/1", {}, "x")
    order = make_bot("random", "s").decide(seat_of(GAME, state, "bravo"))
    assert order.decision == "t0-bravo"


def test_a_walk_keeps_to_costs_and_allowance() -> None:
    domain = PathDomain(START, 4, "ground")
    lengths = set()
    for seed in range(300):
        found = walk(domain, seed)
        assert found is not None
        path, leaves = found
        costs = costs_along(BOARD, TABLE, START, path, 4)
        assert 0 not in costs
        assert sum(costs) <= 4
        assert not leaves
        lengths.add(len(path))
    assert lengths == {1, 2, 3, 4}


def test_a_walk_keeps_to_its_steps_and_minimum() -> None:
    short = [walk(PathDomain(START, 9, "ground", steps=2), seed) for seed in range(200)]
    long = [walk(PathDomain(START, 9, "ground", minimum=3), seed) for seed in range(200)]
    assert {len(found[0]) for found in short if found} == {1, 2}
    assert min(len(found[0]) for found in long if found) == 3


def test_a_walk_begins_with_its_entry_and_pays_for_it() -> None:
    entry, ahead = BOARD.cell("0401"), BOARD.cell("0402")
    for seed in range(100):
        found = walk(PathDomain(entry, 3, "ground", via=(ahead,)), seed)
        assert found is not None
        assert found[0][0] == ahead
        assert sum(costs_along(BOARD, TABLE, entry, found[0], 3)) <= 3
        off_map = walk(PathDomain(-1, 2, "ground", via=(entry,)), seed)
        assert off_map is not None
        assert off_map[0][0] == entry
        assert sum(costs_along(BOARD, TABLE, entry, off_map[0][1:], 2)) <= 2


def test_a_straight_end_ends_straight() -> None:
    found = [walk(PathDomain(START, 5, "ground", minimum=2, straight_end=True), seed) for seed in range(200)]
    paths = [(START, *one[0]) for one in found if one is not None]
    assert len(paths) > 150
    assert all(path[-1] - path[-2] == path[-2] - path[-3] for path in paths)
    assert {len(path) for path in paths} >= {3, 4, 5}


def test_a_walk_leaves_only_from_an_exit_that_it_can_pay_for() -> None:
    exits = BOARD.edges["N"]
    domain = PathDomain(BOARD.cell("0402"), 3, "ground", exits=exits, exit_cost=1)
    seen: Counter[bool] = Counter()
    for seed in range(500):
        found = walk(domain, seed)
        assert found is not None
        path, leaves = found
        if leaves:
            assert path[-1] in exits
            assert sum(costs_along(BOARD, TABLE, domain.start, path, 3)) + 1 <= 3
        seen[leaves] += 1
    assert seen[True] > 20
    assert seen[False] > 20
    dear = [walk(msgspec.structs.replace(domain, exit_cost=9), seed) for seed in range(200)]
    assert not any(found[1] for found in dear if found)


def test_a_unit_on_an_exit_may_leave_at_once() -> None:
    domain = PathDomain(BOARD.cell("0401"), 3, "ground", exits=BOARD.edges["N"], exit_cost=1)
    assert ((), True) in [walk(domain, seed) for seed in range(20)]


def test_a_step_that_takes_the_whole_allowance_is_the_only_one() -> None:
    table = [tuple(WHOLE if cost else 0 for cost in costs) for costs in TABLE]
    for seed in range(50):
        found = walk(PathDomain(START, 4, "ground"), seed, table)
        assert found is not None
        assert len(found[0]) == 1


def test_no_way_out_is_no_path() -> None:
    assert walk(PathDomain(START, 4, "ground"), 1, [(0,) * 6] * BOARD.size) is None


def test_every_domain_is_filled() -> None:
    option = Option("all", "1", cells=(5, 6), facings=(2, 3), choices=("x", "y"), targets=("B1", "B2"))
    tasks = [random_task(UnitLegal("A1", (option,)), seat_for(legal_of()), Random(seed)) for seed in range(60)]
    for task in tasks:
        assert task is not None
        assert task.cells in ((5,), (6,))
    assert {task.facing for task in tasks if task} == {2, 3}
    assert {task.choice for task in tasks if task} == {"x", "y"}
    assert {task.targets for task in tasks if task} == {("B1",), ("B2",)}


def test_a_path_with_facings_takes_one_of_its_choices() -> None:
    path = PathDomain(START, 4, "ground", facing=0)
    options = {
        chosen: Option("move", "1", path=path, facings=(0, 1, 2, 3, 4, 5), choices=chosen)
        for chosen in ((), ("exit",), ("over B1", "over B2"))
    }
    found = {
        chosen: {task.choice for seed in range(40)
                 if (task := random_task(UnitLegal("A1", (option,)), seat_for(legal_of()), Random(seed)))}
        for chosen, option in options.items()
    }  # fmt: skip
    assert found == {(): {""}, ("exit",): {""}, ("over B1", "over B2"): {"over B1", "over B2"}}


def test_an_option_that_cannot_be_filled_gives_way_to_another() -> None:
    stuck = Option("move", "1", path=PathDomain(START, 0, "ground", minimum=1))
    unit = UnitLegal("A1", (stuck, Option("wait", "2")))
    kinds = {task.kind for seed in range(20) if (task := random_task(unit, seat_for(legal_of()), Random(seed)))}
    assert kinds == {"wait"}
    assert random_task(UnitLegal("A1", (stuck,)), seat_for(legal_of()), Random(1)) is None
    assert random_task(UnitLegal("A1", ()), seat_for(legal_of()), Random(1)) is None


def test_a_unit_the_rules_object_to_loses_its_task() -> None:
    units = [UnitLegal(f"A{number}", (Option("wait", "1"),)) for number in range(1, 6)]
    order = make_bot("random", "s").decide(seat_for(legal_of(*units), fussy=("A2", "A4")))
    assert order.tasks
    assert not {"A2", "A4"} & {task.unit for task in order.tasks}


def test_a_required_unit_is_tried_again_until_it_fits() -> None:
    state = GAME.setup("toy/1", {}, "x")
    for side in GAME.sides:
        state = GAME.apply(state, side, Order("stance", choice="bold")).state
    for number in range(200):
        order = make_bot("random", str(number)).decide(seat_of(GAME, state, "alpha"))
        assert "A1" in {task.unit for task in order.tasks}


def test_an_impossible_decision_is_an_error_with_the_reason() -> None:
    unit = UnitLegal("A1", (Option("wait", "1"),), required=True)
    with pytest.raises(HulldownError, match="no legal order found for d1: A1: not now"):
        make_bot("random", "s").decide(seat_for(legal_of(unit), fussy=("A1",)))
    with pytest.raises(HulldownError, match=r"it rains \[7\]"):
        make_bot("random", "s").decide(seat_for(legal_of(unit), Violation("7", "it rains")))


def test_a_plain_choice_takes_each_of_them_sometimes() -> None:
    legal = legal_of(choices=("stop", "go"))
    picked = Counter(make_bot("random", str(n)).decide(seat_for(legal)).choice for n in range(100))
    assert set(picked) == {"stop", "go"}
    assert min(picked.values()) > 20


def test_nothing_to_order_is_an_empty_order() -> None:
    assert make_bot("random", "s").decide(seat_for(legal_of())).tasks == ()


def test_a_seat_holds_no_state_in_the_open() -> None:
    seat = seat_of(GAME, GAME.setup("toy/1", {}, "x"), "alpha")
    assert not any(isinstance(getattr(seat, name, None), State) for name in dir(seat))
    assert seat.view.side == "alpha"
    assert seat.view is seat.view
    assert seat.check(Order("stance", choice="bold")) == []


def test_an_umpire_without_units_can_answer() -> None:
    game: AnyGame = ToyGame(umpire=True)
    bots = {side: make_bot("random", side) for side in game.sides}
    assert play_game(game, "toy/1", bots, "s").decisions == 4 * 3


def test_a_good_order_is_checked_once_and_a_mended_one_twice() -> None:
    checks = 0
    units = [UnitLegal(f"A{number}", (Option("wait", "1"),)) for number in range(20)]
    seat = seat_for(legal_of(*units), fussy=("A3", "A7", "A8"))
    inner = seat.offer

    def counted(order: Order) -> list[Violation]:
        nonlocal checks
        checks += 1
        return inner(order)

    seat.offer = counted
    assert len(make_bot("random", "s").decide(seat).tasks) > 10
    assert checks == 2


@pytest.mark.parametrize("name", games.game_names())
def test_it_plays_every_registered_game_to_its_end(name: str) -> None:
    game = games.load_game(name)
    info = game.scenarios()[0]
    bots = {side: make_bot("random", side) for side in game.sides}
    result = play_game(game, info.id, bots, "smoke")
    assert result.outcome.rule
    assert result.tasks > 0
