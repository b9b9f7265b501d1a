"""The whole position of a game of Panzer: plain data, exact in JSON, cheap to copy."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.core.board import Cell
from hulldown.core.game import Outcome, State, clone
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.air_model import Air
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.support import Support
from hulldown.games.panzer.rules.pieces import Hold, Mover, Parts, Unit, Wreck, part


class Shot(msgspec.Struct, frozen=True, gc=False):
    """An announced shot that waits for its resolution."""

    shooter: int
    target: int
    overwatch: bool = False
    manner: str | UnsetType = UNSET
    """How it is fired, where a module knows more than one way."""


class Frame(msgspec.Struct, frozen=True, gc=False):
    """A step of the sequence on the stack; `owing` are the sides that owe a decision in it.

    `side` is whose step it is, `passes` counts the sides that have passed in a row where both may react.
    """

    step: str
    owing: tuple[str, ...] = ()
    side: str = ""
    passes: int = 0


class CloseCombat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The close combat of this turn; all of it is open. Numbers are places in the list of units."""

    target: int = -1
    """On whom attacks are announced now; -1: on nobody."""
    parties: tuple[tuple[Cell, tuple[int, ...]], ...] = ()
    """Attackers that wait for their combat: the hex they attack from, and who, in the order of the announcement."""
    paths: tuple[tuple[int, tuple[Cell, ...]], ...] = ()
    """Advances still to be made, unit and hexes (6.6.1.1f)."""
    advanced: tuple[int, ...] = ()
    """Who has advanced to attack this target."""
    dismounted: bool = False
    """Whether it is a Dismount Attack (6.6.1.1o)."""
    declined: bool = False
    """Whether the owner of the target has declined to show its command (6.6.1.1.2-vs-moving-b)."""
    fought: tuple[int, ...] = ()
    """Who has attacked this target: they may enter its hex if it is gone (6.6.1.1.3-effective-f)."""
    aims: tuple[tuple[int, int], ...] = ()
    """Attackers and targets of all attacks and overruns announced this turn (6.6.1.1h, 6.6.10f, 6.6.11a)."""
    overrun: tuple[int, ...] = ()
    """Targets of overruns announced this turn (6.6.10f)."""
    overran: tuple[int, ...] = ()
    """Vehicles that have made their overrun this turn (6.6.10d)."""
    carried: tuple[tuple[int, int], ...] = ()
    """Carriers by whose Move command passengers have dismounted into an attack, and on whom (6.6.11a)."""


class PanzerState(State, kw_only=True):
    """The whole position."""

    stack: list[Frame]
    units: list[Unit]
    wrecks: list[Wreck] = []
    holds: list[Hold] = []
    submitted: dict[str, Order] = {}
    first: str = ""
    """The First Player of this turn."""
    winner: str = ""
    """The force that won the initiative roll."""
    modes: dict[str, str] = {}
    """How each side reacts this turn: it is asked, or its presets decide. Announced when commands are placed."""
    conceals: dict[str, bool] = {}
    """Sides whose presets never show a command for the moving modifier; a secret."""
    waved: dict[str, str] = {}
    """Sides that let the rest of a vehicle's move ("vehicle") or of the step ("step") go by without being asked."""
    shots: list[Shot] = []
    declined: int = 0
    """1: the owner of the target has declined to show its command for the shot at hand, 2: for all at that target."""
    engaged: tuple[int, ...] = ()
    """The targets (places in the list, ascending) on which fire was announced in this step or at this trigger."""
    chain: tuple[int, ...] = ()
    """The vehicles (the same) that have fired in the present exchange of overwatch fire."""
    mover: Mover | None = None
    queue: list[Task] = []
    """Moves ordered but not begun."""
    asked: dict[str, int] = {}
    """The decisions that each side has answered so far; makes their ids different."""
    outcome: Outcome | None = None
    more: Parts | UnsetType = UNSET
    """What modules remember, by their key; left out where there is none."""
    works: list[Work] | UnsetType = UNSET
    """The terrain counters of the Advanced Game (6.1.4.3); left out in the Basic Game."""
    support: Support | UnsetType = UNSET
    """Indirect fire, smoke and barrages (6.5.1); left out while there are none."""
    assault: CloseCombat | UnsetType = UNSET
    """Close combat and overruns of this turn; left out in a turn without any (6.6.1, 6.6.10)."""
    air: Air | UnsetType = UNSET
    """The aircraft (6.7); left out where a game has none. It is replaced as a whole, never changed in place."""

    def thaw(self) -> PanzerState:
        """A copy to work on: everything that can be changed in place is copied, the rest is shared."""
        new: PanzerState = clone(self)
        part(new)
        return new
