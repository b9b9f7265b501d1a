"""What fire does on the average, by the rules' own resolver, kept for every set of circumstances that has come up."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from hulldown.games.panzer_battles.data.units import units
from hulldown.games.panzer_battles.rules.fire import Aim, Aspect, Terrain, resolve
from hulldown.games.panzer_battles.rules.losses import Outcome
from hulldown.games.panzer_battles.rules.unit_types import System, traits

MANY: Final = 1 << 16
"""Answers that are kept."""


class Blow(NamedTuple):
    """What a shot does: vehicles or steps lost on the average; the chances of a loss, of suppression, of the end."""

    mean: float
    loss: float
    suppressed: float
    kill: float


NOTHING: Final = Blow(0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=MANY)
def blow(aim: Aim) -> Blow:
    """What an attack does on the average; nothing where there is none."""
    shot = resolve(aim)
    if shot.void:
        return NOTHING
    mean = loss = suppressed = kill = 0.0
    outcomes: dict[Outcome, float] = {after: float(chance) for after, chance in shot.outcomes.items()}
    for after, chance in outcomes.items():
        mean += chance * after.losses
        loss += chance if after.losses else 0.0
        suppressed += chance if after.suppressed else 0.0
        kill += chance if after.losses >= aim.strength else 0.0
    return Blow(mean, loss, suppressed, kill)


class Case(NamedTuple):
    """Who fires at whom from how far, and how the target stands; what a position is judged by before anybody aims."""

    attacker: str
    number: int
    target: str
    strength: int
    distance: int
    side: bool
    """Whether the shot meets the side armour."""
    terrain: str
    moving: bool
    defilade: bool
    stacked: int = 0


@lru_cache(maxsize=MANY)
def volley(case: Case) -> float:
    """The losses that all weapon systems of a unit cause on the average if each is fired once at a target."""
    total = 0.0
    for system in traits(case.attacker).systems:
        total += blow(_aim(case, system)).mean
    return min(total, float(case.strength))


@lru_cache(maxsize=MANY)
def hush(case: Case) -> float:
    """The chance that one of the weapon systems of a unit suppresses a target."""
    calm = 1.0
    for system in traits(case.attacker).systems:
        calm *= 1.0 - blow(_aim(case, system)).suppressed
    return 1.0 - calm


def _aim(case: Case, system: System) -> Aim:
    kind, target = units()[case.attacker], units()[case.target]
    weapon = "he" if system.gun >= 0 and target.infantry else system.weapon
    aspect: Aspect = "side" if case.side else "front"
    terrain: Terrain = case.terrain  # type: ignore[assignment]
    return Aim(
        weapon,  # type: ignore[arg-type]
        kind,
        target,
        case.number,
        case.strength,
        case.distance,
        aspect,
        terrain,
        case.moving,
        case.defilade,
        stacked=case.stacked,
    )
