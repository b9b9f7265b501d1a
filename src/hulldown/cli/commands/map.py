"""`hulldown map NAME`: a map as text, as an SVG to print, or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from hulldown.cli.files import write_text
from hulldown.cli.names import near
from hulldown.cli.output import print_json, width
from hulldown.core.board import LETTERS, Board
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.face import PLAIN, Face
from hulldown.games import game_names, load_game
from hulldown.maps import load_map, map_names

_OUTPUT = Path("-")


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("name", metavar="NAME", help="the map")
    parser.add_argument("--svg", metavar="F", type=Path, nargs="?", const=_OUTPUT,
                        help="draw it into this file; without one onto the standard output")  # fmt: skip
    parser.add_argument("--at", metavar="HEX", help="as text: only the country around this hex")
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def run(args: argparse.Namespace) -> int:
    """The exit status, after showing the map."""
    if args.name not in map_names():
        raise UnknownNameError(f"there is no map named {args.name!r}", hint=near(args.name, map_names(), "maps"))
    board = load_map(args.name)
    if args.svg is not None:
        from hulldown.draw.svg_map import svg

        drawn = svg(board, face_of(board))
        if args.svg == _OUTPUT:
            print(drawn, end="")
            return 0
        write_text(args.svg, drawn, args.force)
        if args.json:
            print_json({"map": board.name, "svg": str(args.svg)})
        else:
            print(f"{board.title}: drawn into {args.svg}")
        return 0
    if args.json:
        print_json(described(board))
        return 0
    from hulldown.cli.terminal.text_map import text

    print(f"{board.title} ({board.columns} columns, {board.rows} rows)")
    print(legend(board))
    if args.at is not None:
        print(text(board, window=window_at(board, board.cell(args.at), width())), end="")
        return 0
    if 3 * board.columns + 3 > width():
        print(f"(too wide for {width()} columns; --at HEX shows a part, --svg F draws all)")
    print(text(board), end="")
    return 0


def face_of(board: Board) -> Face:
    """The face of the game that is played on a map; where none is, the first face that knows all its terrain."""
    games = tuple(map(load_game, game_names()))
    scenarios = [(game, info) for game in games for info in game.scenarios()]
    scenarios.sort(key=lambda pair: pair[1].map != board.name)
    terrain = {board.terrain[cell] for cell in board.cells}
    faces = (game.face(info.id) for game, info in scenarios)
    return next((face for face in faces if terrain <= {entry.terrain for entry in face.hexes}), PLAIN)


def window_at(board: Board, cell: int, columns: int, rows: int = 9) -> tuple[int, int, int, int]:
    """The part of a map around a hex that fits into so many columns of text: first and last column and row."""
    from hulldown.cli.terminal.text_map import GUTTER, WIDTH

    across = max((columns - GUTTER) // WIDTH, 5)
    column, row = board.column_row(cell)
    first = max(1, min(column - across // 2, board.columns - across + 1))
    top = max(1, min(row - rows, board.rows - 2 * rows))
    return first, top, min(first + across - 1, board.columns), min(top + 2 * rows, board.rows)


def legend(board: Board) -> str:
    """The signs of the text map in a line; what it cannot show is said too."""
    from hulldown.cli.terminal.text_map import sign

    terrains = dict.fromkeys(board.terrain[cell] for cell in board.cells)
    signs = "  ".join(f"{sign(terrain)} {terrain}" for terrain in terrains)
    sides = sorted({feature.terrain for feature in board.sides.values()})
    return f"{signs}  ^ higher  v lower" + (f"  (not shown: {', '.join(sides)} hexsides)" if sides else "")


def hex_told(board: Board, cell: int) -> str:
    """A hex in words: terrain, height, and what lies on its six sides."""
    parts = [board.terrain[cell], f"elevation {board.elevation[cell]}"]
    if cell in board.names:
        parts.insert(0, board.names[cell])
    for direction, letter in enumerate(LETTERS):
        feature = board.feature(cell, direction)
        if feature is not None:
            low = f" ({'down from here' if feature.down != cell else 'up from here'})" if feature.down else ""
            parts.append(f"{letter} {feature.terrain}{low}")
    return f"{board.labels[cell]}: {', '.join(parts)}"


def described(board: Board) -> dict[str, object]:
    """A map for programs: every hex, every hexside feature with its low side, edges, roads and names."""
    if not board.cells:
        raise HulldownError(f"map {board.name} is empty")
    labels = board.labels
    sides = []
    for key in sorted(board.sides):
        feature = board.sides[key]
        both = [labels[cell] for cell in board.side_cells(key)]
        entry: dict[str, object] = {"hexes": both, "terrain": feature.terrain}
        if feature.down is not None:
            entry["down"] = labels[feature.down]
        sides.append(entry)
    return {
        "name": board.name,
        "title": board.title,
        "columns": board.columns,
        "rows": board.rows,
        "high_columns": board.high_columns,
        **board.meta,
        "hexes": {
            labels[cell]: {"terrain": board.terrain[cell], "elevation": board.elevation[cell]} for cell in board.cells
        },
        "hexsides": sides,
        "roads": [[labels[cell] for cell in board.side_cells(key)] for key in sorted(board.roads)],
        "edges": {name: [labels[cell] for cell in cells] for name, cells in board.edges.items()},
        "regions": {name: sorted(labels[cell] for cell in cells) for name, cells in board.regions.items()},
        "names": {labels[cell]: name for cell, name in board.names.items()},
    }
