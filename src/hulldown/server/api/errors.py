"""Errors of the API: one shape for every answer that is not a success."""

from __future__ import annotations

from typing import Annotated

import msgspec

from hulldown.core.decisions import Decision
from hulldown.core.orders import Violation


class ErrorInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong: a code for programs, a message and a hint for people."""

    code: Annotated[str, msgspec.Meta(min_length=1)]
    message: str
    hint: str = ""
    violations: tuple[Violation, ...] = ()
    decision: Decision | None = None
    field: str = ""
    """The part of the request that is wrong, such as options.turn_cap."""


class ErrorOut(msgspec.Struct, frozen=True):
    """The body of every error."""

    error: ErrorInfo


class ApiError(Exception):
    """An error on its way to the client."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        hint: str = "",
        violations: tuple[Violation, ...] = (),
        decision: Decision | None = None,
        retry_after: int = 0,
        field: str = "",
    ) -> None:
        super().__init__(message)
        self.status = status
        self.info = ErrorInfo(code, message, hint, violations, decision, field)
        self.retry_after = retry_after

    @property
    def body(self) -> ErrorOut:
        return ErrorOut(self.info)


def no_token() -> ApiError:
    """The one answer to a missing, a wrong and a misplaced token: it tells nothing about what exists."""
    return ApiError(401, "token", "the token is missing or opens nothing here", "use the link you were given")


def no_person() -> ApiError:
    """The one answer to a missing or unknown key of a person."""
    return ApiError(401, "person", "this needs your key: it is missing, or nobody here has it", "choose a name first")


def stale(decision: Decision | None) -> ApiError:
    """The answer to an order for a decision that is not asked now."""
    if decision is None:
        return ApiError(
            409, "stale", "the game has moved on: nothing is asked of you now", "look at the position again"
        )
    return ApiError(
        409, "stale", "the game has moved on: something else is asked of you now", "look at the position again",
        decision=decision,
    )  # fmt: skip


def too_many(seconds: float) -> ApiError:
    wait = max(1, int(seconds + 0.999))
    return ApiError(429, "too_many", "too many requests", f"wait {wait} s", retry_after=wait)


def busy() -> ApiError:
    """The answer when other processes were faster again and again."""
    return ApiError(
        503, "busy", "the match is changed by others all the time", "send the same again in a moment", retry_after=1
    )


class ConflictError(Exception):
    """Another process has changed the match since it was read; look again and repeat."""


class StoreError(Exception):
    """The database could not do its work, of the `kind` that `failures` tells; whether it has written is unknown."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


class DamagedError(Exception):
    """A row of the database that cannot be read."""

    def __init__(self, match: str, what: str, why: str) -> None:
        super().__init__(f"match {match}: {what}: {why}")
        self.match = match
        self.what = what
        self.why = why


class ClientLeftError(Exception):
    """The client has gone before its request was complete."""
