"""Stacking: vehicles alone, at most two infantry or one infantry and one gun in a hex (11.0)."""

from __future__ import annotations

from typing import final

from hulldown.core import crowding
from hulldown.core.board import Cell
from hulldown.core.crowding import Crowd
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import bring_along
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.report import tell
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import OFF_MAP, Mover, TankState, Unit


def fits(types: list[str], hooks: Hooks) -> bool:
    """Whether units of these weapons may stay in one hex (11.0-gen-1, 11.0-gen-2, 9.34a, 14.8; 11.3: not wrecks)."""
    kinds = [arms(name) for name in types]
    if len(kinds) < 2:
        return True
    for hook in hooks.room:
        room = hook(kinds)
        if room is not None:
            return room
    return len(kinds) == 2 and not any(kind.alone for kind in kinds) and not all(kind.gun for kind in kinds)


@final
class _Room(Crowd[Unit]):
    """Who fits in a hex, and who goes back: the later arrival, of those arriving together the higher number (T-13).

    A panicked one gives way to the others whenever it came (12.23b). A unit that has just come onto the map goes back
    off it (T-76).
    """

    def __init__(self, state: TankState, scene: Scene, doing: Doing) -> None:
        self.state = state
        self.scene = scene
        self.doing = doing

    def fits(self, cell: Cell, there: list[Unit]) -> bool:
        return fits([unit.type for unit in there], self.scene.hooks)

    def place(self, unit: Unit, mover: Mover) -> int:
        return (unit.panicked << 40) + (mover.arrived << 20) + unit.counter

    def moved_back(self, unit: Unit) -> None:
        bring_along(self.state, unit)
        label = self.scene.board.labels[unit.cell] if unit.cell != OFF_MAP else "the mapedge"
        # It is told of as it was known on the map.
        tell(self.doing, unit, "backed_up", "11.2", {"unit": unit.id, "hex": label})


def settle(state: TankState, scene: Scene, doing: Doing, movers: list[Mover]) -> list[Mover]:
    """The movers backed up because a hex was overstacked at the end of movement (11.1, 11.2, 9.34d)."""
    return crowding.settle(state.units, movers, _Room(state, scene, doing))
