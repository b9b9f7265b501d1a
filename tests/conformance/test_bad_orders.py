"""Orders that make no sense: whatever a client sends, it is refused with a rule or taken, and nothing breaks."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hulldown.core.decisions import Legal
from hulldown.core.errors import IllegalOrderError
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order, Task
from hulldown.games import load_game
from support.games import Moment, encoded, every_game, played

EXAMPLES = 250


class Position(msgspec.Struct):
    """A position with what an order may be made of: true names and kinds, to be mixed with false ones."""

    moment: Any
    legal: Legal
    units: list[str]
    kinds: list[str]
    choices: list[str]
    cells: list[int]


def position_of(game: AnyGame, moment: Moment) -> Position:
    legal = game.legal(moment.state, moment.side)
    others = [piece for side in game.sides for piece in game.view(moment.state, side).pieces]
    options = [option for unit in legal.units for option in unit.options]
    board = game.board(moment.state.scenario)
    cells = {piece.cell for piece in others} | {cell for task in moment.order.tasks for cell in task.cells}
    cells |= {ahead for cell in cells for ahead in board.neighbours[cell]}
    cells |= {ahead for edge in board.edges.values() for ahead in edge[:3]}
    return Position(
        moment,
        legal,
        [unit.unit for unit in legal.units] + [piece.id for piece in others],
        [option.kind for option in options],
        [*legal.choices, *(choice for option in options for choice in option.choices)],
        sorted(cells),
    )


@cache
def positions(name: str) -> list[Position]:
    """One position of each kind of decision in each scenario of a game."""
    game = load_game(name)
    found: dict[tuple[str, str, str], Position] = {}
    for info in game.scenarios():
        for moment in played(name, info.id, "fight").spread(6):
            key = (info.id, moment.order.kind, moment.side)
            if key not in found:
                found[key] = position_of(game, moment)
    return list(found.values())


WORDS = st.sampled_from(["", "nobody", "exit", "A1", "a?1", "A99", "go", "\x00", "ß", "x" * 300])
NUMBERS = st.one_of(st.integers(-3, 5000), st.sampled_from([-1, 0, 77, 2**31, -(2**63), 2**63 - 1, 10**30]))


def some(known: list[Any], wild: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mostly something known, sometimes anything."""
    return st.one_of(st.sampled_from(known), st.sampled_from(known), wild) if known else wild


def tasks(position: Position) -> st.SearchStrategy[Task]:
    cells = some(position.cells, NUMBERS)
    return st.builds(
        Task,
        some(position.units, WORDS),
        some(position.kinds, WORDS),
        st.one_of(st.just(()), st.tuples(cells), st.lists(cells, max_size=12).map(tuple)),
        st.one_of(st.integers(-1, 6), st.sampled_from([77, -9, 2**40])),
        some(position.choices, WORDS),
        st.lists(some(position.units, WORDS), max_size=3).map(tuple),
    )


def orders(position: Position) -> st.SearchStrategy[Order]:
    """Orders made anew, and the order that was given with some of its tasks spoilt or doubled."""
    given_order: Order = position.moment.order
    new = st.lists(tasks(position), max_size=6).map(tuple)
    spoilt = st.lists(tasks(position), max_size=2).map(lambda extra: (*given_order.tasks, *extra))
    return st.builds(
        Order,
        st.one_of(st.just(given_order.kind), st.just(given_order.kind), WORDS),
        st.one_of(new, spoilt, st.just(given_order.tasks[:-1])),
        some([given_order.choice, *position.choices], WORDS),
    )


@every_game
def test_no_order_breaks_a_game(name: str) -> None:
    game = load_game(name)

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(st.data())
    def try_orders(data: st.DataObject) -> None:
        position = data.draw(st.sampled_from(positions(name)))
        order = data.draw(orders(position))
        _assert_answered(game, position.moment.state, position.moment.side, order)

    try_orders()


@every_game
def test_each_task_spoilt_in_each_way_is_answered(name: str) -> None:
    """Systematically: every field of a task of every kind replaced by every kind of wrong value."""
    game = load_game(name)
    wrong_cells = [(), (-1,), (0,), (10**9,), (-(2**70),)]
    for position in positions(name):
        state, side = position.moment.state, position.moment.side
        board = game.board(state.scenario)
        far = (board.cells[0], board.cells[-1])
        for unit in position.legal.units[:3]:
            for option in unit.options:
                for cells in (*wrong_cells, far, far[:1] * 2, tuple(option.cells[:1]) * 3):
                    for facing in (-1, 3, 77, -5):
                        for choice in ("", "exit", "no such choice"):
                            task = Task(unit.unit, option.kind, cells, facing, choice)
                            _assert_answered(game, state, side, Order(position.legal.decision.kind, (task,)))


def _assert_answered(game: AnyGame, state: Any, side: str, order: Order) -> None:
    """`check` names rules or finds nothing; `apply` agrees with it and leaves the state alone."""
    before = encoded(state)
    violations = game.check(state, side, order)
    assert all(violation.rule and violation.message for violation in violations), violations
    if violations:
        with pytest.raises(IllegalOrderError) as caught:
            game.apply(state, side, order)
        assert list(caught.value.violations) == violations
    else:
        game.apply(state, side, order)
    assert encoded(state) == before
    if not violations:
        # What is legal can be put on paper and read again.
        again = game.parse(state, side, game.write(state, order))
        assert game.check(state, side, again) == []
