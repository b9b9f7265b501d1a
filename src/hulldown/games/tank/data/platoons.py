"""How a company is divided: platoons and headquarters of a row of 33.0, reinforced and reduced ones (X-70)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from hulldown.games.tank.data.companies import Company

LEAST: Final = 3
"""The tanks that a platoon must have to begin with (25.0-gen-1)."""
USUAL: Final = 4
"""The units of a platoon where nobody says how many."""
FIREFLY: Final = "Br Firefly"
_CLOSE_SUPPORT: Final = 2
"""The close-support tanks of a starred headquarters (33.0-note-1)."""


class Platoon(NamedTuple):
    """A platoon, or the headquarters, by the types it is made of."""

    made_of: tuple[tuple[str, int], ...]
    hq: bool = False

    @property
    def strength(self) -> int:
        """Its AFVs."""
        return sum(count for _, count in self.made_of)


def divisions(tanks: int) -> tuple[tuple[int, ...], ...]:
    """Every way to divide so many tanks into platoons of three or more, the largest first (25.0-gen-1)."""

    def parts(left: int, most: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
        for size in range(min(left, most), LEAST - 1, -1):
            for rest in parts(left - size, size):
                yield (size, *rest)

    return tuple(parts(tanks, tanks))


def evenly(units: int) -> tuple[int, ...]:
    """Platoons of about four, as even as can be (25.0-gen-1)."""
    count = max(1, units // USUAL)
    size, rest = divmod(units, count)
    return tuple(size + (place < rest) for place in range(count))


def arranged(company: Company, afvs: tuple[str, ...], close_support: str, size: int) -> tuple[Platoon, ...]:
    """The platoons of a company made of these types, one for each of its kinds; the headquarters stands last (33.0).

    `size` is 20 for a reinforced and 10 for a reduced company, 0 for one as its row says.
    """
    if size in (0, company.total):
        return _as_printed(company, afvs, close_support)
    return _resized(company, afvs, close_support, size)


def _as_printed(company: Company, afvs: tuple[str, ...], close_support: str) -> tuple[Platoon, ...]:
    """The company as its row has it (33.0)."""
    kinds = company.kinds
    found = [
        Platoon(_platoon(company, afvs[kinds.index(section.kind)], section.size))
        for section in company.sections
        for _ in range(section.platoons)
    ]
    if company.hq:
        name = afvs[kinds.index(company.hq_kind)] if company.hq_kind else afvs[0]
        found.append(Platoon(_headquarters(name, company.hq, close_support, _CLOSE_SUPPORT), hq=True))
    return tuple(found)


def _resized(company: Company, afvs: tuple[str, ...], close_support: str, size: int) -> tuple[Platoon, ...]:
    """Platoons of the size of the row as long as they are full; what is left over is the headquarters (33.0, 25.51).

    Kinds keep their proportion, the first one rounded up; close-support tanks stay in the headquarters (33.0-note-1).
    What is left of a kind is a platoon of its own where that is enough for one (25.0-gen-1): only so can a mixed
    company keep its proportion.
    """
    found: list[Platoon] = []
    rest: list[tuple[str, int]] = []
    for name, platoon, count in _shares(company, afvs, size):
        full, left = divmod(count, platoon)
        found += [Platoon(_platoon(company, name, platoon))] * full
        if left >= LEAST:
            found.append(Platoon(((name, left),)))
        elif left:
            rest.append((name, left))
    if rest:
        (name, count), *others = rest
        support = -(-_CLOSE_SUPPORT * size // company.total) if close_support else 0
        found.append(Platoon((*_headquarters(name, count, close_support, support), *others), hq=True))
    return tuple(found)


def _shares(company: Company, afvs: tuple[str, ...], size: int) -> Iterator[tuple[str, int, int]]:
    """Each type with the size of its platoons and its share of so many AFVs (33.0)."""
    kinds = company.kinds
    left = size
    for name, kind in zip(afvs, kinds, strict=True):
        mine = [section for section in company.sections if section.kind == kind]
        printed = sum(section.platoons * section.size for section in mine)
        printed += company.hq if company.hq_kind == kind else 0
        share = left if kind == kinds[-1] else -(-printed * size // company.total)
        left -= share
        yield name, mine[0].size, share


def _platoon(company: Company, name: str, size: int) -> tuple[tuple[str, int], ...]:
    """A full platoon; one tank of it is a Firefly where the row says so (33.0-note-2)."""
    if company.firefly and name != FIREFLY:
        return ((name, size - 1), (FIREFLY, 1))
    return ((name, size),)


def _headquarters(name: str, count: int, close_support: str, support: int) -> tuple[tuple[str, int], ...]:
    """The headquarters: so many AFVs, some of them for close support (33.0-note-1)."""
    if not close_support:
        return ((name, count),)
    support = min(support, count)
    return tuple(entry for entry in ((name, count - support), (close_support, support)) if entry[1])
