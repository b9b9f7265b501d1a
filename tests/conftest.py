"""What all tests share: the markers that say which cases of a rulebook a test holds the code to, and which are slow."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", 'rules(*ids): the cases of the rule catalogue that this test covers, such as "8.71a"'
    )
    config.addinivalue_line("markers", "slow: takes its time; left out of `make check`, part of `make test`")
