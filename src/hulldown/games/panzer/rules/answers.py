"""How each decision of the Basic Game is answered: what is legal, and what is wrong with an order."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision
from hulldown.core.orders import Order, Violation
from hulldown.games.panzer.rules import combat, commands, deployment, initiative, legal, movement, overwatch
from hulldown.games.panzer.rules.hooks import Answer
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState
from hulldown.games.panzer.rules.verbs.base import COMMAND, FIRING, MOVEMENT, SETUP, WATCHING


def _deployment(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return deployment.check_deployment(state, scene, decision.side, order)


def _commands(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return commands.check_commands(state, scene, decision.side, order)


def _initiative(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return check_choice(decision, order, initiative.CHOICES)


def _fire(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return combat.check_fire(state, scene, decision.side, order)


def _reveal(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return check_choice(decision, order, legal.reveal_choices(state, scene))


def _overwatch(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return overwatch.check_overwatch(state, scene, decision.side, order)


def _moves(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return movement.check_moves(state, scene, decision.side, order)


def check_choice(decision: Decision, order: Order, choices: tuple[str, ...]) -> list[Violation]:
    """What is wrong with an order that must be one of some choices."""
    if order.choice in choices and not order.tasks:
        return []
    return [Violation(decision.rule, f"the choice is {' or '.join(choices)}, not {order.choice!r}")]


ANSWERS: Final[dict[str, Answer]] = {
    SETUP: Answer(legal.setup, _deployment),
    COMMAND: Answer(legal.command_choices, _commands),
    "initiative": Answer(legal.choose_player, _initiative),
    FIRING: Answer(legal.announcements, _fire),
    "reveal": Answer(legal.reveal, _reveal),
    WATCHING: Answer(legal.overwatch_fire, _overwatch),
    MOVEMENT: Answer(legal.moves, _moves),
}
