"""Different good orders for one position: what all brains need to make them one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple, Protocol

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.seat import Seat
from hulldown.core.board import Cell
from hulldown.core.orders import Order

MISSES = 4
"""How often in a row nothing new may come up before no more is expected, as in a column that can only go on."""


class Style(NamedTuple):
    """A leaning of a whole plot, for variants: worth added to moving, to firing, to watching, and to one target hex."""

    move: float = 0.0
    fire: float = 0.0
    cover: float = 0.0
    focus: Cell = -1


PLAIN = Style()
Leaning = tuple[Temper, Style]
NOISE = 0.1
"""The least noise of a disturbed plot."""


class Leanings(NamedTuple):
    """How the plots of a game may lean."""

    styles: tuple[Leaning, ...]
    """Whole forces that hold, advance, are careful, fire, drive through, watch, seek the fight."""
    fire: str
    """The kind of task that fires at a hex."""
    between: float
    """By how much the noise of the disturbed plots grows that are made between the leanings."""
    after: float
    """The same for those that are made when the leanings are used up."""


class Base(Protocol):
    """What all plots for a position share that are made with the same boldness."""

    def plotted(self, rng: Random, noise: float, style: Style) -> Order:
        """A plot with this leaning."""

    def open_tasks(self) -> Pool:
        """What each unit might do."""


Based = Callable[[float], Base]
"""The base of a position for a boldness."""
Mend = Callable[[Seat, Order, Random], Order]


def as_plot(seat: Seat, order: Order, rng: Random, mend: Mend) -> Order:
    """A legal answer to the decision of a seat, made of the tasks of a plot."""
    return mend(seat, Order("plot", order.tasks, "", seat.legal.decision.id), rng)


def plots(
    seat: Seat, rng: Random, count: int, pool: Pool, based: Based, mend: Mend, leanings: Leanings
) -> Iterator[Order]:
    """Up to `count` different plots, the plain one first; then the pool is filled."""
    plain = based(Temper().boldness)
    first = as_plot(seat, plain.plotted(rng, 0.0, PLAIN), rng, mend)
    yield first
    add_tasks(pool, plain.open_tasks())
    if count > 1:
        yield from distinct(first, _leaning(seat, rng, plain, based, mend, _in_turn(leanings, first, count)), count)


def _leaning(
    seat: Seat, rng: Random, plain: Base, based: Based, mend: Mend, styles: Iterator[Leaning]
) -> Iterator[Order]:
    """Plots one by one. Not a generator expression: compiled code would make all of them at once."""
    bases = {Temper().boldness: plain}
    for temper, style in styles:
        if temper.boldness not in bases:
            bases[temper.boldness] = based(temper.boldness)
        yield as_plot(seat, bases[temper.boldness].plotted(rng, temper.noise, style), rng, mend)


def _in_turn(leanings: Leanings, first: Order, count: int) -> Iterator[Leaning]:
    """The leanings in turn with disturbed judgement between them: the latter changes single units."""
    target = favourite(first, leanings.fire)
    if target >= 0:
        yield Temper(), Style(focus=target)
    for number, leaning in enumerate(leanings.styles):
        yield leaning
        yield Temper(noise=NOISE + leanings.between * number), PLAIN
    for number in range(2 * count):
        yield Temper(noise=NOISE + leanings.after * number), PLAIN


def favourite(order: Order, kind: str) -> Cell:
    """The hex that tasks of a kind fire at most, -1 if there is none."""
    aimed = Counter(task.cells[0] for task in order.tasks if task.kind == kind)
    return min(aimed, key=lambda cell: (-aimed[cell], cell)) if aimed else -1


def add_tasks(pool: Pool, more: Pool) -> None:
    """Puts tasks into a pool that are not there yet."""
    for name, tasks in more.items():
        known = pool.setdefault(name, [])
        known += [task for task in tasks if task not in known]


def key_of(order: Order) -> tuple[object, ...]:
    """The same for two orders that mean the same."""
    return (
        order.choice,
        *sorted((task.unit, task.kind, task.cells, task.choice, task.facing, task.targets) for task in order.tasks),
    )


def distinct(first: Order, others: Iterable[Order], count: int) -> Iterator[Order]:
    """Of other orders up to `count` with the first one that are new, until nothing new comes up any more."""
    seen = {key_of(first)}
    misses = 0
    for order in others:
        misses += 1
        if key_of(order) not in seen:
            misses = 0
            seen.add(key_of(order))
            yield order
        if len(seen) >= count or misses >= MISSES:
            return
