"""The messages about ratings, as types (docs/server.md)."""

from __future__ import annotations

import msgspec

from hulldown.core.orders import Side


class RatingOut(msgspec.Struct, frozen=True):
    """How strong a player is held to be in a game, give or take the deviation; after how many games."""

    rating: int
    deviation: int
    games: int
    unsure: bool
    """Whether it is little more than a guess yet."""


class RatedSeat(msgspec.Struct, frozen=True):
    """A side of a match: whether its player has marked it as rated, how strong he is, what the game has changed."""

    marked: bool
    rating: RatingOut | None
    change: float | None


class RatedOut(msgspec.Struct, frozen=True):
    """Whether a match counts, why it cannot, its sides, and the score to be expected of each (0 to 1)."""

    rated: bool
    refusal: str
    sides: dict[Side, RatedSeat]
    expected: dict[Side, float]


class RatingsOut(msgspec.Struct, frozen=True):
    """The figures of a person, by game."""

    ratings: dict[str, RatingOut]
