"""What a side may know: everything but the other side's plot while it waits, and the dice to come (C-11)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision
from hulldown.core.events import Scalar
from hulldown.core.game import Area, Marker, Piece
from hulldown.core.orders import Task
from hulldown.core.stepped import SteppedView, head_of
from hulldown.core.volleys import Division, Salvo, Volley
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import outcomes_of, unpinned
from hulldown.games.kampfpanzer.rules.grouping import Known, attacks, divisions, worth
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import (
    NOBODY,
    ON_MAP,
    SIDES,
    WAITING,
    Frame,
    Impact,
    KampfState,
    Lot,
    Run,
    Threat,
    Unit,
    Works,
    by_id,
    dug_in,
)
from hulldown.games.kampfpanzer.rules.verbs.answers import GROUPS
from hulldown.games.kampfpanzer.rules.verbs.firing import COVERING
from hulldown.games.kampfpanzer.rules.victory import gone, lost
from hulldown.games.kampfpanzer.rules.zones import controls


class KampfView(SteppedView, kw_only=True):
    """A side's knowledge. Plots are open as soon as nobody owes one any more (R-1)."""

    stack: tuple[Frame, ...]
    units: tuple[Unit, ...]
    works: tuple[Works, ...]
    wrecks: tuple[Cell, ...]
    fresh: tuple[Cell, ...]
    tasks: tuple[Task, ...]
    presets: dict[str, str]
    threats: tuple[Threat, ...]
    impacts: tuple[Impact, ...]
    lots: tuple[Lot, ...]
    run: Run | None
    volleys: tuple[Volley, ...]
    areas: tuple[Area, ...]
    notes: dict[str, str]
    """What is to be known of a unit besides, in words: when it enters, who carries it."""


def view(state: KampfState, scene: Scene, side: str | None, decisions: Mapping[str, Decision]) -> KampfView:
    """The view of a side, or of an onlooker (None)."""
    return KampfView(
        **head_of(state, "kampfpanzer", side, decisions),
        pieces=tuple(_piece(state, unit) for unit in state.units if unit.status == ON_MAP),
        markers=_markers(state),
        facts=_facts(state, scene),
        units=tuple(unit.copy() for unit in state.units),
        works=tuple(state.works),
        wrecks=tuple(state.wrecks),
        fresh=tuple(state.fresh),
        tasks=tuple(state.tasks.values()),
        presets=dict(state.presets),
        threats=tuple(state.threats),
        impacts=tuple(impact.copy() for impact in state.impacts),
        lots=tuple(lot.copy() for lot in state.lots),
        run=state.run.copy() if state.run is not None else None,
        volleys=tuple(_volley(state, scene, lot) for lot in state.lots if not lot.groups),
        areas=_areas(state, scene),
        notes={unit.id: note for unit in state.units if (note := _note(state, scene, unit))},
    )


def _piece(state: KampfState, unit: Unit) -> Piece:
    facing = unit.facing if arms(unit.type).faces and unit.aboard == NOBODY else -1
    return Piece(unit.id, unit.side, unit.cell, unit.type, facing, marks=_marks(state, unit))


def _marks(state: KampfState, unit: Unit) -> tuple[str, ...]:
    task = state.tasks.get(unit.id)
    found = [
        name
        for name, held in (
            (f"D{unit.level}", unit.level > 0),
            ("pinned", unit.pinned),
            ("panicked", unit.panicked),
            ("entrenched", dug_in(state, unit)),
            ("aboard", unit.aboard != NOBODY),
            ("loaded", unit.cargo != NOBODY),
            ("hit", unit.hits > 0),
        )
        if held
    ]
    return (*found, *((task.kind,) if task else ()))


def _markers(state: KampfState) -> tuple[Marker, ...]:
    return (
        *(Marker("wreck", cell) for cell in (*state.wrecks, *state.fresh)),
        *(Marker("entrenchment", works.cell, works.side) for works in state.works),
        *(
            Marker("loose impact" if impact.loose else "tight impact", impact.cell, state.units[impact.unit].side)
            for impact in state.impacts
        ),
    )


def _volley(state: KampfState, scene: Scene, lot: Lot) -> Volley:
    """Every way to combine some fire, with its exact outcomes (9.11a)."""
    names = [unit.id for unit in state.units]
    ways: list[Division] = []
    worths: list[tuple[Fraction, Fraction]] = []
    known: Known = {}
    for groups in divisions(lot):
        salvos: list[Salvo] = []
        for crew, attack in attacks(state, scene, lot, groups, known):
            results = unpinned(attack.results) if lot.chance else attack.results
            chances = {name: str(chance) for name, chance in outcomes_of(results).items()}
            salvos.append(Salvo(tuple(names[i] for i in crew), attack.superiority, chances, attack.void))
        kills, levels = worth(state, scene, lot, groups, known)
        worths.append((kills, levels))
        ways.append(Division("".join(GROUPS[group] for group in groups), tuple(salvos), str(kills), str(levels)))
    firers, targets = tuple(names[i] for i in lot.firers), tuple(names[i] for i in lot.targets)
    return Volley(lot.side, lot.cell, firers, targets, tuple(ways), worths.index(max(worths)))


def _areas(state: KampfState, scene: Scene) -> tuple[Area, ...]:
    """Zones of control as units stand now (8.0), and what the open plots lay on the map: shells, lines, overruns."""
    board = scene.board
    found: list[Area] = []
    for unit in state.units:
        if controls(state, unit):
            around = tuple(cell for cell in board.neighbours[unit.cell] if cell >= 0)
            found.append(Area("zone", unit.side, around, unit.id))
    for impact in state.impacts:
        gun = state.units[impact.unit]
        around = tuple(cell for cell in board.neighbours[impact.cell] if cell >= 0) if impact.loose else ()
        found.append(Area("loose" if impact.loose else "tight", gun.side, (impact.cell, *around), gun.id))
    for task in state.tasks.values():
        firer = by_id(state, task.unit) if task.kind == COVERING.kind else None
        if firer is not None and firer.status == ON_MAP and not firer.fired:
            line = scene.ground.lane(firer.cell, task.cells[0]).cells
            found.append(Area("line", firer.side, tuple(cell for cell in line if cell != firer.cell), firer.id))
    for threat in state.threats:
        found.append(Area("overrun", threat.side, (threat.cell,)))
    return tuple(found)


def _note(state: KampfState, scene: Scene, unit: Unit) -> str:
    enter = scene.group(unit).enter
    if unit.status == WAITING and enter is not None:
        hexes = enter.hexes[0] if len(enter.hexes) == 1 else f"{enter.hexes[0]} to {enter.hexes[-1]}"
        return f"enters on turn {enter.turn} at {hexes}"
    if unit.aboard != NOBODY:
        vehicle = state.units[unit.aboard]
        return f"on board {vehicle.type} {vehicle.id}"
    if unit.cargo != NOBODY:
        cargo = state.units[unit.cargo]
        return f"carries {cargo.type} {cargo.id}"
    return ""


def _facts(state: KampfState, scene: Scene) -> dict[str, Scalar]:
    """Public figures: levels, losses, and who has left."""
    facts: dict[str, Scalar] = {"length": scene.scenario.length, "judged by": scene.scenario.victory.rule}
    for side in SIDES:
        own = [unit for unit in state.units if unit.side == side]
        facts[f"{side} nation"] = scene.side(side).nation
        facts[f"{side} panic level"] = scene.side(side).panic
        facts[f"{side} strength"] = sum(not arms(unit.type).carrier for unit in own)
        facts[f"{side} losses"] = lost(state, side)
        facts[f"{side} exited"] = gone(state, side)
    return facts
