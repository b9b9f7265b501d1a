"""The enemy's passengers in a sampled state: who could be on board of what, for all a side has seen (27.0).

Who began the game on board sits on a certain carrier (`rules/cargo.py`) until it is seen to get off, and has a counter
from then on. So a load without a name is that first passenger; counters that were seen to come down, or to get on, are
any of the others.
"""

from __future__ import annotations

from random import Random
from typing import Any, final

from hulldown.core.parts import part_of, set_part
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, KEY, detach, first_carrier, put_on
from hulldown.games.tank.rules.state import DESTROYED, EXITED, OFF_MAP, ON_MAP, Unit


@final
class Passengers:
    """The enemy's units that began the game on board, and the counters that are known to be on foot or to ride."""

    def __init__(self, seen: TankView, fresh: dict[str, Unit]) -> None:
        self.seen = seen
        self.first: dict[str, str] = {unit.id: name for unit in fresh.values() if (name := first_carrier(unit))}
        """Those who began on board, with their carriers."""
        self.taken: set[int] = set()
        """The numbers of counters that belong to passengers, of now or before."""
        self._part: dict[str, Any] = part_of(seen, KEY) or {"loads": [], "afoot": []}

    def settle(self, roster: dict[str, Unit], free: list[Unit], gone: int, rng: Random) -> int:
        """Seats them, takes them out of the free units, and gives back how many units have still left the map."""
        if not self.first and not self._part["loads"] and not self._part["afoot"]:
            return gone
        self.taken = {unit.counter for unit in self.seen.known if unit.counter and not arms(unit.type).drives}
        for unit in self.seen.known:
            if unit.id in self.first:
                set_part(roster[self.first[unit.id]], KEY, None)  # whose load it is now `deals` says
        full = {carrier for carrier, passenger in self._part["loads"] if not passenger}
        pool = self._movable(roster, free, full, rng)
        for name in self._names():
            if not pool:
                break
            self._number(roster, pool.pop(0), name, free)
        for unit in [one for one in free if one.id in self.first]:
            free.remove(unit)
            carrier = roster[self.first[unit.id]]
            if self._is_out(carrier, full):
                detach(roster, unit)
                gone -= 1
                unit.status, unit.cell = EXITED, OFF_MAP
            else:
                put_on(carrier, unit)
        return gone

    def _names(self) -> list[str]:
        """The face-down counters that are passengers, or have been."""
        riding = [passenger for _, passenger in self._part["loads"] if "?" in passenger]
        return [*self._part["afoot"], *riding]

    def _movable(self, roster: dict[str, Unit], free: list[Unit], full: set[str], rng: Random) -> list[Unit]:
        """The units that may be such a counter: first those who are no longer where they began."""
        out: list[Unit] = []
        others: list[Unit] = []
        for unit in free:
            if arms(unit.type).drives:
                continue
            carrier = self.first.get(unit.id, "")
            if carrier and self._is_out(roster[carrier], full):
                out.append(unit)
            elif carrier not in full:
                others.append(unit)
        rng.shuffle(others)
        return out + others

    def _is_out(self, carrier: Unit, full: set[str]) -> bool:
        """Whether the first passenger of a carrier is known not to be on board any more."""
        return (carrier.spotted or carrier.status == DESTROYED) and carrier.id not in full

    def _number(self, roster: dict[str, Unit], unit: Unit, name: str, free: list[Unit]) -> None:
        """Makes a unit the counter of this name, on foot or on board; whose load it is `deals` says."""
        free.remove(unit)
        detach(roster, unit)
        unit.counter = int(name.partition("?")[2])
        self.taken.add(unit.counter)
        cell = self.seen.face_down.get(name)
        unit.status, unit.cell = (CARRIED, OFF_MAP) if cell is None else (ON_MAP, cell)
