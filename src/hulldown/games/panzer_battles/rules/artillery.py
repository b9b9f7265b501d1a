"""Artillery behind the map (17.0): plots two turns ahead, scatter, attacks on all in the pattern (17.0-gen-2)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.hex import Hex
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import fire, scatter
from hulldown.games.panzer_battles.rules.casualties import known_to, lose, suppress
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    DUMMY,
    OFF_MAP,
    ON_MAP,
    Battery,
    BattleState,
    present,
)
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import PLOT, Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import AIM, HOLD_FIRE

NEAREST_NONE: Final = -1
BESIDE: Final = "off the map"
"""In place of the hex of an apex: it is none of the map's, though the rest of the pattern may be (ART-5)."""


def batteries(state: BattleState, side: str) -> list[Battery]:
    """The batteries of a side."""
    return [battery for battery in state.batteries if battery.side == side]


def target_on(battery: Battery, turn: int) -> Cell:
    """Where a battery aims on a turn: as plotted, or as on the turn before (17.11a; ART-1); off the map: no fire."""
    known = [when for when in battery.plots if when <= turn]
    return battery.plots[max(known)] if known else OFF_MAP


def plot_fault(scene: Scene, side: str, kind: str, cells: tuple[Cell, ...], choice: str) -> Fault | None:
    """What is wrong with a mission: a hex of the map, or no fire (17.11b, 17.41)."""
    if choice:
        return "17.0-plot-3", "a mission is a hex"
    if kind == HOLD_FIRE:
        return ("17.11b", "no fire has no target") if cells else None
    return None if len(cells) == 1 else ("17.14", "name the apex of the pattern, one hex")


def plots_now(state: BattleState, scene: Scene, side: str) -> bool:
    """Whether a side has batteries, and what it asks for now arrives before the game is over (17.0-proc-0)."""
    setup = scene.artillery(side)
    return setup is not None and bool(batteries(state, side)) and state.turn + setup.delay <= scene.scenario.length


def legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """The missions that may be asked for: any hex (17.41); what is told nothing goes on as before (17.11a)."""
    options = (Option(AIM, "17.12", cells=tuple(scene.board.cells)), Option(HOLD_FIRE, "17.11b"))
    units = tuple([UnitLegal(battery.key, options) for battery in batteries(state, decision.side)])
    return Legal(decision, units, idle=Order(PLOT))


def faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with plots: one mission for each battery (17.1)."""
    own = {battery.key for battery in batteries(state, decision.side)}
    wrong = [Violation("17.12", f"{order.choice!r} means nothing here")] if order.choice else []
    seen: set[str] = set()
    for task in order.tasks:
        if task.unit not in own or task.kind not in (AIM, HOLD_FIRE) or task.targets or task.facing >= 0:
            wrong.append(Violation("17.1", "it is no battery of yours, or this is no mission", task.unit))
            continue
        if task.unit in seen:
            wrong.append(Violation("17.1", "a battery has one mission a turn", task.unit))
        seen.add(task.unit)
        fault = plot_fault(scene, decision.side, task.kind, task.cells, task.choice)
        if fault is not None:
            wrong.append(Violation(*fault, task.unit))
    return wrong


def plot(state: BattleState, scene: Scene, side: str, order: Order, doing: Doing) -> None:
    """Notes the missions that were asked for; they arrive after the delay of the scenario (17.0-plot-1, 17.0-proc-0).

    17.15, 17.6: a new mission is the only way to another target, and free.
    """
    setup = scene.artillery(side)
    assert setup is not None
    told = {task.unit: task for task in order.tasks}
    for battery in batteries(state, side):
        task = told.get(battery.key)
        if task is None:
            continue
        cell = task.cells[0] if task.kind == AIM else OFF_MAP
        when = state.turn + setup.delay
        battery.plots[when] = cell
        hex_ = scene.label(cell) or "no fire"
        doing.emit("plotted", "17.0-plot-3", (side,), battery=battery.key, hex=hex_, turn=when)
    doing.emit("plots", "17.0-plot-2", (), side=side, nation=scene.people(side))


def clear_markers(state: BattleState, side: str) -> None:
    """Takes the impact markers of a side off the map (4.0-A2a, 17.5a)."""
    for battery in batteries(state, side):
        battery.impact, battery.scattered = OFF_MAP, False


def nearest(state: BattleState, scene: Scene, side: str, cell: Cell) -> int:
    """The shortest line of sight of a side to a hex in hexes; -1 without any (17.21a, 17.21b, 17.42; ART-10, ART-11).

    17.0-gen-3: it decides how well the fire lies. 6.85: dummies see nothing.
    21.0-sr-1: on the first turn as if a unit stood in the hex of the scenario's spotter (ART-2).
    """
    found = [
        scene.board.distance(unit.cell, cell)
        for unit in state.units
        if unit.side == side
        and unit.status == ON_MAP
        and unit.type != DUMMY
        and not traits(unit.type).gun
        and scene.clear(unit.cell, cell)
    ]
    setup = scene.artillery(side)
    spotter = setup.spotter if setup is not None else None
    if spotter is not None and state.turn in spotter.turns:
        place = scene.board.by_label[spotter.hex]
        if scene.clear(place, cell):
            found.append(scene.board.distance(place, cell))
    return min(found, default=NEAREST_NONE)


def resolve(state: BattleState, scene: Scene, side: str, doing: Doing) -> None:
    """Fire that is due comes down: all markers first, battery by battery (17.23), then the attacks (17.22a to 17.24).

    6.44, 17.33: each unit in a hex is attacked by itself, and by each battery. 17.0-proc-5: on the table of automatic
    weapons.
    """
    for battery in batteries(state, side):
        target = target_on(battery, state.turn)
        if target < 0:
            battery.repeats = OFF_MAP
            continue
        _land(state, scene, battery, target, doing)
    for battery in batteries(state, side):
        for cell in cells_of(scene, battery):
            for index, unit in enumerate(state.units):
                if unit.cell == cell and present(unit):
                    attack(state, scene, battery, index, doing)


def _land(state: BattleState, scene: Scene, battery: Battery, target: Cell, doing: Doing) -> None:
    """One battery's fire: accuracy by who sees the hex, and where it comes down (17.2, 17.25, 17.26).

    It is announced with its target (17.0-proc-1, 17.0-proc-2), scatters (17.0-proc-3), and is marked (17.0-proc-4).
    """
    observed = nearest(state, scene, battery.side, target)
    for_effect = observed >= 0 and battery.repeats == target
    column = scatter.scatter_column(observed if observed >= 0 else None, for_effect)
    landed = scatter.roll_scatter(scene.board.hex(target), column, doing.dice, f"scatter of {battery.key}")
    battery.impact = _apex_at(scene, target, landed.apex)
    battery.scattered = landed.result.scattered
    battery.repeats = target if observed >= 0 else OFF_MAP
    where = scene.label(battery.impact) or BESIDE
    doing.emit(
        "impact", "17.22b", (), battery=battery.key, target=scene.label(target), hex=where, result=str(landed.result),
        column=column, side=battery.side,
    )  # fmt: skip


def _cell_at(scene: Scene, near: Cell, place: Hex) -> Cell:
    """The cell of a hex that fire has come down in (17.26-1, 17.26-2a), from a cell of the map; off it for none."""
    board = scene.board
    cell = near + (place.q - board.q[near]) * board.stride + place.r - board.r[near]
    known = 0 <= cell < board.size and board.on_map[cell] and (board.q[cell], board.r[cell]) == (place.q, place.r)
    return cell if known else OFF_MAP


def _apex_at(scene: Scene, near: Cell, place: Hex) -> Cell:
    """The cell of an apex: one beside the map where the rest of the pattern is on it (ART-5), else none."""
    for hex_, step in zip(scatter.pattern(place), _steps(scene), strict=True):
        cell = _cell_at(scene, near, hex_)
        if cell >= 0:
            return cell - step
    return OFF_MAP


def _steps(scene: Scene) -> tuple[int, ...]:
    """The differences of the cells of a pattern from its apex."""
    return (0, *(scene.board.offsets[way] for way in scatter.PATTERN))


def cells_of(scene: Scene, battery: Battery) -> tuple[Cell, ...]:
    """The hexes on which a battery's fire lies now: its pattern, as far as it is on the map (17.14; ART-5).

    The apex itself may lie in the row of cells around the map.
    """
    return pattern_at(scene, battery.impact) if battery.impact >= 0 else ()


def pattern_at(scene: Scene, apex: Cell) -> tuple[Cell, ...]:
    """The hexes of a pattern around its apex (17.14; data notes 15.5)."""
    board = scene.board
    found = [apex + step for step in _steps(scene)]
    return tuple([cell for cell in found if 0 <= cell < board.size and board.on_map[cell]])


def attack(state: BattleState, scene: Scene, battery: Battery, index: int, doing: Doing) -> None:
    """Attacks one unit, friend or foe (17.31a); guns and passengers are not hurt (16.44a; TRN-5), dummies neither."""
    unit = state.units[index]
    kind = traits(unit.type)
    if kind.type is None or kind.gun or unit.strength == 0:
        return
    aim = fire.Aim(
        "artillery", None, kind.type, strength=unit.strength, terrain=scene.terrain(unit.cell),
        defilade=unit.defilade >= 0 and kind.infantry, target_suppressed=unit.suppressed, scattered=battery.scattered,
        loss_dice=scene.loss_dice(state),
    )  # fmt: skip
    shot = fire.resolve(aim)
    struck = fire.roll(shot, doing.dice, f"{battery.key} at {unit.id}")
    data: dict[str, str | int | bool] = {
        "battery": battery.key, "side": battery.side, "target": unit.id, "hex": scene.label(unit.cell),
        "roll": sum(struck.dice),
        "result": struck.result, "losses": struck.outcome.losses, "suppressed": struck.outcome.suppressed,
        "modifier": shot.modifier.value,
    }  # fmt: skip
    doing.note("shelled", "17.31a", known_to(unit), data, shot.factors)
    lose(state, scene, index, struck.outcome.losses, shot.rule, doing)
    if struck.outcome.suppressed:
        suppress(state, scene, index, shot.rule, doing)


def under_fire(state: BattleState, scene: Scene, index: int, cell: Cell, doing: Doing) -> None:
    """Attacks a unit that has moved into fire that lies on the map, once for each battery (17.5b; ART-9)."""
    for battery in state.batteries:
        if cell in cells_of(scene, battery):
            attack(state, scene, battery, index, doing)
