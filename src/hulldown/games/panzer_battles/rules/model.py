"""The whole position of a game of Panzer Battles: plain data, exact in JSON, cheap to copy."""

from __future__ import annotations

import msgspec

from hulldown.core.board import Cell
from hulldown.core.game import Outcome, State, clone
from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.rules.pieces import Battery, Company, Exchange, March, Melee, Unit, part


class Frame(msgspec.Struct, frozen=True, gc=False):
    """A step of the sequence on the stack; `owing` are the sides that owe a decision in it.

    `side` is whose step it is, `passes` counts the passes in a row where sides fire in turns, `stage` is a part of it.
    """

    step: str
    owing: tuple[str, ...] = ()
    side: str = ""
    passes: int = 0
    stage: int = 0


class BattleState(State, kw_only=True):
    """The whole position."""

    stack: list[Frame]
    units: list[Unit]
    companies: list[Company]
    batteries: list[Battery] = []
    submitted: dict[str, Order] = {}
    phase: int = 0
    """The number of the Phase, counted through the game: seven a turn (SEQ-17)."""
    headquarters: dict[str, int] = {}
    """The value of each battalion headquarters, by its name (14.7)."""
    tags: dict[str, int] = {}
    """The last number given to a counter of each side."""
    moving: int = -1
    """The company that moves now; -1: none, -2: whichever its owner likes."""
    named: str = ""
    """The counter by which the enemy has named it (6.0), or "" where its owner chose."""
    control: dict[str, str] = {}
    """Who controls the hexes that score, by label, if not the second player (19.32)."""
    stale: dict[str, str] = {}
    """Whom a viewer still takes for the holder of such a hex, by viewer and label: he has not seen who took it."""
    points: dict[str, int] = {}
    """Victory Points that cannot be lost again."""
    modes: dict[str, str] = {}
    """How each side answers fire: it is asked, or its presets decide."""
    free: bool = False
    """Whether the enemy has left the order of the companies to their owner for this Segment (SEQ-20)."""
    struck: tuple[str, ...] = ()
    """The counters named in this Segment whose company had moved already; they are not named again."""
    offer: tuple[str, ...] = ()
    """What the opponent may choose from when platoons have regrouped (5.64)."""
    merged: int = -1
    """The platoon that he chooses for."""
    waved: dict[str, str] = {}
    """Sides that let chances go by without being asked: for this unit's move, this company or this Segment."""
    exchange: Exchange | None = None
    march: March | None = None
    melee: Melee | None = None
    fought: tuple[Cell, ...] = ()
    """The hexes whose close assault is over in this Segment (CA-27)."""
    assaulted: tuple[Cell, ...] = ()
    """The hexes from which units moved into close assault in this Phase, with the hex they entered (13.31)."""
    stuck: tuple[int, ...] = ()
    """The companies of which units could not withdraw in this Segment (13.36)."""
    queue: list[Task] = []
    """Moves ordered but not begun."""
    asked: dict[str, int] = {}
    """The decisions that each side has answered so far; makes their ids different."""
    outcome: Outcome | None = None

    def thaw(self) -> BattleState:
        """A copy to work on: everything that can be changed in place is copied, the rest is shared."""
        new: BattleState = clone(self)
        part(new)
        return new
