"""A board as a printable SVG map.

Terrain is drawn by name from the two style tables; a name they do not know still gets a colour of its own, its initial
and a line in the legend, so a new map is readable before anyone has drawn a style for it. Nothing is random: what
looks irregular comes from a hash of the hex.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from hulldown.core.board import LETTERS, Board, Cell

Point = tuple[float, float]

SIZE = 20.0
"""From the centre of a hex to a corner."""
HEIGHT = SIZE * math.sqrt(3)
MARGIN = 54.0
FOOT = 176.0
VARIANTS = 7
INK = "#3a3226"
PAPER = "#f6f1e2"
LEGEND_WIDTH = 245
SERIF = "Georgia, DejaVu Serif, serif"
SANS = "Helvetica, DejaVu Sans, sans-serif"


class Ground(NamedTuple):
    """How a hex terrain is drawn: the colour under it and the marks on it (a key of `MARKS`, or "")."""

    fill: str
    marks: str


class Line(NamedTuple):
    """How a hexside terrain is drawn: a colour, a width, and the teeth ("low", "both" or "") along it."""

    colour: str
    width: float
    teeth: str


GROUND: dict[str, Ground] = {
    "clear": Ground("", ""),
    "woods": Ground("#a9bd83", "trees"),
    "forest": Ground("#a9bd83", "trees"),
    "orchard": Ground("#c8d6a0", "trees"),
    "rough": Ground("#d3c09a", "rocks"),
    "marsh": Ground("#bccdb5", "reeds"),
    "water": Ground("#a9c6d6", "waves"),
    "town": Ground("#d9cfc4", "houses"),
    "building": Ground("#d9cfc4", "houses"),
}
LINES: dict[str, Line] = {
    "slope": Line("#6b4522", 1.5, "low"),
    "berm": Line("#33291d", 3.2, "both"),
    "wall": Line("#5d5a55", 2.6, ""),
    "hedgerow": Line("#4d6b35", 4.0, ""),
    "stream": Line("#6f9fbd", 3.0, ""),
}
GROUND_TINTS = ("#dfe3c4", "#e6d3a3", "#d9bb82", "#c9a268", "#b88b55")
"""Ordinary ground, then each step above it."""
LOW_TINTS = ("#c3cdae", "#a9b799")
"""Each step below ordinary ground."""


def svg(board: Board) -> str:
    """The board as an SVG document."""
    width = 2 * MARGIN + SIZE * (1.5 * board.columns + 0.5)
    height = 2 * MARGIN + HEIGHT * (board.rows + 0.5) + FOOT
    grid = _path(_rings(board, board.cells), class_="grid", stroke=INK, stroke_width=0.5, stroke_opacity=0.32)
    body = [
        f"<title>{escape(board.title)}</title>",
        *_definitions(board),
        _tag("rect", width=width, height=height, fill=PAPER),
        *_country(board),
        *_roads(board),
        grid,
        *_hexsides(board),
        *_labels(board),
        *_names(board),
        *_edges(board, width, height),
        *_foot(board, width, height),
    ]
    return _tag(
        "svg", "\n" + "\n".join(body) + "\n", xmlns="http://www.w3.org/2000/svg", width=width, height=height,
        viewBox=f"0 0 {_n(width)} {_n(height)}", font_family=SERIF,
    ) + "\n"  # fmt: skip


def centre(board: Board, cell: Cell) -> Point:
    """The middle of a hex on the sheet."""
    column, row = board.column_row(cell)
    lowered = (column % 2 == 0) == (board.high_columns == "odd")
    return MARGIN + SIZE * (1.5 * column - 0.5), MARGIN + HEIGHT * (row - 0.5 + (0.5 if lowered else 0.0))


def side_ends(board: Board, cell: Cell, direction: int) -> tuple[Point, Point]:
    """Both ends of a hexside, clockwise as seen from the hex."""
    around = _corners(centre(board, cell), SIZE)
    return around[direction], around[(direction + 1) % 6]


# Small builders. Attribute names are written as Python words: class_ is class, stroke_width is stroke-width.


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:.1f}".removesuffix(".0")
    return "0" if text in ("-0", "") else text


def _tag(name: str, body: str = "", **attributes: str | float) -> str:
    """An SVG element; `body` is already escaped."""
    words = [name]
    for key, value in attributes.items():
        words.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else _n(value))}")
    opened = " ".join(words)
    return f"<{opened}>{body}</{name}>" if body else f"<{opened}/>"


def _path(d: str, **attributes: str | float) -> str:
    """A path, unfilled unless told otherwise."""
    attributes.setdefault("fill", "none")
    return _tag("path", "", d=d, **attributes)


def _words(words: str, at: Point, **attributes: str | float) -> str:
    return _tag("text", escape(words), x=at[0], y=at[1], **attributes)


def _at(point: Point) -> str:
    return f"{_n(point[0])} {_n(point[1])}"


def _shape(*points: Point) -> str:
    return "M" + "L".join(_at(point) for point in points) + "Z"


def _stroke(a: Point, b: Point) -> str:
    return f"M{_at(a)}L{_at(b)}"


def _toward(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _corners(middle: Point, size: float) -> list[Point]:
    """The six corners, such that side d runs from corner d to corner d+1."""
    turns = [math.radians(60 * k - 120) for k in range(6)]
    return [(middle[0] + size * math.cos(turn), middle[1] + size * math.sin(turn)) for turn in turns]


def _rings(board: Board, cells: Iterable[Cell], size: float = SIZE) -> str:
    """The outlines of hexes as one path."""
    return "".join(_shape(*_corners(centre(board, cell), size)) for cell in cells)


def _jitter(*key: object) -> float:
    """A number from 0 to 1 that depends only on the key."""
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=4).digest(), "big") / 2**32


# Styles, with a fallback for names that have none.


def _ground(terrain: str) -> Ground:
    hue = int(_jitter("hue", terrain) * 360)
    return GROUND.get(terrain) or Ground(f"hsl({hue} 30% 75%)", "")


def _line(terrain: str) -> Line:
    hue = int(_jitter("hue", terrain) * 360)
    return LINES.get(terrain) or Line(f"hsl({hue} 45% 38%)", 3.0, "")


def _ordinary(board: Board) -> int:
    """The elevation that most hexes have."""
    return Counter(board.elevation[cell] for cell in board.cells).most_common(1)[0][0]


def _tint(step: int) -> str:
    """The colour of ground so many steps above (or, negative, below) ordinary ground."""
    return GROUND_TINTS[min(step, len(GROUND_TINTS) - 1)] if step >= 0 else LOW_TINTS[min(-step, len(LOW_TINTS)) - 1]


def _present(names: Iterable[str]) -> list[str]:
    """The names in the order of the style tables, unknown ones last."""
    order = [*GROUND, *LINES]
    return sorted(set(names), key=lambda name: (order.index(name) if name in order else len(order), name))


# Marks: each draws one variant of a hex's filling around (0, 0) and keeps clear of the label in its upper part.


def _spots(key: str, wanted: int, apart: float) -> list[Point]:
    """Well-spread places inside a hex, from the top down so that nearer marks overlap farther ones."""
    found: list[Point] = []
    for attempt in range(400):
        x, y = (_jitter(key, attempt, "x") - 0.5) * 32, (_jitter(key, attempt, "y") - 0.5) * 31
        inside = abs(y) < 15.5 and abs(x) * 0.866 + abs(y) * 0.5 < 15.5
        label = abs(x) < 10.5 and y < -7.5
        if inside and not label and all(math.dist((x, y), spot) >= apart for spot in found):
            found.append((x, y))
        if len(found) == wanted:
            break
    return sorted(found, key=lambda spot: spot[1])


def _trees(variant: int) -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"trees{variant}", 9, 7.4)):
        r = 3.3 + 1.3 * _jitter("tree", variant, number)
        shade = ("#5f7f49", "#6d8c52", "#557543")[int(3 * _jitter("shade", variant, number))]
        yield _tag("ellipse", cx=x + 1.2, cy=y + 1.9, rx=r, ry=r * 0.75, fill="#3f5230", fill_opacity=0.35)
        yield _tag("circle", cx=x, cy=y, r=r, fill=shade, stroke="#3c5230", stroke_width=0.5)
        yield _tag("circle", cx=x - 1, cy=y - 1.1, r=r * 0.45, fill="#93ad6d", fill_opacity=0.75)


def _rocks(variant: int) -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"rocks{variant}", 12, 5.6)):
        w = 2.2 + 1.4 * _jitter("rock", variant, number)
        if number % 3 == 1:
            rock = _shape((x - w, y + 1.5), (x - w * 0.4, y - 1.9), (x + w * 0.5, y - 1.2), (x + w, y + 1.5))
            yield _path(rock, fill="#b39b70", stroke="#73603f", stroke_width=0.6, stroke_linejoin="round")
        else:
            yield _tag("circle", cx=x, cy=y, r=w / 4, fill="#7f6b47")


def _reeds(variant: int) -> Iterator[str]:
    for x, y in _spots(f"reeds{variant}", 7, 7.0):
        yield _path(f"M{_at((x - 3, y + 2))}h6m-3 0v-4m-1.5 4l-1 -3m4 3l1 -3", stroke="#5a7a5c", stroke_width=0.7)


def _waves(variant: int) -> Iterator[str]:
    for x, y in _spots(f"waves{variant}", 5, 8.0):
        yield _path(f"M{_at((x - 4, y))}q2 -2.4 4 0t4 0", stroke="#6a94ad", stroke_width=0.8)


def _houses(variant: int) -> Iterator[str]:
    for number, (x, y) in enumerate(_spots(f"houses{variant}", 4, 9.0)):
        turn = f"rotate({int(50 * _jitter('turn', variant, number)) - 25} {_at((x, y))})"
        house = {"fill": "#8f5d4a", "stroke": "#4c3026"}
        yield _tag("rect", x=x - 3.6, y=y - 2.4, width=7.2, height=4.8, transform=turn, stroke_width=0.6, **house)


MARKS: dict[str, Callable[[int], Iterator[str]]] = {
    "trees": _trees,
    "rocks": _rocks,
    "reeds": _reeds,
    "waves": _waves,
    "houses": _houses,
}


# The layers of the map, from the ground up.


def _definitions(board: Board) -> Iterator[str]:
    blur = _tag("feGaussianBlur", stdDeviation=4.5)
    yield "<defs>" + _tag("filter", blur, id="soft", x="-5%", y="-5%", width="110%", height="110%")
    yield _tag("clipPath", _path(_rings(board, board.cells), fill="#000"), id="sheet")
    for marks in sorted({_ground(board.terrain[cell]).marks for cell in board.cells} - {""}):
        for variant in range(VARIANTS):
            yield _tag("g", "".join(MARKS[marks](variant)), id=f"{marks}{variant}")
    yield "</defs>"


def _country(board: Board) -> Iterator[str]:
    """Elevation tints softened at their edges, then the colour and the marks of each terrain."""
    yield '<g clip-path="url(#sheet)">' + _path(_rings(board, board.cells), fill=GROUND_TINTS[0])
    ordinary = _ordinary(board)
    steps = sorted({board.elevation[cell] - ordinary for cell in board.cells} - {0}, key=abs)
    for step in steps:
        beyond = [cell for cell in board.cells if (board.elevation[cell] - ordinary) * step >= step * step]
        yield _path(_rings(board, beyond), class_="height", fill=_tint(step), filter="url(#soft)")
    for terrain in _present(board.terrain[cell] for cell in board.cells):
        style = _ground(terrain)
        cells = [cell for cell in board.cells if board.terrain[cell] == terrain]
        if style.fill:
            # Wide round-cornered strokes of the same colour melt neighbouring hexes into one patch with soft corners.
            round_ = {"stroke": style.fill, "stroke_linejoin": "round"}
            area = _path(_rings(board, cells, SIZE - 6), fill=style.fill, stroke_width=10, **round_)
            area += _path("".join(_joins(board, cells)), stroke_width=SIZE, **round_)
            yield _tag("g", area, class_="terrain", opacity=0.85)
        for cell in cells:
            x, y = centre(board, cell)
            if style.marks:
                yield _tag("use", href=f"#{style.marks}{int(VARIANTS * _jitter(board.labels[cell]))}", x=x, y=y)
            elif style.fill:
                yield _words(terrain[:1].upper(), (x, y + 6), class_="initial", font_size=12, text_anchor="middle")
    yield "</g>"


def _joins(board: Board, cells: list[Cell]) -> Iterator[str]:
    """Strokes between the middles of neighbouring hexes of one patch."""
    patch = set(cells)
    for cell in cells:
        for ahead in board.neighbours[cell][:3]:
            if ahead in patch:
                yield _stroke(centre(board, cell), centre(board, ahead))


def _roads(board: Board) -> Iterator[str]:
    """Each hex's piece of road: a curve from side to side, or spokes where roads meet."""
    ways: dict[Cell, list[int]] = {}
    for cell, direction in sorted(board.roads):
        ways.setdefault(cell, []).append(direction)
        ways.setdefault(cell + board.offsets[direction], []).append(direction + 3)
    pieces: list[str] = []
    for cell, exits in sorted(ways.items()):
        off = [direction for direction in range(6) if board.neighbours[cell][direction] < 0]
        if len(exits) == 1 and off:
            # A road that ends on the edge of the map runs on off the sheet, as straight as it can.
            ahead = (exits[0] + 3) % 6
            exits.append(min((min((way - ahead) % 6, (ahead - way) % 6), way) for way in off)[1])
        middle = centre(board, cell)
        ends = [_toward(*side_ends(board, cell, direction), 0.5) for direction in exits]
        if len(ends) == 2:
            pieces.append(f"M{_at(ends[0])}Q{_at(middle)} {_at(ends[1])}")
        else:
            pieces.extend(_stroke(end, middle) for end in ends)
    if pieces:
        yield _road("".join(pieces))


def _road(d: str) -> str:
    round_ = {"stroke_linecap": "round", "stroke_linejoin": "round", "class_": "road"}
    return "".join(_path(d, stroke=ink, stroke_width=w, **round_) for ink, w in (("#84714f", 5.2), ("#f8efd3", 3.4)))


def _hexsides(board: Board) -> Iterator[str]:
    for (cell, direction), feature in sorted(board.sides.items()):
        other = cell + board.offsets[direction]
        low, way = (other, direction + 3) if feature.down == other else (cell, direction)
        a, b = side_ends(board, low, way)
        drawn = _side(feature.terrain, a, b, centre(board, low))
        name = f"{board.labels[low]}{LETTERS[way]}"
        yield _tag("g", drawn, class_=f"side {feature.terrain}", data_side=name)


def _side(terrain: str, a: Point, b: Point, low: Point) -> str:
    """One hexside as a line with its teeth; `low` is the middle of the hex that hachures point to."""
    style = _line(terrain)
    drawn = _path(_stroke(a, b), stroke=style.colour, stroke_width=style.width, stroke_linecap="round")
    middle = _toward(a, b, 0.5)
    reach = math.dist(middle, low)
    inward = ((low[0] - middle[0]) / reach, (low[1] - middle[1]) / reach)

    def beside(point: Point, by: float) -> Point:
        return point[0] + inward[0] * by, point[1] + inward[1] * by

    if style.teeth == "low":
        teeth = ""
        for number, long in enumerate((5.2, 7.2, 6.0, 7.5, 5.5)):
            share = (number + 0.5) / 5
            tip = beside(_toward(a, b, share), long)
            teeth += _shape(_toward(a, b, share - 0.06), tip, _toward(a, b, share + 0.06))
        drawn += _path(teeth, class_="teeth", fill=style.colour)
    elif style.teeth == "both":
        spots = [_toward(a, b, share) for share in (0.2, 0.5, 0.8)]
        teeth = "".join(_stroke(beside(spot, -3.4), beside(spot, 3.4)) for spot in spots)
        drawn += _path(teeth, class_="teeth", stroke=style.colour, stroke_width=1.4)
    return drawn


def _labels(board: Board) -> Iterator[str]:
    drawn = []
    for cell in board.cells:
        x, y = centre(board, cell)
        drawn.append(_words(board.labels[cell], (x, y - HEIGHT / 2 + 8.6)))
    halo = {"stroke": PAPER, "paint_order": "stroke", "font_family": SANS, "text_anchor": "middle", "fill": "#2b261d"}
    small = {"font_size": 5.8, "fill_opacity": 0.85, "stroke_width": 1.3, "stroke_opacity": 0.5}
    yield _tag("g", "\n".join(drawn), class_="labels", **halo, **small)


def _names(board: Board) -> Iterator[str]:
    right = MARGIN + SIZE * (1.5 * board.columns + 0.5)
    drawn = []
    for cell, name in sorted(board.names.items()):
        x, y = centre(board, cell)
        half = 4.2 * len(name)
        drawn.append(_words(name, (min(max(x, MARGIN + half), right - half), y + 6.5)))
    halo = {"stroke": PAPER, "stroke_linejoin": "round", "paint_order": "stroke", "font_style": "italic"}
    yield _tag(
        "g", "".join(drawn), class_="names", font_size=14, font_weight="bold", text_anchor="middle", letter_spacing=0.4,
        fill=INK, stroke_width=3.2, stroke_opacity=0.85, **halo,
    )  # fmt: skip


def _edges(board: Board, width: float, height: float) -> Iterator[str]:
    """The letter of each named edge, three times along its margin."""
    bottom = height - FOOT
    for name, cells in board.edges.items():
        first = centre(board, cells[0])
        one_row = len({board.column_row(cell)[1] for cell in cells}) == 1
        for share in (0.16, 0.5, 0.84):
            x, y = MARGIN + (width - 2 * MARGIN) * share, MARGIN + (bottom - 2 * MARGIN) * share
            if one_row:
                y = MARGIN / 2 if first[1] < bottom / 2 else bottom - MARGIN / 2
            else:
                x = MARGIN / 2 if first[0] < width / 2 else width - MARGIN / 2
            bold = {"font_weight": "bold", "text_anchor": "middle", "fill": INK}
            yield _words(name, (x, y + 9), class_="edge", font_size=26, **bold)


# The foot of the sheet.


def _foot(board: Board, width: float, height: float) -> Iterator[str]:
    top = height - FOOT
    yield f'<g class="foot" fill="{INK}">'
    yield _path(_stroke((MARGIN, top + 2), (width - MARGIN, top + 2)), stroke=INK, stroke_width=0.8)
    yield _words(board.title, (MARGIN, top + 52), font_size=38, font_weight="bold")
    notes = (f"Map “{board.name}”, {board.columns} × {board.rows} hexes", board.meta.get("notes", ""))
    for number, note in enumerate(notes):
        yield _words(note, (MARGIN, top + 76 + 18 * number), font_size=13)
    yield from _scale_bar(board, (MARGIN, top + 122))
    yield from _legend(board, (MARGIN + 470, top + 38), width - MARGIN - 160)
    yield from _rose((width - MARGIN - 68, top + 84))
    yield "</g>"


def _scale_bar(board: Board, at: Point) -> Iterator[str]:
    metres = board.meta.get("scale", "")
    if not metres.isdigit():
        return
    # Neighbouring hexes are HEIGHT apart, and that distance is the scale of the map.
    for number in range(10):
        box = {"fill": INK if number % 2 == 0 else PAPER, "stroke": INK}
        yield _tag("rect", x=at[0] + number * HEIGHT, y=at[1], width=HEIGHT, height=6, stroke_width=0.7, **box)
    for number, anchor in ((0, "start"), (5, "middle"), (10, "end")):
        words = f"{number} hexes = {number * int(metres)} m" if number == 10 else str(number * int(metres))
        yield _words(words, (at[0] + number * HEIGHT, at[1] + 21), font_size=12, text_anchor=anchor)


def _legend(board: Board, at: Point, right: float) -> Iterator[str]:
    """A sample of everything on this map, in rows that fill the foot."""
    samples: list[tuple[str, str]] = []
    for terrain in _present(board.terrain[cell] for cell in board.cells):
        style = _ground(terrain)
        inner = _tag("use", href=f"#{style.marks}0") if style.marks else ""
        samples.append((terrain, _sample(style.fill or GROUND_TINTS[0]) + inner))
    around = _corners((0.0, 0.0), SIZE)
    for terrain in _present(feature.terrain for feature in board.sides.values()):
        words = f"{terrain} (teeth point down)" if _line(terrain).teeth == "low" else terrain
        samples.append((words, _sample(GROUND_TINTS[0]) + _side(terrain, around[0], around[1], (0.0, 0.0))))
    ordinary = _ordinary(board)
    for height in sorted({board.elevation[cell] for cell in board.cells} - {ordinary}):
        words = f"{'high' if height > ordinary else 'low'} ground, elevation {height}"
        samples.append((words, _sample(_tint(height - ordinary))))
    if board.roads:
        samples.append(("road", _sample(GROUND_TINTS[0]) + _road("M-17 4Q-2 -8 17 5")))
    columns = max(1, int((right - at[0]) // LEGEND_WIDTH))
    for number, (words, drawing) in enumerate(samples):
        place = (at[0] + LEGEND_WIDTH * (number % columns), at[1] + 46 * (number // columns))
        yield _tag("g", drawing + _words(words, (29.0, 5.0), font_size=14), transform=f"translate({_at(place)})")


def _sample(fill: str) -> str:
    return _path(_shape(*_corners((0.0, 0.0), SIZE)), fill=fill, stroke=INK, stroke_width=0.6)


def _rose(at: Point) -> Iterator[str]:
    """The compass rose: a hex whose sides carry the letters of the six directions."""
    yield _path(_shape(*_corners(at, 40)), fill="#fbf8ee", stroke=INK, stroke_width=1.4)
    for direction, letter in enumerate(LETTERS):
        turn = math.radians(60 * direction - 90)
        ahead = (math.cos(turn), math.sin(turn))
        left, right = ((at[0] - ahead[1] * s, at[1] + ahead[0] * s) for s in (-5, 5))
        tip = (at[0] + ahead[0] * 33, at[1] + ahead[1] * 33)
        yield _path(_shape(left, tip, right), fill=INK if direction == 0 else "#a08c66")
        place = (at[0] + ahead[0] * 51, at[1] + ahead[1] * 49 + 6)
        yield _words(letter, place, class_="rose", font_size=17, font_weight="bold", text_anchor="middle")
    yield _words("north", (at[0], at[1] - 63), font_size=11, text_anchor="middle")
