"""Impact counters, smoke and barrages on the map: which there are, which count, when they go (6.5.1.5e, 6.1.4.3.10)."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import UnsetType

from hulldown.core.board import Board, Cell
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.loading import listing
from hulldown.games.panzer.rules.advanced import sheafs
from hulldown.games.panzer.rules.advanced.hindrances import Hindrance
from hulldown.games.panzer.rules.advanced.support import GP, Mission, Observed, Smoke, Support
from hulldown.games.panzer.rules.state import PanzerState

STEPS: Final = ("indirect1", "indirect2")
"""The Indirect Fire Step of each player."""
INDIRECT_STEP: Final = "indirect"
DIRECT_STEP: Final = "fire"
_NOT_YET: Final = {INDIRECT_STEP: STEPS, DIRECT_STEP: ("fire1", "fire2", "watch")}
NONE: Final = Support()


def support_of(state: PanzerState) -> Support:
    """What there is of indirect fire and smoke; nothing in a game that has had none."""
    return NONE if isinstance(state.support, UnsetType) else state.support


def change(state: PanzerState, **fields: Any) -> Support:
    """Replaces parts of it."""
    state.support = msgspec.structs.replace(support_of(state), **fields)
    return state.support


def observed(state: PanzerState, name: str) -> Observed | None:
    """What an observer has done this turn; None: nothing (6.5.1.1b, 6.5.1.9c)."""
    found = support_of(state).observed.get(name)
    return found if found is not None and found.turn == state.turn else None


def has_observed(state: PanzerState, name: str) -> bool:
    """Whether a unit has used its Overwatch to call, continue or adjust fire this turn (6.5.1i; G11).

    6.5.1.9d: one whose fire was checked has not.
    """
    found = observed(state, name)
    return found is not None and found.checked is not True


def made_in(mission: Mission) -> int:
    """The turn in which the barrage of a mission was made: it may have been continued since (6.1.4.3.10k)."""
    return mission.landed if isinstance(mission.since, UnsetType) else mission.since


def height() -> int:
    """The Height of smoke and barrages above the ground (6.1.4.3.10h)."""
    return listing("terrain-advanced").number("smoke", "height")


def cells_of(board: Board, mission: Mission) -> tuple[Cell, ...]:
    """The hexes of a mission's SHEAF (6.5.1.5a, 6.5.1.5d)."""
    return sheafs.covered(board, mission.sheaf, mission.cell, mission.direction)


def in_force(state: PanzerState, step: str, turn: int) -> bool:
    """Whether what was made in a step counts now: not before that step is over (6.1.4.3.10k, 6.1.4.3.10-ex2)."""
    return turn < state.turn or state.stack[0].step not in _NOT_YET[step]


def clouds(state: PanzerState, board: Board) -> list[tuple[Hindrance, tuple[Cell, ...]]]:
    """All smoke and barrages that hinder fire now: what they are, and where (6.1.4.3.10g, 6.1.4.3.10j).

    A smoke mission makes smoke, and no barrage (K12).
    """
    support = support_of(state)
    found: list[tuple[Hindrance, tuple[Cell, ...]]] = []
    for smoke in support.smokes:
        if in_force(state, smoke.step, smoke.turn):
            found.append(("smoke_open" if smoke.density == sheafs.OPEN else "smoke_closed", smoke.cells))
    for mission in support.missions:
        if mission.fire == GP and in_force(state, INDIRECT_STEP, made_in(mission)):
            dense = sheafs.density(mission.sheaf)
            kind: Hindrance = "barrage_open" if dense == sheafs.OPEN else "barrage_closed"
            found.append((kind, cells_of(board, mission)))
    return found


def make_smoke(state: PanzerState, cells: tuple[Cell, ...], density: str, step: str) -> None:
    """Puts Smoke/ON into hexes; smoke of the same pattern that is there is turned to ON again (6.1.4.3.10i).

    6.1.4.3.10k: what counts already goes on counting.
    """
    fresh = Smoke(cells, density, state.turn, step)
    others: list[Smoke] = []
    for smoke in support_of(state).smokes:
        if smoke.cells != cells or smoke.density != density:
            others.append(smoke)
        elif in_force(state, smoke.step, smoke.turn):
            fresh = msgspec.structs.replace(smoke, on=True)
    change(state, smokes=(*others, fresh))


def turn_over(state: PanzerState, board: Board, doing: Doing) -> None:
    """The Adjustment Phase: Smoke/OFF goes, Smoke/ON is turned to OFF (6.8.4a, 6.8.4b; K13)."""
    support = support_of(state)
    if support is NONE:
        return
    kept: list[Smoke] = []
    for smoke in support.smokes:
        if smoke.on:
            kept.append(msgspec.structs.replace(smoke, on=False))
        else:
            doing.emit("smoke_gone", "6.8.4a", (), hex=board.labels[smoke.cells[0]], hexes=len(smoke.cells))
    change(state, smokes=tuple(kept), struck=())
