"""4.5.1.1.10b, ruling I13: the way out of an enemy's hex is found, or found not to be there, among many enemies too."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.movement import way_on

BOARD = GAME.board("panzer/1")
HERE = next(cell for cell in BOARD.cells if all(around >= 0 for around in BOARD.neighbours[cell]))
ENDLESS = 2000


class Asked:
    """A vehicle among enemies who never run out of its way: it may pass any of their hexes and end in some others."""

    def __init__(self, hostile: set[Cell], ends: set[Cell]) -> None:
        self.unit = SimpleNamespace(id="S1", cell=HERE)
        self.around = SimpleNamespace(hostile=hostile.__contains__)
        self.scene = SimpleNamespace(board=BOARD)
        self.ends = ends
        self.asked: list[tuple[Cell, ...]] = []

    def again(self, task: Task) -> Any:
        """What is wrong with a move: nothing where it may end, else that an enemy or a cliff is there."""
        self.asked.append(task.cells)
        assert len(self.asked) < ENDLESS, "it drives in circles"
        if task.cells[-1] in self.ends:
            return SimpleNamespace(fault=None)
        rule = "4.5.1.1.10b" if self.around.hostile(task.cells[-1]) else "4.5.1.1.8a"
        return SimpleNamespace(fault=(rule, ""))


@pytest.mark.rules("4.5.1.1.10b")
def test_who_is_shut_in_by_neighbouring_enemies_is_stuck() -> None:
    ring = set(BOARD.neighbours[HERE])
    asked: Any = Asked({HERE, *ring}, set())
    assert way_on(asked) is None
    assert {cells[-1] for cells in asked.asked} > ring, "it looks beyond them"


@pytest.mark.rules("4.5.1.1.10b")
def test_the_way_on_leads_past_several_enemies() -> None:
    ring = set(BOARD.neighbours[HERE])
    beyond = next(
        cell for cell in BOARD.cells if BOARD.distance(HERE, cell) == 2 and all(n >= 0 for n in BOARD.neighbours[cell])
    )
    asked: Any = Asked({HERE, *ring}, {beyond})
    found = way_on(asked)
    assert found is not None
    assert (len(found.cells), found.cells[-1]) == (2, beyond)
