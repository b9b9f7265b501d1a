"""Spotting: who sees whom, when tests are made, and hidden positions coming to light (13.0, 14.2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from hulldown.core.board import Cell
from hulldown.core.charts import span
from hulldown.core.sequence import Doing
from hulldown.core.unitsets import with_unit
from hulldown.games.tank.data.loading import chart
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import in_position, rider_on
from hulldown.games.tank.rules.report import known_as, numbering_order, open_order, tell
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import (
    ALPHA,
    ON_MAP,
    SIDES,
    Position,
    TankState,
    Unit,
    enemy_of,
    position_at,
)

DIE: Final = 6
AUTOMATIC: Final = tuple(range(1, DIE + 1))


def sees(scene: Scene, unit: Unit, cell: Cell) -> bool:
    """Whether a unit has a clear line of sight to a cell within its arc (13.0-proc-2, 13.1, 7.24; T-32: any unit)."""
    return scene.clear(unit.cell, cell) and looks_at(scene, unit, cell)


def looks_at(scene: Scene, unit: Unit, cell: Cell) -> bool:
    """Whether a cell, not its own, lies within a unit's arc."""
    return unit.cell != cell and (arms(unit.type).all_round or scene.ground.in_arc(unit.cell, unit.facing, cell))


def spotting_column(state: TankState, scene: Scene, spotter: Cell, target: Unit) -> str:
    """The column of the Spotting Table for a target as seen from a cell (13.0-gen-1, 13.5-cols).

    13.3a, 13.3b: a vehicle moving or plotted to move counts as in the open. T-33: so does one standing in rough ground
    or among wrecks. A unit is behind a hexside if the line crosses an obstructing side of its own hex.
    """
    behind = bool(scene.ground.cover_side(spotter, target.cell)[0])
    row = scene.ground.rows[target.cell]
    if arms(target.type).drives:
        return "vehicle_covered" if not target.moving and (row.obstructs or behind) else "vehicle_open"
    rough = row.soft > scene.ground.mode.rows["clear"].soft or target.cell in state.wrecks
    return "soft_covered" if rough or behind or in_position(state, scene, target) else "soft_open"


@lru_cache(maxsize=1024)
def spotting_dice(distance: int, column: str) -> tuple[int, ...]:
    """The die results that spot; all six where it is automatic, none where it is impossible (13.5)."""
    cell = chart("13.5").cell(distance, column)
    return AUTOMATIC if cell == "auto" else span(cell)


def attempt(state: TankState, scene: Scene, doing: Doing, spotter: int, target: int, again: bool = False) -> bool:
    """Whether a spotter finds an unspotted target now: one try a turn for each pair (13.21b).

    `again` is the fresh try of a firer on Opportunity Fire whose line is entered once more (8.56b, T-30).
    """
    seer, seen = state.units[spotter], state.units[target]
    if seen.hidden or (target in seer.tested and not again):
        return False
    seer.tested = with_unit(seer.tested, target)
    distance = scene.board.distance(seer.cell, seen.cell)
    dice = spotting_dice(distance, spotting_column(state, scene, seer.cell, seen))
    if not dice:
        return False
    rule = chart("13.5").rule(distance)
    if dice != AUTOMATIC:
        rolled = doing.dice.roll(DIE, f"{seer.id} spots {seen.id}")
        # The owner of the target learns nothing from a failed attempt, and the spotter only what counter he looked at.
        doing.emit("spot_roll", rule, (seer.side,), unit=seer.id, target=known_as(seen, seer.side), die=rolled,
                   needs=dice[-1])  # fmt: skip
        if rolled not in dice:
            return False
    reveal_identity(state, doing, seen, "13.3a" if seen.moving else rule)
    _note_finder(state, spotter)
    return True


def _note_finder(state: TankState, spotter: int) -> None:
    """Remembers, while units move, who has found an enemy: it may end its side's movement (9.36a)."""
    if state.run is not None:
        state.run.finders.append(spotter)


def reveal_identity(state: TankState, doing: Doing, unit: Unit, rule: str) -> None:
    """Turns a counter face up for good, for the whole enemy force (13.0-gen-3, 13.0-proc-1; T-35)."""
    before = known_as(unit, enemy_of(unit.side))
    unit.spotted = True
    if not state.contact:
        state.contact = state.turn
    doing.emit("spotted", rule, (), unit=unit.id, counter=before, type=unit.type)
    rider = rider_on(state, unit)
    if rider is not None and not rider.spotted:
        # Who hangs on to a tank is seen with it (27.61).
        reveal_identity(state, doing, rider, "27.61")


def look(state: TankState, scene: Scene, doing: Doing, spotters: list[int], targets: list[int]) -> None:
    """Lets each spotter try each unspotted enemy it sees.

    13.0-proc-4, 13.22: every unit with a line of sight rolls, until the target is found. Those who need no roll find it
    together with the first, so that the order of the units never decides who may act on it (C-06). 13.4a: hidden units
    cannot be spotted at all.
    """
    units = state.units
    open_targets: list[int] = []
    for index in targets:
        seen = units[index]
        if not seen.spotted and not seen.hidden and seen.status == ON_MAP:
            open_targets.append(index)
    if not open_targets:
        return
    table = scene.table()
    in_view = _in_view(units, scene, table, spotters, open_targets)
    if not in_view:
        return
    for target in open_order(state, in_view):
        seen = units[target]
        cell = seen.cell
        row = table[cell] if table else scene.bits(cell)
        for spotter in spotters:
            seer = units[spotter]
            if seer.side == seen.side or seer.status != ON_MAP:
                continue
            # Lines are clear both ways alike, so the target's row serves for all who look at it.
            if not row[seer.cell >> 3] >> (seer.cell & 7) & 1:
                continue
            if not seen.spotted and target in seer.tested:
                continue  # 13.21b: it has had its try
            if not looks_at(scene, seer, cell):
                continue
            if not seen.spotted:
                if attempt(state, scene, doing, spotter, target) and state.run is None:
                    break
            elif _certain(state, scene, seer, seen):
                _note_finder(state, spotter)


def _in_view(units: list[Unit], scene: Scene, table: list[bytes], spotters: list[int], targets: list[int]) -> list[int]:
    """Those of the targets to which any enemy among the spotters has a clear line, in whatever direction it looks."""
    alpha: list[Unit] = []
    bravo: list[Unit] = []
    for index in spotters:
        seer = units[index]
        if seer.status == ON_MAP:
            (alpha if seer.side == ALPHA else bravo).append(seer)
    in_view: list[int] = []
    for index in targets:
        seen = units[index]
        row = table[seen.cell] if table else scene.bits(seen.cell)
        for seer in bravo if seen.side == ALPHA else alpha:
            cell = seer.cell
            if row[cell >> 3] >> (cell & 7) & 1:
                in_view.append(index)
                break
    return in_view


def look_both_ways(state: TankState, scene: Scene, doing: Doing, moved: list[int]) -> None:
    """Lets everybody `look` at the units that have moved, and then those at everybody (13.23b)."""
    met = _in_contact(state.units, scene, moved)
    if met:
        everybody = list(range(len(state.units)))
        look(state, scene, doing, everybody, met)
        look(state, scene, doing, met, everybody)


def _in_contact(units: list[Unit], scene: Scene, moved: list[int]) -> list[int]:
    """Those of the units that have a clear line to an enemy, where either could still spot the other.

    Lines are clear both ways alike. At most Movement Points there are none, and nobody need look any further.
    """
    table = scene.table()
    found: list[int] = []
    for side in SIDES:
        movers = [index for index in moved if units[index].side == side]
        if not movers:
            continue
        cells: list[Cell] = []
        unspotted: list[Cell] = []
        for unit in units:
            if unit.side != side and unit.status == ON_MAP:
                cells.append(unit.cell)
                if not unit.spotted:
                    unspotted.append(unit.cell)
        for index in movers:
            unit = units[index]
            row = table[unit.cell] if table else scene.bits(unit.cell)
            for cell in unspotted if unit.spotted else cells:
                if row[cell >> 3] >> (cell & 7) & 1:
                    found.append(index)
                    break
    return found


def _certain(state: TankState, scene: Scene, seer: Unit, seen: Unit) -> bool:
    distance = scene.board.distance(seer.cell, seen.cell)
    return spotting_dice(distance, spotting_column(state, scene, seer.cell, seen)) == AUTOMATIC


def look_before_fire(state: TankState, scene: Scene, doing: Doing) -> None:
    """The tests before Direct Fire on all enemies in view (13.23a, 13.21a, 13.0-proc-3; T-31: one for all, T-37)."""
    everybody = list(range(len(state.units)))
    look(state, scene, doing, everybody, everybody)


def place_counter(state: TankState, unit: Unit) -> None:
    """Puts a unit's counter on the map, face down under the next number of its side."""
    if not unit.counter:
        unit.counter = state.counters[unit.side] = state.counters.get(unit.side, 0) + 1


def any_hidden(units: list[Unit]) -> bool:
    for unit in units:  # noqa: SIM110 - asked at every Movement Point
        if unit.hidden:
            return True
    return False


def hidden_with(state: TankState, units: Iterable[int]) -> list[int]:
    """The hidden units among these with all that share their positions: a position comes to light as a whole (14.2)."""
    cells = {state.units[index].cell for index in units if state.units[index].hidden}
    if not cells:
        return []
    return [index for index, unit in enumerate(state.units) if unit.hidden and unit.cell in cells]


def uncover(state: TankState, scene: Scene, doing: Doing, units: Iterable[int], rule: str) -> list[int]:
    """These hidden units in the order in which they are placed on the map, unspotted (14.0-proc-2, 14.2d)."""
    shown = numbering_order(state, units)
    for index in shown:
        unit = state.units[index]
        unit.hidden = False
        place_counter(state, unit)
        position = position_at(state, unit.cell)
        if position is not None:
            position.revealed = True
        tell(doing, unit, "revealed", rule, {"unit": unit.id, "hex": scene.board.labels[unit.cell]})
    return shown


def reveal_units(state: TankState, scene: Scene, doing: Doing, units: Iterable[int], rule: str) -> None:
    """Uncovers hidden units; enemies in sight may try to spot them at once (13.4b)."""
    shown = uncover(state, scene, doing, units, rule)
    if shown:
        look(state, scene, doing, list(range(len(state.units))), shown)


def reveal_by_approach(state: TankState, scene: Scene, doing: Doing, cell: Cell, side: str) -> None:
    """Reveals the hidden enemies of `side` next to a cell that one of its units has moved into (14.2a)."""
    near = [ahead for ahead in scene.board.neighbours[cell] if ahead >= 0]
    found = [index for index, unit in enumerate(state.units) if unit.hidden and unit.side != side and unit.cell in near]
    if found:
        reveal_units(state, scene, doing, found, "14.2a")


def reveal_by_fire(state: TankState, scene: Scene, doing: Doing, firers: list[int]) -> None:
    """Rolls for the hidden positions whose occupants have fired: 1-3 reveals the firing units (14.2b).

    T-68: one roll for each position in a segment; stack mates that did not fire stay hidden.
    """
    by_position: dict[Cell, list[int]] = {}
    for index in firers:
        if state.units[index].hidden:
            by_position.setdefault(state.units[index].cell, []).append(index)
    for cell, units in by_position.items():
        position = position_at(state, cell)
        assert position is not None
        if not position.rolled:
            position.rolled = True
            side = position.side
            rolled = doing.dice.roll(DIE, f"position at {scene.board.labels[cell]} is seen firing")
            doing.emit("position_roll", "14.2b", (side,), hex=scene.board.labels[cell], die=rolled)
            if rolled > 3:
                continue
        elif not position.revealed:
            continue
        reveal_units(state, scene, doing, units, "14.2b")


def new_segment(positions: list[Position]) -> None:
    """Forgets the rolls of the last segment (T-68)."""
    for position in positions:
        position.rolled = False
