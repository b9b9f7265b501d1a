"""Observation (7.0): who sees whom, what turns counters face up and down, and how dummies are found out.

OBS-1: there is no die in it. Whoever could be seen is seen, at once, unless the observer withholds (7.42; OBS-19).
"""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.data.loading import observation_row
from hulldown.games.panzer_battles.rules.commands import goes_on_bounding
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    ASIDE,
    DUMMY,
    OFF_MAP,
    ON_MAP,
    SIDES,
    BattleState,
    Unit,
    companions,
    counter_of,
    enemy_of,
    phasing,
    present,
)
from hulldown.games.panzer_battles.rules.unit_types import traits

TOWN: Final = "town"
CHANGE: Final = "change"
SHELTER: Final = "shelter"
CHANGES: Final = (CHANGE, SHELTER)
"""What is a change of status, among all that sets off an exchange of fire (5.13, SEQ-1)."""


def dispersed(scene: Scene, unit: Unit) -> bool:
    """Whether a vehicle unit is in Dispersed formation: in a town, and not in Column (6.2a, 6.5, 6.52b, 6.53).

    It is no state of its own, so it comes and goes free (6.52a), and nothing but observation asks for it (6.54).
    """
    return traits(unit.type).vehicle and not unit.column and scene.terrain(unit.cell) == TOWN


def moving(state: BattleState, unit: Unit) -> bool:
    """Whether a unit counts as moving for observation (7.23).

    It does in the Movement Phase in which it moves (7.23-1) or changes status (7.23-2), and as long after that as it
    is under a Bound or Bounding Overwatch command, unless it has taken the part of those who watch (OBS-8).
    """
    if phasing(state) == unit.side and (unit.moved or unit.changed or _changing(state, unit)):
        return True
    return unit.bounded and goes_on_bounding(unit)


def _changing(state: BattleState, unit: Unit) -> bool:
    """Whether a unit is about to change its status, and fire may come before it does (7.23-2, 8.24a)."""
    exchange = state.exchange
    if exchange is None or exchange.trigger not in CHANGES:
        return False
    return any(state.units[at] is unit for at in exchange.movers)


def reach(state: BattleState, scene: Scene, target: Unit) -> int:
    """How far away a counter is observed: by the Regular column face down, by the Focused one face up (7.21, 7.22).

    7.0-gen-3: it depends on the terrain, on defilade and on movement. 6.84a, 6.84b, DUM-4: a dummy passes for whatever
    is harder to see.
    """
    terrain, sheltered, moves = scene.terrain(target.cell), target.defilade >= 0, moving(state, target)
    if target.type == DUMMY:
        rows = [observation_row(foot, moves, terrain, sheltered) for foot in (False, True)]
        return min(row.focused if target.shown else row.regular for row in rows)
    row = observation_row(traits(target.type).infantry, moves, terrain, sheltered)
    return row.focused if target.shown else row.regular


def observes(state: BattleState, scene: Scene, observer: Unit, cell: Cell, far: int) -> bool:
    """Whether a unit observes a hex at a range of so many hexes: it needs a line of sight, then the range.

    7.0-gen-4, 7.0-proc-1, 7.1c: a line to the hex alone does not show who is in it.
    Guns do not observe (16.46), nor do dummies (7.41). Its own hex is always seen (OBS-5, OBS-18). 6.51a, 6.51b: a
    dispersed unit does not see into a town next to it, nor does who rides on it (6.53). 8.61E: a suppressed vehicle
    sees half as far.
    """
    kind = traits(observer.type)
    if observer.status != ON_MAP or kind.dummy or kind.gun:
        return False
    if observer.cell == cell:
        return True
    if observer.withholds or not scene.clear(observer.cell, cell):
        return False
    distance = scene.board.distance(observer.cell, cell)
    if distance == 1 and scene.terrain(cell) == TOWN:
        spread = observer if observer.carrier < 0 else state.units[observer.carrier]
        if dispersed(scene, spread):
            return False
    if observer.suppressed and kind.vehicle and far < UNLIMITED:
        far //= 2
    return distance <= far


UNLIMITED: Final = 999


def lookouts(state: BattleState, side: str) -> list[Unit]:
    """The units of a side that may observe at all (7.41, 16.46)."""
    found = [unit for unit in state.units if unit.side == side and unit.status == ON_MAP]
    return [unit for unit in found if not traits(unit.type).dummy and not traits(unit.type).gun]


def seen_by(state: BattleState, scene: Scene, eyes: list[Unit], target: Unit, far: int) -> bool:
    """Whether any of these enemies observes a counter that can be observed so far away."""
    cell = target.cell
    # Most have no line to it: lines are the same both ways, and its own hex counts, too.
    near = scene.row(cell) | 1 << cell
    return any(observes(state, scene, unit, cell, far) for unit in eyes if near >> unit.cell & 1)


def observe(state: BattleState, scene: Scene, doing: Doing) -> None:
    """Turns counters face up and down by what is seen at this moment (7.0, 7.31, 7.33, 7.43).

    Called after everything that may change it (7.0-gen-2), in every hex that is entered, and for each counter by itself
    (7.0-gen-6, 7.0-gen-7). What was seen may be lost from sight again (7.0-gen-5). 7.25-fn-1, OBS-13: only the hex
    entered counts, so a unit that slips out of sight is not seen.
    """
    eyes = {side: lookouts(state, enemy_of(side)) for side in SIDES}
    for unit in state.units:
        if not present(unit):
            continue
        seen = seen_by(state, scene, eyes[unit.side], unit, reach(state, scene, unit))
        if seen and unit.type == DUMMY:
            remove_dummy(state, scene, unit, doing)
        elif seen and not unit.shown:
            reveal(state, scene, unit, "7.0-gen-1", doing)
        elif unit.shown and not seen and not unit.loud:
            conceal(state, unit)
            doing.emit(
                "hidden", "7.33", (), unit=unit.id, side=unit.side, counter=counter_of(unit), hex=scene.label(unit.cell)
            )
    scene.occupy(state)


def reveal(state: BattleState, scene: Scene, unit: Unit, rule: str, doing: Doing) -> None:
    """Turns a counter face up, and puts it on the map if it was not there (7.0-gen-1, 19.11a)."""
    before = counter_of(unit) if unit.tag else ""
    number(state, unit)
    unit.shown = True
    _rename(state, before, unit.id)
    load = companions(state, state.units.index(unit))
    doing.emit(
        "spotted", rule, (), unit=unit.id, side=unit.side, type=unit.type, hex=scene.label(unit.cell), counter=before,
        strength=unit.strength, aboard=", ".join(state.units[at].id for at in load),
    )  # fmt: skip


def conceal(state: BattleState, unit: Unit) -> None:
    """Turns a counter face down: it is lost from sight (7.33), or goes along in or behind another one."""
    _rename(state, unit.id, counter_of(unit))
    unit.shown = False


def _rename(state: BattleState, before: str, now: str) -> None:
    """Has the list of companies that were named (6.0-proc-2) speak of a counter as everybody sees it now."""
    if before and before in state.struck:
        state.struck = tuple([now if label == before else label for label in state.struck])
    if before and state.named == before:
        state.named = now


def number(state: BattleState, unit: Unit) -> None:
    """Gives a counter that comes onto the map the next number of its side (DUM-7)."""
    if unit.tag == 0:
        state.tags[unit.side] = unit.tag = state.tags.get(unit.side, 0) + 1


def surface(state: BattleState, scene: Scene, unit: Unit, doing: Doing) -> None:
    """Puts the counter of a unit on the map, face down, since it moves (19.11a; OBS-15)."""
    if unit.tag:
        return
    number(state, unit)
    where = scene.label(unit.cell)
    doing.emit("placed", "19.11a", (unit.side,), unit=unit.id, side=unit.side, counter=counter_of(unit), hex=where)
    doing.emit("appeared", "19.11a", (enemy_of(unit.side), "*"), counter=counter_of(unit), hex=where, side=unit.side)


def remove_dummy(state: BattleState, scene: Scene, unit: Unit, doing: Doing) -> None:
    """Takes a dummy off the map that was found out (6.82); it may come back in a later Segment (6.83; DUM-3)."""
    where = scene.label(unit.cell)
    if unit.tag:
        doing.emit("dummy", "6.82a", (), counter=counter_of(unit), hex=where, side=unit.side)
    else:
        doing.emit("dummy_lost", "6.82a", (unit.side,), unit=unit.id, side=unit.side, hex=where)
    clear_dummy(unit)
    # DUM-3: not again in the Segment in which it was found out.
    unit.rooted = True


def clear_dummy(unit: Unit) -> None:
    """Takes a dummy off the map."""
    unit.status, unit.cell, unit.tag, unit.shown, unit.defilade = ASIDE, OFF_MAP, 0, False, -1
    unit.moved = unit.changed = unit.bounded = False


def fell_silent(state: BattleState, scene: Scene, doing: Doing) -> None:
    """At the end of a Phase those who fired are observed by range again (7.32b; OBS-7)."""
    for unit in state.units:
        unit.loud = False
    observe(state, scene, doing)


def on_watch(state: BattleState, scene: Scene, index: int, target: Unit) -> bool:
    """Whether a unit has observed a target itself, so that it may fire at it (8.18; OBS-2): its counter is face up.

    A unit that has fired in this Phase is observed by all who have a line to it (7.32a; OBS-6).
    """
    if not target.shown:
        return False
    observer = state.units[index]
    if target.loud:
        return scene.clear(observer.cell, target.cell)
    return observes(state, scene, observer, target.cell, reach(state, scene, target))


def crews(state: BattleState, index: int) -> list[int]:
    """The crews in the hex of a gun on the map, which see for it (TRN-14)."""
    gun = state.units[index]
    return [
        at
        for at, unit in enumerate(state.units)
        if unit.side == gun.side and unit.cell == gun.cell and unit.carrier < 0 and traits(unit.type).crew
    ]


__all__ = [
    "SIDES", "clear_dummy", "crews", "dispersed", "fell_silent", "moving", "number", "observe", "observes", "on_watch",
    "reach", "remove_dummy", "reveal", "seen_by", "surface",
]  # fmt: skip
