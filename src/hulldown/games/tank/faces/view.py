"""What a side may know, built by inclusion; `sampling` draws full states from such a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision
from hulldown.core.game import Area, Asset, Group, Marker, Reach
from hulldown.core.orders import Task
from hulldown.core.stepped import SteppedView, head_of
from hulldown.games.tank.faces import knowledge
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import SIDES, Column, Frame, Mover, Position, TankState, Unit, Watch


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
    # The tests made this turn are told by name in `looked`: by index they would tell who is under a counter.
    own = knowledge.own_units(state, side)
    pieces, known, face_down = knowledge.counters(state, scene, side)
    positions = knowledge.positions(state, side)
    shown = knowledge.shown(state, scene, side)
    run = state.run
    names = {unit.id for unit in own}
    mine = {index for index, unit in enumerate(state.units) if unit.side == side}
    return TankView(
        **head_of(state, "tank", side, decisions),
        pieces=pieces,
        markers=(
            *(Marker("wreck", cell) for cell in (*state.wrecks, *state.fresh)),
            *(Marker("improved position", position.cell, position.side) for position in positions),
            *(marker for part in shown.values() for marker in part.markers),
        ),
        facts=knowledge.facts(state, scene, side),
        own=own,
        looked=knowledge.looked(state, side),
        known=known,
        face_down=face_down,
        positions=positions,
        wrecks=tuple(state.wrecks),
        fresh=tuple(state.fresh),
        column=knowledge.column(state.columns.get(side)) if side else None,
        entries={
            name: way.entry
            for name, way in state.columns.items()
            if name in SIDES and name != side and state.counters.get(name)
        },
        tasks=tuple(task for task in state.tasks.values() if task.unit in names),
        point=run.tick if run else 0,
        movers=tuple(m.copy() for m in run.movers if m.unit in mine) if run else (),
        watches=tuple(w.copy() for w in run.watches if w.unit in mine) if run else (),
        losses=dict(state.losses),
        preserved=dict(state.preserved),
        contact=state.contact,
        first_fire=state.first_fire,
        last_loss=state.last_loss,
        fired_on=dict(state.fired_on),
        counters=dict(state.counters),
        more={key: knowledge.plain(part.part) for key, part in shown.items()} if shown else UNSET,
        areas=tuple(area for part in shown.values() for area in part.areas) or UNSET,
        notes=knowledge.notes(shown.values()) or UNSET,
        groups=tuple(group for part in shown.values() for group in part.groups) or UNSET,
        assets=tuple(asset for part in shown.values() for asset in part.assets) or UNSET,
        reaches=knowledge.reaches(state, scene, side) or UNSET,
    )
