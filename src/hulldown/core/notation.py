"""What the notations of all games have in common: lines with their numbers, hexes, directions and facings.

A game's own notation reads its words with these. What cannot be read raises MalformedError, which names the line.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from hulldown.core.board import LETTERS, Board, Cell
from hulldown.core.errors import MalformedError

COMMENT: Final = "#"
_RUN: Final = re.compile(r"[A-F]{2,}")


class Line(NamedTuple):
    """A line of an order that has words in it; `where` names it in errors."""

    where: str
    words: list[str]


def lines_of(text: str) -> list[Line]:
    """The lines of a text that say something, without comments, numbered from 1."""
    lines = [
        Line(f"line {number}", line.partition(COMMENT)[0].split()) for number, line in enumerate(text.splitlines(), 1)
    ]
    return [line for line in lines if line.words]


def all_words(lines: list[Line]) -> str:
    """All words of an order as one text in lower case: how a choice is written."""
    return " ".join(word.casefold() for line in lines for word in line.words)


def read_facing(word: str, where: str) -> int:
    """The facing that a letter from A (north) to F means."""
    if len(word) != 1 or word.upper() not in LETTERS:
        raise MalformedError(f"{word!r} is not a facing; facings are A (north) to F, clockwise", where)
    return LETTERS.index(word.upper())


class Wording:
    """A line of notation of one side that is being read; a game adds what its words mean."""

    def __init__(self, side: str, where: str) -> None:
        self.side = side
        self.where = where

    def refuse(self, why: str, hint: str = "") -> MalformedError:
        """The error that says what is wrong with this line."""
        return MalformedError(why, self.where, hint=hint) if hint else MalformedError(why, self.where)

    def facing(self, word: str) -> int:
        """The facing that a letter names."""
        return read_facing(word, self.where)


def steps_of(board: Board, word: str) -> list[str]:
    """The steps that a word in capitals stands for: a run of letters is one step for each, unless it names a hex."""
    return list(word) if _RUN.fullmatch(word) and word not in board.by_label else [word]


def read_step(board: Board, here: Cell, step: str, called: str, where: str) -> Cell:
    """The cell that a step leads to, by the name of a hex or by the letter of a direction; -1: it is neither.

    `called` is the game's word for a direction. Raises MalformedError where no direction leads.
    """
    cell = board.by_label.get(step, -1)
    if cell < 0 and len(step) == 1 and step in LETTERS:
        return board.beyond(here, step, f"{called} {step}", where)
    return cell
