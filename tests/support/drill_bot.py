"""A bot for panzer that keeps to a drill, so that a test meets what a random game rarely has: overwatch on both sides.

Far from the enemy all drive at him. Near him they drive on the odd turns only; on the even ones a single vehicle waits
on overwatch and fires at the first enemy it may. One shot a turn at most: nobody can be shot to pieces before both
sides have been interrupted.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from hulldown.bots.seat import Seat
from hulldown.core.board import Board, Cell
from hulldown.core.decisions import PathDomain
from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable

NEAR = 9
"""Hexes between the forces at which the drill begins."""
FAR = 10_000


class DrillBot:
    """A bot that drives at the enemy and, when he is near, waits for him on even turns."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def decide(self, seat: Seat) -> Order:
        """The drill's order; where it says nothing, the one that does least."""
        legal = seat.legal
        kind, decision = legal.decision.kind, legal.decision.id
        if kind == "command":
            return Order(kind, self.commands(seat), decision=decision)
        if kind == "overwatch" and legal.units:
            unit = legal.units[0]
            return Order(kind, (Task(unit.unit, "OW", targets=unit.options[0].targets[:1]),), decision=decision)
        if kind == "move":
            order = Order(kind, tuple(_drives(seat)), decision=decision)
            if order.tasks and not seat.check(order):
                return order
        assert legal.idle is not None
        return Order(legal.idle.kind, legal.idle.tasks, legal.idle.choice, decision)

    def commands(self, seat: Seat) -> tuple[Task, ...]:
        own, enemies = places(seat, True), places(seat, False)
        if not enemies:
            return ()
        mine = sorted(own, key=lambda name: (min(seat.board.distance(own[name], e) for e in enemies.values()), name))
        if seat.view.turn % 2 or gap(seat.board, own.values(), enemies.values()) > NEAR:
            return tuple(Task(name, "MOVE") for name in mine)
        return tuple(Task(name, "NC" if number else "OW") for number, name in enumerate(mine))


def places(seat: Seat, own: bool) -> dict[str, Cell]:
    return {piece.id: piece.cell for piece in seat.view.pieces if (piece.side == seat.side) is own}


def gap(board: Board, some: Iterable[Cell], others: Iterable[Cell]) -> int:
    """The hexes between the nearest two of both."""
    there = tuple(others)
    return min((board.distance(a, b) for a in some for b in there), default=0)


def _drives(seat: Seat) -> Iterable[Task]:
    enemies = tuple(places(seat, False).values())
    for unit in seat.legal.units:
        option = next((one for one in unit.options if one.kind == "MOVE" and one.path and one.path.facing >= 0), None)
        if option is None or option.path is None or not enemies:
            continue
        left = to_go(seat.board, seat.tables[option.path.table], enemies)
        ways = ways_of(option.path, seat.tables[option.path.table], seat.tables[option.path.turns], seat.board)
        ends = {
            cell: way
            for cell, way in ways.items()
            if cell not in option.path.shut and left[cell] < left[option.path.start]
        }
        if ends:
            yield Task(unit.unit, "MOVE", min(ends.items(), key=lambda item: (left[item[0]], item[0]))[1])


def to_go(board: Board, table: CostTable, goals: Iterable[Cell]) -> list[int]:
    """What it costs from every cell to come to one of the goals, turns not counted."""
    found = [FAR] * board.size
    queue = []
    for goal in goals:
        found[goal] = 0
        queue.append((0, goal))
    while queue:
        spent, cell = heappop(queue)
        if spent > found[cell]:
            continue
        for way, before in enumerate(board.neighbours[cell]):
            cost = table[before][(way + 3) % 6] if before >= 0 else IMPOSSIBLE
            if cost != IMPOSSIBLE and spent + min(cost, WHOLE) < found[before]:
                found[before] = spent + min(cost, WHOLE)
                heappush(queue, (found[before], before))
    return found


def ways_of(domain: PathDomain, table: CostTable, turns: CostTable, board: Board) -> dict[Cell, tuple[Cell, ...]]:
    """The cheapest way to every cell in reach of a vehicle that pays for turning."""
    best: dict[tuple[Cell, int], int] = {(domain.start, domain.facing): 0}
    queue: list[tuple[int, tuple[Cell, ...], int]] = [(0, (domain.start,), domain.facing)]
    found: dict[Cell, tuple[Cell, ...]] = {}
    while queue:
        spent, way, facing = heappop(queue)
        here = way[-1]
        if spent > best[here, facing]:
            continue
        if here != domain.start:
            found.setdefault(here, way[1:])
        for direction, ahead in enumerate(board.neighbours[here]):
            cost = table[here][direction] if ahead >= 0 else IMPOSSIBLE
            if cost == IMPOSSIBLE or cost >= WHOLE:
                continue
            turned = min((direction - facing) % 6, (facing - direction) % 6)
            if turned > domain.free:
                if turns[here][0] == IMPOSSIBLE:
                    continue
                cost += turns[here][0] + (here in domain.extra)
            total = spent + cost + (ahead in domain.extra)
            if total <= domain.allowance and total < best.get((ahead, direction), FAR):
                best[ahead, direction] = total
                heappush(queue, (total, (*way, ahead), direction))
    return found
