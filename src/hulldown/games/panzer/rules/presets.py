"""Preset reactions: when a vehicle on overwatch fires by itself, so that play need not stop to ask (4.2g, 4.4.2c).

A preset is a few words, all of which must hold: `odds 30` (a chance of at least 30 in 100 to damage or eliminate),
`range 8` (at most 8 hexes away), `aspect rear`, `type tank` (a kind of vehicle or a card; several may be named).
Without conditions, or with `any`, it fires at the first chance, `hold` never. `join` lets it fire along with others at
the same target; otherwise only the vehicle with the best odds fires at each chance.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from hulldown.core.errors import UnknownNameError
from hulldown.core.numbers import whole_number
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


@lru_cache(maxsize=1024)
def read(text: str) -> Preset | str:
    """The preset that a text means, or what is wrong with it."""
    words = text.replace(",", " ").split()
    found: dict[str, object] = {}
    types: list[str] = []
    while words:
        word = words.pop(0).casefold()
        if word == "any":
            continue
        if word in ("join", "hold"):
            found[word] = True
            continue
        if word not in ("odds", "range", "aspect", "type"):
            known = "odds N, range N, aspect front or rear, type NAME, join, hold, any"
            return f"{word!r} is no condition of a preset: {known}"
        if not words:
            return f"{word} needs a value"
        if word == "type":
            kind = _type(words)
            if not kind:
                return f"there is no vehicle or kind of vehicle {words[0]!r}"
            types.append(kind)
            continue
        value = words.pop(0).casefold().rstrip("%")
        if word == "aspect":
            if value not in ASPECTS:
                return f"aspect is front or rear, not {value!r}"
            found[word] = value
            continue
        number = number_of(word, value)
        if isinstance(number, str):
            return number
        found[word] = number
    return msgspec.convert({**found, "types": types}, Preset)


def number_of(word: str, value: str) -> int | str:
    """The number that follows a word, or what is wrong with it."""
    number = whole_number(value)
    if number is None or not 1 <= number <= 100:
        return f"{word} is a whole number from 1 to 100, not {value!r}"
    return number


def _type(words: list[str]) -> str:
    """The kind or card that the next words name, which are taken away; "" when there is none."""
    if words[0].casefold() in KINDS:
        return words.pop(0).casefold()
    for count in range(len(words), 0, -1):
        try:
            name = find_card(" ".join(words[:count])).name
        except UnknownNameError:
            continue
        del words[:count]
        return name
    return ""
