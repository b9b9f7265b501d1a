"""The next exchange of fire, at a glance: who can shoot whom as everybody stands, and what that is worth in points."""

from __future__ import annotations

from hulldown.bots.panzer.odds import aspect_of, blow, points_at
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules.state import ON_MAP, SOVIET, PanzerState

FIGHTING = 0.35
"""What a vehicle that can fire is worth besides its victory points, as a part of its card's points."""


def exchange(world: PanzerState) -> float:
    """The points that the Soviet side may expect to gain on the German one by a round of fire.

    Shooters choose one after the other what adds most, so that a target is not shot at by everybody; whoever is likely
    to be hit fires less.
    """
    scene = scene_of(world)
    scenario, ground = scene.scenario, scene.ground
    units, distance = world.units, ground.board.distance
    alive = [1.0] * len(units)
    gains = 0.0
    options: list[tuple[float, int, int]] = []
    for index, unit in enumerate(units):
        card = cards()[unit.type]
        if not unit.sees or unit.status != ON_MAP or card.ap is None:
            continue
        for number in unit.sees:
            target = units[number]
            if target.status != ON_MAP:
                continue
            away = distance(unit.cell, target.cell)
            if not card.reaches(away) or not points_at(ground, unit.type, unit.facing, unit.cell, target.cell):
                continue
            aspect = aspect_of(ground, target.facing, target.cell, unit.cell)
            part = blow(
                unit.type, target.type, away, aspect, ground.fire_cover[target.cell], False, target.damaged, False,
                unit.damaged,
            ).value  # fmt: skip
            if part > 0:
                options.append((part, index, number))
    fired: set[int] = set()
    worths = scenario.victory.eliminated / 100 + FIGHTING
    # The best shots first; each shooter has one.
    options.sort(key=lambda option: (-option[0] * cards()[units[option[2]].type].points, option[1], option[2]))
    for part, index, number in options:
        if index in fired:
            continue
        fired.add(index)
        chance = part * alive[number] * (0.5 + 0.5 * alive[index])
        alive[number] *= 1.0 - part * 0.7
        gain = chance * cards()[units[number].type].points * worths
        gains += gain if units[index].side == SOVIET else -gain
    return gains
