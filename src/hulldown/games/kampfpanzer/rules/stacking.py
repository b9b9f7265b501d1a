"""Stacking: one unit a hex, infantry with artillery, a vehicle with its passenger (7.0, 13.0)."""

from __future__ import annotations

from typing import final

from hulldown.core.board import Cell
from hulldown.core.crowding import Crowd
from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.model import KampfState
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import NOBODY, ON_MAP, Mover, Unit


def fits(types: list[str]) -> bool:
    """Whether units of these kinds may stay in one hex; passengers are not counted (7.0-gen-1, 7.1, 7.2, 13.21a).

    K-52: two infantry units never stack.
    """
    if len(types) < 2:
        return True
    one, two = arms(types[0]), arms(types[1])
    return len(types) == 2 and ((one.squad and two.gun) or (one.gun and two.squad))


@final
class Room(Crowd[Unit]):
    """Who fits where at the end of movement, and who goes back (K-06).

    The later arrival goes back; of those that came together a panicked one first, then the one with the higher number.
    """

    def __init__(self, state: KampfState, scene: Scene, doing: Doing) -> None:
        self.state = state
        self.scene = scene
        self.doing = doing
        self.strict = bool(state.works)

    def fits(self, cell: Cell, there: list[Unit]) -> bool:
        counted = [unit for unit in there if unit.aboard == NOBODY]
        if len({unit.side for unit in counted}) > 1:
            return False
        if any(works.cell == cell for works in self.state.works) and not all(arms(u.type).digs for u in counted):
            # 13.0-proc-1, 13.0-proc-2: tanks and vehicles only pass through.
            return False
        return fits([unit.type for unit in counted])

    def place(self, unit: Unit, mover: Mover) -> int:
        return 2 * mover.arrived + unit.panicked

    def moved_back(self, unit: Unit) -> None:
        bring_cargo(self.state, unit)
        label = self.scene.board.labels[unit.cell] if unit.status == ON_MAP else "off the map"
        self.doing.emit("backed_up", "7.0-gen-1", (), unit=unit.id, side=unit.side, hex=label)


def bring_cargo(state: KampfState, unit: Unit) -> None:
    """Puts what a unit carries where the unit is (7.2, 12.2a)."""
    if unit.cargo != NOBODY:
        passenger = state.units[unit.cargo]
        passenger.cell, passenger.status = unit.cell, unit.status
