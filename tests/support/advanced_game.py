"""Panzer with the scenarios of the Advanced Game that are not offered yet."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.games.panzer.data.loading import Scenario, drafts, scenarios
from hulldown.games.panzer.game import TRAITS, Panzer
from hulldown.games.panzer.rules.state import PanzerState


def known() -> Mapping[str, Scenario]:
    """All scenarios, offered or not."""
    return {**scenarios(), **drafts()}


GAME = Panzer(TRAITS, PanzerState, known)
