"""Fire in execution: aims taken from the position, dice, losses, and the Direct Fire Segment (8.0, 8.2, 8.4, 8.6)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell
from hulldown.core.events import ONLOOKERS, Scalar
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.aim import RIDING
from hulldown.games.tank.rules.arms import Arms, arms
from hulldown.games.tank.rules.cargo import CARRIED, carrier_of, in_position, is_present, load_of, rider_on, take_off
from hulldown.games.tank.rules.fire import DIE, HE, Aim, Extra, Firer, Shot, resolve
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.levels import panic_level, shaken_by_losses
from hulldown.games.tank.rules.missiles import note_launch
from hulldown.games.tank.rules.preservation import count_loss
from hulldown.games.tank.rules.report import known_as, open_order
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.spotting import reveal_by_fire
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, SIDES, TankState, Unit, enemy_of, index_of
from hulldown.games.tank.rules.weaponry import fire_of, least_of, like_a_gun

if TYPE_CHECKING:
    from hulldown.games.tank.rules.verbs.base import TankVerb


def halved_by_preservation(state: TankState, scene: Scene, side: str, weapon: Arms | None = None) -> bool:
    """Whether a force (or a weapon of it) fires at half strength: from the turn after Preservation (15.11a, 15.11b).

    24.5b: not in the Expanded game, where it panics more instead.
    """
    return not scene.doctrine.shaken and shaken_by_losses(state, scene, side, weapon)


def visible_enemies(state: TankState, side: str) -> list[Unit]:
    """The enemy counters a side's player sees on the map, face up or face down (13.4a)."""
    return [u for u in state.units if u.side != side and u.status == ON_MAP and not u.hidden]


def may_hurt(state: TankState, scene: Scene, unit: Unit, enemy: Unit) -> bool:
    """Whether, for all the unit's player knows, it has fire against an enemy counter (8.9b, T-46)."""
    if enemy.spotted:
        return can_attack(state, scene, unit, enemy, enemy.cell)
    # 24.31-note-1: a missile hits nothing that is too near, whatever it is.
    return bool(scene.doctrine.squads) or scene.board.distance(unit.cell, enemy.cell) >= least_of(unit)


def aim_at(state: TankState, scene: Scene, firers: list[int], target: int) -> Aim:
    """The aim of these units at a target as the position stands (8.0-proc-df-6, 8.3a, 8.54)."""
    units, ground = state.units, scene.ground
    seen, first = units[target], units[firers[0]]
    cell = seen.cell
    panic = panic_level(state, scene, first.side)
    preserved = halved_by_preservation(state, scene, first.side)
    distance = scene.board.distance
    crew: list[Firer] = []
    for index in firers:
        weapon = arms(units[index].type)
        if scene.hooks.shakes:
            panic = panic_level(state, scene, first.side, weapon)
            preserved = halved_by_preservation(state, scene, first.side, weapon)
        used, strength = weapon.weapon, ""
        if not scene.doctrine.squads:
            how = fire_of(state, scene, units[index], seen, cell)
            used, strength = (how.weapon, how.kind) if how is not None else (used, strength)
        table = scene.results(weapon, panic) if scene.hooks.tables else ""
        mounted = units[index].status == CARRIED
        crew.append(Firer(used, distance(units[index].cell, cell), panic, preserved, table, mounted, strength,
                          scene.doctrine))  # fmt: skip
    extras: tuple[Extra, ...] = ()
    for hook in scene.hooks.factors:
        extras += hook(state, scene, firers, target)
    riding = seen.status == CARRIED
    # riders move as the tank does that carries them.
    mover = carrier_of(state, seen) or seen if riding else seen
    return Aim(
        tuple(crew),
        arms(seen.type).weapon,
        ground.mode,
        RIDING if riding else ground.rows[cell].name,
        cell in state.wrecks,
        in_position(state, scene, seen),
        ground.aspect(first.cell, cell, seen.facing),
        _shelter(ground, [units[index].cell for index in firers], cell),
        mover.points if mover.moving else 0,
        mover.moving,
        extras,
    )


def shot_at(state: TankState, scene: Scene, firers: list[int], target: int) -> Shot:
    """The shot of these units at a target as the position stands."""
    return resolve(aim_at(state, scene, firers, target))


def _shelter(ground: Ground, cells: list[Cell], target: Cell) -> str:
    """The hexside that shelters the target from every one of these cells, the weakest if they differ.

    Cases 10.32a, 10.32b, 14.41b; T-29: tested for each attack.
    """
    names = set()
    for cell in cells:
        name, shelters = ground.cover_side(cell, target)
        if not shelters:
            return ""
        names.add(name)
    return min(names, key=lambda name: ground.mode.rows[name].vehicle)


def can_attack(state: TankState, scene: Scene, firer: Unit, target: Unit, cell: Cell) -> bool:
    """Whether a firer has any fire against a target of this kind in a cell (8.1b, 8.8a; 26.1, 27.6)."""
    if scene.doctrine.squads:
        return arms(firer.type).can_attack(arms(target.type))
    return fire_of(state, scene, firer, target, cell) is not None


def crews(state: TankState, scene: Scene, firers: list[int], target: int, cell: Cell) -> list[tuple[list[int], int]]:
    """Who fires together at a unit in a cell, and at whom: AP one by one (8.22a), HE of all in one attack (8.22c).

    27.72b: both kinds may be fired at a truck. 27.61a: HE at a tank strikes its riders, of whom the tank takes no harm
    (27.61b).
    """
    if scene.doctrine.squads:
        return [(firers, target)] if arms(state.units[target].type).soft else [([index], target) for index in firers]
    found: list[tuple[list[int], int]] = []
    together: dict[int, list[int]] = {}
    seen = state.units[target]
    for index in firers:
        how = fire_of(state, scene, state.units[index], seen, cell)
        if how is not None and how.kind == HE:
            rider = rider_on(state, seen) if how.rider else None
            mark = target if rider is None else index_of(state, rider.id)
            together.setdefault(mark, []).append(index)
        else:
            found.append(([index], target))
    return found + [(crew, mark) for mark, crew in together.items()]


def fire(state: TankState, scene: Scene, doing: Doing, firers: list[int], target: int) -> bool:
    """Whether the target is destroyed by one attack of these units; marks them as having fired (8.21a, 8.9c, 8.9e)."""
    aim = aim_at(state, scene, firers, target)
    shot = resolve(aim)
    seen = state.units[target]
    if shot.void:
        # 8.9b, T-50: the task is spent without an attack.
        for index in firers:
            shooter = state.units[index]
            doing.emit("no_attack", shot.rule, (shooter.side,), unit=shooter.id, target=seen.id, why=shot.void)
        return False
    side = state.units[firers[0]].side
    _spend(state, firers, aim)
    state.fired_on[seen.side] = True
    state.first_fire = state.first_fire or state.turn
    state.contact = state.contact or state.turn
    names = " ".join(state.units[index].id for index in firers)
    rolled = doing.dice.roll(DIE, f"{names} at {seen.id}")
    hit = rolled in shot.hits_on
    _report(state, scene, doing, firers, seen, shot, rolled, hit, side)
    return hit


def _spend(state: TankState, firers: list[int], aim: Aim) -> None:
    """Marks units as having fired; one that fired a missile waits after that (24.34)."""
    for index in firers:
        state.units[index].fired = True
        if aim.guided:
            note_launch(state, state.units[index])


def _report(
    state: TankState, scene: Scene, doing: Doing, firers: list[int], seen: Unit, shot: Shot, rolled: int, hit: bool,
    side: str,
) -> None:  # fmt: skip
    """Tells of a shot: in full to the firers' side, to the other only what it can see of it."""
    shooters = [state.units[index] for index in firers]
    result = "destroyed" if hit else "missed"
    full: dict[str, Scalar] = {
        "unit": " ".join([unit.id for unit in shooters]), "target": seen.id, "result": result,
        "die": rolled, "add": shot.add, "hits_on": _series(shot.hits_on),
        "range": shot.distance, "column": shot.column, "strength": shot.strength.value, "defence": shot.defence.value,
        "at": scene.board.labels[seen.cell], "chance": _CHANCES[len(shot.hits_on)],
    }  # fmt: skip
    if all(unit.spotted for unit in shooters):
        doing.note("shot", shot.rule, (), full, shot.factors)
        return
    doing.note("shot", shot.rule, (side,), full, shot.factors)
    names = " ".join(filter(None, (known_as(unit, enemy_of(side)) for unit in shooters)))
    doing.emit("shot_at", "8.9", (enemy_of(side), ONLOOKERS), unit=names or "unseen", target=seen.id, result=result,
               die=rolled, at=scene.board.labels[seen.cell])  # fmt: skip


_CHANCES: Final = tuple(str(Fraction(hits, DIE)) for hits in range(DIE + 1))
"""The chance of a shot in words, by how many results of the die hit."""


def _series(dice: tuple[int, ...]) -> str:
    if not dice:
        return "nothing"
    return str(dice[0]) if len(dice) == 1 else f"{dice[0]}-{dice[-1]}"


def destroy(state: TankState, scene: Scene, doing: Doing, index: int, rule: str) -> None:
    """Removes a destroyed unit: a vehicle leaves a wreck (8.62, 4.1-b-3a), a soft unit nothing (8.63). T-84: a loss."""
    unit = state.units[index]
    if unit.status != ON_MAP and unit.status != CARRIED:
        return
    passenger = load_of(state, unit)
    _leave(state, unit)
    unit.status = DESTROYED
    unit.hidden = unit.dying = False
    armoured = not arms(unit.type).soft
    if armoured and unit.cell not in state.wrecks and unit.cell not in state.fresh:
        state.fresh.append(unit.cell)
    # 14.3: an Improved Position goes with its last occupant.
    held = any(u.cell == unit.cell and u.side == unit.side and u.status == ON_MAP for u in state.units)
    state.positions = [p for p in state.positions if held or p.cell != unit.cell or p.side != unit.side]
    state.tasks.pop(unit.id, None)
    doing.emit("destroyed", rule, (), unit=unit.id, side=unit.side, type=unit.type, hex=scene.board.labels[unit.cell],
               wreck=armoured)  # fmt: skip
    count_loss(state, scene, doing, index)
    if passenger is not None:
        # 27.6-cy, X-80: who is on board shares the fate of the vehicle.
        passenger.cell = unit.cell
        destroy(state, scene, doing, index_of(state, passenger.id), "27.6-cy")


def _leave(state: TankState, unit: Unit) -> None:
    """Parts a unit that is lost from the one it carried, or that carried it."""
    passenger, carrier = load_of(state, unit), carrier_of(state, unit)
    if passenger is not None:
        take_off(unit, passenger)
    elif carrier is not None:
        take_off(carrier, unit)


def end_segment(state: TankState) -> None:
    """Lets the wrecks of a segment count as terrain (T-57)."""
    state.wrecks.extend(state.fresh)
    state.fresh.clear()


def fires_over(firer: Unit, friend: Unit) -> bool:
    """Whether a firer may shoot past a friend: an AT gun past infantry, with AP (8.41c, 8.43b, T-26).

    26.12c: a squad with a device fires like one.
    """
    return arms(friend.type).squad and like_a_gun(firer)


def fires_past(state: TankState, scene: Scene, firer: Unit, friend: Unit, cell: Cell) -> bool:
    """Whether a firer may shoot past a friend into a cell: not with HE, as far as its player knows (T-26)."""
    if not fires_over(firer, friend):
        return False
    if scene.doctrine.squads or not arms(firer.type).he:
        return True
    there = [foe for foe in visible_enemies(state, firer.side) if foe.cell == cell and foe.spotted]
    return not any(arms(foe.type).soft and not arms(foe.type).truck for foe in there)


def direct_fire(state: TankState, scene: Scene, doing: Doing) -> None:
    """Carries out the Direct Fire Segment (4.1-b-3a, 4.1-b-3b, 4.3a): all fire is simultaneous (4.0b).

    8.61a, 8.61b, T-02, T-03: results count when the segment ends; 8.61c, 8.58a: for units on Opportunity Fire, which
    may still fire, when movement ends. A unit killed here that was due to move never does (4.3b).
    """
    fired: list[int] = []
    killed: set[int] = set()
    for side in SIDES:
        for cell, firers in sorted(_targets(state, scene, doing, side).items()):
            fired += _fire_at_hex(state, scene, doing, cell, firers, killed)
    reveal_by_fire(state, scene, doing, [index for index in fired if state.units[index].status == ON_MAP])
    for index in sorted(killed):
        unit = state.units[index]
        if _on_watch(state, scene, unit):
            unit.dying = True
            doing.emit("dying", "8.58b", (unit.side,), unit=unit.id)
        else:
            destroy(state, scene, doing, index, "8.61a" if unit.moving or unit.panicked else "8.61b")
    end_segment(state)


def _on_watch(state: TankState, scene: Scene, unit: Unit) -> bool:
    """Whether a unit, or the squad that fires from aboard it, is on Opportunity Fire (8.61c; RT-14)."""
    crew = [unit]
    rider = load_of(state, unit)
    if rider is not None and is_present(state, rider):
        crew.append(rider)
    tasks = [state.tasks[one.id] for one in crew if one.id in state.tasks]
    return any(scene.verbs[task.kind].watches for task in tasks)


def _targets(state: TankState, scene: Scene, doing: Doing, side: str) -> dict[Cell, list[int]]:
    """The hexes a side fires at with the units that may: friends in the way cancel (8.43c, 9.37b; T-24, T-25)."""
    plots: list[tuple[Unit, Task]] = []
    shooters: list[int] = []
    targets: dict[Cell, list[int]] = {}
    tasks, verbs = state.tasks, scene.verbs
    for index, unit in enumerate(state.units):
        task = tasks.get(unit.id) if unit.side == side else None
        if task is None:
            continue
        verb = verbs[task.kind]
        if verb.fires:
            if is_present(state, unit):
                shooters.append(index)
        elif task.cells and crosses(verb, unit):
            plots.append((unit, task))
    for index in open_order(state, shooters):
        unit = state.units[index]
        task = state.tasks[unit.id]
        friend = masking(state, scene, unit, plots)
        if friend is not None:
            doing.emit("masked", "8.43c", (side,), unit=unit.id, by=friend.id)
            continue
        targets.setdefault(task.cells[0], []).append(index)
    return targets


def crosses(verb: TankVerb, unit: Unit) -> bool:
    """Whether a task takes a unit through the hexes it names: by a move, or as the vehicle that mounts or dismounts."""
    return verb.moves or (verb.loads and unit.moving)


def masking(state: TankState, scene: Scene, firer: Unit, plots: list[tuple[Unit, Task]]) -> Unit | None:
    """The first of these movers that comes into a line of fire: it enters it, or crosses a hexside along which it runs.

    Cases 8.43c, 8.53c, T-23.
    """
    aimed = state.tasks[firer.id].cells[0]
    lane = scene.ground.lane(firer.cell, aimed)
    for other, plot in plots:
        if not fires_past(state, scene, firer, other, aimed) and scene.ground.touches(lane, other.cell, plot.cells):
            return other
    return None


def _fire_at_hex(
    state: TankState, scene: Scene, doing: Doing, cell: Cell, firers: list[int],
    killed: set[int],
) -> list[int]:  # fmt: skip
    """The units that fired at a hex: each with all its strength at all that is in it (8.21b), at none twice (8.23a).

    8.22a: AP one by one; 8.22c: HE of all together; 8.22d: at each soft unit in the hex. 8.0-proc-df-3, 8.0-proc-df-4,
    T-31: the firers and all their friends in sight have tried to spot the target before the segment.
    """
    side = state.units[firers[0]].side
    there = [
        index
        for index, unit in enumerate(state.units)
        if unit.side != side and unit.status == ON_MAP and unit.cell == cell and not unit.hidden
    ]
    targets = [index for index in there if state.units[index].spotted]
    if not targets:
        # 13.0-gen-2, 8.0-proc-df-5: an unspotted target is not fired at and the turn is wasted.
        for index in firers:
            doing.emit("unspotted", "8.0-proc-df-5", (side,), unit=state.units[index].id, hex=scene.board.labels[cell])
        return []
    for target in targets:
        _fire_at_unit(state, scene, doing, firers, target, killed)
    return [index for index in firers if state.units[index].fired]


def _fire_at_unit(
    state: TankState, scene: Scene, doing: Doing, firers: list[int], target: int, killed: set[int]
) -> None:
    """Fires at one unit in a hex with all that have fire against it (8.22a, 8.22c, 8.22d)."""
    seen, side = state.units[target], state.units[firers[0]].side
    able = [index for index in firers if can_attack(state, scene, state.units[index], seen, seen.cell)]
    for index in firers:
        if index not in able:
            doing.emit("no_attack", "8.9b", (side,), unit=state.units[index].id, target=seen.id,
                       why="it has no fire against that")  # fmt: skip
    for crew, mark in crews(state, scene, able, target, seen.cell) if able else ():
        aim = aim_at(state, scene, crew, mark)
        if mark in killed and not resolve(aim).void:
            # T-04: further shots at a target already hit are spent without effect (8.22b).
            _spend(state, crew, aim)
            doing.emit("overkill", "8.22b", (side,), unit=state.units[crew[0]].id, target=state.units[mark].id)
        elif fire(state, scene, doing, crew, mark):
            killed.add(mark)
