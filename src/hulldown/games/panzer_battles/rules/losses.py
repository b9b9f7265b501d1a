"""Loss modification (12.0): what a combat result becomes, die by die, with exact chances.

An original number is modified loss by loss, each with a die of its own (12.0-proc-4, 12.0-proc-6, FIRE-1); the option
`loss_dice` = single lets one die change the whole number. A dash or an S has one die. The modifier is added to each.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from hulldown.games.panzer_battles.data.loading import chart

NONE: Final = "-"
SUPPRESSED: Final = "S"
DIE: Final = 6
Effect = Literal["vehicles", "suppression", "steps", "unmodified"]
"""What a result does: a main gun takes vehicles (10.2-num), automatic weapons only suppress them (9.2-veh) but take
steps of infantry (9.2-inf-num), and artillery suppresses vehicles without any modification (17.31c)."""
LossDice = Literal["each", "single"]
PAIRS: Final[tuple[int, ...]] = tuple(min(total - 1, 13 - total) for total in range(2, 13))
"""In how many of 36 ways two dice give 2 to 12."""


class Outcome(NamedTuple):
    """What an attack does to its target: vehicles or steps lost, and whether it is suppressed."""

    losses: int
    suppressed: bool


NOTHING: Final = Outcome(0, False)


class Target(NamedTuple):
    """What the result of a hit depends on besides the dice."""

    effect: Effect
    strength: int
    """Vehicles, guns or steps it has: losses beyond them are dropped after all dice (10.4b, FIRE-29)."""
    suppressed: bool = False
    loss_dice: LossDice = "each"


@lru_cache(maxsize=256)
def shifts(modifier: int, infantry: bool) -> tuple[int, ...]:
    """What the dice 1 to 6 do with this modifier on 12.31 or 12.21: -1, 0 or +1 (12.0-proc-3)."""
    table = chart("12.31" if infantry else "12.21")
    return tuple(int(table.cell(die + modifier, "loss")) for die in range(1, DIE + 1))


def loss_dice(target: Target, result: str) -> int:
    """How many dice modify a result.

    FIRE-27: a number against vehicles by automatic weapons suppresses whatever a die would say.
    """
    if target.effect == "unmodified":
        return 0
    if result in (NONE, SUPPRESSED):
        return 1
    if target.effect == "suppression":
        return 0
    return int(result) if target.loss_dice == "each" else 1


def outcome(target: Target, result: str, changes: tuple[int, ...]) -> Outcome:
    """What a result does once its dice have changed it by -1, 0 or +1 each (9.2, 10.2, 10.1-fn-1).

    0 leaves a loss as it is (12.22-dash, 12.32-dash), +1 makes it two (12.22-plus, 12.32-plus-a). A target that loses
    all it has is eliminated (10.4a).

    FIRE-2: a number whose losses are all taken away still suppresses (12.22-minus-a, 12.32-minus-a).
    """
    if result == NONE:
        return _raised(target, changes)
    if result == SUPPRESSED:
        return _suppression(target, changes)
    if target.effect in ("unmodified", "suppression"):
        return Outcome(0, True)
    losses = sum(1 + change for change in changes) if target.loss_dice == "each" else int(result) + changes[0]
    return Outcome(min(max(losses, 0), target.strength), True)


def _raised(target: Target, changes: tuple[int, ...]) -> Outcome:
    """A dash does nothing (9.2-all-dash, 10.2-dash) unless +1 makes it a vehicle lost or suppression.

    12.15, FIRE-3: the vehicle is lost to a gun; 12.32-plus-c, FIRE-4: automatic weapons suppress.
    """
    if 1 not in changes:
        return NOTHING
    return Outcome(min(1, target.strength) if target.effect == "vehicles" else 0, True)


def _suppression(target: Target, changes: tuple[int, ...]) -> Outcome:
    """An S suppresses (9.2-inf-Sa), but -1 takes it away (12.32-minus-b, 12.22-minus-b).

    12.32-plus-b: +1 costs infantry one step.
    9.2-inf-Sb, FIRE-26: an S that stands costs infantry that is suppressed already one step; with +1 it is one, too.
    """
    if -1 in changes:
        return NOTHING
    hurt = target.effect == "steps" and (target.suppressed or 1 in changes)
    return Outcome(min(1, target.strength) if hurt else 0, True)


@lru_cache(maxsize=4096)
def chances(target: Target, results: tuple[str, ...], changes: tuple[int, ...]) -> Mapping[Outcome, Fraction]:
    """The exact chance of each outcome, the least first.

    `results` are those of two dice, 2 to 12; `changes` what each loss die, 1 to 6, does (`shifts`).
    """
    found: dict[Outcome, Fraction] = {}
    for result, ways in zip(results, PAIRS, strict=True):
        for drawn, chance in _drawn(loss_dice(target, result), changes).items():
            after = outcome(target, result, drawn)
            found[after] = found.get(after, Fraction(0)) + chance * Fraction(ways, 36)
    return MappingProxyType(dict(sorted(found.items())))


@lru_cache(maxsize=256)
def _drawn(count: int, changes: tuple[int, ...]) -> Mapping[tuple[int, ...], Fraction]:
    """The chance of each set of changes by so many dice, in ascending order since their order does not matter."""
    found: dict[tuple[int, ...], Fraction] = {(): Fraction(1)}
    for _ in range(count):
        more: dict[tuple[int, ...], Fraction] = {}
        for before, chance in found.items():
            for change in changes:
                after = tuple(sorted((*before, change)))
                more[after] = more.get(after, Fraction(0)) + chance / DIE
        found = more
    return MappingProxyType(found)
