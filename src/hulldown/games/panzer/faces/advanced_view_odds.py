"""The odds of a unit of the Advanced Game at an enemy in play, for each weapon and round, from a side's view alone."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any, Final

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.tools import Arguments, told_factors
from hulldown.games.panzer.faces import combat_odds, mission_odds
from hulldown.games.panzer.faces.shot_charts import (
    by_effect,
    gp_bar,
    hits_bar,
    limit_notes,
    location_table,
    sector,
    signed,
)
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.advanced import ap, gp
from hulldown.games.panzer.rules.advanced.locations import location_factors, places
from hulldown.games.panzer.rules.advanced.play import effects, shot_words, sight, spotting
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim, bearer, gp_aim
from hulldown.games.panzer.rules.advanced.play.announcing import Planned, spread_fault
from hulldown.games.panzer.rules.advanced.play.facts import cell_of
from hulldown.games.panzer.rules.advanced.play.supply import limits_of
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, ways_at
from hulldown.games.panzer.rules.advanced.verbs.attacks import ASSAULT
from hulldown.games.panzer.rules.overwatch import REACT, WATCH
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState

EFFECTS: Final = ("none", "track", "damaged", "ko", "bu")
"""What an AP shot leaves of a vehicle, the least first (Q6)."""
HERE: Final = (ON_MAP, CARRIED)
_BOUND: Final = ("command", "initiative", "fire1", "fire2")
"""The steps in which fire is bound to what was spotted in the Spotting Phase (E2)."""


def odds_in_view(view: PanzerView, state: PanzerState, scene: Scene, arguments: Arguments) -> dict[str, Any]:
    """The odds of one of a side's units at an enemy; `weapon` names the weapon and round as an order does.

    `ways` are all weapons and rounds that it could fire at the target, with the chance of each to hurt it.
    """
    if arguments.get("kind") == ASSAULT:
        own_ones = [index for index, unit in enumerate(view.units) if unit.side == view.side and unit.status in HERE]
        party = combat_odds.party_in(state, scene, str(arguments.get("attacker", "")), own_ones)
        return combat_odds.attacks(state, scene, party, _enemy(view, arguments.get("target", "")))
    if arguments.get("choice"):
        found = combat_odds.on_the_way(state, scene, _own(view, arguments.get("attacker", "")), arguments)
        if found is not None:
            return found
    if arguments.get("kind") in mission_odds.KINDS:
        observer, aim = _own(view, arguments.get("attacker", "")), _enemy(view, arguments.get("target", ""))
        words = str(arguments.get("weapon") or "")
        return mission_odds.odds(state, scene, observer, state.units[aim].cell, str(arguments["kind"]), words)
    own, enemy = _own(view, arguments.get("attacker", "")), _enemy(view, arguments.get("target", ""))
    given, step = arguments.get("overwatch"), view.stack[-1].step
    command = state.units[bearer(state, own)].command
    watching = bool(given) if given is not None else command in scene.watching or step in (WATCH, REACT)
    if arguments.get("target_moving") and state.units[enemy].command not in scene.moving:
        state.units[enemy].command = next(iter(sorted(scene.moving - scene.shooting)))
    if arguments.get("target_moving") is not None:
        state.units[enemy].known = bool(arguments["target_moving"])
    manner = shot_words.read(state, scene, own, enemy, str(arguments.get("weapon") or ""), watching)
    if not isinstance(manner, shot_words.Manner):
        raise HulldownError(f"{state.units[own].id}: {manner[1]} ({manner[0]})", hint="name another weapon or target")
    firing = Firing(own, enemy, manner.way, watching)
    found = told(state, scene, firing)
    block = sight.block(state, scene, own, enemy)
    refused = "the line is blocked" if block is not None else _refused(state, scene, firing)
    if refused:
        found["void"] = refused
    found["factors"] += told_factors(spotting.explained(state, scene, own, enemy).factors)
    distance = scene.board.distance(cell_of(state, own), state.units[enemy].cell)
    extras = _extras(state, scene, Planned(own, enemy, shot_words.Manner(manner.way)), watching, found)
    if extras:
        found["extras"] = extras
    return {
        "attacker": state.units[own].id, "target": state.units[enemy].id, "range": distance, "overwatch": watching,
        "weapon": manner.way.words, **found, "ways": _ways(state, scene, own, enemy, watching),
    }  # fmt: skip


def _extras(
    state: PanzerState, scene: Scene, shot: Planned, watching: bool, found: dict[str, Any]
) -> list[dict[str, str]]:  # fmt: skip
    """To which vehicles further hits of a shot may go, as choices of an order (6.5.2.1g)."""
    hits = {int(number): chance for number, chance in found.get("hits", {}).items()}
    if not any(chance != "0" for number, chance in hits.items() if number > 1):
        return []
    names = [
        unit.id
        for index, unit in enumerate(state.units)
        if index != shot.target and spread_fault(state, scene, shot, index, watching) is None
    ]
    several = [f"{one} {other}" for one, other in combinations(names, 2)] if hits.get(3, "0") != "0" else []
    words = shot.manner.way.words
    return [
        {"choice": f"{words} {shot_words.SPREAD} {to}", "name": f"Further hits on {to.replace(' ', ' and ')}"}
        for to in (*names, *several)
    ]


def _ways(state: PanzerState, scene: Scene, own: int, enemy: int, watching: bool) -> list[dict[str, str]]:
    """All that a unit could fire at a target, each with its outcomes, to be shown side by side."""
    found = []
    for way in ways_at(state, scene, own, enemy, watching):
        answer = told(state, scene, Firing(own, enemy, way, watching))
        found.append({"weapon": way.words, "hit": answer["hit"], "outcomes": answer["outcomes"]})
    return found


def told(state: PanzerState, scene: Scene, firing: Firing) -> dict[str, Any]:
    """The odds of a shot as plain data: AP with hits and locations, GP with its thresholds."""
    answer = _gp(state, scene, firing) if firing.way.kind == GP else _ap(state, scene, firing)
    limits = limits_of(state, scene, firing.shooter, firing.way)
    if limits:
        # 5.16.2d: the roll for the limit comes first; the odds are those of the round if it does not fail.
        answer |= {"limits": [limit.value for limit in limits if limit.value], "notes": limit_notes(limits)}
    return answer


def _ap(state: PanzerState, scene: Scene, firing: Firing) -> dict[str, Any]:
    aim = ap_aim(state, scene, firing)
    shot = ap.resolve(aim)
    answer: dict[str, Any] = {
        "kind": "ap", "hit": str(shot.hit), "outcomes": _shares(outcomes(shot)), "hits": _shares(shot.hits),
        "per_hit": _shares(shot.per_hit), "net": shot.net.value, "penetration": shot.penetration, "rof": shot.rof,
        "angle": aim.angle, "hull_down": aim.hull_down,
        "locations": [
            {"tens": place.tens, "location": place.name, "armour": place.armour, "masked": place.masked}
            for place in places(aim.target, aim.angle, aim.shot, aim.hull_down)
        ],
        "factors": told_factors(shot.factors), "provenance": shot.provenance,
    }  # fmt: skip
    if shot.void:
        return answer | {"void": shot.void}
    # The table tells of the locations.
    told = len(shot.factors) - len(location_factors(ap.hit_of(aim, shot.penetration)))
    answer["factors"] = told_factors(shot.factors[:told])
    figures = {"Penetration": shot.penetration, "Net Modifier": signed(shot.net.value)}
    return answer | {
        "figures": figures, "bars": [hits_bar(aim, shot)], "tables": [location_table(aim, shot)],
        "sector": sector(state, scene, firing, aim.angle),
    }  # fmt: skip


def _gp(state: PanzerState, scene: Scene, firing: Firing) -> dict[str, Any]:
    aim = gp_aim(state, scene, firing)
    shot = gp.resolve(aim)
    hurt = 1 - shot.outcomes.get("none", Fraction(1))
    answer: dict[str, Any] = {
        "kind": "gp", "hit": str(hurt), "outcomes": _shares(by_effect(state, firing.target, shot.outcomes)),
        "factor": shot.factor,
        "defence": shot.defence, "net": shot.net.value, "n_effect": shot.n_effect, "s_effect": shot.s_effect,
        "factors": told_factors(shot.factors), "provenance": shot.provenance,
    }  # fmt: skip
    if shot.void:
        return answer | {"void": shot.void}
    figures = {"GP Factor": shot.factor, "Defence": shot.defence, "Net Modifier": signed(shot.net.value)}
    return answer | {"figures": figures, "bars": [gp_bar(aim, shot, effects.whole(state, firing.target))]}


def outcomes(shot: ap.ApShot) -> Mapping[str, Fraction]:
    """What an AP shot leaves of its target with all its hits: the worst of them, two Damages are a Knock Out (Q6)."""
    found = dict.fromkeys(EFFECTS, Fraction(0))
    kinds = [(effect, chance) for effect, chance in shot.per_hit.items() if chance]
    for hits, chance in (shot.hits or {0: Fraction(1)}).items():
        for combined in product(kinds, repeat=hits) if chance else ():
            weight = chance
            for _, each in combined:
                weight *= each
            found[_worst([effect for effect, _ in combined])] += weight
    return found


def _worst(effects: list[str]) -> str:
    if effects.count("damaged") > 1 and "bu" not in effects:
        return "ko"
    return max((effect for effect in effects if effect in EFFECTS), key=EFFECTS.index, default="none")


def _shares(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    return {str(name): str(chance) for name, chance in chances.items()}


def _refused(state: PanzerState, scene: Scene, firing: Firing) -> str:
    """Why the rules allow no such fire now though the weapon would reach, or ""."""
    if not firing.overwatch and state.stack[0].step in _BOUND:
        seen = firing.target in state.units[firing.shooter].sees
        return "" if seen else "it was not spotted in the Spotting Phase (4.4.1c)"
    return "" if spotting.spots(state, scene, firing.shooter, firing.target) else "it is not spotted (6.1.3)"


def _own(view: PanzerView, name: object) -> int:
    for index, unit in enumerate(view.units):
        if unit.side == view.side and unit.status in HERE and unit.id.casefold() == str(name).casefold():
            return index
    raise UnknownNameError(f"you have no unit {name!r} on the map", hint="name one of your own units")


def _enemy(view: PanzerView, name: object) -> int:
    for index, unit in enumerate(view.units):
        named = unit.cell == name or unit.id.casefold() == str(name).casefold()
        if named and unit.side != view.side and unit.status == ON_MAP:
            return index
    raise UnknownNameError(f"there is no enemy unit {name!r}", hint="name one that is on the map")
