"""What the weapons of a unit take from another over open ground: by cards and range alone, and so kept for good."""

from __future__ import annotations

from hulldown.bots.panzer.advanced.odds import ap_blow, gp_blow
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.ap import ApAim
from hulldown.games.panzer.rules.advanced.arms import ap_weapon, gp_weapon
from hulldown.games.panzer.rules.advanced.gp import GpAim
from hulldown.games.panzer.rules.advanced.gp_defence import of_unit, of_vehicle
from hulldown.games.panzer.rules.advanced.hindrances import CLEAR, Clouds
from hulldown.games.panzer.rules.advanced.play.aims import CAVALRY
from hulldown.games.panzer.rules.advanced.play.facts import card_of, member_of
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, Way, arms_of, rounds_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState

Armed = tuple[str, str, str, str, str]
"""What decides about a unit's fire: scenario, options, card, grade, attached weapons."""
_found: dict[tuple[Armed, str, bool, int, Clouds], float] = {}
_reaches: dict[Armed, int] = {}
KEPT = 50000


def armed_as(state: PanzerState, scene: Scene, index: int) -> Armed:
    """All that decides what a unit fires."""
    member = member_of(scene, index)
    options = ",".join([f"{key}={state.options[key]}" for key in sorted(state.options)])
    weapons = ",".join([weapon.name for weapon in member.weapons])
    return state.scenario, options, state.units[index].type, member.grade, weapons


def longest(state: PanzerState, scene: Scene, shooter: int, key: Armed) -> int:
    """The longest range of a unit's weapons."""
    known = _reaches.get(key)
    if known is None:
        if len(_reaches) > KEPT:
            _reaches.clear()
        known = _reaches[key] = max([way.row.reach for way in _ways(state, scene, shooter)], default=0)
    return known


def menace(
    state: PanzerState, scene: Scene, shooter: int, target: int, distance: int, armed: Armed, clouds: Clouds = CLEAR
) -> float:
    """The part of a target's worth that the best weapon of a unit takes from so far away, in the open or by smoke."""
    mount = member_of(scene, target).mount
    key = (armed, state.units[target].type, mount is not None and mount.name == CAVALRY, distance, clouds)
    known = _found.get(key)
    if known is None:
        if len(_found) > KEPT:
            _found.clear()
        shots = [_part(scene, state, shooter, target, way, distance, clouds) for way in _ways(state, scene, shooter)]
        known = _found[key] = max(shots, default=0.0)
    return known


def _ways(state: PanzerState, scene: Scene, shooter: int) -> list[Way]:
    return [
        Way(arm, kind) for arm in arms_of(state, scene, shooter) for kind in rounds_of(state, scene, shooter, arm)
    ]  # fmt: skip


def _part(
    scene: Scene, state: PanzerState, shooter: int, target: int, way: Way, distance: int, clouds: Clouds
) -> float:
    """The same for one weapon and round."""
    card = card_of(state.units[target])
    arm = way.arm
    if not way.row.minimum <= distance <= way.row.reach:
        return 0.0
    grade = find_grade(member_of(scene, shooter).grade)
    haze = scene.scenario.haze
    if way.kind != GP:
        if not isinstance(card, Vehicle):
            return 0.0
        weapon = ap_weapon(arm.owner, arm.mounted, way.kind)
        return ap_blow(ApAim(weapon, card, distance, grade=grade, heat_haze=haze, clouds=clouds)).part(False)
    fired = gp_weapon(arm.owner, None if arm.intrinsic else arm.mounted)
    if isinstance(card, Vehicle):
        if arm.hand_held:
            return 0.0
        aim = GpAim(fired, of_vehicle(card), distance, grade, size="V", heat_haze=haze, clouds=clouds)
        return gp_blow(aim, False).part(False)
    squad = isinstance(card, LegUnit) and card.size.name == "squad"
    defence = of_unit(card, "none", False, False, "")
    mount = member_of(scene, target).mount
    ridden = mount is not None and mount.name == CAVALRY
    aim = GpAim(fired, defence, distance, grade, size=card.target_size, cavalry=ridden, heat_haze=haze, clouds=clouds)
    return gp_blow(aim, squad).part(False)
