"""The kinds of error a caller must tell apart: malformed files, illegal orders, stale or misplaced submissions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hulldown.core.orders import Violation


class HulldownError(Exception):
    """Base of every error meant for a person; `hint` says what to do next."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class MalformedError(HulldownError):
    """A file, message or notation cannot be read; `where` names the file and the place in it."""

    def __init__(self, message: str, where: str = "", hint: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message, hint)
        self.where = where


class OptionError(MalformedError):
    """A rule option that does not exist or cannot have this value; `option` is its name."""

    def __init__(self, option: str, message: str, hint: str = "") -> None:
        super().__init__(message, "options", hint)
        self.option = option


class UnknownNameError(HulldownError):
    """A name (game, scenario, map, unit, hex) that does not exist; the hint offers the near ones."""


class OutOfRangeError(HulldownError):
    """A shot that a weapon cannot make at that range."""


class IllegalOrderError(HulldownError):
    """A well-formed order that the rules forbid; `violations` name the rules."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(str(violation) for violation in violations))
        self.violations = violations


class OutOfTurnError(HulldownError):
    """A submission by a side that owes no decision, or for a decision that has passed."""


class RecordMismatchError(HulldownError):
    """A record whose replay differs from what it says; `place` names the first difference."""

    def __init__(self, message: str, place: str) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
