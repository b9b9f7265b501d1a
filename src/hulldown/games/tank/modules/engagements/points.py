"""Counting units and points in the open scenarios (34.1-12, 34.2-11, 34.3-14, 34.4-21; X-52)."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.core.game import Outcome
from hulldown.games.tank.data.weapons import Weapon
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ALPHA, BRAVO, DESTROYED, EXITED, SIDES, TankState


def combat_weapon(weapon: Weapon) -> bool:
    """Whether it counts as a combat unit: carriers without any attack do not (24.6c, 34.1-12, 34.2-11, X-52)."""
    return not weapon.traits.carries or bool(weapon.ap or weapon.he)


def is_afv(weapon: Weapon) -> bool:
    """Whether it is a tank or an assault gun, missile carriers among them (24.6b, 34.3-4, 34.4-21, X-71)."""
    return weapon.traits.armoured and not weapon.traits.carries


def is_squad(weapon: Weapon) -> bool:
    """Whether it is infantry (34.3-14, 34.4-21, 34.4-22)."""
    return weapon.traits.squad


def is_gun(weapon: Weapon) -> bool:
    """Whether it is an anti-tank gun (34.4-22)."""
    return weapon.traits.gun


def is_carrier(weapon: Weapon) -> bool:
    """Whether it is an APC or a truck (34.4-21, 34.4-23)."""
    return weapon.traits.carries


def fights(weapon: Weapon) -> bool:
    """A tank, a squad or a gun: what 34.2-11 counts."""
    return not weapon.traits.carries


def combat_units(scene: Scene, side: str) -> int:
    """The combat units that a side begins with (34.1-12, 34.2-11, X-52)."""
    return sum(force.count for force in scene.side(side).forces if combat_weapon(arms(force.type).weapon))


def destroyed(state: TankState, side: str, kind: Callable[[Weapon], bool] = combat_weapon) -> int:
    """The destroyed units of a side that are of a kind (34.1-12, 34.2-11, 34.3-14, 34.4-21)."""
    return sum(unit.side == side and unit.status == DESTROYED and kind(arms(unit.type).weapon) for unit in state.units)


def gone(state: TankState, side: str) -> bool:
    """Whether a side has nothing left on the map or waiting to enter (34.1-9, 34.2-9, 34.3-12)."""
    return all(unit.status in (DESTROYED, EXITED) for unit in state.units if unit.side == side)


def points(state: TankState, scene: Scene) -> dict[str, int]:
    """The points of both sides as things stand."""
    assert scene.situation.tally is not None
    awards = scene.situation.tally(state, scene)
    return {side: sum(award.points for award in awards[side]) for side in SIDES}


def by_points(state: TankState, scene: Scene, rule: str) -> Outcome:
    """More points win; as many are a draw (C-07)."""
    score = points(state, scene)
    if score[ALPHA] == score[BRAVO]:
        return Outcome(None, rule, "both sides have as many points", score)
    winner = ALPHA if score[ALPHA] > score[BRAVO] else BRAVO
    return Outcome(winner, rule, f"{max(score.values())} points to {min(score.values())}", score)
