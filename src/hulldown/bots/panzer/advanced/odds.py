"""What a shot does to its target, in floats and victory points, by the resolvers of the rules."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.rules.advanced import ap, gp
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim, gp_aim
from hulldown.games.panzer.rules.advanced.play.facts import card_of
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState

DAMAGE, TRACK, SUPPRESSION, AGAIN = 0.35, 0.25, 0.16, 0.03
"""What an effect is worth as a part of the whole unit; AGAIN: suppression of one that already is."""
HALF = 0.5
"""The part of a squad's worth that goes when it is reduced."""


class Blow(NamedTuple):
    """The chances of a shot: to eliminate, to damage, to stop, to suppress."""

    kill: float
    damage: float
    track: float
    suppress: float

    def part(self, suppressed: bool) -> float:
        """The part of the target's worth that the shot takes, on average."""
        shaken = AGAIN if suppressed else SUPPRESSION
        return self.kill + DAMAGE * self.damage + TRACK * self.track + shaken * self.suppress


NOTHING = Blow(0.0, 0.0, 0.0, 0.0)
_ap: dict[ap.ApAim, Blow] = {}
_gp: dict[tuple[gp.GpAim, bool], Blow] = {}
KEPT = 20000


def blow(state: PanzerState, scene: Scene, firing: Firing) -> Blow:
    """What a shot does as all stand."""
    if firing.way.kind == GP:
        return gp_blow(gp_aim(state, scene, firing), is_squad(state, firing.target))
    return ap_blow(ap_aim(state, scene, firing))


def is_squad(state: PanzerState, target: int) -> bool:
    """Whether an effect reduces a unit and does not eliminate it."""
    card = card_of(state.units[target])
    return isinstance(card, LegUnit) and card.size.name == "squad"


def ap_blow(aim: ap.ApAim) -> Blow:
    """The chances of an AP shot with all its hits."""
    known = _ap.get(aim)
    if known is not None:
        return known
    if len(_ap) > KEPT:
        _ap.clear()
    shot = ap.resolve(aim)
    found = NOTHING
    if not shot.void:
        each = {effect: float(chance) for effect, chance in shot.per_hit.items()}
        kill = each.get("ko", 0.0) + each.get("bu", 0.0)
        damage, track = each.get("damaged", 0.0), each.get("track", 0.0)
        chances = [0.0, 0.0, 0.0]
        for hits, chance in shot.hits.items():
            weight = float(chance)
            dead = 1 - (1 - kill) ** hits
            if hits > 1:
                dead += (1 - dead) * damage * damage
            chances[0] += weight * dead
            chances[1] += weight * (1 - dead) * (1 - (1 - damage) ** hits)
            chances[2] += weight * (1 - dead) * (1 - (1 - track) ** hits)
        found = Blow(chances[0], chances[1], chances[2], 0.0)
    _ap[aim] = found
    return found


def gp_blow(aim: gp.GpAim, squad: bool) -> Blow:
    """The chances of a GP attack."""
    key = (aim, squad)
    known = _gp.get(key)
    if known is not None:
        return known
    if len(_gp) > KEPT:
        _gp.clear()
    shot = gp.resolve(aim)
    found = NOTHING
    if not shot.void:
        each = {effect: float(chance) for effect, chance in shot.outcomes.items()}
        kill = each.get("ko", 0.0) + each.get("bu", 0.0)
        kill += each.get("effective", 0.0) * (HALF if squad else 1.0)
        found = Blow(kill, each.get("damaged", 0.0), each.get("track", 0.0), each.get("suppressed", 0.0))
    _gp[key] = found
    return found
