"""The odds of the Air Phases in play, from a side's view alone: attacks of the aircraft overhead, AA fire at it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hulldown.core.errors import HulldownError
from hulldown.core.tools import Arguments, told_factors
from hulldown.games.panzer.faces.shot_charts import REMOVED, by_effect, signed
from hulldown.games.panzer.rules.advanced import gp
from hulldown.games.panzer.rules.advanced.air_words import BOMB, DIVE, ROCKET
from hulldown.games.panzer.rules.advanced.air_words import STRAFE as STRAFING
from hulldown.games.panzer.rules.advanced.gp import GpAim, GpShot
from hulldown.games.panzer.rules.advanced.play.air import antiair, attacking, planes, striking
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState, index_of


def odds(state: PanzerState, scene: Scene, arguments: Arguments) -> dict[str, Any] | None:
    """The odds of an attack by or at the aircraft overhead; None: it has no part in what is asked."""
    air = planes.air_of(state)
    if air is None or air.flight is None:
        return None
    plane = air.planes[air.flight.plane]
    attacker, target = str(arguments.get("attacker", "")).upper(), str(arguments.get("target", "")).upper()
    if target == plane.id:
        index = index_of(state, attacker)
        if index < 0 or antiair.weapon_of(state, index) is None:
            raise HulldownError(f"{attacker} has no AA row (6.7.4)", hint="name a unit with one")
        aim = antiair.aim_of(state, scene, index)
        shot = gp.resolve(aim)
        found = _told(aim, shot, shot.outcomes, ("damaged", "eliminated"))
        refused = antiair.fault(state, scene, index)
        if refused is not None:
            found["void"] = refused[1]
        return {"attacker": attacker, "target": plane.id, "kind": "aa", **found}
    if attacker != plane.id:
        return None
    index = index_of(state, target)
    if index < 0 or state.units[index].status != ON_MAP:
        raise HulldownError(f"there is no enemy {target!r} on the map", hint="name one that stands on the map")
    kind = _kind(state, scene, str(arguments.get("weapon") or "").upper(), index)
    flying = attacking.manner_of(state, scene, kind)
    distance = scene.board.distance(air.flight.cell, state.units[index].cell)
    card = planes.card_of(plane)
    weapon = attacking.ATTACKS[kind]
    if attacking.refused(state, scene, kind) is not None:
        told = attacking.refused(state, scene, kind)
        assert told is not None
        return {"attacker": plane.id, "target": target, "kind": "air", "range": distance, "hit": "0",
                "outcomes": {"none": "1"}, "factors": [], "void": told[1]}  # fmt: skip
    far = distance if weapon == "rocket" else 1
    strike = striking.Strike(plane.id, card, weapon, flying, far)
    aim = striking.aim_at(state, scene, strike, index)
    shot = gp.resolve(aim)
    harm = ("damaged", "track", "ko", "bu", "effective", REMOVED)
    outcomes = by_effect(state, index, shot.outcomes)
    return {"attacker": plane.id, "target": target, "kind": "air", **_told(aim, shot, outcomes, harm)}


def _kind(state: PanzerState, scene: Scene, wanted: str, target: int) -> str:
    """The attack that is asked about: the one named, or the first that can be made on a target."""
    if wanted in attacking.ATTACKS:
        return wanted
    fitting = [kind for kind in (STRAFING, DIVE, BOMB, ROCKET) if target in attacking.targets_of(state, scene, kind)]
    return fitting[0] if fitting else STRAFING


def _told(aim: GpAim, shot: GpShot, outcomes: Mapping[str, Fraction], harm: tuple[str, ...]) -> dict[str, Any]:
    hurt = sum((outcomes.get(effect, Fraction(0)) for effect in harm), start=Fraction(0))
    found: dict[str, Any] = {
        "range": aim.distance, "weapon": aim.weapon.name, "hit": str(hurt), "band": shot.band, "factor": shot.factor,
        "defence": shot.defence, "net": shot.net.value, "factors": told_factors(shot.factors),
        "outcomes": {effect: str(chance) for effect, chance in outcomes.items()} or {"none": "1"},
    }  # fmt: skip
    if shot.void:
        return found | {"void": shot.void}
    figures = {"GP Factor": shot.factor, "Defence": shot.defence, "Net Modifier": signed(shot.net.value)}
    return found | {"figures": figures}
