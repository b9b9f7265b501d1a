"""GP fire: the one resolver behind odds, preview and resolution (6.5.4).

A `GpAim` is everything an attack depends on, `resolve` turns it into a `GpShot` that explains itself, `roll` throws
the dice for it, on overwatch too (6.5.3). A loaded carrier and each of its passengers, a unit and the terrain it stands
in, are attacked one by one with the same factor (6.5.4.2.3a, 6.5.4.2.3b, 6.5.4.4f, 6.5.4.4g). GP fire never scores
several hits (6.5.2.1c).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from hulldown.core.dice import Dice
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Explained, Factor, least_sure
from hulldown.games.panzer.data.advanced_tables import Grade, cell, modifier
from hulldown.games.panzer.data.cards import RANGE_FACTORS
from hulldown.games.panzer.data.loading import Cover, cell_tag, chart, weakest
from hulldown.games.panzer.data.weapons import Row
from hulldown.games.panzer.rules.advanced.chances import total
from hulldown.games.panzer.rules.advanced.gp_defence import Defence
from hulldown.games.panzer.rules.advanced.gp_effects import Blow, brew_up_limit, effect_of, outcomes_of
from hulldown.games.panzer.rules.advanced.grades import fire_modifier
from hulldown.games.panzer.rules.advanced.hindrances import CLEAR, Clouds, cloud_modifiers
from hulldown.games.panzer.rules.advanced.hulldown import HullDown
from hulldown.games.panzer.rules.advanced.spotting_ranges import Size
from hulldown.games.panzer.rules.arcs import Watch
from hulldown.games.panzer.rules.rolls import roll_100

DualFire = Literal["none", "same", "different"]
RULE = "rulebook"
TABLE = "gp-modifiers"
Sheaf = Literal["", "one", "closed", "open", "linear"]
"""The SHEAF of indirect fire; "": direct fire (6.5.1.5)."""
PLANNED_BAND = "M"
"""The Range Factor of all planned fire (6.5.1.13d)."""
NO_GRADE = "none"
"""Fire on which the grade of the firer has no influence."""
FACTORS = (1, 15)
"""The columns of the GP Combat Results."""


class GpWeapon(msgspec.Struct, frozen=True, eq=False):
    """What fires: a GP row, and whether the vehicle has a Coax MG beside it (6.5.4.3-coax-mg).

    Weapons are made once and compared by identity, as cards are, so that attacks can be looked up.
    """

    name: str
    row: Row
    coax: bool = False
    adjusts: bool = True
    """Whether it can be turned outside its arc for overwatch."""
    hand_held: bool = False
    """Whether its one factor serves against leg and towed units only (5.1.3.4c, 5.1.3.4d)."""


class GpAim(NamedTuple):
    """An attack before the dice: weapon, defence, range, and all that helps or hinders."""

    weapon: GpWeapon
    defence: Defence
    distance: int
    grade: Grade = "seasoned"
    size: Size = "V"
    """The size of the target, or of the carrier: it matters in Heat Haze only."""
    cover: Cover = "none"
    """The fire cover of a vehicle's hex; that of leg and towed units is in their defence."""
    cover_source: str = ""
    over_stacked: bool = False
    target_moving: bool = False
    """Whether a target vehicle has Move or Short Halt, and its owner shows it (6.5.4.3-target-vehicle-moving-b)."""
    target_damaged: bool = False
    hull_down: HullDown = "none"
    cavalry: bool = False
    crawling: bool = False
    wall: bool = False
    """Whether the line crosses a Wall hexside, or runs along one, that shelters a leg or towed target."""
    entrenched: bool = False
    short_halt: bool = False
    shooter_damaged: bool = False
    shooter_suppressed: bool = False
    watch: Watch = "none"
    smoke: int = 0
    """Distinct sources of Brew-Up Smoke on the line, those of both ends included."""
    fires: int = 0
    """Fire hexes on the line, those of both ends included (6.5.4.3-on-fire-a, 6.5.4.3-on-fire-b)."""
    ammo_limit: bool = False
    transported: bool = False
    heat_haze: bool = False
    dual_fire: DualFire = "none"
    graded: str = ""
    """The Range Factor by which the grade counts where it is not that of the range; "none": it does not count."""
    clouds: Clouds = CLEAR
    """Smoke and barrages on the line, those of both ends included (6.5.4.3-smoke, 6.5.4.3-barrage)."""
    sheaf: Sheaf = ""
    planned: bool = False
    off_target: bool = False
    """Whether the target of indirect fire is outside the Target Point hex."""
    in_barrage: bool = False
    """Whether a barrage strikes a target that moves inside it (6.6.6d)."""
    moving_everywhere: bool = False
    """The option by which the moving modifier of called fire holds in the whole SHEAF (K1)."""
    overhead: bool = False
    """Whether the cover of a vehicle is overhead: only such cover counts against indirect fire."""
    more: tuple[Factor, ...] = ()
    """Modifiers that other rules add."""


class GpShot(msgspec.Struct, frozen=True):
    """A resolved attack: a modified result up to `n_effect` does nothing, up to `s_effect` it suppresses."""

    band: str
    factor: int
    defence: int
    net: Explained
    n_effect: int
    s_effect: int
    brew_up: int
    """Where a kill is rolled for: a die (10) of this or less brews up."""
    outcomes: Mapping[str, Fraction]
    factors: tuple[Factor, ...]
    void: str = ""
    """Why there can be no such fire, if there can be none."""

    @property
    def provenance(self) -> str:
        """The weakest source among the numbers that made it."""
        return least_sure(factor.provenance for factor in self.factors if factor.provenance)


class GpResult(NamedTuple):
    """An attack with its rolls."""

    shot: GpShot
    rolled: int
    result: int
    """The modified roll; it may be above 100 or below 1 (6.5.4.4b)."""
    effect: str
    second: int = 0
    """The die (10) for Brew Up, or the second roll (100) against terrain; 0: none."""


def modifiers(aim: GpAim, band: str) -> Explained:
    """The Net Modifier of the roll with all its parts, which are cumulative (5.12a, 6.5.4.3a, 6.5.4.3b).

    Case 6.5.4.3-unit-grade-a.
    """
    found = [*_target_modifiers(aim, band), *_shooter_modifiers(aim)]
    # Q4: indirect fire takes no modifier for a grade; the observer's counts for the response alone.
    if aim.graded != NO_GRADE and not aim.sheaf:
        grade = fire_modifier("gp", aim.grade, aim.graded or band)
        if grade.value:
            found.append(grade)
    found += aim.more
    return Explained("6.5.4.3b", "Net Modifier", total(found), tuple(found))


def _target_modifiers(aim: GpAim, band: str) -> list[Factor]:
    """What the target brings: type, movement and cover of vehicles, ground and state of leg and towed units.

    Cases 6.5.4.3-target-cavalry, 6.5.4.3-leg-crawling, 6.5.4.3-wall-hexside, 6.5.4.3-hasty-entrenchment,
    6.5.4.3-coax-mg.
    """
    kind, target = aim.defence.kind, aim.defence
    vehicle, dismounted = kind == "vehicle", kind in ("leg", "towed")
    found = _vehicle_modifiers(aim) if vehicle else []
    coax = aim.weapon.coax and band == "P" and target.type != "A" and kind != "terrain"
    for applies, name in (
        (dismounted and aim.cavalry, "cavalry"),
        (kind == "leg" and aim.crawling, "crawling"),
        (dismounted and aim.wall and not aim.sheaf, "wall"),
        (dismounted and aim.entrenched, "hasty_entrenchment"),
        (coax, "coax"),
        (_hazy(aim), "heat_haze"),
    ):
        if applies:
            found.append(modifier(TABLE, name))
    return found


def _vehicle_modifiers(aim: GpAim) -> list[Factor]:
    """What a target vehicle brings: its type, its cover, its movement.

    Cases 6.5.4.3-target-type, 6.5.4.3-vehicle-cover-a, 6.5.4.3-target-vehicle-moving-a,
    6.5.4.3-target-vehicle-moving-c.
    """
    found = []
    if aim.defence.type != "S":
        each = modifier(TABLE, f"type_{aim.defence.type}")
        found.append(Factor(each.rule, each.label, each.value, aim.defence.factors[0].provenance))
    if aim.cover in ("medium", "heavy") and (aim.overhead or not aim.sheaf):
        found.append(_vehicle_cover(aim))
    if aim.target_moving and not aim.sheaf:
        found.append(modifier(TABLE, "target_moving"))
    if aim.target_moving and _moves_under_fire(aim):
        found.append(modifier(TABLE, "target_moving_if"))
    return found


def _moves_under_fire(aim: GpAim) -> bool:
    """Whether the modifier of indirect fire at moving vehicles applies (6.5.4.3-target-vehicle-moving-c).

    Not for planned fire (Q22), not outside the Target Point hex unless the option says so (K1), and not for those who
    move inside a barrage (6.6.6d).
    """
    if not aim.sheaf or aim.planned or aim.in_barrage:
        return False
    return aim.moving_everywhere or not aim.off_target


def _hazy(aim: GpAim) -> bool:
    """Whether Heat Haze hinders: not indirect fire (6.5.4.3-heat-haze)."""
    return aim.heat_haze and not aim.sheaf and aim.distance >= cell("heat-haze", aim.size, "range").number


def _vehicle_cover(aim: GpAim) -> Factor:
    """Medium or Heavy Cover of a vehicle, none in an over-stacked hex (6.5.4.3-vehicle-cover-a; ruling L18).

    Against indirect fire only cover overhead counts (6.5.4.3-vehicle-cover-b).
    """
    each = modifier(TABLE, f"{aim.cover}_cover")
    if aim.over_stacked:
        return Factor(each.rule, f"over-stacked hex, no {aim.cover.title()} Cover", 0, RULE)
    return Factor(each.rule, each.label, each.value, weakest(each.provenance, aim.cover_source))


def _shooter_modifiers(aim: GpAim) -> list[Factor]:
    """What the firer and the line of fire bring.

    Cases 6.5.4.3-short-halt, 6.5.4.3-shooter-damaged, 6.5.4.3-shooter-suppressed, 6.5.4.3-overwatch,
    6.5.4.3-overwatch-adjust, 6.5.4.3-ammo-limit, 6.5.4.3-transported-fire, 6.5.4.3-dual-fire, 6.5.4.3-on-fire-a,
    6.5.4.3-brew-up-smoke, 6.5.4.3-if-open-sheaf.
    """
    found = [
        modifier(TABLE, name)
        for applies, name in (
            (aim.short_halt, "short_halt"),
            (aim.shooter_damaged, "shooter_damaged"),
            (aim.shooter_suppressed, "shooter_suppressed"),
            (aim.watch == "overwatch", "overwatch"),
            (aim.watch == "adjust", "overwatch_adjust"),
            (aim.ammo_limit, "ammo_limit"),
            (aim.transported, "transported_fire"),
            (aim.dual_fire != "none", f"dual_fire_{aim.dual_fire}"),
        )
        if applies
    ]
    if aim.sheaf:
        # What lies on the line hinders direct fire alone (6.5.4.3-smoke, 6.5.4.3-barrage).
        return found + ([modifier(TABLE, "if_open_sheaf")] if aim.sheaf == "open" else [])
    if aim.fires:
        found.append(modifier(TABLE, "on_fire", aim.fires))
    if aim.smoke:
        found.append(modifier(TABLE, "brew_up_smoke", aim.smoke))
    return found + cloud_modifiers(TABLE, aim.clouds)


@lru_cache(maxsize=8192)
def resolve(aim: GpAim) -> GpShot:
    """The attack that an aim makes (6.5.4.1, 6.5.4.2, 6.5.4.4a)."""
    row = aim.weapon.row
    refused = _void(aim)
    if refused is not None:
        nothing = Explained("6.5.4.3b", "Net Modifier", 0)
        return GpShot("", 0, 0, nothing, 0, 0, 0, {}, (refused,), refused.label)
    place = RANGE_FACTORS.index(PLANNED_BAND) if aim.planned else row.band(aim.distance)
    assert place is not None
    band = RANGE_FACTORS[place]
    factor = row.factors[place]
    net = modifiers(aim, band)
    column = max(FACTORS[0], min(FACTORS[1], factor))
    table = chart("gp-results")
    text = table.cell(aim.defence.value, str(column))
    n_effect, s_effect = (int(part) for part in text.split("/"))
    blow = _blow(aim, band, factor, n_effect, s_effect)
    source = weakest(row.provenance[f"range.{band}"], row.provenance[f"factors.{band}"])
    factors = (
        _strength(aim, band, factor, source),
        *aim.defence.factors,
        *net.factors,
        Factor(net.rule, "Net Modifier", net.value, weakest(*(one.provenance for one in net.factors))),
        Factor("6.5.4.4a", f"N-Effect/S-Effect for {column} against {aim.defence.value}", text,
               cell_tag(table, aim.defence.value, str(column))),
    )  # fmt: skip
    return GpShot(
        band, factor, aim.defence.value, net, n_effect, s_effect, brew_up_limit(blow), outcomes_of(blow, net.value),
        factors,
    )  # fmt: skip


def _strength(aim: GpAim, band: str, factor: int, source: str) -> Factor:
    """The GP Factor; that of planned fire is that of Medium range, wherever it comes from (6.5.1.13d)."""
    if aim.planned:
        return Factor("6.5.1.13d", f"{aim.weapon.name} GP Factor of planned fire ({band})", factor, source)
    return Factor("6.5.4.1", f"{aim.weapon.name} GP Factor at range {aim.distance} ({band})", factor, source)


def _blow(aim: GpAim, band: str, factor: int, n_effect: int, s_effect: int) -> Blow:
    return Blow(
        target=aim.defence, small_arms=aim.weapon.row.small_arms, effectiveness=aim.weapon.row.effectiveness,
        band=band, factor=factor, n_effect=n_effect, s_effect=s_effect, hull_down=aim.hull_down != "none",
        damaged=aim.target_damaged,
    )  # fmt: skip


def blow_of(aim: GpAim, shot: GpShot) -> Blow:
    """A resolved attack as the rules of its effects take it."""
    return _blow(aim, shot.band, shot.factor, shot.n_effect, shot.s_effect)


def _void(aim: GpAim) -> Factor | None:
    """Why there can be no attack: range (5.6a, 5.1.3.1e, 3.5.2a), a gun that cannot turn, Small Arms at terrain.

    Planned fire comes from anywhere (6.5.1.13d).
    """
    weapon = aim.weapon
    if aim.planned:
        return None
    if aim.distance < weapon.row.minimum:
        return Factor("5.6a", f"range {aim.distance} is below the minimum range {weapon.row.minimum}", 0, RULE)
    if aim.distance > weapon.row.reach:
        told = f"range {aim.distance} is beyond the maximum range {weapon.row.reach}"
        return Factor("3.5.2a", told, 0, weapon.row.provenance[f"range.{RANGE_FACTORS[-1]}"])
    if aim.watch == "adjust" and not weapon.adjusts:
        return Factor("6.5.4.3-overwatch-adjust", f"{weapon.name} cannot be turned there", 0, RULE)
    if aim.shooter_suppressed and aim.dual_fire != "none":
        return Factor("5.14f", "a suppressed unit fires one weapon only", 0, RULE)
    if weapon.hand_held and aim.defence.kind in ("vehicle", "terrain"):
        return Factor("5.1.3.4d", f"the GP factor of {weapon.name} is for leg and towed units", 0, RULE)
    if aim.defence.kind == "terrain" and weapon.row.small_arms:
        return Factor("6.5.4.2.5a", "Small Arms destroy no terrain", 0, RULE)
    return None


def roll(aim: GpAim, dice: Dice, line: str = "") -> GpResult:
    """What an attack does when the dice are thrown (6.5.4.4b).

    A kill asks for a die (10) between Knock Out and Brew Up (6.5.4.4.2-eff-nonsmall-ap-e), Effective against terrain
    for a second roll, but against mines (6.5.4.4.3-terrain).
    """
    shot = resolve(aim)
    told = line or f"{aim.weapon.name} at {aim.defence.name}"
    if shot.void:
        raise HulldownError(f"no GP fire of {told}: {shot.void}")
    rolled = roll_100(dice, f"GP fire: {told}")
    result = rolled + shot.net.value
    blow = blow_of(aim, shot)
    effect = effect_of(blow, result)
    if effect == "kill":
        die = dice.roll(10, f"Brew Up: {told}")
        return GpResult(shot, rolled, result, "bu" if die <= shot.brew_up else "ko", die)
    if effect == "destroyed" and not aim.defence.single:
        again = roll_100(dice, f"GP fire again: {told}")
        return GpResult(shot, rolled, result, effect_of(blow, again + shot.net.value), again)
    return GpResult(shot, rolled, result, effect)
