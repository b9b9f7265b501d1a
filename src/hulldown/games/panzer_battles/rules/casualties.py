"""Losses, suppression and elimination, and what follows from them at once (8.6, 10.4, 16.14, 16.32)."""

from __future__ import annotations

from hulldown.core.events import ONLOOKERS
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import doctrine
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    LOST,
    NOBODY,
    OFF_MAP,
    BattleState,
    Unit,
    companions,
    counter_of,
    enemies_in,
    enemy_of,
    friends_in,
)
from hulldown.games.panzer_battles.rules.unit_types import traits


def known_to(unit: Unit) -> tuple[str, ...]:
    """Who learns what happens to a unit: everybody if its counter is face up, its owner alone if it is not."""
    return () if unit.shown else (unit.side,)


def lose(state: BattleState, scene: Scene, index: int, number: int, rule: str, doing: Doing) -> int:
    """Takes vehicles or steps from a unit, no more than it has (10.4b), and tells how many; it scores for the enemy.

    19.33b: also if the unit is broken or withdraws. 14.61b: the Phase is noted, since it may not rally for a turn.
    """
    unit = state.units[index]
    taken = min(number, unit.strength)
    if taken <= 0:
        return 0
    unit.strength -= taken
    company = state.companies[unit.company]
    company.lost += taken
    company.fresh += taken
    company.hit = state.phase
    worth = scene.worth(unit)
    gain = worth.each * taken + (worth.whole if unit.strength == 0 else 0)
    if gain:
        foe = enemy_of(unit.side)
        state.points[foe] = state.points.get(foe, 0) + gain
        doing.emit("scored", scene.scenario.victory.rule, (), side=foe, nation=scene.people(foe), points=gain)
    _lose_cargo(state, scene, index, doing)
    if unit.strength == 0:
        eliminate(state, scene, index, rule, doing)
    return taken


def _lose_cargo(state: BattleState, scene: Scene, index: int, doing: Doing) -> None:
    """Takes away what there is no more room for: a step or a gun for each vehicle lost (16.14a, 16.16, 16.32b)."""
    room = state.units[index].strength
    for at in companions(state, index):
        load = state.units[at]
        if load.strength > room:
            rule = "16.32b" if traits(load.type).gun else "16.14a"
            gone = lose(state, scene, at, load.strength - room, rule, doing)
            doing.emit("cargo_lost", rule, known_to(state.units[index]), unit=load.id, side=load.side, lost=gone)


def eliminate(state: BattleState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Takes a unit out of the game, with its markers (10.4a, 15.44)."""
    unit = state.units[index]
    cell, company = unit.cell, state.companies[unit.company]
    held = doctrine.holds(state, scene, company)
    doing.emit("eliminated", rule, known_to(unit), unit=unit.id, side=unit.side, hex=scene.label(cell))
    if unit.tag and not unit.shown:
        others = (enemy_of(unit.side), ONLOOKERS)
        doing.emit("gone", rule, others, counter=counter_of(unit), hex=scene.label(cell), side=unit.side)
    unit.status, unit.strength, unit.cell, unit.tag = LOST, 0, OFF_MAP, 0
    unit.carrier, unit.defilade, unit.engaged = NOBODY, NOBODY, False
    unit.column = unit.suppressed = unit.loud = False
    disengage(state, cell)
    doctrine.note_loss(state, scene, company, held)
    abandon_guns(state, scene, unit.side, cell, doing)


def abandon_guns(state: BattleState, scene: Scene, side: str, cell: int, doing: Doing) -> None:
    """Takes guns that are left alone with the enemy in their hex: the last of their company is lost or gone (16.45)."""
    if not enemies_in(state, side, cell):
        return
    left = friends_in(state, side, cell)
    if all(traits(state.units[at].type).gun for at in left):
        for at in left:
            lose(state, scene, at, state.units[at].strength, "16.45", doing)


def suppress(state: BattleState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Suppresses a unit (8.6): infantry leaves Column and goes to ground (6.63, 8.62A); guns are not (TRN-7)."""
    unit = state.units[index]
    kind = traits(unit.type)
    if kind.gun or unit.suppressed or unit.strength == 0:
        return
    unit.suppressed = True
    if kind.infantry:
        unit.column = False
        if unit.defilade < 0:
            unit.defilade = unit.facing
    doing.emit("suppressed", rule, known_to(unit), unit=unit.id, side=unit.side)


def engage(state: BattleState, cell: int) -> None:
    """Marks the units of both sides in a hex as engaged (13.23a; CA-1)."""
    for unit in state.units:
        if unit.cell == cell:
            unit.engaged = True


def disengage(state: BattleState, cell: int) -> None:
    """Ends an engagement as soon as one side alone is left in the hex (13.23b; CA-17)."""
    if friends_in(state, "first", cell) and enemies_in(state, "first", cell):
        return
    for unit in state.units:
        if unit.cell == cell:
            unit.engaged = False
            unit.entered = NOBODY
