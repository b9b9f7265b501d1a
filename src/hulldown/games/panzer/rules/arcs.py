"""Which hexes lie in a vehicle's front or rear arc, and which aspect a target shows its firer.

Everything is a function of a facing (0 to 5, clockwise from north) and a displacement in axial hexes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from hulldown.core.angles import DEGREES_30, DEGREES_90, angle, bearing, within
from hulldown.games.panzer.data.cards import Card
from hulldown.games.panzer.data.loading import chart

Aspect = Literal["front", "rear", "either"]
Watch = Literal["none", "overwatch", "adjust"]
"""How a shot is fired: not on overwatch, on overwatch inside the gun's arc, or outside it."""


@lru_cache(maxsize=16384)
def in_front(facing: int, dq: int, dr: int) -> bool:
    """Whether the hex at a displacement lies in the front 60 degrees, bisected hexes included (4.4.3.1.4b; C4)."""
    return (dq != 0 or dr != 0) and within(DEGREES_30, facing, bearing(dq, dr))


def in_arc(card: Card, facing: int, dq: int, dr: int) -> bool:
    """Whether the hex at a displacement lies in the arc the gun points to: the rear one for rear guns.

    Cases 4.4.3.1.3a, 4.4.3.1.4a, 4.4.3.1.5a, 4.4.3.1.5b, 4.4.3.2.2-overwatch-b.
    """
    return points_to(card.mount, facing, dq, dr)


def points_to(mount: str, facing: int, dq: int, dr: int) -> bool:
    """Whether a weapon so mounted points to the hex at a displacement as its unit stands."""
    return in_front(facing + 3 if mount == "rear" else facing, dq, dr)


def in_field(card: Card, facing: int, dq: int, dr: int) -> bool:
    """Whether a vehicle may fire at the hex at a displacement.

    All round from turrets and turretless 360 mounts (4.4.3.1.1, 4.4.3.1.2a), inside the arc of a fixed gun only
    (4.4.3.1.3b, 4.4.3.1.4c, 4.4.3.1.5c).
    """
    if card.mount == "none" or (dq == 0 and dr == 0):
        return False
    return card.all_round or in_arc(card, facing, dq, dr)


def watch(card: Card, facing: int, dq: int, dr: int) -> Watch:
    """How overwatch fire at a displacement counts; "none" where the vehicle may not fire there.

    Cases 4.4.3.2.2-overwatch-a, 4.4.3.2.2-overwatch-adjust-a, 4.4.3.2.2-overwatch-adjust-b.
    """
    if not in_field(card, facing, dq, dr):
        return "none"
    return "overwatch" if in_arc(card, facing, dq, dr) else "adjust"


@lru_cache(maxsize=16384)
def aspect(facing: int, dq: int, dr: int) -> Aspect:
    """The aspect that a target shows to a firer at this displacement from it (4.4.3.2.4a to 4.4.3.2.4c; C1).

    "either": the line runs down the hexside between Front and Rear, and the target's owner chooses.
    """
    off = angle(facing, bearing(dq, dr)) if dq or dr else DEGREES_90
    cell = chart("aspect").cell(0 if off < DEGREES_90 else 90 if off == DEGREES_90 else 180, "aspect")
    return "front" if cell == "front" else "rear" if cell == "rear" else "either"
