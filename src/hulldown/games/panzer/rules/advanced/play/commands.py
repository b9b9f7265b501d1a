"""The Command Phase: commands with their groups, what is legal, placing and clearing them (6.2). Room C."""

from __future__ import annotations

from hulldown.core.decisions import Decision, Legal
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def commandable(state: PanzerState, scenario: Scenario, side: str) -> list[int]:
    """The units of a side that get a command: on the map or due, no passengers (J11)."""
    raise NotImplementedError


def allowed(state: PanzerState, scene: Scene, index: int) -> tuple[str, ...]:
    """The commands that a unit could execute (4.2.1g, 6.1.4.2, F1, F7)."""
    raise NotImplementedError


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """The commands open to each unit, and how its side reacts."""
    raise NotImplementedError


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with a side's commands: too many, out of range, mixed formations, impossible ones."""
    raise NotImplementedError


def place(state: PanzerState, scene: Scene, side: str, order: Order, doing: Doing) -> None:
    """Places a side's commands face down, with their groups."""
    raise NotImplementedError


def clear(state: PanzerState) -> None:
    """Takes all commands and groups off the map at the end of the turn."""
    raise NotImplementedError
