"""What is seen of loads: a spotted carrier shows that it carries, riders on a tank show themselves (27.61).

What is inside an APC or on a truck its enemy does not know, unless he knew the unit when it mounted.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, bring_along, carrier_of, come_down, load_of, put_on, was_carried
from hulldown.games.tank.rules.hooks import Shown
from hulldown.games.tank.rules.report import known_as
from hulldown.games.tank.rules.state import ON_MAP, TankState, Unit

LOADED: Final = "loaded"
RIDERS: Final = "riders"


def marks(state: TankState, unit: Unit, side: str | None) -> tuple[str, ...]:
    """The mark of a vehicle that carries somebody."""
    if load_of(state, unit) is None:
        return ()
    return (LOADED,) if arms(unit.type).carries else (RIDERS,)


def show(state: TankState, side: str | None) -> Shown | None:
    """What a side knows of the loads of others, and notes on its own.

    `loads` are pairs of names, carrier and passenger, the second empty where nobody knows who is inside; `afoot` are
    the face-down counters that were seen to dismount.
    """
    loads: list[list[str]] = []
    afoot: list[str] = []
    notes: list[tuple[str, str]] = []
    for unit in state.units:
        if unit.side == side:
            note = _note(state, unit)
            if note:
                notes.append((unit.id, note))
        elif unit.status == CARRIED:
            pair = _known_load(state, unit, side)
            if pair is not None:
                loads.append(pair)
        elif unit.status == ON_MAP and not unit.spotted and was_carried(unit):
            afoot.append(known_as(unit, side or ""))
    part = {"side": side, "loads": sorted(loads), "afoot": sorted(afoot)}
    return Shown(part, notes=tuple(notes))


def _known_load(state: TankState, passenger: Unit, side: str | None) -> list[str] | None:
    """The names of a carrier and its passenger as a side knows them; None where it does not know of the load."""
    carrier = carrier_of(state, passenger)
    if carrier is None:
        return None
    # One that had to go back off the map (T-76) is still known.
    name, who = known_as(carrier, side or ""), known_as(passenger, side or "")
    return [name, who] if name and (carrier.spotted or who) else None


def _note(state: TankState, unit: Unit) -> str:
    """What the owner of a unit is to know of its load."""
    passenger, carrier = load_of(state, unit), carrier_of(state, unit)
    if passenger is not None:
        return f"carries {passenger.id} ({passenger.type})"
    return f"on board of {carrier.id} ({carrier.type})" if carrier is not None else ""


def deal(part: Any, state: TankState, rng: Random) -> Any:
    """Links the enemies of a sampled state as the view tells; the state itself has no part of the module."""
    if part is None:
        return None
    side = part["side"]
    names = {known_as(unit, side): unit for unit in state.units if unit.side != side}
    for name in part["afoot"]:
        if name in names:
            come_down(names[name])
    for carrier, passenger in part["loads"]:
        if passenger and carrier in names and passenger in names:
            put_on(names[carrier], names[passenger])
    for unit in state.units:
        if unit.side != side:
            bring_along(state, unit)
    return None
