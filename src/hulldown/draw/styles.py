"""How terrain is drawn, by name: colours and marks of hexes, hexsides with teeth, and lines such as roads and streams.

A name without a style still gets a colour of its own, so that any map is readable. Nothing is random: what looks
irregular comes from a hash.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from hulldown.draw.shapes import Point, jitter, outline, path_tag, tag, xy

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


GROUND: dict[str, Ground] = {
    "clear": Ground("", ""),
    "scrub": Ground("#d5d8a4", "bushes"),
    "rough": Ground("#d3c09a", "rocks"),
    "shellhole": Ground("#d0c3a4", "holes"),
    "light_woods": Ground("#c3d19d", "saplings"),
    "woods": Ground("#a9bd83", "trees"),
    "heavy_woods": Ground("#7f9d68", "firs"),
    "forest": Ground("#a9bd83", "trees"),
    "orchard": Ground("#c8d6a0", "trees"),
    "marsh": Ground("#bccdb5", "reeds"),
    "water": Ground("#a9c6d6", "waves"),
    "town": Ground("#d9cfc4", "houses"),
    "building": Ground("#d9cfc4", "houses"),
    "wood_building": Ground("#dccfb4", "cabins"),
    "brick_building": Ground("#dcc6b8", "houses"),
    "stone_building": Ground("#cfccc6", "blocks"),
    # What is drawn as a line needs no colour of its own.
    "gully": Ground("", ""),
    "stream": Ground("", ""),
    "ford": Ground("", ""),
    "bridge": Ground("", ""),
}
LINES: dict[str, Line] = {
    "slope": Line("#6b4522", 1.5, "low"),
    "cliff": Line("#2e2118", 4.0, "low"),
    "crest": Line("#8a3b12", 3.0, "both"),
    "berm": Line("#33291d", 3.2, "both"),
    "wall": Line("#6d6a65", 4.2, "bumps"),
    "hedgerow": Line("#4d6b35", 4.6, "bumps"),
    "stream": Line("#6f9fbd", 3.0, ""),
}
COURSES: dict[str, tuple[Stroke, ...]] = {
    "gully": (Stroke("#7d6038", 11, "1.2 2.6"), Stroke("#c9ad7b", 6.5, "")),
    "stream": (Stroke("#5d8aa5", 7.6, ""), Stroke("#9cc5dc", 5.6, "")),
    "path": (Stroke("#f8efd3", 3.0, ""), Stroke("#7d6642", 1.7, "5 2.6")),
    "road": (Stroke("#84714f", 5.2, ""), Stroke("#f8efd3", 3.4, "")),
}
"""Lines through hexes, in the order in which they are drawn."""
GROUND_TINTS = ("#dfe3c4", "#e6d3a3", "#d9bb82", "#c9a268", "#b88b55")
"""Ordinary ground, then each step above it."""
LOW_TINTS = ("#c3cdae", "#a9b799")
"""Each step below ordinary ground."""


def ground_style(terrain: str) -> Ground:
    """The style of a hex terrain."""
    hue = int(jitter("hue", terrain) * 360)
    return GROUND.get(terrain) or Ground(f"hsl({hue} 30% 75%)", "")


def side_style(terrain: str) -> Line:
    """The style of a hexside terrain."""
    hue = int(jitter("hue", terrain) * 360)
    return LINES.get(terrain) or Line(f"hsl({hue} 45% 38%)", 3.0, "")


def course_style(kind: str) -> tuple[Stroke, ...]:
    """The style of a line through hexes."""
    hue = int(jitter("hue", kind) * 360)
    return COURSES.get(kind) or (Stroke(f"hsl({hue} 40% 45%)", 3.0, "6 2"),)


def tint(step: int) -> str:
    """The colour of ground so many steps above (or, negative, below) ordinary ground."""
    return GROUND_TINTS[min(step, len(GROUND_TINTS) - 1)] if step >= 0 else LOW_TINTS[min(-step, len(LOW_TINTS)) - 1]


def in_order(names: Iterable[str], table: Iterable[str]) -> list[str]:
    """The names in the order of a style table, unknown ones last."""
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
        shade = ("#5f7f49", "#6d8c52", "#557543")[int(3 * jitter("shade", variant, number))]
        yield tag("ellipse", cx=x + 1.2, cy=y + 1.9, rx=r, ry=r * 0.75, fill="#3f5230", fill_opacity=0.35)
        yield tag("circle", cx=x, cy=y, r=r, fill=shade, stroke="#3c5230", stroke_width=0.5)
        yield tag("circle", cx=x - 1, cy=y - 1.1, r=r * 0.45, fill="#93ad6d", fill_opacity=0.75)


def _saplings(variant: int) -> Iterator[str]:
    yield from _trees(variant, 4, 10.0, "saplings")


def _firs(variant: int) -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"firs{variant}", 13, 5.8)):
        high = 8.6 + 1.6 * jitter("fir", variant, number)
        shade = ("#35563a", "#3f6343", "#2f4c34")[int(3 * jitter("shade", variant, number))]
        fir = outline((x - 3.4, y + high / 2), (x, y - high / 2), (x + 3.4, y + high / 2))
        yield path_tag(fir, fill=shade, stroke="#203526", stroke_width=0.5, stroke_linejoin="round")


def _bushes(variant: int) -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"bushes{variant}", 8, 7.0)):
        r = 1.5 + 0.8 * jitter("bush", variant, number)
        yield path_tag(f"M{xy((x - r, y + 1))}q{xy((r / 2, -3 * r / 2))} {xy((r, -r / 3))}t{xy((r, r / 3))}z",
                       fill="#98a463", stroke="#6f7a41", stroke_width=0.6)  # fmt: skip


def _rocks(variant: int) -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"rocks{variant}", 12, 5.6)):
        w = 2.2 + 1.4 * jitter("rock", variant, number)
        if number % 3 == 1:
            rock = outline((x - w, y + 1.5), (x - w * 0.4, y - 1.9), (x + w * 0.5, y - 1.2), (x + w, y + 1.5))
            yield path_tag(rock, fill="#b39b70", stroke="#73603f", stroke_width=0.6, stroke_linejoin="round")
        else:
            yield tag("circle", cx=x, cy=y, r=w / 4, fill="#7f6b47")


def _holes(variant: int) -> Iterator[str]:
    for x, y in _spots(f"holes{variant}", 6, 8.0):
        yield tag("ellipse", cx=x, cy=y, rx=3.2, ry=2.2, fill="#9c8660", stroke="#6d5a3a", stroke_width=0.6)


def _reeds(variant: int) -> Iterator[str]:
    for x, y in _spots(f"reeds{variant}", 7, 7.0):
        yield path_tag(f"M{xy((x - 3, y + 2))}h6m-3 0v-4m-1.5 4l-1 -3m4 3l1 -3", stroke="#5a7a5c", stroke_width=0.7)


def _waves(variant: int) -> Iterator[str]:
    for x, y in _spots(f"waves{variant}", 5, 8.0):
        yield path_tag(f"M{xy((x - 4, y))}q2 -2.4 4 0t4 0", stroke="#6a94ad", stroke_width=0.8)


def _houses(variant: int, fill: str = "#8f5d4a", edge: str = "#4c3026", key: str = "houses") -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"{key}{variant}", 4, 9.0)):
        turn = f"rotate({int(50 * jitter('turn', variant, number)) - 25} {xy((x, y))})"
        house = {"fill": fill, "stroke": edge}
        yield tag("rect", x=x - 3.6, y=y - 2.4, width=7.2, height=4.8, transform=turn, stroke_width=0.6, **house)


def _cabins(variant: int) -> Iterator[str]:
    yield from _houses(variant, "#9a7a4c", "#4f3c20", "cabins")


def _blocks(variant: int) -> Iterator[str]:
    yield from _houses(variant, "#8b8a86", "#3f3e3b", "blocks")


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
