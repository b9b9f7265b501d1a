"""What a side may know, built by inclusion; `sampling` draws full states from such a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from msgspec import UNSET, UnsetType

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision
from hulldown.core.events import ONLOOKERS, Scalar
from hulldown.core.game import Area, Asset, Group, Marker, Piece, Reach
from hulldown.core.orders import Task
from hulldown.core.stepped import SteppedView, head_of
from hulldown.core.unitsets import NO_UNITS
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.hooks import Shown
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.report import known_as
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import (
    DESTROYED,
    EXITED,
    ON_MAP,
    SIDES,
    Column,
    Frame,
    Mover,
    Position,
    TankState,
    Unit,
    Watch,
)
from hulldown.games.tank.rules.weaponry import rings


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
    own = tuple(_untested(u) for u in state.units if u.side == side)
    pieces, known, face_down = _counters(state, scene, side)
    positions = _positions(state, side)
    shown = _shown(state, scene, side)
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
        facts=_facts(state, scene, side),
        own=own,
        looked=_looked(state, side),
        known=known,
        face_down=face_down,
        positions=positions,
        wrecks=tuple(state.wrecks),
        fresh=tuple(state.fresh),
        column=_column(state.columns.get(side)) if side else None,
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
        more={key: _plain(part.part) for key, part in shown.items()} if shown else UNSET,
        areas=tuple(area for part in shown.values() for area in part.areas) or UNSET,
        notes=_notes(shown.values()) or UNSET,
        groups=tuple(group for part in shown.values() for group in part.groups) or UNSET,
        assets=tuple(asset for part in shown.values() for asset in part.assets) or UNSET,
        reaches=_reaches(state, scene, side) or UNSET,
    )


def _counters(
    state: TankState, scene: Scene, side: str | None
) -> tuple[tuple[Piece, ...], tuple[Unit, ...], dict[str, Cell]]:
    """What a side sees on the map, the enemies it knows, and the places of face-down counters by name."""
    pieces: list[Piece] = []
    known: list[Unit] = []
    face_down: dict[str, Cell] = {}
    for unit in state.units:
        if unit.side == side:
            if unit.status == ON_MAP:
                pieces.append(_piece(unit, (*_own_marks(state, unit), *_marks(state, scene, unit, side))))
        elif unit.spotted or unit.status == DESTROYED:
            known.append(_public(unit))
            if unit.status == ON_MAP:
                pieces.append(_piece(unit, ("spotted", *_marks(state, scene, unit, side))))
        else:
            name = known_as(unit, side or ONLOOKERS)
            if name and unit.status == ON_MAP:
                face_down[name] = unit.cell
                pieces.append(Piece(name, unit.side, unit.cell, face_down=True))
    pieces.sort(key=lambda piece: (piece.side, piece.face_down, len(piece.id), piece.id))
    return tuple(pieces), tuple(known), dict(sorted(face_down.items()))


def _marks(state: TankState, scene: Scene, unit: Unit, side: str | None) -> tuple[str, ...]:
    """The marks that modules put on a counter a side knows."""
    return tuple([mark for hook in scene.hooks.marks for mark in hook(state, unit, side)])


def _positions(state: TankState, side: str | None) -> tuple[Position, ...]:
    """The Improved Positions that a side knows of."""
    return tuple(
        p.copy() if p.side == side else Position(p.cell, p.side, p.revealed)
        for p in state.positions
        if p.side == side or p.revealed
    )


def _shown(state: TankState, scene: Scene, side: str | None) -> dict[str, Shown]:
    """What a side may know of modules, by their keys."""
    found = {key: show(state, side) for key, show in scene.hooks.shows.items()}
    return {key: part for key, part in found.items() if part is not None}


def _notes(shown: Iterable[Shown]) -> dict[str, str]:
    """What is to be known of each unit, from all modules that have something to tell."""
    found: dict[str, list[str]] = {}
    for part in shown:
        for name, note in part.notes:
            found.setdefault(name, []).append(note)
    return {name: "; ".join(notes) for name, notes in found.items()}


def _piece(unit: Unit, marks: tuple[str, ...]) -> Piece:
    facing = unit.facing if arms(unit.type).faces else -1
    return Piece(unit.id, unit.side, unit.cell, unit.type, facing, marks=marks)


def _own_marks(state: TankState, unit: Unit) -> tuple[str, ...]:
    task = state.tasks.get(unit.id)
    marks = [name for name, held in (("hidden", unit.hidden), ("spotted", unit.spotted), ("panicked", unit.panicked),
                                     ("hit", unit.dying)) if held]  # fmt: skip
    return (*marks, *((task.kind,) if task else ()))


def _reaches(state: TankState, scene: Scene, side: str | None) -> tuple[Reach, ...]:
    """How far a side's own units on the map reach."""
    if side is None:
        return ()
    panic = panic_level(state, scene, side)
    own = (unit for unit in state.units if unit.side == side and unit.status == ON_MAP)
    return tuple(ring for unit in own for ring in rings(scene, unit, panic))


def _plain(part: Any) -> Any:
    """A copy of what a module shows, of nothing but what JSON knows."""
    if isinstance(part, dict):
        return {name: _plain(value) for name, value in part.items()}
    if isinstance(part, list | tuple):
        return [_plain(value) for value in part]
    return part


def _untested(unit: Unit) -> Unit:
    own = unit.copy()
    own.tested = NO_UNITS
    if own.more is not UNSET:
        own.more = deepcopy(own.more)
    return own


def _column(own: Column | None) -> Column | None:
    return own.copy() if own is not None else None


def _looked(state: TankState, side: str | None) -> dict[str, tuple[str, ...]]:
    """For each own unit the enemies on the map it has tried to spot this turn (13.21b)."""
    found: dict[str, tuple[str, ...]] = {}
    for unit in state.units:
        if side is None or unit.side != side or not unit.tested:
            continue
        names = (known_as(u, side) for i, u in enumerate(state.units) if i in unit.tested and u.status == ON_MAP)
        if told := sorted(filter(None, names), key=lambda name: (len(name), name)):
            found[unit.id] = tuple(told)
    return found


def _public(unit: Unit) -> Unit:
    """A spotted or destroyed unit as the enemy knows it: place, type, facing; nothing of its plot, or of modules."""
    return Unit(unit.id, unit.side, unit.type, unit.cell, unit.facing, unit.status, False, unit.spotted, unit.counter)


def _facts(state: TankState, scene: Scene, side: str | None) -> dict[str, Scalar]:
    """Public figures: levels and losses of both sides, units that have left."""
    scenario = scene.scenario
    facts: dict[str, Scalar] = {"situation": scenario.situation, "mode": scenario.mode, "length": scenario.length}
    for name in SIDES:
        setup = scenario.side(name)
        facts[f"{name} strength"] = setup.strength
        facts[f"{name} losses"] = state.losses.get(name, 0)
        facts[f"{name} panic level"] = setup.panic
        facts[f"{name} preservation level"] = setup.preservation
        facts[f"{name} at preservation since"] = state.preserved.get(name, 0)
        facts[f"{name} exited"] = sum(u.side == name and u.status == EXITED for u in state.units)
    return facts
