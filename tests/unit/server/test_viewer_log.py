"""The log of a viewer tells the same packed as it was; only what can be taken back stays as it is."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

from hulldown.core.events import Event
from hulldown.core.explain import Factor
from hulldown.server.matches.viewer_log import LATE, PACKED, LogEntry, ViewerLog


def event(number: int) -> Event:
    data: dict[str, str | int | bool] = {"unit": f"A{number % 9}", "hex": f"{number:04}", "hit": number % 2 == 0}
    factors = (Factor("4.2", "range", number),) if number % 5 == 0 else ()
    return Event("shot", "4.1", number // 10, "fire", (), data, factors)


def filled(count: int, settle: Callable[[ViewerLog], None]) -> ViewerLog:
    log = ViewerLog()
    for number in range(count):
        log.append(LogEntry(event(number)))
        settle(log)
    return log


@pytest.mark.parametrize("count", [0, 1, LATE, LATE + PACKED - 1, LATE + PACKED, 3 * PACKED, 500])
def test_it_tells_the_same_from_every_number_on(count: int) -> None:
    log = filled(count, ViewerLog.settle)
    assert len(log) == count
    for first in {0, 1, PACKED - 1, PACKED, PACKED + 1, count - LATE, count - 1, count}:
        if 0 <= first <= count:
            assert [one.event for one in log.since(first)] == [event(number) for number in range(first, count)], first


def test_what_is_asked_for_again_is_not_told_anew() -> None:
    log = filled(200, ViewerLog.settle)
    assert log.since(0)[3] is log.since(3)[0], "the text is made once"
    log.append(LogEntry(event(200)))
    assert [one.event for one in log.since(0)] == [event(number) for number in range(201)]


def test_the_last_ones_can_be_taken_out() -> None:
    log = filled(300, ViewerLog.settle)
    before = [one.event for one in log.since(0)]
    for number in range(150):
        log.append(LogEntry(event(number)))
    log.cut(150)
    log.cut(0)
    assert [one.event for one in log.since(0)] == before
    assert len(log) == 300


def test_packed_it_takes_a_fraction_of_the_memory() -> None:
    def memory(settle: Callable[[ViewerLog], None]) -> int:
        tracemalloc.start()
        try:
            before = tracemalloc.get_traced_memory()[0]
            log = filled(4000, settle)
            assert len(log) == 4000
            return tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()

    assert memory(ViewerLog.settle) < memory(lambda log: None) / 5
