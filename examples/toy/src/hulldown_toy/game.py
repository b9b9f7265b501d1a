"""A complete little game of the contract, for the tests of everything that plays games.

Two sides of three units on a map of 8 × 6 hexes. First each side secretly picks a stance and one die decides who is
favoured; then three turns of secret plots (move, fire, turn, charge) with one die for each shot. Bravo's last unit is
hidden until it fires or an enemy stands next to it. Most survivors win.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import msgspec

from hulldown.core.board import LETTERS, Board, Cell
from hulldown.core.briefing import Briefing, Goal, Special, Zone
from hulldown.core.builder import Builder
from hulldown.core.decisions import Decision, Legal, Option, PathDomain, UnitLegal
from hulldown.core.dice import dice
from hulldown.core.errors import HulldownError, IllegalOrderError, MalformedError, OutOfTurnError, UnknownNameError
from hulldown.core.events import Event, Scalar
from hulldown.core.face import Face, spoken
from hulldown.core.game import NO_OPTIONS, Marker, OptionInfo, Outcome, Piece, ScenarioInfo, State, Step, View
from hulldown.core.mapfile import board_from_toml
from hulldown.core.orders import Order, Side, Task, Violation
from hulldown.core.paths import CostTable, costs_along
from hulldown.core.score import Fact, Meter, Score, SideScore, verdict
from hulldown.core.sequence import Doing, Row
from hulldown_toy.face import FACE

SIDES = ("alpha", "bravo")
ALLOWANCE = 3
RANGE = 4
MAP = """
format = 1
name = "toy"
title = "The sandpit"
columns = 8
rows = 6
high_columns = "odd"
legend = { "." = "clear", "w" = "woods" }
edges = { N = { row = 1 }, S = { row = 6 } }
[layers]
terrain = '''
........
..w..w..
...ww...
........
.w....w.
........
'''
"""


class Unit(msgspec.Struct):
    """A unit of the toy game."""

    id: str
    side: Side
    cell: Cell
    facing: int = 0
    hidden: bool = False
    alive: bool = True


class ToyState(State, kw_only=True):
    """The whole position."""

    units: dict[str, Unit]
    orders: dict[Side, Order] = msgspec.field(default_factory=dict)
    favoured: Side = ""


class ToyView(View, kw_only=True):
    """What a side of the toy game knows besides the common parts."""

    favoured: Side


def _opponent(side: Side) -> Side:
    return SIDES[1 - SIDES.index(side)]


class ToyGame:
    """The toy game; tests can make an older or an endless one, or one with an umpire as a third side that must answer.

    The umpire has no units; with him a plot can be followed by another that still leads to nothing.
    """

    name = "toy"
    title = "Toy"
    state_type = ToyState
    rows = (
        Row("stance", "1.0", "Stance", "Both pick a stance."),
        Row("plot", "2.0", "Plotting", "Both plot every unit."),
        Row("run", "3.0", "Execution", "Plots are carried out."),
    )

    def __init__(self, version: str = "1", turns: int = 3, umpire: bool = False) -> None:
        self.rules = version
        self.sides: tuple[Side, ...] = (*SIDES, "umpire") if umpire else SIDES
        self.turns = turns
        self._board = board_from_toml(MAP, "toy map")
        costs = {"clear": 1, "woods": 2}
        board = self._board
        self._table: CostTable = [
            tuple(costs[board.terrain[ahead]] if ahead >= 0 else 0 for ahead in board.neighbours[cell]) or (0,) * 6
            for cell in range(board.size)
        ]

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        facts: dict[str, Scalar] = {"mode": "plain"}
        forces: dict[Side, dict[str, Scalar]] = {"alpha": {"force": "3 toys"}, "bravo": {"force": "3 toys"}}
        return (
            ScenarioInfo("toy/1", "toy", "The sandpit", "Three against three.", "toy", self.turns, facts, forces, "h1"),
        )

    def version(self, scenario: str) -> str:
        self._known(scenario)
        return self.rules

    def sequence(self, scenario: str) -> tuple[Row, ...]:
        self._known(scenario)
        return self.rows

    def options(self, scenario: str) -> tuple[OptionInfo, ...]:
        self._known(scenario)
        return (OptionInfo("range", RANGE, "3.1", "how far a unit fires", label="Range"),)

    def _known(self, scenario: str) -> None:
        if scenario != "toy/1":
            raise UnknownNameError(f"there is no scenario {scenario!r}", hint="scenarios: toy/1")

    def setup(self, scenario: str, options: Mapping[str, Scalar], seed: str) -> ToyState:
        self._known(scenario)
        for name, value in options.items():
            if name != "range" or not isinstance(value, int):
                raise HulldownError(f"option {name}={value} is not known", hint="options: range (a number)")
        cell = self._board.cell
        units = [
            Unit("A1", "alpha", cell("0201")), Unit("A2", "alpha", cell("0401")), Unit("A3", "alpha", cell("0601")),
            Unit("B1", "bravo", cell("0206")), Unit("B2", "bravo", cell("0406")),
            Unit("B3", "bravo", cell("0604"), hidden=True),
        ]  # fmt: skip
        return ToyState(scenario=scenario, options=dict(options), seed=seed, units={unit.id: unit for unit in units})

    def board(self, scenario: str) -> Board:
        self._known(scenario)
        return self._board

    def cost_tables(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Mapping[str, CostTable]:
        self._known(scenario)
        return {"ground": self._table}

    def _kind(self, state: ToyState) -> str:
        return "stance" if state.turn == 0 else "plot"

    def pending(self, state: ToyState) -> Mapping[Side, Decision]:
        if self.outcome(state) is not None:
            return {}
        kind = self._kind(state)
        rule, prompt = ("1.0", "Pick a stance") if kind == "stance" else ("2.0", "Plot your units")
        return {
            side: Decision(f"t{state.turn}-{side}", kind, side, rule, prompt)
            for side in self.sides
            if side not in state.orders
        }

    def _fit(self, state: ToyState, side: Side) -> list[Unit]:
        return [unit for unit in state.units.values() if unit.side == side and unit.alive]

    def legal(self, state: ToyState, side: Side) -> Legal:
        decision = self.pending(state).get(side)
        if decision is None:
            raise OutOfTurnError(f"{side} owes no decision")
        if decision.kind == "stance":
            return Legal(decision, choices=("bold", "careful"))
        units = []
        reach = int(state.options.get("range", RANGE))
        for unit in self._fit(state, side):
            cells = tuple(c for c in self._board.cells if 0 < self._board.distance(unit.cell, c) <= reach)
            way = PathDomain(unit.cell, ALLOWANCE, "ground")
            options = (
                Option("move", "3.2", path=way),
                Option("charge", "3.3", path=msgspec.structs.replace(way, minimum=2, straight_end=True)),
                Option("fire", "3.1", cells=cells),
                Option("turn", "3.4", facings=(0, 1, 2, 3, 4, 5)),
            )
            units.append(UnitLegal(unit.id, options, required=unit.id.endswith("1")))
        return Legal(decision, units=tuple(units))

    def check(self, state: ToyState, side: Side, order: Order) -> list[Violation]:
        if self._kind(state) == "stance":
            return [] if order.choice in ("bold", "careful") else [Violation("1.0", "pick bold or careful")]
        fit = {unit.id: unit for unit in self._fit(state, side)}
        found = []
        told = [task.unit for task in order.tasks]
        for name in fit:
            if name.endswith("1") and name not in told:
                found.append(Violation("2.1", "it must be given a task", name))
        ends: dict[Cell, str] = {}
        for task in order.tasks:
            if task.unit not in fit:
                found.append(Violation("2.0", "is not one of your units", task.unit))
            elif told.count(task.unit) > 1:
                found.append(Violation("2.0", "has two tasks", task.unit))
            elif (problem := self._problem(fit[task.unit], task, state)) is not None:
                found.append(problem)
            elif task.kind in ("move", "charge") and ends.setdefault(task.cells[-1], task.unit) != task.unit:
                found.append(Violation("3.5", "ends its move on a friend", task.unit))
        return found

    def _problem(self, unit: Unit, task: Task, state: ToyState) -> Violation | None:
        if task.kind == "turn":
            return None if 0 <= task.facing <= 5 else Violation("3.4", "needs a facing", unit.id)
        on_map = all(0 <= cell < self._board.size and self._board.on_map[cell] for cell in task.cells)
        if not task.cells or not on_map:
            return Violation("2.0", "needs hexes of the map", unit.id)
        if task.kind == "fire":
            far = self._board.distance(unit.cell, task.cells[0])
            reach = int(state.options.get("range", RANGE))
            return None if len(task.cells) == 1 and 0 < far <= reach else Violation("3.1", "out of range", unit.id)
        if task.kind not in ("move", "charge"):
            return Violation("2.0", f"knows no task {task.kind!r}", unit.id)
        costs = costs_along(self._board, self._table, unit.cell, task.cells, ALLOWANCE)
        if 0 in costs or sum(costs) > ALLOWANCE:
            return Violation("3.2", "the path is not possible", unit.id)
        if task.kind == "charge":
            way = (unit.cell, *task.cells)[-3:]
            if len(way) < 3 or way[1] - way[0] != way[2] - way[1]:
                return Violation("3.3", "a charge ends with two steps straight on", unit.id)
        return None

    def attempt(self, state: ToyState, side: Side, order: Order) -> Step | list[Violation]:
        try:
            return self.apply(state, side, order)
        except IllegalOrderError as error:
            return list(error.violations)

    def apply(self, state: ToyState, side: Side, order: Order) -> Step:
        if side not in self.pending(state):
            raise OutOfTurnError(f"{side} owes no decision now")
        violations = self.check(state, side, order)
        if violations:
            raise IllegalOrderError(tuple(violations))
        after = msgspec.structs.replace(state, orders={**state.orders, side: order})
        doing = Doing(dice(state.seed, state.serial), state.turn)
        doing.step = self._kind(state)
        doing.emit("plotted", "2.0", (side,), side=side, tasks=len(order.tasks))
        if len(after.orders) == len(self.sides):
            after = self._run(after, doing)
        return Step(after, tuple(doing.events), tuple(doing.dice.rolls))

    def _run(self, state: ToyState, doing: Doing) -> ToyState:
        state = msgspec.structs.replace(state, units={k: msgspec.structs.replace(u) for k, u in state.units.items()})
        if self._kind(state) == "stance":
            bold = [side for side in SIDES if state.orders[side].choice == "bold"]
            state.favoured = (bold or list(SIDES))[(doing.dice.roll(6, "favour") - 1) % len(bold or SIDES)]
            doing.emit("favoured", "1.0", side=state.favoured)
        else:
            doing.step = "run"
            tasks = [(side, task) for side in SIDES for task in state.orders[side].tasks]
            for _, task in tasks:
                unit = state.units[task.unit]
                unit.facing = task.facing if task.kind == "turn" else unit.facing
                if task.kind in ("move", "charge"):
                    self._go(unit, task, doing)
            for side, task in tasks:
                if task.kind == "fire":
                    self._fire(state, side, task, doing)
            for unit in state.units.values():
                if unit.hidden and any(
                    foe.alive and foe.side != unit.side and self._board.distance(foe.cell, unit.cell) <= 1
                    for foe in state.units.values()
                ):
                    self._show(unit, doing)
        state.orders = {}
        state.turn += 1
        state.serial = doing.dice.serial
        return state

    def _go(self, unit: Unit, task: Task, doing: Doing) -> None:
        unit.cell = task.cells[-1]
        audience = (unit.side,) if unit.hidden else ()
        for point, cell in enumerate(task.cells, 1):
            doing.emit("moved", "3.2", audience, unit=unit.id, hex=self._board.labels[cell], point=point)

    def _show(self, unit: Unit, doing: Doing) -> None:
        unit.hidden = False
        doing.emit("shown", "3.6", unit=unit.id, hex=self._board.labels[unit.cell])

    def _fire(self, state: ToyState, side: Side, task: Task, doing: Doing) -> None:
        unit = state.units[task.unit]
        if unit.hidden:
            self._show(unit, doing)
        value = doing.dice.roll(6, f"{unit.id} fires at {self._board.labels[task.cells[0]]}")
        targets = [u for u in state.units.values() if u.alive and u.side != side and u.cell == task.cells[0]]
        hit = bool(targets) and value >= (4 if state.favoured == side else 5)
        label = self._board.labels[task.cells[0]]
        doing.emit("shot", "3.1", unit=unit.id, hex=label, roll=value, hit=hit)
        if hit:
            targets[0].alive = targets[0].hidden = False
            doing.emit("destroyed", "3.1", unit=targets[0].id, hex=label, type="toy")

    def view(self, state: ToyState, side: Side | None) -> ToyView:
        pending = self.pending(state)
        pieces = tuple(
            Piece(unit.id, unit.side, unit.cell, "toy", unit.facing, marks=self._marks(state, unit))
            for unit in state.units.values()
            if unit.alive and (unit.side == side or not unit.hidden)
        )
        return ToyView(
            game="toy", scenario=state.scenario, side=side, turn=state.turn, step=self._kind(state),
            owing=tuple(pending), decision=pending.get(side) if side else None, pieces=pieces,
            markers=tuple(Marker("shell", cell) for cell in self._shells(state)),
            facts={"turns": self.turns}, outcome=self.outcome(state), favoured=state.favoured,
        )  # fmt: skip

    def _shells(self, state: ToyState) -> list[Cell]:
        return [unit.cell for unit in state.units.values() if not unit.alive]

    def _marks(self, state: ToyState, unit: Unit) -> tuple[str, ...]:
        return ("favoured",) if unit.side == state.favoured else ()

    def sample(self, view: View, rng: Random) -> ToyState:
        assert isinstance(view, ToyView)
        state = self.setup(view.scenario, {}, f"sample {rng.random()}")
        state.turn = max(view.turn, 0)
        state.favoured = view.favoured
        shells = [marker.cell for marker in view.markers]
        known = {piece.id: piece for piece in view.pieces}
        for unit in state.units.values():
            if unit.id in known:
                unit.cell, unit.facing, unit.hidden = known[unit.id].cell, known[unit.id].facing, False
            elif unit.hidden and view.side == "alpha":
                unit.cell = rng.choice(self._board.cells)
            else:
                unit.alive = False
                unit.cell = shells.pop() if shells else unit.cell
        return state

    def outcome(self, state: ToyState) -> Outcome | None:
        left = {side: len(self._fit(state, side)) for side in SIDES}
        return None if state.turn <= self.turns and min(left.values()) > 0 else self.verdict(state)

    def verdict(self, state: ToyState) -> Outcome:
        left = {side: len(self._fit(state, side)) for side in SIDES}
        best = max(SIDES, key=lambda side: left[side])
        winner = best if left[best] != left[_opponent(best)] else None
        return Outcome(winner, "4.0", "most survivors" if winner else "equal survivors", left)

    def describe(self, event: Event) -> str:
        data = event.data
        texts = {
            "plotted": "{side} has given its orders", "favoured": "fortune favours {side}",
            "moved": "{unit} goes to {hex}", "destroyed": "{unit} is out of the game",
            "shown": "{unit} is seen in {hex}", "shot": "{unit} fires at {hex}: {roll}",
        }  # fmt: skip
        return texts[event.kind].format(**data) + (", a hit" if data.get("hit") else "")

    def side_of(self, event: Event) -> Side:
        named = str(event.data.get("side", ""))
        return named or {"A": "alpha", "B": "bravo"}.get(str(event.data.get("unit", ""))[:1], "")

    def face(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Face:
        self._known(scenario)
        return FACE

    def briefing(self, scenario: str, options: Mapping[str, Scalar]) -> Briefing:
        self._known(scenario)
        edges = self._board.edges
        return Briefing(
            goals=(Goal(f"Most toys left after turn {self.turns} win.", "4.0"),),
            zones=(
                Zone("Ants' nest", "setup", tuple(edges["N"]), "alpha", "The Ants begin here", rule="1.0"),
                Zone("Beetles' log", "setup", tuple(edges["S"]), "bravo", "The Beetles begin here", rule="1.0"),
                Zone("The picnic", "objective", (self._board.cell("0403"),), what="Crumbs", rule="1.0"),
            ),
            special=(Special(f"Toys spit {options.get('range', RANGE)} hexes far.", "3.1"),),
            turns=self.turns, length=f"{self.turns} turns", minutes=5,
        )  # fmt: skip

    def follows(self, state: ToyState, side: Side, order: Order) -> tuple[Task, ...]:
        return ()

    def remarks(self, state: ToyState, side: Side, order: Order) -> tuple[str, ...]:
        return ()

    def builder(self, scenario: str, options: Mapping[str, Scalar]) -> Builder | None:
        self._known(scenario)
        return None

    def score(self, view: View) -> Score:
        # What is gone lies about as a shell; a toy that is not seen is still there, and only Beetles hide.
        seen = {side: sum(piece.side == side for piece in view.pieces) for side in SIDES}
        seen["bravo"] = 6 - len(view.markers) - seen["alpha"]
        best = max(seen.values())
        leaders = [side for side in SIDES if seen[side] == best]
        leader = leaders[0] if len(leaders) == 1 else ""
        if view.outcome is not None:
            leader = view.outcome.winner or ""
        sides = tuple(
            SideScore(side, seen[side], (Meter("Toys lost", 3 - seen[side], "4.0", 3, "of three"),), seen[side] > 0)
            for side in SIDES
        )
        called = spoken(FACE)
        told = f"As things stand {called[leader]} win." if leader else "As things stand it is a draw."
        if view.outcome is not None:
            told = verdict(view.outcome, called, over=True)
        left = f"turn {view.turn}" if view.outcome is None else ""
        facts = (Fact("Shells", str(len(view.markers)), "4.0"),)
        return Score("toys left", "4.0", sides, view.turn, self.turns, left, leader, told, facts)

    def parse(self, state: ToyState, side: Side, text: str) -> Order:
        if self._kind(state) == "stance":
            return Order("stance", choice=text.strip())
        tasks = []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.split()
            if len(words) < 2:
                raise MalformedError(f"write UNIT TASK ..., not {line!r}", f"line {number}")
            unit, kind, rest = words[0].upper(), words[1].lower(), words[2:]
            if kind == "turn":
                if len(rest) != 1 or rest[0].upper() not in tuple(LETTERS):
                    raise MalformedError("turn needs one letter A to F", f"line {number}")
                tasks.append(Task(unit, kind, facing=LETTERS.index(rest[0].upper())))
            else:
                tasks.append(Task(unit, kind, tuple(self._board.cell(word) for word in rest)))
        return Order("plot", tuple(tasks))

    def write(self, state: ToyState, order: Order) -> str:
        if order.choice:
            return order.choice
        lines = []
        for task in order.tasks:
            facing = f" {LETTERS[task.facing]}" if task.facing >= 0 else ""
            path = self._board.label_path(task.cells)
            lines.append(f"{task.unit} {task.kind}{facing}" + (f" {path}" if path else ""))
        return "\n".join(lines)
