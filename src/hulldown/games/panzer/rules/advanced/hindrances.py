"""Smoke, barrages, fires and brew-ups on a line: which of them count, and how much (5.11, 6.5.2.4, 6.5.4.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from hulldown.core.board import Cell
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.advanced_tables import modifier

Hindrance = Literal["on_fire", "smoke_closed", "smoke_open", "barrage_closed", "brew_up_smoke", "barrage_open"]
ORDER: Final[tuple[Hindrance, ...]] = (
    "on_fire", "smoke_closed", "smoke_open", "barrage_closed", "brew_up_smoke", "barrage_open",
)  # fmt: skip
"""The kinds, those that hinder most first: the same order in AP and GP fire."""
BARRAGES: Final[tuple[Hindrance, ...]] = ("barrage_closed", "barrage_open")


class Clouds(NamedTuple):
    """How many distinct sources of smoke and of barrages hinder a shot, by how dense they are.

    All on-map fire is Closed, so is the linear SHEAF (K3).
    """

    smoke_open: int = 0
    smoke_closed: int = 0
    barrage_open: int = 0
    barrage_closed: int = 0


CLEAR: Final = Clouds()


class Source(NamedTuple):
    """One source on a line, and the hexes of the line in which it lies."""

    kind: Hindrance
    cells: tuple[Cell, ...]


def counting(sources: Iterable[Source]) -> list[Source]:
    """The sources that count: each once, however many of its hexes the line meets.

    Cases 6.5.2.4-smoke-b, 6.5.2.4-barrage-b. In a hex of the line that several share, the one that hinders most counts
    alone (5.11b); a source counts if it does so in at least one hex (H5). Of equal ones the smaller has the hex and
    the larger counts by its others: to the advantage of the target, and the same from both ends of the line.
    """
    found: list[Source] = []
    taken: set[Cell] = set()
    for source in sorted(sources, key=lambda one: (ORDER.index(one.kind), len(one.cells), sorted(one.cells))):
        if not taken.issuperset(source.cells):
            found.append(source)
            taken.update(source.cells)
    return found


def clouds_of(sources: Iterable[Source]) -> Clouds:
    """The counts of smoke and barrages among the sources that count."""
    kinds = [source.kind for source in sources]
    return Clouds(
        kinds.count("smoke_open"), kinds.count("smoke_closed"), kinds.count("barrage_open"),
        kinds.count("barrage_closed"),
    )  # fmt: skip


def cloud_modifiers(table: str, clouds: Clouds) -> list[Factor]:
    """The modifiers of smoke and barrages in AP or GP fire, cumulative (6.5.2.4-smoke-a, 6.5.2.4-barrage-a)."""
    return [modifier(table, name, times) for name, times in zip(Clouds._fields, clouds, strict=True) if times]
