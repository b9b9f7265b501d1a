"""Hit locations: the one resolver for where an AP hit strikes and what it does there (6.5.2.2, 6.5.2.3, 6.5.2.5).

A location roll (100) is read twice: its tens result from 1 to 10 gives the location, its units result the damage. A
digit 0 reads 10 (ruling B1), so the two are independent and each of them is as likely as any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

from hulldown.core.angles import angle as angle_between
from hulldown.core.angles import bearing
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.loading import cell_tag, chart, weakest
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.data.weapons import Damage
from hulldown.games.panzer.rules.advanced.hulldown import ANGLES, Angle, HullDown

ShotAngle = Literal["level", "rising", "falling"]
SHOTS: tuple[ShotAngle, ...] = get_args(ShotAngle)
HitEffect = Literal["masked", "bounce", "nd", "track", "damaged", "ko", "bu"]
HIT_EFFECTS: tuple[HitEffect, ...] = get_args(HitEffect)
"""What one hit does: masked by a hull-down position, not through the armour, through without damage, and so on."""
TRACK, DECK = "TK", "DK"
_PARTS = {"T": "Turret", "H": "Hull"}
_SIDES = {"F": "Front", "S": "Side", "R": "Rear"}
NAMES = {
    **{part + side: f"{_PARTS[part]} {_SIDES[side]}" for part in _PARTS for side in _SIDES},
    TRACK: "Track",
    DECK: "Deck",
}
"""The eight locations; vehicles without a turret have turret locations too (6.5.2.2b)."""
DIGITS = range(1, 11)
SOFT = 2
"""What is taken off the units result against an S-Type vehicle (6.5.2.5b)."""


class Place(NamedTuple):
    """Where a tens result strikes: the location, its armour, and whether a hull-down position masks it."""

    tens: int
    location: str
    starred: bool
    masked: bool
    armour: int
    tag: str
    rule: str

    @property
    def name(self) -> str:
        return NAMES[self.location] + ("*" if self.starred else "")


class Hit(NamedTuple):
    """What one hit depends on: target, angle, slope of the shot, cover of the hull, penetration and damage."""

    target: Vehicle
    angle: Angle
    shot: ShotAngle
    hull_down: HullDown
    penetration: int
    damage: Damage
    target_damaged: bool = False


def digits(rolled: int) -> tuple[int, int]:
    """The tens and units results of a roll (100), each from 1 to 10 (6.5.2.2d; ruling B1)."""
    return rolled // 10 or 10, rolled % 10 or 10


@lru_cache(maxsize=4096)
def hit_angles(facing: int, dq: int, dr: int) -> tuple[Angle, ...]:
    """The Hit Angle shown to a firer at this displacement from the target (6.5.2.2a; ruling C2).

    Two where the line runs exactly between them: the target's owner chooses (6.5.2.2c).
    """
    row = 15 * angle_between(facing, bearing(dq, dr))
    table = chart("hit-angle")
    found = [table.cell(row, column) for column in ("angle", "other")]
    return tuple(angle for angle in ANGLES if angle in found)


def slope(firer: int, target: int) -> ShotAngle:
    """Whether a shot is level, rising or falling, by the heights of firer and target (6.5.2.3.1)."""
    return "falling" if firer > target else "rising" if firer < target else "level"


@lru_cache(maxsize=4096)
def places(target: Vehicle, angle: Angle, shot: ShotAngle, hull_down: HullDown) -> tuple[Place, ...]:
    """Where each tens result from 1 to 10 strikes (6.5.2.2d).

    10 is a Track hit at every angle and on wheels too (6.5.2.2.1a, 6.5.2.2.1c), 1 of a falling shot a Deck hit
    (6.5.2.2.2a, 6.5.2.2.2b). Hull Down masks Hull, Hull* and Track, Partial Hull Down Hull* and Track (6.5.2.2.3a,
    6.5.2.2.3b), never the Deck (H10).
    """
    return tuple(_place(target, angle, shot, hull_down, tens) for tens in DIGITS)


def _place(target: Vehicle, angle: Angle, shot: ShotAngle, hull_down: HullDown, tens: int) -> Place:
    table = chart("hit-locations")
    cell, tag = table.cell(tens, angle), cell_tag(table, tens, angle)
    if tens == 1 and shot == "falling":
        armour, _ = armour_at(target, angle, DECK, shot)
        return Place(tens, DECK, False, False, armour, "rulebook", "6.5.2.2.2a")
    location, starred = cell.rstrip("*"), cell.endswith("*")
    if location == TRACK:
        return Place(tens, TRACK, False, hull_down != "none", 0, tag, "6.5.2.2.1a")
    hull = location.startswith("H")
    masked = hull and (hull_down == "full" or (hull_down == "partial" and starred))
    armour, _ = armour_at(target, angle, location, shot)
    rule = "6.5.2.2d" if not masked else "6.5.2.2.3a" if hull_down == "full" else "6.5.2.2.3b"
    return Place(tens, location, starred, masked, armour, tag, rule)


def armour_at(target: Vehicle, angle: Angle, location: str, shot: ShotAngle) -> tuple[int, str]:
    """The Armor Factor of a location and its tag (6.5.2.3a, 6.5.2.3.1, 6.5.2.3.2, 6.5.2.3.3).

    Those of S-Type vehicles are 0 (6.5.2.3c). It is the same against KE and CE ammunition (6.5.2.3.4).
    """
    if location == DECK:
        return target.armour.deck, target.armour.provenance["DK"]
    key = f"{angle if angle in ('front', 'rear') else 'side'} {location}"
    return target.armour.locations[key][SHOTS.index(shot)], target.armour.provenance[f"{key}.{shot}"]


def damage_of(hit: Hit, units: int) -> HitEffect:
    """What a hit that went through the armour does (6.5.2.5a, 6.5.2.5-nd); a second Damage knocks out (ruling H8).

    Against S-Type vehicles 2 are taken off the units result, which stays at least 1 (6.5.2.5b; ruling H12).
    """
    if hit.target.target_type == "S":
        units = max(1, units - SOFT)
    effect = hit.damage.effect(units)
    return "ko" if effect == "damaged" and hit.target_damaged else effect


def strike(hit: Hit, tens: int, units: int) -> HitEffect:
    """What a hit with these results does: mask, Track, armour, then damage (6.5.2.2.1a, 6.5.2.5a).

    A penetration equal to the armour goes through (4.4.3.2.5c).
    """
    place = places(hit.target, hit.angle, hit.shot, hit.hull_down)[tens - 1]
    if place.masked:
        return "masked"
    if place.location == TRACK:
        return "track"
    return "bounce" if hit.penetration < place.armour else damage_of(hit, units)


def distribution(hit: Hit) -> Mapping[HitEffect, Fraction]:
    """The exact chance of everything that one hit can do."""
    counts = dict.fromkeys(HIT_EFFECTS, 0)
    for tens in DIGITS:
        for units in DIGITS:
            counts[strike(hit, tens, units)] += 1
    return {effect: Fraction(count, len(DIGITS) ** 2) for effect, count in counts.items()}


def location_factors(hit: Hit) -> tuple[Factor, ...]:
    """What makes the distribution of a hit: every location with its armour or its mask, then the damage (6.5.2.5a)."""
    found: list[Factor] = []
    for place in places(hit.target, hit.angle, hit.shot, hit.hull_down):
        label = f"{hit.angle}, {place.tens}: {place.name}"
        found.append(_location_factor(hit, place, label))
    if hit.target.target_type == "S":
        tag = hit.target.provenance["defence"]
        found.append(Factor("6.5.2.5b", f"{hit.target.name} is S-Type, units result", -SOFT, tag))
    found.append(_damage_factor(hit.damage))
    if hit.target_damaged:
        found.append(Factor("4.4.3.2.6-damaged-b", "damaged a second time", "ko", "rulebook"))
    return tuple(found)


def _location_factor(hit: Hit, place: Place, label: str) -> Factor:
    if place.masked:
        return Factor("6.5.2.2.3a" if hit.hull_down == "full" else "6.5.2.2.3b", label, "masked", place.tag)
    if place.location == TRACK:
        return Factor(place.rule, label, "track", place.tag)
    _, tag = armour_at(hit.target, hit.angle, place.location, hit.shot)
    through = "bounces off" if hit.penetration < place.armour else "goes through"
    return Factor("6.5.2.3a", f"{label}, {through} armour", place.armour, weakest(place.tag, tag))


def _damage_factor(damage: Damage) -> Factor:
    """The AP Damage of a weapon: the units results of each effect."""
    lasts = (("No Damage", damage.nd), ("Damaged", damage.damaged), ("Knocked Out", damage.ko), ("Brewed Up", 10))
    told, first = [], 1
    for name, last in lasts:
        if last >= first:
            told.append(f"{name} {first}" if last == first else f"{name} {first}-{last}")
            first = last + 1
    return Factor("6.5.2.5a", "AP Damage by units result", ", ".join(told), weakest(*damage.provenance.values()))
