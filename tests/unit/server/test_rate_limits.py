"""Budgets that fill at a steady rate."""

from __future__ import annotations

from hulldown.server.api.rate_limits import Bucket, Limiter


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = Bucket(2.0, 4.0)
    assert [bucket.take(1.0, 10.0) for _ in range(5)] == [0, 0, 0, 0, 0.5]
    assert bucket.take(1.0, 10.5) == 0
    assert bucket.take(1.0, 10.5) == 0.5
    assert [bucket.take(1.0, 100.0) for _ in range(5)] == [0, 0, 0, 0, 0.5]


def test_a_limiter_keeps_names_apart_and_can_be_switched_off() -> None:
    limiter = Limiter(1.0, 1.0)
    assert limiter.take("a", 1.0, 5.0) == 0
    assert limiter.take("a", 1.0, 5.0) > 0
    assert limiter.take("b", 1.0, 5.0) == 0
    off = Limiter(1.0, 1.0, 0)
    assert [off.take("a", 1.0, 5.0) for _ in range(3)] == [0, 0, 0]
