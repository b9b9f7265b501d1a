"""The sections of the mapedge (32.1a), read from `sections.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError

NUMBERS: Final = (1, 2, 3, 4, 5)
"""The sections that a player has."""
EDGES: Final = ("W", "X", "Y", "Z")
Sections = Mapping[str, Mapping[int, tuple[str, str]]]
"""The first and the last hex of each section, by the edge of its player and its number."""


@lru_cache(maxsize=1)
def sections() -> Sections:
    """The sections of the package."""
    where = "tank/data/sections.toml"
    return parse_sections(resources.read("hulldown", "games", "tank", "data", "sections.toml"), where)


def parse_sections(text: str, where: str) -> Sections:
    """The sections that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("provenance", *EDGES), where)
    tables.default_tag(data, where)
    found: dict[str, dict[int, tuple[str, str]]] = {}
    for edge in EDGES:
        place = f"{where}: [{edge}]"
        if edge not in data:
            raise MalformedError(f"[{edge}] is missing", where)
        entries = tables.table_in(data[edge], place)
        tables.check_keys(entries, tuple(map(str, NUMBERS)), place)
        found[edge] = {}
        for number in NUMBERS:
            ends = entries.get(str(number))
            if not isinstance(ends, list) or len(ends) != 2 or not all(_runs(ends, end) for end in ends):
                raise MalformedError(f"{number}: it must be two hexes of one row or one column", place)
            found[edge][number] = (ends[0], ends[1])
    return found


def _runs(ends: list[object], end: object) -> bool:
    """Whether this end of a section is a hex, in one line with the first."""
    first = ends[0]
    if not isinstance(first, str) or not isinstance(end, str) or len(end) != 4 or not end.isdigit():
        return False
    return len(first) == 4 and (end[:2] == first[:2] or end[2:] == first[2:])


def labels_of(edge: str, number: int) -> tuple[str, ...]:
    """The hexes of a section by their labels, from its first to its last."""
    first, last = sections()[edge][number]
    (a, b), (c, d) = (int(first[:2]), int(first[2:])), (int(last[:2]), int(last[2:]))
    return tuple(f"{x:02d}{y:02d}" for x in range(a, c + 1) for y in range(b, d + 1))
