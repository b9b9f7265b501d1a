"""The fields of a view, worked out for each viewer after each order: compiled, unlike the view itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from msgspec import UNSET

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision
from hulldown.core.events import ONLOOKERS, Scalar
from hulldown.core.game import Marker, Piece, Reach
from hulldown.core.stepped import head_of
from hulldown.core.unitsets import NO_UNITS
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.hooks import Shown
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.report import known_as
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, SIDES, Column, Position, TankState, Unit
from hulldown.games.tank.rules.weaponry import rings


def fields(state: TankState, scene: Scene, side: str | None, decisions: Mapping[str, Decision]) -> dict[str, Any]:
    """The fields of the view of a side, or of an onlooker (None), who sees what both players see."""
    # The tests made this turn are told by name in `looked`: by index they would tell who is under a counter.
    pieces, known, face_down = counters(state, scene, side)
    places = positions(state, side)
    parts = shown(state, scene, side)
    found = head_of(state, "tank", side, decisions)
    found.update({
        "pieces": pieces,
        "markers": _markers(state, places, parts),
        "facts": facts(state, scene, side),
        "own": own_units(state, side),
        "looked": looked(state, side),
        "known": known,
        "face_down": face_down,
        "positions": places,
        "wrecks": tuple(state.wrecks),
        "fresh": tuple(state.fresh),
        "column": column(state.columns.get(side)) if side else None,
        "entries": _entries(state, side),
        "losses": dict(state.losses),
        "preserved": dict(state.preserved),
        "contact": state.contact,
        "first_fire": state.first_fire,
        "last_loss": state.last_loss,
        "fired_on": dict(state.fired_on),
        "counters": dict(state.counters),
        "reaches": reaches(state, scene, side) or UNSET,
    })  # fmt: skip
    found.update(_tasks(state, side))
    if parts:
        found.update(_of_modules(parts))
    return found


def _markers(state: TankState, places: tuple[Position, ...], parts: dict[str, Shown]) -> tuple[Marker, ...]:
    """Wrecks, the Improved Positions that are known, and what modules put on the map."""
    return (
        *[Marker("wreck", cell) for cell in (*state.wrecks, *state.fresh)],
        *[Marker("improved position", place.cell, place.side) for place in places],
        *[marker for part in parts.values() for marker in part.markers],
    )


def _entries(state: TankState, side: str | None) -> dict[str, Cell]:
    """The hexes where enemy columns were seen to come onto the map."""
    return {
        name: way.entry
        for name, way in state.columns.items()
        if name in SIDES and name != side and state.counters.get(name)
    }


def _tasks(state: TankState, side: str | None) -> dict[str, Any]:
    """The fields of a view about a side's own tasks, and those of them that are being carried out."""
    mine = {index for index, unit in enumerate(state.units) if unit.side == side}
    names = {state.units[index].id for index in mine}
    run = state.run
    return {
        "tasks": tuple([task for task in state.tasks.values() if task.unit in names]),
        "point": run.tick if run else 0,
        "movers": tuple([m.copy() for m in run.movers if m.unit in mine]) if run else (),
        "watches": tuple([w.copy() for w in run.watches if w.unit in mine]) if run else (),
    }


def _of_modules(parts: dict[str, Shown]) -> dict[str, Any]:
    """The fields of a view that modules fill; what none of them fills is unset."""
    return {
        "more": {key: plain(part.part) for key, part in parts.items()},
        "areas": tuple([area for part in parts.values() for area in part.areas]) or UNSET,
        "notes": notes(parts.values()) or UNSET,
        "groups": tuple([group for part in parts.values() for group in part.groups]) or UNSET,
        "assets": tuple([asset for part in parts.values() for asset in part.assets]) or UNSET,
    }


def counters(
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


def positions(state: TankState, side: str | None) -> tuple[Position, ...]:
    """The Improved Positions that a side knows of."""
    return tuple(
        p.copy() if p.side == side else Position(p.cell, p.side, p.revealed)
        for p in state.positions
        if p.side == side or p.revealed
    )


def shown(state: TankState, scene: Scene, side: str | None) -> dict[str, Shown]:
    """What a side may know of modules, by their keys."""
    found = {key: show(state, side) for key, show in scene.hooks.shows.items()}
    return {key: part for key, part in found.items() if part is not None}


def notes(shown: Iterable[Shown]) -> dict[str, str]:
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


def reaches(state: TankState, scene: Scene, side: str | None) -> tuple[Reach, ...]:
    """How far a side's own units on the map reach."""
    if side is None:
        return ()
    panic = panic_level(state, scene, side)
    own = (unit for unit in state.units if unit.side == side and unit.status == ON_MAP)
    return tuple(ring for unit in own for ring in rings(scene, unit, panic))


def plain(part: Any) -> Any:
    """A copy of what a module shows, of nothing but what JSON knows."""
    if isinstance(part, dict):
        return {name: plain(value) for name, value in part.items()}
    if isinstance(part, list | tuple):
        return [plain(value) for value in part]
    return part


def own_units(state: TankState, side: str | None) -> tuple[Unit, ...]:
    """A side's own units, whole but for the tests that they have made this turn."""
    return tuple([_untested(unit) for unit in state.units if unit.side == side])


def _untested(unit: Unit) -> Unit:
    own = unit.copy()
    own.tested = NO_UNITS
    if own.more is not UNSET:
        own.more = deepcopy(own.more)
    return own


def column(own: Column | None) -> Column | None:
    return own.copy() if own is not None else None


def looked(state: TankState, side: str | None) -> dict[str, tuple[str, ...]]:
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


def facts(state: TankState, scene: Scene, side: str | None) -> dict[str, Scalar]:
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
