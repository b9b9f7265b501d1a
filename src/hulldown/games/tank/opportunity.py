"""Opportunity Fire: lines laid before the turn, triggered by movement across them (8.5)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.tank.combat import aim_at, destroy, fire, fires_over
from hulldown.games.tank.data import Scenario, weapons
from hulldown.games.tank.fire import resolve
from hulldown.games.tank.ground import Ground
from hulldown.games.tank.spotting import attempt, reveal_by_fire
from hulldown.games.tank.state import OFF_MAP, ON_MAP, Mover, TankState, Unit, Watch, occupants

Step = tuple[Mover, Cell, Cell]
"""A mover with the cells it came from (OFF_MAP: it has not moved yet) and went to."""


def fire_at_starters(state: TankState, ground: Ground, scenario: Scenario, doing: Doing) -> None:
    """Shoots at enemies that begin a move inside a line of fire, in their starting hex (8.57a, 8.57b).

    T-51: at the first point, before leaving, and only at units that really start: not one held by an overrun or facing
    an occupied hex. T-52: infantry covering its neighbours waits for somebody to enter.
    """
    run = state.run
    assert run is not None
    if not run.watches:
        return
    standing = occupants(state)
    steps: list[Step] = []
    for mover in run.movers:
        unit = state.units[mover.unit]
        if unit.status != ON_MAP or mover.held or not mover.path:
            continue
        barred = any(state.units[i].side != unit.side and not _leaves(state, i)
                     for i in standing.get(mover.path[0], ()))  # fmt: skip
        if not barred or mover.kind == "OV":
            steps.append((mover, OFF_MAP, unit.cell))
    _trigger(state, ground, scenario, doing, steps)


def _leaves(state: TankState, index: int) -> bool:
    run = state.run
    assert run is not None
    return any(mover.unit == index and mover.active for mover in run.movers)


def fire_at_entries(state: TankState, ground: Ground, scenario: Scenario, doing: Doing, steps: list[Step]) -> None:
    """Shoots at the first unit that came into each line of fire at this point (8.0-proc-of-4, 8.51, 9.0-proc-3)."""
    if steps:
        _trigger(state, ground, scenario, doing, [s for s in steps if state.units[s[0].unit].status == ON_MAP])


def _trigger(state: TankState, ground: Ground, scenario: Scenario, doing: Doing, steps: list[Step]) -> None:
    """Lets every armed watch find its first unit and fire; repeats while watches are left whose target died first.

    8.23b, T-49: several shots at one mover are resolved in turn, nearest firer first, until it dies; those not needed
    stay armed. HE of one entry is combined (8.22c).
    """
    run = state.run
    assert run is not None
    tried: set[tuple[int, int]] = set()
    while True:
        picks: dict[int, list[Watch]] = {}
        places: dict[int, Step] = {}
        for watch in run.watches:
            if watch.armed and state.units[watch.unit].status == ON_MAP:
                step = _first(state, ground, scenario, doing, watch, steps, tried)
                if step is not None:
                    picks.setdefault(step[0].unit, []).append(watch)
                    places[step[0].unit] = step
        if not picks:
            return
        target = min(picks)
        _shoot(state, ground, scenario, doing, picks[target], places[target])
        steps = [s for s in steps if state.units[s[0].unit].status == ON_MAP]


def trigger_cell(ground: Ground, firer: Unit, watch: Watch, before: Cell, after: Cell) -> Cell:
    """The cell in which a step triggers a watch, or OFF_MAP.

    8.53b, 8.53d: entering a hex of the line or the target hex. 8.53c, 9.2d: crossing a hexside along the line counts,
    in the hex left; entering a hex beside it does not. 8.84a, 8.0-proc-of-7: infantry may cover its six neighbours.
    """
    if watch.target == OFF_MAP:
        return after if before != OFF_MAP and after in ground.board.neighbours[firer.cell] else OFF_MAP
    lane = ground.lane(firer.cell, watch.target)
    if lane.along and before != OFF_MAP:
        direction = ground.board.direction(before, after)
        if direction >= 0 and ground.board.side(before, direction) in lane.along:
            return before
    return after if lane.mask >> after & 1 else OFF_MAP


def can_attack(firer: Unit, target: Unit) -> bool:
    """Whether a target is of a kind the firer can attack at all; others do not trigger it (T-50, 8.8a, 8.84b)."""
    weapon, other = weapons()[firer.type], weapons()[target.type]
    if weapon.kind == "infantry":
        return not other.soft
    return (weapon.he if other.soft else weapon.ap) > 0


def _first(
    state: TankState, ground: Ground, scenario: Scenario, doing: Doing, watch: Watch, steps: list[Step],
    tried: set[tuple[int, int]],
) -> Step | None:  # fmt: skip
    """The step that triggers a watch now: the nearest unit, a friend aborting the fire (8.52a to 8.52d).

    All steps given are of one Movement Point, so the least points (8.52b) are equal. T-47, T-48: at equal distance a
    friend comes first, then the better chance, then the lower number. 8.56a: an unspotted unit triggers only if found.
    """
    firer = state.units[watch.unit]
    near: list[tuple[int, bool, int, Step]] = []
    for step in steps:
        unit = state.units[step[0].unit]
        cell = trigger_cell(ground, firer, watch, step[1], step[2])
        if cell == OFF_MAP:
            continue
        friend = unit.side == firer.side
        if (friend and fires_over(firer, unit)) or (not friend and not can_attack(firer, unit)):
            continue
        near.append((ground.board.distance(firer.cell, cell), not friend, step[0].unit, step))
    near.sort(key=lambda entry: entry[:3])
    best: list[tuple[int, bool, int, Step]] = []
    for entry in near:
        if best and entry[0] > best[0][0]:
            break
        _, foe, index, step = entry
        if not foe:
            watch.armed = False
            doing.emit("aborted", "8.52", (firer.side,), unit=firer.id, by=state.units[index].id)
            return None
        if state.units[index].spotted or _found(state, ground, doing, watch, step, tried):
            best.append(entry)
    if len(best) > 1:
        best.sort(key=lambda e: (-len(_preview(state, ground, scenario, watch.unit, e[3])), e[2]))
    return best[0][3] if best else None


def _found(
    state: TankState, ground: Ground, doing: Doing, watch: Watch, step: Step, tried: set[tuple[int, int]]
) -> bool:
    """Whether the firer spots the unit in its line, with a fresh try in each hex (8.56b, T-30; 8.56c by 13.3a)."""
    pair = (watch.unit, step[0].unit)
    if pair in tried:
        return False
    tried.add(pair)
    return attempt(state, ground, doing, watch.unit, step[0].unit, again=True)


def _preview(state: TankState, ground: Ground, scenario: Scenario, firer: int, step: Step) -> tuple[int, ...]:
    return resolve(aim_at(state, ground, scenario, [firer], step[0].unit)).hits_on


def _shoot(
    state: TankState, ground: Ground, scenario: Scenario, doing: Doing, watches: list[Watch], step: Step
) -> None:
    """Resolves the triggered fire at one unit; results take effect at once (8.0-proc-of-6, 8.55, 8.61d)."""
    mover, before, after = step
    target = state.units[mover.unit]
    cell, facing = target.cell, target.facing
    firer = state.units[watches[0].unit]
    if trigger_cell(ground, firer, watches[0], before, after) == before != OFF_MAP:
        # 9.2d: fire across a hexside finds the target in the hex it leaves, facing as it did there.
        target.cell = before
        travel = ground.board.direction(before, after)
        if weapons()[target.type].kind == "vehicle":
            target.facing = (travel + 3) % 6 if mover.kind == "MVR" else travel
    watches.sort(key=lambda w: (ground.board.distance(state.units[w.unit].cell, target.cell), w.unit))
    groups = [watches] if weapons()[target.type].soft else [[watch] for watch in watches]
    for group in groups:
        for watch in group:
            watch.armed = False
        crew = [watch.unit for watch in group]
        hit = fire(state, ground, scenario, doing, crew, mover.unit)
        if hit:
            destroy(state, ground, scenario, doing, mover.unit, "8.55")
        reveal_by_fire(state, ground, doing, [index for index in crew if state.units[index].fired])
        if hit:
            return
    target.cell, target.facing = cell, facing
