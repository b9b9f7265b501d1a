"""What a hexside joins, and which hexside two hexes share: for tests of what lines meet."""

from __future__ import annotations

from hulldown.core.hex import DIRECTIONS, Hex, Side, neighbour, side


def subtract(a: Hex, b: Hex) -> Hex:
    return Hex(a.q - b.q, a.r - b.r)


def direction_to(a: Hex, b: Hex) -> int | None:
    """The direction from a to its neighbour b, or None when they are not adjacent."""
    step = subtract(b, a)
    return DIRECTIONS.index(step) if step in DIRECTIONS else None


def side_hexes(edge: Side) -> tuple[Hex, Hex]:
    return edge.hex, neighbour(edge.hex, edge.direction)


def side_between(a: Hex, b: Hex) -> Side:
    direction = direction_to(a, b)
    if direction is None:
        raise ValueError(f"{a} and {b} are not adjacent")
    return side(a, direction)
