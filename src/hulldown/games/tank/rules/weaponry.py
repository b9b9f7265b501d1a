"""What a unit fires with at a target: its own weapon or a squad's device, AP or HE (8.1b, 26.1, 27.61, 27.7).

In the Standard game the types of both decide, and the book asks `Arms.can_attack`. In the Expanded game it also counts
what a squad has with it, how far away the target is, who rides on it, and what the player chose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hulldown.core.board import Cell
from hulldown.core.game import Reach
from hulldown.games.tank.data.loading import Weapon
from hulldown.games.tank.rules.aim import AP, HE
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, rider_on
from hulldown.games.tank.rules.doctrine import EXPANDED
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.results import absolute_range
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ON_MAP, TankState, Unit
from hulldown.games.tank.rules.troops import device_of, is_unarmed

if TYPE_CHECKING:
    from hulldown.games.tank.rules.verbs.base import TankVerb


class Fire(NamedTuple):
    """How a unit fires at a target."""

    weapon: Weapon
    kind: str
    """AP or HE."""
    rider: bool = False
    """Whether at the infantry that rides on the target instead of the target (27.61a)."""

    @property
    def strength(self) -> int:
        """What the chart gives it."""
        return self.weapon.ap if self.kind == AP else self.weapon.he


def fire_of(state: TankState, scene: Scene, unit: Unit, target: Unit, cell: Cell) -> Fire | None:
    """How a unit fires at a target in a cell in the Expanded game; None where it has no fire against it from there.

    27.73, 27.61a: where there is a choice, what its task names; otherwise the stronger at a truck (HE of equals, which
    combines), and the tank rather than its riders. 26.11b: a squad fires its HE like a gun; 26.12c: with a device it is
    one that fires all round; 26.32a, 26.32b: it uses one of its strengths, at one hex.
    """
    options = _options(state, scene, unit, target, cell)
    if not options:
        return None
    task = state.tasks.get(unit.id)
    if task is not None and task.choice and len(options) > 1:
        for option in options:
            if option.kind == task.choice:
                return option
    return options[0]


def _options(state: TankState, scene: Scene, unit: Unit, target: Unit, cell: Cell) -> list[Fire]:
    """All ways in which it could, the one it takes without being told first."""
    mark = arms(target.type)
    found: list[Fire] = []
    for weapon in weapons_of(unit):
        if weapon.ap and (not mark.soft or (mark.truck and not weapon.heat)):
            found.append(Fire(weapon, AP))
        if weapon.he and mark.soft:
            found.append(Fire(weapon, HE))
    own = arms(unit.type).weapon
    if not mark.soft and own.he and rider_on(state, target) is not None:
        found.append(Fire(own, HE, rider=True))
    distance = scene.board.distance(unit.cell, cell)
    panic = panic_level(state, scene, unit.side, arms(unit.type))
    found = [fire for fire in found if reaches(fire.weapon, fire.kind, distance, panic)]
    if found and like_a_gun(unit) and _over_infantry(state, scene, unit, cell):
        # T-26: only AP goes past friendly infantry.
        found = [fire for fire in found if fire.kind == AP]
    if mark.truck:
        found.sort(key=lambda fire: (-fire.strength, fire.kind != HE))
    return found


def weapons_of(unit: Unit) -> tuple[Weapon, ...]:
    """What a unit has to fire with: its own weapon, and the device of a squad (26.12b) that is not mounted (27.82b)."""
    own = arms(unit.type)
    device = device_of(unit) if own.squad and unit.status != CARRIED else ""
    return (own.weapon, arms(device).weapon) if device else (own.weapon,)


def like_a_gun(unit: Unit) -> bool:
    """Whether a unit fires AP as an anti-tank gun does, over friendly infantry: guns, and squads with a device.

    Cases 8.41c, 26.12c.
    """
    return arms(unit.type).gun or len(weapons_of(unit)) > 1


def reaches(weapon: Weapon, kind: str, distance: int, panic: int) -> bool:
    """Whether a weapon of the Expanded game can be fired so far at all: squads and devices to their absolute range.

    26.11c, 26.2c. 24.31-note-1, 24.32: missiles not below their minimum. All others fire and may fail (T-50).
    """
    traits = weapon.traits
    if weapon.guided and kind == AP and distance < weapon.minimum:
        return False
    return not (traits.squad or traits.device) or distance <= absolute_range(weapon, panic, EXPANDED)


def reach_of(scene: Scene, unit: Unit, panic: int) -> int:
    """How far a unit can fire with anything it has in a force of this Panic Level."""
    return max(scene.reach(arms(weapon.name), panic) for weapon in weapons_of(unit))


def least_of(unit: Unit) -> int:
    """The distance below which a unit can hit nothing at all: the minimum of a missile without HE (24.31-note-1)."""
    return min(weapon.minimum if weapon.guided and not weapon.he else 0 for weapon in weapons_of(unit))


def rings(scene: Scene, unit: Unit, panic: int) -> tuple[Reach, ...]:
    """The limits of a unit's fire that its player must know: HE and device of a squad, a missile with its minimum.

    26.11c: the effective range of a squad's HE is half of what it reaches; 26.2c; 24.31-note-1. None in the Standard
    game.
    """
    if scene.doctrine.squads or is_unarmed(unit):
        return ()
    found: list[Reach] = []
    for weapon in weapons_of(unit):
        most = absolute_range(weapon, panic, EXPANDED)
        if weapon.traits.squad:
            found += [Reach(unit.id, "HE, effective", most // 2), Reach(unit.id, "HE", most)]
        elif weapon.traits.device or weapon.guided:
            found.append(Reach(unit.id, weapon.name, most, weapon.minimum))
    return tuple(found)


def _over_infantry(state: TankState, scene: Scene, firer: Unit, cell: Cell) -> bool:
    """Whether friendly infantry stands in the line of fire to a cell (8.41c)."""
    if cell == firer.cell:
        return False
    lane = scene.ground.lane(firer.cell, cell)
    return any(
        friend.side == firer.side and friend.status == ON_MAP and lane.has(friend.cell) and arms(friend.type).squad
        for friend in state.units
    )


def toothless(state: TankState, scene: Scene, unit: Unit, verb: TankVerb) -> tuple[str, str] | None:
    """Why a unit is never told to fire: it has nothing to fire with (8.9b), or is not armed (34.3-5)."""
    if not (verb.fires or verb.watches):
        return None
    if is_unarmed(unit):
        return "34.3-5", "it is not armed"
    if any(weapon.ap or weapon.he for weapon in weapons_of(unit)):
        return None
    return "8.9b", "it has nothing to fire with"


def why_not(state: TankState, scene: Scene, unit: Unit, target: Unit, cell: Cell) -> tuple[str, str]:
    """Why a unit has no fire against a spotted target in a cell: the case and the reason."""
    own, mark = arms(unit.type), arms(target.type)
    label = scene.board.labels[cell]
    distance = scene.board.distance(unit.cell, cell)
    if least_of(unit) > distance:
        return "24.31-note-1", f"{label} is {distance} hexes away, below its minimum of {least_of(unit)}"
    if own.squad and not mark.soft:
        if unit.status == CARRIED:
            return "27.82b", "no device is fired from aboard a vehicle"
        device = arms(device_of(unit)).weapon if device_of(unit) else None
        if device is None:
            return "26.31", "a squad without an anti-tank device has no fire against armour"
        if distance < device.minimum:
            return "24.31-note-1", f"{label} is {distance} hexes away, below the minimum of {device.minimum}"
        return "26.2c", f"{label} is {distance} hexes away, its {device.name} reaches {device.range}"
    if own.squad and distance > absolute_range(own.weapon, 0, EXPANDED):
        return "26.11c", f"{label} is {distance} hexes away, beyond the reach of its HE"
    if like_a_gun(unit) and own.he and mark.soft and _over_infantry(state, scene, unit, cell):
        return "8.41c", "guns and devices fire AP past friendly infantry, never HE"
    return "8.9b", f"it has no fire that can hurt what is in {label}"
