"""What all tests share: markers for the cases of rulebooks and for slow tests, and the same examples in every run."""

from __future__ import annotations

import gc

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run, and no clock: a busy machine is no fault of what is tested.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

# Games of bots are kept for many tests, and few objects are in cycles: looking for those costs a fifth of the time.
RARELY = (50_000, 20, 50)
BY_SCENARIO = ("conformance", "fuzz")
"""Folders of tests that look at games of all scenarios."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", 'rules(*ids): the cases of the rule catalogue that this test covers, such as "8.71a"'
    )
    config.addinivalue_line("markers", "slow: takes its time; left out of `make check`, part of `make test`")
    gc.set_threshold(*RARELY)


def scenario_of(item: pytest.Item) -> object:
    """The scenario a test is run for; None for others."""
    return item.callspec.params.get("scenario") if hasattr(item, "callspec") else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What holds for every scenario is tested scenario by scenario instead of test by test.

    Workers take neighbouring tests, so each plays the games of its scenarios, and no game is played by both.
    """
    places = [number for number, item in enumerate(items) if item.path.parent.name in BY_SCENARIO]
    order: dict[object, int] = {}
    for number in places:
        order.setdefault(scenario_of(items[number]), len(order))
    sorted_items = sorted((items[number] for number in places), key=lambda item: order[scenario_of(item)])
    for number, item in zip(places, sorted_items, strict=True):
        items[number] = item
