"""The scenario of a game that is being played. Compiled, which `loading` with its structs cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.games.tank.data import loading
from hulldown.games.tank.data.fought import fought
from hulldown.games.tank.data.loading import Scenario
from hulldown.games.tank.rules.options import HANDICAPS, SWITCHES

if TYPE_CHECKING:
    from hulldown.core.events import Scalar
    from hulldown.core.game import State
    from hulldown.core.stepviews import SteppedView


VARIED: Final = HANDICAPS | frozenset(SWITCHES)
"""The options that make another scenario of it; they stand in the state of a game only where they are given."""


_plain: Final[dict[str, Scenario]] = {}
"""Scenarios whose forces are given, by name; asked for several times in each decision."""

loading.derived.append(_plain.clear)


def scenario_of(state: State | SteppedView) -> Scenario:
    """The scenario that is being played, with the forces, handicaps and optional rules agreed on."""
    found = _plain.get(state.scenario)
    return found if found is not None and VARIED.isdisjoint(state.options) else _agreed(state)


def _agreed(state: State | SteppedView) -> Scenario:
    name, options = state.scenario, state.options
    scenario = loading.scenarios()[name]
    if scenario.open:
        return fought(name, tuple(options.items()))
    _plain[name] = scenario
    return scenario if VARIED.isdisjoint(options) else loading.handicapped(name, handicaps_of(state))


def handicaps_of(state: State | SteppedView) -> tuple[tuple[str, Scalar], ...]:
    """The handicaps and optional rules agreed on, by name; a key for what depends on them and the scenario."""
    return tuple(sorted([(name, value) for name, value in state.options.items() if name in VARIED]))
