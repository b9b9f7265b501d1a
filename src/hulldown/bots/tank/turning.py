"""Decisions in the middle and at the end of movement: stopping early, and the final facings."""

from __future__ import annotations

from random import Random
from typing import Any

from hulldown.bots.brains import Temper
from hulldown.bots.seat import Seat
from hulldown.bots.tank.charts import Charts
from hulldown.bots.tank.dangers import Dangers
from hulldown.bots.tank.odds import chance
from hulldown.bots.tank.picture import Picture
from hulldown.bots.tank.posture import posture_of
from hulldown.core.orders import Order, Task
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.state import Unit
from hulldown.games.tank.rules.verbs.face import TURN


def stop(seat: Seat, view: TankView, rng: Random, temper: Temper) -> Order:
    """Whether to end all movement: if the movers stand better where they are than where they were going."""
    picture = Picture(view)
    charts = Charts(picture, posture_of(picture, temper.boldness))
    if charts.posture.leave:
        return Order("stop", choice="continue")
    here = there = 0.0
    shift = 0 if view.side == "alpha" else picture.foe_setup.strength
    for mover in view.movers:
        unit = view.own[mover.unit - shift]
        if not mover.active or unit.cell < 0 or not mover.path:
            continue
        pull = charts.pull(unit)
        here += float(pull[picture.arrays.at[unit.cell]])
        there += float(pull[picture.arrays.at[mover.path[-1]]])
    if temper.noise:
        here += rng.gauss(0.0, temper.noise)
    return Order("stop", choice="stop" if here > there + 0.05 else "continue")


def face(seat: Seat, view: TankView, rng: Random, temper: Temper) -> Order:
    """The facings that show the enemy the thickest armour and bear on most of him."""
    names = [unit.unit for unit in seat.legal.units]
    if not names:
        return Order("face")
    picture = Picture(view)
    notes: dict[Any, Any] = {} if temper.notes is None else temper.notes
    foes = tuple((foe.name, foe.cell, foe.facing) for foe in picture.foes)
    dangers: Dangers | None = None
    units = {unit.id: unit for unit in view.own}
    tasks = []
    for name in names:
        unit = units[name]
        if unit.hidden:
            continue
        # In playouts the same unit often comes to stand in the same place before the same foes.
        scores = notes.get((name, unit.cell, foes))
        if scores is None:
            if dangers is None:
                dangers = Dangers(Charts(picture, posture_of(picture, temper.boldness)))
            scores = [_worth(picture, dangers, unit, facing) for facing in range(6)]
            notes[name, unit.cell, foes] = scores
        if temper.noise:
            scores = [score + rng.gauss(0.0, 0.3 * temper.noise) for score in scores]
        best = max(range(6), key=lambda facing: (scores[facing], facing == unit.facing, -facing))
        if best != unit.facing:
            tasks.append(Task(name, TURN.kind, facing=best))
    return Order("face", tuple(tasks))


def _worth(picture: Picture, dangers: Dangers, unit: Unit, facing: int) -> float:
    """What a facing is worth: safety from what is in sight, then from what may come, and the bearing of a gun."""
    score = -dangers.risk(unit, facing, 0)
    gun = picture.gun(unit.type)
    row = picture.scene.row(unit.cell)
    board = picture.ground.board
    for foe in picture.foes:
        if foe.cell == unit.cell:
            continue
        bears = picture.ground.in_arc(unit.cell, facing, foe.cell)
        distance = board.distance(unit.cell, foe.cell)
        if bears:
            # Those not in sight now may be next turn.
            score += 0.1 / (4 + distance)
            if not gun.all_round and row >> foe.cell & 1 and distance <= gun.reach:
                score += 0.5 * foe.worth * chance(picture.arrays, gun, unit.cell, foe.mark) + 0.02
    return score
