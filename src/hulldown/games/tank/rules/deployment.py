"""Before the first turn: secret deployment and the choice of entry hexes (17.1, 17.3-1)."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Any

from hulldown.core.board import Cell
from hulldown.core.orders import Order, Violation
from hulldown.core.paths import IMPOSSIBLE, step_cost
from hulldown.core.sequence import Doing
from hulldown.games.tank.data.loading import Scenario, SideSetup
from hulldown.games.tank.rules import column, edges
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, bring_along, mount_at_start
from hulldown.games.tank.rules.ground import ground_on
from hulldown.games.tank.rules.report import numbering_order, tell
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.spotting import place_counter
from hulldown.games.tank.rules.stacking import fits
from hulldown.games.tank.rules.state import ON_MAP, Column, Position, TankState, Unit, enemy_of
from hulldown.games.tank.rules.troops import equip_at_start
from hulldown.games.tank.rules.verbs.setup import ENTRY, PLACING


def new_units(scenario: Scenario) -> list[Unit]:
    """The units of both forces (17.1a, 17.1b): Alpha's A1, A2..., Bravo's B1, B2..., all unspotted (13.0-proc-1)."""
    units = []
    for side in ("alpha", "bravo"):
        number = 0
        setup = scenario.side(side)
        # 34.4-3: a side with a choice of forces has its units when it has chosen.
        for force in setup.forces if not setup.others else ():
            for _ in range(force.count):
                number += 1
                units.append(Unit(f"{side[0].upper()}{number}", side, force.type, facing=column.INWARD[setup.edge]))
    equip_at_start(units, scenario)
    mount_at_start(units, scenario)
    return units


@lru_cache(maxsize=16)
def zone(map_name: str, edge: str, distance: int) -> tuple[Cell, ...]:
    """The hexes at least so far from an edge (17.12-1, 17.13-1)."""
    board = ground_on(map_name, "open").board
    return tuple(cell for cell in board.cells if board.edge_distance(cell, edge) >= distance)


def zone_of(position: Any, scene: Scene, side: str) -> tuple[Cell, ...]:
    """The hexes where a side may set up, in a state or a view: far enough from the edge, and from where the enemy
    really comes on.

    32.1a, our ruling: a section beside the edge is kept clear by the same distance.
    """
    setup = scene.side(side)
    cells = zone(scene.scenario.map, setup.edge, setup.distance)
    if not scene.hooks.entries:
        return cells
    board = scene.board
    ways = edges.entry_cells(position, scene, enemy_of(side))
    return tuple(cell for cell in cells if min(board.distance(cell, way) for way in ways) >= setup.distance)


def far_cells(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...]:
    """Where a way across the map may end: on an opposite edge (17.11-2).

    32.1c: that of the force's own edge, or of the edge along which the section runs by which it comes on.
    """
    board, home = scene.board, scene.side(side).edge
    opposite = board.edges[column.OPPOSITE[home]]
    if not scene.hooks.entries:
        return opposite
    real = edges.edge_of(board, edges.entry_cells(state, scene, side), home)
    return opposite if real == home else (*opposite, *board.edges[column.OPPOSITE[real]])


def check_entry(state: TankState, scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with a choice of entry hex and, in a meeting, of the way across (17.3-1, 17.11-2).

    17.11-1, 17.12-3: the edge is the one the scenario names, Alpha's X and in a meeting Bravo's Z.
    """
    setup = scene.side(side)
    board = scene.board
    if len(order.tasks) != 1 or order.tasks[0].unit != column.COLUMN or order.tasks[0].kind != ENTRY.kind:
        return [Violation("17.3-1", "name the entry hex of the column, and nothing else")]
    cells = order.tasks[0].cells
    if not cells or cells[0] not in edges.entry_cells(state, scene, side):
        return [_wrong_entry(scene, setup)]
    if len(cells) == 1:
        return []
    if not scene.situation.prewritten:
        return [Violation("17.3-1", "only the entry hex is chosen now", column.COLUMN)]
    shut = edges.shut_cells(state, scene)
    for here, ahead in pairwise(cells):
        if step_cost(board, scene.ground.vehicle_costs, here, ahead) == IMPOSSIBLE:
            why = f"a column cannot go from {board.labels[here]} to {board.labels[ahead]}"
            return [Violation("17.11-2", why, column.COLUMN)]
        if ahead in shut:
            return [Violation("30.1a", f"no vehicle can enter {board.labels[ahead]}", column.COLUMN)]
    if cells[-1] not in far_cells(state, scene, side):
        return [Violation("17.11-2", f"the way must lead to mapedge {column.OPPOSITE[setup.edge]}", column.COLUMN)]
    return []


def _wrong_entry(scene: Scene, setup: SideSetup) -> Violation:
    if scene.hooks.entries:
        return Violation("32.1b", "the entry hex must lie in the section of the mapedge that was drawn", column.COLUMN)
    return Violation("17.3-1", f"the entry hex must lie on mapedge {setup.edge}", column.COLUMN)


def setup_pace(setup: SideSetup) -> int:
    """The Movement Points of the slowest unit that enters by itself; passengers go as fast as their vehicles."""
    return min(arms(force.type).ma for force in setup.forces if not force.carried)


def enter(state: TankState, scene: Scene, side: str, order: Order) -> None:
    """Notes the entry hex and the way; with only the hex given, a meeting's way is the cheapest one across."""
    cells = order.tasks[0].cells
    setup = scene.side(side)
    route: list[Cell] = []
    if scene.situation.prewritten:
        slowest, shut = setup_pace(setup), edges.shut_cells(state, scene)
        route = list(cells if len(cells) > 1 else column.cheapest_route(
            scene.scenario.map, scene.scenario.mode, cells[0], setup.edge, slowest, shut))  # fmt: skip
    state.columns[side] = Column(cells[0], [], route)


def check_deployment(state: TankState, scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with a secret deployment (17.12-1, 17.13-1, 14.5, 14.6, 14.8)."""
    setup = scene.side(side)
    rule = "17.12-1" if setup.deploy == "hidden" else "17.13-1"
    allowed = set(zone_of(state, scene, side))
    wanted = {unit.id: unit for unit in state.units if unit.side == side and unit.status != CARRIED}
    wrong: list[Violation] = []
    places: dict[Cell, list[str]] = {}
    placed: set[str] = set()
    for task in order.tasks:
        unit = wanted.get(task.unit)
        if unit is None or task.unit in placed:
            wrong.append(Violation(rule, "it is not yours to place, or placed twice", task.unit))
            continue
        placed.add(task.unit)
        if task.kind != PLACING.kind or len(task.cells) != 1 or task.cells[0] not in allowed:
            why = f"it needs one hex at least {setup.distance} hexes from mapedge {setup.edge}"
            wrong.append(Violation(rule, why, task.unit))
            continue
        if arms(unit.type).faces and not 0 <= task.facing <= 5:
            wrong.append(Violation("14.5", "its facing must be noted", task.unit))
        there = places.setdefault(task.cells[0], [])
        if not fits([*(wanted[name].type for name in there), unit.type], scene.hooks):
            label = scene.board.labels[task.cells[0]]
            wrong.append(Violation("11.0", f"there is no room for it in {label}", task.unit))
            continue
        there.append(task.unit)
    wrong += [Violation(rule, "it has not been placed", name) for name in wanted if name not in placed]
    return wrong


def deploy(state: TankState, scene: Scene, side: str, order: Order) -> None:
    """Carries a secret deployment out: hidden positions at once, face-down counters later (17.12-2, 14.0-proc-1).

    14.0-proc-3: this is the only place where Improved Positions come from; none is made in play.
    """
    hidden = scene.side(side).deploy == "hidden"
    by_id = {unit.id: unit for unit in state.units}
    for task in order.tasks:
        unit = by_id[task.unit]
        unit.cell = task.cells[0]
        if arms(unit.type).faces:
            unit.facing = task.facing
        if hidden:
            unit.status, unit.hidden = ON_MAP, True
        bring_along(state, unit)
    if hidden:
        cells = sorted({task.cells[0] for task in order.tasks})
        state.positions = [Position(cell, side) for cell in cells]


def place_rearguard(state: TankState, scene: Scene, doing: Doing) -> None:
    """Puts the rearguard on the map, face down, after Alpha's entry (17.13-2); counters are numbered by place."""
    guards = (
        index
        for index, unit in enumerate(state.units)
        if unit.side == "bravo" and unit.cell >= 0 and unit.status != CARRIED
    )
    for index in numbering_order(state, guards):
        unit = state.units[index]
        unit.status = ON_MAP
        place_counter(state, unit)
        tell(doing, unit, "placed", "17.13-2", {"unit": unit.id, "hex": scene.board.labels[unit.cell]})
