"""How each decision of the Advanced Game is answered: what is legal, and what is wrong with an order."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.advanced.air_words import FLAK, FLYING, STRIKING
from hulldown.games.panzer.rules.advanced.play import adjustment, commands, firing, moving, setup, watching
from hulldown.games.panzer.rules.advanced.play.air import antiair, attacking, flying
from hulldown.games.panzer.rules.advanced.play.indirect.steps import ANSWERS as INDIRECT_ANSWERS
from hulldown.games.panzer.rules.answers import ANSWERS as BASIC
from hulldown.games.panzer.rules.hooks import Answer
from hulldown.games.panzer.rules.verbs.base import ADJUST, COMMAND, FIRING, MOVEMENT, SETUP, WATCHING

ANSWERS: Final[dict[str, Answer]] = {
    **BASIC,
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
}
