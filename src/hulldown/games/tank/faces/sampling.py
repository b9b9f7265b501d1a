"""Full states drawn from a view, for bots that search: what the side does not know is dealt anew.

A state drawn so gives the very same view again. Enemies are dealt to the face-down counters, to hexes where hidden ones
could be, and to the column; their plots, their facings and the dice are anything.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from hulldown.core.board import Cell
from hulldown.core.orders import Order, Task
from hulldown.core.parts import part_of, set_part
from hulldown.core.paths import reach, way_to
from hulldown.core.stepped import stem_of
from hulldown.core.unitsets import unit_set
from hulldown.games.tank.data.loading import BOOK_DEPLOYS
from hulldown.games.tank.faces.passengers import Passengers
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules import column, deployment, edges
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, detach, first_carrier, is_loaded
from hulldown.games.tank.rules.defenders import guessed
from hulldown.games.tank.rules.report import known_as
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.stacking import fits
from hulldown.games.tank.rules.state import (
    EXITED,
    OFF_MAP,
    ON_MAP,
    SIDES,
    Column,
    Position,
    Run,
    TankState,
    Unit,
    enemy_of,
)
from hulldown.games.tank.rules.verbs.setup import ENTRY, PLACING

HIDING = (*BOOK_DEPLOYS, "defence")
_MOVING = ("move", "stop", "trigger")
"""The steps in the middle of movement."""
_UNRAISED = ("objective", "edge", "variant")
"""The steps before the defender of 34.4 has chosen his force."""
_NEAR, _FAR = 8, 400
"""Movement Points within which a column's next unit is looked for: at first, and at most."""


def sample(seen: TankView, scene: Scene, rng: Random) -> TankState:
    """A full state that would give this very view: unknown enemies, their plots and the dice are drawn anew."""
    assert seen.side is not None
    side, foe = seen.side, enemy_of(seen.side)
    enemies = _enemies(seen, scene, foe, rng)
    own = [unit.copy() for unit in seen.own]
    state = TankState(
        **stem_of(seen, rng),
        units=own + enemies if side == SIDES[0] else enemies + own,
        positions=[p.copy() for p in seen.positions],
        wrecks=list(seen.wrecks),
        fresh=list(seen.fresh),
        tasks={task.unit: task for task in seen.tasks},
        counters=dict(seen.counters),
        losses=dict(seen.losses),
        preserved=dict(seen.preserved),
        contact=seen.contact,
        first_fire=seen.first_fire,
        last_loss=seen.last_loss,
        fired_on=dict(seen.fired_on),
    )
    _note_tests(state, seen)
    known = {position.cell for position in state.positions}
    state.positions += [Position(cell, foe) for cell in sorted({u.cell for u in enemies if u.hidden} - known)]
    if seen.column is not None:
        state.columns[side] = seen.column
    # What a way or a zone depends on is public, and dealt before.
    for key in scene.hooks.deals:
        set_part(state, key, part_of(seen, key))
    if scene.side(foe).deploy == "column" and seen.turn:
        state.columns[foe] = _enemy_column(state, seen, scene, foe, rng)
    if seen.submitted is not None:
        state.submitted[side] = seen.submitted
    if seen.step in _MOVING:
        state.run = Run(seen.point, [m.copy() for m in seen.movers],
                        [w.copy() for w in seen.watches])  # fmt: skip
    for key, deal in scene.hooks.deals.items():
        set_part(state, key, deal(part_of(seen, key), state, rng))
    _answer(state, seen, scene, foe, rng)
    return state


def _note_tests(state: TankState, seen: TankView) -> None:
    """Marks the enemies that own units have tried to spot this turn (13.21b)."""
    assert seen.side is not None
    places = {known_as(u, seen.side): i for i, u in enumerate(state.units) if u.status == ON_MAP}
    for unit in state.units:
        unit.tested = unit_set(places[name] for name in seen.looked.get(unit.id, ()))


def _enemies(seen: TankView, scene: Scene, foe: str, rng: Random) -> list[Unit]:
    """The enemy force: known units as they are, the others where they could be."""
    roster = {unit.id: unit for unit in deployment.new_units(scene.scenario) if unit.side == foe}
    if scene.side(foe).others and seen.step in _UNRAISED:
        roster = {}
    elif scene.side(foe).others:
        made = guessed(scene.side(foe), [unit for unit in seen.known if unit.side == foe], 0, rng)
        roster = {unit.id: unit for unit in made}
    free = [unit for name, unit in roster.items() if all(name != known.id for known in seen.known)]
    passengers = Passengers(seen, roster)
    roster |= {unit.id: unit.copy() for unit in seen.known}
    gone = int(seen.facts[f"{foe} exited"]) - sum(unit.status == EXITED for unit in seen.known)
    gone = passengers.settle(roster, free, gone, rng)
    if scene.side(foe).deploy == "column":
        line = [unit for unit in roster.values() if unit.id not in passengers.first]
        _line_up(seen, line, passengers.taken, free, foe, gone, rng)
    else:
        rng.shuffle(free)
        _deal(seen, scene, roster, free, passengers.taken, gone, rng)
        if (seen.turn and scene.side(foe).deploy in HIDING) or seen.step == "advance":
            _hide(free, roster, scene, foe, rng, seen)
    return list(roster.values())


def _line_up(
    seen: TankView, line: list[Unit], taken: set[int], free: list[Unit], foe: str, gone: int, rng: Random
) -> None:
    """Numbers a column: its counters are placed in the order of the force (17.3-3), so each is a certain unit.

    The numbers that are `taken` belong to passengers, who come down one by one.
    """
    number = 0
    for unit in line:
        number += 1
        while number in taken:
            number += 1
        if not any(unit is other for other in free) or number > seen.counters.get(foe, 0):
            continue
        unit.counter = number
        cell = seen.face_down.get(known_as(unit, seen.side or ""))
        if cell is not None:
            unit.cell, unit.status, unit.facing = cell, ON_MAP, rng.randrange(6)
        elif gone > is_loaded(unit):
            gone -= 1 + is_loaded(unit)
            unit.status = EXITED


def _deal(
    seen: TankView, scene: Scene, roster: dict[str, Unit], free: list[Unit], taken: set[int], gone: int, rng: Random
) -> None:
    """Deals free units to the face-down counters, stacked ones first, and to those that have left; takes them off."""
    there: dict[Cell, list[str]] = {}
    for unit in roster.values():
        if unit.status == ON_MAP:
            there.setdefault(unit.cell, []).append(unit.type)
    crowd = Counter(seen.face_down.values())
    counters = [name for name in seen.face_down if int(name.partition("?")[2]) not in taken]
    _send_off(roster, free, max(0, gone), len(free) - len(counters))
    for name in sorted(counters, key=lambda name: -crowd[seen.face_down[name]]):
        cell = seen.face_down[name]
        stacked = crowd[cell] > 1
        able = (
            u for u in free if fits([*there.get(cell, ()), u.type], scene.hooks) and (arms(u.type).soft or not stacked)
        )
        unit = next(able, free[0])  # in the middle of movement even vehicles may share a hex
        free.remove(unit)
        there.setdefault(cell, []).append(unit.type)
        unit.cell, unit.status, unit.facing = cell, ON_MAP, rng.randrange(6)
        unit.counter = int(name.partition("?")[2])


def _send_off(roster: dict[str, Unit], free: list[Unit], gone: int, spare: int) -> None:
    """Lets so many free units have left the map, of those that no counter needs: alone or with what they carry."""
    loaded = [unit for unit in free if is_loaded(unit)]
    single = [unit for unit in free if not is_loaded(unit)]
    pairs = min(max(0, gone - spare, (gone - len(single) + 1) // 2), gone // 2, len(loaded))
    for unit in (*loaded[:pairs], *single[: gone - 2 * pairs]):
        rider = next((one for one in roster.values() if first_carrier(one) == unit.id), None)
        if rider is not None:
            detach(roster, rider)
            rider.status, rider.cell = EXITED, OFF_MAP
        unit.status = EXITED
        free.remove(unit)


def _hide(rest: list[Unit], roster: dict[str, Unit], scene: Scene, foe: str, rng: Random, seen: TankView) -> None:
    """Places unseen defenders in hexes where they could be: in the zone, and not next to a unit that would see them."""
    setup = scene.side(foe)
    near = {unit.cell for unit in roster.values() if unit.status == ON_MAP}
    for unit in seen.own:
        if unit.status == ON_MAP:
            near |= {unit.cell, *scene.board.neighbours[unit.cell]}
    near |= {position.cell for position in seen.positions if position.side == foe}
    cells = [cell for cell in deployment.zone_of(seen, scene, foe) if cell not in near]
    for unit, cell in _spread(scene, rest, cells, rng):
        unit.cell, unit.facing = cell, rng.randrange(6)
        if setup.deploy in ("hidden", "defence"):
            unit.status, unit.hidden = ON_MAP, True


def _spread(scene: Scene, units: list[Unit], cells: list[Cell], rng: Random) -> list[tuple[Unit, Cell]]:
    """Each unit with a random cell, none stacked beyond the limits."""
    filled: dict[Cell, list[str]] = {}
    found = []
    for unit in units:
        while True:
            cell = rng.choice(cells)
            if fits([*filled.get(cell, []), unit.type], scene.hooks):
                break
        filled.setdefault(cell, []).append(unit.type)
        found.append((unit, cell))
    return found


def _enemy_column(state: TankState, seen: TankView, scene: Scene, foe: str, rng: Random) -> Column:
    """The enemy's column: from the hex where it was seen to enter, through its counters, on to the opposite edge."""
    setup = scene.side(foe)
    entry = seen.entries.get(foe, -1)
    if entry < 0:
        entry = rng.choice(edges.entry_cells(seen, scene, foe))
    deployment.enter(state, scene, foe, Order("enter", (Task(column.COLUMN, ENTRY.kind, (entry,)),)))
    made = state.columns[foe]
    units = [unit for unit in state.units if unit.side == foe and unit.status == ON_MAP]
    if not units or not column.bound(state, scene, foe):
        return made
    way = [entry]
    for unit in sorted(units, key=lambda unit: -unit.counter):
        found = reach(scene.board, scene.ground.vehicle_costs, way[-1], _NEAR)
        if unit.cell not in found:
            found = reach(scene.board, scene.ground.vehicle_costs, way[-1], _FAR)
        if unit.cell not in found:
            made.duty = False
            return made
        way += way_to(found, unit.cell)
    made.trail = way
    if made.route:
        slowest = deployment.setup_pace(setup)
        made.route = (
            way + list(column.cheapest_route(scene.scenario.map, scene.scenario.mode, way[-1], setup.edge, slowest))[1:]
        )
    return made


def _answer(state: TankState, seen: TankView, scene: Scene, foe: str, rng: Random) -> None:
    """An answer for an enemy that has already given one: it may be anything, here the plainest."""
    if foe in seen.stack[-1].owing:
        return
    setup = scene.side(foe)
    if seen.step == "setup":
        if setup.deploy == "column":
            entry = rng.choice(edges.entry_cells(seen, scene, foe))
            state.submitted[foe] = Order("enter", (Task(column.COLUMN, ENTRY.kind, (entry,)),))
        else:
            units = [unit for unit in state.units if unit.side == foe and unit.status != CARRIED]
            cells = list(deployment.zone_of(seen, scene, foe))
            tasks = (
                Task(u.id, PLACING.kind, (cell,), rng.randrange(6)) for u, cell in _spread(scene, units, cells, rng)
            )
            state.submitted[foe] = Order("deploy", tuple(tasks))
    elif seen.side in seen.stack[-1].owing and seen.step in ("plot", "final"):
        state.submitted[foe] = Order("plot" if seen.step == "plot" else "face")
