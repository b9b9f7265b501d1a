"""What all tests share: the marker by which a test says which cases of a rulebook it holds the code to."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", 'rules(*ids): the cases of the rule catalogue that this test covers, such as "8.71a"'
    )
