"""What a player sees in the terminal: the phase, the map around the units, the units, and what happened."""

from __future__ import annotations

import os
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hulldown.cli.commands.map import window_at
from hulldown.cli.output import shown, width
from hulldown.cli.terminal.text_map import GUTTER, WIDTH, text
from hulldown.core.board import LETTERS, Board, Cell
from hulldown.core.dice import Roll
from hulldown.core.events import Event
from hulldown.core.face import Face
from hulldown.core.game import AnyGame, Outcome, Piece, View
from hulldown.core.orders import Side
from hulldown.core.score import Meter, Score

BOLD, DIM, RED, YELLOW = "1", "2", "31", "33"
MARGIN = 2
"""Hexes shown around the outermost units."""
ROWS = 20
"""Rows of hexes that fit on a screen together with the units."""


def styled(words: str, *codes: str) -> str:
    """Text in a style, when the terminal shows styles. What its words hold of controls is written out."""
    words = shown(words, "\n")
    if not codes or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return words
    return f"\033[{';'.join(codes)}m{words}\033[0m"


_COLOURS = {"blue": "34", "orange": "33", "green": "32", "red": "31", "grey": "37"}
"""The terminal's colours nearest to those of the palette."""


def colour_of(face: Face, side: Side) -> str:
    """The code of a side's colour: the same for every viewer."""
    return next((_COLOURS[one.colour] for one in face.sides if one.side == side), DIM)


def names_of(face: Face) -> dict[Side, str]:
    """The names of the sides."""
    return {side.side: side.name for side in face.sides}


def clear() -> None:
    """Wipes the terminal with all that was scrolled off it, so that nothing secret stays."""
    if sys.stdout.isatty():
        print("\033[2J\033[3J\033[H", end="")


def phase(game: AnyGame, view: View) -> str:
    """The turn and the phase with its case."""
    row = next((row for row in game.sequence(view.scenario) if row.key == view.step), None)
    name = f"{row.name} [{row.rule}]" if row is not None else view.step
    return f"Turn {view.turn} · {name}" if view.turn else name


def events_told(game: AnyGame, scenario: str, events: Iterable[Event], audience: bool = False) -> list[str]:
    """Events in words with their rules, under a heading for each phase; `audience` adds who alone was told."""
    rows = {row.key: row for row in game.sequence(scenario)}
    lines = []
    before: tuple[int, str] | None = None
    for event in events:
        place = (event.turn, event.step)
        if place != before:
            before = place
            row = rows.get(event.step)
            heading = row.name if row is not None else event.step
            lines.append(styled(f"Turn {event.turn} · {heading}" if event.turn else heading, BOLD))
        told = f" (to {' and '.join(event.audience)} alone)" if audience and event.audience else ""
        lines += wrapped(f"{game.describe(event)} [{event.rule}]{told}", "  ")
    return lines


def rolls_told(rolls: Iterable[Roll]) -> list[str]:
    """Rolls as a log shows them."""
    return [styled(f"    roll {roll.serial}: {roll.value} of {roll.sides}, {roll.purpose}", DIM) for roll in rolls]


def wrapped(words: str, indent: str = "") -> list[str]:
    """Text broken to the width of the screen, later lines indented a little more."""
    # Names of files and hexsides stay in one piece, so that they can be copied.
    return textwrap.wrap(
        shown(words, "\n\t"), width() - 1, initial_indent=indent, subsequent_indent=indent + "  ",
        break_long_words=False, break_on_hyphens=False,
    ) or [indent]  # fmt: skip


Window = tuple[int, int, int, int]
"""First column, first row, last column, last row."""


class Sign(NamedTuple):
    """What stands in a hex of the text map: up to three letters in a colour."""

    letters: str
    colour: str


def map_text(board: Board, view: View, face: Face, at: Cell | None = None, whole: bool = False) -> str:
    """The map as text with the pieces a viewer sees: around a hex, or around all pieces as far as they fit."""
    signs = piece_signs(view, face)
    if not signs and at is None and not whole:
        return "(nothing is on the map yet; map HEX shows a part of it, map all the whole)"
    if whole:
        window = (1, 1, board.columns, board.rows)
    else:
        window = window_at(board, at, width()) if at is not None else _window(board, view)
    lines = [line.rstrip() for line in text(board, window=window).rstrip().split("\n")]
    # From right to left, so that the codes for a colour do not move what is still to be written in the same line.
    for cell in sorted(signs, key=lambda cell: -board.column_row(cell)[0]):
        if _inside(board, cell, window):
            _put(lines, board, cell, window, signs[cell])
    outside = sum(1 for cell in signs if not _inside(board, cell, window))
    if outside:
        lines.append(f"({outside} occupied hexes lie outside this part)")
    return "\n".join(lines)


def _put(lines: list[str], board: Board, cell: Cell, window: Window, sign: Sign) -> None:
    """Writes a sign over the terrain of its hex; neighbours in a line are two columns apart, so three letters fit."""
    column, row = board.column_row(cell)
    lowered = (column % 2 == 0) == (board.high_columns == "odd")
    number = 1 + 2 * (row - window[1]) + (1 if lowered else 0)
    place = GUTTER + WIDTH * (column - window[0])
    line = lines[number].ljust(place + len(sign.letters))
    lines[number] = line[:place] + styled(sign.letters, BOLD, sign.colour) + line[place + len(sign.letters) :]


def piece_signs(view: View, face: Face) -> dict[Cell, Sign]:
    """A sign for every hex with a piece or marker; + after a name means that more stand there."""
    signs = {marker.cell: Sign(f"*{marker.kind[:2]}", DIM) for marker in view.markers if marker.cell >= 0}
    by_cell: dict[Cell, list[Piece]] = defaultdict(list)
    for piece in view.pieces:
        if piece.cell >= 0:
            by_cell[piece.cell].append(piece)
    for cell, pieces in by_cell.items():
        first = next((piece for piece in pieces if piece.side == view.side), pieces[0])
        name = first.id[:WIDTH] if len(pieces) == 1 else f"{first.id}+"[:WIDTH]
        signs[cell] = Sign(name, colour_of(face, first.side))
    return signs


def _inside(board: Board, cell: Cell, window: Window) -> bool:
    column, row = board.column_row(cell)
    return window[0] <= column <= window[2] and window[1] <= row <= window[3]


def _window(board: Board, view: View) -> Window:
    """The part of the map that holds all pieces, or only the own ones if that is too much, or their middle."""
    every = [piece.cell for piece in view.pieces if piece.cell >= 0] or [_middle(board)]
    own = [piece.cell for piece in view.pieces if piece.cell >= 0 and piece.side == view.side] or every
    for cells in (every, own):
        first, top, last, bottom = _surrounding(board, cells)
        if last - first < (width() - GUTTER) // WIDTH and bottom - top < ROWS:
            return max(first, 1), max(top, 1), min(last, board.columns), min(bottom, board.rows)
    return window_at(board, sorted(own)[len(own) // 2], width(), ROWS // 2)


def _surrounding(board: Board, cells: Sequence[Cell]) -> Window:
    """The part of the map around these cells, with a margin; it may reach beyond the map."""
    columns, rows = zip(*(board.column_row(cell) for cell in cells), strict=True)
    return min(columns) - MARGIN, min(rows) - MARGIN, max(columns) + MARGIN, max(rows) + MARGIN


def _middle(board: Board) -> Cell:
    return board.by_label[f"{(board.columns + 1) // 2:02d}{(board.rows + 1) // 2:02d}"]


def pieces_told(board: Board, pieces: Sequence[Piece]) -> list[str]:
    """Pieces with type, hex, facing and marks, several to a line."""
    entries = [_piece_words(board, piece) for piece in pieces]
    if not entries:
        return ["  none"]
    wide = max(len(entry) for entry in entries) + 2
    count = max((width() - 2) // wide, 1)
    lines = -(-len(entries) // count)
    return ["  " + "".join(entry.ljust(wide) for entry in entries[start::lines]).rstrip() for start in range(lines)]


def _piece_words(board: Board, piece: Piece) -> str:
    where = board.labels[piece.cell] if piece.cell >= 0 else "off map"
    facing = f"/{LETTERS[piece.facing]}" if piece.facing >= 0 and piece.cell >= 0 else ""
    what = "face down" if piece.face_down else piece.type
    marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
    return shown(f"{piece.id} {what} {where}{facing}{marks}")


def units_told(board: Board, view: View, face: Face) -> list[str]:
    """All units a viewer knows of, its own first, and what else lies on the map."""
    lines = []
    names = names_of(face)
    sides = sorted({piece.side for piece in view.pieces}, key=lambda side: (side != view.side, side))
    for side in sides:
        name = names.get(side, side)
        whose = f"your units ({name})" if side == view.side else f"{name}'s units"
        lines.append(styled(whose, BOLD, colour_of(face, side)))
        lines += pieces_told(board, [piece for piece in view.pieces if piece.side == side])
    kinds: dict[str, list[str]] = defaultdict(list)
    for marker in view.markers:
        whose = f" ({names.get(marker.side, marker.side)})" if marker.side else ""
        kinds[marker.kind].append(board.labels[marker.cell] + whose)
    for kind, places in sorted(kinds.items()):
        lines += wrapped(f"{kind}: {' '.join(sorted(places))}")
    return lines


def score_told(score: Score, face: Face) -> list[str]:
    """How the game stands: a line for each side in its colour, then what is true of the whole game."""
    names = names_of(face)
    lines = []
    for side in score.sides:
        numbers = [f"{meter.label.lower()} {_out_of(meter)}" for meter in side.meters]
        head = f"{names.get(side.side, side.side)}: {side.value} {score.measure}"
        told = wrapped(", ".join([head, *numbers]))
        told[0] = told[0].replace(head, styled(head, BOLD, colour_of(face, side.side)))
        lines += told
    lines += wrapped(" ".join(filter(None, (score.standing, score.decided, f"({score.left})"))))
    for fact in score.facts:
        lines += wrapped(f"{fact.label}: {fact.text}")
    return lines


def _out_of(meter: Meter) -> str:
    return f"{meter.value} of {meter.limit}" if meter.limit else str(meter.value)


def outcome_told(outcome: Outcome, face: Face) -> list[str]:
    """How a game ended, in words."""
    names = names_of(face)
    who = f"{names.get(outcome.winner, outcome.winner)} wins" if outcome.winner else "a draw"
    score = ", ".join(f"{names.get(name, name)} {value}" for name, value in outcome.score.items())
    lines = wrapped(f"The game is over: {who}. {outcome.reason} [{outcome.rule}]")
    return lines + ([f"  {shown(score)}"] if score else [])


def whole_view(game: AnyGame, state: object) -> View:
    """A spectator's view with every piece as its owner sees it: for records whose secrets are out."""
    import msgspec

    views = {side: game.view(state, side) for side in game.sides}
    pieces = tuple(piece for side, view in views.items() for piece in view.pieces if piece.side == side)
    markers = tuple(dict.fromkeys(marker for view in views.values() for marker in view.markers))
    spectator = game.view(state, None)
    return msgspec.structs.replace(spectator, pieces=pieces, markers=markers)


def side_named(game: AnyGame, name: str) -> Side:
    """The side of this name; raises UnknownNameError."""
    from hulldown.cli.names import near
    from hulldown.core.errors import UnknownNameError

    if name.casefold() not in game.sides:
        raise UnknownNameError(f"there is no side named {name!r}", hint=near(name, game.sides, "sides"))
    return name.casefold()
