"""The tools of the toy game: cards, and neither odds nor lines of sight."""

from __future__ import annotations

from typing import Any, NoReturn

from hulldown.core.errors import HulldownError
from hulldown.core.tools import NO_RECOVERY, Flag

EXCHANGE = "together"
RECOVERY = NO_RECOVERY


def maps() -> tuple[str, ...]:
    return ()


def notation() -> str:
    return ""


def units(_book: str = "") -> list[dict[str, Any]]:
    """The one card of the toy game."""
    return [{"name": "toy", "title": "tin toy", "power": 5, "legs": 3, "provenance": "public", "notes": {}}]


def odds_arguments() -> list[Flag]:
    return []


los_arguments = odds_arguments


def odds(*_: object) -> NoReturn:
    """Refuses: nobody has worked the chances out."""
    raise HulldownError("the toy game tells no odds and no lines of sight")


odds_in_view = los = los_in_view = seen_in_view = odds
