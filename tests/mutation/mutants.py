"""What a mutant is: one replaced piece of a source text, with an id that outlives edits elsewhere in the file."""

from __future__ import annotations

import difflib
import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

Span = tuple[int, int]
"""First and last line."""
SHORT = 72


@dataclass(frozen=True)
class Mutant:
    """One change: the text from `start` to `end` (characters) of a file becomes `new`."""

    path: Path
    name: str
    """The file as reports name it, relative to the game's folder."""
    scope: str
    """The function, or the table of a data file."""
    operator: str
    start: int
    end: int
    old: str
    new: str
    line: int
    places: tuple[tuple[Span, ...], ...]
    """Where to look for cited cases: the nearest lines first, the whole file last."""
    label: str = ""
    """What the change is, where the two texts would be too long to tell."""
    number: int = 0
    """Tells apart changes that are otherwise alike: the second `1` of a function."""

    @property
    def kind(self) -> str:
        return "code" if self.path.suffix == ".py" else "data"

    @property
    def id(self) -> str:
        """Module, function, operator and texts, but no line: it stays the same when the file is edited elsewhere."""
        what = self.label or f"{_short(self.old)} -> {_short(self.new)}"
        again = f" #{self.number}" if self.number else ""
        return f"{self.name}:{self.scope}:{self.operator}: {what}{again}"

    def applied(self, text: str) -> str:
        """The text of the file with the change made."""
        return text[: self.start] + self.new + text[self.end :]

    def diff(self, text: str) -> list[str]:
        """The changed lines, old ones with `-` and new ones with `+`."""
        lines = difflib.unified_diff(text.splitlines(), self.applied(text).splitlines(), lineterm="", n=0)
        return [line for line in lines if line[:2] not in ("--", "++", "@@")]


def _short(text: str) -> str:
    """A text on one line; of a long one the beginning, and a sum of all of it."""
    line = " ".join(text.split())
    return line if len(line) <= SHORT else f"{line[:SHORT]}… {hashlib.sha256(line.encode()).hexdigest()[:4]}"


def numbered(mutants: Iterable[Mutant]) -> list[Mutant]:
    """The same mutants with numbers that make their ids unique."""
    seen: Counter[str] = Counter()
    result = []
    for mutant in mutants:
        again = replace(mutant, number=seen[mutant.id])
        seen[mutant.id] += 1
        result.append(again)
    return result


def rank(seed: int, mutant: Mutant) -> bytes:
    """A mutant's place in the drawing by a seed; it depends on no other mutant."""
    return hashlib.sha256(f"{seed}\n{mutant.id}".encode()).digest()
