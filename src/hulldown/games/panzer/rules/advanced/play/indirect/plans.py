"""Planned fire and Pre-Registered Points: the plan of the setup, and how it is carried out (6.5.1.4, 6.5.1.11).

6.5.1c, 6.5.1.1e, 6.5.1.11a: planned fire needs no observer, no target and no response.
"""

from __future__ import annotations

from typing import Final

import msgspec

from hulldown.core.board import LETTERS, Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.batteries import plan_faults
from hulldown.games.panzer.data.cards import NATIONS, Nation
from hulldown.games.panzer.data.fireplan import FIRE_TYPES, Plot, PlotPart, Registered
from hulldown.games.panzer.rules.advanced import sheafs
from hulldown.games.panzer.rules.advanced.play.indirect import counters, observers
from hulldown.games.panzer.rules.advanced.support import LANDS, Plan, Point, Volley
from hulldown.games.panzer.rules.advanced.verbs.missions import ARRIVE, DELAY, PLOT, REGISTER
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import SIDES, PanzerState
from hulldown.games.panzer.rules.verbs.base import FIRE_PLAN

AS_PLANNED: Final = "as planned"
"""The answer that takes over the plan of the scenario."""
FIGURES: Final = 9
"""How long a number in a plot may be."""
FARTHEST: Final = 5
"""How far planned fire may be shifted each turn (6.5.1.11.3)."""


# The setup.


def planners(state: PanzerState, scene: Scene) -> tuple[str, ...]:
    """The sides that have a fire plan to write before any unit is placed (6.5.1.4d, 6.5.1.11.1a)."""
    done = counters.support_of(state).plotted
    return tuple(
        [
            side
            for side in SIDES
            if side not in done and any(one.planned or one.registered for one in observers.batteries(scene, side))
        ]
    )


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """What each battery may plot and register (6.5.1.11.1b, 6.5.1.4d)."""
    cells = tuple(scene.board.cells)
    units: list[UnitLegal] = []
    for battery in observers.batteries(scene, decision.side):
        options = []
        if battery.planned:
            options.append(Option(PLOT, "6.5.1.11.1b", cells, choices=_examples(scene)))
        if battery.registered:
            options.append(Option(REGISTER, "6.5.1.4d", cells))
        if options:
            units.append(UnitLegal(battery.id, tuple(options)))
    idle = Order(FIRE_PLAN, choice=AS_PLANNED)
    return Legal(decision, tuple(units), (AS_PLANNED,), idle, draft=_prepared(scene, decision.side))


def _prepared(scene: Scene, side: str) -> tuple[Task, ...]:
    """The plan of the scenario as tasks, to begin with (6.5.1.11.1b, 6.5.1.4d)."""
    setup, cell = scene.scenario.side(_nation(side)), scene.board.by_label
    found = [
        Task(plot.battery, PLOT, (cell[plot.hex],), choice=f"turn {plot.turn} {', '.join(map(written, plot.parts))}")
        for plot in setup.plots
    ]
    for battery in observers.batteries(scene, side):
        points = tuple([cell[point.hex] for point in setup.registered if battery.id in point.batteries])
        if points:
            found.append(Task(battery.id, REGISTER, points))
    return tuple(found)


def _examples(scene: Scene) -> tuple[str, ...]:
    """Plots to choose from; any other may be written (6.5.1.11.1b)."""
    turns = range(1, scene.scenario.turns + 1)
    return tuple([f"turn {turn} {words}" for turn in turns for words in ("GP closed 3", "GP open 5", "Smoke open 2")])


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with a fire plan (6.5.1.11.1b, 6.5.1.11.1c, 6.5.1.11b, 6.5.1.4d)."""
    if order.choice:
        fits = order.choice == AS_PLANNED and not order.tasks
        return [] if fits else [Violation("6.5.1.11.1b", f"plot and register, or answer {AS_PLANNED}")]
    wrong = [
        Violation("6.5.1.11.1b", read, task.unit) for task in order.tasks if isinstance(read := _read(scene, task), str)
    ]
    if wrong:
        return wrong
    plots, points = _plan(scene, order)
    side = _nation(decision.side)
    names = {battery.id for battery in observers.batteries(scene, side)}
    wrong = [Violation("6.5.1.11.1a", "it is no battery of yours", task.unit) for task in order.tasks
             if task.unit not in names]  # fmt: skip
    faults = plan_faults(scene.scenario, side, plots, points)
    return wrong or [Violation(fault.rule, fault.told, fault.battery) for fault in faults]


def _nation(side: str) -> Nation:
    return NATIONS[0] if side == NATIONS[0] else NATIONS[1]


def _read(scene: Scene, task: Task) -> Plot | tuple[Registered, ...] | str:
    """What a task of a fire plan means, or what is wrong with how it is written (6.5.1.11.1b, 6.5.1.4d)."""
    labels = [scene.board.labels[cell] for cell in task.cells]
    if task.kind == REGISTER:
        if not labels or task.choice:
            return "name the hexes that are registered"
        return tuple([Registered(hex=label, batteries=(task.unit,)) for label in labels])
    if task.kind != PLOT or len(labels) != 1:
        return "name the battery, PLOT and one hex"
    words = task.choice.replace(",", " , ").split()
    if len(words) < 2 or words[0] != "turn" or _number(words[1]) is None:
        return "write the turn, then type, SHEAF and duration: turn 6 GP closed 2, Smoke open 1"
    parts: list[PlotPart] = []
    for chunk in " ".join(words[2:]).split(","):
        part = _part(chunk.split())
        if part is None:
            return f"{chunk.strip()[:40]!r} is not type, SHEAF (linear with a direction) and duration"
        parts.append(part)
    turn = _number(words[1])
    return Plot(battery=task.unit, hex=labels[0], turn=turn, parts=tuple(parts)) if turn else "turns begin with 1"


def _number(word: str) -> int | None:
    """A number of turns as it is written, or None; nobody plots as many as have more figures (6.5.1.11.1b)."""
    return int(word) if word.isdecimal() and len(word) <= FIGURES else None


def _part(words: list[str]) -> PlotPart | None:
    """Type, SHEAF, direction and duration of a part of a plot; None: it is none (6.5.1.11.1b)."""
    if len(words) < 3 or words[0] not in FIRE_TYPES or words[1] not in sheafs.OFF_MAP:
        return None
    letters, turns = words[2:-1], _number(words[-1])
    if not turns or len(letters) > 1 or any(letter not in LETTERS for letter in letters):
        return None
    return msgspec.convert({"fire": words[0], "sheaf": words[1], "facing": "".join(letters), "turns": turns}, PlotPart)


def _plan(scene: Scene, order: Order) -> tuple[tuple[Plot, ...], tuple[Registered, ...]]:
    """The plots and points of an order (6.5.1.11.1b, 6.5.1.4d)."""
    plots: list[Plot] = []
    points: list[Registered] = []
    for task in order.tasks:
        read = _read(scene, task)
        assert not isinstance(read, str)
        if isinstance(read, Plot):
            plots.append(read)
        else:
            points += read
    return tuple(plots), tuple(points)


def written(part: PlotPart) -> str:
    """A part of a plot in the words of an order (6.5.1.11.1b)."""
    return " ".join([part.fire, part.sheaf, *([part.facing] if part.facing else []), str(part.turns)])


def write_down(state: PanzerState, scene: Scene, side: str, order: Order) -> None:
    """Keeps the plan of a side, in secret (6.5.1.4d, 6.5.1.11.1b)."""
    setup = scene.scenario.side(side)
    plots, points = (setup.plots, setup.registered) if order.choice else _plan(scene, order)
    support, board = counters.support_of(state), scene.board
    found = [Plan(side, plot.battery, board.by_label[plot.hex], plot.turn, plot.parts) for plot in plots]
    known = [Point(side, name, board.by_label[point.hex]) for point in points for name in point.batteries]
    counters.change(
        state, plans=(*support.plans, *found), points=(*support.points, *known), plotted=(*support.plotted, side)
    )


# In play.


def may_be_due(state: PanzerState, scene: Scene, side: str) -> bool:
    """Whether planned fire of a side could come down, for all that the enemy knows (6.5.1.11.2, 6.5.1g)."""
    arrived = counters.support_of(state).arrivals
    return any(arrived.get(one.id, 0) < one.planned for one in observers.batteries(scene, side))


def may_fall(state: PanzerState, scene: Scene, side: str) -> bool:
    """Whether planned fire of a side could come down in a later turn, for all that the enemy knows (6.5.1.11.2)."""
    missions = counters.support_of(state).missions
    return may_be_due(state, scene, side) or any(one.planned and one.side == side for one in missions)


def waiting(state: PanzerState, side: str) -> list[Plan]:
    """A side's plans that could come down this turn: one turn early, in time, or late; or that are under way.

    Cases 6.5.1.11.2, 6.5.1.11.1e. K14: early or late is decided when it arrives, and moves the whole plot. Of two plots
    of a battery, one late and one early, the earlier comes first: it must follow its plot (6.5.1.9h).
    """
    support = counters.support_of(state)
    found = []
    for plan in support.plans:
        if plan.side != side or support.used.get(plan.battery) == state.turn:
            continue
        if plan.begun:
            if plan.part(state.turn) is not None:
                found.append(plan)
        elif plan.turn - 1 <= state.turn <= plan.turn + 1 and observers.busy(state, plan.battery) is None:
            found.append(plan)
    first = {plan.battery: plan.turn for plan in sorted(found, key=lambda one: -one.turn)}
    return [plan for plan in found if plan.turn == first[plan.battery]]


def offers(state: PanzerState, scene: Scene, side: str) -> list[UnitLegal]:
    """What may be ordered of planned fire: that it comes down, up to five hexes away, or later."""
    found = []
    for plan in waiting(state, side):
        cells = tuple([cell for cell in scene.board.cells if scene.board.distance(plan.cell, cell) <= FARTHEST])
        options = [Option(ARRIVE, "6.5.1.11.2" if not plan.begun else "6.5.1.11.3", cells, start=plan.cell)]
        if not plan.begun and plan.turn == state.turn and not plan.delayed:
            options.append(Option(DELAY, "6.5.1.11.2"))
        found.append(UnitLegal(plan.battery, tuple(options)))
    return found


def order_fault(state: PanzerState, scene: Scene, side: str, task: Task) -> Fault | None:
    """What is wrong with an order for planned fire (6.5.1.11.2, 6.5.1.11.3)."""
    plan = next((one for one in waiting(state, side) if one.battery == task.unit), None)
    if plan is None:
        return "6.5.1.11.2", "it has no planned fire that could come down this turn"
    if task.kind == DELAY:
        late = plan.begun or plan.turn != state.turn or plan.delayed
        return ("6.5.1.11.2", "only fire that is due now can come a turn later") if late else None
    if task.kind != ARRIVE:
        return "6.5.1.9h", "planned fire is neither called nor checked"
    if len(task.cells) > 1 or any(scene.board.distance(plan.cell, cell) > FARTHEST for cell in task.cells):
        return "6.5.1.11.3", f"planned fire is shifted by {FARTHEST} hexes at most"
    return None


def receive(state: PanzerState, scene: Scene, task: Task, doing: Doing) -> None:
    """Carries out an order for planned fire (6.5.1.11.2, 6.5.1.11.3)."""
    side = state.stack[-1].side
    plan = next(one for one in waiting(state, side) if one.battery == task.unit)
    if task.kind == DELAY:
        _replace(state, plan, msgspec.structs.replace(plan, delayed=True))
        return
    counters.change(state, queue=(_fire(state, plan, task.cells[0] if task.cells else plan.cell),))


def _replace(state: PanzerState, old: Plan, new: Plan) -> None:
    """Puts a plan in the place of another (6.5.1.11.2, 6.5.1.11.3)."""
    plans = counters.support_of(state).plans
    counters.change(state, plans=tuple([new if plan is old else plan for plan in plans]))


def _fire(state: PanzerState, plan: Plan, cell: Cell) -> Volley:
    """The volley of a plan this turn; it responds of itself (6.5.1.12a).

    K15: shifts add up from turn to turn (6.5.1.11.3).
    6.5.1.11.1d: type and SHEAF as plotted for this turn; 6.5.1.11.4a, 6.5.1.11.4b: whatever became of the smoke before.
    """
    support = counters.support_of(state)
    if not plan.begun:
        arrived = support.arrivals.get(plan.battery, 0) + 1
        counters.change(state, arrivals={**support.arrivals, plan.battery: arrived})
    new = msgspec.structs.replace(plan, cell=cell, begun=plan.begun or state.turn)
    _replace(state, plan, new)
    part = new.part(state.turn)
    assert part is not None
    direction = LETTERS.index(part.facing) if part.facing else -1
    return Volley(plan.side, plan.battery, cell, part.fire, part.sheaf, LANDS, direction, planned=True)


def due(state: PanzerState, side: str) -> None:
    """Puts in line what comes down of itself: what is under way, or due and not put off (6.5.1.9h, 6.5.1.11.2)."""
    queue = []
    for plan in waiting(state, side):
        if plan.begun or state.turn > plan.turn or (state.turn == plan.turn and not plan.delayed):
            queue.append(_fire(state, plan, plan.cell))
    counters.change(state, queue=tuple(queue))


def clear_ended(state: PanzerState, scene: Scene, side: str, doing: Doing) -> None:
    """Takes off the counters of planned fire that is over: it never goes on beyond its plot.

    Cases 6.5.1.11.1e, 6.5.1.11.2.
    """
    support = counters.support_of(state)
    going = {plan.battery for plan in support.plans if plan.begun and plan.part(state.turn) is not None}
    gone = [one for one in support.missions if one.planned and one.side == side and one.source not in going]
    if gone:
        counters.change(state, missions=tuple([one for one in support.missions if one not in gone]))
    for one in gone:
        doing.emit("fire_over", "6.5.1.11.1e", (), side=side, source=one.source, hex=scene.board.labels[one.cell])
