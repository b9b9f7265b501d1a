"""What the Advanced Game remembers of a unit and of the map besides the Basic Game; left out of Basic states.

Pieces as in `rules/pieces.py`: declare a field once and run `python scripts/pieces.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

from msgspec import UNSET, UnsetType

from hulldown.core.board import Cell
from hulldown.core.native import declare, mypyc_attr

NOBODY: Final = -1
"""In place of a unit's place in the list."""
NOWHERE: Final[Cell] = -1
ON: Final = "on"
OFF: Final = "off"
"""The sides of a Suppression counter (5.10)."""
HULL_DOWN: Final = "hull down"
PARTIAL: Final = "partial"
"""The positions that a vehicle finds by searching (6.1.4.1)."""
BLOCK: Final = "block"
DITCH: Final = "ditch"
FIRE: Final = "fire"
ENTRENCHMENT: Final = "entrenchment"
IMPROVED: Final = "improved position"
RUBBLE: Final = "rubble"
WIRE: Final = "wire"
WORKS: Final = (BLOCK, DITCH, FIRE, ENTRENCHMENT, IMPROVED, RUBBLE, WIRE)
"""The terrain counters (6.1.4.3)."""


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Detail:
    """What the Advanced Game knows of a unit besides. What never changes is in its `Member` of the roster."""

    suppressed: str  # = ""
    """The side of its Suppression counter, ON or OFF; "" without one (5.10)."""
    track: bool  # = False
    """A Track hit has immobilised it (6.5.2.2.1)."""
    carrier: int  # = NOBODY
    """The unit that carries it, while its status is CARRIED (6.6.7)."""
    shown: bool  # = False
    """Whether the enemy knows in which carrier it rides (Q11)."""
    home: Cell  # = NOWHERE
    """The hex where it set up, with an ammo dump in it (5.16.2.4; N15)."""
    full_cover: bool  # = False
    hull_down: str  # = ""
    """HULL_DOWN or PARTIAL where it has found such a position, or taken it in an Improved Position (6.1.4.1, 6.6.9)."""
    hull_facing: int  # = -1
    """The direction towards which that position protects it; it stays when the vehicle pivots (N13)."""
    inside: bool  # = False
    """A vehicle or gun inside the building of its hex: INB (6.1.4.3.1)."""
    upper: bool  # = False
    """A leg unit on the top floor: UP (6.1.4.3.1)."""
    small: bool  # = False
    """Its Spot/Fire counter lies sideways: it has fired nothing but Small Arms since it got it (6.1.3)."""
    group: int  # = 0
    """Units of a side with the same number share a command; 0: its command is its own (6.2.1.1.3). Secret (Q13).

    The number is one more than the place in the list of the first of them: it tells nothing about other groups.
    """
    column: int  # = 0
    """Its place in a road column that shares its Move command, from 1; 0: in no column (6.2.1.1.3-roads-a). Secret."""
    open: bool  # = False
    """Whether the enemy has seen who shares its command: the first of them has executed it (Q13)."""
    aims: tuple[Cell, ...]  # = ()
    """The hexes of the enemies on whom it has announced fire by its command (6.2.1.1.4-firing-a; J3)."""
    spent: bool  # = False
    """Whether its overwatch is over though it has not fired (6.2.1.1.4-overwatch-b; G10, G11)."""
    manner: str  # = ""
    """How it moves this turn where that matters after the move: crawling, quickmarch, searching, digging."""
    under_fire: bool  # = False
    """Whether it was fired at this turn (6.8.3; P3)."""
    held: int  # = 0
    """The turn in which it did not fire at the ground: a passenger that might have (6.6.7.2a), a gun that did
    not respond, a unit that fired at an aircraft."""
    checks: tuple[str, ...]  # = ()
    """What befell it, in order, for which it may bail out when all fire at it is resolved (5.15f); "/" ends a shot."""
    tied: bool | UnsetType  # = UNSET
    """Whether it shares its Move for the road column alone, so that it must move as one (6.2.1.1.3-roads-a). Secret."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = (
        "aims", "carrier", "checks", "column", "full_cover", "group", "held", "home", "hull_down", "hull_facing",
        "inside", "manner", "open", "shown", "small", "spent", "suppressed", "tied", "track", "under_fire", "upper",
    )  # fmt: skip

    def __init__(
        self, suppressed: str = "", track: bool = False, carrier: int = NOBODY, shown: bool = False,
        home: Cell = NOWHERE, full_cover: bool = False, hull_down: str = "", hull_facing: int = -1,
        inside: bool = False, upper: bool = False, small: bool = False, group: int = 0, column: int = 0,
        open: bool = False, aims: tuple[Cell, ...] = (), spent: bool = False, manner: str = "",
        under_fire: bool = False, held: int = 0, checks: tuple[str, ...] = (), tied: bool | UnsetType = UNSET,
    ) -> None:  # fmt: skip
        self.suppressed = suppressed
        self.track = track
        self.carrier = carrier
        self.shown = shown
        self.home = home
        self.full_cover = full_cover
        self.hull_down = hull_down
        self.hull_facing = hull_facing
        self.inside = inside
        self.upper = upper
        self.small = small
        self.group = group
        self.column = column
        self.open = open
        self.aims = aims
        self.spent = spent
        self.manner = manner
        self.under_fire = under_fire
        self.held = held
        self.checks = checks
        self.tied = tied

    def copy(self) -> Detail:
        return Detail(
            self.suppressed, self.track, self.carrier, self.shown, self.home, self.full_cover, self.hull_down,
            self.hull_facing, self.inside, self.upper, self.small, self.group, self.column, self.open, self.aims,
            self.spent, self.manner, self.under_fire, self.held, self.checks, self.tied,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Detail) and self.__reduce__() == other.__reduce__()

    def __reduce__(self) -> tuple[Any, ...]:
        return Detail, (
            self.suppressed, self.track, self.carrier, self.shown, self.home, self.full_cover, self.hull_down,
            self.hull_facing, self.inside, self.upper, self.small, self.group, self.column, self.open, self.aims,
            self.spent, self.manner, self.under_fire, self.held, self.checks, self.tied,
        )  # fmt: skip


declare(Detail, aims="tuple[Cell, ...]", checks="tuple[str, ...]", tied="bool | UnsetType")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Work:
    """A terrain counter in a hex (6.1.4.3)."""

    kind: str
    cell: Cell
    unit: int  # = NOBODY
    """Who is in it, where it holds a single unit (6.1.4.3.6, 6.1.4.3.7)."""
    facing: int  # = -1
    """The direction to which an Improved Position is closed; its opposite is the open rear (N13)."""
    turn: int  # = 0
    """The turn in which it was made; 0: it was there from the start."""
    was: str  # = ""
    """The terrain that rubble has replaced (6.1.4.3.9)."""
    progress: int  # = 0
    """The side of an unfinished Hasty Entrenchment, 1 to 3; 0: it is finished (6.6.8)."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("cell", "facing", "kind", "progress", "turn", "unit", "was")

    def __init__(
        self,
        kind: str,
        cell: Cell,
        unit: int = NOBODY,
        facing: int = -1,
        turn: int = 0,
        was: str = "",
        progress: int = 0,
    ) -> None:
        self.kind = kind
        self.cell = cell
        self.unit = unit
        self.facing = facing
        self.turn = turn
        self.was = was
        self.progress = progress

    def copy(self) -> Work:
        return Work(self.kind, self.cell, self.unit, self.facing, self.turn, self.was, self.progress)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Work)
            and self.kind == other.kind
            and self.cell == other.cell
            and self.unit == other.unit
            and self.facing == other.facing
            and self.turn == other.turn
            and self.was == other.was
            and self.progress == other.progress
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Work, (self.kind, self.cell, self.unit, self.facing, self.turn, self.was, self.progress)


declare(Work)
