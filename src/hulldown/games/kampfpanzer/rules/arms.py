"""What the rules ask of a counter all the time, worked out once."""

from __future__ import annotations

from typing import Final, final

from hulldown.games.kampfpanzer.data.counters import Counter, counters

AFV: Final = "afv"
TRUCK: Final = "truck"
FOOT: Final = "infantry"
POINT: Final = 2
"""Ticks of the clock in a Movement Point (K-01): the cheapest step costs half a point."""


@final
class Arms:
    """A counter as the rules of movement and fire see it."""

    __slots__ = (
        "carrier", "counter", "digs", "faces", "fires", "gun", "hard", "lobs", "ma", "moves", "range", "squad", "table",
        "tank", "wrecks",
    )  # fmt: skip

    def __init__(self, counter: Counter) -> None:
        self.counter = counter
        self.hard: bool = counter.hard
        self.ma: int = counter.ma * POINT
        """Its Movement Allowance in ticks (3.24c)."""
        self.range: int = counter.range
        self.tank: bool = counter.kind == "tank"
        self.gun: bool = counter.kind == "gun"
        self.squad: bool = counter.kind == "infantry"
        self.carrier: bool = counter.kind in ("truck", "apc")
        """Trucks and APCs: they carry, never fire (12.31a) and never count for victory (14.0h)."""
        self.digs: bool = self.gun or self.squad
        """Infantry and artillery: they can be entrenched (13.0-proc-1) and carried (12.0-gen-1)."""
        self.faces: bool = self.gun
        """9.4a: facing is for artillery alone."""
        self.lobs: bool = counter.weapon == "H"
        self.fires: bool = counter.weapon in ("A", "M", "R")
        """Whether it has fire other than H."""
        self.moves: bool = counter.ma > 0
        self.wrecks: bool = not self.digs
        """9.91a: a destroyed AFV, APC or truck leaves a wreck."""
        # 12.2b: trucks pay truck costs, APCs those of AFVs.
        self.table: str = TRUCK if counter.kind == "truck" else FOOT if self.digs else AFV


_known: Final[dict[str, Arms]] = {}


def arms(name: str) -> Arms:
    """The counter of this name."""
    found = _known.get(name)
    if found is None:
        found = _known[name] = Arms(counters()[name])
    return found
