"""What a side may know, built by inclusion; `sampling` draws full states from such a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision
from hulldown.core.game import Area, Asset, Group, Reach
from hulldown.core.orders import Task
from hulldown.core.stepped import SteppedView
from hulldown.games.tank.faces import knowledge
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import Column, Frame, Mover, Position, TankState, Unit, Watch


class TankView(SteppedView, kw_only=True):
    """A side's knowledge: its own units entire, of the enemy the counters on the map and what has been made public."""

    stack: tuple[Frame, ...]
    own: tuple[Unit, ...]
    looked: dict[str, tuple[str, ...]]
    """The enemies that each own unit has tried to spot this turn, under the names they are known by."""
    known: tuple[Unit, ...]
    """Enemy units that are spotted or gone, as they are known."""
    face_down: dict[str, Cell]
    """The face-down enemy counters: name and place."""
    positions: tuple[Position, ...]
    wrecks: tuple[Cell, ...]
    fresh: tuple[Cell, ...]
    column: Column | None
    entries: dict[str, Cell]
    """The hexes where enemy columns were seen to come onto the map."""
    tasks: tuple[Task, ...]
    point: int
    movers: tuple[Mover, ...]
    watches: tuple[Watch, ...]
    losses: dict[str, int]
    preserved: dict[str, int]
    contact: int
    first_fire: int
    last_loss: int
    fired_on: dict[str, bool]
    counters: dict[str, int]
    more: dict[str, Any] | UnsetType = UNSET
    """What the side may know of modules, by their keys; unset without any."""
    areas: tuple[Area, ...] | UnsetType = UNSET
    """Hexes in which something of a module has an effect; unset without any."""
    notes: dict[str, str] | UnsetType = UNSET
    """What modules say of units, or of other things that have a name, in words; unset without any."""
    groups: tuple[Group, ...] | UnsetType = UNSET
    """The side's own units that act together; unset without any."""
    assets: tuple[Asset, ...] | UnsetType = UNSET
    """What acts for the side and is no counter; unset without any."""
    reaches: tuple[Reach, ...] | UnsetType = UNSET
    """How far the side's own units reach, where that has to be told; unset without any."""


def view(state: TankState, scene: Scene, side: str | None, decisions: Mapping[str, Decision]) -> TankView:
    """The view of a side, or of an onlooker (None), who sees what both players see."""
    return TankView(**knowledge.fields(state, scene, side, decisions))
