"""Announcements of close combat: all attacks on one target together, before the first is resolved (6.6.1.1k)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.play import control
from hulldown.games.panzer.rules.advanced.play.assault import advances, eligible, places
from hulldown.games.panzer.rules.advanced.play.assault.eligible import Chance
from hulldown.games.panzer.rules.advanced.play.assault.memory import combat_of
from hulldown.games.panzer.rules.advanced.verbs.attacks import ASSAULT, ASSAULTING
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, index_of

DONE: Final = "no more"
"""The answer by which a side has no more attacks to announce."""


def ready(state: PanzerState, scene: Scene, side: str) -> dict[int, list[Chance]]:
    """The units of a side that may attack now, with their targets (6.6.1.1a, 6.6.1.1c)."""
    found: dict[int, list[Chance]] = {}
    for index, unit in enumerate(state.units):
        if unit.side == side and eligible.disobeys(state, scene, index) is None:
            chances = eligible.chances(state, scene, index)
            if chances:
                found[index] = chances
    return found


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Who may attack whom: from its hex, or after an advance into one of the hexes named (6.6.1.1e, 6.6.1.1f)."""
    units = []
    for index, chances in ready(state, scene, decision.side).items():
        options = []
        here = state.units[index].cell
        near = tuple([state.units[one.target].id for one in chances if here in one.ways])
        if near:
            options.append(Option(ASSAULT, "6.6.1.1e", targets=near))
        for one in chances:
            cells = tuple(sorted(cell for cell in one.ways if cell != here))
            if cells:
                name = state.units[one.target].id
                options.append(Option(ASSAULT, "6.6.1.1f", cells=cells, targets=(name,)))
        units.append(UnitLegal(state.units[index].id, tuple(options)))
    return Legal(decision, tuple(units), (DONE,), Order(ASSAULTING, choice=DONE), (Pass(DONE),))


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an announcement: one target, each unit once, each of them able (6.6.1.1k, 6.6.1.1h)."""
    if not order.tasks:
        if order.choice == DONE:
            return []
        return [Violation("6.6.1.1k", f"name who attacks whom, or answer {DONE}")]
    if order.choice:
        return [Violation("6.6.1.1k", f"announce attacks or answer {DONE}, not both")]
    wrong: list[Violation] = []
    seen: set[str] = set()
    for task in order.tasks:
        fault = _fault(state, scene, decision.side, task)
        if fault is None and task.unit in seen:
            fault = ("6.6.1.1h", "it is named twice")
        if fault is None and task.targets != order.tasks[0].targets:
            fault = ("6.6.1.1k", "attacks are announced on one target at a time")
        seen.add(task.unit)
        if fault is not None:
            wrong.append(Violation(*fault, task.unit))
    return wrong


def _fault(state: PanzerState, scene: Scene, side: str, task: Task) -> Fault | None:
    """Why one attack cannot be announced (6.6.1.1a, 6.6.1.1k, 6.6.1.1f, 6.6.1.2f)."""
    index = index_of(state, task.unit)
    if index < 0 or state.units[index].side != side:
        return "6.6.1.1a", "it is no unit of yours"
    if scene.verb(task.kind, ASSAULTING) is None or task.facing >= 0 or task.choice or len(task.targets) != 1:
        return "6.6.1.1k", "write the unit, ASSAULT and the enemy; for an advance the hexes as well"
    fault = eligible.unable(state, scene, index) or eligible.disobeys(state, scene, index)
    if fault is not None:
        return fault
    target = index_of(state, task.targets[0])
    fault = eligible.target_fault(state, scene, index, target)
    if fault is not None:
        return fault
    path = path_of(state, scene, index, task)
    if not path:
        return places.place_fault(state, scene, index, target, state.units[index].cell)
    if scene.board.distance(state.units[index].cell, state.units[target].cell) == 1:
        return places.case(state, target, "f", "f"), "it is adjacent already: it attacks from where it is"
    return advances.planned(state, scene, index, path).fault or places.place_fault(
        state, scene, index, target, path[-1]
    )


def path_of(state: PanzerState, scene: Scene, index: int, task: Task) -> tuple[Cell, ...]:
    """The hexes of an advance; where only the last one is named, the way there is found.

    Cases 6.6.1.1f, 6.6.4.4d, 6.6.4.5e; M4.
    """
    cells = task.cells
    if len(cells) == 1:
        return advances.reach(state, scene, index).get(cells[0], cells)
    return cells


def announce(state: PanzerState, scene: Scene, order: Order, doing: Doing) -> None:
    """Shows the commands, and puts the attacks in line: those from one hex as one.

    Cases 6.6.1.1i, 6.6.1.1j, 6.6.1.2h, 6.6.1.1f, 6.6.4.5e.
    """
    combat = combat_of(state)
    target = index_of(state, order.tasks[0].targets[0])
    parties: dict[Cell, list[int]] = {}
    paths: list[tuple[int, tuple[Cell, ...]]] = []
    for task in order.tasks:
        index = index_of(state, task.unit)
        path = path_of(state, scene, index, task)
        parties.setdefault(path[-1] if path else state.units[index].cell, []).append(index)
        if path:
            paths.append((index, path))
        control.show(state, index, "4.5f", doing)
        doing.emit(
            "assault_announced", places.case(state, target, "k", "j"), (), unit=task.unit, target=task.targets[0],
            advance=bool(path),
        )  # fmt: skip
    attackers = [index for party in parties.values() for index in party]
    waiting = tuple([(cell, tuple(party)) for cell, party in parties.items()])
    state.assault = replace(
        combat, target=target, parties=waiting, paths=tuple(paths),
        aims=(*combat.aims, *[(index, target) for index in attackers]),
    )  # fmt: skip
