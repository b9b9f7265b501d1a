"""GP attacks of indirect fire: on every unit and all vulnerable terrain in the SHEAF, and on who moves into it.

Cases 6.5.1n, 6.5.1.7e, 6.5.1.13, 6.5.4.2.5e, 6.6.6. K10: each responding source attacks by itself.
"""

from __future__ import annotations

from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced import gp, sheafs
from hulldown.games.panzer.rules.advanced.arms import battery_weapon, indirect_weapon
from hulldown.games.panzer.rules.advanced.gp import GpAim, GpResult, GpWeapon, Sheaf
from hulldown.games.panzer.rules.advanced.gp_defence import of_terrain
from hulldown.games.panzer.rules.advanced.options import IF_MOVING
from hulldown.games.panzer.rules.advanced.options import ON as SWITCHED_ON
from hulldown.games.panzer.rules.advanced.play import aims, bailouts, cover, ruins, shooting, spotting, works
from hulldown.games.panzer.rules.advanced.play.facts import (
    cell_of,
    detail_of,
    member_of,
    over_stacked,
    passengers,
    vehicle_of,
)
from hulldown.games.panzer.rules.advanced.play.indirect import counters, observers
from hulldown.games.panzer.rules.advanced.support import GP, Mission, Volley
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState, index_of

_SHEAFS: dict[str, Sheaf] = {"one": "one", "closed": "closed", "open": "open", "linear": "linear"}


def weapon_of(state: PanzerState, scene: Scene, source: str) -> GpWeapon:
    """The row of a battery, or the GP-IF row of an on-map unit (6.5.1d, 5.3b)."""
    battery = observers.battery_named(scene, source)
    if battery is not None:
        return battery_weapon(battery.card)
    index = index_of(state, source)
    gun = observers.gun_of(state, scene, index, silent=True)
    assert gun is not None
    return indirect_weapon(gun.arm.owner, gun.place)


def aim_at(state: PanzerState, scene: Scene, volley: Volley, target: int, in_barrage: bool = False) -> GpAim:
    """The attack of a volley on a unit: its range is that to the Target Point, wherever the unit is (6.5.1.13a).

    6.5.1n: friend or foe. What it does, and in what state the firer is: 6.5.4.3-target-vehicle-moving-b,
    6.5.4.3-shooter-suppressed.
    """
    unit = state.units[target]
    weapon = weapon_of(state, scene, volley.source)
    vehicle = vehicle_of(unit)
    kept, source = cover.fire_cover(state, scene, target)
    mount = member_of(scene, target).mount
    firer = index_of(state, volley.source)
    return GpAim(
        weapon=weapon,
        defence=aims.defence_of(state, scene, target, kept, source),
        distance=_within(weapon, volley.distance),
        size=spotting.size_of(scene, state, target),
        cover=kept if vehicle is not None else "none",
        cover_source=source,
        over_stacked=over_stacked(state, unit.cell),
        target_moving=vehicle is not None and aims.moves(state, scene, target),
        target_damaged=unit.damaged,
        cavalry=mount is not None and mount.name == aims.CAVALRY,
        crawling=detail_of(unit).manner == aims.CRAWLING,
        entrenched=works.entrenched(state, target),
        shooter_damaged=firer >= 0 and state.units[firer].damaged,
        shooter_suppressed=firer >= 0 and bool(detail_of(state.units[firer]).suppressed),
        ammo_limit=volley.failed,
        sheaf=_SHEAFS[volley.sheaf],
        planned=volley.planned,
        off_target=unit.cell != volley.cell,
        in_barrage=in_barrage,
        moving_everywhere=state.options.get(IF_MOVING) == SWITCHED_ON,
        overhead=_overhead(state, scene, target),
    )


def _within(weapon: GpWeapon, distance: int) -> int:
    """A range as its row has it: fire that went astray may come down nearer or farther than its row goes (R38)."""
    return min(max(weapon.row.minimum, distance), weapon.row.reach)


def _overhead(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a vehicle has cover overhead: inside brick or stone, or in an Improved Position.

    Cases 6.5.4.3-vehicle-cover-b.
    """
    return works.improved(state, index) is not None or cover.in_solid_building(state, scene, state.units[index])


def strike(state: PanzerState, scene: Scene, volley: Volley, target: int, doing: Doing, barrage: bool = False) -> None:
    """One unit of the SHEAF, and then each of its passengers (6.5.1n, 6.5.4.2.3b)."""
    if state.units[target].status != ON_MAP:
        return
    shooting.note_under_fire(state, target)
    shooting.own_up(state, scene, target, doing)
    aim = aim_at(state, scene, volley, target, barrage)
    aboard = passengers(state, target)
    result = _roll(state, volley, target, aim, doing, barrage)
    shooting.struck(state, scene, target, result.effect, doing)
    for passenger in aboard:
        hit = _roll(state, volley, passenger, aims.passenger_aim(state, aim, passenger), doing, barrage)
        shooting.strike_passenger(state, scene, passenger, hit.effect, bailouts.SHELLED, doing)


def _roll(
    state: PanzerState, volley: Volley, target: int, aim: GpAim, doing: Doing, barrage: bool
) -> GpResult:  # fmt: skip
    unit = state.units[target]
    result = gp.roll(aim, doing.dice, f"{volley.source} at {unit.id}")
    shot = result.shot
    # The range would tell where the observer is.
    told: dict[str, Scalar] = {
        "source": volley.source, "unit": unit.id, "weapon": aim.weapon.name, "band": shot.band, "factor": shot.factor,
        "defence": shot.defence, "net": shot.net.value, "roll": result.rolled, "result": result.result,
        "none_to": shot.n_effect, "suppressed_to": shot.s_effect, "effect": result.effect,
        "hit": result.effect != "none", "kill": result.effect == "effective" or result.effect in shooting.KILLS,
    }  # fmt: skip
    rule = "6.6.6a" if barrage else "6.5.1.13e"
    doing.note("shelled", rule, (), told, tuple([one for one in shot.factors if one.rule != "6.5.4.1"]))
    return result


# Terrain.


def strike_ground(state: PanzerState, scene: Scene, volley: Volley, doing: Doing) -> None:
    """All vulnerable terrain in the SHEAF is attacked, whether or not anybody is there (6.5.4.2.5e).

    The state of an on-map firer counts here too (6.5.4.3-shooter-suppressed, 6.5.4.3-shooter-damaged).
    """
    weapon = weapon_of(state, scene, volley.source)
    if weapon.row.small_arms:
        return
    firer = index_of(state, volley.source)
    for cell in sheafs.covered(scene.board, volley.sheaf, volley.cell, volley.direction):
        for occupied in ruins.standing_in(state, scene, cell):
            aim = GpAim(
                weapon, of_terrain(occupied.terrain, occupied.given), _within(weapon, volley.distance),
                ammo_limit=volley.failed, sheaf=_SHEAFS[volley.sheaf], planned=volley.planned,
                shooter_damaged=firer >= 0 and state.units[firer].damaged,
                shooter_suppressed=firer >= 0 and bool(detail_of(state.units[firer]).suppressed),
            )  # fmt: skip
            ruins.attack_in(state, scene, volley.source, aim, occupied, cell, doing)


# Barrages.


def volley_of(mission: Mission) -> Volley:
    """The fire of a mission that still lies on the map, for whoever moves into it."""
    return Volley(
        mission.side, mission.source, mission.cell, mission.fire, mission.sheaf, "", mission.direction,
        mission.observer, mission.planned, distance=mission.distance, failed=mission.short is True,
    )  # fmt: skip


def enter(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    """A unit that moves into a hex of a SHEAF is attacked at once, by each source once in its move.

    Cases 6.6.6a, 6.6.6b, 6.6.6d. 6.6.6c, 6.6.6e: who stays in its hex, or pivots, is not. K11: GP missions of both
    sides that came down this turn.
    """
    support = counters.support_of(state)
    for mission in support.missions:
        if mission.fire != GP or mission.landed != state.turn or (index, mission.number) in support.struck:
            continue
        if cell_of(state, index) not in counters.cells_of(scene.board, mission):
            continue
        # Passengers are attacked with their carrier, so not again when they dismount inside the SHEAF.
        moved = [(one, mission.number) for one in (index, *passengers(state, index))]
        counters.change(state, struck=(*counters.support_of(state).struck, *moved))
        strike(state, scene, volley_of(mission), index, doing, barrage=True)
        bailouts.settle(state, scene, set(), doing)
