"""Tank companies (33.0), whose companies and weapons a nation fields, and a force for each line of the period chart.

All of it is read from CSV files that a proof-reader can hold against the book: `charts/33.0.csv`, and in `expanded/`
families (the types that 33.0 names), makers, defaults and pairings.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.games.tank.data.periods import PERIODS, PeriodLine, period_lines
from hulldown.games.tank.data.weapons import MAKERS, expanded_chart

_FOLDER: Final = ("hulldown", "games", "tank", "data")
NATIONS: Final = ("Britain", "France", "Germany", "Italy", "Israel", "USSR", "United States")
"""The nations of chart 33.0; the others use the companies of one of these."""
_NAME: Final = re.compile(rf"({'|'.join(NATIONS)}) ([0-9]+)(?:-([0-9]+))? (.+)")
_SECTION: Final = re.compile(r"([1-9]) \(([1-9])(?: ([A-Za-z]+))?\)(\*\*)?")
_HQ: Final = re.compile(r"([0-9])(\*)?(?: ([A-Za-z]+))?")
_ROW: Final = re.compile(r"([A-Za-z]+) ([0-9]+)(?:-([0-9]+))?(?: ([A-Za-z]+))?")
_MADE: Final = re.compile(r"([0-9]+) (.+)")


class Section(NamedTuple):
    """So many platoons of so many AFVs each; `kind` is the type that the chart gives them in a mixed company."""

    platoons: int
    size: int
    kind: str = ""


class Company(NamedTuple):
    """A row of chart 33.0."""

    key: str
    """Nation, periods and name: "Germany 2-6 Medium"."""
    nation: str
    periods: tuple[int, ...]
    name: str
    types: tuple[str, ...]
    """The types it names, as printed; `families()` knows their weapons."""
    sections: tuple[Section, ...]
    hq: int
    hq_kind: str
    close_support: bool
    """Two tanks of its headquarters are for close support (33.0-note-1)."""
    firefly: bool
    """Each platoon has one Firefly (33.0-note-2)."""
    total: int
    rule: str

    @property
    def mixed(self) -> bool:
        """Whether its platoons have types of their own."""
        return any(section.kind for section in self.sections)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The types of a mixed company in the order of its platoons; one nameless type for any other."""
        return tuple(dict.fromkeys(section.kind for section in self.sections))

    @property
    def named(self) -> tuple[str, ...]:
        """The weapons of chart 36 that it names."""
        return tuple(weapon for kind in self.types for weapon in families()[kind])


class Camp(NamedTuple):
    """What a nation, or one nation of an alliance, draws on: companies of 33.0, makers of 36, and single weapons."""

    name: str
    """The nation of an alliance that it is; "" where there is no choice."""
    companies: str
    makers: tuple[str, ...]
    devices: tuple[str, ...]
    """The makers of its infantry's devices."""
    also: tuple[str, ...]


class Standing(NamedTuple):
    """The force of a line for which nothing is chosen; `made_of` counts all its AFVs by type."""

    company: str
    made_of: tuple[tuple[str, int], ...]
    apc: str
    gun: str
    device: str


@lru_cache(maxsize=1)
def companies() -> Mapping[str, Company]:
    """The 32 rows of chart 33.0 by key."""
    return parse_companies(resources.read(*_FOLDER, "charts", "33.0.csv"), "tank/data/charts/33.0.csv")


@lru_cache(maxsize=1)
def families() -> Mapping[str, tuple[str, ...]]:
    """The weapons of chart 36 that a type named in chart 33.0 stands for."""
    return parse_families(*_expanded("families"))


@lru_cache(maxsize=1)
def camps() -> Mapping[str, tuple[Camp, ...]]:
    """What the nation of each line of the period chart draws on, by key of the line; NATO has a choice."""
    return parse_makers(*_expanded("makers"))


@lru_cache(maxsize=1)
def standings() -> Mapping[str, Standing]:
    """The default force of every line of the period chart, by its key."""
    return parse_standings(*_expanded("defaults"))


@lru_cache(maxsize=1)
def pairings() -> Mapping[int, tuple[str, str]]:
    """Alpha's and Bravo's nation in each period if nobody chooses."""
    return parse_pairings(*_expanded("pairings"))


def _expanded(name: str) -> tuple[str, str]:
    return resources.read(*_FOLDER, "expanded", f"{name}.csv"), f"tank/data/expanded/{name}.csv"


def parse_companies(text: str, where: str) -> Mapping[str, Company]:
    """The companies that a CSV file holds; raises MalformedError naming file, row and column."""
    listing = _listing(text, where, ("types", "platoons", "hq", "total", "rule"))
    found: dict[str, Company] = {}
    for key, row in listing.rows.items():
        place = f"{where}: row {key!r}"
        name, hq = _NAME.fullmatch(key), _HQ.fullmatch(row["hq"])
        if name is None:
            raise MalformedError('company: write nation, periods and name, such as "Germany 2-6 Medium"', place)
        if hq is None:
            raise MalformedError(f'hq: {row["hq"]!r}; write "2", "4*" or "2 PzII"', place)
        sections, firefly = _sections(row["platoons"], place)
        total = sum(section.platoons * section.size for section in sections) + int(hq[1])
        if row["total"] != str(total):
            raise MalformedError(f"total: {row['total']!r}, but platoons and headquarters are {total}", place)
        found[key] = Company(
            key, name[1], _periods(name[2], name[3], place), name[4], _names(row["types"]), sections, int(hq[1]),
            hq[3] or "", hq[2] is not None, firefly, total, row["rule"],
        )  # fmt: skip
    return MappingProxyType(found)


def _sections(cell: str, place: str) -> tuple[tuple[Section, ...], bool]:
    """The platoons that a cell such as "2 (5 PzII) + 2 (3 PzIII)" tells, and whether each has a Firefly."""
    sections, firefly = [], False
    for part in cell.split(" + "):
        match = _SECTION.fullmatch(part)
        if match is None:
            raise MalformedError(f'platoons: {cell!r}; write "4 (3)" or "2 (5 PzII) + 2 (3 PzIII)"', place)
        sections.append(Section(int(match[1]), int(match[2]), match[3] or ""))
        firefly = firefly or match[4] is not None
    return tuple(sections), firefly


def parse_families(text: str, where: str) -> Mapping[str, tuple[str, ...]]:
    """The weapons of each named type that a CSV file holds; raises MalformedError."""
    listing = _listing(text, where, ("weapons",))
    found = {kind: _names(row["weapons"]) for kind, row in listing.rows.items()}
    for kind, names in found.items():
        for name in names:
            _known(name, ("tank", "assault_gun"), f"{where}: row {kind!r}", "weapons")
    return MappingProxyType(found)


def parse_makers(text: str, where: str) -> Mapping[str, tuple[Camp, ...]]:
    """What each line of the period chart draws on, as a CSV file says; raises MalformedError."""
    listing = _listing(text, where, ("companies", "makers", "devices", "also"))
    found: dict[str, tuple[Camp, ...]] = dict.fromkeys(period_lines(), ())
    for key, row in listing.rows.items():
        place = f"{where}: row {key!r}"
        name = _ROW.fullmatch(key)
        if name is None:
            raise MalformedError('nation: write nation and periods, such as "Sov 5-6"', place)
        if row["companies"] not in NATIONS:
            raise MalformedError(f"companies: chart 33.0 has no {row['companies']!r}", place, ", ".join(NATIONS))
        camp = Camp(name[4] or "", row["companies"], _names(row["makers"]), _names(row["devices"]), _names(row["also"]))
        for maker in (*camp.makers, *camp.devices):
            if maker not in MAKERS:
                raise MalformedError(f"there is no maker {maker!r}", place, ", ".join(MAKERS))
        for weapon in camp.also:
            _known(weapon, (), place, "also")
        periods = _periods(name[2], name[3], place)
        for line in period_lines().values():
            if line.nation.partition("(")[0] == name[1] and line.period in periods:
                found[line.key] += (camp,)
    for key, drawn in found.items():
        if not drawn:
            raise MalformedError(f"no row covers the line {key!r} of the period chart", where)
    return MappingProxyType(found)


def parse_standings(text: str, where: str) -> Mapping[str, Standing]:
    """The default force of each line that a CSV file holds; raises MalformedError."""
    listing = _listing(text, where, ("company", "afvs", "made_of", "apc", "gun", "device"))
    found: dict[str, Standing] = {}
    for key, row in listing.rows.items():
        place = f"{where}: row {key!r}"
        if key not in period_lines():
            raise MalformedError("line: the period chart has no such line", place)
        if row["company"] not in companies():
            raise MalformedError(f"company: chart 33.0 has no {row['company']!r}", place)
        made = []
        for part in row["made_of"].split(" + "):
            match = _MADE.fullmatch(part)
            if match is None:
                raise MalformedError(f'made_of: {part!r}; write "14 Ge Pz V"', place)
            made.append((_known(match[2], ("tank", "assault_gun"), place, "made_of"), int(match[1])))
        if row["afvs"] != str(sum(count for _, count in made)):
            raise MalformedError(f"afvs: {row['afvs']!r} is not their sum", place)
        apc = _known(row["apc"], ("apc", "truck"), place, "apc")
        gun, device = _known(row["gun"], ("gun",), place, "gun"), _known(row["device"], ("device",), place, "device")
        found[key] = Standing(row["company"], tuple(made), apc, gun, device)
    for key in period_lines():
        if key not in found:
            raise MalformedError(f"the line {key!r} of the period chart is missing", where)
    return MappingProxyType(found)


def parse_pairings(text: str, where: str) -> Mapping[int, tuple[str, str]]:
    """The pairing of each period that a CSV file holds; raises MalformedError."""
    listing = _listing(text, where, ("alpha", "bravo"))
    found: dict[int, tuple[str, str]] = {}
    for key, row in listing.rows.items():
        place = f"{where}: row {key!r}"
        for side in ("alpha", "bravo"):
            if f"{key} {row[side]}" not in period_lines():
                raise MalformedError(f"{side}: {row[side]!r} does not fight in period {key!r}", place)
        found[int(key)] = (row["alpha"], row["bravo"])
    if set(found) != set(PERIODS):
        raise MalformedError(f"period {min(set(PERIODS) - set(found))} is missing", where)
    return MappingProxyType(found)


def companies_of(line: PeriodLine, camp: Camp) -> tuple[Company, ...]:
    """The companies that a camp can raise in the period of a line."""
    return tuple(
        company
        for company in companies().values()
        if company.nation == camp.companies and line.period in company.periods
    )


def _listing(text: str, where: str, columns: tuple[str, ...]) -> tables.Listing:
    """The list of a CSV file, which must have exactly these columns."""
    listing = tables.listing_from_csv(text, where)
    there = set(next(iter(listing.rows.values())))
    for column in columns:
        if column not in there:
            raise MalformedError(f"column {column!r} is missing", where)
    tables.check_keys(dict.fromkeys(sorted(there)), columns, where)
    return listing


def _names(cell: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in cell.split(",") if name.strip())


def _known(name: str, groups: tuple[str, ...], place: str, column: str) -> str:
    """The name itself, which must be a weapon of one of these groups (of any if there are none)."""
    weapon = expanded_chart().get(name)
    if weapon is None:
        raise MalformedError(f"{column}: there is no weapon {name!r}", place, tables.near(name, expanded_chart()))
    if groups and weapon.group not in groups:
        raise MalformedError(f"{column}: {name} is no {' or '.join(groups)}", place)
    return name


def _periods(first: str, last: str | None, place: str) -> tuple[int, ...]:
    found = tuple(range(int(first), int(last or first) + 1))
    if not found or not set(found) <= set(PERIODS):
        raise MalformedError(f"periods run from {PERIODS[0]} to {PERIODS[-1]}", place)
    return found
