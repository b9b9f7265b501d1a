"""Different good plots for one position: other tempers, leanings of a whole force, plots against what is foreseen."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hulldown.bots import alternatives
from hulldown.bots.alternatives import PLAIN, Leanings, Style, add_tasks, as_plot
from hulldown.bots.brains import Pool, Temper
from hulldown.bots.kampfpanzer.forecast import foreseen as forecast
from hulldown.bots.kampfpanzer.plotting import Basis
from hulldown.bots.kampfpanzer.staggering import staggered
from hulldown.bots.mending import mended
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order
from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.state import KampfState, enemy_of
from hulldown.games.kampfpanzer.rules.verbs.firing import DIRECT

_LEANINGS = Leanings(
    (
        (Temper(), Style(move=-0.3)),
        (Temper(boldness=1.6), Style(move=0.15)),
        (Temper(boldness=0.6), PLAIN),
        (Temper(), Style(fire=0.15)),
        (Temper(boldness=1.3), Style(fire=-0.2, move=0.2)),
        (Temper(boldness=0.8), Style(move=-0.3, cover=0.2, fire=-0.05)),
        (Temper(boldness=2.5), PLAIN),
    ),
    DIRECT.kind, between=0.05, after=0.03,
)  # fmt: skip
_FORESEEN = (PLAIN, Style(move=-0.2, cover=0.1), Style(fire=0.15), Style(move=-0.4, cover=0.2))


def plots(seat: Seat, view: KampfView, rng: Random, count: int, pool: Pool) -> Iterator[Order]:
    """Up to `count` different plots, greedy's own first."""
    return alternatives.plots(seat, rng, count, pool, lambda boldness: Basis(seat, view, boldness), mended, _LEANINGS)


def foreseen(seat: Seat, view: KampfView, world: KampfState, answer: Order, rng: Random, pool: Pool) -> Iterator[Order]:
    """Plots for the case that the enemy gives this answer: lines across what drives, patterns on what stands, and
    moves with stops that let an enemy pass before its zone would end them."""
    scene = scene_of(view)
    seen = forecast(world, scene, enemy_of(seat.side), answer)
    basis = Basis(seat, view, 1.0, seen)
    for style in _FORESEEN:
        order = as_plot(seat, basis.plotted(rng, 0.0, style), rng, mended)
        yield order
        later = staggered(basis.picture, order, seen)
        if later is not None:
            yield as_plot(seat, later, rng, mended)
    add_tasks(pool, basis.open_tasks())
