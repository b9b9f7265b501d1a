"""Luck: by how much a shot came off better than its odds, read from its event, in every game alike."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from hulldown.core.events import Event

SHOT = "shot"
"""The kind of event that tells of a shot in full: its `chance` (or what a roll of 100 `needs`) and what came of it."""
_HITS = ("destroyed", "hit")


def surprise(event: Event) -> float | None:
    """What a shot did (1 or 0) less the chance it had; above 0 it was lucky. None when the event is no such shot."""
    if event.kind != SHOT:
        return None
    chance, done = chance_of(event), success_of(event)
    return None if chance is None or done is None else done - chance


def chance_of(event: Event) -> float | None:
    """The chance that a shot had: a fraction, or what a roll of 100 needed."""
    chance, needs = event.data.get("chance"), event.data.get("needs")
    if isinstance(chance, str) and chance:
        return _number(chance)
    return min(1.0, max(0.0, needs / 100)) if isinstance(needs, int) else None


def success_of(event: Event) -> bool | None:
    """Whether a shot killed or, where the event does not tell that apart, hit."""
    for key in ("kill", "hit"):
        told = event.data.get(key)
        if isinstance(told, bool):
            return told
    result = event.data.get("result")
    return result in _HITS if isinstance(result, str) else None


@lru_cache(maxsize=512)
def _number(text: str) -> float:
    return min(1.0, max(0.0, float(Fraction(text))))
