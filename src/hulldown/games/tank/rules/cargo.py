"""Who carries whom (27.2), and what follows from it for other rules.

A carrier names its passenger in its part of the module, the passenger its carrier. A passenger has the status
`carried`, so no rule takes it for a unit of its own on the map; its cell is always that of its carrier.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from hulldown.core.parts import part_of, set_part
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.state import EXITED, ON_MAP, TankState, Unit, index_of, position_at
from hulldown.games.tank.rules.troops import companies, device_of

if TYPE_CHECKING:
    from hulldown.games.tank.data.loading import Scenario
    from hulldown.games.tank.rules.scene import Scene

KEY: Final = "transport"
"""The part of a unit that says whom it carries, or on whom it rides."""
CARRIED: Final = "carried"
"""The status of a passenger."""
_LOAD: Final = "load"
_ON: Final = "on"
_AFOOT: Final = "afoot"
FIGHTING: Final = ("Ge SPW", "US HT", "Ge Marder II", "US MICV")
"""The vehicles from which infantry fires (27.82)."""
OVERRUNNER: Final = "Ge Marder II"
"""The only APC whose infantry overruns without getting off (27.81)."""
PANZERGRENADIERS: Final = ("Ger squad 12", "NATO squad 12")
"""The German infantry of period 12, which the period chart has among NATO's (35.1)."""


def load_of(state: TankState, unit: Unit) -> Unit | None:
    """The unit that one carries."""
    if unit.more is UNSET:
        return None
    name = part_of(unit, KEY, _NOTHING).get(_LOAD, "")
    return state.units[index_of(state, name)] if name else None


def carrier_of(state: TankState, unit: Unit) -> Unit | None:
    """The unit that carries one."""
    if unit.more is UNSET:
        return None
    name = part_of(unit, KEY, _NOTHING).get(_ON, "")
    return state.units[index_of(state, name)] if name else None


_NOTHING: Final[dict[str, str]] = {}


def is_loaded(unit: Unit) -> bool:
    """Whether it carries somebody."""
    return unit.more is not UNSET and _LOAD in part_of(unit, KEY, _NOTHING)


def put_on(carrier: Unit, passenger: Unit) -> None:
    """Makes one unit the passenger of another."""
    set_part(carrier, KEY, {_LOAD: passenger.id})
    set_part(passenger, KEY, {_ON: carrier.id})
    passenger.status, passenger.cell = CARRIED, carrier.cell
    passenger.hidden = passenger.may_face = False


def take_off(carrier: Unit, passenger: Unit) -> None:
    """Ends that; where the passenger is then, and what its status, is for the caller to say."""
    set_part(carrier, KEY, None)
    come_down(passenger)


def come_down(unit: Unit) -> None:
    """Notes that a unit has got off a vehicle."""
    set_part(unit, KEY, {_AFOOT: True})


def first_carrier(unit: Unit) -> str:
    """The name of the unit that carries one, "" for nobody."""
    return str(part_of(unit, KEY, _NOTHING).get(_ON, ""))


def detach(units: dict[str, Unit], passenger: Unit) -> None:
    """Parts a passenger from its carrier, without a trace: for states made up."""
    carrier = units.get(first_carrier(passenger))
    if carrier is not None:
        set_part(carrier, KEY, None)
    set_part(passenger, KEY, None)


def was_carried(unit: Unit) -> bool:
    """Whether a unit has got off a vehicle and is on foot now: everybody could see it come down."""
    return unit.more is not UNSET and _AFOOT in part_of(unit, KEY, _NOTHING)


def bring_along(state: TankState, carrier: Unit) -> Unit | None:
    """The passenger, put where its carrier is: it moves, panics and leaves the map with it (27.0-proc-3, 27.3b)."""
    passenger = load_of(state, carrier)
    if passenger is None:
        return None
    passenger.cell = carrier.cell
    if carrier.status == EXITED:
        take_off(carrier, passenger)
        passenger.status = EXITED
    return passenger


def not_carried(carrier: Unit, passenger: Unit) -> tuple[str, str] | None:
    """Why one unit cannot carry another: the case and the reason; None if it can.

    27.21: vehicles carry squads and guns, never vehicles. 27.22: guns are towed by APCs and trucks. 27.23a: squads ride
    on every vehicle, but (27.23b) those with certain devices not on tanks. X-71: nobody rides on a missile carrier.
    """
    vehicle, rider = arms(carrier.type), arms(passenger.type)
    if carrier.side != passenger.side or not vehicle.drives or rider.drives:
        return "27.21", "a vehicle carries a squad or a gun of its own side, and nothing else does or is"
    if vehicle.weapon.guided:
        return "27.21", f"{carrier.id} carries missiles and has no room"
    if vehicle.carries:
        return None
    if rider.gun:
        return "27.22", f"{carrier.id} cannot tow a gun: only APCs and trucks do"
    device = device_of(passenger)
    if device and not weapon_of(device).on_tanks:
        return "27.23b", f"{passenger.id} has a device that cannot be taken along on {carrier.id}"
    return None


def rider_on(state: TankState, unit: Unit) -> Unit | None:
    """The infantry that hangs on a tank or an assault gun, open to HE fire (27.61)."""
    return load_of(state, unit) if not arms(unit.type).carries else None


def is_mounting(state: TankState, scene: Scene, unit: Unit) -> bool:
    """Whether a unit is plotted to get on, or to take somebody on, this turn."""
    task = state.tasks.get(unit.id)
    return task is not None and scene.verbs[task.kind].mounts


def in_position(state: TankState, scene: Scene, unit: Unit) -> bool:
    """Whether a unit has the use of an Improved Position: not on the turn on which it is to mount (27.6-mt-2)."""
    if position_at(state, unit.cell) is None:
        return False
    return not scene.loads or not is_mounting(state, scene, unit)


def fires_mounted(state: TankState, unit: Unit) -> bool:
    """Whether a squad is on a vehicle from which it may fire HE while that stands still (27.82a)."""
    carrier = carrier_of(state, unit)
    return carrier is not None and carrier.type in FIGHTING and arms(unit.type).squad and carrier.status == ON_MAP


def is_present(state: TankState, unit: Unit) -> bool:
    """Whether a unit can act from the map: it stands on it, or fires from a vehicle that does and stands still.

    27.82a: the vehicle must be stationary on that turn. Whoever rides on one that panics does nothing (27.3b).
    """
    if unit.status == ON_MAP:
        return True
    if unit.status != CARRIED or not fires_mounted(state, unit):
        return False
    carrier = carrier_of(state, unit)
    return carrier is not None and not carrier.moving and not carrier.panicked


def overruns_mounted(state: TankState, unit: Unit) -> bool:
    """Whether a loaded APC overruns like a tank: only a Marder II, which is of period 12, with its infantry (27.81)."""
    passenger = load_of(state, unit)
    return passenger is not None and unit.type == OVERRUNNER and passenger.type in PANZERGRENADIERS


def mount_at_start(units: list[Unit], scenario: Scenario) -> None:
    """Mounts the forces that begin the game carried, each unit on the next free carrier of its side.

    Squads take APCs and trucks in their order, as far as no gun needs one, then tanks; guns take what is left.
    """
    for side in ("alpha", "bravo"):
        riding = [unit for force, own in companies(units, scenario, side) if force.carried for unit in own]
        if not riding:
            continue
        vehicles = [unit for unit in units if unit.side == side and arms(unit.type).drives]
        carriers = [unit for unit in vehicles if arms(unit.type).carries]
        guns = sum(arms(unit.type).gun for unit in riding)
        kept = carriers[max(0, len(carriers) - guns) :]
        tanks = [unit for unit in vehicles if not arms(unit.type).carries]
        free = [*carriers[: len(carriers) - len(kept)], *tanks, *kept]
        for passenger in riding:
            carrier = next((one for one in free if not_carried(one, passenger) is None), None)
            if carrier is not None:
                free.remove(carrier)
                put_on(carrier, passenger)
