"""Before the first turn: who is where, who rides, who is entrenched; the first player before the second (14.0a)."""

from __future__ import annotations

from functools import lru_cache

from hulldown.core.board import Board, Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.data.scenarios import Area, Group, Scenario
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.asking import may_carry
from hulldown.games.kampfpanzer.rules.ground import ground_on
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.stacking import bring_cargo, fits
from hulldown.games.kampfpanzer.rules.state import (
    FIRST,
    NOBODY,
    ON_MAP,
    SIDES,
    KampfState,
    Unit,
    Works,
    by_id,
    index_of,
)
from hulldown.games.kampfpanzer.rules.verbs.face import FACINGS
from hulldown.games.kampfpanzer.rules.verbs.setup import DUG_IN, OPEN, PLACING, RIDING

HUNDRED = 100
"""The second side's units are numbered from 101 on, the first side's from 1."""


def new_units(scenario: Scenario) -> list[Unit]:
    """The units of both forces (14.0b), numbered as on the plot sheets: 1, 2 … and 101, 102 …"""
    units: list[Unit] = []
    for side in SIDES:
        number = 0 if side == FIRST else HUNDRED
        for place, group in enumerate(scenario.side(side).groups):
            for force in group.forces:
                for _ in range(force.count):
                    number += 1
                    units.append(Unit(str(number), side, force.type, facing=0 if side == FIRST else 3, group=place))
    return units


@lru_cache(maxsize=64)
def zone(map_name: str, area: Area) -> tuple[Cell, ...]:
    """The hexes of a set-up area (14.0i, K-60, K-67)."""
    ground = ground_on(map_name)
    board = ground.board
    if area.rows is not None:
        low, high = area.rows
        return tuple(cell for cell in board.cells if low <= board.column_row(cell)[1] <= high)
    if area.hexes:
        return tuple(board.cell(label) for label in area.hexes)
    inside = board.regions[area.region] if area.region else frozenset((board.cell(area.near),))
    found = inside | {
        cell for cell in _around(board, inside, area.within) if not area.roads or cell in ground.road_cells
    }
    return tuple(cell for cell in board.cells if cell in found)


def _around(board: Board, inside: frozenset[Cell], within: int) -> frozenset[Cell]:
    return frozenset(cell for cell in board.cells if any(board.distance(cell, one) <= within for one in inside))


def group_zone(scene: Scene, group: Group) -> tuple[Cell, ...]:
    """The hexes in which a group is set up; none where it enters later."""
    return zone(scene.scenario.map, group.area) if group.area is not None else ()


def deploys(state: KampfState, scene: Scene, side: str) -> bool:
    """Whether a side has anything to decide before the first turn."""
    return bool(_offers(state, scene, side))


def _carriers(state: KampfState, scene: Scene, unit: Unit) -> tuple[str, ...]:
    """The vehicles on which a unit may start: they are set up in the same area, or enter by the same hexes (14.0f)."""
    group = scene.group(unit)
    found = []
    for other in state.units:
        if other.side != unit.side or not may_carry(scene, other, unit):
            continue
        theirs = scene.group(other)
        if (theirs.area, theirs.enter) == (group.area, group.enter):
            found.append(other.id)
    return tuple(found)


def _offers(state: KampfState, scene: Scene, side: str) -> list[UnitLegal]:
    units: list[UnitLegal] = []
    for unit in state.units:
        if unit.side != side:
            continue
        weapon, group = arms(unit.type), scene.group(unit)
        options: list[Option] = []
        if group.area is not None:
            choices: tuple[str, ...] = ()
            if weapon.digs and group.entrench:
                choices = (DUG_IN,) if _must_dig(group, unit) else (DUG_IN, OPEN)
            facings = FACINGS if weapon.faces else ()
            options.append(
                Option(PLACING.kind, group.rule, cells=group_zone(scene, group), facings=facings, choices=choices)
            )
        vehicles = _carriers(state, scene, unit) if weapon.digs and not _must_dig(group, unit) else ()
        if vehicles:
            options.append(Option(RIDING.kind, RIDING.rule, targets=vehicles))
        if options:
            units.append(UnitLegal(unit.id, tuple(options), required=group.area is not None))
    return units


def _must_dig(group: Group, unit: Unit) -> bool:
    return group.entrench == "infantry" and arms(unit.type).squad


def legal(state: KampfState, scene: Scene, decision: Decision) -> Legal:
    """What a side may answer when it is asked to deploy."""
    offers = _offers(state, scene, decision.side)
    return Legal(decision, tuple(offers), idle=_plain(state, scene, decision, offers))


def _plain(state: KampfState, scene: Scene, decision: Decision, offers: list[UnitLegal]) -> Order:
    """A deployment that is always legal: as few as can be to a hex, all over the areas, guns and infantry dug in.

    Guns that can only come by vehicle are put on one. Where there are more units than hexes, guns join infantry.
    """
    tasks: list[Task] = []
    taken: dict[Cell, list[str]] = {}
    loaded: set[str] = set()
    for offer in sorted(offers, key=lambda one: _turn_of(state, one)):
        unit = by_id(state, offer.unit)
        assert unit is not None
        placing = next((option for option in offer.options if option.kind == PLACING.kind), None)
        if placing is None:
            vehicle = next((name for name in offer.options[0].targets if name not in loaded), "")
            if vehicle:
                loaded.add(vehicle)
                tasks.append(Task(unit.id, RIDING.kind, targets=(vehicle,)))
            continue
        cell = _free(placing.cells, taken, unit)
        taken.setdefault(cell, []).append(unit.type)
        facing = unit.facing if placing.facings else -1
        tasks.append(Task(unit.id, PLACING.kind, (cell,), facing, placing.choices[0] if placing.choices else ""))
    return Order("deploy", tuple(tasks))


def _turn_of(state: KampfState, offer: UnitLegal) -> tuple[int, bool, bool]:
    """Who is placed first: whoever has the least room, tanks before infantry, guns last."""
    weapon = arms(state.units[index_of(state, offer.unit)].type)
    return len(offer.options[0].cells) or 10_000, weapon.digs, weapon.gun


def _free(cells: tuple[Cell, ...], taken: dict[Cell, list[str]], unit: Unit) -> Cell:
    """A hex for a unit: an empty one, spread over the area, or one with a partner for it."""
    start = (len(taken) * 7) % len(cells)
    for cell in (*cells[start:], *cells[:start]):
        if cell not in taken:
            return cell
    return next(cell for cell in cells if fits([*taken[cell], unit.type]))


def check(state: KampfState, scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with a deployment: outside its area, no room, not entrenched as the scenario says (14.0a, 7.0)."""
    wrong: list[Violation] = []
    offers = {offer.unit: offer for offer in _offers(state, scene, side)}
    placed: dict[str, Task] = {}
    for task in order.tasks:
        unit = by_id(state, task.unit)
        if unit is None or unit.side != side or task.unit in placed:
            wrong.append(Violation("14.0a", "it is not yours to place, or it is placed twice", task.unit))
            continue
        placed[task.unit] = task
        why = _misplaced(scene, unit, task) if task.kind == PLACING.kind else _misloaded(state, scene, unit, task)
        if why is not None:
            wrong.append(Violation(*why, task.unit))
    rules = {offer.unit: offer.options[0].rule for offer in offers.values() if offer.required}
    wrong += [Violation(rule, "it has not been placed", name) for name, rule in rules.items() if name not in placed]
    return wrong or _crowded(state, scene, placed)


def _misplaced(scene: Scene, unit: Unit, task: Task) -> tuple[str, str] | None:
    group, weapon = scene.group(unit), arms(unit.type)
    if group.area is None:
        return "14.0c", "it enters the map later"
    if len(task.cells) != 1 or task.targets:
        return group.rule, "it needs one hex"
    if task.cells[0] not in group_zone(scene, group):
        return group.rule, f"{scene.board.labels[task.cells[0]]} is outside its set-up area"
    if weapon.faces != (task.facing >= 0):
        return "9.4b", "a gun is faced to a hexside, and nobody else is"
    if task.choice not in ("", DUG_IN, OPEN):
        return "14.0a", f"{task.choice!r} means nothing here"
    if task.choice == DUG_IN:
        if not weapon.digs:
            return "13.0-proc-1", "only infantry and artillery can be entrenched"
        if not group.entrench or (group.entrench == "infantry" and not weapon.squad):
            return "13.0-gen", "the scenario does not let it start entrenched"
    elif _must_dig(group, unit):
        return group.rule, "it starts entrenched in this scenario"
    return None


def _misloaded(state: KampfState, scene: Scene, unit: Unit, task: Task) -> tuple[str, str] | None:
    if task.kind != RIDING.kind or len(task.targets) != 1 or task.cells or task.choice or task.facing >= 0:
        return "14.0a", "it needs a hex, or a vehicle that carries it"
    if not arms(unit.type).digs or task.targets[0] not in _carriers(state, scene, unit):
        return "14.0f", f"{task.targets[0]} cannot carry it from the start"
    if _must_dig(scene.group(unit), unit):
        return scene.group(unit).rule, "it starts entrenched in this scenario"
    return None


def _crowded(state: KampfState, scene: Scene, placed: dict[str, Task]) -> list[Violation]:
    """What is wrong with the deployment as a whole: too many in a hex, a vehicle loaded twice."""
    wrong: list[Violation] = []
    there: dict[Cell, list[Task]] = {}
    loaded: set[str] = set()
    for task in placed.values():
        if task.kind == RIDING.kind:
            if task.targets[0] in loaded:
                wrong.append(Violation("14.0f", f"{task.targets[0]} carries another unit already", task.unit))
            loaded.add(task.targets[0])
        else:
            there.setdefault(task.cells[0], []).append(task)
    for cell, tasks in there.items():
        units = [state.units[index_of(state, task.unit)] for task in tasks]
        label = scene.board.labels[cell]
        if not fits([unit.type for unit in units]):
            wrong += [Violation("7.0-gen-1", f"there is no room for it in {label}", task.unit) for task in tasks[1:]]
    taken = {unit.cell for unit in state.units if unit.status == ON_MAP}
    for cell, tasks in there.items():
        if cell in taken:
            wrong.append(Violation("7.0-gen-3", f"an enemy is in {scene.board.labels[cell]}", tasks[0].unit))
    return wrong


def deploy(state: KampfState, scene: Scene, doing: Doing, order: Order) -> None:
    """Carries a deployment out, in the open (C-11). 13.1b: this is the only place where entrenchments come from."""
    for task in order.tasks:
        unit = state.units[index_of(state, task.unit)]
        if task.kind == RIDING.kind:
            vehicle = index_of(state, task.targets[0])
            unit.aboard, state.units[vehicle].cargo = vehicle, index_of(state, unit.id)
            continue
        unit.cell, unit.status = task.cells[0], ON_MAP
        if task.facing >= 0:
            unit.facing = task.facing
        if task.choice == DUG_IN and not any(works.cell == unit.cell for works in state.works):
            state.works.append(Works(unit.cell, unit.side))
    for unit in state.units:
        if unit.cargo != NOBODY:
            bring_cargo(state, unit)
    for task in order.tasks:
        unit = state.units[index_of(state, task.unit)]
        if task.kind == RIDING.kind:
            doing.emit("boarded", RIDING.rule, (), unit=unit.id, side=unit.side, type=unit.type,
                       vehicle=task.targets[0])  # fmt: skip
        elif task.choice == DUG_IN:
            doing.emit("dug_in", "13.0-gen", (), unit=unit.id, side=unit.side, type=unit.type,
                       hex=scene.board.labels[unit.cell])  # fmt: skip
        else:
            doing.emit("placed", scene.group(unit).rule, (), unit=unit.id, side=unit.side, type=unit.type,
                       hex=scene.board.labels[unit.cell])  # fmt: skip
    state.works.sort(key=lambda works: works.cell)
