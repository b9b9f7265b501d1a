"""Overwatch with AP and GP fire: who may answer whom, groups that fire together, presets (6.5.3, G1–G11). Room D."""

from __future__ import annotations

from hulldown.core.decisions import Decision, Legal
from hulldown.core.orders import Order, Violation
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def could_fire(state: PanzerState, scene: Scene, side: str, targets: list[int]) -> bool:
    """Whether one of a side's face-down commands could be an overwatch that bears; by public facts only."""
    raise NotImplementedError


def by_preset(state: PanzerState, scene: Scene, side: str, step: str) -> Order | None:
    """What a side's presets fire now."""
    raise NotImplementedError


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Who may fire on overwatch at whom, with what."""
    raise NotImplementedError


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an announcement of overwatch fire."""
    raise NotImplementedError
