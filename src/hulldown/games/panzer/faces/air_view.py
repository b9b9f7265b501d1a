"""Aircraft in views: what the enemy may know of them, and states drawn from a view (6.7; Q12).

Everything about a flight is open but the load, until it is used, and what an FO has spotted for the aircraft.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING

from msgspec import UnsetType
from msgspec.structs import replace

from hulldown.core.game import Area, Asset, Contest, Fighter, Piece, Reach
from hulldown.games.panzer.data.aircraft import STRAFE
from hulldown.games.panzer.rules.advanced.air import LOITER, acquire, pattern, straight, track
from hulldown.games.panzer.rules.advanced.air_model import DONE, Air, Plane
from hulldown.games.panzer.rules.advanced.play.air import antiair, attacking, planes, sighting
from hulldown.games.panzer.rules.advanced.play.air.planes import card_of
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.arcs import in_front
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState

if TYPE_CHECKING:
    from hulldown.games.panzer.faces.view import PanzerView


def known(air: Air, side: str | None) -> Air:
    """The aircraft as a viewer knows them."""
    mine = air.planes[0].side == side
    if mine:
        return air
    flight = air.flight
    if flight is not None:
        flight = replace(flight, guided=(), bend=-1, bends=0)
    return replace(air, planes=tuple([_masked(plane) for plane in air.planes]), flight=flight)


def _masked(plane: Plane) -> Plane:
    return plane if plane.shown else replace(plane, load="")


def complete(seen: PanzerView, state: PanzerState, air: Air, scene: Scene) -> None:
    """Adds the aircraft to a view: as data, as assets of their owner, and the one that flies as a piece over its hex.

    Areas show where it flies, where it looks, and what each attack would hit now; rings how far AA guns reach.
    """
    shown = known(air, seen.side)
    mine = air.planes[0].side == seen.side
    seen.air = shown
    notes = dict(seen.notes) if isinstance(seen.notes, dict) else {}
    if mine:
        _add(notes, _guns(state, air.planes[0].side))
        seen.notes = notes
        seen.assets = tuple([_asset(state, scene, place, plane) for place, plane in enumerate(air.planes)])
    elif seen.side is not None:
        seen.reaches = tuple(_rings(state, seen.side))
    flight = shown.flight
    if flight is None:
        return
    plane = shown.planes[flight.plane]
    words = [flight.speed, flight.altitude]
    words += [name for name, held in (("damaged", plane.damaged), ("suppressed", bool(plane.suppressed))) if held]
    seen.pieces += (Piece(plane.id, plane.side, flight.cell, plane.type, flight.facing, marks=tuple(words)),)
    seen.areas = tuple(_areas(state, scene, mine))
    _add(notes, _progress(state, scene, shown))
    seen.notes = notes
    if mine and isinstance(seen.contest, UnsetType):
        seen.contest = _below(state, scene, shown)


def _add(notes: dict[str, str], more: Iterator[tuple[str, str]]) -> None:
    """Puts words behind those that are there."""
    for name, told in more:
        notes[name] = "; ".join([*([notes[name]] if name in notes else []), told])


def _guns(state: PanzerState, side: str) -> Iterator[tuple[str, str]]:
    """How far the enemy's AA units fire, by their open counters (6.7.4)."""
    for index, unit in enumerate(state.units):
        weapon = antiair.weapon_of(state, index)
        if unit.side != side and unit.status == ON_MAP and weapon is not None:
            yield unit.id, f"AA fire up to {weapon.row.reach} hexes"


def _below(state: PanzerState, scene: Scene, air: Air) -> Contest:
    """The enemy's AA units as the flyer can tell: how far each is, and how far it has followed the aircraft.

    Counters, types and tracking are open (6.7.4.1.1a). Whether one has an Overwatch command is not: it plays no part,
    nor does anything else that its owner alone knows.
    """
    flight = air.flight
    assert flight is not None
    plane, board = air.planes[flight.plane], scene.board
    progress = dict(_tracking(state, scene, air))
    spotted = {one for unit in state.units if unit.side == plane.side for one in unit.sees}
    spotted |= {index for index, count in flight.seen if count == DONE}
    fighters = []
    for index, unit in enumerate(state.units):
        weapon = antiair.weapon_of(state, index)
        if unit.side == plane.side or unit.status != ON_MAP or weapon is None:
            continue
        away, reach = max(1, board.distance(unit.cell, flight.cell)), weapon.row.reach
        near = f"{away} hexes away, in reach" if away <= reach else f"{away} hexes away, fires {reach}: out of reach"
        words = near if index in spotted else f"{near}; not spotted"
        fighters.append(Fighter(unit.id, unit.side, words, progress.get(unit.id, "does not see it")))
    title = f"AA fire at {plane.id} over {board.labels[flight.cell]}"
    none = () if fighters else ("The enemy has no AA unit on the map.",)
    return Contest(title, "6.7.4.1.1a", flight.cell, fighters=tuple(fighters), notes=none)


def _asset(state: PanzerState, scene: Scene, place: int, plane: Plane) -> Asset:
    """An aircraft as its owner has it: what it carries, and until when it can come."""
    listed = planes.airman(scene, place)
    carried = [plane.load] if plane.load else []
    words = [f"{name} {planes.uses_left(state, plane, name)}" for name in (STRAFE, *carried)]
    if plane.suppressed:
        words.append("suppressed")
    if plane.damaged:
        words.append("damaged")
    last = plane.first + LOITER - 1 if plane.first else listed.last
    words.append(f"until turn {min(last, scene.scenario.turns)}")
    gone = plane.lost or (plane.first > 0 and state.turn > last)
    return Asset(plane.id, f"{plane.id} {plane.type}", ", ".join(words), spent=gone)


def _rings(state: PanzerState, side: str) -> Iterator[Reach]:
    """How far one's own AA guns reach."""
    for index, unit in enumerate(state.units):
        weapon = antiair.weapon_of(state, index)
        if unit.side == side and unit.status == ON_MAP and weapon is not None:
            yield Reach(unit.id, "AA fire", weapon.row.reach)


def _areas(state: PanzerState, scene: Scene, mine: bool) -> Iterator[Area]:
    """The way ahead and the cone in which the aircraft acquires targets; for its owner what attacks would hit."""
    air = planes.air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    plane, board = air.planes[flight.plane], scene.board
    way = tuple(straight(board, flight.cell, flight.facing))
    yield Area("air way", plane.side, way[1:], plane.id)
    needed = int(acquire(planes.flying_of(state, scene)).value)
    cone = [
        cell for cell in board.cells
        if 0 < board.distance(flight.cell, cell) <= needed
        and in_front(flight.facing, board.q[cell] - board.q[flight.cell], board.r[cell] - board.r[flight.cell])
    ]  # fmt: skip
    yield Area("air cone", plane.side, tuple(cone), plane.id)
    for kind, weapon in attacking.ATTACKS.items() if mine else ():
        manner = attacking.manner_of(state, scene, kind)
        for aim in sorted({state.units[target].cell for target in attacking.targets_of(state, scene, kind)}):
            hexes = pattern(board, weapon, manner, flight.facing, aim)
            yield Area(f"air {kind.lower()}", plane.side, tuple(sorted(hexes)), plane.id)


def _tracking(state: PanzerState, scene: Scene, air: Air) -> Iterator[tuple[str, str]]:
    """How far AA guns have tracked the aircraft, in words (6.7.4.1.1a)."""
    flight = air.flight
    assert flight is not None
    name, flying = air.planes[flight.plane].id, planes.flying_of(state, scene)
    for index, count in flight.tracked:
        needed = int(track(flying, bool(detail_of(state.units[index]).suppressed)).value)
        told = f"tracks {name}" if count == DONE else f"has followed {name} {count} of {needed} hexes"
        yield state.units[index].id, told


def _progress(state: PanzerState, scene: Scene, air: Air) -> Iterator[tuple[str, str]]:
    """How far AA guns have tracked the aircraft, and the aircraft acquired its targets, in words."""
    flight = air.flight
    assert flight is not None
    name, flying = air.planes[flight.plane].id, planes.flying_of(state, scene)
    yield from _tracking(state, scene, air)
    needed = int(acquire(flying).value)
    for index, count in flight.seen:
        told = f"acquired by {name}" if count == DONE else f"{name} acquires it, {count} of {needed} hexes"
        if sighting.hidden(state, scene, index):
            told = f"{told}, if an FO helps"
        yield state.units[index].id, told


def drawn(air: Air, side: str, scene: Scene, rng: Random) -> Air:
    """The aircraft of a drawn state: loads that the viewer does not know are dealt anew."""
    if air.planes[0].side == side:
        return air
    planes = [
        plane if plane.load or plane.shown else replace(plane, load=rng.choice(card_of(plane).loads or ("",)))
        for plane in air.planes
    ]
    return replace(air, planes=tuple(planes))
