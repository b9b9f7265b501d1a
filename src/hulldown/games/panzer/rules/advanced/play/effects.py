"""What happens to units: suppressed, damaged, immobilised, reduced, eliminated, wrecked, bailed out. Room D.

Every room that harms a unit does it through these, so that each effect and its event stand in one place.
"""

from __future__ import annotations

from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState


def suppress(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Puts a Suppression/ON counter on a unit, or turns its counter to ON (5.10)."""
    raise NotImplementedError


def damage(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Damages a vehicle; one that is damaged already is knocked out (H8)."""
    raise NotImplementedError


def immobilise(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Gives a vehicle a Track hit (6.5.2.2.1)."""
    raise NotImplementedError


def wreck(state: PanzerState, scene: Scene, index: int, brewed: bool, rule: str, doing: Doing) -> None:
    """Knocks a vehicle out, or brews it up; what its passengers suffer is settled later (6.5.2.5, 6.5.2.6.2)."""
    raise NotImplementedError


def eliminate(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Reduces a squad to a half-squad (5.1.1), removes any other leg unit and every towed one."""
    raise NotImplementedError
