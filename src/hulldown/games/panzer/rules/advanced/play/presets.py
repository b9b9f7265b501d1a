"""Presets of the Advanced Game: those of the Basic Game, and words for weapons and targets that only it has.

`weapon NAME` fires that weapon only, `small arms` only weapons whose fire counts as Small Arms, `hold for vehicles`
lets leg and towed units pass. `type` takes any unit of the arsenal, and the kinds leg, towed and aircraft.
`altitude low` and `speed slow` are conditions of AA fire (6.7.4); they say nothing about targets on the ground.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from hulldown.core.errors import UnknownNameError
from hulldown.core.presets import Grammar, Names, named_by
from hulldown.core.tables import plain
from hulldown.games.panzer.data.aircraft import ALTITUDES, SPEEDS
from hulldown.games.panzer.data.arsenal import arsenal, find_target
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.rules.presets import ASPECTS
from hulldown.games.panzer.rules.presets import EXAMPLES as BASIC_EXAMPLES

AIRCRAFT: Final = "aircraft"
KINDS: Final = ("tank", "assault-gun", "half-track", "truck", "armoured-car", "leg", "towed", AIRCRAFT)
EXAMPLES: Final = (
    *BASIC_EXAMPLES,
    "hold for vehicles",
    "small arms",
    "weapon Panzerfaust",
    "altitude low",
    "type aircraft speed slow",
)


class Prospect(NamedTuple):
    """What a preset is asked about: the weapon, the target, and the odds."""

    weapon: str
    quiet: bool
    vehicle: bool
    kind: str
    name: str
    distance: int
    aspect: str
    promise: int


class Preset(msgspec.Struct, frozen=True):
    """A preset read: its conditions, and whether it fires along with others."""

    odds: int = 0
    range: int = 0
    aspect: str = ""
    types: tuple[str, ...] = ()
    weapon: str = ""
    small_arms: bool = False
    for_vehicles: bool = False
    join: bool = False
    hold: bool = False
    altitude: str = ""
    speed: str = ""

    def wants_aircraft(self, weapon: str, distance: int, flight: tuple[str, str], promise: int) -> bool:
        """Whether it fires at an aircraft with its AA row (6.7.4); conditions of ground targets let it pass."""
        return (
            not self.hold
            and not (self.aspect or self.small_arms or self.for_vehicles)
            and (not self.range or distance <= self.range)
            and (not self.types or AIRCRAFT in self.types)
            and (not self.weapon or self.weapon in plain(weapon))
            and self.altitude in ("", flight[0])
            and self.speed in ("", flight[1])
            and promise >= self.odds
        )

    def wants(self, seen: Prospect) -> bool:
        """Whether it fires at this target in this way (4.4.2c)."""
        return (
            not self.hold
            and (not self.range or seen.distance <= self.range)
            and (not self.aspect or seen.aspect == self.aspect)
            and (not self.types or seen.kind in self.types or seen.name in self.types)
            and (not self.weapon or self.weapon in plain(seen.weapon))
            and (not self.small_arms or seen.quiet)
            and (not self.for_vehicles or seen.vehicle)
            and seen.promise >= self.odds
        )


def _type(words: list[str]) -> tuple[str, ...]:
    """The kind or the unit that the next words name (4.4.2c)."""
    if words[0].casefold() in KINDS:
        return (words.pop(0).casefold(),)
    return named_by(words, lambda text: find_target(text).name)


@lru_cache(maxsize=1)
def _weapons() -> tuple[str, ...]:
    """The plain names of all weapons by which orders call them (4.4.2c)."""
    names = {"smallarms"}
    for card in arsenal().values():
        if not isinstance(card, LegUnit):
            names |= {plain(mounted.weapon.name) for mounted in card.weapons} | {plain(card.name)}
    return tuple(sorted(names))


def _plain_weapon(text: str) -> str:
    """A part of a weapon's name, plainly written (4.4.2c)."""
    name = plain(text)
    if not name or not any(name in known for known in _weapons()):
        raise UnknownNameError(f"there is no weapon {text!r}")
    return name


def _weapon(words: list[str]) -> tuple[str, ...]:
    """The weapon that the next words name (4.4.2c)."""
    return named_by(words, _plain_weapon)


GRAMMAR: Final = Grammar(
    known=(
        "odds N, range N, aspect front or rear, type NAME, weapon NAME, small arms, hold for vehicles, "
        "altitude low, medium or high, speed slow or fast, join, hold, any"
    ),
    flags={
        "join": "join",
        "hold": "hold",
        "hold for vehicles": "for_vehicles",
        "small arms": "small_arms",
    },
    numbers=("odds", "range"),
    values={"aspect": ASPECTS, "altitude": ALTITUDES, "speed": SPEEDS},
    names={
        "type": Names("types", _type, "unit or kind of unit", several=True),
        "weapon": Names("weapon", _weapon, "weapon"),
    },
)


@lru_cache(maxsize=1024)
def read(text: str) -> Preset | str:
    """The preset that a text means, or what is wrong with it."""
    found = GRAMMAR.read(text)
    return found if isinstance(found, str) else msgspec.convert(found, Preset)
