"""What the brain knows of smoke that vehicles lay: a screen for who is shot at and has no better answer (32.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.bots.tank.charts import OUTSIDE
from hulldown.bots.tank.modules import Knowledge, register
from hulldown.bots.tank.odds import Mark, chance
from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.games.tank.modules.vehicle_smoke.module import KEY, SMOKE_FIRE
from hulldown.games.tank.rules.smoke import smoke_coming, smoke_now
from hulldown.games.tank.rules.state import Unit

if TYPE_CHECKING:
    from hulldown.bots.tank.picture import Foe, Picture

LATER: Final = 0.25
"""What safety on the next turn is worth beside safety now: the smoke comes up when this turn's fire is over (32.5b)."""
LEAST: Final = 0.25
"""The danger for which smoke is laid at all: it costs the turn."""
OUTGUNNED: Final = 0.25
"""The part of an enemy's chance below which the own one counts as none: who can answer does better to fire."""


class Screens(Knowledge):
    """Vehicle smoke."""

    def tasks(self, picture: Picture, unit: Unit, kinds: frozenset[str]) -> list[tuple[float, Task]]:
        """Smoke into the hex beside a vehicle through which most of the danger comes."""
        if SMOKE_FIRE.kind not in kinds or unit.hidden:
            return []
        hidden = {*smoke_now(picture.view), *smoke_coming(picture.view)}
        danger: dict[Cell, float] = {}
        for foe in picture.foes:
            risk = _risk(picture, unit, foe)
            if risk > 0:
                for cell in picture.ground.lane(unit.cell, foe.cell).cells:
                    if picture.ground.board.distance(unit.cell, cell) == 1 and cell != foe.cell:
                        danger[cell] = danger.get(cell, 0.0) + risk
        worth = LATER * picture.stake(unit)
        return [
            (worth * min(1.0, risk), Task(unit.id, SMOKE_FIRE.kind, (cell,)))
            for cell, risk in danger.items()
            if risk >= LEAST and cell not in hidden
        ]


def _risk(picture: Picture, unit: Unit, foe: Foe) -> float:
    """The chance that a foe in sight destroys a unit that stays and cannot harm it; shared out among its targets."""
    row = picture.scene.row(unit.cell)
    if not row >> foe.cell & 1 or picture.ground.board.distance(unit.cell, foe.cell) > foe.gun.reach:
        return 0.0
    found = chance(picture.arrays, foe.gun, foe.cell, Mark(unit.type, unit.cell, unit.facing))
    if chance(picture.arrays, picture.gun_of(unit), unit.cell, foe.mark) > OUTGUNNED * found:
        return 0.0
    if not foe.gun.all_round and foe.facing >= 0 and not picture.ground.in_arc(foe.cell, foe.facing, unit.cell):
        found *= OUTSIDE
    return found / (1 + sum(picture.scene.row(foe.cell) >> mate.cell & 1 for mate in picture.own) / 3)


SENSE: Final = Screens()
register(KEY, SENSE)
