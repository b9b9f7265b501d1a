"""Plot notation, as a player would write it on the plot sheet (6.0-proc-1, 9.11, 9.12).

A3 MV 3704 3603(2)      by hex numbers, a cost above one noted behind the hex
A3 MV F F(2)            by vectors, letters clockwise from A = north
A3 OV 3704 3603         an overrun; the target is the last hex but one
A3 MVR D                in reverse
A3 MV 3536 exit         to the edge and off the map
A4 DF 3312   A5 OF 3312   B9 OF adjacent   A6 FC
column MV 3835 3834     a whole column, by its leader's path
column COL 6118         the entry hex (and, in a meeting, the way across)
B1 3015 C               deployment: hex and facing
A3 C                    final facing
stop / continue         the early stop

A text that could mean two things is refused rather than read to somebody's advantage (4.2b, 6.0-proc-3).
"""

from __future__ import annotations

import re

from hulldown.core.board import LETTERS, Cell
from hulldown.core.decisions import Decision
from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.core.paths import costs_along
from hulldown.games.tank.data.loading import weapons
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.plotting import ADJACENT, KINDS, dues_of
from hulldown.games.tank.rules.state import EXIT, OFF_MAP, ON_MAP, WAITING, TankState, index_of

_HEX = re.compile(r"([0-9]{4})(?:\(([0-9]{1,9})\))?")
_VECTOR = re.compile(r"([A-F])(?:\(([0-9]{1,9})\))?")
_RUN = re.compile(r"[A-F]{2,}")


def parse(state: TankState, place: Ground, side: str, decision: Decision, text: str) -> Order:
    """The order that lines of notation mean as an answer to a decision; raises MalformedError naming the line."""
    lines = [(number, line.partition("#")[0].split()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, words) for number, words in lines if words]
    if decision.kind == "stop":
        choice = " ".join(word.lower() for _, words in lines for word in words)
        if choice not in ("stop", "continue"):
            raise MalformedError(f"{choice!r} is neither stop nor continue", "line 1")
        return Order("stop", choice=choice)
    tasks = []
    for number, words in lines:
        where = f"line {number}"
        name = _unit_name(words[0])
        if decision.kind == "deploy":
            tasks.append(_deployment(place, name, words[1:], where))
        elif decision.kind == "face":
            tasks.append(_facing(name, words[1:], where))
        elif decision.kind == "enter":
            rest = words[1:] if words[0].lower() == column.COLUMN else words
            rest = rest[1:] if rest and rest[0].upper() == "COL" else rest
            tasks.append(Task(column.COLUMN, "COL", _path(place, OFF_MAP, rest, where)[0]))
        else:
            tasks.append(_task(state, place, side, name, words[1:], where))
    return Order(decision.kind, tuple(tasks))


def _unit_name(word: str) -> str:
    return column.COLUMN if word.lower() in (column.COLUMN, "col") else word.upper()


def _task(state: TankState, place: Ground, side: str, name: str, words: list[str], where: str) -> Task:
    kind = words[0].upper() if words else ""
    if kind not in KINDS:
        told = f"{words[0]!r} is not a task" if words else "the task is missing"
        raise MalformedError(told, where, hint=f"write the unit, then one of {', '.join(KINDS)}")
    rest = words[1:]
    if kind == "FC":
        if rest:
            raise MalformedError("FC takes no facing: it is chosen at the end of the turn (7.12)", where)
        return Task(name, kind)
    if kind == "OF" and rest and rest[0].lower() in (ADJACENT, "adj"):
        return Task(name, kind, choice=ADJACENT)
    if kind in ("DF", "OF"):
        cells, _ = _path(place, OFF_MAP, rest, where)
        return Task(name, kind, cells)
    leaves = bool(rest) and rest[-1].lower() == EXIT
    start = _start(state, side, name)
    cells, noted = _path(place, start, rest[:-1] if leaves else rest, where)
    task = Task(name, kind, cells, choice=EXIT if leaves else "")
    _check_costs(state, place, side, task, noted, where)
    return task


def _start(state: TankState, side: str, name: str) -> Cell:
    """Where a unit's plot begins; OFF_MAP for a unit that has yet to enter."""
    if name == column.COLUMN:
        order = column.members(state, side) if side in state.columns else []
        return order[0].cell if order and order[0].status == ON_MAP else OFF_MAP
    index = index_of(state, name)
    mine = index >= 0 and state.units[index].side == side and state.units[index].status == ON_MAP
    return state.units[index].cell if mine else OFF_MAP


def _path(place: Ground, start: Cell, words: list[str], where: str) -> tuple[tuple[Cell, ...], list[int]]:
    """The cells a path names, by hex numbers, vectors or both, and the noted costs (0: none noted)."""
    board = place.board
    cells: list[Cell] = []
    noted: list[int] = []
    here = start
    for word in words:
        upper = word.upper()
        for piece in upper if _RUN.fullmatch(upper) else [upper]:
            by_hex, by_vector = _HEX.fullmatch(piece), _VECTOR.fullmatch(piece)
            if by_hex:
                if by_hex[1] not in board.by_label:
                    last = f"{board.columns:02d}{board.rows:02d}"
                    raise MalformedError(f"there is no hex {by_hex[1]}", where, hint=f"hexes run from 0101 to {last}")
                here = board.by_label[by_hex[1]]
            elif by_vector:
                here = board.beyond(here, by_vector[1], f"vector {piece}", where)
            else:
                raise MalformedError(f"{word!r} is neither a hex number nor a vector A-F", where)
            cells.append(here)
            found = by_hex or by_vector
            noted.append(int(found[2]) if found and found[2] else 0)
    return tuple(cells), noted


def _check_costs(state: TankState, place: Ground, side: str, task: Task, noted: list[int], where: str) -> None:
    """Raises MalformedError where a noted cost is not the true one (6.0-proc-3: a plot must be unambiguous)."""
    if not any(noted) or task.unit == column.COLUMN:
        return
    index = index_of(state, task.unit)
    if index < 0 or state.units[index].side != side:
        return
    unit = state.units[index]
    if unit.status == WAITING:
        costs = [0, *costs_along(place.board, place.vehicle_costs, task.cells[0], task.cells[1:],
                                 weapons()[unit.type].ma)]  # fmt: skip
    else:
        dues = dues_of(place, unit, task, 0)
        costs = [due - before for due, before in zip(dues, (0, *dues), strict=False)]
    for cell, wrote, cost in zip(task.cells, noted, costs, strict=False):
        if wrote and cost > 0 and wrote != cost:
            label = place.board.labels[cell]
            raise MalformedError(f"{label} is noted at {wrote} Movement Points, it costs {cost} (9.11)", where)


def _deployment(place: Ground, name: str, words: list[str], where: str) -> Task:
    if words and words[0].upper() == "DP":
        words = words[1:]
    if not words or len(words) > 2:
        raise MalformedError("write the unit, its hex and, for guns and vehicles, its facing A-F", where)
    cells, _ = _path(place, OFF_MAP, words[:1], where)
    return Task(name, "DP", cells, _letter(words[1], where) if len(words) == 2 else -1)


def _facing(name: str, words: list[str], where: str) -> Task:
    if words and words[0].upper() == "FC":
        words = words[1:]
    if len(words) != 1:
        raise MalformedError("write the unit and its new facing A-F", where)
    return Task(name, "FC", facing=_letter(words[0], where))


def _letter(word: str, where: str) -> int:
    if len(word) != 1 or word.upper() not in LETTERS:
        raise MalformedError(f"{word!r} is not a facing; facings are A (north) to F, clockwise", where)
    return LETTERS.index(word.upper())


def write(place: Ground, order: Order) -> str:
    """An order in notation, by hex numbers."""
    if order.kind == "stop":
        return order.choice
    lines = []
    for task in order.tasks:
        words = [task.unit]
        if order.kind == "plot" or task.kind == "COL":
            words.append(task.kind)
        words += [place.board.labels[cell] for cell in task.cells]
        if task.facing >= 0:
            words.append(LETTERS[task.facing])
        if task.choice:
            words.append(task.choice)
        lines.append(" ".join(words))
    return "\n".join(lines)
