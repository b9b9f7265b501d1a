"""The verbs of the Basic Game, in the order in which they are offered (1.7.2a; turns and stays: 4.5.1.1.8b)."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.verbs import deploy, drive, fire, halt, no_command, overwatch, reactions, stand
from hulldown.games.panzer.rules.verbs.base import PanzerVerb

VERBS: Final[tuple[PanzerVerb, ...]] = (
    deploy.VERB,
    fire.VERB,
    drive.AHEAD,
    halt.VERB,
    overwatch.VERB,
    no_command.VERB,
    drive.BACK,
    drive.PARTLY,
    stand.STANDING,
    stand.TURNING,
    *reactions.VERBS,
)
