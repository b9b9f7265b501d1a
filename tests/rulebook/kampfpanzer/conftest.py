"""Fixtures for the rulebook tests of KampfPanzer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from support.kampf_field import Field


@pytest.fixture
def draw(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Field]:
    """Makes a scenario on clear ground with the given features; see `support.kampf_field.Field`."""
    return partial(Field, monkeypatch)
