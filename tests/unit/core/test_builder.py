"""What a builder does with a choice that does not fit the others."""

from __future__ import annotations

from hulldown.core.builder import Choice, settled

CHOICES = (
    Choice("Ger", "Germany"),
    Choice(5, "fifth"),
    Choice("It", "Italy", legal=False, why="35.0: only in periods 3 and 4"),
    Choice("X", "Nowhere", legal=False),
)


def test_nothing_wished_is_the_usual() -> None:
    assert settled(None, "Ger", CHOICES) == ("Ger", "")


def test_what_is_legal_is_taken_whether_written_as_number_or_text() -> None:
    assert settled("Ger", "Br", CHOICES) == ("Ger", "")
    assert settled("5", "Ger", CHOICES) == (5, "")


def test_what_is_not_legal_gives_way_and_says_why() -> None:
    assert settled("It", "Ger", CHOICES) == ("Ger", "Italy: 35.0: only in periods 3 and 4")
    assert settled("X", "Ger", CHOICES) == ("Ger", "Nowhere: is not among the choices here")
    assert settled("Mars", "Ger", CHOICES) == ("Ger", "Mars: is not among the choices here")
