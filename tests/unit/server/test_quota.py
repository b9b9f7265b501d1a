"""How many matches between bots an address may have."""

from __future__ import annotations

import pytest

from hulldown.server.api.errors import ApiError
from hulldown.server.bots.quota import KEPT, BotMatchQuota


def test_an_address_has_so_many_unfinished_ones() -> None:
    over: set[str] = set()
    games = BotMatchQuota(2, over.__contains__)
    for number in range(2):
        games.check("here", 100.0 + number)
        games.add("here", f"m{number}", 100.0 + number)
    with pytest.raises(ApiError) as refused:
        games.check("here", 110.0)
    assert (refused.value.status, refused.value.info.code) == (429, "too_many")
    assert refused.value.retry_after == KEPT - 10 + 1
    games.check("there", 110.0)
    over.add("m0")
    games.check("here", 110.0)
    games.add("here", "m2", 110.0)
    with pytest.raises(ApiError):
        games.check("here", 110.0)
    games.check("here", 101.5 + KEPT)


def test_without_limits_nobody_is_counted_out() -> None:
    games = BotMatchQuota(0, lambda match: False)
    for number in range(100):
        games.check("here", 1.0)
        games.add("here", f"m{number}", 1.0)
