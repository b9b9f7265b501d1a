"""Attack on a Defended Position: hidden infantry and guns around an objective of their own choice (34.4)."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from hulldown.core.board import Board, Cell
from hulldown.core.briefing import Goal, Special, Zone
from hulldown.core.game import Outcome
from hulldown.core.paths import IMPOSSIBLE, WHOLE, cheapest_way, closed, step_cost
from hulldown.core.sequence import Doing
from hulldown.core.stepped import AFTER_ALL
from hulldown.games.tank.modules.engagements.arrival import first_turns
from hulldown.games.tank.modules.engagements.contact import as_ever, found_out
from hulldown.games.tank.modules.engagements.orders import Muster
from hulldown.games.tank.modules.engagements.points import (
    by_points,
    destroyed,
    gone,
    is_afv,
    is_carrier,
    is_gun,
    is_squad,
)
from hulldown.games.tank.modules.engagements.withholding import WITHHOLDING
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, load_of
from hulldown.games.tank.rules.column import entry_points, members, pace
from hulldown.games.tank.rules.contact import contact_turn, recall, remember
from hulldown.games.tank.rules.defenders import VARIANTS
from hulldown.games.tank.rules.edges import FIRST_TURN, entry_cells, entry_turn
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import BOUND, FREE, Award, Situation
from hulldown.games.tank.rules.state import ALPHA, BRAVO, EXITED, OFF_MAP, ON_MAP, TankState, Unit
from hulldown.games.tank.rules.works import MOST, Limits, clear_of, ditches, known_mines, laid

DEADLINE: Final = 7
"""The turn by which Alpha must be in the objective if there is no contact (34.4-10)."""
BASE: Final = {VARIANTS[0]: 14, VARIANTS[1]: 20}
MINES_A_TURN: Final = 4
DITCHES_A_TURN: Final = 5
FROM_EDGE: Final = 10
"""Hexes from every mapedge: the objective at least so many, mines and ditches more (34.4-4, 34.4-7, X-55)."""
NO_MINES: Final = 4
NO_DITCH: Final = 9
CHITS: Final = 5
_FAR: Final = 10_000


def objectives(scene: Scene) -> tuple[Cell, ...]:
    """The hexes that may be the objective: clear, at least ten from every edge (34.4-4)."""
    return _far_and_clear(scene.board)


@lru_cache(maxsize=4)
def _far_and_clear(board: Board) -> tuple[Cell, ...]:
    """The answer for a map. A client asks about every one of these hexes, so it is worked out once."""
    return tuple(
        cell
        for cell in board.cells
        if board.terrain[cell] == "clear" and all(board.edge_distance(cell, edge) >= FROM_EDGE for edge in board.edges)
    )


def objective(position: Any) -> Cell:
    """The objective, OFF_MAP before it is named."""
    return int(recall(position, "objective", OFF_MAP))


def limits(state: TankState, scene: Scene) -> Limits:
    """Where Bravo may lay mines and dig (34.4-3, 34.4-7)."""
    centre = objective(state)
    mined = clear_of(scene.board, centre, NO_MINES, FROM_EDGE)
    dug = clear_of(scene.board, centre, NO_DITCH, FROM_EDGE)
    return Limits(BRAVO, mined, dug, "34.4-7", MOST, MOST)


def _edge(state: TankState, scene: Scene, side: str) -> str:
    return str(recall(state, "edge", scene.side(side).edge))


def _starts(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...]:
    return entry_cells(state, scene, side)


def _way(state: TankState, scene: Scene, side: str, entry: Cell) -> tuple[Cell, ...]:
    return (entry,)


def _fault(state: TankState, scene: Scene, side: str, way: tuple[Cell, ...], pace: int) -> tuple[str, str] | None:
    return ("34.4-9", "only its entry hex is chosen now") if len(way) > 1 else None


MUSTER: Final[Muster] = Muster(5, "34.4-9", _edge, _starts, _way, _fault)


def onward(state: TankState, scene: Scene, cell: Cell) -> tuple[Cell, ...]:
    """The cheapest way from a cell to the objective; nothing for who has got there (34.4-10).

    It leads round the ditch, and round the mines that have been found if there is such a way.
    """
    goal = objective(state)
    if recall(state, "entered") or cell == goal or goal == OFF_MAP:
        return ()
    ditch, mined = ditches(state), known_mines(state)
    costs = [tuple(IMPOSSIBLE if cost == WHOLE else cost for cost in row) for row in scene.ground.vehicle_costs]
    for shut in ((*ditch, *mined), ditch) if mined else (ditch,):
        way = cheapest_way(scene.board, closed(scene.board, costs, shut), cell, _FAR, (goal,))
        if way is not None:
            return way
    return ()


def march(state: TankState, scene: Scene, key: str) -> str:
    """In column until contact (34.4-9)."""
    return FREE if contact_turn(state) else BOUND


def speed(state: TankState, scene: Scene, key: str, cells: tuple[Cell, ...]) -> str:
    """Why a path is too short: a column moves at the highest speed of its slowest vehicle (34.4-9)."""
    order = members(state, key)
    if not order or recall(state, "entered"):
        return ""
    head = order[0]
    points = pace(state, scene, key, head)
    costs = scene.costs(arms(head.type).table)
    here = head.cell if head.status == ON_MAP else OFF_MAP
    left = points
    for cell in cells:
        cost = (
            entry_points(scene, cell, points, arms(head.type).truck)
            if here == OFF_MAP
            else step_cost(scene.board, costs, here, cell)
        )
        left -= points if cost == WHOLE else cost
        here = cell
    if here == OFF_MAP:
        return "it must enter"
    shut = {*ditches(state), *cells}
    for ahead in scene.board.neighbours[here]:
        if ahead != OFF_MAP and ahead not in shut:
            cost = step_cost(scene.board, costs, here, ahead)
            if cost not in (IMPOSSIBLE, WHOLE) and cost <= left:
                return f"it has {left} Movement Points left and must use them"
    return ""


def deadline(state: TankState, scene: Scene) -> int:
    """The turn by which Alpha must be in the objective: 7, or as soon as its fastest vehicle can be (34.4-10, X-67).

    32.4: its turns count from the one on which its chit lets it enter.
    """
    goal = objective(state)
    if goal == OFF_MAP:
        return DEADLINE
    before = entry_turn(state, scene, ALPHA) - FIRST_TURN
    return max(DEADLINE, before + first_turns(scene, _starts(state, scene, ALPHA), _fastest(scene)).get(goal, _FAR))


def _fastest(scene: Scene) -> int:
    """The Movement Points of Alpha's fastest vehicle."""
    return max(arms(force.type).ma for force in scene.side(ALPHA).forces)


def _latest(scene: Scene) -> dict[str, int]:
    """For each mapedge the latest deadline that an objective can have (X-67)."""
    found: dict[str, int] = {}
    for edge, cells in sorted(scene.board.edges.items()):
        turns = first_turns(scene, cells, _fastest(scene))
        found[edge] = max(max(DEADLINE, turns.get(cell, _FAR)) for cell in objectives(scene))
    return found


def _deadline_in_words(scene: Scene) -> str:
    """When the deadline is, and whether the ground moves it (X-67)."""
    late = {edge: turn for edge, turn in _latest(scene).items() if turn > DEADLINE}
    points = f"Alpha's fastest vehicle has {_fastest(scene)} Movement Points"
    if scene.hooks.arrivals:
        points = f"Its turns count from the one on which Alpha's chit lets it enter. {points}"
    if not late:
        return f"{points}, enough to enter every possible objective by then."
    edges = ", ".join(f"{edge} up to turn {turn}" for edge, turn in late.items())
    return (
        f"{points}. For an objective that it cannot enter by turn {DEADLINE} the deadline is the first turn in which "
        f"it can: from edge {edges}."
    )


def last_turn(state: TankState, scene: Scene) -> int:
    """The last turn, which only Bravo can tell: 0 where the variant is not known (34.4-15)."""
    variant = recall(state, "variant", "")
    return lasting(variant, *laid(state)) if variant else 0


def lasting(variant: str, mines: int, ditch: int) -> int:
    """The turns that a variant lasts with so many mines and hexes of ditch (34.4-15)."""
    return BASE[variant] - (-mines // MINES_A_TURN) - (-ditch // DITCHES_A_TURN)


def note_entry(state: TankState, scene: Scene, doing: Doing, index: int) -> None:
    """Notes who has come into the objective, passengers among them (34.4-23, X-56)."""
    unit = state.units[index]
    if scene.scenario.situation == "assault" and unit.side == ALPHA and unit.cell == objective(state):
        _been(state, unit)


def _been(state: TankState, unit: Unit) -> None:
    passed = set(recall(state, "entered", ()))
    rider = load_of(state, unit)
    remember(state, entered=sorted(passed | {unit.id} | ({rider.id} if rider is not None else set())))


def note_turn(state: TankState, scene: Scene) -> None:
    """The same at the end of a turn, for whoever has got there by mounting or dismounting (34.4-23)."""
    for unit in state.units:
        if unit.side == ALPHA and unit.status in (ON_MAP, CARRIED) and unit.cell == objective(state):
            _been(state, unit)


def exit_edge(state: TankState, scene: Scene, side: str) -> str:
    """Alpha leaves over any edge; which units may, `may_leave` says (34.4-23, X-57)."""
    return "WXYZ" if side == ALPHA and recall(state, "entered") else ""


def may_leave(state: TankState, unit: Unit) -> bool:
    """Whether a unit and whoever rides on it have been in the objective, so that they may leave (34.4-23, X-57)."""
    entered, rider = recall(state, "entered", ()), load_of(state, unit)
    return unit.id in entered and (rider is None or rider.id in entered)


def spares(state: TankState, scene: Scene, side: str, cell: Cell) -> tuple[str, str] | None:
    """Bravo's artillery does not aim at the objective or next to it (34.4-20)."""
    if side != BRAVO or scene.scenario.situation != "assault" or objective(state) == OFF_MAP:
        return None
    if scene.board.distance(cell, objective(state)) > 1:
        return None
    return "34.4-20", "Bravo may not aim at the objective or next to it"


def tally(state: TankState, scene: Scene) -> dict[str, tuple[Award, ...]]:
    """The points of both sides (34.4-21, 34.4-22, 34.4-23)."""
    entered = recall(state, "entered", ())
    there = any(
        unit.side == ALPHA and unit.cell == objective(state) and unit.status in (ON_MAP, CARRIED)
        and arms(unit.type).squad for unit in state.units
    )  # fmt: skip
    through = sum(
        unit.side == ALPHA and unit.status == EXITED and unit.id in entered and not is_carrier(arms(unit.type).weapon)
        for unit in state.units
    )
    return {
        ALPHA: (
            Award("Squads destroyed", destroyed(state, BRAVO, is_squad), 1, "34.4-22"),
            Award("Guns destroyed", destroyed(state, BRAVO, is_gun), 1, "34.4-22"),
            Award("A squad in the objective", int(there), 10, "34.4-22"),
            Award("Passed it and left", through, 10, "34.4-23"),
        ),
        BRAVO: (
            Award("Tanks destroyed", destroyed(state, ALPHA, is_afv), 2, "34.4-21"),
            Award("Squads destroyed", destroyed(state, ALPHA, is_squad), 1, "34.4-21"),
            Award("Carriers destroyed", destroyed(state, ALPHA, is_carrier), 1, "34.4-21"),
            Award("Objective never entered", int(not entered), 10, "34.4-21"),
        ),
    }


def judge(state: TankState, scene: Scene) -> Outcome | None:
    """34.4-24: Bravo wins at once if Alpha is not in the objective by turn 7 without contact; else points decide.

    It ends with its last turn (34.4-15). R-12: the attackers need no defender to take the objective and to drive on,
    so it ends earlier only when none of them is left.
    """
    late = not contact_turn(state) and not recall(state, "entered")
    if late and state.turn >= deadline(state, scene) and state.turn < AFTER_ALL:
        why = "Alpha was not in the objective in time"
        return Outcome(BRAVO, "34.4-24", why, by_points(state, scene, "34.4-24").score)
    last = last_turn(state, scene)
    if gone(state, ALPHA) or state.turn >= AFTER_ALL or (last and state.turn >= last):
        return by_points(state, scene, "34.4-24")
    return None


def _goals_in_words(state: TankState, scene: Scene) -> tuple[Goal, ...]:
    return (
        Goal("2 points for each tank destroyed, 1 for each squad and each carrier, 10 if no enemy ever enters the "
             "objective.", "34.4-21", BRAVO),
        Goal("1 point for each squad and each gun destroyed, 10 for a squad in the objective at the end.", "34.4-22",
             ALPHA),
        Goal("10 points for each tank or squad that has been in the objective and leaves the map over any edge.",
             "34.4-23", ALPHA),
        Goal(f"Bravo wins at once if the forces have not met and Alpha is not in the objective by the end of turn "
             f"{DEADLINE}. {_deadline_in_words(scene)} Otherwise more points win.", "34.4-24"),
    )  # fmt: skip


def _special(state: TankState, scene: Scene) -> tuple[Special, ...]:
    return (
        Special("Bravo names the objective, Alpha then its mapedge. Bravo chooses in secret between 12 squads with 2 "
                "guns and 6 squads with 8 guns, and deploys everything hidden, with up to 20 mines and 20 hexes of "
                "ditch. Five digits are drawn: units in hexes that end with one of them are shown face down.",
                "34.4-3"),
        Special("The game lasts 14 or 20 turns by Bravo's choice, one more for every four mines or part and for every "
                "five hexes of ditch or part. Only Bravo knows the number.", "34.4-15"),
        Special("Alpha enters in up to five columns, each at the speed of its slowest vehicle, until contact: until it "
                "spots a defender or is fired on.", "34.4-9"),
        Special("Bravo has no Opportunity Fire on turn 1. With a Panic Level of 3 or less it may withhold it before "
                "contact.", "34.4-14"),
        Special("No panic before the turn after contact but by shells. Fire may be planned for turns 1 to 5 before "
                "the game. Bravo may not aim at the objective or next to it, and has no aircraft.", "34.4-18"),
    )  # fmt: skip


def _zones(state: TankState, scene: Scene) -> tuple[Zone, ...]:
    """What may become the objective, the mapedges that Alpha can choose from, and where Bravo stands."""
    board = scene.board
    rim = tuple(sorted({cell for cells in board.edges.values() for cell in cells}))
    return (
        Zone("Objective", "objective", objectives(scene), "", "Bravo names one of these hexes as the objective", 0,
             "34.4-4", "objective"),
        *(Zone(f"Alpha entry, edge {edge}", "entry", tuple(board.edges[edge]), ALPHA,
               f"Alpha enters here on turn 1, in up to {MUSTER.most} columns, if it chooses edge {edge}", 1, "34.4-5",
               "edge")
          for edge in sorted(board.edges)),
        Zone("Bravo set-up", "setup", tuple(board.cells), BRAVO,
             "Bravo sets up anywhere, hidden, in Improved Positions", 0, "34.4-6", "defence"),
        Zone("Alpha exit", "exit", rim, ALPHA,
             "Units of Alpha that have been in the objective may leave the map over any edge", 0, "34.4-23", "turn"),
    )  # fmt: skip


SITUATION: Final = Situation(
    judge,
    contact_turn,  # 34.4-17: nobody panics before the turn after contact
    exit_edge,
    "34.4-23",
    march=march,
    march_rule="34.4-9",
    speed=speed,
    onward=onward,
    stoppers=as_ever(found_out, "34.4-11"),
    withholding=WITHHOLDING,
    may_leave=may_leave,
    turning_shows="34.4-13",
    quiet_start="34.4-12",
    tally=tally,
    goals=_goals_in_words,
    special=_special,
    zones=_zones,
    length=last_turn,
    open_end="only Bravo knows which turn is the last",
)
