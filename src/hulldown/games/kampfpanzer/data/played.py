"""The scenario of a game that is being played. Compiled, which `scenarios` with its structs cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hulldown.games.kampfpanzer.data import scenarios
from hulldown.games.kampfpanzer.data.scenarios import Scenario
from hulldown.games.kampfpanzer.rules.options import HANDICAPS

if TYPE_CHECKING:
    from hulldown.core.game import State
    from hulldown.core.stepviews import SteppedView


def scenario_of(state: State | SteppedView) -> Scenario:
    """The scenario that is being played, with the handicaps agreed on."""
    given = sorted([(name, int(value)) for name, value in state.options.items() if name in HANDICAPS])
    return scenarios.handicapped(state.scenario, tuple(given)) if given else scenarios.scenarios()[state.scenario]
