"""The scenario of a game that is being played. Compiled, which `loading` with its structs cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from hulldown.core.events import Scalar
from hulldown.games.panzer.data import loading
from hulldown.games.panzer.data.loading import Scenario


class Played(Protocol):
    """A state, or what a side sees of it."""

    @property
    def scenario(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Scalar]: ...


def scenario_of(state: Played) -> Scenario:
    """The scenario that is being played, with the last turn agreed on (4.6.2a)."""
    more = state.options.get("turns", 0)
    return loading.handicapped(state.scenario, int(more)) if more else loading.scenario(state.scenario)
