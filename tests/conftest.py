"""What all tests share: markers for the cases of rulebooks and for slow tests, and the same examples in every run."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run, and no clock: a busy machine is no fault of what is tested.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", 'rules(*ids): the cases of the rule catalogue that this test covers, such as "8.71a"'
    )
    config.addinivalue_line("markers", "slow: takes its time; left out of `make check`, part of `make test`")
