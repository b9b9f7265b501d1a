"""Victory Points (19.3, 20.0 to 22.0): what is earned for good, and what depends on where units stand."""

from __future__ import annotations

from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules.scene import Scene, counts
from hulldown.games.panzer_battles.rules.state import SECOND, SIDES, BattleState, Company, Unit, enemy_of


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


def holder(state: BattleState, hexes: tuple[str, ...]) -> str:
    """The side that controls all hexes of a town; "" where neither does (19.32a, 19.32b)."""
    holders = {state.control.get(label, SECOND) for label in hexes}
    return holders.pop() if len(holders) == 1 else ""


def tally(state: BattleState, scene: Scene) -> dict[str, int]:
    """The Victory Points of both sides if the game ended now (SCN-9, SCN-20), with handicaps."""
    found = {side: state.points.get(side, 0) + int(state.options.get(f"{side}_points", 0)) for side in SIDES}
    for award in scene.scenario.victory.awards:
        if award.what != "town":
            continue
        for town in scene.scenario.towns:
            side = holder(state, town.hexes)
            if side in award.sides:
                found[side] += award.points
    return found
