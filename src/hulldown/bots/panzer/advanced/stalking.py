"""Close assaults that enemy infantry may make on vehicles near it, and what it saves to stop them."""

from __future__ import annotations

from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.odds import Blow
from hulldown.core.board import Cell
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.rules.advanced import assault
from hulldown.games.panzer.rules.advanced.play.assault import support
from hulldown.games.panzer.rules.advanced.play.facts import leg_of, member_of, vehicle_of

LIKELY = {1: 0.7, 2: 0.5, 3: 0.2}
"""How likely infantry that far away is to assault a vehicle next turn: next to it, after an advance, after a move."""


def assault_part(field: Field, foe: int, index: int, cell: Cell, far: int) -> float:
    """The part of a vehicle's worth that a Close Assault by a unit takes, if the vehicle stands in a hex."""
    attacker, card = leg_of(field.units[foe]), vehicle_of(field.units[index])
    assert attacker is not None
    if card is None:
        return 0.0
    alone = support.closed(field.state, field.scene, cell) and not support.supported(field.state, index)
    grade = find_grade(member_of(field.scene, foe).grade)
    attack = assault.Assault((attacker.size.name,), card, grade, advance=far > 1, unsupported=alone)
    found = assault.resolve(attack).outcomes
    kill = float(found["ko"] + found["bu"])
    return Blow(kill, float(found["damaged"]), float(found["track"]), float(found["suppressed"])).part(False)


def stalked(field: Field, index: int, cell: Cell) -> float:
    """The points that a vehicle may expect to lose in a hex to the enemy infantry around it."""
    if not field.vehicle(index):
        return 0.0
    spared = 1.0
    for foe in field.hunters:
        far = field.board.distance(cell, field.units[foe].cell)
        if 0 < far <= len(LIKELY):
            spared *= 1 - LIKELY[far] * assault_part(field, foe, index, cell, far)
    return (1 - spared) * field.worth(index)


def stake(field: Field, target: int) -> float:
    """The points that are saved where an enemy unit is stopped before it assaults a vehicle."""
    if target not in field.hunters:
        return 0.0
    there = field.units[target].cell
    most = 0.0
    for index in field.mine:
        far = field.board.distance(there, field.units[index].cell)
        if 0 < far <= len(LIKELY) and field.vehicle(index):
            part = LIKELY[far] * assault_part(field, target, index, field.units[index].cell, far)
            most = max(most, part * field.worth(index))
    return most
