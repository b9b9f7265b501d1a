"""Victory Points (19.3, 20.0 to 22.0): what is earned for good, and what depends on where units stand."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.core.events import ONLOOKERS
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules.scene import Scene, counts
from hulldown.games.panzer_battles.rules.state import (
    OFF,
    ON_MAP,
    SECOND,
    SIDES,
    BattleState,
    Company,
    Unit,
    enemy_of,
    real,
)


def award_break(state: BattleState, scene: Scene, company: Company, doing: Doing) -> None:
    """Scores a company that has reached morale state 3 for the first time (21.0-vc-2; SCN-8, SCN-18)."""
    foe = enemy_of(company.side)
    kinds = {state.units[member].type for member in company.members}
    for award in scene.scenario.victory.awards:
        if award.what == "broken" and foe in award.sides and kinds & set(award.types):
            state.points[foe] = state.points.get(foe, 0) + award.points
            doing.emit("broken", award.rule, (), company=company.key, side=foe,
                       nation=scene.people(foe), points=award.points)  # fmt: skip


def score_exit(state: BattleState, scene: Scene, unit: Unit) -> None:
    """Scores the vehicles of a unit that leaves the map (22.0-vc-sov-2; SCN-12), unless 19.33a forbids it."""
    for award in scene.scenario.victory.awards:
        if award.what == "exit" and unit.side in award.sides and unit.type in award.types and counts(state, unit):
            state.points[unit.side] = state.points.get(unit.side, 0) + award.points * unit.strength


def holder(control: Mapping[str, str], hexes: tuple[str, ...]) -> str:
    """The side that controls all hexes of a town; "" where neither does (19.32a, 19.32b)."""
    holders = {control.get(label, SECOND) for label in hexes}
    return holders.pop() if len(holders) == 1 else ""


def control_known(state: BattleState, side: str | None) -> dict[str, str]:
    """The hexes that the first player controls, as far as a viewer has seen; at the end of the game as it is.

    6.8, 7.0-gen-1: a face-down counter in a town, which may be a dummy, takes it unseen.
    """
    held = state.control
    if state.outcome is None:
        held = {label: state.stale.get(f"{side or ONLOOKERS} {label}", one) for label, one in held.items()}
    return {label: held[label] for label in sorted(held) if held[label] != SECOND}


def tally(state: BattleState, scene: Scene, control: Mapping[str, str] | None = None) -> dict[str, int]:
    """The Victory Points of both sides if the game ended now (SCN-9, SCN-20), with handicaps.

    `control` says who holds what as a viewer knows it.
    """
    control = state.control if control is None else control
    found = {side: state.points.get(side, 0) + int(state.options.get(f"{side}_points", 0)) for side in SIDES}
    for award in scene.scenario.victory.awards:
        if award.what != "town":
            continue
        for town in scene.scenario.towns:
            side = holder(control, town.hexes)
            if side in award.sides:
                found[side] += award.points
    return found


def within_reach(state: BattleState, scene: Scene, side: str) -> tuple[int, int]:
    """The most points that a side may still earn, and the most that it may take from the enemy by taking his towns.

    However far it is from them. What the enemy may only do to himself does not count, such as his own fire on himself.
    """
    foe, gain, taken = enemy_of(side), 0, 0
    units = in_play(state, side)
    for award in scene.scenario.victory.awards:
        if award.what == "town" and units:
            for town in scene.scenario.towns:
                held = holder(state.control, town.hexes)
                gain += award.points if side in award.sides and held != side else 0
                taken += award.points if foe in award.sides and held == foe else 0
        elif award.what == "exit" and side in award.sides:
            gain += sum(award.points * unit.strength for unit in units if unit.type in award.types)
    if units or any(battery.side == side for battery in state.batteries):
        gain += _prey(state, scene, side)
    return gain, taken


def _prey(state: BattleState, scene: Scene, side: str) -> int:
    """What a side would earn by the loss of all that the enemy has left: companies broken (SCN-8), units lost."""
    prey = in_play(state, enemy_of(side))
    total = sum(scene.worth(unit).each * unit.strength + scene.worth(unit).whole for unit in prey)
    for award in scene.scenario.victory.awards:
        if award.what == "broken" and side in award.sides:
            shaken = {unit.company for unit in prey if unit.type in award.types}
            total += award.points * sum(not state.companies[company].broken for company in shaken)
    return total


def in_play(state: BattleState, side: str) -> list[Unit]:
    """The units of a side on the map and behind it, without dummies."""
    return [unit for unit in state.units if unit.side == side and unit.status in (ON_MAP, OFF) and real(unit)]
