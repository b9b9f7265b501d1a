"""What each vehicle is out for: objectives to capture or guard, edges to leave by, enemies to hunt.

Goals are shared out greedily. An errand turns a goal into a number for every hex, so that moves and positions
are compared in victory points.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hulldown.bots.panzer.picture import Picture
from hulldown.bots.panzer.travel import FAR, edge_of, hexes_of, turns_to
from hulldown.core.board import Cell
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, WAITING, Unit

CAPTURE, GUARD, EXIT, HUNT = "capture", "guard", "exit", "hunt"
PATIENCE = 0.87
"""What a goal is worth a turn later, as a part of what it is worth now."""
CROWD = {CAPTURE: 0.85, GUARD: 0.55, EXIT: 1.0, HUNT: 0.7}
"""What a goal is worth to the next vehicle sent after it, as a part of what it was to the one before."""
OVERLOOK = 10
"""From how far an objective is guarded by fire."""
AHEAD, BEHIND, HURRY = 0.7, 1.2, 0.8
"""How much a side presses for objectives that leads, that does not, and the more towards the end."""
DELAYS = 1.15
"""How much longer a way takes than on paper: turns, wrecks, halts under fire."""
WHEELS = 1.6
"""The same besides for those who are lost off the road."""
URGENCY = 0.8
"""How far the clock counts against the distance."""
LATE = 0.05
"""What is left of a goal that can no longer be reached in time."""


class Goal(NamedTuple):
    """Something to go for: where, what it is worth, and by when a vehicle must be there (turns from now)."""

    kind: str
    name: str
    weight: float
    cells: frozenset[Cell]
    limit: float
    stay: int = 0
    """Full turns to be spent there."""


@lru_cache(maxsize=256)
def overlooking(scene: Scene, cells: frozenset[Cell]) -> frozenset[Cell]:
    """The cells from which an objective is under fire at a good range."""
    found: set[Cell] = set()
    for goal in cells:
        found |= {cell for cell in scene.seen_from(goal) if scene.board.distance(cell, goal) <= OVERLOOK}
    return frozenset(found)


def _worth_in(turns: float, limit: float) -> float:
    """What is left of a goal's worth so many turns away from it: the less the nearer its time limit is."""
    value = PATIENCE**turns
    if limit >= FAR:
        return float(value)
    slack = 1 - turns * DELAYS / (limit + 1)
    if slack <= 0:
        return float(LATE * value)
    return (1 - URGENCY) * float(value) + URGENCY * max(slack, LATE * float(value))


class Errand:
    """A vehicle's goal, as a worth for every hex; afterwards it may still leave the map."""

    __slots__ = ("after", "after_limit", "after_weight", "board", "goal", "known", "near", "slow", "times", "weight")

    def __init__(self, picture: Picture, unit: Unit, goal: Goal, weight: float, after: Goal | None) -> None:
        self.goal = goal
        self.weight = weight
        self.slow = (2.0 if unit.damaged else 1.0) * (WHEELS if cards()[unit.type].traction == "W" else 1.0)
        self.board = picture.board
        self.times = turns_to(picture.ground, unit.type, goal.cells) if goal.kind != HUNT else []
        self.near = overlooking(picture.scene, goal.cells) if goal.kind == GUARD else frozenset()
        self.after = turns_to(picture.ground, unit.type, after.cells) if after is not None else None
        self.after_weight = after.weight if after is not None else 0.0
        self.after_limit = after.limit if after is not None else 0.0
        self.known: dict[Cell, float] = {}
        if goal.kind == HUNT:
            card = cards()[unit.type]
            self.near = goal.cells
            self.times = [card.ap.range[1] if card.ap else 0.0, float(card.cross_country)]

    def turns(self, cell: Cell) -> float:
        """The turns from a cell until the vehicle is where it wants to be."""
        if self.goal.kind == HUNT:
            away = min(self.board.distance(cell, goal) for goal in self.near)
            return max(0.0, away - self.times[0]) / self.times[1] * self.slow
        turns = self.times[cell] * self.slow
        return min(turns, 0.4 + 0.1 * turns) if cell in self.near else turns

    def at(self, cell: Cell) -> float:
        """What it is worth to be in a cell."""
        value = self.known.get(cell)
        if value is None:
            turns = self.turns(cell)
            value = self.weight * _worth_in(turns, self.goal.limit)
            if turns <= self.goal.limit and self.after is not None and turns < FAR:
                # The goal's own cells are close together: any of them will do for the way on.
                on = turns + self.goal.stay + self.after[min(self.goal.cells)] * self.slow
                if on <= self.after_limit:
                    value += self.after_weight * _worth_in(on, self.after_limit)
            self.known[cell] = value
        return value


def goals_of(picture: Picture) -> list[Goal]:
    """What the side could go for now, best worth first."""
    found: list[Goal] = []
    side, foe, left = picture.side, picture.foe, picture.left
    ahead = not picture.attacks
    press = AHEAD if ahead else BEHIND + HURRY * picture.turn / picture.scenario.turns
    for hold, objective in zip(picture.seen.holds, picture.scenario.objectives, strict=True):
        points: dict[str, int] = dict(objective.points)  # type: ignore[arg-type]
        own, theirs = points.get(side, 0), points.get(foe, 0)
        cells = hexes_of(picture.ground, objective.hexes)
        if hold.holder == side:
            danger = _danger(picture, cells, objective.turns)
            if danger:
                found.append(Goal(GUARD, objective.name, (own + theirs) * danger * 0.6, cells, FAR))
            continue
        weight = own + theirs * (1.0 if hold.holder == foe else 0.5)
        done = hold.turns if hold.claimant == side else 0
        stay = max(1, objective.turns - done)
        if left == 0 and hold.holder == foe and (free := _shared(picture, cells)):
            # Too late to capture it, but with both sides on it nobody has it.
            found.append(Goal(CAPTURE, objective.name, float(theirs), free, 1.0))
            continue
        limit = left + 1 - stay if hold.present != side else left + 2 - stay
        if weight and limit >= 0:
            found.append(Goal(CAPTURE, objective.name, weight * press, cells, limit, stay))
    for way in picture.scenario.exits:
        if way.side == side:
            edge = edge_of(picture.ground, way.edge)
            found.append(Goal(EXIT, way.edge, float(way.points), edge, left + 0.8))
    leaving = any(goal.kind == EXIT for goal in found)
    for index in picture.foes:
        enemy = picture.units[index]
        keen = 0.15 if ahead or leaving else 0.3
        prize = picture.exit_worth(enemy)
        weight = picture.worths[index] * keen * picture.temper.boldness + prize * 0.5
        found.append(Goal(HUNT, enemy.id, weight, frozenset((enemy.cell,)), FAR))
    return found


def _shared(picture: Picture, cells: frozenset[Cell]) -> frozenset[Cell]:
    """The free cells of an objective on which an armed enemy stands; none where there is no enemy."""
    foes = {picture.units[index].cell for index in picture.foes}
    armed = {picture.units[index].cell for index in picture.foes if cards()[picture.units[index].type].armed}
    return cells - foes if armed & cells else frozenset()


def _danger(picture: Picture, cells: frozenset[Cell], stay: int) -> float:
    """How near the enemy is to an objective: 0 it comes too late, 1 it is there."""
    soonest = FAR
    for unit in picture.units:
        if unit.side == picture.foe and cards()[unit.type].armed:
            if unit.status == ON_MAP:
                soonest = min(soonest, turns_to(picture.ground, unit.type, cells)[unit.cell])
            elif unit.status == WAITING:
                soonest = min(soonest, 6.0)
    if soonest > picture.left + 2 - stay:
        return 0.0
    return max(0.25, min(1.0, 1.2 - 0.12 * soonest))


Wish = tuple[float, int]
"""What a goal, by its place in the list, is worth to a vehicle."""


def errands(picture: Picture) -> dict[int, Errand]:
    """An errand for each of the side's vehicles, given out by what is gained by sending just that one."""
    goals = goals_of(picture)
    exits = [goal for goal in goals if goal.kind == EXIT]
    after = max(exits, key=lambda goal: goal.weight, default=None)
    wishes = {index: _wishes(picture, index, goals) for index in [*picture.mine, *picture.coming]}
    weights = [goal.weight for goal in goals]
    taken = [1.0] * len(goals)
    found: dict[int, Errand] = {}
    while True:
        best = _most_wanted(wishes, weights, taken)
        if best is None:
            return found
        index, number = best
        goal = goals[number]
        more = after if goal.kind in (CAPTURE, GUARD) else None
        found[index] = Errand(picture, picture.units[index], goal, goal.weight * taken[number], more)
        taken[number] *= CROWD[goal.kind]
        del wishes[index]


def _wishes(picture: Picture, index: int, goals: list[Goal]) -> list[Wish]:
    """The goals that a vehicle is fit for, with what each is worth to it."""
    unit = picture.units[index]
    card = cards()[unit.type]
    cell = unit.cell if unit.cell >= 0 else _entry(picture, unit)
    needs = {CAPTURE: card.armed, GUARD: card.armed and card.ap is not None, HUNT: card.ap is not None, EXIT: True}
    return [
        (Errand(picture, unit, goal, 1.0, None).at(cell), number)
        for number, goal in enumerate(goals)
        if needs[goal.kind]
    ]


def _most_wanted(wishes: dict[int, list[Wish]], weights: list[float], taken: list[float]) -> tuple[int, int] | None:
    """The vehicle and the goal that fit best, of those that have no errand yet."""
    best: tuple[float, int, int] | None = None
    for index in sorted(wishes):
        for worth, number in wishes[index]:
            value = worth * weights[number] * taken[number]
            if best is None or value > best[0]:
                best = (value, index, number)
    return None if best is None else best[1:]


def _entry(picture: Picture, unit: Unit) -> Cell:
    """A cell by which a vehicle held off the map comes on."""
    group = picture.scenario.side(unit.side).groups[unit.group]
    if group.edge:
        cells = picture.board.edges[group.edge]
        return cells[len(cells) // 2]
    return picture.board.by_label[group.hexes[0]] if group.hexes else min(picture.board.regions[group.zone])
