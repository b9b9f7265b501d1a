"""Command control: active units, available commands, Command Range, who may share a command (6.2.1). Room C."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import PanzerState


def active(state: PanzerState, scene: Scene, side: str) -> dict[str, list[int]]:
    """The active units of each formation of a side (6.2.1.1)."""
    raise NotImplementedError


def sharing(state: Position, index: int) -> tuple[int, ...]:
    """The units in play that share a unit's command, itself included, in the order of the list (6.2.1.1.3)."""
    raise NotImplementedError


def command_range(scene: Scene, index: int) -> int:
    """The Command Range of a unit's formation in hexes (6.2.1.1.2)."""
    raise NotImplementedError


def show(state: PanzerState, index: int, rule: str, doing: Doing) -> None:
    """Reveals a command that is executed, and with it all who share it: they have one counter (6.2.1.1.3c; Q13)."""
    raise NotImplementedError


def fits_targets(state: Position, scene: Scene, index: int, targets: Iterable[int]) -> bool:
    """Whether units that share the command of a unit may fire at all these targets."""
    raise NotImplementedError


def note_aims(state: PanzerState, index: int, targets: Iterable[int]) -> None:
    """Remembers where the enemies are on whom a unit announces fire by its Fire or Short Halt command."""
    raise NotImplementedError


def spend_watch(state: PanzerState, shooters: Collection[int], doing: Doing) -> None:
    """The overwatch of those who share a command with a shooter but do not fire is over (G10)."""
    raise NotImplementedError
