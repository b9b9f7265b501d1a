"""Presets of the Advanced Game: those of the Basic Game, and words for weapons and targets that only it has.

`weapon NAME` fires that weapon only, `small arms` only weapons whose fire counts as Small Arms, `hold for vehicles`
lets leg and towed units pass. `type` takes any unit of the arsenal, and the kinds leg, towed and aircraft.
`altitude low` and `speed slow` are conditions of AA fire (6.7.4); they say nothing about targets on the ground.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from hulldown.core.errors import UnknownNameError
from hulldown.core.tables import plain
from hulldown.games.panzer.data.aircraft import ALTITUDES, SPEEDS
from hulldown.games.panzer.data.arsenal import arsenal, find_target
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.rules.presets import ASPECTS, number_of
from hulldown.games.panzer.rules.presets import EXAMPLES as BASIC_EXAMPLES

WEAPON: Final = "weapon"
SMALL: Final = ("small", "arms")
FOR_VEHICLES: Final = ("for", "vehicles")
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
_KNOWN: Final = (
    "odds N, range N, aspect front or rear, type NAME, weapon NAME, small arms, hold for vehicles, "
    "altitude low, medium or high, speed slow or fast, join, hold, any"
)
_FLIGHT: Final = {"altitude": ALTITUDES, "speed": SPEEDS}
_WITH_VALUE: Final = ("odds", "range", "aspect", "type", WEAPON, *_FLIGHT)


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


class Preset(NamedTuple):
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


@lru_cache(maxsize=1024)
def read(text: str) -> Preset | str:
    """The preset that a text means, or what is wrong with it (4.4.2c)."""
    words = text.replace(",", " ").split()
    preset = Preset()
    while words:
        found = _next(preset, words)
        if isinstance(found, str):
            return found
        preset = found
    return preset


def _next(preset: Preset, words: list[str]) -> Preset | str:
    """A preset with the condition that the next words mean, which are taken away; or what is wrong with them.

    Case 4.4.2c.
    """
    word = words.pop(0).casefold()
    ahead = tuple(one.casefold() for one in words[:2])
    if word == "any":
        return preset
    if word == "join":
        return preset._replace(join=True)
    if word == "hold":
        if ahead == FOR_VEHICLES:
            del words[:2]
            return preset._replace(for_vehicles=True)
        return preset._replace(hold=True)
    if word == SMALL[0] and ahead[:1] == SMALL[1:]:
        del words[:1]
        return preset._replace(small_arms=True)
    if word not in _WITH_VALUE:
        return f"{word!r} is no condition of a preset: {_KNOWN}"
    if not words:
        return f"{word} needs a value"
    return _valued(preset, word, words)


def _valued(preset: Preset, word: str, words: list[str]) -> Preset | str:
    """The same for a condition that has a value (4.4.2c)."""
    if word == "type":
        kind = _type(words)
        return (
            preset._replace(types=(*preset.types, kind)) if kind else f"there is no unit or kind of unit {words[0]!r}"
        )
    if word == WEAPON:
        weapon = _weapon(words)
        return preset._replace(weapon=weapon) if weapon else f"there is no weapon {words[0]!r}"
    value = words.pop(0).casefold().rstrip("%")
    if word in _FLIGHT:
        told = " or ".join(_FLIGHT[word])
        if value not in _FLIGHT[word]:
            return f"{word} is {told}, not {value!r}"
        return preset._replace(altitude=value) if word == "altitude" else preset._replace(speed=value)
    if word == "aspect":
        return preset._replace(aspect=value) if value in ASPECTS else f"aspect is front or rear, not {value!r}"
    number = number_of(word, value)
    if isinstance(number, str):
        return number
    return preset._replace(odds=number) if word == "odds" else preset._replace(range=number)


def _type(words: list[str]) -> str:
    """The kind or the unit that the next words name, which are taken away; "" when there is none (4.4.2c)."""
    if words[0].casefold() in KINDS:
        return words.pop(0).casefold()
    for count in range(len(words), 0, -1):
        try:
            name = find_target(" ".join(words[:count])).name
        except UnknownNameError:
            continue
        del words[:count]
        return name
    return ""


@lru_cache(maxsize=1)
def _weapons() -> tuple[str, ...]:
    """The plain names of all weapons by which orders call them (4.4.2c)."""
    names = {"smallarms"}
    for card in arsenal().values():
        if not isinstance(card, LegUnit):
            names |= {plain(mounted.weapon.name) for mounted in card.weapons} | {plain(card.name)}
    return tuple(sorted(names))


def _weapon(words: list[str]) -> str:
    """The weapon that the next words name, plainly written, which are taken away; "" when there is none (4.4.2c)."""
    for count in range(len(words), 0, -1):
        name = plain(" ".join(words[:count]))
        if name and any(name in known for known in _weapons()):
            del words[:count]
            return name
    return ""
