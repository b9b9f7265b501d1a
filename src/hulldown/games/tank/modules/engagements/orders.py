"""The order before play by which a side says in which columns it comes on: hexes, ways, units, point (34.1 to 34.4)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from hulldown.core.board import Cell
from hulldown.core.decisions import Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.games.tank.rules import formation
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.column import COLUMN
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import WAITING, Column, TankState, Unit
from hulldown.games.tank.rules.verbs.base import PLACE as FAMILY
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.verbs.reading import Reading
from hulldown.games.tank.rules.verbs.setup import ENTRY

Bands = tuple[tuple[str, ...], ...]
"""The units that stay together: those of each platoon."""
KIND: Final = "columns"
"""The kind of the decision."""
MOST_AHEAD: Final = 10
"""Hexes between the point and the main body at most (34.1-3)."""


class Join(TankVerb):
    """The column that a unit marches in; units stand in it in the order in which they are named."""

    def __init__(self) -> None:
        super().__init__("JN", FAMILY, "Join", "34.2-3")
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if len(words) != 1:
            raise reading.refuse("write the unit, JN and its column")
        return Task(name, self.kind, choice=words[0].lower())


class Point(TankVerb):
    """The platoon that goes ahead of the column, and by how many hexes (34.1-3)."""

    def __init__(self) -> None:
        super().__init__("PT", FAMILY, "Point", "34.1-3")
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if len(words) != 1:
            raise reading.refuse("write the platoon, PT and the hexes between it and the others")
        return Task(name, self.kind, choice=words[0])


JOIN: Final = Join()
POINT: Final = Point()


class Muster(NamedTuple):
    """What a scenario lets a side choose of its columns."""

    most: int
    rule: str
    """The case that says how many there may be."""
    edge: Callable[[TankState, Scene, str], str]
    """The mapedge by which they enter."""
    starts: Callable[[TankState, Scene, str], tuple[Cell, ...]]
    """The hexes by which they may."""
    way: Callable[[TankState, Scene, str, Cell], tuple[Cell, ...]]
    """The way that a column takes for which only the entry hex is named."""
    fault: Callable[[TankState, Scene, str, tuple[Cell, ...], int], tuple[str, str] | None]
    """The case and the reason why a way cannot be taken at this pace; None if it can."""
    point: bool = False
    """Whether a platoon may go ahead."""
    pure: bool = False
    """Whether a column is all fighting vehicles or all carriers (34.3-2)."""


class Wanted(NamedTuple):
    """The columns that an order means, by number, and what is wrong with it."""

    ways: dict[int, tuple[Cell, ...]]
    crews: dict[int, list[str]]
    point: str
    gap: int
    faults: list[Violation]


def marchers(state: TankState, side: str) -> list[Unit]:
    """The units of a side that come on by themselves; passengers come with their carriers (34.2-3, 34.3-2)."""
    return [unit for unit in state.units if unit.side == side and unit.status == WAITING]


def platoons(state: TankState, scene: Scene, side: str) -> dict[str, tuple[str, ...]]:
    """The units of each platoon of a side by its name, the headquarters among them (25.0, 25.51)."""
    return {each.name: each.members for each in formation.platoons(state, scene) if each.side == side}


def called(number: int) -> str:
    """The name of a column in an order."""
    return f"{COLUMN}{number}"


def carrier(unit: Unit) -> bool:
    """Whether a unit is there to carry others (34.3-2)."""
    return arms(unit.type).weapon.traits.carries


def offers(state: TankState, scene: Scene, side: str, muster: Muster) -> list[UnitLegal]:
    """What may be chosen: an entry hex for each column, a column for each unit, a point.

    34.1-1: one column and 34.1-3: a point; 34.2-3: up to four; 34.3-2: up to eight, two at least; 34.4-9: up to five.
    """
    cells = muster.starts(state, scene, side)
    needed = 2 if muster.pure else 1
    entry = (Option(ENTRY.kind, muster.rule, cells=cells),)
    found = [UnitLegal(called(number), entry, required=number <= needed) for number in range(1, muster.most + 1)]
    if muster.most > 1:
        names = tuple(called(number) for number in range(1, muster.most + 1))
        join = (Option(JOIN.kind, JOIN.rule, choices=names),)
        found += [UnitLegal(unit.id, join) for unit in marchers(state, side)]
    if muster.point:
        ahead = tuple(str(hexes) for hexes in range(1, MOST_AHEAD + 1))
        lead = (Option(POINT.kind, POINT.rule, choices=ahead),)
        found += [UnitLegal(name, lead) for name in platoons(state, scene, side)]
    return found


def idle(state: TankState, scene: Scene, side: str, muster: Muster) -> Order:
    """As few columns as there must be, by the middle of the edge (34.1-1, 34.2-3, 34.3-2, 34.4-9)."""
    cells = muster.starts(state, scene, side)
    needed = 2 if muster.pure else 1
    middle = len(cells) // 2
    tasks = (Task(called(number), ENTRY.kind, (cells[middle - number + 1],)) for number in range(1, needed + 1))
    return Order(KIND, tuple(tasks))


def read(state: TankState, scene: Scene, side: str, muster: Muster, order: Order) -> Wanted:
    """The columns that an order means (34.1-1, 34.1-3, 34.2-3, 34.3-2, 34.4-9)."""
    wanted = Wanted({}, {}, "", 0, [])
    known = platoons(state, scene, side)
    units = {unit.id: unit for unit in marchers(state, side)}
    joined: dict[str, int] = {}
    for task in order.tasks:
        if task.kind == ENTRY.kind:
            _read_entry(state, scene, side, muster, task, wanted)
        elif task.kind == JOIN.kind and muster.most > 1:
            _read_join(muster, units, joined, task, wanted)
        elif task.kind == POINT.kind and muster.point:
            wanted = _read_point(known, task, wanted)
        else:
            wanted.faults.append(Violation(muster.rule, f"{task.kind!r} means nothing here", task.unit))
    needed = 2 if muster.pure else 1
    for number in range(1, needed + 1):
        if number not in wanted.ways:
            wanted.faults.append(Violation(muster.rule, "it needs an entry hex", called(number)))
    if wanted.faults:
        return wanted
    _man(muster, units, joined, tuple(known.values()), wanted)
    _put_ahead(known.get(wanted.point, ()), wanted)
    _check_ways(state, scene, side, muster, wanted)
    return wanted


def _read_entry(state: TankState, scene: Scene, side: str, muster: Muster, task: Task, wanted: Wanted) -> None:
    """A column and its entry hex, perhaps with its way (34.1-1, 34.2-3, 34.3-2, 34.3-3, 34.4-9)."""
    names = {called(number): number for number in range(1, muster.most + 1)}
    number = names.get(task.unit, 0)
    why = ""
    if not number or number in wanted.ways:
        why = f"there are up to {muster.most} columns, each named once"
    elif task.choice or not task.cells:
        why = "name its entry hex and, if you like, its way"
    elif task.cells[0] not in muster.starts(state, scene, side):
        why = f"it cannot enter by {scene.board.labels[task.cells[0]]}"
    elif any(way[0] == task.cells[0] for way in wanted.ways.values()):
        why = f"another column enters by {scene.board.labels[task.cells[0]]}"
    if why:
        wanted.faults.append(Violation(muster.rule, why, task.unit))
        return
    way = task.cells if len(task.cells) > 1 else muster.way(state, scene, side, task.cells[0])
    wanted.ways[number] = way


def _read_join(muster: Muster, units: dict[str, Unit], joined: dict[str, int], task: Task, wanted: Wanted) -> None:
    """A unit and its column (34.2-3, 34.3-2)."""
    names = {called(number): number for number in range(1, muster.most + 1)}
    if task.unit not in units or task.unit in joined or task.cells:
        wanted.faults.append(Violation(JOIN.rule, "it is not yours to put into a column, or named twice", task.unit))
    elif task.choice not in names:
        wanted.faults.append(Violation(JOIN.rule, f"there is no column {task.choice!r}", task.unit))
    else:
        joined[task.unit] = names[task.choice]


def _read_point(known: Collection[str], task: Task, wanted: Wanted) -> Wanted:
    """The platoon that goes ahead, and by how much (34.1-3)."""
    ahead = {str(hexes): hexes for hexes in range(1, MOST_AHEAD + 1)}
    why = ""
    if task.unit not in known or task.cells:
        why = "only a platoon can go ahead"
    elif wanted.point:
        why = "only one platoon can go ahead"
    elif task.choice not in ahead:
        why = f"it goes 1 to {MOST_AHEAD} hexes ahead"
    if why:
        wanted.faults.append(Violation(POINT.rule, why, task.unit))
        return wanted
    return wanted._replace(point=task.unit, gap=ahead[task.choice])


def _man(muster: Muster, units: dict[str, Unit], joined: dict[str, int], bands: Bands, wanted: Wanted) -> None:
    """Puts the units into columns: as told, the others evenly over those that take their kind (34.2-3, 34.3-2)."""
    for name, number in joined.items():
        if number not in wanted.ways:
            wanted.faults.append(Violation(JOIN.rule, f"{called(number)} has no entry hex", name))
        else:
            wanted.crews.setdefault(number, []).append(name)
    if wanted.faults:
        return
    rest = [unit for unit in units.values() if unit.id not in joined]
    if muster.pure:
        _man_unmixed(muster, units, joined, bands, wanted)
    else:
        _share([unit.id for unit in rest], sorted(wanted.ways), bands, wanted)


def _man_unmixed(muster: Muster, units: dict[str, Unit], joined: dict[str, int], bands: Bands, wanted: Wanted) -> None:
    """The same where a column is all fighting vehicles or all carriers (34.3-2); notes what is wrong with it."""
    kinds = {number: carrier(units[crew[0]]) for number, crew in wanted.crews.items()}
    for number, crew in wanted.crews.items():
        for name in crew:
            if carrier(units[name]) != kinds[number]:
                why = f"{called(number)} is not mixed: all fighting vehicles, or all carriers"
                wanted.faults.append(Violation(muster.rule, why, name))
    for kind in (False, True):
        take = [number for number in sorted(wanted.ways) if kinds.get(number, number % 2 == 0) == kind]
        mine = [unit.id for unit in units.values() if unit.id not in joined and carrier(unit) == kind]
        if mine and not take:
            first = next(name for name in joined if carrier(units[name]) != kind)
            wanted.faults.append(Violation(muster.rule, "no column is left for the others", first))
        elif mine:
            _share(mine, take, bands, wanted)


def _share(names: list[str], take: list[int], bands: Bands, wanted: Wanted) -> None:
    """Deals units to columns so that these are about even, in the order of the force.

    25.0-gen-3: a platoon stays together, with those of its tanks that have been told where to go if it can.
    """
    crews = wanted.crews
    left = list(names)
    while left:
        band = next((each for each in bands if left[0] in each), (left[0],))
        told = [number for number in take if not set(band).isdisjoint(crews.get(number, ()))]
        number = min(told or take, key=lambda one: (len(crews.get(one, ())), one))
        crews.setdefault(number, []).extend(name for name in left if name in band)
        left = [name for name in left if name not in band]


def _put_ahead(ahead: tuple[str, ...], wanted: Wanted) -> None:
    """The point drives at the head of the column (34.1-3)."""
    if ahead:
        for number, crew in wanted.crews.items():
            wanted.crews[number] = [*ahead, *(name for name in crew if name not in ahead)]


def _check_ways(state: TankState, scene: Scene, side: str, muster: Muster, wanted: Wanted) -> None:
    """Each column at the pace of its slowest unit (34.1-1, 34.1-2, 34.1-4, 34.2-4, 34.2-5, 34.3-3, 34.4-9)."""
    units = {unit.id: unit for unit in state.units}
    for number, way in wanted.ways.items():
        if number in wanted.crews:
            pace = min(arms(units[name].type).ma for name in wanted.crews[number])
            why = muster.fault(state, scene, side, way, pace)
            if why is not None:
                wanted.faults.append(Violation(*why, called(number)))


def form(state: TankState, scene: Scene, side: str, muster: Muster, wanted: Wanted) -> None:
    """Draws the columns up at the mapedge (34.1-1, 34.1-3, 34.2-3, 34.3-2, 34.4-9)."""
    edge = muster.edge(state, scene, side)
    ahead = platoons(state, scene, side).get(wanted.point, ())
    for number in sorted(wanted.crews):
        way = wanted.ways[number]
        more = {"crew": wanted.crews[number], "edge": edge, "point": len(ahead), "gap": wanted.gap}
        state.columns[f"{side}{number}"] = Column(
            way[0], [], list(way), True, {key: value for key, value in more.items() if value}
        )
