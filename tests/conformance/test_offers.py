"""Offered and legal are one: what is legal is offered, and what is offered is legal.

Single orders: one unit is told one thing. What is refused only because of another unit (it stands there, it must be
told something as well) is no fault of the offer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from hulldown.bots.random_bot import random_task
from hulldown.bots.seat import seat_of
from hulldown.core.decisions import Legal, Option, UnitLegal
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order, Side, Task
from hulldown.core.pathdomains import Paths
from support.games import every_scenario, played

STYLES = ("random", "fight")
POSITIONS = 14
ORDERS = 40
"""Orders of each sort in a position."""
EXIT = "exit"


class Table(NamedTuple):
    """A side's place in a position, with all that its orders are made of."""

    game: AnyGame
    state: Any
    side: Side
    legal: Legal
    presets: frozenset[str]
    """Kinds of task whose choices are examples."""


def seat(game: AnyGame, state: Any, side: Side) -> Table:
    face = game.face(state.scenario)
    return Table(game, state, side, game.legal(state, side), frozenset(task.kind for task in face.tasks if task.preset))


def covers(table: Table, option: Option, task: Task) -> bool:
    """Whether an option has a task: every parameter is in its domain."""
    if option.kind != task.kind or not set(task.targets) <= set(option.targets):
        return False
    leaves = task.choice == EXIT and EXIT not in option.choices
    if task.choice and task.choice not in option.choices and task.kind not in table.presets and not leaves:
        return False
    if task.facing >= 0 and task.facing not in option.facings:
        return False
    if option.path is None:
        return not leaves and (set(task.cells) <= set(option.cells))
    game, scenario = table.game, table.state.scenario
    tables = game.cost_tables(scenario, table.state.options)
    paths = Paths(option.path, tables, game.board(scenario).neighbours)
    return not paths.fault(task.cells, task.choice == EXIT)


def offered(table: Table, rng: Random) -> Iterator[tuple[UnitLegal, Task]]:
    """Tasks drawn from what is offered."""
    units = [unit for unit in table.legal.units if unit.options]
    place = seat_of(table.game, table.state, table.side)
    for _ in range(ORDERS if units else 0):
        unit = rng.choice(units)
        task = random_task(unit, place, rng)
        if task is not None:
            yield unit, task


def tried(table: Table, rng: Random) -> Iterator[Task]:
    """Tasks of a sort that is offered to somebody, with parameters that may be offered to nobody."""
    board = table.game.board(table.state.scenario)
    kinds: dict[str, list[Option]] = defaultdict(list)
    for unit in table.legal.units:
        for option in unit.options:
            kinds[option.kind].append(option)
    drawn = list(offered(table, rng))
    for unit, task in drawn:
        kind = rng.choice((task.kind, rng.choice(sorted(kinds))))
        options = kinds[kind]
        cells = task.cells
        if any(option.path for option in options):
            cells = wandered(board.neighbours, task.cells, rng)
        elif any(option.cells for option in options):
            cells = tuple(rng.choice(board.neighbours[cell] or (cell,)) for cell in task.cells)
        facing = rng.randrange(6) if any(option.facings for option in options) and rng.random() < 0.5 else task.facing
        choices = sorted({choice for option in options for choice in option.choices} | {task.choice})
        targets = sorted({target for option in options for target in option.targets})
        picked = (rng.choice(targets),) if targets else ()
        yield Task(rng.choice((unit.unit, rng.choice(drawn)[0].unit)), kind, cells, facing, rng.choice(choices), picked)


def wandered(neighbours: Any, path: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """A path with its end changed: shorter, longer, or another way."""
    way = list(path[: rng.randint(0, len(path))])
    for _ in range(rng.randint(0, 3)):
        if way and way[-1] >= 0 and neighbours[way[-1]]:
            way.append(rng.choice(neighbours[way[-1]]))
    return tuple(way) if -1 not in way else path


def positions(name: str, scenario: str) -> Iterator[Table]:
    for style in STYLES:
        play = played(name, scenario, style)
        for moment in play.spread(POSITIONS):
            yield seat(play.game, moment.state, moment.side)


@every_scenario
def test_what_is_legal_is_offered(name: str, scenario: str) -> None:
    for number, table in enumerate(positions(name, scenario)):
        options: dict[str, list[Option]] = defaultdict(list)
        for unit in table.legal.units:
            options[unit.unit] += unit.options
        for task in tried(table, Random(f"{scenario} {number}")):
            order = Order(table.legal.decision.kind, (task,))
            if not table.game.check(table.state, table.side, order):
                found = any(covers(table, option, task) for option in options[task.unit])
                assert found, f"turn {table.state.turn}, {table.legal.decision.id}: {task} is legal and not offered"
