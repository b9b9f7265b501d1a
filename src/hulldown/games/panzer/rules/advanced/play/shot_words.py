"""How a shot is fired, in words: the weapon, the round, Dual Fire, and to whom further hits go (5.14c, 6.5.2b).

An order says `S1 FIRE G4 with HVAP`, `S1 FIRE G4 with German HMG`, `S1 FIRE G4 with 37mm L/53 AP spread G5`. A shot
that waits for its resolution says the same with the full name of the weapon, and whether it is part of Dual Fire.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.core.tables import plain
from hulldown.games.panzer.data.weapons import AMMO
from hulldown.games.panzer.rules.advanced import ap, gp
from hulldown.games.panzer.rules.advanced.gp import DualFire
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim, gp_aim
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import (
    GP,
    Way,
    arms_of,
    refused,
    rounds_of,
    silenced,
    ways_at,
)
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, Shot

WITH: Final = "with"
SPREAD: Final = "spread"
DUAL: Final = "dual"
_HARM: Final = ("nd", "track", "damaged", "ko", "bu")


class Manner(NamedTuple):
    """The weapon and its round, its part in Dual Fire, and the vehicles to which further hits go."""

    way: Way
    dual: DualFire = "none"
    spread: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """As it stands in a shot."""
        dual = f"; {DUAL} {self.dual}" if self.dual != "none" else ""
        return f"{self.way.words}{dual}" + (f"; {SPREAD} {' '.join(self.spread)}" if self.spread else "")


def of_shot(state: PanzerState, scene: Scene, shot: Shot) -> Manner:
    """How an announced shot is fired (5.14c, 6.5.2.1g)."""
    assert isinstance(shot.manner, str)
    first, *rest = shot.manner.split("; ")
    name, _, kind = first.rpartition(" ")
    arm = next(one for one in arms_of(state, scene, shot.shooter) if one.name == name)
    dual: DualFire = "none"
    spread: tuple[str, ...] = ()
    for part in rest:
        word, _, value = part.partition(" ")
        if word == DUAL:
            dual = "same" if value == "same" else "different"
        else:
            spread = tuple(value.split())
    return Manner(Way(arm, kind), dual, spread)


def read(state: PanzerState, scene: Scene, shooter: int, target: int, choice: str, watching: bool) -> Manner | Fault:
    """The manner that the words after a target mean, or what is wrong with them (6.5.2b, 5.14c)."""
    said, _, named = f" {choice} ".partition(f" {SPREAD} ")
    words = said.split()
    if words and words[0].casefold() == WITH:
        words = words[1:]
    spread = tuple(name.upper() for name in named.replace(",", " ").split())
    if f" {SPREAD} " in f" {choice} " and not spread:
        return "6.5.2.1g", "name the vehicles to which further hits go"
    found = _way(state, scene, shooter, target, words, watching)
    return Manner(found, "none", spread) if isinstance(found, Way) else found


def _way(state: PanzerState, scene: Scene, shooter: int, target: int, words: list[str], watching: bool) -> Way | Fault:
    """The weapon and round of this name, or a part of it; without words the first that can hurt the target.

    Cases 6.5.2b, 5.14c.
    """
    usable = ways_at(state, scene, shooter, target, watching)
    if not words:
        return default(state, scene, shooter, target, usable, watching) or _why(state, scene, shooter, target, [], "")
    kind = words[-1].upper() if words[-1].upper() in AMMO else ""
    name = plain("".join(words[:-1] if kind else words))
    for way in usable:
        if name in plain(way.arm.name) and kind in ("", way.kind):
            return way
    return _why(state, scene, shooter, target, words, kind)


def _why(state: PanzerState, scene: Scene, shooter: int, target: int, words: list[str], kind: str) -> Fault:
    """Why no weapon of this name serves: what keeps it silent, what the target is, or what it lacks (6.5.2b).

    Weapons that have the round come before those that lack it.
    """
    name = plain("".join(words[:-1] if kind else words))
    faults: list[Fault] = []
    lacking: list[Fault] = []
    for arm in arms_of(state, scene, shooter):
        if name not in plain(arm.name):
            continue
        silent = silenced(state, scene, shooter, arm)
        if silent is not None:
            faults.append(silent)
            continue
        kinds = rounds_of(state, scene, shooter, arm)
        if kind and kind not in kinds:
            lacking.append(("5.16.1b", f"{arm.name} has no {kind} to fire here; it has {', '.join(kinds) or 'none'}"))
        for one in kinds:
            fault = refused(state, scene, shooter, Way(arm, one), target)
            if fault is not None and kind in ("", one):
                faults.append(fault)
    if faults or lacking:
        return (faults or lacking)[0]
    names = ", ".join(arm.name for arm in arms_of(state, scene, shooter))
    return "6.5.2b", f"it has no weapon {' '.join(words)!r}; it has {names or 'none'}"


def default(
    state: PanzerState, scene: Scene, shooter: int, target: int, usable: list[Way], watching: bool
) -> Way | None:
    """The first weapon that can hurt a target with its basic round, else the first that may fire at all (6.5.2b)."""
    for way in usable:
        if way.kind == _first_round(way, usable) and hurts(state, scene, Firing(shooter, target, way, watching)):
            return way
    return usable[0] if usable else None


def _first_round(way: Way, usable: list[Way]) -> str:
    """The basic round of a weapon among those that serve: AP before GP (6.5.2b)."""
    return next(other.kind for other in usable if other.arm == way.arm)


def hurts(state: PanzerState, scene: Scene, firing: Firing) -> bool:
    """Whether a shot can do anything at all to its target (6.5.2b)."""
    if firing.way.kind == GP:
        attack = gp.resolve(gp_aim(state, scene, firing))
        return not attack.void and any(chance for effect, chance in attack.outcomes.items() if effect != "none")
    shot = ap.resolve(ap_aim(state, scene, firing))
    return not shot.void and shot.hit_number > 0 and any(shot.per_hit[effect] for effect in _HARM)
