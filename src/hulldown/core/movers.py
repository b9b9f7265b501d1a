"""Movement plots being carried out: what games with secret plots and a clock have in common as pieces.

A game's own unit derives from `Token` and declares its fields again, so that they stay where its records have them; the
mechanisms of `core` (`marching`, `crowding`) read nothing else of a unit. `Mover` and `Watch` are dataclasses like the
pieces of a game: declare a field once, with its default as a comment, and run `python scripts/pieces.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeVar, final

from hulldown.core.board import Cell
from hulldown.core.native import declare, mypyc_attr

OFF_MAP: Final[Cell] = -1
WAITING: Final = "waiting"
ON_MAP: Final = "on map"
DESTROYED: Final = "destroyed"
EXITED: Final = "exited"
EXIT: Final = "exit"
"""What is written on the plot of a unit that leaves the map."""


@mypyc_attr(acyclic=True)
class Token:
    """A unit as the mechanisms of movement see it."""

    __slots__ = ()

    id: str
    side: str
    cell: Cell
    status: str
    panicked: bool


U = TypeVar("U", bound=Token)


def index_in(units: list[U], unit_id: str) -> int:
    """The place of a unit in a list, or -1."""
    hint = _hints.get(unit_id, _NO_HINT)
    if hint < len(units) and units[hint].id == unit_id:
        return hint
    for index, unit in enumerate(units):
        if unit.id == unit_id:
            if len(_hints) >= _MOST_HINTS:
                _hints.clear()
            _hints[unit_id] = index
            return index
    return -1


_MOST_HINTS: Final = 4096
_NO_HINT: Final = 1 << 30
_hints: Final[dict[str, int]] = {}
"""Where units were found last: hints, verified before use, as games differ."""


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Mover:
    """A movement plot being executed: `due[i]` is the tick at which the i-th hex is entered (pay first, then enter)."""

    unit: int
    kind: str
    path: tuple[Cell, ...]
    due: tuple[int, ...]
    exits: bool  # = False
    at: int  # = 0
    active: bool  # = True
    held: bool  # = False
    arrived: int  # = 0
    trail: tuple[Cell, ...]  # = ()
    """The cells actually occupied, the first one included, to back up along."""

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("active", "arrived", "at", "due", "exits", "held", "kind", "path", "trail", "unit")

    def __init__(
        self,
        unit: int,
        kind: str,
        path: tuple[Cell, ...],
        due: tuple[int, ...],
        exits: bool = False,
        at: int = 0,
        active: bool = True,
        held: bool = False,
        arrived: int = 0,
        trail: tuple[Cell, ...] = (),
    ) -> None:
        self.unit = unit
        self.kind = kind
        self.path = path
        self.due = due
        self.exits = exits
        self.at = at
        self.active = active
        self.held = held
        self.arrived = arrived
        self.trail = trail

    def copy(self) -> Mover:
        return Mover(
            self.unit, self.kind, self.path, self.due, self.exits, self.at, self.active, self.held, self.arrived,
            self.trail,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Mover)
            and self.unit == other.unit
            and self.kind == other.kind
            and self.path == other.path
            and self.due == other.due
            and self.exits == other.exits
            and self.at == other.at
            and self.active == other.active
            and self.held == other.held
            and self.arrived == other.arrived
            and self.trail == other.trail
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Mover, (
            self.unit, self.kind, self.path, self.due, self.exits, self.at, self.active, self.held, self.arrived,
            self.trail,
        )  # fmt: skip


declare(Mover, path="tuple[Cell, ...]", due="tuple[int, ...]", trail="tuple[Cell, ...]")


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Watch:
    """A unit that waits with its fire: its target hex, OFF_MAP where it covers something else."""

    unit: int
    target: Cell
    armed: bool  # = True

    # From here on written by scripts/pieces.py, from the fields above.
    __slots__ = ("armed", "target", "unit")

    def __init__(self, unit: int, target: Cell, armed: bool = True) -> None:
        self.unit = unit
        self.target = target
        self.armed = armed

    def copy(self) -> Watch:
        return Watch(self.unit, self.target, self.armed)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Watch)
            and self.unit == other.unit
            and self.target == other.target
            and self.armed == other.armed
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return Watch, (self.unit, self.target, self.armed)


declare(Watch)
