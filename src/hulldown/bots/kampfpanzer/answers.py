"""The answers in the middle of a turn: how fire is combined once all is revealed, and whom a counterattack strikes."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hulldown.bots.brains import Temper
from hulldown.bots.kampfpanzer.odds import NOTHING, Shares, added
from hulldown.bots.kampfpanzer.picture import Picture, state_of
from hulldown.bots.kampfpanzer.stakes import harm
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Task
from hulldown.core.volleys import Division
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.fire import NONE, PIN, RESULTS, levels
from hulldown.games.kampfpanzer.rules.state import Unit
from hulldown.games.kampfpanzer.rules.verbs.answers import JOINING, STRIKING


def combine(seat: Seat, view: KampfView, rng: Random, temper: Temper) -> Order:
    """Divides fire in the way that does the harm which counts most for this target."""
    assert view.side is not None
    picture = Picture(state_of(view), view.side)
    tasks: list[Task] = []
    for volley in view.volleys:
        if volley.side != view.side:
            continue
        targets = [picture.state.units[picture.index[name]] for name in volley.targets]
        worths = [_worth(picture, targets, way) for way in volley.ways]
        best = volley.ways[worths.index(max(worths))]
        tasks += [
            Task(name, JOINING.kind, choice=group) for name, group in zip(volley.firers, best.groups, strict=True)
        ]
    return Order("combine", tuple(tasks))


def _worth(picture: Picture, targets: list[Unit], way: Division) -> float:
    shares = shares_of(way)
    return sum([picture.bounty(unit) * harm(picture.stake(unit), unit.level, shares) for unit in targets])


def shares_of(way: Division) -> Shares:
    """What all attacks of a division together do."""
    total = NOTHING
    for salvo in way.salvos:
        if salvo.void or not salvo.outcomes:
            continue
        found = [0.0] * 6
        for result in RESULTS:
            chance = float(Fraction(salvo.outcomes.get(result, 0)))
            found[5 if result == PIN else 0 if result == NONE else levels(result)] += chance
        total = added(total, tuple(found))
    return total


def counter(seat: Seat, view: KampfView, rng: Random, temper: Temper) -> Order:
    """Strikes back at the overrunner that it is best to hurt."""
    assert view.side is not None
    picture = Picture(state_of(view), view.side)
    tasks: list[Task] = []
    for offer in seat.legal.units:
        names = offer.options[0].targets
        units = {name: picture.state.units[picture.index[name]] for name in names}
        best = max(names, key=lambda name: (picture.bounty(units[name]) + 0.3 * units[name].level, name))
        tasks.append(Task(offer.unit, STRIKING.kind, targets=(best,)))
    return Order("counter", tuple(tasks))
