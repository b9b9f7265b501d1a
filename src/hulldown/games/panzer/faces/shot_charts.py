"""A shot of the Advanced Game laid out for the eye: rolls as bars, locations as a table, the Hit Angle as a sector."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any, Final

from hulldown.core.angles import bearing
from hulldown.core.explain import least_sure
from hulldown.games.panzer.data.loading import chart
from hulldown.games.panzer.rules.advanced import ap, gp
from hulldown.games.panzer.rules.advanced.chances import SIDES
from hulldown.games.panzer.rules.advanced.gp_effects import Blow, effect_of
from hulldown.games.panzer.rules.advanced.locations import DIGITS, TRACK, Place, damage_of, location_factors, places
from hulldown.games.panzer.rules.advanced.play import effects
from hulldown.games.panzer.rules.advanced.play.aims import Firing
from hulldown.games.panzer.rules.advanced.play.facts import cell_of
from hulldown.games.panzer.rules.advanced.play.supply import LIMIT, Limit
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState

_WORDS: Final = {
    "none": "no effect", "nd": "no damage", "suppressed": "suppressed", "damaged": "damaged", "track": "Track hit",
    "ko": "knocked out", "bu": "brewed up", "effective": "reduced to a half-squad", "removed": "eliminated",
    "kill": "knocked out or brewed up",
    "destroyed": "destroyed",
}  # fmt: skip
_TONES: Final = {"none": "quiet", "suppressed": "warn"}
EFFECTIVE: Final = "Effective"
REMOVED: Final = "removed"
"""An Effective result that eliminates its target."""


def signed(value: int) -> str:
    """A modifier as it is printed."""
    return f"+{value}" if value > 0 else f"−{-value}" if value else "±0"


def _runs(numbers: Iterable[int], sort: Callable[[int], Any]) -> list[tuple[Any, int, int]]:
    """Neighbouring numbers of one sort: the sort, the first and the last of them."""
    found = []
    for kind, run in groupby(numbers, sort):
        same = list(run)
        found.append((kind, same[0], same[-1]))
    return found


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}–{last}"


def _part(name: str, first: int, last: int, tone: str) -> dict[str, str]:
    share = Fraction(last - first + 1, SIDES)
    return {"name": name, "on": _span(first, last), "share": str(share), "tone": tone}


def hits_bar(aim: ap.ApAim, shot: ap.ApShot) -> dict[str, Any]:
    """The hit roll: which numbers hit how often (6.5.2.1b)."""
    rof = ap.rate_of_fire(aim)

    def scored(rolled: int) -> int:
        return ap.hits_scored(shot.hit_number, rof, rolled)

    parts = [
        _part("miss" if not hits else f"{hits} hit{'' if hits == 1 else 's'}", first, last,
              "quiet" if not hits else "warn" if hits == 1 else "bad")
        for hits, first, last in _runs(range(1, SIDES + 1), scored)
    ]  # fmt: skip
    return {"name": f"Hit roll (100), Rate-of-Fire {rof}", "rule": "6.5.2.1b", "parts": parts}


def location_table(aim: ap.ApAim, shot: ap.ApShot) -> dict[str, Any]:
    """Where a hit strikes and what it does there; what a hull-down position masks is faint (6.5.2.2d, 6.5.2.2.3)."""
    struck = places(aim.target, aim.angle, aim.shot, aim.hull_down)

    def kind(tens: int) -> Place:
        return struck[tens - 1]._replace(tens=0, tag="")

    rows = [
        {"cells": [_span(first, last), place.name, _armour(place), _result(place, shot.penetration)],
         "faint": place.masked}
        for place, first, last in _runs(DIGITS, kind)
    ]  # fmt: skip
    hit = ap.hit_of(aim, shot.penetration)
    digits = [f"{_span(first, last)} {_WORDS[effect]}"
              for effect, first, last in _runs(DIGITS, lambda units: damage_of(hit, units))]  # fmt: skip
    return {
        "name": f"Each hit: {aim.angle} angle, {aim.shot} shot", "rule": "6.5.2.2d",
        "columns": ["Tens", "Location", "Armour", f"Penetration {shot.penetration}"], "rows": rows,
        "note": f"Through, by the units: {', '.join(digits)}",
        "source": least_sure(factor.provenance for factor in location_factors(hit) if factor.provenance),
    }  # fmt: skip


def _armour(place: Place) -> str:
    return "–" if place.location == TRACK else str(place.armour)


def _result(place: Place, penetration: int) -> str:
    if place.masked:
        return "masked: no hit"
    if place.location == TRACK:
        return _WORDS["track"]
    return "through" if penetration >= place.armour else "bounces off"


def by_effect(state: PanzerState, target: int, chances: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The chances of a GP attack: an Effective result is told by what it does to the target.

    6.5.4.4.3-eff-leg-towed-a: it reduces a squad, and eliminates any other leg unit and every towed one.
    """
    lost = not effects.whole(state, target)
    return {REMOVED if lost and effect == "effective" else effect: chance for effect, chance in chances.items()}


def gp_bar(aim: gp.GpAim, shot: gp.GpShot, whole: bool) -> dict[str, Any]:
    """The roll of a GP attack with its two thresholds, and what the last digit decides (6.5.4.4).

    `whole`: the target is a squad, which is reduced before it is lost.
    """
    blow = gp.blow_of(aim, shot)
    net = shot.net.value
    zones = {0: effect_of(blow, shot.n_effect), 1: effect_of(blow, shot.s_effect)}
    digits = _last_digits(blow)

    def zone(rolled: int) -> int:
        result = rolled + net
        return 0 if result <= shot.n_effect else 1 if result <= shot.s_effect else 2

    parts = []
    for number, first, last in _runs(range(1, SIDES + 1), zone):
        effect = zones.get(number) or (digits[0][1] if len(digits) == 1 else "")
        word = _WORDS.get(REMOVED if effect == "effective" and not whole else effect, EFFECTIVE)
        name = f"{EFFECTIVE}: {word}" if effect and number == 2 else word
        parts.append(_part(name, first, last, _TONES.get(effect, "bad")))
    found: dict[str, Any] = {
        "name": f"GP roll (100) {signed(net)}: no effect to {shot.n_effect}, suppressed to {shot.s_effect}",
        "rule": "6.5.4.4a", "parts": parts,
    }  # fmt: skip
    if len(digits) > 1:
        found["note"] = f"{EFFECTIVE}, by the last digit of the result: {_told(digits, shot.brew_up)}"
    return found


def _last_digits(blow: Blow) -> list[tuple[str, str]]:
    """What Effective results do by their last digits; the effect of most digits comes last, as "else"."""
    effects = sorted((result % 10, effect_of(blow, result)) for result in range(blow.s_effect + 1, blow.s_effect + 11))
    digits: dict[str, list[int]] = {}
    for digit, effect in effects:
        digits.setdefault(effect, []).append(digit)
    *few, (most, _) = sorted(digits.items(), key=lambda entry: len(entry[1]))
    return [*((", ".join(map(str, those)), effect) for effect, those in few), ("else", most)]


def _told(digits: list[tuple[str, str]], brew_up: int) -> str:
    words = [f"{digit} {_WORDS[effect]}" for digit, effect in digits]
    brewed = f" (brewed up on a die of {_span(1, brew_up)})" if brew_up else ""
    return ", ".join(words) + (brewed if any(effect == "kill" for _, effect in digits) else "")


@cache
def _borders(angle: str) -> tuple[int, int]:
    """The degrees between which a Hit Angle lies, to either side of the target's facing (6.5.2.2a)."""
    table = chart("hit-angle")
    covered = [
        degrees for degrees in range(181) if angle in (table.cell(degrees, "angle"), table.cell(degrees, "other"))
    ]
    return covered[0], covered[-1]


def sector(state: PanzerState, scene: Scene, firing: Firing, angle: str) -> dict[str, Any]:
    """The sector of the target in which the firer stands, in degrees to the left and the right of its facing."""
    target, board = state.units[firing.target], scene.board
    here = cell_of(state, firing.shooter)
    towards = bearing(board.q[here] - board.q[target.cell], board.r[here] - board.r[target.cell])
    left = (towards - 4 * target.facing) % 24 > 12
    near, far = _borders(angle)
    if not near:
        span = (far, far)
    elif far == 180:
        span = (-near, 360 - near)
    else:
        span = (far, -near) if left else (-near, far)
    return {"name": angle, "facing": target.facing, "left": span[0], "right": span[1]}


def limit_notes(limits: Iterable[Limit]) -> list[str]:
    """Ammo limits as chances: the roll comes first, and the odds are those of the round if it does not fail."""
    found = []
    for limit in limits:
        if limit.value:
            holds = max(0, min(LIMIT, limit.value - limit.added))
            found.append(f"ammo limit {limit.value}: {100 * holds // LIMIT} % to have the round (5.16.2d)")
    return found
