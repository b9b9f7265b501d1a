"""Opportunity Fire: lines laid before the turn, triggered by movement across them (8.5)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.lanes import CROSSING, ENTERING
from hulldown.core.sequence import Doing
from hulldown.core.unitsets import NO_UNITS, UnitSet
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import is_present
from hulldown.games.tank.rules.combat import can_attack, crews, destroy, fire, fires_over, shot_at
from hulldown.games.tank.rules.ground import Ground, facing_of
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import Holds
from hulldown.games.tank.rules.spotting import attempt, reveal_by_fire, sees
from hulldown.games.tank.rules.state import (
    DESTROYED,
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
    withholding = scene.situation.withholding
    holds = withholding.holds(state, scene) if withholding is not None else None
    tried: set[tuple[int, int]] = set()
    while True:
        picks: dict[int, list[Watch]] = {}
        places: dict[int, Step] = {}
        entered = [step[2] for step in steps]
        for watch in run.watches:
            if _awake(state, scene, watch, entered):
                step = _first(state, scene, doing, watch, steps, tested, tried, holds)
                if step is not None:
                    picks.setdefault(step[0].unit, []).append(watch)
                    places[step[0].unit] = step
        if not picks:
            return
        target = min(picks)
        _shoot(state, scene, doing, picks[target], places[target])
        steps = [s for s in steps if state.units[s[0].unit].status == ON_MAP]


def _any_awake(state: TankState, scene: Scene, watches: list[Watch], steps: list[Step]) -> bool:
    entered = [step[2] for step in steps]
    for watch in watches:  # noqa: SIM110 - asked at every Movement Point
        if _awake(state, scene, watch, entered):
            return True
    return False


def _awake(state: TankState, scene: Scene, watch: Watch, entered: list[Cell]) -> bool:
    """Whether a watch could be triggered by any of the cells entered: rules most of them out at one glance."""
    firer = state.units[watch.unit]
    if not watch.armed or not is_present(state, firer):
        return False
    if watch.target == OFF_MAP:
        return True
    lane = scene.ground.lane(firer.cell, watch.target)
    return bool(lane.along) or lane.passes(entered)


def trigger_cell(ground: Ground, firer: Unit, watch: Watch, before: Cell, after: Cell) -> Cell:
    """The cell in which a step triggers a watch, or OFF_MAP.

    8.53b, 8.53d: entering a hex of the line or the target hex. 8.53c, 9.2d: crossing a hexside along the line counts,
    in the hex left; entering a hex beside it does not. 8.84a, 8.0-proc-of-7: infantry may cover its six neighbours;
    T-52: a unit that starts in one of them does not trigger there.
    """
    if watch.target == OFF_MAP:
        return after if before != after and after in ground.board.neighbours[firer.cell] else OFF_MAP
    lane = ground.lane(firer.cell, watch.target)
    how = ground.meets(lane, before, after)
    return before if how == CROSSING else after if how == ENTERING else OFF_MAP


def _first(
    state: TankState, scene: Scene, doing: Doing, watch: Watch, steps: list[Step],
    tested: dict[int, UnitSet], tried: set[tuple[int, int]], holds: Holds | None,
) -> Step | None:  # fmt: skip
    """The step that triggers a watch now: that of the first unit only (8.52a, 8.84b).

    8.52d: a friend that comes first aborts the fire. All steps given are of one Movement Point, so the least points
    (8.52b) are equal; the nearer unit is the first (8.52c). T-47, T-48: at equal distance a friend comes first, then
    the better chance, then the lower number. 8.56a: an unspotted unit triggers only if found. T-50: a unit that the
    firer has no fire against does not trigger. R-6: nor does one in a hex of the line that the firer does not see, be
    it spotted or not: it can neither be looked for there (13.1) nor fired at like Direct Fire (8.54, T-35).
    34.4-14, X-58: nor does one at which the fire is withheld; the watch stays armed.
    """
    firer = state.units[watch.unit]
    near: list[tuple[int, bool, int, Step]] = []
    for step in steps:
        unit = state.units[step[0].unit]
        cell = trigger_cell(scene.ground, firer, watch, step[1], step[2])
        if cell == OFF_MAP:
            continue
        friend = unit.side == firer.side
        # 24.32: nor does one that is too near for the firer's missile.
        if fires_over(firer, unit) if friend else not _can_hit(state, scene, firer, unit, cell):
            continue
        if holds is not None and not friend and holds(firer, watch, step):
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
        best.sort(key=lambda entry: (-chance_of(state, scene, watch, entry[3]), entry[2]))
    return best[0][3] if best else None


def _can_hit(state: TankState, scene: Scene, firer: Unit, unit: Unit, cell: Cell) -> bool:
    """Whether a firer has fire against an enemy that comes into a cell of its line, and sees it there."""
    return can_attack(state, scene, firer, unit, cell) and sees(scene, firer, cell)


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


def chance_of(state: TankState, scene: Scene, watch: Watch, step: Step) -> int:
    """The die results with which a watch would destroy the unit that makes this step."""
    target = state.units[step[0].unit]
    real = target.cell, target.facing
    target.cell, target.facing = _caught(state, scene, watch, step)
    crew, mark = crews(state, scene, [watch.unit], step[0].unit, target.cell)[0]
    shot = shot_at(state, scene, crew, mark)
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
    for place, crew, mark in _groups(state, scene, watches, step):
        seen = state.units[mark]
        if seen.status == DESTROYED:
            continue  # T-49: whoever is not needed any more stays armed
        real = target.cell, target.facing
        seen.cell, seen.facing = target.cell, target.facing = place
        for watch in watches:
            watch.armed = watch.armed and watch.unit not in crew
        hit = fire(state, scene, doing, crew, mark)
        if hit:
            # 8.55, 8.62: it dies, and leaves its wreck, where the fire found it.
            destroy(state, scene, doing, mark, "8.61d")
        if not hit or mark != index:
            seen.cell, seen.facing = target.cell, target.facing = real
        reveal_by_fire(state, scene, doing, [shooter for shooter in crew if state.units[shooter].fired])
        if hit and mark == index:
            return


def _groups(
    state: TankState, scene: Scene, watches: list[Watch], step: Step
) -> list[tuple[tuple[Cell, int], list[int], int]]:
    """Who fires together at a mover: where and with what facing it is caught, the firers, and whom they fire at.

    8.22a, 27.72b: AP one by one; HE of those that find it in the same place together. The nearest comes first.
    """
    by_place: dict[tuple[Cell, int], list[int]] = {}
    for watch in watches:
        by_place.setdefault(_caught(state, scene, watch, step), []).append(watch.unit)
    found = [
        (place, crew, mark)
        for place, firers in by_place.items()
        for crew, mark in crews(state, scene, firers, step[0].unit, place[0])
    ]
    order = {watch.unit: at for at, watch in enumerate(watches)}
    return sorted(found, key=lambda entry: order[entry[1][0]])
