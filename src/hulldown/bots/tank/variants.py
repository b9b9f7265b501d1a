"""Different good orders for one position: other tempers, leanings of the whole force, and single second thoughts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hulldown.bots import alternatives
from hulldown.bots.alternatives import PLAIN, Leanings, Style, add_tasks, as_plot
from hulldown.bots.brains import Pool, Temper
from hulldown.bots.seat import Seat
from hulldown.bots.tank.foresight import forecast
from hulldown.bots.tank.mending import mended
from hulldown.bots.tank.plotting import Basis
from hulldown.core.orders import Order
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.state import TankState, enemy_of
from hulldown.games.tank.rules.verbs.direct import DIRECT

_LEANINGS = Leanings(
    (
        (Temper(), Style(move=-0.8)),
        (Temper(boldness=1.6), Style(move=0.3)),
        (Temper(boldness=0.6), PLAIN),
        (Temper(), Style(fire=0.3)),
        (Temper(boldness=1.3), Style(fire=-0.4, move=0.4)),
        (Temper(boldness=0.8), Style(move=-0.8, cover=0.3, fire=-0.1)),
        (Temper(boldness=2.5), PLAIN),
    ),
    DIRECT.kind, between=0.03, after=0.02,
)  # fmt: skip
_FORESEEN = (PLAIN, Style(move=-0.4, cover=0.2), Style(fire=0.3), Style(move=-0.8, cover=0.4))


def plots(seat: Seat, view: TankView, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
    """Up to `count` different plots, greedy's own first."""
    return alternatives.plots(seat, rng, count, pool, lambda boldness: Basis(seat, view, boldness), mended, _LEANINGS)


def foreseen(seat: Seat, view: TankView, world: TankState, answer: Order, rng: Random, pool: Pool) -> Iterator[Order]:
    """Plots for the case that the enemy gives this answer: fire at what stands still, lines across what drives."""
    basis = Basis(seat, view, 1.0, forecast(scene_of(view), world, enemy_of(seat.side), answer))
    for style in _FORESEEN:
        yield as_plot(seat, basis.plotted(rng, 0.0, style), rng, mended)
    add_tasks(pool, basis.open_tasks())
