"""What decides: how the score goes with first blood, losses by a turn, luck, initiative, types lost and who plays.

These are associations in the games played, not proofs of a cause: who is winning also loses less.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hulldown.core.orders import Side
from hulldown.lab.batch import Played
from hulldown.lab.stats import Effect, Interval, binary_effect, slope_effect

LEAST = 0.002
"""Share of the spread below which a feature is not worth a line."""


class Decides(msgspec.Struct):
    """A feature and how the first side's score goes with it."""

    feature: str
    unit: str
    """What the change is per; "" for something that happened or did not."""
    change: Interval
    explained: float
    """Share of the score's spread that goes with it."""
    games: int
    """Games looked at."""


def decides(sides: Sequence[Side], stories: Sequence[Played], seats: Sequence[tuple[str, str]]) -> list[Decides]:
    """The features that say most about the score of the first side, the telling ones first."""
    first, second = sides[0], sides[1]
    scores = [one.score(first) for one in stories]
    found: list[Decides] = []

    def add(feature: str, unit: str, effect: Effect | None, count: int) -> None:
        if effect is not None and effect.explained >= LEAST:
            found.append(Decides(feature, unit, effect.change, round(effect.explained, 4), count))

    bloody = [place for place, one in enumerate(stories) if one.story.losses]
    drawn = [scores[place] for place in bloody]
    opened = [stories[place].story.losses[0].side == second for place in bloody]
    add(f"{first} draws first blood", "", binary_effect(opened, drawn), len(bloody))
    fired = [place for place, one in enumerate(stories) if one.story.first_shot]
    early = [stories[place].story.first_shot == first for place in fired]
    add(f"{first} fires first", "", binary_effect(early, [scores[place] for place in fired]), len(fired))
    for turn in _moments(stories):
        lead = [float(one.story.lost(second, turn) - one.story.lost(first, turn)) for one in stories]
        add(f"{first}'s lead in losses after turn {turn}", "unit", slope_effect(lead, scores), len(stories))
    luck = [one.story.luck.get(first, 0.0) - one.story.luck.get(second, 0.0) for one in stories]
    add(f"{first}'s luck with the dice", "hit", slope_effect(luck, scores), len(stories))
    firsts = [float(one.story.initiative.get(first, 0) - one.story.initiative.get(second, 0)) for one in stories]
    add(f"{first} is First Player more often", "turn", slope_effect(firsts, scores), len(stories))
    shots = [float(one.story.shots.get(first, 0) - one.story.shots.get(second, 0)) for one in stories]
    add(f"{first} fires more shots", "shot", slope_effect(shots, scores), len(stories))
    for side in (first, second):
        for kind in sorted({loss.type for one in stories for loss in one.story.losses if loss.side == side}):
            lost = [float(sum(x.side == side and x.type == kind for x in one.story.losses)) for one in stories]
            add(f"{side} loses {kind}", "unit", slope_effect(lost, scores), len(stories))
    for a, b in sorted({(min(pair), max(pair)) for pair in seats if pair[0] != pair[1]}):
        mixed = [place for place, pair in enumerate(seats) if set(pair) == {a, b}]
        plays = [seats[place][0] == a for place in mixed]
        add(f"{a} plays {first}, {b} {second}", "", binary_effect(plays, [scores[p] for p in mixed]), len(mixed))
    return sorted(found, key=lambda one: -one.explained)


def _moments(stories: Sequence[Played]) -> list[int]:
    """Turns to look at: a quarter, a half and three quarters into a game of mean length."""
    if not stories:
        return []
    length = sum(one.turns for one in stories) / len(stories)
    return sorted({max(1, round(length * part)) for part in (0.25, 0.5, 0.75)})
