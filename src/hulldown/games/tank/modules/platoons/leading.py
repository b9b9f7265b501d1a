"""Who leads, who has strayed, who comes back: what happens to platoons from turn to turn (25.3, 25.4, 25.54)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing
from hulldown.core.stepped import go_on, owed
from hulldown.games.tank.modules.platoons.answers import JOIN, LEAD
from hulldown.games.tank.rules.column import on_rails
from hulldown.games.tank.rules.formation import (
    HQ,
    SPACING,
    Platoon,
    acting,
    astray,
    commander,
    fallen,
    formed,
    in_force,
    platoon_named,
    platoons,
    put,
    remaining,
)
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.state import (
    DESTROYED,
    OFF_MAP,
    ON_MAP,
    SIDES,
    WAITING,
    TankState,
    Unit,
    index_of,
)


def watch_spacing(state: TankState, scene: Scene, doing: Doing) -> None:
    """Notes who has broken formation when a Movement Point has been played (25.4c, X-15).

    Units that come onto the map this turn are not yet in formation. RP-18: those parted by losses have the turn to
    close up.
    """
    run = state.run
    begun = {state.units[mover.unit].id: mover.trail[0] for mover in run.movers if mover.trail} if run else {}
    changed = {}
    for platoon in acting(state, scene):
        places = {unit.id: begun.get(unit.id, unit.cell) for unit in formed(state, platoon)}
        places = {name: cell for name, cell in places.items() if cell != OFF_MAP}
        spared = {name for name in begun if begun[name] == OFF_MAP} | _parted(state, scene, platoon, places)
        far = [name for name in _far(state, scene, platoon) if name not in spared]
        if far:
            changed[platoon.side, platoon.name] = _strayed(platoon, far, doing)
    if changed:
        put(state, [changed.get((each.side, each.name), each) for each in platoons(state, scene)], fallen(state))


def _far(state: TankState, scene: Scene, platoon: Platoon) -> list[str]:
    """The members that are astray now and were not yet."""
    far = astray(scene.board, platoon, {unit.id: unit.cell for unit in formed(state, platoon)})
    return [name for name in far if name not in platoon.straying]


def _parted(state: TankState, scene: Scene, platoon: Platoon, places: dict[str, Cell]) -> set[str]:
    """Those of these members, by name and place, that only the loss of mates has left alone (RP-18)."""
    fallen_at = [unit.cell for unit in state.units if unit.id in platoon.members and unit.status == DESTROYED]
    apart = astray(scene.board, platoon, places) if fallen_at else []
    return {name for name in apart if any(scene.board.distance(places[name], at) <= SPACING for at in fallen_at)}


def _strayed(platoon: Platoon, far: list[str], doing: Doing) -> Platoon:
    for name in far:
        doing.emit("strayed", "25.4c", (platoon.side,), side=platoon.side, unit=name, platoon=platoon.name)
    return platoon._replace(straying=(*platoon.straying, *far))


def muster(state: TankState, doing: Doing) -> bool:
    """Ends a turn for the platoons: the strayed are single now, leaders are missed, the commander's fall is noted."""
    scene = scene_in(state, doing)
    gone = fallen(state)
    for side in SIDES:
        chief = commander(scene.scenario, side)
        if chief and side not in gone and state.units[index_of(state, chief)].status == DESTROYED:
            # RP-11: in column, the turn of contact included, his fall stops nobody.
            staff = platoon_named(state, scene, side, HQ)
            marching = staff is not None and not in_force(state, scene, staff)
            gone[side] = state.turn - marching
            doing.emit("commander", "25.54a", (side,), side=side, unit=chief)
    put(state, [_mustered(state, scene, doing, each, gone) for each in platoons(state, scene)], gone)
    go_on(state, doing)
    return True


def _mustered(state: TankState, scene: Scene, doing: Doing, platoon: Platoon, gone: dict[str, int]) -> Platoon:
    """A platoon at the end of a turn.

    X-16: a leader who has left the formation is lost to it as one that is destroyed. X-19: the last one is single.
    25.54b: a headquarters does not outlive its commander. RP-18: who has not moved has not strayed.
    """
    if platoon.dissolved:
        return platoon
    if in_force(state, scene, platoon):
        crew = formed(state, platoon)
        moved = {unit.id for unit in crew if unit.moving}
        parted = _parted(state, scene, platoon, {unit.id: unit.cell for unit in crew}) - moved
        far = [name for name in _far(state, scene, platoon) if name not in parted]
        platoon = _strayed(platoon, far, doing) if far else platoon
    left = remaining(state, platoon, platoon.straying)
    platoon = platoon._replace(out=(*platoon.out, *platoon.straying), straying=())
    if len(left) < (1 if platoon.hq else 2) or (platoon.hq and platoon.side in gone):
        return _dissolved(platoon, doing, "25.54b" if platoon.hq else "25.3c")
    if platoon.leader and all(unit.id != platoon.leader for unit in left):
        doing.emit("leaderless", "25.3a", (platoon.side,), side=platoon.side, platoon=platoon.name, unit=platoon.leader)
        # RP-11: in column, the turn of contact included, the next one leads at once.
        platoon = platoon._replace(leader="" if in_force(state, scene, platoon) else left[0].id)
    return platoon


def _dissolved(platoon: Platoon, doing: Doing, rule: str) -> Platoon:
    doing.emit("dissolved", rule, (platoon.side,), side=platoon.side, platoon=platoon.name)
    return platoon._replace(leader="", dissolved=True)


def asked(state: TankState) -> tuple[str, ...]:
    """The sides that are asked for leaders from the second turn on: all that have platoons and write plots (X-84).

    Whether there is anything to answer is nobody else's business, so it does not matter here.
    """
    if state.turn < 2:
        return ()
    scene = scene_of(state)
    return tuple(
        side
        for side in SIDES
        if has_platoons(scene, side) and is_here(state, side) and not on_rails(state, scene, side)
    )


def is_here(state: TankState, side: str) -> bool:
    """Whether a side has units on the map or waiting to enter."""
    return any(unit.side == side and unit.status in (ON_MAP, WAITING) for unit in state.units)


def has_platoons(scene: Scene, side: str) -> bool:
    """Whether a side fights in platoons, as everybody can read in the scenario."""
    return any(force.platoon or force.hq or force.divide for force in scene.side(side).forces)


def name_leaders(state: TankState, doing: Doing) -> bool:
    """Lets each side name leaders in place of lost ones and take strayed tanks back (25.3, 25.4d)."""
    if owed(state):
        return False
    scene = scene_in(state, doing)
    chosen: dict[str, str] = {}
    for side in SIDES:
        order = state.submitted.pop(side, None)
        if order is not None:
            chosen |= {task.unit: task.kind for task in order.tasks}
    found = platoons(state, scene)
    put(state, [_led(state, scene, doing, each, chosen) for each in found], fallen(state))
    go_on(state, doing)
    return True


def _led(state: TankState, scene: Scene, doing: Doing, platoon: Platoon, chosen: dict[str, str]) -> Platoon:
    """A platoon after its player's answer: under a new leader (25.3a, 25.3b), dissolved (25.3c), or as it was.

    X-84: in column the next tank takes over and nothing stops.
    """
    if platoon.dissolved:
        return platoon
    left = remaining(state, platoon)
    if not in_force(state, scene, platoon):
        return platoon if platoon.leader else platoon._replace(leader=left[0].id)
    platoon = platoon._replace(since=platoon.since or state.turn)
    if not platoon.leader:
        named = [unit.id for unit in left if chosen.get(unit.id) == LEAD.kind]
        if named:
            doing.emit("leader", "25.3a", (platoon.side,), side=platoon.side, platoon=platoon.name, unit=named[0])
            platoon = platoon._replace(leader=named[0], still=state.turn)
        else:
            return _dissolved(platoon, doing, "25.3c")
    back = tuple(name for name in platoon.out if chosen.get(name) == JOIN.kind)
    for name in back:
        doing.emit("rejoined", "25.4d", (platoon.side,), side=platoon.side, platoon=platoon.name, unit=name)
    return platoon._replace(out=tuple(name for name in platoon.out if name not in back))


def candidates(state: TankState, scene: Scene, platoon: Platoon) -> list[Unit]:
    """The tanks of which one may become the leader: any survivor, those that still wait to enter included (25.3a)."""
    if platoon.leader or platoon.dissolved or not in_force(state, scene, platoon):
        return []
    return remaining(state, platoon)


def returning(state: TankState, scene: Scene, platoon: Platoon) -> list[Unit]:
    """The strayed tanks that may rejoin: near enough to a member in formation when the turn ended (25.4d)."""
    if platoon.dissolved or not in_force(state, scene, platoon):
        return []
    there = [unit.cell for unit in formed(state, platoon)]
    return [
        unit
        for unit in state.units
        if unit.id in platoon.out
        and unit.status == ON_MAP
        and any(scene.board.distance(unit.cell, cell) <= SPACING for cell in there)
    ]


def legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    """Each tank that may lead (25.3a), each that may rejoin (25.4d); idle is to do without (25.3c)."""
    found: list[UnitLegal] = []
    for platoon in platoons(state, scene):
        if platoon.side == decision.side:
            found += [UnitLegal(unit.id, (_LEAD,)) for unit in candidates(state, scene, platoon)]
            found += [UnitLegal(unit.id, (_JOIN,)) for unit in returning(state, scene, platoon)]
    return Legal(decision, tuple(found), idle=Order(decision.kind))


_LEAD = Option(LEAD.kind, LEAD.rule)
_JOIN = Option(JOIN.kind, JOIN.rule)


def check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an answer: tanks that may not lead or rejoin, two leaders of one platoon (25.3a, 25.4d)."""
    if order.choice:
        return [Violation("25.3a", f"name tanks, not {order.choice!r}")]
    own = [each for each in platoons(state, scene) if each.side == decision.side]
    leaders = {unit.id: each.name for each in own for unit in candidates(state, scene, each)}
    strays = {unit.id for each in own for unit in returning(state, scene, each)}
    wrong: list[Violation] = []
    seen: set[str] = set()
    led: set[str] = set()
    for task in order.tasks:
        name, plain = task.unit, not (task.cells or task.choice)
        if name in seen or not plain:
            wrong.append(Violation("25.3a", "one word for each tank, and nothing else", name))
        elif task.kind == LEAD.kind and name in leaders and leaders[name] not in led:
            led.add(leaders[name])
        elif task.kind == LEAD.kind:
            wrong.append(Violation("25.3a", "it cannot be made a leader now", name))
        elif task.kind != JOIN.kind or name not in strays:
            wrong.append(Violation("25.4d", "it cannot rejoin its platoon now", name))
        seen.add(name)
    return wrong
