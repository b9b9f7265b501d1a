"""Turns of impact as they are written: "8", "8 smoke", "8-10", "1-2,4 smoke" (35.3f)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

SMOKE: Final = "smoke"
NONE: Final = "none"
"""Written before play for a hex that is only registered."""
LAST: Final = 60
"""The last turn that is offered; no scenario is longer."""
_ITEM: Final = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?( smoke)?")


def written(turn: int, smoke: bool) -> str:
    """A turn of impact in words."""
    return f"{turn} {SMOKE}" if smoke else str(turn)


def turns_in(text: str) -> dict[int, bool] | None:
    """The turns that a text names, each with whether smoke is fired; None where it cannot be read.

    A turn named twice cannot be read either.
    """
    if text in ("", NONE):
        return {}
    found: dict[int, bool] = {}
    for item in text.split(","):
        match = _ITEM.fullmatch(item.strip().lower())
        if match is None:
            return None
        first = int(match[1])
        last = int(match[2]) if match[2] else first
        if not 1 <= first <= last:
            return None
        for turn in range(first, last + 1):
            if turn in found:
                return None
            found[turn] = bool(match[3])
    return found


def choices(turns: Iterable[int], smoke: bool) -> tuple[str, ...]:
    """What is offered for these turns."""
    listed = [turn for turn in turns if turn <= LAST]
    plain = [written(turn, False) for turn in listed]
    return tuple([*plain, *(written(turn, True) for turn in listed)] if smoke else plain)
