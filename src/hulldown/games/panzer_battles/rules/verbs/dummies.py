"""BRING and REMOVE: dummies, which mislead the enemy (6.0-gen-3), put where friends are that nobody has seen (6.83)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import observing
from hulldown.games.panzer_battles.rules.planning import Planning
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import ASIDE, OFF, ON_MAP, BattleState, March, counter_of, enemy_of, real
from hulldown.games.panzer_battles.rules.verbs.base import MOVEMENT, PLACING, BattleVerb, Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import BRING, REMOVE


def shelters(state: BattleState, side: str) -> tuple[Cell, ...]:
    """The hexes where unspotted units of a side are (6.83)."""
    return tuple(
        sorted({unit.cell for unit in state.units if unit.side == side and unit.status == ON_MAP and not unit.shown
                and real(unit)})
    )  # fmt: skip


class Bring(BattleVerb):
    """A dummy is put into a hex with an unspotted friend, from anywhere."""

    def __init__(self) -> None:
        super().__init__(BRING, PLACING, "Place dummy", "6.83", (MOVEMENT,))

    def options(self, planning: Planning) -> tuple[Option, ...]:
        if not planning.kind.dummy or planning.unit.rooted:
            return ()
        cells = tuple([cell for cell in shelters(planning.state, planning.unit.side) if cell != planning.unit.cell])
        return (Option(BRING, "6.83", cells=cells),) if cells else ()

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        if not planning.kind.dummy or planning.unit.rooted:
            return "6.83", "it is no dummy, or has been placed or found out in this Segment"
        if len(task.cells) != 1 or task.cells[0] not in shelters(planning.state, planning.unit.side):
            return "6.83", "name a hex with a unit of yours that the enemy has not spotted"
        return ("6.83", "nothing follows it") if task.targets or task.choice or task.facing >= 0 else None

    def begin(self, planning: Planning, task: Task) -> March:
        return March(BRING, (planning.index,), list(task.cells), waits=True)

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        unit = state.units[march.units[0]]
        _take_off(state, scene, march.units[0], doing)
        unit.status, unit.cell, unit.rooted = ON_MAP, march.cells[0], True
        host = [other for other in state.units if other.cell == unit.cell and other.side == unit.side and other.tag]
        if any(other.type != unit.type for other in host):
            observing.number(state, unit)
            where, side = scene.label(unit.cell), unit.side
            doing.emit("appeared", "6.83", (enemy_of(side), "*"), counter=counter_of(unit), hex=where, side=side)
        doing.emit("dummy_placed", "6.83", (unit.side,), unit=unit.id, side=unit.side, hex=scene.label(unit.cell))
        observing.observe(state, scene, doing)
        return True


class Remove(BattleVerb):
    """A dummy is taken off the map by its owner (6.82)."""

    def __init__(self) -> None:
        super().__init__(REMOVE, PLACING, "Remove dummy", "6.82b", (MOVEMENT,))

    def options(self, planning: Planning) -> tuple[Option, ...]:
        on_map = planning.kind.dummy and planning.unit.status == ON_MAP
        return (Option(REMOVE, "6.82b"),) if on_map else ()

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        if not planning.kind.dummy or planning.unit.status != ON_MAP:
            return "6.82b", "it is no dummy on the map"
        bare = not task.cells and not task.targets and not task.choice and task.facing < 0
        return None if bare else ("6.82b", "nothing follows it")

    def begin(self, planning: Planning, task: Task) -> March:
        return March(REMOVE, (planning.index,), waits=True)

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        _take_off(state, scene, march.units[0], doing)
        return True


def _take_off(state: BattleState, scene: Scene, index: int, doing: Doing) -> None:
    """Takes a dummy off the map, if it is on it."""
    unit = state.units[index]
    if unit.status == ON_MAP:
        doing.emit("dummy_removed", "6.82b", (unit.side,), unit=unit.id, side=unit.side)
        if unit.tag:
            others = (enemy_of(unit.side), "*")
            doing.emit("taken", "6.82b", others, counter=counter_of(unit), hex=scene.label(unit.cell), side=unit.side)
    if unit.status in (ON_MAP, OFF, ASIDE):
        observing.clear_dummy(unit)


VERBS: Final[tuple[BattleVerb, ...]] = (Bring(), Remove())
