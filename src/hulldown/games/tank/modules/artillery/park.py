"""What the module remembers: who has which guns and aircraft, what is ordered for which turn, and what falls now.

A part is plain data, so it is read into structs and written back as a whole.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from hulldown.core.board import Cell
from hulldown.core.parts import part_of, set_part
from hulldown.games.tank.rules.barrage import air_points, battalion_points, battery_points
from hulldown.games.tank.rules.state import TankState

KEY: Final = "artillery"
NOTICE: Final = 5
"""Turns from an order to its impact, at least (28.0-gen-3, X-41)."""
BATTERIES: Final = 3
"""The batteries of a battalion (28.0-gen-4)."""
GUNS: Final = "artillery"
PLANES: Final = "air"
NO_CELL: Final[Cell] = -1
WEIGHTS: Final = {"L": "light", "M": "medium", "H": "heavy"}


class Asset(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battalion, or an air strike: `cell` is the hex it is registered on (28.11), -1 for none."""

    name: str
    side: str
    arm: str
    weight: str
    called: bool
    cell: Cell = NO_CELL
    shown: bool = False
    """Whether its registered hex has been seen: it has fired."""
    spent: bool = False
    """A strike that has been flown, or whose turn has come (28.62, X-75)."""


class Mission(msgspec.Struct, frozen=True, omit_defaults=True):
    """Fire ordered (35.3f): by whom, on which hex, for which turn, high explosive or smoke.

    `unit` is a battalion ("bn1"), a battery of it ("bn1.2") or a strike ("air1").
    """

    side: str
    unit: str
    cell: Cell
    turn: int
    smoke: bool = False

    @property
    def owner(self) -> str:
        """The battalion or strike that it belongs to."""
        return self.unit.partition(".")[0]


class Falling(msgspec.Struct, frozen=True, omit_defaults=True):
    """Fire that falls on this turn: `marks` are the hexes with impact markers, `zone` those under fire (28.3)."""

    side: str
    unit: str
    arm: str
    weight: str
    marks: tuple[Cell, ...]
    zone: tuple[Cell, ...]
    smoke: bool = False

    @property
    def battery(self) -> bool:
        return "." in self.unit

    @property
    def key(self) -> str:
        """What tells it from all other fire of the turn."""
        return f"{self.side} {self.unit}"

    def points(self, target: Any) -> int:
        """Its HE points against a weapon (28.32a, 28.61a, 28.61b)."""
        if self.arm == PLANES:
            return air_points(self.weight, target)
        return battery_points(self.weight) if self.battery else battalion_points(self.weight)


class Park(msgspec.Struct, frozen=True, omit_defaults=True):
    """All of it."""

    assets: tuple[Asset, ...] = ()
    missions: tuple[Mission, ...] = ()
    falling: tuple[Falling, ...] = ()

    def of(self, side: str) -> tuple[Asset, ...]:
        """What a side has."""
        return tuple(asset for asset in self.assets if asset.side == side)

    def asset(self, side: str, name: str) -> Asset | None:
        """A side's battalion or strike of this name."""
        return next((asset for asset in self.assets if asset.side == side and asset.name == name), None)

    def ordered(self, side: str) -> tuple[Mission, ...]:
        """What a side has ordered."""
        return tuple(mission for mission in self.missions if mission.side == side)


def park_of(position: Any) -> Park:
    """The part of a state or a view."""
    part = part_of(position, KEY)
    return msgspec.convert(part, Park) if part is not None else _EMPTY


def keep(state: TankState, park: Park) -> None:
    """Replaces the part of a state."""
    set_part(state, KEY, plain(park) if park != _EMPTY else None)


def plain(park: Park) -> dict[str, Any]:
    """A park as numbers, texts, lists and dictionaries."""
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(park))
    return found


def names_of(asset: Asset) -> tuple[str, ...]:
    """What can be given orders: a strike or a battalion and, in called fire, each of its batteries (28.0-gen-2)."""
    if asset.arm == PLANES or not asset.called:
        return (asset.name,)
    return (asset.name, *(f"{asset.name}.{number}" for number in range(1, BATTERIES + 1)))


_EMPTY: Final = Park()
