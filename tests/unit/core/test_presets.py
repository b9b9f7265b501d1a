"""Presets of a game that does not exist: flags, numbers, values and names, and what is refused."""

from __future__ import annotations

import pytest

from hulldown.core.errors import UnknownNameError
from hulldown.core.presets import Grammar, Names, named_by

SHIPS = {"red ship": "red", "red ship two": "red2"}


def ship(text: str) -> str:
    if text not in SHIPS:
        raise UnknownNameError(f"no {text}")
    return SHIPS[text]


GRAMMAR = Grammar(
    known="all of them",
    flags={"hold": "hold", "hold for rain": "rain"},
    numbers=("odds", "range"),
    values={"side": ("port", "starboard")},
    names={
        "ship": Names("ships", lambda words: named_by(words, ship), "ship", several=True),
        "gun": Names("gun", lambda words: (words.pop(0),) if words[0] == "big" else (), "gun"),
    },
)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", {}),
        ("any", {}),
        ("hold", {"hold": True}),
        ("HOLD for Rain hold", {"rain": True, "hold": True}),
        ("odds 1, range 100%", {"odds": 1, "range": 100}),
        ("side Port", {"side": "port"}),
        ("ship red ship two ship red ship", {"ships": ("red2", "red")}),
        ("gun big any odds 5", {"gun": "big", "odds": 5}),
    ],
)
def test_what_a_preset_means(text: str, meant: dict[str, object]) -> None:
    assert GRAMMAR.read(text) == meant


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("rain", "'rain' is no condition of a preset: all of them"),
        ("for rain", "'for' is no condition of a preset: all of them"),
        ("odds", "odds needs a value"),
        ("odds 0", "odds is a whole number from 1 to 100, not '0'"),
        ("range 101", "range is a whole number from 1 to 100, not '101'"),
        ("range Ten", "range is a whole number from 1 to 100, not 'Ten'"),
        ("side bow", "side is port or starboard, not 'bow'"),
        ("ship blue ship", "there is no ship 'blue'"),
        ("gun small", "there is no gun 'small'"),
    ],
)
def test_what_is_refused(text: str, refusal: str) -> None:
    assert GRAMMAR.read(text) == refusal
