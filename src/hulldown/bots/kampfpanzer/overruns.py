"""Overruns: several tanks through one hex, each by a side of its own, where that is worth what it risks."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.bots.calm import calmness
from hulldown.bots.kampfpanzer.charts import Charts
from hulldown.bots.kampfpanzer.marches import Marches
from hulldown.bots.kampfpanzer.odds import Shares, by_fire, by_overrun
from hulldown.bots.kampfpanzer.picture import Picture
from hulldown.bots.kampfpanzer.stakes import harm
from hulldown.bots.ways import path_to, reach
from hulldown.core.board import Cell
from hulldown.core.decisions import PathDomain, UnitLegal
from hulldown.core.orders import Task
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import COUNTER
from hulldown.games.kampfpanzer.rules.overrun import counted, prone
from hulldown.games.kampfpanzer.rules.state import Unit
from hulldown.games.kampfpanzer.rules.verbs.overrun import OVERRUN

LUCKY = 0.8
"""How likely an overrunner is to get there."""
MOST = 6


class Run(NamedTuple):
    """A way of one unit through a hex."""

    unit: Unit
    path: tuple[Cell, ...]
    price: float


class Storms:
    """The overruns open to a side."""

    def __init__(self, picture: Picture, charts: Charts, marches: Marches, legal: dict[str, UnitLegal]) -> None:
        self.picture = picture
        self.charts = charts
        self.marches = marches
        self.calm = calmness(picture.scene.side(picture.side).panic)
        self.ways: dict[Cell, list[Unit]] = {}
        self._domains: dict[str, PathDomain] = {}
        for unit in picture.own:
            for option in legal[unit.id].options if unit.id in legal else ():
                if option.kind == OVERRUN.kind and option.path is not None:
                    self._domains[unit.id] = option.path
                    for cell in option.path.through:
                        self.ways.setdefault(cell, []).append(unit)

    def best(self, cell: Cell, free: dict[str, float], taken: set[Cell]) -> tuple[float, list[Run]]:
        """The best crew for one hex of those units that are free, at the price of what else they would do."""
        victims = prone(self.picture.state, cell, self.picture.foe_side)
        units = sorted((unit for unit in self.ways[cell] if unit.id in free), key=lambda unit: (free[unit.id], unit.id))
        used: set[Cell] = set()
        crew: list[Run] = []
        best: tuple[float, list[Run]] = (0.0, [])
        price = 0.0
        for unit in units[: MOST + 2]:
            run = self._run(unit, cell, taken | used)
            if run is None:
                continue
            crew.append(run)
            used.add(run.path[-1])
            price += free[unit.id] + run.price
            worth = self._worth(victims, cell, len(crew), unit) - price
            if worth > best[0]:
                best = worth, list(crew)
            if len(crew) == MOST:
                break
        return best

    def shares(self, cell: Cell, number: int) -> Shares:
        """What so many overrunners do to those in a hex."""
        state = self.picture.state
        return by_overrun(number, counted(state, prone(state, cell, self.picture.foe_side)))

    def _worth(self, victims: list[int], cell: Cell, number: int, unit: Unit) -> float:
        """What so many overrunners do, less what those overrun do to them."""
        picture, shares = self.picture, self.shares(cell, number)
        foes = [picture.state.units[index] for index in victims]
        gain = sum([picture.bounty(foe) * harm(picture.stake(foe), foe.level, shares) for foe in foes])
        strikers = sum(not foe.level for foe in foes)
        back = harm(picture.stake(unit), unit.level, by_fire(COUNTER, moving=True))
        return (
            self.calm * LUCKY * self.charts.boldness * gain
            - self.calm * strikers * picture.goals.loss * picture.worth(unit) * back
        )

    def _run(self, unit: Unit, cell: Cell, taken: set[Cell]) -> Run | None:
        """The best way of a unit through a hex to a free one behind it."""
        picture, near = self.picture, self.marches.near
        table = self.marches.costs(arms(unit.type).table)
        allowance = self._domains[unit.id].allowance
        spared = picture.zones - {ahead for ahead in near[cell] if not self._others(ahead, cell)}
        found = reach(near, table, unit.cell, allowance, picture.occupied, ends=spared)
        place = self.charts.place(unit)
        best: tuple[float, tuple[Cell, ...]] | None = None
        for way in range(6):
            before, beyond = near[cell][(way + 3) % 6], near[cell][way]
            if before not in found or beyond < 0 or beyond in taken or beyond in picture.occupied:
                continue
            steps = (table[before][way], table[cell][way])
            stopped = found[before].cost and before in spared
            if IMPOSSIBLE in steps or stopped or found[before].cost + sum(steps) > allowance:
                continue
            if beyond in self.marches.trenches:
                continue
            score = float(place[self.marches.at[beyond]])
            if best is None or score > best[0]:
                best = score, (*path_to(found, before), cell, beyond)
        if best is None:
            return None
        return Run(unit, best[1], max(0.0, self.marches.stay(unit) - best[0]))

    def _others(self, ahead: Cell, cell: Cell) -> bool:
        """Whether a hex next to the one overrun is in the zone of somebody else as well."""
        board = self.picture.scene.board
        return any(
            foe.cell != cell and not foe.level and board.distance(foe.cell, ahead) == 1 for foe in self.picture.foes
        )


def tasks_of(crew: list[Run]) -> list[Task]:
    """The tasks of an overrun."""
    return [Task(run.unit.id, OVERRUN.kind, run.path) for run in crew]
