"""Attacks from the air: what an aircraft can attack from its hex, and what its fire does below (6.7.3, 6.7.4.2.1)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.aircraft import BOMBS, LOADS, ROCKETS, STRAFE
from hulldown.games.panzer.rules.advanced import air as tables
from hulldown.games.panzer.rules.advanced.air import Flying, Weapon
from hulldown.games.panzer.rules.advanced.air_model import Flight, Plane
from hulldown.games.panzer.rules.advanced.air_words import BANK, BOMB, DIVE, FLY_ON, PASS, ROCKET, STRIKING
from hulldown.games.panzer.rules.advanced.air_words import STRAFE as STRAFING
from hulldown.games.panzer.rules.advanced.play.air import sighting, striking
from hulldown.games.panzer.rules.advanced.play.air.flying import (
    ANNOUNCED,
    CRASHING,
    DECIDING,
    LEAVING,
    end,
    may_turn,
    turn,
)
from hulldown.games.panzer.rules.advanced.play.air.planes import (
    air_of,
    card_of,
    flying_of,
    flying_side,
    plane_named,
    set_flight,
    set_plane,
    uses_left,
)
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState, index_of

ATTACKS: Final[dict[str, Weapon]] = {STRAFING: "strafe", BOMB: "bomb", DIVE: "bomb", ROCKET: "rocket"}
_CARRIED: Final = {"strafe": STRAFE, "bomb": BOMBS, "rocket": ROCKETS}
RULES: Final = {STRAFING: "6.7.3.2a", BOMB: "6.7.3.3a", DIVE: "6.7.2.3.2", ROCKET: "6.7.3.4a"}


def _now(state: PanzerState) -> tuple[Plane, Flight]:
    """The aircraft over the map, and its flight (6.7.3)."""
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    return air.planes[air.flight.plane], air.flight


def manner_of(state: PanzerState, scene: Scene, kind: str) -> Flying:
    """How the aircraft flies when it attacks: a dive ends at Low altitude (6.7.2.3.2; O3)."""
    flying = flying_of(state, scene)
    return flying._replace(altitude=tables.LOW) if kind == DIVE else flying


def refused(state: PanzerState, scene: Scene, kind: str, publicly: bool = False) -> tuple[str, str] | None:
    """Why an attack of a kind cannot be made now, whatever the target; None: it can.

    Cases 6.7.1b, 6.7.2.3.2, 6.7.3.3a, 5.16.2.6. `publicly`: as far as the enemy can tell, who may not know the load.
    """
    plane, flight = _now(state)
    card, weapon = card_of(plane), ATTACKS[kind]
    if kind == DIVE and (flight.altitude != tables.HIGH or flight.speed != tables.SLOW or not card.dive):
        return "6.7.2.3.2", "a dive bomber dives from High altitude, at Slow speed"
    if kind == BOMB and flight.altitude == tables.LOW:
        return "6.7.3.3a", "bombs are dropped from Low altitude in a dive only"
    load = "" if publicly and not plane.shown else plane.load
    fault = tables.may_attack(card, weapon, manner_of(state, scene, kind), load)
    if fault is not None:
        return fault.rule, fault.label
    if not uses_left(state, plane, _CARRIED[weapon]):
        return "5.16.2.6", f"it has no {_CARRIED[weapon]} left" if weapon != "strafe" else "its guns are empty"
    return None


def place_fault(state: PanzerState, scene: Scene, kind: str, target: int) -> tuple[str, str] | None:
    """Why a unit is not where an attack of a kind can strike it (6.7.3.2b, 6.7.3.3a, 6.7.3.4a)."""
    _, flight = _now(state)
    board, cell = scene.board, state.units[target].cell
    distance = board.distance(flight.cell, cell)
    if ATTACKS[kind] != "rocket":
        if board.neighbours[flight.cell][flight.facing] != cell:
            return "6.7.3.2b" if kind == STRAFING else "6.7.3.3a", "the target is not in the hex straight ahead"
        return None
    row = card_of(_now(state)[0]).weapons[ROCKETS].row
    if not row.minimum <= distance <= row.reach:
        return "6.7.3.4a", f"rockets reach from {row.minimum} to {row.reach} hexes, and it is {distance} away"
    if cell not in list(tables.straight(board, flight.cell, flight.facing)):
        return "6.7.3.4a", "the target is not straight ahead"
    return None


def targets_of(state: PanzerState, scene: Scene, kind: str, publicly: bool = False) -> list[int]:
    """The enemies that an attack of a kind may be meant for: acquired, and where it strikes (6.7.3, 6.7.3.1)."""
    if refused(state, scene, kind, publicly) is not None:
        return []
    _, flight = _now(state)
    return [
        index
        for index, _ in flight.seen
        if sighting.acquired(state, scene, index, publicly) and place_fault(state, scene, kind, index) is None
    ]


def asks(state: PanzerState, scene: Scene) -> bool:
    """Whether the owner of the aircraft is asked: it might attack, as far as both sides know, or was hit and can turn.

    Cases 6.7.3, 6.7.2.3.1a, 6.7.4.2.1-suppressed. The question tells nothing about loads and observers.
    """
    _, flight = _now(state)
    if flight.done:
        return False
    if flight.hit and may_turn(flight):
        return True
    return any(targets_of(state, scene, kind, True) for kind in ATTACKS)


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """The attacks that the aircraft can make from here, and the turn it can still make (6.7.3, 6.7.2.3.1a)."""
    plane, flight = _now(state)
    options = []
    for kind in ATTACKS:
        names = tuple([state.units[index].id for index in targets_of(state, scene, kind)])
        if names:
            options.append(Option(kind, RULES[kind], targets=names))
    if may_turn(flight):
        facings = tuple([(flight.facing + by) % 6 for by in (-1, 1)])
        options.append(Option(BANK, "6.7.2.3.1a", facings=facings))
    until = f"{state.turn} {state.stack[0].step} {plane.id}"
    passes = (Pass(PASS), Pass(FLY_ON, until))
    units = (UnitLegal(plane.id, tuple(options)),) if options else ()
    return Legal(decision, units, (PASS, FLY_ON), Order(STRIKING, choice=FLY_ON), passes)


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an attack: one at a time, on an acquired target, with what the aircraft has (6.7.3).

    6.7.2.3.1a: or a turn.
    """
    if not order.tasks:
        if order.choice in (PASS, FLY_ON):
            return []
        return [Violation("6.7.3", f"name the attack, or answer {PASS} or {FLY_ON}")]
    plane, flight = _now(state)
    if order.choice or len(order.tasks) > 1:
        return [Violation("6.7.3.1.1e", "one attack at a time", order.tasks[-1].unit)]
    task = order.tasks[0]
    if task.unit != plane.id or task.cells or task.choice:
        return [Violation("6.7.3", f"{plane.id} is flying: say what it does", task.unit)]
    if task.kind == BANK:
        return _bank_faults(flight, task)
    if task.kind not in ATTACKS or len(task.targets) != 1:
        return [Violation("6.7.3", "name the attack and one target", task.unit)]
    return _target_faults(state, scene, task)


def _bank_faults(flight: Flight, task: Task) -> list[Violation]:
    """What is wrong with a turn over a hex (6.7.2.3.1a, 6.7.2.3.1b)."""
    if flight.speed != tables.SLOW:
        return [Violation("6.7.2.3.1b", "at Fast speed it flies straight on, without a turn", task.unit)]
    if flight.turned:
        return [Violation("6.7.2.3.1a", "it has made its one turn", task.unit)]
    if task.targets or task.facing not in [(flight.facing + by) % 6 for by in (-1, 1)]:
        return [Violation("6.7.2.3.1a", "it turns by one hexside, to the left or to the right", task.unit)]
    return []


def _target_faults(state: PanzerState, scene: Scene, task: Task) -> list[Violation]:
    """What is wrong with an attack on a target (6.7.3, 6.7.3.1, 6.7.3.1.1a, 6.7.3.1.1g)."""
    target, fault = index_of(state, task.targets[0]), refused(state, scene, task.kind)
    if fault is None and (target < 0 or state.units[target].status != ON_MAP
                          or state.units[target].side == flying_side(state)):  # fmt: skip
        fault = "6.7.3", "there is no such enemy on the map"
    if fault is None:
        fault = place_fault(state, scene, task.kind, target)
    if fault is None and not sighting.acquired(state, scene, target):
        why = "it has not acquired this target"
        if sighting.acquired(state, scene, target, True):
            fault = "6.7.3.1.1g", f"{why}: no FO has spotted it all the way"
        else:
            fault = "6.7.3.1.1a", why
    if fault is None and task.facing >= 0:
        fault = "6.7.3", "an attack has no facing"
    return [] if fault is None else [Violation(*fault, task.unit)]


def receive(state: PanzerState, scene: Scene, order: Order, doing: Doing) -> None:
    """Carries out an answer: fly on, turn, or announce an attack (6.7.3, 6.7.2.3, 6.7.2.3.1a)."""
    plane, flight = _now(state)
    if not order.tasks:
        set_flight(state, stage=LEAVING, done=order.choice == FLY_ON)
        return
    task = order.tasks[0]
    if task.kind == BANK:
        turn(state, scene, 1 if task.facing == (flight.facing + 1) % 6 else -1, doing)
        set_flight(state, hit=False)
        return
    target = index_of(state, task.targets[0])
    set_flight(state, stage=ANNOUNCED, attack=task.kind, target=target)
    doing.emit(
        "air_announced", RULES[task.kind], (), unit=plane.id, target=task.targets[0], attack=task.kind.casefold(),
        hex=scene.board.labels[state.units[target].cell],
    )  # fmt: skip


def below(state: PanzerState, scene: Scene) -> tuple[Cell, ...]:
    """The hexes that the announced attack strikes, or the hex of a crash."""
    _, flight = _now(state)
    if flight.stage == CRASHING:
        return (flight.cell,)
    target, flying = state.units[flight.target].cell, manner_of(state, scene, flight.attack)
    return tuple(tables.pattern(scene.board, ATTACKS[flight.attack], flying, flight.facing, target))


def resolve(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """The announced attack: all that is in its pattern, friend and foe (6.7.3.2c, 6.7.3.3e, 6.7.3.4b).

    6.7.3.2d, 5.16.2.6: one use, whatever it hits. 6.7.3.1.1e, 6.7.3.1.1f: then it begins to acquire anew; after a dive
    at Low altitude.
    """
    air = air_of(state)
    assert air is not None
    plane, flight = _now(state)
    weapon, target = ATTACKS[flight.attack], state.units[flight.target].cell
    flying = manner_of(state, scene, flight.attack)
    _spend(state, scene, flight, weapon, doing)
    distance = scene.board.distance(flight.cell, target)
    hexes = below(state, scene)
    set_flight(state, altitude=flying.altitude, attack="", target=-1, seen=(), guided=(), kept=(), stage=DECIDING)
    strike = striking.Strike(plane.id, card_of(plane), weapon, flying, distance)
    for cell in hexes:
        striking.strike_hex(state, scene, strike, cell, doing)
    striking.settle(state, scene, doing)


def _spend(state: PanzerState, scene: Scene, flight: Flight, weapon: Weapon, doing: Doing) -> None:
    """One use of a weapon; a load that is used is known; an FO that helped has used its command (G11).

    Cases 5.16.2.6, 6.7.3.1.2b, 6.7.3.1.2c.
    """
    air = air_of(state)
    assert air is not None
    plane = air.planes[flight.plane]
    if weapon == "strafe":
        set_plane(state, flight.plane, strafes=plane.strafes + 1)
    else:
        set_plane(state, flight.plane, drops=plane.drops + 1, shown=True)
    hidden = sighting.hidden(state, scene, flight.target)
    helper = sighting.observer(state, scene, flight.target) if hidden else -1
    if helper < 0 or (helper, flight.target) in air.guides:
        return
    unit = state.units[helper]
    # G11: those who share its command keep theirs.
    unit.known = detail_of(unit).spent = True
    if unit.status == CARRIED:
        detail_of(unit).shown = True
    doing.emit("air_guided", "6.7.3.1.2b", (), unit=unit.id, target=state.units[flight.target].id)
    air = air_of(state)
    assert air is not None
    state.air = replace(air, guides=(*air.guides, (helper, flight.target)))


def crash(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """The attack of a crash on everything in its hex (6.7.4.2.1-eliminated-b), with which the flight is over."""
    plane, flight = _now(state)
    striking.strike_hex(state, scene, striking.Strike(plane.id, card_of(plane)), flight.cell, doing)
    striking.settle(state, scene, doing)
    end(state)


__all__ = [
    "ATTACKS", "LOADS", "asks", "below", "check", "crash", "legal", "plane_named", "receive", "resolve", "targets_of",
]  # fmt: skip
