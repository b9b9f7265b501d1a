"""How many units may be in a hex, and which are given up where there are too many (6.4)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules.casualties import lose
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import ON_MAP, SIDES, BattleState, friends_in, index_of
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import CROWD
from hulldown.games.panzer_battles.rules.verbs.kinds import DROP

LIMIT: Final = 3
"""So many vehicle units, and as many of infantry, may share a hex when a Segment ends (6.4)."""


def of_type(state: BattleState, side: str, cell: Cell, infantry: bool) -> list[int]:
    """The units of a side and type in a hex; what is carried and dummies do not count (6.46b, MOV-9, MOV-10).

    6.64: Column makes no difference. 13.11b: nor does the enemy in the hex.
    """
    return [at for at in friends_in(state, side, cell) if traits(state.units[at].type).infantry == infantry]


def fits(state: BattleState, side: str, cell: Cell, infantry: bool, more: int) -> bool:
    """Whether so many more units of a type may end a Segment in a hex (6.4, 13.31b)."""
    return len(of_type(state, side, cell, infantry)) + more <= LIMIT


def overfull(state: BattleState, side: str) -> dict[tuple[Cell, bool], list[int]]:
    """The hexes where too many units of a type of a side stand, with all of them, when a Segment ends (6.41, 6.48)."""
    groups: dict[tuple[Cell, bool], list[int]] = {}
    for at, unit in enumerate(state.units):
        if unit.side == side and unit.status == ON_MAP and unit.carrier < 0 and not traits(unit.type).dummy:
            groups.setdefault((unit.cell, traits(unit.type).infantry), []).append(at)
    return {key: found for key, found in sorted(groups.items()) if len(found) > LIMIT}


def crowded(state: BattleState) -> tuple[str, ...]:
    """The sides that have to give units up."""
    return tuple([side for side in SIDES if overfull(state, side)])


def legal(state: BattleState, scene: Scene, decision: Decision) -> Legal:
    """The units of which some must be given up: the owner chooses (6.48)."""
    groups = overfull(state, decision.side)
    units = [
        UnitLegal(state.units[at].id, (Option(DROP, "6.48"),)) for found in groups.values() for at in found
    ]  # fmt: skip
    weakest = [
        Task(state.units[at].id, DROP)
        for found in groups.values()
        for at in sorted(found, key=lambda at: (state.units[at].strength, at))[: len(found) - LIMIT]
    ]
    return Legal(decision, tuple(units), idle=Order(CROWD, tuple(weakest)))


def faults(state: BattleState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with the choice: it must leave exactly as many as may stay."""
    groups = overfull(state, decision.side)
    open_to = {at for found in groups.values() for at in found}
    given: set[int] = set()
    wrong: list[Violation] = []
    for task in order.tasks:
        at = index_of(state, task.unit)
        if at not in open_to or at in given or task.kind != DROP or task.cells or task.targets or task.choice:
            wrong.append(Violation("6.48", "it is not one of those that may be given up now", task.unit))
        given.add(at)
    for (cell, _), found in groups.items():
        if len(found) - len(given & set(found)) != LIMIT:
            label = scene.label(cell)
            wrong.append(Violation("6.48", f"{len(found) - LIMIT} of those in {label} must be given up"))
    return wrong


def give_up(state: BattleState, scene: Scene, order: Order, doing: Doing) -> None:
    """Eliminates the units chosen; they score as losses do (TRN-11)."""
    for task in order.tasks:
        at = index_of(state, task.unit)
        lose(state, scene, at, state.units[at].strength, "6.48", doing)
