"""What happens to units: suppressed, damaged, immobilised, reduced, eliminated, wrecked, bailed out. Room D.

Every room that harms a unit does it through these, so that each effect and its event stand in one place.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.leg import leg_units
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import works
from hulldown.games.panzer.rules.advanced.play.facts import (
    cell_of,
    detail_of,
    leg_of,
    passengers,
    vehicle_of,
)
from hulldown.games.panzer.rules.combat import leave_wreck
from hulldown.games.panzer.rules.driving import halve
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import (
    BAILED_OUT,
    BREWED_UP,
    CARRIED,
    ELIMINATED,
    KNOCKED_OUT,
    ON_MAP,
    PanzerState,
)

SQUAD: Final = "squad"
HALF_SQUAD: Final = "half-squad"


def suppress(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Puts a Suppression/ON counter on a unit, or turns its counter to ON (5.10a, 5.10e); both sides act alike (5.10c).

    Suppressions do not add up (5.10d); who moves has half of what is left from the first one on (6.6.2a; I9).
    """
    unit = state.units[index]
    detail = detail_of(unit)
    if detail.suppressed == ON:
        return
    if not detail.suppressed:
        _slow(state, index)
    detail.suppressed = ON
    doing.emit("suppressed", rule, (), unit=unit.id)


def damage(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Damages a vehicle; one that is damaged already is knocked out (H8)."""
    unit = state.units[index]
    if unit.damaged:
        wreck(state, scene, index, False, "4.4.3.2.6-damaged-b", doing)
        return
    unit.damaged = True
    doing.emit("damaged", rule, (), unit=unit.id)
    _slow(state, index)


def immobilise(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Gives a vehicle a Track hit: it stops at once; further ones are ignored (6.5.2.2.1b, 6.5.2.2.1d).

    What is left of its allowance may still serve to put riders down (6.6.7.1.1-vehicle-d).
    """
    unit = state.units[index]
    detail = detail_of(unit)
    if detail.track:
        return
    detail.track = True
    doing.emit("immobilised", rule, (), unit=unit.id)
    mover = state.mover
    if mover is not None and mover.unit == index:
        mover.plan = []


def wreck(state: PanzerState, scene: Scene, index: int, brewed: bool, rule: str, doing: Doing) -> None:
    """Knocks a vehicle out, or brews it up; what its passengers suffer is settled later (6.5.2.5, 6.5.2.6.2).

    A wreck that is knocked out may still brew up by another hit of the same fire (H9). A brew-up suppresses all ground
    units friendly to it in the hex, but passengers under cover (6.5.2.5-bu-b; H11).

    Cases 6.5.2.5-ko, 6.5.2.5-bu-a.
    """
    unit = state.units[index]
    if unit.status == BREWED_UP or (unit.status == KNOCKED_OUT and not brewed):
        return
    unit.status = BREWED_UP if brewed else KNOCKED_OUT
    unit.mark = ""
    works.leave(state, index)
    doing.emit("brewed_up" if brewed else "knocked_out", rule, (), unit=unit.id, type=unit.type)
    leave_wreck(state, unit.cell, brewed)
    if brewed:
        _scorch(state, scene, index, doing)


def _scorch(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    """Suppresses the friends of a vehicle that brews up in its hex, whatever fire did it (H11).

    Cases 6.5.2.5-bu-b, 6.5.4.4.2-eff-nonsmall-ap-f, 6.5.4.4.2-eff-small-s-c.
    """
    burnt = state.units[index]
    for number, unit in enumerate(state.units):
        if unit.side != burnt.side or unit.status not in (ON_MAP, CARRIED):
            continue
        if cell_of(state, number) != burnt.cell:
            continue
        if unit.status == CARRIED:
            carrier = vehicle_of(state.units[detail_of(unit).carrier])
            assert carrier is not None
            if carrier.under_cover:
                continue
        suppress(state, scene, number, "6.5.2.5-bu-b", doing)


def eliminate(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Reduces a squad to a half-squad (5.1.1a), removes any other leg unit and every towed one.

    5.1.1c: this is the only way in which a squad becomes a half-squad, and nothing makes squads of half-squads. Cases
    5.1.1b, 5.2b, 6.5.4.4.3-eff-leg-towed-a. Attached weapons stay with it (6.5.4.4.3-eff-leg-towed-b).
    """
    if whole(state, index):
        reduce(state, index, rule, doing)
        suppress(state, scene, index, rule, doing)
    else:
        remove(state, scene, index, rule, doing)


def whole(state: PanzerState, index: int) -> bool:
    """Whether a unit is a squad, which is reduced before it is lost (5.1.1a)."""
    card = leg_of(state.units[index])
    return card is not None and card.size.name == SQUAD


def reduce(state: PanzerState, index: int, rule: str, doing: Doing) -> None:
    """Makes a half-squad of a squad; its attached weapons stay with it (5.1.1a, 6.5.4.4.3-eff-leg-towed-b)."""
    unit = state.units[index]
    half = unit.type.removesuffix(SQUAD) + HALF_SQUAD
    assert half in leg_units()
    unit.type = half
    doing.emit("reduced", rule, (), unit=unit.id, type=half)


def remove(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """Takes a unit off the map for good, whole and without a wreck, with all that it carries.

    Cases 6.5.4.4.3-building, 6.5.4.4.3-eff-leg-towed-a.
    """
    unit = state.units[index]
    aboard = passengers(state, index)
    if unit.status == CARRIED:
        unit.cell = cell_of(state, index)
    unit.status = ELIMINATED
    unit.mark = ""
    works.leave(state, index)
    doing.emit("eliminated", rule, (), unit=unit.id, type=unit.type)
    for passenger in aboard:
        remove(state, scene, passenger, rule, doing)


def abandon(state: PanzerState, scene: Scene, index: int, rule: str, doing: Doing) -> None:
    """The crew of a vehicle bails out and melts away; nobody takes the vehicle again (5.15e)."""
    unit = state.units[index]
    unit.status = BAILED_OUT
    unit.mark = ""
    works.leave(state, index)
    doing.emit("bailed_out", rule, (), unit=unit.id, type=unit.type)


def _slow(state: PanzerState, index: int) -> None:
    """Who is hit in mid-move has half of what is left (4.4.3.2.6-damaged-d, 6.6.2a; I9)."""
    if state.mover is not None and state.mover.unit == index:
        halve(state.mover.progress)
