"""What the brain knows of modules, by their key: a module brings its knowledge beside its rules.

Without it a bot still plays legally: it answers what it does not understand with the idle order, or at random.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Order

if TYPE_CHECKING:
    from hulldown.bots.panzer.picture import Picture
    from hulldown.bots.seat import Seat
    from hulldown.games.panzer.rules.scene import Scene
    from hulldown.games.panzer.rules.state import Unit


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge:
    """What is to be known of one module; whatever is not overridden adds nothing."""

    def decide(self, picture: Picture, seat: Seat, rng: Random) -> Order | None:
        """The answer to a decision that only the module asks; None where it has none."""
        return None

    def worth(self, picture: Picture, unit: Unit) -> float:
        """What a unit is worth besides, in victory points."""
        return 0.0

    def threat(self, picture: Picture, unit: Unit, cell: Cell) -> float:
        """The part of its worth that a unit may expect to lose to the module in a cell."""
        return 0.0

    def commands(self, picture: Picture, index: int) -> dict[str, float]:
        """What the commands of the module are worth to a unit."""
        return {}


_KNOWN: Final[dict[str, Knowledge]] = {}


def learn(key: str, knowledge: Knowledge) -> None:
    """Makes the knowledge of a module known to the brain."""
    _KNOWN[key] = knowledge


def forget(key: str) -> None:
    """Takes the knowledge of a module away again."""
    del _KNOWN[key]


def knowledge_of(scene: Scene) -> tuple[Knowledge, ...]:
    """What is known of the modules of a scene, in their order; nothing for a book alone."""
    if not _KNOWN:
        return ()
    return tuple([_KNOWN[key] for key in scene.rules.keys if key in _KNOWN])
