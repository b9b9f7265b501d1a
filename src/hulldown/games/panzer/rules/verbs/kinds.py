"""The words for tasks in orders. Whoever gives a task names it by these; what a task is, its verb tells."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.orders import Task

FIRE: Final = "FIRE"
MOVE: Final = "MOVE"
SHORT_HALT: Final = "HALT"
OVERWATCH: Final = "OW"
NO_COMMAND: Final = "NC"
REVERSE: Final = "REVERSE"
MIXED: Final = "MIXED"
TURN: Final = "TURN"
STAY: Final = "STAY"
DEPLOY: Final = "DEPLOY"
ASK: Final = "ASK"
PRESET: Final = "PRESET"


def drive_task(name: str, cells: tuple[Cell, ...], pattern: str) -> Task:
    """The task to drive through cells, a letter of the pattern for each: f ahead, r back."""
    if len(set(pattern)) > 1:
        return Task(name, MIXED, cells, choice=pattern)
    return Task(name, MOVE if pattern[0] == "f" else REVERSE, cells)
