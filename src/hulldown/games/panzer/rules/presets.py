"""Preset reactions: when a vehicle on overwatch fires by itself, so that play need not stop to ask (4.2g, 4.4.2c).

A preset is a few words, all of which must hold: `odds 30` (a chance of at least 30 in 100 to damage or eliminate),
`range 8` (at most 8 hexes away), `aspect rear`, `type tank` (a kind of vehicle or a card; several may be named).
Without conditions, or with `any`, it fires at the first chance, `hold` never. `join` lets it fire along with others at
the same target; otherwise only the vehicle with the best odds fires at each chance.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from hulldown.core.presets import Grammar, Names, named_by
from hulldown.games.panzer.data.cards import Card, find_card
from hulldown.games.panzer.rules.fire import Shot as Solution

KINDS = ("tank", "assault-gun", "half-track", "truck")
ASPECTS = ("front", "rear")
EXAMPLES = ("any", "hold", "odds 30", "odds 50 join", "range 8", "aspect rear", "type tank", "odds 25 range 12")
"""Presets that a client or a bot may offer; any other in this grammar is as good."""


class Preset(msgspec.Struct, frozen=True):
    """A preset read: its conditions, and whether it fires along with others."""

    odds: int = 0
    range: int = 0
    aspect: str = ""
    types: tuple[str, ...] = ()
    join: bool = False
    hold: bool = False

    def wants(self, target: Card, distance: int, shot: Solution) -> bool:
        """Whether it fires at this target with this prospect."""
        return (
            not self.hold
            and (not self.range or distance <= self.range)
            and (not self.aspect or shot.aspect == self.aspect)
            and (not self.types or target.kind in self.types or target.name in self.types)
            and promise(shot) >= self.odds
        )


def promise(shot: Solution) -> int:
    """The chance in 100 that a shot damages or eliminates its target."""
    return shot.hit_number if shot.effect != "none" else 0


def _type(words: list[str]) -> tuple[str, ...]:
    """The kind or the card that the next words name."""
    if words[0].casefold() in KINDS:
        return (words.pop(0).casefold(),)
    return named_by(words, lambda text: find_card(text).name)


GRAMMAR: Final = Grammar(
    known="odds N, range N, aspect front or rear, type NAME, join, hold, any",
    flags={"join": "join", "hold": "hold"},
    numbers=("odds", "range"),
    values={"aspect": ASPECTS},
    names={"type": Names("types", _type, "vehicle or kind of vehicle", several=True)},
)


@lru_cache(maxsize=1024)
def read(text: str) -> Preset | str:
    """The preset that a text means, or what is wrong with it."""
    found = GRAMMAR.read(text)
    return found if isinstance(found, str) else msgspec.convert(found, Preset)
