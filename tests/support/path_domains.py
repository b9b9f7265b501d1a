"""What path domains reach, and what the rules of Panzer accept, to hold one against the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hulldown.core.board import Board, Cell
from hulldown.core.decisions import PathDomain
from hulldown.core.orders import Task
from hulldown.core.pathdomains import paths_on
from hulldown.core.paths import CostTable
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules.driving import AHEAD, BACK, ENTER, TURN, Drive
from hulldown.games.panzer.rules.movement import entry_cells, plan, progress_of, surroundings
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import WAITING, PanzerState


class Reach(NamedTuple):
    """Where a path may end, and from where it may go on over the edge."""

    cells: frozenset[Cell]
    exits: frozenset[Cell]


def by_domain(domain: PathDomain, tables: Mapping[str, CostTable], board: Board) -> Reach:
    """What a path domain says can be reached."""
    paths = paths_on(domain, tables, board)
    return Reach(frozenset(paths.reach()), frozenset(paths.exits()))


def by_rules(state: PanzerState, scene: Scene, index: int, back: bool) -> Reach:
    """What `check` accepts: every path that the account of a move does not rule out, tried as an order."""
    unit = state.units[index]
    around = surroundings(state, unit.side)
    scenario, ground = scene.scenario, scene.ground
    kind = "REVERSE" if back else "MOVE"
    board = ground.board
    cells: set[Cell] = set()
    exits: set[Cell] = set()
    start = Drive(ground, cards()[unit.type].traction, around, progress_of(state, scene, index), unit.cell, unit.facing)
    if unit.status == WAITING:
        queue = []
        for cell in entry_cells(ground, scenario.side(unit.side).groups[unit.group]):
            for facing in range(6):
                if board.neighbours[cell][(facing + 3) % 6] < 0:
                    come = _copy(start)
                    if come.act(ENTER + 6 * cell + facing) is None:
                        queue.append((come, (cell,)))
    else:
        queue = [(start, ())]
    seen = set()
    while queue:
        at, path = queue.pop()
        one = at.progress
        key = (at.cell, at.facing, one.open, one.route, one.spent, one.route_spent, one.roads - one.paths, one.stuck,
               bool(one.steps), one.turned, one.paid)  # fmt: skip
        if key in seen:
            continue
        seen.add(key)
        if path and at.cell not in cells and plan(state, scene, Task(unit.id, kind, path), around).fault is None:
            cells.add(at.cell)
        outward = [way for way in range(6) if board.neighbours[at.cell][way] < 0]
        for way in outward if at.cell not in exits and unit.status != WAITING else ():
            if plan(state, scene, Task(unit.id, kind, path, way, "exit"), around).fault is None:
                exits.add(at.cell)
        for way, ahead in enumerate(board.neighbours[at.cell]):
            if ahead < 0:
                continue
            on = _copy(at)
            facing = (way + 3) % 6 if back else way
            if facing != on.facing and on.act(TURN + facing) is not None:
                continue
            if on.act((BACK if back else AHEAD) + way) is None:
                queue.append((on, (*path, ahead)))
    return Reach(frozenset(cells), frozenset(exits))


def _copy(drive: Drive) -> Drive:
    made = Drive(drive.ground, drive.traction, drive.around, drive.progress, drive.cell, drive.facing)
    made.home = drive.home
    return made
