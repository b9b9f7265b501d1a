"""What a game with aircraft remembers of them: plain data, replaced as a whole (6.7)."""

from __future__ import annotations

import msgspec

from hulldown.core.board import Cell

Counts = tuple[tuple[int, int], ...]
"""Hexes flown by the place of a unit in the list; DONE where it is acquired, or has tracked the aircraft."""
DONE = 99
"""Acquired, or tracked: it stays so while the line is unblocked."""


class Plane(msgspec.Struct, frozen=True, omit_defaults=True):
    """An aircraft between its flights."""

    id: str
    side: str
    type: str
    load: str = ""
    """Bombs or rockets (6.7.1b); a secret until they are used (Q12), "" where it is not known or not chosen."""
    shown: bool = False
    """Whether the enemy knows the load."""
    strafes: int = 0
    drops: int = 0
    """The attacks it has made, with its guns and with its load (5.16.2.6)."""
    first: int = 0
    last: int = 0
    """The turns of its first and of its last appearance; 0: it has not appeared (6.7.2.1)."""
    edges: tuple[str, ...] = ()
    """The edges of the hex in which it left the map last (6.7.2.1d)."""
    suppressed: str = ""
    damaged: bool = False
    lost: bool = False


class Flight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The flight under way."""

    plane: int
    cell: Cell
    facing: int
    speed: str
    altitude: str
    stage: str
    """ENTERED, DECIDING, ANNOUNCED, LEAVING a hex, or CRASHING into it: see `play/air/steps`."""
    bend: Cell = -1
    """The hex in which it is to turn, and by how many hexsides; a plan of its owner's."""
    bends: int = 0
    turned: bool = False
    """It has made the one turn of a Slow flight (6.7.2.3.1a)."""
    seen: Counts = ()
    """For how many hexes each enemy has been in its front and in sight, as far as both sides know (6.7.3.1.1)."""
    guided: Counts = ()
    """The same for those in woods, buildings and positions, while an FO has spotted them: its owner's secret."""
    tracked: Counts = ()
    """For how many hexes each AA unit has had it in sight (6.7.4.1.1)."""
    attack: str = ""
    target: int = -1
    """The attack that is announced, and the unit it is meant for."""
    kept: tuple[int, ...] = ()
    """Vehicles in the pattern of this attack whose owner does not show their command."""
    fire: tuple[int, ...] = ()
    """AA units whose fire is announced and not resolved."""
    hit: bool = False
    """AA fire has hit it in this hex: its owner may think again."""
    done: bool = False
    """Its owner has said that it flies on without further attacks."""


class Air(msgspec.Struct, frozen=True, omit_defaults=True):
    """The aircraft of a game."""

    planes: tuple[Plane, ...]
    flight: Flight | None = None
    guides: tuple[tuple[int, int], ...] = ()
    """FO units that have spotted for an aircraft this turn, with the unit each has spotted (6.7.3.1.2b)."""
