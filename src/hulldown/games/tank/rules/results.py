"""The tables of fire: which one a weapon reads, how far it reaches, and what movement adds to the die (8.9, 24.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from hulldown.core.charts import span
from hulldown.games.tank.data.listings import listing
from hulldown.games.tank.data.loading import Weapon, chart
from hulldown.games.tank.rules.aim import AP, HE, RULEBOOK, Firer
from hulldown.games.tank.rules.doctrine import STANDARD, Doctrine

BEST_COLUMN = 10
INFANTRY_REACH = 3
SQUAD_REACH = 10
"""How far the HE of a squad reaches (26.11c); its effective range is half of it."""
SHAKY: Final = 3
"""The Panic Level from which N, SR and CLS read their worse table (8.9f, 24.2b, 24.31)."""
MISSILES: Final = "24.31"
_PLAIN: Final = ("8.91", "8.92")
_TABLES: Final[dict[str, tuple[str, str]]] = {
    "N": _PLAIN,
    "SR": _PLAIN,
    "SC": ("8.93", "8.93"),
    "R": ("23.0-r", "23.0-r"),
    "L": ("23.0-l", "23.0-l"),
    "CLS": (MISSILES, MISSILES),
    "TH": (MISSILES, MISSILES),
    "infantry": ("8.91", "8.91"),
    "none": _PLAIN,
}
"""The tables of each kind of Fire Control: in a calm force, in a shaky one."""


def table_of(firer: Firer, kind: str = AP) -> str:
    """The Combat Results Table of a firer by Fire Control and Panic Level (8.9f, 3.4d; T-58: SR reads like N).

    24.2a, 24.2b: five tables; 24.3a: guns with N, SC and R read them too; 24.3b: guided missiles have their own.
    26.11c: HE of squads is always read in the first.
    """
    return firer.table or _table(firer.weapon, firer.panic, kind)


def _table(weapon: Weapon, panic: int, kind: str = AP) -> str:
    return _TABLES[_control(weapon, kind)][panic >= SHAKY]


def _control(weapon: Weapon, kind: str) -> str:
    """Its Fire Control; the HE of a missile carrier comes from the gun of an APC, which has N."""
    return "N" if kind == HE and weapon.guided else weapon.fc


def missile_column(weapon: Weapon, panic: int) -> str:
    """The column of the table of guided missiles: by Fire Control, for CLS by Panic Level too (24.31)."""
    if weapon.fc == "TH":
        return "TH"
    return "CLS 3+" if panic >= SHAKY else "CLS 0-2"


def absolute_range(weapon: Weapon, panic: int, doctrine: Doctrine = STANDARD) -> int:
    """The last range of the weapon's table (8.31a; T-45, X-04: the table is the limit).

    8.82: three hexes for infantry. In the Expanded game ten for its HE (26.11c), and the range of the chart for a
    device (26.2c, X-22).
    """
    traits = weapon.traits
    if traits.squad:
        return INFANTRY_REACH if doctrine.squads else SQUAD_REACH
    limit = table_limit(_table(weapon, panic))
    return min(limit, weapon.range) if traits.device else limit


@lru_cache(maxsize=8)
def table_limit(table: str) -> int:
    """The last range of a Combat Results Table."""
    last = chart(table).last_row()
    assert last is not None
    return last


@lru_cache(maxsize=2048)
def killing_cell(table: str, distance: int, column: int) -> str:
    """The printed cell of a Combat Results Table (8.9a)."""
    return chart(table).cell(distance, str(column))


@lru_cache(maxsize=2048)
def highest_killing_die(table: str, distance: int, column: int) -> int:
    """The highest adjusted die that destroys; 0 where the cell is blank (8.9a, 8.9e)."""
    return max(span(killing_cell(table, distance, column)), default=0)


class Lead(NamedTuple):
    """How moving targets are led: so much is added to the die for every so many full points, by this case."""

    rule: str
    add: int
    points: int
    provenance: str = RULEBOOK

    def value(self, points: int) -> int:
        """What is added for these points: whole groups only (X-06)."""
        return self.add * (points // self.points)


_ALIKE: Final = Lead("8.71", 1, 2)
"""1 for every full two plotted Movement Points, whoever fires (8.71a, 8.71b, 8.9d; T-42)."""


def lead_of(weapon: Weapon, doctrine: Doctrine, kind: str = AP) -> Lead:
    """What a target's movement adds to the die of a weapon: alike for all (8.71), or by Fire Control (24.4).

    Squads fire with Fire Control of the first table, N (26.11c).
    """
    if not doctrine.adds:
        return _ALIKE
    control = _control(weapon, kind)
    return _lead(doctrine.adds, "N" if control in ("infantry", "none") else control)


@lru_cache(maxsize=16)
def _lead(name: str, control: str) -> Lead:
    adds = listing(name)
    return Lead(
        adds.row(control)["rule"], adds.number(control, "add"), adds.number(control, "points"), adds.meta["provenance"]
    )


def least_favourable(firers: list[Firer], distance: int, doctrine: Doctrine, kind: str) -> tuple[str, Lead]:
    """The table and the die add of combined fire: those of the farthest firers, the worst of them (T-39).

    Of equal tables the one that leads movers worst counts.
    """
    found = [(table_of(firer, kind), lead_of(firer.weapon, doctrine, kind)) for firer in firers]
    return min(found, key=lambda pair: (_reach_key(pair[0], distance), -pair[1].add / pair[1].points))


def _reach_key(table: str, distance: int) -> int:
    """Orders tables from the least favourable to the attacker at a range."""
    if distance > table_limit(table):
        return -1
    if table == MISSILES:
        return 0
    return sum(highest_killing_die(table, distance, column) for column in range(BEST_COLUMN + 1))
