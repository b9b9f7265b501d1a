"""Reading presets: a few words that say when a unit reacts by itself.

A game says which words there are (`Grammar`): flags, words followed by a number, words followed by one of a few values,
and words followed by a name. All conditions of a preset must hold; `any` adds none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from hulldown.core.errors import UnknownNameError
from hulldown.core.numbers import whole_number

Finder = Callable[[list[str]], tuple[str, ...]]
"""Takes the words of a name away from the front and returns what they mean; empty, and nothing taken, if unknown."""
LEAST, MOST = 1, 100


@dataclass(frozen=True)
class Names:
    """Names behind a word: the field they go to, how they are found, and what they are names of."""

    field: str
    find: Finder
    what: str
    several: bool = False
    """Whether the word may be used again, so that the field is a list."""


@dataclass(frozen=True)
class Grammar:
    """The words of a game's presets."""

    known: str
    """All of them, as a refusal lists them."""
    flags: Mapping[str, str]
    """The field of each flag; a flag may be several words."""
    numbers: tuple[str, ...]
    """Words followed by a number from 1 to 100."""
    names: Mapping[str, Names]
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Words followed by one of these values."""

    def read(self, text: str) -> dict[str, object] | str:
        """The fields of the preset that a text means, or what is wrong with it."""
        words = text.replace(",", " ").split()
        found: dict[str, object] = {}
        while words:
            flag = self._flag(words)
            if flag:
                found[self.flags[flag]] = True
                continue
            word = words.pop(0).casefold()
            if word != "any":
                wrong = self._condition(word, words, found)
                if wrong:
                    return wrong
        return found

    def _flag(self, words: list[str]) -> str:
        """The longest flag that the next words are, which are taken away; "" when they are none."""
        for flag in sorted(self.flags, key=len, reverse=True):
            parts = flag.split()
            if [word.casefold() for word in words[: len(parts)]] == parts:
                del words[: len(parts)]
                return flag
        return ""

    def _condition(self, word: str, words: list[str], found: dict[str, object]) -> str:
        """Notes the condition that a word and its value mean; returns what is wrong with it."""
        if word not in self.numbers and word not in self.values and word not in self.names:
            return f"{word!r} is no condition of a preset: {self.known}"
        if not words:
            return f"{word} needs a value"
        if word in self.names:
            return _named(self.names[word], words, found)
        given = words.pop(0)
        value = given.casefold().rstrip("%")
        if word in self.values:
            if value not in self.values[word]:
                return f"{word} is {' or '.join(self.values[word])}, not {given!r}"
            found[word] = value
            return ""
        number = whole_number(value)
        if number is None or not LEAST <= number <= MOST:
            return f"{word} is a whole number from {LEAST} to {MOST}, not {given!r}"
        found[word] = number
        return ""


def _named(names: Names, words: list[str], found: dict[str, object]) -> str:
    meant = names.find(words)
    if not meant:
        return f"there is no {names.what} {words[0]!r}"
    if names.several:
        earlier = found.get(names.field, ())
        found[names.field] = (*(earlier if isinstance(earlier, tuple) else ()), *meant)
    else:
        found[names.field] = meant[0]
    return ""


def named_by(words: list[str], name_of: Callable[[str], str]) -> tuple[str, ...]:
    """The name that the longest run of the next words means, which are taken away; none when there is none.

    `name_of` raises UnknownNameError for a text that is no name.
    """
    for count in range(len(words), 0, -1):
        try:
            name = name_of(" ".join(words[:count]))
        except UnknownNameError:
            continue
        del words[:count]
        return (name,)
    return ()
