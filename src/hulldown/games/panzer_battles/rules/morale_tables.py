"""Morale by the tables of the book: columns and increases (14.2), HQ values (14.8) and the roll to rally (14.6)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from hulldown.core.charts import span
from hulldown.core.dice import Dice
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.explain import Explained, Factor
from hulldown.games.panzer_battles.data.loading import RATINGS, chart, provenance
from hulldown.games.panzer_battles.rules.losses import DIE, NONE, PAIRS

LAST: Final = 15
"""The last column of 14.2."""


class Check(NamedTuple):
    """A morale check before its dice: the column with its factors, and what the dice 2 to 12 add (14.2-fn-1).

    14.21-dash, 14.21-1, 14.21-2: nothing, one or two.
    """

    column: Explained
    results: tuple[int, ...]

    @property
    def increase(self) -> Mapping[int, Fraction]:
        """The exact chance of each increase."""
        return _shares(self.results)


@lru_cache(maxsize=1024)
def morale_check(size: int, lost: int, detached: bool = False) -> Check:
    """The check of a company of `size` vehicles or steps that has lost `lost` of them (14.0-proc-2, 14.0-proc-3).

    MOR-2: by classes of size. MOR-16: losses beyond the row count as its last ones. 18.21b: with a platoon detached,
    one column further to the right, the last at most.
    """
    if size < 1 or lost < 1:
        raise HulldownError(
            f"a company of {size} with {lost} lost does not check its morale", hint="give numbers from 1 up"
        )
    table = chart("14.2-cols")
    cells = [int(cell) for cell in table.band(size).cells if cell != NONE]
    column = cells[min(lost, len(cells)) - 1]
    factors = [Factor("14.2-cols", f"{lost} lost of {size}", column, provenance("14.2-cols"))]
    if detached:
        factors.append(Factor("18.21b", "a platoon is detached", 1 if column < LAST else 0))
        column = min(column + 1, LAST)
    body = chart("14.2")
    results = tuple(0 if (cell := body.cell(total, str(column))) == NONE else int(cell) for total in range(2, 13))
    return Check(Explained("14.2", "column", column, tuple(factors)), results)


class Checked(NamedTuple):
    """A morale check rolled: the dice and by how much the state rises."""

    dice: tuple[int, int]
    increase: int


def roll_morale(check: Check, dice: Dice, purpose: str = "morale") -> Checked:
    """The check with its two dice (14.0-proc-2)."""
    pair = (dice.roll(DIE, purpose), dice.roll(DIE, purpose))
    return Checked(pair, check.results[sum(pair) - 2])


@lru_cache(maxsize=16)
def hq_values(rating: str) -> tuple[int, ...]:
    """The HQ values of the dice 1 to 6 under a rating (14.8, 14.8-fn-1, 14.9); raises UnknownNameError.

    14.8-A, 14.8-B, 14.8-C, 14.8-D, 14.8-E, 14.8-F, 14.8-G, 14.8-H, 14.8-I, 14.8-J, 14.8-K. The rating L has a heading
    and no values (14.8-L).
    """
    if rating not in RATINGS:
        raise UnknownNameError(f"there is no rating {rating!r}", hint=f"one of {', '.join(RATINGS)}")
    table = chart("14.8")
    value_of = {die: value for value in range(1, 7) for die in span(table.cell(value, rating))}
    return tuple(value_of[die] for die in range(1, DIE + 1))


def hq_provenance(rating: str) -> str:
    """Where the column of a rating comes from: some are mended by their printed averages."""
    meta = chart("14.8").meta
    return "repaired" if rating in meta["repaired"].split(",") else meta["provenance"]


def hq_chances(rating: str) -> Mapping[int, Fraction]:
    """The exact chance of each HQ value under a rating."""
    found: dict[int, Fraction] = {}
    for value in hq_values(rating):
        found[value] = found.get(value, Fraction(0)) + Fraction(1, DIE)
    return MappingProxyType(found)


def roll_hq(rating: str, dice: Dice, purpose: str = "headquarters") -> int:
    """The value of a battalion's HQ, rolled before play (14.7b)."""
    return hq_values(rating)[dice.roll(DIE, purpose) - 1]


def rally_chance(value: int) -> Fraction:
    """The chance to rally with the HQ value of the battalion (14.7c): a die of at most that (14.6b)."""
    return Fraction(min(max(value, 0), DIE), DIE)


def rating_rally_chance(rating: str) -> Fraction:
    """The chance to rally before the HQ value of a rating is known."""
    return sum((chance * rally_chance(value) for value, chance in hq_chances(rating).items()), Fraction(0))


def roll_rally(value: int, dice: Dice, purpose: str = "rally") -> tuple[int, bool]:
    """The die of a company that tries to rally, and whether it does (14.6b)."""
    die = dice.roll(DIE, purpose)
    return die, die <= value


def may_rally(original: int, left: int) -> bool:
    """Whether a company is strong enough to rally: not below half of its strength at the start (14.64a, MOR-4)."""
    return 2 * left >= original


def _shares(results: tuple[int, ...]) -> Mapping[int, Fraction]:
    found: dict[int, Fraction] = {}
    for result, ways in zip(results, PAIRS, strict=True):
        found[result] = found.get(result, Fraction(0)) + Fraction(ways, 36)
    return MappingProxyType(dict(sorted(found.items())))
