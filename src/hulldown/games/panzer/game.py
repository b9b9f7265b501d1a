"""Panzer as a game of the contract: every method is a thin call into the module that holds the rule."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hulldown.core.board import Board
from hulldown.core.checks import strays
from hulldown.core.decisions import Decision, Legal
from hulldown.core.events import Event, Scalar
from hulldown.core.face import Face
from hulldown.core.game import ScenarioInfo, View
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.paths import CostTable
from hulldown.core.stepped import SteppedGame, Traits
from hulldown.games.panzer.books import LIBRARY, ruleset_of
from hulldown.games.panzer.data.loading import Scenario, scenario_hash, scenario_of, scenarios
from hulldown.games.panzer.faces import face as faces
from hulldown.games.panzer.faces import notation, sampling, texts
from hulldown.games.panzer.faces import view as views
from hulldown.games.panzer.rules import combat, commands, deployment, initiative, movement, overwatch
from hulldown.games.panzer.rules import legal as legal_orders
from hulldown.games.panzer.rules.ground import Ground, place_of, scene_of
from hulldown.games.panzer.rules.objectives import new_holds
from hulldown.games.panzer.rules.sequence import RESUME
from hulldown.games.panzer.rules.state import SIDES, Frame, PanzerState

TRAITS = Traits("panzer", "Panzer", SIDES, LIBRARY, texts.describe)


class Panzer(SteppedGame[PanzerState, Scenario]):
    """The Basic Game of Panzer."""

    def initial(self, scenario: Scenario, options: dict[str, Scalar], seed: str) -> PanzerState:
        """The state in which the sides set up one after the other (2.0a, 2.0b)."""
        first = Frame("setup", side=scenario.order)
        units, holds = deployment.new_units(scenario), new_holds(scenario)
        return PanzerState(scenario=scenario.id, options=options, seed=seed, stack=[first], units=units, holds=holds)

    def info(self, scenario: Scenario) -> ScenarioInfo:
        return _info(scenario)

    def pending(self, state: PanzerState) -> Mapping[Side, Decision]:
        frame = state.stack[-1]
        return {side: _decision(state, frame, side) for side in frame.owing}

    def board(self, scenario: str) -> Board:
        return place_of(self.chosen(scenario)).board

    def cost_tables(self, scenario: str) -> Mapping[str, CostTable]:
        return legal_orders.cost_tables(self.chosen(scenario).map)

    def legal(self, state: PanzerState, side: Side) -> Legal:
        scenario, place = scene_of(state)
        return legal_orders.legal(state, place, scenario, self.asked(state, side))

    def faults(self, state: PanzerState, decision: Decision, order: Order) -> list[Violation]:
        side = decision.side
        scenario, place = scene_of(state)
        astray = strays(order, place.board, decision.rule)
        if astray:
            return astray
        if order.kind == "deploy":
            return deployment.check_deployment(state, place, scenario, side, order)
        if order.kind == "command":
            return commands.check_commands(state, place, scenario, side, order)
        if order.kind == "fire":
            return combat.check_fire(state, place, side, order)
        if order.kind == "overwatch":
            return overwatch.check_overwatch(state, place, side, state.stack[-1].step, order)
        if order.kind == "move":
            return movement.check_moves(state, place, scenario, side, order.tasks, order.choice)
        choices = legal_orders.reveal_choices(state) if order.kind == "reveal" else initiative.CHOICES
        if order.choice in choices and not order.tasks:
            return []
        return [Violation(decision.rule, f"the choice is {' or '.join(choices)}, not {order.choice!r}")]

    def receive(self, state: PanzerState, side: Side, order: Order) -> None:
        super().receive(state, side, order)
        state.asked[side] = state.asked.get(side, 0) + 1

    def view(self, state: PanzerState, side: Side | None) -> views.PanzerView:
        scenario, place = scene_of(state)
        return views.view(state, place, scenario, side, self.pending(state))

    def sample(self, view: View, rng: Random) -> PanzerState:
        assert isinstance(view, views.PanzerView)
        scenario = scenario_of(view)
        return sampling.sample(view, place_of(scenario), scenario, rng)

    def parse(self, state: PanzerState, side: Side, text: str) -> Order:
        return notation.parse(state, self._place(state), self.asked(state, side), self.legal(state, side), text)

    def write(self, state: PanzerState, order: Order) -> str:
        return notation.write(self._place(state), order)

    def face(self, scenario: str) -> Face:
        self.chosen(scenario)
        return faces.face()

    def side_of(self, event: Event) -> Side:
        return faces.side_of(event)

    def _place(self, state: PanzerState) -> Ground:
        return scene_of(state)[1]


def _decision(state: PanzerState, frame: Frame, side: Side) -> Decision:
    question = ruleset_of(state).questions[frame.step]
    kind = question.kind
    data: dict[str, str] = {}
    if kind == "reveal":
        data["target"] = state.units[state.shots[0].target].id
    elif kind == "overwatch":
        targets = overwatch.open_targets(state, side, frame.step)
        data["targets"] = " or ".join(state.units[index].id for index in targets)
    elif kind == "move" and state.mover is not None:
        unit = state.units[state.mover.unit]
        question, data = RESUME, {"unit": unit.id, "hex": scene_of(state)[1].board.labels[unit.cell]}
    # A side's own decisions are counted: how many the other was asked is not its business.
    name = f"{state.turn}.{kind}.{side[0]}{state.asked.get(side, 0)}"
    return Decision(name, kind, side, question.rule, question.prompt.format(turn=state.turn, **data))


def _info(scenario: Scenario) -> ScenarioInfo:
    sides: dict[Side, dict[str, Scalar]] = {}
    for side in SIDES:
        groups = scenario.side(side).groups
        forces = [f"{force.count} {force.card}" for group in groups for force in group.units]
        sides[side] = {"forces": ", ".join(forces), "vehicles": scenario.side(side).strength}
    facts: dict[str, Scalar] = {"date": scenario.date, "level": scenario.level}
    return ScenarioInfo(
        scenario.id, "panzer", scenario.title, scenario.description, scenario.map, scenario.turns, facts, sides,
        scenario_hash(scenario),
    )  # fmt: skip


GAME = Panzer(TRAITS, PanzerState, scenarios)
