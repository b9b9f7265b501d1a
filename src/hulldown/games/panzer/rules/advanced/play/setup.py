"""Before the first turn: the forces on the map, loads aboard, terrain counters (2.0, 6.1.4.3, 6.6.7.1)."""

from __future__ import annotations

from hulldown.core.board import FACINGS, LETTERS, Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.loading import Group, Scenario
from hulldown.games.panzer.data.roster import roster
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules import deployment
from hulldown.games.panzer.rules.advanced.air_words import LOADING
from hulldown.games.panzer.rules.advanced.pieces import NOBODY, Detail, Work
from hulldown.games.panzer.rules.advanced.play import works
from hulldown.games.panzer.rules.advanced.play.air import planes
from hulldown.games.panzer.rules.advanced.play.facts import card_of, detail_of, member_of
from hulldown.games.panzer.rules.ground import Ground, ground_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, WAITING, PanzerState, Unit
from hulldown.games.panzer.rules.verbs.base import SETUP
from hulldown.games.panzer.rules.verbs.kinds import DEPLOY


def new_units(scenario: Scenario) -> list[Unit]:
    """The units of both forces; passengers that begin aboard wait with their carriers (6.6.7b)."""
    return [
        Unit(
            member.id, member.side, member.card.name, member.group,
            detail=Detail(carrier=member.transport if member.aboard else NOBODY),
        )
        for member in roster(scenario)
    ]  # fmt: skip


def new_works(scenario: Scenario) -> list[Work]:
    """The terrain counters of a scenario (6.1.4.3), fires in any terrain among them (6.1.4.3.5a)."""
    board = ground_of(scenario).board
    return [
        Work(counters.kind, board.by_label[label], facing=LETTERS.index(counters.facing) if counters.facing else -1)
        for counters in scenario.counters
        for label in counters.hexes
    ]


def to_deploy(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """The units that a side sets up before play: not those aboard others, nor those that come on later (2.0a)."""
    groups = scene.scenario.side(side).groups
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side
        and unit.status == WAITING
        and groups[unit.group].turn == 0
        and detail_of(unit).carrier == NOBODY
    ]


def room_of(scene: Scene, unit: Unit) -> tuple[Cell, ...]:
    """The hexes in which a unit may set up: where it could stand (2.0a), in buildings if it is inside (6.1.4.3.1g)."""
    group = scene.scenario.side(unit.side).groups[unit.group]
    card = card_of(unit)
    if isinstance(card, Vehicle):
        return deployment.ground_for(scene.ground, card.traction, group)
    room = _afoot(scene.ground, group)
    return tuple([cell for cell in room if scene.ground.rows[cell].storeys]) if _indoors(scene, unit) else room


def _indoors(scene: Scene, unit: Unit) -> bool:
    """Whether the scenario sets a unit up inside a building (6.1.4.3.1g)."""
    return any(member.id == unit.id and member.inside for member in roster(scene.scenario))


def _afoot(ground: Ground, group: Group) -> tuple[Cell, ...]:
    """The hexes of a zone in which a leg or towed unit can stand: all but water (2.0a)."""
    return tuple([cell for cell in deployment.zone(ground.board, group) if ground.rows[cell].name != "water"])


def _taken(state: PanzerState, side: str) -> set[Cell]:
    """The hexes of enemies; those who are not on the map are in none (2.0a)."""
    return {unit.cell for unit in state.units if unit.side != side}


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Where each unit may set up (2.0a)."""
    side = decision.side
    taken = _taken(state, side)
    units = []
    for index in to_deploy(state, scene, side):
        unit = state.units[index]
        group = scene.scenario.side(side).groups[unit.group]
        cells = tuple([cell for cell in room_of(scene, unit) if cell not in taken])
        facings = FACINGS if group.direction is None else (group.direction,)
        option = Option(DEPLOY, "2.0a", cells=cells, facings=facings)
        units.append(UnitLegal(unit.id, (option,), required=True))
    for place in planes.to_load(state, scene, side):
        listed = planes.airman(scene, place)
        units.append(UnitLegal(listed.id, (Option(LOADING, "6.7.1b", choices=listed.choices),)))
    return Legal(decision, tuple(units), idle=plain(state, scene, side))


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with a setup: every unit in its zone with a facing, no enemies in one hex (2.0a, 3.3b, I12).

    6.7.1b: aircraft get their load.
    """
    side = decision.side
    mine = {state.units[index].id: state.units[index] for index in to_deploy(state, scene, side)}
    taken = _taken(state, side)
    wrong: list[Violation] = []
    placed: set[str] = set()
    if order.choice:
        wrong.append(Violation("2.0a", "name the hex and the facing of every unit"))
    wrong += planes.load_faults(state, scene, side, tuple([task for task in order.tasks if task.kind == LOADING]))
    for task in order.tasks:
        if task.kind == LOADING:
            continue
        unit = mine.get(task.unit)
        if unit is None or task.unit in placed:
            wrong.append(Violation("2.0a", "it is not yours to place, or placed twice", task.unit))
            continue
        placed.add(task.unit)
        wrong += deployment.task_faults(scene, unit, task, taken, room_of(scene, unit))
    wrong += [Violation("2.0a", "it has not been placed", name) for name in mine if name not in placed]
    return wrong


def deploy(state: PanzerState, scene: Scene, order: Order, doing: Doing) -> None:
    """Puts the units of a side on the map, passengers with their carriers; dumps are where guns stand (5.16.2.4).

    Cases 6.6.7b, 6.7.1b, 6.1.4.3.1g, 6.1.4.3.6d, 6.1.4.3.7f. Who is not on the map is in no hex, so in no position.
    """
    planes.load(state, scene, doing_side(state), order, doing)
    placed = tuple([task for task in order.tasks if task.kind != LOADING])
    deployment.deploy(state, scene, Order(order.kind, placed), doing)
    for index, unit in enumerate(state.units):
        detail = detail_of(unit)
        if unit.status == ON_MAP and unit.side == doing_side(state):
            detail.home = unit.cell
            detail.inside = member_of(scene, index).inside
        elif unit.status == WAITING and detail.carrier != NOBODY and unit.side == doing_side(state):
            carrier = state.units[detail.carrier]
            if carrier.status == ON_MAP:
                unit.status = CARRIED
        if works.position_of(state, index) is None:
            works.occupy(state, index)  # 6.1.4.3.6d, 6.1.4.3.7f


def doing_side(state: PanzerState) -> str:
    """Whose setup it is."""
    return state.stack[-1].side


def plain(state: PanzerState, scene: Scene, side: str) -> Order:
    """A setup that is always legal: units spread over their zones, facing the middle of the map (2.0a)."""
    taken = _taken(state, side)
    tasks = []
    used: dict[int, int] = {}
    indices = to_deploy(state, scene, side)
    for index in indices:
        unit = state.units[index]
        group = scene.scenario.side(side).groups[unit.group]
        cells = [cell for cell in room_of(scene, unit) if cell not in taken]
        turn = used.get(unit.group, 0)
        used[unit.group] = turn + 1
        many = sum(state.units[other].group == unit.group for other in indices)
        cell = cells[turn * max(1, len(cells) // many) % len(cells)]
        facing = deployment.inward(scene.board, cell) if group.direction is None else group.direction
        tasks.append(Task(unit.id, DEPLOY, (cell,), facing))
    return Order(SETUP, tuple(tasks))


__all__ = ["check", "deploy", "legal", "member_of", "new_units", "new_works", "plain", "room_of", "to_deploy"]
