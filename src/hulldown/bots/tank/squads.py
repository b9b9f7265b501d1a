"""What the brain knows of squads: all devices are handed out, to whom is drawn by lot (26.2a)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from hulldown.bots.seat import Seat
from hulldown.bots.tank.mending import mended
from hulldown.bots.tank.modules import Knowledge, register
from hulldown.core.orders import Order, Task
from hulldown.games.tank.modules.infantry.equipping import EQUIP, STEP
from hulldown.games.tank.rules.troops import KEY

if TYPE_CHECKING:
    from hulldown.games.tank.faces.view import TankView


class Squads(Knowledge):
    """Infantry."""

    def __init__(self) -> None:
        super().__init__()
        self.answers[STEP] = _equipped


def _equipped(seat: Seat, view: TankView, rng: Random) -> Order:
    """As many devices as there are, so that nobody can tell who has one."""
    idle = seat.legal.idle
    assert idle is not None
    names = [unit.unit for unit in seat.legal.units]
    chosen = sorted(rng.sample(names, len(idle.tasks)))
    return mended(seat, Order(STEP, tuple(Task(name, EQUIP.kind) for name in chosen)), rng)


SENSE: Final = Squads()
register(KEY, SENSE)
