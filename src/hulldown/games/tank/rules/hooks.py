"""The hooks of Tank!: where a module has a say in rules that are not its own.

The list is closed. A rule asks a hook where the book itself says nothing; with no module in force the list is empty
and the question costs one look at it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal
from hulldown.core.game import Marker
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing

if TYPE_CHECKING:
    from hulldown.games.tank.data.loading import Weapon
    from hulldown.games.tank.rules.arms import Arms
    from hulldown.games.tank.rules.fire import Extra
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.situation import Situation
    from hulldown.games.tank.rules.state import TankState, Unit


class Shown(NamedTuple):
    """What a side may know of a module: its part of the view, and the markers it puts on the map."""

    part: Any
    markers: tuple[Marker, ...] = ()


class Answers(NamedTuple):
    """What may be answered to a decision that a module asks."""

    legal: Callable[[TankState, Scene, Decision], Legal]
    check: Callable[[TankState, Scene, Decision, Order], list[Violation]]


FactorHook = Callable[["TankState", "Scene", list[int], int], "tuple[Extra, ...]"]
"""What a module adds to the fire of some units at a target."""
TableHook = Callable[["Weapon", int], str]
"""The Combat Results Table of a weapon in a force of this Panic Level; "" leaves it to the book."""
ScreenHook = Callable[[Any], int]
"""The cells (a set of bits) that block sight now as woods do, read off a state or a view."""
EnterHook = Callable[["TankState", "Scene", Doing, int], None]
"""What happens to a unit (its index) that has just come into a hex."""
BarHook = Callable[["TankState", "Scene", "Unit", Cell, Cell], "tuple[str, str] | None"]
"""Why a unit may not go from one cell to the next: the case and the reason; None where it may."""
WeightHook = Callable[["TankState", "Unit"], "int | None"]
"""What the loss of a unit counts towards Preservation; None leaves it to the book."""
RoomHook = Callable[["list[Arms]"], "bool | None"]
"""Whether these units may stay in one hex; None leaves it to the book."""
ShowHook = Callable[["TankState", "str | None"], "Shown | None"]
"""What a side (None: an onlooker) may know of the module's part of the state."""
DealHook = Callable[[Any, "TankState", Random], Any]
"""The module's part of a state drawn from a view: given are its part of the view and the state drawn so far."""

_NO_SITUATIONS: Final[dict[str, Situation]] = {}
_NO_ANSWERS: Final[dict[str, Answers]] = {}
_NO_SHOWS: Final[dict[str, ShowHook]] = {}
_NO_DEALS: Final[dict[str, DealHook]] = {}


@final
class Hooks:
    """Lists of functions, one list for each hook. What goes by name (situations, decisions, views) has one owner."""

    def __init__(
        self,
        *,
        factors: tuple[FactorHook, ...] = (),
        tables: tuple[TableHook, ...] = (),
        screens: tuple[ScreenHook, ...] = (),
        entering: tuple[EnterHook, ...] = (),
        bars: tuple[BarHook, ...] = (),
        weights: tuple[WeightHook, ...] = (),
        room: tuple[RoomHook, ...] = (),
        situations: Mapping[str, Situation] = _NO_SITUATIONS,
        decisions: Mapping[str, Answers] = _NO_ANSWERS,
        shows: Mapping[str, ShowHook] = _NO_SHOWS,
        deals: Mapping[str, DealHook] = _NO_DEALS,
    ) -> None:
        self.factors = factors
        self.tables = tables
        self.screens = screens
        self.entering = entering
        self.bars = bars
        self.weights = weights
        self.room = room
        self.situations: dict[str, Situation] = dict(situations)
        """How a scenario is judged and what else depends on its situation, by the name in the scenario."""
        self.decisions: dict[str, Answers] = dict(decisions)
        """The decisions that only modules ask, by kind."""
        self.shows: dict[str, ShowHook] = dict(shows)
        """By the key of the module."""
        self.deals: dict[str, DealHook] = dict(deals)
        """By the key of the module."""

    def joined(self, other: Hooks) -> Hooks:
        """These hooks with those of another module after them."""
        return Hooks(
            factors=self.factors + other.factors,
            tables=self.tables + other.tables,
            screens=self.screens + other.screens,
            entering=self.entering + other.entering,
            bars=self.bars + other.bars,
            weights=self.weights + other.weights,
            room=self.room + other.room,
            situations={**self.situations, **other.situations},
            decisions={**self.decisions, **other.decisions},
            shows={**self.shows, **other.shows},
            deals={**self.deals, **other.deals},
        )
