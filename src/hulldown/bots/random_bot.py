"""The random bot: plays any game through its legal orders alone; the fuzzer's engine and everybody's baseline.

It draws one option for each unit, fills its domains, and then lets `check` name the units whose tasks do not go
together; those lose their task, or are drawn again where a task is required. Every decision has a generator of its
own, seeded with the decision's id, so a resumed game goes on as an uninterrupted one would have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from random import Random
from typing import Final

from hulldown.bots.drives import drive
from hulldown.bots.seat import Seat
from hulldown.core.decisions import Legal, Option, UnitLegal
from hulldown.core.errors import HulldownError
from hulldown.core.fields import fields_of_option, fields_of_unit
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.pathdomains import Paths, Stand

_TASK: Final = Task
"""Compiled code finds a final name without looking it up."""
Draw = Callable[[], float]
"""The `random` of a generator, which is asked so often that it is looked up only once for a decision."""
IDLE: Final = 0.1
"""The chance that a unit which need not be told anything is told nothing."""
SHORT: Final = 0.25
"""The chance of one of the choices where tasks could be given instead."""
TRIES: Final = 30
"""How often an order is mended before optional tasks are given up."""
EXIT: Final = "exit"
"""The choice by which a path goes on over the map's edge."""
LEAVE: Final = 0.5
"""The chance that a unit which can leave the map does."""
QUIT: Final = 0.1
"""The same where a unit may leave over any edge of the map."""
WAIT: Final = 0.3
"""The chance of a wait in the middle of a path, where a unit may wait."""
WALKS: Final = 6
"""How often a path is drawn anew when it breaks off too early."""


class RandomBot:
    """A bot that answers every decision with a random legal order."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def decide(self, seat: Seat) -> Order:
        """A random legal order; raises HulldownError when none could be found."""
        legal = seat.legal
        decision, units, choices = legal.decision, legal.units, legal.choices
        if not units and len(choices) == 1:
            return Order(decision.kind, choice=choices[0], decision=decision.id)
        rng = Random(f"{self.seed}/{decision.side}/{decision.id}")
        if choices and (not units or rng.random() < SHORT):
            return Order(decision.kind, choice=_pick(rng.random, choices), decision=decision.id)
        tasks: dict[str, Task] = {}
        random = rng.random
        for unit in units:
            name, options, required = fields_of_unit(unit)
            if required or random() >= IDLE:
                task = _drawn(name, options, seat, rng, random)
                if task is not None:
                    tasks[name] = task
        return _mended(seat, legal, tasks, rng)


def _mended(seat: Seat, legal: Legal, tasks: dict[str, Task], rng: Random) -> Order:
    """The order of these tasks, without or with other tasks for the units that the rules object to."""
    decision = legal.decision
    by_name: dict[str, UnitLegal] = {}
    violations: list[Violation] = []
    for attempt in range(2 * TRIES):
        if not tasks and legal.choices:
            return Order(decision.kind, choice=_pick(rng.random, legal.choices), decision=decision.id)
        order = Order(decision.kind, tuple(tasks.values()), decision=decision.id)
        violations = seat.offer(order)
        if not violations:
            return order
        by_name = by_name or {unit.unit: unit for unit in legal.units}
        if attempt == TRIES:
            tasks = {name: task for name, task in tasks.items() if by_name[name].required}
        _redraw(seat, by_name, tasks, violations, rng)
    idle = legal.idle
    if idle is not None and not seat.check(idle):
        # The domains held too few legal answers to be found by chance.
        return Order(idle.kind, idle.tasks, idle.choice, decision.id)
    raise HulldownError(f"no legal order found for {decision.id}: " + "; ".join(str(one) for one in violations[:3]))


def _redraw(
    seat: Seat, units: dict[str, UnitLegal], tasks: dict[str, Task], violations: list[Violation], rng: Random
) -> None:
    """Takes their tasks from the units that the rules object to; those that need one get another one."""
    named = {violation.unit for violation in violations if violation.unit in units}
    if not named:
        # Nobody is named: a rule over the whole order. Draw a part of it again.
        named = {name for name in tasks if rng.random() < 0.5}
    for name in sorted(named):
        task = random_task(units[name], seat, rng) if units[name].required or name not in tasks else None
        if task is None:
            tasks.pop(name, None)
        else:
            tasks[name] = task


def random_task(unit: UnitLegal, seat: Seat, rng: Random) -> Task | None:
    """A task for a unit with every domain filled, or None when its options are empty ones."""
    return _drawn(unit.unit, unit.options, seat, rng, rng.random)


def _drawn(unit: str, options: tuple[Option, ...], seat: Seat, rng: Random, random: Draw) -> Task | None:
    if not options:
        return None
    start = int(random() * len(options))
    for turn in range(len(options)):
        task = _filled(unit, options[(start + turn) % len(options)], seat, rng, random)
        if task is not None:
            return task
    return None


def _filled(unit: str, option: Option, seat: Seat, rng: Random, random: Draw) -> Task | None:
    """A task of this option; None when a path it needs cannot be walked."""
    kind, _, open_cells, path, facings, choices, targets, _start = fields_of_option(option)
    cells: tuple[int, ...] = ()
    if path is not None:
        paths = Paths(path, seat.tables, seat.board.neighbours)
        if paths.faced:
            return _driven(unit, kind, facings, choices, paths, rng)
        walked = random_path(paths, rng)
        if walked is None:
            return None
        cells, leaves = walked
        if paths.rim:
            return _TASK(unit, kind, cells, -1, EXIT if leaves else "")
    elif open_cells:
        cells = (open_cells[int(random() * len(open_cells))],)
    facing = facings[int(random() * len(facings))] if facings else -1
    choice = _pick(random, choices) if choices else ""
    return _TASK(unit, kind, cells, facing, choice, (_pick(random, targets),) if targets else ())


def _driven(
    unit: str, kind: str, facings: tuple[int, ...], choices: tuple[str, ...], paths: Paths, rng: Random
) -> Task | None:  # fmt: skip
    """A task whose path pays for its turns; at its end the unit may turn as far as that is free."""
    others = [choice for choice in choices if choice != EXIT]
    for _ in range(WALKS):
        way = drive(paths, rng)
        if way is None:
            continue
        if way.leaves and EXIT in choices and rng.random() < QUIT:
            return _TASK(unit, kind, way.cells, -1, EXIT)
        facing = (way.facing + int(rng.random() * 3) - 1) % 6
        choice = others[int(rng.random() * len(others))] if others else ""
        return _TASK(unit, kind, way.cells, facing if facing in facings else -1, choice)
    return None


def random_path(paths: Paths, rng: Random) -> tuple[tuple[int, ...], bool] | None:
    """A random walk inside a path domain, and whether it goes on over the map's edge.

    None when several walks broke off before the minimum.
    """
    random = rng.random
    if paths.rim and paths.exit(paths.beginning()) >= 0 and random() < LEAVE:
        return (), True
    for _ in range(WALKS):
        path = _walk(paths, random)
        if path is not None:
            return path
    return None


def _walk(paths: Paths, random: Draw) -> tuple[tuple[int, ...], bool] | None:
    """One walk that keeps roughly to a random direction, so that units get somewhere; None when it is too short."""
    if paths.through:
        return _straight_over(paths, random)
    minimum, here, straight = paths.minimum, paths.start, paths.straight_end
    path = list(paths.via)
    spent = 0
    for number, cell in enumerate(path):
        # A unit off the map (start below 0) pays for its entry in the allowance, not in the table.
        if here >= 0:
            spent += paths.step(here, paths.way(here, cell), 0, spent, number)
        here = cell
    if here < 0:
        here = paths.entries[int(random() * len(paths.entries))]
        spent = paths.entry(here)
        path.append(here)
        if spent < 0:
            return None
    most = paths.steps or paths.allowance
    wanted = minimum + int(random() * (most - minimum + 1))
    direction = int(random() * 6)
    ways: list[int] = []
    misses = 0
    while len(path) < wanted and misses < 4:
        turn = int(random() * 5)  # 0 and 1 turn by one side, the others go straight on
        way = direction if turn > 1 else (direction + 2 * turn - 1) % 6
        cost = paths.step(here, way, 0, spent, len(path))
        if cost < 0:
            direction = int(random() * 6)
            misses += 1
            continue
        direction = way
        spent += cost
        here = paths.neighbours[here][way]
        path.append(here)
        if straight:
            ways.append(way)
    if straight and not _straightened(path, ways):
        return None
    if len(path) < minimum:
        return None
    if paths.waits:
        spent = _waited(paths, path, spent, random)
    leaves = not straight and here in paths.rim and _can_leave(paths, here, spent)
    return tuple(path), leaves and random() < LEAVE


def _waited(paths: Paths, path: list[int], spent: int, random: Draw) -> int:
    """Puts a wait into the middle of a path now and then; what is spent then."""
    if len(path) > 1 and random() < WAIT and spent + paths.waits <= paths.allowance:
        at = int(random() * (len(path) - 1))
        path.insert(at, path[at])
        return spent + paths.waits
    return spent


def _can_leave(paths: Paths, here: int, spent: int) -> bool:
    if paths.leaving is not None:
        return paths.exit(Stand(here, (-1,), spent, 1, 0)) >= 0
    return spent + paths.exit_cost <= paths.allowance


def _straight_over(paths: Paths, random: Draw) -> tuple[tuple[int, ...], bool] | None:
    """A path straight through one of the cells that it must go through, by the cheapest way to them."""
    start = paths.start
    before: dict[int, int] = {start: start}
    spent: dict[int, int] = {start: 0}
    queue = [(0, start)]
    while queue:
        cost, here = heappop(queue)
        if cost > spent[here]:
            continue
        for way, ahead in enumerate(paths.neighbours[here]):
            step = paths.step(here, way, 0, cost, 1)
            if step >= 0 and cost + step < spent.get(ahead, paths.allowance + 1):
                spent[ahead], before[ahead] = cost + step, here
                heappush(queue, (cost + step, ahead))
    found: list[tuple[int, int, int]] = []
    for over in paths.through:
        for way in range(6):
            here, beyond = paths.neighbours[over][(way + 3) % 6], paths.neighbours[over][way]
            first = paths.step(here, way, 0, spent[here], 1) if here in spent else -1
            if first >= 0 and beyond >= 0 and paths.step(over, way, 0, spent[here] + first, 2) >= 0:
                found.append((here, over, beyond))
    if not found:
        return None
    here, over, beyond = found[int(random() * len(found))]
    path = [beyond, over]
    while here != start:
        path.append(here)
        here = before[here]
    return tuple(reversed(path)), False


def _straightened(path: list[int], ways: list[int]) -> bool:
    """Shortens a path to one whose last two steps go in the same direction; whether it has any such steps."""
    while len(ways) > 1 and ways[-1] != ways[-2]:
        ways.pop()
        path.pop()
    return len(ways) > 1


def _pick(random: Draw, options: Sequence[str]) -> str:
    return options[int(random() * len(options))]
