"""Before the first turn: the forces of a scenario, and where they set up (2.0)."""

from __future__ import annotations

from functools import lru_cache

from hulldown.core.board import FACINGS, Board, Cell
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import Traction, cards
from hulldown.games.panzer.data.loading import Group, Scenario
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, SIDES, WAITING, PanzerState, Unit
from hulldown.games.panzer.rules.verbs.base import SETUP
from hulldown.games.panzer.rules.verbs.kinds import DEPLOY


def new_units(scenario: Scenario) -> list[Unit]:
    """The vehicles of both forces (2.0b): the Soviet ones are S1, S2..., the German ones G1, G2..."""
    units = []
    for side in SIDES:
        count = 0
        for number, group in enumerate(scenario.side(side).groups):
            for force in group.units:
                for _ in range(force.count):
                    count += 1
                    units.append(Unit(f"{side[0].upper()}{count}", side, force.card, number))
    return units


def zone(board: Board, group: Group) -> tuple[Cell, ...]:
    """The hexes in which a group may set up (2.0a)."""
    if group.zone:
        return tuple(sorted(board.regions[group.zone]))
    return tuple(board.by_label[label] for label in group.hexes)


@lru_cache(maxsize=256)
def ground_for(ground: Ground, traction: Traction, group: Group) -> tuple[Cell, ...]:
    """The hexes of its group's zone in which a vehicle can stand: not prohibited, unless a path or road is there.

    1.2b: every hex has one terrain that decides it.
    """
    return tuple(
        cell for cell in zone(ground.board, group) if ground.rows[cell].cost(traction) != "P" or ground.on_way[cell]
    )


def _room(ground: Ground, unit: Unit, group: Group) -> tuple[Cell, ...]:
    return ground_for(ground, cards()[unit.type].traction, group)


def to_deploy(state: PanzerState, scenario: Scenario, side: str) -> list[Unit]:
    """The vehicles that a side sets up before play."""
    groups = scenario.side(side).groups
    return [u for u in state.units if u.side == side and u.status == WAITING and groups[u.group].turn == 0]


def check_deployment(state: PanzerState, scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with a setup: every vehicle in its zone with a facing, no enemies in one hex (2.0a, 3.3b, 3.8a)."""
    mine = {unit.id: unit for unit in to_deploy(state, scene.scenario, side)}
    taken = {unit.cell for unit in state.units if unit.side != side and unit.status == ON_MAP}
    wrong: list[Violation] = []
    placed: set[str] = set()
    if order.choice:
        wrong.append(Violation("2.0a", "name the hex and the facing of every vehicle"))
    for task in order.tasks:
        unit = mine.get(task.unit)
        if unit is None or task.unit in placed:
            wrong.append(Violation("2.0a", "it is not yours to place, or placed twice", task.unit))
            continue
        placed.add(task.unit)
        group = scene.scenario.side(side).groups[unit.group]
        wrong += task_faults(scene, unit, task, taken, _room(scene.ground, unit, group))
    wrong += [Violation("2.0a", "it has not been placed", name) for name in mine if name not in placed]
    return wrong


def task_faults(scene: Scene, unit: Unit, task: Task, taken: set[Cell], room: tuple[Cell, ...]) -> list[Violation]:
    """What is wrong with the hex and the facing of one unit with this `room`; enemies stand in cells `taken`."""
    wrong: list[Violation] = []
    group = scene.scenario.side(unit.side).groups[unit.group]
    if task.targets or task.choice:
        wrong.append(Violation("2.0a", "a setup names a hex and a facing, nothing else", task.unit))
    known = scene.verb(task.kind, SETUP) is not None
    if not known or len(task.cells) != 1 or task.cells[0] not in room:
        where = group.zone or " ".join(group.hexes)
        wrong.append(Violation("2.0a", f"it sets up in {where}, where it can stand", task.unit))
    elif task.cells[0] in taken:
        wrong.append(Violation("4.5.1.1.10b", "an enemy stands there", task.unit))
    if not 0 <= task.facing <= 5 or group.direction not in (None, task.facing):
        told = f"it must face {group.facing}" if group.facing else "name the hexside it faces"
        wrong.append(Violation("3.3b", told, task.unit))
    return wrong


def deploy(state: PanzerState, scene: Scene, order: Order, doing: Doing) -> None:
    """Puts the vehicles of a side on the map, in the open: everybody sees the counters (4.1a)."""
    by_id = {unit.id: unit for unit in state.units}
    for task in order.tasks:
        unit = by_id[task.unit]
        unit.cell, unit.facing, unit.status = task.cells[0], task.facing, ON_MAP
        doing.emit("deployed", "2.0a", (), unit=unit.id, type=unit.type, hex=scene.board.labels[unit.cell],
                   facing="ABCDEF"[unit.facing])  # fmt: skip


@lru_cache(maxsize=8)
def _middle(board: Board) -> Cell:
    """The hex in the middle column and row."""
    places = [board.column_row(cell) for cell in board.cells]
    columns, rows = sorted({column for column, _ in places}), sorted({row for _, row in places})
    return board.at(columns[len(columns) // 2], rows[len(rows) // 2])


def inward(board: Board, cell: Cell) -> int:
    """The facing from a hex towards the middle of the map."""
    middle = _middle(board)
    ahead = [(cell + board.offsets[way], way) for way in FACINGS]
    return min(ahead, key=lambda one: board.distance(one[0], middle) if board.on_map[one[0]] else 999)[1]


def plain(state: PanzerState, scene: Scene, side: str) -> Order:
    """A setup that is always legal: vehicles spread over their zones, facing the middle of the map."""
    scenario, ground, board = scene.scenario, scene.ground, scene.board
    taken = {unit.cell for unit in state.units if unit.side != side and unit.status == ON_MAP}
    tasks = []
    used: dict[int, int] = {}
    for unit in to_deploy(state, scenario, side):
        group = scenario.side(side).groups[unit.group]
        cells = [cell for cell in _room(ground, unit, group) if cell not in taken]
        turn = used.get(unit.group, 0)
        used[unit.group] = turn + 1
        cell = cells[turn * max(1, len(cells) // group.strength) % len(cells)]
        facing = inward(board, cell) if group.direction is None else group.direction
        tasks.append(Task(unit.id, DEPLOY, (cell,), facing))
    return Order(SETUP, tuple(tasks))
