"""What the rules ask of a type of unit, as a native class: its kind, its movement and its weapon systems (8.0)."""

from __future__ import annotations

from typing import Final, final

from hulldown.games.panzer_battles.data.units import UnitType, units
from hulldown.games.panzer_battles.rules.arms import systems_of
from hulldown.games.panzer_battles.rules.state import DUMMY, Unit

MAIN: Final = "main"
"""The first main gun of a unit; HE and armour-piercing fire are the same system (FIRE-25)."""
RIFLES: Final = "rifles"
BAZOOKA: Final = "bazooka"
MG: Final = "mg"
AUTOMATIC: Final = 0
GUNS: Final = 1
"""The rounds of the Final Fire Segment (4.0-C2; SEQ-10)."""


@final
class System:
    """A weapon system: what can be fired once in a Movement Phase (8.12)."""

    __slots__ = ("external", "gun", "key", "round", "weapon")

    def __init__(self, key: str, weapon: str, round: int, external: bool, gun: int) -> None:
        self.key = key
        self.weapon = weapon
        """What the resolver calls it."""
        self.round = round
        self.external = external
        """Whether a suppressed vehicle cannot fire it (8.61A)."""
        self.gun = gun
        """The number of the main gun, -1 for other weapons."""


@final
class Traits:
    """A type of unit as the rules see it."""

    __slots__ = (
        "allowance", "carries", "crew", "dummy", "gun", "infantry", "name", "sponsons", "systems", "type", "vehicle",
    )  # fmt: skip

    def __init__(self, name: str, kind: UnitType | None) -> None:
        self.name = name
        self.type = kind
        self.dummy = kind is None
        self.infantry = kind is not None and kind.infantry
        """Whether it is men on foot: steps, and no facing (11.0-gen-3)."""
        self.crew = kind is not None and kind.kind == "crew"
        """Whether it serves guns (16.5)."""
        self.gun = kind is not None and kind.towed
        """Whether it is an anti-tank gun (16.4)."""
        self.vehicle = kind is not None and kind.vehicle
        """Whether it is tanks, halftracks or guns, which face somewhere (11.0-gen-1)."""
        self.carries = kind is not None and kind.carrier
        """Whether men ride on it and guns are towed by it (16.1a, 16.3a)."""
        self.allowance = kind.ma if kind is not None else 0
        """Its Movement Points (6.11a, 6.31a)."""
        self.systems: tuple[System, ...] = _systems(kind) if kind is not None else ()
        self.sponsons: tuple[str, ...] = ()
        if kind is not None:
            self.sponsons = tuple([one.key for one in self.systems if one.gun >= 0 and kind.guns[one.gun].sponson])

    def system(self, key: str) -> System | None:
        """The weapon system of this name."""
        for one in self.systems:
            if one.key == key:
                return one
        return None


def _systems(kind: UnitType) -> tuple[System, ...]:
    """The weapon systems by the names that orders have for them; a first main gun is just that."""
    found: list[System] = []
    gun = 0
    for one in systems_of(kind):
        number = -1
        if one.gunnery and one.weapons[0] != BAZOOKA:
            number, gun = gun, gun + 1
        key = MAIN if number == 0 else one.key.replace(" ", "")
        weapon = one.weapons[0]
        found.append(System(key, weapon, GUNS if one.gunnery else AUTOMATIC, weapon == MG and kind.external, number))
    return tuple(found)


_known: Final[dict[str, Traits]] = {}


def traits(name: str) -> Traits:
    """What the rules ask of a type of unit."""
    found = _known.get(name)
    if found is None:
        found = _known[name] = Traits(name, None if name == DUMMY else units()[name])
    return found


def file(unit: Unit) -> bool:
    """Whether a unit moves as in Column, by roads and trails (6.2b): it is, or is a single vehicle (6.69a).

    6.69c: not so a single step of infantry.
    """
    return unit.column or (unit.strength == 1 and traits(unit.type).vehicle)
