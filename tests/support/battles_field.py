"""Staged positions of Panzer Battles for tests: a plain map, units placed by hand, dice that are written down.

The map is clear ground of level 1, 24 columns by 34 rows, with a few hexes that differ; see `FEATURES`. The forces are
those of a scenario; whoever is not placed is out of play. North is up: direction 0 leads from 1010 to 1009.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from hulldown.core.decisions import Decision, Legal
from hulldown.core.dice import dice
from hulldown.core.events import Event
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing, drive
from hulldown.core.stepped import top
from hulldown.games.panzer_battles.data import scenarios
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules import observing, steps
from hulldown.games.panzer_battles.rules.library import ruleset_of, scene_of
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    DUMMY,
    FIRST,
    LOST,
    ON_MAP,
    SECOND,
    BattleState,
    Company,
    Frame,
    Unit,
    index_of,
)
from hulldown.games.panzer_battles.rules.verbs import kinds
from hulldown.games.panzer_battles.rules.verbs.base import FACING, FIRING, MOVEMENT
from hulldown.maps import give_map

MAP = "battles-field"
TERRAIN = {
    "0808": "w", "0606": "o", "0607": "x", "1010": "t", "1011": "t", "1506": "w", "1605": "w",
    "0719": "t", "0720": "t", "0819": "t", "1108": "t", "1207": "t", "1208": "t", "1925": "t", "1926": "t", "2025": "t",
}  # fmt: skip
LEVELS = {"0412": 2, "0413": 4, "1508": 2}
FEATURES = (TERRAIN, LEVELS)
"""The hexes that are not clear, and those that are not at level 1. A road runs down column 15 from 1503 to 1512."""
COLUMNS, ROWS = 24, 34


def _layer(special: Mapping[str, object], usual: str) -> str:
    return "\n".join(
        "".join(str(special.get(f"{column:02d}{row:02d}", usual)) for column in range(1, COLUMNS + 1))
        for row in range(1, ROWS + 1)
    )


def map_text() -> str:
    """The map as a file."""
    road = ", ".join(f'"15{row:02d}"' for row in range(3, 13))
    return f"""
format = 1
name = "field"
title = "Field"
columns = {COLUMNS}
rows = {ROWS}
high_columns = "odd"
[legend]
"." = "clear"
"o" = "rough1"
"x" = "rough2"
"w" = "woods"
"t" = "town"
[layers]
terrain = '''
{_layer(TERRAIN, ".")}
'''
elevation = '''
{_layer(LEVELS, "1")}
'''
[[lines]]
kind = "road"
path = [{road}]
[edges]
north = {{ column = 1 }}
south = {{ column = {COLUMNS} }}
east = {{ row = 1 }}
west = {{ row = {ROWS} }}
"""


def fields() -> Mapping[str, scenarios.Scenario]:
    """The scenarios of the rulebook, moved to the plain map."""
    give_map(map_text(), MAP)
    found = {name: msgspec.structs.replace(one, map=MAP) for name, one in scenarios.scenarios().items()}
    return MappingProxyType(found)


@pytest.fixture
def plain_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the scenarios be played on the plain map."""
    moved = fields()
    monkeypatch.setattr(scenarios, "scenarios", lambda: moved)
    monkeypatch.setattr(GAME, "catalogue", lambda: moved)


class Field:
    """A position that a test has set up, and what has happened since."""

    def __init__(self, rolls: str = "", scenario: str = "arracourt", **options: str) -> None:
        chosen = {"company_order": "owner", **options}
        seed = f"script:{rolls}"
        self.state: BattleState = GAME.unbegun(f"panzer_battles/{scenario}", chosen, seed)
        self.state.turn = 1
        for unit in self.state.units:
            unit.status = LOST
        self.strengths = {unit.id: unit.strength for unit in self.state.units}
        self.events: list[Event] = []

    # Setting up.

    @property
    def scene(self) -> Scene:
        return scene_of(self.state)

    def cell(self, label: str) -> int:
        return self.scene.board.by_label[label]

    def unit(self, name: str) -> Unit:
        return self.state.units[index_of(self.state, name)]

    def company(self, name: str) -> Company:
        """The company of a unit."""
        return self.state.companies[self.unit(name).company]

    def place(self, name: str, label: str, command: str = kinds.OVERWATCH, **values: Any) -> Unit:
        """Puts a unit on the map, under a command, its counter face down."""
        unit = self.unit(name)
        unit.status, unit.cell, unit.origin = ON_MAP, self.cell(label), self.cell(label)
        unit.command = "" if unit.type == DUMMY else command
        self.company(name).command = unit.command
        observing.number(self.state, unit)
        for key, value in values.items():
            setattr(unit, key, value)
        return unit

    def begin(self, step: str = "move1") -> Field:
        """Begins a step of the sequence, as if the one before it were over, and goes on to the first decision."""
        side = steps.PHASES.get(step, FIRST if step.endswith("1") else SECOND)
        self.state.stack = [Frame(step, side=side)]
        doing = self._doing()
        if step.startswith("move"):
            steps.begin_movement(self.state, self.scene, side, doing)
        observing.observe(self.state, self.scene, doing)
        drive(self.state, top, doing.rules.handlers, doing)
        self._note(doing)
        return self

    def _doing(self) -> Doing:
        return Doing(dice(self.state.seed, self.state.serial, self.state.turn), self.state.turn, ruleset_of(self.state))

    def _note(self, doing: Doing) -> None:
        self.state.serial = doing.dice.serial
        self.events += doing.events

    # Playing.

    @property
    def asked(self) -> dict[str, str]:
        """The sides that owe a decision, with its kind."""
        return {side: one.kind for side, one in GAME.pending(self.state).items()}

    def decision(self, side: str) -> Decision:
        return GAME.pending(self.state)[side]

    @property
    def step(self) -> str:
        return self.state.stack[0].step

    def order(self, side: str, *tasks: Task, choice: str = "") -> Order:
        return Order(self.decision(side).kind, tasks, choice)

    def give(self, side: str, *tasks: Task, choice: str = "") -> list[Event]:
        """Gives an order and tells what came of it; an illegal one fails the test."""
        done = GAME.apply(self.state, side, self.order(side, *tasks, choice=choice))
        assert isinstance(done.state, BattleState)
        self.state = done.state
        self.events += done.events
        return list(done.events)

    def refused(self, side: str, *tasks: Task, choice: str = "") -> set[str]:
        """The cases by which an order is refused; none when it is legal."""
        return {one.rule for one in GAME.check(self.state, side, self.order(side, *tasks, choice=choice))}

    def legal(self, side: str) -> Legal:
        return GAME.legal(self.state, side)

    def kinds(self, side: str, name: str) -> set[str]:
        """What is offered to a unit."""
        found = [one for one in self.legal(side).units if one.unit == name]
        return {option.kind for one in found for option in one.options}

    def idle(self, side: str) -> list[Event]:
        """Gives the answer of a side that is away."""
        order = self.legal(side).idle
        assert order is not None
        return self.give(side, *order.tasks, choice=order.choice)

    def until(self, *steps_wanted: str) -> Field:
        """Lets everybody be idle until one of these steps owes a decision, or one has begun."""
        while self.state.stack[-1].step not in steps_wanted and self.step not in steps_wanted:
            assert self.asked, "the game is over"
            self.idle(next(iter(self.asked)))
        return self

    # Tasks.

    def path(self, labels: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.cell(label) for label in labels)

    def move(self, name: str, *labels: str, choice: str = "", others: tuple[str, ...] = ()) -> Task:
        return Task(name, kinds.MOVE, self.path(labels), choice=choice, targets=others)

    def fire(self, name: str, weapon: str, target: str) -> Task:
        return Task(name, kinds.FIRE, choice=weapon, targets=(target,))

    # What has happened.

    def kinds_of(self, events: Iterable[Event] | None = None) -> list[str]:
        return [event.kind for event in (self.events if events is None else events)]

    def last(self, kind: str) -> Mapping[str, Any]:
        """The data of the last event of a kind."""
        return next(event.data for event in reversed(self.events) if event.kind == kind)


__all__ = ["DUMMY", "FACING", "FIRING", "FIRST", "MOVEMENT", "SECOND", "Field", "Task", "kinds", "plain_map"]
