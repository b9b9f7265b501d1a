"""What decides a scenario: how the score goes with first blood, losses, luck, initiative, types lost and the bots.

These are associations in the games played, not proofs of a cause: who is winning also loses less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from hulldown.core.orders import Side
from hulldown.lab.batch import Played
from hulldown.lab.stats import Effect, Interval, binary_effect, slope_effect

LEAST = 0.002
"""Share of the spread below which a feature is not worth a line."""


class Influence(msgspec.Struct):
    """A feature and how the first side's score goes with it."""

    feature: str
    unit: str
    """What the change is per; "" for something that happened or did not."""
    change: Interval
    explained: float
    """Share of the score's spread that goes with it."""
    games: int
    """Games looked at."""


def influences(sides: Sequence[Side], stories: Sequence[Played], seats: Sequence[tuple[str, str]]) -> list[Influence]:
    """The features that say most about the score of the first side, the telling ones first."""
    games = _Games(sides[0], sides[1], stories)
    found = [*_openings(games), *_leads(games), *_differences(games), *_types_lost(games), *_pairings(games, seats)]
    return sorted((one for one in found if one is not None), key=lambda one: -one.explained)


class _Games:
    """The games looked at, and the score of the first side in each."""

    def __init__(self, first: Side, second: Side, stories: Sequence[Played]) -> None:
        self.first, self.second = first, second
        self.stories = stories
        self.scores = [one.score(first) for one in stories]

    def event(self, feature: str, happened: Sequence[bool | None]) -> Influence | None:
        """The influence of something that happened or did not; None leaves a game out."""
        seen = [(bool(one), score) for one, score in zip(happened, self.scores, strict=True) if one is not None]
        effect = binary_effect([one for one, _ in seen], [score for _, score in seen])
        return _influence(feature, "", effect, len(seen))

    def amount(self, feature: str, unit: str, amounts: Sequence[float]) -> Influence | None:
        """The influence of something that can be counted."""
        return _influence(feature, unit, slope_effect(amounts, self.scores), len(self.scores))


def _influence(feature: str, unit: str, effect: Effect | None, count: int) -> Influence | None:
    """None where the feature says too little to be worth a line."""
    if effect is None or effect.explained < LEAST:
        return None
    return Influence(feature, unit, effect.change, round(effect.explained, 4), count)


def _openings(games: _Games) -> Iterator[Influence | None]:
    """First blood and the first shot."""
    stories = [one.story for one in games.stories]
    blood = [story.losses[0].side == games.second if story.losses else None for story in stories]
    yield games.event(f"{games.first} draws first blood", blood)
    shots = [story.first_shot == games.first if story.first_shot else None for story in stories]
    yield games.event(f"{games.first} fires first", shots)


def _leads(games: _Games) -> Iterator[Influence | None]:
    """The lead in losses at some moments of the game."""
    for turn in _moments(games.stories):
        lead = [
            float(one.story.lost(games.second, turn) - one.story.lost(games.first, turn)) for one in games.stories
        ]  # fmt: skip
        yield games.amount(f"{games.first}'s lead in losses after turn {turn}", "unit", lead)


def _differences(games: _Games) -> Iterator[Influence | None]:
    """What one side had more of than the other: luck, initiative, shots."""
    stories = [one.story for one in games.stories]
    for feature, unit, counts in (
        (f"{games.first}'s luck with the dice", "hit", [story.luck for story in stories]),
        (f"{games.first} is First Player more often", "turn", [story.initiative for story in stories]),
        (f"{games.first} fires more shots", "shot", [story.shots for story in stories]),
    ):
        yield games.amount(feature, unit, [_difference(count, games.first, games.second) for count in counts])


def _difference(count: Mapping[Side, float], first: Side, second: Side) -> float:
    return float(count.get(first, 0) - count.get(second, 0))


def _types_lost(games: _Games) -> Iterator[Influence | None]:
    """The losses of each type of unit."""
    for side in (games.first, games.second):
        losses = [[loss.type for loss in one.story.losses if loss.side == side] for one in games.stories]
        for kind in sorted({kind for types in losses for kind in types}):
            yield games.amount(f"{side} loses {kind}", "unit", [float(types.count(kind)) for types in losses])


def _pairings(games: _Games, seats: Sequence[tuple[str, str]]) -> Iterator[Influence | None]:
    """Which of two bots plays which side."""
    for a, b in sorted({(min(pair), max(pair)) for pair in seats if pair[0] != pair[1]}):
        plays = [pair[0] == a if set(pair) == {a, b} else None for pair in seats]
        yield games.event(f"{a} plays {games.first}, {b} {games.second}", plays)


def _moments(stories: Sequence[Played]) -> list[int]:
    """Turns to look at: a quarter, a half and three quarters into a game of mean length."""
    if not stories:
        return []
    length = sum(one.turns for one in stories) / len(stories)
    return sorted({max(1, round(length * part)) for part in (0.25, 0.5, 0.75)})
