"""Fire missions as text lines: hexes, sources, a direction and the words of type and SHEAF, in any order."""

from __future__ import annotations

from hulldown.core.board import LETTERS
from hulldown.core.errors import MalformedError
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.scene import Scene

_WORDS = {"gp": "GP", "smoke": "Smoke"}


def task(scene: Scene, decision: str, name: str, words: list[str], where: str) -> Task:
    """The task that a line means; raises MalformedError."""
    kind = words[0].upper() if words else ""
    if scene.verb(kind, decision) is None:
        raise MalformedError(
            "write the unit or battery and the mission", where, f"one of {', '.join(scene.kinds(decision))}"
        )
    board = scene.board
    cells: list[int] = []
    targets: list[str] = []
    facing = -1
    choice: list[str] = []
    for word in words[1:]:
        upper = word.upper()
        if choice and choice[-1] == "by":
            choice.append(upper)
        elif choice:
            choice.append(_WORDS.get(word.casefold(), upper if upper in LETTERS else word.casefold()))
        elif upper in board.by_label:
            cells.append(board.by_label[upper])
        elif word.casefold() in _WORDS or word.casefold() == "turn":
            choice.append(_WORDS.get(word.casefold(), "turn"))
        elif upper in LETTERS and len(upper) == 1:
            facing = LETTERS.index(upper)
        else:
            targets.append(upper)
    return Task(name, kind, tuple(cells), facing, " ".join(choice), tuple(targets))
