"""The historical period chart 35.0: what every nation of a period brings besides its weapons (35.1, 35.2).

`period_lines()` has the 44 lines in the order of the print, keyed "6 Ger"; `line_of(period, nation)` finds one and says
what is wrong with a name. Panic and Preservation stay in per cent, as printed (35.2e).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError, UnknownNameError

Procedure = Literal["planned", "called", ""]
"""How artillery or aircraft are ordered (28.1, 28.2); "" where a side has none (35.3e)."""
Weight = Literal["L", "M", "H"]

PERIODS: Final = range(1, 13)
YEARS: Final[Mapping[int, str]] = MappingProxyType({
    1: "Europe 1937-1940", 2: "Europe 1941", 3: "North Africa 1941", 4: "Europe and North Africa 1942",
    5: "Europe and North Africa 1943", 6: "Europe 1944-1945", 7: "Europe and Korea 1946-1950", 8: "1951-1960",
    9: "Europe 1961-1969", 10: "1967", 11: "Vietnam 1968-1970", 12: "the 1970s",
})  # fmt: skip
"""Where and when each period is (35.0)."""
NATIONS: Final[Mapping[str, str]] = MappingProxyType({
    "Ger": "Germany", "Ger(E)": "Germany, Eastern Front", "Ger(NA)": "Germany, North Africa", "Fr": "France",
    "Br": "Britain", "Sov": "Soviet Union", "It": "Italy", "US": "United States", "NK": "North Korea",
    "Isr": "Israel", "UAR": "United Arab Republic", "NATO": "NATO", "NV": "North Vietnam", "Ch": "China",
})  # fmt: skip
"""The nations of the chart, as it abbreviates them (35.2a)."""
THEATRES: Final = ("Europe", "Korea")
"""Where period 7 may be fought; elsewhere it makes no difference."""

_PROCEDURES: Final[Mapping[str, Procedure]] = {"p": "planned", "c": "called"}
_SMOKE: Final = {"yes": True, "no": False}
_ARTILLERY: Final = re.compile(r"B([cp])(?:,A([cp]))?/((?:L,)?[LM])([1-9])(\*?)")
_AIR: Final = re.compile(r"([cp])([LMH])([1-9])(?: in E, ([1-9]) in K)?")


class Artillery(NamedTuple):
    """The artillery of a line: how each side orders it, its kinds, the most battalions, whether one may be heavy."""

    alpha: Procedure = ""
    bravo: Procedure = ""
    kinds: tuple[Weight, ...] = ()
    most: int = 0
    heavy: bool = False

    def procedure(self, side: str) -> Procedure:
        """How this side orders it; "" where it has no artillery in that role (35.2b, 35.3e)."""
        return self.alpha if side == "alpha" else self.bravo


class Air(NamedTuple):
    """The air strikes of a line: procedure, weight, and the most in Europe and in Korea (35.2c)."""

    procedure: Procedure = ""
    weight: Weight | None = None
    most: int = 0
    in_korea: int = 0

    def maximum(self, theatre: str = "Europe") -> int:
        """The most strikes in this theatre."""
        return self.in_korea if theatre == "Korea" else self.most


class PeriodLine(NamedTuple):
    """A line of the chart; `panic` and `preservation` are per cent (35.2e)."""

    period: int
    nation: str
    infantry_he: int
    artillery: Artillery
    air: Air
    afv_smoke: bool
    artillery_smoke: bool
    panic: int
    preservation: int
    rule: str

    @property
    def key(self) -> str:
        """Its name: "6 Ger"."""
        return f"{self.period} {self.nation}"

    @property
    def squad(self) -> str:
        """The type of its infantry (26.11a)."""
        return f"{self.nation} squad {self.period}"


@lru_cache(maxsize=1)
def period_lines() -> Mapping[str, PeriodLine]:
    """The lines of chart 35.0 by key, in the order of the print."""
    text = resources.read("hulldown", "games", "tank", "data", "charts", "35.0.csv")
    return parse_periods(text, "tank/data/charts/35.0.csv")


def nations(period: int) -> tuple[str, ...]:
    """The nations that fight in a period, in the order of the print (35.0)."""
    return tuple(line.nation for line in period_lines().values() if line.period == period)


def line_of(period: int, nation: str) -> PeriodLine:
    """The line of a nation in a period; raises UnknownNameError with the case and what there is instead."""
    if period not in PERIODS:
        raise UnknownNameError(f"35.0: there is no period {period}", hint=f"periods: {PERIODS[0]} to {PERIODS[-1]}")
    asked, here = tables.plain(nation), nations(period)
    for name in here:
        if tables.plain(name) == asked:
            return period_lines()[f"{period} {name}"]
    fronts = [name for name in here if asked and tables.plain(name.partition("(")[0]) == asked]
    if fronts:
        raise UnknownNameError(f"35.2a: {nation!r} is ambiguous in period {period}", hint=f"one of {', '.join(fronts)}")
    elsewhere = [line.period for line in period_lines().values() if tables.plain(line.nation) == asked]
    if elsewhere:
        told = f"35.0: {nation} does not fight in period {period}, only in {_listed(elsewhere)}"
        raise UnknownNameError(told, hint=f"nations of period {period}: {', '.join(here)}")
    raise UnknownNameError(
        f"35.0: there is no nation {nation!r}", hint=f"nations of period {period}: {', '.join(here)}"
    )


def parse_periods(text: str, where: str) -> Mapping[str, PeriodLine]:
    """The lines that a CSV file holds; raises MalformedError naming file, row and column."""
    listing = tables.listing_from_csv(text, where)
    return MappingProxyType({name: _line(listing, name) for name in listing.rows})


def _line(listing: tables.Listing, name: str) -> PeriodLine:
    row = listing.row(name)
    wanted = {"inf_he", "artillery", "air", "smoke", "panic", "preservation", "rule"}
    if row.keys() != wanted:
        odd = sorted(row.keys() ^ wanted)[0]
        raise MalformedError(f"column {odd!r} is {'unknown' if odd in row else 'missing'}", listing.where)
    number, _, nation = name.partition(" ")
    if not number.isdecimal() or int(number) not in PERIODS:
        raise MalformedError(f"row {name!r}: {number!r} is no period from 1 to {PERIODS[-1]}", listing.where)
    if nation not in NATIONS:
        raise MalformedError(f"row {name!r}: there is no nation {nation!r}", listing.where, ", ".join(NATIONS))
    smoke = [_SMOKE.get(word) for word in row["smoke"].split(",")]
    if len(smoke) != 2 or smoke[0] is None or smoke[1] is None:
        raise _malformed(listing, name, "smoke", 'write "no,yes"')
    levels = {column: listing.number(name, column) for column in ("panic", "preservation")}
    for column, level in levels.items():
        if level % 10 or not 0 <= level <= 100:
            raise _malformed(listing, name, column, "write tens of per cent, such as 30")
    return PeriodLine(
        int(number), nation, listing.number(name, "inf_he"), _artillery(listing, name), _air(listing, name),
        smoke[0], smoke[1], levels["panic"], levels["preservation"], row["rule"],
    )  # fmt: skip


def _artillery(listing: tables.Listing, name: str) -> Artillery:
    """How an entry such as "Bc,Ap/L,M2*" reads (35.2a, 35.2b)."""
    cell = listing.row(name)["artillery"]
    if cell == "none":
        return Artillery()
    match = _ARTILLERY.fullmatch(cell)
    if match is None:
        raise _malformed(listing, name, "artillery", 'write "Bc,Ap/M3", "Bp/L,M1*" or "none"')
    bravo, alpha, kinds, most, starred = match.groups()
    weights = cast(tuple[Weight, ...], tuple(kinds.split(",")))
    return Artillery(_PROCEDURES.get(alpha or "", ""), _PROCEDURES[bravo], weights, int(most), not starred)


def _air(listing: tables.Listing, name: str) -> Air:
    """How an entry such as "cM3 in E, 6 in K" reads (35.2c)."""
    cell = listing.row(name)["air"]
    if cell == "none":
        return Air()
    match = _AIR.fullmatch(cell)
    if match is None:
        raise _malformed(listing, name, "air", 'write "pM2", "cM3 in E, 6 in K" or "none"')
    procedure, weight, most, korea = match.groups()
    return Air(_PROCEDURES[procedure], cast(Weight, weight), int(most), int(korea or most))


def _malformed(listing: tables.Listing, name: str, column: str, hint: str) -> MalformedError:
    return MalformedError(f"row {name!r}, column {column!r}: {listing.row(name)[column]!r}", listing.where, hint)


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers))
