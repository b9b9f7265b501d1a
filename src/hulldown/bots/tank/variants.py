"""Different good orders for one position: other tempers, leanings of the whole force, and single second thoughts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.seat import Seat
from hulldown.bots.tank.foresight import forecast
from hulldown.bots.tank.mending import mended
from hulldown.bots.tank.plotting import PLAIN, Basis, Plotter, Style
from hulldown.core.board import Cell
from hulldown.core.orders import Order
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.state import TankState, enemy_of
from hulldown.games.tank.rules.verbs.direct import DIRECT

_LEANINGS: tuple[tuple[Temper, Style], ...] = (
    (Temper(), Style(move=-0.8)),
    (Temper(boldness=1.6), Style(move=0.3)),
    (Temper(boldness=0.6), PLAIN),
    (Temper(), Style(fire=0.3)),
    (Temper(boldness=1.3), Style(fire=-0.4, move=0.4)),
    (Temper(boldness=0.8), Style(move=-0.8, cover=0.3, fire=-0.1)),
    (Temper(boldness=2.5), Style()),
)
"""All hold, all advance, all careful, all fire, drive through, watch, and seek the fight at any price."""
_FORESEEN = (PLAIN, Style(move=-0.4, cover=0.2), Style(fire=0.3), Style(move=-0.8, cover=0.4))
NOISE = 0.1


MISSES = 4
"""How often in a row nothing new may come up before no more is expected, as in a column that can only go on."""


def plots(seat: Seat, view: TankView, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
    """Up to `count` different plots, greedy's own first."""
    decision = seat.legal.decision.id
    calm = Temper()
    bases = {calm.boldness: Basis(seat, view, calm.boldness)}
    plain = Plotter(bases[calm.boldness], rng, calm.noise, PLAIN).order()
    first = mended(seat, Order("plot", plain.tasks, "", decision), rng)
    yield first
    _add(pool, bases[calm.boldness].open_tasks())
    seen = {_key(first)}
    misses = 0
    for temper, style in _styles(first, count):
        if len(seen) >= count or misses >= MISSES:
            return
        if temper.boldness not in bases:
            bases[temper.boldness] = Basis(seat, view, temper.boldness)
        plain = Plotter(bases[temper.boldness], rng, temper.noise, style).order()
        order = mended(seat, Order("plot", plain.tasks, "", decision), rng)
        misses += 1
        if _key(order) not in seen:
            misses = 0
            seen.add(_key(order))
            yield order


def foreseen(seat: Seat, view: TankView, world: TankState, answer: Order, rng: Random, pool: Pool) -> Iterator[Order]:
    """Plots for the case that the enemy gives this answer: fire at what stands still, lines across what drives."""
    basis = Basis(seat, view, 1.0, forecast(scene_of(view), world, enemy_of(seat.side), answer))
    for style in _FORESEEN:
        plain = Plotter(basis, rng, 0.0, style).order()
        yield mended(seat, Order("plot", plain.tasks, "", seat.legal.decision.id), rng)
    _add(pool, basis.open_tasks())


def _add(pool: Pool, more: Pool) -> None:
    """Puts tasks into a pool that are not there yet."""
    for name, tasks in more.items():
        known = pool.setdefault(name, [])
        known += [task for task in tasks if task not in known]


def _styles(first: Order, count: int) -> Iterator[tuple[Temper, Style]]:
    """The leanings in turn with disturbed judgement between them: the latter changes single units."""
    target = _favourite(first)
    if target >= 0:
        yield Temper(), Style(focus=target)
    for number, leaning in enumerate(_LEANINGS):
        yield leaning
        yield Temper(noise=NOISE + 0.03 * number), PLAIN
    for number in range(2 * count):
        yield Temper(noise=NOISE + 0.02 * number), PLAIN


def _key(order: Order) -> tuple[object, ...]:
    return (order.choice, *sorted((task.unit, task.kind, task.cells, task.choice, task.facing) for task in order.tasks))


def _favourite(order: Order) -> Cell:
    """The hex that an order fires at most, -1 if it fires at none."""
    aimed = Counter(task.cells[0] for task in order.tasks if task.kind == DIRECT.kind)
    return min(aimed, key=lambda cell: (-aimed[cell], cell)) if aimed else -1
