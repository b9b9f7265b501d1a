"""A board as a printable SVG map.

A face says how terrain is called and drawn (`styles`). A terrain it does not know still gets a colour of its own, its
initial and a line in the legend, so a new map is readable before it has a face.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape

from hulldown.core.board import LETTERS, Board, Cell
from hulldown.core.face import PLAIN, Face, HexFace, HexsideFace, LineFace
from hulldown.core.mapfile import COMPASS
from hulldown.core.numbers import whole_number
from hulldown.draw.shapes import (
    HEIGHT,
    INK,
    PAPER,
    SIZE,
    Point,
    corners,
    jitter,
    num,
    outline,
    path_tag,
    segment,
    tag,
    text_tag,
    toward,
    xy,
)  # fmt: skip
from hulldown.draw.styles import COLOURS, GROUND_TINTS, MARKS, VARIANTS, Styles, in_order, tint

MARGIN = 54.0
FOOT = 176.0
LEGEND_ROW = 46
LEGEND_WIDTH = 245
SERIF = "Georgia, DejaVu Serif, serif"
SANS = "Helvetica, DejaVu Sans, sans-serif"


def svg(board: Board, face: Face = PLAIN) -> str:
    """The board as an SVG document, with the names and styles of a face."""
    styles = Styles(face)
    width = 2 * MARGIN + SIZE * (1.5 * board.columns + 0.5)
    bottom = 2 * MARGIN + HEIGHT * (board.rows + 0.5)
    height = bottom + _foot_height(board, styles, width)
    grid = path_tag(_rings(board, board.cells), class_="grid", stroke=INK, stroke_width=0.5, stroke_opacity=0.32)
    body = [
        f"<title>{escape(board.title)}</title>",
        *_definitions(board, styles),
        tag("rect", width=width, height=height, fill=PAPER),
        *_country(board, styles),
        *_courses(board, styles),
        *_crossings(board, styles),
        grid,
        *_seams(board),
        *_hexsides(board, styles),
        *_labels(board),
        *_names(board),
        *_edges(board, width, bottom),
        *_foot(board, styles, width, bottom),
    ]
    return tag(
        "svg", "\n" + "\n".join(body) + "\n", xmlns="http://www.w3.org/2000/svg", width=width, height=height,
        viewBox=f"0 0 {num(width)} {num(height)}", font_family=SERIF,
    ) + "\n"  # fmt: skip


def centre(board: Board, cell: Cell) -> Point:
    """The middle of a hex on the sheet."""
    column, row = board.column_row(cell)
    lowered = (column % 2 == 0) == (board.high_columns == "odd")
    return MARGIN + SIZE * (1.5 * column - 0.5), MARGIN + HEIGHT * (row - board.first_row + (1.0 if lowered else 0.5))


def side_ends(board: Board, cell: Cell, direction: int) -> tuple[Point, Point]:
    """Both ends of a hexside, clockwise as seen from the hex."""
    around = corners(centre(board, cell), SIZE)
    return around[direction], around[(direction + 1) % 6]


def _rings(board: Board, cells: Iterable[Cell], size: float = SIZE) -> str:
    """The outlines of hexes as one path."""
    return "".join(outline(*corners(centre(board, cell), size)) for cell in cells)


def _ordinary(board: Board) -> int:
    """The elevation that most hexes have."""
    return Counter(board.elevation[cell] for cell in board.cells).most_common(1)[0][0]


# The layers of the map, from the ground up.


def _definitions(board: Board, styles: Styles) -> Iterator[str]:
    blur = tag("feGaussianBlur", stdDeviation=4.5)
    yield "<defs>" + tag("filter", blur, id="soft", x="-5%", y="-5%", width="110%", height="110%")
    yield tag("clipPath", path_tag(_rings(board, board.cells), fill="#000"), id="sheet")
    for marks in sorted({styles.ground(board.terrain[cell]).marks for cell in board.cells} - {""}):
        for variant in range(VARIANTS):
            yield tag("g", "".join(MARKS[marks](variant)), id=f"{marks}{variant}")
    yield "</defs>"


def _country(board: Board, styles: Styles) -> Iterator[str]:
    """Elevation tints softened at their edges, then the colour and the marks of each terrain."""
    yield '<g clip-path="url(#sheet)">' + path_tag(_rings(board, board.cells), fill=GROUND_TINTS[0])
    ordinary = _ordinary(board)
    steps = sorted({board.elevation[cell] - ordinary for cell in board.cells} - {0}, key=abs)
    for step in steps:
        beyond = [cell for cell in board.cells if (board.elevation[cell] - ordinary) * step >= step * step]
        yield path_tag(_rings(board, beyond), class_="height", fill=tint(step), filter="url(#soft)")
    for terrain in in_order((board.terrain[cell] for cell in board.cells), styles.hexes):
        style = styles.ground(terrain)
        cells = [cell for cell in board.cells if board.terrain[cell] == terrain]
        if style.fill:
            # Wide round-cornered strokes of the same colour melt neighbouring hexes into one patch with soft corners.
            round_ = {"stroke": style.fill, "stroke_linejoin": "round"}
            area = path_tag(_rings(board, cells, SIZE - 6), fill=style.fill, stroke_width=10, **round_)
            area += path_tag("".join(_joins(board, cells)), stroke_width=SIZE, **round_)
            yield tag("g", area, class_="terrain", opacity=0.85)
        for cell in cells:
            x, y = centre(board, cell)
            if style.marks:
                yield tag("use", href=f"#{style.marks}{int(VARIANTS * jitter(board.labels[cell]))}", x=x, y=y)
            elif style.fill:
                yield text_tag(terrain[:1].upper(), (x, y + 6), class_="initial", font_size=12, text_anchor="middle")
    yield "</g>"


def _joins(board: Board, cells: list[Cell]) -> Iterator[str]:
    """Strokes between the middles of neighbouring hexes of one patch."""
    patch = set(cells)
    for cell in cells:
        for ahead in board.neighbours[cell][:3]:
            if ahead in patch:
                yield segment(centre(board, cell), centre(board, ahead))


def _courses(board: Board, styles: Styles) -> Iterator[str]:
    """Roads, streams and other lines, each hex's piece a curve from side to side, or spokes where lines meet."""
    for kind in in_order(board.lines, styles.lines):
        pieces: list[str] = []
        for cell, exits in sorted(_exits(board, kind).items()):
            middle = centre(board, cell)
            ends = [toward(*side_ends(board, cell, direction), 0.5) for direction in exits]
            if len(ends) == 2:
                pieces.append(f"M{xy(ends[0])}Q{xy(middle)} {xy(ends[1])}")
            else:
                pieces.extend(segment(end, middle) for end in ends)
        if pieces:
            yield _course(styles, kind, "".join(pieces))


def _exits(board: Board, kind: str) -> dict[Cell, list[int]]:
    """For each hex of a line the sides through which it passes."""
    ways: dict[Cell, list[int]] = {}
    for cell, direction in sorted(board.lines[kind]):
        ways.setdefault(cell, []).append(direction)
        ways.setdefault(cell + board.offsets[direction], []).append(direction + 3)
    for cell, direction in sorted(board.outs.get(kind, ())):
        ways.setdefault(cell, []).append(direction)
    for cell, exits in ways.items():
        off = [direction for direction in range(6) if board.neighbours[cell][direction] < 0]
        if len(exits) == 1 and off and kind not in board.outs:
            # Where the map does not say, a line that ends on its edge runs on off the sheet, as straight as it can.
            ahead = (exits[0] + 3) % 6
            exits.append(min((min((way - ahead) % 6, (ahead - way) % 6), way) for way in off)[1])
    return ways


def _course(styles: Styles, kind: str, d: str) -> str:
    drawn = ""
    for stroke in styles.line(kind):
        dash: dict[str, str | float] = {"stroke_dasharray": stroke.dash} if stroke.dash else {"stroke_linecap": "round"}
        look = {"stroke": stroke.colour, "stroke_linejoin": "round", "class_": kind}
        drawn += path_tag(d, stroke_width=stroke.width, **look, **dash)
    return drawn


def _crossings(board: Board, styles: Styles) -> Iterator[str]:
    """Bridges as a deck with parapets along the road or path, fords as stones across the water."""
    for cell in board.cells:
        style = styles.hex_style(board.terrain[cell])
        if style not in ("bridge", "ford"):
            continue
        ways = [way for kind in styles.dry() if kind in board.lines for way in _exits(board, kind).get(cell, [])]
        middle = centre(board, cell)
        ends = [toward(*side_ends(board, cell, way), 0.5) for way in ways[:2]]
        a, b = (toward(middle, end, 0.62) for end in ends) if len(ends) == 2 else (middle, middle)
        turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        place = f"translate({xy(middle)}) rotate({num(turn)})"
        yield tag("g", _bridge() if style == "bridge" else _ford(), class_="crossing", transform=place)


def _bridge() -> str:
    look = {"stroke": INK, "fill": "none"}
    deck = tag("rect", x=-10, y=-3.2, width=20, height=6.4, fill=COLOURS.road)
    return deck + path_tag("M-12 -6L-10 -3.4H10L12 -6M-12 6L-10 3.4H10L12 6", stroke_width=1.5, **look)


def _ford() -> str:
    stones = ((-9, -3), (-4, 2.5), (0, -3), (4.5, 2), (9, -2))
    return "".join(tag("circle", cx=x, cy=y, r=1.9, fill=COLOURS.road, stroke=COLOURS.stones, stroke_width=0.6)
                   for x, y in stones)  # fmt: skip


def _seams(board: Board) -> Iterator[str]:
    """Where boards are joined: a faint line through the hexes they share; and each board's number."""
    for number, part in enumerate(board.parts):
        for other in board.parts[number + 1 :]:
            shared = sorted(centre(board, cell) for cell in part.cells & other.cells)
            if shared:
                d = "M" + "L".join(xy(point) for point in shared)
                yield path_tag(d, class_="seam", stroke=COLOURS.select, stroke_width=1.2, stroke_dasharray="2 6")
        middles = [centre(board, cell) for cell in part.cells]
        place = (sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles) + 30)
        bold = {"font_weight": "bold", "text_anchor": "middle", "fill": INK}
        yield text_tag(str(part.number), place, class_="number", font_size=90, fill_opacity=0.12, **bold)


def _hexsides(board: Board, styles: Styles) -> Iterator[str]:
    for (cell, direction), feature in sorted(board.sides.items()):
        other = cell + board.offsets[direction]
        low, way = (other, direction + 3) if feature.down == other else (cell, direction)
        a, b = side_ends(board, low, way)
        drawn = _side(styles, feature.terrain, a, b, centre(board, low))
        name = f"{board.labels[low]}{LETTERS[way]}"
        yield tag("g", drawn, class_=f"side {feature.terrain}", data_side=name)


def _side(styles: Styles, terrain: str, a: Point, b: Point, low: Point) -> str:
    """One hexside as a line with its teeth; `low` is the middle of the hex that hachures point to."""
    style = styles.side(terrain)
    drawn = path_tag(segment(a, b), stroke=style.colour, stroke_width=style.width, stroke_linecap="round")
    middle = toward(a, b, 0.5)
    reach = math.dist(middle, low)
    inward = ((low[0] - middle[0]) / reach, (low[1] - middle[1]) / reach)

    def beside(point: Point, by: float) -> Point:
        return point[0] + inward[0] * by, point[1] + inward[1] * by

    if style.teeth == "low":
        teeth = ""
        for number, long in enumerate((5.2, 7.2, 6.0, 7.5, 5.5)):
            share = (number + 0.5) / 5
            tip = beside(toward(a, b, share), long)
            teeth += outline(toward(a, b, share - 0.06), tip, toward(a, b, share + 0.06))
        drawn += path_tag(teeth, class_="teeth", fill=style.colour)
    elif style.teeth == "bumps":
        spots = [toward(a, b, share) for share in (0.1, 0.37, 0.63, 0.9)]
        drawn += "".join(tag("circle", class_="teeth", cx=x, cy=y, r=style.width * 0.62, fill=style.colour,
                             stroke=INK, stroke_width=0.4) for x, y in spots)  # fmt: skip
    elif style.teeth == "both":
        spots = [toward(a, b, share) for share in (0.2, 0.5, 0.8)]
        teeth = "".join(segment(beside(spot, -3.4), beside(spot, 3.4)) for spot in spots)
        drawn += path_tag(teeth, class_="teeth", stroke=style.colour, stroke_width=1.4)
    return drawn


def _labels(board: Board) -> Iterator[str]:
    drawn = []
    for cell in board.cells:
        x, y = centre(board, cell)
        drawn.append(text_tag(board.labels[cell], (x, y - HEIGHT / 2 + 8.6)))
    halo = {"stroke": PAPER, "paint_order": "stroke", "font_family": SANS, "text_anchor": "middle", "fill": INK}
    small = {"font_size": 5.8, "fill_opacity": 0.85, "stroke_width": 1.3, "stroke_opacity": 0.5}
    yield tag("g", "\n".join(drawn), class_="labels", **halo, **small)


def _names(board: Board) -> Iterator[str]:
    right = MARGIN + SIZE * (1.5 * board.columns + 0.5)
    drawn = []
    for cell, name in sorted(board.names.items()):
        x, y = centre(board, cell)
        half = 4.2 * len(name)
        drawn.append(text_tag(name, (min(max(x, MARGIN + half), right - half), y + 6.5)))
    halo = {"stroke": PAPER, "stroke_linejoin": "round", "paint_order": "stroke", "font_style": "italic"}
    yield tag(
        "g", "".join(drawn), class_="names", font_size=14, font_weight="bold", text_anchor="middle", letter_spacing=0.4,
        fill=INK, stroke_width=3.2, stroke_opacity=0.85, **halo,
    )  # fmt: skip


def _edges(board: Board, width: float, bottom: float) -> Iterator[str]:
    """The letter of each named edge, three times along its margin."""
    for name, cells in board.edges.items():
        first = centre(board, cells[0])
        across = len({board.column_row(cell)[1] for cell in cells}) <= 2
        for share in (0.16, 0.5, 0.84):
            x, y = MARGIN + (width - 2 * MARGIN) * share, MARGIN + (bottom - 2 * MARGIN) * share
            if across:
                y = MARGIN / 2 if first[1] < bottom / 2 else bottom - MARGIN / 2
            else:
                x = MARGIN / 2 if first[0] < width / 2 else width - MARGIN / 2
            size = 26 if len(name) == 1 else 17 if across or len(name) < 5 else 14
            bold = {"font_weight": "bold", "text_anchor": "middle", "fill": INK}
            yield text_tag(name, (x, y + 9), class_="edge", font_size=size, **bold)


# The foot of the sheet.


def _beside(board: Board, styles: Styles, width: float) -> int:
    """How many columns the legend has beside the title; 0 where it must stand below it."""
    columns = int((width - 2 * MARGIN - 160 - 470) // LEGEND_WIDTH)
    return columns if columns > 0 and LEGEND_ROW * math.ceil(len(_samples(board, styles)) / columns) <= FOOT else 0


def _foot_height(board: Board, styles: Styles, width: float) -> float:
    if _beside(board, styles, width):
        return FOOT
    columns = max(1, int((width - 2 * MARGIN) // LEGEND_WIDTH))
    return FOOT + 20 + LEGEND_ROW * math.ceil(len(_samples(board, styles)) / columns)


def _foot(board: Board, styles: Styles, width: float, top: float) -> Iterator[str]:
    yield f'<g class="foot" fill="{INK}">'
    yield path_tag(segment((MARGIN, top + 2), (width - MARGIN, top + 2)), stroke=INK, stroke_width=0.8)
    yield text_tag(board.title, (MARGIN, top + 52), font_size=38, font_weight="bold")
    notes = (f"Map “{board.name}”, {board.columns} × {board.rows} hexes", board.meta.get("notes", ""))
    for number, note in enumerate(notes):
        yield text_tag(note, (MARGIN, top + 76 + 18 * number), font_size=13)
    yield from _scale_bar(board, (MARGIN, top + 122))
    beside = _beside(board, styles, width)
    if beside:
        yield from _legend(board, styles, (MARGIN + 470, top + 38), beside)
    else:
        yield from _legend(
            board, styles, (MARGIN + 22, top + FOOT + 22), max(1, int((width - 2 * MARGIN) // LEGEND_WIDTH))
        )
    yield from _rose(_upward(board), (width - MARGIN - 68, top + 84))
    yield "</g>"


def _scale_bar(board: Board, at: Point) -> Iterator[str]:
    metres = whole_number(board.meta.get("scale", ""))
    if metres is None:
        return
    # Neighbouring hexes are HEIGHT apart, and that distance is the scale of the map.
    for number in range(10):
        box = {"fill": INK if number % 2 == 0 else PAPER, "stroke": INK}
        yield tag("rect", x=at[0] + number * HEIGHT, y=at[1], width=HEIGHT, height=6, stroke_width=0.7, **box)
    for number, anchor in ((0, "start"), (5, "middle"), (10, "end")):
        words = f"{number} hexes = {number * metres} m" if number == 10 else str(number * metres)
        yield text_tag(words, (at[0] + number * HEIGHT, at[1] + 21), font_size=12, text_anchor=anchor)


def _legend(board: Board, styles: Styles, at: Point, columns: int) -> Iterator[str]:
    """A sample of everything on this map, in rows that fill the foot."""
    for number, (words, drawing) in enumerate(_samples(board, styles)):
        place = (at[0] + LEGEND_WIDTH * (number % columns), at[1] + LEGEND_ROW * (number // columns))
        yield tag("g", drawing + text_tag(words, (29.0, 5.0), font_size=14), transform=f"translate({xy(place)})")


def _samples(board: Board, styles: Styles) -> list[tuple[str, str]]:
    """Everything on this map, each with its name and a hex that shows it."""
    samples: list[tuple[str, str]] = []
    bare = _sample(GROUND_TINTS[0])
    for terrain in in_order((board.terrain[cell] for cell in board.cells), styles.hexes):
        style = styles.ground(terrain)
        if terrain in board.lines:
            continue
        inner = tag("use", href=f"#{style.marks}0") if style.marks else ""
        if styles.hex_style(terrain) in ("bridge", "ford"):
            crossing = _bridge() if styles.hex_style(terrain) == "bridge" else _ford()
            inner = _course(styles, styles.named("water"), "M0 -17V17") + crossing
        samples.append((_name(styles.hexes, terrain), _sample(style.fill or GROUND_TINTS[0]) + inner))
    around = corners((0.0, 0.0), SIZE)
    for terrain in in_order((feature.terrain for feature in board.sides.values()), styles.sides):
        words = _name(styles.sides, terrain) + (" (teeth point down)" if styles.side(terrain).teeth == "low" else "")
        samples.append((words, bare + _side(styles, terrain, around[0], around[1], (0.0, 0.0))))
    ordinary = _ordinary(board)
    for height in sorted({board.elevation[cell] for cell in board.cells} - {ordinary}):
        words = f"{'high' if height > ordinary else 'low'} ground, elevation {height}"
        samples.append((words, _sample(tint(height - ordinary))))
    for kind in in_order((kind for kind, edges in board.lines.items() if edges), styles.lines):
        samples.append((_name(styles.lines, kind), bare + _course(styles, kind, "M-17 4Q-2 -8 17 5")))
    return samples


def _name(entries: Mapping[str, HexFace | HexsideFace | LineFace], terrain: str) -> str:
    """The name of a terrain as a person reads it."""
    return entries[terrain].name if terrain in entries else terrain.replace("_", " ")


def _sample(fill: str) -> str:
    return path_tag(outline(*corners((0.0, 0.0), SIZE)), fill=fill, stroke=INK, stroke_width=0.6)


def _upward(board: Board) -> str:
    """The side of the country that lies at the top of the sheet: north, unless the map names another edge there."""
    named = (name for name in COMPASS if name in board.edges)
    return next((name for name in named if all(board.neighbours[cell][0] < 0 for cell in board.edges[name])), "north")


def _rose(upward: str, at: Point) -> Iterator[str]:
    """The compass rose: a hex whose sides carry the letters of the six directions."""
    yield path_tag(outline(*corners(at, 40)), fill=COLOURS.paper, stroke=INK, stroke_width=1.4)
    for direction, letter in enumerate(LETTERS):
        turn = math.radians(60 * direction - 90)
        ahead = (math.cos(turn), math.sin(turn))
        left, right = ((at[0] - ahead[1] * s, at[1] + ahead[0] * s) for s in (-5, 5))
        tip = (at[0] + ahead[0] * 33, at[1] + ahead[1] * 33)
        yield path_tag(outline(left, tip, right), fill=INK if direction == 0 else COLOURS.track)
        place = (at[0] + ahead[0] * 51, at[1] + ahead[1] * 49 + 6)
        yield text_tag(letter, place, class_="rose", font_size=17, font_weight="bold", text_anchor="middle")
    yield text_tag(upward, (at[0], at[1] - 63), font_size=11, text_anchor="middle")
