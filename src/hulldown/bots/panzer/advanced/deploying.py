"""The setup: cover near what is to be held, with a view of where the enemy comes from; else the shortest way."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hulldown.bots.panzer.advanced.facing import best_facing
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.flying import bunched, exposed, guards_sky, hunted, load_tasks
from hulldown.bots.panzer.advanced.goals import Errand, errands, unarmed
from hulldown.bots.panzer.advanced.travel import FAR
from hulldown.core.board import Cell
from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.loading import scenario as scenario_named
from hulldown.games.panzer.rules import deployment
from hulldown.games.panzer.rules.advanced.play.activation import command_range
from hulldown.games.panzer.rules.advanced.play.assault import support
from hulldown.games.panzer.rules.advanced.play.facts import member_of, towed_of
from hulldown.games.panzer.rules.ground import ground_of
from hulldown.games.panzer.rules.verbs.base import SETUP
from hulldown.games.panzer.rules.verbs.kinds import DEPLOY

Jolt = Callable[[], float]
CLOSE = 3
"""Hexes from an objective within which those who hold it set up."""
VIEW = 14.0
"""What a view of all the ground before the objectives is worth."""
STACK = 4.0
"""What it costs to share a hex."""
ASTRAY = 1.5
"""What each hex costs that an AA gun stands away from the others on average."""
PAIRED = 12.0
"""What it is worth to set up with one of the same formation: both can act by one command."""
ALONE = 0.5
"""What a vehicle risks with nothing but closed ground in and around its hex, as a part of its worth."""
TOWN = 3
"""Hexes of closed ground in and around its own from which on they are more danger than cover."""
LASTING = 3.0
"""Turns of air attacks that count against a hex in the open."""
SIGHTED = 14
"""Hexes within which it is bad to be in sight of the enemy at the start."""


@lru_cache(maxsize=32)
def start_cells(scenario: str, side: str) -> tuple[Cell, ...]:
    """The hexes where a side sets up or comes on."""
    told = scenario_named(scenario)
    board = ground_of(told).board
    found: set[Cell] = set()
    for group in told.side(side).groups:
        found.update(board.edges[group.edge] if group.edge else deployment.zone(board, group))
    return tuple(sorted(found))


def deploy_order(field: Field, legal: Legal, jolt: Jolt) -> Order:
    """A setup of all units of the side."""
    given = errands(field)
    used: dict[Cell, float] = {}
    held: set[Cell] = set()
    starts = start_cells(field.state.scenario, field.foe)
    middle = _middle(field, starts)
    views: dict[tuple[bool, Cell], float] = {}
    stands: dict[int, Cell] = {}
    tasks = []
    placed = [unit for unit in legal.units if unit.unit in field.names]
    for unit in sorted(placed, key=lambda one: unarmed(field, field.names[one.unit])):
        index = field.names[unit.unit]
        option = unit.options[0]
        errand = given.get(index)
        scores = {}
        stack, guards = STACK + bunched(field, index), guards_sky(field, index)
        for cell in option.cells:
            worth = _worth(field, index, cell, errand, middle) - used.get(cell, 0.0) * stack + jolt()
            worth -= _stray(field, cell, used) if guards else 0.0
            worth += _paired(field, index, cell, stands)
            worth -= _alone(field, index, cell, stands)
            worth -= LASTING * exposed(field, index, cell) if hunted(field) else 0.0
            if errand is not None and not errand.goal.take:
                if (True, cell) not in views:
                    views[True, cell] = _view(field, cell, errand, middle)
                worth += views[True, cell]
                if cell in errand.goal.cells and cell not in held:
                    worth += 6.0
            scores[cell] = worth
        best = max(scores, key=lambda cell: (scores[cell], -cell))
        held.add(best)
        stands[index] = best
        used[best] = used.get(best, 0.0) + 1.0
        facing = best_facing(field, index, best, middle)
        tasks.append(Task(unit.unit, DEPLOY, (best,), facing if facing in option.facings else option.facings[0]))
    return Order(SETUP, (*tasks, *load_tasks(legal)), decision=legal.decision.id)


def _paired(field: Field, index: int, cell: Cell, stands: dict[int, Cell]) -> float:
    """What it is worth to guns and vehicles to set up where one other of a formation can share a command (6.2.1.1.3b).

    Infantry spreads out to hold ground, and under aircraft everybody does.
    """
    if unarmed(field, index) or field.leg(index) or hunted(field):
        return 0.0
    scene = field.scene
    formation, reach = member_of(scene, index).formation, command_range(scene, index)
    mates = [one for one in stands if member_of(scene, one).formation == formation and not unarmed(field, one)]
    near = [one for one in mates if field.board.distance(stands[one], cell) <= reach]
    single = [
        one for one in near
        if not any(field.board.distance(stands[one], stands[mate]) <= reach for mate in mates if mate != one)
    ]  # fmt: skip
    return PAIRED if single else 0.0


def _alone(field: Field, index: int, cell: Cell, stands: dict[int, Cell]) -> float:
    """What it costs a vehicle to set up in or beside closed ground that no infantry of its side holds.

    Assaults are likelier to come from there, and to succeed there (6.6.1.1.2-unsupported-a).
    """
    if not field.vehicle(index) or hunted(field):
        return 0.0
    guarded = {there for one, there in stands.items() if field.leg(one)}
    around = [one for one in (cell, *field.board.neighbours[cell]) if one >= 0 and one not in guarded]
    near = sum([support.closed(field.state, field.scene, one) for one in around])
    return ALONE * field.worth(index) * near / 7 if near >= TOWN else 0.0


def _stray(field: Field, cell: Cell, used: dict[Cell, float]) -> float:
    """What it costs an AA gun to stand away from those whom it guards."""
    if not used:
        return 0.0
    return ASTRAY * sum([field.board.distance(cell, one) for one in used]) / len(used)


def _middle(field: Field, cells: tuple[Cell, ...]) -> Cell:
    """The hex of some hexes that is nearest to their middle; -1 without any."""
    if not cells:
        return -1
    board = field.board
    q = sum(board.q[cell] for cell in cells) / len(cells)
    r = sum(board.r[cell] for cell in cells) / len(cells)
    return min(cells, key=lambda cell: ((board.q[cell] - q) ** 2 + (board.r[cell] - r) ** 2, cell))


def _worth(field: Field, index: int, cell: Cell, errand: Errand | None, middle: Cell) -> float:
    """What cover, distance and danger make of a hex for a unit."""
    unit = field.units[index]
    board = field.board
    away = board.distance(cell, middle) if middle >= 0 else 0
    if unarmed(field, index) and not errand_for_load(field, index):
        return 0.5 * min(away, 30) + 10.0 * field.shelter(index, cell)
    value = 3.0 * field.shelter(index, cell)
    sight = field.scene.seen_from(cell)
    spots = [field.units[foe].cell for foe in field.foes]
    near = sum(spot in sight and board.distance(cell, spot) < SIGHTED for spot in spots)
    if errand is None:
        return value - near
    if errand.goal.take:
        turns = errand.near(cell)
        return value - 0.6 * near - (6.0 * turns if turns < FAR else 200.0)
    far = min(board.distance(cell, goal) for goal in errand.goal.cells)
    value -= 2.5 * max(0, far - CLOSE) + 0.2 * far
    if towed_of(unit) is not None:
        value -= 0.3 * max(0, 3 - far)
    return value


def errand_for_load(field: Field, index: int) -> bool:
    """Whether a unit carries somebody into battle; before the game begins loads wait with it."""
    return any(
        unit.side == field.side and getattr(unit.detail, "carrier", -1) == index for unit in field.units
    )  # fmt: skip


def _view(field: Field, cell: Cell, errand: Errand, middle: Cell) -> float:
    """How much of the ground from which the enemy comes to an objective is in sight of a hex."""
    ground = _approach(field, errand, middle)
    if not ground:
        return 0.0
    sight = field.scene.seen_from(cell)
    return VIEW * sum(one in sight for one in ground) / len(ground)


def _approach(field: Field, errand: Errand, middle: Cell) -> tuple[Cell, ...]:
    """The hexes before an objective on the side of the enemy."""
    if middle < 0:
        return ()
    goal = min(errand.goal.cells)
    return _before(field.state.scenario, goal, middle)


@lru_cache(maxsize=64)
def _before(scenario: str, goal: Cell, middle: Cell) -> tuple[Cell, ...]:
    board = ground_of(scenario_named(scenario)).board
    far = board.distance(goal, middle)
    return tuple(
        [cell for cell in board.cells if 1 < board.distance(cell, goal) <= 9 and board.distance(cell, middle) < far - 1]
    )
