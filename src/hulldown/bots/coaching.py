"""The coach: what a bot would point out to a player, with its numbers. One protocol for all games.

A coach gets a seat, as a bot does: the view of a side, what it may answer and a check. So it cannot tell what the side
does not know. A game has one in `hulldown.bots.GAME.coach`, as `COACH`; it gives facts, and the words are made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Literal, Protocol

import msgspec

from hulldown.bots.seat import Seat
from hulldown.core.board import Cell

DIRECTIONS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
LEAST = 0.05
"""A danger below this chance is not worth a word."""
GAIN = 0.1
"""A facing must lower the danger by so much to be worth a word."""
MOST = 24
"""Hints given at a time."""


class Danger(msgspec.Struct, frozen=True):
    """An enemy that can fire at a unit as both stand: the chance, what it does, and the side it strikes."""

    name: str
    cell: Cell
    chance: float
    verb: str = "destroys it"
    aspect: str = ""
    guess: str = ""
    """What the enemy is taken for, where the side does not know."""


class Threatened(msgspec.Struct, frozen=True):
    """A unit in danger, and the facing that would be best; -1 where it cannot turn or has nothing to gain."""

    unit: str
    cell: Cell
    dangers: tuple[Danger, ...]
    facing: int = -1
    after: tuple[float, ...] = ()
    """The chances of the same dangers after the turn."""
    unseen: bool = False
    """Whether the enemy must spot it first."""


class Shot(msgspec.Struct, frozen=True):
    """A shot that a unit can fire, and what a bot makes of it."""

    unit: str
    cell: Cell
    target: str
    target_cell: Cell
    chance: float
    verb: str = "destroys it"
    worth: float = 0.0
    guess: str = ""
    """What the target is taken for, where the side does not know."""


class Hint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hint as a client shows it: what it is about, where, and why in one sentence."""

    kind: Literal["threat", "shot"]
    unit: str
    cell: Cell
    other: str
    other_cell: Cell
    percent: int
    text: str
    facing: int = -1
    better: int = -1
    """The percent after turning to `facing`."""


class Coach(Protocol):
    """What a game tells of a position from one seat. The seat may owe no decision: then `seat.legal` is not there."""

    def threatened(self, seat: Seat) -> Sequence[Threatened]:
        """Own units that can be fired at."""

    def shots(self, seat: Seat) -> Sequence[Shot]:
        """Shots that can be ordered now."""


def coach_of(game: str) -> Coach | None:
    """The coach of a game, None when it has none."""
    name = f"hulldown.bots.{game}"
    if find_spec(name) is None or find_spec(f"{name}.coach") is None:
        return None
    coach: Coach = import_module(f"{name}.coach").COACH
    return coach


def hints(seat: Seat) -> list[Hint]:
    """What the coach of the seat's game has to say, the gravest danger and the best shot first."""
    coach = coach_of(seat.game.name)
    if coach is None or seat.view.outcome is not None:
        return []
    threats = [(together(one), one) for one in map(_sorted, coach.threatened(seat)) if one.dangers]
    threats = sorted((pair for pair in threats if pair[0] >= LEAST), key=lambda pair: (-pair[0], pair[1].unit))
    shots = sorted(coach.shots(seat), key=lambda shot: (-shot.worth, shot.unit, shot.target))
    found = [_threat(seat, one) for _, one in threats[:MOST]]
    return found + [_shot(seat, shot) for shot in shots[:MOST]]


def _sorted(one: Threatened) -> Threatened:
    """The same with its gravest danger first."""
    order = sorted(range(len(one.dangers)), key=lambda at: (-one.dangers[at].chance, one.dangers[at].name))
    order = [at for at in order if one.dangers[at].chance > 0]
    after = tuple(one.after[at] for at in order) if one.after else ()
    return msgspec.structs.replace(one, dangers=tuple(one.dangers[at] for at in order), after=after)


def combined(chances: Iterable[float]) -> float:
    """The chance that at least one of some shots succeeds."""
    safe = 1.0
    for chance in chances:
        safe *= 1.0 - chance
    return 1.0 - safe


def together(one: Threatened) -> float:
    """The chance that a unit is struck if everybody who can fires at it."""
    return combined(danger.chance for danger in one.dangers)


def percent(chance: float) -> int:
    return round(100 * chance)


def _threat(seat: Seat, one: Threatened) -> Hint:
    labels, worst = seat.board.labels, one.dangers[0]
    now, then = together(one), combined(one.after) if one.after else 1.0
    side = f" from the {worst.aspect}" if worst.aspect else ""
    text = (
        f"{one.unit} at {labels[one.cell]}: {worst.name} at {labels[worst.cell]} "
        f"{worst.verb} with {percent(worst.chance)} %{side}"
    )
    if len(one.dangers) > 1:
        text += f"; {len(one.dangers)} enemies together with {percent(now)} %"
    turns = one.facing >= 0 and then <= now - GAIN
    if turns:
        text += f"; facing {DIRECTIONS[one.facing]} makes it {percent(then)} %"
    if one.unseen:
        text += ", once it is spotted"
    text += _if(worst.guess)
    return Hint(
        "threat", one.unit, one.cell, worst.name, worst.cell, percent(now), f"{text}.",
        one.facing if turns else -1, percent(then) if turns else -1,
    )  # fmt: skip


def _if(guess: str) -> str:
    return f", if it is a {guess}" if guess else ""


def _shot(seat: Seat, shot: Shot) -> Hint:
    labels = seat.board.labels
    text = (
        f"{shot.unit} at {labels[shot.cell]}: fire at {shot.target} in {labels[shot.target_cell]} "
        f"{shot.verb} with {percent(shot.chance)} %{_if(shot.guess)}."
    )
    return Hint("shot", shot.unit, shot.cell, shot.target, shot.target_cell, percent(shot.chance), text)
