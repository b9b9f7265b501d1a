"""Before the first turn: secret deployment and the choice of entry hexes (17.1, 17.3-1)."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from hulldown.core.board import Cell
from hulldown.core.orders import Order, Violation
from hulldown.core.paths import IMPOSSIBLE, step_cost
from hulldown.core.sequence import Doing
from hulldown.games.tank.data.loading import Scenario
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.ground import ground_on
from hulldown.games.tank.rules.report import numbering_order, tell
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.spotting import place_counter
from hulldown.games.tank.rules.stacking import fits
from hulldown.games.tank.rules.state import ON_MAP, Column, Position, TankState, Unit
from hulldown.games.tank.rules.verbs.setup import ENTRY, PLACING


def new_units(scenario: Scenario) -> list[Unit]:
    """The units of both forces (17.1a, 17.1b): Alpha's A1, A2..., Bravo's B1, B2..., all unspotted (13.0-proc-1)."""
    units = []
    for side in ("alpha", "bravo"):
        number = 0
        setup = scenario.side(side)
        for force in setup.forces:
            for _ in range(force.count):
                number += 1
                units.append(Unit(f"{side[0].upper()}{number}", side, force.type, facing=column.INWARD[setup.edge]))
    return units


@lru_cache(maxsize=16)
def zone(map_name: str, edge: str, distance: int) -> tuple[Cell, ...]:
    """The hexes at least so far from an edge (17.12-1, 17.13-1)."""
    board = ground_on(map_name, "open").board
    return tuple(cell for cell in board.cells if board.edge_distance(cell, edge) >= distance)


def check_entry(scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with a choice of entry hex and, in a meeting, of the way across (17.3-1, 17.11-2).

    17.11-1, 17.12-3: the edge is the one the scenario names, Alpha's X and in a meeting Bravo's Z.
    """
    setup = scene.side(side)
    board = scene.board
    if len(order.tasks) != 1 or order.tasks[0].unit != column.COLUMN or order.tasks[0].kind != ENTRY.kind:
        return [Violation("17.3-1", "name the entry hex of the column: COL and the hex")]
    cells = order.tasks[0].cells
    if not cells or cells[0] not in board.edges[setup.edge]:
        return [Violation("17.3-1", f"the entry hex must lie on mapedge {setup.edge}", column.COLUMN)]
    if len(cells) == 1:
        return []
    if not scene.situation.prewritten:
        return [Violation("17.3-1", "only the entry hex is chosen now", column.COLUMN)]
    for here, ahead in pairwise(cells):
        if step_cost(board, scene.ground.vehicle_costs, here, ahead) == IMPOSSIBLE:
            why = f"a column cannot go from {board.labels[here]} to {board.labels[ahead]}"
            return [Violation("17.11-2", why, column.COLUMN)]
    if cells[-1] not in board.edges[column.OPPOSITE[setup.edge]]:
        return [Violation("17.11-2", f"the way must lead to mapedge {column.OPPOSITE[setup.edge]}", column.COLUMN)]
    return []


def enter(state: TankState, scene: Scene, side: str, order: Order) -> None:
    """Notes the entry hex and the way; with only the hex given, a meeting's way is the cheapest one across."""
    cells = order.tasks[0].cells
    setup = scene.side(side)
    route: list[Cell] = []
    if scene.situation.prewritten:
        slowest = min(arms(force.type).ma for force in setup.forces)
        route = list(cells if len(cells) > 1 else column.cheapest_route(
            scene.scenario.map, scene.scenario.mode, cells[0], setup.edge, slowest))  # fmt: skip
    state.columns[side] = Column(cells[0], [], route)


def check_deployment(state: TankState, scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with a secret deployment (17.12-1, 17.13-1, 14.5, 14.6, 14.8)."""
    setup = scene.side(side)
    rule = "17.12-1" if setup.deploy == "hidden" else "17.13-1"
    allowed = set(zone(scene.scenario.map, setup.edge, setup.distance))
    wanted = {unit.id: unit for unit in state.units if unit.side == side}
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
    if hidden:
        cells = sorted({task.cells[0] for task in order.tasks})
        state.positions = [Position(cell, side) for cell in cells]


def place_rearguard(state: TankState, scene: Scene, doing: Doing) -> None:
    """Puts the rearguard on the map, face down, after Alpha's entry (17.13-2); counters are numbered by place."""
    guards = (index for index, unit in enumerate(state.units) if unit.side == "bravo" and unit.cell >= 0)
    for index in numbering_order(state, guards):
        unit = state.units[index]
        unit.status = ON_MAP
        place_counter(state, unit)
        tell(doing, unit, "placed", "17.13-2", {"unit": unit.id, "hex": scene.board.labels[unit.cell]})
