"""Presets: when a unit fires by itself, so that play need not stop to ask (8.22a; SEQ-19).

A preset is a few words, all of which must hold: `odds 30` (a chance of at least 30 in 100 to do any harm), `losses 20`
(the same for a loss), `range 5` (at most 5 hexes away), `type M4` (a type, or tank, infantry, gun, carrier; several
may be named). Without conditions, or with `any`, it fires at the first chance, `never` not at all. `join` lets it fire
when a friend has fired in the exchange already; otherwise it fires only where nobody has. `blind` keeps it from
observing, so that it may pass for a dummy (7.42; OBS-19).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from hulldown.core.presets import Grammar, Names, named_by
from hulldown.games.panzer_battles.data.units import UnitType, find_unit

KINDS = {"tank": ("MBT", "CST", "RV"), "infantry": ("infantry", "crew"), "gun": ("AT",), "carrier": ("APC",)}
EXAMPLES = ("any", "never", "odds 30", "losses 25", "losses 40 join", "range 5", "type tank", "odds 25 range 8")
"""Presets that a client or a bot may offer; any other in this grammar is as good."""


class Preset(msgspec.Struct, frozen=True):
    """A preset read: its conditions, and whether it fires along with others."""

    odds: int = 0
    losses: int = 0
    range: int = 0
    types: tuple[str, ...] = ()
    join: bool = False
    never: bool = False
    blind: bool = False

    def wants(self, target: UnitType, distance: int, harm: int, loss: int) -> bool:
        """Whether it fires at this target (8.22a); the chances of any harm and of a loss are in 100."""
        return (
            not self.never
            and (not self.range or distance <= self.range)
            and (not self.types or target.kind in self.types or target.name in self.types)
            and harm >= self.odds
            and loss >= self.losses
        )


def _types(words: list[str]) -> tuple[str, ...]:
    """The classes or the type that the next words name."""
    if words[0].casefold() in KINDS:
        return KINDS[words.pop(0).casefold()]
    return named_by(words, lambda text: find_unit(text).name)


GRAMMAR: Final = Grammar(
    known="odds N, losses N, range N, type NAME, join, never, blind, any",
    flags={"join": "join", "never": "never", "blind": "blind"},
    numbers=("odds", "losses", "range"),
    names={"type": Names("types", _types, "unit or kind of unit", several=True)},
)


@lru_cache(maxsize=1024)
def read(text: str) -> Preset | str:
    """The preset that a text means, or what is wrong with it."""
    found = GRAMMAR.read(text)
    return found if isinstance(found, str) else msgspec.convert(found, Preset)
