"""Smoke: what it takes from the enemy's fire at those who cross open ground, less what it takes from one's own.

Smoke on the hex of a gun hinders all its fire, and all fire at it (6.5.2.4-smoke-a, 6.5.4.3-smoke).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.bots.panzer.advanced.field import COVERED, DARING, UNSEEN, Field
from hulldown.bots.panzer.advanced.goals import errands
from hulldown.bots.panzer.advanced.travel import FAR
from hulldown.core.board import Cell
from hulldown.games.panzer.data.batteries import smoke_limit
from hulldown.games.panzer.rules import sight as lines
from hulldown.games.panzer.rules.advanced import sheafs
from hulldown.games.panzer.rules.advanced.ammo import fails
from hulldown.games.panzer.rules.advanced.hindrances import Clouds
from hulldown.games.panzer.rules.advanced.options import AMMO_LIMITS, OFF
from hulldown.games.panzer.rules.advanced.play.indirect import counters, screens
from hulldown.games.panzer.rules.state import ON_MAP

LASTS: Final = 1.5
"""What smoke is worth besides the movement of this turn: it hinders fire until the end of the next one."""
BLINDED: Final = 0.5
"""How much of one's own best fire at a target in smoke counts as lost."""
SHOTS: Final = 1.2
"""How often an enemy fires in a turn, about: no more can be saved."""
SLIGHT: Final = 0.02
"""The part of a unit's worth below which a danger is none."""
SPENT: Final = 0.6
"""The points that smoke must promise beyond the fire that is given up for it."""
ROLL: Final = 10


class Danger(NamedTuple):
    """Fire that a unit may meet on its way: who fires, from how far, at what, and how much of it counts."""

    foe: int
    unit: int
    cell: Cell
    distance: int
    threat: float
    weight: float


class Screen(NamedTuple):
    """A hex for smoke with what it promises."""

    cell: Cell
    gain: float


class Screening:
    """The smoke that a side could lay in one decision."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.dangers = [one for index in _crossing(field) for one in self._met(index)]
        self.laid = {cell for smoke in counters.support_of(field.state).smokes for cell in smoke.cells}

    def _met(self, index: int) -> list[Danger]:
        """The fire that a unit meets where it is and where its way leads it."""
        field = self.field
        found = []
        cells = {field.units[index].cell, self._next(index)}
        for cell in sorted(cells):
            sight, seen = field.scene.seen_from(cell), field.spotted(index, cell, "moved")
            whole = COVERED[field.cover(index, cell)] * field.worth(index) / len(cells)
            for foe in field.foes:
                there = field.units[foe].cell
                far = field.board.distance(cell, there)
                if there not in sight or not 0 < far <= field.reach(foe):
                    continue
                threat = field.threat(foe, index, far)
                if threat > SLIGHT:
                    part = (1.0 if far <= seen else UNSEEN) * (0.5 if field.suppressed(foe) else 1.0)
                    found.append(Danger(foe, index, cell, far, threat, part * whole))
        return found

    def _next(self, index: int) -> Cell:
        """About where a unit will be after its move: a turn nearer to its goal."""
        errand, cell = errands(self.field).get(index), self.field.units[index].cell
        if errand is None or errand.near(cell) >= FAR:
            return cell
        wanted = errand.near(cell) - 1.0
        while errand.near(cell) > max(0.0, wanted):
            ahead = [one for one in self.field.board.neighbours[cell] if one >= 0]
            best = min(ahead, key=lambda one: (errand.near(one), one))
            if errand.near(best) >= errand.near(cell):
                break
            cell = best
        return cell

    def gain(self, cells: tuple[Cell, ...], density: str) -> float:
        """What smoke in some hexes saves on both sides of it: own losses on the way, less own fire that it hinders."""
        clouds = Clouds(smoke_open=1) if density == sheafs.OPEN else Clouds(smoke_closed=1)
        saved: dict[int, float] = {}
        most: dict[int, float] = {}
        for one in self.dangers:
            if not self._hinders(one, cells):
                continue
            less = one.weight * (one.threat - self.field.hindered(one.foe, one.unit, one.distance, clouds))
            saved[one.foe] = saved.get(one.foe, 0.0) + DARING * less
            most[one.foe] = max(most.get(one.foe, 0.0), less)
        total = sum([min(worth, SHOTS * most[foe]) for foe, worth in saved.items()])
        return LASTS * total - self._own(cells, clouds) if total else 0.0

    def _hinders(self, danger: Danger, cells: tuple[Cell, ...]) -> bool:
        """Whether smoke lies on the line of a shot, and none did before."""
        field = self.field
        there = field.units[danger.foe].cell
        if there in self.laid or danger.cell in self.laid:
            return False
        if there in cells or danger.cell in cells:
            return True
        if len(cells) == 1:
            return False
        height = field.ground.height
        ends = height[there], height[danger.cell]
        return bool(lines.hindering(field.board, height, there, danger.cell, ends, cells, counters.height()))

    def _own(self, cells: tuple[Cell, ...], clouds: Clouds) -> float:
        """What smoke takes from the best fire of one's own side at those in it."""
        field = self.field
        total = 0.0
        for foe in field.foes:
            there = field.units[foe].cell
            if there not in cells:
                continue
            sight, best = field.scene.seen_from(there), 0.0
            for index in field.mine:
                far = field.board.distance(field.units[index].cell, there)
                if field.units[index].cell in sight and 0 < far <= field.reach(index):
                    best = max(best, field.threat(index, foe, far) - field.hindered(index, foe, far, clouds))
            total += BLINDED * best * field.worth(foe) * COVERED[field.cover(foe, there)]
        return total

    def threatening(self) -> list[Cell]:
        """The hexes of the enemies that endanger somebody on the way."""
        return sorted({self.field.units[one.foe].cell for one in self.dangers})

    def best(self, index: int, cells: tuple[Cell, ...] | None = None) -> Screen | None:
        """The best hex for the smoke of a unit, of some that are offered or of all that it may choose."""
        field, found = self.field, None
        chance = unit_chance(field, index)
        for cell in self.threatening():
            if cells is None:
                if screens.fault_of(field.state, field.scene, index, cell) is not None:
                    continue
            elif cell not in cells:
                continue
            gain = chance * self.gain((cell,), sheafs.density(sheafs.ONE))
            if gain > 0.0 and (found is None or gain > found.gain):
                found = Screen(cell, gain)
        return found

    def lay(self, cell: Cell) -> None:
        """Notes that smoke will be in a hex."""
        self.laid.add(cell)


def battery_chance(field: Field) -> float:
    """The chance that a battery has smoke (5.16.2.5)."""
    return _within_limit(field, smoke_limit(field.side).limit)


def unit_chance(field: Field, index: int) -> float:
    """The chance that a unit has smoke; engineers always have (6.1.4.3.10c)."""
    arm = screens.thrower_of(field.state, field.scene, index)
    return 1.0 if arm is None else _within_limit(field, arm.mounted.smoke_limit)


def _within_limit(field: Field, limit: int) -> float:
    if field.state.options.get(AMMO_LIMITS) == OFF:
        return 1.0
    return sum([not fails(limit, rolled) for rolled in range(1, ROLL + 1)]) / ROLL


def _crossing(field: Field) -> list[int]:
    """The units that are on their way: by their commands, and while there are none by their errands."""
    movers = [index for index in field.mine if field.units[index].command in field.scene.moving]
    if movers or any(field.units[index].command for index in field.mine):
        return [index for index in movers if not field.units[index].moved]
    found = []
    for index in field.mine:
        errand = errands(field).get(index)
        if errand is not None and errand.goal.take and errand.near(field.units[index].cell) > 0.0:
            found.append(index)
    return [index for index in found if field.units[index].status == ON_MAP]
