"""Direct fire in play: which weapon systems a unit can use now, at whom, and what comes of a shot (8.0).

Numbers are the resolver's (`fire`); here is what depends on the position: commands, observation, arcs, crews, what was
fired before. 8.17, SEQ-18: a shot that cannot be made is refused; nothing hidden can make one impossible.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.hex import OPPOSITE
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import arcs, commands, fire, observing
from hulldown.games.panzer_battles.rules.arms import Weapon
from hulldown.games.panzer_battles.rules.casualties import lose, suppress
from hulldown.games.panzer_battles.rules.losses import Outcome
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    ON_MAP,
    BattleState,
    Unit,
    friends_in,
    on_top,
    phasing,
    present,
)
from hulldown.games.panzer_battles.rules.unit_types import BAZOOKA, MAIN, RIFLES, System, traits
from hulldown.games.panzer_battles.rules.verbs.base import Fault

BROKEN: Final = 3
HE: Final[Weapon] = "he"
NORMAL: Final = "normal"
"""Fire from hex to hex."""
MEETING: Final = "meeting"
"""Fire of defenders at those who come into their hex (13.12)."""
ROUND: Final = "round"
"""Fire in an impulse of a close assault (13.2)."""
MOVES: Final = ("enter", "shelter")
"""What sets an exchange off and makes a moving target (12.51a, 12.51e)."""
PARTING: Final = "parting"
"""Fire at those who withdraw (13.34)."""


def crew_of(state: BattleState, index: int) -> int:
    """The crew that serves a gun: the strongest in its hex that may fire it (16.5, 16.51); -1 where there is none."""
    able = [
        at
        for at in observing.crews(state, index)
        if commands.may_watch(state, at) or state.units[at].engaged
    ]  # fmt: skip
    return max(able, key=lambda at: (state.units[at].strength, -at), default=-1)


def ready(state: BattleState, index: int, manner: str) -> Fault | None:
    """Why a unit cannot fire anything now, whatever the target; None if it can.

    15.0-proc-5: who has entered defilade in the Movement Segment fires again in the Final Fire Segment. 6.42, 6.75b:
    neither a stack nor fatigue keeps a unit from firing.
    """
    unit = state.units[index]
    if unit.status != ON_MAP or not traits(unit.type).systems:
        return "8.0-gen-1", "it has no weapon to fire"
    if state.companies[unit.company].morale >= BROKEN:
        return "14.52", "in morale state 3 it may not fire"
    if manner in (NORMAL, MEETING, PARTING) and not commands.may_watch(state, index):
        return "8.11", "only units on Overwatch may fire"
    if manner == NORMAL:
        if unit.engaged:
            return "13.24", "it is engaged and fires only in its own hex"
        if state.stack[0].step.startswith("move"):
            if unit.sheltered:
                return "15.0-proc-4", "it has entered defilade in this Segment"
            if unit.broke:
                return "6.62c", "it has left Column in this enemy Segment"
    if unit.carrier >= 0:
        return _aboard(state, unit, manner)
    if manner == NORMAL and _rode(state, unit):
        return "16.17", "it has ridden in this Phase"
    return None


def _rode(state: BattleState, unit: Unit) -> bool:
    """Whether a unit that watches has ridden from hex to hex in this Phase and got off (16.17; TRN-2).

    By a plotted command who watches does not move; one given after a morale check (14.12) may follow a move on foot.
    """
    return unit.moved and state.companies[unit.company].plotted


def _aboard(state: BattleState, unit: Unit, manner: str) -> Fault | None:
    """Why a unit that is carried or towed cannot fire (16.33, 16.2c; TRN-2, CA-23)."""
    if traits(unit.type).gun:
        return "16.33", "a limbered gun does not fire"
    carrier = state.units[unit.carrier]
    if carrier.suppressed:
        return "16.2c", "its vehicles are suppressed"
    if carrier.moved and manner == NORMAL:
        return "16.17", "its vehicles have moved in this Phase"
    return None


def usable(state: BattleState, index: int, system: System, manner: str) -> Fault | None:
    """Why a unit cannot fire one of its weapon systems now; None if it can.

    4.0-C1-note, 8.41: what was fired in the Movement Segment is silent for the rest of the Phase. 16.53: a crew serves
    its gun or fires its own weapons in a Phase, its close assault included; only the choice is for the whole of it.
    """
    unit = state.units[index]
    kind = traits(unit.type)
    if system.external and unit.suppressed:
        return "8.61A", "suppressed vehicles cannot fire it"
    if manner == NORMAL and system.key in unit.fired:
        return "8.12b", "it has been fired in this Phase"
    if system.key in kind.sponsons and unit.defilade >= 0:
        return "20.0-sr-5b", "it cannot be fired from defilade"
    if kind.gun:
        crew = crew_of(state, index)
        if crew < 0 or (manner != ROUND and not commands.may_watch(state, crew)):
            return "16.51", "it needs a crew on Overwatch in its hex"
        if RIFLES in state.units[crew].fired:
            return "16.53", "its crew has fired its own weapons in this Phase"
    if kind.crew and system.key == RIFLES and _served(state, index):
        return "16.53", "it has served its gun in this Phase"
    return None


def _served(state: BattleState, index: int) -> bool:
    """Whether a gun in the hex of a crew has been fired in this Phase (16.53)."""
    crew = state.units[index]
    mates = friends_in(state, crew.side, crew.cell)
    return any(traits(state.units[at].type).gun and state.units[at].fired for at in mates)


def weapon_for(system: System, target: Unit) -> Weapon:
    """What is fired at a target: a main gun fires HE at infantry (10.0-he-note; FIRE-25), at crews too (16.44b)."""
    if system.gun >= 0 and traits(target.type).infantry:
        return HE
    weapon: Weapon = system.weapon  # type: ignore[assignment]
    return weapon


def bears(state: BattleState, scene: Scene, index: int, target: int, system: System) -> bool:
    """Whether a weapon points at a target: guns have a Firing Arc (16.41), the Grant's 75mm its own (20.0-sr-5a)."""
    unit, aim = state.units[index], state.units[target]
    kind = traits(unit.type)
    if not kind.gun and system.key not in kind.sponsons:
        return True
    dq, dr = scene.displacement(unit.cell, aim.cell)
    if kind.gun:
        return arcs.in_front(unit.facing, dq, dr, scene.front_arc(state))
    return arcs.in_sponson(unit.facing, dq, dr)


def out_of_reach(
    state: BattleState, scene: Scene, index: int, target: int, system: System, manner: str
) -> Fault | None:
    """Why a weapon system cannot be fired at a target now; None if it can."""
    unit, aim = state.units[index], state.units[target]
    if not present(aim) or aim.side == unit.side:
        return "8.18", "there is no such enemy"
    if manner == NORMAL:
        eyes = crew_of(state, index) if traits(unit.type).gun else index
        if eyes < 0 or not observing.on_watch(state, scene, eyes, aim):
            return "8.18", "it has not observed this enemy"
        if aim.engaged:
            return "13.25a", "the target is engaged"
    if not bears(state, scene, index, target, system):
        rule = "16.41" if traits(unit.type).gun else "20.0-sr-5a"
        return rule, "the target is not in its field of fire"
    shot = fire.resolve(aim_at(state, scene, index, target, system, manner))
    return (shot.rule, shot.void) if shot.void else None


def aim_at(state: BattleState, scene: Scene, index: int, target: int, system: System, manner: str) -> fire.Aim:
    """Everything that a shot depends on, as things stand.

    13.12b: who comes into a hex is fired at from range 0, since it is there by then; 13.34b: who withdraws from range
    1, since it is in the next hex.
    """
    unit, aim = state.units[index], state.units[target]
    kind, at = traits(unit.type), traits(aim.type)
    assert kind.type is not None
    assert at.type is not None
    count, firer = unit.strength, unit
    if kind.gun:
        crew = state.units[crew_of(state, index)]
        count, firer = min(count, crew.strength), crew
    elif unit.carrier >= 0:
        firer = state.units[unit.carrier]
    return fire.Aim(
        weapon=weapon_for(system, aim),
        attacker=kind.type,
        target=at.type,
        number=count,
        strength=aim.strength,
        distance=scene.board.distance(unit.cell, aim.cell),
        aspect=aspect(state, scene, index, target, manner),
        terrain=scene.terrain(aim.cell),
        moving=moving_target(state, target, manner),
        defilade=_sheltered(scene, unit, aim),
        above=scene.level(unit.cell) - scene.level(aim.cell),
        column=aim.column,
        stacked=stacked(state, target),
        target_suppressed=aim.suppressed,
        firer_suppressed=firer.suppressed,
        firer_column=firer.column if kind.gun else unit.column,
        mounted=unit.carrier >= 0,
        loss_dice=scene.loss_dice(state),
    )


def aspect(state: BattleState, scene: Scene, index: int, target: int, manner: str) -> fire.Aspect:
    """The armour that a shot meets (11.41; CA-15, CA-16).

    In the first round, and before it, the hexside counts by which the two came together (13.2c); later always the side
    (13.2d). Who drove in forwards shows its front, who backed in its side.
    """
    unit, aim = state.units[index], state.units[target]
    width = scene.front_arc(state)
    if manner == PARTING:
        return "side"
    if manner in (MEETING, ROUND):
        melee = state.melee
        assert melee is not None
        if melee.round > 1:
            return "side"
        if aim.entered >= 0:
            return "side" if aim.backed else "front"
        if unit.entered >= 0:
            return arcs.aspect_entered(aim.facing, OPPOSITE[unit.entered], width)
        return "side"
    if unit.cell == aim.cell:
        return "side"
    dq, dr = scene.displacement(aim.cell, unit.cell)
    return arcs.aspect(aim.facing, dq, dr, width)


def _sheltered(scene: Scene, unit: Unit, aim: Unit) -> bool:
    """Whether defilade helps the target (15.21, 15.22, 15.31, 15.32); heights are the resolver's (15.23a).

    15.13a: men are covered all round, whatever their marker points to. In a close assault no line comes through the
    hexsides of a vehicle, and who withdraws from one is in no defilade.
    """
    if aim.defilade < 0:
        return False
    if traits(aim.type).infantry:
        return True
    dq, dr = scene.displacement(aim.cell, unit.cell)
    return arcs.in_defilade(aim.defilade, dq, dr)


def moving_target(state: BattleState, target: int, manner: str) -> bool:
    """Whether a target counts as moving for its losses (12.51, 12.52; OBS-8, FIRE-17 to FIRE-19).

    It does while it withdraws (12.51c, 13.35), or is fired at as it comes in (12.51d), but not in the rounds (12.52b);
    when it enters defilade (8.24b), but not when it turns (12.52c); in Final Fire when it has moved in this Phase
    (12.51b), or goes on bounding in the enemy's (12.51f). Who stays where it was does not (12.52d).
    """
    unit = state.units[target]
    if manner == PARTING:
        return True
    if manner == MEETING:
        return unit.entered >= 0
    if manner == ROUND:
        return False
    exchange = state.exchange
    if exchange is not None and exchange.trigger:
        return target in exchange.movers and exchange.trigger in MOVES
    if phasing(state) == unit.side:
        return unit.moved
    # The part of Bounding Overwatch it took was that of its last command; now it may not yet have taken one (OBS-8).
    return unit.roving and commands.goes_on_bounding(unit)


def stacked(state: BattleState, target: int) -> int:
    """How many other units of its type are with a target (6.43, 12.4-stack; MOV-7, MOV-8).

    Units on the move count those that move with them, and nobody else (6.43b); who changes its status or turns is not
    moving, and counts all in the hex (6.45b, 12.52).
    """
    unit = state.units[target]
    infantry = traits(unit.type).infantry
    exchange = state.exchange
    mates = friends_in(state, unit.side, unit.cell)
    if exchange is not None and exchange.trigger in MOVES:
        moving = target in exchange.movers
        mates = [at for at in mates if (at in exchange.movers) == moving]
    return sum(1 for at in mates if at != target and traits(state.units[at].type).infantry == infantry)


def shoot(
    state: BattleState, scene: Scene, index: int, target: int, system: System, manner: str, doing: Doing
) -> None:  # fmt: skip
    """Fires a weapon system at a target and applies what comes of it at once (8.15, 8.16).

    13.0-gen-3: in a close assault the same weapon may be fired again.
    """
    unit, aim = state.units[index], state.units[target]
    shot = fire.resolve(aim_at(state, scene, index, target, system, manner))
    struck = fire.roll(shot, doing.dice, f"{unit.id} at {aim.id}")
    if system.key not in unit.fired and (manner == NORMAL or traits(unit.type).gun or traits(unit.type).crew):
        # 16.53: what a crew has done counts for the whole Phase, also in a close assault.
        unit.fired = (*unit.fired, system.key)
    commands.commit(unit, commands.AS_WATCH)
    if traits(unit.type).gun:
        commands.commit(state.units[crew_of(state, index)], commands.AS_WATCH)
    expose(state, scene, index, doing)
    rule = {NORMAL: "8.15", MEETING: "13.12a", ROUND: "13.2a", PARTING: "13.34a"}[manner]
    data: dict[str, str | int | bool] = {
        "unit": unit.id, "side": unit.side, "target": aim.id, "weapon": system.key, "hex": scene.label(aim.cell),
        "from": scene.label(unit.cell), "range": shot.aim.distance, "strength": shot.strength.value,
        "roll": sum(struck.dice), "result": struck.result, "modifier": shot.modifier.value,
        "dice": " ".join(map(str, struck.rolled)), "losses": struck.outcome.losses,
        "suppressed": struck.outcome.suppressed,
    }  # fmt: skip
    doing.note("shot", rule, (), data, shot.factors)
    apply(state, scene, target, struck.outcome, shot.rule, doing)


def expose(state: BattleState, scene: Scene, index: int, doing: Doing) -> None:
    """A unit that fires is observed by all who have a line to it (7.32a); so is whoever serves or carries it."""
    unit = state.units[index]
    shown = [on_top(state, index)]
    if traits(unit.type).gun:
        shown.append(crew_of(state, index))
    for at in shown:
        other = state.units[at]
        other.loud = True
        if not other.shown:
            observing.reveal(state, scene, other, "7.32a", doing)


def apply(
    state: BattleState, scene: Scene, target: int, outcome: Outcome, rule: str, doing: Doing
) -> None:  # fmt: skip
    """Applies an outcome to a target and to nobody else in its hex (9.2, 10.2, 10.4c); it may be eliminated.

    16.14b: passengers do not feel what only suppresses their vehicles.
    """
    lose(state, scene, target, outcome.losses, rule, doing)
    if outcome.suppressed:
        suppress(state, scene, target, rule, doing)


def options(
    state: BattleState, scene: Scene, index: int, targets: list[int], manner: str, rounds: tuple[int, ...] = (0, 1)
) -> list[tuple[System, list[int]]]:  # fmt: skip
    """The weapon systems that a unit can fire now, each with those of the targets it can fire at."""
    if ready(state, index, manner) is not None:
        return []
    found = []
    for system in traits(state.units[index].type).systems:
        if system.round not in rounds or usable(state, index, system, manner) is not None:
            continue
        open_to = [at for at in targets if out_of_reach(state, scene, index, at, system, manner) is None]
        if open_to:
            found.append((system, open_to))
    return found


__all__ = [
    "BAZOOKA", "MAIN", "MEETING", "NORMAL", "PARTING", "ROUND", "aim_at", "apply", "aspect", "crew_of", "expose",
    "moving_target", "options", "out_of_reach", "ready", "shoot", "stacked", "usable", "weapon_for",
]  # fmt: skip
