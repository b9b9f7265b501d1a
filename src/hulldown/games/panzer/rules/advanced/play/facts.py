"""What a unit of the Advanced Game is, and where: asked by every room of it."""

from __future__ import annotations

from msgspec import UnsetType

from hulldown.core.board import Cell
from hulldown.games.panzer.data.arsenal import Target, targets
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.roster import Member, roster
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.pieces import Detail, Work
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, OVER_STACKED, PanzerState, Unit


def card_of(unit: Unit) -> Target:
    """What a unit is now; a squad that was reduced is a half-squad."""
    return targets()[unit.type]


def vehicle_of(unit: Unit) -> Vehicle | None:
    """The card of a vehicle; None for leg and towed units."""
    card = targets()[unit.type]
    return card if isinstance(card, Vehicle) else None


def leg_of(unit: Unit) -> LegUnit | None:
    """The card of a leg unit; None for others."""
    card = targets()[unit.type]
    return card if isinstance(card, LegUnit) else None


def towed_of(unit: Unit) -> Towed | None:
    """The card of a towed unit; None for others."""
    card = targets()[unit.type]
    return card if isinstance(card, Towed) else None


def detail_of(unit: Unit) -> Detail:
    """What the Advanced Game knows of a unit besides."""
    detail = unit.detail
    assert not isinstance(detail, UnsetType)
    return detail


def member_of(scene: Scene, index: int) -> Member:
    """The facts of a unit that never change."""
    return roster(scene.scenario)[index]


def works_of(state: PanzerState) -> list[Work]:
    """The terrain counters on the map."""
    return [] if isinstance(state.works, UnsetType) else state.works


def work_in(state: PanzerState, cell: Cell, kind: str) -> Work | None:
    """The terrain counter of a kind in a hex."""
    for work in works_of(state):
        if work.cell == cell and work.kind == kind:
            return work
    return None


def armed(unit: Unit, scene: Scene, index: int) -> bool:
    """Whether it is a combat unit: it has a weapon of its own, or attached ones (6.2.1.1)."""
    card = card_of(unit)
    return bool(card.weapons) or bool(member_of(scene, index).weapons)


def passengers(state: Position, index: int) -> list[int]:
    """The units aboard a carrier, in the order of the list (6.6.7.1)."""
    return [
        number for number, unit in enumerate(state.units) if unit.status == CARRIED and detail_of(unit).carrier == index
    ]


def cell_of(state: Position, index: int) -> Cell:
    """Where a unit is; a passenger is where its carrier is."""
    unit = state.units[index]
    return state.units[detail_of(unit).carrier].cell if unit.status == CARRIED else unit.cell


def crowd(state: PanzerState, cell: Cell) -> int:
    """How many units count for stacking in a hex: vehicles and dismounted towed units (5.13a, 5.13b)."""
    return sum(unit.status == ON_MAP and unit.cell == cell and leg_of(unit) is None for unit in state.units)


def over_stacked(state: PanzerState, cell: Cell) -> bool:
    """Whether a hex is over-stacked at this moment (5.13a)."""
    return crowd(state, cell) >= OVER_STACKED
