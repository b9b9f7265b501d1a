"""How each decision of the Advanced Game is answered: what is legal, and what is wrong with an order."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision, Legal
from hulldown.core.orders import Order, Violation
from hulldown.games.panzer.rules.advanced.air_words import BOMBED, FLAK, FLYING, STRIKING
from hulldown.games.panzer.rules.advanced.play import adjustment, commands, firing, moving, setup, watching
from hulldown.games.panzer.rules.advanced.play.air import antiair, attacking, flying, showing
from hulldown.games.panzer.rules.advanced.play.assault import announcing as assaults
from hulldown.games.panzer.rules.advanced.play.assault import steps
from hulldown.games.panzer.rules.advanced.play.indirect.steps import ANSWERS as INDIRECT_ANSWERS
from hulldown.games.panzer.rules.advanced.verbs.attacks import ASSAULTING, FOLLOWING
from hulldown.games.panzer.rules.answers import ANSWERS as BASIC
from hulldown.games.panzer.rules.answers import check_choice
from hulldown.games.panzer.rules.hooks import Answer
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState
from hulldown.games.panzer.rules.verbs.base import ADJUST, COMMAND, FIRING, MOVEMENT, SETUP, WATCHING


def _reveal_legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    if state.stack[-1].step == steps.CONFRONT:
        return steps.confront_legal(state, scene, decision)
    return BASIC["reveal"].legal(state, scene, decision)


def _reveal_check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    if state.stack[-1].step == steps.CONFRONT:
        return check_choice(decision, order, steps.confront_choices(state, scene))
    return BASIC["reveal"].faults(state, scene, decision, order)


ANSWERS: Final[dict[str, Answer]] = {
    **BASIC,
    "reveal": Answer(_reveal_legal, _reveal_check),
    ASSAULTING: Answer(assaults.legal, assaults.check),
    FOLLOWING: Answer(steps.follow_legal, steps.follow_check),
    SETUP: Answer(setup.legal, setup.check),
    COMMAND: Answer(commands.legal, commands.check),
    FIRING: Answer(firing.legal, firing.check),
    WATCHING: Answer(watching.legal, watching.check),
    MOVEMENT: Answer(moving.legal, moving.check),
    ADJUST: Answer(adjustment.legal, adjustment.check),
    **INDIRECT_ANSWERS,
    FLYING: Answer(flying.legal, flying.check),
    STRIKING: Answer(attacking.legal, attacking.check),
    FLAK: Answer(antiair.legal, antiair.check),
    BOMBED: showing.ANSWER,
}
