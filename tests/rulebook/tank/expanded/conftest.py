"""Fixtures for the rulebook tests of Tank! Expanded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from support.transport_field import transport


@pytest.fixture
def convoy_base() -> Iterator[str]:
    """The scenario of `support.transport_field`."""
    with transport() as name:
        yield name


@pytest.fixture
def convoy(convoy_base: str, draw: Callable[..., str]) -> Callable[..., str]:
    """Makes that scenario on clear ground with the given features."""
    return lambda **features: draw(base=convoy_base, **features)
