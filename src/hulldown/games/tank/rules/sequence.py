"""The sequence of play (4.1) as a table, and what happens in each of its steps."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import LETTERS
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import go, go_on, over
from hulldown.core.unitsets import NO_UNITS
from hulldown.games.tank.data.loading import BOOK_DEPLOYS
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.rules import deployment, movement, plotting
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.column import INWARD, columns_of, edge_of, entries, on_rails
from hulldown.games.tank.rules.combat import direct_fire, end_segment
from hulldown.games.tank.rules.edges import entry_turn
from hulldown.games.tank.rules.ground import facing_of
from hulldown.games.tank.rules.panic import draw_panic
from hulldown.games.tank.rules.report import open_order, tell
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.spotting import hidden_with, look_before_fire, new_segment, reveal_identity, reveal_units
from hulldown.games.tank.rules.state import (
    ALPHA,
    ON_MAP,
    SIDES,
    WAITING,
    Frame,
    TankState,
    Unit,
    enemy_of,
    index_in,
    on_map,
)
from hulldown.games.tank.rules.victory import judge


def everybody(state: TankState) -> tuple[str, ...]:
    """Both sides."""
    return SIDES


def plotters(state: TankState, scene: Scene) -> tuple[str, ...]:
    """The sides that write a plot this turn: with units to order, and not on a pre-written way (17.11-2).

    17.13-2, T-83: the rearguard is not on the map yet on the first turn.
    """
    return tuple(side for side in SIDES if not on_rails(state, scene, side) and _has_units(state, side))


def _has_units(state: TankState, side: str) -> bool:
    coming = bool(columns_of(state, side))
    for unit in state.units:
        if unit.side == side and (unit.status == ON_MAP or (coming and unit.status == WAITING)):
            return True
    return False


def _setup(state: TankState, doing: Doing) -> bool:
    if state.stack[-1].owing:
        return False
    scene = scene_in(state, doing)
    for side in setters(state):
        order = state.submitted.pop(side)
        if scene.side(side).deploy == "column":
            deployment.enter(state, scene, side, order)
        else:
            deployment.deploy(state, scene, side, order)
    _begin_turn(state, doing)
    go_on(state, doing)
    return True


def setters(state: TankState) -> tuple[str, ...]:
    """The sides that the book itself asks how they arrive; a module may ask the others before (34.0)."""
    scenario = scenario_of(state)
    return tuple(side for side in SIDES if scenario.side(side).deploy in BOOK_DEPLOYS)


def _begin_turn(state: TankState, doing: Doing) -> None:
    """Starts the next Game-Turn with clean markers (12.0-gen-4: panic lasts one turn; 9.33: points are not saved)."""
    state.turn += 1
    doing.turn = state.turn
    for unit in state.units:
        unit.panicked = unit.moving = unit.may_face = unit.fired = False
        unit.points = 0
        unit.tested = NO_UNITS
    state.tasks = {}
    doing.emit("turn", "4.1", (), turn=state.turn)


def _turn(state: TankState, doing: Doing) -> bool:
    """4.1: the phases of a turn follow."""
    go_on(state, doing)
    return True


def present(state: TankState) -> tuple[str, ...]:
    """The sides with units on the map.

    A side is asked even if none of its units may do what is asked: who is asked must not tell of plots (4.2a).
    """
    return tuple(side for side in SIDES if on_map(state, side))


def _plot(state: TankState, doing: Doing) -> bool:
    """4.1-a-1: plots wait, unseen, until nobody owes one; then they are worked out."""
    if state.stack[-1].owing:
        return False
    scene = scene_in(state, doing)
    if not state.submitted:
        owing = plotters(state, scene)
        if owing:
            go(state, state.stack[-1].step, owing)
            return False
    units = state.units
    known: dict[str, tuple[Task, tuple[int, ...]]] = {}
    doing.memo["dues"] = known
    for side in SIDES:
        if side in state.submitted:
            plan = plotting.plan(state, scene, side, state.submitted.pop(side), judged=False)
        elif on_rails(state, scene, side):
            plan = plotting.rails(state, scene, side)
        else:
            continue
        for key, way in plan.ways.items():
            state.columns[key].trail = way
        if plan.beyond:
            for other in scene.hooks.beyond:
                other.note(state, scene, side, other.own(plan.beyond))
        tasks, dues = state.tasks, plan.dues
        for name, task in plan.tasks.items():
            tasks[name] = task
            unit = units[index_in(units, name)]
            if name in dues:
                unit.moving = True
                unit.points = dues[name][-1]
                known[name] = (task, dues[name])
            unit.may_face = scene.verbs[task.kind].turns
    go_on(state, doing)
    return True


def _panic(state: TankState, doing: Doing) -> bool:
    scene = scene_in(state, doing)
    draw_panic(state, scene, doing)
    for unit in state.units:
        # 12.24, 12.0-gen-3: a panicked unit on FC does not turn.
        unit.may_face = unit.may_face and not unit.panicked
    go_on(state, doing)
    return True


def _initial(state: TankState, doing: Doing) -> bool:
    """4.1-b-2, 9.0-proc-1: vehicles plotted to move face their first hex, those in reverse away from it (9.6a)."""
    scene = scene_in(state, doing)
    board = scene.board
    units = state.units
    for name, task in state.tasks.items():
        unit = units[index_in(units, name)]
        if not unit.moving or not arms(unit.type).drives:
            continue
        cells = task.cells
        if not cells:
            continue
        if unit.status == WAITING:
            unit.facing = board.direction(cells[0], cells[1]) if len(cells) > 1 else INWARD[edge_of(state, scene, unit)]
            continue
        travel = board.direction(unit.cell, cells[0])
        facing = facing_of(travel, task.kind in scene.reverses)
        if facing != unit.facing:
            unit.facing = facing
            if unit.spotted:
                tell(doing, unit, "turned", "9.0", {"unit": unit.id, "facing": LETTERS[facing]})
    go_on(state, doing)
    return True


def _spot(state: TankState, doing: Doing) -> bool:
    new_segment(state.positions)
    look_before_fire(state, scene_in(state, doing), doing)
    go_on(state, doing)
    return True


def _direct(state: TankState, doing: Doing) -> bool:
    scene = scene_in(state, doing)
    direct_fire(state, scene, doing)
    dues: dict[str, tuple[int, ...]] = {}
    known: dict[str, tuple[Task, tuple[int, ...]]] = doing.memo.get("dues", {})
    units = state.units
    for name, task in state.tasks.items():
        unit = units[index_in(units, name)]
        if unit.moving:
            before = known.get(name)
            if before is not None and before[0] is task:
                dues[name] = before[1]
            else:
                comes_on = entries(state, scene, unit.side) if unit.status == WAITING else {}
                dues[name] = scene.verbs[task.kind].dues(scene, unit, task, comes_on.get(name, 0))
    movement.begin(state, scene, doing, dues)
    go_on(state, doing)
    return True


def _move(state: TankState, doing: Doing) -> bool:
    scene = scene_in(state, doing)
    stoppers = _met_before_moving(state, scene, doing)
    going = True
    if not stoppers:
        going, stoppers = movement.next_point(state, scene, doing)
    if stoppers:
        state.stack.append(Frame("stop", stoppers))
    elif not going:
        movement.finish(state, scene, doing)
        if scene.situation.late_defence and state.turn == entry_turn(state, scene, ALPHA):
            doing.emit("rearguard", "17.13-2", ())
            deployment.place_rearguard(state, scene, doing)
        go_on(state, doing)
    return True


def _met_before_moving(state: TankState, scene: Scene, doing: Doing) -> tuple[str, ...]:
    """The sides that may stop before the first point, because the forces met before anybody moved (34.1-6, 34.2-6)."""
    assert state.run is not None
    stoppers = scene.situation.stoppers
    return stoppers(state, scene, doing, ()) if stoppers is not None and state.run.tick == 0 else ()


def _stop(state: TankState, doing: Doing) -> bool:
    """9.36c, T-06: asked at this very point, Alpha first; the other side knows the answer."""
    owing = state.stack[-1].owing
    if not owing:
        state.stack.pop()
        return True
    order = state.submitted.pop(owing[0], None)
    if order is None:
        return False
    if order.choice == "stop":
        movement.stop_all(state, scene_in(state, doing), doing, owing[0])
    go(state, state.stack[-1].step, owing[1:])
    return True


def facers(state: TankState, side: str) -> list[str]:
    """The units of a side that may turn now (7.11a, 7.12a, 4.1-b-5a, 4.1-b-5b)."""
    return [unit.id for unit in state.units if unit.side == side and may_turn(unit)]


def may_turn(unit: Unit) -> bool:
    """Whether a unit may turn now."""
    return unit.may_face and unit.status == ON_MAP and arms(unit.type).faces


def _final(state: TankState, doing: Doing) -> bool:
    """7.11b, 9.5c, 7.12b: free turns to any hexside, chosen with knowledge of the board, shown together."""
    if state.stack[-1].owing:
        return False
    turned: list[int] = []
    swung: list[int] = []
    units = state.units
    for side in SIDES:
        order = state.submitted.pop(side, None)
        if order is None:
            continue
        facings = {index_in(units, task.unit): task.facing for task in order.tasks}
        for index in open_order(state, facings):
            unit, facing = units[index], facings[index]
            if facing == unit.facing:
                continue
            unit.facing = facing
            swung.append(index)
            if unit.hidden:
                turned.append(index)
            else:
                _tell_turn(doing, unit, LETTERS[facing])
    # 14.2c: a gun in a hidden position that changes its facing reveals it (T-69: unspotted).
    if turned:
        reveal_units(state, scene_in(state, doing), doing, hidden_with(state, turned), "14.2c")
    rule = scene_in(state, doing).situation.turning_shows
    if rule and swung:
        _give_away(state, scene_in(state, doing), doing, swung, rule)
    go_on(state, doing)
    return True


def _give_away(state: TankState, scene: Scene, doing: Doing, swung: list[int], rule: str) -> None:
    """Spots the guns that have turned within a clear line of an enemy (34.4-13, T-69)."""
    for index in open_order(state, swung):
        unit = state.units[index]
        if arms(unit.type).gun and unit.status == ON_MAP and not unit.spotted:
            foes = on_map(state, enemy_of(unit.side))
            if any(scene.clear(foe.cell, unit.cell) for foe in foes):
                reveal_identity(state, doing, unit, rule)


def _tell_turn(doing: Doing, unit: Unit, letter: str) -> None:
    """A free turn (7.11): how it faces now is seen of a spotted unit, of a face-down counter only that it turned."""
    if unit.spotted:
        tell(doing, unit, "turned", "7.11", {"unit": unit.id, "facing": letter})
    else:
        tell(doing, unit, "turned", "7.11", {"unit": unit.id}, {"facing": letter})


def _record(state: TankState, doing: Doing) -> bool:
    """4.1-c: the turn ends; positions left empty are removed (14.3, T-70) and victory is judged (15.2)."""
    scene = scene_in(state, doing)
    if state.positions:
        held = {(unit.cell, unit.side) for unit in state.units if unit.status == ON_MAP}
        state.positions = [position for position in state.positions if (position.cell, position.side) in held]
    end_segment(state)
    state.outcome = judge(state, scene)
    if not over(state, doing):
        _begin_turn(state, doing)
        go(state, "turn")
        return True
    go_on(state, doing)
    return False


def _over(state: TankState, doing: Doing) -> bool:
    """15.2: nothing follows."""
    return False


ENTER: Final = Question("enter", "17.3-1", "Choose the hex where your column enters the map.")
DEPLOY: Final = Question("deploy", "17.1", "Note in secret where each of your units stands, and which way it faces.")
"""What the setup asks of a side: a column where it comes on, everybody else where each unit stands."""
ROWS: Final[tuple[Row, ...]] = (
    Row(
        "setup",
        "17.1",
        "Deployment",
        "columns choose where they enter, defenders note their hexes in secret",
        handler=_setup,
        owes=setters,
    ),
    Row("turn", "4.1", "Game-Turn", "one turn of 36 seconds to two minutes", handler=_turn),
    Row(
        "plot",
        "4.1-A",
        "Plotting Phase",
        "both sides write one task for each unit, in secret",
        "turn",
        handler=_plot,
        asks=Question("plot", "4.1-A", "Turn {turn}: write a task for each unit; a unit without one does nothing."),
    ),
    Row("execution", "4.1-B", "Execution Phase", "the plots are carried out at the same time", "turn"),
    Row("panic", "4.1-B", "Panic Segment", "chits are drawn, panicked plots replaced", "execution", handler=_panic),
    Row(
        "initial",
        "4.1-B",
        "Initial Facing Segment",
        "movers turn towards their first hex",
        "execution",
        handler=_initial,
    ),
    Row("spot", "13.23", "Spotting", "units try to spot the enemies already in view", "execution", handler=_spot),
    Row("direct", "4.1-B", "Direct Fire Segment", "plotted fire, all at once", "execution", handler=_direct),
    Row(
        "move",
        "4.1-B",
        "Movement Segment",
        "Movement Point by Movement Point, with Opportunity Fire",
        "execution",
        handler=_move,
    ),
    Row(
        "stop",
        "9.36",
        "Early stop",
        "a force that has found an enemy may end all its movement",
        "move",
        handler=_stop,
        aside=True,
        asks=Question("stop", "9.36", "Your force has found the enemy: end all its movement now, or go on?"),
    ),
    Row(
        "final",
        "4.1-B",
        "Final Facing Segment",
        "units that moved or were ordered to face may turn",
        "execution",
        handler=_final,
        owes=present,
        asks=Question("face", "7.11", "Units that moved or were ordered to face may turn."),
    ),
    Row("record", "4.1-C", "Turn Record", "the turn ends, victory is judged", "turn", handler=_record),
    Row("over", "15.2", "End", "the scenario is over", handler=_over),
)
