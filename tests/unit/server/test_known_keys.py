"""Tokens are known as long as their matches are in memory."""

from __future__ import annotations

from hulldown.server.matches.known_keys import KnownKeys
from hulldown.server.storage.store import SEAT, Access


def test_they_go_with_their_match() -> None:
    keys = KnownKeys()
    for match in "ab":
        for side in ("alpha", "bravo"):
            keys.add(f"{match} {side}", Access(match, SEAT, side))
    keys.drop("a")
    keys.drop("nobody")
    assert keys.get("a alpha") is None
    assert keys.get("b bravo") == Access("b", SEAT, "bravo")
    assert len(keys) == 2


def test_there_is_a_most_whatever_is_loaded() -> None:
    keys = KnownKeys(most=3)
    for number in range(10):
        keys.add(str(number), Access(f"m{number % 2}", SEAT, "alpha"))
        keys.add(str(number), Access(f"m{number % 2}", SEAT, "alpha"))
    assert len(keys) == 3
    assert [key for key in map(str, range(10)) if keys.get(key)] == ["7", "8", "9"]
    keys.drop("m1")
    assert [key for key in map(str, range(10)) if keys.get(key)] == ["8"]
