"""What the brain knows of reconnaissance fire: where hidden enemies are likely, and when the search pays (32.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from hulldown.bots.tank.modules import Knowledge, register
from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.games.tank.modules.engagements.assault import objective
from hulldown.games.tank.modules.recon_fire.module import DIE, KEY
from hulldown.games.tank.modules.recon_fire.verb import REACH, RECONNAISSANCE, able, searched
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.barrage import uncovered_on
from hulldown.games.tank.rules.deployment import zone
from hulldown.games.tank.rules.state import ON_MAP, Unit

if TYPE_CHECKING:
    from hulldown.bots.plane import Floats
    from hulldown.bots.tank.picture import Picture

HELD: Final = 8
"""Hexes from an objective within which its defenders are looked for."""
COVERED: Final = 3.0
"""How much likelier a hidden unit is in a hex that shelters it."""
GAIN: Final = 0.7
"""What it is worth to find a defender before it fires, and to fire at it at once; the turn could be used otherwise."""


class Scouts(Knowledge):
    """Reconnaissance fire."""

    def tasks(self, picture: Picture, unit: Unit, kinds: frozenset[str]) -> list[tuple[float, Task]]:
        """Fire into the likeliest hex in sight that nobody is known to be in."""
        if RECONNAISSANCE.kind not in kinds or not able(arms(unit.type)) or not searched(picture.scene, picture.side):
            return []
        likely = _likely(picture)
        row = picture.scene.row(unit.cell)
        board, gun = picture.ground.board, picture.gun_of(unit)
        held = picture.occupied | {one.cell for one in picture.own}
        best: tuple[float, Cell] = (0.0, -1)
        for number in np.argsort(-likely, kind="stable")[:LOOKED_AT]:
            cell = picture.arrays.cells[int(number)]
            chance = float(likely[number])
            if chance <= best[0] or not row >> cell & 1 or cell in held:
                continue
            near = board.distance(unit.cell, cell) <= min(REACH, gun.reach)
            if near and (gun.all_round or picture.ground.in_arc(unit.cell, unit.facing, cell)):
                lane = picture.ground.lane(unit.cell, cell)
                if not any(lane.has(foe.cell) for foe in picture.foes):
                    best = chance, cell
        if best[1] < 0:
            return []
        finds = len(uncovered_on(picture.panic(picture.foe_side))) / DIE
        return [(GAIN * best[0] * finds, Task(unit.id, RECONNAISSANCE.kind, (best[1],)))]


LOOKED_AT: Final = 120
"""The likeliest hexes that are looked at."""


def _likely(picture: Picture) -> Floats:
    """For every hex the chance that a hidden enemy is in it: those not seen yet, spread over where they may be.

    They are around an objective that everybody knows, or else anywhere in the zone of their side.
    """
    view, arrays = picture.view, picture.arrays
    seen = sum(unit.status == ON_MAP for unit in view.known) + len(view.face_down)
    hidden = max(0, picture.foe_setup.strength - view.losses.get(picture.foe_side, 0) - seen)
    centre = objective(view)
    weight: Floats = np.zeros(arrays.count)
    if centre >= 0:
        near = arrays.distances(arrays.to_target(centre)) <= HELD
        weight[near] = 1.0
    else:
        cells = zone(picture.scenario.map, picture.foe_setup.edge, picture.foe_setup.distance)
        weight[[arrays.at[cell] for cell in cells]] = 1.0
    weight *= np.where(arrays.rough | arrays.woods, COVERED, 1.0)
    for unit in picture.own:
        weight[arrays.at[unit.cell]] = 0.0
    total = float(weight.sum())
    return weight * (hidden / total) if total > 0 else weight


SENSE: Final = Scouts()
register(KEY, SENSE)
