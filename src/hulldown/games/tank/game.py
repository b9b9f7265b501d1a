"""Tank! as a game of the contract: every method is a thin call into the module that holds the rule."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from hulldown.core.board import Board
from hulldown.core.briefing import Briefing
from hulldown.core.builder import Builder
from hulldown.core.checks import strays
from hulldown.core.decisions import Decision, Legal
from hulldown.core.errors import OutOfTurnError
from hulldown.core.events import Event, Scalar
from hulldown.core.face import Face
from hulldown.core.fields import fields_of_task
from hulldown.core.game import NO_OPTIONS, Outcome, ScenarioInfo, View
from hulldown.core.options import read_options
from hulldown.core.orders import Order, Side, Task, Violation
from hulldown.core.paths import CostTable
from hulldown.core.score import Score
from hulldown.core.sequence import Question, Row
from hulldown.core.stepped import SteppedGame, Traits
from hulldown.games.tank.books import LIBRARY, ruleset_of, scene_of
from hulldown.games.tank.data.fought import fought
from hulldown.games.tank.data.loading import Scenario, SideSetup, scenario_hash, scenarios
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.faces import briefing as briefings
from hulldown.games.tank.faces import builder as builders
from hulldown.games.tank.faces import face as faces
from hulldown.games.tank.faces import notation, sampling, texts
from hulldown.games.tank.faces import score as scores
from hulldown.games.tank.faces import view as views
from hulldown.games.tank.rules import deployment, plotting
from hulldown.games.tank.rules import legal as legal_orders
from hulldown.games.tank.rules.ground import TRUCK, ground_on
from hulldown.games.tank.rules.options import SWITCHES
from hulldown.games.tank.rules.scene import SCENES, Rules
from hulldown.games.tank.rules.sequence import DEPLOY, ENTER, may_turn
from hulldown.games.tank.rules.state import ALPHA, SIDES, Frame, TankState, index_in
from hulldown.games.tank.rules.verbs.face import TURN
from hulldown.games.tank.rules.victory import judge
from hulldown.maps import load_map


def _describe(event: Event) -> str:
    """An event in words: those of the book, or of the module that it comes from."""
    return texts.describe(event, LIBRARY.words)


TRAITS = Traits("tank", "Tank!", SIDES, LIBRARY, _describe)


class Tank(SteppedGame[TankState, Scenario]):
    """The Standard game of Tank!."""

    def info(self, scenario: Scenario) -> ScenarioInfo:
        return _info(scenario)

    def initial(self, scenario: Scenario, options: dict[str, Scalar], seed: str) -> TankState:
        """The state in which both sides are asked how they come on (17.1)."""
        state = TankState(scenario=scenario.id, options=options, seed=seed, stack=[], units=[])
        state.units = deployment.new_units(scenario_of(state))
        first = ruleset_of(state).sequence[0]
        state.stack = [Frame(first.key, first.owes(state) if first.owes is not None else ())]
        return state

    def all_rules(self, scenario: str) -> Rules:
        """The rules of a scenario with all optional ones (32.0)."""
        chosen = self.chosen(scenario)
        return LIBRARY.ruleset(chosen.rules + tuple(switch for switch in SWITCHES if switch not in chosen.modules))

    def rules_of(self, state: TankState) -> Rules:
        """The rules of the scenario, with the optional ones agreed on (32.0)."""
        return ruleset_of(state)

    def sequence(self, scenario: str) -> tuple[Row, ...]:
        """The sequence of play of a scenario, without rows that only others of its book come to (21.1)."""
        chosen, rules = self.chosen(scenario), self.ruleset(scenario)
        unused = {key for hook in rules.hooks.unused for key in hook(chosen)}
        return tuple(row for row in rules.sequence if row.key not in unused)

    def board(self, scenario: str) -> Board:
        return load_map(self.chosen(scenario).map)

    def played(self, scenario: str, options: Mapping[str, Scalar]) -> Scenario:
        """The scenario as these options make it: those of open ones choose the terrain mode (34.0c)."""
        chosen = self.chosen(scenario)
        return fought(scenario, tuple(read_options(self.options(scenario), options).items())) if chosen.open else chosen

    def cost_tables(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Mapping[str, CostTable]:
        chosen = self.played(scenario, options)
        ground = ground_on(chosen.map, chosen.mode)
        if not SCENES.plain(chosen, LIBRARY).loads:
            return ground.cost_tables
        return {**ground.cost_tables, TRUCK: ground.costs(TRUCK)}

    def pending(self, state: TankState) -> Mapping[Side, Decision]:
        """Who must decide now. Of a force that may stop early only the first in order is asked (9.36c, T-06)."""
        frame = state.stack[-1]
        asked = frame.owing[:1] if frame.step == "stop" else frame.owing
        return {side: _decision(state, frame, side) for side in asked}

    def asked(self, state: TankState, side: Side) -> Decision:
        """The same for one side (9.36c), without a look at what the other is asked; raises OutOfTurnError."""
        frame = state.stack[-1]
        if side not in (frame.owing[:1] if frame.step == "stop" else frame.owing):
            raise OutOfTurnError(f"{side} owes no decision now")
        return _decision(state, frame, side)

    def legal(self, state: TankState, side: Side) -> Legal:
        return legal_orders.legal(state, scene_of(state), self.asked(state, side))

    def faults(self, state: TankState, decision: Decision, order: Order) -> list[Violation]:
        scene, side = scene_of(state), decision.side
        astray = _astray(order, scene.board, decision)
        if astray:
            return astray
        if order.kind == "plot":
            return plotting.plan(state, scene, side, order).violations
        if order.kind == "enter":
            return deployment.check_entry(state, scene, side, order)
        if order.kind == "deploy":
            return deployment.check_deployment(state, scene, side, order)
        if order.kind == "stop":
            # 9.36b, 9.36c: the whole force stops, or it goes on.
            if order.choice in legal_orders.HALTS and not order.tasks:
                return []
            return [Violation("9.36", f"the choice is stop or continue, not {order.choice!r}")]
        if order.kind == "face":
            return _misturned(state, side, order)
        return scene.hooks.decisions[order.kind].check(state, scene, decision, order)

    def follows(self, state: TankState, side: Side, order: Order) -> tuple[Task, ...]:
        """What the members of a platoon are to do by an order for all of them (25.0-proc-2)."""
        if order.kind != "plot" or self.asked(state, side).kind != order.kind:
            return ()
        worked_out = plotting.plan(state, scene_of(state), side, order)
        return tuple(worked_out.tasks[name] for name in worked_out.given if name in worked_out.tasks)

    def remarks(self, state: TankState, side: Side, order: Order) -> tuple[str, ...]:
        """What a module says of the answer to its question."""
        answers = scene_of(state).hooks.decisions.get(order.kind)
        if answers is None or answers.remarks is None or self.asked(state, side).kind != order.kind:
            return ()
        return answers.remarks(state, scene_of(state), order)

    def receive(self, state: TankState, side: Side, order: Order) -> None:
        """Notes an order; a force that may stop early stays on top until it is dealt with (T-06)."""
        frame = state.stack[-1]
        state.submitted[side] = order
        if frame.step != "stop":
            state.stack[-1] = Frame(frame.step, tuple(other for other in frame.owing if other != side))

    def view(self, state: TankState, side: Side | None) -> views.TankView:
        return views.view(state, scene_of(state), side, self.pending(state))

    def sample(self, view: View, rng: Random) -> TankState:
        assert isinstance(view, views.TankView)
        return sampling.sample(view, scene_of(view), rng)

    def parse(self, state: TankState, side: Side, text: str) -> Order:
        return notation.parse(state, scene_of(state), side, self.asked(state, side), text)

    def write(self, state: TankState, order: Order) -> str:
        return notation.write(scene_of(state), order)

    def judge(self, state: TankState) -> Outcome | None:
        return judge(state, scene_of(state))

    def face(self, scenario: str, options: Mapping[str, Scalar] = NO_OPTIONS) -> Face:
        """How it is shown; the optional rules too, whether or not they are agreed on."""
        return self.all_rules(scenario).shown(faces.face(self.played(scenario, options)))

    def side_of(self, event: Event) -> Side:
        return faces.side_of(event)

    def briefing(self, scenario: str, options: Mapping[str, Scalar]) -> Briefing:
        state = self.unbegun(scenario, options)
        return briefings.briefing(state, scene_of(state))

    def builder(self, scenario: str, options: Mapping[str, Scalar]) -> Builder | None:
        def setups(chosen: Mapping[str, Scalar]) -> Mapping[Side, SideSetup]:
            played = scenario_of(self.unbegun(scenario, chosen))
            return {side: played.side(side) for side in SIDES}

        return builders.builder(self.options(scenario), options, setups)

    def score(self, view: View) -> Score:
        assert isinstance(view, views.TankView)
        return scores.score(view, scene_of(view))


def _misturned(state: TankState, side: Side, order: Order) -> list[Violation]:
    """What is wrong with the turns of the Final Facing Segment (7.12)."""
    wrong: list[Violation] = []
    names: set[str] = set()
    units, tasks = state.units, order.tasks
    for task in tasks:
        name, kind, cells, facing, choice, _ = fields_of_task(task)
        names.add(name)
        index = index_in(units, name)
        able = index >= 0 and units[index].side == side and may_turn(units[index])
        if not able or kind != TURN.kind or facing < 0 or cells or choice:
            wrong.append(Violation("7.12", "it may not turn now, or the facing is not a side of a hex", name))
    if len(names) < len(tasks):
        wrong.append(Violation("7.12", "a unit is turned twice"))
    return wrong


def _decision(state: TankState, frame: Frame, side: Side) -> Decision:
    if frame.step == "setup":
        question = ENTER if scenario_of(state).side(side).deploy == "column" else DEPLOY
    else:
        question = ruleset_of(state).questions[frame.step]
    kind = question.kind
    turn = state.turn
    run = state.run
    tick = run.tick if run is not None else -1
    known = _questions.get(question)
    if known is None:
        known = _questions[question] = {}
    # The Mounting and Dismounting Segment counts its points anew.
    late = tick >= 0 and len(state.stack) > 1 and state.stack[-2].step == "mount"
    number = ((turn * 1000 + tick) * 2 + (side == ALPHA)) * 2 + late
    found = known.get(number)
    if found is None:
        if len(known) >= _KEPT:
            known.clear()
        point = f".{'mount.' if late else ''}{tick}" if tick >= 0 else ""
        text = question.prompt.format(turn=turn)
        found = known[number] = Decision(f"{turn}.{kind}{point}", kind, side, question.rule, text)
    return found


_KEPT: Final = 500
_questions: Final[dict[Question, dict[int, Decision]]] = {}
"""What has been asked lately, by question and a number made of turn, point and side: the same in all games."""


def _astray(order: Order, board: Board, decision: Decision) -> list[Violation]:
    """What is wrong with an order before any rule is asked: things in it that mean nothing here (6.0-proc-3)."""
    kind = decision.kind
    rule = "6.0-proc-3" if kind == "plot" else decision.rule
    found = strays(order, board, rule)
    faceless = kind not in _WITH_FACING
    for task in order.tasks:
        if task.targets and kind not in _WITH_TARGETS:
            found.append(Violation(rule, "targets are named by their hexes", task.unit))
        if faceless and task.facing >= 0 and task.kind != TURN.kind:
            found.append(Violation(rule, f"no facing is noted {'in a plot' if kind in _PLOTS else 'here'}", task.unit))
    if order.choice and kind in _WITHOUT_CHOICE:
        found.append(Violation(rule, f"{order.choice!r} means nothing here"))
    return found


_WITH_FACING: Final = ("deploy", "face", "defence", "camp")
"""The decisions in which units are placed or turned."""
_WITH_TARGETS: Final = ("trigger",)
"""The decisions in which an enemy is named."""
_PLOTS: Final = ("plot", "enter")
_WITHOUT_CHOICE: Final = ("plot", "enter", "deploy", "face")
"""The decisions that are answered by tasks alone."""


def _info(scenario: Scenario) -> ScenarioInfo:
    """What the list of scenarios says of one (17.2)."""
    sides: dict[Side, dict[str, Scalar]] = {}
    units: dict[Side, dict[str, int]] = {}
    for side in SIDES:
        setup = scenario.side(side)
        units[side] = {}
        for force in setup.forces:
            units[side][force.type] = units[side].get(force.type, 0) + force.count
        sides[side] = {
            "forces": ", ".join(f"{count} {kind}" for kind, count in units[side].items()),
            "panic": setup.panic,
            "preservation": setup.preservation,
            "edge": setup.edge,
            "deploy": setup.deploy,
        }
    facts: dict[str, Scalar] = {"situation": scenario.situation, "mode": scenario.mode, "rule": scenario.rule}
    return ScenarioInfo(
        scenario.id, "tank", scenario.title, scenario.description, scenario.map, scenario.length, facts, sides,
        scenario_hash(scenario), units, "" if scenario.book == "standard" else scenario.book,
    )  # fmt: skip


GAME = Tank(TRAITS, TankState, scenarios)
