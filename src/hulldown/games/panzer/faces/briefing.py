"""The briefing of a scenario of Panzer: points and levels of victory, objectives, zones, special conditions."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Board, Cell
from hulldown.core.briefing import Briefing, Goal, Special, Zone, ZoneKind, about, capital, listed, number
from hulldown.core.face import spoken
from hulldown.core.orders import Side
from hulldown.games.panzer.data.face import face_parts
from hulldown.games.panzer.data.loading import Group, Objective, Scenario
from hulldown.games.panzer.rules.advanced.play.air import planes
from hulldown.games.panzer.rules.deployment import zone
from hulldown.games.panzer.rules.objectives import cells_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import SIDES, PanzerState, enemy_of

SECONDS_A_TURN: Final = 60
SECONDS_A_UNIT: Final = 10


def names() -> dict[Side, str]:
    """How the sides are spoken of in a sentence."""
    return spoken(face_parts()[""])


def briefing(state: PanzerState, scene: Scene) -> Briefing:
    """The briefing of the scenario that a new game is about to begin."""
    scenario, board = scene.scenario, scene.board
    units = sum(scenario.side(side).strength for side in SIDES)
    return Briefing(
        goals=(*_levels(scenario), *_ways(state, scene)),
        zones=(*_objectives(scenario, board), *_places(scenario, board), *_exits(scenario, board)),
        special=(*_firsts(scenario), *(Special(text, "2.0a") for text in scenario.conditions)),
        turns=scenario.turns,
        length=number(scenario.turns, "turn"),
        minutes=about(scenario.turns, units, SECONDS_A_TURN, SECONDS_A_UNIT),
    )


def worth(objective: Objective) -> str:
    """What an objective is worth, in words."""
    called = names()
    told = listed(tuple(f"{points} to {called[side]}" for side, points in objective.points.items() if points))
    return f"worth {told}"


def _levels(scenario: Scenario) -> tuple[Goal, ...]:
    levels = scenario.victory.levels
    told = listed(tuple(f"{level.margin} points ahead is a {level.name}" for level in levels))
    return (
        Goal(f"The side with more victory points after turn {scenario.turns} wins: {told}. A lead of less than "
             f"{levels[0].margin} is a draw.", "4.6.2a"),
    )  # fmt: skip


def _ways(state: PanzerState, scene: Scene) -> tuple[Goal, ...]:
    """For each side, what gives it points."""
    found: list[Goal] = []
    scenario, doctrine = scene.scenario, scene.doctrine
    rules = scenario.victory
    for side in SIDES:
        own = [one for one in scenario.objectives if one.points.get(side, 0)]
        if own:
            told = listed(tuple(f"{one.name} {one.points[side]}" for one in own))
            found.append(Goal(f"Control objectives at the end: {told}.", "3.6a", side))
        if rules.eliminated:
            worth = {
                doctrine.called(state, scene, index): doctrine.worth(state, scene, index)
                for index, unit in enumerate(state.units)
                if unit.side == enemy_of(side)
            }
            worth.update(_aircraft(state, enemy_of(side)))
            told = listed(tuple(f"{name} {points * rules.eliminated // 100}" for name, points in worth.items()))
            found.append(Goal(f"Eliminate enemies: {told} points each.", "4.6.2a", side))
        if rules.damaged:
            text = f"An enemy that is damaged at the end counts {rules.damaged} % of its card's points."
            found.append(Goal(text, "4.6.2a", side))
        for way in scenario.exits:
            if way.side == side:
                text = f"Each vehicle that leaves over the {way.edge} edge: {way.points} points."
                found.append(Goal(text, "4.5.1.1.9d", side))
        given = int(state.options.get(f"{side}_points", 0))
        if given:
            found.append(Goal(f"Handicap: {names()[side]} begins with {given} points.", "4.6.2a", side))
    return tuple(found)


def _aircraft(state: PanzerState, side: Side) -> dict[str, int]:
    """What the aircraft of a side are worth (Q20)."""
    air = planes.air_of(state)
    return {plane.type: planes.card_of(plane).points for plane in air.planes if plane.side == side} if air else {}


def _objectives(scenario: Scenario, board: Board) -> tuple[Zone, ...]:
    called = names()
    found: list[Zone] = []
    for one in scenario.objectives:
        held = f"; {called[one.holder]} holds it at the start" if one.holder else ""
        what = f"{capital(worth(one))}; taken by {number(one.turns, 'full turn')} on it{held}"
        cells = tuple(sorted(cells_of(board, one)))
        found.append(Zone(one.name, "objective", cells, "", what, 0, "3.6c"))
    return tuple(found)


def _places(scenario: Scenario, board: Board) -> tuple[Zone, ...]:
    """Where the groups set up or come on, as the scenario says."""
    titles = _titles()
    found: list[Zone] = []
    for side in SIDES:
        for group in scenario.side(side).groups:
            forces = listed(tuple(f"{force.count} {force.card}" for force in group.units))
            kind: ZoneKind = "setup" if not group.turn else "entry" if group.turn == 1 else "reinforcement"
            name = f"{titles[side]} {group.formation}"
            what = f"{forces}: " + ("set up here" if not group.turn else f"enter here on turn {group.turn}")
            found.append(Zone(name, kind, _cells(board, group), side, what, group.turn, "2.0a"))
    return tuple(found)


def _titles() -> dict[Side, str]:
    """The names of the sides, as they stand before a noun."""
    return {side.side: side.name for side in face_parts()[""].sides}


def _cells(board: Board, group: Group) -> tuple[Cell, ...]:
    return tuple(board.edges[group.edge]) if group.edge else zone(board, group)


def _exits(scenario: Scenario, board: Board) -> tuple[Zone, ...]:
    titles = _titles()
    return tuple(
        Zone(f"{titles[way.side]} exit", "exit", tuple(board.edges[way.edge]), way.side,
             f"Each {titles[way.side]} vehicle that leaves here scores {way.points} points", 0, "4.5.1.1.9d")
        for way in scenario.exits
    )  # fmt: skip


def _firsts(scenario: Scenario) -> tuple[Special, ...]:
    """Who decides when both roll the same for initiative, where the scenario says so."""
    if scenario.tie == "reroll":
        return ()
    return (Special(f"When both roll the same for initiative, {names()[scenario.tie]} has won it.", "4.3.1a"),)
