"""What an attack from the air does in a hex: to every unit of both sides, to passengers, to terrain (6.7.3.2c)."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.core.board import Cell
from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.aircraft import Aircraft
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced import air as tables
from hulldown.games.panzer.rules.advanced import gp
from hulldown.games.panzer.rules.advanced.air import Flying, Weapon
from hulldown.games.panzer.rules.advanced.gp import GpAim, GpResult
from hulldown.games.panzer.rules.advanced.gp_defence import Defence, of_terrain, of_unit, of_vehicle
from hulldown.games.panzer.rules.advanced.play import bailouts, cover, ruins, shooting, spotting, works
from hulldown.games.panzer.rules.advanced.play.aims import CAVALRY, CRAWLING, moves, passenger_aim
from hulldown.games.panzer.rules.advanced.play.facts import (
    card_of,
    detail_of,
    member_of,
    over_stacked,
    passengers,
    vehicle_of,
)
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState


class Strike(NamedTuple):
    """An attack on all that is in a pattern; without a weapon it is a crash."""

    plane: str
    card: Aircraft
    weapon: Weapon | None = None
    flying: Flying | None = None
    distance: int = 1
    """From the aircraft to the target's hex: all in the pattern are attacked alike."""

    @property
    def name(self) -> str:
        """What it is called in events."""
        return "crash" if self.weapon is None else self.weapon

    def at(self, defence: Defence) -> GpAim:
        """The attack on one unit or terrain, without what the target brings."""
        if self.weapon is None:
            return tables.crash(defence)
        assert self.flying is not None
        return tables.attack(self.card, self.weapon, self.flying, defence, self.distance)


def aim_at(state: PanzerState, scene: Scene, strike: Strike, index: int) -> GpAim:
    """The attack on a unit as it is now (6.7.3.5a).

    Of a vehicle's cover only that overhead counts (6.5.4.3-vehicle-cover-b); smoke, fire and walls do not hinder what
    comes from above. 6.5.4.3-target-vehicle-moving-a counts for vehicles that are seen to move; before the attack
    their owner may show it (`showing`).
    """
    unit, detail = state.units[index], detail_of(state.units[index])
    vehicle = vehicle_of(unit)
    kept, source = cover.overhead(state, scene, index) if vehicle is not None else ("none", "rulebook")
    mount = member_of(scene, index).mount
    return strike.at(_defence(state, scene, index))._replace(
        size=spotting.size_of(scene, state, index),
        cover=kept,
        cover_source=source,
        over_stacked=over_stacked(state, unit.cell),
        target_moving=vehicle is not None and moves(state, scene, index),
        target_damaged=unit.damaged,
        cavalry=mount is not None and mount.name == CAVALRY,
        crawling=detail.manner == CRAWLING,
        entrenched=works.entrenched(state, index),
        heat_haze=scene.scenario.haze and strike.weapon is not None,
    )


def _defence(state: PanzerState, scene: Scene, index: int) -> Defence:
    """The GP Defense of a unit: leg and towed units keep that of their terrain (6.5.4.2.2a, 6.5.4.2.2d; K17)."""
    unit = state.units[index]
    card = card_of(unit)
    if isinstance(card, Vehicle):
        return of_vehicle(card)
    kept, source = cover.fire_cover(state, scene, index)
    moving = moves(state, scene, index) and detail_of(unit).manner != CRAWLING
    bare = cover.crowded(state, index)
    return of_unit(card, "none" if bare else kept, cover.in_full_cover(scene, unit), moving, source)


def strike_hex(state: PanzerState, scene: Scene, strike: Strike, cell: Cell, doing: Doing) -> None:
    """Attacks every unit of both sides in a hex one by one, passengers with their carriers, then the terrain.

    Cases 6.7.3.2c, 6.7.3.3e, 6.7.3.4b, 6.5.4.2.5e, 6.7.4.2.1-eliminated-b.
    """
    below = [index for index, unit in enumerate(state.units) if unit.cell == cell and unit.status == ON_MAP]
    terrain = ruins.standing_in(state, scene, cell)
    for index in below:
        _strike(state, scene, strike, index, doing)
    for one in terrain:
        aim = strike.at(of_terrain(one.terrain, one.given))
        if not aim.weapon.row.small_arms:
            ruins.attack_in(state, scene, strike.plane, aim, one, cell, doing)


def _strike(state: PanzerState, scene: Scene, strike: Strike, index: int, doing: Doing) -> None:
    """One unit, then each of its passengers by the same factor, for itself (6.7.3.2c, 6.5.4.2.3b; Q16).

    6.5.4.4.3-sup-leg-towed, 6.5.4.4.2-sup-nonsmall, 6.7.3.3e, 6.7.4.2.1-eliminated-b: what it does at once.
    """
    shooting.note_under_fire(state, index)
    shooting.own_up(state, scene, index, doing)
    aim = aim_at(state, scene, strike, index)
    aboard = passengers(state, index)
    effect = _roll(state, strike, index, aim, doing).effect
    shooting.struck(state, scene, index, effect, doing)
    for passenger in aboard:
        hit = _roll(state, strike, passenger, passenger_aim(state, aim, passenger), doing)
        shooting.strike_passenger(state, scene, passenger, hit.effect, bailouts.SUPPRESSED, doing)


def _roll(state: PanzerState, strike: Strike, target: int, aim: GpAim, doing: Doing) -> GpResult:
    """The dice of one attack, and what is told of it (6.7.3.2c, 6.7.3.5a, 6.7.4.2.1-eliminated-b)."""
    unit = state.units[target]
    result = gp.roll(aim, doing.dice, f"{strike.plane} {strike.name} at {unit.id}")
    shot = result.shot
    told: dict[str, Scalar] = {
        "unit": strike.plane, "target": unit.id, "weapon": aim.weapon.name, "range": aim.distance, "band": shot.band,
        "factor": shot.factor, "defence": shot.defence, "net": shot.net.value, "roll": result.rolled,
        "result": result.result, "none_to": shot.n_effect, "suppressed_to": shot.s_effect, "effect": result.effect,
        "hit": result.effect != "none", "kill": result.effect == "effective" or result.effect in shooting.KILLS,
    }  # fmt: skip
    doing.note("air_strike", "6.7.3.2c" if strike.weapon else "6.7.4.2.1-eliminated-b", (), told, shot.factors)
    return result


def settle(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Crews and passengers bail out when the whole attack is resolved (5.15f)."""
    bailouts.settle(state, scene, (), doing)
