"""Where to face: towards enemies that matter."""

from __future__ import annotations

from hulldown.bots.panzer.advanced.field import Field
from hulldown.core.board import Cell
from hulldown.games.panzer.rules.arcs import in_front


def best_facing(field: Field, index: int, cell: Cell, towards: Cell = -1) -> int:
    """The facing with most of the danger in front; without enemies towards a hex; -1: it does not matter."""
    board = field.board
    spots: list[tuple[Cell, float]] = []
    sight = field.scene.seen_from(cell)
    for foe in field.foes:
        there = field.units[foe].cell
        far = board.distance(cell, there)
        if far:
            weight = (3.0 if there in sight else 0.6) / far
            spots.append((there, weight * (0.05 + max(field.threat(foe, index, far), field.threat(index, foe, far)))))
    if towards >= 0 and towards != cell:
        spots.append((towards, 0.002))
    best, most = -1, 0.0
    for way in range(6):
        total = 0.0
        for there, weight in spots:
            if in_front(way, board.q[there] - board.q[cell], board.r[there] - board.r[cell]):
                total += weight
            elif in_front((way + 3) % 6, board.q[there] - board.q[cell], board.r[there] - board.r[cell]):
                total -= weight
        if best < 0 or total > most + 1e-9:
            best, most = way, total
    return best if spots else -1
