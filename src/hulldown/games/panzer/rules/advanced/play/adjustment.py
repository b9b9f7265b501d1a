"""The Adjustment Phase: pivots, Full Cover, digging in, recovery from suppression, counters (6.8). Room B."""

from __future__ import annotations

from hulldown.core.decisions import Decision, Legal
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def adjusting(state: PanzerState) -> tuple[str, ...]:
    """The sides that have units to pivot or to put into Full Cover."""
    raise NotImplementedError


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Which units may pivot, and enter or leave Full Cover (6.8.1, 6.8.2)."""
    raise NotImplementedError


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an adjustment."""
    raise NotImplementedError


def adjust(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Both sides' adjustments at once (Q12), then recovery, counters, and the end of the turn's commands (6.8)."""
    raise NotImplementedError
