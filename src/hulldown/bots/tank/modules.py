"""What the brain knows of modules: what their tasks are worth, what threatens, how a seat answers what they ask.

A module's knowledge is registered under its key and found through the rules of the scenario. Without it the brain
plays on: it gives no task of the module, and answers at random what only the module asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from hulldown.bots.plane import Floats
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.board import Cell
from hulldown.core.decisions import UnitLegal
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import Unit

if TYPE_CHECKING:
    from hulldown.bots.tank.picture import Picture
    from hulldown.games.tank.faces.view import TankView

Answer = Callable[[Seat, "TankView", Random], Order]


class Errand(NamedTuple):
    """Where a unit is wanted: a name to tell errands apart, the worth of each hex, and whether it leaves the map."""

    name: str
    goal: Floats
    leaves: bool = False
    through: Cell = -1
    """A hex that it need only have been in, so that it may drive on at once."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """What the brain must know of one module; each part may be left as it is."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        """How a seat answers the decisions that the module asks, by kind."""

    def tasks(self, picture: Picture, unit: Unit, kinds: frozenset[str]) -> list[tuple[float, Task]]:
        """Tasks of the module for a unit, of the kinds that are open to it, each with what it is worth."""
        return []

    def risk(self, picture: Picture) -> Floats | None:
        """For every hex the chance that a unit there is lost to the module in a turn; None for no danger."""
        return None

    def modes(
        self, picture: Picture, legal: Mapping[str, UnitLegal], tasks: Mapping[str, Task], gains: Mapping[str, float]
    ) -> dict[str, bool]:
        """The units that must not do what they like: whether each may move, or else fire; nothing where all may."""
        return {}

    def together(self, picture: Picture, legal: Mapping[str, UnitLegal], tasks: Mapping[str, Task]) -> dict[str, Task]:
        """The tasks of a plot by unit, with what the module makes of them taken together."""
        return dict(tasks)

    def errand(self, picture: Picture, unit: Unit) -> Errand | None:
        """What a unit is sent for instead of fighting; None for nothing."""
        return None

    def placings(self, seat: Seat, view: TankView, rng: Random) -> list[Task]:
        """Tasks that a deployment needs besides those of the units: where markers of the module go."""
        return []


_KNOWN: Final[dict[str, tuple[Knowledge, ...]]] = {}


def register(key: str, knowledge: Knowledge) -> None:
    """Tells the brain something that it must know of a module; there may be several such things."""
    _KNOWN[key] = (*_KNOWN.get(key, ()), knowledge)


def forget(key: str) -> None:
    """Takes all that was said of a module back."""
    _KNOWN.pop(key, None)


def answer(seat: Seat, view: TankView, rng: Random) -> Order:
    """The answer to a decision that only a module asks: by what is known of the module, or at random."""
    decision = seat.legal.decision
    for knowledge in known(scene_of(view)):
        if decision.kind in knowledge.answers:
            order = knowledge.answers[decision.kind](seat, view, rng)
            return Order(order.kind, order.tasks, order.choice, decision.id)
    return RandomBot(str(rng.random())).decide(seat)


def placings(seat: Seat, view: TankView, rng: Random) -> list[Task]:
    """What modules need in a deployment."""
    return [task for knowledge in known(scene_of(view)) for task in knowledge.placings(seat, view, rng)]


def known(scene: Scene) -> list[Knowledge]:
    """What the brain knows of the modules in force."""
    return [knowledge for key in scene.rules.keys for knowledge in _KNOWN.get(key, ())]
