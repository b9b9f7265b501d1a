"""What a game was like, gathered from its events: losses by type and turn, initiative, shots and luck.

Only what the contract promises is used: the kinds and data of events, as the replay viewer reads them too.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hulldown.core.events import ONLOOKERS, Event
from hulldown.core.luck import surprise
from hulldown.core.orders import Side

LOST = frozenset(("destroyed", "knocked_out", "brewed_up", "eliminated"))
"""Kinds of events that tell of a unit lost for good."""
SHOT, FIRST = "shot", "first_player"


class Loss(msgspec.Struct, frozen=True, array_like=True):
    """A unit lost: in which turn, by whom, and what it was."""

    turn: int
    side: Side
    type: str


class Story(msgspec.Struct, omit_defaults=True):
    """The course of one game in a few numbers."""

    losses: list[Loss] = []
    initiative: dict[Side, int] = {}
    """Turns in which a side was first to act, where the game has that."""
    shots: dict[Side, int] = {}
    luck: dict[Side, float] = {}
    """Kills above what the odds promised."""
    first_shot: Side = ""

    def lost(self, side: Side, until: int = 1_000_000) -> int:
        """A side's losses up to the end of a turn."""
        return sum(loss.side == side and loss.turn <= until for loss in self.losses)


class StoryBuilder:
    """Makes the story while a game is played."""

    def __init__(self, sides: Iterable[Side]) -> None:
        self.sides = tuple(sides)
        self.story = Story()
        self._by_letter = {side[0].lower(): side for side in self.sides}

    def hear(self, events: Iterable[Event]) -> None:
        """Takes in what happened; what onlookers saw of a thing told in full is left out."""
        story = self.story
        for event in events:
            if event.kind in LOST and ONLOOKERS not in event.audience:
                kind = str(event.data.get("type", "unit"))
                story.losses.append(Loss(event.turn, self._owner(event), kind))
            elif event.kind == SHOT and ONLOOKERS not in event.audience:
                self._shot(event)
            elif event.kind == FIRST:
                side = str(event.data.get("side", ""))
                story.initiative[side] = story.initiative.get(side, 0) + 1

    def _owner(self, event: Event) -> Side:
        """The side an event is about: named, or read off the first letter of the unit's name."""
        named = event.data.get("side")
        if isinstance(named, str) and named in self.sides:
            return named
        return self._by_letter.get(str(event.data.get("unit", "?"))[:1].lower(), "")

    def _shot(self, event: Event) -> None:
        story, side = self.story, self._by_letter.get(str(event.data.get("unit", "?"))[:1].lower(), "")
        story.first_shot = story.first_shot or side
        story.shots[side] = story.shots.get(side, 0) + 1
        lucky = surprise(event)
        if lucky is not None:
            story.luck[side] = round(story.luck.get(side, 0.0) + lucky, 6)
