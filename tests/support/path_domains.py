"""An independent reading of PathDomain, and what the rules of Panzer accept, to hold one against the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from hulldown.core.board import Board, Cell
from hulldown.core.decisions import PathDomain
from hulldown.core.orders import Task
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules.driving import AHEAD, BACK, ENTER, TURN, Drive
from hulldown.games.panzer.rules.movement import entry_cells, plan, progress_of, surroundings
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import WAITING, PanzerState

_NEVER = 1 << 30


class Reach(NamedTuple):
    """Where a path may end, and from where it may go on over the edge."""

    cells: frozenset[Cell]
    exits: frozenset[Cell]


class _At(NamedTuple):
    cell: Cell
    facings: tuple[int, ...]
    """How the unit may stand: several where it has just come on."""
    lead: int
    steps: int
    """0, 1 or 2 for more."""


def by_domain(domain: PathDomain, tables: Mapping[str, CostTable], board: Board) -> Reach:
    """What a path domain says can be reached: every state of a unit at its least cost."""
    most = max(domain.allowance, domain.rate) if domain.kinds else domain.allowance
    least: dict[_At, int] = {_At(domain.start, (domain.facing,), domain.lead, 0): 0}
    queue = list(least)
    while queue:
        at = queue.pop()
        for then, cost in _steps(domain, tables, board, at, least[at]):
            total = least[at] + cost
            if total <= most and total < least.get(then, _NEVER):
                least[then] = total
                queue.append(then)
    fits = {at: spent for at, spent in least.items() if spent <= _limit(domain, at.lead)}
    ends = frozenset(at.cell for at in fits if at.steps and at.cell not in domain.shut)
    exits = frozenset(
        at.cell for at in least if at.cell in domain.exits and _leaves(domain, tables, board, at, least[at])
    )
    return Reach(ends, exits)


def _limit(domain: PathDomain, lead: int) -> int:
    return domain.rate if domain.kinds and lead > 0 else domain.allowance


def _kind(domain: PathDomain, tables: Mapping[str, CostTable], cell: Cell, way: int) -> int:
    return (0, 1, -1)[tables[domain.kinds][cell][way]] if domain.kinds else 0


def _turn(domain: PathDomain, tables: Mapping[str, CostTable], at: _At, facing: int) -> int:
    """What it costs to face so; _NEVER: it cannot."""
    sides = min(min((facing - old) % 6, (old - facing) % 6) for old in at.facings)
    if domain.kinds and not (at.steps == 0 and domain.turns):
        return _NEVER if sides == 3 else 0
    before = 0 if at.steps else domain.turned
    if not sides or before < 0 or before + sides <= domain.free:
        return 0
    return tables[domain.turns][at.cell][0] + (at.cell in domain.extra)


def _steps(
    domain: PathDomain, tables: Mapping[str, CostTable], board: Board, at: _At, spent: int
) -> list[tuple[_At, int]]:
    if at.cell < 0:
        return [one for cell in domain.entries for one in _entry(domain, tables, board, cell)]
    found = []
    for way, ahead in enumerate(board.neighbours[at.cell]):
        cost = tables[domain.table][at.cell][way]
        if ahead < 0 or cost == IMPOSSIBLE or ahead in domain.barred:
            continue
        facing = (way + 3) % 6 if domain.back else way
        turning = _turn(domain, tables, at, facing)
        cost = (cost + (ahead in domain.extra)) * domain.times
        if cost >= WHOLE or (domain.least and cost > domain.allowance):
            if at.steps or spent or turning or domain.begun:
                continue
            cost = domain.allowance
        lead = at.lead + _kind(domain, tables, at.cell, way)
        found.append((_At(ahead, (facing,), lead, min(2, at.steps + 1)), turning + cost))
    return found


def _entry(domain: PathDomain, tables: Mapping[str, CostTable], board: Board, cell: Cell) -> list[tuple[_At, int]]:
    cost = tables[domain.entering][cell][0]
    if cost == IMPOSSIBLE or cell in domain.barred:
        return []
    cost += cell in domain.extra
    if domain.least:
        cost = min(cost, domain.allowance)
    inward = tuple(way for way in range(6) if board.neighbours[cell][(way + 3) % 6] < 0) or tuple(range(6))
    return [(_At(cell, inward, domain.lead + _kind(domain, tables, cell, 6), 1), cost)]


def _leaves(domain: PathDomain, tables: Mapping[str, CostTable], board: Board, at: _At, spent: int) -> bool:
    for way, cost in enumerate(tables[domain.leaving][at.cell]):
        if cost == IMPOSSIBLE or board.neighbours[at.cell][way] >= 0:
            continue
        turning = _turn(domain, tables, at, (way + 3) % 6 if domain.back else way)
        total = spent + turning + cost * domain.times
        alone = domain.least and not (at.steps or spent or turning)
        if alone or total <= _limit(domain, at.lead + _kind(domain, tables, at.cell, way)):
            return True
    return False


def by_rules(state: PanzerState, scene: Scene, index: int, back: bool) -> Reach:
    """What `check` accepts: every path that the account of a move does not rule out, tried as an order."""
    unit = state.units[index]
    around = surroundings(state, unit.side)
    scenario, ground = scene.scenario, scene.ground
    kind = "REVERSE" if back else "MOVE"
    board = ground.board
    cells: set[Cell] = set()
    exits: set[Cell] = set()
    start = Drive(ground, cards()[unit.type], around, progress_of(state, scene, index), unit.cell, unit.facing)
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
    made = Drive(drive.ground, drive.card, drive.around, drive.progress, drive.cell, drive.facing)
    made.home = drive.home
    return made
