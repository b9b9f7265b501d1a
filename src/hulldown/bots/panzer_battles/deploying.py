"""The setup: posts that see the enemy's likely ways from cover, queues side by side, loads, dummies, first missions."""

from __future__ import annotations

from random import Random
from typing import Final

from hulldown.bots.panzer_battles.answers import mission_cells
from hulldown.bots.panzer_battles.fields import FAR, distances
from hulldown.bots.panzer_battles.goals import Goals
from hulldown.bots.panzer_battles.picture import OPEN, Picture
from hulldown.bots.seat import Seat
from hulldown.core.board import Cell, cells_of
from hulldown.core.decisions import Option, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.rules.deployment import entries
from hulldown.games.panzer_battles.rules.state import DUMMY, SIDES, Unit, index_of
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import SETUP
from hulldown.games.panzer_battles.rules.verbs.kinds import AIM, LOAD, PLACE, QUEUE

SLACK: Final = 14.0
"""Points of a detour with which a hex is no longer on the enemy's way."""
COVER: Final = 1.35
"""How much better a post is from which a unit at rest is not seen from afar."""
SHELTERED: Final = 1.5
"""How much better a post in defilade is."""
NEARNESS: Final = (0.0, 0.6, 1.0, 1.4, 1.5, 1.5, 1.1, 1.1, 0.7, 0.7, 0.7, 0.3, 0.3)
"""What a hex of the enemy's way counts at each range."""
BEHIND: Final = 6.0
"""What it costs to come on behind another unit."""


def deploy_order(seat: Seat, picture: Picture, rng: Random) -> Order:
    """A place or a queue for every unit, and what else is asked before the game."""
    return Order(SETUP, tuple(Setup(seat, picture, rng).tasks()))


class Setup:
    """The setup of a side as it grows."""

    def __init__(self, seat: Seat, picture: Picture, rng: Random) -> None:
        self.picture = picture
        self.rng = rng
        self.offers: dict[str, UnitLegal] = {offer.unit: offer for offer in seat.legal.units}
        self.goals = Goals(picture)
        self.traffic: dict[Cell, float] = traffic(picture)
        self.placed: dict[int, Cell] = {}
        self.queues: dict[Cell, int] = {}
        self.loaded: set[str] = set()

    def tasks(self) -> list[Task]:
        """All that is said in the setup."""
        state = self.picture.state
        found: list[Task] = []
        for company in state.companies:
            members = [at for at in company.members if state.units[at].id in self.offers]
            if company.side != self.picture.side or not members or state.units[members[0]].type == DUMMY:
                continue
            members.sort(key=lambda at: (traits(state.units[at].type).infantry, at))
            found += [self._task(at) for at in members]
        for name, offer in self.offers.items():
            at = index_of(state, name)
            if at >= 0 and state.units[at].type == DUMMY:
                task = self._dummy(at, offer)
                if task is not None:
                    found.append(task)
        return [*found, *self._missions()]

    def _task(self, at: int) -> Task:
        unit = self.picture.state.units[at]
        options: dict[str, list[Option]] = {}
        for option in self.offers[unit.id].options:
            options.setdefault(option.kind, []).append(option)
        if LOAD in options and traits(unit.type).infantry and not traits(unit.type).crew:
            free = [name for name in options[LOAD][0].targets if name not in self.loaded]
            if free:
                name = min(free, key=lambda one: (one[:-1] != unit.id[:-1], one))
                self.loaded.add(name)
                return Task(unit.id, LOAD, targets=(name,))
        if PLACE in options:
            return self._place(at, options[PLACE])
        return self._queue(at, options[QUEUE][0])

    # Posts.

    def _place(self, at: int, options: list[Option]) -> Task:
        """The post of a unit: where it adds most to the fire on the enemy's ways, near its company."""
        picture = self.picture
        unit = picture.state.units[at]
        plain = options[0]
        shelters = [word for option in options for word in option.choices if word.startswith("defilade")]
        partner = self._partner(unit)
        best, most = partner, -1.0
        if partner < 0:
            for cell in plain.cells:
                mark = self._post(at, cell, bool(shelters))
                if mark > most:
                    best, most = cell, mark
        self.placed[at] = best
        way = self._watched(best)
        kind = traits(unit.type)
        choice = ""
        if shelters and not kind.gun and not kind.carries and (kind.infantry or picture.scene.allows_defilade(best)):
            choice = f"defilade {way}"
        return Task(unit.id, PLACE, (best,), way if plain.facings else -1, choice)

    def _partner(self, unit: Unit) -> Cell:
        """The hex of the gun that a crew serves or a halftrack tows; -1 where there is none."""
        kind = traits(unit.type)
        if not kind.crew and not kind.carries:
            return -1
        for at, cell in self.placed.items():
            if traits(self.picture.state.units[at].type).gun:
                return cell
        return -1

    def _post(self, at: int, cell: Cell, shelters: bool) -> float:
        picture = self.picture
        scene, state = picture.scene, picture.state
        unit = state.units[at]
        if sum(where == cell for where in self.placed.values()):
            return -1.0
        total = 0.0
        row, distance = scene.row(cell), scene.board.distance
        for way, weight in self.traffic.items():
            if row >> way & 1:
                far = distance(cell, way)
                if far < len(NEARNESS):
                    total += weight * NEARNESS[far]
        if scene.board.terrain[cell] not in OPEN:
            total *= COVER
        elif shelters and scene.allows_defilade(cell):
            total *= SHELTERED
        company = state.companies[unit.company]
        mates = [self.placed[one] for one in company.members if one in self.placed]
        if mates and not company.independent:
            over = min(distance(cell, mate) for mate in mates) - scene.doctrine(unit.side).link
            if over > 0:
                total *= 0.1 / over
        near = [distance(cell, where) for where in self.placed.values()]
        if min(near, default=9) > 6:
            total *= 0.7
        return total * (1.0 + picture.temper.noise * self.rng.random())

    def _watched(self, cell: Cell) -> int:
        """The facing towards most of the enemy's ways that a hex sees."""
        picture = self.picture
        marks = [0.0] * 6
        row, distance = picture.scene.row(cell), picture.scene.board.distance
        for way, weight in self.traffic.items():
            far = distance(cell, way)
            if far:
                seen = 1.0 if row >> way & 1 else 0.1
                marks[picture.toward(cell, way)] += weight * seen / far
        return marks.index(max(marks))

    def _dummy(self, at: int, offer: UnitLegal) -> Task | None:
        """A dummy where an enemy would expect a unit and none is; on a map that is entered they stay aside."""
        for option in offer.options:
            if option.kind == PLACE and not option.choices:
                cells = [cell for cell in option.cells if cell not in self.placed.values()]
                best = max(cells, key=lambda cell: (self._post(at, cell, False), cell))
                self.placed[at] = best
                return Task(offer.unit, PLACE, (best,), 0 if option.facings else -1)
        return None

    # Queues.

    def _queue(self, at: int, option: Option) -> Task:
        """The entry of a unit: beside its company, by the way to its goal, with nobody before it if that can be."""
        picture = self.picture
        unit = picture.state.units[at]
        company = picture.state.companies[unit.company]
        mates = [self.placed[one] for one in company.members if one in self.placed]
        distance = picture.scene.board.distance
        aim = self._aim(unit)

        def cost(cell: Cell) -> tuple[float, Cell]:
            ahead = self.queues.get(cell, 0)
            mark = float(aim[cell]) + BEHIND * ahead
            if mates:
                mark += 5.0 * max(0, min(distance(cell, mate) for mate in mates) - 1)
            return mark, cell

        best = min(option.cells, key=cost)
        self.placed[at] = best
        self.queues[best] = self.queues.get(best, 0) + 1
        return Task(unit.id, QUEUE, (best,), choice=str(self.queues[best]))

    def _aim(self, unit: Unit) -> list[int]:
        """The points from each hex to where a unit is to go."""
        goals = self.goals
        cells = goals.exits
        if not cells and goals.wanted:
            cells = frozenset([cell for town in goals.wanted.values() for cell in town])
        cells = cells or goals.prey
        return distances(goals.map, "vehicle", cells)

    def _missions(self) -> list[Task]:
        """Missions for the first turns: on towns and hills away from where own units come on."""
        names = [name for name, offer in self.offers.items() if any(one.kind == AIM for one in offer.options)]
        targets = mission_cells(self.picture)
        return [Task(name, AIM, (targets[at % len(targets)],)) for at, name in enumerate(names)] if targets else []


def traffic(picture: Picture) -> dict[Cell, float]:
    """How likely the enemy is to come through each hex: by how much of a detour it is on his way."""
    scene = picture.scene
    board, name = scene.board, scene.scenario.map
    sources = _sources(picture)
    goals = frozenset(scene.exits(picture.foe_side))
    if not goals:
        goals = frozenset([board.by_label[label] for town in scene.scenario.towns for label in town.hexes])
    if not goals:
        goals = frozenset(cells_of(scene.zone(picture.side)))
    if not sources or not goals:
        return {}
    away = distances(name, "vehicle", sources)
    found: dict[Cell, float] = {}
    ends = [frozenset([cell]) for cell in sorted(goals)] if scene.scenario.towns else [goals]
    for end in ends:
        ahead = distances(name, "vehicle", end)
        least = min(ahead[cell] for cell in sources)
        for cell in board.cells:
            if away[cell] < FAR and ahead[cell] < FAR:
                weight = max(0.0, 1.0 - (away[cell] + ahead[cell] - least) / SLACK)
                if weight > 0:
                    found[cell] = max(found.get(cell, 0.0), weight)
    return found


def _sources(picture: Picture) -> frozenset[Cell]:
    """The hexes from which the enemy comes."""
    scene, state = picture.scene, picture.state
    assert picture.side in SIDES
    found: set[Cell] = set()
    for unit in state.units:
        if unit.side == picture.foe_side and unit.type != DUMMY:
            found.update(entries(scene, unit))
    return frozenset(found) or frozenset(cells_of(scene.zone(picture.foe_side)))
