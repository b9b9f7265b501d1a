"""How styles of terrain are drawn: colours and marks of hexes, hexsides with teeth, lines such as roads.

A face says which terrain has which style. A terrain without one still gets a colour of its own, so that any map is
readable. Nothing is random: what looks irregular comes from a hash.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from hulldown.core.face import Face, HexStyle, LineStyle, SideStyle
from hulldown.draw.palette import palette
from hulldown.draw.shapes import INK, Point, jitter, outline, path_tag, tag, xy

VARIANTS = 7


class Ground(NamedTuple):
    """How a hex terrain is drawn: the colour under it and the marks on it (a key of `MARKS`, or "")."""

    fill: str
    marks: str


class Line(NamedTuple):
    """How a hexside terrain is drawn: a colour, a width, and the teeth ("low", "both", "bumps" or "") along it."""

    colour: str
    width: float
    teeth: str


class Stroke(NamedTuple):
    """One stroke of a line through hexes, the lowest first: a colour, a width and a dash ("" for none)."""

    colour: str
    width: float
    dash: str


COLOURS = palette()
"""Maps are printed in the light theme."""

_MARKS: dict[HexStyle, str] = {
    "bushes": "bushes", "stones": "rocks", "craters": "holes", "saplings": "saplings", "trees": "trees", "firs": "firs",
    "reeds": "reeds", "water": "waves", "cabins": "cabins", "houses": "houses", "blocks": "blocks",
}  # fmt: skip
SIDES: dict[SideStyle, Line] = {
    "hachures": Line(COLOURS.cliff, 1.5, "low"),
    "cliff": Line(INK, 4.0, "low"),
    "ridge": Line(COLOURS.select, 3.0, "both"),
    "bank": Line(COLOURS.berm, 3.2, "both"),
    "wall": Line(COLOURS.wall, 4.2, "bumps"),
    "hedge": Line(COLOURS.hedge, 4.6, "bumps"),
    "water": Line(COLOURS.water_edge, 3.0, ""),
    "line": Line(COLOURS.track, 3.0, ""),
}
LINES: dict[LineStyle, tuple[Stroke, ...]] = {
    "ditch": (Stroke(COLOURS.gully, 11, "1.2 2.6"), Stroke(COLOURS.berm_light, 6.5, "")),
    "water": (Stroke(COLOURS.water_edge, 7.6, ""), Stroke(COLOURS.water, 5.6, "")),
    "track": (Stroke(COLOURS.road, 3.0, ""), Stroke(COLOURS.track, 1.7, "5 2.6")),
    "road": (Stroke(COLOURS.road_edge, 5.2, ""), Stroke(COLOURS.road, 3.4, "")),
}
LOWER, *GROUND_TINTS = COLOURS.levels
"""Ground below the ordinary; ordinary ground, then each step above it."""


class Styles:
    """The styles of a face, by terrain."""

    def __init__(self, face: Face) -> None:
        self.hexes = {entry.terrain: entry for entry in face.hexes}
        self.sides = {entry.terrain: entry for entry in face.hexsides}
        self.lines = {entry.terrain: entry for entry in face.lines}

    def hex_style(self, terrain: str) -> HexStyle | None:
        """The style of a hex; None where the face does not know it."""
        return self.hexes[terrain].style if terrain in self.hexes else None

    def ground(self, terrain: str) -> Ground:
        """The colour and marks of a hex."""
        style = self.hex_style(terrain)
        if style is None:
            return Ground(_hue(terrain, 30, 75), "")
        return Ground(COLOURS.floors.get(style, ""), _MARKS.get(style, ""))

    def side(self, terrain: str) -> Line:
        """How a hexside is drawn."""
        return SIDES[self.sides[terrain].style] if terrain in self.sides else Line(_hue(terrain, 45, 38), 3.0, "")

    def line(self, terrain: str) -> tuple[Stroke, ...]:
        """How a line through hexes is drawn."""
        return (
            LINES[self.lines[terrain].style] if terrain in self.lines else (Stroke(_hue(terrain, 40, 45), 3.0, "6 2"),)
        )

    def named(self, style: LineStyle) -> str:
        """The first line of a style; the style itself where there is none."""
        return next((terrain for terrain, entry in self.lines.items() if entry.style == style), style)

    def dry(self) -> list[str]:
        """The lines that cross a bridge or ford, roads before tracks."""
        return [terrain for style in ("road", "track") for terrain, line in self.lines.items() if line.style == style]


def _hue(terrain: str, saturation: int, lightness: int) -> str:
    """A colour that depends on the name alone."""
    return f"hsl({int(jitter('hue', terrain) * 360)} {saturation}% {lightness}%)"


def tint(step: int) -> str:
    """The colour of ground so many steps above (or, negative, below) ordinary ground."""
    return GROUND_TINTS[min(step, len(GROUND_TINTS) - 1)] if step >= 0 else LOWER


def in_order(names: Iterable[str], table: Iterable[str]) -> list[str]:
    """The names in the order of a table, unknown ones last."""
    order = list(table)
    return sorted(set(names), key=lambda name: (order.index(name) if name in order else len(order), name))


# Marks: each draws one variant of a hex's filling around (0, 0) and keeps clear of the label in its upper part.


def _spots(key: str, wanted: int, apart: float) -> list[Point]:
    """Well-spread places inside a hex, from the top down so that nearer marks overlap farther ones."""
    found: list[Point] = []
    for attempt in range(400):
        x, y = (jitter(key, attempt, "x") - 0.5) * 32, (jitter(key, attempt, "y") - 0.5) * 31
        inside = abs(y) < 15.5 and abs(x) * 0.866 + abs(y) * 0.5 < 15.5
        label = abs(x) < 10.5 and y < -7.5
        if inside and not label and all(math.dist((x, y), spot) >= apart for spot in found):
            found.append((x, y))
        if len(found) == wanted:
            break
    return sorted(found, key=lambda spot: spot[1])


def _trees(variant: int, wanted: int = 9, apart: float = 7.4, key: str = "trees") -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"{key}{variant}", wanted, apart)):
        r = 3.3 + 1.3 * jitter("tree", variant, number)
        shade = COLOURS.trees[int(3 * jitter("shade", variant, number))]
        yield tag("ellipse", cx=x + 1.2, cy=y + 1.9, rx=r, ry=r * 0.75, fill=COLOURS.tree_shade)
        yield tag("circle", cx=x, cy=y, r=r, fill=shade, stroke=COLOURS.trees[2], stroke_width=0.5)
        yield tag("circle", cx=x - 1, cy=y - 1.1, r=r * 0.45, fill=COLOURS.woods[0], fill_opacity=0.6)


def _saplings(variant: int) -> Iterator[str]:
    yield from _trees(variant, 4, 10.0, "saplings")


def _firs(variant: int) -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"firs{variant}", 13, 5.8)):
        high = 8.6 + 1.6 * jitter("fir", variant, number)
        shade = COLOURS.trees[1 + int(2 * jitter("shade", variant, number))]
        fir = outline((x - 3.4, y + high / 2), (x, y - high / 2), (x + 3.4, y + high / 2))
        yield path_tag(fir, fill=shade, stroke=INK, stroke_width=0.5, stroke_linejoin="round")


def _bushes(variant: int) -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"bushes{variant}", 8, 7.0)):
        r = 1.5 + 0.8 * jitter("bush", variant, number)
        yield path_tag(f"M{xy((x - r, y + 1))}q{xy((r / 2, -3 * r / 2))} {xy((r, -r / 3))}t{xy((r, r / 3))}z",
                       fill=COLOURS.scrub, stroke=COLOURS.scrub, stroke_width=0.6)  # fmt: skip


def _rocks(variant: int) -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"rocks{variant}", 12, 5.6)):
        w = 2.2 + 1.4 * jitter("rock", variant, number)
        if number % 3 == 1:
            rock = outline((x - w, y + 1.5), (x - w * 0.4, y - 1.9), (x + w * 0.5, y - 1.2), (x + w, y + 1.5))
            yield path_tag(
                rock, fill=COLOURS.berm_light, stroke=COLOURS.stones, stroke_width=0.6, stroke_linejoin="round"
            )
        else:
            yield tag("circle", cx=x, cy=y, r=w / 4, fill=COLOURS.stones)


def _holes(variant: int) -> Iterator[str]:
    for x, y in _spots(f"holes{variant}", 6, 8.0):
        yield tag("ellipse", cx=x, cy=y, rx=3.2, ry=2.2, fill=COLOURS.craters, stroke=COLOURS.stones, stroke_width=0.6)


def _reeds(variant: int) -> Iterator[str]:
    for x, y in _spots(f"reeds{variant}", 7, 7.0):
        yield path_tag(f"M{xy((x - 3, y + 2))}h6m-3 0v-4m-1.5 4l-1 -3m4 3l1 -3", stroke=COLOURS.reeds, stroke_width=0.7)


def _waves(variant: int) -> Iterator[str]:
    for x, y in _spots(f"waves{variant}", 5, 8.0):
        yield path_tag(f"M{xy((x - 4, y))}q2 -2.4 4 0t4 0", stroke=COLOURS.water_edge, stroke_width=0.8)


def _houses(variant: int, key: str = "houses") -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"{key}{variant}", 4, 9.0)):
        turn = f"rotate({int(50 * jitter('turn', variant, number)) - 25} {xy((x, y))})"
        house = {"fill": COLOURS.roofs[key], "stroke": INK}
        yield tag("rect", x=x - 3.6, y=y - 2.4, width=7.2, height=4.8, transform=turn, stroke_width=0.6, **house)


def _cabins(variant: int) -> Iterator[str]:
    yield from _houses(variant, "cabins")


def _blocks(variant: int) -> Iterator[str]:
    yield from _houses(variant, "blocks")


MARKS: dict[str, Callable[[int], Iterator[str]]] = {
    "trees": _trees,
    "saplings": _saplings,
    "firs": _firs,
    "bushes": _bushes,
    "rocks": _rocks,
    "holes": _holes,
    "reeds": _reeds,
    "waves": _waves,
    "houses": _houses,
    "cabins": _cabins,
    "blocks": _blocks,
}
