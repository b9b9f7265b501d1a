"""Zones of control: the six hexes around a unit, which move with it (8.0, K-08); they stop it, no more (8.4)."""

from __future__ import annotations

from hulldown.core.board import Board, Cell
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.state import NOBODY, ON_MAP, KampfState, Unit


def controls(state: KampfState, unit: Unit) -> bool:
    """Whether a unit has a zone of control.

    8.2: not while disrupted; K-09: who is hit during movement keeps it until the phase ends, a pinned unit keeps it.
    8.3, 12.4, K-10: trucks and APCs only while they carry infantry; passengers have none of their own.
    """
    if unit.status != ON_MAP or unit.level or unit.aboard != NOBODY:
        return False
    if not arms(unit.type).carrier:
        return True
    return unit.cargo != NOBODY and arms(state.units[unit.cargo].type).squad


def controlled(
    state: KampfState, board: Board, cell: Cell, side: str, leaving: int = 0, spared: Cell = -1
) -> Unit | None:
    """A unit of the other side whose zone a hex is in (8.0-gen-1); None if it is in nobody's.

    Units in the set `leaving` are about to leave their hexes, those in the cell `spared` do not count (8.1).
    """
    around = board.neighbours[cell]
    for index, unit in enumerate(state.units):
        if unit.side == side or unit.cell == spared or leaving >> index & 1 or unit.cell not in around:
            continue
        if controls(state, unit):
            return unit
    return None
