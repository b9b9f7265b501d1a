"""The setup (19.0): forces from the scenario, hidden places and queues, loads, detached platoons, first missions."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.events import Scalar
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.data.scenarios import Scenario, cells_in
from hulldown.games.panzer_battles.rules.arcs import FACINGS
from hulldown.games.panzer_battles.rules.artillery import batteries, plot_fault
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.stacking import LIMIT
from hulldown.games.panzer_battles.rules.state import (
    ASIDE,
    DUMMY,
    NOBODY,
    OFF,
    OFF_MAP,
    ON_MAP,
    SIDES,
    Battery,
    BattleState,
    Company,
    Unit,
    index_of,
    real,
)
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import SETUP, Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import AIM, DETACH, HOLD_FIRE, LOAD, PLACE, QUEUE

LETTERS: Final = {"US": "U", "So": "S", "Ge": "G", "Br": "B"}
_SUFFIX: Final = {"APC": "h", "infantry": "i", "AT": "g", "crew": "c"}
PLACES: Final = tuple(str(number) for number in range(1, 10))
COLUMN: Final = "column"
DEFILADE: Final = tuple(f"defilade {way}" for way in FACINGS)


def new_forces(
    scenario: Scenario, options: dict[str, Scalar]
) -> tuple[list[Unit], list[Company], list[Battery]]:  # fmt: skip
    """The units, companies and batteries of a scenario, all off the map (19.0-gen-1, 19.0-gen-2)."""
    units: list[Unit] = []
    companies: list[Company] = []
    guns: list[Battery] = []
    for side in SIDES:
        setup = scenario.side(side)
        letter = LETTERS[setup.nation]
        taken: dict[str, int] = {}
        for _, _, platoon in setup.platoons():
            taken[platoon.designation] = taken.get(platoon.designation, 0) + 1
        for number, group in enumerate(setup.groups):
            for entry in group.companies:
                first = len(units)
                for platoon in entry.platoons:
                    suffix = _SUFFIX.get(platoon.unit.kind, "") if taken[platoon.designation] > 1 else ""
                    name = f"{letter}{platoon.designation}{suffix}"
                    units.append(
                        Unit(name, side, platoon.type, len(companies), number, platoon.strength, platoon.strength)
                    )
                members = tuple(range(first, len(units)))
                key = f"{letter}{entry.key.replace(' ', '')}co"
                battalion = f"{side} {entry.battalion}" if entry.battalion else ""
                strong = entry.strength
                companies.append(Company(key, side, members, entry.independent, battalion, strong, strong))
        for number in range(setup.dummies if options.get("dummies") != "none" else 0):
            units.append(Unit(f"{letter}d{number + 1}", side, DUMMY, len(companies), NOBODY, 1, 1, status=ASIDE))
            companies.append(Company(f"{letter}d{number + 1}co", side, (len(units) - 1,), True, "", 0, 0))
        if setup.artillery is not None:
            guns += [Battery(f"bty{number + 1}", side) for number in range(setup.artillery.batteries)]
    # A place for the platoon that each company may detach, so that nobody learns how many have (18.21a).
    for company in list(companies):
        if len(company.members) > 1:
            company.spare = len(companies)
            companies.append(Company(f"{company.key}2", company.side, (), True, company.battalion, 0, 0))
    return units, companies, guns


def area(scene: Scene, unit: Unit) -> tuple[Cell, ...]:
    """The hexes where a unit may be set up; a dummy anywhere that its side sets up (19.1a, 19.11b)."""
    zone = scene.zone(unit.side)
    if unit.type == DUMMY:
        return tuple([cell for cell in scene.board.cells if zone >> cell & 1])
    found = scene.group(unit).area
    return cells_in(found, scene.board) if found is not None else ()


def entries(scene: Scene, unit: Unit) -> tuple[Cell, ...]:
    """The hexes by which a unit comes onto the map (19.22a; DUM-6)."""
    if unit.type == DUMMY and scene.zone(unit.side):
        return ()
    enter = scene.group(unit).enter
    return cells_in(enter.zones, scene.board) if enter is not None else ()


def _carriers(state: BattleState, scene: Scene, unit: Unit) -> tuple[str, ...]:
    """The vehicles on which a unit may begin: infantry, or a gun in tow (16.11, 16.32a)."""
    if not scene.scenario.special.transport or not (traits(unit.type).infantry or traits(unit.type).gun):
        return ()
    return tuple(
        [
            other.id
            for other in state.units
            if other.side == unit.side
            and other.group == unit.group
            and traits(other.type).carries
            and other.strength >= unit.strength
        ]
    )


def _manners(scene: Scene, unit: Unit) -> tuple[str, ...]:
    """How a unit may begin where it is set up: in Column, or in defilade (19.1b; SCN-6); a dummy as its side may.

    15.0-gen-1: guns are vehicles, but have no Column (16.4).
    """
    kind = traits(unit.type)
    cover = DEFILADE if scene.group(unit).defilade else ()
    return cover if kind.dummy or kind.gun else (COLUMN, *cover)


def queue_words(unit: Unit) -> tuple[str, ...]:
    """How a unit may stand in a queue: at which place, and whether in Column (19.23a)."""
    return (*PLACES, *(f"{place} {COLUMN}" for place in PLACES)) if real(unit) else PLACES


def queue_fault(state: BattleState, unit: Unit, task: Task) -> Fault | None:
    """Why a unit may not take a place in a queue now: there is no room, or others are behind it (19.24, 6.4)."""
    place, foot = int(task.choice.split()[0]), traits(unit.type).infantry
    waiting = [
        other
        for other in state.units
        if other.side == unit.side and other.status == OFF and other.entry == task.cells[0] and other.carrier < 0
    ]
    if any(other.place > place for other in waiting):
        return "19.24", "others are behind that place already"
    beside = [other for other in waiting if other.place == place and traits(other.type).infantry == foot]
    if len(beside) >= LIMIT and real(unit):
        return "6.4", f"at most {LIMIT} units of a type may be together"
    return None


def line_up(unit: Unit, task: Task) -> None:
    """Gives a unit its place in a queue (19.22a, 19.23a)."""
    unit.status, unit.entry, unit.place = OFF, task.cells[0], int(task.choice.split()[0])
    unit.column = COLUMN in task.choice.split()


def tell_queue(scene: Scene, unit: Unit, doing: Doing) -> None:
    """Tells the owner of a unit's place in a queue."""
    where = scene.label(unit.entry)
    doing.emit("queued", "19.23a", (unit.side,), unit=unit.id, side=unit.side, hex=where, place=unit.place)


def held_back(scene: Scene, unit: Unit) -> bool:
    """Whether a unit comes later at its owner's will, so that it needs no place before the game (20.0-reinf-3)."""
    enter = scene.group(unit).enter
    return enter is not None and enter.wait


def options(state: BattleState, scene: Scene, index: int) -> tuple[Option, ...]:
    """What may be said of a unit in the setup."""
    unit = state.units[index]
    found: list[Option] = []
    cells = area(scene, unit)
    if cells:
        ways = FACINGS if traits(unit.type).vehicle else ()
        found.append(Option(PLACE, "19.1a", cells=cells, facings=ways))
        if _manners(scene, unit):
            found.append(Option(PLACE, "19.1b", cells=cells, facings=ways, choices=_manners(scene, unit)))
    ways_in = entries(scene, unit)
    if ways_in:
        found.append(Option(QUEUE, "19.22a", cells=ways_in, choices=queue_words(unit)))
    carriers = _carriers(state, scene, unit)
    if carriers:
        found.append(Option(LOAD, "16.11b", targets=carriers))
    return tuple(found)


def missions(state: BattleState, scene: Scene, side: str) -> list[str]:
    """The names under which missions before the game are given: a battery and the turn of impact (17.13)."""
    setup = scene.artillery(side)
    turns = setup.preplot if setup is not None else ()
    return [f"{battery.key}@{turn}" for battery in batteries(state, side) for turn in turns]


def detachable(state: BattleState, scene: Scene, side: str) -> list[Company]:
    """The companies that may detach a platoon (18.21a)."""
    if not scene.doctrine(side).detach:
        return []
    return [one for one in state.companies if one.side == side and not one.independent and len(one.members) > 1]


def legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """All that a side says before the game (19.1a, 19.22a, 18.21a, 17.13)."""
    side = decision.side
    units = []
    for index, unit in enumerate(state.units):
        if unit.side == side:
            open_to = options(state, scene, index)
            if open_to:
                units.append(UnitLegal(unit.id, open_to, required=real(unit) and not held_back(scene, unit)))
    for company in detachable(state, scene, side):
        names = tuple([state.units[member].id for member in company.members])
        units.append(UnitLegal(company.key, (Option(DETACH, "18.21a", targets=names),)))
    for name in missions(state, scene, side):
        aims = (Option(AIM, "17.13", cells=tuple(scene.board.cells)), Option(HOLD_FIRE, "17.11b"))
        units.append(UnitLegal(name, aims))
    return Legal(decision, tuple(units), idle=plain(state, scene, side))


def faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with a setup: every unit once, where and how it may be (19.1a, 6.4)."""
    side = decision.side
    wrong = [Violation("19.1a", f"{order.choice!r} means nothing here")] if order.choice else []
    told: dict[str, Task] = {}
    for task in order.tasks:
        if task.unit in told:
            wrong.append(Violation("19.1a", "it is told twice", task.unit))
        told[task.unit] = task
        fault = _misplaced(state, scene, side, task)
        if fault is not None:
            wrong.append(Violation(*fault, task.unit))
    for index, unit in enumerate(state.units):
        if unit.side != side or unit.id in told or not real(unit) or held_back(scene, unit):
            continue
        if options(state, scene, index):
            wrong.append(Violation("19.1a", "it has no place yet", unit.id))
    return wrong or _crowded(state, told) or _overloaded(state, told)


def _misplaced(state: BattleState, scene: Scene, side: str, task: Task) -> Fault | None:
    """What is wrong with one thing that is said in the setup."""
    if task.kind == DETACH:
        return _misdetached(state, scene, side, task)
    if task.kind in (AIM, HOLD_FIRE):
        if task.unit not in missions(state, scene, side) or task.targets or task.facing >= 0:
            return "17.13", "there is no such mission before the game"
        return plot_fault(scene, side, task.kind, task.cells, task.choice)
    index = index_of(state, task.unit)
    if index < 0 or state.units[index].side != side:
        return "19.1a", "it is no unit of yours"
    open_to = [option for option in options(state, scene, index) if option.kind == task.kind]
    if not open_to:
        return "19.1a", "it cannot be set up in this way"
    # The way to begin decides which of the places is meant; a wrong one is judged by the last, which has them all.
    meant = [option for option in open_to if task.choice in (option.choices or ("",))]
    return _outside(scene, state.units[index], (meant or open_to)[-1], task)


def _outside(scene: Scene, unit: Unit, option: Option, task: Task) -> Fault | None:
    """What is wrong with a place, a queue or a load."""
    if task.kind == LOAD:
        fits = len(task.targets) == 1 and task.targets[0] in option.targets
        return None if fits and not task.cells and not task.choice else ("16.11b", "name one carrier with room for it")
    if task.targets or len(task.cells) != 1 or task.cells[0] not in option.cells:
        return ("19.1a" if task.kind == PLACE else option.rule), "name one hex of its area"
    if task.kind == PLACE:
        if (task.facing >= 0) != bool(option.facings):
            return "11.0-gen-1", "a vehicle faces one of the six hexsides, infantry none"
        if task.choice not in (option.choices or ("",)):
            return _no_way(unit, task.choice)
        if task.choice in DEFILADE and traits(unit.type).vehicle and not scene.allows_defilade(task.cells[0]):
            return "20.0-sr-2", "there is no defilade for vehicles in this terrain"
        return None
    return (
        None if task.choice in option.choices and task.facing < 0 else ("19.23a", "name its place in the queue, from 1")
    )


def _no_way(unit: Unit, choice: str) -> Fault:
    """Why a unit may not begin in this way: the case is that of defilade, of Column, or of the setup."""
    if choice in DEFILADE:
        # SCN-6: only where the scenario grants it.
        return "19.1b", "it may not begin in defilade"
    if choice == COLUMN:
        return "6.61a", "it cannot be in Column"
    return "19.1a", f"{choice!r} is no way to begin"


def _misdetached(state: BattleState, scene: Scene, side: str, task: Task) -> Fault | None:
    for company in detachable(state, scene, side):
        if company.key == task.unit:
            names = {state.units[member].id for member in company.members}
            fits = len(task.targets) == 1 and task.targets[0] in names and not task.cells and not task.choice
            return None if fits else ("18.21a", "name one platoon of the company")
    return "18.21a", "no platoon can be detached from it"


def _crowded(state: BattleState, told: dict[str, Task]) -> list[Violation]:
    """Hexes and places of queues with too many units of a type (6.4, 19.23a)."""
    groups: dict[tuple[str, Cell, str, bool], list[str]] = {}
    for name, task in told.items():
        index = index_of(state, name)
        if task.kind in (PLACE, QUEUE) and index >= 0 and real(state.units[index]):
            place = task.choice.split()[0] if task.kind == QUEUE else ""
            key = (task.kind, task.cells[0], place, traits(state.units[index].type).infantry)
            groups.setdefault(key, []).append(name)
    return [
        Violation("6.4", f"at most {LIMIT} units of a type may be together", names[LIMIT])
        for names in groups.values()
        if len(names) > LIMIT
    ]


def _overloaded(state: BattleState, told: dict[str, Task]) -> list[Violation]:
    """Carriers with two units of infantry or two guns aboard (TRN-1)."""
    found: list[Violation] = []
    seen: set[tuple[str, bool]] = set()
    for name, task in told.items():
        if task.kind == LOAD:
            key = (task.targets[0], traits(state.units[index_of(state, name)].type).infantry)
            if key in seen:
                found.append(Violation("16.13", f"{task.targets[0]} carries another unit", name))
            seen.add(key)
    return found


def deploy(state: BattleState, scene: Scene, side: str, order: Order, doing: Doing) -> None:
    """Sets a side up as it has said, in secret (19.1a, 19.22a)."""
    later: list[Task] = []
    for task in order.tasks:
        if task.kind in (DETACH, AIM, HOLD_FIRE, LOAD):
            later.append(task)
            continue
        unit = state.units[index_of(state, task.unit)]
        unit.column = COLUMN in task.choice.split()
        if task.kind == PLACE:
            unit.cell, unit.status, unit.facing = task.cells[0], ON_MAP, max(task.facing, 0)
            if task.choice in DEFILADE:
                unit.defilade = int(task.choice.split()[1])
            doing.emit("deployed", "19.1a", (side,), unit=unit.id, side=unit.side, hex=scene.label(unit.cell))
        else:
            line_up(unit, task)
            tell_queue(scene, unit, doing)
    for task in later:
        _finish(state, scene, side, task, doing)
    doing.emit("set_up", "19.1a", (), side=side, nation=scene.people(side))


def _finish(state: BattleState, scene: Scene, side: str, task: Task, doing: Doing) -> None:
    """What needs the places of other units, or none: loads, detached platoons, first missions."""
    if task.kind == LOAD:
        unit, carrier = state.units[index_of(state, task.unit)], index_of(state, task.targets[0])
        unit.carrier, unit.cell, unit.status = carrier, state.units[carrier].cell, state.units[carrier].status
        doing.emit("loaded", "16.11b", (side,), unit=unit.id, side=unit.side, carrier=task.targets[0])
    elif task.kind == DETACH:
        detach(state, index_of(state, task.targets[0]))
        doing.emit("detached", "18.21a", (side,), unit=task.targets[0])
    else:
        key, _, turn = task.unit.partition("@")
        battery = next(one for one in batteries(state, side) if one.key == key)
        battery.plots[int(turn)] = task.cells[0] if task.kind == AIM else OFF_MAP
        hex_ = scene.label(battery.plots[int(turn)]) or "no fire"
        doing.emit("plotted", "17.13", (side,), battery=key, hex=hex_, turn=int(turn))


def detach(state: BattleState, index: int) -> None:
    """Makes a platoon independent; its company checks morale one column further (18.21a, 18.21b; MOR-6, MOR-17)."""
    unit = state.units[index]
    parent = state.companies[unit.company]
    parent.members = tuple([member for member in parent.members if member != index])
    parent.thinned = True
    parent.base -= unit.strength
    parent.original -= unit.strength
    own = state.companies[parent.spare]
    own.key, own.members, own.base, own.original = f"{unit.id}co", (index,), unit.strength, unit.strength
    unit.company = parent.spare


def plain(state: BattleState, scene: Scene, side: str) -> Order:
    """A setup that is always legal: companies side by side, infantry mounted, no dummies, no missions."""
    tasks: list[Task] = []
    full: dict[Cell, int] = {}
    loaded: set[str] = set()
    for company in state.companies:
        if company.side != side or not company.members or not real(state.units[company.members[0]]):
            continue
        for member in company.members:
            unit = state.units[member]
            free = [name for name in _carriers(state, scene, unit) if name not in loaded]
            if free and traits(unit.type).infantry and not traits(unit.type).crew:
                loaded.add(free[0])
                tasks.append(Task(unit.id, LOAD, targets=(free[0],)))
                continue
            tasks.append(_spot(scene, unit, full))
    return Order(SETUP, tuple(tasks))


def _spot(scene: Scene, unit: Unit, full: dict[Cell, int]) -> Task:
    """A place for a unit: the hex of its area with the fewest units so far."""
    cells = area(scene, unit)
    ways_in = entries(scene, unit)
    choose = cells or ways_in
    cell = min(choose, key=lambda one: (full.get(one, 0), choose.index(one)))
    number = full.get(cell, 0)
    full[cell] = number + 1
    if cells:
        return Task(unit.id, PLACE, (cell,), facing=0 if traits(unit.type).vehicle else -1)
    return Task(unit.id, QUEUE, (cell,), choice=str(number + 1))


def move_up(state: BattleState, scene: Scene, side: str) -> None:
    """At the end of a side's Movement Segment its queues move up by what each unit had to spend (19.25; SCN-3)."""
    queues: dict[Cell, list[Unit]] = {}
    for unit in state.units:
        if unit.side == side and unit.status == OFF and unit.place and state.turn >= scene.entry_turn(unit):
            queues.setdefault(unit.entry, []).append(unit)
    for waiting in queues.values():
        for position, place in enumerate(sorted({unit.place for unit in waiting}), 1):
            for unit in waiting:
                if unit.place == place:
                    points = scene.dummy_allowance(side) if unit.type == DUMMY else traits(unit.type).allowance
                    ahead = scene.entry_price(unit, position)
                    unit.owing = max(ahead, scene.entry_price(unit) - points)
