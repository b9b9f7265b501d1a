"""Different good orders for one position, made from what was weighed once: leanings of the force, single changes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.panzer.commanding import changed, open_tasks, settled, weighed
from hulldown.bots.panzer.driving import shaken
from hulldown.bots.panzer.picture import Picture
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.verbs.kinds import FIRE, MOVE, OVERWATCH, SHORT_HALT

LEANINGS: tuple[dict[str, float], ...] = (
    {MOVE: 12.0},
    {OVERWATCH: 12.0},
    {FIRE: 15.0},
    {SHORT_HALT: 12.0},
    {MOVE: 30.0},
    {OVERWATCH: 30.0},
    {FIRE: 8.0, SHORT_HALT: 8.0},
)
"""Points added to a command of every vehicle: all advance, all watch, all fire."""
SPREAD = 10.0
"""The points by which a second thought strays."""


def commands(seat: Seat, rng: Random, pool: Pool) -> Iterator[Order]:
    """Commands worth a look, without end and some of them more than once; the first thought comes first."""
    view = seat.view
    assert isinstance(view, PanzerView)
    legal = seat.legal
    picture = Picture(view, seat.side, Temper())
    calm = shaken(picture, rng)
    choices = weighed(picture, legal, calm)
    first = settled(picture, legal, choices, calm)
    yield first
    pool.update(open_tasks(picture, legal))
    for lean in LEANINGS:
        yield settled(picture, legal, [choice.leaning(lean) for choice in choices], calm)
        yield changed(first, legal, rng)
    while True:
        stirred = [
            choice.leaning({name: rng.gauss(0.0, SPREAD) for name in picture.scene.commands}) for choice in choices
        ]
        yield settled(picture, legal, stirred, calm)
        yield changed(first, legal, rng)
