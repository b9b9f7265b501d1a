"""Panzer Battles as a game of the contract: every method is a thin call into the module that holds the rule."""

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
from hulldown.games.panzer_battles.books import LIBRARY, ruleset_of, scene_of
from hulldown.games.panzer_battles.data.scenarios import Scenario, scenario_hash, scenarios
from hulldown.games.panzer_battles.faces import briefing as briefings
from hulldown.games.panzer_battles.faces import face as faces
from hulldown.games.panzer_battles.faces import notation, prompts, remarks, sampling, texts
from hulldown.games.panzer_battles.faces import score as scores
from hulldown.games.panzer_battles.faces import view as views
from hulldown.games.panzer_battles.rules import deployment
from hulldown.games.panzer_battles.rules.answers import ANSWERS
from hulldown.games.panzer_battles.rules.options import named
from hulldown.games.panzer_battles.rules.scene import SCENES
from hulldown.games.panzer_battles.rules.state import SIDES, BattleState, Frame
from hulldown.games.panzer_battles.rules.victory import judge
from hulldown.maps import load_map

TRAITS = Traits("panzer_battles", "Panzer Battles", SIDES, LIBRARY, texts.describe)


class PanzerBattles(SteppedGame[BattleState, Scenario]):
    """Panzer Battles."""

    def info(self, scenario: Scenario) -> ScenarioInfo:
        return _info(scenario)

    def initial(self, scenario: Scenario, options: dict[str, Scalar], seed: str) -> BattleState:
        """The state in which both sides set up (19.1a, 19.2)."""
        units, companies, batteries = deployment.new_forces(scenario, options)
        return BattleState(
            scenario=scenario.id, options=options, seed=seed, stack=[Frame("setup")], units=units,
            companies=companies, batteries=batteries, asked=dict.fromkeys(self.sides, 0),
        )  # fmt: skip

    def board(self, scenario: str) -> Board:
        return load_map(self.chosen(scenario).map)

    def cost_tables(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Mapping[str, CostTable]:
        return SCENES.plain(self.chosen(scenario), LIBRARY).tables

    def pending(self, state: BattleState) -> Mapping[Side, Decision]:
        frame = state.stack[-1]
        return {side: _decision(state, frame, side) for side in frame.owing}

    def legal(self, state: BattleState, side: Side) -> Legal:
        decision = self.asked(state, side)
        return ANSWERS[decision.kind].legal(state, scene_of(state), decision)

    def faults(self, state: BattleState, decision: Decision, order: Order) -> list[Violation]:
        scene = scene_of(state)
        astray = strays(order, scene.board, decision.rule)
        found = astray or ANSWERS[decision.kind].faults(state, scene, decision, order)
        return [prompts.corrected(state, decision.side, fault) for fault in found]

    def receive(self, state: BattleState, side: Side, order: Order) -> None:
        super().receive(state, side, order)
        state.asked[side] = state.asked.get(side, 0) + 1

    def view(self, state: BattleState, side: Side | None) -> views.BattleView:
        return views.view(state, scene_of(state), side, self.pending(state))

    def sample(self, view: View, rng: Random) -> BattleState:
        assert isinstance(view, views.BattleView)
        return sampling.sample(view, scene_of(view), rng)

    def parse(self, state: BattleState, side: Side, text: str) -> Order:
        return notation.parse(scene_of(state), self.legal(state, side), text)

    def write(self, state: BattleState, order: Order) -> str:
        return notation.write(scene_of(state), order)

    def judge(self, state: BattleState) -> Outcome | None:
        return judge(state, scene_of(state))

    def options(self, scenario: str) -> tuple[OptionInfo, ...]:
        chosen = self.chosen(scenario)
        return named(super().options(scenario), {side: chosen.side(side).people for side in SIDES})

    def face(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Face:
        return self.ruleset(scenario).shown(faces.face(self.chosen(scenario), options))

    def remarks(self, state: BattleState, side: Side, order: Order) -> tuple[str, ...]:
        """What an order would mean: where fire may come down, when queues come on, whether doctrine is kept."""
        if self.asked(state, side).kind != order.kind:
            return ()
        return remarks.remarks(state, scene_of(state), side, order)

    def side_of(self, event: Event) -> Side:
        return faces.side_of(event)

    def briefing(self, scenario: str, options: Mapping[str, Scalar]) -> Briefing:
        state = self.unbegun(scenario, options)
        return briefings.briefing(state, scene_of(state))

    def score(self, view: View) -> Score:
        assert isinstance(view, views.BattleView)
        return scores.score(view, scene_of(view))


def _decision(state: BattleState, frame: Frame, side: Side) -> Decision:
    question = ruleset_of(state).questions[frame.step]
    # A side's own decisions are counted: how many the other was asked is not its business.
    name = f"{state.turn}.{question.kind}.{side[0]}{state.asked.get(side, 0)}"
    text = question.prompt.format(turn=state.turn, **prompts.words(state, scene_of(state), side))
    return Decision(name, question.kind, side, question.rule, text)


def _info(scenario: Scenario) -> ScenarioInfo:
    sides: dict[Side, dict[str, Scalar]] = {}
    units: dict[Side, dict[str, int]] = {}
    for side in SIDES:
        setup = scenario.side(side)
        own = units[side] = {}
        for _, _, platoon in setup.platoons():
            own[platoon.type] = own.get(platoon.type, 0) + 1
        forces = ", ".join(f"{count} {name}" for name, count in own.items())
        sides[side] = {"nation": setup.people, "forces": forces}
    facts: dict[str, Scalar] = {"when": scenario.when, "rule": scenario.rule, "judged by": scenario.victory.rule}
    return ScenarioInfo(
        scenario.id, "panzer_battles", scenario.title, scenario.description, scenario.map, scenario.length, facts,
        sides, scenario_hash(scenario), units,
    )  # fmt: skip


GAME = PanzerBattles(TRAITS, BattleState, scenarios)
