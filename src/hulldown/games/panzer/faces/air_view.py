"""Aircraft in views: what the enemy may know of them, and states drawn from a view (6.7; Q12).

Everything about a flight is open but the load, until it is used, and what an FO has spotted for the aircraft.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from hulldown.core.game import Piece
from hulldown.games.panzer.rules.advanced.air_model import DONE, Air, Plane
from hulldown.games.panzer.rules.advanced.play.air.planes import card_of
from hulldown.games.panzer.rules.scene import Scene

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


def complete(seen: PanzerView, air: Air, scene: Scene) -> None:
    """Adds the aircraft to a view: as data, and the one that flies as a piece over its hex."""
    shown = known(air, seen.side)
    seen.air = shown
    flight = shown.flight
    if flight is None:
        return
    plane = shown.planes[flight.plane]
    words = [flight.speed, flight.altitude]
    words += [name for name, held in (("damaged", plane.damaged), ("suppressed", bool(plane.suppressed))) if held]
    seen.pieces += (Piece(plane.id, plane.side, flight.cell, plane.type, flight.facing, marks=tuple(words)),)
    notes = dict(seen.notes) if isinstance(seen.notes, dict) else {}
    for index, count in flight.tracked:
        unit = seen.units[index]
        told = "tracks" if count == DONE else f"has followed for {count} hexes"
        notes[unit.id] = "; ".join([*([notes[unit.id]] if unit.id in notes else []), f"{told} {plane.id}"])
    seen.notes = notes


def drawn(air: Air, side: str, scene: Scene, rng: Random) -> Air:
    """The aircraft of a drawn state: loads that the viewer does not know are dealt anew."""
    if air.planes[0].side == side:
        return air
    planes = [
        plane if plane.load or plane.shown else replace(plane, load=rng.choice(card_of(plane).loads or ("",)))
        for plane in air.planes
    ]
    return replace(air, planes=tuple(planes))
