"""What the state keeps of indirect fire and smoke (5.3, 6.5.1, 6.1.4.3.10): plain data, replaced as a whole."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.core.board import Cell
from hulldown.games.panzer.data.fireplan import PlotPart

GP: Final = "GP"
SMOKE: Final = "Smoke"
CALLED: Final = "called"
"""A volley that waits for its response."""
LOST: Final = "lost"
"""A volley that goes astray; the enemy is asked where it comes down."""
LANDS: Final = "lands"
CEASES: Final = "ceases"
"""A volley that fails to respond: its counter goes when all sources of the call have rolled."""
STRIKES: Final = "strikes"
"""A volley that has come down; its targets are attacked one by one."""


class Mission(msgspec.Struct, frozen=True, gc=False):
    """An impact counter: the fire of one source (6.5.1.5e). Observer and range are its owner's secret (6.5.1o)."""

    number: int
    side: str
    source: str
    cell: Cell
    fire: str
    sheaf: str
    landed: int
    """The turn in which it came down last."""
    direction: int = -1
    observer: str = ""
    planned: bool = False
    danger: bool = False
    """Whether it is Danger Close, so that it checks in the next turn (6.5.1.10b)."""
    distance: int = 0
    short: bool | UnsetType = UNSET
    """Set where the basic ammo limit of an on-map unit failed when it came down (5.16.2.1b)."""
    since: int | UnsetType = UNSET
    """Set where it goes on as it was: the turn in which its barrage was made, which has counted ever since."""


class Smoke(msgspec.Struct, frozen=True, gc=False):
    """Smoke of one source: ON in the turn in which it is made, then OFF (6.1.4.3.10i)."""

    cells: tuple[Cell, ...]
    density: str
    turn: int
    step: str
    """The step in which it was made: it counts when that is over (6.1.4.3.10k)."""
    on: bool = True


class Plan(msgspec.Struct, frozen=True, gc=False):
    """A planned mission; a secret until it arrives (Q12)."""

    side: str
    battery: str
    cell: Cell
    turn: int
    parts: tuple[PlotPart, ...]
    begun: int = 0
    """The turn in which it arrived; 0: not yet."""
    delayed: bool = False
    """Whether its owner has put it off by a turn (6.5.1.11.2)."""

    @property
    def turns(self) -> int:
        return sum(part.turns for part in self.parts)

    def part(self, turn: int) -> PlotPart | None:
        """What it fires in a turn, counted from its arrival; None: nothing any more."""
        left = turn - self.begun
        for part in self.parts:
            if left < part.turns:
                return part
            left -= part.turns
        return None


class Point(msgspec.Struct, frozen=True, gc=False):
    """A Pre-Registered Point of a battery; a secret (6.5.1.4d, Q12)."""

    side: str
    battery: str
    cell: Cell


class Volley(msgspec.Struct, frozen=True, gc=False):
    """Fire of one source that is being resolved."""

    side: str
    source: str
    cell: Cell
    fire: str
    sheaf: str
    stage: str
    direction: int = -1
    observer: str = ""
    planned: bool = False
    adjusted: bool = False
    danger: bool = False
    distance: int = 0
    failed: bool = False
    """Whether the basic ammo limit of an on-map unit failed (5.16.2.1b)."""
    targets: tuple[int, ...] = ()
    """Places in the list of those still to be attacked."""
    kept: bool = False
    """Whether the owner of the first of them has declined to show its command."""


class Observed(msgspec.Struct, frozen=True, gc=False):
    """What an observer did in a turn: it called, continued, adjusted or checked."""

    turn: int
    cell: Cell = -1
    """The one Target Point of its calls (6.5.1.1b); -1: it calls no more this turn."""
    sources: tuple[str, ...] = ()
    checked: bool | UnsetType = UNSET
    """Set where its fire was checked: it takes part in no other mission, and is free for all else (6.5.1.9d)."""


class Support(msgspec.Struct, frozen=True, gc=False):
    """All of it."""

    missions: tuple[Mission, ...] = ()
    smokes: tuple[Smoke, ...] = ()
    plans: tuple[Plan, ...] = ()
    points: tuple[Point, ...] = ()
    plotted: tuple[str, ...] = ()
    """The sides whose fire plan is written."""
    used: dict[str, int] = {}
    """The last turn in which each source fired, failed to respond or was checked (6.5.1l, 6.5.1.7-response-d)."""
    observed: dict[str, Observed] = {}
    """What each observer did last; its owner's secret."""
    arrivals: dict[str, int] = {}
    """How many planned missions of each battery have arrived."""
    queue: tuple[Volley, ...] = ()
    struck: tuple[tuple[int, int], ...] = ()
    """Units with the missions that have struck them in their move of this turn (6.6.6b)."""
    count: int = 0
    """The number of the last impact counter."""
