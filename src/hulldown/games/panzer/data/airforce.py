"""The aircraft of a scenario: checked when it is read, and listed one by one (6.7)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.games.panzer.data.aircraft import Aircraft, aircraft
from hulldown.games.panzer.data.cards import NATIONS, Nation
from hulldown.games.panzer.data.loading import AirForce, Scenario


class Airman(NamedTuple):
    """An aircraft as the scenario fields it: what never changes about it."""

    id: str
    side: Nation
    card: Aircraft
    grade: str
    first: int
    last: int
    """The turns in which it may first appear (6.7.2.1a)."""
    load: str
    """Bombs or rockets where the scenario or the card leaves no choice; "" where its player chooses (6.7.1b)."""

    @property
    def choices(self) -> tuple[str, ...]:
        """The loads that its player chooses from; none where there is nothing to choose."""
        return () if self.load or len(self.card.loads) < 2 else self.card.loads


_kept: Final[dict[str, tuple[Scenario, tuple[Airman, ...]]]] = {}
"""The aircraft of scenarios played lately; a scenario of the same name may be another one."""


def airmen(scenario: Scenario) -> tuple[Airman, ...]:
    """The aircraft of a scenario in the order of the state: SA1, SA2 and so on, or GA1."""
    kept = _kept.get(scenario.id)
    if kept is None or kept[0] is not scenario:
        if len(_kept) > 16:
            _kept.clear()
        kept = _kept[scenario.id] = (scenario, tuple(one for side in NATIONS for one in _listed(scenario, side)))
    return kept[1]


def _listed(scenario: Scenario, side: Nation) -> list[Airman]:
    found: list[Airman] = []
    for force in scenario.side(side).aircraft:
        card = aircraft()[force.card]
        for _ in range(force.count):
            name = f"{side[0].upper()}A{len(found) + 1}"
            load = force.load or (card.loads[0] if len(card.loads) == 1 else "")
            grade = force.grade or scenario.side(side).grade
            found.append(Airman(name, side, card, grade, force.first, force.last or scenario.turns, load))
    return found


def check_aircraft(scenario: Scenario, where: str) -> None:
    """Raises MalformedError for aircraft that cannot fly: not in the Basic Game, and for one side only (6.7b)."""
    for side in NATIONS:
        for number, force in enumerate(scenario.side(side).aircraft, 1):
            place = f"{where}: [[{side}.aircraft]] {number}"
            if scenario.level == "basic":
                raise MalformedError("aircraft: the Basic Game has none (6.7)", place)
            if side == NATIONS[1] and scenario.side(NATIONS[0]).aircraft:
                raise MalformedError(f"aircraft: only one side flies, and the {NATIONS[0]} one does (6.7b)", place)
            _check_force(scenario, side, force, place)


def _check_force(scenario: Scenario, side: Nation, force: AirForce, place: str) -> None:
    card = aircraft().get(force.card)
    if card is None:
        raise MalformedError(f"card: there is no aircraft {force.card!r}", place, tables.near(force.card, aircraft()))
    if card.nation != side:
        raise MalformedError(f"card: {force.card} is no {side} aircraft", place)
    if force.load and force.load not in card.loads:
        raise MalformedError(f"load: {force.card} carries no {force.load} (6.7.1b)", place)
    if force.first > scenario.turns:
        raise MalformedError(f"first is {force.first} in a game of {scenario.turns}", place)
    if force.last and not force.first <= force.last <= scenario.turns:
        raise MalformedError(f"last is {force.last}: give a turn from {force.first} to {scenario.turns}", place)
