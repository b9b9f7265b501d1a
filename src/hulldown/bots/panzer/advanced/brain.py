"""The brain for the Advanced Game: it answers every decision from its side's view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from msgspec import UnsetType

from hulldown.bots.brains import Pool, Temper
from hulldown.bots.mending import mended
from hulldown.bots.panzer.advanced.adjusting import adjust_order
from hulldown.bots.panzer.advanced.assaulting import assault_order, follow_order
from hulldown.bots.panzer.advanced.commanding import command_order
from hulldown.bots.panzer.advanced.deploying import deploy_order
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.firing import fire_order, overwatch_order
from hulldown.bots.panzer.advanced.flying import flak_order, fly_order, strike_order
from hulldown.bots.panzer.advanced.moving import move_order
from hulldown.bots.panzer.advanced.shelling import mission_order, stray_order
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.advanced.air_words import BOMBED, FLAK, FLYING, STRIKING
from hulldown.games.panzer.rules.advanced.verbs.attacks import ASSAULTING, FOLLOWING
from hulldown.games.panzer.rules.initiative import FIRST
from hulldown.games.panzer.rules.sequence import SHOW
from hulldown.games.panzer.rules.state import PanzerState
from hulldown.games.panzer.rules.verbs.base import (
    ADJUST,
    COMMAND,
    FIRING,
    INDIRECT,
    MOVEMENT,
    SETUP,
    STRAYING,
    WATCHING,
)
from hulldown.games.panzer.rules.verbs.kinds import FIRE, MOVE, OVERWATCH, SHORT_HALT

CALM = Temper()
STAKE = 3.0
"""The points by which a judgement strays at noise 1."""
LEANINGS: tuple[dict[str, float], ...] = (
    {OVERWATCH: -3.0},
    {FIRE: 3.0},
    {OVERWATCH: -3.0, FIRE: 3.0},
    {SHORT_HALT: 3.0},
    {MOVE: 3.0},
    {OVERWATCH: 3.0},
    {MOVE: -4.0},
)
"""Points added to a command of every unit: nobody watches, all fire, all advance.

Those come first that did best over whole games: nobody watches unless it promises much, and all fire who can.
"""


def is_advanced(seen: PanzerView | PanzerState) -> bool:
    """Whether a position is one of the Advanced Game."""
    return not isinstance(seen.works, UnsetType)


def decide(seat: Seat, rng: Random, temper: Temper) -> Order:
    """A good legal order."""
    return _answer(seat, rng, temper, {})


def thoughts(seat: Seat, rng: Random, pool: Pool) -> Iterator[Order]:
    """Orders worth a look without end, the first thought first."""
    yield _answer(seat, rng, CALM, {})
    legal = seat.legal
    if legal.decision.kind == COMMAND:
        pool.update(_open_tasks(seat))
        for lean in LEANINGS:
            yield _answer(seat, rng, CALM, lean)
    for choice in legal.choices:
        order = Order(legal.decision.kind, choice=choice, decision=legal.decision.id)
        if not seat.check(order):
            yield order
    while True:
        yield _answer(seat, rng, Temper(noise=0.5), {})


def _open_tasks(seat: Seat) -> Pool:
    """Every command of each unit for itself alone."""
    found: Pool = {}
    for unit in seat.legal.units:
        tasks: list[Task | None] = [Task(unit.unit, option.kind) for option in unit.options if not option.targets]
        found[unit.unit] = tasks
    return found


def _shaken(temper: Temper, rng: Random) -> Callable[[], float]:
    """By how much a judgement strays."""
    if not temper.noise:
        return _steady
    return lambda: rng.gauss(0.0, STAKE * temper.noise)


def _steady() -> float:
    return 0.0


def _answer(seat: Seat, rng: Random, temper: Temper, lean: dict[str, float]) -> Order:
    """A legal order, by the brain's own judgement where it understands what is asked."""
    view, legal = seat.view, seat.legal
    assert isinstance(view, PanzerView)
    kind = legal.decision.kind
    if kind == "initiative":
        return Order(kind, choice=FIRST, decision=legal.decision.id)
    if kind in ("reveal", "shelled", BOMBED):
        choice = SHOW if SHOW in legal.choices else legal.choices[-1]
        return Order(kind, choice=choice, decision=legal.decision.id)
    field = Field(view, seat.side, temper)
    jolt = _shaken(temper, rng)
    if kind == MOVEMENT:
        return move_order(field, seat, jolt, rng)
    order = legal.idle
    if kind == SETUP:
        order = deploy_order(field, legal, jolt)
    elif kind == COMMAND:
        order = command_order(field, legal, lean, jolt)
    elif kind == FIRING:
        order = fire_order(field, legal, jolt)
    elif kind == WATCHING:
        order = overwatch_order(field, legal, jolt)
    elif kind == ASSAULTING:
        order = assault_order(field, legal, jolt)
    elif kind == FOLLOWING:
        order = follow_order(field, legal, jolt)
    elif kind == FLYING:
        order = fly_order(field, legal, jolt)
    elif kind == STRIKING:
        order = strike_order(field, legal, jolt)
    elif kind == FLAK:
        order = flak_order(field, legal, jolt)
    elif kind == STRAYING:
        order = stray_order(field, legal)
    elif kind == INDIRECT:
        order = mission_order(field, legal, jolt)
    elif kind == ADJUST:
        order = adjust_order(field, legal)
    assert order is not None
    return mended(seat, order, rng)
