"""Panzer as a game of the contract: every method is a thin call into the module that holds the rule."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hulldown.core.asking import Prospect
from hulldown.core.board import Board
from hulldown.core.briefing import Briefing
from hulldown.core.checks import strays
from hulldown.core.decisions import Decision, Legal
from hulldown.core.events import Event, Scalar
from hulldown.core.face import Face
from hulldown.core.game import NO_OPTIONS, Outcome, ScenarioInfo, View
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.paths import CostTable
from hulldown.core.score import Score
from hulldown.core.stepped import SteppedGame, Traits
from hulldown.games.panzer.books import LIBRARY, ruleset_for, ruleset_of, scene_of
from hulldown.games.panzer.data.loading import Scenario, scenario_hash, scenarios
from hulldown.games.panzer.faces import advanced_face, notation, sampling, texts
from hulldown.games.panzer.faces import briefing as briefings
from hulldown.games.panzer.faces import face as faces
from hulldown.games.panzer.faces import prospects as weighing
from hulldown.games.panzer.faces import score as scores
from hulldown.games.panzer.faces import view as views
from hulldown.games.panzer.rules.advanced.air_words import BOMBED, FLAK, STRIKING
from hulldown.games.panzer.rules.advanced.play.air import showing
from hulldown.games.panzer.rules.advanced.play.air.planes import overhead
from hulldown.games.panzer.rules.advanced.play.assault import overruns
from hulldown.games.panzer.rules.advanced.play.assault.memory import combat_of
from hulldown.games.panzer.rules.advanced.play.indirect import landing
from hulldown.games.panzer.rules.advanced.play.tables import advanced_tables
from hulldown.games.panzer.rules.advanced.verbs.attacks import FOLLOWING
from hulldown.games.panzer.rules.ground import ground_of
from hulldown.games.panzer.rules.legal import cost_tables
from hulldown.games.panzer.rules.objectives import new_holds
from hulldown.games.panzer.rules.sequence import GO_ON, RESUME
from hulldown.games.panzer.rules.state import SIDES, Frame, PanzerState
from hulldown.games.panzer.rules.victory import judge

_FACES = {"basic": faces.face, "advanced": advanced_face.face}
"""What a level shows before its modules add to it."""
TRAITS = Traits("panzer", "Panzer", SIDES, LIBRARY, texts.describe)


class Panzer(SteppedGame[PanzerState, Scenario]):
    """Panzer, at the level that a scenario names."""

    def initial(self, scenario: Scenario, options: dict[str, Scalar], seed: str) -> PanzerState:
        """The state in which the sides set up one after the other (2.0a, 2.0b)."""
        first = Frame("setup", side=scenario.order)
        doctrine = ruleset_for(scenario).hooks.doctrine
        assert doctrine is not None
        state = PanzerState(
            scenario=scenario.id, options=options, seed=seed, stack=[first], units=doctrine.new_units(scenario),
            holds=new_holds(scenario),
        )  # fmt: skip
        doctrine.prepare(state, scenario)
        return state

    def info(self, scenario: Scenario) -> ScenarioInfo:
        return _info(scenario)

    def pending(self, state: PanzerState) -> Mapping[Side, Decision]:
        frame = state.stack[-1]
        return {side: _decision(state, frame, side) for side in frame.owing}

    def board(self, scenario: str) -> Board:
        return ground_of(self.chosen(scenario)).board

    def cost_tables(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Mapping[str, CostTable]:
        chosen = self.chosen(scenario)
        return advanced_tables(chosen.map) if chosen.level == "advanced" else cost_tables(chosen.map)

    def legal(self, state: PanzerState, side: Side) -> Legal:
        scene, decision = scene_of(state), self.asked(state, side)
        return scene.hooks.answers[decision.kind].legal(state, scene, decision)

    def faults(self, state: PanzerState, decision: Decision, order: Order) -> list[Violation]:
        scene = scene_of(state)
        astray = strays(order, scene.board, decision.rule)
        return astray or scene.hooks.answers[decision.kind].faults(state, scene, decision, order)

    def receive(self, state: PanzerState, side: Side, order: Order) -> None:
        super().receive(state, side, order)
        state.asked[side] = state.asked.get(side, 0) + 1

    def view(self, state: PanzerState, side: Side | None) -> views.PanzerView:
        return views.view(state, scene_of(state), side, self.pending(state))

    def sample(self, view: View, rng: Random) -> PanzerState:
        assert isinstance(view, views.PanzerView)
        return sampling.sample(view, scene_of(view), rng)

    def parse(self, state: PanzerState, side: Side, text: str) -> Order:
        return notation.parse(state, scene_of(state), self.legal(state, side), text)

    def write(self, state: PanzerState, order: Order) -> str:
        return notation.write(scene_of(state), order)

    def judge(self, state: PanzerState) -> Outcome | None:
        return judge(state, scene_of(state))

    def face(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Face:
        return self.ruleset(scenario).shown(_FACES[self.chosen(scenario).level]())

    def side_of(self, event: Event) -> Side:
        return faces.side_of(event)

    def briefing(self, scenario: str, options: Mapping[str, Scalar]) -> Briefing:
        state = self.unbegun(scenario, options)
        return briefings.briefing(state, scene_of(state))

    def prospects(self, view: View, legal: Legal) -> tuple[Prospect, ...] | None:
        assert isinstance(view, views.PanzerView)
        return weighing.prospects(view, legal)

    def score(self, view: View) -> Score:
        assert isinstance(view, views.PanzerView)
        return scores.score(view, scene_of(view))


def _decision(state: PanzerState, frame: Frame, side: Side) -> Decision:
    question = ruleset_of(state).questions[frame.step]
    kind = question.kind
    data: dict[str, str] = {}
    if kind == "reveal":
        data["target"] = state.units[_hidden_target(state)].id
    elif kind == FOLLOWING:
        unit = state.units[combat_of(state).target]
        data = {"target": unit.id, "hex": scene_of(state).board.labels[unit.cell]}
    elif kind == "overwatch":
        scene = scene_of(state)
        targets = scene.doctrine.open_targets(state, scene, side, frame.step)
        data["targets"] = " or ".join(state.units[index].id for index in targets)
    elif kind in (STRIKING, FLAK):
        data = overhead(state, scene_of(state))
    elif kind == BOMBED:
        scene = scene_of(state)
        data = {**overhead(state, scene), "target": state.units[showing.first(state, scene)].id}
    elif kind == "move" and state.mover is not None:
        unit = state.units[state.mover.unit]
        overran = overruns.still_there(state, state.mover) and not state.chain
        question, data = (
            (GO_ON if overran else RESUME),
            {"unit": unit.id, "hex": scene_of(state).board.labels[unit.cell]},
        )
    elif kind == "astray":
        data["source"] = landing.first(state).source
    elif kind == "shelled":
        data["target"] = state.units[landing.first(state).targets[0]].id
    # A side's own decisions are counted: how many the other was asked is not its business.
    name = f"{state.turn}.{kind}.{side[0]}{state.asked.get(side, 0)}"
    return Decision(name, kind, side, question.rule, question.prompt.format(turn=state.turn, **data))


def _hidden_target(state: PanzerState) -> int:
    """Whose command its owner is asked to show: that of a target of fire, or of close combat."""
    return state.shots[0].target if state.shots else combat_of(state).target


def _info(scenario: Scenario) -> ScenarioInfo:
    sides: dict[Side, dict[str, Scalar]] = {}
    units: dict[Side, dict[str, int]] = {}
    for side in SIDES:
        own = units[side] = {}
        setup = scenario.side(side)
        for force in [force for group in setup.groups for force in group.units]:
            own[force.card] = own.get(force.card, 0) + force.count
        forces = [f"{count} {card}" for card, count in own.items()]
        what = "vehicles" if scenario.level == "basic" else "units"
        sides[side] = {"forces": ", ".join(forces), what: setup.strength}
        # What comes from off the map is no unit of the force, but the list tells of it.
        support = [(one.card, one.count) for one in setup.aircraft] + [(one.card, one.count) for one in setup.batteries]
        for card, count in support:
            own[card] = own.get(card, 0) + count
    facts: dict[str, Scalar] = {"date": scenario.date, "level": scenario.level}
    return ScenarioInfo(
        scenario.id, "panzer", scenario.title, scenario.description, scenario.map, scenario.turns, facts, sides,
        scenario_hash(scenario), units, scenario.level,
    )  # fmt: skip


GAME = Panzer(TRAITS, PanzerState, scenarios)
