"""A scenario as a small picture: the part of the map that is fought over, where each side begins, and with what."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from hulldown.core.board import Board, Cell
from hulldown.core.briefing import Zone
from hulldown.core.face import Face
from hulldown.core.orders import Side
from hulldown.draw.palette import SideColours
from hulldown.draw.shapes import Point, num, path_tag, tag, xy
from hulldown.draw.silhouettes import silhouette_of
from hulldown.draw.small_map import centre, framed, hexagon, layers
from hulldown.draw.styles import COLOURS

RATIO = 8 / 5
"""Width to height, that of the cards which show it."""
_MARGIN = 170
"""What is shown beyond the zones, a hex being 100 wide."""
_BEGINNINGS = ("setup", "entry", "reinforcement")


def scenario_svg(board: Board, face: Face, zones: Sequence[Zone], units: Mapping[Side, Mapping[str, int]]) -> str:
    """The picture; without zones it shows the whole board."""
    box = _box(board, zones)
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    body = layers(board, face)
    body += "".join(_zone(board, face, zone) for zone in zones if zone.kind in _BEGINNINGS)
    body += "".join(_flag(board, zone, box[2]) for zone in zones if zone.kind == "objective")
    for side, force in units.items():
        cells = next(
            (zone.cells for kind in _BEGINNINGS for zone in zones if (zone.kind, zone.side) == (kind, side)), ()
        )
        if cells and force:
            body += _counter(face, side, max(force, key=lambda name: force[name]), _mean(board, cells), middle, box[2])
    return framed(board, " ".join(num(value) for value in box), body)


def _box(board: Board, zones: Sequence[Zone]) -> tuple[float, float, float, float]:
    """What the zones take up, with a margin, in the shape of a card; a zone all over the map is the whole map."""
    told = [cell for zone in zones for cell in zone.cells if board.on_map[cell]]
    points = [centre(board, cell) for cell in told or board.cells]
    left, right = min(x for x, _ in points) - _MARGIN, max(x for x, _ in points) + _MARGIN
    top, bottom = min(y for _, y in points) - _MARGIN, max(y for _, y in points) + _MARGIN
    width, height = right - left, bottom - top
    wide, high = max(width, height * RATIO), max(height, width / RATIO)
    return left - (wide - width) / 2, top - (high - height) / 2, wide, high


def _mean(board: Board, cells: Sequence[Cell]) -> Point:
    points = [centre(board, cell) for cell in cells]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _colours(face: Face, side: Side) -> SideColours:
    named = next((entry.colour for entry in face.sides if entry.side == side), "grey")
    return COLOURS.sides[named]


def _zone(board: Board, face: Face, zone: Zone) -> str:
    """Where a side begins, washed with its colour: many hexes faintly."""
    d = "".join(hexagon(*centre(board, cell)) for cell in zone.cells if board.on_map[cell])
    return path_tag(d, fill=_colours(face, zone.side).deep, fill_opacity=0.12 if len(zone.cells) > 400 else 0.3)


def _flag(board: Board, zone: Zone, width: float) -> str:
    x, y = _mean(board, zone.cells)
    size = width / 30
    d = f"M{xy((x, y))}v{num(-1.6 * size)}l{num(size)} {num(0.4 * size)} {num(-size)} {num(0.45 * size)}"
    return path_tag(d, fill=COLOURS.select, stroke=COLOURS.ink, stroke_width=size / 8, stroke_linejoin="round")


def _counter(face: Face, side: Side, kind: str, at: Point, middle: Point, width: float) -> str:
    """The most numerous type of a force, on a counter of its side, turned to where the fight will be."""
    colours = _colours(face, side)
    one = silhouette_of(next((entry for entry in face.types if entry.type == kind), None))
    size = width / 8.5
    inward = math.dist(at, middle) or 1.0
    # From an edge it comes a little onto the map, so that it is seen whole.
    pulled = min(1.0, size * 0.5 / inward)
    place = (at[0] + (middle[0] - at[0]) * pulled, at[1] + (middle[1] - at[1]) * pulled)
    turn = 0.0 if one.upright else math.degrees(math.atan2(middle[1] - at[1], middle[0] - at[0]))
    cut = any(entry.side == side and entry.frame == "cut" for entry in face.sides)
    parts = "".join(
        path_tag(d, fill=colours.ink, stroke=colours.paper, stroke_width=2, stroke_linejoin="round") for d in one.top
    )
    plate = tag("rect", x=-50, y=-50, width=100, height=100, rx=0 if cut else 14, fill=colours.paper,
                stroke=colours.deep, stroke_width=5)  # fmt: skip
    if cut:
        plate = path_tag("M-32-50H32L50-32V32L32 50H-32L-50 32V-32Z", fill=colours.paper, stroke=colours.deep,
                         stroke_width=5)  # fmt: skip
    figure = tag("g", parts, transform=f"rotate({num(turn)}) scale(.88)")
    return tag("g", plate + figure, transform=f"translate({xy(place)}) scale({num(size / 100)})")
