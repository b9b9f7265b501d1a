"""What is already ordered, and whether one more task goes together with it: lines of fire, paths, final hexes."""

from __future__ import annotations

from hulldown.core.board import Cell, mask_of
from hulldown.core.lanes import Lane
from hulldown.core.orders import Task
from hulldown.games.tank.rules.combat import fires_over
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.stacking import fits
from hulldown.games.tank.rules.state import EXIT, Unit
from hulldown.games.tank.rules.verbs.cover import ADJACENT, COVER


class Sheet:
    """A plot sheet being filled; `tasks` are known to go together."""

    def __init__(self, scene: Scene, own: list[Unit]) -> None:
        self.scene = scene
        self.ground = scene.ground
        self.own = own
        self.tasks: dict[str, Task] = {}
        self.units = {unit.id: unit for unit in own}
        self._standing = mask_of(unit.cell for unit in own)
        self._lanes: list[tuple[Unit, Lane]] = []
        self._fire = 0
        self._paths: list[tuple[Unit, tuple[Cell, ...]]] = []
        self._driven = 0
        self._around = 0
        self._ends: dict[Cell, list[str]] = {}
        for unit in own:
            self._ends.setdefault(unit.cell, []).append(unit.type)

    def can_fire(self, unit: Unit, target: Cell) -> bool:
        """Whether no friend stands in the line or is to drive through it (8.41a, 8.43a)."""
        lane = self.ground.lane(unit.cell, target)
        if lane.mask & self._standing and any(
            lane.mask >> friend.cell & 1 and not fires_over(unit, friend) for friend in self.own
        ):
            return False
        if not (lane.mask & self._driven or lane.along):
            return True
        return not any(
            self.ground.touches(lane, friend.cell, path) and not fires_over(unit, friend)
            for friend, path in self._paths
        )

    def fire(self, unit: Unit, kind: str, target: Cell) -> None:
        """Notes a fire task."""
        self.tasks[unit.id] = Task(unit.id, kind, (target,))
        lane = self.ground.lane(unit.cell, target)
        self._lanes.append((unit, lane))
        self._fire |= lane.mask

    def around(self, unit: Unit) -> bool:
        """Covers the six hexes around an infantry unit, if no friend is to drive there (8.84a, 8.43a)."""
        ring = mask_of(cell for cell in self.ground.board.neighbours[unit.cell] if cell >= 0)
        if ring & self._driven:
            return False
        self._around |= ring
        self.tasks[unit.id] = Task(unit.id, COVER.kind, choice=ADJACENT)
        return True

    def can_move(self, unit: Unit, path: tuple[Cell, ...], exits: bool = False) -> bool:
        """Whether a path crosses no line of fire and ends where there is room (8.43a, 9.34a)."""
        way = mask_of(path)
        if way & self._around:
            return False
        if path and not exits:
            there = self._ends.get(path[-1], [])
            if there and ("column" in there or not fits([*there, unit.type], self.scene.hooks)):
                return False
        return not any(
            (way & lane.mask or lane.along)
            and not fires_over(firer, unit)
            and self.ground.touches(lane, unit.cell, path)
            for firer, lane in self._lanes
        )

    def move(self, unit: Unit, kind: str, path: tuple[Cell, ...], exits: bool = False) -> None:
        """Notes a movement task."""
        self.tasks[unit.id] = Task(unit.id, kind, path, choice=EXIT if exits else "")
        self._paths.append((unit, path))
        self._driven |= mask_of(path)
        if unit.id in self.units:
            there = self._ends.get(unit.cell, [])
            if unit.type in there:
                there.remove(unit.type)
        if path and not exits:
            self._ends.setdefault(path[-1], []).append(unit.type)

    def follow(self, column: list[Unit], path: tuple[Cell, ...], trail: tuple[Cell, ...]) -> None:
        """Keeps the way of a column clear: what its leader drives and what the others drive behind it."""
        way = (*trail, *path)
        for unit in column:
            self._paths.append((unit, way))
        self._driven |= mask_of(way)
        # Where the followers end depends on the one ahead; nobody else should stop on the fresh part of the way.
        for cell in way[-len(path) - 2 * len(column) :]:
            self._ends.setdefault(cell, []).extend(["column", "column"])

    def add(self, task: Task) -> None:
        """Notes a task that nothing else depends on."""
        self.tasks[task.unit] = task
