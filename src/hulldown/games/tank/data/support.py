"""What supports a force: artillery and air strikes by the period chart (35.2, 35.3), and its levels in units.

How many battalions a side gets and whether one is heavy is drawn with dice that the caller brings, or agreed.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.core.dice import Dice
from hulldown.games.tank.data.periods import PeriodLine, Procedure, Weight

PERCENT: Final = 100
CHIT: Final = 10
"""So many per cent are one panic chit (35.2e)."""
_DIE: Final = 6
_HEAVY: Final = 1
"""The die that makes one battalion heavy: a chance of one sixth (35.3b)."""
_LIGHT: Final = 3
"""Up to this die a battalion of a nation with both kinds is light: even chances (35.3c)."""


class Support(NamedTuple):
    """The artillery and aircraft of a side: its battalions by weight, the heavy one first, and its strikes."""

    battalions: tuple[Weight, ...] = ()
    fire: Procedure = ""
    smoke: bool = False
    """Whether its artillery may fire smoke (35.2d); light battalions never do (28.53)."""
    strikes: int = 0
    weight: Weight | None = None
    air: Procedure = ""


def full_support(line: PeriodLine, side: str, theatre: str = "Europe") -> Support:
    """The most that the chart allows, as players may agree (35.3d): every battalion of the heavier kind, one heavy."""
    artillery = line.artillery
    if not artillery.procedure(side):
        return _supported(line, side, (), theatre)
    kind = artillery.kinds[-1]
    heavy: tuple[Weight, ...] = ("H",) if artillery.heavy else ()
    return _supported(line, side, (*heavy, *(kind,) * (artillery.most - len(heavy))), theatre)


def drawn_support(line: PeriodLine, side: str, dice: Dice, theatre: str = "Europe") -> Support:
    """What a side receives by the dice: how many battalions, whether one is heavy, which are light.

    35.3a: any number up to the most is as likely; 35.3b: a chance of one sixth that one is heavy, unless starred, in
    place of another (X-48); 35.3c: of nations with both kinds each other battalion is light or medium, even chances. A
    side whose role the chart does not name has none and rolls nothing (35.3e).
    """
    artillery = line.artillery
    if not artillery.procedure(side):
        return _supported(line, side, (), theatre)
    number = dice.roll(artillery.most, f"artillery of {side}: battalions") if artillery.most > 1 else 1
    heavy = artillery.heavy and dice.roll(_DIE, f"artillery of {side}: a heavy battalion") == _HEAVY
    found: list[Weight] = ["H"] if heavy else []
    while len(found) < number:
        light = len(artillery.kinds) > 1 and dice.roll(_DIE, f"artillery of {side}: light or medium") <= _LIGHT
        found.append(artillery.kinds[0] if light else artillery.kinds[-1])
    return _supported(line, side, tuple(found), theatre)


def _supported(line: PeriodLine, side: str, battalions: tuple[Weight, ...], theatre: str) -> Support:
    air = line.air
    fire = line.artillery.procedure(side) if battalions else ""
    return Support(battalions, fire, line.artillery_smoke, air.maximum(theatre), air.weight, air.procedure)


def panic_level(line: PeriodLine) -> int:
    """The Panic Level in chits: one for each ten per cent (35.2e)."""
    return line.panic // CHIT


def preservation_level(percent: int, units: int) -> int:
    """The losses that trigger Preservation in a force or an arm of so many combat units, rounded up (X-08, X-62)."""
    return -(-percent * units // PERCENT)
