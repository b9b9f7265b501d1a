"""The parts of a view that go through all units, for each viewer after each order: compiled, unlike the view itself."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from msgspec import UNSET

from hulldown.core.board import Cell
from hulldown.core.events import ONLOOKERS, Scalar
from hulldown.core.game import Piece, Reach
from hulldown.core.unitsets import NO_UNITS
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.hooks import Shown
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.report import known_as
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, SIDES, Column, Position, TankState, Unit
from hulldown.games.tank.rules.weaponry import rings


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
