"""What a shot is worth, from the rules' own resolver, and what lies in sight: small answers, all remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hulldown.core.board import Cell
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.loading import Cover
from hulldown.games.panzer.rules import arcs, fire
from hulldown.games.panzer.rules.arcs import Aspect, Watch
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.spotting import spotting_range

HARM = 0.45
"""The part of a vehicle's worth that is lost when it is damaged."""


class Blow(NamedTuple):
    """What a shot does: the chance to damage, the chance to eliminate, and both as a part of the target's worth."""

    damage: float
    kill: float
    value: float


MISS = Blow(0.0, 0.0, 0.0)


@lru_cache(maxsize=1 << 16)
def blow(
    shooter: str,
    target: str,
    distance: int,
    aspect: Aspect,
    cover: Cover,
    moving: bool = False,
    target_damaged: bool = False,
    short_halt: bool = False,
    shooter_damaged: bool = False,
    watch: Watch = "none",
    smoke: int = 0,
) -> Blow:
    """What one shot does on average."""
    known = cards()
    shot = fire.resolve(
        fire.Aim(
            known[shooter], known[target], distance, aspect, cover, False, moving, target_damaged, short_halt,
            shooter_damaged, watch, smoke,
        )
    )  # fmt: skip
    if shot.void or shot.effect == "none":
        return MISS
    hit = shot.hit_number / 100
    if shot.effect == "damaged":
        return Blow(hit, 0.0, hit * HARM)
    # What is damaged has lost a part of its worth already, whoever finishes it gains the rest.
    return Blow(0.0, hit, hit)


@lru_cache(maxsize=64)
def spotted_at(cover: Cover, mark: str) -> int:
    """The distance at which a vehicle is spotted."""
    return spotting_range(cover, mark).value


def aspect_of(ground: Ground, facing: int, target: Cell, shooter: Cell) -> Aspect:
    """The aspect that a vehicle shows to a shooter."""
    board = ground.board
    return arcs.aspect(facing, board.q[shooter] - board.q[target], board.r[shooter] - board.r[target])


def points_at(ground: Ground, kind: str, facing: int, cell: Cell, target: Cell) -> bool:
    """Whether a vehicle so placed has a cell in its field of fire."""
    board = ground.board
    return arcs.in_field(cards()[kind], facing, board.q[target] - board.q[cell], board.r[target] - board.r[cell])
