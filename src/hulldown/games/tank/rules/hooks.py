"""The hooks of Tank!: where a module has a say in rules that are not its own.

The list is closed. A rule asks a hook where the book itself says nothing; with no module in force the list is empty
and the question costs one look at it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, final

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, UnitLegal
from hulldown.core.game import Area, Asset, Group, Marker, Outcome
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.doctrine import STANDARD, Doctrine

if TYPE_CHECKING:
    from hulldown.games.tank.data.loading import Scenario, Weapon
    from hulldown.games.tank.rules.arms import Arms
    from hulldown.games.tank.rules.fire import Extra
    from hulldown.games.tank.rules.plan import Plan
    from hulldown.games.tank.rules.scene import Scene
    from hulldown.games.tank.rules.situation import Situation
    from hulldown.games.tank.rules.state import TankState, Unit
    from hulldown.games.tank.rules.verbs.base import TankVerb


class Shown(NamedTuple):
    """What a side may know of a module: its part of the view, the markers it puts on the map, notes, areas."""

    part: Any
    markers: tuple[Marker, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    """What is to be known of a unit, or of something else that has a name, in words."""
    areas: tuple[Area, ...] = ()
    """Hexes in which something has an effect."""
    groups: tuple[Group, ...] = ()
    """The side's own units that act together."""
    assets: tuple[Asset, ...] = ()
    """What acts for the side and is no counter."""


class Answers(NamedTuple):
    """What may be answered to a decision that a module asks."""

    legal: Callable[[TankState, Scene, Decision], Legal]
    check: Callable[[TankState, Scene, Decision, Order], list[Violation]]
    remarks: Callable[[TankState, Scene, Order], tuple[str, ...]] | None = None
    """What such an answer would mean, in words."""


class Beyond(NamedTuple):
    """Tasks in a plot for something that is no unit, such as guns off the map: those whose verb is `beyond`."""

    offers: Callable[[TankState, Scene, str], list[UnitLegal]]
    """What is open to each of a side's."""
    check: Callable[[Plan, list[Task]], None]
    """Notes what is wrong with those of the tasks in `Plan.beyond` that are its own, all of them together."""
    note: Callable[[TankState, Scene, str, list[Task]], None]
    """Takes the tasks of a side to heart when the plots are carried out."""
    kinds: frozenset[str]
    """The kinds of its tasks."""

    def own(self, tasks: list[Task]) -> list[Task]:
        """Those of the tasks that are its own."""
        return [task for task in tasks if task.kind in self.kinds]


FactorHook = Callable[["TankState", "Scene", list[int], int], "tuple[Extra, ...]"]
"""What a module adds to the fire of some units at a target."""
TableHook = Callable[["Weapon", int], str]
"""The Combat Results Table of a weapon in a force of this Panic Level; "" leaves it to the book."""
ScreenHook = Callable[[Any], int]
"""The cells (a set of bits) that block sight now as woods do, read off a state or a view."""
SlowHook = Callable[[Any], int]
"""The cells (a set of bits) that cost vehicles one Movement Point more to enter now, read off a state or a view."""
SpareHook = Callable[["TankState", "Scene", str, Cell], "tuple[str, str] | None"]
"""Why a side may not aim guns off the map at a cell: the case and the reason; None where it may."""
EnterHook = Callable[["TankState", "Scene", Doing, int], None]
"""What happens to a unit (its index) that has just come into a hex."""
BarHook = Callable[["TankState", "Scene", "Unit", Cell, Cell], "tuple[str, str] | None"]
"""Why a unit may not go from one cell to the next: the case and the reason; None where it may."""
ForbidHook = Callable[["TankState", "Scene", "Unit", "TankVerb"], "tuple[str, str] | None"]
"""Why a unit may not be given a task of this kind now, for all its side knows: the case and the reason; None if it may.

Such a task is neither offered nor accepted."""
MarkHook = Callable[["TankState", "Unit", "str | None"], tuple[str, ...]]
"""The marks on a unit's counter that a side (None: an onlooker) sees; asked only of counters that it knows."""
WeightHook = Callable[["TankState", "Unit"], "int | None"]
"""What the loss of a unit counts towards Preservation; None leaves it to the book."""
RoomHook = Callable[["list[Arms]"], "bool | None"]
"""Whether these units may stay in one hex; None leaves it to the book."""
CalmHook = Callable[["TankState", "Scene", int, tuple[int, ...]], bool]
"""Whether a unit (its index) on the digit of a chit does not panic; the chits are in the order they were drawn."""
PanicHook = Callable[["TankState", "Scene", Doing, int], bool]
"""Carries out the panic of a unit (its index) in a way of its own; False leaves it to the book."""
GroupHook = Callable[["Plan", "Task"], bool]
"""Whether a task is for several units that go by one name; it then gives each of them its own."""
PlotHook = Callable[["Plan"], None]
"""Notes what is wrong with the tasks of a plot taken together."""
OfferHook = Callable[["TankState", "Scene", str, list[UnitLegal]], list[UnitLegal]]
"""What is open to the units of a side in a plot, made of what the book offers them."""
PointHook = Callable[["TankState", "Scene", Doing], None]
"""What happens when a Movement Point has been played."""
FallHook = Callable[["TankState", "Scene", Doing, int], None]
"""What follows from the loss of a unit (its index)."""
ShakeHook = Callable[["TankState", str, "Arms | None"], "bool | None"]
"""Whether a weapon (None: any) of a side suffers from losses (15.11, 24.5); None leaves it to the book."""
EndHook = Callable[["TankState", "Scene"], "Outcome | None"]
"""An end of the game that comes before those of the situation; None where there is none."""
ShowHook = Callable[["TankState", "str | None"], "Shown | None"]
"""What a side (None: an onlooker) may know of the module's part of the state."""
DealHook = Callable[[Any, "TankState", Random], Any]
"""The module's part of a state drawn from a view: given are its part of the view and the state drawn so far."""

DrawHook = Callable[["TankState", "Scene", Doing], None]
"""What is drawn before the setup, when both players have said that they draw."""
SectionHook = Callable[[Any, str], int]
"""The section of its edge by which a side comes onto the map, in a state or a view; 0 leaves it the whole edge."""
EdgeHook = Callable[["TankState", "Scene", str], "tuple[Cell, ...] | None"]
"""The hexes from which a side may leave the map; None leaves it to the book."""
ArrivalHook = Callable[["TankState", str], int]
"""The turn on which a side comes onto the map, 0 to leave it to the book. Only for what the side itself may know."""
ShutHook = Callable[[Any], "tuple[Cell, ...]"]
"""The cells that no vehicle may enter now, in a state or a view: everybody knows them; `bars` says why."""
UnusedHook = Callable[["Scenario"], frozenset[str]]
"""The rows of the sequence that a scenario never comes to, by key: nobody is shown them."""


@final
@dataclass(eq=False)
class Hooks:
    """Lists of functions, one list for each hook. What goes by name (situations, decisions, views) has one owner."""

    factors: tuple[FactorHook, ...] = ()
    tables: tuple[TableHook, ...] = ()
    screens: tuple[ScreenHook, ...] = ()
    slows: tuple[SlowHook, ...] = ()
    spares: tuple[SpareHook, ...] = ()
    beyond: tuple[Beyond, ...] = ()
    entering: tuple[EnterHook, ...] = ()
    shelling: tuple[EnterHook, ...] = ()
    """Like `entering`, and asked after all of it, whatever the order of modules (T-09: mines, then artillery)."""
    bars: tuple[BarHook, ...] = ()
    forbids: tuple[ForbidHook, ...] = ()
    marks: tuple[MarkHook, ...] = ()
    weights: tuple[WeightHook, ...] = ()
    room: tuple[RoomHook, ...] = ()
    draws: tuple[DrawHook, ...] = ()
    entries: tuple[SectionHook, ...] = ()
    exits: tuple[EdgeHook, ...] = ()
    """Of several that narrow it the last one holds."""
    arrivals: tuple[ArrivalHook, ...] = ()
    shut: tuple[ShutHook, ...] = ()
    calms: tuple[CalmHook, ...] = ()
    panics: tuple[PanicHook, ...] = ()
    groups: tuple[GroupHook, ...] = ()
    plots: tuple[PlotHook, ...] = ()
    offers: tuple[OfferHook, ...] = ()
    points: tuple[PointHook, ...] = ()
    fallen: tuple[FallHook, ...] = ()
    shakes: tuple[ShakeHook, ...] = ()
    ends: tuple[EndHook, ...] = ()
    unused: tuple[UnusedHook, ...] = ()
    situations: dict[str, Situation] = field(default_factory=dict)
    """How a scenario is judged and what else depends on its situation, by the name in the scenario."""
    decisions: dict[str, Answers] = field(default_factory=dict)
    """The decisions that only modules ask, by kind."""
    shows: dict[str, ShowHook] = field(default_factory=dict)
    """By the key of the module."""
    deals: dict[str, DealHook] = field(default_factory=dict)
    """By the key of the module."""
    doctrine: Doctrine = STANDARD
    """That of the book; modules have none."""

    def joined(self, other: Hooks) -> Hooks:
        """These hooks with those of another module after them."""
        content: dict[str, Any] = {}
        for name in _LISTS:
            content[name] = getattr(self, name) + getattr(other, name)
        for name in _TABLES:
            content[name] = {**getattr(self, name), **getattr(other, name)}
        return Hooks(doctrine=self.doctrine, **content)


_TABLES: Final = ("situations", "decisions", "shows", "deals")
_LISTS: Final = tuple([each.name for each in fields(Hooks) if each.name not in _TABLES and each.name != "doctrine"])
