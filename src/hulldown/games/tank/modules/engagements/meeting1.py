"""Meeting Engagement 1: two tank companies on the march, from X and from Z (34.1).

34.1-8: the scenario file gives neither side anything off the map.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.briefing import Goal, Special
from hulldown.core.game import Outcome
from hulldown.core.stepped import AFTER_ALL
from hulldown.games.tank.modules.engagements.clear import clear_way, entries, stray
from hulldown.games.tank.modules.engagements.contact import both_may_stop, mutual
from hulldown.games.tank.modules.engagements.orders import Muster
from hulldown.games.tank.modules.engagements.points import by_points, combat_units, destroyed, gone
from hulldown.games.tank.rules.column import OPPOSITE, columns_of, halted
from hulldown.games.tank.rules.contact import after_contact, contact_turn
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import FREE, RAILS, Award, Situation
from hulldown.games.tank.rules.state import ON_MAP, SIDES, TankState, enemy_of

LENGTH: Final = 25
"""Turns from contact on, the turn of contact among them (34.1-9)."""


def _edge(state: TankState, scene: Scene, side: str) -> str:
    return scene.side(side).edge


def _goals(scene: Scene, side: str) -> tuple[Cell, ...]:
    """The hexes of the far edge, where a way must end (34.1-1)."""
    return tuple(scene.board.edges[OPPOSITE[scene.side(side).edge]])


def _starts(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...]:
    return entries(state, scene, side, _goals(scene, side))


def _way(state: TankState, scene: Scene, side: str, entry: Cell) -> tuple[Cell, ...]:
    return clear_way(scene, entry, _goals(scene, side))


def _fault(state: TankState, scene: Scene, side: str, way: tuple[Cell, ...], pace: int) -> tuple[str, str] | None:
    why = stray(scene, way)
    if why:
        return ("34.1-4" if "twice" in why else "34.1-2"), why
    if way[-1] not in _goals(scene, side):
        return "34.1-1", f"its way must lead to mapedge {OPPOSITE[scene.side(side).edge]}"
    return None


MUSTER: Final[Muster] = Muster(1, "34.1-1", _edge, _starts, _way, _fault, point=True)


def march(state: TankState, scene: Scene, key: str) -> str:
    """On the written way until the forces have spotted each other, free from the next turn on (34.1-5, 34.1-6)."""
    return FREE if contact_turn(state) else RAILS


def home_edge(state: TankState, scene: Scene, side: str) -> str:
    """Its own edge, on any turn after the one of contact (34.1-10, 34.2-10)."""
    return scene.side(side).edge if after_contact(state) else ""


def tally(state: TankState, scene: Scene) -> dict[str, tuple[Award, ...]]:
    """Two points for an enemy destroyed, one for an own unit on the map, one for an enemy at the start (34.1-12)."""
    return {
        side: (
            Award("Enemies destroyed", destroyed(state, enemy_of(side)), 2, "34.1-12"),
            Award("Own units on the map", _present(state, side), 1, "34.1-12"),
            Award("Enemies at the start", combat_units(scene, enemy_of(side)), 1, "34.1-12"),
        )
        for side in SIDES
    }


def _present(state: TankState, side: str) -> int:
    """The units of a side on the map (34.1-12)."""
    return sum(unit.side == side and unit.status == ON_MAP for unit in state.units)


def last_turn(state: TankState, scene: Scene) -> int:
    """The turn after which it is over, 0 while the forces have not met (34.1-9)."""
    since = contact_turn(state)
    return since + LENGTH - 1 if since else 0


def judge(state: TankState, scene: Scene) -> Outcome | None:
    """34.1-9: over 25 turns from contact, or when a force is destroyed or gone; the points decide (34.1-12).

    X-53, T-77: two columns that pass without meeting have drawn.
    """
    late = last_turn(state, scene)
    over = any(gone(state, side) for side in SIDES) or state.turn >= AFTER_ALL or (late and state.turn >= late)
    if over:
        return by_points(state, scene, "34.1-12")
    keys = [key for side in SIDES for key in columns_of(state, side)]
    if not late and keys and all(halted(state, scene, key) for key in keys):
        return Outcome(None, "34.1", "both columns passed without meeting", by_points(state, scene, "34.1-12").score)
    return None


def _goals_in_words(state: TankState, scene: Scene) -> tuple[Goal, ...]:
    return (
        Goal("The side with more points wins: 2 for each enemy destroyed, 1 for each of its own units on the map at "
             "the end, 1 for each unit that the enemy began with.", "34.1-12"),
        Goal(f"The game ends {LENGTH} turns from contact, the turn of contact among them, or when a force is destroyed "
             "or has left the map.", "34.1-9"),
        Goal("From the turn after contact units may leave over the edge by which they came. They do not return.",
             "34.1-10"),
        Goal("If both columns come to the far edge without meeting, it is a draw.", "34.1"),
    )  # fmt: skip


def _special(state: TankState, scene: Scene) -> tuple[Special, ...]:
    return (
        Special("Each force crosses the map in one column, over clear ground and at full speed, on a way that it "
                "chooses before the game. One platoon may go up to ten hexes ahead.", "34.1-2"),
        Special("When both forces have spotted each other, each may end its movement at once; Alpha decides first. "
                "From the next turn on units are ordered singly or by platoons.", "34.1-6"),
        Special("Units that have not entered by then and are not told to when their turn comes stay away for good.",
                "34.1-11"),
        Special("No panic before the turn after contact; no artillery and no air strikes.", "34.1-7"),
    )  # fmt: skip


SITUATION: Final = Situation(
    judge,
    contact_turn,
    home_edge,
    "34.1-10",
    march=march,
    withheld="34.1-11",
    march_rule="34.1-6",
    stoppers=both_may_stop(mutual, "34.1-6"),
    tally=tally,
    goals=_goals_in_words,
    special=_special,
    length=last_turn,
)
