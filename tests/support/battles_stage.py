"""Positions of Panzer Battles for tests: a scenario on bare ground, units put where a case needs them, scripted dice.

    stage = Stage(monkeypatch, "arracourt", hexes={"1010": "woods"}, heights={"1011": 4}, dice="6 6 3")
    stage.put("U111", "1010", facing=3, command="OVERWATCH", strength=4)
    stage.begin("move1")                      # the step, with whose turn it is; runs on to the first question
    stage.say("first", "U111 MOVE 1009")      # notation, or a word; `stage.refused` tells the cases of a refusal
    stage.pass_to("assault1", "orders")       # idle answers until a step, a kind of question or the end comes
    stage.found("shot", unit="U111"), stage.unit("U111").strength

Units that are not put anywhere are out of play. The ground is clear and level but for what is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from hulldown.core.dice import Roll, dice
from hulldown.core.events import Event, Scalar
from hulldown.core.orders import Order
from hulldown.core.sequence import Doing, drive
from hulldown.core.stepped import top
from hulldown.games.panzer_battles.books import scene_of
from hulldown.games.panzer_battles.data import scenarios as data
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules import casualties
from hulldown.games.panzer_battles.rules.observing import number, observe
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    EXITED,
    FIRST,
    OFF,
    ON_MAP,
    SECOND,
    Battery,
    BattleState,
    Company,
    Frame,
    Unit,
    enemies_in,
    index_of,
)
from hulldown.games.panzer_battles.rules.steps import PHASES, begin_movement
from hulldown.maps import give_map, load_map

SIGNS = {"clear": ".", "town": "t", "woods": "w", "rough1": "o", "rough2": "x"}
_numbers = count(1)


def country(columns: int, rows: int, hexes: Mapping[str, str], heights: Mapping[str, int]) -> str:
    """The name of a map of clear ground at level 1 but for what is named."""
    name = f"battles-stage{next(_numbers)}"
    grid = [["."] * columns for _ in range(rows)]
    levels = [["1"] * columns for _ in range(rows)]
    for label, terrain in hexes.items():
        grid[int(label[2:]) - 1][int(label[:2]) - 1] = SIGNS[terrain]
    for label, height in heights.items():
        levels[int(label[2:]) - 1][int(label[:2]) - 1] = str(height)
    legend = "\n".join(f'"{sign}" = "{terrain}"' for terrain, sign in SIGNS.items())
    layers = ["\n".join("".join(row) for row in layer) for layer in (grid, levels)]
    text = (
        f'format = 1\nname = "{name}"\ntitle = "{name}"\ncolumns = {columns}\nrows = {rows}\nhigh_columns = "odd"\n'
        f'scale = 200\n[legend]\n{legend}\n[layers]\nterrain = """\n{layers[0]}\n"""\n'
        f'elevation = """\n{layers[1]}\n"""\n'
    )
    return give_map(text, name)


class Stage:
    """A scenario on bare ground; it exists for the length of one test."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        scenario: str = "arracourt",
        *,
        dice: str = "",
        hexes: Mapping[str, str] | None = None,
        heights: Mapping[str, int] | None = None,
        turn: int = 3,
        **options: Scalar,
    ) -> None:
        model = data.scenarios()[f"panzer_battles/{scenario}"]
        board = load_map(model.map)
        self.map = country(board.columns, board.rows, hexes or {}, heights or {})
        name = f"panzer_battles/{self.map}"
        known = MappingProxyType({**data.scenarios(), name: replace(model, id=name, map=self.map)})
        monkeypatch.setattr(data, "scenarios", lambda: known)
        monkeypatch.setattr(GAME, "catalogue", lambda: known)
        self.name = name
        self.events: list[Event] = []
        self.rolls: list[Roll] = []
        self.state: BattleState = GAME.unbegun(name, {"dummies": "none", "company_order": "owner", **options})
        self.state.turn = turn
        self.state.phase = 7 * turn
        self.dice(dice)
        for unit in self.state.units:
            unit.status = EXITED

    # Before play.

    def dice(self, script: str) -> None:
        """The values of the dice from now on."""
        rolled = "1 " * self.state.serial
        self.state.seed = f"script:{rolled}{script}"

    def put(self, name: str, label: str, *, on: str = "", hidden: bool = False, **fields: Any) -> Unit:
        """Puts a unit into a hex, or onto a carrier, with these fields; its company is under its command too."""
        unit = self.unit(name)
        unit.status = ON_MAP
        for key, value in fields.items():
            assert hasattr(unit, key), f"a unit has no {key}"
            setattr(unit, key, value)
        if on:
            unit.carrier = index_of(self.state, on)
            unit.cell = self.unit(on).cell
        else:
            unit.cell = self.cell(label)
            if not hidden:
                number(self.state, unit)
        company = self.state.companies[unit.company]
        company.command = unit.command or company.command
        company.plotted = True
        return unit

    def platoons(self, names: Iterable[str], label: str, **fields: Any) -> None:
        """Puts several units into a hex."""
        for name in names:
            self.put(name, label, **fields)

    def queue(self, name: str, label: str, place: int, **fields: Any) -> Unit:
        """Puts a unit into the queue behind an entry hex."""
        unit = self.unit(name)
        unit.status, unit.entry, unit.place = OFF, self.cell(label), place
        for key, value in fields.items():
            setattr(unit, key, value)
        return unit

    def lose(self, name: str, number: int = 99) -> None:
        """Takes vehicles or steps from a unit, all of them unless told otherwise."""
        doing = self._doing()
        casualties.lose(self.state, self.scene(), index_of(self.state, name), number, "10.4a", doing)
        self._take(doing)

    def begin(self, step: str, side: str = "") -> None:
        """Begins a step, as if all before it were over, and goes on to the first question."""
        state = self.state
        side = side or (FIRST if step.endswith("1") else SECOND if step.endswith("2") else "")
        state.stack = [Frame(step, side=side)]
        doing = self._doing()
        scene = self.scene()
        if step in PHASES:
            state.phase += 1
        if step.startswith("move"):
            begin_movement(state, scene, side, doing)
        observe(state, scene, doing)
        drive(state, top, GAME.rules_of(state).handlers, doing)
        self._take(doing)

    def engage(self, label: str, *, before: bool = False) -> None:
        """Marks the units in a hex as engaged, since before this Phase or not."""
        for unit in self.state.units:
            if unit.cell == self.cell(label) and unit.status == ON_MAP:
                assert enemies_in(self.state, unit.side, unit.cell)
                unit.engaged = True
                unit.began = before

    def _doing(self) -> Doing:
        state = self.state
        return Doing(dice(state.seed, state.serial, state.turn), state.turn, GAME.rules_of(state))

    def _take(self, doing: Doing) -> None:
        self.state.serial = doing.dice.serial
        self.events += doing.events
        self.rolls += doing.dice.rolls

    # In play.

    def say(self, side: str, text: str) -> None:
        """Answers for a side in notation; no words at all mean an order without tasks."""
        order = self.parse(side, text)
        step = GAME.apply(self.state, side, order)
        self.state = step.state
        self.events += step.events
        self.rolls += step.rolls

    def idle(self, side: str) -> None:
        """Answers for a side as if it were absent."""
        order = GAME.legal(self.state, side).idle
        assert order is not None
        step = GAME.apply(self.state, side, order)
        self.state = step.state
        self.events += step.events
        self.rolls += step.rolls

    def parse(self, side: str, text: str) -> Order:
        if " " not in text:
            return Order(GAME.pending(self.state)[side].kind, choice=text)
        return GAME.parse(self.state, side, text)

    def refused(self, side: str, text: str) -> set[str]:
        """The cases that an answer would break; none where it is legal."""
        return {fault.rule for fault in GAME.check(self.state, side, self.parse(side, text))}

    def asked(self) -> dict[str, str]:
        """Who is asked for what."""
        return {side: decision.kind for side, decision in GAME.pending(self.state).items()}

    def pass_to(self, *where: str) -> None:
        """Idle answers until a step or a kind of question of these names has come, or the game is over."""
        while self.state.outcome is None:
            steps = {frame.step for frame in self.state.stack}
            if steps & set(where) or set(self.asked().values()) & set(where):
                return
            self.idle(next(iter(self.asked())))

    def offered(self, side: str, name: str) -> dict[str, set[str]]:
        """The tasks offered to a unit, company or battery, each with its targets, choices and hexes as words."""
        found: dict[str, set[str]] = {}
        for unit in GAME.legal(self.state, side).units:
            if unit.unit != name:
                continue
            for option in unit.options:
                words = {*option.targets, *option.choices, *(self.label(cell) for cell in option.cells)}
                found.setdefault(option.kind, set()).update(words)
        return found

    # Afterwards.

    def scene(self) -> Scene:
        return scene_of(self.state)

    def cell(self, label: str) -> int:
        return self.scene().board.by_label[label]

    def label(self, cell: int) -> str:
        return self.scene().label(cell)

    def unit(self, name: str) -> Unit:
        at = index_of(self.state, name)
        assert at >= 0, f"there is no unit {name}"
        return self.state.units[at]

    def where(self, name: str) -> str:
        """The hex of a unit, or its status if it is not on the map."""
        unit = self.unit(name)
        return self.label(unit.cell) if unit.status == ON_MAP else unit.status

    def company(self, key: str) -> Company:
        return next(one for one in self.state.companies if one.key == key)

    def battery(self, number: int) -> Battery:
        return self.state.batteries[number - 1]

    def found(self, kind: str, **wanted: Scalar) -> list[Event]:
        """The events of a kind whose data include the given values."""
        return [
            e for e in self.events if e.kind == kind and all(e.data.get(key) == v for key, v in wanted.items())
        ]  # fmt: skip

    def forget(self) -> None:
        """Forgets the events so far."""
        self.events.clear()
