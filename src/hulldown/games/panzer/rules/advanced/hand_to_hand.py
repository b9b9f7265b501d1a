"""Hand-to-Hand combat: opposed rolls until one side is gone, the one resolver behind odds and resolution (6.6.1.2).

A `Fight` is both sides as they stand. `nets` gives their modifiers, `roll` throws one round, `after` says how the
fight goes on; `first_round` and `attacker_wins` are exact. Terrain of either side changes nothing (6.6.1.2.2a).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from hulldown.core.dice import Dice
from hulldown.core.explain import Explained, Factor, least_sure
from hulldown.games.panzer.data.advanced_tables import Grade, modifier
from hulldown.games.panzer.data.leg import Size
from hulldown.games.panzer.rules.advanced.assault import additional, grade_factor
from hulldown.games.panzer.rules.advanced.chances import SIDES, total
from hulldown.games.panzer.rules.rolls import roll_100

TABLE: Final = "hand-modifiers"
SQUAD: Final = "squad"
HALF: Final = "half-squad"
TOWED: Final = "towed"


class Fighter(NamedTuple):
    """A unit in the fight; only defenders can be towed."""

    size: Size | Literal["towed"]
    grade: Grade = "seasoned"
    flamethrower: bool = False
    cavalry: bool = False
    unit: int = -1
    """Its place in the list of the state; -1 where only odds are asked."""


class Fight(NamedTuple):
    """Both sides before a round: the attackers from one hex, the primary one first, and the defender.

    Attackers stand in the order in which they take the lead. M7: nobody helps the defender.
    """

    attackers: tuple[Fighter, ...]
    defender: Fighter
    advance: bool = False
    uphill: bool = False
    dismount: bool = False
    defender_suppressed: bool = False


class Nets(NamedTuple):
    """The Net Modifiers of both sides."""

    attacker: Explained
    defender: Explained

    @property
    def lead(self) -> int:
        """By how much the attackers' is higher."""
        return self.attacker.value - self.defender.value

    @property
    def provenance(self) -> str:
        """The weakest source among the numbers of both."""
        return least_sure(factor.provenance for factor in (*self.attacker.factors, *self.defender.factors))


class Round(NamedTuple):
    """One round with its rolls; nobody wins a tie."""

    nets: Nets
    rolls: tuple[int, int]
    totals: tuple[int, int]

    @property
    def winner(self) -> Literal["attacker", "defender", ""]:
        """The side with the higher total (6.6.1.2.1b)."""
        ours, theirs = self.totals
        return "attacker" if ours > theirs else "defender" if theirs > ours else ""


def nets(fight: Fight) -> Nets:
    """The Net Modifiers of both sides, each cumulative, and no others count (6.6.1.2.2a).

    Size, cavalry and grade are those of the primary attacker and of the defender; a flamethrower of any attacker helps
    all. M3: one advance hinders all of them once.
    """
    primary, defender = fight.attackers[0], fight.defender
    ours = [modifier(TABLE, primary.size)]
    against = (("advance", fight.advance), ("uphill", fight.uphill), ("dismount", fight.dismount))
    ours += [modifier(TABLE, name) for name, applies in against if applies]
    sizes: list[Size] = [one.size for one in fight.attackers[1:] if one.size != "towed"]
    ours += additional(tuple(sizes), "6.6.1.2.2-plus-attacker")
    ours += _own(primary, any(one.flamethrower for one in fight.attackers))
    theirs = [modifier(TABLE, defender.size)]
    if fight.defender_suppressed:
        theirs.append(modifier(TABLE, "suppressed"))
    theirs += _own(defender, defender.flamethrower)
    return Nets(_net("attackers", ours), _net("defender", theirs))


def factors(found: Nets) -> tuple[Factor, ...]:
    """The modifiers of both sides, each with its sum behind it."""
    told: list[Factor] = []
    for side in (found.attacker, found.defender):
        told += [*side.factors, Factor(side.rule, side.label, side.value, found.provenance)]
    return tuple(told)


def _own(fighter: Fighter, flamethrower: bool) -> list[Factor]:
    """What either side may have: a flamethrower, horses, a grade (6.6.1.2.2-unit-grade)."""
    found = [modifier(TABLE, "flamethrower")] if flamethrower else []
    if fighter.cavalry:
        found.append(modifier(TABLE, "cavalry"))
    grade = grade_factor(fighter.grade, "6.6.1.2.2-unit-grade")
    return [*found, grade] if grade is not None else found


def _net(side: str, found: list[Factor]) -> Explained:
    return Explained("6.6.1.2.2a", f"Net Modifier of the {side}", total(found), tuple(found))


def roll(fight: Fight, dice: Dice, line: str) -> Round:
    """One round: both sides roll (100), results may leave 1 to 100 (6.6.1.2.1b)."""
    found = nets(fight)
    ours = roll_100(dice, f"Hand-to-Hand: {line}, attackers")
    theirs = roll_100(dice, f"Hand-to-Hand: {line}, defender")
    return Round(found, (ours, theirs), (ours + found.attacker.value, theirs + found.defender.value))


def after(fight: Fight, attacker_won: bool) -> Fight | None:
    """The fight after a round that somebody won; None: it is over (6.6.1.2.3a).

    A squad that loses is reduced, anything else is eliminated (6.6.1.2.3-attacker-wins-a, 6.6.1.2.3-attacker-wins-b).
    Of the attackers the primary one loses; then a whole squad takes the lead before a reduced one
    (6.6.1.2.3-defender-wins-a), after an elimination the next in line does (6.6.1.2.3-defender-wins-b). M9: a reduced
    primary attacker is an additional half-squad. R21: the line is that of the announcement.
    """
    if attacker_won:
        if fight.defender.size != SQUAD:
            return None
        return fight._replace(defender=fight.defender._replace(size=HALF))
    primary, others = fight.attackers[0], fight.attackers[1:]
    if primary.size != SQUAD:
        return fight._replace(attackers=others) if others else None
    reduced = primary._replace(size=HALF)
    place = next((number for number, one in enumerate(others) if one.size == SQUAD), -1)
    if place < 0:
        return fight._replace(attackers=(reduced, *others))
    rest = (*others[:place], *others[place + 1 :])
    return fight._replace(attackers=(others[place], *rest, reduced))


def first_round(fight: Fight) -> Fraction:
    """The exact chance that the attackers win the first round; ties are rolled again (6.6.1.2.1b)."""
    return _ahead(nets(fight).lead)


@lru_cache(maxsize=512)
def _ahead(lead: int) -> Fraction:
    """The chance of the higher total for a side whose modifier is higher by `lead`."""
    won = tied = 0
    for gap in range(1 - SIDES, SIDES):
        pairs = SIDES - abs(gap)
        won += pairs * (gap + lead > 0)
        tied += pairs * (gap + lead == 0)
    return Fraction(won, SIDES * SIDES - tied)


@lru_cache(maxsize=4096)
def attacker_wins(fight: Fight) -> Fraction:
    """The exact chance that the defender is eliminated in the end (6.6.1.2a, 6.6.1.2.1b, 6.6.1.2.3a)."""
    chance = first_round(fight)
    on_win, on_loss = after(fight, True), after(fight, False)
    won = Fraction(1) if on_win is None else attacker_wins(on_win)
    lost = Fraction(0) if on_loss is None else attacker_wins(on_loss)
    return chance * won + (1 - chance) * lost
