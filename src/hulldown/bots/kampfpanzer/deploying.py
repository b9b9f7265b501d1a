"""The set-up: cover and a field of fire over the enemy's ways for those who wait, the shortest way for the others."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import numpy as np

from hulldown.bots.brains import Temper
from hulldown.bots.kampfpanzer.charts import Charts
from hulldown.bots.kampfpanzer.field import field, ticks_to
from hulldown.bots.kampfpanzer.goals import Goals
from hulldown.bots.kampfpanzer.odds import strengths
from hulldown.bots.kampfpanzer.picture import Picture, state_of
from hulldown.bots.plane import Floats
from hulldown.bots.seat import Seat
from hulldown.core.board import Cell
from hulldown.core.decisions import Option
from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.kampfpanzer.data.scenarios import Group
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.deployment import group_zone
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.stacking import fits
from hulldown.games.kampfpanzer.rules.state import Unit
from hulldown.games.kampfpanzer.rules.verbs.setup import DUG_IN, PLACING, RIDING

INSIDE, GATE = 1.5, 2.5
"""What it is worth to begin where one shall be at the end, and in the enemy's exit."""
TURN = 0.4
"""What each turn on the way costs."""
COVER = 0.08
"""What each point of cover is worth to a unit that stays."""
LANE = 1.2
"""What a field of fire over all of the enemy's ways is worth."""
FOOT = 2.5
"""Turns on foot from which a unit rides."""
STIR = 0.05


def deploy(seat: Seat, view: KampfView, rng: Random, temper: Temper) -> Order:
    """The places of a whole force, and who starts on board."""
    assert view.side is not None
    return _Setup(seat, Picture(state_of(view), view.side), rng, temper.noise).order()


class _Setup:
    """One set-up in the making."""

    def __init__(self, seat: Seat, picture: Picture, rng: Random, noise: float) -> None:
        self.legal = seat.legal
        self.picture = picture
        self.rng = rng
        self.noise = STIR + noise
        self.charts = Charts(picture)
        self.units = {unit.id: unit for unit in picture.state.units}
        self.there: dict[Cell, list[str]] = {unit.cell: ["Truck", "Truck"] for unit in picture.foes}
        self.dug: set[Cell] = set()
        self.loaded: set[str] = set()

    def order(self) -> Order:
        """Riders first, then whoever has the least room."""
        tasks: list[Task] = []
        options = {unit.unit: {option.kind: option for option in unit.options} for unit in self.legal.units}
        for name, kinds in options.items():
            if RIDING.kind in kinds and self._rides(self.units[name], kinds):
                vehicle = next((one for one in kinds[RIDING.kind].targets if one not in self.loaded), "")
                if vehicle:
                    self.loaded.add(vehicle)
                    tasks.append(Task(name, RIDING.kind, targets=(vehicle,)))
        riding = {task.unit for task in tasks}
        placed = [name for name, kinds in options.items() if PLACING.kind in kinds and name not in riding]
        placed.sort(key=lambda name: (len(options[name][PLACING.kind].cells), arms(self.units[name].type).gun))
        for name in placed:
            tasks.append(self._place(self.units[name], options[name][PLACING.kind]))
        return Order("deploy", tuple(tasks))

    def _rides(self, unit: Unit, kinds: dict[str, Option]) -> bool:
        """Whether a unit should start on board: if it has far to go, or cannot come otherwise."""
        if PLACING.kind not in kinds:
            return True
        goals = self.picture.goals
        if not goals.cells:
            return False
        cells = kinds[PLACING.kind].cells
        ways = ticks_to(self.picture.scene.scenario.map, arms(unit.type).table, goals.cells)
        nearest = min(float(ways[self.picture.arrays.at[cell]]) for cell in cells)
        return nearest > FOOT * max(1, arms(unit.type).ma)

    def _place(self, unit: Unit, option: Option) -> Task:
        scores = self._scores(unit, option)
        at = self.picture.arrays.at
        digs = arms(unit.type).digs
        best, chosen = -1.0e9, option.cells[0]
        for cell in option.cells:
            there = self.there.get(cell, [])
            if not fits([*there, unit.type]) or (cell in self.dug and not digs):
                continue
            score = float(scores[at[cell]]) + self.rng.random() * self.noise - 0.3 * len(there)
            if score > best:
                best, chosen = score, cell
        self.there.setdefault(chosen, []).append(unit.type)
        choice = option.choices[0] if option.choices else ""
        if choice == DUG_IN:
            self.dug.add(chosen)
        return Task(unit.id, PLACING.kind, (chosen,), self._facing(unit, chosen) if option.facings else -1, choice)

    def _scores(self, unit: Unit, option: Option) -> Floats:
        """What every hex is worth to a unit at the start."""
        picture, arrays, goals = self.picture, self.picture.arrays, self.picture.goals
        weapon = arms(unit.type)
        scores = np.zeros(arrays.count)
        if goals.cells and weapon.moves:
            turns = ticks_to(picture.scene.scenario.map, weapon.table, goals.cells) / weapon.ma
            scores -= TURN * np.minimum(turns, 40.0)
        stays = not goals.leave and not weapon.carrier
        if goals.holds and stays:
            scores += np.where(arrays.mask(goals.cells), INSIDE, 0.0)
            scores += np.where(arrays.mask(goals.core), INSIDE, 0.0)
        scores += np.where(arrays.mask(goals.block), GATE, 0.0)
        if stays:
            cover = np.maximum(arrays.cover, arrays.trench) if DUG_IN in option.choices else arrays.cover
            scores += COVER * cover
            scores += LANE * self._lanes(unit, option)
        if picture.foes:
            scores += 0.5 * self.charts.fire(unit.type) - self.charts.risk(unit.type)
        elif weapon.carrier:
            scores -= 0.3 * self._seen()
        return scores

    def _lanes(self, unit: Unit, option: Option) -> Floats:
        """For the hexes of a unit the part of the enemy's ways that it can fire at from there."""
        picture, arrays = self.picture, self.picture.arrays
        ways = approaches(picture.scene, picture.foe_side, picture.their_goals, picture.goals)
        found = np.zeros(arrays.count)
        if not ways:
            return found
        weapon = arms(unit.type)
        for cell in ways:
            reach = arrays.distances(arrays.to_target(cell))
            near = reach <= weapon.range
            if not weapon.lobs:
                near = near & (strengths(unit.type, not weapon.squad)[reach] > 0)
            found += np.where(arrays.sight(cell) & near, 1.0, 0.0)
        return found / len(ways)

    def _seen(self) -> Floats:
        ways = approaches(self.picture.scene, self.picture.foe_side, self.picture.their_goals, self.picture.goals)
        found = np.zeros(self.picture.arrays.count)
        for cell in ways:
            found += self.picture.arrays.sight(cell)
        return found / max(1, len(ways))

    def _facing(self, unit: Unit, cell: Cell) -> int:
        """To the enemies, or to the ways by which they will come."""
        board, ground = self.picture.scene.board, self.picture.scene.ground
        spots = [foe.cell for foe in self.picture.foes]
        spots += approaches(self.picture.scene, self.picture.foe_side, self.picture.their_goals, self.picture.goals)
        scores = [0.0] * 6
        for spot in spots:
            if spot == cell:
                continue
            weight = 1.0 / (3.0 + board.distance(cell, spot)) * (2.0 if self.picture.scene.clear(cell, spot) else 1.0)
            for facing in range(6):
                if ground.in_arc(cell, facing, spot):
                    scores[facing] += weight
        return scores.index(max(scores))


def starts(scene: Scene, group: Group) -> tuple[Cell, ...]:
    """Where a group starts or comes on."""
    if group.enter is not None:
        return tuple(scene.board.cell(label) for label in group.enter.hexes)
    return group_zone(scene, group)


def approaches(scene: Scene, side: str, goals: Goals, others: Goals) -> tuple[Cell, ...]:
    """The hexes of the ways that a side will take: to what it wants, or to where the others want to be."""
    wanted = goals.cells or others.cells or goals.prize
    if not wanted:
        wanted = frozenset(cell for group in scene.side(_other(side)).groups for cell in starts(scene, group)[::7])
    return _ways(scene, side, wanted)


def _other(side: str) -> str:
    return "second" if side == "first" else "first"


@lru_cache(maxsize=32)
def _ways(scene: Scene, side: str, wanted: frozenset[Cell]) -> tuple[Cell, ...]:
    """The quickest ways of the tanks of a side to some hexes."""
    arrays = field(scene.scenario.map)
    left = ticks_to(scene.scenario.map, "afv", wanted)
    costs, near = scene.ground.cost_tables["afv"], scene.board.neighbours
    found: dict[Cell, None] = {}
    for group in scene.side(side).groups:
        begin = sorted(starts(scene, group), key=lambda cell: (float(left[arrays.at[cell]]), cell))
        for here in {begin[0], begin[len(begin) // 2]}:
            at = here
            while float(left[arrays.at[at]]) > 0 and at not in found:
                found[at] = None
                at = min(
                    (float(left[arrays.at[cell]]) + costs[at][way], cell)
                    for way, cell in enumerate(near[at])
                    if cell >= 0 and costs[at][way] != IMPOSSIBLE
                )[1]
    return tuple(sorted(found))
