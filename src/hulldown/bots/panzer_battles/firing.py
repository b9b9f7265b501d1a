"""Fire: at movers, in answer, at the end of movement, and in close assault; or none, because more may come."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from hulldown.bots.panzer_battles.odds import Blow, Case, blow, volley
from hulldown.bots.panzer_battles.picture import HUSHED, Picture
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.rules.assault import MANNERS
from hulldown.games.panzer_battles.rules.exchange import PASS
from hulldown.games.panzer_battles.rules.firing import NORMAL, aim_at
from hulldown.games.panzer_battles.rules.state import Unit, index_of, phasing
from hulldown.games.panzer_battles.rules.unit_types import System, traits
from hulldown.games.panzer_battles.rules.verbs.base import FIRING
from hulldown.games.panzer_battles.rules.verbs.kinds import FIRE

LEAST: Final = 0.25
"""The points that a shot must promise at the end of movement."""
PATIENCE: Final = 0.4
"""The part of what a weapon could do to others later that a shot at a mover must promise."""
LURE: Final = 0.2
"""The part of what it would do at short range that a shot from hiding must promise."""
SHORT: Final = 4
"""Short range in hexes."""
GIVEN_AWAY: Final = 0.25
"""The part of the danger where it stands that a hidden unit fears if it fires."""


class Chance(NamedTuple):
    """A shot that may be fired now."""

    worth: float
    unit: int
    target: int
    system: System
    blow: Blow


def fire_order(seat: Seat, picture: Picture, rng: Random) -> Order:
    """The best shot, or a pass."""
    chances = chances_of(seat, picture)
    noise = picture.temper.noise
    best: Chance | None = None
    mark = 0.0
    for chance in chances:
        worth = chance.worth * (1.0 + noise * (rng.random() - 0.5)) if noise else chance.worth
        if worth > mark and worth >= asked_of(picture, chance):
            best, mark = chance, worth
    if best is None:
        return Order(FIRING, choice=PASS)
    state = picture.state
    return Order(FIRING, (task_of(state.units[best.unit], best.system, state.units[best.target]),))


def task_of(unit: Unit, system: System, target: Unit) -> Task:
    return Task(unit.id, FIRE, choice=system.key, targets=(target.id,))


def manner_of(picture: Picture) -> str:
    """The kind of fire that is asked for."""
    frame = picture.state.stack[-1]
    return MANNERS[frame.stage] if frame.step == "melee" else NORMAL


def chances_of(seat: Seat, picture: Picture) -> list[Chance]:
    """All shots that may be fired now, with what they promise."""
    state, scene = picture.state, picture.scene
    manner = manner_of(picture)
    found = []
    for offer in seat.legal.units:
        at = index_of(state, offer.unit)
        for option in offer.options:
            if option.kind != FIRE:
                continue
            system = traits(state.units[at].type).system(option.choices[0])
            assert system is not None
            for name in option.targets:
                target = index_of(state, name)
                hit = blow(aim_at(state, scene, at, target, system, manner))
                found.append(Chance(worth_of(picture, target, hit), at, target, system, hit))
    return found


def worth_of(picture: Picture, target: int, hit: Blow) -> float:
    """What a shot promises in points."""
    unit = picture.state.units[target]
    price = picture.load_price(target)
    hushed = 0.0 if unit.suppressed else HUSHED * max(0.0, unit.strength - hit.mean) * hit.suppressed
    return price * (hit.mean + hushed)


def asked_of(picture: Picture, chance: Chance) -> float:
    """What a shot must promise to be fired now."""
    state = picture.state
    step = state.stack[-1].step
    if step == "melee":
        return 0.0
    unit, target = state.units[chance.unit], state.units[chance.target]
    least = LEAST
    if not unit.shown:
        least += GIVEN_AWAY * picture.danger(chance.unit, unit.cell, False)
    if step != "window":
        return least
    mover = state.exchange is not None and chance.target in state.exchange.movers
    later = max(
        [picture.gain(unit, unit.cell, foe) for foe in picture.foes if foe.number >= 0 and foe.number != chance.target],
        default=0.0,
    )
    least = max(least, PATIENCE * later * _part(chance, unit, target))
    if mover and phasing(state) != unit.side:
        far = picture.scene.board.distance(unit.cell, target.cell)
        if far > SHORT and picture.left > 0:
            case = Case(
                unit.type, unit.strength, target.type, target.strength, SHORT, False,
                picture.scene.board.terrain[target.cell], True, False,
            )  # fmt: skip
            near = volley(case) * picture.load_price(chance.target) * _part(chance, unit, target)
            least = max(least, LURE * near)
    return least


def _part(chance: Chance, unit: Unit, target: Unit) -> float:
    """How much of a unit's fire a weapon system is: its guns against vehicles, anything against infantry."""
    if traits(target.type).infantry or chance.system.gun >= 0:
        return 1.0
    return 0.0
