"""Where artillery comes down (17.2): scatter table, scatter diagram, wheel, and the pattern of a battery.

Hexes are those of `core.hex` (`Hex`), so that fire may leave the map and come back; `place_of` and `label_of` turn
them into numbers of the printed form and back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from hulldown.core.dice import Dice
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.hex import DIRECTIONS, Hex, add, neighbour
from hulldown.games.panzer_battles.data.loading import chart
from hulldown.games.panzer_battles.rules.losses import DIE, PAIRS

ON_TARGET: Final = "OT"
IN_HEX: Final = "S"
FOR_EFFECT: Final = "ffe"
UNSEEN: Final = 41
"""The distance whose column counts where nobody sees the target hex (17.21b)."""
PATTERN: Final = (0, 1)
"""The directions from the apex to the other hexes of a pattern: N and NE in the numbering, away from row 34 (17.14)."""
_COMPASS: Final = ("N", "NE", "SE", "S", "SW", "NW")
_LABEL: Final = re.compile(r"[0-9]{4}")


class Scatter(NamedTuple):
    """A result of 17.27: `distance` hexes away (0 in the target hex), and whether the fire is scattered."""

    distance: int
    scattered: bool

    @property
    def dice(self) -> int:
        """The dice for direction and wheel: none, one for a single hex, two beyond (17.26-0, 17.26-1, 17.26-2a)."""
        return min(self.distance, 2)

    def __str__(self) -> str:
        return str(self.distance) if self.distance else IN_HEX if self.scattered else ON_TARGET


class Landed(NamedTuple):
    """Fire that has come down: the dice of 17.27, the result, the dice of direction and wheel, and the apex."""

    dice: tuple[int, int]
    result: Scatter
    rolled: tuple[int, ...]
    apex: Hex


def read_result(cell: str) -> Scatter:
    """A cell of 17.27: OT, S, or S-n."""
    return Scatter(int(cell[2:]) if cell.startswith("S-") else 0, cell != ON_TARGET)


def scatter_column(observed: int | None, for_effect: bool = False) -> str:
    """The column of 17.27: fire for effect (17.25), or by the shortest line of sight (17.21a); None: nobody has one."""
    if for_effect:
        return FOR_EFFECT
    distance = UNSEEN if observed is None else observed
    for name in chart("17.27").columns[1:]:
        first, _, last = name.rstrip("+").partition("-")
        if int(first) <= distance and (not last or distance <= int(last)):
            return name
    raise HulldownError(f"no line of sight is {distance} hexes long", hint="give a number from 0 up, or none")


@lru_cache(maxsize=16)
def scatter_results(column: str) -> tuple[Scatter, ...]:
    """The results of the dice 2 to 12 in a column of 17.27."""
    table = chart("17.27")
    return tuple(read_result(table.cell(total, column)) for total in range(2, 13))


def scatter_chances(column: str) -> Mapping[Scatter, Fraction]:
    """The exact chance of each result in a column, the most accurate first."""
    found: dict[Scatter, Fraction] = {}
    for result, ways in zip(scatter_results(column), PAIRS, strict=True):
        found[result] = found.get(result, Fraction(0)) + Fraction(ways, 36)
    return MappingProxyType(dict(sorted(found.items())))


def roll_scatter(apex: Hex, column: str, dice: Dice, purpose: str = "scatter") -> Landed:
    """Where the fire of a battery comes down, with its dice (17.22a, 17.22b, 17.26-1, 17.26-2a, 17.26-2b)."""
    pair = (dice.roll(DIE, purpose), dice.roll(DIE, purpose))
    result = scatter_results(column)[sum(pair) - 2]
    rolled = tuple([dice.roll(DIE, f"{purpose}, direction") for _ in range(result.dice)])
    return Landed(pair, result, rolled, landing(apex, result.distance, rolled))


def landing(apex: Hex, distance: int, rolled: tuple[int, ...]) -> Hex:
    """The apex after scatter: so many hexes in the direction of the first die, then wheeled clockwise by the second."""
    if not distance:
        return apex
    start = direction_of(rolled[0])
    way = DIRECTIONS[start]
    at = add(apex, Hex(distance * way.q, distance * way.r))
    for step in range(rolled[1] if distance > 1 else 0):
        # Along a side of the ring the way is two sixths further than the corner it began at.
        corner = (start + step // distance) % 6
        at = neighbour(at, (corner + 2) % 6)
    return at


def direction_of(die: int) -> int:
    """The direction, 0 to 5 from N clockwise, of a die on the Scatter Diagram (17.26-diag)."""
    return _COMPASS.index(chart("scatter").cell(die, "direction"))


def pattern(apex: Hex) -> tuple[Hex, Hex, Hex]:
    """The three hexes that a battery hits: the apex and two away from the edge the fire comes from (17.14).

    ART-5: it keeps its shape wherever it scatters.
    """
    return apex, neighbour(apex, PATTERN[0]), neighbour(apex, PATTERN[1])


def place_of(label: str) -> Hex:
    """The hex of a number such as 1524: odd columns sit high (D-20); raises UnknownNameError."""
    if not _LABEL.fullmatch(label):
        raise UnknownNameError(f"there is no hex {label!r}", hint="a hex has four digits, such as 1524")
    column, row = int(label[:2]) - 1, int(label[2:]) - 1
    return Hex(column, row - (column - (column & 1)) // 2)


def label_of(place: Hex) -> str:
    """The number of a hex; "" where there can be none, off the top or the left of any map."""
    column = place.q
    row = place.r + (column - (column & 1)) // 2
    return f"{column + 1:02d}{row + 1:02d}" if 0 <= column < 99 and 0 <= row < 99 else ""
