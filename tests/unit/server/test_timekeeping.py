"""The clocks of all matches go on though one match cannot be answered."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from hulldown.server.matches import timekeeping
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.timekeeping import Due, Timekeeper


class _Registry:
    """Two matches whose time is up; the first one cannot be worked on."""

    def __init__(self) -> None:
        self.answered: list[str] = []
        self.play_time = self.settings = self.share = self
        self.ticks = 0.0

    def keep(self) -> None: ...

    def now(self) -> float:
        return 0.0

    def owns(self, match: str) -> bool:
        return True

    def read(self, work: Any) -> list[Due]:
        return [Due(0.0, "damaged"), Due(0.0, "sound")]

    async def run(self, work: Any) -> Any:
        return work()

    async def run_locked(self, match: str, work: Any) -> None:
        if match == "damaged":
            raise KeyError(match)
        self.answered.append(match)


def test_one_match_does_not_stop_the_clocks_of_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    registry = _Registry()

    async def rest(seconds: float) -> None:
        if len(registry.answered) > 1:
            raise asyncio.CancelledError

    monkeypatch.setattr(timekeeping.asyncio, "sleep", rest)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(Timekeeper(cast(MatchRegistry, registry)).run())
    assert registry.answered == ["sound", "sound"]
    assert "match damaged: no idle answer could be given: KeyError" in caplog.text
