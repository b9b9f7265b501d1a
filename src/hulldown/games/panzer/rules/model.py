"""The whole position of a game of Panzer: plain data, exact in JSON, cheap to copy."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

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
    air: Air | UnsetType = UNSET
    """The aircraft (6.7); left out where a game has none. It is replaced as a whole, never changed in place."""

    def thaw(self) -> PanzerState:
        """A copy to work on: everything that can be changed in place is copied, the rest is shared."""
        new: PanzerState = clone(self)
        part(new)
        return new
