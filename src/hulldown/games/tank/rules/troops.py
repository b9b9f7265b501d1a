"""Squads and what they carry against armour (26.2): which of them do is known to their side alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from hulldown.core.parts import part_of, set_part

if TYPE_CHECKING:
    from hulldown.games.tank.data.loading import Force, Scenario
    from hulldown.games.tank.rules.state import TankState, Unit

KEY: Final = "infantry"
_DEVICE: Final = "device"
_UNARMED: Final = "unarmed"


def device_of(unit: Unit) -> str:
    """The anti-tank device of a squad, "" where it has none (26.2a, 26.3-note)."""
    if unit.more is UNSET:
        return ""
    device: str = part_of(unit, KEY, {}).get(_DEVICE, "")
    return device


def give_device(unit: Unit, device: str) -> None:
    """Arms a squad with a device, or takes it away ("")."""
    part = {name: value for name, value in part_of(unit, KEY, {}).items() if name != _DEVICE}
    if device:
        part[_DEVICE] = device
    set_part(unit, KEY, part or None)


def is_unarmed(unit: Unit) -> bool:
    """Whether a squad never fires: the people of a base camp (34.3-5)."""
    return unit.more is not UNSET and _UNARMED in part_of(unit, KEY, {})


def companies(units: list[Unit], scenario: Scenario, side: str) -> list[tuple[Force, list[Unit]]]:
    """The forces of a side, each with its units."""
    own = [unit for unit in units if unit.side == side]
    found: list[tuple[Force, list[Unit]]] = []
    at = 0
    for force in scenario.side(side).forces:
        found.append((force, own[at : at + force.count]))
        at += force.count
    return found


def equip_at_start(units: list[Unit], scenario: Scenario) -> None:
    """Gives the first squads of each force the devices that it has (26.2a); who has the choice may change that."""
    for side in ("alpha", "bravo"):
        for force, squads in companies(units, scenario, side):
            for unit in squads[: force.devices if force.device else 0]:
                give_device(unit, force.device)
            for unit in squads if force.unarmed else ():
                set_part(unit, KEY, {_UNARMED: True})


def to_be_equipped(state: TankState, scenario: Scenario, side: str) -> list[tuple[Force, list[Unit]]]:
    """The forces of a side of which some squads have devices and others none, so that its player names them."""
    return [
        (force, squads)
        for force, squads in companies(state.units, scenario, side)
        if force.device and 0 < force.devices < force.count and squads
    ]
