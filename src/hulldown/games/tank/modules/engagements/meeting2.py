"""Meeting Engagement 2: two forces of all arms race for a road junction (34.2).

Who fights is in the scenario file: Alpha by 34.2-1, Bravo by 34.2-2.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.briefing import Goal, Special
from hulldown.core.game import Outcome
from hulldown.core.stepped import AFTER_ALL
from hulldown.games.tank.modules.engagements.clear import clear_way, entries, stray
from hulldown.games.tank.modules.engagements.contact import both_may_stop, mutual_or_fire
from hulldown.games.tank.modules.engagements.meeting1 import LENGTH, home_edge, last_turn
from hulldown.games.tank.modules.engagements.orders import Muster
from hulldown.games.tank.modules.engagements.points import by_points, combat_units, destroyed, fights, gone
from hulldown.games.tank.rules.column import crew_of
from hulldown.games.tank.rules.contact import contact_turn, recall, remember
from hulldown.games.tank.rules.options import TURN_CAP
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import FREE, RAILS, Award, Situation
from hulldown.games.tank.rules.spotting import looks_at
from hulldown.games.tank.rules.state import OFF_MAP, ON_MAP, SIDES, TankState, enemy_of

OBJECTIVE: Final = "3319"
DEADLINE: Final = 10
"""The turn by which the head of a column is at the objective (34.2-4)."""
POSSESSION: Final = 20
"""Points for being the only side that sees it (34.2-12)."""


def _edge(state: TankState, scene: Scene, side: str) -> str:
    return scene.side(side).edge


def goals(scene: Scene) -> tuple[Cell, ...]:
    """The objective and the hexes next to it (34.2-4)."""
    cell = scene.board.by_label[OBJECTIVE]
    return (cell, *(ahead for ahead in scene.board.neighbours[cell] if ahead != OFF_MAP))


def _starts(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...]:
    return entries(state, scene, side, goals(scene))


def _way(state: TankState, scene: Scene, side: str, entry: Cell) -> tuple[Cell, ...]:
    return clear_way(scene, entry, goals(scene))


def turns_for(way: tuple[Cell, ...], pace: int) -> int:
    """The turns that the head of a column needs for a way over clear ground, its entry hex among its hexes."""
    return -(-len(way) // pace)


def deadline(scene: Scene, entry: Cell, pace: int) -> int:
    """The turn by which a column must be at the objective: 10, or as soon as its slowest unit can be (X-66)."""
    return max(DEADLINE, turns_for(clear_way(scene, entry, goals(scene)), pace))


def _fault(state: TankState, scene: Scene, side: str, way: tuple[Cell, ...], pace: int) -> tuple[str, str] | None:
    why = stray(scene, way)
    if why:
        return "34.2-5", why
    if way[-1] not in goals(scene):
        return "34.2-4", f"its way must lead to {OBJECTIVE} or next to it"
    last, needs = deadline(scene, way[0], pace), turns_for(way, pace)
    if needs > last:
        return "34.2-4", f"it comes to {OBJECTIVE} on turn {needs}, and must be there by turn {last}"
    return None


MUSTER: Final[Muster] = Muster(4, "34.2-3", _edge, _starts, _way, _fault)


def march(state: TankState, scene: Scene, key: str) -> str:
    """On the written way until contact, or until its head has come to the objective (34.2-4, 34.2-6)."""
    return FREE if contact_turn(state) or key in recall(state, "arrived", ()) else RAILS


def note_arrivals(state: TankState, scene: Scene) -> None:
    """Notes the columns of which a unit has come to the objective or next to it (34.2-4)."""
    near, arrived = set(goals(scene)), list(recall(state, "arrived", ()))
    units = {unit.id: unit for unit in state.units}
    for key, column in state.columns.items():
        if key not in arrived and any(units[name].cell in near for name in crew_of(column)):
            arrived.append(key)
    if arrived:
        remember(state, arrived=sorted(arrived))


def sees_objective(state: TankState, scene: Scene, side: str) -> bool:
    """Whether a unit of a side is in the objective or sees it; smoke does not count (34.2-12, X-59).

    7.24: who fires forward only sees what lies in front of him.
    """
    cell = scene.board.by_label[OBJECTIVE]
    here = [unit for unit in state.units if unit.side == side and unit.status == ON_MAP]
    return any(unit.cell == cell or (scene.open_line(unit.cell, cell) and looks_at(scene, unit, cell)) for unit in here)


def tally(state: TankState, scene: Scene) -> dict[str, tuple[Award, ...]]:
    """34.2-11: two for each enemy tank, squad or gun destroyed, one for each enemy unit at the start (X-52).

    34.2-12: twenty for undisputed possession of the objective.
    """
    seen = {side: sees_objective(state, scene, side) for side in SIDES}
    return {
        side: (
            Award("Enemies destroyed", destroyed(state, enemy_of(side), fights), 2, "34.2-11"),
            Award("Enemies at the start", combat_units(scene, enemy_of(side)), 1, "34.2-11"),
            Award(f"Sole sight of {OBJECTIVE}", int(seen[side] and not seen[enemy_of(side)]), POSSESSION, "34.2-12"),
        )
        for side in SIDES
    }


def judge(state: TankState, scene: Scene) -> Outcome | None:
    """34.2-9: over 25 turns from contact, or when a side is destroyed or gone; points decide (34.2-11, 34.2-12).

    X-53, T-78: forces that have not met after 50 turns have drawn.
    """
    late = last_turn(state, scene)
    if any(gone(state, side) for side in SIDES) or state.turn >= AFTER_ALL or (late and state.turn >= late):
        return by_points(state, scene, "34.2-11")
    if not late and state.turn >= TURN_CAP:
        return Outcome(None, "34.2", "the forces never met", by_points(state, scene, "34.2-11").score)
    return None


def _goals_in_words(state: TankState, scene: Scene) -> tuple[Goal, ...]:
    return (
        Goal("The side with more points wins: 2 for each enemy tank, squad or gun destroyed, 1 for each combat unit "
             "that the enemy began with.", "34.2-11"),
        Goal(f"{POSSESSION} points more for the side that alone sees hex {OBJECTIVE} at the end. Smoke does not "
             "count.", "34.2-12"),
        Goal(f"The game ends {LENGTH} turns from contact, the turn of contact among them, or when a force is destroyed "
             "or has left the map.", "34.2-9"),
        Goal("From the turn after contact units may leave over the edge by which they came.", "34.2-10"),
    )  # fmt: skip


def _special(state: TankState, scene: Scene) -> tuple[Special, ...]:
    return (
        Special("Each force enters in one to four close columns. Each column goes over clear ground, at the speed of "
                f"its slowest unit, and its head must be at hex {OBJECTIVE} or next to it by turn {DEADLINE}, or as "
                "soon as it can. Then it is free.", "34.2-4"),
        Special("When both forces have spotted each other, or one has fired, each may end its movement at once; Alpha "
                "decides first. From the next turn on everything is free.", "34.2-6"),
        Special("No panic before the turn after contact.", "34.2-7"),
        Special("No artillery. Alpha may order air strikes after the turn of contact.", "34.2-8"),
    )  # fmt: skip


SITUATION: Final = Situation(
    judge,
    contact_turn,
    home_edge,
    "34.2-10",
    march=march,
    withheld="34.2-10",
    march_rule="34.2-4",
    stoppers=both_may_stop(mutual_or_fire, "34.2-6"),
    tally=tally,
    goals=_goals_in_words,
    special=_special,
    length=last_turn,
)
