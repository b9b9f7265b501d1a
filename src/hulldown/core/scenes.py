"""Scenes: what the rules ask of a scenario while it is played (its ground, its rules), kept for those played lately."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, Protocol, TypeVar, final

from hulldown.core.books import Library, Ruleset

_MOST: Final = 8


class Staged(Protocol):
    """A scenario: its name, and the modules of its rules."""

    @property
    def id(self) -> str: ...
    @property
    def rules(self) -> tuple[str, ...]: ...


C = TypeVar("C", bound=Staged)
P = TypeVar("P")


@final
class _Kept:
    """A scene, and what it was made from."""

    __slots__ = ("rules", "scenario", "scene")

    def __init__(self, scenario: Any, rules: Any, scene: Any) -> None:
        self.scenario = scenario
        self.rules = rules
        self.scene = scene


class Scenes(Generic[C, P]):
    """The scenes of a game by the name of their scenario, each with nothing in the way but its map.

    A scenario of the same name may be another one (it has handicaps, or a test has put it there): its scene is made
    anew.
    """

    def __init__(self, make: Callable[[C, Any], P]) -> None:
        self._make = make
        self._kept: dict[str, _Kept] = {}

    def plain(self, scenario: C, library: Library[Any, Any]) -> P:
        """The scene of a scenario, played by the rules that it names."""
        kept = self._kept.get(scenario.id)
        if kept is None or kept.scenario is not scenario:
            if len(self._kept) >= _MOST:
                self._kept.clear()
            rules = library.ruleset(scenario.rules)
            kept = self._kept[scenario.id] = _Kept(scenario, rules, self._make(scenario, rules))
        found: P = kept.scene
        return found

    def within(self, scenario: C, rules: Ruleset[Any, Any]) -> P:
        """The scene of a scenario that is played by these rules; only the one that it names is kept."""
        kept = self._kept.get(scenario.id)
        if kept is None or kept.scenario is not scenario or kept.rules is not rules:
            return self._make(scenario, rules)
        found: P = kept.scene
        return found
