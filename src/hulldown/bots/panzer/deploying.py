"""The setup: cover with a field of fire over the enemy's ways for those who wait, the shortest way for the others."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from hulldown.bots.panzer.driving import Shaken, shaken
from hulldown.bots.panzer.goals import EXIT, Errand, errands
from hulldown.bots.panzer.odds import blow
from hulldown.bots.panzer.picture import Picture
from hulldown.bots.panzer.travel import FAR, step_times, turns_to
from hulldown.core.board import Cell
from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.loading import Scenario, scenarios
from hulldown.games.panzer.rules.arcs import aspect, in_front
from hulldown.games.panzer.rules.ground import Ground, ground_of
from hulldown.games.panzer.rules.state import ON_MAP, enemy_of
from hulldown.games.panzer.rules.verbs.base import SETUP
from hulldown.games.panzer.rules.verbs.kinds import DEPLOY

SHELTER = {"none": 0.0, "light": 3.0, "medium": 9.0, "heavy": 13.0}
"""What cover is worth to a vehicle that waits for the enemy, in victory points."""
LANE = 30.0
"""What a field of fire over all of the enemy's ways is worth."""
SPREAD = 6.0
"""What it costs to share a hex."""
OPEN = 10.0
"""What it costs to be in sight of where the enemy starts."""


@lru_cache(maxsize=32)
def starts(scenario: str, side: str) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """For each group of a side its commonest card and the cells where it starts or comes on."""
    told = scenarios()[scenario]
    board = ground_of(told).board
    found = []
    for group in told.side(side).groups:
        kind = max(group.units, key=lambda force: force.count).card
        if group.edge:
            cells = board.edges[group.edge]
        elif group.zone:
            cells = tuple(sorted(board.regions[group.zone]))
        else:
            cells = tuple(board.by_label[label] for label in group.hexes)
        found.append((kind, cells))
    return tuple(found)


@lru_cache(maxsize=32)
def approaches(scenario: str, side: str) -> tuple[tuple[Cell, str], ...]:
    """The cells of the ways that the enemy of a side will take to what it wants, with the card that comes by each."""
    told = scenarios()[scenario]
    ground = ground_of(told)
    foe = enemy_of(side)
    found: dict[Cell, str] = {}
    for kind, cells in starts(scenario, foe):
        for goals in _wishes(told, ground, foe):
            times = turns_to(ground, kind, goals)
            ordered = sorted(cells, key=lambda cell: (times[cell], cell))
            for start in (ordered[0], ordered[len(ordered) // 2]):
                for cell in _way(ground, kind, times, start):
                    found.setdefault(cell, kind)
    return tuple(sorted(found.items()))


def _wishes(told: Scenario, ground: Ground, side: str) -> list[frozenset[Cell]]:
    """What a side goes for: objectives that score for it or its enemy, and edges."""
    found = [
        frozenset(ground.board.by_label[label] for label in objective.hexes)
        for objective in told.objectives
        if objective.holder != side
    ]
    return found + [frozenset(ground.board.edges[way.edge]) for way in told.exits if way.side == side]


def _way(ground: Ground, kind: str, times: list[float], start: Cell) -> list[Cell]:
    """The quickest way from a cell to the goals of a table."""
    steps = step_times(ground, kind)
    way, here = [start], start
    while times[here] > 0 and times[here] < FAR:
        near = enumerate(ground.board.neighbours[here])
        here = min((steps[here][way] + times[cell], cell) for way, cell in near if cell >= 0)[1]
        if here in way:
            break
        way.append(here)
    return way


def deploy_order(picture: Picture, legal: Legal, rng: Random) -> Order:
    """A setup of all vehicles of the side."""
    jolt = shaken(picture, rng)
    names = {unit.id: index for index, unit in enumerate(picture.units)}
    given = errands(picture)
    lanes: dict[tuple[str, tuple[Cell, ...]], dict[Cell, float]] = {}
    used: dict[Cell, int] = {}
    tasks = []
    for unit in legal.units:
        index = names[unit.unit]
        option = unit.options[0]
        kind = picture.units[index].type
        key = (kind, option.cells)
        if key not in lanes:
            lanes[key] = {cell: _ground_worth(picture, index, cell) for cell in option.cells}
        cell = _best(picture, index, given.get(index), lanes[key], used, jolt)
        used[cell] = used.get(cell, 0) + 1
        facing = max(option.facings, key=lambda way: (_outlook(picture, kind, cell, way), -way))
        tasks.append(Task(unit.unit, DEPLOY, (cell,), facing))
    return Order(SETUP, tuple(tasks), decision=legal.decision.id)


def _best(
    picture: Picture, index: int, errand: Errand | None, lanes: dict[Cell, float], used: dict[Cell, int], jolt: Shaken
) -> Cell:
    def worth(cell: Cell) -> float:
        value = lanes[cell] - SPREAD * used.get(cell, 0)
        if errand is not None:
            value += errand.at(cell) * (3.0 if errand.goal.kind == EXIT else 1.0)
        return value + jolt()

    scores = {cell: worth(cell) for cell in lanes}
    return max(scores, key=lambda cell: (scores[cell], -cell))


def _ground_worth(picture: Picture, index: int, cell: Cell) -> float:
    """What cover, field of fire and sight of the enemy make of a cell."""
    unit = picture.units[index]
    ground, board = picture.ground, picture.board
    value = SHELTER[ground.fire_cover[cell]]
    sight = picture.scene.seen_from(cell)
    card = cards()[unit.type]
    if card.ap is not None:
        ways = approaches(picture.scenario.id, picture.side)
        total = 0.0
        for spot, kind in ways:
            if spot in sight:
                away = board.distance(cell, spot)
                if card.reaches(away):
                    total += blow(unit.type, kind, away, "front", "none", True, watch="overwatch").value
        value += LANE * total / max(1, len(ways)) * 3
    if any(enemy.side != unit.side and enemy.status == ON_MAP for enemy in picture.units):
        value -= picture.threat(cell, unit.type, -1, "", False) * picture.worths[index]
        value += 0.3 * sum([chance.gain for chance in picture.chances(cell, unit.type, False)[:1]])
    else:
        cells = [spot for _, group in starts(picture.scenario.id, picture.foe) for spot in group[::5]]
        near = sum(spot in sight and board.distance(spot, cell) <= 14 for spot in cells)
        value -= OPEN * near / max(1, len(cells))
    return value


def _outlook(picture: Picture, kind: str, cell: Cell, facing: int) -> float:
    """How much of the enemy's ways and starting places a facing has in front, or a fixed gun in its field of fire."""
    board, sight, card = picture.board, picture.scene.seen_from(cell), cards()[kind]
    ways = approaches(picture.scenario.id, picture.side)
    from_ = [spot for _, group in starts(picture.scenario.id, picture.foe) for spot in group[::5]]
    spots = [(spot, 1.0 / len(ways)) for spot, _ in ways if spot in sight and board.distance(cell, spot) <= card.reach]
    spots += [(spot, 0.5 / len(from_)) for spot in from_]
    spots += [(picture.units[index].cell, 1.0 / len(picture.foes)) for index in picture.foes]
    value = 0.0
    for spot, weight in spots:
        dq, dr = board.q[spot] - board.q[cell], board.r[spot] - board.r[cell]
        if not (dq or dr):
            continue
        shown = aspect(facing, dq, dr)
        value += weight * (1 if shown == "front" else -1 if shown == "rear" else 0)
        if in_front(facing, dq, dr):
            value += weight * (0.3 if card.all_round else 2.0)
    return value
