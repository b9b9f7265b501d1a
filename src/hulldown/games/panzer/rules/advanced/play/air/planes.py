"""Aircraft between their flights: who may fly, from which edges, and how (6.7.1, 6.7.2)."""

from __future__ import annotations

from typing import Final

from msgspec import UnsetType
from msgspec.structs import replace

from hulldown.core.board import Board, Cell
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.data.aircraft import ALTITUDES, STRAFE, Aircraft, aircraft
from hulldown.games.panzer.data.airforce import Airman, airmen
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules.advanced.air import LOITER, SLOW, Flying
from hulldown.games.panzer.rules.advanced.air_model import Air, Flight, Plane
from hulldown.games.panzer.rules.advanced.air_words import LOADING
from hulldown.games.panzer.rules.advanced.grades import recovery_range
from hulldown.games.panzer.rules.advanced.options import AMMO_LIMITS
from hulldown.games.panzer.rules.advanced.options import OFF as NO_LIMITS
from hulldown.games.panzer.rules.advanced.pieces import OFF, ON
from hulldown.games.panzer.rules.rolls import roll_100
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import PanzerState

INWARD: Final = {"north": (2, 3, 4), "south": (5, 0, 1), "west": (1, 2), "east": (4, 5)}
"""The directions in which an aircraft comes over each edge of the map."""
LEFT: Final = "left"
RIGHT: Final = "right"
BENDS: Final = {LEFT: -1, RIGHT: 1}


def air_of(state: Position) -> Air | None:
    """The aircraft of a game; None where there are none."""
    air: Air | UnsetType = state.air
    return None if isinstance(air, UnsetType) else air


def flight_of(state: Position) -> Flight | None:
    """The flight under way."""
    air = air_of(state)
    return None if air is None else air.flight


def flying_side(state: Position) -> str:
    """The side with the aircraft (6.7c)."""
    air = air_of(state)
    return air.planes[0].side if air is not None else ""


def new_air(scenario: Scenario) -> Air | None:
    """The aircraft of a scenario before play; loads that leave no choice are known to everybody (6.7.1b)."""
    listed = airmen(scenario)
    if not listed:
        return None
    return Air(
        tuple(
            Plane(one.id, one.side, one.card.name, one.load, shown=not one.choices) for one in listed
        )
    )  # fmt: skip


def card_of(plane: Plane) -> Aircraft:
    """The card of an aircraft."""
    return aircraft()[plane.type]


def airman(scene: Scene, plane: int) -> Airman:
    """What never changes about an aircraft."""
    return airmen(scene.scenario)[plane]


def plane_named(air: Air, name: str) -> int:
    """The place of an aircraft in the list, or -1."""
    return next((place for place, plane in enumerate(air.planes) if plane.id == name), -1)


def set_plane(state: PanzerState, place: int, **changes: object) -> None:
    """Changes facts of an aircraft."""
    air = air_of(state)
    assert air is not None
    planes = list(air.planes)
    planes[place] = replace(planes[place], **changes)
    state.air = replace(air, planes=tuple(planes))


def set_flight(state: PanzerState, **changes: object) -> None:
    """Changes facts of the flight under way."""
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    state.air = replace(air, flight=replace(air.flight, **changes))


def flying_of(state: Position, scene: Scene) -> Flying:
    """How the aircraft of the flight under way flies now, and in what shape it is.

    6.7.2.2b: turns, attacks and AA fire depend on it. 6.7.2.2c: speed and altitude stay as they were announced for the
    turn, but for a dive and for damage.
    """
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    plane = air.planes[flight.plane]
    speed = next(one for one in card_of(plane).speeds if one == flight.speed)
    altitude = next(one for one in ALTITUDES if one == flight.altitude)
    grade = find_grade(airman(scene, flight.plane).grade)
    return Flying(speed, altitude, grade, bool(plane.suppressed), plane.damaged)


# Who may fly, and how.


def grounded(state: Position, scene: Scene, place: int) -> tuple[str, str] | None:
    """Why an aircraft cannot fly now, with the case; None: it can.

    Cases 6.7.2.1a, 6.7.2.1b, 6.7.2.1c; it is available for five turns in a row from its first appearance on.
    """
    air = air_of(state)
    assert air is not None
    plane, listed, turn = air.planes[place], airman(scene, place), state.turn
    if plane.lost:
        return "6.7.4.2.1-eliminated-a", "it was shot down"
    if plane.last == turn:
        return "6.7.2.1c", "it has flown this turn"
    if plane.first:
        if turn >= plane.first + LOITER:
            return "6.7.2.1b", f"it appeared on turn {plane.first} and stays for {LOITER} turns"
        return None
    if not listed.first <= turn <= listed.last:
        return "6.7.2.1a", f"it first appears from turn {listed.first} to turn {listed.last}"
    return None


def ready(state: Position, scene: Scene) -> list[int]:
    """The aircraft that can fly now (6.7.2.1a, 6.7.2.1b, 6.7.2.1c)."""
    air = air_of(state)
    if air is None:
        return []
    return [place for place in range(len(air.planes)) if grounded(state, scene, place) is None]


def may_come(state: Position, scene: Scene, side: str) -> bool:
    """Whether aircraft of a side can still fly in a later turn: to attack, or to be shot down (6.7.2.1a, 6.7.2.1b)."""
    air = air_of(state)
    return air is not None and any(
        plane.side == side
        and not plane.lost
        and (state.turn + 1 < plane.first + LOITER if plane.first else state.turn < airman(scene, place).last)
        for place, plane in enumerate(air.planes)
    )


def entry_edges(state: Position, board: Board, place: int) -> tuple[str, ...]:
    """The edges over which an aircraft may come: any, or after a flight in the turn before the one it left by.

    Cases 6.7.2.1d, 6.7.2.1e; O12: any hex of it.
    """
    air = air_of(state)
    assert air is not None
    plane = air.planes[place]
    if plane.last and plane.last == state.turn - 1:
        return plane.edges
    return tuple([edge for edge in INWARD if edge in board.edges])


def manners(plane: Plane) -> tuple[str, ...]:
    """The ways to fly in words: speed, altitude, and a turn where it is Slow (6.7.2.2a, 6.7.2.3.1a, 6.7.2.3.1b).

    6.7.4.2.1-damaged-b: who is damaged flies Slow.
    """
    found = []
    for speed in card_of(plane).speeds:
        if plane.damaged and speed != SLOW:
            continue
        for altitude in ALTITUDES:
            found.append(f"{speed} {altitude}")
            if speed == SLOW:
                found += [f"{speed} {altitude} {bend}" for bend in BENDS]
    return tuple(found)


def edges_at(board: Board, cell: Cell) -> tuple[str, ...]:
    """The edges to which a hex belongs; two at a corner (6.7.2.1d, 6.7.2)."""
    return tuple([edge for edge in INWARD if cell in board.edges.get(edge, ())])


def uses_left(state: Position, plane: Plane, weapon: str) -> int:
    """How many attacks are left with the guns, or with a load (5.16.2.6); no end of them without limits (6.7.1c)."""
    found = card_of(plane).weapons.get(weapon)
    if found is None:
        return 0
    if state.options.get(AMMO_LIMITS) == NO_LIMITS:
        return found.ammo
    return found.ammo - (plane.strafes if weapon == STRAFE else plane.drops)


# Loads, chosen before play (6.7.1b).


def to_load(state: Position, scene: Scene, side: str) -> list[int]:
    """The aircraft of a side whose load its player chooses (6.7.1b)."""
    air = air_of(state)
    if air is None or air.planes[0].side != side:
        return []
    return [place for place in range(len(air.planes)) if airman(scene, place).choices]


def load_faults(state: Position, scene: Scene, side: str, tasks: tuple[Task, ...]) -> list[Violation]:
    """What is wrong with the loads that a side chooses; who is not named takes the first of its card (6.7.1b)."""
    air, wrong, named = air_of(state), [], set()
    mine = {airman(scene, place).id: airman(scene, place) for place in to_load(state, scene, side)}
    assert air is not None or not mine
    for task in tasks:
        listed = mine.get(task.unit)
        if listed is None or task.unit in named:
            wrong.append(Violation("6.7.1b", "it has no load to choose, or is named twice", task.unit))
        elif task.choice not in listed.choices:
            wrong.append(Violation("6.7.1b", f"its load is {' or '.join(listed.choices)}", task.unit))
        elif task.cells or task.targets or task.facing >= 0:
            wrong.append(Violation("6.7.1b", "name its load and nothing else", task.unit))
        named.add(task.unit)
    return wrong


def load(state: PanzerState, scene: Scene, side: str, order: Order, doing: Doing) -> None:
    """Notes what the aircraft of a side carry; only its owner is told (6.7.1b; Q12)."""
    told = {task.unit: task.choice for task in order.tasks if task.kind == LOADING}
    for place in to_load(state, scene, side):
        listed = airman(scene, place)
        carried = told.get(listed.id, listed.choices[0])
        set_plane(state, place, load=carried)
        doing.emit("air_loaded", "6.7.1b", (side,), unit=listed.id, type=listed.card.name, load=carried)


# Adjustment and score.


def adjust(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Aircraft recover by the base range of their grade, also off the map; then ON turns OFF (6.8.3.1; O9)."""
    air = air_of(state)
    if air is None:
        return
    for place, plane in enumerate(air.planes):
        if plane.lost or not plane.suppressed:
            continue
        if plane.suppressed == ON:
            set_plane(state, place, suppressed=OFF)
            continue
        limit = recovery_range(find_grade(airman(scene, place).grade)).last
        rolled = roll_100(doing.dice, f"recovery: {plane.id}")
        recovered = rolled <= limit
        if recovered:
            set_plane(state, place, suppressed="")
        doing.emit("recovery", "6.8.3.1", (), unit=plane.id, roll=rolled, net=rolled, needs=limit, recovered=recovered)
    air = air_of(state)
    assert air is not None
    state.air = replace(air, guides=())


def aloft(state: Position) -> list[tuple[str, int, int]]:
    """The side that flies, with the points of its aircraft shot down and of those damaged.

    Cases 6.7.4.2.1-eliminated-a, 6.7.4.2.1-damaged-a; Q20.
    """
    air = air_of(state)
    if air is None:
        return []
    lost = sum(card_of(plane).points for plane in air.planes if plane.lost)
    hurt = sum(card_of(plane).points for plane in air.planes if plane.damaged and not plane.lost)
    return [(flying_side(state), lost, hurt)]


def overhead(state: Position, scene: Scene) -> dict[str, str]:
    """The aircraft over the map in words, for questions about it."""
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    flight = air.flight
    return {
        "plane": air.planes[flight.plane].id, "hex": scene.board.labels[flight.cell],
        "altitude": flight.altitude.title(), "speed": flight.speed.title(),
    }  # fmt: skip
