"""Values of events as people say them: sides by their names, tasks by theirs, directions as words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hulldown.core.board import COMPASS, LETTERS
from hulldown.core.events import Event, Scalar
from hulldown.core.face import Face

_SIDES = ("side", "winner")
_TASKS = ("command", "task")
_WAYS = ("facing", "direction")


class Speaker:
    """The names that a game's face has for sides and tasks; those of modules come after the book's."""

    def __init__(self, faces: Iterable[Face]) -> None:
        self.sides: dict[str, str] = {}
        self.tasks: dict[str, str] = {}
        for face in faces:
            self.sides.update((side.side, side.name) for side in face.sides)
            self.tasks.update((task.kind, task.name) for task in face.tasks)

    def words(self, event: Event) -> dict[str, Scalar]:
        """The data of an event, ready to be put into a sentence."""
        return {key: self._word(key, value) for key, value in event.data.items()}

    def _word(self, key: str, value: Scalar) -> Scalar:
        if not isinstance(value, str):
            return value
        if key in _SIDES:
            return self.sides.get(value, value)
        if key in _TASKS:
            return self.tasks.get(value, value)
        if key in _WAYS and len(value) == 1 and value in LETTERS:
            return COMPASS[LETTERS.index(value)]
        return value


def ended(data: Mapping[str, Scalar], nobody: str = "nobody") -> str:
    """The end of a scenario in words: who has won, or that nobody has."""
    if data["winner"] == nobody:
        return f"The scenario is over. It is a draw: {data['why']}."
    return f"The scenario is over. {data['winner']} wins: {data['why']}."
