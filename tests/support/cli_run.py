"""What a command run by a test left behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Result(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def refused(self, said: str, hint: str = "") -> bool:
        """Whether it failed as every command must: status 2, one line of error, a hint where one is due, no output."""
        lines = self.err.splitlines()
        return (
            self.status == 2
            and len(lines) <= 2
            and lines[0].startswith("error: ")
            and said in lines[0]
            and (not hint or (lines[-1].startswith("hint: ") and hint in lines[-1]))
            and "Traceback" not in self.err
        )


Run = Callable[..., Result]
