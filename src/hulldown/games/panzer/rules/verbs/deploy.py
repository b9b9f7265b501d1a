"""DEPLOY: a unit is set up in a hex with a facing before play (2.0a)."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.verbs.base import SETUP, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import DEPLOY


class Deploy(PanzerVerb):
    """The only task of a setup."""

    def __init__(self) -> None:
        super().__init__(DEPLOY, "setup", "Place", "2.0a", (SETUP,))


VERB: Final[PanzerVerb] = Deploy()
