"""How each decision is answered: what is legal, and what is wrong with an order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Violation
from hulldown.games.panzer_battles.rules import (
    artillery,
    assault,
    commands,
    deployment,
    exchange,
    morale,
    moves,
    naming,
    regrouping,
    stacking,
)
from hulldown.games.panzer_battles.rules.marching import GET_UP, STAY_DOWN
from hulldown.games.panzer_battles.rules.planning import Planning
from hulldown.games.panzer_battles.rules.presets import EXAMPLES
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import ON_MAP, BattleState, index_of, real
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import (
    COMMAND,
    CROWD,
    ENGAGE,
    FACING,
    FIRING,
    MOVEMENT,
    NAMING,
    PLOT,
    RECOMMAND,
    REORDER,
    RETREATING,
    SETUP,
    SHEDDING,
    STATUS,
)
from hulldown.games.panzer_battles.rules.verbs.kinds import ASK, BY_PRESET, PRESET, TURN


class Answer(NamedTuple):
    """How a kind of decision is answered."""

    legal: Callable[[BattleState, Scene, Decision], Legal]
    faults: Callable[[BattleState, Scene, Decision, Order], list[Violation]]


def check_choice(decision: Decision, order: Order, choices: tuple[str, ...]) -> list[Violation]:
    """What is wrong with an order that must be one of some choices."""
    if order.choice in choices and not order.tasks:
        return []
    return [Violation(decision.rule, f"the choice is {' or '.join(choices)}, not {order.choice!r}")]


# Commands.


def _command_legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """The commands that each company may be given (5.0-gen-1), and how units and the side react."""
    side = decision.side
    units = [UnitLegal(commands.REACTIONS, (Option(ASK, "8.22a"), Option(BY_PRESET, "8.22a")))]
    for at in commands.commandable(state, side):
        company = state.companies[at]
        found = tuple([Option(kind, "5.0-gen-1") for kind in commands.allowed(state, scene, company)])
        units.append(UnitLegal(company.key, found))
    for unit in state.units:
        if unit.side == side and unit.status == ON_MAP and real(unit) and traits(unit.type).systems:
            units.append(UnitLegal(unit.id, (Option(PRESET, "8.22a", choices=EXAMPLES),)))
    return Legal(decision, tuple(units), idle=Order(COMMAND))


def _command_faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return commands.check_commands(state, scene, decision.side, order)


def _recommand_legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """New commands for companies whose command no longer holds (14.12; CMD-11)."""
    units = []
    for at in morale.invalid(state, scene, decision.side):
        company = state.companies[at]
        found = tuple([Option(kind, "14.12") for kind in commands.allowed(state, scene, company)])
        units.append(UnitLegal(company.key, found))
    return Legal(decision, tuple(units), idle=Order(RECOMMAND))


def _recommand_faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    open_to = {state.companies[at].key: state.companies[at] for at in morale.invalid(state, scene, decision.side)}
    wrong = [Violation("14.12", f"{order.choice!r} means nothing here")] if order.choice else []
    seen: set[str] = set()
    for task in order.tasks:
        company = open_to.get(task.unit)
        if company is None or task.unit in seen or task.cells or task.targets or task.choice or task.facing >= 0:
            wrong.append(Violation("14.12", "it is no company that needs a new command", task.unit))
        elif task.kind not in commands.allowed(state, scene, company):
            allowed = ", ".join(scene.rules.verbs[kind].name for kind in commands.allowed(state, scene, company))
            wrong.append(Violation("14.12", f"it may be told {allowed}", task.unit))
        seen.add(task.unit)
    return wrong


# Facing.


def _face_legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """The vehicles that may turn (11.2b)."""
    units = []
    for at, unit in enumerate(state.units):
        if unit.side == decision.side:
            found = scene.rules.verbs[TURN].options(Planning(state, scene, at))
            if found:
                units.append(UnitLegal(unit.id, found))
    return Legal(decision, tuple(units), idle=Order(FACING))


def _face_faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    wrong = [Violation("11.2b", f"{order.choice!r} means nothing here")] if order.choice else []
    seen: set[str] = set()
    for task in order.tasks:
        at = index_of(state, task.unit)
        if at < 0 or state.units[at].side != decision.side or task.kind != TURN or task.unit in seen:
            wrong.append(Violation("11.2b", "it is no vehicle of yours, or is turned twice", task.unit))
            continue
        seen.add(task.unit)
        fault = scene.rules.verbs[TURN].fault(Planning(state, scene, at), task)
        if fault is not None:
            wrong.append(Violation(*fault, task.unit))
    return wrong


# Single choices.


def _shed_legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    return Legal(decision, choices=(STAY_DOWN, GET_UP), idle=Order(SHEDDING, choice=STAY_DOWN))


def _shed_faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return check_choice(decision, order, (STAY_DOWN, GET_UP))


def _fire_legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """Fire between hexes, or within one in a close assault."""
    close = state.stack[-1].step == "melee"
    return assault.fire_legal(state, scene, decision) if close else exchange.legal(state, scene, decision)


def _fire_faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    close = state.stack[-1].step == "melee"
    return (
        assault.fire_faults(state, scene, decision, order) if close else exchange.faults(state, scene, decision, order)
    )


ANSWERS: Final[dict[str, Answer]] = {
    SETUP: Answer(deployment.legal, deployment.faults),
    PLOT: Answer(artillery.legal, artillery.faults),
    COMMAND: Answer(_command_legal, _command_faults),
    NAMING: Answer(naming.legal, naming.faults),
    MOVEMENT: Answer(moves.legal, moves.faults),
    FIRING: Answer(_fire_legal, _fire_faults),
    FACING: Answer(_face_legal, _face_faults),
    SHEDDING: Answer(_shed_legal, _shed_faults),
    STATUS: Answer(regrouping.legal, regrouping.faults),
    CROWD: Answer(stacking.legal, stacking.faults),
    RECOMMAND: Answer(_recommand_legal, _recommand_faults),
    ENGAGE: Answer(assault.choose_legal, assault.choose_faults),
    REORDER: Answer(assault.reorder_legal, assault.reorder_faults),
    RETREATING: Answer(assault.retreat_legal, assault.retreat_faults),
}
