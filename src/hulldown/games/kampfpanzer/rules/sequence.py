"""The sequence of play (4.1) as a table, and what happens in each of its steps (4.0b: and in no other)."""

from __future__ import annotations

from typing import Final

from hulldown.core.orders import Task
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import go, go_on, over
from hulldown.games.kampfpanzer.rules import combat, deployment, movement, overrun, panic, plotting
from hulldown.games.kampfpanzer.rules.legal import combine, plots
from hulldown.games.kampfpanzer.rules.results import recover
from hulldown.games.kampfpanzer.rules.scene import Scene, scene_in
from hulldown.games.kampfpanzer.rules.state import (
    FIRST,
    ON_MAP,
    SECOND,
    SIDES,
    Frame,
    KampfState,
    enemy_of,
    index_of,
)
from hulldown.games.kampfpanzer.rules.verbs.answers import ASK
from hulldown.games.kampfpanzer.rules.victory import judge

JOINED: Final = "answer"
STRUCK: Final = "counter"
"""The steps in which movement stops for a decision."""


def _deploy(state: KampfState, doing: Doing, side: str) -> bool:
    """14.0a, 14.0j: the first player deploys, then the second, who sees it."""
    scene = scene_in(state, doing)
    order = state.submitted.pop(side, None)
    if order is None:
        if deployment.deploys(state, scene, side):
            go(state, state.stack[-1].step, (side,))
            return False
    else:
        deployment.deploy(state, scene, doing, order)
    return True


def _first(state: KampfState, doing: Doing) -> bool:
    if not _deploy(state, doing, FIRST):
        return False
    go_on(state, doing)
    return True


def _second(state: KampfState, doing: Doing) -> bool:
    if not _deploy(state, doing, SECOND):
        return False
    go_on(state, doing)
    return True


def _turn(state: KampfState, doing: Doing) -> bool:
    """Starts the next Game-Turn with clean markers (4.0a, 11.0-gen-3: panic lasts one turn)."""
    state.turn += 1
    doing.turn = state.turn
    for unit in state.units:
        unit.panicked = unit.moving = unit.fired = False
    state.tasks, state.presets, state.threats = {}, {}, []
    doing.emit("turn", "4.0a", (), turn=state.turn)
    go_on(state, doing)
    return True


def plotters(state: KampfState, scene: Scene) -> tuple[str, ...]:
    """The sides with a unit that can have a plot this turn (4.1-a, 14.0c)."""

    def able(side: str) -> bool:
        for unit in state.units:
            if unit.side == side and plots(unit):
                enter = scene.group(unit).enter
                if unit.status == ON_MAP or (enter is not None and enter.turn <= state.turn):
                    return True
        return False

    return tuple(side for side in SIDES if able(side))


def _plot(state: KampfState, doing: Doing) -> bool:
    """4.1-a: plots wait, unseen, until nobody owes one; from then on they are open (K-19)."""
    scene = scene_in(state, doing)
    if state.stack[-1].owing:
        return False
    if not state.submitted:
        owing = plotters(state, scene)
        if owing:
            go(state, state.stack[-1].step, owing)
            return False
    for side in SIDES:
        order = state.submitted.pop(side, None)
        if order is None:
            continue
        plan = plotting.plan(state, scene, side, order)
        state.presets[side] = plan.preset or ASK
        for name, task in plan.tasks.items():
            state.tasks[name] = task
            if scene.verbs[task.kind].moves:
                state.units[index_of(state, name)].moving = True
        overrun.note_threats(state, scene, side, plan.tasks)
        plots, told = _written(state, scene, plan.tasks)
        doing.emit("plots", "4.1-a", (), side=side, nation=scene.side(side).nation, plots=plots, told=told,
                   fire=state.presets[side])  # fmt: skip
    go_on(state, doing)
    return True


def _written(state: KampfState, scene: Scene, tasks: dict[str, Task]) -> tuple[str, str]:
    """The plots of a side as they stand on its sheet, and in words, for everybody when both are written (R-1)."""
    lines: list[str] = []
    told: list[str] = []
    for name, task in tasks.items():
        unit, verb = state.units[index_of(state, name)], scene.verbs[task.kind]
        lines.append(" ".join([name, *verb.write(scene, unit, task)]))
        goal = task.cells[-2:-1] if verb.overruns else task.cells[-1:]
        told.append(" ".join([name, verb.name, *(scene.board.labels[cell] for cell in goal)]))
    return "; ".join(lines), ", ".join(told) or "nothing"


def _panic(state: KampfState, doing: Doing) -> bool:
    panic.determine(state, scene_in(state, doing), doing)
    go_on(state, doing)
    return True


def _impact(state: KampfState, doing: Doing) -> bool:
    combat.prepare(state, scene_in(state, doing), doing)
    go_on(state, doing, combat.undecided(state))
    return True


def _combine(state: KampfState, doing: Doing) -> bool:
    """9.11a, K-19: both sides say how their fire is combined before anything is rolled."""
    if not _combined(state):
        return False
    go_on(state, doing)
    return True


def _combined(state: KampfState) -> bool:
    if state.stack[-1].owing:
        return False
    for side in SIDES:
        order = state.submitted.pop(side, None)
        if order is not None:
            combine(state, side, order)
    return True


def _fire(state: KampfState, doing: Doing) -> bool:
    combat.execute(state, scene_in(state, doing), doing)
    go_on(state, doing)
    return True


def _panic_plot(state: KampfState, doing: Doing) -> bool:
    scene = scene_in(state, doing)
    panic.plot_panic(state, scene, doing)
    movement.begin(state, scene, doing)
    go_on(state, doing)
    return True


def _move(state: KampfState, doing: Doing) -> bool:
    scene = scene_in(state, doing)
    asks = movement.play_on(state, scene, doing)
    if asks == "combine":
        state.stack.append(Frame(JOINED, combat.undecided(state)))
    elif asks == "counter":
        storm = overrun.ready(state, scene)
        assert storm is not None
        state.stack.append(Frame(STRUCK, (enemy_of(storm.side),)))
    else:
        movement.finish(state, scene, doing)
        go_on(state, doing)
    return True


def _answer(state: KampfState, doing: Doing) -> bool:
    """9.24b: fire set off by one unit in one hex is combined or not, before it is rolled for."""
    if not _combined(state):
        return False
    state.stack.pop()
    return True


def _counter(state: KampfState, doing: Doing) -> bool:
    """9.68: whom each overrun unit strikes back at."""
    if state.stack[-1].owing:
        return False
    scene = scene_in(state, doing)
    storm = overrun.ready(state, scene)
    assert storm is not None
    order = state.submitted.pop(enemy_of(storm.side))
    overrun.resolve(state, scene, doing, storm, {task.unit: task.targets[0] for task in order.tasks})
    state.stack.pop()
    return True


def _recover(state: KampfState, doing: Doing) -> bool:
    """4.1-f; then the turn ends: empty entrenchments go (13.1a), and it is judged (4.0c)."""
    scene = scene_in(state, doing)
    recover(state, scene, doing)
    kept = []
    for works in state.works:
        if any(u.cell == works.cell and u.side == works.side for u in state.units):
            kept.append(works)
        else:
            doing.emit("abandoned", "13.1a", (), side=works.side, hex=scene.board.labels[works.cell])
    state.works = kept
    state.outcome = judge(state, scene)
    if over(state, doing, {side: scene.side(side).nation for side in SIDES}):
        go_on(state, doing)
        return False
    go(state, "turn")
    return True


def _over(state: KampfState, doing: Doing) -> bool:
    """Nothing follows."""
    return False


_DEPLOY: Final = Question("deploy", "14.0a", "Set up your units: hex, facing of guns, and who rides or is entrenched.")
_TOGETHER: Final = "Several of your units fire at the same target: which of them make one attack?"
ROWS: Final[tuple[Row, ...]] = (
    Row("first", "14.0a", "Deployment", "one side sets up, in the open", handler=_first, asks=_DEPLOY),
    Row("second", "14.0a", "Deployment of the other side", "it sees the enemy", handler=_second, asks=_DEPLOY),
    Row("turn", "4.0a", "Game-Turn", "three minutes and forty seconds", handler=_turn),
    Row(
        "plot",
        "4.1-a",
        "Plot Phase",
        "both sides write one operation for each undisrupted unit, in secret",
        "turn",
        handler=_plot,
        asks=Question(
            "plot", "4.1-a", "Turn {turn}: plot an operation for each unit; one without a plot does nothing."
        ),
    ),
    Row("panic", "4.1-b", "Panic Determination Phase", "a die for each side", "turn", handler=_panic),
    Row("combat", "4.1-c", "Combat Execution Phase", "direct fire, all at once", "turn"),
    Row("impact", "9.32b", "Impact", "impact markers are placed, fire is sorted by target", "combat", handler=_impact),
    Row(
        "combine",
        "9.11a",
        "Combined fire",
        "each side says which of its units make one attack",
        "combat",
        handler=_combine,
        asks=Question("combine", "9.11a", _TOGETHER),
    ),
    Row("fire", "9.0-proc-n-3", "Fire", "attacks are rolled for, then the results count", "combat", handler=_fire),
    Row(
        "panic_plot",
        "4.1-d",
        "Panicked Movement Plot Phase",
        "panicked units that were to move bolt",
        "turn",
        handler=_panic_plot,
    ),
    Row("move", "4.1-e", "Movement Execution Phase", "half a point at a time, all together", "turn", handler=_move),
    Row(
        JOINED,
        "9.24b",
        "Combined Opportunity Fire",
        "fire set off by one unit in one hex may be combined",
        "move",
        handler=_answer,
        aside=True,
        asks=Question("combine", "9.24b", _TOGETHER),
    ),
    Row(
        STRUCK,
        "9.68",
        "Counterattack",
        "a unit overrun by several strikes back at one of them",
        "move",
        handler=_counter,
        aside=True,
        asks=Question("counter", "9.68", "Your units are overrun: at which enemy does each of them strike back?"),
    ),
    Row(
        "recover",
        "4.1-f",
        "Disruption Removal Phase",
        "pins are removed, disrupted units roll, the turn is judged",
        "turn",
        handler=_recover,
    ),
    Row("over", "4.0c", "End", "the scenario is over", handler=_over),
)
