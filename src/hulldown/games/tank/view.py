"""What a side may know, built by inclusion, and full states drawn from such a view."""

from __future__ import annotations

from random import Random

import msgspec

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision
from hulldown.core.events import Scalar
from hulldown.core.game import Marker, Piece, View
from hulldown.core.orders import Order, Task
from hulldown.games.tank import deployment
from hulldown.games.tank.combat import setup_of
from hulldown.games.tank.data import Scenario, weapons
from hulldown.games.tank.ground import Ground
from hulldown.games.tank.report import known_as
from hulldown.games.tank.stacking import fits
from hulldown.games.tank.state import (
    DESTROYED,
    EXITED,
    ON_MAP,
    SIDES,
    WAITING,
    Column,
    Frame,
    Mover,
    Position,
    Run,
    TankState,
    Unit,
    Watch,
    enemy_of,
)


class TankView(View, kw_only=True):
    """A side's knowledge: its own units entire, of the enemy the counters on the map and what has been made public."""

    stack: tuple[Frame, ...]
    options: dict[str, Scalar]
    own: tuple[Unit, ...]
    known: tuple[Unit, ...]
    """Enemy units that are spotted or gone, as they are known."""
    face_down: dict[str, Cell]
    """The face-down enemy counters: name and place."""
    positions: tuple[Position, ...]
    wrecks: tuple[Cell, ...]
    column: Column | None
    submitted: Order | None
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


def view(state: TankState, scenario: Scenario, side: str | None, step: str, decisions: dict[str, Decision]) -> TankView:
    """The view of a side, or of an onlooker (None), who sees what both players see."""
    own = tuple(msgspec.structs.replace(u) for u in state.units if u.side == side)
    pieces: list[Piece] = []
    known: list[Unit] = []
    face_down: dict[str, Cell] = {}
    for unit in state.units:
        mine = unit.side == side
        if mine:
            if unit.status == ON_MAP:
                pieces.append(_piece(unit, _own_marks(state, unit)))
        elif unit.spotted or unit.status == DESTROYED:
            known.append(_public(unit))
            if unit.status == ON_MAP:
                pieces.append(_piece(unit, ("spotted",)))
        else:
            name = known_as(unit, side or "*")
            if name and unit.status == ON_MAP:
                face_down[name] = unit.cell
                pieces.append(Piece(name, unit.side, unit.cell, face_down=True))
    pieces.sort(key=lambda piece: (piece.side, piece.face_down, len(piece.id), piece.id))
    positions = tuple(msgspec.structs.replace(p, rolled=False) if p.side != side else msgspec.structs.replace(p)
                      for p in state.positions if p.side == side or p.revealed)  # fmt: skip
    run = state.run
    mine_or = {index for index, unit in enumerate(state.units) if unit.side == side}
    return TankView(
        game="tank",
        scenario=state.scenario,
        side=side,
        turn=state.turn,
        step=step,
        owing=tuple(decisions),
        decision=decisions.get(side) if side else None,
        pieces=tuple(pieces),
        markers=(
            *(Marker("wreck", cell) for cell in (*state.wrecks, *state.fresh)),
            *(Marker("improved position", position.cell, position.side) for position in positions),
        ),
        facts=_facts(state, scenario, side),
        outcome=state.outcome,
        stack=tuple(state.stack),
        options=dict(state.options),
        own=own,
        known=tuple(known),
        face_down=dict(sorted(face_down.items())),
        positions=positions,
        wrecks=(*state.wrecks, *state.fresh),
        column=state.columns.get(side) if side else None,
        submitted=state.submitted.get(side) if side else None,
        tasks=tuple(task for task in state.tasks.values() if side and task.unit[0].lower() == side[0]),
        point=run.tick if run else 0,
        movers=tuple(m for m in run.movers if m.unit in mine_or) if run else (),
        watches=tuple(w for w in run.watches if w.unit in mine_or) if run else (),
        losses=dict(state.losses),
        preserved=dict(state.preserved),
        contact=state.contact,
        first_fire=state.first_fire,
        last_loss=state.last_loss,
        fired_on=dict(state.fired_on),
        counters=dict(state.counters),
    )


def _piece(unit: Unit, marks: tuple[str, ...]) -> Piece:
    facing = -1 if weapons()[unit.type].kind == "infantry" else unit.facing
    return Piece(unit.id, unit.side, unit.cell, unit.type, facing, marks=marks)


def _own_marks(state: TankState, unit: Unit) -> tuple[str, ...]:
    task = state.tasks.get(unit.id)
    marks = [name for name, held in (("hidden", unit.hidden), ("spotted", unit.spotted), ("panicked", unit.panicked),
                                     ("hit", unit.dying)) if held]  # fmt: skip
    return (*marks, *((task.kind,) if task else ()))


def _public(unit: Unit) -> Unit:
    """A spotted or destroyed unit as the enemy knows it: place, type, facing; nothing of its plot."""
    return Unit(unit.id, unit.side, unit.type, unit.cell, unit.facing, unit.status, False, unit.spotted, unit.counter)


def _facts(state: TankState, scenario: Scenario, side: str | None) -> dict[str, Scalar]:
    """Public figures: levels and losses of both sides, units that have left."""
    facts: dict[str, Scalar] = {"situation": scenario.situation, "mode": scenario.mode, "length": scenario.length}
    for name in SIDES:
        setup = setup_of(scenario, name)
        facts[f"{name} strength"] = setup.strength
        facts[f"{name} losses"] = state.losses.get(name, 0)
        facts[f"{name} panic level"] = setup.panic
        facts[f"{name} preservation level"] = setup.preservation
        facts[f"{name} at preservation since"] = state.preserved.get(name, 0)
        facts[f"{name} exited"] = sum(u.side == name and u.status == EXITED for u in state.units)
    return facts


def sample(seen: TankView, place: Ground, scenario: Scenario, rng: Random) -> TankState:
    """A full state that would give this very view: unknown enemies, their plots and the dice are drawn anew."""
    assert seen.side is not None
    side, foe = seen.side, enemy_of(seen.side)
    enemies = _draw_enemies(seen, place, scenario, foe, rng)
    own = [msgspec.structs.replace(unit) for unit in seen.own]
    units = own + enemies if side == SIDES[0] else enemies + own
    state = TankState(
        scenario=seen.scenario,
        options=dict(seen.options),
        seed=f"sample {rng.getrandbits(64):016x}",
        turn=seen.turn,
        stack=list(seen.stack),
        units=units,
        positions=[msgspec.structs.replace(p) for p in seen.positions],
        wrecks=list(seen.wrecks),
        tasks={task.unit: task for task in seen.tasks},
        counters=dict(seen.counters),
        losses=dict(seen.losses),
        preserved=dict(seen.preserved),
        contact=seen.contact,
        first_fire=seen.first_fire,
        last_loss=seen.last_loss,
        fired_on=dict(seen.fired_on),
        outcome=seen.outcome,
    )
    known = {position.cell for position in state.positions}
    for cell in sorted({u.cell for u in enemies if u.hidden} - known):
        state.positions.append(Position(cell, foe))
    _draw_columns(state, seen, place, scenario, foe, rng)
    if seen.submitted is not None:
        state.submitted[side] = seen.submitted
    if seen.step in ("move", "stop"):
        state.run = Run(seen.point, [msgspec.structs.replace(m) for m in seen.movers],
                        [msgspec.structs.replace(w) for w in seen.watches])  # fmt: skip
    _draw_answer(state, seen, place, scenario, foe, rng)
    return state


def _draw_enemies(seen: TankView, place: Ground, scenario: Scenario, foe: str, rng: Random) -> list[Unit]:
    """The enemy force: known units as they are, the others dealt to face-down counters, hidden hexes or the column."""
    roster = {unit.id: unit for unit in deployment.new_units(scenario) if unit.side == foe}
    for unit in seen.known:
        roster[unit.id] = msgspec.structs.replace(unit)
    taken = {unit.id for unit in seen.known}
    setup = setup_of(scenario, foe)
    free = [unit for name, unit in roster.items() if name not in taken]
    gone = int(seen.facts[f"{foe} exited"]) - sum(unit.status == EXITED for unit in seen.known)
    if setup.deploy != "column":
        rng.shuffle(free)
    # A column's counters are numbered as they come on, so its first units are the ones already seen.
    for name, cell in seen.face_down.items():
        unit = _deal(free, cell, roster, setup.deploy == "hidden", seen)
        unit.cell, unit.status = cell, ON_MAP
        unit.counter = int(name.partition("?")[2])
        unit.facing = rng.randrange(6)
        free.remove(unit)
    for unit in free[: max(0, gone)]:
        unit.status, unit.counter = EXITED, 1
    rest = free[max(0, gone) :]
    if setup.deploy == "column" or seen.step == "setup":
        return list(roster.values())
    _hide(rest, roster, place, scenario, foe, rng, setup.deploy == "hidden", seen)
    return list(roster.values())


def _deal(free: list[Unit], cell: Cell, roster: dict[str, Unit], soft: bool, seen: TankView) -> Unit:
    """The first free unit that may share the cell with those already there."""
    there = [u.type for u in roster.values() if u.cell == cell and u.status == ON_MAP]
    return next((unit for unit in free if fits([*there, unit.type])), free[0])


def _hide(
    rest: list[Unit], roster: dict[str, Unit], place: Ground, scenario: Scenario, foe: str, rng: Random, hidden: bool,
    seen: TankView,
) -> None:  # fmt: skip
    """Places unseen defenders in hexes where they could be: in the zone, and not next to a unit that would see them."""
    setup = setup_of(scenario, foe)
    zone = deployment.zone(scenario.map, setup.edge, setup.distance)
    near: set[Cell] = set()
    for unit in seen.own:
        if unit.status == ON_MAP:
            near |= {unit.cell, *place.board.neighbours[unit.cell]}
    near |= {unit.cell for unit in roster.values() if unit.status == ON_MAP}
    shown = {position.cell for position in seen.positions if position.side == foe}
    open_cells = [cell for cell in zone if cell not in near and cell not in shown]
    filled: dict[Cell, list[str]] = {}
    for unit in rest:
        while True:
            cell = rng.choice(open_cells)
            if fits([*filled.get(cell, []), unit.type]):
                break
        filled.setdefault(cell, []).append(unit.type)
        unit.cell, unit.facing = cell, rng.randrange(6)
        if hidden:
            unit.status, unit.hidden = ON_MAP, True


def _draw_columns(state: TankState, seen: TankView, place: Ground, scenario: Scenario, foe: str, rng: Random) -> None:
    """Own column as it is; the enemy's with an entry hex on its edge and a way through the counters seen."""
    for name in SIDES:
        if name == seen.side:
            if seen.column is not None:
                state.columns[name] = msgspec.structs.replace(seen.column)
        elif setup_of(scenario, name).deploy == "column" and seen.step != "setup":
            setup = setup_of(scenario, name)
            entry = rng.choice(place.board.edges[setup.edge])
            order = Order("enter", (Task("column", "COL", (entry,)),))
            deployment.enter(state, place, scenario, name, order)
            # Whatever way it came, the counters on the map are taken to have left the formation.
            state.columns[name].duty = not any(u.side == foe and u.status == ON_MAP for u in state.units)


def _draw_answer(state: TankState, seen: TankView, place: Ground, scenario: Scenario, foe: str, rng: Random) -> None:
    """An answer for an enemy that has already given one: it may be anything, here the plainest."""
    owing = seen.stack[-1].owing
    if foe in owing:
        return
    if seen.step == "setup":
        setup = setup_of(scenario, foe)
        if setup.deploy == "column":
            entry = rng.choice(place.board.edges[setup.edge])
            state.submitted[foe] = Order("enter", (Task("column", "COL", (entry,)),))
        else:
            state.submitted[foe] = random_deployment(state, scenario, foe, rng)
    elif seen.step == "plot" and seen.side in owing:
        state.submitted[foe] = Order("plot")
    elif seen.step == "final" and seen.side in owing:
        state.submitted[foe] = Order("face")


def random_deployment(state: TankState, scenario: Scenario, side: str, rng: Random) -> Order:
    """A legal deployment drawn at random."""
    setup = setup_of(scenario, side)
    cells = deployment.zone(scenario.map, setup.edge, setup.distance)
    filled: dict[Cell, list[str]] = {}
    tasks = []
    for unit in state.units:
        if unit.side != side:
            continue
        while True:
            cell = rng.choice(cells)
            if fits([*filled.get(cell, []), unit.type]):
                break
        filled.setdefault(cell, []).append(unit.type)
        tasks.append(Task(unit.id, "DP", (cell,), rng.randrange(6)))
    return Order("deploy", tuple(tasks))


__all__ = ["WAITING", "TankView", "sample", "view"]
