"""What a plot is asked in: the position of a side, and what has been worked out for it so far."""

from __future__ import annotations

from typing import final

from hulldown.core.board import Cell, mask_of
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import NOBODY, ON_MAP, KampfState, Unit


@final
class Asked:
    """The position as a side sees it: nothing of it is hidden."""

    __slots__ = ("enemies", "hostile", "scene", "side", "state", "works", "wrecks")

    def __init__(self, state: KampfState, scene: Scene, side: str) -> None:
        self.state = state
        self.scene = scene
        self.side = side
        self.enemies: list[Unit] = [unit for unit in state.units if unit.side != side and unit.status == ON_MAP]
        self.hostile: int = mask_of(unit.cell for unit in self.enemies)
        """The hexes with enemies, as a set."""
        self.wrecks: tuple[Cell, ...] = tuple(sorted(state.wrecks))
        self.works: tuple[Cell, ...] = tuple(sorted(work.cell for work in state.works))
        """The hexes with entrenchments: only infantry and artillery may end a move there (13.0-proc-2)."""

    def field(self, unit: Unit) -> int:
        """The hexes that a unit sees within its range and arc."""
        weapon = arms(unit.type)
        return self.scene.field(unit.cell, weapon, unit.facing if weapon.faces else -1)


def held_still(state: KampfState, scene: Scene, side: str) -> bool:
    """Whether a side may not move on this turn (14.7-1)."""
    holds = scene.side(side).holds
    return holds is not None and state.turn <= holds.turns


def may_carry(scene: Scene, vehicle: Unit, passenger: Unit) -> bool:
    """Whether a unit may carry another one: trucks and APCs infantry and artillery, some tanks infantry (14.5-3)."""
    weapon = arms(vehicle.type)
    if vehicle.side != passenger.side or not arms(passenger.type).digs:
        return False
    if weapon.carrier:
        return True
    riders = scene.side(vehicle.side).riders
    return riders is not None and vehicle.type == riders.type and arms(passenger.type).squad


def alone(state: KampfState, unit: Unit) -> bool:
    """Whether no other friend is in a unit's hex (12.14a)."""
    return not any(
        other is not unit and other.cell == unit.cell and other.status == ON_MAP and other.aboard == NOBODY
        for other in state.units
    )
