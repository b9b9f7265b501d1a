"""Close Assault: leg units attack a vehicle, the one resolver behind odds, preview and resolution (6.6.1.1).

An `Assault` is everything an attack from one hex depends on, `resolve` turns it into an `AssaultShot` that explains
itself, `roll` throws the dice. Terrain of either side changes nothing (6.6.1.1.2a).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from hulldown.core.dice import Dice
from hulldown.core.explain import Explained, Factor, least_sure
from hulldown.games.panzer.data.advanced_tables import Grade, cell, modifier
from hulldown.games.panzer.data.leg import Size
from hulldown.games.panzer.data.loading import cell_tag, chart, weakest
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.chances import SIDES, total
from hulldown.games.panzer.rules.advanced.gp_effects import DIE, VEHICLE_EFFECTS, half
from hulldown.games.panzer.rules.rolls import roll_100

TABLE: Final = "assault-modifiers"
FACTORS: Final = "assault-factors"
KILL: Final = "kill"


class Assault(NamedTuple):
    """An attack from one hex on a vehicle: the attackers, the primary one first, and all that helps or hinders."""

    attackers: tuple[Size, ...]
    target: Vehicle
    grade: Grade = "seasoned"
    """That of the primary attacker (6.6.1.1.2-unit-grade-a)."""
    advance: bool = False
    uphill: bool = False
    dismount: bool = False
    unsupported: bool = False
    flamethrower: bool = False
    target_moving: bool = False
    """Whether the target is moving and its owner shows it (6.6.1.1.2-vs-moving-b)."""
    target_suppressed: bool = False
    target_damaged: bool = False


class AssaultShot(NamedTuple):
    """A resolved attack: a modified result up to `n_effect` does nothing, up to `s_effect` it suppresses."""

    factor: int
    defence: int
    net: Explained
    n_effect: int
    s_effect: int
    brew_up: int
    """A die (10) of this or less brews a killed vehicle up; with a flamethrower every one does."""
    outcomes: Mapping[str, Fraction]
    factors: tuple[Factor, ...]

    @property
    def provenance(self) -> str:
        """The weakest source among the numbers that made it."""
        return least_sure(factor.provenance for factor in self.factors if factor.provenance)


class AssaultResult(NamedTuple):
    """An attack with its rolls."""

    shot: AssaultShot
    rolled: int
    result: int
    effect: str
    second: int = 0
    """The die (10) for Brew Up; 0: none."""


def factor_of(size: Size) -> int:
    """The GP Factor by the size of the primary attacker, whatever its card says (6.6.1.1.1b)."""
    return cell(FACTORS, size, "factor").number


def additional(sizes: tuple[Size, ...], rule: str) -> list[Factor]:
    """What further attackers add, by their sizes (6.6.1.1.2-plus-attacker, 6.6.1.2.2-plus-attacker)."""
    found = []
    for size in sizes:
        each = cell(FACTORS, size, "additional")
        found.append(Factor(rule, f"additional {size}", each.number, each.tag))
    return found


def grade_factor(grade: Grade, rule: str) -> Factor | None:
    """The modifier of a Unit Grade in close combat; None: it is 0 (6.6.1.1.2-unit-grade-table)."""
    found = cell("unit-grades", grade, "assault")
    return Factor(rule, f"{grade.title()} grade", found.number, found.tag) if found.number else None


def modifiers(assault: Assault) -> Explained:
    """The Net Modifier; all are cumulative, and no others count (6.6.1.1.2a)."""
    target = assault.target
    found = [
        modifier(TABLE, name)
        for applies, name in (
            (assault.advance, "advance"),
            (assault.uphill, "uphill"),
            (assault.dismount, "dismount"),
            (assault.target_moving, "moving"),
            (assault.target_suppressed, "suppressed"),
            (target.poor_close_defence, "c_indicator"),
            (assault.unsupported, "unsupported"),
            (target.target_type == "P", "type_P"),
            (target.target_type == "S", "type_S"),
            (assault.flamethrower, "flamethrower"),
        )
        if applies
    ]
    found += additional(assault.attackers[1:], "6.6.1.1.2-plus-attacker")
    grade = grade_factor(assault.grade, "6.6.1.1.2-unit-grade-a")
    if grade is not None:
        found.append(grade)
    return Explained("6.6.1.1.2a", "Net Modifier", total(found), tuple(found))


@lru_cache(maxsize=2048)
def resolve(assault: Assault) -> AssaultShot:
    """The attack that an assault makes (6.6.1.1.1b, 6.6.1.1.1c)."""
    target, size = assault.target, assault.attackers[0]
    factor = factor_of(size)
    most = cell(FACTORS, "defence", "factor").number
    defence = min(target.defence_factor, most)
    net = modifiers(assault)
    table = chart("gp-results")
    text = table.cell(defence, str(factor))
    n_effect, s_effect = (int(part) for part in text.split("/"))
    label = f"{target.name} GP Defense {target.defence}" + (
        f", at most {most}" if defence < target.defence_factor else ""
    )
    factors = (
        Factor("6.6.1.1.1b", f"GP Factor of a {size}", factor, cell(FACTORS, size, "factor").tag),
        Factor("6.6.1.1.1c", label, defence, target.provenance["defence"]),
        *net.factors,
        Factor(net.rule, "Net Modifier", net.value, weakest(*(one.provenance for one in net.factors))),
        Factor("6.6.1.1.1c", f"N-Effect/S-Effect for {factor} against {defence}", text,
               cell_tag(table, defence, str(factor))),
    )  # fmt: skip
    brew_up = DIE if assault.flamethrower else half(factor)
    shot = AssaultShot(factor, defence, net, n_effect, s_effect, brew_up, {}, factors)
    return shot._replace(outcomes=_outcomes(assault, shot))


def effect_of(assault: Assault, shot: AssaultShot, result: int) -> str:
    """What a modified result does, whatever the type of the vehicle; "kill" leaves Knock Out or Brew Up to a die.

    Cases 6.6.1.1.3-effective-a, 6.6.1.1.1d; a second Damage is a Knock Out (H8). M15: with a flamethrower the last
    digits 5 and 0 still give Damage and Track.
    """
    if result <= shot.n_effect:
        return "none"
    if result <= shot.s_effect:
        return "suppressed"
    last = abs(result) % 10
    if last == 5:
        return "ko" if assault.target_damaged else "damaged"
    return "track" if last == 0 else KILL


def _outcomes(assault: Assault, shot: AssaultShot) -> Mapping[str, Fraction]:
    """The exact chance of each effect over all rolls (100) and over the die for Brew Up."""
    counts = dict.fromkeys((*VEHICLE_EFFECTS, KILL), Fraction(0))
    for rolled in range(1, SIDES + 1):
        counts[effect_of(assault, shot, rolled + shot.net.value)] += Fraction(1, SIDES)
    kill, brewed = counts.pop(KILL), Fraction(shot.brew_up, DIE)
    counts["bu"] += kill * brewed
    counts["ko"] += kill * (1 - brewed)
    return counts


def roll(assault: Assault, dice: Dice, line: str) -> AssaultResult:
    """What an attack does when the dice are thrown (6.6.1.1.1d).

    A flamethrower brews up without a die (6.6.1.1.3-effective-b), others with one up to half of the primary attacker's
    factor (6.6.1.1.3-effective-c).
    """
    shot = resolve(assault)
    rolled = roll_100(dice, f"Close Assault: {line}")
    result = rolled + shot.net.value
    effect = effect_of(assault, shot, result)
    if effect != KILL:
        return AssaultResult(shot, rolled, result, effect)
    if assault.flamethrower:
        return AssaultResult(shot, rolled, result, "bu")
    die = dice.roll(DIE, f"Brew Up: {line}")
    return AssaultResult(shot, rolled, result, "bu" if die <= shot.brew_up else "ko", die)
