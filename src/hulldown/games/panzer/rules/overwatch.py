"""Overwatch fire: whom it may answer, who is asked, and what presets do (4.4.2, 4.5).

A side is asked whenever, as far as both sides can see, one of its face-down commands could be an overwatch that bears
on a target; that it is asked gives nothing away. Rulings G1 to G7: sides alternate until both pass in a row; a shot
makes its shooter a target at once; each vehicle fires once a turn, so every exchange ends.
"""

from __future__ import annotations

from hulldown.core.orders import Order, Task, Violation
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules import presets
from hulldown.games.panzer.rules.combat import aim_of, in_reach, says_more
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import reach, seen_at
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState, Shot, Unit, index_of
from hulldown.games.panzer.rules.verbs.base import WATCHING

PASS, PASS_VEHICLE, PASS_STEP = "pass", "pass vehicle", "pass step"
"""Not now; not during the rest of this vehicle's move; not during the rest of this step."""
WATCH, REACT = "watch", "react"
"""The steps in which overwatch is fired: after Direct Fire, and in answer to movement."""


def open_targets(state: PanzerState, side: str, step: str) -> list[int]:
    """The enemies that overwatch fire of a side may answer now.

    After Direct Fire everybody that fired this turn (4.4.2a, 4.4.2b, 4.2e; G3), in movement the vehicle that moves
    (4.5c, 4.5d, 4.5.1.1.8b) and whoever fired in this exchange (4.4.2f, 4.5e; G2). 4.4.1j: nobody twice (G4).
    """
    units, engaged = state.units, state.engaged
    if step == WATCH:
        asked = [index for index, unit in enumerate(units) if unit.fired]
    else:
        mover = state.mover.unit if state.mover is not None and step == REACT else -1
        asked = [index for index in state.chain if units[index].fired and index != mover]
        if mover >= 0:
            asked = sorted((*asked, mover)) if asked else [mover]
    return [
        index for index in asked if units[index].side != side and units[index].status == ON_MAP and index not in engaged
    ]


def bears(state: PanzerState, scene: Scene, shooter: Unit, target: Unit, far: int) -> bool:
    """Whether a vehicle could fire at a target now: spotted as it stands (4.4.2g, 4.2f, 4.1d), in reach (4.4.2d)."""
    if scene.hooks.spotting:
        far = seen_at(state, scene, shooter, target, far)
    return (
        scene.clear(shooter.cell, target.cell)
        and scene.board.distance(shooter.cell, target.cell) <= far
        and in_reach(scene.ground, shooter, target)
    )


def could_fire(state: PanzerState, scene: Scene, side: str, targets: list[int]) -> bool:
    """Whether one of a side's face-down commands could be an overwatch that bears; uses only what both sides see."""
    for index in targets:
        target = state.units[index]
        far = reach(state, scene, target)
        row = scene.bits(target.cell)
        for unit in state.units:
            if (
                unit.side == side
                and not unit.known
                and unit.command
                and unit.status == ON_MAP
                and row[unit.cell >> 3] >> (unit.cell & 7) & 1
                and bears(state, scene, unit, target, far)
            ):
                return True
    return False


def watchers(state: PanzerState, scene: Scene, side: str, targets: list[int]) -> dict[int, list[int]]:
    """The vehicles of a side with an unrevealed Overwatch command, and the targets each may fire at."""
    found: dict[int, list[int]] = {}
    for target in targets:
        aim = state.units[target]
        far = reach(state, scene, aim)
        for index, unit in enumerate(state.units):
            if (
                unit.command in scene.watching
                and unit.side == side
                and not unit.known
                and unit.status == ON_MAP
                and bears(state, scene, unit, aim, far)
            ):
                found.setdefault(index, []).append(target)
    return found


def check_overwatch(state: PanzerState, scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with an announcement of overwatch fire: one target, all who fire at it (4.4.1j, 4.4.2d; G1)."""
    step = state.stack[-1].step
    if not order.tasks:
        allowed = choices(state, side, step)
        if order.choice in allowed:
            return []
        return [Violation("4.4.2c", f"name who fires at whom, or answer {', '.join(allowed)}")]
    if order.choice:
        return [Violation("4.4.2c", "fire or pass, not both")]
    ready = watchers(state, scene, side, open_targets(state, side, step))
    wrong: list[Violation] = []
    seen: set[int] = set()
    common = order.tasks[0].targets
    for task in order.tasks:
        index = index_of(state, task.unit)
        target = index_of(state, task.targets[0]) if len(task.targets) == 1 else -1
        if index not in ready or index in seen or scene.verb(task.kind, WATCHING) is None or says_more(task):
            wrong.append(Violation("4.4.2e", "it has no overwatch fire to declare now", task.unit))
        elif target not in ready[index]:
            wrong.append(Violation("4.4.2g", "name one target that it spots, in range and field of fire", task.unit))
        elif task.targets != common:
            wrong.append(Violation("4.4.1j", "fire is announced on one target at a time", task.unit))
        seen.add(index)
    return wrong


def choices(state: PanzerState, side: str, step: str) -> tuple[str, ...]:
    """How a side may let a chance go by: this one, or with it all that the moving vehicle or the step still offers."""
    if step == REACT and state.mover is not None and state.units[state.mover.unit].side != side:
        return (PASS, PASS_VEHICLE, PASS_STEP)
    return (PASS,)


def by_preset(state: PanzerState, scene: Scene, side: str, step: str) -> Order | None:
    """What a side's presets fire now: the most promising shot, with those that join in; None: they hold (4.4.2c)."""
    best: tuple[int, int, int] | None = None
    ready: dict[int, list[tuple[int, bool]]] = {}
    for index, targets in watchers(state, scene, side, open_targets(state, side, step)).items():
        preset = presets.read(state.units[index].preset)
        assert isinstance(preset, presets.Preset)
        for target in targets:
            aim = aim_of(state, scene, Shot(index, target, True))
            solution = scene.resolve(aim)
            if preset.wants(cards()[state.units[target].type], aim.distance, solution):
                ready.setdefault(target, []).append((index, preset.join))
                key = (presets.promise(solution), -target, -index)
                best = key if best is None else max(best, key)
    if best is None:
        return None
    target, lead = -best[1], -best[2]
    name = (state.units[target].id,)
    firing = [index for index, join in ready[target] if index == lead or join]
    return Order(
        WATCHING, tuple([Task(state.units[index].id, state.units[index].command, targets=name) for index in firing])
    )
