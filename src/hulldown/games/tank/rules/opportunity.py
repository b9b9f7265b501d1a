"""Opportunity Fire: lines laid before the turn, triggered by movement across them (8.5)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.core.unitsets import NO_UNITS, UnitSet
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.combat import can_attack, destroy, fire, fires_over, shot_at
from hulldown.games.tank.rules.ground import Ground, facing_of
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.spotting import attempt, reveal_by_fire, sees
from hulldown.games.tank.rules.state import (
    OFF_MAP,
    ON_MAP,
    Mover,
    TankState,
    Unit,
    Watch,
    occupants,
)

Step = tuple[Mover, Cell, Cell]
"""A mover with the cells it came from (OFF_MAP: from outside; the same cell: it has not moved yet) and went to."""


def fire_at_starters(state: TankState, scene: Scene, doing: Doing) -> None:
    """Shoots at enemies that begin a move inside a line of fire, in their starting hex (8.57a, 8.57b).

    T-51: at the first point, before leaving, and only at units that really start: not one held by an overrun or facing
    an occupied hex. T-52: infantry covering its neighbours waits for somebody to enter.
    """
    run = state.run
    assert run is not None
    steps: list[Step] = []
    for mover in run.movers:
        unit = state.units[mover.unit]
        if unit.status == ON_MAP and not mover.held and (mover.path or mover.exits):
            steps.append((mover, unit.cell, unit.cell))
    if not _any_awake(state, scene, run.watches, steps):
        return
    standing = occupants(state)
    steps = [step for step in steps if step[0].kind in scene.overruns or not _barred(state, standing, step[0])]
    # T-30: who has looked for a unit in its starting hex this turn does not look there again.
    _trigger(state, scene, doing, steps, {watch.unit: NO_UNITS for watch in run.watches})


def _barred(state: TankState, standing: dict[Cell, list[int]], mover: Mover) -> bool:
    """Whether an enemy that does not move stands in the first hex of a mover's path."""
    side = state.units[mover.unit].side
    ahead = standing.get(mover.path[0], ()) if mover.path else ()
    return any(state.units[index].side != side and not _leaves(state, index) for index in ahead)


def _leaves(state: TankState, index: int) -> bool:
    run = state.run
    assert run is not None
    return any(mover.unit == index and mover.active for mover in run.movers)


def fire_at_entries(
    state: TankState, scene: Scene, doing: Doing, steps: list[Step], tested: dict[int, UnitSet]
) -> None:
    """Shoots at the first unit that came into each line of fire at this point (8.0-proc-of-4, 8.51, 9.0-proc-3).

    `tested` are the enemies that each unit on watch had tried to spot before this point (`Unit.tested` as it was then).
    """
    units = state.units
    alive: list[Step] = []
    for step in steps:
        if units[step[0].unit].status == ON_MAP:
            alive.append(step)
    _trigger(state, scene, doing, alive, tested)


def _trigger(state: TankState, scene: Scene, doing: Doing, steps: list[Step], tested: dict[int, UnitSet]) -> None:
    """Lets every armed watch find its first unit and fire; repeats while watches are left whose target died first.

    8.23b, T-49: several shots at one mover are resolved in turn, nearest firer first, until it dies; those not needed
    stay armed. HE of one entry is combined (8.22c).
    """
    run = state.run
    assert run is not None
    if not steps:
        return
    if not _any_awake(state, scene, run.watches, steps):
        return
    tried: set[tuple[int, int]] = set()
    while True:
        picks: dict[int, list[Watch]] = {}
        places: dict[int, Step] = {}
        for watch in run.watches:
            if _awake(state, scene, watch, steps):
                step = _first(state, scene, doing, watch, steps, tested, tried)
                if step is not None:
                    picks.setdefault(step[0].unit, []).append(watch)
                    places[step[0].unit] = step
        if not picks:
            return
        target = min(picks)
        _shoot(state, scene, doing, picks[target], places[target])
        steps = [s for s in steps if state.units[s[0].unit].status == ON_MAP]


def _any_awake(state: TankState, scene: Scene, watches: list[Watch], steps: list[Step]) -> bool:
    for watch in watches:  # noqa: SIM110 - asked at every Movement Point
        if _awake(state, scene, watch, steps):
            return True
    return False


def _awake(state: TankState, scene: Scene, watch: Watch, steps: list[Step]) -> bool:
    """Whether a watch could be triggered by any of the cells entered: rules most of them out at one glance."""
    firer = state.units[watch.unit]
    if not watch.armed or firer.status != ON_MAP:
        return False
    if watch.target == OFF_MAP:
        return True
    lane = scene.ground.lane(firer.cell, watch.target)
    if lane.along:
        return True
    for step in steps:  # noqa: SIM110 - asked of every watch at every Movement Point
        if lane.has(step[2]):
            return True
    return False


def trigger_cell(ground: Ground, firer: Unit, watch: Watch, before: Cell, after: Cell) -> Cell:
    """The cell in which a step triggers a watch, or OFF_MAP.

    8.53b, 8.53d: entering a hex of the line or the target hex. 8.53c, 9.2d: crossing a hexside along the line counts,
    in the hex left; entering a hex beside it does not. 8.84a, 8.0-proc-of-7: infantry may cover its six neighbours;
    T-52: a unit that starts in one of them does not trigger there.
    """
    if watch.target == OFF_MAP:
        return after if before != after and after in ground.board.neighbours[firer.cell] else OFF_MAP
    lane = ground.lane(firer.cell, watch.target)
    if lane.along:
        direction = ground.board.direction(before, after)
        if direction >= 0 and ground.board.side(before, direction) in lane.along:
            return before
    return after if lane.has(after) else OFF_MAP


def _first(
    state: TankState, scene: Scene, doing: Doing, watch: Watch, steps: list[Step],
    tested: dict[int, UnitSet], tried: set[tuple[int, int]],
) -> Step | None:  # fmt: skip
    """The step that triggers a watch now: that of the first unit only (8.52a, 8.84b).

    8.52d: a friend that comes first aborts the fire. All steps given are of one Movement Point, so the least points
    (8.52b) are equal; the nearer unit is the first (8.52c). T-47, T-48: at equal distance a friend comes first, then
    the better chance, then the lower number. 8.56a: an unspotted unit triggers only if found. T-50: a unit that the
    firer has no fire against does not trigger. R-6: nor does one in a hex of the line that the firer does not see, be
    it spotted or not: it can neither be looked for there (13.1) nor fired at like Direct Fire (8.54, T-35).
    """
    firer = state.units[watch.unit]
    near: list[tuple[int, bool, int, Step]] = []
    for step in steps:
        unit = state.units[step[0].unit]
        cell = trigger_cell(scene.ground, firer, watch, step[1], step[2])
        if cell == OFF_MAP:
            continue
        friend = unit.side == firer.side
        if fires_over(firer, unit) if friend else not (can_attack(firer, unit) and sees(scene, firer, cell)):
            continue
        near.append((scene.board.distance(firer.cell, cell), not friend, step[0].unit, step))
    near.sort(key=lambda entry: (entry[0], entry[1], state.units[entry[2]].counter))
    best: list[tuple[int, bool, int, Step]] = []
    for entry in near:
        if best and entry[0] > best[0][0]:
            break
        _, foe, index, step = entry
        if not foe:
            watch.armed = False
            doing.emit("aborted", "8.52d", (firer.side,), unit=firer.id, by=state.units[index].id)
            return None
        if state.units[index].spotted or _found(state, scene, doing, watch, step, tested, tried):
            best.append(entry)
    if len(best) > 1:
        best.sort(key=lambda entry: (-_chance(state, scene, watch, entry[3]), entry[2]))
    return best[0][3] if best else None


def _found(
    state: TankState, scene: Scene, doing: Doing, watch: Watch, step: Step, tested: dict[int, UnitSet],
    tried: set[tuple[int, int]],
) -> bool:  # fmt: skip
    """Whether the firer spots the unit in its line: a fresh try in each hex (8.56b, T-30; 8.56c by 13.3a).

    It looks again for a unit that it missed earlier this turn, in another hex, but only once in the hex entered now.
    8.0-proc-of-5: the unit is looked for in the hex in which it triggers the fire.
    """
    pair = (watch.unit, step[0].unit)
    if pair in tried:
        return False
    tried.add(pair)
    target = state.units[step[0].unit]
    real = target.cell, target.facing
    target.cell, target.facing = _caught(state, scene, watch, step)
    found = attempt(state, scene, doing, *pair, again=step[0].unit in tested[watch.unit])
    target.cell, target.facing = real
    return found


def _chance(state: TankState, scene: Scene, watch: Watch, step: Step) -> int:
    """The die results with which a watch would destroy the unit that makes this step."""
    target = state.units[step[0].unit]
    real = target.cell, target.facing
    target.cell, target.facing = _caught(state, scene, watch, step)
    shot = shot_at(state, scene, [watch.unit], step[0].unit)
    target.cell, target.facing = real
    return len(shot.hits_on)


def _caught(state: TankState, scene: Scene, watch: Watch, step: Step) -> tuple[Cell, int]:
    """Where and with which facing a step is fired at (8.0-proc-of-5).

    9.2d: fire across a hexside finds the target in the hex it leaves, facing as it did there.
    """
    mover, before, after = step
    target = state.units[mover.unit]
    if before == after or trigger_cell(scene.ground, state.units[watch.unit], watch, before, after) != before:
        return target.cell, target.facing
    if not arms(target.type).drives:
        return before, target.facing
    travel = scene.board.direction(before, after)
    return before, facing_of(travel, mover.kind in scene.reverses)


def _shoot(state: TankState, scene: Scene, doing: Doing, watches: list[Watch], step: Step) -> None:
    """Resolves the triggered fire at one unit like Direct Fire (8.54); results take effect at once.

    Cases 8.0-proc-of-6, 8.55, 8.61d. HE shots combine if they find the target in the same hex.
    """
    index = step[0].unit
    target = state.units[index]
    watches.sort(key=lambda w: (scene.board.distance(state.units[w.unit].cell, target.cell), w.unit))
    groups: list[list[Watch]] = [[watch] for watch in watches]
    if arms(target.type).soft:
        by_place: dict[tuple[Cell, int], list[Watch]] = {}
        for watch in watches:
            by_place.setdefault(_caught(state, scene, watch, step), []).append(watch)
        groups = list(by_place.values())
    for group in groups:
        real = target.cell, target.facing
        target.cell, target.facing = _caught(state, scene, group[0], step)
        for watch in group:
            watch.armed = False
        crew = [watch.unit for watch in group]
        hit = fire(state, scene, doing, crew, index)
        if hit:
            # 8.55, 8.62: it dies, and leaves its wreck, where the fire found it.
            destroy(state, scene, doing, index, "8.61d")
        else:
            target.cell, target.facing = real
        reveal_by_fire(state, scene, doing, [shooter for shooter in crew if state.units[shooter].fired])
        if hit:
            return
