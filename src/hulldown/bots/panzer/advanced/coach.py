"""The coach for the Advanced Game: dangers and shots by the resolvers, from the view of one side."""

from __future__ import annotations

from hulldown.bots.brains import Temper
from hulldown.bots.coaching import Danger, Shot, Threatened, combined
from hulldown.bots.panzer.advanced import firing
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.odds import Blow
from hulldown.bots.seat import Seat
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.advanced.play import spotting
from hulldown.games.panzer.rules.advanced.play.firing import targets_of
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_at
from hulldown.games.panzer.rules.arcs import aspect
from hulldown.games.panzer.rules.verbs.base import COMMAND, FIRING, MOVEMENT, WATCHING

CALM = Temper()


def threatened(seat: Seat) -> list[Threatened]:
    """Own units that enemies spot, reach and have in their field of fire."""
    field = _field(seat)
    turning = _turning(seat, field)
    found = []
    for index in field.mine:
        unit = field.units[index]
        foes = [foe for foe in field.foes if _bears(field, foe, index)]
        dangers = tuple([_danger(field, foe, index) for foe in foes])
        best = -1
        after: tuple[float, ...] = ()
        if dangers and unit.id in turning:
            best, after = _turned(field, foes, index)
        found.append(Threatened(unit.id, unit.cell, dangers, best, after))
    return found


def shots(seat: Seat) -> list[Shot]:
    """The best shot of each unit that is asked to fire, or that could be commanded to."""
    asked = seat.view.decision
    if asked is None or asked.kind not in (COMMAND, FIRING, WATCHING):
        return []
    field = _field(seat)
    plain = field.scene.shooting - field.scene.moving
    found = []
    shown = {piece.id for piece in seat.view.pieces}
    for offer in seat.legal.units:
        index = field.names.get(offer.unit, -1)
        if index < 0 or offer.unit not in shown:
            continue  # a hint stands at a counter: passengers have none of their own
        if asked.kind == COMMAND:
            fires = any(option.kind in plain for option in offer.options)
            targets = targets_of(field.state, field.scene, index) if fires else []
        else:
            targets = sorted({field.names[target] for option in offer.options for target in option.targets})
        ways = firing.shots_of(field, index, targets, asked.kind == WATCHING)
        if not ways:
            continue
        best = ways[0]
        chance, verb = told(best.blow, field.vehicle(best.target))
        enemy, cell = field.units[best.target], field.place(index)
        found.append(Shot(offer.unit, cell, enemy.id, enemy.cell, chance, verb, best.gain))
    return [shot for shot in found if shot.chance > 0]


def told(blow: Blow, vehicle: bool) -> tuple[float, str]:
    """The chance of a shot to do something, and the word for it: the gravest effect that is not too rare."""
    if blow.kill >= 0.05 or not (blow.damage or blow.track or blow.suppress):
        return blow.kill, "knocks it out" if vehicle else "eliminates or reduces it"
    if blow.damage or blow.track:
        return blow.damage + blow.track, "damages it"
    return blow.suppress, "suppresses it"


def _field(seat: Seat) -> Field:
    view = seat.view
    assert isinstance(view, PanzerView)
    return Field(view, seat.side, CALM)


def _turning(seat: Seat, field: Field) -> set[str]:
    """The vehicles that may turn now, or be commanded to move and turn later."""
    asked = seat.view.decision
    if asked is None or asked.kind not in (COMMAND, MOVEMENT):
        return set()
    plain = field.scene.moving - field.scene.shooting
    return {
        unit.unit
        for unit in seat.legal.units
        if unit.unit in field.names
        and field.vehicle(field.names[unit.unit])
        and any(option.kind in plain if asked.kind == COMMAND else bool(option.facings) for option in unit.options)
    }


def _bears(field: Field, foe: int, index: int) -> bool:
    """Whether an enemy can fire at a unit as both stand."""
    return bool(ways_at(field.state, field.scene, foe, index)) and spotting.spots(field.state, field.scene, foe, index)


def _danger(field: Field, foe: int, index: int) -> Danger:
    """What the best shot of an enemy does to a unit as it stands."""
    best = firing.shots_of(field, foe, [index])[0]
    enemy, unit, board = field.units[foe], field.units[index], field.board
    chance, verb = told(best.blow, field.vehicle(index))
    dq, dr = board.q[enemy.cell] - board.q[unit.cell], board.r[enemy.cell] - board.r[unit.cell]
    side = aspect(unit.facing, dq, dr) if field.vehicle(index) and (dq or dr) else ""
    return Danger(enemy.id, enemy.cell, chance, verb, side)


def _turned(field: Field, foes: list[int], index: int) -> tuple[int, tuple[float, ...]]:
    """The facing in which a vehicle is safest, with the chances then; -1 where it stands best as it does."""
    unit = field.units[index]
    before = unit.facing
    ways = []
    for facing in range(6):
        unit.facing = facing
        ways.append(tuple([_danger(field, foe, index).chance for foe in foes]))
    unit.facing = before
    best = min(range(6), key=lambda facing: (combined(ways[facing]), facing != before, facing))
    return (-1, ()) if best == before else (best, ways[best])
