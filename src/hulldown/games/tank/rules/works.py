"""Mines and anti-tank ditches: where they are, what may be laid where, and how it is laid (29.0, 30.0).

They stand in one part of the state: `mines` (cell and number of markers), `found` (mined cells that everybody knows),
`ditch` (cells) and `most` (the markers the scenario gave, known to all). Only Bravo has them (29.0-gen-2, 30.0-gen).
What a module needs to offer, check and lay them before the game is here; the rules in play are the module's.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from hulldown.core.board import Board, Cell
from hulldown.core.decisions import Option, UnitLegal
from hulldown.core.orders import Task, Violation
from hulldown.core.parts import part_of, set_part
from hulldown.games.tank.rules.state import BRAVO, TankState, Unit

KEY: Final = "mines"
MINES: Final = "mines"
DITCH: Final = "ditch"
"""The names under which they are placed, as if they were units."""
NAMES: Final = (MINES, DITCH)
LAY: Final = "MN"
DIG: Final = "DG"
"""The tasks by which they are placed: all hexes in one task, a hex with several mines as often as it has mines."""
MOST: Final = 20
"""Of each, as many as there are counters (34.4-3)."""
WRECKED: Final = "wrecked"
_NOTHING: Final[dict[str, Any]] = {}


class Limits(NamedTuple):
    """What a scenario lets a side lay: how many of each, and the hexes where it may."""

    side: str
    mined: tuple[Cell, ...]
    dug: tuple[Cell, ...]
    rule: str
    """The case that names the forbidden zones."""
    mines: int = MOST
    ditch: int = MOST


@lru_cache(maxsize=16)
def clear_of(board: Board, centre: Cell, near: int, rim: int) -> tuple[Cell, ...]:
    """The cells farther than `near` from a centre and farther than `rim` from every mapedge (34.4-7, X-55)."""
    return tuple(
        cell
        for cell in board.cells
        if board.distance(cell, centre) > near and all(board.edge_distance(cell, edge) > rim for edge in board.edges)
    )


# What there is.


def mines_in(position: Any, cell: Cell) -> int:
    """The mine markers in a cell."""
    for mined, count in part_of(position, KEY, _NOTHING).get(MINES, ()):
        if mined == cell:
            return int(count)
    return 0


def ditches(position: Any) -> tuple[Cell, ...]:
    """The cells of the ditch, open to all, in a state or a view."""
    return tuple(part_of(position, KEY, _NOTHING).get(DITCH, ()))


def laid(position: Any) -> tuple[int, int]:
    """How many mine markers and how many hexes of ditch there are (34.4-15)."""
    part = part_of(position, KEY, _NOTHING)
    return sum(count for _, count in part.get(MINES, ())), len(part.get(DITCH, ()))


def mined_out(unit: Unit) -> bool:
    """Whether mines have wrecked a unit in the hex it came into: it does nothing there any more (X-51)."""
    return bool(part_of(unit, KEY) == WRECKED)


# Laying it before the game.


def offers(limits: Limits) -> list[UnitLegal]:
    """What a side may place besides its units; nothing need be placed."""
    found: list[UnitLegal] = []
    if limits.mines and limits.mined:
        found.append(UnitLegal(MINES, (Option(LAY, "29.0-proc-1", cells=limits.mined),)))
    if limits.ditch and limits.dug:
        found.append(UnitLegal(DITCH, (Option(DIG, "30.2", cells=limits.dug),)))
    return found


def check(board: Board, limits: Limits, tasks: Iterable[Task]) -> list[Violation]:
    """What is wrong with the tasks that place mines and ditches; other tasks are not looked at."""
    wrong: list[Violation] = []
    seen: set[str] = set()
    for task in tasks:
        if task.unit not in NAMES:
            continue
        kind, rule = (LAY, "29.0-proc-1") if task.unit == MINES else (DIG, "30.2")
        if limits.side != BRAVO:
            only = "29.0-gen-2" if task.unit == MINES else "30.0-gen"
            wrong.append(Violation(only, f"only Bravo has {_called(task.unit)}", task.unit))
        elif task.unit in seen or task.kind != kind or not task.cells or task.choice or task.facing >= 0:
            wrong.append(Violation(rule, f"name all hexes of the {_called(task.unit)} in one task", task.unit))
        else:
            wrong += _mines(board, limits, task) if task.unit == MINES else _ditch(board, limits, task)
        seen.add(task.unit)
    return wrong


def _called(name: str) -> str:
    return MINES if name == MINES else "anti-tank ditch"


def _mines(board: Board, limits: Limits, task: Task) -> list[Violation]:
    """Too many, or where none may lie; several in one hex are allowed (29.0-gen-1)."""
    if len(task.cells) > limits.mines:
        return [Violation("34.4-3", f"there are {limits.mines} mines, not {len(task.cells)}", MINES)]
    return _forbidden(board, limits.mined, limits.rule, task)


def _ditch(board: Board, limits: Limits, task: Task) -> list[Violation]:
    """Too long, where none may be, or not one straight unbroken line (30.2, X-78)."""
    if len(task.cells) > limits.ditch:
        return [Violation("34.4-3", f"there are {limits.ditch} hexes of ditch, not {len(task.cells)}", DITCH)]
    wrong = _forbidden(board, limits.dug, limits.rule, task)
    if not wrong and not straight(board, task.cells):
        wrong.append(Violation("30.2", "a ditch is one straight line of hexes without a gap", DITCH))
    return wrong


def _forbidden(board: Board, allowed: tuple[Cell, ...], rule: str, task: Task) -> list[Violation]:
    outside = sorted(set(task.cells) - set(allowed))
    if not outside:
        return []
    hexes = ", ".join(board.labels[cell] for cell in outside)
    return [Violation(rule, f"no {_called(task.unit)} may be placed in {hexes}", task.unit)]


def straight(board: Board, cells: tuple[Cell, ...]) -> bool:
    """Whether cells, in whatever order, make one unbroken line along the grain of the hexes (30.2, X-78)."""
    wanted = set(cells)
    if len(wanted) < len(cells):
        return False
    for way in range(3):
        first = next(iter(wanted))
        while board.neighbours[first][way + 3] in wanted:
            first = board.neighbours[first][way + 3]
        line = [first]
        while board.neighbours[line[-1]][way] in wanted:
            line.append(board.neighbours[line[-1]][way])
        if len(line) == len(wanted):
            return True
    return False


def lay(state: TankState, limits: Limits, tasks: Iterable[Task]) -> None:
    """Notes what a legal order places; nothing of it is ever moved or cleared (29.2, 30.2)."""
    part: dict[str, Any] = dict(part_of(state, KEY, _NOTHING))
    if limits.mines:
        part["most"] = limits.mines
    for task in tasks:
        if task.unit == MINES:
            part[MINES] = [[cell, task.cells.count(cell)] for cell in sorted(set(task.cells))]
        elif task.unit == DITCH:
            part[DITCH] = sorted({*part.get(DITCH, ()), *task.cells})
    set_part(state, KEY, part or None)


def dig(state: TankState, cells: Iterable[Cell]) -> None:
    """Lays the ditches that the scenario itself has, straight or not (34.3-1, X-54)."""
    part: dict[str, Any] = dict(part_of(state, KEY, _NOTHING))
    part[DITCH] = sorted({*part.get(DITCH, ()), *cells})
    set_part(state, KEY, part)


# What comes to be known.


def reveal(state: TankState, cell: Cell) -> None:
    """Marks a mined cell for everybody (29.0-proc-3)."""
    part: dict[str, Any] = dict(part_of(state, KEY, _NOTHING))
    part["found"] = sorted({*part.get("found", ()), cell})
    set_part(state, KEY, part)


def mines_known_to(position: Any, side: str) -> tuple[Cell, ...]:
    """The mined cells that a side knows of: those that have been found, and Bravo all its own."""
    if side != BRAVO:
        return known_mines(position)
    return tuple(cell for cell, _ in part_of(position, KEY, _NOTHING).get(MINES, ()))


def known_mines(position: Any) -> tuple[Cell, ...]:
    """The mined cells that everybody knows, in a state or a view."""
    return tuple(part_of(position, KEY, _NOTHING).get("found", ()))
