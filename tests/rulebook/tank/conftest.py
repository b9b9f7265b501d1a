"""Fixtures for the rulebook tests of Tank!."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from support.tank_positions import drawn


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Makes a scenario on clear ground with the given features; see `support.tank_positions.drawn`."""
    return partial(drawn, monkeypatch)
