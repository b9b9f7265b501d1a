"""AP fire of the Advanced Game: the new modifiers, the number of hits, and what one hit does (6.5.2).

An `ApAim` is everything a shot depends on, `resolve` turns it into an `ApShot` that explains itself, `roll` throws the
dice for it. The tables of the Basic Game are read by its own resolver; where a hit strikes is `locations`' business.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

import msgspec

from hulldown.core.charts import span
from hulldown.core.dice import Dice
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Explained, Factor, least_sure
from hulldown.games.panzer.data.advanced_tables import Grade, cell, modifier
from hulldown.games.panzer.data.cards import RANGE_FACTORS
from hulldown.games.panzer.data.loading import Cover, weakest
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.data.weapons import Damage, Row
from hulldown.games.panzer.rules import fire
from hulldown.games.panzer.rules.advanced.chances import SIDES, total
from hulldown.games.panzer.rules.advanced.command_tables import command_range
from hulldown.games.panzer.rules.advanced.gp import DualFire
from hulldown.games.panzer.rules.advanced.grades import fire_modifier
from hulldown.games.panzer.rules.advanced.hindrances import CLEAR, Clouds, cloud_modifiers
from hulldown.games.panzer.rules.advanced.hulldown import Angle, HullDown
from hulldown.games.panzer.rules.advanced.locations import (
    Hit,
    HitEffect,
    ShotAngle,
    digits,
    distribution,
    location_factors,
    strike,
)
from hulldown.games.panzer.rules.arcs import Watch
from hulldown.games.panzer.rules.rolls import roll_100

Rof = Literal["N", "Q", "R", "F"]
"""Normal, Quick, Rapid and Fast (6.5.2.1a)."""
MOST = 3
"""The most hits of one shot."""
RULE = "rulebook"
TABLE = "ap-modifiers-advanced"
_COLUMNS = {"N": (), "Q": ((2, "Q2"),), "R": ((3, "R3"), (2, "R2")), "F": ((3, "F3"), (2, "F2"))}


class ApWeapon(msgspec.Struct, frozen=True, eq=False):
    """What fires: an AP row, the Rate-of-Fire and the AP Damage of the weapon (6.5.2.1a).

    Weapons are made once and compared by identity, as cards are, so that shots can be looked up.
    """

    name: str
    row: Row
    damage: Damage
    rof: Rof = "N"
    rof_tag: str = RULE
    adjusts: bool = True
    """Whether it can be turned outside its arc for overwatch."""


class ApAim(NamedTuple):
    """A shot before the dice: weapon, target and range, and all that helps or hinders (6.5.2.4-ammo-limit)."""

    weapon: ApWeapon
    target: Vehicle
    distance: int
    angle: Angle = "front"
    shot: ShotAngle = "level"
    hull_down: HullDown = "none"
    """How far the hull is masked at this angle."""
    grade: Grade = "seasoned"
    cover: Cover = "none"
    over_stacked: bool = False
    target_moving: bool = False
    target_damaged: bool = False
    short_halt: bool = False
    shooter_damaged: bool = False
    shooter_suppressed: bool = False
    watch: Watch = "none"
    smoke: int = 0
    fires: int = 0
    """Fire hexes on the line, those of both ends included (6.5.2.4-on-fire-a, 6.5.2.4-on-fire-b)."""
    clouds: Clouds = CLEAR
    """Smoke and barrages on the line, those of both ends included (6.5.2.4-smoke-a, 6.5.2.4-barrage-a)."""
    limits: int = 0
    """Ammo limits that failed: 1, or 2 where a special round was replaced by a basic one that failed too."""
    transported: bool = False
    heat_haze: bool = False
    dual_fire: DualFire = "none"
    cover_source: str = ""
    more: tuple[Factor, ...] = ()


class ApShot(msgspec.Struct, frozen=True):
    """A resolved aim: a roll (100) of `hit_number` or less hits once or more, and every hit rolls for its location."""

    band: str
    net: Explained
    hit_number: int
    rof: str
    penetration: int
    hits: Mapping[int, Fraction]
    per_hit: Mapping[HitEffect, Fraction]
    factors: tuple[Factor, ...]
    void: str = ""

    @property
    def hit(self) -> Fraction:
        """The chance to hit at all (4.4.3.2.3d)."""
        return Fraction(self.hit_number, SIDES)

    @property
    def provenance(self) -> str:
        """The weakest source among the numbers that made the shot."""
        return least_sure(factor.provenance for factor in self.factors if factor.provenance)


class ApResult(NamedTuple):
    """A shot with its rolls: each hit as its location roll and its effect."""

    shot: ApShot
    rolled: int
    hits: tuple[tuple[int, HitEffect], ...]


def rate_of_fire(aim: ApAim) -> Rof:
    """The Rate-of-Fire of a shot: N after a failed ammo limit (5.16.2.1a, 5.16.2.2a; ruling H13)."""
    return "N" if aim.limits else aim.weapon.rof


def hits_scored(hit_number: int, rof: Rof, rolled: int) -> int:
    """The number of hits that the hit roll itself scores (6.5.2.1b).

    Rate-of-Fire N scores one (6.5.2.1d), the others one or more by the AP Number of Hits Table (6.5.2.1e).
    """
    if rolled > hit_number:
        return 0
    for number, column in _COLUMNS[rof]:
        if rolled in span(cell("number-of-hits", str(hit_number), column).text):
            return number
    return 1


@lru_cache(maxsize=512)
def number_of_hits(hit_number: int, rof: Rof) -> Mapping[int, Fraction]:
    """The exact chance of none to three hits."""
    found = [hits_scored(hit_number, rof, rolled) for rolled in range(1, SIDES + 1)]
    return MappingProxyType({number: Fraction(found.count(number), SIDES) for number in range(MOST + 1)})


def may_spread(aim: ApAim, apart: int, distance: int) -> bool:
    """Whether an additional hit may go to another vehicle, so many hexes from the target and from the firer.

    Within the Command Range of the firer's own grade (6.5.2.1g; rulings C7, J14), and at the same or a closer Range
    Factor (6.5.2.1h). Each target has its own angle and range then (ruling C6).
    """
    row = aim.weapon.row
    first, other = row.band(aim.distance), row.band(distance)
    return apart <= command_range(aim.grade) and first is not None and other is not None and other <= first


def modifiers(aim: ApAim, band: str) -> Explained:
    """The Net Modifier: that of the Basic Game, what the Advanced Game adds, and the Unit Grade (6.5.2.4).

    Cases 6.5.2.4-shooter-suppressed, 6.5.2.4-transported-fire, 6.5.2.4-heat-haze, 6.5.2.4-dual-fire-a,
    6.5.2.4-on-fire-a, 6.5.2.4-smoke-a, 6.5.2.4-barrage-a, 6.5.2.4-ammo-limit, 6.5.2.4-unit-grade-a.
    """
    basic = fire.modifiers(aim)
    found = [
        modifier(TABLE, name)
        for applies, name in (
            (aim.shooter_suppressed, "shooter_suppressed"),
            (aim.transported, "transported_fire"),
            (aim.heat_haze and aim.distance >= cell("heat-haze", "V", "range").number, "heat_haze"),
            (aim.dual_fire != "none", f"dual_fire_{aim.dual_fire}"),
        )
        if applies
    ]
    if aim.fires:
        found.append(modifier(TABLE, "on_fire", aim.fires))
    found += cloud_modifiers(TABLE, aim.clouds)
    if aim.limits:
        each = modifier(TABLE, "ammo_limit", aim.limits)
        found.append(each if aim.limits == 1 else Factor("5.16.2.2b", each.label, each.value, each.provenance))
    grade = fire_modifier("ap", aim.grade, band)
    if grade.value:
        found.append(grade)
    return Explained(basic.rule, basic.label, basic.value + total(found), (*basic.factors, *found))


@lru_cache(maxsize=8192)
def resolve(aim: ApAim) -> ApShot:
    """The shot that an aim makes (6.5.2, 4.4.3.2).

    Cases 5.6a, 6.5.2.1e, 6.5.2.5a.
    """
    row = aim.weapon.row
    refused = _void(aim)
    if refused is not None:
        nothing = Explained("4.4.3.2.2b", "Net Modifier", 0)
        return ApShot("", nothing, 0, "", 0, {}, {}, (refused,), refused.label)
    place = row.band(aim.distance)
    assert place is not None
    band, penetration = RANGE_FACTORS[place], row.factors[place]
    net, rof = modifiers(aim, band), rate_of_fire(aim)
    told = f"{aim.weapon.name} {row.ammo}"
    factors = [
        Factor(row.rule or "4.4.3.2.1d", f"{told} at range {aim.distance}", band, row.provenance[f"range.{band}"]),
        *net.factors,
        Factor(net.rule, "Net Modifier", net.value, weakest(*(factor.provenance for factor in net.factors))),
    ]
    number = fire.hit_number(net.value, band, factors)
    factors += _rof_factors(aim, rof, number)
    factors.append(Factor("4.4.3.2.5b", f"{told} penetration", penetration, row.provenance[f"factors.{band}"]))
    hit = hit_of(aim, penetration)
    factors += location_factors(hit)
    return ApShot(band, net, number, rof, penetration, number_of_hits(number, rof), distribution(hit), tuple(factors))


def hit_of(aim: ApAim, penetration: int) -> Hit:
    """One hit of a shot, as the resolver of locations takes it."""
    return Hit(
        aim.target, aim.angle, aim.shot, aim.hull_down, penetration, aim.weapon.damage, aim.target_damaged
    )  # fmt: skip


def _rof_factors(aim: ApAim, rof: Rof, number: int) -> list[Factor]:
    """The Rate-of-Fire and the cells that it reads."""
    if aim.limits and aim.weapon.rof != "N":
        return [Factor("5.16.2.1a", "Rate-of-Fire after a failed ammo limit", "N", RULE)]
    rule = "6.5.2.1d" if rof == "N" else "6.5.2.1e"
    found = [Factor(rule, f"{aim.weapon.name} Rate-of-Fire", rof, aim.weapon.rof_tag)]
    if number:
        for hits, column in _COLUMNS[rof]:
            each = cell("number-of-hits", str(number), column)
            found.append(Factor("6.5.2.1-table", f"{hits} hits with a Hit Number of {number}", each.text, each.tag))
    return found


def _void(aim: ApAim) -> Factor | None:
    """Why there can be no shot: range (5.6a, 3.5.2a), a fixed gun on the wrong side, Dual Fire while suppressed."""
    weapon = aim.weapon
    if aim.distance < weapon.row.minimum:
        return Factor("5.6a", f"range {aim.distance} is below the minimum range {weapon.row.minimum}", 0, RULE)
    if aim.distance > weapon.row.reach:
        told = f"range {aim.distance} is beyond the maximum range {weapon.row.reach}"
        return Factor("3.5.2a", told, 0, weapon.row.provenance[f"range.{RANGE_FACTORS[-1]}"])
    if aim.watch == "adjust" and not weapon.adjusts:
        return Factor("4.4.3.2.2-overwatch-adjust-b", f"{weapon.name} cannot be turned there", 0, RULE)
    if aim.shooter_suppressed and aim.dual_fire != "none":
        return Factor("5.14f", "a suppressed unit fires one weapon only", 0, RULE)
    return None


def roll(aim: ApAim, dice: Dice, line: str = "") -> ApResult:
    """What a shot does when the dice are thrown: the hit roll, then a location roll for each hit (6.5.2.1f, 6.5.2.2d).

    Hits that are spread to other targets are rolled for with `strike` on those (6.5.2.1g, 6.5.2.1i). There is none
    out of range (5.6a).
    """
    shot = resolve(aim)
    told = line or f"{aim.weapon.name} at {aim.target.name}"
    if shot.void:
        raise HulldownError(f"no AP fire of {told}: {shot.void}")
    rolled = roll_100(dice, f"AP Hit: {told}")
    hit, found = hit_of(aim, shot.penetration), []
    for _ in range(hits_scored(shot.hit_number, rate_of_fire(aim), rolled)):
        located = roll_100(dice, f"AP location: {told}")
        found.append((located, strike(hit, *digits(located))))
    return ApResult(shot, rolled, tuple(found))
