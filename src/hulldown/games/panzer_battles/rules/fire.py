"""Attacks resolved: from what one depends on to its outcomes, with every factor explained (9.0, 10.0, 12.0, 17.3).

An `Aim` is everything a shot depends on, `resolve` turns it into a `Shot` that explains itself and knows its exact
chances, `roll` throws the dice for it. Nothing here needs a state or a map: arcs, observation, commands and weapon
systems already used are for whoever aims. Execution, `hulldown odds` and bots use the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from hulldown.core.dice import Dice
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Explained, Factor, least_sure
from hulldown.games.panzer_battles.data.loading import chart, listing, provenance
from hulldown.games.panzer_battles.data.units import UnitType
from hulldown.games.panzer_battles.rules.arms import (
    GUNNERY,
    Firing,
    Strength,
    Weapon,
    barrage,
    column_shift,
    counted,
    gun_of,
    strength_at,
    weapons_of,
)
from hulldown.games.panzer_battles.rules.losses import (
    DIE,
    Effect,
    LossDice,
    Outcome,
    Target,
    chances,
    loss_dice,
    outcome,
    shifts,
)

Aspect = Literal["front", "side"]
Terrain = Literal["clear", "rough2", "rough1", "woods", "town"]
ABOVE: Final = 3
"""Levels from which on a firer looks over the defilade of a vehicle (15.23a)."""
PENETRATION_STEP: Final = 5
"""Hexes, or a part of them, that cost one point of penetration (12.1b)."""
DOUBLED_MOST: Final = 6
SINGLE_MOST: Final = 3
"""How far penetration over armour can raise a loss die: doubled (12.11b), or single at attack strength 0 (12.12b)."""
DOUBLED_LEAST: Final = -6
"""How far armour over penetration can lower it (12.13b)."""


class Aim(NamedTuple):
    """An attack before the dice: who fires what at whom, and all that helps or hinders.

    `attacker` is None for artillery, which needs no range either.
    """

    weapon: Weapon
    attacker: UnitType | None
    target: UnitType
    number: int = 5
    """Vehicles, guns with a crew (16.52), or steps that fire."""
    strength: int = 5
    """Vehicles, guns or steps of the target."""
    distance: int = 0
    aspect: Aspect = "front"
    """The armour in the line of fire (11.0-gen-2, 11.11-diag-1, 11.41); guns and infantry have no facing (11.42)."""
    terrain: Terrain = "clear"
    """The terrain under the target; road and trail count as the other terrain of the hex (12.4-road)."""
    moving: bool = False
    """Whether the target moves as 12.51 means it."""
    defilade: bool = False
    """Whether the target is in defilade and, if it is a vehicle, the line comes through a defilade side (15.21)."""
    above: int = 0
    """Levels by which the firer's hex is above the target's."""
    column: bool = False
    """Whether the target is in Column."""
    stacked: int = 0
    """Other units of the target's type, vehicle or infantry, in its hex (MOV-7, MOV-8)."""
    target_suppressed: bool = False
    firer_suppressed: bool = False
    """Whether the firing unit is suppressed, the crew of a gun (16.54), or the vehicles of mounted infantry (16.2c)."""
    firer_column: bool = False
    mounted: bool = False
    """Whether infantry fires from its vehicles."""
    scattered: bool = False
    """Whether artillery is scattered."""
    loss_dice: LossDice = "each"
    """The option of that name (FIRE-1)."""


class Shot(NamedTuple):
    """An aim worked out; `results` are those of two dice, 2 to 12, none where there is no attack (`void`)."""

    aim: Aim
    rule: str
    """The table the attack is resolved on, or the case that forbids it."""
    strength: Explained
    column: int | None
    """The column of 10.1; None for attacks on 9.1."""
    modifier: Explained
    """What is added to each loss die."""
    background: tuple[Factor, ...]
    """Numbers behind a modifier: penetration and armour."""
    results: tuple[str, ...]
    shifts: tuple[int, ...]
    """What a loss die from 1 to 6 does to a result: -1, 0 or +1."""
    void: str = ""

    @property
    def hit(self) -> Target:
        """What the loss dice need to know of the target."""
        aim = self.aim
        return Target(effect_of(aim), aim.strength, aim.target_suppressed, aim.loss_dice)

    @property
    def outcomes(self) -> Mapping[Outcome, Fraction]:
        """The exact chance of each outcome, losses capped at the target's strength."""
        return chances(self.hit, self.results, self.shifts) if self.results else {}

    @property
    def losses(self) -> dict[int, Fraction]:
        """The exact chance of each number of losses that can come up."""
        found: dict[int, Fraction] = {}
        for after, chance in self.outcomes.items():
            found[after.losses] = found.get(after.losses, Fraction(0)) + chance
        return found

    @property
    def suppressed(self) -> Fraction:
        """The chance that the attack suppresses, whether or not anything is left to be suppressed."""
        return sum((chance for after, chance in self.outcomes.items() if after.suppressed), Fraction(0))

    @property
    def factors(self) -> tuple[Factor, ...]:
        """All that makes the shot: strength, column, penetration, modifiers, and the tables it is resolved on."""
        if self.void:
            return self.strength.factors
        found = list(self.strength.factors)
        column = self.strength.value
        if self.column is not None:
            column, number = self.column, counted(_firing(self.aim))
            told = f"columns to the right for {number} firing"
            found.append(Factor("10.1-rows", told, column_shift(number), provenance("10.1-rows")))
        found.append(Factor(self.rule, "column of the combat results", column, provenance(self.rule)))
        found += (*self.background, *self.modifier.factors)
        if effect_of(self.aim) != "unmodified":
            case = "12.31" if self.aim.target.infantry else "12.21"
            found.append(Factor(case, "added to each loss die", self.modifier.value, provenance(case)))
        return tuple(found)

    @property
    def provenance(self) -> str:
        """How sure the numbers are: as the least sure of them."""
        return least_sure(factor.provenance for factor in self.factors if factor.provenance)


class Struck(NamedTuple):
    """A shot rolled: the two dice, the result, each loss die with what it did, and the outcome."""

    dice: tuple[int, int]
    result: str
    rolled: tuple[int, ...]
    changes: tuple[int, ...]
    outcome: Outcome


def effect_of(aim: Aim) -> Effect:
    """What results do: vehicles, and guns as if they were vehicles (16.43b), are only lost to main guns and bazookas.

    9.2-veh, 10.2-num, 17.31c; 17.32: artillery has the results of automatic weapons.
    """
    if aim.target.infantry:
        return "steps"
    if aim.weapon == "artillery":
        return "unmodified"
    return "vehicles" if aim.weapon in GUNNERY else "suppression"


@lru_cache(maxsize=16384)
def resolve(aim: Aim) -> Shot:
    """The attack that an aim means: attack strength, column, table of results and loss modifier.

    12.0-gen-2: an attack of strength 0 is one, and has its loss dice (FIRE-11, FIRE-28). 10.0-av-3: on 10.1 the number
    of firers moves the column. Automatic weapons, HE and artillery are resolved on 9.1 (9.0-veh-3, 10.0-he-2, 17.3a).
    """
    strength = _forbidden(aim) or _strength(aim)
    if strength.void:
        empty = Explained("12.0-proc-1", "loss modifier", 0)
        return Shot(aim, strength.rule, strength.value, None, empty, (), (), (), strength.void)
    column: int | None = None
    if aim.weapon in GUNNERY:
        column = strength.value.value + column_shift(counted(_firing(aim)))
        results = by_column("10.1", column)
        background, modifiers = _penetration(aim, strength.value.value)
    else:
        results = by_column("9.1", strength.value.value)
        background, modifiers = (), ()
    modifier = _modifier(aim, modifiers)
    changes = shifts(modifier.value, aim.target.infantry)
    return Shot(
        aim, "9.1" if column is None else "10.1", strength.value, column, modifier, background, results, changes
    )


def roll(shot: Shot, dice: Dice, purpose: str = "attack") -> Struck:
    """The shot with its dice: two for the table (10.0-av-4, 9.0-inf-2), then one for each result (12.0-proc-4).

    12.0-gen-1: there is a loss die whatever the result (9.0-inf-3, 9.0-veh-4, 10.0-av-5, 10.0-he-3, 17.31b). What comes
    of it counts at once (12.0-proc-5).
    """
    if shot.void:
        raise HulldownError(f"there is no attack: {shot.void}")
    pair = (dice.roll(DIE, purpose), dice.roll(DIE, purpose))
    result = shot.results[sum(pair) - 2]
    rolled = tuple([dice.roll(DIE, f"{purpose}, losses") for _ in range(loss_dice(shot.hit, result))])
    changes = tuple([shot.shifts[die - 1] for die in rolled])
    return Struck(pair, result, rolled, changes, outcome(shot.hit, result, changes))


@lru_cache(maxsize=64)
def by_column(table: str, column: int) -> tuple[str, ...]:
    """The results of the dice 2 to 12 in a column of 9.1 or 10.1; beyond the last one the last counts."""
    found = chart(table)
    name = str(min(column, len(found.columns) - 1))
    return tuple(found.cell(total, name) for total in range(2, 13))


def _firing(aim: Aim) -> Firing:
    assert aim.attacker is not None
    return Firing(aim.attacker, aim.weapon, aim.number, aim.distance, aim.firer_column, aim.mounted)


def _strength(aim: Aim) -> Strength:
    if aim.weapon == "artillery":
        return Strength(barrage(aim.scattered))
    return strength_at(_firing(aim), aim.target.profile)


def _forbidden(aim: Aim) -> Strength | None:
    """Why a weapon cannot attack such a target, or cannot fire as things are; None where it can."""
    rule, void = _unfit(aim) or _silenced(aim) or ("", "")
    return Strength(Explained(rule, "attack strength", 0), rule, void) if void else None


def _unfit(aim: Aim) -> tuple[str, str] | None:
    """The case and the words for a weapon that its owner lacks or that has no effect on such a target."""
    unit, target = aim.attacker, aim.target
    if aim.weapon != "artillery" and (unit is None or aim.weapon not in weapons_of(unit)):
        return ("3.4-weapon-system", f"{unit.name if unit else 'nobody'} has no {aim.weapon}")
    if target.towed and aim.weapon not in ("main", "37mm"):
        return ("16.44a", "only main guns affect anti-tank guns")
    if aim.weapon in ("main", "37mm") and target.infantry:
        return ("10.0-he-note", "main guns fire HE at infantry")
    if aim.weapon == "he" and target.vehicle:
        return ("10.0-he-note", "HE is fired at infantry")
    if aim.weapon == "bazooka" and target.infantry:
        return ("3.4-pat", "bazookas are for vehicles")
    return None


def _silenced(aim: Aim) -> tuple[str, str] | None:
    """The case and the words for a firer whose state keeps the weapon silent."""
    unit = aim.attacker
    if unit is None or not aim.firer_suppressed:
        return None
    if aim.mounted:
        return ("16.2c", "mounted infantry cannot fire while its vehicles are suppressed")
    if aim.weapon == "mg" and unit.external:
        return ("8.61A", f"the machine guns of {unit.name} are worked from outside: not while it is suppressed")
    return None


def penetration_at(value: int, distance: int) -> int:
    """A penetration less one for every five hexes or part of them (12.1b, 12.1c), never below 0 (12.16)."""
    return max(0, value - -(-distance // PENETRATION_STEP))


def penetration_modifier(difference: int, strength: int) -> int:
    """What penetration over armour adds to a loss die.

    12.11a, 12.12a, 12.13a with their limits; FIRE-6: as strong as the armour adds nothing.
    """
    if difference > 0:
        return min(2 * difference, DOUBLED_MOST) if strength > 0 else min(difference, SINGLE_MOST)
    return max(2 * difference, DOUBLED_LEAST)


def _penetration(aim: Aim, strength: int) -> tuple[tuple[Factor, ...], tuple[Factor, ...]]:
    """The numbers behind the penetration modifier, and the modifier (12.1a; FIRE-7: for attacks on 10.1 alone)."""
    unit, target = aim.attacker, aim.target
    assert unit is not None
    if aim.weapon == "bazooka":
        assert unit.bazooka is not None
        printed, name, rule, tag = unit.bazooka.penetration, "bazooka", "21.0-sr-2b", unit.provenance["bazooka"]
    else:
        gun = gun_of(unit, aim.weapon)
        printed, name, rule, tag = gun.penetration, f"{unit.name} {gun.name}", unit.sheet, unit.provenance["guns"]
    reached, armour = penetration_at(printed, aim.distance), target.armour(aim.aspect)
    behind = [Factor(rule, f"{name} penetration", printed, tag)]
    if reached != printed:
        behind.append(Factor("12.1b", f"penetration at range {aim.distance}", reached))
    sure = target.provenance[aim.aspect]
    behind.append(Factor(target.rule, f"{target.name} {aim.aspect} armour", armour, sure))
    value = penetration_modifier(reached - armour, strength)
    case = "12.13a" if reached < armour else "12.11a" if strength > 0 else "12.12a"
    told = f"penetration {reached} against armour {armour}"
    return tuple(behind), (Factor(case, told, value, least_sure((tag, sure))),) if value else ()


def _modifier(aim: Aim, first: tuple[Factor, ...]) -> Explained:
    """All that is added to a loss die (12.0-proc-1, 12.0-proc-2, 12.14)."""
    target = aim.target
    factors = list(first)
    indirect = aim.weapon == "artillery"
    if indirect and target.vehicle:
        # 17.31c: no loss modification for vehicles against indirect fire.
        return Explained("17.31c", "loss modifier", 0)
    if not indirect:
        factors += _target_factors(aim)
        factors += _firer_factors(aim)
    if target.infantry and aim.defilade:
        # 15.22, 15.23b, 15.31, 12.4-fn-1: all round, from above, and against artillery and close assault.
        factors.append(_listed("defilade_infantry"))
    ground = listing("12.4-terrain").row(aim.terrain)
    value = int(ground["infantry" if target.infantry else "vehicle"])
    if value:
        factors.append(Factor(ground["rule"], ground["label"], value, provenance("12.4-terrain")))
    return Explained("12.0-proc-1", "loss modifier", sum(int(one.value) for one in factors), tuple(factors))


def _target_factors(aim: Aim) -> list[Factor]:
    """What the state of the target adds against direct fire (12.4, 6.43a, 6.68, 17.31d, ART-7)."""
    found = []
    if aim.target.vehicle and aim.defilade and aim.distance > 0 and aim.above < ABOVE:
        # 15.32: not in close assault, which is at range 0; 15.23a: not against a firer high above.
        found.append(_listed("defilade_vehicle"))
    if aim.moving:
        found.append(_listed("moving"))
    if aim.stacked:
        found.append(_listed("stacked", aim.stacked))
    # 6.69b: a unit of one vehicle is in Column for its movement only.
    if aim.column and not (aim.target.vehicle and aim.strength == 1):
        found.append(_listed("column"))
    return found


def _firer_factors(aim: Aim) -> list[Factor]:
    """What the suppression of the firer adds (8.61C, 8.62C); 16.54: a gun is as its crew."""
    unit = aim.attacker
    if unit is None or not aim.firer_suppressed:
        return []
    return [_listed("suppressed_infantry" if unit.infantry or unit.towed else "suppressed_vehicle")]


def _listed(name: str, times: int = 1) -> Factor:
    row = listing("12.4").row(name)
    label = row["label"] if times == 1 else f"{times} {row['label']}"
    return Factor(row["rule"], label, times * int(row["value"]), row["provenance"])
