"""Direct Fire: who may fire which weapon at whom, announcements, dual fire, shared commands (6.5.2, 6.5.4). Room D."""

from __future__ import annotations

from hulldown.core.decisions import Decision, Legal
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def targets_of(state: PanzerState, scene: Scene, index: int) -> list[int]:
    """The enemies that a unit may fire at in Direct Fire, with any of its weapons: frozen pairs (E2)."""
    raise NotImplementedError


def can_bear(state: PanzerState, scene: Scene, index: int, target: int) -> bool:
    """Whether one of its weapons could be fired at a target now: range, minimum, arc, kind of weapon. No spotting."""
    raise NotImplementedError


def shooters(state: PanzerState, scene: Scene, side: str) -> dict[int, list[int]]:
    """The units of a side that must still declare their fire, with the targets left to them."""
    raise NotImplementedError


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Who may fire what at whom; all who can must."""
    raise NotImplementedError


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an announcement of fire."""
    raise NotImplementedError


def announce(state: PanzerState, scene: Scene, order: Order, doing: Doing) -> None:
    """Puts the announced shots in line, and shows the commands; on overwatch too."""
    raise NotImplementedError


def hold_fire(state: PanzerState, scene: Scene, side: str, doing: Doing) -> None:
    """Shows the commands of those whose targets have all gone (F2)."""
    raise NotImplementedError
