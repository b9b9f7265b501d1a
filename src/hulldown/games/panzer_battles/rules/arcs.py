"""Which hexes lie in a unit's arcs, and which armour a target shows.

Everything is a function of a facing or marker (0 to 5, clockwise from north on the sheet) and the displacement in axial
hexes from the unit to the other hex. All arcs include the lines that limit them (FAC-2, FAC-11). Facing never limits
what a unit sees (11.3).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from hulldown.core.angles import DEGREES_30, DEGREES_60, DEGREES_90, bearing, within
from hulldown.core.hex import DIRECTIONS

Aspect = Literal["front", "side"]
WIDTHS: Final = {180: DEGREES_90, 120: DEGREES_60}
"""The Front Arc by the option `front_arc`, to either side of the facing (FAC-1)."""
WIDE: Final = 180
FACINGS: Final = tuple(range(len(DIRECTIONS)))
"""The hexsides that a vehicle or a defilade marker may face (11.0-gen-1, 15.11)."""


@lru_cache(maxsize=16384)
def in_front(facing: int, dq: int, dr: int, width: int = WIDE) -> bool:
    """Whether a hex lies in the Front Arc (11.11-diag-1), the Firing Arc of an AT gun (11.11-diag-2, 16.41).

    A unit's own hex does: in close assault a gun with company fires without regard to its arc (CA-22).
    """
    return (dq == 0 and dr == 0) or within(WIDTHS[width], facing, bearing(dq, dr))


def aspect(facing: int, dq: int, dr: int, width: int = WIDE) -> Aspect:
    """The armour that a vehicle shows to a firer in another hex (11.0-gen-2, 11.41); there is none for the rear."""
    if dq == 0 and dr == 0:
        raise ValueError("a firer in the same hex: ask aspect_entered")
    return "front" if in_front(facing, dq, dr, width) else "side"


def aspect_entered(facing: int, entered: int, width: int = WIDE) -> Aspect:
    """The armour that a vehicle shows in the first round of close assault, by the side entered (13.2c; CA-15)."""
    return "front" if within(WIDTHS[width], facing, 4 * entered) else "side"


@lru_cache(maxsize=16384)
def in_sponson(facing: int, dq: int, dr: int) -> bool:
    """Whether the 75mm gun of a Grant may fire at a hex, its own included (20.0-sr-5a, 20.0-sr-5-diag).

    FAC-6, FAC-11: from 30 degrees left to 90 degrees right of the facing.
    """
    turned = (bearing(dq, dr) - 4 * facing + DEGREES_30) % 24
    return (dq == 0 and dr == 0) or turned <= DEGREES_30 + DEGREES_90


@lru_cache(maxsize=16384)
def in_defilade(marker: int, dq: int, dr: int) -> bool:
    """Whether a line of fire from a hex goes through one of the three hexsides of a defilade marker (15.16, 15.21)."""
    return (dq != 0 or dr != 0) and within(DEGREES_90, marker, bearing(dq, dr))
