"""What a unit does on its way besides moving: words of an order made into actions at the hexes they name.

    drop S5            S5 dismounts at the end of the path into the carrier's hex
    drop S5@0812       the same in hex 0812 of the path (or where it starts)
    drop S5@0812>0813  from 0812 into 0813 next to it; /C after it: facing C
    drop S5@0812=G3    S5 dismounts and attacks G3 at once (6.6.1.1o); drop S5=G3@0812 is the same
    load S6@0812       S6 mounts in 0812
    bail S5@0812       S5 bails out in an emergency
    overrun G5         G5 is overrun in the hex of the path where it is (6.6.10)

The words may be given in any number; all in one hex are paid for once (6.6.7.1.1-vehicle-b, 6.6.7.1.1-vehicle-c).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.core.board import LETTERS, Board, Cell
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.play.facts import cell_of
from hulldown.games.panzer.rules.advanced.verbs.marches import BAILS, DROPS, LOADS, OVERRUNS
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.state import PanzerState, index_of

DROP: Final = DROPS
LOAD: Final = LOADS
BAIL: Final = BAILS
OVERRUN: Final = OVERRUNS
WORDS: Final = (DROP, LOAD, BAIL, OVERRUN)
LOADING: Final = 1_000_000
DROPPING: Final = 2_000_000
BAILING: Final = 3_000_000
OVERRUNNING: Final = 4_000_000
STORMING: Final = 5_000_000
MANY: Final = 10_000
"""Actions: LOADING + unit; DROPPING + (unit * 7 + direction) * 7 + facing + 1, direction 6 for the carrier's own hex;
BAILING + unit * 7 + facing + 1; OVERRUNNING + unit; STORMING + unit * MANY + target. They
are beyond all actions of driving."""
SAME: Final = 6


class Halt(NamedTuple):
    """One thing done on the way: after how many hexes of the path, to whom, where to, facing how."""

    word: str
    done: int
    unit: int
    cell: Cell
    """Where the passenger is put; -1: in the carrier's hex."""
    facing: int
    target: int = -1
    """Whom a passenger attacks when it is down; -1: nobody."""


class Orders(NamedTuple):
    """A task without its words for halts, and the halts."""

    task: Task
    halts: tuple[Halt, ...]
    fault: Fault | None


def read(state: PanzerState, board: Board, task: Task, start: Cell) -> Orders:
    """Takes the halts out of a task (6.6.7.1.1-vehicle-d, 6.6.7.1.2a, 6.6.10g)."""
    words = task.choice.replace(",", " ").split()
    if not any(word in WORDS for word in words):
        return Orders(task, (), None)
    rest: list[str] = []
    halts: list[Halt] = []
    number = 0
    while number < len(words):
        word = words[number]
        if word not in WORDS:
            rest.append(word)
            number += 1
            continue
        number += 1
        named = words[number] if number < len(words) else ""
        found = _halt(state, board, word, named, task, start)
        if not isinstance(found, Halt):
            return Orders(task, (), found)
        halts.append(found)
        number += 1
    plain = Task(task.unit, task.kind, task.cells, task.facing, " ".join(rest), task.targets)
    return Orders(plain, tuple(halts), None)


def _halt(state: PanzerState, board: Board, word: str, text: str, task: Task, start: Cell) -> Halt | Fault:
    """One halt, or what is wrong with the way it is written (6.6.7.1.1-dismounting-c, 6.6.10d)."""
    text, _, letter = text.partition("/")
    facing = LETTERS.find(letter.upper()) if letter else -1
    if letter and (facing < 0 or len(letter) != 1):
        return "3.3b", f"{letter!r} is no facing A-F"
    text, _, foe = text.partition("=")
    foe, at_last, place_last = foe.partition("@")
    text += at_last + place_last
    target = index_of(state, foe.upper()) if foe else -1
    if foe and (target < 0 or word != DROP):
        return "6.6.1.1o", f"there is no {foe!r} to attack"
    text, _, to = text.partition(">")
    name, _, at = text.partition("@")
    index = index_of(state, name.upper())
    if index < 0:
        rule = "6.6.10d" if word == OVERRUN else "6.6.7.1.1b"
        return rule, f"write {word} and the unit: there is no {name or 'unit named'!r}"
    cell = board.by_label.get(to.upper(), -1) if to else -1
    if to and cell < 0:
        return "6.6.7.1.1-dismounting-a", f"{to!r} is no hex on the map"
    if word == OVERRUN:
        there = cell_of(state, index)
        at = board.labels[there] if there >= 0 else ""
        if there not in task.cells:
            return "6.6.10g", f"its move does not lead into the hex of {name.upper()}"
    done = _done_at(board, task, start, at)
    if done < 0:
        return "6.6.7.1.1-vehicle-d", f"its move does not lead through {at}"
    return Halt(word, done, index, cell, facing, target)


def _done_at(board: Board, task: Task, start: Cell, at: str) -> int:
    """After how many hexes of its path a vehicle halts, at the end if no hex is named; -1: it does not come there.

    Case 6.6.7.1.1-vehicle-d.
    """
    if not at:
        return len(task.cells)
    here = board.by_label.get(at.upper(), -1)
    path = (start, *task.cells)
    return path.index(here) if here >= 0 and here in path else -1


def written(halt: tuple[str, str], at: str = "", to: str = "") -> str:
    """A halt in words: (word, unit), the hex of the path, the hex next to it."""
    word, unit = halt
    return f"{word} {unit}" + (f"@{at}" if at else "") + (f">{to}" if to else "")


def stormed(passenger: str, target: str, at: str = "") -> str:
    """A Dismount Attack in words: who dismounts, whom it attacks, the hex of the path."""
    return f"{written((DROP, passenger), at)}={target}"


def storm_of(halt: Halt) -> int:
    """The action by which a passenger attacks that has just dismounted."""
    return STORMING + halt.unit * MANY + halt.target


def action_of(halt: Halt, direction: int) -> int:
    """The action by which a halt is carried out; `direction` is SAME for the carrier's own hex.

    Cases 6.6.7.1.1-vehicle-d, 6.6.7.1.1-dismounting-c, 6.6.7.1.2b, 6.6.10a.
    """
    if halt.word == OVERRUN:
        return OVERRUNNING + halt.unit
    if halt.word == LOAD:
        return LOADING + halt.unit
    if halt.word == BAIL:
        return BAILING + halt.unit * 7 + halt.facing + 1
    return DROPPING + (halt.unit * 7 + direction) * 7 + halt.facing + 1
