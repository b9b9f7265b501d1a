"""The choice of AP or HE in a plot, where a target leaves it: trucks, and tanks with riders (27.73, 27.61a)."""

from __future__ import annotations

import msgspec

from hulldown.core.board import Cell
from hulldown.core.decisions import Option, UnitLegal
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import rider_on
from hulldown.games.tank.rules.combat import visible_enemies
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import TankState, Unit, enemy_of, index_of
from hulldown.games.tank.rules.verbs.firing import FireVerb
from hulldown.games.tank.rules.weaponry import weapons_of

RULE = "27.73"


def offer_strengths(state: TankState, scene: Scene, side: str, found: list[UnitLegal]) -> list[UnitLegal]:
    """Adds fire with a named strength for the units that have both, at hexes where it can make a difference.

    What such a unit fires at anything else does not change: AP at armour, HE at soft targets (8.1b).
    """
    if not _matters(scene, side):
        return found
    cells = {foe.cell for foe in visible_enemies(state, side) if _leaves_choice(state, foe)}
    return [_with_choice(state, scene, legal, cells) for legal in found]


def _matters(scene: Scene, side: str) -> bool:
    """Whether the enemy can have trucks or riders at all: public, since both sides know the scenario."""
    return bool(scene.loads) or any(arms(force.type).truck for force in scene.side(enemy_of(side)).forces)


def _leaves_choice(state: TankState, foe: Unit) -> bool:
    """Whether an enemy counter could be attacked with either strength, for all one knows."""
    return not foe.spotted or arms(foe.type).truck or rider_on(state, foe) is not None


def _with_choice(state: TankState, scene: Scene, legal: UnitLegal, cells: set[Cell]) -> UnitLegal:
    index = index_of(state, legal.unit)
    if index < 0:
        return legal
    weapons = weapons_of(state.units[index])
    if not (any(weapon.ap for weapon in weapons) and any(weapon.he for weapon in weapons)):
        return legal
    more: list[Option] = []
    for option in legal.options:
        verb = scene.verbs[option.kind]
        if isinstance(verb, FireVerb) and option.cells and not option.choices:
            at = option.cells if verb.watches else tuple([cell for cell in option.cells if cell in cells])
            if at:
                more.append(Option(option.kind, RULE, cells=at, choices=scene.doctrine.strengths))
    return msgspec.structs.replace(legal, options=(*legal.options, *more)) if more else legal
