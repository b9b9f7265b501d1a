"""Trucks, APCs and tanks with riders: who is fetched, who gets off, and where."""

from __future__ import annotations

from hulldown.bots.kampfpanzer.charts import Charts
from hulldown.bots.kampfpanzer.goals import turns_of
from hulldown.bots.kampfpanzer.marches import Marches, Move
from hulldown.bots.kampfpanzer.picture import Picture
from hulldown.bots.ways import path_to
from hulldown.core.board import Cell
from hulldown.core.decisions import UnitLegal
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.asking import alone, may_carry
from hulldown.games.kampfpanzer.rules.state import NOBODY, Unit
from hulldown.games.kampfpanzer.rules.verbs.load import DEBARK, EMBARK

FAR = 2.5
"""Turns on foot beyond which a unit is worth fetching."""
ENOUGH = 4.0
"""Turns that must be left for fetching anybody."""
FIGHTS = 0.12
"""The worth of the fire from a hex that is enough for a unit to get off there."""
PERIL = 0.3
"""The risk of a loaded vehicle at which its passenger gets off rather than drive on, if enemies are that near."""
FETCH = 0.8
"""What it is worth to bring a unit where it is wanted."""


class Transport:
    """What vehicles and passengers do this turn."""

    def __init__(self, picture: Picture, charts: Charts, marches: Marches, legal: dict[str, UnitLegal]) -> None:
        self.picture = picture
        self.charts = charts
        self.marches = marches
        self.legal = legal
        self.promised: set[str] = set()
        """Units to which a vehicle is on its way."""

    def debarks(self, taken: set[Cell]) -> list[Task]:
        """The tasks of those who get off now."""
        tasks: list[Task] = []
        for vehicle in self.picture.own:
            if vehicle.cargo == NOBODY or not self._open(vehicle, DEBARK.kind):
                continue
            passenger = self.picture.state.units[vehicle.cargo]
            if not self._open(passenger, DEBARK.kind) or not self.gets_off(vehicle, passenger):
                continue
            cell = self._aside(vehicle, taken)
            if cell >= 0:
                taken.add(cell)
                facing = self._facing(passenger) if arms(passenger.type).faces else -1
                tasks += [Task(vehicle.id, DEBARK.kind, (cell,)), Task(passenger.id, DEBARK.kind, facing=facing)]
        return tasks

    def gets_off(self, vehicle: Unit, passenger: Unit) -> bool:
        """Whether a passenger should get off where it is: where it is wanted, can fight, or is in danger on board."""
        picture, number = self.picture, self.picture.arrays.at[vehicle.cell]
        if picture.leaves(vehicle):
            return False
        if any(unit.cell == vehicle.cell and unit is not vehicle and unit is not passenger for unit in picture.own):
            return False
        fight = float(self.charts.fire(passenger.type)[number])
        if picture.goals.holds:
            if vehicle.cell in picture.goals.cells:
                return True
            near = turns_of(picture.state, picture.scene, picture.index[passenger.id], picture.goals.cells) <= 0.3
            return not near and fight > FIGHTS and float(self.charts.risk(vehicle.type)[number]) > PERIL
        return fight > FIGHTS or float(self.charts.risk(vehicle.type)[number]) > PERIL

    def embarks(self, busy: set[str]) -> list[Task]:
        """The tasks of those who get on now; who is far from where it is wanted, and next to an empty vehicle."""
        tasks: list[Task] = []
        board = self.picture.scene.board
        for vehicle in self._empty(busy):
            for unit in self.wanting():
                if unit.id in busy or board.distance(vehicle.cell, unit.cell) != 1:
                    continue
                if not self._open(vehicle, EMBARK.kind) or not self._open(unit, EMBARK.kind):
                    continue
                if may_carry(self.picture.scene, vehicle, unit):
                    busy |= {vehicle.id, unit.id}
                    tasks += [Task(vehicle.id, EMBARK.kind, (unit.cell,)), Task(unit.id, EMBARK.kind)]
                    break
        return tasks

    def fetching(self, vehicle: Unit) -> list[Move]:
        """The way of an empty vehicle to the nearest unit that wants to be fetched."""
        domain = self.marches.domain(vehicle)
        if domain is None or vehicle.cargo != NOBODY or vehicle.cell < 0:
            return []
        weapon, near = arms(vehicle.type), self.marches.near
        wanting = [
            unit
            for unit in self.wanting()
            if unit.id not in self.promised and may_carry(self.picture.scene, vehicle, unit)
        ]
        board = self.picture.scene.board
        wanting.sort(key=lambda unit: (board.distance(vehicle.cell, unit.cell), unit.id))
        found = self.marches.reached(vehicle.cell, weapon.table, domain.allowance)
        held = {unit.cell for unit in self.picture.own}
        for unit in wanting[:2]:
            goals = [ahead for ahead in near[unit.cell] if ahead >= 0 and ahead not in held]
            if vehicle.cell in near[unit.cell]:
                return []
            beside = [cell for cell in goals if cell in found and cell not in self.marches.trenches]
            if beside:
                best = min(beside, key=lambda cell: (found[cell].cost, cell))
                self.promised.add(unit.id)
                return [Move(self.marches.stay(vehicle) + FETCH, path_to(found, best))]
            nearest = min(found, key=lambda cell: (board.distance(cell, unit.cell), found[cell].cost, cell))
            if board.distance(nearest, unit.cell) < board.distance(vehicle.cell, unit.cell):
                self.promised.add(unit.id)
                return [Move(self.marches.stay(vehicle) + 0.7 * FETCH, path_to(found, nearest))]
        return []

    def wanting(self) -> list[Unit]:
        """Own units on foot that will not get where they are wanted by themselves."""
        picture = self.picture
        if not picture.goals.cells or picture.left < ENOUGH:
            return []
        found = []
        for unit in picture.own:
            if not arms(unit.type).digs or unit.aboard != NOBODY or unit.level or unit.cell in picture.goals.cells:
                continue
            far = turns_of(picture.state, picture.scene, picture.index[unit.id], picture.goals.cells) > FAR
            if far and alone(picture.state, unit) and unit.cell not in self.marches.trenches:
                found.append(unit)
        return found

    def _empty(self, busy: set[str]) -> list[Unit]:
        return [
            unit
            for unit in self.picture.own
            if unit.cargo == NOBODY and unit.aboard == NOBODY and unit.id not in busy and not unit.level
            and not arms(unit.type).digs
        ]  # fmt: skip

    def _open(self, unit: Unit, kind: str) -> bool:
        return unit.id in self.legal and any(option.kind == kind for option in self.legal[unit.id].options)

    def _aside(self, vehicle: Unit, taken: set[Cell]) -> Cell:
        """Where a vehicle goes when its passenger is off: a free hex where it is safe; -1 for none."""
        held = {unit.cell for unit in self.picture.own} | self.picture.occupied | taken | set(self.marches.trenches)
        free = [cell for cell in self.marches.near[vehicle.cell] if cell >= 0 and cell not in held]
        risk, at, goals = self.charts.risk(vehicle.type), self.picture.arrays.at, self.picture.goals.cells
        return min(free, key=lambda cell: (cell in goals, float(risk[at[cell]]), cell), default=-1)

    def _facing(self, gun: Unit) -> int:
        """The facing of a gun that gets off: to the enemies, the nearer the more."""
        board, ground = self.picture.scene.board, self.picture.scene.ground
        scores = [0.0] * 6
        for foe in self.picture.foes:
            for facing in range(6):
                if foe.cell != gun.cell and ground.in_arc(gun.cell, facing, foe.cell):
                    scores[facing] += 1.0 / (2.0 + board.distance(gun.cell, foe.cell))
        return scores.index(max(scores))
