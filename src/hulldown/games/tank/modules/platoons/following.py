"""Orders for a platoon as a whole: the leader's path, and how the others follow it in formation (25.0-proc, 25.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.core.paths import closed, reach, way_to
from hulldown.games.tank.modules.platoons.shapes import slots
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.formation import (
    SHAPES,
    SPACING,
    Platoon,
    acting,
    formed,
    platoon_named,
    standstill,
)
from hulldown.games.tank.rules.ground import facing_of
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import OFF_MAP, ON_MAP, Unit, index_of
from hulldown.games.tank.rules.verbs.base import OTHER, TankVerb
from hulldown.games.tank.rules.verbs.move import MOVE, MoveVerb
from hulldown.games.tank.rules.works import mines_known_to

if TYPE_CHECKING:
    from hulldown.games.tank.rules.verbs.reading import Reading

_TRIES: Final = 60
"""The places tried for a follower that cannot go where the formation wants it."""


class Form(TankVerb):
    """FM: a platoon changes its formation while its leader stays where it is (25.4b)."""

    def __init__(self) -> None:
        super().__init__("FM", OTHER, "Form up", "25.4b")
        self.manoeuvres = True

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        plan.refuse(unit.id, self.rule, "only a platoon changes its formation")

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if len(words) != 1 or words[0].lower() not in SHAPES:
            raise reading.refuse(f"write the platoon, {self.kind} and one of {', '.join(SHAPES)}")
        return Task(name, self.kind, choice=words[0].lower())


FORM: Final = Form()


def expand(plan: Plan, task: Task) -> bool:
    """Gives the members of a platoon their tasks by an order for all of them; False if there is no such platoon.

    25.0-proc-2: the leader's task is plotted and the others guide on him. 25.4a: members with tasks of their own keep
    them. 25.0-proc-3: tasks that need a target for each tank cannot be ordered so.
    """
    state, scene, name = plan.state, plan.scene, task.unit
    platoon = platoon_named(state, scene, plan.side, name)
    if platoon is None:
        return False
    why = _unfit(plan, platoon, task)
    if why is not None:
        plan.refuse(name, *why)
        return True
    crew = [unit for unit in formed(state, platoon) if unit.id not in plan.tasks]
    verb = scene.verbs[task.kind]
    if verb.turns:
        given = {unit.id: Task(unit.id, task.kind) for unit in crew}
    else:
        given = _Following(plan, platoon, task).tasks(crew)
    for member, own in given.items():
        plan.tasks[member] = own
        plan.given[member] = name
    return True


def _unfit(plan: Plan, platoon: Platoon, task: Task) -> tuple[str, str] | None:
    """Why a platoon cannot be ordered so: the case and the reason."""
    state, scene = plan.state, plan.scene
    if all(each.name != platoon.name for each in acting(state, scene, plan.side)):
        return "25.3", f"{platoon.name} does not act as a platoon now; order its tanks singly"
    leader = state.units[index_of(state, platoon.leader)]
    if leader.status != ON_MAP:
        return "25.0-gen-2", f"{leader.id} leads it and is not on the map"
    still = standstill(state, scene, leader)
    if still is not None:
        return still
    if platoon.name in plan.given.values():
        return "5.0-gen-1", "a platoon has one order in a turn"
    if leader.id in plan.tasks:
        return "25.0-proc-2", f"{leader.id} leads it and has a task of its own"
    verb = scene.verbs.get(task.kind)
    if verb is None or not verb.plotted or not (verb.moves or verb.turns or verb is FORM) or verb.overruns:
        return "25.0-proc-3", "a platoon is told to move, to turn or to change formation; give each tank the rest"
    return _unfit_way(plan, platoon, task, leader)


def _unfit_way(plan: Plan, platoon: Platoon, task: Task, leader: Unit) -> tuple[str, str] | None:
    """What is wrong with the hexes and the formation named."""
    verb = plan.scene.verbs[task.kind]
    if verb is FORM:
        fit = task.choice in SHAPES and not task.cells
        return None if fit else ("25.4b", f"name one formation: {', '.join(SHAPES)}")
    if verb.turns:
        return None
    if task.choice and (task.choice not in SHAPES or verb.reverses):
        return "25.4b", f"the formations are {', '.join(SHAPES)}; a platoon in reverse keeps its own"
    if not task.cells or not isinstance(verb, MoveVerb):
        return "6.0-proc-3", "a move needs the hexes of the leader"
    dues = verb.dues(plan.scene, leader, Task(leader.id, task.kind, task.cells), 0)
    slowest = min(verb.allowance(arms(unit.type)) for unit in formed(plan.state, platoon))
    if dues[-1] > slowest:
        return "25.1", f"the path takes {dues[-1]} Movement Points, the slowest tank of {platoon.name} has {slowest}"
    return None


class _Track(NamedTuple):
    """The way of one member from where it stands, and the Movement Point at which it enters each hex."""

    start: Cell
    way: tuple[Cell, ...]
    dues: tuple[int, ...]


class _Following:
    """A platoon on the move: where each member is at each point, as far as it has been worked out."""

    def __init__(self, plan: Plan, platoon: Platoon, task: Task) -> None:
        self.plan = plan
        self.scene: Scene = plan.scene
        self.task = task
        self.shape = task.choice
        verb = plan.scene.verbs[task.kind]
        self.verb: MoveVerb = verb if isinstance(verb, MoveVerb) else MOVE
        self.leader = plan.state.units[index_of(plan.state, platoon.leader)]
        self.mates = frozenset(unit.id for unit in formed(plan.state, platoon))
        self.mined = frozenset(mines_known_to(plan.state, plan.side))
        self.tracks: list[_Track] = []
        self.taken: set[Cell] = set()

    def tasks(self, crew: list[Unit]) -> dict[str, Task]:
        """The tasks of the leader and of these members, those nearest to the leader first."""
        plan, lead = self.plan, self.task.cells
        names = {unit.id for unit in crew}
        for unit in plan.state.units:
            if unit.side == plan.side and unit.status == ON_MAP and unit.id not in names:
                own = plan.tasks.get(unit.id)
                way: tuple[Cell, ...] = ()
                if own is not None and own.kind in plan.scene.verbs and plan.scene.verbs[own.kind].moves:
                    way = own.cells
                self.taken.add(way[-1] if way else unit.cell)
                if unit.id in self.mates:
                    self._note(unit, way)
        found: dict[str, Task] = {}
        if lead:
            found[self.leader.id] = Task(self.leader.id, self.verb.kind, lead)
        self._note(self.leader, lead)
        self.taken.add(lead[-1] if lead else self.leader.cell)
        followers = [unit for unit in crew if unit.id != self.leader.id]
        goals = self._goals(followers)
        for unit in sorted(followers, key=lambda unit: self._order(unit)):
            way = self._way(unit, goals[unit.id])
            self._note(unit, way)
            self.taken.add(way[-1] if way else unit.cell)
            if way:
                found[unit.id] = Task(unit.id, self.verb.kind, way)
        return found

    def _order(self, unit: Unit) -> tuple[int, int, str]:
        """Who is ahead goes first, so that nobody's place is taken by one who comes behind him."""
        board = self.scene.board
        end = self.task.cells[-1] if self.task.cells else self.leader.cell
        return board.distance(unit.cell, end), board.distance(unit.cell, self.leader.cell), unit.id

    def _note(self, unit: Unit, way: tuple[Cell, ...]) -> None:
        self.tracks.append(_Track(unit.cell, way, self._dues(unit, way)))

    def _dues(self, unit: Unit, way: tuple[Cell, ...]) -> tuple[int, ...]:
        return self.verb.dues(self.scene, unit, Task(unit.id, self.verb.kind, way), 0)

    def _steps(self) -> list[int]:
        """The directions of the leader's steps."""
        here, found = self.leader.cell, []
        for cell in self.task.cells:
            found.append(self.scene.board.direction(here, cell))
            here = cell
        return found

    def _goals(self, followers: list[Unit]) -> dict[str, Cell]:
        """Where each follower shall be at last: moved as the leader is, or in the new formation (25.0-proc-4, 25.4b).

        A place off the map is left to what can be reached near it.
        """
        board = self.scene.board
        steps = self._steps()
        if not self.shape:
            return {unit.id: self._moved(unit.cell, steps) for unit in followers}
        end = self.task.cells[-1] if self.task.cells else self.leader.cell
        facing = facing_of(steps[-1], self.verb.reverses) if steps else self.leader.facing
        free = list(followers)
        goals: dict[str, Cell] = {}
        for slot in slots(board, end, facing, self.shape, len(followers)):
            near = min(free, key=lambda unit: (board.distance(self._moved(unit.cell, steps), slot), unit.id))
            goals[near.id] = slot
            free.remove(near)
        return goals | {unit.id: self._moved(unit.cell, steps) for unit in free}

    def _moved(self, cell: Cell, steps: list[int]) -> Cell:
        """The cell that these steps lead to from another one, the last on the map if they leave it."""
        for step in steps:
            ahead = self.scene.board.neighbours[cell][step] if step >= 0 else OFF_MAP
            if ahead == OFF_MAP:
                break
            cell = ahead
        return cell

    def _way(self, unit: Unit, goal: Cell) -> tuple[Cell, ...]:
        """The best way for a follower that keeps it in formation, round mines if it can; no way if there is none."""
        for shunned in (self.mined, frozenset()) if self.mined else (frozenset(),):
            for way in self._ways(unit, goal, shunned):
                end = way[-1] if way else unit.cell
                if end not in self.taken and shunned.isdisjoint(way) and self._fits(unit, way):
                    return way
        return ()

    def _ways(self, unit: Unit, goal: Cell, shunned: frozenset[Cell]) -> Iterator[tuple[Cell, ...]]:
        """The ways to try: step by step like the leader, then to the places nearest to the goal, no cell `shunned`."""
        if not self.shape:
            steps = self._steps()
            copied = tuple(self._moved(unit.cell, steps[: count + 1]) for count in range(len(steps)))
            yield copied
            if self.verb.reverses:
                yield from (copied[:count] for count in range(len(copied) - 1, -1, -1))
                return
        board, weapon = self.scene.board, arms(unit.type)
        costs = self.scene.costs(weapon.table)
        if shunned:
            costs = closed(board, costs, shunned)
        found = reach(board, costs, unit.cell, self.verb.allowance(weapon))
        near = sorted(found, key=lambda cell: (board.distance(cell, goal), found[cell].cost, cell))
        for cell in near[:_TRIES]:
            yield way_to(found, cell)

    def _fits(self, unit: Unit, way: tuple[Cell, ...]) -> bool:
        """Whether a way can be driven, is barred by nothing known, and keeps near somebody all the time."""
        dues = self._dues(unit, way)
        if 0 in dues or (dues and dues[-1] > self.verb.allowance(arms(unit.type))) or self._barred(unit, way):
            return False
        last = max((track.dues[-1] for track in self.tracks if track.dues), default=0)
        for point in range(max(last, dues[-1] if dues else 0) + 1):
            here = _at(_Track(unit.cell, way, dues), point)
            if all(self.scene.board.distance(here, _at(track, point)) > SPACING for track in self.tracks):
                return False
        return True

    def _barred(self, unit: Unit, way: tuple[Cell, ...]) -> bool:
        here = unit.cell
        for cell in way:
            if any(hook(self.plan.state, self.scene, unit, here, cell) for hook in self.scene.hooks.bars):
                return True
            here = cell
        return False


def _at(track: _Track, point: int) -> Cell:
    """Where somebody is when so many points have been played."""
    here = track.start
    for cell, due in zip(track.way, track.dues, strict=False):
        if due > point:
            break
        here = cell
    return here
