"""Overruns announced and carried out inside a move (6.6.10)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from hulldown.core.events import Scalar
from hulldown.core.orders import Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.rules.advanced import gp, overrun
from hulldown.games.panzer.rules.advanced.gp import GpAim
from hulldown.games.panzer.rules.advanced.hindrances import Source
from hulldown.games.panzer.rules.advanced.pieces import OFF
from hulldown.games.panzer.rules.advanced.play import control, cover, effects, halts, sight, spotting, supply, works
from hulldown.games.panzer.rules.advanced.play.aims import CAVALRY, CRAWLING, counted, defence_of
from hulldown.games.panzer.rules.advanced.play.assault.memory import aim_of, combat_of
from hulldown.games.panzer.rules.advanced.play.facts import (
    detail_of,
    leg_of,
    member_of,
    over_stacked,
    passengers,
    vehicle_of,
)
from hulldown.games.panzer.rules.advanced.play.obstacles import surroundings
from hulldown.games.panzer.rules.advanced.play.shooting import own_up
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, Way, arms_of
from hulldown.games.panzer.rules.advanced.verbs.marches import AGAINST
from hulldown.games.panzer.rules.driving import AHEAD, LEAVE
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, Mover, PanzerState, Progress, index_of

_EFFECTS: Final = {"suppressed": "6.6.10.2-suppressed", "effective": "6.6.10.2-effective"}


# Announcing.


def target_in(state: PanzerState, scene: Scene, task: Task) -> int:
    """The unit that a task overruns; -1: none (6.6.10f)."""
    start = state.units[index_of(state, task.unit)].cell
    stops = halts.read(state, scene.board, task, start).halts
    return next((stop.unit for stop in stops if stop.word == halts.OVERRUN), -1)


def attacked_by(state: PanzerState, scene: Scene, task: Task) -> int:
    """The unit that a task attacks by its Move command, itself or by who dismounts; -1: none (6.6.11a; R44)."""
    target, index = target_in(state, scene, task), index_of(state, task.unit)
    if target >= 0 or state.units[index].command not in scene.marching:
        return target
    stops = halts.read(state, scene.board, task, state.units[index].cell).halts
    foe = task.choice.partition(f"{AGAINST} ")[2]
    return max([stop.target for stop in stops] + [index_of(state, foe)])


def clashes(state: PanzerState, scene: Scene, tasks: Sequence[Task]) -> list[Violation]:
    """Vehicles that share a command and would attack different units, themselves or by who dismounts (6.6.11a)."""
    aims = {index_of(state, task.unit): attacked_by(state, scene, task) for task in tasks}
    found = []
    for index, target in aims.items():
        others = [mate for mate in control.sharing(state, index) if mate < index and aims.get(mate, -1) >= 0]
        if target >= 0 and any(aims[mate] != target for mate in others):
            why = f"it shares its command with {state.units[others[0]].id}: one target for all of them"
            found.append(Violation("6.6.11a", why, state.units[index].id))
    return found


def announce(state: PanzerState, scene: Scene, tasks: Sequence[Task], doing: Doing) -> None:
    """Announces the overrun of the first task, with all others of the same unit in the order (6.6.10f; M13)."""
    target = target_in(state, scene, tasks[0])
    if target < 0:
        return
    for task in tasks:
        index = index_of(state, task.unit)
        if aim_of(state, index) < 0 and target_in(state, scene, task) == target:
            combat = combat_of(state)
            known = combat.overrun if target in combat.overrun else (*combat.overrun, target)
            state.assault = replace(combat, aims=(*combat.aims, (index, target)), overrun=known)
            doing.emit("overrun_announced", "6.6.10f", (), unit=task.unit, target=state.units[target].id)


# Carrying it out.


def comes_next(mover: Mover) -> bool:
    """Whether the mover's next action is an overrun: nobody fires at it in between (6.6.10k)."""
    return bool(mover.plan) and halts.OVERRUNNING <= mover.plan[0] < halts.STORMING


def still_there(state: PanzerState, mover: Mover) -> bool:
    """Whether a vehicle that has made its overrun is still in the hex where it made it (6.6.10k)."""
    target = aim_of(state, mover.unit)
    made = target >= 0 and mover.unit in combat_of(state).overran
    return made and state.units[mover.unit].cell == state.units[target].cell


def aim(state: PanzerState, scene: Scene, index: int, target: int, failed: bool = False) -> GpAim:
    """An overrun as a GP attack, with all that helps and hinders (6.6.10.1a, 6.6.10.1c).

    Smoke, barrages and fires count where they are in the target's own hex: there is no other on the line (R25).
    """
    unit, enemy = state.units[index], state.units[target]
    card = vehicle_of(unit)
    assert card is not None
    mount = member_of(scene, target).mount
    kept, source = cover.fire_cover(state, scene, target)
    met = [Source(kind, (enemy.cell,)) for kind, cells, _ in sight.obscuring(state, scene) if enemy.cell in cells]
    line = counted(met)
    return overrun.aim(card, defence_of(state, scene, target, kept, source), riders(state, index))._replace(
        grade=find_grade(member_of(scene, index).grade),
        size=spotting.size_of(scene, state, target),
        over_stacked=over_stacked(state, enemy.cell),
        cavalry=mount is not None and mount.name == CAVALRY,
        crawling=detail_of(enemy).manner == CRAWLING,
        entrenched=works.entrenched(state, target),
        shooter_damaged=unit.damaged,
        shooter_suppressed=bool(detail_of(unit).suppressed),
        smoke=line.smoke,
        fires=line.fires,
        clouds=line.clouds,
        ammo_limit=failed,
        heat_haze=scene.scenario.haze,
    )


def riders(state: PanzerState, index: int) -> tuple[LegUnit, ...]:
    """The leg units aboard, whose own arms help (6.6.10.1a)."""
    cards = [leg_of(state.units[one]) for one in passengers(state, index)]
    return tuple([card for card in cards if card is not None])


def _short(state: PanzerState, scene: Scene, index: int, doing: Doing) -> bool:
    """Rolls for the limit of each weapon; one failure hinders the whole attack once (6.6.10.1b; M14)."""
    card = vehicle_of(state.units[index])
    assert card is not None
    used = overrun.weapons_used(card)
    ways = [Way(arm, GP) for arm in arms_of(state, scene, index) if arm.mounted in used]
    failed = [supply.roll_limits(state, scene, index, way, doing).failed for way in ways]
    return any(failed)


def act(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    """Resolves the overrun of the mover; nobody fires at it meanwhile (6.6.10k), and it is marked as moving (6.6.10j).

    6.6.10.1d, 6.6.10.1e: it may go on while it can; who cannot and has enemies in its hex is put back in the end.
    """
    mover = state.mover
    assert mover is not None
    target = action - halts.OVERRUNNING
    state.assault = replace(combat_of(state), overran=(*combat_of(state).overran, mover.unit))
    if state.units[target].status == ON_MAP:
        _attack(state, scene, mover.unit, target, doing)
    hostile = surroundings(state, scene, mover.unit).hostile(state.units[mover.unit].cell)
    if hostile and not any(AHEAD <= step < LEAVE + 6 for step in mover.plan):
        mover.plan = []
    if not mover.plan and _has_rest(mover.progress):
        # Its owner is asked how it goes on: the orders of those after it wait no longer, they are given anew (G7).
        mover.shaken, state.chain, state.engaged, state.queue = True, (), (), []
    return False


def _has_rest(progress: Progress) -> bool:
    """Whether a vehicle has some of its allowance left, across country or along its path or road (6.6.10.1d)."""
    across = progress.open and not progress.stuck and progress.spent < progress.allowance
    return across or (progress.route and progress.route_spent < max(progress.path_allowance, progress.road_allowance))


def _attack(state: PanzerState, scene: Scene, index: int, target: int, doing: Doing) -> None:
    """The roll and what it does (6.6.10.2a, 6.6.10.2-suppressed, 6.6.10.2-effective, 6.6.10.2-ex1, 6.6.10.1a)."""
    unit, enemy = state.units[index], state.units[target]
    for rider in passengers(state, index):
        detail_of(state.units[rider]).shown = True
    own_up(state, scene, target, doing)
    short = _short(state, scene, index, doing)
    result = gp.roll(aim(state, scene, index, target, short), doing.dice, f"{unit.id} overruns {enemy.id}")
    shot = result.shot
    told: dict[str, Scalar] = {
        "unit": unit.id, "target": enemy.id, "factor": shot.factor, "defence": shot.defence, "net": shot.net.value,
        "roll": result.rolled, "result": result.result, "none_to": shot.n_effect, "suppressed_to": shot.s_effect,
        "effect": result.effect, "hit": result.effect != "none", "kill": result.effect == "effective",
    }  # fmt: skip
    doing.note("overrun", "6.6.10.1c", (), told, shot.factors)
    if detail_of(enemy).suppressed == OFF:
        effects.suppress(state, scene, target, "6.6.10.2a", doing)
    if result.effect == "suppressed":
        effects.suppress(state, scene, target, _EFFECTS[result.effect], doing)
    elif result.effect == "effective":
        effects.eliminate(state, scene, target, _EFFECTS[result.effect], doing)
