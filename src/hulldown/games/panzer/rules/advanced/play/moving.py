"""The Movement Step: vehicles, leg and towed units, each action a chance for overwatch (6.6.2 to 6.6.5). Room E."""

from __future__ import annotations

from hulldown.core.decisions import Decision, Legal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def to_move(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """The units of a side that must still carry out a Move or Short Halt, or may load and unload (N2)."""
    raise NotImplementedError


def staying(state: PanzerState, scene: Scene, side: str) -> list[Task]:
    """The orders by which all of them stay."""
    raise NotImplementedError


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """How each unit that must move may do so."""
    raise NotImplementedError


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with orders to move."""
    raise NotImplementedError


def begin(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Takes the next order of the queue: a unit starts or resumes its move."""
    raise NotImplementedError


def advance(state: PanzerState, scene: Scene, doing: Doing) -> bool:
    """Carries out the mover's next action; True when the other side may react to it."""
    raise NotImplementedError


def finish(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Ends the mover's move."""
    raise NotImplementedError
