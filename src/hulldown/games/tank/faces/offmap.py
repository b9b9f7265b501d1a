"""What the briefing says of artillery, aircraft and smoke (28.0)."""

from __future__ import annotations

from typing import Final

from hulldown.core.briefing import Special
from hulldown.games.tank.data.offmap import OffMap
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import SIDES

_WEIGHTS: Final = {"L": "light", "M": "medium", "H": "heavy"}
_FIRE: Final = {"called": "called fire", "planned": "planned fire, on hexes registered before play"}


def off_map_specials(scene: Scene) -> tuple[Special, ...]:
    """What each side has off the map, and how it is ordered; nothing where nobody has any."""
    told: list[Special] = []
    for side in SIDES:
        off_map = scene.side(side).off_map
        if off_map is not None and "artillery" in scene.rules.keys:
            words = [*_battalions(off_map, side), *_strikes(off_map)]
            if words:
                told.append(Special(f"{side.title()} has off the map: {'; '.join(words)}.", "28.0-gen-1"))
    if told:
        told.append(
            Special("Fire from off the map is ordered at least five turns ahead, on a hex that one of your units sees "
                    "then. It scatters by a hex and falls for a whole turn on all in its zone, friend and foe.",
                    "28.0-gen-3")
        )  # fmt: skip
    return tuple(told)


def _battalions(off_map: OffMap, side: str) -> list[str]:
    """Its artillery in words (35.2b, 35.3)."""
    guns = off_map.line.artillery
    fire = guns.procedure(side)
    if not off_map.artillery or not fire:
        return []
    kinds = " or ".join(_WEIGHTS[kind] for kind in guns.kinds)
    count = f"1 to {guns.most} {kinds} battalions" if guns.most > 1 else f"a {kinds} battalion"
    heavy = ", one of them perhaps heavy" if guns.heavy else ""
    smoke = ", with smoke" if off_map.smokes else ""
    early = ", with impacts on turns 1 to 5 written before play" if off_map.prewritten else ""
    return [f"{count}{heavy}{smoke} ({_FIRE[fire]}{early})"]


def _strikes(off_map: OffMap) -> list[str]:
    """Its air strikes in words (35.2c)."""
    air = off_map.line.air
    if not off_map.air or air.weight is None or not air.procedure:
        return []
    count = air.maximum(off_map.theatre)
    limits = [
        words
        for words, held in (
            ("after contact", off_map.after_contact),
            (f"from turn {off_map.earliest} on", off_map.earliest > 1),
            ("on unseen hexes too", off_map.unobserved),
        )
        if held
    ]
    strikes = f"{count} {_WEIGHTS[air.weight]} air strike{'' if count == 1 else 's'}"
    return [f"{strikes} ({', '.join([_FIRE[air.procedure], *limits])})"]
