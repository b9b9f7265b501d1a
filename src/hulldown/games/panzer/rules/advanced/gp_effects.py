"""Effects of GP fire: what a modified result does to a vehicle, a leg or towed unit, or terrain (6.5.4.4).

Together they are the Combat Effects Summary, a card that is lost (6.5.4.4-effects-table); the text has all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from hulldown.games.panzer.rules.advanced.chances import SIDES
from hulldown.games.panzer.rules.advanced.gp_defence import Defence

VEHICLE_EFFECTS = ("none", "suppressed", "damaged", "track", "ko", "bu")
UNIT_EFFECTS = ("none", "suppressed", "effective")
"""Effective reduces a squad and eliminates anything else that is leg or towed (6.5.4.4.3-eff-leg-towed-a)."""
TERRAIN_EFFECTS = ("none", "destroyed")
AIRCRAFT_EFFECTS = ("none", "suppressed", "damaged", "eliminated")
_EFFECTS = {"vehicle": VEHICLE_EFFECTS, "terrain": TERRAIN_EFFECTS, "aircraft": AIRCRAFT_EFFECTS}
DIE = 10
_SUPPRESSED_BY_SMALL_ARMS = {"A": "P", "P": "PS", "S": "PSMLE"}
"""Range Factors at which a Suppressed result of Small Arms counts (6.5.4.4.2-sup-small-a, -p, -s)."""


class Blow(NamedTuple):
    """An attack whose numbers are known: what its modified results do depends on nothing else."""

    target: Defence
    small_arms: bool
    effectiveness: int
    """The maximum GP Effectiveness (ruling L3)."""
    band: str
    factor: int
    n_effect: int
    s_effect: int
    hull_down: bool = False
    damaged: bool = False


def half(factor: int) -> int:
    """Half of a GP Factor, rounded down; half of 1 is 1 (5.12b; ruling B4)."""
    return max(1, factor // 2)


def brew_up_limit(blow: Blow) -> int:
    """The highest die (10) that brews a killed vehicle up: the Effectiveness, or half the factor of Small Arms.

    Cases 6.5.4.4.2-eff-nonsmall-ap-e, 6.5.4.4.2-eff-small-s-b.
    """
    return half(blow.factor) if blow.small_arms else min(DIE, blow.effectiveness)


def effect_of(blow: Blow, result: int) -> str:
    """What a modified result does; "kill" leaves Knock Out or Brew Up to a die.

    Cases 6.5.4.4c, 6.5.4.4d, 6.5.4.4e, 6.5.4.4.1; leg and towed units 6.5.4.4.3-sup-leg-towed; aircraft
    6.7.4.2.1-damaged-a, 6.7.4.2.1-eliminated-a.
    """
    if result <= blow.n_effect:
        return "none"
    effective = result > blow.s_effect
    kind = blow.target.kind
    if kind == "terrain":
        # 6.5.4.2.5b: terrain is never suppressed.
        return "destroyed" if effective else "none"
    if kind == "aircraft":
        return _shot_down(blow, result) if effective else "suppressed"
    if kind != "vehicle":
        return "effective" if effective else "suppressed"
    if not effective:
        return _suppressed(blow)
    return _small_arms(blow, result) if blow.small_arms else _explosive(blow, result)


def _suppressed(blow: Blow) -> str:
    """A Suppressed result on a vehicle; Small Arms must be near enough.

    Cases 6.5.4.4.2-sup-nonsmall, 6.5.4.4.2-sup-small-a, 6.5.4.4.2-sup-small-p, 6.5.4.4.2-sup-small-s.
    """
    near = not blow.small_arms or blow.band in _SUPPRESSED_BY_SMALL_ARMS[blow.target.type]
    return "suppressed" if near else "none"


def _explosive(blow: Blow, result: int) -> str:
    """An Effective result of other than Small Arms (6.5.4.4.2-eff-nonsmall-ap-a, 6.5.4.4.2-eff-nonsmall-s).

    A- and P-Type vehicles are only suppressed where the Effectiveness is below their defence, whatever the last digit
    (ruling L2).
    """
    if blow.target.type != "S" and blow.effectiveness < blow.target.value:
        return "suppressed"
    return _fives_and_tens(blow, result)


def _small_arms(blow: Blow, result: int) -> str:
    """An Effective result of Small Arms.

    Cases 6.5.4.4.2-eff-small-a, 6.5.4.4.2-eff-small-p, 6.5.4.4.2-eff-small-s-a.

    At Pointblank a P-Type vehicle is damaged whatever the last digit (ruling L1).
    """
    if blow.target.type == "S":
        return _fives_and_tens(blow, result)
    if blow.target.type == "P" and blow.band == "P":
        return _damaged(blow)
    return "suppressed" if blow.band in "PS" else "none"


def _fives_and_tens(blow: Blow, result: int) -> str:
    """Damage for a last digit 5, a Track hit for 0, else a kill (6.5.4.4.2-rule-of-5s-10s; ruling B2).

    Cases 6.5.4.4.2-eff-nonsmall-ap-b, 6.5.4.4.2-eff-nonsmall-ap-c.

    A hull-down vehicle ignores a Track hit by direct fire (6.5.4.4.2-eff-nonsmall-ap-d; ruling L6).
    """
    last = abs(result) % 10
    if last == 5:
        return _damaged(blow)
    if last == 0:
        return "none" if blow.hull_down else "track"
    return "kill"


def _shot_down(blow: Blow, result: int) -> str:
    """An Effective result on an aircraft: damage for a last digit 5 or 0, else it is shot down.

    Cases 6.7.4.2.1-damaged-a, 6.7.4.2.1-eliminated-a: a second damage eliminates it too.
    """
    return "damaged" if result % 5 == 0 and not blow.damaged else "eliminated"


def _damaged(blow: Blow) -> str:
    """Damage; on a damaged vehicle it is a Knock Out (rulings H8, Q8)."""
    return "ko" if blow.damaged else "damaged"


def outcomes_of(blow: Blow, net: int) -> Mapping[str, Fraction]:
    """The exact chance of each effect over all rolls (100), and over the die for Brew Up or the second roll.

    Cases 6.5.4.4c, 6.5.4.4.2-eff-nonsmall-ap-e, 6.5.4.4.3-terrain.
    """
    counts: dict[str, int] = {}
    for rolled in range(1, SIDES + 1):
        effect = effect_of(blow, rolled + net)
        counts[effect] = counts.get(effect, 0) + 1
    chances = {effect: Fraction(count, SIDES) for effect, count in counts.items()}
    kind = blow.target.kind
    if kind == "vehicle":
        kill, brewed = chances.pop("kill", Fraction(0)), Fraction(brew_up_limit(blow), DIE)
        chances["bu"] = kill * brewed
        chances["ko"] = chances.get("ko", Fraction(0)) + kill * (1 - brewed)
    if kind == "terrain" and not blow.target.single:
        chances["destroyed"] = chances.get("destroyed", Fraction(0)) ** 2
        chances["none"] = 1 - chances["destroyed"]
    return {effect: chances.get(effect, Fraction(0)) for effect in _EFFECTS.get(kind, UNIT_EFFECTS)}
