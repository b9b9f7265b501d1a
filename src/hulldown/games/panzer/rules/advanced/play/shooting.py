"""Shots resolved: ammunition, AP and GP fire by their resolvers, passengers, terrain (6.5.2, 6.5.4, 5.16). Room D."""

from __future__ import annotations

from collections.abc import Iterable

from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced import ap, gp
from hulldown.games.panzer.rules.advanced.ap import ApAim
from hulldown.games.panzer.rules.advanced.gp import GpAim, GpResult
from hulldown.games.panzer.rules.advanced.gp_effects import VEHICLE_EFFECTS
from hulldown.games.panzer.rules.advanced.locations import digits, places, strike
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import bailouts, effects, ruins, shot_words, supply
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim, bearer, gp_aim, passenger_aim
from hulldown.games.panzer.rules.advanced.play.announcing import Planned, spread_fault
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, passengers, vehicle_of
from hulldown.games.panzer.rules.advanced.play.supply import Fired
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, Arm
from hulldown.games.panzer.rules.rolls import roll_100
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import mark
from hulldown.games.panzer.rules.state import (
    BREWED_UP,
    KNOCKED_OUT,
    ON_MAP,
    SPOT_FIRE,
    PanzerState,
    Shot,
    index_of,
)

KILLS = ("ko", "bu")


def shoot(state: PanzerState, scene: Scene, shot: Shot, doing: Doing) -> None:
    """Resolves one shot and applies its result at once (4.4.1f, 4.4.1l).

    4.4.1k: fire announced at a target that is gone counts as fired all the same.

    Cases 6.8.3.1.2a, 6.5.3, 5.7a, 6.5.4.2.2b.
    """
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    manner = shot_words.of_shot(state, scene, shot)
    shooter.fired = True
    _note_fire(state, shot.shooter, manner.way.arm)
    state.chain = tuple(sorted({*state.chain, bearer(state, shot.shooter)}))
    if target.status != ON_MAP:
        doing.emit("wasted", "4.4.1k", (), unit=shooter.id, target=target.id)
        return
    note_under_fire(state, shot.target)
    firing = Firing(shot.shooter, shot.target, manner.way, shot.overwatch, manner.dual)
    fired = supply.roll_limits(state, scene, shot.shooter, manner.way, doing)
    if fired.kind == GP:
        own_up(state, scene, shot.target, doing)
        _attack(state, scene, firing, fired, doing)
        return
    _ap_fire(state, scene, firing, fired, manner.spread, doing)
    if manner.way.arm.hand_held:
        # 5.1.3.4f, L16: the fixed GP factor strikes the passengers whatever the AP round does.
        aim = gp_aim(state, scene, firing, fired.failed)
        for passenger in passengers(state, shot.target):
            _attack_passenger(state, scene, firing, passenger, aim, doing)


def settle(state: PanzerState, scene: Scene, target: int, doing: Doing) -> None:
    """What follows when all shots announced at a target are resolved: bail out (5.15, 6.5.2.6, 6.5.4.5).

    Vehicles to which hits were spread are settled with it, unless fire at them is still to come.
    """
    bailouts.settle(state, scene, {shot.target for shot in state.shots}, doing)


def _note_fire(state: PanzerState, index: int, arm: Arm) -> None:
    """Gives the firer its Spot/Fire counter, sideways for Small Arms; that of a passenger goes to its carrier.

    Cases 5.7a, 6.1.3, 6.6.7.2e; E5: a full counter is never turned down, a Spot/Move is replaced.

    Cases 6.1.3d, 6.1.3e.
    """
    unit = state.units[bearer(state, index)]
    detail = detail_of(unit)
    full = unit.mark == SPOT_FIRE and not detail.small
    mark(unit, SPOT_FIRE)
    detail.small = arm.quiet and not full


def note_under_fire(state: PanzerState, index: int) -> None:
    """Notes that a unit and its passengers were fired at this turn (6.8.3; P3).

    Cases 6.8.3.1.2a, 6.8.3.1.2b.
    """
    for number in (index, *passengers(state, index)):
        detail_of(state.units[number]).under_fire = True


def own_up(state: PanzerState, scene: Scene, target: int, doing: Doing) -> None:
    """A leg or towed unit with a command to move defends worse, so that the command is seen (6.5.4.2.2b; Q22)."""
    unit = state.units[target]
    if vehicle_of(unit) is None and unit.command in scene.moving and not unit.known:
        unit.known = True
        doing.emit("shown", "6.5.4.2.2b", (), unit=unit.id, command=unit.command)


# AP fire.


def _ap_fire(
    state: PanzerState, scene: Scene, firing: Firing, fired: Fired, spread: tuple[str, ...], doing: Doing
) -> None:
    """One AP shot: the hit roll, the hits shared out, then location and damage of each (6.5.2.1f, 6.5.2.1i)."""
    shooter, target = state.units[firing.shooter], state.units[firing.target]
    aim = ap_aim(state, scene, firing, fired.kind, fired.failed)
    shot = ap.resolve(aim)
    line = f"{shooter.id} at {target.id}"
    rolled = roll_100(doing.dice, f"AP Hit: {line}")
    hits = ap.hits_scored(shot.hit_number, ap.rate_of_fire(aim), rolled)
    told: dict[str, Scalar] = {
        "unit": shooter.id, "target": target.id, "weapon": firing.way.arm.name, "ammo": fired.kind,
        "range": aim.distance, "band": shot.band, "net": shot.net.value, "needs": shot.hit_number, "roll": rolled,
        "hit": hits > 0, "hits": hits, "angle": aim.angle, "penetration": shot.penetration,
        "overwatch": firing.overwatch, "chance": str(shot.hit),
    }  # fmt: skip
    doing.note("ap_shot", "6.5.2.1b", (), told, shot.factors)
    struck = _shared_out(state, scene, firing, hits, spread if shot.rof != "N" else ())
    # 6.5.2.1i: who is hit how often is known before any damage is. So is what masks each of them: the hull of a wreck
    # that a further hit may brew up is as well covered as before (H9, H10).
    aims = {
        index: ap_aim(state, scene, firing._replace(target=index), fired.kind, fired.failed) for index in set(struck)
    }
    found: dict[int, list[str]] = {}
    for index in struck:
        if index != firing.target:
            note_under_fire(state, index)
        effect = _hit(state, firing._replace(target=index), aims[index], doing)
        found.setdefault(index, []).append(_apply(state, scene, index, effect, doing))
    for index, suffered in found.items():
        bailouts.note(state, index, suffered)


def _shared_out(state: PanzerState, scene: Scene, firing: Firing, hits: int, spread: Iterable[str]) -> list[int]:
    """The vehicle of each hit: the first is the target's, each further one that of the next name, then the target's.

    6.5.2.1g: to whom further hits go is said with the announcement; without a word they stay with the target.
    """
    others: list[int] = []
    for name in spread:
        other = index_of(state, name)
        planned = Planned(firing.shooter, firing.target, shot_words.Manner(firing.way))
        if spread_fault(state, scene, planned, other, firing.overwatch) is None:
            others.append(other)
    return [firing.target, *others, *[firing.target] * hits][:hits]


def _hit(state: PanzerState, firing: Firing, aim: ApAim, doing: Doing) -> str:
    """One hit: the location roll, its armour, its damage; range and angle are those of the vehicle hit (C6).

    Case 6.5.2.2d.
    """
    penetration = ap.resolve(aim).penetration
    shooter, target = state.units[firing.shooter], state.units[firing.target]
    rolled = roll_100(doing.dice, f"AP location: {shooter.id} at {target.id}")
    tens, units = digits(rolled)
    # Damage on damage is a Knock Out by the effect itself (H8), so the hit is judged as if it were the first.
    effect = strike(ap.hit_of(aim, penetration)._replace(target_damaged=False), tens, units)
    place = places(aim.target, aim.angle, aim.shot, aim.hull_down)[tens - 1]
    doing.emit(
        "ap_hit", place.rule, (), unit=shooter.id, target=target.id, angle=aim.angle, location=place.name,
        roll=rolled, penetration=penetration, armour=place.armour, effect=effect, kill=effect in KILLS,
    )  # fmt: skip
    return effect


def _apply(state: PanzerState, scene: Scene, index: int, effect: str, doing: Doing) -> str:
    """Applies what one hit does, and tells what it counts as for bail out (6.5.2.5; H9).

    After a wreck only a brew-up still counts. A second Track hit is ignored but by passengers (6.5.2.6.1d,
    6.5.2.6.2-survive-d).
    """
    unit = state.units[index]
    if unit.status in (KNOCKED_OUT, BREWED_UP):
        if effect == "bu":
            effects.wreck(state, scene, index, True, "6.5.2.5-bu-a", doing)
        return ""
    if effect == "track":
        again = detail_of(unit).track
        effects.immobilise(state, scene, index, "6.5.2.2.1a", doing)
        return bailouts.AGAIN if again else effect
    if effect == "damaged":
        effects.damage(state, scene, index, "6.5.2.5-dm", doing)
    elif effect in KILLS:
        brewed = effect == "bu"
        effects.wreck(state, scene, index, brewed, "6.5.2.5-bu-a" if brewed else "6.5.2.5-ko", doing)
    return effect


# GP fire.


def _attack(state: PanzerState, scene: Scene, firing: Firing, fired: Fired, doing: Doing) -> None:
    """One GP attack: on the target, then on each of its passengers, then on the terrain that it occupies.

    Cases 6.5.4b, 6.5.4.2.3b, 6.5.4.4f, 6.5.4.4g. Q16: passengers fight with their own roll even if the carrier is lost.
    """
    aim = gp_aim(state, scene, firing, fired.failed)
    aboard = passengers(state, firing.target)
    occupied = ruins.occupied(state, scene, firing.target)
    result = _roll(state, firing, firing.target, aim, doing)
    struck(state, scene, firing.target, result.effect, doing)
    for passenger in aboard:
        _attack_passenger(state, scene, firing, passenger, aim, doing)
    # 5.1.3.4d: hand-held weapons have a GP factor against leg and towed units alone.
    if occupied is not None and not (aim.weapon.row.small_arms or aim.weapon.hand_held):
        ruins.attack(state, scene, firing, aim, occupied, doing)


def _attack_passenger(
    state: PanzerState, scene: Scene, firing: Firing, passenger: int, aim: GpAim, doing: Doing
) -> None:
    """The part of an attack on a carrier that strikes one of its passengers (6.5.4.2.3a, 6.5.4.2.3d; L7).

    Case 6.5.4.2.3b.
    """
    result = _roll(state, firing, passenger, passenger_aim(state, aim, passenger), doing)
    strike_passenger(state, scene, passenger, result.effect, bailouts.SUPPRESSED, doing)


def _roll(state: PanzerState, firing: Firing, target: int, aim: GpAim, doing: Doing) -> GpResult:
    """One roll of GP fire, told with all that makes it (6.5.4.4b)."""
    shooter, unit = state.units[firing.shooter], state.units[target]
    result = gp.roll(aim, doing.dice, f"{shooter.id} at {unit.id}")
    shot = result.shot
    told: dict[str, Scalar] = {
        "unit": shooter.id, "target": unit.id, "weapon": firing.way.arm.name, "range": aim.distance,
        "band": shot.band, "factor": shot.factor, "defence": shot.defence, "net": shot.net.value,
        "roll": result.rolled, "result": result.result, "none_to": shot.n_effect, "suppressed_to": shot.s_effect,
        "effect": result.effect, "hit": result.effect != "none", "overwatch": firing.overwatch,
        "kill": result.effect == "effective" or result.effect in KILLS,
    }  # fmt: skip
    doing.note("gp_shot", "6.5.4.4b", (), told, shot.factors)
    return result


def struck(state: PanzerState, scene: Scene, index: int, effect: str, doing: Doing) -> None:
    """Applies a result of GP fire to a unit of any kind (6.5.4.4.2-sup-nonsmall, 6.5.4.4.3-sup-leg-towed)."""
    if vehicle_of(state.units[index]) is not None:
        strike_vehicle(state, scene, index, effect, doing)
    else:
        strike_unit(state, scene, index, effect, doing)


def strike_passenger(
    state: PanzerState, scene: Scene, passenger: int, effect: str, suffered: str, doing: Doing
) -> None:  # fmt: skip
    """Applies a result of GP fire to a passenger, who is seen by it; `suffered`: by which fire it was suppressed.

    6.5.4.5a: who gets a Suppression/ON counter may bail out, a reduced squad too; 6.5.4.5d: who has one already does
    not check again.
    """
    detail = detail_of(state.units[passenger])
    before = detail.suppressed
    if effect != "none":
        detail.shown = True
    struck(state, scene, passenger, effect, doing)
    if detail.suppressed == ON != before:
        bailouts.note(state, passenger, [suffered])


def strike_vehicle(state: PanzerState, scene: Scene, index: int, effect: str, doing: Doing) -> None:
    """Applies a result of GP fire to a vehicle (6.5.4.4.2); a crew does not bail out of suppression (6.5.4.5b).

    Case 6.5.4.4.2-eff-nonsmall-ap-b.
    """
    assert effect in VEHICLE_EFFECTS
    if effect == "suppressed":
        effects.suppress(state, scene, index, "6.5.4.4.2-sup-nonsmall", doing)
        return
    if effect != "none":
        bailouts.note(state, index, [_apply(state, scene, index, effect, doing)])


def strike_unit(state: PanzerState, scene: Scene, index: int, effect: str, doing: Doing) -> None:
    """Applies a result of GP fire to a leg or towed unit (6.5.4.4.3)."""
    if effect == "suppressed":
        effects.suppress(state, scene, index, "6.5.4.4.3-sup-leg-towed", doing)
    elif effect == "effective":
        effects.eliminate(state, scene, index, "6.5.4.4.3-eff-leg-towed-a", doing)
