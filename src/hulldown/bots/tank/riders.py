"""What the brain knows of transport: when to get off, and when to get on (27.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import numpy as np

from hulldown.bots.plane import BLOCKED, Floats
from hulldown.bots.tank.modules import Errand, Knowledge, register
from hulldown.core.board import Cell
from hulldown.core.decisions import Option, UnitLegal
from hulldown.core.orders import Task
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.modules.engagements.delaying import NEAR as GATES
from hulldown.games.tank.modules.transport.loading import DISMOUNT, MOUNT
from hulldown.games.tank.rules.cargo import CARRIED, KEY, first_carrier, is_loaded
from hulldown.games.tank.rules.state import ON_MAP, Unit

if TYPE_CHECKING:
    from hulldown.bots.tank.picture import Picture

CLOSE: Final = 9
"""Hexes from an enemy at which squads get off: within their reach, or soon."""
WANTED: Final = 6.0
"""What it is worth to be where an errand leads."""
IN_REACH: Final = 20
"""The same for guns, which cannot move by themselves afterwards."""


class Riders(Knowledge):
    """Mounting and dismounting."""

    def together(self, picture: Picture, legal: Mapping[str, UnitLegal], tasks: Mapping[str, Task]) -> dict[str, Task]:
        """Lets passengers off where they can fight, and the unarmed on where a vehicle is beside them."""
        found = dict(tasks)
        units = {unit.id: unit for unit in picture.view.own}
        ends = {task.cells[-1] for task in found.values() if task.cells and task.unit in units}
        for unit in picture.view.own:
            if unit.status == CARRIED:
                self._get_off(picture, legal, found, units, unit, ends)
            elif unit.status == ON_MAP and weapon_of(unit.type).traits.squad and _unarmed(picture, unit):
                self._get_on(legal, found, units, unit)
        return found

    def errand(self, picture: Picture, unit: Unit) -> Errand | None:
        """Sends carriers for people who have to be brought away, and away with them (34.3)."""
        if not weapon_of(unit.type).traits.carries or not any(force.unarmed for force in picture.setup.forces):
            return None
        labels = picture.ground.board.by_label
        if is_loaded(unit):
            return Errand("away", _worth_at(picture, [labels[name] for name in GATES]), True)
        waiting = [one for one in picture.view.own if one.status == ON_MAP and _unarmed(picture, one)]
        beside = [cell for one in waiting for cell in picture.ground.board.neighbours[one.cell] if cell >= 0]
        return Errand("fetch", _worth_at(picture, beside)) if beside else None

    def _get_off(
        self, picture: Picture, legal: Mapping[str, UnitLegal], found: dict[str, Task], units: Mapping[str, Unit],
        passenger: Unit, ends: set[Cell],
    ) -> None:  # fmt: skip
        carrier = units.get(first_carrier(passenger))
        if carrier is None or not _fights_here(picture, passenger, carrier.cell):
            return
        option, other = _open(legal, carrier.id, DISMOUNT.kind), _open(legal, passenger.id, DISMOUNT.kind)
        if option is None or other is None:
            return
        held = {unit.cell for unit in picture.own} | picture.occupied | ends
        cells = [cell for cell in option.cells if cell not in held]
        if not cells:
            return
        board = picture.ground.board
        away = max(cells, key=lambda cell: (min(board.distance(cell, foe.cell) for foe in picture.foes), -cell))
        found[carrier.id] = Task(carrier.id, DISMOUNT.kind, (away,))
        found[passenger.id] = Task(passenger.id, DISMOUNT.kind)
        ends.add(away)

    def _get_on(
        self, legal: Mapping[str, UnitLegal], found: dict[str, Task], units: Mapping[str, Unit], squad: Unit
    ) -> None:
        if _open(legal, squad.id, MOUNT.kind) is None:
            return
        for name in units:
            option = _open(legal, name, MOUNT.kind)
            if option is not None and squad.cell in option.cells and found.get(name, _NO_TASK).kind != MOUNT.kind:
                found[name] = Task(name, MOUNT.kind, (squad.cell,))
                found[squad.id] = Task(squad.id, MOUNT.kind)
                return


_NO_TASK: Final = Task("", "")


def _worth_at(picture: Picture, cells: list[Cell]) -> Floats:
    """Worth on these hexes only, less where a friend stands already."""
    goal = np.full(picture.arrays.count, -BLOCKED)
    goal[[picture.arrays.at[cell] for cell in cells]] = WANTED
    return goal


def _open(legal: Mapping[str, UnitLegal], name: str, kind: str) -> Option | None:
    """The option of this kind that a unit has."""
    if name not in legal:
        return None
    return next((option for option in legal[name].options if option.kind == kind), None)


def _unarmed(picture: Picture, unit: Unit) -> bool:
    """Whether a squad has nothing to do but to get away (34.3)."""
    return any(force.unarmed and force.type == unit.type for force in picture.setup.forces)


def _fights_here(picture: Picture, passenger: Unit, cell: Cell) -> bool:
    """Whether an enemy is near enough, and in sight, for a passenger to be of use on the ground."""
    if _unarmed(picture, passenger) or (picture.situation == "assault" and picture.side == "alpha"):
        # In 34.4 a squad is worth more where its carrier takes it: through the objective and away (34.4-23).
        return False
    reach = CLOSE if weapon_of(passenger.type).traits.squad else IN_REACH
    row = picture.scene.row(cell)
    distance = picture.ground.board.distance
    return any(row >> foe.cell & 1 and distance(cell, foe.cell) <= reach for foe in picture.foes)


SENSE: Final = Riders()
register(KEY, SENSE)
