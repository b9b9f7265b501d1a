"""KampfPanzer as a game of the contract: every method is a thin call into the module that holds the rule."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hulldown.core.board import Board
from hulldown.core.briefing import Briefing
from hulldown.core.checks import strays
from hulldown.core.decisions import Decision, Legal
from hulldown.core.events import Event, Scalar
from hulldown.core.face import Face
from hulldown.core.game import NO_OPTIONS, OptionInfo, Outcome, ScenarioInfo, View
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.paths import CostTable
from hulldown.core.score import Score
from hulldown.core.stepped import SteppedGame, Traits
from hulldown.games.kampfpanzer.books import LIBRARY, ruleset_of, scene_of
from hulldown.games.kampfpanzer.data.played import scenario_of
from hulldown.games.kampfpanzer.data.scenarios import Scenario, scenario_hash, scenarios
from hulldown.games.kampfpanzer.faces import briefing as briefings
from hulldown.games.kampfpanzer.faces import face as faces
from hulldown.games.kampfpanzer.faces import notation, sampling, texts
from hulldown.games.kampfpanzer.faces import score as scores
from hulldown.games.kampfpanzer.faces import view as views
from hulldown.games.kampfpanzer.rules import deployment, overrun, plotting
from hulldown.games.kampfpanzer.rules import legal as legal_orders
from hulldown.games.kampfpanzer.rules.ground import ground_on
from hulldown.games.kampfpanzer.rules.options import named
from hulldown.games.kampfpanzer.rules.sequence import STRUCK
from hulldown.games.kampfpanzer.rules.state import SIDES, Frame, KampfState
from hulldown.games.kampfpanzer.rules.victory import judge
from hulldown.maps import load_map

TRAITS = Traits("kampfpanzer", "KampfPanzer", SIDES, LIBRARY, texts.describe)


class KampfPanzer(SteppedGame[KampfState, Scenario]):
    """KampfPanzer."""

    def info(self, scenario: Scenario) -> ScenarioInfo:
        return _info(scenario)

    def initial(self, scenario: Scenario, options: dict[str, Scalar], seed: str) -> KampfState:
        """The state in which the first player sets up (14.0a)."""
        state = KampfState(scenario=scenario.id, options=options, seed=seed, stack=[Frame("first")], units=[])
        state.units = deployment.new_units(scenario_of(state))
        return state

    def board(self, scenario: str) -> Board:
        return load_map(self.chosen(scenario).map)

    def cost_tables(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Mapping[str, CostTable]:
        return ground_on(self.chosen(scenario).map).cost_tables

    def pending(self, state: KampfState) -> Mapping[Side, Decision]:
        frame = state.stack[-1]
        return {side: _decision(state, frame, side) for side in frame.owing}

    def legal(self, state: KampfState, side: Side) -> Legal:
        return legal_orders.legal(state, scene_of(state), self.asked(state, side))

    def faults(self, state: KampfState, decision: Decision, order: Order) -> list[Violation]:
        scene, side = scene_of(state), decision.side
        found = strays(order, scene.board, "5.1a" if decision.kind == "plot" else decision.rule)
        if order.choice:
            found.append(Violation(decision.rule, f"{order.choice!r} means nothing here"))
        if found:
            return found
        if decision.kind == "plot":
            return plotting.plan(state, scene, side, order).violations
        if decision.kind == "deploy":
            return deployment.check(state, scene, side, order)
        return legal_orders.misanswered(state, scene, decision, order)

    def view(self, state: KampfState, side: Side | None) -> views.KampfView:
        return views.view(state, scene_of(state), side, self.pending(state))

    def sample(self, view: View, rng: Random) -> KampfState:
        assert isinstance(view, views.KampfView)
        return sampling.sample(view, scene_of(view), rng)

    def parse(self, state: KampfState, side: Side, text: str) -> Order:
        return notation.parse(state, scene_of(state), side, self.asked(state, side), text)

    def write(self, state: KampfState, order: Order) -> str:
        return notation.write(state, scene_of(state), order)

    def judge(self, state: KampfState) -> Outcome | None:
        return judge(state, scene_of(state))

    def options(self, scenario: str) -> tuple[OptionInfo, ...]:
        chosen = self.chosen(scenario)
        return named(super().options(scenario), {side: chosen.side(side).nation for side in SIDES})

    def face(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Face:
        return self.ruleset(scenario).shown(faces.face(self.chosen(scenario)))

    def side_of(self, event: Event) -> Side:
        return faces.side_of(event)

    def briefing(self, scenario: str, options: Mapping[str, Scalar]) -> Briefing:
        state = self.unbegun(scenario, options)
        return briefings.briefing(state, scene_of(state))

    def score(self, view: View) -> Score:
        assert isinstance(view, views.KampfView)
        return scores.score(view, scene_of(view))


def _decision(state: KampfState, frame: Frame, side: Side) -> Decision:
    """The question that a side owes; of several in one phase (9.24b, 9.68) each has a name of its own."""
    question = ruleset_of(state).questions[frame.step]
    name = f"{state.turn}.{question.kind}"
    if state.run is not None:
        name += f".{state.run.tick}"
    if frame.step == STRUCK:
        storm = overrun.ready(state, scene_of(state))
        name += f".{storm.cell}" if storm is not None else ""
    return Decision(name, question.kind, side, question.rule, question.prompt.format(turn=state.turn))


def _info(scenario: Scenario) -> ScenarioInfo:
    sides: dict[Side, dict[str, Scalar]] = {}
    units: dict[Side, dict[str, int]] = {}
    for side in SIDES:
        setup = scenario.side(side)
        forces = ", ".join(f"{force.count} {force.type}" for group in setup.groups for force in group.forces)
        counted: dict[str, int] = {}
        for group in setup.groups:
            for force in group.forces:
                counted[force.type] = counted.get(force.type, 0) + force.count
        units[side] = counted
        sides[side] = {"nation": setup.nation, "forces": forces, "panic": setup.panic}
    facts: dict[str, Scalar] = {"when": scenario.when, "rule": scenario.rule, "judged by": scenario.victory.rule}
    return ScenarioInfo(
        scenario.id, "kampfpanzer", scenario.title, scenario.description, scenario.map, scenario.length, facts, sides,
        scenario_hash(scenario), units,
    )  # fmt: skip


GAME = KampfPanzer(TRAITS, KampfState, scenarios)
