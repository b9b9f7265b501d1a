"""Crawling: one hex without leaving Full Cover; no movement for combat and spotting (6.6.4.3; L5, G9)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced.play import sight
from hulldown.games.panzer.rules.advanced.play.cover import WITHOUT_FULL_COVER
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, leg_of
from hulldown.games.panzer.rules.advanced.play.gaits import laden, prepare
from hulldown.games.panzer.rules.advanced.play.march import CRAWL, March
from hulldown.games.panzer.rules.advanced.play.positions import abandon
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState


def unable(march: March) -> Fault | None:
    """Why a unit cannot crawl at all."""
    unit, detail = march.unit, detail_of(march.unit)
    if leg_of(unit) is None or laden(march.state, march.scene, march.index):
        return "6.6.4.3a", "only squads, half-squads and sections without weapons crawl"
    if unit.command in march.scene.halting:
        return "6.6.4.3b", "with a Short Halt it cannot crawl"
    if detail.suppressed:
        return "6.6.4.3a", "it is suppressed"
    if not detail.full_cover or unit.status != ON_MAP:
        return "6.6.4.3a", "only a unit in Full Cover crawls"
    if detail.upper:
        return "6.6.4.3b", "a crawling unit does not change floors"
    return ("6.6.4.3a", "crawling is its whole move") if march.begun() else None


def fault_of(march: March, cell: Cell) -> Fault | None:
    """Why a unit cannot crawl into a hex (6.6.4.3a, 6.6.4.3b, 6.6.4.3c)."""
    fault = unable(march)
    if fault is not None:
        return fault
    scene, unit = march.scene, march.unit
    ground, board = scene.ground, scene.board
    way = board.direction(unit.cell, cell)
    if way < 0:
        return "6.6.4.3a", f"{board.labels[cell]} is not adjacent"
    prepare(ground, march.gait.traction)
    if ground.cross[march.gait.traction][unit.cell][way] == IMPOSSIBLE or ground.rows[cell].name in WITHOUT_FULL_COVER:
        return "6.6.4.3a", f"it cannot crawl into {board.labels[cell]}"
    heights = {sight.ground_height(march.state, scene, one) for one in (unit.cell, cell)}
    if ground.climb[unit.cell][way] or len(heights) > 1:
        # A gully and a ditch lie a Height deeper (4.1.4.1.6a, 6.1.4.3.4b).
        return "6.6.4.3b", "a crawling unit does not change its elevation"
    if cell in march.around.closed:
        return march.around.closed[cell]
    return _spotted_near(march.state, scene, march.index, cell)


def _spotted_near(state: PanzerState, scene: Scene, index: int, cell: Cell) -> Fault | None:
    """6.6.4.3c: it may not come next to an enemy that any friendly unit has spotted; passengers spot too (6.1.1c)."""
    side, there = state.units[index].side, (ON_MAP, CARRIED)
    seen = {target for unit in state.units if unit.side == side and unit.status in there for target in unit.sees}
    for target in sorted(seen):
        enemy = state.units[target]
        if enemy.status == ON_MAP and scene.board.distance(enemy.cell, cell) <= 1:
            return "6.6.4.3c", f"{enemy.id}, which is spotted, is next to {scene.board.labels[cell]}"
    return None


def crawl(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    """Carries it out. Nobody may react: it is not movement (6.6.4.3d; G9)."""
    mover = state.mover
    assert mover is not None
    unit = state.units[mover.unit]
    mover.before = unit.cell
    cell = scene.board.neighbours[unit.cell][action - CRAWL]
    abandon(state, mover.unit)
    unit.cell = cell
    mover.progress.steps += 1
    detail_of(unit).full_cover = True
    doing.emit("crawled", "6.6.4.3a", (), unit=unit.id, hex=scene.board.labels[cell], facing="ABCDEF"[unit.facing])
    return False
