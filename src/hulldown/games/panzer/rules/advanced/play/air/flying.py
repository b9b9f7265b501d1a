"""Flights: an aircraft comes on over an edge, flies hex by hex and leaves, or crashes (6.7.2, 6.7.4.2.1)."""

from __future__ import annotations

from msgspec.structs import replace

from hulldown.core.board import LETTERS, Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced import air as tables
from hulldown.games.panzer.rules.advanced.air_model import Flight, Plane
from hulldown.games.panzer.rules.advanced.air_words import DONE_FLYING, FLY, FLYING
from hulldown.games.panzer.rules.advanced.play.air import sighting
from hulldown.games.panzer.rules.advanced.play.air.planes import (
    BENDS,
    INWARD,
    air_of,
    card_of,
    edges_at,
    entry_edges,
    grounded,
    manners,
    plane_named,
    ready,
    set_flight,
    set_plane,
)
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState

ENTERED = "entered"
DECIDING = "deciding"
ANNOUNCED = "announced"
LEAVING = "leaving"
CRASHING = "crashing"
"""Where a flight is in its hex: AA units may fire; its owner decides; an attack is announced, AA units may fire once
more; it flies on; or it was shot down and comes down in this hex."""


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Which aircraft may fly in this phase, over which edges, at which speeds and altitudes (6.7.2)."""
    air = air_of(state)
    assert air is not None
    units = []
    for place in ready(state, scene):
        plane = air.planes[place]
        options = tuple(
            [
                Option(FLY, "6.7.2", cells=scene.board.edges[edge], facings=INWARD[edge], choices=manners(plane))
                for edge in entry_edges(state, scene.board, place)
            ]
        )
        units.append(UnitLegal(plane.id, options))
    return Legal(decision, tuple(units), (DONE_FLYING,), Order(FLYING, choice=DONE_FLYING))


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an order to fly: one aircraft at a time (6.7.2, 6.7c)."""
    if order.choice or not order.tasks:
        if order.choice == DONE_FLYING and not order.tasks:
            return []
        return [Violation("6.7.2", f"name the aircraft that flies next, or answer {DONE_FLYING}")]
    wrong = [Violation("6.7.2", "aircraft fly one at a time", task.unit) for task in order.tasks[1:]]
    return wrong or _faults(state, scene, order.tasks[0])


def _faults(state: PanzerState, scene: Scene, task: Task) -> list[Violation]:
    """What is wrong with the flight of one aircraft (6.7.2, 6.7.2.2a, 6.7.2.1c)."""
    air, name = air_of(state), task.unit
    assert air is not None
    place = plane_named(air, name)
    if place < 0 or task.kind != FLY or task.targets:
        return [Violation("6.7.2", "it is no aircraft of yours that can fly", name)]
    refused = grounded(state, scene, place)
    if refused is not None:
        return [Violation(*refused, name)]
    plane, words = air.planes[place], task.choice.split()
    if task.choice not in manners(plane):
        return [_unmannered(plane, words, name)]
    return _way_faults(state, scene, place, task)


def _unmannered(plane: Plane, words: list[str], name: str) -> Violation:
    """Why an aircraft does not fly in a way (6.7.2.2a, 6.7.2.3.1b, 6.7.4.2.1-damaged-b)."""
    if words[:1] == [tables.FAST] and len(words) == 3:
        return Violation("6.7.2.3.1b", "at Fast speed it flies straight on, without a turn", name)
    if words[:1] == [tables.FAST] and plane.damaged:
        return Violation("6.7.4.2.1-damaged-b", "it is damaged and flies Slow", name)
    return Violation("6.7.2.2a", f"say how it flies: one of {', '.join(manners(plane))}", name)


def _way_faults(state: PanzerState, scene: Scene, place: int, task: Task) -> list[Violation]:
    """What is wrong with the way of a flight: the hex on an edge, the direction, the hex of its turn.

    Cases 6.7.2, 6.7.2.1d, 6.7.2.3.
    """
    board, name = scene.board, task.unit
    if not 1 <= len(task.cells) <= 2:
        return [Violation("6.7.2", "name the hex in which it comes on, and the hex of its turn if there is one", name)]
    edges = [edge for edge in edges_at(board, task.cells[0]) if edge in entry_edges(state, board, place)]
    if not edges:
        open_to = ", ".join(entry_edges(state, board, place))
        return [Violation("6.7.2.1d", f"it comes on over this edge: {open_to}", name)]
    if not any(task.facing in INWARD[edge] for edge in edges):
        return [Violation("6.7.2.3", "it must fly onto the map: give the direction", name)]
    if len(task.cells) == 2:
        if task.choice.split()[-1] not in BENDS:
            return [Violation("6.7.2.3.1a", "say whether it turns left or right there", name)]
        if task.cells[1] not in list(tables.straight(board, task.cells[0], task.facing)):
            return [Violation("6.7.2.3.1a", "it does not fly over the hex in which it is to turn", name)]
    return []


def launch(state: PanzerState, scene: Scene, task: Task, doing: Doing) -> None:
    """An aircraft appears on the edge; its speed and altitude are announced (6.7.2.2a).

    Cases 6.7.2.1b, 6.7.2.1c, 6.7.2.3.1a; 6.7.3.1.1d, 6.7.4.1.1c: what sees what as it comes on.
    """
    air = air_of(state)
    assert air is not None
    place, words = plane_named(air, task.unit), task.choice.split()
    plane = air.planes[place]
    bends = BENDS[words[2]] if len(words) > 2 else 0
    flight = Flight(
        place, task.cells[0], task.facing, words[0], words[1], ENTERED,
        bend=task.cells[-1] if bends else -1, bends=bends,
    )  # fmt: skip
    state.air = replace(air, flight=flight)
    set_plane(state, place, first=plane.first or state.turn, last=state.turn, edges=())
    doing.emit(
        "air_entered", "6.7.2.2a", (), unit=plane.id, type=plane.type, hex=scene.board.labels[flight.cell],
        facing=LETTERS[flight.facing], speed=flight.speed, altitude=flight.altitude,
    )  # fmt: skip
    sighting.look(state, scene, True)


def turn(state: PanzerState, scene: Scene, by: int, doing: Doing) -> None:
    """The one turn of a Slow flight, by one hexside (6.7.2.3.1a); what is out of its front is lost (6.7.3.1.1b)."""
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    facing = (flight.facing + by) % 6
    set_flight(state, facing=facing, turned=True, bend=-1, bends=0)
    doing.emit(
        "air_turned", "6.7.2.3.1a", (), unit=air.planes[flight.plane].id, facing=LETTERS[facing],
        hex=scene.board.labels[flight.cell],
    )  # fmt: skip
    sighting.look_again(state, scene)


def may_turn(flight: Flight) -> bool:
    """Whether it can still turn: Slow, once (6.7.2.3.1a, 6.7.2.3.1b)."""
    return flight.speed == tables.SLOW and not flight.turned


def advance(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """The next hex ahead, or over the edge (5.5c, 6.7.2.3); the planned turn comes first (6.7.2.3.1a)."""
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    if flight.bend == flight.cell:
        turn(state, scene, flight.bends, doing)
        air = air_of(state)
        assert air is not None
        flight = air.flight
        assert flight is not None
    cell = scene.board.neighbours[flight.cell][flight.facing]
    if cell < 0:
        leave(state, scene, doing)
        return
    set_flight(state, cell=cell, stage=ENTERED, hit=False)
    doing.emit(
        "air_moved", "6.7.2.3", (), unit=air.planes[flight.plane].id, hex=scene.board.labels[cell],
        facing=LETTERS[flight.facing], speed=flight.speed, altitude=flight.altitude,
    )  # fmt: skip
    sighting.look(state, scene, False)


def leave(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """An aircraft leaves the map; it never stays over it (6.7.2, 6.7.2.1d)."""
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    set_plane(state, flight.plane, edges=edges_at(scene.board, flight.cell))
    doing.emit("air_left", "6.7.2", (), unit=air.planes[flight.plane].id, hex=scene.board.labels[flight.cell])
    end(state)


def end(state: PanzerState) -> None:
    """The flight is over."""
    air = air_of(state)
    assert air is not None
    state.air = replace(air, flight=None)


def crash_cell(scene: Scene, flight: Flight, hexes: int) -> Cell:
    """Where an aircraft comes down; -1: off the map (6.7.4.2.1-eliminated-a; O10)."""
    cell = flight.cell
    for _ in range(hexes):
        cell = scene.board.neighbours[cell][flight.facing]
        if cell < 0:
            break
    return cell


__all__ = [
    "ANNOUNCED", "CRASHING", "DECIDING", "ENTERED", "LEAVING", "advance", "card_of", "check", "crash_cell", "end",
    "launch", "leave", "legal", "may_turn", "turn",
]  # fmt: skip
